"""The tools of a seat, which an agent can call, each with its schema and its texts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from entente.agents.paging import PAGE, paged
from entente.agents.schema import InvalidAction, Schema, action_schema, action_text
from entente.agents.seat_client import Refused, SeatClient, SeatSnapshot
from entente.agents.seat_text import SeatText
from entente.agents.words import words_in
from entente.kernel import Decision, Message, UserError
from entente.kernel.menu import Pick
from entente.wire.prompts import Prompt

LINES = 15  # of the log, shown with the position
MOST_LINES = 500
LETTERS = 20
NEWS = 60  # log entries after an action
LONGEST = 1200  # characters of a refusal
MOST_SCHEMA = 12_000  # characters of the schema of actions; some clients refuse larger ones
LONGEST_WAIT = 50  # seconds: those who ask by a protocol have patience for about a minute

Arguments = Mapping[str, Any]


class Answer(NamedTuple):
    """The answer of a tool: text, the same as data, and whether it is a refusal."""

    text: str
    data: dict[str, Any] = {}
    refused: bool = False


class Tool(NamedTuple):
    """A tool: its arguments as a JSON schema, and whether it changes the game."""

    name: str
    title: str
    description: str
    schema: Schema
    changes: bool
    call: Callable[[Arguments], Answer]

    @property
    def fields(self) -> Schema:
        """The arguments by name."""
        properties: Schema = self.schema["properties"]
        return properties


class Tools:
    """All tools of a seat."""

    def __init__(self, client: SeatClient) -> None:
        self.client = client
        self.seat_text = SeatText(client.game, client.seat, client.language)
        self.words = words_in(client.language)
        self._read = 0  # log entries the agent has read
        self.all: dict[str, Tool] = {tool.name: tool for tool in self._all_tools()}

    def call(self, name: str, arguments: Arguments) -> Answer:
        """Call a tool. An error or a refusal is an answer too: a sentence."""
        tool = self.all.get(name)
        if tool is None:
            return self._refused(self.words("refused.tool", name=name, known=list(self.all)))
        wrong = self._argument_error(tool, arguments)
        if wrong:
            return self._refused(wrong)
        try:
            answer = tool.call(arguments)
            return self._page(answer, arguments.get("page")) if "page" in tool.fields else answer
        except Refused as error:
            return self._refused(self.seat_text.refusal(error.text, error.section))
        except InvalidAction as error:
            return self._refused(self._invalid_action(error))
        except UserError as error:
            return self._refused(error.text(self.client.language))

    def _page(self, answer: Answer, wanted: int | None) -> Answer:
        """Return a page of an answer, with its share of the actions in the data."""
        pages = paged(answer.text)
        count, number = len(pages), 1 if wanted is None else wanted
        if not 1 <= number <= count:
            return self._refused(self.words("refused.page", count=count))
        if count == 1 or answer.refused:
            return answer
        note = self.words("reply.page", page=number, count=count)
        data = answer.data
        if data:
            data = {**data, "page": number, "pages": count}
            data["decisions"] = _share(data["decisions"], number - 1, count)
        return Answer(f"{pages[number - 1].rstrip()}\n\n{note}", data)

    def _refused(self, text: str) -> Answer:
        """Refuse with a sentence, shortened if it repeats a long input."""
        if len(text) > LONGEST:
            text = f"{text[: LONGEST // 2]} … {text[-LONGEST // 2 :]}"
        return Answer(text, refused=True)

    # -- arguments

    def _argument_error(self, tool: Tool, arguments: Arguments) -> str:
        """Return the error in the arguments of a call, in a sentence."""
        fields = tool.fields
        for name in arguments:
            if name not in fields:
                known = list(fields)
                if not known:
                    return self.words("refused.no_arguments", tool=tool.name)
                return self.words("refused.argument", tool=tool.name, name=name, known=known)
        for name in tool.schema.get("required", ()):
            if arguments.get(name) is None:
                return self.words("refused.missing", tool=tool.name, name=name)
        for name, value in arguments.items():
            kind = fields[name].get("type")
            if value is not None and kind is not None and not _is_a(value, kind):
                return self.words("refused.type", tool=tool.name, name=name, kind=kind)
        return ""

    def _invalid_action(self, error: InvalidAction) -> str:
        key = f"miswritten.{error.wanted}"
        message = Message(key, {"names": error.names})
        if not error.place:
            return self.words.catalog.line(message)
        text = self.words.catalog.say(message)
        return self.words("refused.at", place=error.place, said=text)

    def _written(self, value: object, window: int | None) -> str:
        """Return the text of an action, as its decision expects it."""
        if isinstance(value, str):
            return action_text(None, value)
        question = self.client.snapshot().question(window)
        return action_text(question[0].menu if question else None, value)

    # -- looking

    def _position(self, arguments: Arguments) -> Answer:
        snapshot = self._snapshot()
        if arguments.get("thing"):
            return Answer(self.seat_text.thing(snapshot, arguments["thing"]), self._data(snapshot))
        text = self.seat_text.position(snapshot, LINES)
        if len(text) > PAGE:  # on the first page: what to decide
            text = self.seat_text.position(snapshot, LINES, decisions_first=True)
        return Answer(text, self._data(snapshot))

    def _choices(self, arguments: Arguments) -> Answer:
        snapshot = self._snapshot()
        window, word = arguments.get("decision"), arguments.get("word") or ""
        text = self.seat_text.questions(snapshot, window, word)
        return Answer(text, self._data(snapshot, with_actions=True))

    def _log(self, arguments: Arguments) -> Answer:
        last = min(max(arguments.get("last") or LINES, 1), MOST_LINES)
        return Answer(self.seat_text.log(self._snapshot(), last) or self.words("reply.no_log"))

    def _about(self, arguments: Arguments) -> Answer:
        options = self.client.options_for(arguments["thing"], arguments.get("decision"))
        return Answer(self.seat_text.options(arguments["thing"], options))

    def _why(self, arguments: Arguments) -> Answer:
        window = arguments.get("decision")
        if arguments.get("things"):
            allowed = self.client.preview("", arguments["things"], window)
        elif arguments.get("action") is not None:
            allowed = self.client.preview(self._written(arguments["action"], window), (), window)
        else:
            return self._refused(self.words("refused.what"))
        return Answer(self.seat_text.preview(allowed))

    def _form(self, arguments: Arguments) -> Answer:
        snapshot = self._snapshot()
        question = snapshot.question(arguments.get("decision"))
        if question is None:
            return self._refused(self.seat_text.standing(snapshot))
        return Answer(self.seat_text.form(question[0], arguments.get("verb") or ""))

    def _rule(self, arguments: Arguments) -> Answer:
        return Answer(self.seat_text.rule(arguments.get("wanted") or ""))

    def _treaties(self, arguments: Arguments) -> Answer:
        return Answer(self.seat_text.treaties(self._snapshot()))

    # -- acting

    def _decide(self, arguments: Arguments) -> Answer:
        window = arguments.get("decision")
        before = self._read
        self.client.act(self._written(arguments["action"], window), window)
        return self._news_since(before, self.words("reply.done"))

    def _undo(self, arguments: Arguments) -> Answer:
        self.client.undo()
        snapshot = self._snapshot()
        return Answer(f"{self.words('reply.undone')}\n\n{self.seat_text.standing(snapshot)}")

    def _wait(self, arguments: Arguments) -> Answer:
        seconds = arguments.get("seconds")
        patience = LONGEST_WAIT if seconds is None else seconds
        before = self._read
        self.client.wait(min(max(patience, 0), LONGEST_WAIT))
        return self._news_since(before)

    def _news_since(self, before: int, head: str = "") -> Answer:
        """Return what is new to the agent: log entries, messages and open decisions."""
        snapshot = self._snapshot()
        start = min(before, len(snapshot.log))
        news = self.seat_text.log(snapshot, NEWS, start)
        left_out = len(snapshot.log) - start - NEWS
        if left_out > 0:
            news = f"{self.words('reply.earlier', count=left_out)}\n{news}"
        unread = self.client.unread()
        letters = self.words("reply.unread", count=unread) if unread else ""
        parts = filter(None, [head, news, letters, self.seat_text.standing(snapshot)])
        return Answer("\n\n".join(parts), self._data(snapshot))

    # -- letters

    def _letters(self, arguments: Arguments) -> Answer:
        last = max(arguments.get("last") or LETTERS, 1)
        return Answer(self.seat_text.messages(self.client.messages(), last))

    def _write(self, arguments: Arguments) -> Answer:
        to = arguments.get("to") or []
        for seat in to:
            if seat not in self.client.seats:
                known = list(self.client.seats)
                return self._refused(self.words("refused.seat", name=str(seat), known=known))
        self.client.send_message(to, arguments["text"])
        return Answer(self.words("reply.written"))

    # -- the same as data

    def _snapshot(self) -> SeatSnapshot:
        snapshot = self.client.snapshot()
        self._read = len(snapshot.log)
        return snapshot

    def _data(self, snapshot: SeatSnapshot, *, with_actions: bool = False) -> dict[str, Any]:
        decisions = []
        for decision, prompt in zip(snapshot.view.decisions, snapshot.prompts, strict=True):
            data: dict[str, Any] = {
                "decision": decision.window,
                "must": decision.must,
                "prompt": prompt.text,
                "section": decision.section,
            }
            if with_actions:
                data |= _answers(decision, prompt)
            decisions.append(data)
        to_move = list(snapshot.view.to_move)
        return {"status": snapshot.status, "to_move": to_move, "decisions": decisions}

    # -- what there is

    def _all_tools(self) -> list[Tool]:
        decision = {"type": "integer"}
        text, texts = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
        action, names = action_schema(self.client.game)
        if len(json.dumps([action, names])) > MOST_SCHEMA:
            action, names = {"anyOf": [{"type": "string"}, texts, {"type": "object"}]}, {}
        number: Schema = {"type": "integer", "minimum": 1}
        page = {"page": number}
        tools = [
            self._tool("position", self._position, {"thing": text, **page}),
            self._tool("choices", self._choices, {"decision": decision, "word": text, **page}),
            self._tool(
                "about", self._about, {"thing": text, "decision": decision, **page}, ("thing",)
            ),
            self._tool("why", self._why, {"action": {}, "things": texts, "decision": decision}),
            self._tool("form", self._form, {"decision": decision, "verb": text, **page}),
            self._tool("rule", self._rule, {"wanted": text, **page}),
            self._tool("log", self._log, {"last": number, **page}),
            self._tool(
                "decide",
                self._decide,
                {"action": action, "decision": decision},
                ("action",),
                names,
                changes=True,
            ),
            self._tool("undo", self._undo, {}, changes=True),
            self._tool("letters", self._letters, {"last": number, **page}),
        ]
        if "treaties" in getattr(self.client.game.presentation.recap_type, "__struct_fields__", ()):
            tools.append(self._tool("treaties", self._treaties, page))
        if self.client.is_shared:
            seats: Schema = {"type": "array", "items": {"enum": list(self.client.seats)}}
            letter: dict[str, Schema] = {"to": seats, "text": text}
            tools.append(self._tool("write", self._write, letter, ("text",), changes=True))
            tools.append(self._tool("wait", self._wait, {"seconds": {"type": "number"}}))
        return tools

    def _tool(
        self,
        name: str,
        call: Callable[[Arguments], Answer],
        arguments: dict[str, Schema],
        required: tuple[str, ...] = (),
        definitions: Schema | None = None,
        *,
        changes: bool = False,
    ) -> Tool:
        properties = {
            each: {**schema, "description": self._argument(name, each)}
            for each, schema in arguments.items()
        }
        schema: Schema = {
            "type": "object",
            "properties": properties,
            "required": list(required),
            "additionalProperties": False,
        }
        if definitions:
            schema["$defs"] = definitions
        title = self.words.catalog.get(f"tool.{name}.title")
        description = self.words.catalog.get(f"tool.{name}.description").strip()
        return Tool(name, title, description, schema, changes, call)

    def _argument(self, tool: str, name: str) -> str:
        """Return what an argument is; a page is the same everywhere."""
        return self.words.catalog.get(f"argument.{'any' if name == 'page' else tool}.{name}")


def _share(decisions: list[dict[str, Any]], page: int, pages: int) -> list[dict[str, Any]]:
    """Return decisions with the choices of one page: each page has an equal share of them all."""
    total = sum(len(each.get("choices", ())) for each in decisions)
    start, end = (total * number // pages for number in (page, page + 1))
    shared, before = [], 0
    for each in decisions:
        choices = each.get("choices")
        if choices is not None:
            part = choices[max(0, start - before) : max(0, end - before)]
            before += len(choices)
            each = {**each, "choices": part}
        shared.append(each)
    return shared


def _answers(decision: Decision, prompt: Prompt) -> dict[str, Any]:
    """Return the answers to a decision. Picks and forms are not whole answers; the example is a
    legal one."""
    menu = decision.menu
    whole = () if isinstance(menu, Pick) else prompt.choices
    return {
        "choices": [{"action": each.action, "label": each.label} for each in whole],
        "items": menu.items if isinstance(menu, Pick) else {},
        "slots": {slot: [each.action for each in parts] for slot, parts in prompt.slots.items()},
        "example": next(iter(menu)),
    }


_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "array": (list, tuple),
}


def _is_a(value: object, kind: str) -> bool:
    """Return whether a value has a type that a schema names; a boolean is not a number, and lists
    contain strings."""
    if isinstance(value, (list, tuple)) and not all(isinstance(each, str) for each in value):
        return False
    return isinstance(value, _KINDS[kind]) and not isinstance(value, bool)
