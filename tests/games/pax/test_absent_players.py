"""What an absent player's seat does (2): promises are kept (P70), earmarks met cheaply (P71)."""

from __future__ import annotations

import pytest

from entente.games.pax.areas.garrisons import missing, zone
from entente.games.pax.belligerents import change
from entente.games.pax.context import PaxContext
from entente.games.pax.movement.absent_seats import default_order
from entente.games.pax.movement.duties import guard_marches
from entente.games.pax.records.treaty import Breach
from entente.games.pax.treaties.obligations import built, standing
from entente.games.pax.war.joining import join
from entente.kernel import step
from tests.games.pax import wars as make
from tests.games.pax.peace import INFLUENCE, PROTECTORATE, end_movement, movement
from tests.games.pax.talks import (
    add_dispute,
    call_congress,
    dispute,
    draft_text,
    meet,
    sign_treaty,
    signatures,
    table,
    vote,
    with_word,
)
from tests.games.pax.wars import now, without_units
from tests.games.pax.worlds import absence, answer, army, call, leave, question, world


def breaches(made: PaxContext) -> list[Breach]:
    return [breach for treaty in made.state.treaties.values() for breach in treaty.breaches]


def bought(made: PaxContext, power: str) -> list[tuple[str, int]]:
    return [(each.kind, each.strength) for each in made.state.purchases if each.power == power]


# -- earmarks


@pytest.mark.parametrize(("money", "spent"), [(60, 30), (31, 30), (20, 20), (12, 12), (11, 10)])
def test_an_earmark_buys_the_cheapest_units_that_satisfy_it(money: int, spent: int) -> None:
    """P71: France must spend 30 (2-3), or what can be spent; and no navies where armies do."""
    made = world()
    without_units(made, "france")
    movement(made, "2-3", france=money)
    end_movement(made)
    assert made.money("france") == money - spent
    assert all(kind == "army" for kind, _ in bought(made, "france"))


def test_an_earmark_of_20_is_not_met_with_a_unit_of_30() -> None:
    """P71: Germany must spend 20 on navies (2-4) and has 60: it keeps 40."""
    made = world()
    without_units(made, "germany")
    movement(made, "2-4", germany=60)
    end_movement(made)
    assert made.money("germany") == 40
    assert {kind for kind, _ in bought(made, "germany")} == {"navy"}


def test_an_earmark_is_met_within_a_promised_limit() -> None:
    """P70, P71: France has promised to build no armies: it spends the 30 on navies."""
    made = world()
    without_units(made, "france")
    limit = "build_limit power=france; kind=army; strength=points 0; per=turn"
    sign_treaty(made, "france", limit, "no_war power=italy; towards=[france]")
    movement(made, "2-3", france=60)
    end_movement(made)
    assert {kind for kind, _ in bought(made, "france")} == {"navy"}
    assert breaches(made) == []


# -- movement


def test_promised_units_are_built() -> None:
    """P70: Italy has promised 4 points of navies, and the money is there."""
    made = world()
    duty = "build_duty power=italy; kind=navy; strength=points 4"
    sign_treaty(made, "italy", duty, "no_war power=france; towards=[italy]")
    movement(made, italy=40)
    end_movement(made)
    assert built(made, "italy", "navy", made.state.purchases_before) >= 4
    assert breaches(made) == []


def test_an_unavoidable_breach_costs_nothing() -> None:
    """P70: a breach where no choice keeps the promise; no money is spent on it."""
    made = world()
    duty = "build_duty power=italy; kind=navy; strength=points 50"
    sign_treaty(made, "italy", duty, "no_war power=france; towards=[italy]")
    movement(made, italy=40)
    end_movement(made)
    assert [breach.power for breach in breaches(made)] == ["italy"]
    assert made.money("italy") == 40


def test_units_go_where_they_were_promised() -> None:
    """P70: two French armies are due in Algiers."""
    made = world()
    least = "units_min power=france; areas=[algiers]; kind=army; strength=points 14"
    treaty = sign_treaty(made, "france", least, "no_war power=italy; towards=[france]")
    army(made, "france", made.home("france"), 3, 1, 1)
    movement(made)
    assert standing(made, "france", treaty.clauses[0]) < 14
    end_movement(made)
    assert breaches(made) == []


