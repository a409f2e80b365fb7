"""The levels at Diplomacy: clear positions, and their reasons."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from entente.games.diplomacy.answers.slots import DRAW, ORDERS
from entente.games.diplomacy.batch.search.layout import MOST_REPEATS
from entente.games.diplomacy.engine.candidates import Orders
from entente.games.diplomacy.engine.failed_moves import Repeats, failed_moves
from entente.games.diplomacy.engine.features import NAMES, evaluate, features
from entente.games.diplomacy.engine.reasons import of_truce
from entente.games.diplomacy.engine.revealed_orders import is_revealed_order, revealed_answer
from entente.games.diplomacy.engine.votes import hope, vote
from entente.games.diplomacy.engine.wide_candidates import WideCampaign
from entente.games.diplomacy.phases import understood
from entente.games.diplomacy.rules.orders import HOLDS, MOVE, Order
from entente.games.diplomacy.rules.powers import POWERS
from entente.games.diplomacy.state import AUTUMN, DiplomacyState
from entente.kernel import Frame, Seat, say
from entente.kernel.typography import typeset
from entente.players import PlayerMessage, PlayerView, make
from entente.players.engines import LEVELS, evaluation_of
from entente.players.levels import LevelPlayer
from entente.players.player_texts import message_text
from entente.players.search_result import SearchResult
from tests.games.diplomacy import scene

GAME = scene.GAME


def thought(state: DiplomacyState, seat: Seat, player: str = "hard:1500") -> SearchResult:
    found = make(player, "diplomacy", "1")
    assert isinstance(found, LevelPlayer)
    return found.think(PlayerView(GAME.position(state), seat))


def in_autumn(state: DiplomacyState) -> DiplomacyState:
    """The same position half a year later."""
    scene.pass_season(state)
    assert state.season == AUTUMN
    return state


# -- orders


@pytest.mark.parametrize("level", LEVELS)
def test_a_unit_beside_a_free_centre_in_autumn_takes_it(level: str) -> None:
    state = in_autumn(scene.start({"FRANCE": "A GAS", "TURKEY": "A SMY"}, {"FRANCE": "PAR"}))
    assert "A GAS - SPA" in thought(state, "france", f"{level}:200").action


def test_a_defended_centre_is_attacked_with_support() -> None:
    units = {"FRANCE": "A BUR, A RUH", "GERMANY": "A MUN"}
    centres = {"FRANCE": "PAR, BRE, MAR, BEL, HOL, KIE", "GERMANY": "MUN, BER"}
    state = in_autumn(scene.start(units, centres))
    orders = thought(state, "france").action.split("; ")[:-1]
    attack = [order for order in orders if order.endswith("- MUN")]
    assert sum(" S " in order for order in attack) >= 1
    assert sum(" S " not in order for order in attack) == 1


ITALY = {"ITALY": "A VEN, A ROM, A APU, F NAP", "AUSTRIA": "A TRI, A TYR", "FRANCE": "A PIE"}


@pytest.mark.parametrize(
    ("written", "tidy"),
    [
        # Rome does nothing, Apulia goes where its own army stays.
        ("A VEN H; A ROM H; A APU - VEN", "A VEN H; A ROM S A VEN; A APU S A VEN"),
        # Rome supports an army that leaves.
        ("A VEN - TRI; A ROM S A VEN; A APU H", "A VEN - TRI; A ROM H; A APU H"),
        ("A VEN - TYR; A ROM - VEN; A APU - ROM", "A VEN - TYR; A ROM - VEN; A APU - ROM"),
    ],
)
def test_idle_units_help_those_beside_them(written: str, tidy: str) -> None:
    context = GAME.position(scene.start(ITALY, {"ITALY": "VEN, ROM, NAP"})).context
    campaign = WideCampaign(context, "italy")
    orders = understood(context, written.split("; "))
    assert campaign.tidied({**dict.fromkeys(campaign.mine, HOLDS), **orders}) == {
        **dict.fromkeys(campaign.mine, HOLDS),
        **understood(context, tidy.split("; ")),
    }


def test_an_army_sails_where_it_cannot_walk() -> None:
    units = {"ENGLAND": "A YOR, F NTH", "TURKEY": "A SMY"}
    state = in_autumn(scene.start(units, {"ENGLAND": "LON, LVP, EDI"}))
    orders = thought(state, "england").action.split("; ")
    assert {order.partition(" - ")[0] for order in orders} >= {"A YOR", "F NTH C A YOR"}


def test_a_fleet_does_not_support_the_army_that_it_carries() -> None:
    """Without the fleet at sea the army cannot move: such a set of orders is not legal."""
    units = {"ENGLAND": "F NWY", "RUSSIA": "A WAR, F BOT, A STP"}
    centres = {"ENGLAND": "EDI, LON, LVP, NWY", "RUSSIA": "MOS, RUM, SEV, STP, WAR"}
    position = GAME.position(scene.start(units, centres))
    decision = position.decision("russia")
    assert decision is not None
    judge = evaluation_of("diplomacy")
    replies = [judge.rollout_reply(position, decision, Random(seed)) for seed in range(100)]
    assert any("C A STP - SWE" in reply for reply in replies)
    assert all(reply in decision.menu for reply in replies)


def test_a_centre_that_wins_the_game_is_taken() -> None:
    """Not another that looks as good: Serbia would make two units wait for one."""
    state = in_autumn(
        scene.start(
            {"AUSTRIA": "A BUD", "TURKEY": "A SMY"},
            {"AUSTRIA": "VIE, BUD, TRI, VEN, ROM, NAP, MUN, BER, KIE, WAR, MOS", "TURKEY": "SMY"},
            victory_centres=12,
        )
    )
    after = GAME.position(state)
    action = thought(state, "austria").action
    assert action.split("; ")[0] in ("A BUD - SER", "A BUD - RUM")
    for decision in after.decisions:
        hold = action if decision.seat == "austria" else "A SMY H; orders"
        after.apply_unchecked(decision, hold)
    assert after.outcome is not None
    assert after.outcome.winners == ("austria",)


def aims(state: DiplomacyState, seat: Seat, orders: str) -> dict[str, str]:
    """The reason for each unit's move in a set of orders, by its place."""
    player = make("easy", "diplomacy", "1")
    assert isinstance(player, LevelPlayer)
    result = player.weigh(PlayerView(GAME.position(state), seat), orders)
    line = next(line for line in result.lines if line.action == orders)
    found = [reason.message for reason in line.reasons if "start" in reason.message.args]
    return {str(each.args["start"]): each.key.partition(".")[2] for each in found}


