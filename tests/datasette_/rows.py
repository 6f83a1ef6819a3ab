"""What a page's table of rows shows, read back from its HTML."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Cell:
    """One `<td>`: its text as a reader sees it, and where its links lead."""

    text: str = ""
    links: list[str] = field(default_factory=list)


class _Rows(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rows: list[dict[str, Cell]] = []
        self.cell: Cell | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag == "tr":
            self.rows.append({})
        elif tag == "td":
            classes = (given.get("class") or "").split()
            column = next(name for name in classes if name.startswith("col-"))
            self.cell = self.rows[-1][column.removeprefix("col-")] = Cell()
        elif tag == "a" and self.cell is not None:
            self.cell.links.append(given.get("href") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "td":
            self.cell = None

    def handle_data(self, data: str) -> None:
        if self.cell is not None:
            self.cell.text += data.replace("\xa0", " ")


def rows(html: str) -> list[dict[str, Cell]]:
    """Rows of the page as {column: Cell}; the column of a composite key's link is `Link`."""
    reader = _Rows()
    reader.feed(html)
    return [row for row in reader.rows if row]
