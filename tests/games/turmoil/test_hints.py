"""What a player would work out: costs, odds, a space with its neighbours."""

from __future__ import annotations

from entente.kernel import Message
from tests.games.turmoil.table import A, L, Table


def hint(table: Table, action: str) -> Message:
    message = table.hint(action)
    assert message is not None
    return message


def test_the_hint_of_placing_shows_the_cost() -> None:
    """6.1.3: 2 OPs under the opponent's control."""
    table = Table().clear().put("paris", 1, 0).put("nice", 0, 2).give(L, 33).to_play(L)
    table.do("ops C33")
    assert hint(table, "place nice").args == {"cost": 2, "left": 2}
    assert hint(table, "place paris").args == {"cost": 1, "left": 2}


def test_a_space_that_costs_more_than_one_says_so_before_it_is_chosen() -> None:
    """6.1.3 and C5, the Dreyfus Affair: 2 OPs, or 4."""
    table = Table().clear().put("paris", 1, 0).put("nice", 0, 2).put("dijon", 0, 1)
    table.put("dual_monarchy", 2, 0).give(L, 46).to_play(L).do("ops C46")
    game = table.game

    def remarks() -> dict[str, str]:
        found = {action: table.position.bind(table.asked).remark(action) for action in table.menu}
        text = {action: game.catalog("fr").say(each) for action, each in found.items() if each}
        return {action.removeprefix("place "): words for action, words in text.items()}

    assert remarks() == {"nice": "2 OP"}
    table.lasting(5, A)
    assert remarks()["nice"] == "4 OP"
    assert remarks()["paris"] == "2 OP"
    assert "vienna" not in remarks()


def test_the_hint_of_a_support_check_shows_the_die_it_needs() -> None:
    """6.2.4: 3 OPs and two neighbours against twice 4, as in the example of play."""
    table = Table().clear().put("french_catholic_church", 0, 4)
    table.put("paris", 2, 0).put("french_writers", 3, 0).give(L, 38).to_play(L)
    table.do("event C38")
    message = hint(table, "check french_catholic_church")
    assert message.key == "hint.check"
    assert message.args == {"ops": 3, "friends": 2, "enemies": 0, "resistance": 8, "die": 4}


def test_a_sure_check_is_called_sure() -> None:
    """6.2.4: 4 OPs against twice 1; no die is named that need not be thrown."""
    table = Table().clear().put("symbolism", 0, 2).give(L, 46).to_play(L).do("ops C46")
    message = hint(table, "check symbolism")
    assert message.key == "hint.check_always"
    assert "on any die" in table.game.catalog("en").say(message)
    assert "quel que soit le dé" in table.game.catalog("fr").say(message)


def test_a_hopeless_check_is_called_hopeless() -> None:
    table = Table().clear().put("siberia", 0, 5).give(L, 2).to_play(L).do("ops C2")
    assert hint(table, "check siberia").key == "hint.check_never"


def test_the_hint_of_a_naval_attempt_shows_the_die_it_needs() -> None:
    """6.3.1: Bellerophon needs 6; 3 OPs, Lord Fisher, the +1 side, the player's own event."""
    table = Table().navies(2, 1).lasting(15, L)
    table.give(L, 38).to_play(L)
    table.set(improved={A: False, L: True})
    message = hint(table, "naval C38")
    assert (message.key, message.args["bonus"]) == ("hint.naval_always", 3)
    table.set(improved=dict.fromkeys((A, L), False)).lasting(16, A)
    message = hint(table, "naval C38")
    assert (message.key, message.args["bonus"], message.args["die"]) == ("hint.naval", 2, 2)


def test_the_german_navy_hears_that_it_must_wait() -> None:
    """6.3.2; C74: it must first have failed once."""
    table = Table().give(A, 21).to_play(A)
    assert hint(table, "naval C21").key == "hint.naval_waits"
    table = Table().navies(1, 0).lasting(74, A).give(A, 21).to_play(A)
    assert hint(table, "naval C21").key == "hint.naval_after_failure"
    table.set(improved={A: True, L: False})
    assert hint(table, "naval C21").key == "hint.naval_always"


def test_the_hint_of_a_card_shows_its_current_ops() -> None:
    """C16: 1 OP less."""
    table = Table().lasting(16, L).give(A, 21).to_play(A)
    assert hint(table, "ops C21").args == {"ops": 2}
    assert table.game.view(table.state, A).worth == {"C21": 2}


def test_the_hint_of_a_scoring_shows_its_current_result() -> None:
    """10.1, France at the start: presence 3 each, the Catholic Church for the Authoritarian."""
    table = Table().give(A, 6).to_play(A)
    assert hint(table, "score C6").args == {"region": "france", "liberal": 3, "authoritarian": 4}


def test_every_hint_has_words() -> None:
    table = Table().give(A, 21, 6).to_play(A)
    for language in ("en", "fr"):
        catalog = table.game.catalog(language)
        for action in table.menu:
            message = table.hint(action)
            assert message is None or catalog.say(message)


def test_a_space_is_described_with_its_neighbours() -> None:
    table = Table().clear().put("vienna", 0, 3).put("budapest", 2, 0).give(A, 13)
    view, game = table.game.view(table.state, A), table.game
    text = game.presentation.describe(view, "vienna", game.catalog("en"))
    assert text is not None
    assert "stability 3" in text
    assert "Budapest ‹★›" in text
    assert "Controlled by the Authoritarian." in text
    assert game.presentation.describe(view, "egypt", game.catalog("fr"))
    assert game.presentation.describe(view, "atlantis", game.catalog("fr")) is None


def test_the_advantages_of_the_naval_race_are_in_the_view() -> None:
    """6.3.5: Nassau, Helgoland and Colossus."""
    table = Table().navies(5, 1).give(A, 13)
    assert table.game.view(table.state, None).advantages == {A: [], L: [2, 4, 5]}
