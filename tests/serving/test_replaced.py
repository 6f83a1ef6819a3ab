"""A database that changes under visitors: they see the old state or the new one, never both.

The states differ in everything: each card's name begins with the letter of its state, and each
state has another number of cards.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.building import ROOT, build_database
from tests.serving.server import SOON, Answer, Server, ask, request, serving
from tests.small_wiki import Save, card, faction, xml

CONNECTIONS = 8
STATES = "ABCDEF"
JSON = "/smashup/cards.json?_size=max&_facet=deck&_facet=power"
PATHS = (
    JSON,
    "/smashup/cards?_size=max&_facet=deck",
    "/smashup/cards.csv?_size=max",
    "/smashup/deck-sizes.json?_shape=array",
    "/smashup/cards.csv?_stream=1&_col=name",
)


def cards_of(state: str) -> int:
    return 7 + 3 * STATES.index(state)


def dump(state: str, before: str = "") -> str:
    """The wiki in a state, after those of `before`: one revision a state."""
    saves = []
    for number, letter in enumerate(before + state, 1):
        names = [f"{letter}card {n}" for n in range(cards_of(letter))]
        text = faction(*(card(name, f"{letter}text.", power=n % 5) for n, name in enumerate(names)))
        parent = 10 + number - 1 if number > 1 else 0
        saves.append(Save(10 + number, f"2025-01-{number:02}T00:00:00Z", text, parent=parent))
    return xml(saves)


class Seen(NamedTuple):
    path: str
    asked: float
    came: float
    answer: Answer
    state: str  # as its own figures and names say


def state_of(path: str, answer: Answer, tags: dict[str, str]) -> str:
    """The state that an answer shows; fails when its own figures do not fit together."""
    if answer.status == 304:
        return tags[path + answer.header("etag")]
    assert (answer.status, answer.whole) == (200, True), (path, answer.status, answer.text[-500:])
    if path == JSON:
        return _state_of_json(json.loads(answer.body))
    if path.startswith("/smashup/deck-sizes"):
        counts = set(re.findall(r'"cards": (\d+)', answer.text))
        return next((s for s in STATES if {str(cards_of(s))} == counts), "?")
    letters: set[str] = set(re.findall(r"\b([A-F])card \d", answer.text))
    assert len(letters) == 1, f"{path} mixes {letters}"
    state = letters.pop()
    numbers = set(re.findall(rf"\b{state}card (\d+)", answer.text))
    assert len(numbers) == cards_of(state), path
    return state


def _state_of_json(told: dict) -> str:
    letters: set[str] = {row[told["columns"].index("name")][0] for row in told["rows"]}
    assert len(letters) == 1, f"mixes {letters}"
    state = letters.pop()
    counts = {len(told["rows"]), told["filtered_table_rows_count"]}
    for name in ("deck", "power"):
        counts.add(sum(result["count"] for result in told["facet_results"][name]["results"]))
    assert counts == {cards_of(state)}, f"state {state} with {counts} cards"
    return state


class Visitors:
    """Eight who look at the site over and over, and keep what they saw by its tag."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.seen: list[Seen] = []
        self.failed: list[BaseException] = []
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._look, args=(n,), daemon=True) for n in range(CONNECTIONS)
        ]
        for thread in self._threads:
            thread.start()

    def _look(self, number: int) -> None:
        path = PATHS[number % len(PATHS)]
        tags: dict[str, str] = {}
        held = ""
        try:
            while not self._over.is_set():
                asking = (f"If-None-Match: {held}",) if held else ()
                asked = time.monotonic()
                answer = ask(self.server.port, request(path, headers=asking))
                came = time.monotonic()
                state = state_of(path, answer, tags)
                held = answer.header("etag")
                tags[path + held] = state
                self.seen.append(Seen(path, asked, came, answer, state))
        except BaseException as error:
            self.failed.append(error)

    def wait_for(self, state: str) -> None:
        deadline = time.monotonic() + SOON
        while not self.failed and {s.path for s in self.seen if s.state == state} < set(PATHS):
            assert time.monotonic() < deadline, f"no sight of state {state} on all pages"
            time.sleep(0.02)

    def leave(self) -> list[Seen]:
        self._over.set()
        for thread in self._threads:
            thread.join(2 * SOON)
        assert not self.failed, self.failed[0]
        return self.seen


