"""12.1, 12.9, 12.10: wars of three camps: who makes peace with whom, and who gets what."""

from __future__ import annotations

import msgspec

from entente.games.pax.belligerents import TALKS, are_hostile, at_war, change, wars
from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import IN_FORCE, Clause, Treaty
from entente.games.pax.records.war import CoalRight
from entente.games.pax.war.joining import join
from entente.games.pax.war.peace_settlement import PRESENT_LINES, STATUS_QUO
from entente.kernel import step
from tests.games.pax import wars as make
from tests.games.pax.wars import possess, without_units
from tests.games.pax.worlds import answer, army, call, leave, question, world


def offer(it: PaxContext, answers: dict[str, str]) -> None:
    call(it, step("peace_window", war=wars(it)[0].id))
    answer(it, answers)


def to_the_end(it: PaxContext) -> None:
    while it.state.stack:
        leave(it)


def three_camps() -> PaxContext:
    """Japan, the United States, and Italy with Russia, all at war with each other."""
    it = world()
    make.at_war(it, ("japan",), ("united_states",), ("italy", "russia"))
    assert make.now(it).camps == (("japan",), ("united_states",), ("italy", "russia"))
    return it


# -- peace


def test_signing_with_both_other_camps_makes_peace_with_both() -> None:
    """12.10: Japan, the United States and Italy sign one draft; Russia fights on against two."""
    it = three_camps()
    offer(it, {"japan": STATUS_QUO})
    answer(it, {"united_states": "accept", "italy": "accept", "russia": "refuse"})
    to_the_end(it)
    assert not at_war(it, "italy")
    assert not at_war(it, "japan", "united_states")
    assert make.now(it).camps == (("japan", "united_states"), ("russia",))
    assert [(rise.kind, rise.seat) for rise in it.state.rises] == [("separate_peace", "italy")]


def test_only_the_ally_that_was_left_is_wronged() -> None:
    """9.4: a promise not to make a separate peace concerns the partner left behind; that Japan has
    promised the same to Russia is not broken by signing as a whole camp."""
    it = three_camps()
    for number, power in enumerate(("italy", "japan")):
        clause = Clause("no_separate_peace", {"power": power, "partner": "russia"})
        made = Treaty(f"t{number}", power, (power, "russia"), (clause,), state=IN_FORCE, turn=1)
        it.state.treaties = {**it.state.treaties, made.id: made}
    offer(it, {"japan": STATUS_QUO})
    answer(it, {"united_states": "accept", "italy": "accept", "russia": "refuse"})
    to_the_end(it)
    broken = [(breach.power) for t in it.state.treaties.values() for breach in t.breaches]
    assert broken == ["italy"]


def test_present_lines_among_some_leave_the_conquests_from_the_others() -> None:
    """12.10: what signatories took from each other is theirs; what they took from Russia, who
    fights on, is still conquered only."""
    it = three_camps()
    possess(it, "italy", "tunis")
    possess(it, "russia", "persia")
    change(it, 1, conquered={"tunis": "japan", "persia": "united_states"})
    offer(it, {"japan": PRESENT_LINES})
    answer(it, {"united_states": "accept", "italy": "accept", "russia": "refuse"})
    answer(it, {"japan": "give japan tunis possession"})
    to_the_end(it)
    assert it.holders("tunis") == ["japan"]
    assert it.holders("persia") == ["russia"]
    assert make.now(it).conquered == {"persia": "united_states"}


def test_enemies_of_two_sides_that_no_longer_touch_are_two_wars() -> None:
    """12.1: France leaves; what is left is two pairs that have nothing to do with each other."""
    it = world()
    for one, other in (
        ("united_states", "great_britain"),
        ("great_britain", "france"),
        ("france", "japan"),
        ("japan", "spain"),
        ("france", "united_states"),
    ):
        join(it, one, other, declared=True)
    call(it, step("leave_war", war=1, powers="france"))
    assert [war.camps for war in wars(it)] == [
        (("united_states",), ("great_britain",)),
        (("japan",), ("spain",)),
    ]
    assert [war.declarers for war in wars(it)] == [("united_states", "great_britain"), ("japan",)]


def test_former_allies_do_not_become_enemies_when_a_war_falls_apart() -> None:
    """12.1: Italy and Japan fought France and Spain; Germany, the link between them, leaves."""
    it = world()
    for one, other in (
        ("france", "italy"),
        ("germany", "italy"),
        ("germany", "japan"),
        ("japan", "spain"),
    ):
        join(it, one, other)
    change(it, 1, conquered={"cuba": "japan", "tunis": "italy"})
    call(it, step("leave_war", war=1, powers="germany"))
    first, second = wars(it)
    assert first.camps == (("france",), ("italy",))
    assert second.camps == (("japan",), ("spain",))
    assert not are_hostile(first, "italy", "japan")
    assert (first.conquered, second.conquered) == ({"tunis": "italy"}, {"cuba": "japan"})


