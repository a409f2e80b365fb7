"""The syntax inside an action: brackets and quoted texts.

A list is written `[one | another]`, a nested form `(...)`, and a text as in JSON. Separators inside
brackets or quotes belong to what they enclose. The input is untrusted: a line of any length and
depth is parsed in one pass, without recursion.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|["()\[\];|]', re.DOTALL)
_CLOSING = {"(": ")", "[": "]"}


def parts(text: str, mark: str) -> list[str] | None:
    """Split a text at a separator (`;` or `|`) and strip the parts; None if brackets or quotes do
    not match."""
    split, begin, closing = list[str](), 0, list[str]()
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in _CLOSING:
            closing.append(_CLOSING[sign])
        elif sign in (")", "]"):
            if not closing or closing.pop() != sign:
                return None
        elif sign == '"':  # unclosed
            return None
        elif sign == mark and not closing:
            split.append(text[begin : token.start()].strip())
            begin = token.end()
    return None if closing else [*split, text[begin:].strip()]


def inside(text: str, brackets: str) -> str | None:
    """Return the text inside a pair of brackets, `()` or `[]`; None if the text is not enclosed in
    them."""
    if len(text) < 2 or text[0] != brackets[0] or text[-1] != brackets[1]:
        return None
    return text[1:-1].strip()


def first_word(action: str) -> str:
    """Return the first word of an action; of a list or text without a verb, its opening
    character."""
    return action[0] if action[:1] in ("[", '"') else action.partition(" ")[0]
