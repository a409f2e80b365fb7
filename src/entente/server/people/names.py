"""Validate the names that people choose."""

from __future__ import annotations

import re
import unicodedata

from entente.server.forbidden_words import check_words
from entente.server.problem import Problem

LONGEST_NAME = 40

# Printable characters that show nothing: joiners, fillers, selectors.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d159\U0001d173-\U0001d17a\U000e0100-\U000e01ef]"
)


def clean_name(name: str) -> str:
    """Return a name with normalized spaces and characters. Raise Problem if it is invalid
    or has a forbidden word.
    """
    unseen = _UNSEEN.search(name)
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Problem(422, "account.name", most=LONGEST_NAME)
    if unseen or _UNSEEN.search(name):
        raise Problem(422, "account.name_unseen")
    if len(_scripts(name)) > 1:
        raise Problem(422, "account.name_mixed")
    return check_words(name)


def _scripts(name: str) -> set[str]:
    """Return the scripts of a name, among those with similar letters."""
    known = ("LATIN", "CYRILLIC", "GREEK")
    kinds = (unicodedata.name(each, "").partition(" ")[0] for each in name if each.isalpha())
    return {kind for kind in kinds if kind in known}
