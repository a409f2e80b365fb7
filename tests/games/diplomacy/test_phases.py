"""The course of the game: seasons, retreats, adjustments, civil disorder, and the ends."""

from __future__ import annotations

import msgspec
import pytest

from entente.games.diplomacy.state import DiplomacyState
from entente.kernel import IllegalAction
from entente.kernel.state_migrations import fingerprint
from tests.games.diplomacy.scene import (
    BOARD,
    GAME,
    absence,
    asked,
    keys,
    order,
    pass_season,
    slots,
    start,
    typed,
)

SERBIA = {"AUSTRIA": "A SER, A ALB", "TURKEY": "A BUL, A GRE, F AEG", "RUSSIA": "A MOS"}
CENTRES = {"AUSTRIA": "VIE, TRI", "TURKEY": "CON, ANK, SMY", "RUSSIA": "MOS"}


def where(state: DiplomacyState) -> tuple[int, str, str]:
    return state.year, state.season, state.step


def holding(state: DiplomacyState, seat: str) -> str:
    """The first choice of each slot: all units hold, and one plays on."""
    return "; ".join(choices[0] for choices in slots(state, seat).values())


# -- seasons


def test_a_year_without_conflicts_has_two_decisions() -> None:
    """Retreats and adjustments are skipped if no power has a choice."""
    state = start()
    assert where(state) == (1901, "spring", "orders")
    pass_season(state)
    assert where(state) == (1901, "autumn", "orders")
    pass_season(state)
    assert where(state) == (1902, "spring", "orders")


def test_orders_stay_sealed_until_the_last_is_in() -> None:
    state = start()
    position = GAME.position(state)
    *first, last = position.to_move
    for seat in first:
        position.apply(seat, holding(state, seat))
        assert state.season == "spring"
        assert state.news == []
    position.apply(last, holding(state, last))
    assert state.season == "autumn"


def test_the_log_gives_every_order_with_its_reason() -> None:
    state = start()
    messages = order(state, austria="A BUD - SER; A VIE - BUD", russia="A MOS - STP")
    lines = {str(m.args["order"]): m for m in messages if "order" in m.args}
    assert len(lines) == 22
    assert lines["A BUD - SER"].key == "log.result.moves"
    assert lines["A BUD - SER"].args["outcome"] == "moves"
    assert lines["A BUD - SER"].args["section"] == "V.2"
    assert lines["A MOS - STP"].key == "log.result.own_unit"
    assert lines["A MOS - STP"].args["unit"] == "F STP/SC"


def test_centres_change_hands_after_autumn_only() -> None:
    """IX.1, and the demonstration game: what is entered in spring and left in autumn is not won."""
    state = start()
    order(state, austria="A BUD - SER", france="A MAR - SPA")
    assert state.centres["AUSTRIA"] == ["BUD", "TRI", "VIE"]
    order(state, france="A SPA - POR")
    assert state.centres["AUSTRIA"] == ["BUD", "SER", "TRI", "VIE"]
    assert state.centres["FRANCE"] == ["BRE", "MAR", "PAR", "POR"]


# -- retreats


def attack_serbia(**options: str) -> DiplomacyState:
    state = start(SERBIA, CENTRES, **options)
    order(state, turkey="A BUL - SER; A GRE S A BUL - SER", austria="A ALB - TRI")
    return state


def test_a_dislodged_unit_retreats() -> None:
    state = attack_serbia()
    assert where(state) == (1901, "spring", "retreat")
    assert list(asked(state)) == ["austria"]
    assert state.dislodged["AUSTRIA"]["A SER"] == ["ALB", "BUD", "RUM"]
    assert slots(state, "austria") == {
        "A SER": ("A SER - ALB", "A SER - BUD", "A SER - RUM", "A SER D")
    }
    messages = order(state, austria="A SER - BUD")
    assert "log.retreats" in keys(messages)
    assert state.units["AUSTRIA"] == ["A TRI", "A BUD"]
    assert where(state) == (1901, "autumn", "orders")


def test_a_dislodged_unit_may_be_disbanded() -> None:
    state = attack_serbia()
    messages = order(state, austria="A SER D")
    assert "log.disbands" in keys(messages)
    assert state.units["AUSTRIA"] == ["A TRI"]


