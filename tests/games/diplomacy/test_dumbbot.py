"""DumbBot plays whole games by the rules, as its description says."""

from __future__ import annotations

from random import Random

import pytest

from entente.games.diplomacy.outsiders.dumbbot import pick
from entente.games.diplomacy.outsiders.dumbbot_values import PlaceValues, move_graph
from entente.games.diplomacy.state import AUTUMN, WINTER, DiplomacyState
from entente.kernel import Frame, Options, Seat
from entente.players import PlayerView, described, find, make, offered, offered_at_tables
from entente.players.player import AnyPosition
from tests.games.diplomacy.scene import BOARD, GAME, start

FRANCE = BOARD.power["FRANCE"]


def played(options: Options, seed: str) -> tuple[AnyPosition, list[tuple[str, str]]]:
    """A whole game among DumbBots, and their answers by step."""
    position = GAME.begin(options, seed)
    players = {
        seat: make("dumbbot", "diplomacy", f"{seed}/{seat}")
        for seat in GAME.seats(position.state.options)
    }
    answers = list[tuple[str, str]]()
    while position.outcome is None:
        seat = position.to_move[0]
        view = PlayerView(position, seat)
        action = players[seat].choose(view)
        assert view.decision.menu.canonical(action) == action
        answers.append((view.decision.step, action))
        position.apply(seat, action)
    return position, answers


def shared(french: str, german: str) -> dict[str, str]:
    """The centres of two powers; the others share the rest, none more than seven."""
    given = {"FRANCE": french.split(", "), "GERMANY": german.split(", ")}
    others = [power for power in BOARD.power if power not in given]
    taken = {name for names in given.values() for name in names}
    for number, name in enumerate(sorted(set(BOARD.centre_names) - taken)):
        given.setdefault(others[number % len(others)], []).append(name)
    return {power: ", ".join(names) for power, names in given.items()}


def answer(state: DiplomacyState, seat: Seat = "france", seed: str = "1") -> list[str]:
    return (
        make("dumbbot", "diplomacy", seed)
        .choose(PlayerView(GAME.position(state), seat))
        .split("; ")
    )


def test_it_plays_a_legal_game_through_all_phases_and_the_same_again() -> None:
    options: Options = {"end_year": 1908}
    _, answers = played(options, "1")
    words = " ".join(text for _, text in answers).replace(";", "").split()
    assert {step for step, _ in answers} == {"orders", "retreat", "adjust"}
    assert {"BUILD", "REMOVE", "S", "H", "-"} <= set(words)
    assert not {"C", "VIA", "draw", "concede", "absent"} & set(words)
    assert played(options, "1")[1] == answers
    assert played(options, "2")[1] != answers


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_seat_with_several_powers(players: int) -> None:
    position, _ = played({"players": players, "end_year": 1906}, "1")
    assert position.outcome is not None


def test_it_opens_towards_the_centres_nearby() -> None:
    state = GAME.start({}, "1")
    spring = {seed: answer(state, "austria", seed) for seed in "123456"}
    assert all("A BUD - SER" in orders or "A BUD - RUM" in orders for orders in spring.values())
    assert answer(state, "austria", "1") == spring["1"]


def test_a_second_unit_supports_only_where_somebody_may_interfere() -> None:
    french = {"FRANCE": "A GAS, A MAR"}
    centres = shared("MAR, PAR, BRE", "SPA, POR, BER")
    alone = start(french, centres)
    contested = start({**french, "GERMANY": "A POR"}, centres)
    for state in (alone, contested):
        state.season = AUTUMN
    supported = {"A GAS S A MAR - SPA", "A MAR S A GAS - SPA"}
    for seed in "12345":
        first, *_ = orders = answer(contested, seed=seed)
        assert supported & set(orders), orders
        assert any(text.endswith("- SPA") and " S " not in text for text in orders), first
        assert not supported & set(answer(alone, seed=seed))


