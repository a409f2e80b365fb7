"""Costs and consequences shown before an order is given; and what is refused."""

from __future__ import annotations

import pytest

from entente.games.pax.areas.communication import has_line
from entente.games.pax.board import Status
from entente.games.pax.colonies.combat import odds, read_result
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.economy.administration import saved_by, savings
from entente.games.pax.movement.candidate_orders import candidate_orders
from entente.games.pax.movement.consequences import brings_great_war, consequences, cost_of
from entente.games.pax.movement.marker_orders import placings
from entente.games.pax.movement.perform_orders import perform
from entente.games.pax.records.movement_state import MovementState
from entente.kernel import parse_action, registry
from entente.kernel.action_options import options_for
from entente.kernel.match import Match
from tests.games.pax.talks import sign_treaty
from tests.games.pax.worlds import army, clear, world

BRITAIN, FRANCE = "great_britain", "france"


def preview(made: PaxContext, power: str, order: str) -> dict[str, dict[str, object]]:
    """Return what follows from an order, by the name of the text."""
    effects = consequences(made, power, order.split())
    return {each.key.removeprefix("hint."): dict(each.args) for each in effects}


def test_a_marker_costs_the_difference_and_brings_what_is_established() -> None:
    made = world()
    clear(made, "siam")
    said = cost_of(made, BRITAIN, ["place", "siam", "influence"])
    assert said is not None
    price = made.board.prices[Status.INFLUENCE].cost
    assert said.args == {"cost": price, "left": made.money(BRITAIN) - price}
    follows = preview(made, BRITAIN, "place siam influence")
    assert set(follows) == {"yearly"}


def test_an_offended_power_gets_one_casus_belli() -> None:
    made = world()
    clear(made, "siam")
    made.put_marker(FRANCE, "siam", Status.INFLUENCE)
    follows = preview(made, BRITAIN, "place siam protectorate")
    assert follows["cause"] == {"kind": "status_dispute", "holder": FRANCE, "against": BRITAIN}
    assert follows["needs_army"] == {"area": "siam"}
    assert follows["must_fight"] == {"strength": made.board.strength("siam")}
    army(made, BRITAIN, "siam", 3)
    assert "needs_army" not in preview(made, BRITAIN, "place siam protectorate")


def test_the_foreseen_causes_of_a_marker_are_granted() -> None:
    """The causes of every marker that may be placed, against those that placing it gives."""
    made = world()
    made.state.moving = MovementState()
    for power in made.seats:
        for order in list(placings(made, power))[::7]:
            twin = made.for_copy(made.state.copy())
            before = set(twin.state.causes)
            perform(twin, power, parse_action(order))
            came = {(c.kind, c.holder, c.against) for c in set(twin.state.causes) - before}
            said = [e.args for e in consequences(made, power, order.split()) if "cause" in e.key]
            assert {(e["kind"], e["holder"], e["against"]) for e in said} == came, order
            risen = twin.state.resentment - made.state.resentment
            anger = [
                e.args["amount"]
                for e in consequences(made, power, order.split())
                if e.key == "hint.resentment"
            ]
            assert sum(map(int, map(str, anger))) == risen


def test_the_monroe_doctrine_is_shown() -> None:
    made = world()
    area = next(
        area
        for area in made.board.tagged("western_hemisphere")
        if area not in made.board.controlled_at_start
    )
    clear(made, area)
    follows = preview(made, FRANCE, f"place {area} possession")
    assert follows["cause"]["holder"] == "united_states"


def test_a_navy_alarms_europe_and_may_bring_the_great_war() -> None:
    made = world()
    assert preview(made, "germany", "buy navy 10 germany@north_sea")["tension"]["amount"]
    exempt = made.board.tension["large_naval_build"].exempt[0]
    assert not preview(made, exempt, f"buy navy 10 {made.home(exempt)}")
    assert not brings_great_war(made, "germany", ["buy", "navy", "10", "x"])
    made.state.tension = made.board.constants.great_war_at - 1
    assert brings_great_war(made, "germany", ["buy", "navy", "10", "x"])
    assert not brings_great_war(made, "germany", ["buy", "army", "10", "x"])


def test_the_hint_of_a_march_shows_what_it_leaves_and_meets() -> None:
    made = world()
    clear(made, "siam", "burma")
    made.put_marker(BRITAIN, "siam", Status.PROTECTORATE, Status.NONE)
    made.put_marker(BRITAIN, "burma", Status.POSSESSION)
    army(made, BRITAIN, "burma", 3)
    follows = preview(made, BRITAIN, "march 3 burma siam")
    assert follows["leaves_bare"] == {"area": "burma"}
    fight = follows["will_fight"]
    assert (fight["strength"], fight["defence"]) == (3, made.board.strength("siam"))


def test_the_odds_are_those_of_the_table() -> None:
    made = world()
    for area in ("siam", "egypt", "afghanistan"):
        for attack in (1, 3, 10, 13, 40):
            defence, fought = made.board.strength(area), []
            for die in range(1, 7):
                code = made.board.result(attack, defence, die)
                fought.append(read_result(code, attack, defence))
            left = [each for each in fought if each.defeated and attack > each.loss]
            assert odds(made, (1,) * attack, area).wins == len(left)
    assert odds(made, (10,) * 10, "siam").wins > odds(made, (1,), "siam").wins


def test_a_piece_gives_no_change() -> None:
    """Two armies of 3 that lose 5 are both lost, and nothing is won."""
    made = world()
    assert made.board.strength("egypt") == 5
    small, large = odds(made, (1,) * 6, "egypt"), odds(made, (3, 3), "egypt")
    assert small.wins > large.wins
    assert small.tenths < large.tenths


