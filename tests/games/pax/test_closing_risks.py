"""The check before a seat is ready: what it loses, where, and at what cost."""

from __future__ import annotations

import pytest

from entente.games.pax.board import Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.game import PaxBritannica
from entente.games.pax.movement.closing_risks import movement_risks
from entente.games.pax.negotiation.closing_risks import falling_markers, open_offers
from entente.games.pax.records.movement_state import MovementState
from entente.games.pax.state import PaxState
from entente.kernel import BoundDecision, Caution, Severity, registry
from entente.kernel.match import Match
from tests.games.pax.talks import at_desk, dispute, offer_text
from tests.games.pax.worlds import army, clear, world

BRITAIN, FRANCE, GERMANY = "great_britain", "france", "germany"
DEMANDS_OF_AUSTRALIA = "3-2"
MOVEMENT = ("open_movement", "plans")


def held(power: Power, area: Area, status: Status, *strengths: int) -> PaxContext:
    """A power alone in an area, with armies of these strengths."""
    made = world()
    made.state.phase, made.state.moving = "movement", MovementState()
    clear(made, area)
    made.put_marker(power, area, status)
    army(made, power, area, *strengths)
    return made


def risks(made: PaxContext, seat: str, *kinds: str) -> list[Caution]:
    found = [each for each in movement_risks(made, seat) if not kinds or each.kind in kinds]
    for each in found:
        for language in ("en", "fr"):
            assert PaxBritannica({}).catalog(language).strict.line(each.message)
    return found


def test_a_demand_that_is_not_met_costs_its_points() -> None:
    made = held(BRITAIN, "australia", Status.POSSESSION, 1)
    assert not risks(made, BRITAIN, "demand")
    made.state.events = (DEMANDS_OF_AUSTRALIA,)
    (risk,) = risks(made, BRITAIN, "demand")
    assert risk.message.args["points"] == 5
    assert risk.message.args["money"] == made.money(BRITAIN)
    assert (risk.things, risk.severity) == (("australia",), Severity.LOSS)
    assert not risks(made, FRANCE, "demand")
    made.put_marker(BRITAIN, "australia", Status.TOP, Status.POSSESSION)
    assert not risks(made, BRITAIN, "demand")


def test_a_demand_of_an_area_that_is_not_ones_possession() -> None:
    made = held(BRITAIN, "australia", Status.PROTECTORATE, 1)
    made.state.events = (DEMANDS_OF_AUSTRALIA,)
    assert not risks(made, BRITAIN, "demand")


def test_unrest_without_an_army_takes_control() -> None:
    made = held(FRANCE, "tunis", Status.PROTECTORATE)
    made.state.unrest = ("tunis",)
    (risk,) = risks(made, FRANCE, "unrest", "unrest_weak", "no_garrison", "no_garrison_lost")
    prices, value = made.board.prices[Status.PROTECTORATE], made.board.value("tunis")
    assert risk.kind == "unrest"
    assert risk.message.args["income"] == value * prices.income
    assert risk.message.args["upkeep"] == prices.upkeep
    army(made, FRANCE, "tunis", 10, 10)
    assert not risks(made, FRANCE, "unrest", "unrest_weak")


def test_unrest_with_too_weak_an_army_gives_the_odds() -> None:
    made = held(FRANCE, "marocco", Status.PROTECTORATE, 1)
    made.state.unrest = ("marocco",)
    (risk,) = risks(made, FRANCE, "unrest", "unrest_weak")
    assert risk.kind == "unrest_weak"
    assert risk.message.args["defence"] == made.board.strength("marocco")
    assert int(str(risk.message.args["wins"])) <= 1


def test_unrest_where_another_power_can_put_it_down() -> None:
    made = held(FRANCE, "tunis", Status.PROTECTORATE)
    made.state.unrest = ("tunis",)
    made.state.codominions = {"tunis": (FRANCE, BRITAIN)}
    made.put_marker(BRITAIN, "tunis", Status.PROTECTORATE)
    army(made, BRITAIN, "tunis", 10)
    assert not risks(made, FRANCE, "unrest")


def test_an_interest_in_unrest_that_nothing_can_save_is_not_named() -> None:
    made = held(FRANCE, "siam", Status.INTEREST)
    made.state.unrest = ("siam",)
    made.state.treasury[FRANCE] = 0
    assert not risks(made, FRANCE, "unrest")
    made.state.treasury[FRANCE] = 100
    assert risks(made, FRANCE, "unrest")  # control could be placed


