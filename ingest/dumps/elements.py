"""XML as a stream: expat's events → the few small elements that a reader asks for.

Bounded in memory: a reader's streamed elements are handed over when they end and not kept, texts
and tags have limits, and no entity is ever declared, let alone expanded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias
from xml.parsers import expat

from ingest.dumps.reading import FIELD_LIMIT, TEXT_LIMIT, Reading, one_title
from ingest.dumps.sniff import refuse_doctype

# Elements to read, by the element around them: None for one that holds text.
Tree: TypeAlias = "Mapping[str, Tree | None]"

BUFFER = 256 * 2**10  # bytes of text that expat's wrapper joins before handing them over
TOKEN_LIMIT = 4 * 2**20  # bytes of one tag or comment, which expat keeps whole
DEPTH_LIMIT = 200
NAMES_LIMIT = 200  # of unknown things told about, each once
LONG = frozenset({"text", "summary", "description"})  # elements that hold a page's text


class Element:
    """An element: attributes, text (None: too long), and the children asked for, in order."""

    __slots__ = ("attrs", "children", "text")

    def __init__(self, attrs: dict[str, str], children: dict[str, list[Element]]) -> None:
        self.attrs = attrs
        self.text: str | None = ""
        self.children = children

    def first(self, name: str) -> Element | None:
        found = self.children.get(name)
        return found[0] if found else None

    def get(self, name: str) -> str:
        """Text of the first child of that name; "" when there is none."""
        found = self.children.get(name)
        return (found[0].text or "") if found else ""


_NONE: dict[str, list[Element]] = {}  # the children of elements that hold text

Handler = Callable[[Element, Element], None]  # (the element that ended, the one around it)


class Damage(Exception):
    """The source can't be read beyond this point; the message says why."""


