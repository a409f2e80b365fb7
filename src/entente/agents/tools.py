"""The tools of a seat: what an agent can ask for and do, each with its schema and its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

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
LONGEST = 1200  # characters of a refusal
LONGEST_WAIT = 50  # seconds: those who ask by a protocol have patience for about a minute

Arguments = Mapping[str, Any]


class Answer(NamedTuple):
    """What a tool has to say, the same as data, and whether it is a refusal."""

    text: str
    data: dict[str, Any] = {}
    refused: bool = False


class Tool(NamedTuple):
    """A tool: its arguments as a JSON schema, and whether it changes anything."""

    name: str
    title: str
    description: str
    schema: Schema
    changes: bool
    call: Callable[[Arguments], Answer]


class Tools:
    """All that an agent can do in a seat."""

    def __init__(self, client: SeatClient) -> None:
        self.client = client
        self.seat_text = SeatText(client.game, client.seat, client.language)
        self.words = words_in(client.language)
        self._read = 0  # log entries the agent has read
        self.all: dict[str, Tool] = {tool.name: tool for tool in self._all_tools()}

    def call(self, name: str, arguments: Arguments) -> Answer:
        """Use a tool. What is wrong, or not allowed, is an answer too: a sentence."""
        tool = self.all.get(name)
        if tool is None:
            return self._refused(self.words("refused.tool", name=name, known=list(self.all)))
        wrong = self._argument_error(tool, arguments)
        if wrong:
            return self._refused(wrong)
        try:
            return tool.call(arguments)
        except Refused as error:
            return self._refused(self.seat_text.refusal(error.text, error.section))
        except InvalidAction as error:
            return self._refused(self._invalid_action(error))
        except UserError as error:
            return self._refused(error.text(self.client.language))

    def _refused(self, text: str) -> Answer:
        """Return a sentence may repeat what was written, however long that was."""
        if len(text) > LONGEST:
            text = f"{text[: LONGEST // 2]} … {text[-LONGEST // 2 :]}"
        return Answer(text, refused=True)

    # -- arguments

    def _argument_error(self, tool: Tool, arguments: Arguments) -> str:
        """Return what is wrong with the arguments of a call, in a sentence."""
        fields = tool.schema["properties"]
        for name in arguments:
            if name not in fields:
                known = list(fields)
                if not known:
                    return self.words("refused.no_arguments", tool=tool.name)
                return self.words("refused.argument", tool=tool.name, name=name, known=known)
        for name in tool.schema.get("required", ()):
            if arguments.get(name) is None:
                return self.words("refused.missing", tool=tool.name, name=name)
        for name, given in arguments.items():
            kind = fields[name].get("type")
            if given is not None and kind is not None and not _is_a(given, kind):
                return self.words("refused.type", tool=tool.name, name=name, kind=kind)
        return ""

    def _invalid_action(self, error: InvalidAction) -> str:
        key = f"miswritten.{error.wanted}"
        message = Message(key, {"names": error.names})
        if not error.place:
            return self.words.catalog.line(message)
        said = self.words.catalog.say(message)
        return self.words("refused.at", place=error.place, said=said)

    def _written(self, given: object, window: int | None) -> str:
        """Return the line of an action, as the question wants it that it answers."""
        if isinstance(given, str):
            return action_text(None, given)
        found = self.client.snapshot().question(window)
        return action_text(found[0].menu if found else None, given)

    # -- looking

    def _position(self, given: Arguments) -> Answer:
        snapshot = self._snapshot()
        if given.get("thing"):
            return Answer(self.seat_text.thing(snapshot, given["thing"]), self._data(snapshot))
        return Answer(self.seat_text.position(snapshot, LINES), self._data(snapshot))

    def _choices(self, given: Arguments) -> Answer:
        snapshot = self._snapshot()
        said = self.seat_text.questions(snapshot, given.get("question"), given.get("word") or "")
        return Answer(said, self._data(snapshot, with_actions=True))

    def _log(self, given: Arguments) -> Answer:
        last = min(max(given.get("last") or LINES, 1), MOST_LINES)
        return Answer(self.seat_text.log(self._snapshot(), last) or self.words("told.no_log"))

    def _about(self, given: Arguments) -> Answer:
        found = self.client.options_for(given["thing"], given.get("question"))
        return Answer(self.seat_text.options(given["thing"], found))

    def _why(self, given: Arguments) -> Answer:
        window = given.get("question")
        if given.get("things"):
            allowed = self.client.preview("", given["things"], window)
        elif given.get("action") is not None:
            allowed = self.client.preview(self._written(given["action"], window), (), window)
        else:
            return self._refused(self.words("refused.what"))
        return Answer(self.seat_text.preview(allowed))

    def _form(self, given: Arguments) -> Answer:
        snapshot = self._snapshot()
        found = snapshot.question(given.get("question"))
        if found is None:
            return self._refused(self.seat_text.standing(snapshot))
        return Answer(self.seat_text.form(found[0], given.get("verb") or ""))

    def _rule(self, given: Arguments) -> Answer:
        return Answer(self.seat_text.rule(given.get("wanted") or ""))

    def _treaties(self, given: Arguments) -> Answer:
        return Answer(self.seat_text.treaties(self._snapshot()))

    # -- acting

    def _decide(self, given: Arguments) -> Answer:
        window = given.get("question")
        before = self._read
        self.client.act(self._written(given["action"], window), window)
        return self._news_since(before, self.words("told.done"))

    def _undo(self, given: Arguments) -> Answer:
        self.client.undo()
        snapshot = self._snapshot()
        return Answer(f"{self.words('told.undone')}\n\n{self.seat_text.standing(snapshot)}")

    def _wait(self, given: Arguments) -> Answer:
        seconds = given.get("seconds")
        patience = LONGEST_WAIT if seconds is None else seconds
        before = self._read
        self.client.wait(min(max(patience, 0), LONGEST_WAIT))
        return self._news_since(before)

    def _news_since(self, before: int, head: str = "") -> Answer:
        """Return the lines of the log that are new to the agent, letters, and what is asked now."""
        snapshot = self._snapshot()
        news = self.seat_text.log(snapshot, MOST_LINES, min(before, len(snapshot.log)))
        unread = self.client.unread()
        letters = self.words("told.unread", count=unread) if unread else ""
        parts = filter(None, [head, news, letters, self.seat_text.standing(snapshot)])
        return Answer("\n\n".join(parts), self._data(snapshot))

    # -- letters

    def _letters(self, given: Arguments) -> Answer:
        last = max(given.get("last") or LETTERS, 1)
        return Answer(self.seat_text.messages(self.client.messages(), last))

    def _write(self, given: Arguments) -> Answer:
        to = given.get("to") or []
        for seat in to:
            if seat not in self.client.seats:
                known = list(self.client.seats)
                return self._refused(self.words("refused.seat", name=str(seat), known=known))
        self.client.send_message(to, given["text"])
        return Answer(self.words("told.written"))

    # -- the same as data

    def _snapshot(self) -> SeatSnapshot:
        snapshot = self.client.snapshot()
        self._read = len(snapshot.log)
        return snapshot

    def _data(self, snapshot: SeatSnapshot, *, with_actions: bool = False) -> dict[str, Any]:
        questions = []
        for decision, asked in zip(snapshot.view.decisions, snapshot.asked, strict=True):
            question: dict[str, Any] = {
                "question": decision.window,
                "must": decision.must,
                "prompt": asked.text,
                "section": decision.section,
            }
            if with_actions:
                question |= _answers(decision, asked)
            questions.append(question)
        to_move = list(snapshot.view.to_move)
        return {"status": snapshot.status, "to_move": to_move, "questions": questions}

    # -- what there is

    def _all_tools(self) -> list[Tool]:
        question = {"type": "integer"}
        text, texts = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
        action, names = action_schema(self.client.game)
        number = {"type": "integer", "minimum": 1}
        found = [
            self._tool("position", self._position, {"thing": text}),
            self._tool("choices", self._choices, {"question": question, "word": text}),
            self._tool("about", self._about, {"thing": text, "question": question}, ("thing",)),
            self._tool("why", self._why, {"action": {}, "things": texts, "question": question}),
            self._tool("form", self._form, {"question": question, "verb": text}),
            self._tool("rule", self._rule, {"wanted": text}),
            self._tool("log", self._log, {"last": number}),
            self._tool(
                "decide",
                self._decide,
                {"action": action, "question": question},
                ("action",),
                names,
                changes=True,
            ),
            self._tool("undo", self._undo, {}, changes=True),
            self._tool("letters", self._letters, {"last": number}),
        ]
        if "treaties" in getattr(self.client.game.presentation.recap_type, "__struct_fields__", ()):
            found.append(self._tool("treaties", self._treaties, {}))
        if self.client.is_shared:
            seats: Schema = {"type": "array", "items": {"enum": list(self.client.seats)}}
            letter: dict[str, Schema] = {"to": seats, "text": text}
            found.append(self._tool("write", self._write, letter, ("text",), changes=True))
            found.append(self._tool("wait", self._wait, {"seconds": {"type": "number"}}))
        return found

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
            each: {**schema, "description": self.words.catalog.get(f"argument.{name}.{each}")}
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


def _answers(decision: Decision, asked: Prompt) -> dict[str, Any]:
    """Return what may be answered to a question; what is picked, or filled in, is no whole answer.
    The example is one that is allowed."""
    menu = decision.menu
    whole = () if isinstance(menu, Pick) else asked.choices
    return {
        "choices": [{"action": each.action, "label": each.label} for each in whole],
        "items": menu.items if isinstance(menu, Pick) else {},
        "slots": {slot: [each.action for each in parts] for slot, parts in asked.slots.items()},
        "example": next(iter(menu)),
    }


_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "array": (list, tuple),
}


def _is_a(given: object, kind: str) -> bool:
    """Whether a value is of a kind that a schema names; truth is no number, and lists are of
    texts."""
    if isinstance(given, (list, tuple)) and not all(isinstance(each, str) for each in given):
        return False
    return isinstance(given, _KINDS[kind]) and not isinstance(given, bool)