def test_control_without_an_army_becomes_influence() -> None:
    made = held(BRITAIN, "australia", Status.POSSESSION)
    (risk,) = risks(made, BRITAIN, "no_garrison")
    assert risk.things == ("australia",)
    assert int(str(risk.message.args["income"])) > int(str(risk.message.args["income_left"]))
    army(made, BRITAIN, "australia", 1)
    assert not risks(made, BRITAIN, "no_garrison")


def test_a_share_without_an_army_is_lost() -> None:
    made = held(FRANCE, "tunis", Status.PROTECTORATE)
    made.state.codominions = {"tunis": (FRANCE, BRITAIN)}
    made.put_marker(BRITAIN, "tunis", Status.PROTECTORATE)
    assert [each.kind for each in risks(made, FRANCE, "no_garrison", "no_garrison_lost")] == [
        "no_garrison_lost"
    ]


def test_new_control_with_too_weak_an_army() -> None:
    made = world()
    made.state.phase, made.state.moving = "movement", MovementState()
    clear(made, "marocco")
    made.put_marker(FRANCE, "marocco", Status.PROTECTORATE, Status.NONE)
    army(made, FRANCE, "marocco", 1)
    assert [each.kind for each in risks(made, FRANCE, "weak_attack")] == ["weak_attack"]
    army(made, FRANCE, "marocco", 10)
    assert not risks(made, FRANCE, "weak_attack")


def test_a_deficit_that_no_roll_of_the_office_prevents() -> None:
    made = held(FRANCE, "tunis", Status.INFLUENCE)
    assert not risks(made, FRANCE, "deficit")
    dear = held(FRANCE, "tunis", Status.PROTECTORATE, *(10,) * 15)
    (risk,) = risks(dear, FRANCE, "deficit")
    assert int(str(risk.message.args["amount"])) > 0
    dear.state.turn = dear.number("turns")
    assert not risks(dear, FRANCE, "deficit")  # there is no next turn


def test_the_germans_are_asked_about_austria_too() -> None:
    made = held("austria_hungary", "serbia", Status.PROTECTORATE)
    assert [each.things for each in risks(made, GERMANY, "no_garrison")] == [("serbia",)]


def test_markers_that_fall_without_a_war() -> None:
    made = dispute()  # an Italian protectorate beside a French influence
    (risk,) = falling_markers(made, FRANCE)
    assert (risk.kind, risk.things) == ("falls_to", ("tunis",))
    assert not list(falling_markers(made, "italy"))
    made.put_marker(FRANCE, "tunis", Status.NONE)
    assert not list(falling_markers(made, FRANCE))


def test_an_offer_that_waits_for_this_seat_alone_leads_to_the_desk() -> None:
    made = world()
    made.state.push_standing("desk")
    (desk,) = made.state.standing
    at_desk(made, FRANCE, offer_text(made, FRANCE, "no_war power=germany; towards=[france]"))
    (risk,) = open_offers(made, GERMANY)
    assert (risk.kind, risk.decision) == ("offer", desk.window)
    assert not list(open_offers(made, FRANCE))
    assert not list(open_offers(made, "italy"))  # which does not know of it


def in_movement(mode: str) -> Match[PaxState, PaxContext]:
    match = Match(registry.load("pax"), {"phase_mode": mode, "players": 4}, "ways")
    while not any(each.step in MOVEMENT for each in match.position.decisions):
        first = match.position.decisions[0]
        match.act(first.seat, next(iter(first.menu)))
    return match


def moving(match: Match[PaxState, PaxContext], seat: str) -> BoundDecision[PaxState, PaxContext]:
    decisions = match.position.decisions_for(seat)
    return match.position.bind(next(each for each in decisions if each.step in MOVEMENT))


@pytest.mark.parametrize(("mode", "action"), [("open", "ready"), ("sealed", "seal")])
def test_open_and_sealed_movement_ask_the_same(mode: str, action: str) -> None:
    """The plan counts: what it leaves without an army is named before it is sealed."""
    match = in_movement(mode)

    def bare() -> set[str]:
        found = moving(match, FRANCE).risks(action)
        return {each.things[0] for each in found if each.kind.startswith("no_garrison")}

    assert "senegambia" not in bare()
    (strength,) = match.position.context.armies(FRANCE, "senegambia")
    match.act(FRANCE, f"march {strength} senegambia home_france")
    assert "senegambia" in bare()
    others = moving(match, BRITAIN).risks(action)
    assert "senegambia" not in {thing for each in others for thing in each.things}


def test_only_the_action_that_closes_the_phase_is_checked() -> None:
    match = in_movement("open")
    bound = moving(match, FRANCE)
    assert bound.is_closing("ready")
    assert not bound.is_closing("march 1 senegambia home_france")
    assert bound.risks("march 1 senegambia home_france") == []
