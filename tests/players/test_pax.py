"""The greedy player at Pax Britannica: whole games, what it knows, and what it does where it
matters."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from entente.games.pax.areas.communication import has_line
from entente.games.pax.areas.garrisons import without_army
from entente.games.pax.board import Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.engine import evaluation as pax
from entente.games.pax.engine.advice import MOVEMENT, PLANS, RULES
from entente.games.pax.engine.character import IMPERIAL
from entente.games.pax.engine.evaluator import Evaluator
from entente.games.pax.engine.fleets import LineValues, shipping
from entente.games.pax.engine.forces import ArmyPlanner
from entente.games.pax.engine.markers import propose_marker
from entente.games.pax.engine.orders import next_order
from entente.games.pax.engine.treaties import NEVER, value
from entente.games.pax.engine.war_decision import invoke, war_gain
from entente.games.pax.game import PaxBritannica
from entente.games.pax.movement.perform_orders import perform
from entente.games.pax.records.treaty import Clause, Treaty
from entente.games.pax.state import PaxState
from entente.games.pax.war.declarations import call_declaration
from entente.kernel import Decision, OptionValue, Position, Seat, parse_action
from entente.kernel.decision import UNTOLD
from entente.players import GreedyPlayer, PlayerView, RandomPlayer
from tests.games.pax.talks import sign_treaty
from tests.games.pax.worlds import army, question, run, world
from tests.toys import Conference

GAME = PaxBritannica({})


@pytest.fixture(autouse=True)
def _nothing_goes_wrong(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Errors while the player thinks are logged: there must be none."""
    yield
    assert caplog.get_records("call") == []


def greedy(seed: str) -> GreedyPlayer:
    return GreedyPlayer("pax", seed, pax)


def thinking(made: PaxContext, seat: Seat) -> Evaluator:
    return Evaluator(made, seat, IMPERIAL)


# -- whole games


@pytest.mark.parametrize(("mode", "turns"), [("open", 2), ("sealed", 1)])
def test_four_of_them_play_a_short_game_to_its_end(mode: str, turns: int) -> None:
    """Every action is on the menu; all earn points, and no one leaves a colony without an army."""
    options: dict[str, OptionValue] = {"players": 4, "turns": turns, "phase_mode": mode}
    position, rng = GAME.begin(options, "1"), Random(1)
    players = {seat: greedy(f"1/{seat}") for seat in position.context.seats}
    while position.outcome is None:
        seat = rng.choice(position.to_move)
        action = players[seat].choose(PlayerView(position, seat))
        legal = position.find(seat, action)
        assert legal is not None, action
        position.apply_unchecked(*legal)
        if position.state.phase == "combat":
            assert not [p for p in position.context.majors if without_army(position.context, p)]
    assert min(position.state.totals.values()) > 10
    assert position.state.tension < 40


@pytest.mark.soak
def test_it_outdoes_players_of_chance() -> None:
    position, rng = GAME.begin({"players": 4, "turns": 3}, "2"), Random(2)
    seats = position.context.seats
    players = {seat: RandomPlayer(f"2/{seat}") for seat in seats}
    one = greedy("2")
    while position.outcome is None:
        seat = rng.choice(position.to_move)
        view = PlayerView(position, seat)
        action = one.choose(view) if seat == "germany" else players[seat].choose(view)
        position.apply(seat, action)
    totals = position.state.totals
    assert totals["germany"] > 2 * max(totals[seat] for seat in seats if seat != "germany")


def test_it_has_a_rule_for_every_question() -> None:
    assert {*RULES, MOVEMENT, PLANS} == set(GAME.steps.asking) - {"desk"}


def test_other_games_know_no_adviser() -> None:
    """It tries actions out where the evaluation gives no advice."""
    view = PlayerView(Conference().begin(None, "1"), "austria")
    assert GreedyPlayer("conference", "1").choose(view) in view.decision.menu


# -- what it knows


