"""Section 14: event cards, the deal and the play. What each card does: test_cards."""

from __future__ import annotations

import pytest

from entente.games.attrition.cards import EFFECTS
from entente.kernel import Match, OptionValue, Pick
from tests.games.attrition.scene import GAME, Scene

EVENTS: dict[str, OptionValue] = {"events": True}
YEARS = {
    "EP1": (1915, False),
    "EP2": (1916, False),
    "EP3": (1915, False),
    "EP4": (1916, False),
    "EP5": (1915, False),
    "EP6": (1918, True),
    "EP7": (1916, False),
    "EP8": (1918, True),
    "EP9": (1915, False),
    "EP10": (1916, False),
    "CP1": (1915, False),
    "CP2": (1918, True),
    "CP3": (1917, False),
    "CP4": (1914, False),
    "CP5": (1915, False),
    "CP6": (1917, False),
    "CP7": (1917, False),
    "CP8": (1917, False),
    "CP9": (1915, False),
    "CP10": (1916, False),
}


# -- 14.1 the deal


def test_each_player_is_dealt_six_of_their_ten_cards() -> None:
    """14.1."""
    state = GAME.start(EVENTS, "1")
    for side, letters in (("central", "CP"), ("entente", "EP")):
        dealt = state.dropped[side]
        assert len(dealt) == len(set(dealt)) == 6
        assert all(card.startswith(letters) for card in dealt)
        assert state.hand[side] == []


def test_the_deal_depends_on_the_seed() -> None:
    deals = {tuple(GAME.start(EVENTS, str(seed)).dropped["central"]) for seed in range(20)}
    assert len(deals) > 10


def test_both_keep_four_of_the_six_under_seal() -> None:
    """14.1."""
    match = Match(GAME, EVENTS, "1")
    decisions = match.position.required_by_seat()
    assert list(decisions) == ["central", "entente"]
    kept = {}
    for seat, decision in decisions.items():
        assert decision.sealed
        assert decision.section == "14.1"
        assert isinstance(decision.menu, Pick)
        assert (decision.menu.verb, decision.menu.number, len(decision.menu.items)) == (
            "keep",
            4,
            6,
        )
        kept[seat] = list(decision.menu.items)[:4]
    match.act("entente", " ".join(["keep", *kept["entente"]]))
    assert match.state.hand["entente"] == []
    assert match.can_undo("entente")
    match.act("central", " ".join(["keep", *kept["central"]]))
    assert match.state.hand == kept
    assert {side: len(cards) for side, cards in match.state.dropped.items()} == {
        "central": 2,
        "entente": 2,
    }
    assert not match.can_undo("entente")


def test_no_more_and_no_fewer_than_four_may_be_kept() -> None:
    """14.1."""
    state = GAME.start(EVENTS, "1")
    dealt = state.dropped["central"]
    other = next(card for card in YEARS if card.startswith("CP") and card not in dealt)
    for cards in (dealt[:3], dealt[:5], [dealt[0]] * 4, [*dealt[:3], other]):
        why = GAME.position(state).explain("central", " ".join(["keep", *cards]))
        assert why is not None
        assert (why.section, why.message.key) == ("14.1", "refusal.keep_cards")


def test_no_cards_are_dealt_without_the_option() -> None:
    state = GAME.start({}, "1")
    assert state.hand == {"central": [], "entente": []}
    assert state.step == "mobilise"


# -- 14.2 playing


def test_a_card_may_be_played_before_anything_else() -> None:
    """14.2: before neutral tiles are added."""
    scene = Scene("central", turn="spring_1915", options=EVENTS, hand=["CP5"])
    assert (scene.step, scene.deciding, scene.actions) == (
        "play_card",
        ("central",),
        ("play CP5", "done"),
    )
    assert "bulgaria-infantry" in scene.pile("to_come", "central")


def test_one_card_a_turn() -> None:
    """14.2."""
    scene = Scene("central", turn="spring_1915", options=EVENTS, hand=["CP1", "CP5"])
    scene.do("play CP5")
    assert scene.step != "play_card"
    assert scene.state.hand["central"] == ["CP1"]
    assert scene.state.played["central"] == ["CP5"]