def test_no_unit_heads_for_a_safe_centre_of_its_own_power() -> None:
    orders = "F EDI - NWG; F LON - NTH; A LVP - WAL; orders"
    found = aims(scene.start(), "england", orders)
    assert found["LVP"] == "place"
    assert found["EDI"] == "towards"
    threatened = scene.start({"ENGLAND": "A LVP", "FRANCE": "F ENG"}, {"ENGLAND": "LON, LVP, EDI"})
    assert aims(threatened, "england", "A LVP - WAL; orders") == {"LVP": "near"}


# -- winter and retreats


def winter(state: DiplomacyState) -> DiplomacyState:
    state.season = "winter"
    state.stack = [Frame("year_end"), Frame("adjust")]
    return state


@pytest.mark.parametrize(
    ("units", "built", "reason"),
    [("A EDI, A LVP", "F LON", "fleet"), ("F NTH, F ENG, F EDI", "A LON", "army")],
)
def test_an_island_builds_what_its_force_lacks(units: str, built: str, reason: str) -> None:
    centres = {"ENGLAND": "LON, EDI, LVP, NWY", "FRANCE": "PAR, BRE", "GERMANY": "BER, KIE"}
    state = winter(scene.start({"ENGLAND": units}, centres))
    found = thought(state, "england")
    assert f"BUILD {built}" in found.action.split("; ")
    assert found.reasons[0].message.key.startswith(f"why_diplomacy.{reason}")


def test_a_unit_that_is_far_from_everything_is_removed() -> None:
    units = {"FRANCE": "A BUR, A RUH, A TYR, A FIN", "GERMANY": "A MUN"}
    centres = {"FRANCE": "NWY, SWE, STP", "GERMANY": "MUN, BER, KIE"}
    state = winter(scene.start(units, centres))
    assert thought(state, "france").action == "REMOVE A FIN"