def moments(every: int) -> list[tuple[Position[PaxState, PaxContext], Seat]]:
    """Moments of a random game with sealed plans and many offers on the desk."""
    position = GAME.begin({"players": 4, "turns": 1, "phase_mode": "sealed"}, "3")
    rng, found = Random(3), []
    players = {seat: RandomPlayer(f"3/{seat}") for seat in position.context.seats}
    number = 0
    while position.outcome is None:
        seat = rng.choice(position.to_move)
        number += 1
        if number % every == 0:
            found.append((position.copy(), seat))
        position.apply(seat, players[seat].choose(PlayerView(position, seat)))
    return found


def test_hidden_information_makes_no_difference_and_thinking_changes_nothing() -> None:
    """In two positions that look the same to a seat, it chooses the same, asked once or twice."""
    hidden = 0
    for number, (position, seat) in enumerate(moments(every=16)):
        other = position.determinize(seat, Random(number))
        hidden += GAME.save(other.state) != GAME.save(position.state)
        before = GAME.save(position.state)
        chosen = greedy("1").choose(PlayerView(position, seat))
        assert GAME.save(position.state) == before
        assert greedy("1").choose(PlayerView(position, seat)) == chosen
        assert greedy("1").choose(PlayerView(other, seat)) == chosen
        reason = greedy("1").explain(PlayerView(position, seat), chosen)
        assert greedy("1").explain(PlayerView(other, seat), chosen) == reason
    assert hidden > 5


# -- what it does


def played(made: PaxContext, seat: Seat) -> list[str]:
    """All orders of a seat in the movement phase."""
    orders = []
    while (order := next_order(thinking(made, seat), 1, None, propose_marker)) is not None:
        orders.append(order.action)
        perform(made, seat, parse_action(order.action))
    return orders


def test_a_strong_army_is_relieved_by_a_small_one() -> None:
    """Ten points of upkeep for Algiers are too many: a small army goes, the strong one home."""
    made = world()
    made.state.treasury["france"] = 10
    planner = ArmyPlanner(made, "france", 1)
    assert planner.spared_at("algiers") == ()
    orders = played(made, "france")
    assert "march 1 home_france algiers" in orders
    assert "march 10 algiers home_france" in orders
    assert made.armies("france", "algiers") == (1,)
    assert not without_army(made, "france")


def test_armies_from_home_cross_several_seas() -> None:
    """Germany needs no new ones for the Indian Ocean: its fleets are connected."""
    made = world()
    planner = ArmyPlanner(made, "germany", 1)
    force = planner.force("madagascar", 100.0, 0, will_fight=True)
    assert force is not None
    assert force.bought == ()
    assert force.won == 1.0


def test_no_army_marches_to_and_fro() -> None:
    """The Indian Army is not sent home and back again."""
    made = world()
    made.state.treasury["great_britain"] = 60
    marches = [order.split() for order in played(made, "great_britain") if order[:5] == "march"]
    ways = {(strength, here, there) for _, strength, here, there in marches}
    assert not any((strength, there, here) in ways for strength, here, there in ways)


def test_a_merchant_fleet_goes_where_a_line_is_cut() -> None:
    """Japan's colony in Africa earns nothing without a fleet in the Indian Ocean; a fleet in
    the North Atlantic is of no use to it."""
    made = world()
    made.put_marker("japan", "madagascar", Status.PROTECTORATE)
    army(made, "japan", "madagascar", 1)
    fleets = ("north_china_sea", "south_china_sea", "north_atlantic")
    made.state.fleets["japan"] = fleets
    made.forget()
    orders = tuple(f"ship {sea} indian_ocean" for sea in fleets)
    assert list(shipping(thinking(made, "japan"), "japan", orders)) == [
        "ship north_atlantic indian_ocean"
    ]
    made.state.fleets["japan"] = ("north_china_sea", "south_china_sea", "indian_ocean")
    made.forget()
    assert has_line(made, "japan", "madagascar")