def test_a_card_is_never_compulsory() -> None:
    """14.2."""
    scene = Scene("central", turn="spring_1915", options=EVENTS, hand=["CP5"]).do("done")
    assert scene.step != "play_card"
    assert scene.state.hand["central"] == ["CP5"]


def test_a_played_card_is_out_of_the_game() -> None:
    """14.4."""
    scene = Scene("central", turn="spring_1915", options=EVENTS, hand=["CP1", "CP5"])
    scene.do("play CP5").finish_turn()
    scene.finish_turn()
    assert scene.step == "play_card"
    assert scene.refused("play CP5") == ("14.2", "not_in_hand")


def test_a_card_is_played_only_in_the_players_own_turn() -> None:
    """14.2."""
    scene = Scene("central", turn="spring_1915", options=EVENTS, hand=["CP5"])
    scene.state.hand["entente"] = ["EP1"]
    assert scene.refused("play EP1", "entente") == ("0", "kernel.not_your_decision")
    assert scene.refused("play EP1") == ("14.2", "not_in_hand")


def test_a_card_that_is_not_held_cannot_be_played() -> None:
    """14.2."""
    scene = Scene("central", turn="spring_1915", options=EVENTS, hand=["CP5"])
    assert scene.refused("play CP1") == ("14.2", "not_in_hand")
    assert scene.refused("play CP99") == ("14.2", "kernel.unknown_word")


def test_no_decision_with_an_empty_hand() -> None:
    scene = Scene("central", turn="spring_1915", options=EVENTS, hand=[])
    assert scene.step != "play_card"


def test_a_player_without_a_playable_card_still_decides() -> None:
    """Skipping the decision would reveal the hand."""
    scene = Scene("central", turn="spring_1915", options=EVENTS, hand=["CP2", "CP3"])
    assert (scene.step, scene.actions) == ("play_card", ("done",))


def test_no_decision_when_no_card_of_the_deck_could_be_played() -> None:
    """14.3: the Entente has no card of 1914."""
    scene = Scene("entente", turn="spring_1914", options=EVENTS, hand=["EP1"])
    assert scene.step != "play_card"


# -- 14.3 years


@pytest.mark.parametrize(("card", "years"), YEARS.items())
def test_a_card_is_played_in_its_year_or_later(card: str, years: tuple[int, bool]) -> None:
    """14.3: earlier it is refused; three cards only in 1918."""
    first, only = years
    side = "central" if card.startswith("CP") else "entente"
    assert (GAME.board.cards[card].year, GAME.board.cards[card].only) == years
    for year in range(1915, 1919):
        for season in ("spring", "fall"):
            scene = Scene(side, turn=f"{season}_{year}", options=EVENTS, hand=[card])
            assert scene.step == "play_card"
            if year >= first and (not only or year == first):
                assert f"play {card}" in scene.actions
            else:
                assert scene.refused(f"play {card}") == ("14.3", "card_year")


def test_lion_of_africa_may_be_played_in_1914() -> None:
    """15.2: in any year."""
    scene = Scene("central", turn="spring_1914", options=EVENTS, hand=["CP4", "CP1"])
    assert scene.actions == ("play CP4", "done")


# -- 14.4 how long cards are in force


@pytest.mark.parametrize("card", ["EP1", "EP2", "EP3", "EP5", "EP6", "EP8", "EP10"])
def test_a_card_of_this_turn_expires_before_the_next(card: str) -> None:
    """14.4."""
    scene = Scene("entente", turn="spring_1918", options=EVENTS, hand=[card])
    scene.do(f"play {card}")
    assert scene.state.in_force == [card]
    scene.finish_turn()
    assert scene.state.in_force == []


@pytest.mark.parametrize("card", ["CP5", "CP6", "CP10"])
def test_a_card_for_the_opponents_turn_applies_only_there(card: str) -> None:
    """14.4, note."""
    scene = Scene("central", turn="spring_1917", options=EVENTS, hand=[card])
    scene.do(f"play {card}")
    assert (scene.state.in_force, scene.state.coming) == ([], [card])
    scene.finish_turn()
    assert (scene.state.in_force, scene.state.coming) == ([card], [])
    scene.finish_turn()
    assert (scene.state.in_force, scene.state.coming) == ([], [])


def test_every_card_has_an_effect() -> None:
    assert set(EFFECTS) == set(GAME.board.cards) == set(YEARS)