def test_units_leave_where_too_many_stand() -> None:
    """P70: no more than three points of French armies in Algiers."""
    made = world()
    most = "units_max power=france; areas=[algiers]; kind=army; strength=points 3"
    sign_treaty(made, "france", most, "no_war power=italy; towards=[france]")
    army(made, "france", "algiers", 1)
    movement(made)
    end_movement(made)
    assert breaches(made) == []


# -- congress and war


def test_a_promised_vote_is_given() -> None:
    """P70: Great Britain has promised to vote yes about Tunis, and is away."""
    made = dispute()
    pledge = "vote power=great_britain; area=tunis; side=yes"
    sign_treaty(made, "great_britain", pledge, "no_war power=italy; towards=[france]")
    call_congress(made, "france", "germany", "great_britain")
    answer(made, {"france": absence(made, "france")})
    while question(made)[1].step != "table_drafts":
        leave(made)
    table(made, "france", draft_text("remove power=italy; area=tunis"))
    assert question(made)[1].step == "vote_draft"
    assert absence(made, "great_britain") == "vote yes"
    assert absence(made, "germany") == "vote no"
    leave(made)
    assert breaches(made) == []


def test_the_promised_defence_of_a_minor_is_announced() -> None:
    """P70: Russia has promised to stand by Spain, and is away when France takes Morocco."""
    made = world()
    made.put_marker("spain", "marocco", INFLUENCE)
    add_dispute(made, PROTECTORATE, "france", "marocco")
    pledge = "support_minor power=russia; minor=spain"
    sign_treaty(made, "russia", pledge, "no_war power=italy; towards=[russia]")
    call(made, "congress")
    assert "defend marocco" in absence(made, "russia")
    assert "ignore marocco" in absence(made, "germany")


def test_a_passage_is_kept_as_promised() -> None:
    """P70: France has promised to close Suez to Italy, and to leave it open to Britain."""
    made = world()
    make.possess(made, "france", "egypt")
    shut = "passage power=france; user=italy; passage=suez; stance=closed"
    free = "passage power=france; user=great_britain; passage=suez; stance=open"
    sign_treaty(made, "france", shut, free)
    war = make.at_war(made, ("great_britain",), ("italy",))
    call(made, step("passages", war=war.id))
    assert set(absence(made, "france").split("; ")) == {
        "close suez italy",
        "open suez great_britain",
    }


def kongo() -> PaxContext:
    """Germany defies a congress over the Congo, where France has announced Belgium's defence; but
    France has promised Germany peace."""
    made = world()
    made.put_marker("belgium", "kongo", INFLUENCE)
    add_dispute(made, PROTECTORATE, "germany", "kongo")
    sign_treaty(made, "france", "no_war power=france; towards=[germany]")
    call(made, "congress")
    answer(made, {"france": with_word(made, "france", "ignore kongo", "defend kongo")})
    meet(made, "france", "great_britain")
    table(made, "france", "favour belgium")
    vote(made, "france", "great_britain")
    signatures(made, {"germany": "refuse"})
    return made


def test_an_announced_defence_is_not_kept_by_breaking_a_treaty() -> None:
    """P70: of two choices one breaks the treaty with Germany, and an absent France takes the
    other."""
    made = kongo()
    assert question(made)[1].step == "keep_promise"
    assert absence(made, "france") == "abandon belgium"


def test_a_defence_is_abandoned_rather_than_the_peace_of_all() -> None:
    """P70: at a tension of 96 the declaration would be the Great War, and abandoning would not."""
    made = kongo()
    made.state.treaties, made.state.tension = {}, 96
    assert absence(made, "france") == "abandon belgium"
    made.state.tension = 90
    assert absence(made, "france") == "declare france germany"


@pytest.mark.parametrize(("enemies", "verb"), [((), "honour"), (("germany", "italy"), "break")])
def test_an_alliance_is_broken_rather_than_the_peace_of_all(
    enemies: tuple[str, ...], verb: str
) -> None:
    """P70: with two more great powers among the enemies, a fourth one would bring the Great War."""
    made = world()
    ally = "defensive power=france; protected=russia; against=[anyone]"
    sign_treaty(made, "france", ally, "no_war power=russia; towards=[france]")
    make.declare(made, "japan", "russia")
    assert question(made)[1].step == "honour_obligation"
    for enemy in enemies:
        join(made, enemy, "russia", declared=True)
    assert absence(made, "france") == f"{verb} france japan"


