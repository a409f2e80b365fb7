"""Free text written by a player."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from string import ascii_lowercase

import msgspec

from entente.kernel.menu.counting import COUNTLESS
from entente.kernel.menu.indexing import Indexed
from entente.kernel.menu.validation import wrong_bounds

# Characters that would break a line or a file: control characters except the newline, line and
# paragraph separators, and surrogates, which cannot be encoded.
_REFUSED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_CHARACTERS = 0x110000 - (0x20 - 1) - (0xA0 - 0x7F) - 2 - 0x800
_WORDS = ("we", "agree", "to", "keep", "the", "peace", "and", "ask", "for", "your", "word", "by")


class Text(Indexed, msgspec.Struct, frozen=True, tag="text"):
    """A text of limited length: `say "…"`, quoted as in JSON; without a verb only `"…"`.

    A newline is written `\\n`. Other control characters are refused.
    """

    verb: str
    least: int
    most: int

    def __post_init__(self) -> None:
        if not 0 <= self.least <= self.most:
            raise wrong_bounds(self, self.least, self.most)

    def canonical(self, action: str) -> str | None:
        """Return the one spelling of an action; None if it is not on the menu."""
        text = self.read(action)
        if text is None or not self.least <= len(text) <= self.most or is_refused(text):
            return None
        return self.write(text)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, str) and self.canonical(action) is not None

    def size(self) -> int:
        """Return the number of actions."""
        count = 0
        for length in range(max(self.least, 0), self.most + 1):
            count += _CHARACTERS**length
            if count >= COUNTLESS:
                return COUNTLESS
        return count

    def sample(self, rng: Random) -> str:
        """Return a few plain words."""
        words = [rng.choice(_WORDS) for _ in range(rng.randint(1, 5))]
        while len(" ".join(words)) < self.least:
            words.append(rng.choice(_WORDS))
        text = " ".join(words)[: self.most]
        return self.write(text[:-1] + "s" if text.endswith(" ") else text)

    def __iter__(self) -> Iterator[str]:
        for length in range(max(self.least, 0), self.most + 1):
            yield from map(self.write, _texts(length))

    def read(self, action: str) -> str | None:
        """Return the text of an action, of any length; None if it is not written as one."""
        verb, space, quoted = action.partition(" ") if self.verb else ("", " ", action)
        quoted = quoted.strip()
        if verb != self.verb or not space or not quoted.startswith('"'):
            return None
        try:
            text: str = json.loads(quoted)
        except ValueError:
            return None
        return text

    def write(self, text: str) -> str:
        """Return the action with this text."""
        quoted = json.dumps(text, ensure_ascii=False)
        return f"{self.verb} {quoted}" if self.verb else quoted

    def examples(self) -> tuple[str, ...]:
        """Return a few actions in plain words."""
        rng = Random(1914)
        return tuple(dict.fromkeys(self.sample(rng) for _ in range(8)))


def is_refused(text: str) -> bool:
    """Return whether a text contains a forbidden character."""
    return _REFUSED.search(text) is not None


def _texts(length: int) -> Iterator[str]:
    """Yield all texts of a length, lower-case ones first."""
    characters, places = _characters(), [0] * length
    while True:
        yield "".join([characters[place] for place in places])
        turned = length - 1
        while turned >= 0 and places[turned] == len(characters) - 1:
            places[turned] = 0
            turned -= 1
        if turned < 0:
            return
        places[turned] += 1


@cache
def _characters() -> str:
    """Return all characters allowed in a text."""
    return "".join(
        dict.fromkeys(ascii_lowercase + _REFUSED.sub("", "".join(map(chr, range(0x110000)))))
    )
