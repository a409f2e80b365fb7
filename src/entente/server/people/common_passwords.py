"""Passwords that attackers try first: common words, keyboard rows, dates.

The list is short and ships with the server, since passwords are sent to no other service. Common
decorations (digits at the end, an exclamation mark, 4 for a) are removed before the lookup.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_LEET = str.maketrans("013457@$!|", "oieastasii")
_ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "azertyuiop",
    "qsdfghjklm",
    "wxcvbn",
    "qwertzuiop",
    "yxcvbnm",
    "1qaz2wsx3edc4rfv5tgb",
    "1q2w3e4r5t6y7u8i9o0p",
    "1a2z3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
    "147258369",
)
_SHORTEST_RUN = 3
_SHORTEST_CORE = 4
_LETTERLESS = 12  # minimum characters of a password without letters
_DATE = re.compile(r"(19|20)\d\d[01]\d[0-3]\d|[0-3]\d[01]\d(19|20)\d\d")


@cache
def _words() -> frozenset[str]:
    folder = files("entente.server.people")
    return frozenset((folder / "common_passwords.txt").read_text(encoding="utf-8").split())


def is_common(password: str, name: str = "") -> bool:
    """Return whether a password is among the first an attacker would try for this name."""
    return weakness(password, name) is not None


def weakness(password: str, name: str = "") -> str | None:
    """Return why a password is easy to guess, as a problem's key; None if it is not."""
    plain = "".join(password.casefold().split())
    own = "".join(name.casefold().split())
    if not re.search(r"[^\W\d_]", plain) and len(plain) < _LETTERLESS:
        return "account.no_letters"
    cores = _cores(plain)
    if own in cores:
        return "account.is_name"
    if any(core in _words() for core in cores):
        return "account.common"
    return "account.pattern" if any(map(_is_pattern, cores)) else None


def _cores(password: str) -> set[str]:
    """Return a password without its decorations."""
    bare = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", password)
    undone = password.translate(_LEET)
    cores = (
        password,
        bare,
        undone,
        re.sub(r"[\W\d_]+$", "", password).translate(_LEET),
        re.sub(r"^[\W_]+|[\W_]+$", "", password),
    )
    return {core for core in cores if len(core) >= _SHORTEST_CORE}


def _is_pattern(core: str) -> bool:
    """Return whether it is a repeated part, a keyboard row or a date."""
    if len(set(core)) <= 2 or _DATE.fullmatch(core):
        return True
    if any(core == (core[:n] * len(core))[: len(core)] for n in range(1, len(core) // 2 + 1)):
        return True
    return _is_of_rows(core)


def _is_of_rows(core: str) -> bool:
    """Return whether it consists of runs along the keyboard rows, in either direction."""
    place = 0
    while place < len(core):
        run = max(
            (
                length
                for length in range(_SHORTEST_RUN, len(core) - place + 1)
                if any(core[place : place + length] in row for row in _both_ways())
            ),
            default=0,
        )
        if not run:
            return False
        place += run
    return True


@cache
def _both_ways() -> tuple[str, ...]:
    return (*_ROWS, *(row[::-1] for row in _ROWS))
