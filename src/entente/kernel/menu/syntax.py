"""The written form of what stands inside an action: brackets, and texts in quotes.

A list is written `[one | another]`, a form or a choice of forms that fills a field `(...)`, and a
text as in JSON. Marks inside brackets or quotes belong to what they enclose. What is read here was
typed by anybody: a line of any length and depth is read in one pass, without recursion.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|["()\[\];|]', re.DOTALL)
_CLOSING = {"(": ")", "[": "]"}


def parts(text: str, mark: str) -> list[str] | None:
    """What stands between the marks (`;` or `|`), stripped; None: brackets or quotes are wrong."""
    found, begin, closing = list[str](), 0, list[str]()
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in _CLOSING:
            closing.append(_CLOSING[sign])
        elif sign in (")", "]"):
            if not closing or closing.pop() != sign:
                return None
        elif sign == '"':  # one that is not closed
            return None
        elif sign == mark and not closing:
            found.append(text[begin : token.start()].strip())
            begin = token.end()
    return None if closing else [*found, text[begin:].strip()]


def inside(text: str, brackets: str) -> str | None:
    """What stands inside a pair of brackets, `()` or `[]`; None if the text is not so enclosed."""
    if len(text) < 2 or text[0] != brackets[0] or text[-1] != brackets[1]:
        return None
    return text[1:-1].strip()


def first_word(action: str) -> str:
    """The word with which an action begins; of a list or a text without a verb, its sign."""
    return action[0] if action[:1] in ("[", '"') else action.partition(" ")[0]