def test_the_income_of_fleets_is_added_up_in_the_order_of_the_map() -> None:
    """In any other order a sum may differ in its last digit, and with it the choice between two
    seas of the same value: other processes would play other games."""
    made = world()
    for power in made.seats:
        chart, fleets = LineValues(made, power), made.fleets(power)
        values = chart.values
        joined = []
        for area, worth in values.items():
            chart.values = {area: 1.0}
            joined += [worth] * bool(chart.value(fleets))
        chart.values = values
        assert len(joined) > 2
        assert chart.value(fleets) == sum(joined)


def test_it_leaves_alone_where_another_has_just_taken_control() -> None:
    made = world()
    made.state.treasury["germany"] = 60
    made.put_marker("france", "kongo", Status.PROTECTORATE, Status.NONE)
    orders = played(made, "germany")
    assert orders
    assert not [o for o in orders if o.startswith(("place kongo prot", "place kongo infl"))]


def treaty(by: Power, *clauses: Clause) -> Treaty:
    return Treaty("draft", by, ("germany", "russia"), clauses)


PAID = Clause("pay", {"from": "germany", "to": "russia", "amount": 5, "due": "now"})


@pytest.mark.parametrize(
    "clause",
    [
        Clause("text", {"power": "russia", "words": "friendship"}),
        Clause("offensive", {"power": "russia", "partner": "germany", "against": "france"}),
        Clause("units_max", {"power": "russia", "areas": "persia", "kind": "any", "strength": 3}),
        Clause("defensive", {"power": "russia", "protected": "germany", "against": "anyone"}),
        Clause(
            "no_war",
            {"power": "russia", "towards": "germany"},
            when="both one=(tension least=points 5); other=(tension least=points 6)",
        ),
    ],
)
def test_some_clauses_are_declined_at_any_price(clause: Clause) -> None:
    made = world()
    made.state.treasury["germany"] = 100
    evaluator = thinking(made, "russia")
    assert value(evaluator, treaty("germany", PAID)) > 0
    assert value(evaluator, treaty("germany", PAID, clause)) == NEVER


def test_no_power_promises_money_it_does_not_have() -> None:
    made = world()
    made.state.treasury["germany"] = 4
    gain = Clause("no_war", {"power": "russia", "towards": "germany"})
    assert value(thinking(made, "germany"), treaty("russia", PAID, gain)) == NEVER


def test_war_is_not_declared_when_it_would_be_the_great_war() -> None:
    """Spain, rich and weak, is an easy prey; with Europe on the brink it is left alone."""
    made = world()
    for area in ("tunis", "egypt"):
        made.put_marker("spain", area, Status.PROTECTORATE)
    evaluator = thinking(made, "great_britain")
    assert war_gain(evaluator, "great_britain", "spain") > 0
    made.state.tension = 96
    assert war_gain(evaluator, "great_britain", "spain") < 0
    made.state.tension = 0
    assert war_gain(evaluator, "italy", "great_britain") < 0


# -- secret allies


def called_upon(tension: int) -> str:
    """Return what France does when Britain has declared war and Italy is its secret ally."""
    made = world()
    ally = "defensive power=italy; protected=france; against=[great_britain]"
    sign_treaty(made, "france", ally, secret=True)
    made.state.tension = tension
    call_declaration(made, "great_britain", "france")
    run(made)
    ask, frame = question(made)
    assert frame.step == "invoke_allies"
    decision = Decision("france", UNTOLD, "12.2", ask.menu(made, frame, "france"), sealed=True)
    answer = invoke(thinking(made, "france"), decision, frame)
    assert answer in decision.menu
    return answer.split()[0]


def test_it_calls_a_secret_ally_unless_that_is_the_great_war() -> None:
    """P80: at tension 92 the declaration of an ally would be the Great War."""
    assert called_upon(20) == "invoke"
    assert called_upon(92) == "conceal"
