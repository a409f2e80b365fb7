"""What a name looks like: two with the same skeleton are taken for each other."""

from __future__ import annotations

import re
import unicodedata

# Small letters and signs of other scripts that are read as Latin ones, and Latin ones that are read
# as each other.
_ALIKE = str.maketrans(
    "авеёкмнорстухіїјѕԁԛԝһӏєґ" + "αβγεηικνορτυχωϲϳ" + "l1|0ıɑɡʟ",
    "abeekmhopctyxiijsdqwhieg" + "abyenikvoptuxwcj" + "iiioiagi",
)
# Two letters that are read as one; l has become i before.
_PAIRS = {"rn": "m", "vv": "w", "ci": "d"}
_PAIR = re.compile("|".join(_PAIRS))
LONGEST_SKELETON = 120


def folded(name: str) -> str:
    """A name as registered ones are compared."""
    return " ".join(name.split()).casefold()


def skeleton(name: str) -> str:
    alike = folded(unicodedata.normalize("NFKC", name)).translate(_ALIKE)
    return _PAIR.sub(lambda pair: _PAIRS[pair[0]], alike)[:LONGEST_SKELETON]
