"""What a sheet sets apart from its orders: comments, and what is struck out.

`# ...` and `// ...` go to the end of their line, `/* ... */` and `<!-- ... -->` over any number of
lines. Orders are struck out by `~~`, `~`, `<s>`, `<del>` and `<strike>`. No pattern looks at a
letter more than a few times.
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
_TAGS = re.compile(r"(</?(?:s|del|strike)>)", re.IGNORECASE)
_DOUBLE = re.compile("~{2,}")
_TILDES = re.compile("~+")
_SEPARATED = re.compile(r"[;,:|\t\n]+|[.!](?=\s)|\s(?:and|et|[&/+])(?=\s)", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9a-f]{1,5}|[a-z]{2,8}\d{0,2});", re.IGNORECASE)
_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_LAST_BREAK = re.compile(r"<br ?/?>[ \t]*$", re.IGNORECASE | re.MULTILINE)
_LETTER = re.compile(r"[^\W_]")


class WrittenLine(NamedTuple):
    """A line of a sheet: what it says, and the comments on it.

    Behind the last line of a sheet, `unclosed` is the number of the line on which a comment begins
    that never ends.
    """

    text: str
    comments: tuple[str, ...] = ()
    unclosed: int = 0


def lines_of(sheet: str) -> Iterator[WrittenLine]:
    """The lines of a sheet without their comments."""
    inside = ""  # the sign that ends the comment which is open
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
        said = " ".join(text)
        end = _comment_at(said)
        if end >= 0:
            comments.append(said[end:])
            said = said[:end]
        yield WrittenLine(said, tuple(each for each in comments if _LETTER.search(each)))
    if inside:
        yield WrittenLine("", unclosed=opened)


def _comment_at(line: str) -> int:
    """Where a comment begins that goes to the end of the line; a line that begins with `#` may be
    a heading, and is left to whoever reads those."""
    if _HASH_FIRST.match(line):
        return -1
    found = _TO_THE_END.search(line)
    return found.start() if found is not None else -1


# -- what a mail program left


def without_html(text: str) -> str:
    """A sheet with the signs that HTML writes as names, `&rarr;` and `<br>`, on the same lines."""
    if "<" in text:
        text = _BREAK.sub(";", _LAST_BREAK.sub("", text))
    return _ENTITY.sub(_sign, text) if "&" in text else text


def _sign(entity: re.Match[str]) -> str:
    """The sign that is meant; what would end a line is a space."""
    return " ".join(unescape(entity[0]).split()) or " "


# -- struck out


def struck_out(text: str) -> str:
    """A sheet in which every part of what is struck out, by tags or tildes, has its own tildes."""
    if "~" not in text and "<" not in text:
        return text
    found: list[str] = []
    depth = 0
    for bit in _TAGS.split(text):
        if _TAGS.fullmatch(bit):
            depth = max(0, depth - 1) if bit.startswith("</") else depth + 1
        else:
            found.append(_each(bit) if depth else bit)
    whole = "".join(found)
    bits = _DOUBLE.split(whole)
    if depth == 0 and len(bits) % 2 and whole == text:
        # as many signs that end as that begin: what lies between them may be many lines
        bits[1::2] = map(_each, bits[1::2])
        whole = "".join(bits)
    return "\n".join(map(_tildes, whole.split("\n")))


def _tildes(line: str) -> str:
    """A line, with everything struck out between two signs, and behind one without an end."""
    bits = _TILDES.split(line)
    if len(bits) < 2 or (bits[0] == "" and bits[-1] == "" and len(bits) == 2):
        return line
    for number in range(1, len(bits), 2):
        bits[number] = _each(bits[number])
    return "".join(bits)


def _each(text: str) -> str:
    return _SEPARATED.sub(r"~~\g<0>~~", f"~~{text}~~") if text.strip() else text
