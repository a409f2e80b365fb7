"""In which language the command speaks, and its words in that language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.cli.user_error import user_error
from entente.kernel import LANGUAGES, Message
from entente.kernel.message import Argument
from entente.kernel.text import catalog_of


class Words:
    """The command's own words in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.catalog = catalog_of("entente.cli", language)

    def __call__(self, key: str, **args: Argument) -> str:
        """Return a sentence."""
        return self.catalog.say(Message(key, args))

    def __contains__(self, key: str) -> bool:
        return key in self.catalog


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language to speak: `--lang`, else ENTENTE_LANG, else that of the system, else
    English.

    It is looked for before the arguments are read properly, since their help depends on it.
    """
    language = chosen_language(arguments)
    if language:
        return language
    wish = environment.get("ENTENTE_LANG", "")
    if wish:
        return _language(wish)
    system = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "fr" if system.lower().startswith("fr") else "en"


def chosen_language(arguments: Sequence[str]) -> str:
    """Return the language that `--lang` names; empty where it names none."""
    value = _argument(arguments)
    return value if value in LANGUAGES else ""


def check_language(value: str) -> str:
    """Return a language that a person named."""
    if value not in LANGUAGES:
        raise user_error("mistake.language", name=value, known=list(LANGUAGES))
    return value


def _argument(arguments: Sequence[str]) -> str:
    for index, argument in enumerate(arguments):
        if argument == "--lang" and index + 1 < len(arguments):
            return arguments[index + 1]
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
    return ""


def _language(wish: str) -> str:
    """`fr`, and also `fr_FR.UTF-8`, is French."""
    language = wish[:2].lower()
    return language if language in LANGUAGES else "en"