def test_two_retreats_to_one_place_are_both_lost() -> None:
    state = start(
        {"AUSTRIA": "A SER, A TYR", "TURKEY": "A BUL, A GRE", "GERMANY": "A MUN, A BOH"}, CENTRES
    )
    order(
        state,
        turkey="A BUL - SER; A GRE S A BUL - SER",
        germany="A MUN - TYR; A BOH S A MUN - TYR",
    )
    messages = order(state, austria="A SER - TRI; A TYR - TRI")
    assert keys(messages).count("log.retreat_clash") == 2
    assert state.units["AUSTRIA"] == []


def test_a_unit_without_a_retreat_is_lost_at_once() -> None:
    """VII; there is no decision."""
    state = start(
        {"ITALY": "F NAF", "FRANCE": "F WES, F MAO, A TUN"},
        {"ITALY": "ROM", "FRANCE": "PAR, MAR, BRE"},
    )
    messages = order(state, france="F MAO - NAF; F WES S F MAO - NAF")
    assert "log.nowhere_to_go" in keys(messages)
    assert state.units["ITALY"] == []
    assert where(state) == (1901, "autumn", "orders")


# -- adjustments


def test_builds_are_offered_by_the_number_due() -> None:
    state = start()
    order(state, russia="F SEV - RUM; F STP/SC - BOT; A MOS - LVN")
    order(state, russia="F BOT - SWE; A LVN - STP")
    assert where(state) == (1901, "winter", "adjust")
    assert list(slots(state, "russia")) == ["RUSSIA 1", "RUSSIA 2"]
    assert slots(state, "russia")["RUSSIA 1"] == (
        "BUILD A MOS",
        "BUILD A SEV",
        "BUILD F SEV",
        "WAIVE",
    )
    order(state, russia="BUILD F SEV; WAIVE")
    assert state.units["RUSSIA"][-1] == "F SEV"
    assert len(state.units["RUSSIA"]) == 5


def test_a_fleet_in_st_petersburg_names_its_coast() -> None:
    state = start()
    order(state, russia="F STP/SC - BOT")
    order(state, russia="F BOT - SWE")
    builds = slots(state, "russia")["RUSSIA 1"]
    assert {"BUILD F STP/NC", "BUILD F STP/SC", "BUILD A STP"} <= set(builds)
    assert "BUILD F STP" not in builds


def test_removals_are_chosen_and_what_is_named_twice_follows_the_rule() -> None:
    units = {"AUSTRIA": "A VIE, A TRI, A GAL, A UKR", "RUSSIA": "A MOS"}
    state = start(units, {"AUSTRIA": "VIE, TRI", "RUSSIA": "MOS"})
    pass_season(state)
    pass_season(state)
    assert list(slots(state, "austria")) == ["AUSTRIA 1", "AUSTRIA 2"]
    GAME.position(state).apply("austria", "REMOVE A TRI; REMOVE A TRI")
    assert state.units["AUSTRIA"] == ["A VIE", "A GAL"]


def test_the_question_of_winter_says_how_many_are_built_and_removed() -> None:
    units = {"AUSTRIA": "A VIE, A TRI, F ADR, A GAL", "RUSSIA": "A MOS"}
    state = start(units, {"AUSTRIA": "VIE, TRI", "RUSSIA": "MOS, WAR"})
    both = {"ENGLAND": "A LON", "FRANCE": "A PAR, A BRE, A GAS", "RUSSIA": "A MOS"}
    owned = {"ENGLAND": "LON, EDI", "FRANCE": "PAR, BRE", "RUSSIA": "MOS"}
    several = start(both, owned, players=3, split="A")
    for each in (state, several):
        pass_season(each)
        pass_season(each)
    english, french = (GAME.catalog(language) for language in ("en", "fr"))
    asked_now = asked(state)
    assert "you must remove 2 units" in english.line(asked_now["austria"].prompt)
    assert "you may build 1 unit." in english.line(asked_now["russia"].prompt)
    [decision] = asked(several).values()
    assert "construire 1 unité et devez en retirer 1." in french.line(decision.prompt)


def test_a_power_that_must_remove_everything_is_eliminated_without_a_decision() -> None:
    state = start(
        {"AUSTRIA": "A TYR", "ITALY": "A TRI", "RUSSIA": "A MOS"},
        {"AUSTRIA": "TRI", "ITALY": "ROM", "RUSSIA": "MOS"},
    )
    pass_season(state)
    pass_season(state)
    assert where(state) == (1901, "winter", "adjust")
    assert list(asked(state)) == ["italy"]
    order(state)
    assert state.units["AUSTRIA"] == []
    assert "austria" not in asked(state)


# -- civil disorder and absence


