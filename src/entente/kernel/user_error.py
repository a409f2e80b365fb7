"""Errors in what a person provided, reported in their language."""

from __future__ import annotations

from collections.abc import Callable

from entente.kernel.message import Message
from entente.kernel.text import catalog_of

KERNEL = "entente.kernel"

# A sentence, given a language.
LocalizedText = Callable[[str], str]


class UserError(ValueError):
    """An error in what a person provided. Its text is an English sentence.

    Attributes:
        message: The sentence as a message, for other languages.
        package: The package whose catalogue has it.
        because: The cause, given a language; it fills the gap `{because}` of the text.
    """

    def __init__(
        self, message: Message, package: str = KERNEL, because: LocalizedText | None = None
    ) -> None:
        # Without super(): `args` keeps the constructor arguments, so the error can be pickled.
        self.message = message
        self.package = package
        self.because = because

    def why(self, language: str) -> str:
        """Return the sentence."""
        message = self.message
        if self.because is not None:
            message = Message(message.key, {**message.args, "because": self.because(language)})
        return catalog_of(self.package, language).say(message)

    def text(self, language: str) -> str:
        """Return the sentence, after the place of the error if it has one."""
        return self.why(language)

    def __str__(self) -> str:
        return self.text("en")
