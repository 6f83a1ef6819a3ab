"""How a site is served: where it listens, by which addresses it is known, who may run SQL."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

_ADDRESS = re.compile(r"(https?)://([^/?#@\s\\]+)(/[^?#\s\\]*)?", re.IGNORECASE)
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:/?#@\[\]\s]+)(?::(\d{1,5}))?", re.IGNORECASE)


class UnsafeOption(ValueError):
    """An option of Datasette's that would undo what keeps the site standing."""


@dataclass(frozen=True)
class PublicUrl:
    """An address by which the site is known outside: `https://rules.example/smash-up/`."""

    origin: str  # scheme and host, as they begin a link
    host: str  # as the header Host tells it, without a default port
    path: str  # of the site below the origin, with a slash at both ends


@dataclass(frozen=True)
class Options:
    """What `serve` was told. The default is the strictest: a stranger's site without SQL."""

    host: str = ""  # the address listened on; empty: not known
    sql: bool = False  # visitors may run their own SQL, whoever they are
    public_urls: tuple[PublicUrl, ...] = ()

    @property
    def private(self) -> bool:
        """Whether only this machine can reach the site, as far as is known."""
        return not self.public_urls and is_loopback(self.host)

    @property
    def path(self) -> str:
        """Of the site below its origin: the same in all public addresses."""
        return self.public_urls[0].path if self.public_urls else "/"


def public_url(address: str) -> PublicUrl:
    """The parts of a public address. Raises ValueError, with what is right, for any other."""
    match = _ADDRESS.fullmatch(address)
    host = split_host(match[2]) if match else None
    if not match or not host:
        raise ValueError(f"{address!r} is no address of a site, such as https://rules.example/")
    scheme, (name, port) = match[1].lower(), host
    if port == {"http": "80", "https": "443"}[scheme]:
        port = None
    named = name + (f":{port}" if port else "")
    return PublicUrl(f"{scheme}://{named}", named, (match[3] or "/").rstrip("/") + "/")


def split_host(host: str) -> tuple[str, str | None] | None:
    """Name and port of a header Host, in lower case; None when it is no host."""
    match = _HOST.fullmatch(host)
    return (match[1].lower(), match[2]) if match else None


def is_loopback(host: str) -> bool:
    """Whether a name or number means this very machine: `localhost`, `127.0.0.1`, `[::1]`."""
    import ipaddress

    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


_given: WeakKeyDictionary[Any, Options] = WeakKeyDictionary()  # Datasette -> its options


def give(datasette: Any, options: Options) -> None:
    """Tell a Datasette how it is served, before its plugins start."""
    _given[datasette] = options


def given(datasette: Any) -> Options:
    """How a Datasette is served; one that `serve` did not make is as strict as can be."""
    return _given.get(datasette, Options())
