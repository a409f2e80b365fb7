"""12.2, 13.2, 13.3: declarations, obligations, the two empires, the Great War."""

from __future__ import annotations

import pytest

from entente.games.pax.areas.causes import give_cause, live
from entente.games.pax.belligerents import at_war, wars
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import IN_FORCE, Clause, Treaty
from entente.games.pax.treaties.obligations import obligations as owed
from entente.games.pax.war.declarations import (
    call_declaration,
    choices,
    minor_declares,
    why_no_war,
    would_be_great_war,
)
from entente.games.pax.war.joining import join
from tests.games.pax import wars as make
from tests.games.pax.worlds import answer, call, log, question, run, world


def ally(
    it: PaxContext, kind: str, power: str, partner: str, against: str, secret: bool = False
) -> Treaty:
    """A treaty of one clause that obliges a power."""
    args: dict[str, str | int] = {"power": power, "against": against}
    args["protected" if kind == "defensive" else "partner"] = partner
    name = f"t{len(it.state.treaties)}"
    made = Treaty(
        name, power, (power, partner), (Clause(kind, args),), secret, state=IN_FORCE, turn=1
    )
    it.state.treaties = {**it.state.treaties, name: made}
    return made


# -- the window


def test_only_a_live_casus_belli_lets_one_declare() -> None:
    it = world()
    assert choices(it, "great_britain") == []
    give_cause(it, "monroe_doctrine", "united_states", "spain", "cuba")
    assert choices(it, "united_states") == [("united_states", "spain")]
    refused = why_no_war(it, "united_states", "united_states", "japan")
    assert refused is not None
    assert refused.message.key == "why.no_cause"


@pytest.mark.parametrize(
    "kind",
    [
        "status_dispute",
        "double_establishment",
        "minor_protectorate_on_influence",
        "defence_of_minor_rights",
        "treaty_broken",
        "treaty_clause",
        "congress_defied",
        "yellow_press",
        "monroe_doctrine",
    ],
)
def test_each_casus_belli_may_be_used_and_is_then_used(kind: str) -> None:
    it = world()
    give_cause(it, kind, "united_states", "spain", "cuba")
    call(it, "declarations")
    answer(it, {"united_states": "declare united_states spain"})
    assert at_war(it, "united_states", "spain")
    assert live(it) == []
    assert it.state.tension == 5
    assert it.state.rises[0].seat == "united_states"


def test_live_all_are_asked_again_after_a_declaration_until_all_pass() -> None:
    it = world()
    give_cause(it, "treaty_broken", "great_britain", "russia")
    give_cause(it, "treaty_broken", "france", "italy")
    it.state.order = ("france", *(s for s in it.seats if s != "france"))
    asked = call(it, "declarations")
    assert asked is not None
    assert asked.text("seat") == "france"
    answer(it, {"france": "pass"})
    answer(it, {"great_britain": "declare great_britain russia"})
    again = question(it)[1]
    assert again.text("seat") == "france"
    assert answer(it, {"france": "pass"}) is None


def test_sealed_all_write_at_once_and_precedence_decides() -> None:
    it = world(phase_mode="sealed")
    give_cause(it, "treaty_broken", "great_britain", "russia")
    give_cause(it, "treaty_broken", "france", "germany")
    call(it, "declarations")
    answer(
        it,
        {
            "great_britain": "declare great_britain russia",
            "france": "careful france germany",
        },
    )
    assert len(wars(it)) == 2
    assert [line["power"] for line in log(it, "log.declared")] == ["great_britain", "france"]


def test_a_careful_declaration_is_not_made_if_it_brings_the_great_war() -> None:
    it = world(phase_mode="sealed")
    make.at_war(it, ("france",), ("germany", "austria_hungary"))
    give_cause(it, "treaty_broken", "russia", "germany")
    assert would_be_great_war(it, "russia", "germany")
    call(it, "declarations")
    answer(it, {"russia": "careful russia germany"})
    assert it.state.outcome is None
    assert not at_war(it, "russia")
    assert log(it, "log.held_back") == [{"power": "russia", "target": "germany"}]


def test_the_same_without_the_proviso_ends_the_game() -> None:
    it = world(phase_mode="sealed")
    make.at_war(it, ("france",), ("germany", "austria_hungary"))
    give_cause(it, "treaty_broken", "russia", "germany")
    call(it, "declarations")
    answer(it, {"russia": "declare russia germany"})
    assert it.state.outcome is not None


# -- obligations


def test_a_defender_honours_and_that_is_a_declaration_of_its_own() -> None:
    it = world()
    ally(it, "defensive", "italy", "france", "great_britain")
    call_declaration(it, "great_britain", "france")
    run(it)
    answer(it, {"italy": "honour italy great_britain"})
    (war,) = wars(it)
    assert war.camps == (("great_britain",), ("france", "italy"))
    assert war.declarers == ("great_britain", "italy")
    assert it.state.tension == 10


