"""The texts of the agents package, in one language."""

from __future__ import annotations

from functools import lru_cache

from entente.kernel import Message, UserError
from entente.kernel.message import Argument
from entente.kernel.text import catalog_of

PACKAGE = "entente.agents"


class Words:
    """Texts for an agent and for its operator."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.catalog = catalog_of(PACKAGE, language)

    def __call__(self, key: str, **args: Argument) -> str:
        return self.catalog.say(Message(key, args))


@lru_cache(maxsize=4)
def words_in(language: str) -> Words:
    """Return the texts of a language, from a cache."""
    return Words(language)


def user_error(key: str, **args: Argument) -> UserError:
    """Return an error in the settings that an agent's operator gave."""
    return UserError(Message(key, args), PACKAGE)
