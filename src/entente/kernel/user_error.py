"""Mistakes: what a person gave that cannot be used, told in that person's language."""

from __future__ import annotations

from collections.abc import Callable

from entente.kernel.message import Message
from entente.kernel.text import catalog_of

KERNEL = "entente.kernel"

# From a language to a sentence in it.
Said = Callable[[str], str]


class UserError(ValueError):
    """What was wrong, as a message; `package` is whose texts have its key.

    `because` says what led to it, and fills the gap `{because}` of the text.
    """

    def __init__(
        self, message: Message, package: str = KERNEL, because: Said | None = None
    ) -> None:
        # Without super(): `args` keeps what the mistake was made from, and it can be pickled.
        self.message = message
        self.package = package
        self.because = because

    def why(self, language: str) -> str:
        """The sentence."""
        message = self.message
        if self.because is not None:
            message = Message(message.key, {**message.args, "because": self.because(language)})
        return catalog_of(self.package, language).say(message)

    def said(self, language: str) -> str:
        """The sentence, and before it the place where the mistake is, if it has one."""
        return self.why(language)

    def __str__(self) -> str:
        return self.said("en")