def test_a_defender_refuses_and_breaks_the_treaty() -> None:
    it = world()
    ally(it, "defensive", "italy", "france", "great_britain")
    call_declaration(it, "great_britain", "france")
    run(it)
    answer(it, {"italy": "break italy great_britain"})
    assert it.state.tension == 10
    assert [(c.holder, c.against) for c in live(it)] == [("france", "italy")]
    # the ally left alone may attack at once, and is then in the other camp
    answer(it, {"france": "declare france italy"})
    (war,) = wars(it)
    assert war.camps == (("great_britain", "italy"), ("france",))


def test_an_absent_ally_honours() -> None:
    it = world()
    ally(it, "defensive", "italy", "france", "great_britain")
    call_declaration(it, "great_britain", "france")
    run(it)
    ask, frame = question(it)
    assert ask.default_answer(it, frame, "italy") == "honour italy great_britain"


def test_an_offensive_partner_must_follow() -> None:
    it = world()
    ally(it, "offensive", "italy", "france", "great_britain")
    call_declaration(it, "france", "great_britain")
    run(it)
    answer(it, {"italy": "honour italy great_britain"})
    assert wars(it)[0].camps == (("france", "italy"), ("great_britain",))


def test_defenders_come_before_partners_of_the_declarer() -> None:
    it = world()
    ally(it, "offensive", "japan", "great_britain", "france")
    ally(it, "defensive", "italy", "france", "anyone")
    it.state.order = ("japan", *(s for s in it.seats if s != "japan"))
    call_declaration(it, "great_britain", "france")
    run(it)
    assert question(it)[1].text("power") == "italy"


def test_no_defence_for_a_power_that_declared_in_this_war() -> None:
    it = world()
    ally(it, "defensive", "italy", "france", "great_britain")
    assert owed(it, "great_britain", "france", True) == []
    join(it, "france", "russia", declared=True)
    call_declaration(it, "great_britain", "france")
    assert run(it) is None
    assert not at_war(it, "italy")


def test_of_two_contradicting_clauses_one_is_honoured_and_one_broken() -> None:
    it = world()
    ally(it, "defensive", "italy", "france", "great_britain")
    ally(it, "offensive", "italy", "great_britain", "france")
    call_declaration(it, "great_britain", "france")
    run(it)
    answer(it, {"italy": "honour italy great_britain"})
    assert at_war(it, "italy", "great_britain")
    assert log(it, "log.obligation_refused") == [{"power": "italy", "against": "france"}]
    assert [(c.holder, c.against) for c in live(it)] == [("great_britain", "italy")]


def test_calling_an_ally_by_a_secret_treaty_publishes_it() -> None:
    it = world()
    ally(it, "defensive", "italy", "france", "great_britain", secret=True)
    call_declaration(it, "great_britain", "france")
    run(it)
    answer(it, {"france": "invoke t0"})
    (treaty,) = it.state.treaties.values()
    assert not treaty.secret


def test_a_promise_not_to_make_war_is_broken_by_declaring() -> None:
    it = world()
    clause = Clause("no_war", {"power": "france", "towards": "italy"})
    it.state.treaties = {
        "t": Treaty("t", "france", ("france", "italy"), (clause,), state=IN_FORCE, turn=1)
    }
    call_declaration(it, "france", "italy")
    assert it.state.tension == 10


# -- the two empires


def test_austria_enters_when_germany_is_declared_upon_without_tension() -> None:
    it = world()
    make.declare(it, "great_britain", "germany")
    (war,) = wars(it)
    assert war.camps == (("great_britain",), ("germany", "austria_hungary"))
    assert war.automatic == ("austria_hungary",)
    assert it.state.tension == 5


def test_germany_enters_when_austria_is_declared_upon() -> None:
    it = world()
    make.declare(it, "russia", "austria_hungary")
    assert wars(it)[0].camps == (("russia",), ("austria_hungary", "germany"))


def test_by_the_option_the_entry_raises_the_tension() -> None:
    it = world(austria_entry_tension=True)
    make.declare(it, "great_britain", "germany")
    assert it.state.tension == 10


def test_the_partner_stays_out_of_a_war_the_other_declared() -> None:
    it = world()
    make.declare(it, "germany", "great_britain")
    assert not at_war(it, "austria_hungary")
    make.declare(it, "japan", "germany")  # P52
    assert not at_war(it, "austria_hungary")
    assert len(wars(it)) == 1


def test_either_empire_may_declare_alone_with_its_own_cause() -> None:
    it = world()
    give_cause(it, "treaty_broken", "austria_hungary", "italy")
    call(it, "declarations")
    answer(it, {"germany": "declare austria_hungary italy"})
    assert wars(it)[0].camps == (("austria_hungary",), ("italy",))
    assert it.state.rises[0].seat == "germany"


# -- minors


def test_a_minor_is_at_war_without_a_declaration() -> None:
    it = world()
    minor_declares(it, "belgium", "france")
    (war,) = wars(it)
    assert war.camps == (("belgium",), ("france",))
    assert war.declarers == ()
    assert it.state.tension == 0


def test_a_belgian_seat_declares_like_any_other_and_is_no_great_war_power() -> None:
    it = world(players=8)
    give_cause(it, "treaty_broken", "belgium", "great_britain")
    join(it, "great_britain", "france")
    join(it, "france", "italy")
    call(it, "declarations")
    answer(it, {"belgium": "declare belgium great_britain"})
    assert at_war(it, "belgium")
    assert it.state.outcome is None
