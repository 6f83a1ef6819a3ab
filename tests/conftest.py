"""Fixtures for all tests: where the real wiki's data is, and what is built from it once a run."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.building import build_database

ROOT = Path(__file__).resolve().parent.parent
REQUIRE_SHARED = os.environ.get("SMASHUP_REQUIRE_SHARED") == "1"


def shared_folder() -> Path:
    """Folder with the real wiki's seed, fixtures and gold data (developers and CI only)."""
    return Path(os.environ.get("SMASHUP_SHARED") or ROOT.parent / "shared")


@pytest.fixture(scope="session")
def shared() -> Path:
    folder = shared_folder()
    if not folder.is_dir():
        pytest.skip(f"real wiki data not here ({folder}); set SMASHUP_SHARED")
    return folder


@pytest.fixture(scope="session")
def seed(shared: Path) -> Path:
    return shared / "seeds" / "smashup-rulebook-contributions.txt"


@pytest.fixture(scope="session")
def seed_db(seed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The knowledge base of the real wiki's seed. Read only: it is one for all tests."""
    return build_database(tmp_path_factory.mktemp("seed"), seed)


@pytest.fixture(scope="session")
def sample_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The knowledge base of the sample wiki in revisions/. Read only: it is one for all tests."""
    return build_database(tmp_path_factory.mktemp("sample"), ROOT / "revisions")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With SMASHUP_REQUIRE_SHARED=1, as in CI, a test on real data that skips is a failure."""
    report = yield
    on_real_data = "shared" in getattr(item, "fixturenames", ()) or "SMASHUP_SHARED" in str(
        report.longrepr
    )
    if REQUIRE_SHARED and report.skipped and on_real_data and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, though SMASHUP_REQUIRE_SHARED=1: {report.longrepr}"
    return report