def test_a_power_that_submits_nothing_is_in_civil_disorder() -> None:
    """X.3: its units hold and are lost when dislodged, and it builds nothing."""
    state = start(SERBIA, CENTRES)
    messages = order(state, turkey="A BUL - SER; A GRE S A BUL - SER", austria="absent")
    assert {"log.disorder", "log.lost_in_disorder"} <= set(keys(messages))
    assert state.disorder == ["austria"]
    assert state.units["AUSTRIA"] == ["A ALB"]
    assert where(state) == (1901, "autumn", "orders")
    order(state, austria="A ALB - TRI")
    assert state.disorder == []


def test_no_builds_in_civil_disorder_and_removals_by_the_rule() -> None:
    units = {"AUSTRIA": "A TRI", "ITALY": "A VEN, A ROM, F ION", "RUSSIA": "A MOS"}
    state = start(units, {"AUSTRIA": "VIE, TRI", "ITALY": "VEN, ROM", "RUSSIA": "MOS"})
    pass_season(state)
    messages = order(state, austria="absent", italy="absent")
    assert state.year == 1902
    assert state.units["AUSTRIA"] == ["A TRI"]
    assert state.units["ITALY"] == ["A VEN", "A ROM"]
    assert "log.removed_by_rule" in keys(messages)


def test_the_orders_of_an_absent_power_do_not_count() -> None:
    state = start()
    order(state, austria="A VIE - GAL; absent")
    assert "A VIE" in state.units["AUSTRIA"]


def test_absence_is_an_action_at_every_decision() -> None:
    """VII.2, IX.2, X.3: what a table does when the time is up."""
    state = start()
    assert absence(state, "austria") == "A BUD H; A VIE H; F TRI H; absent"
    assert absence(state, "nobody") is None
    retreating = attack_serbia()
    assert absence(retreating, "austria") == "A SER D"
    assert absence(retreating, "turkey") is None
    units = {"AUSTRIA": "A VIE, A TRI, F ADR", "RUSSIA": "A MOS"}
    winter = start(units, {"AUSTRIA": "VIE, TRI", "RUSSIA": "MOS, WAR"})
    pass_season(winter)
    pass_season(winter)
    assert absence(winter, "austria") == "REMOVE F ADR"
    assert absence(winter, "russia") == "WAIVE"
    for seat in asked(winter):
        answer = absence(winter, seat)
        assert answer is not None
        GAME.position(winter).apply(seat, answer)
    assert winter.units["AUSTRIA"] == ["A VIE", "A TRI"]


# -- the ends


def all_centres() -> list[str]:
    return [name for p, name in enumerate(BOARD.provinces) if BOARD.centres >> p & 1]


def test_eighteen_centres_win_after_autumn() -> None:
    names = all_centres()
    state = start(
        {"FRANCE": f"A {names[17]}", "GERMANY": f"A {names[30]}"},
        {"FRANCE": ", ".join(names[:17]), "GERMANY": ", ".join(names[17:])},
    )
    pass_season(state)
    assert asked(state)
    pass_season(state)
    assert state.outcome is not None
    assert state.outcome.winners == ("france",)
    assert state.outcome.scores["france"] == 1
    assert state.outcome.reason.key == "outcome.centres"


def test_a_smaller_number_of_centres_must_also_be_the_most() -> None:
    names = all_centres()
    state = start(
        {"FRANCE": f"A {names[0]}", "GERMANY": f"A {names[12]}"},
        {"FRANCE": ", ".join(names[:12]), "GERMANY": ", ".join(names[12:24])},
        victory_centres=12,
    )
    pass_season(state)
    pass_season(state)
    assert state.outcome is None
    assert where(state) == (1901, "winter", "adjust")


def test_a_draw_needs_all_powers_left() -> None:
    state = start()
    seats = list(asked(state))
    messages = order(state, **dict.fromkeys(seats[1:], "draw"))
    assert "log.draw_votes" in keys(messages)
    assert asked(state)
    order(state, **{**dict.fromkeys(seats, "draw"), "austria": "A VIE - GAL; draw"})
    assert state.outcome is not None
    assert state.outcome.winners == tuple(seats)
    assert sum(state.outcome.scores.values()) == pytest.approx(1)
    assert "A VIE" in state.units["AUSTRIA"]


def test_an_eliminated_power_has_no_share_in_the_draw() -> None:
    state = start({"FRANCE": "A PAR", "ITALY": "A ROM"}, {"FRANCE": "PAR", "ITALY": "ROM"})
    order(state, france="draw", italy="draw")
    assert state.outcome is not None
    assert state.outcome.winners == ("france", "italy")
    assert state.outcome.scores["austria"] == 0