def test_a_unit_that_must_retreat_in_autumn_takes_a_centre() -> None:
    units = {"FRANCE": "A GAS", "ITALY": "A MAR, A BUR"}
    state = in_autumn(scene.start(units, {"FRANCE": "PAR, BRE", "ITALY": "MAR"}))
    scene.order(state, italy="A MAR - GAS; A BUR S A MAR - GAS")
    assert thought(state, "france").action == "A GAS - SPA"


# -- votes, values and words


def test_a_power_with_little_hope_accepts_a_draw() -> None:
    state = scene.start()
    state.centres = {power: [] for power in POWERS} | {
        "FRANCE": list(scene.BOARD.centre_names[:16]),
        "TURKEY": ["SMY"],
        "ITALY": ["ROM", "NAP"],
    }
    europe = GAME.position(state).context
    assert vote(europe, "turkey") == ORDERS  # the game has just begun
    state.year += 6
    assert vote(europe, "turkey") == DRAW
    assert vote(europe, "france") == ORDERS
    assert hope(europe, "france") > 0.9
    assert thought(state, "turkey", "easy").reasons[0].message.key == "why_diplomacy.draw"


def test_more_centres_are_worth_more() -> None:
    few, many = scene.start(), scene.start()
    many.centres = {**many.centres, "FRANCE": [*many.centres["FRANCE"], "SPA", "POR"]}
    worths = [evaluate(GAME.position(state), "france") for state in (few, many)]
    assert -1.0 < worths[0] < worths[1] < 1.0
    found = features(GAME.position(many), "france")
    assert tuple(found) == NAMES
    assert found["centres"] == 5


def test_lines_show_what_the_neighbours_may_order() -> None:
    found = thought(scene.start(), "germany")
    best = found.lines[0]
    assert best.action == found.action
    assert best.worst is not None
    assert best.worst <= best.worth
    assert best.then
    position = GAME.position(scene.start())
    for step in (*best.then, *best.feared):
        assert position.find(step.seat, step.action) is not None


@pytest.mark.parametrize("language", ["en", "fr"])
def test_reasons_are_sentences(language: str) -> None:
    units = {"FRANCE": "A BUR, A RUH, A TYR, F BRE", "GERMANY": "A MUN", "ENGLAND": "F ENG, F MAO"}
    state = in_autumn(scene.start(units, {"FRANCE": "PAR, BRE, MAR, BEL", "GERMANY": "MUN"}))
    reasons = thought(state, "france").reasons
    assert reasons
    for reason in reasons:
        sentence = message_text(
            GAME, PlayerMessage("france", reason.message, reason.kinds), language
        )
        assert sentence.endswith(".")
        assert "{" not in sentence


def weighed(state: DiplomacyState, seat: Seat, action: str) -> SearchResult:
    found = make("normal:300", "diplomacy", "1")
    assert isinstance(found, LevelPlayer)
    return found.weigh(PlayerView(GAME.position(state), seat), action)


def reasons_of(state: DiplomacyState, seat: Seat, action: str, language: str = "en") -> list[str]:
    """The reasons of the line that begins with an action."""
    line = next(each for each in weighed(state, seat, action).lines if each.action == action)
    return [
        message_text(GAME, PlayerMessage(seat, each.message, each.kinds), language)
        for each in line.reasons
    ]


BESET = {"FRANCE": "A BUR, A RUH, F MAO, A SPA", "GERMANY": "A MUN", "ENGLAND": "F ENG"}
RAIDED = {**BESET, "ENGLAND": "F ENG, A PIC, F GAS"}
CENTRES = {"FRANCE": "PAR, BRE, MAR, SPA", "GERMANY": "MUN, BER", "ENGLAND": "LON"}


def test_orders_are_explained_by_their_aims() -> None:
    state = in_autumn(scene.start(BESET, CENTRES))
    attack = "A BUR S A RUH - MUN; A RUH - MUN; F MAO - BRE; A SPA - POR; orders"
    reasons = reasons_of(state, "france", attack)
    assert reasons[:3] == [
        "Attack on Munich, held by Germany: from the Ruhr, with support from Burgundy.",
        "From Spain to Portugal, a centre that no other unit can reach.",
        "England could come to Brest, so the unit in the Mid-Atlantic Ocean goes there.",
    ]
    french = reasons_of(state, "france", attack, "fr")
    assert french[0].startswith(
        typeset("Attaque sur Munich, que tient l'Allemagne : une unité y va")
    )


