"""Messages: a key and parameters, exact through JSON, and the readers of an entry."""

from __future__ import annotations

import msgspec
import pytest

from entente.kernel import Entry, IllegalAction, Message, Refusal, refuse, say


def test_say_makes_a_message_of_its_arguments() -> None:
    message = say("log.move", tile="uhlan", count=2)
    assert message == Message("log.move", {"tile": "uhlan", "count": 2})
    assert say("a parameter called", key="x") == Message("a parameter called", {"key": "x"})


@pytest.mark.parametrize(
    "message",
    [
        say("plain"),
        say("word", word="vienna"),
        say("number", number=-3),
        say("list", items=["a", "b"]),
        say("empty list", items=[]),
        say("bag", bag={"a": 1, "b": 2}),
        say("empty bag", bag={}),
        say("a bag with unlucky names", bag={"key": 1, "args": 2}),
        say("mixed", bag={"a": 1}, items=["a"], word="w", number=0),
    ],
    ids=lambda message: message.key,
)
def test_a_message_is_the_same_after_json(message: Message) -> None:
    assert msgspec.json.decode(msgspec.json.encode(message), type=Message) == message


def test_a_message_in_a_larger_structure_is_the_same_after_json() -> None:
    entry = Entry(say("full", bag={"a": 1}), to=["red"], public=say("public"))
    assert msgspec.json.decode(msgspec.json.encode(entry), type=Entry) == entry


def test_a_message_is_the_same_after_conversion_from_plain_data() -> None:
    message = say("full", bag={"a": 1}, items=["a"], number=1)
    assert msgspec.convert(msgspec.to_builtins(message), Message) == message


@pytest.mark.parametrize("argument", [None, 1.5, [1], True, {"key": "k", "args": {}}])
def test_an_argument_of_another_kind_is_refused_when_it_is_read(argument: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"key": "k", "args": {"x": argument}}, Message)


def test_a_line_for_all_is_read_by_all() -> None:
    entry = Entry(say("hello"))
    assert [entry.seen_by(seat) for seat in ("red", "blue", None)] == [say("hello")] * 3


def test_a_private_line_is_read_by_its_seats_and_the_others_read_the_public_one() -> None:
    entry = Entry(say("drew", card="ace"), to=["red"], public=say("drew_one"))
    assert entry.seen_by("red") == say("drew", card="ace")
    assert entry.seen_by("blue") == say("drew_one")
    assert entry.seen_by(None) == say("drew_one")


def test_a_private_entry_without_a_public_one_is_not_seen_by_the_others() -> None:
    entry = Entry(say("drew", card="ace"), to=["red"])
    assert entry.seen_by("blue") is None
    assert entry.seen_by(None) is None


def test_a_refusal_has_a_section_and_a_message() -> None:
    assert refuse("4.2", "why.far", steps=3) == Refusal("4.2", say("why.far", steps=3))


def test_an_illegal_action_names_seat_action_and_reason() -> None:
    error = IllegalAction(refuse("4.2", "why.far"), "move a b", "red")
    assert (error.seat, error.action, error.refusal.section) == ("red", "move a b", "4.2")
    assert str(error) == "red: “move a b” is not allowed: why.far [4.2]"
