"""What one reading of a source found out about it, and the limits that hold for every format."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from ingest.errors import DumpError
from ingest.records import Site

TEXT_LIMIT = 64 * 2**20  # characters of one revision's text; MediaWiki's own limit is 2 MB
FIELD_LIMIT = 64 * 2**10  # characters of anything else: a title, a name, a summary
WARNINGS_LIMIT = 50  # lines; a source that is odd throughout is told so in one line more

READABLE = (
    "readable are a MediaWiki XML export, an Atom or RSS feed of a user's contributions, and the"
    " text of such a feed, plain or packed (gz, bz2, xz)"
)


@dataclass
class Reading:
    """Filled in by a reader while it reads; final once its generator has ended."""

    path: str
    site: Site | None = None
    complete: bool = True  # False: cut short or damaged
    warnings: list[str] = field(default_factory=list)
    unlisted: int = 0  # warnings beyond the limit

    def warn(self, message: str) -> None:
        """Note what was skipped or odd, and where."""
        if len(self.warnings) < WARNINGS_LIMIT:
            self.warnings.append(one_line(message))
            return
        self.unlisted += 1
        self.warnings[WARNINGS_LIMIT:] = [f"and {self.unlisted} more warnings"]

    def damaged(self, message: str) -> None:
        """Note that the source is not whole, and where."""
        self.complete = False
        self.warn(message)

    def refusal(self, what: str, advice: str = READABLE) -> DumpError:
        """The error to raise for a source that can't be read at all."""
        return DumpError(one_line(f"{self.path}: {what}; {advice}"))


def one_line(message: str, limit: int = 500) -> str:
    """A message fit for one line of a terminal, whatever a dump's titles hold."""
    line = " ".join(message.split())
    line = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in line)
    return line if len(line) <= limit else line[: limit - 1] + "…"


def one_title(title: str) -> str:
    """A title for a message: a hostile one may be long."""
    return title if len(title) <= 120 else f"{title[:119]}…"


def iso_stamp(written: str) -> str | None:
    """The time itself when it is one as MediaWiki writes it, `2026-09-27T04:10:19Z`, else None."""
    if len(written) != 20 or written[10] != "T" or written[19] != "Z":
        return None
    try:
        datetime.fromisoformat(written)
    except ValueError:
        return None
    return written


def utc_stamp(written: str) -> str | None:
    """ISO 8601 in UTC for a time as exports and Atom (ISO) or RSS (RFC 822) write it, else None.

    A time without a zone is UTC, as all of MediaWiki's are.
    """
    written = written.strip()
    if iso_stamp(written):
        return written
    try:
        moment = _moment(written)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, TypeError, IndexError, OverflowError):  # parsedate raises any of them
        return None


def _moment(written: str) -> datetime:
    if written[:4].isdecimal():
        return datetime.fromisoformat(written)
    return parsedate_to_datetime(written)
