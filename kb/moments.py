"""Days and instants as users write them → instants in UTC, as the database holds them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

from kb.quoting import quoted

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*", re.ASCII)


def moment(text: str, begins: bool = False) -> str:
    """The instant meant by a date (the end of that day, UTC) or an ISO timestamp.

    With `begins`, what begins there is meant: a date is the beginning of that day.

    >>> moment("2026-05-05"), moment("2026-05-05T19:00:00+02:00")
    ('2026-05-05T23:59:59Z', '2026-05-05T17:00:00Z')

    Raises ValueError, one line with the way out, for anything else.
    """
    given = text.strip()
    try:
        if _DAY.fullmatch(given):
            return f"{date.fromisoformat(given)}T{'00:00:00' if begins else '23:59:59'}Z"
        if not _INSTANT.fullmatch(given):
            raise ValueError
        instant = datetime.fromisoformat(given)
        if instant.tzinfo is None:
            instant = instant.replace(tzinfo=UTC)
        utc = instant.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError):
        raise ValueError(
            f"{quoted(given)} is no date; write 2026-05-05 or 2026-05-05T19:00:00Z"
        ) from None
    return f"{utc.isoformat(timespec='seconds')}Z"