def test_giving_up_is_marked_as_what_cannot_be_taken_back() -> None:
    decision = asked(start())["austria"]
    assert decision.irreversible == ("concede",)
    assert decision.is_irreversible("A BUD H; A VIE H; F TRI H; concede")
    assert not decision.is_irreversible("A BUD H; A VIE H; F TRI H; draw")


def test_a_power_that_concedes_has_no_decisions_and_its_units_hold() -> None:
    state = start()
    messages = order(state, austria="concede", russia="A WAR S A VIE - GAL")
    assert "log.concedes" in keys(messages)
    assert state.conceded == ["austria"]
    assert "austria" not in asked(state)
    assert "A WAR S A VIE - GAL" not in slots(state, "russia")["A WAR"]
    assert state.units["AUSTRIA"] == ["A BUD", "A VIE", "F TRI"]


def test_the_last_power_left_wins() -> None:
    state = start()
    order(state, **{seat: "concede" for seat in asked(state) if seat != "turkey"})
    assert state.outcome is not None
    assert state.outcome.winners == ("turkey",)
    assert state.outcome.reason.key == "outcome.alone"


def test_powers_that_concede_together_share_the_game() -> None:
    state = start()
    order(state, **dict.fromkeys(asked(state), "concede"))
    assert state.outcome is not None
    assert len(state.outcome.winners) == 7


def test_the_last_survivor_wins() -> None:
    state = start(
        {"AUSTRIA": "A TYR", "ITALY": "A TRI"},
        {"AUSTRIA": "TRI", "ITALY": "ROM"},
    )
    pass_season(state)
    pass_season(state)
    order(state)
    assert state.outcome is not None
    assert state.outcome.winners == ("italy",)


def test_the_last_year_ends_in_a_draw_of_the_survivors() -> None:
    state = start(end_year=1902)
    for _ in range(4):
        assert state.outcome is None
        pass_season(state)
    assert state.outcome is not None
    assert state.outcome.reason.key == "outcome.last_year"
    assert len(state.outcome.winners) == 7


def test_without_a_last_year_the_game_goes_on() -> None:
    state = start(end_year=0)
    for _ in range(2 * 50):
        pass_season(state)
    assert state.outcome is None
    assert state.year == 1951


# -- why not


@pytest.mark.parametrize(
    ("text", "section", "key"),
    [
        ("A VIE - LON; A BUD H; F TRI H; orders", "III.1", "void.not_adjacent"),
        ("A VIE S F TRI - ADR; A BUD H; F TRI H; orders", "V.1", "void.out_of_reach"),
        ("A VEN H; A BUD H; F TRI H; orders", "III.4", "refusal.not_your_unit"),
        ("A VIE H; A BUD H; orders", "III.4", "refusal.missing"),
        ("A VIE H; A VIE - TRI; A BUD H; F TRI H; orders", "III.1", "refusal.two_orders"),
        ("A VIE H; A BUD H; F TRI H; orders; draw", "III.1", "refusal.two_votes"),
        ("A VIE H; A VIE H; A BUD H; F TRI H; orders", "III.4", "refusal.too_many"),
        ("vie-gal; tri-zzz", "III.7", "reading.unknown_province"),
        ("vie-gal, ven-rom", "III.4", "refusal.not_your_unit"),
        ("vie-gal; tri-ion", "III.1", "void.not_adjacent"),
        ("A VIE H; A VIE - TRI; A BUD H; orders", "III.1", "refusal.two_orders"),
        ("A PARSNIP H; orders", "III.7", "reading.unknown_province"),
        ("a vienna h; A BUD H; F TRI H; orders", "III.7", "refusal.spelling"),
        ("A" * 400, "III.4", "refusal.too_long"),
    ],
)
def test_why_an_order_cannot_be_given(text: str, section: str, key: str) -> None:
    state = start()
    refusal = GAME.position(state).explain("austria", text)
    assert refusal is not None
    assert (refusal.section, refusal.message.key) == (section, key)
    with pytest.raises(IllegalAction):
        GAME.position(state).apply("austria", text)


# -- typing


