"""What each seat sees, what stays sealed, and how the position is drawn."""

from __future__ import annotations

from random import Random

import pytest

from entente.kernel.typography import typeset
from tests.games.diplomacy.scene import BOARD, GAME, asked, order, pass_season, seen, slots, start

HOLD = "A BUD H; A VIE H; F TRI H; orders"


def test_players_may_talk_before_orders_and_not_in_retreats_or_winter() -> None:
    """X.1."""
    state = start(
        {"AUSTRIA": "A SER", "TURKEY": "A BUL, A GRE"},
        {"AUSTRIA": "VIE", "TURKEY": "CON, ANK, SMY"},
    )
    assert seen(state, None).phase == "movement"
    assert seen(state, None).negotiation
    assert seen(state, None).minutes == {"negotiation": 15, "writing": 5}
    order(state, turkey="A BUL - SER; A GRE S A BUL - SER")
    assert seen(state, None).phase == "retreats"
    assert not seen(state, None).negotiation
    assert seen(state, None).minutes == {"writing": 5}
    order(state)
    pass_season(state)
    assert seen(state, None).phase == "adjustments"
    assert not seen(state, None).negotiation


def test_everything_is_open_but_the_answers_of_the_others() -> None:
    state = start()
    GAME.position(state).apply("austria", HOLD.replace("A VIE H", "A VIE - GAL"))
    assert seen(state, "austria").answer == "A BUD H; A VIE - GAL; F TRI H; orders"
    assert seen(state, "russia").answer is None
    assert seen(state, None).answer is None
    assert seen(state, "russia").to_move == (
        "england",
        "france",
        "germany",
        "italy",
        "russia",
        "turkey",
    )


def test_a_determinization_differs_only_in_hidden_information() -> None:
    state = start()
    position = GAME.position(state)
    position.apply("austria", HOLD)
    position.apply("russia", "A WAR H; A MOS H; F SEV H; F STP/SC H; orders")
    answers = set()
    for number in range(6):
        world = GAME.determinize(state, "austria", Random(number))
        assert world.sealed["austria"] == HOLD
        assert seen(world, "austria") == seen(state, "austria")
        assert world.chance.seed != state.chance.seed
        answers.add(world.sealed["russia"])
    assert len(answers) > 1


def test_a_copy_shares_nothing_that_changes() -> None:
    state = start()
    twin = GAME.copy(state)
    order(twin, austria="A VIE - GAL")
    assert state.season == "spring"
    assert state.units["AUSTRIA"] == ["A BUD", "A VIE", "F TRI"]
    assert state == start()


def test_the_view_lists_players_idle_powers_and_free_centres() -> None:
    view = seen(start(players=5), None)
    assert list(view.players) == ["austria", "england", "france", "russia", "turkey"]
    assert view.idle == ["GERMANY", "ITALY"]
    assert len(view.free_centres) == 12
    assert sum(map(len, view.centres.values())) == 22


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_picture_is_no_wider_than_a_hundred_columns(language: str) -> None:
    names = [name for p, name in enumerate(BOARD.provinces) if BOARD.centres >> p & 1]
    state = start(
        {"RUSSIA": ", ".join(f"A {name}" for name in names[:17]), "FRANCE": "F SPA/NC"},
        {"RUSSIA": ", ".join(names[:17]), "FRANCE": ", ".join(names[17:])},
        players=2,
    )
    picture = GAME.presentation.render_text(seen(state, "england"), GAME.catalog(language))
    assert max(map(len, picture.splitlines())) <= 100
    assert "A\u00a0" not in picture
    for name in names:
        assert GAME.catalog(language).write(name) in picture


def test_the_picture_shows_powers_that_must_retreat_are_away_or_conceded() -> None:
    state = start()
    state.disorder, state.conceded = ["italy"], ["turkey"]
    state.dislodged = {"AUSTRIA": {"A SER": ["BUD", "RUM"]}}
    english = GAME.presentation.render_text(seen(state, None), GAME.catalog("en"))
    assert "In civil disorder: Italy." in english
    assert "Given up: Turkey." in english
    assert "A SER is dislodged and may go to BUD and RUM." in english
    french = GAME.presentation.render_text(seen(state, None), GAME.catalog("fr"))
    assert typeset("A Ser est délogée et peut faire retraite vers : Bud et Rou.") in french


def test_french_readers_see_french_codes() -> None:
    french = GAME.catalog("fr")
    assert french.write("F NTH C A YOR - NWY; F STP/SC H; draw") == (
        "F Nrd C A Yor - Nge; F StP(cs) H; nulle"
    )
    assert french.write("BUILD F STP/NC; WAIVE") == "construire F StP(cn); passer"
    assert french.say(GAME.presentation.label("A NAP - ROM VIA")) == "A Nap - Rom par convoi"
    whole = GAME.presentation.label("A NAP - ROM; F TRI H; orders")
    assert french.say(whole) == "A Nap - Rom; F Tri H"
    assert GAME.catalog("en").write("BUILD F STP/NC; WAIVE") == "BUILD F STP/NC; WAIVE"


def test_the_menu_names_the_vote_as_seldom_used() -> None:
    state = start()
    rng = Random(1)
    menu = asked(state)["austria"].menu
    votes = [menu.sample(rng).split("; ")[-1] for _ in range(400)]
    assert votes.count("orders") > 360
    assert slots(state, "austria")["vote"] == ("orders", "draw", "concede", "absent")
