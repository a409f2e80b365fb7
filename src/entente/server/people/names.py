"""Validate the names that people choose."""

from __future__ import annotations

import re
import unicodedata

from entente.server.forbidden_words import check_words
from entente.server.problem import Problem
from entente.server.storage.skeletons import are_alike

LONGEST_NAME = 40

# Printable characters that show nothing: joiners, fillers, selectors.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d159\U0001d173-\U0001d17a\U000e0100-\U000e01ef]"
)
# What looks like other letters, or changes how a sign is drawn: accents that belong to no letter
# of an alphabet, scripts drawn like Latin capitals, small capitals, skin tones.
_IMITATES = re.compile(
    r"COMBINING |CHEROKEE |LISU |COPTIC |DESERET |EMOJI MODIFIER |.*LETTER SMALL CAPITAL "
)
# Who speaks for the server, and what the page writes instead of a name.
_RESERVED = (
    *("admin", "administrator", "administrateur", "administratrice", "administration"),
    *("moderator", "moderation", "moderateur", "moderatrice"),
    *("system", "systeme", "server", "serveur", "computer", "ordinateur"),
    *("deleted account", "deleted player", "compte supprime", "joueur supprime"),
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
    if len(_scripts(name)) > 1 or any(_IMITATES.match(unicodedata.name(c, "")) for c in name):
        raise Problem(422, "account.name_mixed")
    if _is_reserved(name):
        raise Problem(422, "account.name_reserved")
    return check_words(name)


def _is_reserved(name: str) -> bool:
    """Return whether a name, without accents, numbers and signs, looks like a reserved one."""
    plain = "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))
    words = " ".join(re.findall(r"[^\W\d_]+(?:[01|][^\W\d_]+)*", plain))
    return any(are_alike(each, known) for each in (plain, words) for known in _RESERVED)


def _scripts(name: str) -> set[str]:
    """Return the scripts of a name, among those with similar letters."""
    known = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN")
    kinds = (unicodedata.name(each, "").partition(" ")[0] for each in name if each.isalpha())
    return {kind for kind in kinds if kind in known}