@pytest.mark.parametrize(
    ("language", "text", "action"),
    [
        ("en", "vienna - galicia", "A BUD H; A VIE - GAL; F TRI H; orders"),
        ("en", "tri-alb, bud-ser; draw", "A BUD - SER; A VIE H; F TRI - ALB; draw"),
        ("fr", "A Vie-Gal; nulle", "A BUD H; A VIE - GAL; F TRI H; draw"),
        ("en", "vie-gal; vienna - galicia", "A BUD H; A VIE - GAL; F TRI H; orders"),
        ("fr", "F Tri va en Albanie", "A BUD H; A VIE H; F TRI - ALB; orders"),
    ],
)
def test_orders_are_typed_as_people_write_them(language: str, text: str, action: str) -> None:
    """III.1: a unit without an order holds; without a vote the game continues."""
    assert typed(start(), "austria", text, language) == [action]


@pytest.mark.parametrize(
    "text",
    ["", ";", "A VIE - LON", "A VEN H", "hello", "vie-gal; bud-ser; vie-tyr", "draw; concede"],
)
def test_unclear_orders_are_not_guessed(text: str) -> None:
    assert typed(start(), "austria", text, "en") == []


def test_refusals_find_the_language_of_the_line() -> None:
    """The rules do not know in which language a line was typed."""
    state = start()
    for text, key in (
        ("A Mar-Bou; F Bre-zzz", "reading.unknown_province"),
        ("A Par-Bou; A Par-Gas", "refusal.two_orders"),
    ):
        assert typed(state, "france", text, "fr") == []
        refusal = GAME.position(state).explain("france", text)
        assert refusal is not None
        assert refusal.message.key == key


def test_the_refusal_names_the_owner_of_the_unit() -> None:
    refusal = GAME.position(start()).explain("france", "par-bur; mun-ber")
    assert refusal is not None
    text = GAME.catalog("en").say(refusal.message)
    assert text == "A MUN belongs to Germany. Your units: F BRE, A MAR and A PAR."


def test_retreats_and_adjustments_are_typed_too() -> None:
    state = attack_serbia()
    assert typed(state, "austria", "A Ser retraite a Bud", "fr") == ["A SER - BUD"]
    assert typed(state, "austria", "Serbie se saborde", "fr") == ["A SER D"]
    assert typed(state, "austria", "A Ser-Gre", "fr") == []
    assert "turkey" not in asked(state)
    winter = start({"RUSSIA": "A MOS"}, {"RUSSIA": "MOS, STP, WAR", "ITALY": "ROM"})
    pass_season(winter)
    pass_season(winter)
    line = "construit F StP(cs), passe"
    assert typed(winter, "russia", line, "fr") == ["BUILD F STP/SC; WAIVE"]
    assert typed(winter, "russia", "BUILD A VIE; WAIVE", "fr") == []


def test_moves_that_failed_are_noted_with_how_often_in_a_row() -> None:
    """No rule reads it: the fingerprint of a state is the same without it."""
    units = {"AUSTRIA": "A VIE, A TYR", "RUSSIA": "A WAR", "ITALY": "A VEN, A PIE"}
    state = start(units, {"AUSTRIA": "VIE", "RUSSIA": "WAR", "ITALY": "VEN"})
    bounce = {"austria": "A VIE - GAL, A TYR - MUN", "russia": "A WAR - GAL"}
    order(state, **bounce)
    assert state.failed_moves == {"A VIE - GAL": 1, "A WAR - GAL": 1}
    assert state.last_orders == {
        "A VIE - GAL": "fails",
        "A TYR - MUN": "moves",
        "A VEN H": "holds",
        "A PIE H": "holds",
        "A WAR - GAL": "fails",
    }
    order(state, austria="A VIE - GAL", russia="A WAR - GAL", italy="A VEN - TYR, A PIE - VEN")
    assert state.failed_moves == {"A VIE - GAL": 2, "A WAR - GAL": 2}
    with_notes, saved = fingerprint(state), GAME.save(state)
    state.failed_moves = {}
    assert fingerprint(state) == with_notes
    assert GAME.load(saved).failed_moves == {"A VIE - GAL": 2, "A WAR - GAL": 2}
    older = msgspec.json.decode(saved)
    del older["failed_moves"]
    assert GAME.load(msgspec.json.encode(older)).failed_moves == {}


def test_a_move_of_a_dislodged_unit_is_not_noted() -> None:
    units = {"AUSTRIA": "A VIE", "RUSSIA": "A GAL, A BOH", "ITALY": "A VEN"}
    state = start(units, {"AUSTRIA": "VIE", "RUSSIA": "WAR, MOS", "ITALY": "VEN"})
    attack = "A GAL - VIE, A BOH S A GAL - VIE"
    order(state, austria="A VIE - TRI", russia=attack, italy="A VEN - TRI")
    assert state.dislodged
    assert state.failed_moves == {"A VEN - TRI": 1}
