"""metadata.yaml says what everything is: titles, descriptions, units, labels, facets."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from datasette.utils import parse_metadata

FOLDER = Path(__file__).resolve().parents[2] / "datasette"
METADATA = parse_metadata((FOLDER / "metadata.yaml").read_text(encoding="utf-8"))
SAID = METADATA["databases"]["smashup"]["tables"]

# Integer columns that count or measure nothing: keys, places in an order, numbers of the wiki.
KEYS = {"id", "namespace", "subject_id", "newest_revision", "newest_text"}
PLACES = {"position", "sequence", "line"}
YES_NO = {
    *("special", "work_in_progress", "since_exact", "text_since_exact", "outdated", "complete"),
    *("minor", "withheld", "stale", "cosmetic", "reverted", "contributor_hidden", "comment_hidden"),
    *("held", "listed", "standard"),
}
ANYTHING = {"change": {"old", "new"}, "changes": {"old", "new"}}  # what the changed field holds
VIRTUAL = "select name from sqlite_master where sql like 'create virtual table%'"


@pytest.fixture
def conn(sample_db: Path):
    conn = sqlite3.connect(f"file:{sample_db}?mode=ro", uri=True)
    yield conn
    conn.close()


def shown(conn: sqlite3.Connection) -> dict[str, dict[str, str]]:
    """Column -> declared type of every table and view, without the tables inside an index."""
    names = [
        row[0]
        for row in conn.execute("select name from sqlite_master where type in ('table', 'view')")
    ]
    indexes = [row[0] for row in conn.execute(VIRTUAL)]
    inner = {name for name in names for index in indexes if name.startswith(index + "_")}
    return {
        name: {
            row[1]: row[2].upper()
            for row in conn.execute(f"pragma table_xinfo([{name}])")
            if row[6] != 1  # FTS5 hides columns of its own
        }
        for name in names
        if name not in inner and not name.startswith("sqlite_")
    }


def test_every_table_view_and_column_is_described(conn: sqlite3.Connection):
    real = shown(conn)
    assert {
        name: list(columns)
        for name, columns in real.items()
        if list(columns) != list(SAID[name]["columns"])
    } == {}
    assert set(SAID) == set(real)
    for name, said in SAID.items():
        assert said["title"], name
        assert said["description"], name
        for column, description in said["columns"].items():
            assert isinstance(description, str), (name, column)
            assert len(description) > 3, (name, column)


def test_numbers_have_units(conn: sqlite3.Connection):
    for name, columns in shown(conn).items():
        unitless = KEYS | PLACES | YES_NO | ANYTHING.get(name, set())
        numbers = {column for column, type_ in columns.items() if type_ == "INTEGER"}
        for column in columns:  # an expression of a view has no declared type
            found = f"select 1 from [{name}] where typeof([{column}]) = 'integer' limit 1"
            numbers |= {column} if conn.execute(found).fetchone() else set()
        measured = {
            c for c in numbers if c not in unitless and not c.endswith(("_id", "_revision"))
        }
        assert set(SAID[name].get("units", {})) == measured, name


def test_settings_of_tables_name_real_columns(conn: sqlite3.Connection):
    real = shown(conn)
    for name, said in SAID.items():
        named = [*said.get("facets", []), *said.get("units", {})]
        named += [
            said[key] for key in ("sort", "sort_desc", "label_column", "fts_pk") if key in said
        ]
        assert set(named) <= set(real[name]), name
        assert said.get("fts_table", "card_fts") in real


def test_every_referenced_table_has_a_label(conn: sqlite3.Connection):
    for name in shown(conn):
        for key in conn.execute(f"pragma foreign_key_list([{name}])"):
            assert SAID[key[2]].get("label_column"), f"{name}.{key[3]} -> {key[2]}"


def test_views_are_searched_by_their_own_rows(conn: sqlite3.Connection):
    """The number that the index holds is the one that the view shows."""
    for view in ("cards", "clarifications", "terms", "rules"):
        said = SAID[view]
        indexed = f"select rowid from {said['fts_table']}"
        assert conn.execute(f"select count(*) from {view}").fetchone()[0] > 0
        assert (
            conn.execute(f"select {said['fts_pk']} from {view} except {indexed}").fetchall() == []
        )
        assert (
            conn.execute(f"{indexed} except select {said['fts_pk']} from {view}").fetchall() == []
        )


def test_datasette_reads_these_files_in_any_encoding():
    """It opens them in the platform's own encoding, so that they must be plain ASCII."""
    for path in [
        FOLDER / "metadata.yaml",
        FOLDER / "settings.json",
        *(FOLDER / "plugins").glob("*.py"),
    ]:
        assert path.read_bytes().isascii(), path.name


def test_the_site_tells_units(sample_site):
    answer = sample_site.json("/smashup/cards.json", _size="1")
    assert answer["units"]["breakpoint"] == "power"
    assert "VP" not in answer["units"]
    metadata = sample_site.json("/-/metadata.json")["databases"]["smashup"]["tables"]
    assert metadata["factions"]["units"] == {"deck_size": "cards"}