def test_a_war_that_falls_apart_keeps_its_coal_and_talks_about_peace() -> None:
    """9.4, 12.1, P62: Japan's right to coal goes with it into the war that is left to it."""
    it = world()
    for one, other in (("france", "italy"), ("germany", "italy"), ("germany", "japan")):
        join(it, one, other)
    join(it, "japan", "united_states")
    right = CoalRight(1, "great_britain", "japan", ("hawaii",), "treaty-1")
    it.state.coal = (right,)
    call(it, step("leave_war", war=1, powers="germany"))
    first, second = wars(it)
    assert second.camps == (("japan",), ("united_states",))
    assert it.state.coal == (msgspec.structs.replace(right, war=second.id),)
    talks = {frame.number("war") for frame in it.state.standing if frame.step == TALKS}
    assert talks == {first.id, second.id}


def test_a_minor_leaves_with_the_first_ally_that_signs() -> None:
    """P75: Spain has two major allies, and Italy makes peace."""
    it = world()
    make.at_war(it, ("united_states",), ("spain", "italy", "japan"))
    offer(it, {"italy": STATUS_QUO})
    answer(it, {"united_states": "accept", "japan": "refuse"})
    to_the_end(it)
    assert set(make.now(it).entered) == {"united_states", "japan"}


def test_by_version_two_a_minor_stays_with_the_ally_that_fights_on() -> None:
    it = world(rules="2")
    make.at_war(it, ("united_states",), ("spain", "italy", "japan"))
    offer(it, {"italy": STATUS_QUO})
    answer(it, {"united_states": "accept", "japan": "refuse"})
    to_the_end(it)
    assert set(make.now(it).entered) == {"united_states", "spain", "japan"}


# -- passages


def closing(it: PaxContext, *shut: str) -> None:
    """Neutral France closes Suez to these of the belligerents."""
    possess(it, "france", "egypt")
    call(it, step("passages", war=1))
    words = {power: "close" if power in shut else "open" for power in make.now(it).entered}
    answer(it, {"france": "; ".join(f"{verb} suez {power}" for power, verb in words.items())})


def test_a_neutral_that_closes_to_two_of_three_camps_may_be_declared_war_upon_by_both() -> None:
    """P76: by those whom it shuts out."""
    it = three_camps()
    closing(it, "japan", "italy", "russia")
    asked: list[str] = []
    while it.state.stack:
        ask, frame = question(it)
        asked += ask.seats(it, frame)
        leave(it)
    assert asked == ["japan", "russia", "italy"]


def test_a_neutral_that_closes_to_all_three_camps_wrongs_none() -> None:
    """12.9, P76."""
    it = three_camps()
    closing(it, *make.now(it).entered)
    assert it.state.stack == []


# -- the beaten


def beaten_italy() -> PaxContext:
    """Italy has lost all units; Tripoli is in reach of France, in Tunis, and of Britain, in
    Egypt."""
    it = world()
    without_units(it, "italy", "france", "great_britain")
    possess(it, "italy", "tripoli")
    possess(it, "france", "tunis")
    possess(it, "great_britain", "egypt")
    army(it, "france", "tunis", 1)
    army(it, "great_britain", "egypt", 1)
    make.at_war(it, ("great_britain",), ("france",), ("italy",))
    return it


def test_an_area_in_reach_of_both_other_camps_goes_to_neither_by_itself() -> None:
    """P76: the two agree by treaty, though they are at war."""
    it = beaten_italy()
    call(it, step("end_test", war=1))
    ask, frame = question(it)
    assert (frame.step, frame.text("areas")) == ("spoils", "tripoli")
    assert ask.seats(it, frame) == ("great_britain",)
    draft = "give great_britain tripoli none; give france tripoli protectorate"
    answer(it, {"great_britain": draft})
    answer(it, {"france": "agree"})
    to_the_end(it)
    assert it.holders("tripoli") == ["france"]
    assert make.now(it).camps == (("great_britain",), ("france",))


def test_if_the_two_do_not_agree_their_congress_decides() -> None:
    """P76, P32."""
    it = beaten_italy()
    it.state.phase = "war"
    call(it, step("end_test", war=1))
    for _ in range(it.number("congress_rounds")):
        leave(it)
        leave(it)
    assert it.state.congress is not None
    to_the_end(it)
    assert it.status("italy", "tripoli") <= Status.INFLUENCE


def test_an_area_in_reach_of_one_camp_only_falls_to_it() -> None:
    it = beaten_italy()
    without_units(it, "great_britain")
    army(it, "great_britain", "fiji", 1)
    it.set_fleets("great_britain", ())
    call(it, step("end_test", war=1))
    assert question(it)[1].text("victors") == "france"