def test_a_worse_set_is_explained_by_a_fear_and_a_better_set() -> None:
    state = in_autumn(scene.start(RAIDED, CENTRES))
    away = "A BUR H; A RUH H; F MAO - WES; A SPA H; orders"
    found = weighed(state, "france", away)
    line = next(each for each in found.lines if each.action == away)
    assert line.worth < found.lines[0].worth
    assert found.lines[0].action == found.action
    reasons = reasons_of(state, "france", away)
    assert any(each.startswith("I fear for ") and "England" in each for each in reasons)
    assert "seems better to me" in reasons[-1]


def test_weighing_does_not_change_the_choice() -> None:
    state = scene.start()
    position = GAME.position(state)
    held = position.bind(position.required_by_seat()["germany"]).default_answer()
    assert held is not None
    action = held.replace("absent", "orders")
    player = make("normal:300", "diplomacy", "1")
    assert isinstance(player, LevelPlayer)
    plain, found = thought(state, "germany", "normal:300"), weighed(state, "germany", action)
    assert (found.action, found.positions) == (plain.action, plain.positions)
    assert next(each for each in found.lines if each.action != action).worth == plain.worth


def test_a_convoy_and_a_guard_are_explained() -> None:
    units = {"ENGLAND": "A YOR, F NTH, A LON, A WAL", "FRANCE": "F ENG"}
    state = in_autumn(scene.start(units, {"ENGLAND": "LON, LVP, EDI", "FRANCE": "BRE"}))
    sails = "A YOR - NWY; F NTH C A YOR - NWY; A LON H; A WAL S A LON; orders"
    reasons = " ".join(reasons_of(state, "england", sails))
    assert "By convoy from Yorkshire to Norway, through the North Sea." in reasons
    assert "London is to hold against France, with support from Wales." in reasons


def test_a_convoy_against_a_unit_says_whose_it_is() -> None:
    units = {"ENGLAND": "A YOR, F NTH, F SKA", "RUSSIA": "A NWY"}
    state = in_autumn(scene.start(units, {"ENGLAND": "LON, LVP, EDI", "RUSSIA": "NWY"}))
    alone = "A YOR - NWY; F NTH C A YOR - NWY; F SKA H; orders"
    assert "only if Russia leaves." in reasons_of(state, "england", alone)[0]
    helped = "A YOR - NWY; F NTH C A YOR - NWY; F SKA S A YOR - NWY; orders"
    (first, *_) = reasons_of(state, "england", helped)
    assert first.endswith("held by Russia, with support from the Skagerrak.")


def test_two_own_units_that_bounce_are_not_said_to_arrive() -> None:
    """V.4: units of the same strength keep each other out, and others too."""
    units = {"TURKEY": "A ARM, A CON", "ITALY": "F AEG"}
    state = scene.start(units, {"TURKEY": "CON, ANK, SMY", "ITALY": "NAP"})
    reasons = reasons_of(state, "turkey", "A ARM - ANK; A CON - ANK; orders")
    blocks = "My units from Armenia and Constantinople go to Ankara together"
    assert sum(each.startswith(blocks) for each in reasons) == 1
    assert not [each for each in reasons if each.startswith("From ")]


def test_a_goal_that_was_as_near_before_is_not_the_aim() -> None:
    units = {"FRANCE": "A BUR", "GERMANY": "F HOL"}
    state = scene.start(units, {"FRANCE": "PAR, BRE, MAR", "GERMANY": "HOL, KIE, MUN, BER"})
    (reason, *_) = reasons_of(state, "france", "A BUR - RUH; orders")
    assert "Belgium" not in reason
    assert "Munich" not in reason
    state = scene.start({"ITALY": "A VEN", "AUSTRIA": "A SER"}, {"ITALY": "ROM", "AUSTRIA": "SER"})
    (reason, *_) = reasons_of(state, "italy", "A VEN - APU; orders")
    assert "Serbia" not in reason


def test_a_move_to_an_own_unit_that_stays_is_not_said_to_help() -> None:
    """V.3: no power dislodges its own unit."""
    units = {"ITALY": "A VEN, A ROM", "AUSTRIA": "F TRI"}
    state = scene.start(units, {"ITALY": "ROM, VEN, NAP", "AUSTRIA": "TRI"})
    reasons = reasons_of(state, "italy", "A VEN H; A ROM - VEN; orders")
    assert "From Rome to Venice, where my own unit stays: the move cannot succeed." in reasons
    assert not [each for each in reasons if "so the unit in Rome" in each]


