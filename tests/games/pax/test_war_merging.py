"""12.1: wars that become one in the middle of things: nothing due is lost, or done twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from entente.games.pax.belligerents import (
    acting,
    are_hostile,
    at_war,
    change,
    need,
    war_of,
    wars,
)
from entente.games.pax.board import Power
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.records.treaty import IN_FORCE, Clause, Treaty
from entente.games.pax.war.declarations import call_declaration
from entente.games.pax.war.joining import join
from entente.kernel import Frame, step
from tests.games.pax import wars as make
from tests.games.pax.worlds import answer, army, call, leave, log, question, run, world

VERSIONS = ("2", "3")


def ally(it: PaxContext, power: Power, protected: Power, against: Power) -> None:
    """A power must defend another against a third."""
    args: dict[str, str | int] = {"power": power, "protected": protected, "against": against}
    name = f"t{len(it.state.treaties)}"
    made = Treaty(
        name, power, (power, protected), (Clause("defensive", args),), state=IN_FORCE, turn=1
    )
    it.state.treaties = {**it.state.treaties, name: made}


def until(it: PaxContext, name: str, *, war: int = 0, seat: str = "") -> Frame:
    """Leave every decision to its default until this one, in this war, of this seat."""
    for _ in range(200):
        ask, frame = question(it)
        if (
            frame.step == name
            and war in (0, frame.args.get("war"))
            and (not seat or seat in ask.seats(it, frame))
        ):
            return frame
        leave(it)
    raise AssertionError(f"{name} is never asked")


@contextmanager
def counted_phases(it: PaxContext) -> Iterator[Counter[tuple[str, Power]]]:
    """Yield how often each power has each of its phases while this lasts."""
    kept, found = dict(steps.automatic), Counter[tuple[str, Power]]()

    def around(name: str) -> None:
        def runs(world: PaxContext, frame: Frame) -> None:
            war = war_of(world, frame.number("war"))
            powers = acting(world, war, frame.text("camp")) if war is not None else ()
            found.update((name, power) for power in powers)
            kept[name](world, frame)

        steps.automatic[name] = runs

    for name in ("manoeuvre_phase", "attack_phase", "support_phase"):
        around(name)
    try:
        yield found
    finally:
        steps.automatic.update(kept)


def once_each(phases: Counter[tuple[str, Power]], *powers: Power) -> bool:
    """Return whether each of these powers has had each phase exactly once."""
    names = ("manoeuvre_phase", "attack_phase", "support_phase")
    return all(phases[name, power] == 1 for name in names for power in powers)


def two_wars(rules: str = "3") -> PaxContext:
    """Britain fights the United States; later Japan began a war with Russia. Britain has Egypt."""
    it = world(rules=rules)
    make.possess(it, "great_britain", "egypt")
    army(it, "great_britain", "egypt", 1)
    make.at_war(it, ("great_britain",), ("united_states",))
    make.at_war(it, ("japan",), ("russia",))
    return it


CLOSED_TO_RUSSIA = "open suez japan; close suez russia"


# -- before initiative (point 17)


@pytest.mark.parametrize("rules", VERSIONS)
def test_wars_that_merge_over_a_closed_passage_before_initiative(rules: str) -> None:
    """12.9: Britain closes Suez to Russia in a war it has no part in, and Russia declares war."""
    it = two_wars(rules)
    call(it, "other_wars")
    until(it, "passages", war=2)
    answer(it, {"great_britain": CLOSED_TO_RUSSIA})
    assert question(it)[1].step == "declare_at_once"
    answer(it, {"russia": "declare russia great_britain"})
    (war,) = wars(it)
    assert war.id == 1
    assert war.camps == (("great_britain", "japan"), ("united_states", "russia"))
    until(it, "manoeuvre", seat="japan")


@pytest.mark.parametrize("rules", VERSIONS)
@pytest.mark.parametrize("absent", [False, True])
def test_wars_that_merge_through_an_obligation_before_initiative(rules: str, absent: bool) -> None:
    """12.2: the neutral that closed the passage has an ally, perhaps absent, in the older war."""
    it = world(rules=rules)
    make.possess(it, "italy", "egypt")
    army(it, "italy", "egypt", 1)
    make.at_war(it, ("great_britain",), ("united_states",))
    make.at_war(it, ("japan",), ("russia",))
    ally(it, "united_states", "italy", "russia")
    call(it, "other_wars")
    until(it, "passages", war=2)
    answer(it, {"italy": CLOSED_TO_RUSSIA})
    answer(it, {"russia": "declare russia italy"})
    assert question(it)[1].step == "honour_obligation"
    if absent:
        leave(it)
    else:
        answer(it, {"united_states": "honour united_states russia"})
    assert [war.id for war in wars(it)] == [1]
    assert at_war(it, "united_states", "russia")
    until(it, "manoeuvre", seat="japan")


def test_the_younger_war_still_has_its_round_and_the_older_has_no_second_one() -> None:
    """12.3, P44: each belligerent acts once in the round, and both wars count for tension."""
    it = two_wars()
    with counted_phases(it) as phases:
        call(it, "other_wars")
        until(it, "passages", war=2)
        answer(it, {"great_britain": CLOSED_TO_RUSSIA})
        answer(it, {"russia": "declare russia great_britain"})
        while need(it, 1).round == 1 and it.state.stack:
            assert once_each(phases, "great_britain", "united_states")
            if once_each(phases, "japan", "russia") and question(it)[1].step == "offer_peace":
                break
            leave(it)
        assert once_each(phases, "japan", "russia", "great_britain", "united_states")
    kinds = [rise.kind for rise in it.state.rises]
    assert kinds == ["war_round", "declaration_of_war", "war_round"]


def test_a_war_that_merges_at_the_start_of_the_older_ones_round_fights_it_as_one() -> None:
    """12.1, 12.3: before the first initiative of the round; one war, so one round and its +2."""
    it = two_wars()
    make.possess(it, "japan", "tripoli")
    make.possess(it, "japan", "anatolia")  # the straits
    army(it, "japan", "anatolia", 1)
    with counted_phases(it) as phases:
        call(it, "other_wars")
        frame = until(it, "passages")
        assert frame.number("war") == 1
        answer(it, {"japan": "close straits great_britain; open straits united_states"})
        answer(it, {"great_britain": "declare great_britain japan"})
        until(it, "offer_peace")
        assert once_each(phases, "japan", "russia", "great_britain", "united_states")
    assert [rise.kind for rise in it.state.rises] == ["declaration_of_war", "war_round"]
    leave(it)
    assert need(it, 1).round == 2


# -- in mid-round (point 18)


def trespass() -> PaxContext:
    """As above; Japan, in the younger war, can step into Persia, which Britain and Russia share."""
    it = two_wars()
    make.possess(it, "japan", "baluchistan")
    army(it, "japan", "baluchistan", 3)
    make.possess(it, "great_britain", "persia")
    make.possess(it, "russia", "persia")
    it.share("persia", ("great_britain", "russia"))
    army(it, "great_britain", "persia", 1)
    army(it, "russia", "persia", 1)
    return it


def test_a_merge_in_mid_round_keeps_the_younger_wars_phases_and_tension() -> None:
    """12.3, 12.8, P44: Japan enters Persia, the British partner declares war; the younger war's
    attacks and supports still come, those of the older war do not come again."""
    it = trespass()
    with counted_phases(it) as phases:
        call(it, "other_wars")
        until(it, "manoeuvre", war=2, seat="japan")
        answer(it, {"japan": "move japan army 3 baluchistan persia"})
        answer(it, {"great_britain": "declare great_britain japan"})
        assert [war.id for war in wars(it)] == [1]
        until(it, "attacks", seat="japan")
        answer(it, {"japan": "done"})
        until(it, "offer_peace")
        assert once_each(phases, "japan", "russia", "great_britain", "united_states")
    kinds = [rise.kind for rise in it.state.rises]
    assert kinds == ["war_round", "declaration_of_war", "war_round"]
    leave(it)
    until(it, "manoeuvre")
    assert need(it, 1).round == 2


def test_a_power_that_said_done_or_moved_does_not_decide_again_after_a_merge() -> None:
    """12.5: one step a unit; the phase continues from there."""
    it = trespass()
    make.possess(it, "russia", "bulgaria")
    call(it, "other_wars")
    until(it, "manoeuvre", war=2, seat="japan")
    answer(it, {"japan": "move japan army 3 baluchistan persia"})
    answer(it, {"great_britain": "declare great_britain japan"})
    ask, frame = question(it)
    assert frame.step == "manoeuvre"
    assert not [way for way in ask.menu(it, frame, "japan") if " army 3 persia " in way]
    assert ask.seats(it, frame) == ("japan",)  # Britain, now an enemy, has moved before


def test_passages_closed_in_either_war_stay_closed_when_they_merge() -> None:
    """12.9."""
    it = world()
    join(it, "great_britain", "russia", declared=True)
    join(it, "france", "italy", declared=True)
    change(it, 1, closed={"suez": ("russia",), "straits": ("great_britain",)})
    change(it, 2, closed={"suez": ("italy",)})
    merged = join(it, "russia", "france", declared=True)
    assert merged.closed == {"suez": ("russia", "italy"), "straits": ("great_britain",)}


def test_an_area_conquered_in_the_older_war_stays_the_conquerors() -> None:
    """12.8: each war had its own conqueror of a codominion; the older one's was there first."""
    it = world()
    join(it, "great_britain", "russia")
    join(it, "france", "italy")
    change(it, 1, conquered={"persia": "russia"})
    change(it, 2, conquered={"persia": "italy", "tunis": "italy"})
    merged = join(it, "russia", "france")
    assert merged.conquered == {"persia": "russia", "tunis": "italy"}