def test_a_fleet_that_leaves_cuts_lines() -> None:
    made = world()
    lines = [preview(made, BRITAIN, f"ship {sea} none") for sea in made.fleets(BRITAIN)]
    assert any("cuts_off" in each for each in lines)
    for sea in made.fleets(BRITAIN):
        left = [other for other in made.fleets(BRITAIN) if other != sea]
        twin = made.for_copy(made.state.copy())
        twin.set_fleets(BRITAIN, left)
        lost = [a for a, _ in made.areas_of(BRITAIN) if has_line(made, BRITAIN, a)]
        lost = [area for area in lost if not has_line(twin, BRITAIN, area)]
        assert preview(made, BRITAIN, f"ship {sea} none").get("cuts_off", {"areas": []})[
            "areas"
        ] == (lost)


def test_every_rung_of_the_ladder_is_a_wish() -> None:
    made = world()
    clear(made, "siam")
    orders = set(candidate_orders(made, BRITAIN, "siam", 1))
    assert {"place siam interest", "place siam possession"} <= orders
    assert not any("dominion" in each for each in orders)
    assert any(each.startswith("march ") for each in orders)
    home = made.home(BRITAIN)
    assert f"buy army 10 {home}" in set(candidate_orders(made, BRITAIN, home, 1))


@pytest.mark.parametrize("mode", ["open", "sealed"])
def test_a_place_shows_allowed_and_blocked_actions(mode: str) -> None:
    match = Match(registry.load("pax"), {"phase_mode": mode, "players": 4}, "ways")
    position = match.position
    while not any(each.step in ("open_movement", "plans") for each in position.decisions):
        first = position.decisions[0]
        match.act(first.seat, next(iter(first.menu)))
    decision = next(
        e for e in position.decisions_for(BRITAIN) if e.step in ("open_movement", "plans")
    )
    for thing in (*position.context.board.place_order, *position.context.board.seas):
        options = options_for(position.bind(decision), thing)
        assert all(each.action in decision.menu for each in options.allowed)
        assert not any(each.action in decision.menu for each in options.blocked)
        assert all(not e.refusal.message.key.startswith("kernel.") for e in options.blocked), thing
        named = [a for a in decision.menu if thing in [w.partition("@")[0] for w in a.split()[1:]]]
        assert {each.action for each in options.allowed} == set(named)
    home = options_for(position.bind(decision), position.context.home(BRITAIN))
    assert any(each.action.startswith("buy army") and each.hint for each in home.allowed)


def test_the_assets_that_cover_a_deficit_are_shown() -> None:
    made = world()
    made.state.deficit_areas = {BRITAIN: tuple(area for area, _ in made.areas_of(BRITAIN))}
    offered = [each for some in savings(made, BRITAIN).values() for each in some]
    assert {action.split()[0] for action, _ in offered} == {"disband", "abandon", "reduce"}
    for action, saved in offered:
        assert saved_by(made, BRITAIN, steps.question("deficit").parse(action)) == saved


def test_each_slot_of_a_decision_shows_its_odds() -> None:
    """Colonial combat is one choice for each area: each shows its odds."""
    game = registry.load("pax")
    made = world(4)
    for area, strength in (("siam", 3), ("burma", 2)):
        clear(made, area)
        made.put_marker(BRITAIN, area, Status.PROTECTORATE, Status.NONE)
        army(made, BRITAIN, area, strength)
    made.state.push("choose_fights")
    made.state.number_top()
    position = game.position(made.state)
    decision = next(each for each in position.decisions if each.step == "choose_fights")
    options = options_for(position.bind(decision), "siam")
    assert [each.action for each in options.allowed] == ["attack siam", "decline siam"]
    attack = options.allowed[0].hint
    assert attack is not None
    assert attack.args["strength"] == 3


def test_a_part_of_an_answer_warns_of_nothing_that_another_part_may_do() -> None:
    """Defending one minor does not warn of abandoning the other: that is another choice."""
    game = registry.load("pax")
    made = world()
    sign_treaty(made, FRANCE, "support_minor power=france; minor=portugal")
    for minor, area in (("portugal", "kongo"), ("belgium", "siam")):
        clear(made, area)
        made.put_marker(minor, area, Status.INFLUENCE)
        made.put_marker("germany", area, Status.PROTECTORATE)
    made.state.push("congress_call")
    made.state.number_top()
    position = game.position(made.state)
    decision = next(each for each in position.decisions_for(FRANCE) if each.step == "congress_call")
    for area in ("kongo", "siam"):
        options = options_for(position.bind(decision), area)
        assert [each.action for each in options.allowed] == [f"ignore {area}", f"defend {area}"]
        assert all((e.hint, e.consequences, e.cautions) == (None, [], []) for e in options.allowed)
    silence = next(iter(decision.menu))
    assert "ignore kongo" in silence
    assert [each.key for each in position.bind(decision).warnings(silence)] == ["caution.breach"]


def test_units_that_go_abroad_cost_upkeep_and_units_that_return_save_it() -> None:
    made = world()
    out, back = (
        "march 3 home_great_britain siam",
        "sail 3 siam@china_sea home_great_britain@north_atlantic",
    )
    assert preview(made, BRITAIN, out)["costs_upkeep"] == {"amount": 3}
    assert preview(made, BRITAIN, back)["saves_upkeep"] == {"amount": 3}
    assert "costs_upkeep" not in preview(made, BRITAIN, "march 3 bengal burma")
