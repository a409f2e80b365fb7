"""Comments and struck-out text on a sheet.

`# ...` and `// ...` go to the end of their line, `/* ... */` and `<!-- ... -->` over any number of
lines. Orders are struck out by `~~`, `~`, `<s>`, `<del>`, `<strike>` and any tag that says
`line-through`. No pattern backtracks much.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

_BLOCK = re.compile(r"/\*|\*/|<!--|-->")
_CLOSING = {"/*": "*/", "<!--": "-->"}
# `#1` is a number and `http://` an address.
_TO_THE_END = re.compile(r"#(?!\d)|(?<![:\w])//+|(?<=\w)//+(?=\s)")
_HASH_FIRST = re.compile(r"[\s>]*#(?!\d)")
_TAGS = re.compile("(</?s>)")  # as `plain_strikes` writes them
_ANY_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)(?=[\s/>])([^<>]*)>", re.IGNORECASE)
_STRIKES = frozenset({"s", "del", "strike"})
_EMPTY_TAGS = frozenset({"br", "hr", "img", "input", "wbr"})  # have no end
_LINE_THROUGH = "line-through"
# What ends an element whose end tag may be left out, and what such an element may be nested in.
_BLOCKS = frozenset(
    {"blockquote", "body", "center", "dd", "div", "dl", "dt", "form", "h1", "h2", "h3", "h4"}
    | {"h5", "h6", "hr", "html", "li", "ol", "p", "pre", "table", "tbody", "td", "tfoot", "th"}
    | {"thead", "tr", "ul"}
)
_ROW_ENDS = frozenset(
    {"tr", "tbody", "tfoot", "thead", "/tr", "/tbody", "/tfoot", "/thead", "/table"}
)
_CELL_ENDS = _ROW_ENDS | {"td", "th", "/td", "/th"}
_ENDS = {
    "p": _BLOCKS | {f"/{name}" for name in _BLOCKS},
    "li": frozenset({"li", "/li", "/ol", "/ul"}),
    "td": _CELL_ENDS,
    "th": _CELL_ENDS,
    "tr": _ROW_ENDS,
}
_NESTING = frozenset({"ol", "table", "ul"})
_DOUBLE = re.compile("~{2,}")
_TILDES = re.compile("~+")
_SEPARATED = re.compile(r"([;,:|\t\n]+|[.!](?=\s)|\s(?:and|et|[&/+])(?=\s))", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9a-f]{1,5}|[a-z]{2,8}\d{0,2});", re.IGNORECASE)
_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_LAST_BREAK = re.compile(r"<br ?/?>[ \t]*$", re.IGNORECASE | re.MULTILINE)
_MAIL = re.compile(r"<(?:html|body|div|p|table|li)\b[^<>]*>", re.IGNORECASE)
_UNSHOWN = re.compile(r"<(?:(head|style|script|title)\b|!doctype)[^<>]*>", re.IGNORECASE)
_BLOCK_TAG = re.compile(
    r"</?(?:div|p|tr|li|ul|ol|table|h[1-6]|body|html|pre|blockquote)\b[^<>]*>", re.IGNORECASE
)
_OTHER_TAG = re.compile(r"</?(?!s>)[a-z][^<>]*>", re.IGNORECASE)
_LETTER = re.compile(r"[^\W_]")


class WrittenLine(NamedTuple):
    """A line of a sheet: its text, and its comments.

    After the last line of a sheet, `unclosed` is the number of the line on which an unclosed
    comment begins.
    """

    text: str
    comments: tuple[str, ...] = ()
    unclosed: int = 0


def lines_of(sheet: str) -> Iterator[WrittenLine]:
    """Yield the lines of a sheet without their comments."""
    inside = ""  # the end sign of the open comment
    opened = 0
    for number, line in enumerate(struck_out(without_html(sheet)).splitlines(), 1):
        text: list[str] = []
        comments: list[str] = []
        last = 0
        for sign in _BLOCK.finditer(line):
            if (inside and sign[0] != inside) or (not inside and sign[0] not in _CLOSING):
                continue
            (comments if inside else text).append(line[last : sign.start()])
            inside = "" if inside else _CLOSING[sign[0]]
            opened = number
            last = sign.end()
        (comments if inside else text).append(line[last:])
        joined = " ".join(text)
        end = _comment_at(joined)
        if end >= 0:
            comments.append(joined[end:])
            joined = joined[:end]
        yield WrittenLine(joined, tuple(each for each in comments if _LETTER.search(each)))
    if inside:
        yield WrittenLine("", unclosed=opened)


def _comment_at(line: str) -> int:
    """Return the start of a comment to the end of the line; a line that begins with `#` may be a
    heading and is left to the heading reader."""
    if _HASH_FIRST.match(line):
        return -1
    match = _TO_THE_END.search(line)
    return match.start() if match is not None else -1


# -- leftovers of mail programs


def without_html(text: str) -> str:
    """Replace HTML entities and tags such as `&rarr;` and `<br>`, keeping the lines; of a whole
    mail in HTML, every paragraph is a line."""
    if _MAIL.search(text):
        text = plain_strikes(_without_unshown(" ".join(text.split())))
        text = _OTHER_TAG.sub("", _BLOCK_TAG.sub("\n", _BREAK.sub("\n", text)))
    elif "<" in text:
        text = _BREAK.sub(";", _LAST_BREAK.sub("", text))
    return _ENTITY.sub(_sign, text) if "&" in text else text


def _without_unshown(text: str) -> str:
    """Leave out the head, styles and scripts of a page. An end tag that is missing is looked for
    once, which keeps the work linear."""
    shown: list[str] = []
    endless: set[str] = set()  # names without an end tag further on
    last = 0
    for tag in _UNSHOWN.finditer(text):
        if tag.start() < last:
            continue
        end = tag.end()
        name = (tag[1] or "").lower()
        if name in endless:
            continue
        if name:
            close = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(text, end)
            if close is None:
                endless.add(name)
                continue
            end = close.end()
        shown.append(text[last : tag.start()])
        last = end
    return "".join((*shown, text[last:]))


def _sign(entity: re.Match[str]) -> str:
    """Return the character of an entity; a line break becomes a space."""
    return " ".join(unescape(entity[0]).split()) or " "


# -- struck out


def plain_strikes(text: str) -> str:
    """Write `<s>` and `</s>` for every tag that strikes out: `<del cite="m">`, `<span
    style="text-decoration: line-through">`. Tags of paragraphs stay beside them.

    A paragraph, a list item or a cell of a table may lack its end tag: it ends at the next one, or
    with what it is in."""
    if "<" not in text:
        return text
    names: list[str] = []  # of the tags that strike out, with their namesakes inside them
    striking: list[bool] = []
    open_ended: list[int] = []  # those of `names` that may lack an end tag, and lists within them

    def pop() -> bool:
        names.pop()
        if open_ended and open_ended[-1] == len(names):
            open_ended.pop()
        return striking.pop()

    def plain(tag: re.Match[str]) -> str:
        name = tag[2].lower()
        rest = tag[0] if _BLOCK_TAG.fullmatch(tag[0]) else "\n" * tag[0].count("\n")
        if name in _STRIKES:
            return f"<{tag[1]}s>{rest}"
        ended = 0
        while open_ended and tag[1] + name in _ENDS.get(names[open_ended[-1]], ()):
            last = open_ended[-1]
            while len(names) > last:
                ended += pop()
        ends = "</s>" * ended
        if tag[1]:
            if names and names[-1] == name:
                ended += pop()
            return "</s>" * ended + (rest if ended else tag[0])
        strikes = _LINE_THROUGH in tag[3].lower() and name not in _EMPTY_TAGS
        nests = name in _NESTING and bool(open_ended)
        if strikes or nests or (names and names[-1] == name):
            if name in _ENDS or nests:
                open_ended.append(len(names))
            names.append(name)
            striking.append(strikes)
        return f"{ends}{rest}<s>" if strikes else f"{ends}{tag[0]}"

    return _ANY_TAG.sub(plain, text)


def struck_out(text: str) -> str:
    """Mark every struck-out part of a sheet, by tags or tildes, with its own tildes."""
    if "~" not in text and "<" not in text:
        return text
    text = plain_strikes(text)
    pieces: list[str] = []
    depth = 0
    for bit in _TAGS.split(text):
        if _TAGS.fullmatch(bit):
            depth = max(0, depth - 1) if bit.startswith("</") else depth + 1
        else:
            pieces.append(_each(bit) if depth else bit)
    whole = "".join(pieces)
    bits = _DOUBLE.split(whole)
    if depth == 0 and len(bits) % 2 and whole == text:
        # as many end signs as start signs: the text between them may span lines
        bits[1::2] = map(_each, bits[1::2])
        whole = "".join(bits)
    return "\n".join(map(_tildes, whole.split("\n")))


def _tildes(line: str) -> str:
    """Return a line with everything struck out between two signs, and after an unclosed one."""
    bits = _TILDES.split(line)
    if len(bits) < 2 or (bits[0] == "" and bits[-1] == "" and len(bits) == 2):
        return line
    for number in range(1, len(bits), 2):
        bits[number] = _each(bits[number])
    return "".join(bits)


def _each(text: str) -> str:
    """Strike out every part of a text; empty ones would join their signs to others."""
    parts = _SEPARATED.split(text)
    parts[::2] = [f"~~{each}~~" if each.strip() else each for each in parts[::2]]
    return "".join(parts)