def test_the_second_ally_decides_although_the_first_one_merged_two_wars() -> None:
    """12.2: Japan and Italy must defend France; Japan, which is at war already, comes first."""
    it = world()
    make.at_war(it, ("japan",), ("spain",))
    for power in ("japan", "italy"):
        ally(it, power, "france", "united_states")
    call_declaration(it, "united_states", "france")
    run(it)
    answer(it, {"japan": "honour japan united_states"})
    assert [war.id for war in wars(it)] == [1]
    frame = question(it)[1]
    assert (frame.step, frame.text("power")) == ("honour_obligation", "italy")
    answer(it, {"italy": "break italy united_states"})
    assert [line["power"] for line in log(it, "log.obligation_refused")] == ["italy"]
    assert question(it)[1].step == "declare_at_once"  # France may turn on Italy
    answer(it, {"france": "pass"})
    assert not at_war(it, "italy")


def test_an_ally_that_a_merge_puts_beside_the_enemy_decides_too() -> None:
    """12.2: Italy fights Japan; Japan honours first, which puts Italy in the American camp. That is
    no choice of Italy's: it may still honour, and there are three camps."""
    it = world()
    make.at_war(it, ("japan",), ("italy",))
    for power in ("japan", "italy"):
        ally(it, power, "france", "united_states")
    it.state.order = ("japan", *(seat for seat in it.seats if seat != "japan"))
    call_declaration(it, "united_states", "france")
    run(it)
    answer(it, {"japan": "honour japan united_states"})
    assert not are_hostile(need(it, 2), "italy", "united_states")
    answer(it, {"italy": "honour italy united_states"})
    assert not log(it, "log.obligation_refused")
    assert len(make.now(it).camps) == 3


def test_a_war_that_merges_and_parts_again_in_one_round_still_has_its_round() -> None:
    """12.1, 12.3: Russia became an enemy of Britain after the older war's round and before its own,
    and they make peace at once: the round of Japan and Russia still comes."""
    it = two_wars()
    with counted_phases(it) as phases:
        call(it, "other_wars")
        until(it, "offer_peace", war=1)
        join(it, "russia", "great_britain")
        assert [war.id for war in wars(it)] == [1]
        call(it, step("leave_war", war=1, powers="russia", partners="great_britain"))
        assert [war.id for war in wars(it)] == [1, 3]
        leave(it)
        until(it, "offer_peace")
        assert once_each(phases, "japan", "russia", "great_britain", "united_states")
    assert [rise.kind for rise in it.state.rises] == ["war_round", "war_round"]


def test_by_version_two_the_second_ally_is_not_asked() -> None:
    """A table of an earlier version plays on by its rules."""
    it = world(rules="2")
    make.at_war(it, ("japan",), ("spain",))
    for power in ("japan", "italy"):
        ally(it, power, "france", "united_states")
    call_declaration(it, "united_states", "france")
    run(it)
    assert answer(it, {"japan": "honour japan united_states"}) is None