CROWD = {
    "FRANCE": "A PAR, A BUR, A GAS, A PIC, F BRE, F MAO, A MAR, F LYO, A SPA, A POR, A RUH, A BEL",
    "GERMANY": "A MUN, A KIE, A HOL",
    "ITALY": "A PIE, F TYS",
    "ENGLAND": "F ENG, F IRI",
}


@pytest.mark.parametrize(("player", "games"), [("easy", 12), ("normal:150", 3), ("hard:300", 2)])
def test_no_unit_moves_against_another_of_its_own(player: str, games: int) -> None:
    """Neither into a province where one stays, nor in exchange with one."""
    position = GAME.position(scene.start(CROWD))
    bound = position.bind(position.required_by_seat()["france"])
    for seed in range(games):
        action = make(player, "diplomacy", str(seed)).choose(PlayerView(position, "france"))
        kinds = {each.kind for each in bound.cautions(action)}
        assert not kinds & {"own_unit", "change_places"}, action


def test_a_move_that_fails_again_has_a_price() -> None:
    """In the comparison under promises as well, which does not run over arrays."""
    state = scene.start({"AUSTRIA": "A VIE, A BUD", "RUSSIA": "A WAR"})
    state.failed_moves = {"A VIE - GAL": 2, "A BUD - RUM": 7, "A ROM - VEN": 1}
    europe = GAME.position(state).context
    board, units, numbers = europe.board, europe.position.units, europe.menus().numbers
    repeats = Repeats(failed_moves(europe), 0.1)
    vienna, budapest = numbers["A VIE"], numbers["A BUD"]
    assert {n: each.times for n, each in repeats.failed.items()} == {vienna: 2, budapest: 7}
    again = {
        vienna: Order(MOVE, board.location["GAL"]),
        budapest: Order(MOVE, board.location["RUM"]),
    }
    both = repeats.cost(board, units, again, units)
    assert both == pytest.approx(0.1 * (2 + MOST_REPEATS))
    moved = [each for each in units if each != units[budapest]]  # that one came through
    assert repeats.cost(board, units, again, moved) == pytest.approx(0.2)
    other = {vienna: Order(MOVE, board.location["BOH"])}
    assert repeats.cost(board, units, other, units) == 0
    assert repeats.cost(board, units, {}, units) == 0


LED = {
    "ITALY": "A VIE, A BUD, A TRI, F GRE, F BUL/SC, A MAR, A VEN, F AEG, A ROM",
    "FRANCE": "A BUR, A GAS",
    "ENGLAND": "F ENG, F BRE",
}
LEADERS = {
    "ITALY": "VIE, BUD, TRI, GRE, BUL, MAR, VEN, ROM, NAP, TUN, SPA",
    "FRANCE": "PAR, BEL",
    "ENGLAND": "LON, BRE, LVP",
}


def test_a_support_against_a_leader_says_so() -> None:
    state = in_autumn(scene.start(LED, LEADERS))
    action = "F ENG H; F BRE S A GAS; orders"
    assert (
        "The unit in Brest supports France in Gascony, so that Italy, which leads with 11 centres, "
        "does not take it."
    ) in reasons_of(state, "england", action)
    assert (
        "Soutien depuis Brest à la France, qui tient la Gascogne contre l’Italie, en tête avec 11 "
        "centres."
    ) in reasons_of(state, "england", action, "fr")
    into = reasons_of(state, "france", "A BUR S F BRE - PIC; A GAS H; orders")
    assert "The unit in Burgundy supports England into Picardy: that serves both of us." in into


def test_a_support_without_a_leader_serves_both() -> None:
    state = in_autumn(scene.start(LED, {**LEADERS, "ITALY": "VIE, BUD, TRI, GRE, BUL, VEN"}))
    reasons = reasons_of(state, "england", "F ENG H; F BRE S A GAS; orders")
    assert "The unit in Brest supports France in Gascony: that serves both of us." in reasons