def test_units_that_want_each_others_places_do_not_wait_for_ever() -> None:
    state = start({"FRANCE": "A BUR, A MUN, A RUH"}, shared("MUN", "KIE, BEL"))
    for seed in "1234567890":
        assert len(answer(state, seed=seed)) == 4


def test_the_value_of_a_centre_is_its_owners_size_and_spreads() -> None:
    state = start({"FRANCE": "A PIC"}, shared("PAR", "BEL, BER"))
    state.season = AUTUMN
    values = PlaceValues(GAME.context(state), frozenset({FRANCE}))
    belgium, picardy, ruhr = ((False, BOARD.province[name]) for name in ("BEL", "PIC", "RUH"))
    assert values.sizes[BOARD.power["GERMANY"]] == 4 + 8 + 16
    assert values.sizes[FRANCE] == 1 + 4 + 16
    first, second, *_ = values._rounds
    number = move_graph(BOARD).number
    assert first[number[belgium]] == 600 * 28
    assert first[number[picardy]] == 0
    assert second[number[picardy]] >= 600 * 28 / 5
    assert values.of_move(belgium) > values.of_move(picardy) > 0
    assert values.of_move(belgium) > values.of_move(ruhr)
    assert values.strength[BOARD.province["BEL"]] == 1
    assert values.competition[BOARD.province["BEL"]] == 0


def test_a_threatened_centre_of_ours_is_worth_the_size_of_the_power_beside_it() -> None:
    paris = BOARD.province["PAR"]
    safe = start({"FRANCE": "A PIC"}, shared("PAR", "BER, KIE, MUN"))
    threatened = start(
        {"FRANCE": "A PIC", "GERMANY": "A BUR, A MUN"},
        shared("PAR", "BER, KIE, MUN"),
    )
    assert PlaceValues(GAME.context(safe), frozenset({FRANCE})).defence[paris] == 0
    values = PlaceValues(GAME.context(threatened), frozenset({FRANCE}))
    assert values.defence[paris] == 9 + 12 + 16
    assert values.competition[paris] == 1


def test_it_removes_what_is_worth_least_and_builds_where_it_counts() -> None:
    state = start(
        {"FRANCE": "A BEL, A HOL, F BAR", "GERMANY": "A KIE, A RUH"},
        shared("BEL, HOL", "KIE, BER, MUN"),
    )
    state.season, state.stack = WINTER, [Frame("year_end"), Frame("adjust")]
    removed = [answer(state, seed=str(seed)) for seed in range(8)]
    assert removed.count(["REMOVE F BAR"]) >= 7
    state = start(
        {"FRANCE": "A GAS", "GERMANY": "A BUR, A RUH"},
        shared("PAR, MAR, BRE", "KIE, BER, MUN"),
    )
    state.season, state.stack = WINTER, [Frame("year_end"), Frame("adjust")]
    for seed in "12345":
        built = answer(state, seed=seed)
        assert len({text.split()[2].split("/")[0] for text in built}) == 2


def test_the_next_best_is_taken_the_less_the_worse_it_is() -> None:
    rng = Random(1)

    def share(next_best: float) -> float:
        ranked = [(100.0, "best"), (next_best, "next")]
        return sum(pick(ranked, rng) == "next" for _ in range(2000)) / 2000

    assert 0.46 < share(100.0) < 0.54
    assert 0.21 < share(90.0) < 0.29  # ten per cent worse: refused half of the time
    assert share(80.0) == 0.0
    assert pick([(0.0, "best"), (0.0, "next")], Random(3)) in ("best", "next")


def test_it_is_an_outsider_of_diplomacy_that_no_server_offers() -> None:
    assert find("DumbBot", "diplomacy") == "dumbbot"
    assert "dumbbot" in offered("diplomacy")
    assert "dumbbot" not in offered("attrition")
    assert "dumbbot" not in offered_at_tables("diplomacy")
    assert described("dumbbot", "en", GAME).name == "DumbBot"
    assert "étalon" in described("dumbbot", "fr", GAME).summary