def test_an_absent_britain_leaves_its_army_at_home() -> None:
    """6.4: a 10 at home marches to India only if one is missing there."""
    made = world()
    army(made, "great_britain", made.home("great_britain"), 10)
    assert missing(made, "great_britain") == 0
    assert guard_marches(made, "great_britain", 1)
    movement(made)
    assert default_order(made, "great_britain", 1) is None
    india = [p for p in zone(made, "great_britain") if 10 in made.armies("great_britain", p)]
    made.remove_unit("great_britain", "army", india[0], 10)
    order = default_order(made, "great_britain", 1)
    assert order is not None
    assert order.startswith("march 10")


def war_over_egypt(*closed: str) -> PaxContext:
    """France keeps Egypt and has closed Suez to these; Great Britain and Italy fight Germany."""
    made = world()
    make.possess(made, "france", "egypt")
    war = make.at_war(made, ("great_britain", "italy"), ("germany",))
    call(made, step("passages", war=war.id))
    shut = "; ".join(
        f"{'close' if part.split()[2] in closed else 'open'} {part.partition(' ')[2]}"
        for part in absence(made, "france").split("; ")
    )
    answer(made, {"france": shut})
    made.state.stack.clear()
    return made


def test_what_a_keeper_has_closed_stays_closed() -> None:
    """P84: by its own choice, round after round."""
    made = war_over_egypt("italy")
    call(made, step("passages", war=now(made).id))
    assert "close suez italy" in absence(made, "france").split("; ")


def test_a_power_that_joins_opens_no_passage() -> None:
    """P84: Russia enters the war; France's default is still what it has closed itself."""
    made = war_over_egypt("italy", "germany")
    join(made, "russia", "germany", declared=True)
    call(made, step("passages", war=now(made).id))
    stance = absence(made, "france").split("; ")
    assert {"close suez italy", "close suez germany", "open suez russia"} <= set(stance)


def test_two_wars_that_become_one_keep_what_was_closed() -> None:
    """P84: France has closed Suez in one war to Italy and Germany, and in another to Japan."""
    made = war_over_egypt("italy", "germany")
    other = make.at_war(made, ("russia",), ("japan",))
    call(made, step("passages", war=other.id))
    answer(made, {"france": absence(made, "france").replace("open suez japan", "close suez japan")})
    made.state.stack.clear()
    war = join(made, "russia", "germany", declared=True)
    call(made, step("passages", war=war.id))
    shut = [part.split()[2] for part in absence(made, "france").split("; ") if "close" in part]
    assert sorted(shut) == ["germany", "italy", "japan"]


def test_a_new_keeper_inherits_no_closure() -> None:
    """P84: Great Britain takes Egypt and shuts out neither Italy, its ally, nor Germany."""
    made = war_over_egypt("italy", "germany")
    change(made, now(made).id, conquered={"egypt": "great_britain"})
    call(made, step("passages", war=now(made).id))
    assert "close" not in absence(made, "great_britain")
    answer(made, {"great_britain": "open suez italy; close suez germany"})
    made.state.stack.clear()
    call(made, step("passages", war=now(made).id))
    assert absence(made, "great_britain") == "open suez italy; close suez germany"


# -- the spoils


def austrian_victory() -> PaxContext:
    """Austria-Hungary has conquered an Italian area; Germany is not in that war."""
    made = world()
    make.possess(made, "italy", "serbia", status=PROTECTORATE)
    without_units(made, "italy")
    make.at_war(made, ("austria_hungary",), ("italy",))
    army(made, "austria_hungary", "serbia", 3)
    return made


def test_an_absent_german_seat_takes_the_spoils_of_austria_hungary() -> None:
    """12.10: what Italy had in Serbia becomes Austrian."""
    made = austrian_victory()
    call(made, step("end_test", war=now(made).id))
    ask, frame = question(made)
    assert frame.step == "spoils"
    assert ask.seats(made, frame) == ("germany",)
    assert absence(made, "germany") == "give austria_hungary serbia protectorate"
