"""Visitors who speak HTTP badly, slowly, much at a time, or not at all."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest

from kb.serving.connections import PATIENCE
from tests.serving.server import SOON, Answer, Server, answer_on, ask, connect, request
from tests.serving.watching import MEMORY, Watched, withstands

PAGE = "/smashup/terms.json?_size=1"


@contextmanager
def open_connections(
    server: Server, number: int, sent: bytes = b""
) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        socks = [stack.enter_context(connect(server.port)) for _ in range(number)]
        for sock in socks:
            sock.sendall(sent)
        yield socks


def assert_served(server: Server) -> None:
    for path in (PAGE, "/"):
        answer = server.get(path)
        assert (answer.status, answer.seconds <= SOON) == (200, True), (path, answer.seconds)


def test_idle_connections(site: Server):
    with open_connections(site, 50), Watched(site) as watched:
        assert_served(site)
    assert watched.memory <= MEMORY


def test_readers_who_read_nothing(big_site: Server):
    """Their answers wait in the server, where they must not become many."""
    sent = request("/smashup/text.csv?_stream=1")
    with open_connections(big_site, 10, sent), Watched(big_site) as watched:
        for _ in range(6):
            time.sleep(0.4)
            assert_served(big_site)
    assert watched.memory <= MEMORY


@pytest.mark.full
def test_readers_who_read_nothing_are_left(big_site: Server):
    """Whoever takes none of his answer for long is hung up on; until then many fill no memory."""
    sent = request("/smashup/text.json?_size=100")
    with Watched(big_site) as watched, ExitStack() as stack:
        socks = []
        for _ in range(60):
            sock = stack.enter_context(socket.socket())
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.connect(("127.0.0.1", big_site.port))
            sock.sendall(sent)
            socks.append(sock)
            time.sleep(0.05)
        assert_served(big_site)
        time.sleep(3 * PATIENCE)
        left = [sock for sock in socks if not hung_up(sock)]
    assert left == []
    assert watched.memory <= MEMORY


def hung_up(sock: socket.socket) -> bool:
    """Whether the other side is gone, once all that has come is read."""
    sock.settimeout(5)
    try:
        while sock.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def test_readers_who_read_a_byte_at_a_time(big_site: Server):
    sent = request("/smashup/text.json?_size=max")
    with open_connections(big_site, 6, sent) as socks, Watched(big_site) as watched:
        until = time.monotonic() + 2
        while time.monotonic() < until:
            for sock in socks:
                sock.settimeout(0.05)
                with suppress(OSError):
                    sock.recv(1)
        assert_served(big_site)
    assert watched.memory <= MEMORY


def test_headers_that_come_slowly(site: Server):
    with open_connections(site, 20, b"GET / HTTP/1.1\r\nHost: localhost\r\n") as socks:
        for number in range(5):
            for sock in socks:
                with suppress(OSError):
                    sock.sendall(f"X-{number}: y\r\n".encode())
            assert_served(site)


def test_many_requests_on_one_connection(site: Server):
    one = f"GET {PAGE} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with connect(site.port) as sock, Watched(site) as watched:
        sender = threading.Thread(target=_send, args=(sock, one * 2000), daemon=True)
        sender.start()
        assert_served(site)
        sock.settimeout(SOON)
        assert b" 200 " in sock.recv(1000)
    sender.join(SOON)
    assert watched.memory <= MEMORY


def _send(sock: socket.socket, sent: bytes) -> None:
    with suppress(OSError):
        sock.sendall(sent)


def test_answers_on_one_connection_do_not_mix(site: Server):
    paths = (PAGE, "/robots.txt", "/smashup/cards.json?_size=1", "/nope", "/static/smashup.css")
    alone = [site.get(path) for path in paths]
    with connect(site.port) as sock:
        for path, expected in zip(paths, alone, strict=True):
            start = time.monotonic()
            sock.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            answer = answer_on(sock, "GET", start, start + SOON)
            assert answer.status == expected.status, path


def streamed(server: Server, head: bytes, chunk: bytes, times: int) -> Answer:
    """The answer to a request whose body goes on and on; it may come before the end."""
    start = time.monotonic()
    with connect(server.port) as sock:
        with suppress(OSError):
            sock.sendall(head)
            for _ in range(times):
                sock.sendall(chunk)
        return answer_on(sock, "GET", start, start + SOON)


BODY = b"x" * 1_000_000


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "HEAD"])
@pytest.mark.parametrize("path", [PAGE, "/smashup/artists", "/-/messages"])
def test_a_large_body_is_not_kept(site: Server, method: str, path: str):
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    length = f"Content-Length: {len(BODY) * 100}\r\n\r\n"
    with Watched(site) as watched:
        answer = streamed(site, (head + length).encode(), BODY, 100)
    assert answer.status < 500
    assert answer.seconds <= SOON
    assert watched.memory <= MEMORY
    assert_served(site)


def test_a_body_in_chunks_is_not_kept(site: Server):
    head = b"GET %s HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"%x\r\n%s\r\n" % (len(BODY), BODY)
    with Watched(site) as watched:
        answer = streamed(site, head % PAGE.encode(), chunk, 100)
    assert answer.status < 500
    assert watched.memory <= MEMORY
    assert_served(site)


HEADERS = {
    "one that is huge": "X-A: " + "x" * 1_000_000,
    "very many": "\r\n".join(f"X-{n}: y" for n in range(20_000)),
    "a huge cookie": "Cookie: " + "a=b; " * 12_000,
    "odd cookies": 'Cookie: ds_actor=x; ds_messages=y; =; a="\\777"; ds_csrftoken=' + "z" * 500,
    "a forged actor": "Cookie: ds_actor=eyJhIjp7ImlkIjoicm9vdCJ9fQ.x",
    "a token": "Authorization: Bearer dstok_x",
    "a range": "Range: bytes=0-9",
    "many ranges": "Range: bytes=" + ",".join(f"{n}-{n}" for n in range(1000)),
    "an odd range": "Range: bytes=-99999999999999999999999",
    "an upgrade": "Upgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13",
    "HTTP/2": "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__",
    "an expectation": "Expect: 100-continue",
    "another expectation": "Expect: nothing",
    "two lengths": "Content-Length: 0\r\nContent-Length: 5",
    "a length and chunks": "Content-Length: 5\r\nTransfer-Encoding: chunked",
    "a negative length": "Content-Length: -1",
    "an odd length": "Content-Length: 0x5",
    "no name": ": x",
    "no colon": "nonsense",
    "folded": "X-A: b\r\n c",
    "null": "X-A: \0",
    "not ascii": "X-\xff: \xff",
    "an odd accept": "Accept: " + "*/*;q=0.1," * 500,
    "an origin": "Origin: http://evil.example\r\nSec-Fetch-Mode: cors",
    "an odd method": "X-HTTP-Method-Override: DELETE",
    "an odd address": "X-Original-URL: /-/threads\r\nX-Rewrite-URL: /-/threads",
    "an odd date": "If-Modified-Since: 99999999999999999999",
}


@pytest.mark.parametrize("name", HEADERS)
@pytest.mark.parametrize("path", [PAGE, "/static/smashup.css"])
def test_odd_headers(site: Server, name: str, path: str):
    with Watched(site) as watched:
        answer = site.get(path, "GET", "localhost", HEADERS[name])
    assert answer.status < 500, (answer.status, answer.text[:500])
    assert answer.seconds <= SOON
    assert "evil.example" not in answer.header("access-control-allow-origin")
    assert "set-cookie" not in {key.lower() for key, _ in answer.headers}
    assert watched.memory <= MEMORY
    assert_served(site)


LINES = {
    "HTTP/1.0 without a host": b"GET /smashup/terms.json?_size=1 HTTP/1.0\r\n\r\n",
    "HTTP/0.9": b"GET /\r\n\r\n",
    "HTTP/9.9": b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "HTTP/2 at once": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 500,
    "nothing": b"\r\n" * 1000 + b"\r\n\r\n",
    "noise": bytes(range(256)) * 40,
    "a line without an end": b"GET /" + b"x" * 500_000,
    "a huge target": b"GET /?" + b"x" * 500_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "an asterisk": b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a target without a slash": b"GET smashup HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a target with a mark": b"GET /smashup#x HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a target not in ascii": b"GET /smashup/\xff\xfe?a=\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a target with an address": b"GET http://localhost/smashup HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a tunnel": b"CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a proxy's protocol": b"PROXY TCP4 1.2.3.4 1.2.3.4 1 2\r\n"
    b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "line feeds alone": b"GET / HTTP/1.1\nHost: localhost\n\n",
}


@pytest.mark.parametrize("name", LINES)
def test_odd_lines(site: Server, name: str):
    with connect(site.port) as sock:
        with suppress(OSError):
            sock.sendall(LINES[name])
        sock.settimeout(1)
        came = b""
        with suppress(OSError):
            came = sock.recv(100_000)
    assert b" 500 " not in came.split(b"\r\n")[0]
    assert b"Traceback" not in came
    assert_served(site)


def test_a_visitor_of_http_1_0(site: Server):
    """Health checks of old balancers do so: no host is nobody else's."""
    answer = ask(site.port, LINES["HTTP/1.0 without a host"])
    assert answer.status in (200, 400, 421)


def test_a_hundred_at_a_time(site: Server):
    sent = request("/smashup/cards.json?_size=1")
    for answer in withstands(site, [sent] * 100):
        assert answer.status in (200, 503)