class ElementStream:
    """Reads the elements of `tree`, whose only key is the root's name, and skips the others.

    An element named in `handlers` is given to its handler when it ends, and not kept. Names in
    `ignored` are skipped in silence, others with a warning, once each.
    """

    def __init__(
        self,
        tree: Tree,
        handlers: Mapping[str, Handler],
        ignored: frozenset[str],
        reading: Reading,
    ) -> None:
        self.reading = reading
        self.root: Element | None = None
        self._handlers = handlers
        self._known = set(ignored)
        self._open: list[tuple[str, Element, Tree]] = []  # with the tree around each
        self._tree = tree  # what to read at this place
        self._prefix = ""
        self._skipped = 0  # depth inside a skipped element
        self._leaf: Element | None = None
        self._leaf_name = ""
        self._data: list[str] = []
        self._room = 0  # characters that the leaf may still take; below 0, it was too long
        self._inner: list[int] = []  # for each tag open inside the leaf, len(_data) after it
        self._unescaped = False  # the leaf holds markup
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.buffer_size = BUFFER
        self._parser.StartDoctypeDeclHandler = lambda *_: refuse_doctype(reading)
        self._parser.StartElementHandler = self._start_root
        self._parser.EndElementHandler = self._end
        self._parser.CommentHandler = self._comment

    def read(self, chunks: Iterable[bytes]) -> Iterator[None]:
        """Parse chunk by chunk, pausing after each so that what is whole can be handed on."""
        parser, fed = self._parser, 0
        try:
            for chunk in chunks:
                parser.Parse(chunk, False)
                fed += len(chunk)
                if fed - parser.CurrentByteIndex > TOKEN_LIMIT:
                    raise Damage("a tag or comment without end")
                yield
        except expat.ExpatError as error:
            problem = expat.ErrorString(error.code)
            self.reading.damaged(f"broken XML {self.where()} ({problem}); no more is read")
        except Damage as damage:
            self.reading.damaged(f"{damage} {self.where()}; no more is read")
        else:
            self._finish()
        yield

    def _finish(self) -> None:
        try:
            self._parser.Parse(b"", True)
        except expat.ExpatError:
            self.reading.damaged(f"cut short {self.where()}")

    def where(self) -> str:
        """Where the parser stands, for a warning: page (or feed) and line."""
        line = self._parser.CurrentLineNumber
        titles = [element.get("title") for _, element, _ in reversed(self._open)]
        title = next(filter(None, titles), None)
        return f'in "{one_title(title)}", line {line}' if title else f"at line {line}"

    # ------------------------------------------------------------ expat's events

    def _start_root(self, name: str, attrs: dict[str, str]) -> None:
        prefix, colon, _ = name.rpartition(":")
        self._prefix = prefix + colon
        self._parser.StartElementHandler = self._start
        self._start(name, attrs)
        self.root = self._open[0][1]

    def _start(self, name: str, attrs: dict[str, str]) -> None:
        if self._leaf is not None:
            self._start_inside(name, attrs)
            return
        if self._skipped:
            self._skipped += 1
            self._check_depth(self._skipped)
            return
        tree = self._tree
        if self._prefix:
            name = name.removeprefix(self._prefix)
        if name not in tree:
            self._skipped = 1
            self._notice_unknown(name)
            return
        subtree = tree[name]
        if subtree is None:
            self._leaf, self._leaf_name = Element(attrs, _NONE), name
            self._unescaped = False
            self._room = TEXT_LIMIT if name in LONG else FIELD_LIMIT
            self._parser.CharacterDataHandler = self._characters
            return
        element = Element(attrs, {})
        if self._open and name not in self._handlers:
            self._open[-1][1].children.setdefault(name, []).append(element)
        self._open.append((name, element, tree))
        self._tree = subtree

    def _end(self, name: str) -> None:
        if self._leaf is not None:
            if self._inner:
                self._end_inside(name)
            else:
                self._end_leaf(self._leaf)
        elif self._skipped:
            self._skipped -= 1
        else:
            name, element, self._tree = self._open.pop()
            if handler := self._handlers.get(name):
                handler(element, self._open[-1][1])

    def _characters(self, data: str) -> None:
        self._room -= len(data)
        if self._room >= 0:
            self._data.append(data)
        else:
            self._data.clear()

    def _end_leaf(self, leaf: Element) -> None:
        self._parser.CharacterDataHandler = None
        if self._data:
            leaf.text = "".join(self._data)
            self._data.clear()
        elif self._room < 0:
            leaf.text = None
            self.reading.warn(f"<{self._leaf_name}> is too long {self.where()}; left out")
        self._leaf = None
        siblings = self._open[-1][1].children
        if self._leaf_name in siblings:
            siblings[self._leaf_name].append(leaf)
        else:
            siblings[self._leaf_name] = [leaf]

    # ------------------------------------------------------------ markup that was not escaped

    def _start_inside(self, name: str, attrs: dict[str, str]) -> None:
        """Some exporters forget to escape: what looks like a tag in a text is text."""
        self._check_depth(len(self._inner))
        self._notice_unescaped()
        pairs = (f' {key}="{value.replace(chr(34), "&quot;")}"' for key, value in attrs.items())
        self._characters(f"<{name}{''.join(pairs)}>")
        self._inner.append(len(self._data))

    def _end_inside(self, name: str) -> None:
        after_start = self._inner.pop()
        if self._data and len(self._data) == after_start:
            self._data[-1] = f"{self._data[-1][:-1]} />"
        else:
            self._characters(f"</{name}>")

    def _comment(self, data: str) -> None:
        if self._leaf is not None:
            self._notice_unescaped()
            self._characters(f"<!--{data}-->")

    def _notice_unescaped(self) -> None:
        if not self._unescaped:
            self._unescaped = True
            where = self.where()
            self.reading.warn(f"<{self._leaf_name}> holds unescaped markup {where}; kept as text")

    # ------------------------------------------------------------ what is odd

    def _check_depth(self, inside: int) -> None:
        if inside > DEPTH_LIMIT:
            raise Damage(f"elements nested more than {DEPTH_LIMIT} deep")

    def _notice_unknown(self, name: str) -> None:
        if name not in self._known and len(self._known) < NAMES_LIMIT:
            self._known.add(name)
            self.reading.warn(f"unknown element <{name}> {self.where()}; left out")
