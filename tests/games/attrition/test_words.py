"""What a newcomer reads while the game goes on."""

from __future__ import annotations

import pytest

from entente.kernel import LANGUAGES
from entente.kernel.typography import typeset
from tests.games.attrition.pointing import fought, questions
from tests.games.attrition.scene import GAME, Scene, battle_scene


def keys(scene: Scene) -> list[str]:
    return [message.key for message in scene.said()]


def picture(scene: Scene) -> str:
    return GAME.presentation.render_text(GAME.view(scene.state, "central"), GAME.catalog("en"))


def test_dice_changed_by_a_general_are_not_logged_as_a_roll() -> None:
    """18.4."""
    scene = fought("central", [6, 6, 6, 6])
    assert "log.dice" in keys(scene)
    scene.do("general hindenburg 6 1")
    assert keys(scene)[:2] == ["log.general", "log.dice_now"]
    assert "log.dice" not in keys(scene)
    assert scene.log_lines("log.dice_now")[0].args == {"dice": ["1", "6", "6", "6"]}


def test_gas_is_a_new_roll() -> None:
    """EP1, CP1."""
    scene = fought("central", [6, 6, 6, 6, 1, 1, 1, 1], in_force=["CP1"]).do("gas")
    assert keys(scene)[:2] == ["log.gas", "log.dice"]


@pytest.mark.parametrize("neutral", [True, False])
def test_the_larger_draw_of_fall_1914_is_explained(neutral: bool) -> None:
    """6.2."""
    status = {} if neutral else {"istanbul": "central"}
    scene = Scene("central", "draw_tiles", "fall_1914", status=status)
    messages = scene.log_lines("log.fall_bonus")
    assert [message.args for message in messages] == ([{"bonus": 3}] if neutral else [])
    drawn = scene.log_lines("log.draw")[0].args["tiles"]
    assert isinstance(drawn, dict)
    assert sum(drawn.values()) == (10 if neutral else scene.industry()["central"])


def test_the_swords_go_when_the_region_is_taken() -> None:
    scene = questions()["change_dice"]
    assert "Kingdom of Belgium ⚔" in picture(scene)
    won = questions()["advance"]
    assert won.status("belgium") == "central"
    assert "⚔" not in picture(won)
    assert GAME.view(won.state, None).fighting == ""
    text = GAME.presentation.describe(GAME.view(won.state, None), "belgium", GAME.catalog("en"))
    assert text is not None
    assert "battle" not in text


def test_a_planned_battle_and_a_fought_battle_have_different_texts() -> None:
    planned = questions()["choose_battle"]
    under_way = questions()["change_dice"]
    about = [
        GAME.presentation.describe(GAME.view(scene.state, None), "belgium", GAME.catalog("en"))
        or ""
        for scene in (planned, under_way)
    ]
    assert "A battle is planned here." in about[0]
    assert "A battle is being fought here." in about[1]


def test_the_log_of_an_undefended_region() -> None:
    """4.8.4: no dice, and the tiles may step on."""
    board = {"berlin": {"germany-infantry": 1}}
    scene = Scene("central", "start_movement", board=board)
    scene.do("move germany-infantry berlin poland")
    assert "log.undefended" in keys(scene)
    assert "log.battle_required" not in keys(scene)
    scene.do("resolve poland")
    assert keys(scene)[:3] == ["log.battle", "log.unopposed", "log.taken"]


def test_a_region_with_defenders_is_not() -> None:
    scene = battle_scene("central", "belgium", {"germany-infantry": 1}, {"france-infantry": 1}, [6])
    assert "log.unopposed" not in keys(scene.do("resolve belgium"))


def test_the_line_about_the_cards_one_kept_stays_as_it_was() -> None:
    """Cards that are played later leave the hand, not the log."""
    scene = questions()["keep_cards"]
    state = GAME.copy(scene.state)
    for seat in ("central", "entente"):
        cards = " ".join(state.dropped[seat][:4])
        GAME.position(state).apply(seat, f"keep {cards}")
    messages = [each.message for each in state.news if each.message.key == "log.kept"]
    state.hand["central"].clear()
    assert [len(str(message.args["cards"]).split(",")) for message in messages] == [4, 4]


def test_a_side_with_only_decoys_does_not_turn_up_an_empty_list() -> None:
    """12.4."""
    board = {"belgium": {"germany-infantry-down": 1, "entente-decoy-down": 1}}
    scene = Scene(
        "central",
        "choose_battle",
        options={"fog_of_war": True},
        board=board,
        battles=["belgium"],
        status={"belgium": "contested"},
    )
    scene.do("resolve belgium")
    assert [line.args["seat"] for line in scene.log_lines("log.turned_up")] == ["central"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_have_their_articles_in_sentences(language: str) -> None:
    """The forms for sentences are complete, and differ from the plain names where they must."""
    catalog = GAME.catalog(language)
    for region in GAME.board.regions:
        for form in ("region_in", "region_the", "region_from"):
            assert catalog.name(form, region)
    for nation in GAME.board.nations:
        for form in ("nation_the", "nation_of"):
            assert catalog.name(form, nation)
    of = {"en": "of the Ottoman Empire", "fr": typeset("de l'Empire ottoman")}
    assert catalog.name("nation_of", "ottoman") == of[language]
    leaving = {"en": "from the Baltics", "fr": "des pays baltes"}
    assert catalog.name("region_from", "baltics") == leaving[language]


@pytest.mark.parametrize(
    ("language", "advance", "move"),
    [
        (
            "en",
            "You have taken the Kingdom of Belgium. Each of your tiles there may advance by land"
            " into a neighbouring region.",
            "Move tiles out of the capitals of your side; tiles in territories stay.",
        ),
        (
            "fr",
            typeset(
                "Vous avez pris le royaume de Belgique. Chacune de vos tuiles qui s'y trouvent peut"
                " avancer, par voie terrestre, dans une région voisine."
            ),
            typeset(
                "Déplacez des tuiles hors des capitales de votre camp ; celles des territoires n'en"
                " bougent pas."
            ),
        ),
    ],
)
def test_where_one_goes_on_from_and_where_one_starts(
    language: str, advance: str, move: str
) -> None:
    catalog = GAME.catalog(language)
    assert catalog.say(questions()["advance"].decision().prompt) == advance
    assert catalog.say(questions()["move"].decision().prompt) == move
