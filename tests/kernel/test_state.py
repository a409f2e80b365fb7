"""The part of a state that the kernel keeps: the stack, the log, what was shown."""

from __future__ import annotations

import msgspec
import pytest

from entente.kernel import Chance, Entry, Frame, Outcome, State, json_hooks, say, step
from entente.kernel.state_migrations import bring_up_to_date, fingerprint


def empty() -> State:
    return State(options={"turns": 3}, chance=Chance("7"))


def test_the_first_step_called_is_on_top() -> None:
    state = empty()
    state.push("draw", step("move", seat="red", steps=2), "fight")
    assert state.stack == [
        Frame("fight"),
        Frame("move", {"seat": "red", "steps": 2}),
        Frame("draw"),
    ]


def test_a_later_call_goes_on_top_of_an_earlier_one() -> None:
    state = empty()
    state.push("first", "second")
    state.push("before")
    assert [frame.step for frame in reversed(state.stack)] == ["before", "first", "second"]


def test_calling_nothing_changes_nothing() -> None:
    state = empty()
    state.push()
    assert state.stack == []


def test_a_frame_gives_its_particulars_by_kind() -> None:
    frame = step("move", seat="red", steps=2)
    assert frame.text("seat") == "red"
    assert frame.number("steps") == 2


def test_a_frame_that_lacks_a_particular_or_has_another_kind_fails() -> None:
    frame = step("move", seat="red", steps=2)
    with pytest.raises(KeyError):
        frame.text("region")
    with pytest.raises(AssertionError):
        frame.text("steps")
    with pytest.raises(AssertionError):
        frame.number("seat")


def test_news_may_be_for_all_or_for_some() -> None:
    state = empty()
    state.log(say("hello"))
    state.log(say("secret"), to=["red"], public=say("something"))
    assert state.news == [Entry(say("hello")), Entry(say("secret"), ["red"], say("something"))]


def test_disclosures_are_counted() -> None:
    state = empty()
    state.reveal()
    state.reveal()
    assert state.reveals == 2


def test_states_share_nothing_they_were_not_given() -> None:
    one, other = empty(), empty()
    one.push("draw")
    one.log(say("hello"))
    one.push_standing("desk")
    one.answers[1] = {"red": "hold"}
    assert (other.stack, other.news, other.standing, other.answers) == ([], [], [], {})


def test_a_state_is_the_same_after_json() -> None:
    state = empty()
    state.push("draw", step("move", seat="red", steps=2))
    state.log(say("secret", bag={"gun": 2}), to=["red"], public=say("something"))
    state.push_standing(step("desk", open=1))
    state.answers, state.plans = {1: {"red": "hold"}}, {1: {"blue": ("march", "halt")}}
    state.outcome = Outcome(("red",), {"red": 1.0, "blue": 0.0}, say("end"))
    assert (
        msgspec.json.decode(
            msgspec.json.encode(state, enc_hook=json_hooks.write),
            type=State,
            dec_hook=json_hooks.read,
        )
        == state
    )


# -- options that came later


class Later(State, kw_only=True):
    """A state of a game that has had two options since a later release."""

    added_options = {"divisor": "1", "fast": False}


def test_an_option_that_came_later_leaves_the_fingerprint_alone_at_its_old_value() -> None:
    before = Later(options={"turns": 3}, chance=Chance("7"))
    after = Later(options={"turns": 3, "divisor": "1", "fast": False}, chance=Chance("7"))
    assert fingerprint(after) == fingerprint(before) == fingerprint(empty())


def test_an_option_that_came_later_counts_as_soon_as_it_changes_something() -> None:
    usual = Later(options={"turns": 3, "divisor": "1"}, chance=Chance("7"))
    other = Later(options={"turns": 3, "divisor": "2"}, chance=Chance("7"))
    assert fingerprint(other) != fingerprint(usual)


def test_a_state_that_was_written_without_an_option_has_it_when_it_is_read() -> None:
    written = msgspec.json.encode(Later(options={"turns": 3, "divisor": "2"}, chance=Chance("7")))
    read = msgspec.json.decode(written, type=Later, dec_hook=json_hooks.read)
    bring_up_to_date(read, written, ())
    assert read.options == {"turns": 3, "divisor": "2", "fast": False}
