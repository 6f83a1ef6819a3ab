"""Addresses on the wiki, and instants, as every answer and command has them."""

from __future__ import annotations

import pytest

from kb.moments import moment
from kb.render.page import WIDEST, width
from kb.sources import page_url


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("https://w.example/wiki/Main_Page", "https://w.example/wiki/Old_Otters?oldid=5#1x_Reef"),
        (
            "https://w.example/index.php?title=Main_Page",
            "https://w.example/index.php?title=Old_Otters&oldid=5#1x_Reef",
        ),
        ("javascript:alert(1)//Main_Page", None),
        (None, None),
    ],
)
def test_address_of_a_revision_at_a_heading(base, url):
    assert page_url(base, "Old Otters", 5, "1x_Reef") == url


def test_address_of_a_page_asks_for_nothing_more():
    assert page_url("https://w.example/wiki/Main_Page", "Otters") == "https://w.example/wiki/Otters"


@pytest.mark.parametrize(
    ("written", "end", "beginning"),
    [
        ("2026-05-05", "2026-05-05T23:59:59Z", "2026-05-05T00:00:00Z"),
        ("2026-05-05 23:59:59", "2026-05-05T23:59:59Z", "2026-05-05T23:59:59Z"),
        ("2026-05-05T12:00:00+02:00", "2026-05-05T10:00:00Z", "2026-05-05T10:00:00Z"),
    ],
)
def test_only_a_date_means_its_beginning_or_its_end(written, end, beginning):
    assert (moment(written), moment(written, begins=True)) == (end, beginning)


@pytest.mark.parametrize(
    ("told", "columns"), [("abc", WIDEST), ("", WIDEST), ("40", 40), ("²", 80)]
)
def test_any_word_about_columns_gives_a_width(told, columns, monkeypatch):
    def no_terminal(_: int) -> None:
        raise OSError

    monkeypatch.setattr("os.get_terminal_size", no_terminal)
    monkeypatch.setenv("COLUMNS", told)
    assert width() == columns
