"""What README.md and docs/ show is what the command prints.

Every ```console block is a terminal session on the sample wiki: after each `$ smashup …` line
stands what that prints (errors and notes first, as a pipe gets them). `…` stands for anything.
`make docs` writes what differs anew.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHOWING = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
CALL = re.compile(r"^\$ (?P<command>.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)
UPDATE = os.environ.get("SMASHUP_UPDATE_README") == "1"


@pytest.fixture(scope="module")
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `revisions` and the sample's database in it: what README's reader has."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "revisions").symlink_to(ROOT / "revisions", target_is_directory=True)
    printed(folder, "smashup build revisions")
    assert (folder / "smashup.db").exists()
    return folder


def printed(folder: Path, command: str) -> str:
    """What a command prints, stderr first; trailing blanks are dropped."""
    program, *arguments = shlex.split(command)
    assert program == "smashup", f"a console block may only call smashup: $ {command}"
    env = os.environ | {
        "SMASHUP_DB": "smashup.db",
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
        "COLUMNS": "80",
    }
    done = subprocess.run(
        [sys.executable, "-m", "kb", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=env,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return "".join(f"{line.rstrip()}\n" for line in (done.stderr + done.stdout).splitlines())


def fits(shown: str, output: str) -> bool:
    return re.fullmatch(re.escape(shown).replace("…", ".*"), output, re.DOTALL) is not None


def refreshed(text: str, folder: Path) -> str:
    """The Markdown text with the outputs of its console blocks as they are now."""

    def call(match: re.Match[str]) -> str:
        output = printed(folder, match["command"])
        return match[0] if fits(match["output"], output) else f"$ {match['command']}\n{output}"

    return BLOCK.sub(lambda block: CALL.sub(call, block[0]), text)


@pytest.mark.parametrize("path", SHOWING, ids=lambda path: path.name)
def test_console_blocks_show_what_is_printed(path: Path, terminal: Path):
    text = path.read_text(encoding="utf-8")
    now = refreshed(text, terminal)
    if UPDATE:
        path.write_text(now, encoding="utf-8")
    else:
        assert now == text


def test_blocks_are_read_as_sessions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setitem(globals(), "printed", lambda folder, command: f"<{command}>\n2 s\n")
    text = "a\n```console\n$ smashup x\n<…x>\n… s\n$ smashup y\nold\n```\n```sh\n$ other\n```\n"
    assert refreshed(text, tmp_path) == text.replace("old", "<smashup y>\n2 s")


def test_readme_shows_a_session():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = {
        shlex.split(call["command"])[1]
        for block in BLOCK.findall(readme)
        for call in CALL.finditer(block)
    }
    assert {"card", "ruling", "diff"} <= shown


def test_help_texts_are_those_of_the_commands():
    """docs/commands.md is made by cog from the commands themselves."""
    options = ["-r"] if UPDATE else ["--check", "--diff"]
    command = [sys.executable, "-m", "cogapp", *options, "docs/commands.md"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}run `make docs`"
