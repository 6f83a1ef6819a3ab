"""The house's rules about who imports whom, and where things may stand."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted(
    path
    for folder in ("ingest", "kb", "datasette")
    for path in (ROOT / folder).rglob("*.py")
    if "_assets" not in path.parts
)
LINES = 320  # a module has about 300, with a small grace

# What kb may import of ingest outside its build and sync commands: modules without I/O, and the
# header by which both halves know the file between them.
PURE = {"records", "folding", "errors", "titles", "captions", "versions"}
SHARED_HEADER = "database"
LOADING_COMMANDS = {"kb/cli/build.py", "kb/cli/sync.py"}
LOADING_COMMANDS |= {"kb/serving/published.py"}  # derives anew what is public of what was hidden

# The one place that may import a package: a path, or a folder with everything below it.
ONLY_USER = {
    "whoosh": "kb/index/",
    "mwparserfromhell": "ingest/markup/wikitext.py",
    "click": "kb/cli/",
}
# Parsing modules are functions from text to records: they neither read files nor ask a database.
PARSERS = (
    *("ingest/markup/", "ingest/pages/", "ingest/mentions/"),
    *("ingest/meaning.py", "ingest/joins/one_name.py"),
    *(f"ingest/{name}" for name in sorted(PURE)),  # a module or a package
)
IO_MODULES = {"io", "os", "pathlib", "shutil", "socket", "sqlite3", "sqlite_utils", "subprocess"}
IO_MODULES |= {"tempfile", "urllib", "httpx"}
FOR_PLUGINS = {"kb", "datasette", "markupsafe"}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(path: Path) -> Iterator[str]:
    """Dotted names that a module imports, lazily or not; `from a import b` gives `a` and `a.b`."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def top_level(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports(path)}


def below(folder: str) -> list[Path]:
    return [path for path in MODULES if name_of(path).startswith(folder)]


def test_imports_reads_every_form(tmp_path_factory: pytest.TempPathFactory, monkeypatch):
    root = tmp_path_factory.mktemp("tree")
    monkeypatch.setattr(sys.modules[__name__], "ROOT", root)
    module = root / "kb" / "cli" / "card.py"
    module.parent.mkdir(parents=True)
    module.write_text(
        "import a.b as c, d\nfrom . import e\nfrom ..f import g\ndef h():\n    from i.j import k\n"
    )
    assert set(imports(module)) == {
        *("a.b", "d", "kb.cli", "kb.cli.e", "kb.f", "kb.f.g", "i.j", "i.j.k"),
    }


def test_ingest_imports_nothing_of_kb():
    assert [name_of(path) for path in below("ingest/") if "kb" in top_level(path)] == []


def test_kb_imports_only_pure_modules_of_ingest():
    wrong = [
        (name_of(path), name)
        for path in below("kb/")
        if name_of(path) not in LOADING_COMMANDS
        for name in imports(path)
        if name.startswith("ingest.") and name.split(".")[1] not in {*PURE, SHARED_HEADER}
    ]
    assert wrong == []


def test_plugins_import_only_kb_and_datasette():
    allowed = FOR_PLUGINS | set(sys.stdlib_module_names)
    wrong = {name_of(path): sorted(top_level(path) - allowed) for path in below("datasette/")}
    assert {path: names for path, names in wrong.items() if names} == {}


def test_nothing_imports_plugins():
    wrong = [name_of(path) for path in MODULES if "plugins" in top_level(path)]
    assert wrong == []


@pytest.mark.parametrize(("package", "place"), ONLY_USER.items())
def test_package_has_one_user(package: str, place: str):
    users = [name_of(path) for path in MODULES if package in top_level(path)]
    assert [user for user in users if not user.startswith(place)] == []


def test_only_click_parses_arguments():
    assert [name_of(path) for path in MODULES if {"argparse", "optparse"} & top_level(path)] == []


def test_parsers_do_no_io():
    wrong = {
        name_of(path): sorted(top_level(path) & IO_MODULES)
        for path in MODULES
        if name_of(path).startswith(PARSERS)
    }
    assert {path: names for path, names in wrong.items() if names} == {}


def test_modules_are_of_a_size_to_read():
    lengths = {name_of(path): path.read_text(encoding="utf-8").count("\n") for path in MODULES}
    assert {path: length for path, length in lengths.items() if length > LINES} == {}


def test_datasette_folder_is_no_package():
    """An `__init__.py`, a test or a conftest there would hide the package of that name."""
    unwanted = [
        name_of(path)
        for pattern in ("__init__.py", "conftest.py", "test_*.py")
        for path in (ROOT / "datasette").rglob(pattern)
    ]
    assert unwanted == []


def locked() -> dict[str, str]:
    """Package names, folded, and their versions in the lock file."""
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", lock, flags=re.MULTILINE))


def test_lock_fits_the_dependencies():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = locked()
    for line in project["dependencies"] + project["optional-dependencies"]["dev"]:
        requirement = Requirement(line)
        assert requirement.specifier.contains(versions[requirement.name]), line


def test_lock_has_hashes_and_no_address():
    lines = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "://" in line or line.startswith("-")] == []
    pinned = [number for number, line in enumerate(lines) if "==" in line]
    assert len(pinned) == len(locked())
    for number in pinned:
        assert lines[number + 1].lstrip().startswith("--hash=sha256:"), lines[number]