def test_a_neighbour_is_spared_because_of_a_leader() -> None:
    """Only if another set that was compared takes from it, and this one does not."""
    state = in_autumn(scene.start(LED, LEADERS))
    campaign = WideCampaign(GAME.position(state).context, "england")
    fleet = next(n for n in campaign.mine if campaign.place[n] == campaign.board.province["ENG"])
    robs: Orders = {fleet: Order(MOVE, campaign.board.location["BEL"])}
    (reason,) = of_truce(campaign, {}, [robs])
    assert reason.message == say("why_diplomacy.spares", power="FRANCE", leader="ITALY", count=11)
    assert of_truce(campaign, {}, [{}]) == ()
    assert of_truce(campaign, robs, [robs]) == ()
    assert of_truce(WideCampaign(campaign.europe, "italy"), {}, [robs]) == ()


def test_winter_and_retreats_are_explained_unit_by_unit() -> None:
    centres = {"ENGLAND": "LON, EDI, LVP, NWY", "FRANCE": "PAR, BRE", "GERMANY": "BER, KIE"}
    state = winter(scene.start({"ENGLAND": "F NTH, F NWY", "RUSSIA": "A STP"}, centres))
    reasons = reasons_of(state, "england", "BUILD F EDI; BUILD A LVP")
    assert [each.split(":")[0].split(",")[0] for each in reasons] == [
        "A fleet in Edinburgh",
        "An army in Liverpool",
    ]
    units = {"FRANCE": "A GAS", "ITALY": "A MAR, A BUR"}
    state = in_autumn(scene.start(units, {"FRANCE": "PAR, BRE", "ITALY": "MAR"}))
    scene.order(state, italy="A MAR - GAS; A BUR S A MAR - GAS")
    assert reasons_of(state, "france", "A GAS - SPA") == [
        "From Gascony to Spain, a centre that I may win by this."
    ]
    assert "built at home" in reasons_of(state, "france", "A GAS D")[0]
    state.centres = {**state.centres, "FRANCE": ["BEL"], "ITALY": ["MAR", "PAR", "BRE"]}
    assert reasons_of(state, "france", "A GAS D") == [
        "The unit from Gascony is disbanded: no retreat is of use."
    ]


# -- revealed orders


def read_off(state: DiplomacyState, seat: Seat, **answers: str) -> str | None:
    """The answer of a seat, from the log lines when all answers are revealed."""
    before = GAME.position(state.copy())
    log = scene.order(state, **answers)
    mine = [each for each in log if is_revealed_order(before, seat, each)]
    return revealed_answer(before, seat, mine)


def test_orders_are_read_off_from_the_log_but_not_the_vote() -> None:
    orders = "F LON - NTH; A LVP - YOR; F EDI - NWG"
    plain = read_off(scene.start(), "england", england=orders)
    assert plain == "F EDI - NWG; F LON - NTH; A LVP - YOR; orders"
    assert read_off(scene.start(), "england", england=f"{orders}; draw") == plain


def test_retreats_and_builds_are_read_off_from_the_log() -> None:
    units = {"FRANCE": "F MAR", "ITALY": "A PIE, A BUR"}
    state = in_autumn(scene.start(units, {"FRANCE": "PAR, BRE", "ITALY": "ROM"}))
    scene.order(state, italy="A PIE - MAR; A BUR S A PIE - MAR")
    assert read_off(state, "france", france="F MAR - SPA/SC") == "F MAR - SPA/SC"
    state = winter(scene.start({"ENGLAND": "F EDI"}, {"ENGLAND": "LON, EDI, LVP"}))
    found = read_off(state, "england", england="BUILD F LON; WAIVE")
    assert found == "BUILD F LON; WAIVE"


def test_the_explanation_adds_nothing_to_the_log() -> None:
    position = GAME.position(scene.start())
    assert revealed_answer(position, "england", []) is None


# -- every option


OPTIONS: list[dict[str, Any]] = [
    {"players": 2, "end_year": 1915},
    {"players": 3, "end_year": 1902, "rules": "classic"},
    {"players": 4, "end_year": 1902},
    {"players": 5, "end_year": 1902, "victory_centres": 12},
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: str(options["players"]))
def test_they_play_with_all_numbers_of_seats(options: dict[str, Any]) -> None:
    position = GAME.begin(options, "1")
    seats = GAME.seats(GAME.info.complete(options))
    players = {
        seat: make(("hard:60", "normal:60", "easy")[number % 3], "diplomacy", seat)
        for number, seat in enumerate(seats)
    }
    for _ in range(200):
        if position.outcome is not None:
            break
        seat = position.to_move[0]
        position.apply(seat, players[seat].choose(PlayerView(position, seat)))
    assert position.outcome is not None
