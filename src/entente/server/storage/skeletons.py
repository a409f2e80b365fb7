"""What a name looks like. Names that may be taken for each other have the same skeleton, by which
they are found; whether two of them really look alike is asked of `are_alike`."""

from __future__ import annotations

import re
import unicodedata

# Small letters of other scripts that are read as Latin ones, and Latin ones and signs that are read
# as each other.
_FOREIGN = str.maketrans(
    "авеёкмнорстухіїјѕԁԛԝһӏєґ" + "αβγεηικνορτυχωϲϳ",
    "abeekmhopctyxiijsdqwhieg" + "abyenikvoptuxwcj",
)
_ALIKE = _FOREIGN | str.maketrans("l1|0ıɑɡʟ", "iiioiagi")
# Two letters that are read as one; l has become i before.
_PAIRS = {"rn": "m", "vv": "w", "ci": "d"}
_PAIR = re.compile("|".join(_PAIRS))
# The same as they are written, in small letters; l is whatever is drawn like it.
_DRAWN = _FOREIGN | dict.fromkeys(map(ord, "I1|ІӀӏ"), "l")
_WRITTEN_PAIRS = {"rn": "m", "vv": "w", "Vv": "w", "VV": "w", "cl": "d"}
_WRITTEN_PAIR = re.compile("|".join(_WRITTEN_PAIRS))
LONGEST_SKELETON = 120


def folded(name: str) -> str:
    """A name as registered ones are compared."""
    return " ".join(name.split()).casefold()


def skeleton(name: str) -> str:
    return _PAIR.sub(lambda pair: _PAIRS[pair[0]], _letter_by_letter(name))[:LONGEST_SKELETON]


def are_alike(one: str, other: str) -> bool:
    """Whether a reader may take two names for each other. Two likenesses are not one: Lucia looks
    like LucIa and LucIa like Luda, but nobody takes Lucia for Luda."""
    return any(drawn(one) == drawn(other) for drawn in (_letter_by_letter, _with_pairs))


def _letter_by_letter(name: str) -> str:
    return folded(unicodedata.normalize("NFKC", name)).translate(_ALIKE)


def _with_pairs(name: str) -> str:
    """With two letters for one where they are drawn so: ci is no d."""
    written = unicodedata.normalize("NFKC", name).translate(_DRAWN)
    paired = _WRITTEN_PAIR.sub(lambda pair: _WRITTEN_PAIRS[pair[0]], written)
    return folded(paired).translate(_ALIKE)
