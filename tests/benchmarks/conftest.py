"""Compares running times within one run. No second is asserted, so a slow machine passes too."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

# Folder of the python and smashup that are measured: this one's, unless CI names another install's.
BIN = Path(os.environ.get("SMASHUP_BIN") or Path(sys.executable).parent)


# CI fails only beyond so much more than a bound: its machine has neighbours.
SLACK = float(os.environ.get("SMASHUP_BENCH_SLACK", "1"))


def seconds(action: Callable[[], object]) -> float:
    start = perf_counter()
    action()
    return perf_counter() - start


def ratio(subject: Callable[[], object], baseline: Callable[[], object], rounds: int) -> float:
    """Median time of `subject` divided by that of `baseline`.

    They run by turns, so that whatever else the machine does slows both alike.
    """
    subject(), baseline()  # what the first run alone pays: bytecode, the disk's cache
    times = [(seconds(subject), seconds(baseline)) for _ in range(rounds)]
    return median(time for time, _ in times) / median(time for _, time in times)


@pytest.fixture
def at_most(
    capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> Callable[..., None]:
    """Asserts `at_most(LIMIT, subject, baseline)`: a ratio, in the best of five attempts."""

    def check(
        limit: float,
        subject: Callable[[], object],
        baseline: Callable[[], object],
        rounds: int = 15,
        attempts: int = 5,
    ) -> None:
        ratios: list[float] = []
        while len(ratios) < attempts and min(ratios, default=limit + 1) > limit:
            ratios.append(ratio(subject, baseline, rounds))
        with capsys.disabled():
            print(f"\n{request.node.name}: {min(ratios):.2f} (at most {limit})")
        assert min(ratios) <= limit * SLACK, ratios

    return check


@pytest.fixture(scope="session")
def process() -> Callable[..., Callable[[], object]]:
    """`process("smashup", "card", …)`: runs that program of the measured install when called."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def prepare(program: str, *arguments: str) -> Callable[[], object]:
        command = [str(BIN / program), *arguments]
        return lambda: subprocess.run(command, check=True, capture_output=True, env=env)

    return prepare


@pytest.fixture(scope="session")
def built(process, seed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Database of the real wiki's seed."""
    db = tmp_path_factory.mktemp("benchmark") / "smashup.db"
    process("smashup", "--db", str(db), "build", str(seed))()
    return db
