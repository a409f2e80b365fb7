"""What a client can read of a seat without calling a tool, and prompts to start with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import unquote

from entente.agents.tools import MOST_LINES, Tools
from entente.agents.words import user_error
from entente.kernel.summary import cards

SCHEME = "entente://"
SECTION, CARD = "rules/{section}", "cards/{card}"
PROMPTS = ("play", "advise", "review")
STYLE = "style"  # the argument of the first prompt


class Resource(NamedTuple):
    """Something to read: its address or address template, and its texts."""

    uri: str
    name: str
    title: str
    description: str


class Prompt(NamedTuple):
    """A prompt: its name, its texts, and the names and descriptions of its arguments."""

    name: str
    title: str
    description: str
    arguments: Mapping[str, str]


class Reading:
    """The resources and prompts of a seat."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._words = tools.words

    @property
    def resources(self) -> list[Resource]:
        """What has an address of its own."""
        names = ["position", "choices", "log", "letters", "rules", "grammar"]
        names += ["treaties"] if "treaties" in self._tools.all else []
        return [self._resource(name, name) for name in names]

    @property
    def templates(self) -> list[Resource]:
        """What has an address with a gap: sections of the rules, and cards."""
        found = [self._resource(SECTION, "section")]
        if cards(self._tools.seat_text.catalog):
            found.append(self._resource(CARD, "card"))
        return found

    def _resource(self, path: str, name: str) -> Resource:
        title, description = (
            self._words.catalog.get(f"resource.{name}.{part}") for part in ("title", "description")
        )
        return Resource(SCHEME + path, name, title, description)

    def read(self, uri: str) -> str:
        """Return the text at an address; UserError if there is none."""
        name, _, wanted = uri.removeprefix(SCHEME).partition("/")
        if uri.startswith(SCHEME):
            if name in ("rules", "cards") and wanted:
                return self._tools.seat_text.rule(unquote(wanted))
            if not wanted and name in {each.name for each in self.resources}:
                return self._whole(name)
        known = [each.uri for each in (*self.resources, *self.templates)]
        raise user_error("refused.resource", name=uri, known=known)

    def _whole(self, name: str) -> str:
        seat_text, client = self._tools.seat_text, self._tools.client
        if name == "rules":
            return seat_text.all_rules()
        if name == "grammar":
            return seat_text.grammar()
        if name == "letters":
            return seat_text.messages(client.messages(), MOST_LINES)
        snapshot = client.snapshot()
        if name == "log":
            return seat_text.log(snapshot, len(snapshot.log)) or self._words("reply.no_log")
        if name == "treaties":
            return seat_text.treaties(snapshot)
        if name == "choices":
            return seat_text.questions(snapshot, None, "")
        return seat_text.position(snapshot, 0)

    @property
    def prompts(self) -> list[Prompt]:
        """The prompts."""
        return [self._prompt(name) for name in PROMPTS]

    def _prompt(self, name: str) -> Prompt:
        get = self._words.catalog.get
        arguments = {STYLE: get(f"prompt.{name}.{STYLE}")} if name == PROMPTS[0] else {}
        return Prompt(
            name, get(f"prompt.{name}.title"), get(f"prompt.{name}.description"), arguments
        )

    def prompt(self, name: str, arguments: Mapping[str, str]) -> str:
        """Return the text of a prompt; UserError for one that does not exist."""
        if name not in PROMPTS:
            raise user_error("refused.prompt", name=name, known=list(PROMPTS))
        for given in arguments:
            if given not in self._prompt(name).arguments:
                raise user_error("refused.prompt_argument", name=given, prompt=name)
        style = arguments.get(STYLE, "").strip()
        parts = [self._tools.seat_text.who(), self._words(f"prompt.{name}.text").strip()]
        parts += [self._words("prompt.play.in_style", style=style)] if style else []
        return "\n\n".join(parts)