def assert_never_back(seen: list[Seen], states: str) -> None:
    """What was asked after the first answer of a state came is not answered by an older one."""
    for number, state in enumerate(states):
        first = min((s.came for s in seen if s.state == state), default=None)
        if first is not None:
            late = [s for s in seen if s.asked > first and s.state in states[:number]]
            assert not late, f"{len(late)} old answers, {late[0].answer.status} of {late[0].path}"
    assert {s.state for s in seen} <= set(states)


@pytest.fixture
def states(tmp_path: Path) -> Callable[[str], Path]:
    """The path of a database in a state."""

    def built(state: str) -> Path:
        folder = tmp_path / state
        folder.mkdir()
        source = folder / "dump.xml"
        source.write_text(dump(state), encoding="utf-8")
        return build_database(folder, source)

    return built


def test_another_file_moved_over_it(states: Callable[[str], Path], tmp_path: Path):
    served = states("A")
    others = [states(state) for state in "BCD"]
    with serving(served, tmp_path / "server") as server:
        visitors = Visitors(server)
        visitors.wait_for("A")
        for other in others:
            os.replace(other, served)
            visitors.wait_for(other.parent.name)
        seen = visitors.leave()
    assert_never_back(seen, "ABCD")


def test_a_file_moved_over_it_and_back(states: Callable[[str], Path], tmp_path: Path):
    """The second time it has the number (inode) of the first."""
    served, other = states("A"), states("B")
    aside = tmp_path / "aside.db"
    with serving(served, tmp_path / "server") as server:
        visitors = Visitors(server)
        visitors.wait_for("A")
        os.link(served, aside)
        os.replace(other, served)
        visitors.wait_for("B")
        before = len(visitors.seen)
        os.replace(aside, served)
        deadline = time.monotonic() + SOON
        while "A" not in {s.state for s in visitors.seen[before + CONNECTIONS :]}:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        visitors.leave()


def test_a_file_that_is_gone_for_a_while(states: Callable[[str], Path], tmp_path: Path):
    served = states("A")
    with serving(served, tmp_path / "server") as server:
        assert server.get(JSON).status == 200
        aside = tmp_path / "aside.db"
        served.rename(aside)
        for path in PATHS:
            answer = server.get(path)
            assert (answer.status in (200, 503), answer.whole) == (True, True), answer.text[-300:]
            assert str(tmp_path) not in answer.text
        aside.rename(served)
        for path in PATHS:
            assert server.get(path).status == 200


def test_something_else_moved_over_it(states: Callable[[str], Path], tmp_path: Path):
    """A mistake of the owner: it is told, and the site recovers when he has seen it."""
    served = states("A")
    other = states("B")
    with serving(served, tmp_path / "server") as server:
        assert server.get(JSON).status == 200
        for bad in (b"", b"no database" * 1000, other.read_bytes()[:9000]):
            (tmp_path / "bad").write_bytes(bad)
            os.replace(tmp_path / "bad", served)
            for path in (JSON, "/"):
                answer = server.get(path)
                assert answer.status in (200, 503), (answer.status, answer.text[-300:])
                assert str(tmp_path) not in answer.text
        os.replace(other, served)
        assert state_of(JSON, server.get(JSON), {}) == "B"


def test_five_builds_under_load(states: Callable[[str], Path], tmp_path: Path):
    served = states("A")
    dumps = []
    for number, state in enumerate(STATES[1:], 1):
        dumps.append(tmp_path / f"{state}.xml")
        dumps[-1].write_text(dump(state, STATES[:number]), encoding="utf-8")
    with serving(served, tmp_path / "server") as server:
        visitors = Visitors(server)
        visitors.wait_for("A")
        for source in dumps:
            command = [sys.executable, "-m", "kb", "--db", str(served), "build", str(source)]
            subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
            visitors.wait_for(source.stem)
        seen = visitors.leave()
    assert_never_back(seen, STATES)
