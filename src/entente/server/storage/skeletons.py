"""What a name looks like (Unicode confusables, UTS 39).

Names that may be confused have the same skeleton, by which they are found; `are_alike` decides
whether two really look alike.
"""

from __future__ import annotations

import re
import unicodedata

# Lowercase letters of other scripts that look Latin, and Latin letters and signs that look alike.
_FOREIGN = str.maketrans(
    "авеёкмнорстухіїјѕԁԛԝһӏєґ" + "αβγεηικνορτυχωϲϳ",
    "abeekmhopctyxiijsdqwhieg" + "abyenikvoptuxwcj",
)
_ALIKE = _FOREIGN | str.maketrans("l1|0ıɑɡʟ", "iiioiagi")
# Two letters that look like one; l has become i before.
_PAIRS = {"rn": "m", "vv": "w", "ci": "d"}
_PAIR = re.compile("|".join(_PAIRS))
# The same in lowercase as written; l stands for everything drawn like it.
_DRAWN = _FOREIGN | dict.fromkeys(map(ord, "I1|ІӀӏ"), "l")
_WRITTEN_PAIRS = {"rn": "m", "vv": "w", "Vv": "w", "VV": "w", "cl": "d"}
_WRITTEN_PAIR = re.compile("|".join(_WRITTEN_PAIRS))
LONGEST_SKELETON = 120


def folded(name: str) -> str:
    """Return a name in the form in which registered ones are compared."""
    return " ".join(name.split()).casefold()


def in_latin(text: str) -> str:
    """Return a lowercase text with the letters of other scripts that look Latin as Latin ones."""
    return text.translate(_FOREIGN)


def skeleton(name: str) -> str:
    return _PAIR.sub(lambda pair: _PAIRS[pair[0]], _letter_by_letter(name))[:LONGEST_SKELETON]


def are_alike(one: str, other: str) -> bool:
    """Return whether two names can be confused.

    Two likenesses do not add up: Lucia looks like LucIa and LucIa like Luda, but Lucia does not
    look like Luda.
    """
    return any(drawn(one) == drawn(other) for drawn in (_letter_by_letter, _with_pairs))


def _letter_by_letter(name: str) -> str:
    return folded(unicodedata.normalize("NFKC", name)).translate(_ALIKE)


def _with_pairs(name: str) -> str:
    """Replace pairs of letters drawn like one; ci is not d."""
    written = unicodedata.normalize("NFKC", name).translate(_DRAWN)
    paired = _WRITTEN_PAIR.sub(lambda pair: _WRITTEN_PAIRS[pair[0]], written)
    return folded(paired).translate(_ALIKE)
