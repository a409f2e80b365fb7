"""What a player reads and types: prompts, labels, pictures, and lines that are understood."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from entente.games.turmoil.cards.choices import ALTERNATIVES
from entente.games.turmoil.state import TurmoilState
from entente.kernel import OptionValue
from entente.kernel.presentation import label
from entente.kernel.reading import read
from entente.kernel.text import LANGUAGES, slug
from entente.kernel.typography import typeset
from tests.games.turmoil.table import A, L, Table

GAME = Table().game
EN, FR = GAME.catalog("en"), GAME.catalog("fr")
KINDS = "card/stability/mobilization/box"
WITHOUT_A_CARD = {
    *("reveal_scoring", "reveal_none", "deploy", "play_card", "play_scoring", "reroll"),
    "helgoland",
    *("war_place", "war_losses", "war_remove", "mobilize"),
}
ALL: dict[str, OptionValue] = {"war_mobilization": True, "french_monarchy": True}


def travelled(seed: int, options: dict[str, OptionValue] | None = None) -> Iterator[TurmoilState]:
    """All positions of a random game; low dice let it last."""
    rng, state = Random(seed), GAME.start(options, str(seed))
    while decisions := GAME.position(state).required_by_seat():
        yield state
        seat = rng.choice(list(decisions))
        state.chance.script = rng.choices(range(1, 5), k=12)
        GAME.position(state).apply(seat, decisions[seat].menu.sample(rng))


# -- prompts


@pytest.mark.parametrize("seed", range(8))
def test_a_prompt_names_the_card_it_comes_from(seed: int) -> None:
    for state in travelled(seed, ALL if seed % 2 else None):
        frame = state.top
        assert frame is not None
        card = str(frame.args.get("card", ""))
        for decision in GAME.position(state).required_by_seat().values():
            for catalog in (EN, FR):
                text = catalog.say(decision.prompt)
                assert text.strip()
                assert not card or catalog.name(KINDS, card) in text, decision.prompt.key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_prompt_but_those_of_the_rules_themselves_has_a_card(language: str) -> None:
    texts = GAME.catalog(language).texts
    prompts = {key: text for key, text in texts.items() if key.startswith("prompt.")}
    without = {key.removeprefix("prompt.") for key, text in prompts.items() if "{card:" not in text}
    assert without == WITHOUT_A_CARD


def test_both_languages_ask_the_same_questions() -> None:
    keys = [[key for key in c.texts if key.startswith("prompt.")] for c in (EN, FR)]
    assert keys[0] == keys[1]
    for step in GAME.steps.asking:
        assert f"prompt.{step}" in EN, step


def test_tirpitz_asks_about_the_navy() -> None:
    """C1: what is given up moves the German Navy, and the question says so."""
    prompt = Table().dice(1).event(1, A).asked.prompt
    assert "German Navy" in EN.say(prompt)
    assert "Marine allemande" in FR.say(prompt)


def test_the_prompt_says_how_much_is_left() -> None:
    table = Table().give(A, 21).to_play(A).do("ops C21")
    assert EN.say(table.asked.prompt) == (
        "Prussian Spirit (C21): place support with 3 OPs, or make two support checks."
    )
    table.do("place wilhelm_ii")
    assert EN.say(table.asked.prompt) == "Prussian Spirit (C21): place support, 2 OPs left."
    table.do("place wilhelm_ii")
    assert EN.say(table.asked.prompt) == "Prussian Spirit (C21): place support, 1 OP left."


# -- labels


def all_verbs() -> set[str]:
    verbs = {verb for step in GAME.steps.asking for verb in GAME.grammar(step).verbs}
    assert {verb for effects in ALTERNATIVES.values() for verb in effects} <= verbs
    return verbs


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_has_a_word_and_a_label(language: str) -> None:
    catalog = GAME.catalog(language)
    assert set(catalog.verbs) == all_verbs()
    for verb in all_verbs():
        assert catalog.get(f"action.{verb}").strip()
        assert catalog.name("verb", verb).strip()
    words = [slug(catalog.name("verb", verb)) for verb in all_verbs()]
    assert len(set(words)) == len(words), "no word means two things"


@pytest.mark.parametrize(
    ("action", "english", "french"),
    [
        (
            "ops C23",
            "Play Third Department/Okhrana (C23) for operations",
            typeset("Jouer pour les opérations : « Troisième section / Okhrana » (C23)"),
        ),
        (
            "event C10",
            "Play Entente Cordiale (C10) for the event",
            typeset("Jouer pour l'événement : « Entente cordiale » (C10)"),
        ),
        (
            "score C6",
            "Score with France Scoring (C6)",
            typeset("Faire le pointage : « Pointage France » (C6)"),
        ),
        ("place vienna", "Place 1 SP: Vienna", typeset("Placer 1 PS : Vienne")),
        (
            "shift picardy vienna",
            "Move 1 SP: Picardy → Vienna",
            typeset("Déplacer 1 PS : Picardie → Vienne"),
        ),
        (
            "choose S1",
            "Choose Workers Unite (S1)",
            typeset("Choisir « Union des travailleurs » (S1)"),
        ),
        ("mobilize F5", "Choose Plan XV (F5)", typeset("Choisir « Plan XV » (F5)")),
        ("region russia", "Choose Russia", "Choisir la Russie"),
        (
            "discard C13",
            "Discard Traditionalism (C13)",
            typeset("Défausser « Traditionalisme » (C13)"),
        ),
    ],
)
def test_an_action_in_words(action: str, english: str, french: str) -> None:
    assert EN.say(label(action)) == english
    assert FR.say(label(action)) == french


@pytest.mark.parametrize("seed", range(4))
def test_every_action_that_is_offered_has_a_label(seed: int) -> None:
    seen = set()
    for state in travelled(seed, ALL):
        for decision in GAME.position(state).required_by_seat().values():
            seen |= set(decision.menu)
    for action in seen:
        for catalog in (EN, FR):
            assert catalog.say(GAME.presentation.label(action)).strip()


# -- names


@pytest.mark.parametrize("language", LANGUAGES)
def test_typed_names_are_unambiguous(language: str) -> None:
    """Of stability and mobilization cards, those that one player chooses between."""
    catalog, board = GAME.catalog(language), GAME.board
    groups = [
        [catalog.name("space", space) for space in (*board.spaces, *board.boxes)],
        [catalog.name("card", card) for card in board.cards],
        *([catalog.name("stability", card) for card in board.stability_cards[s]] for s in (A, L)),
    ]
    nations = {row.nation for row in board.mobilization.values()}
    groups += [
        [catalog.name("mobilization", r.id) for r in board.mobilization.values() if r.nation == n]
        for n in nations
    ]
    for names in groups:
        assert len({slug(name) for name in names}) == len(names)


# -- reading


def test_a_card_may_be_named_by_its_number() -> None:
    table = Table().give(A, 23, 13).to_play(A)
    for typed in ("ops 23", "ops #23"):
        assert table.read(typed, EN) == ["ops C23"]
        assert table.read(typed, FR) == ["ops C23"]
    assert table.read("événement 13", FR) == ["event C13"]


def test_a_card_that_cannot_be_played_may_be_named_by_its_number_too() -> None:
    """So that the answer is why, and not how a card is written."""
    table = Table().give(A, 23, 13, 22).to_play(A)
    assert table.read("ops 24", EN) == ["ops C24"]
    assert table.read("événement 22", FR) == ["event C22"]
    assert table.refusal("event C22").message.key == "refusal.their_event"
    assert Table().navies(0, 5).event(107, A).read("back 9", EN) == []


def test_a_name_alone_means_every_action_with_it() -> None:
    """Where support and checks are both possible, it means both."""
    table = Table().clear().put("vienna", 1, 1).give(A, 13).to_play(A)
    assert read("traditionalisme", table.asked.menu, FR) == ["event C13", "ops C13", "naval C13"]
    table.do("ops C13")
    assert read("vienne", table.asked.menu, FR) == ["place vienna", "check vienna"]
    assert read("budapest", table.asked.menu, FR) == ["place budapest"]
    assert read("double monarchie", table.asked.menu, FR) == ["place dual_monarchy"]


@pytest.mark.parametrize(
    "typed", ["événement entente-cordiale", "evenement entente-cordiale", "événement C10", "é ent"]
)
def test_a_card_may_be_named_in_french(typed: str) -> None:
    menu = Table().give(L, 10, 22).to_play(L).asked.menu
    assert read(typed, menu, FR) == ["event C10"]


@pytest.mark.parametrize("typed", ["event entente-cordiale", "event c10", "ev ent", "Event C10"])
def test_a_card_may_be_named_in_english(typed: str) -> None:
    menu = Table().give(L, 10, 22).to_play(L).asked.menu
    assert read(typed, menu, EN) == ["event C10"]


def test_a_space_may_be_named_in_either_language() -> None:
    menu = Table().give(A, 13).to_play(A).do("ops C13").asked.menu
    assert read("placer vienne", menu, FR) == ["place vienna"]
    assert read("place vienna", menu, EN) == ["place vienna"]
    assert read("place vienne", menu, EN) == []
    assert read("pl guillaume-ii", menu, FR) == ["place wilhelm_ii"]


def test_accents_and_hyphens_need_not_be_typed_exactly() -> None:
    menu = Table().event(33, L).asked.menu
    assert read("placer ecrivains-francais", menu, FR) == ["place french_writers"]
    assert read("placer Écrivains-français", menu, FR) == ["place french_writers"]


def test_two_spaces_in_one_line() -> None:
    menu = Table().event(11, L).asked.menu
    assert read("déplacer picardie vienne", menu, FR) == ["shift picardy vienna"]
    assert read("shift picardy vienna", menu, EN) == ["shift picardy vienna"]


def test_a_stability_card_may_be_named() -> None:
    table = Table().give(A, 6).give(L, 22).to_play(A).do("score C6")
    menu = table.position.required_by_seat()[L].menu
    assert read("choisir union-des-travailleurs", menu, FR) == ["choose S1"]
    assert read("choose workers-unite", menu, EN) == ["choose S1"]


def test_a_number_that_is_no_card_stays_a_number() -> None:
    """C107: how many boxes the German Navy goes back."""
    table = Table().navies(0, 5).event(107, A)
    assert table.menu == ["back 0", "back 1", "back 2"]
    assert read("back 2", table.asked.menu, EN) == ["back 2"]
    assert read("reculer 2", table.asked.menu, FR) == ["back 2"]


def test_one_name_that_begins_another_is_the_shorter_one() -> None:
    """Plan XV is not Plan XVI or XVII."""
    track = ["franco_russian_alliance", "entente_cordiale", "dual_alliance", "balkan_wars"]
    table = Table(war_mobilization=True).set(tension=5, track=track).dice(6).event(49, A)
    table.do("mobilize G6", "mobilize A3", "mobilize O3", "no_u_boats")
    assert read("mobiliser plan-xv", table.asked.menu, FR) == ["mobilize F5"]
    assert read("mobilize plan-xv", table.asked.menu, EN) == ["mobilize F5"]


# -- the log


def lines(table: Table) -> list[str]:
    return [EN.line(entry.message) for entry in table.state.news]


def test_the_marker_is_shown_with_the_leading_side() -> None:
    table = Table().set(vp=1)
    assert "The Liberal gains 1 VP; the VP marker is at 2 for the Liberal." in lines(
        table.event(40, L)
    )
    table = Table().set(vp=1)
    assert "The Authoritarian gains 1 VP; the VP marker is at 0 for no one." in lines(
        table.event(40, A)
    )
    assert typeset("le marqueur de PV est à 2 pour l'Autoritaire") in FR.line(
        Table().set(vp=-1).event(40, A).state.news[-1].message
    )


def test_an_event_that_does_not_take_place_is_logged_with_the_reason() -> None:
    """5.2: Second International at Tension 3; Henry Wilson without Entente Cordiale."""
    messages = lines(Table().set(tension=3).give(A, 3).to_play(A).do("ops C3", "before"))
    assert messages[-2:] == [
        "Second International (C3): the event does not take place.",
        "Tension is 3; the event is possible only at 2 or less.",
    ]
    messages = lines(Table().give(A, 66).to_play(A).do("ops C66"))
    assert messages[-1].startswith(
        "Henry Wilson (C66): the event is possible only after one of these"
    )


def test_a_support_check_without_effect_is_called_so() -> None:
    table = Table().clear().put("siberia", 0, 5).give(L, 2).to_play(L).dice(1)
    assert "The support check has no effect: the result must be above 0." in lines(
        table.do("ops C2", "check siberia")
    )


# -- pictures


def plain(text: str) -> list[str]:
    return text.replace("\u00a0", " ").splitlines()


def full_board() -> TurmoilState:
    """Everything that can stand on the table, in long words."""
    table = Table().give(A, 34, 45, 46, 54, 57, 92, 97, 99, 100).navies(13, 11)
    table.set(turn=9, round=8, tension=6, vp=-19, high_water=12, standard=3)
    table.set(improved={A: True, L: True}, black_hand="montenegro")
    table.set(
        track=[
            *("franco_russian_alliance", "entente_cordiale", "dual_alliance"),
            *("triple_alliance", "balkan_wars"),
        ],
        beside=[
            "schlieffen",
            "german_army_expansion",
            "von_bethmann_hollweg",
            "us_interventionism",
        ],
    )
    for number in (4, 15, 29, 74, 75, 76, 98, 109):
        table.lasting(number, A)
    table.state.seen = {A: [], L: ["C34", "C45", "C46", "C54", "C57", "C92"]}
    for space in GAME.board.spaces[::2]:
        table.put(space, 12, 10)
    return table.put("montenegro", 0, 12).state


def empty_board() -> TurmoilState:
    return Table().clear().give(A, 13).state


def first_board() -> TurmoilState:
    return Table().give(A, 13).state


@pytest.mark.parametrize("board", [full_board, empty_board, first_board])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sketch_fits_its_width_and_cuts_no_name(
    board: Callable[[], TurmoilState], language: str
) -> None:
    """A name is not broken at its hyphen either."""
    catalog, state = GAME.catalog(language), board()
    for viewer in (A, L, None):
        for width in (80, 100):
            lines = plain(
                GAME.presentation.render_terminal(GAME.view(state, viewer), catalog, width)
            )
            assert max(map(len, lines)) <= width
            for space in GAME.board.spaces:
                name = catalog.name("space", space)
                assert any(name in line for line in lines), f"{name} is cut"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sketch_fits_80_columns_all_through_a_game(language: str) -> None:
    catalog = GAME.catalog(language)
    for number, state in enumerate(travelled(5, ALL)):
        if number % 9 == 0:
            for viewer in (A, None):
                sketch = GAME.presentation.render_terminal(GAME.view(state, viewer), catalog, 80)
                assert max(map(len, sketch.splitlines())) <= 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_shows_every_space_and_every_card_of_the_hand(language: str) -> None:
    catalog, state = GAME.catalog(language), full_board()
    picture = "\n".join(plain(GAME.presentation.render_text(GAME.view(state, A), catalog)))
    for space in GAME.board.spaces:
        assert catalog.name("space", space) in picture
    for card in state.hand[A]:
        assert catalog.name("card", card) in picture
    for marker in (*state.track, *state.beside):
        assert catalog.name("marker", marker) in picture


def test_a_space_shows_support_control_and_the_black_hand() -> None:
    table = (
        Table().put("montenegro", 1, 4).put("vienna", 3, 0).set(black_hand="montenegro").give(A, 13)
    )
    lines = plain(GAME.presentation.render_terminal(GAME.view(table.state, A), EN, 80))
    (montenegro,) = [line for line in lines if "Montenegro" in line]
    assert montenegro.split() == ["·", "Montenegro", "2", "MX", "1★", "4♛", "‹♛›†"]
    (vienna,) = [line for line in lines if "Vienna" in line]
    assert vienna.split() == ["◆", "Vienna", "3", "G", "3★", "‹★›"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_support_is_in_one_column(language: str) -> None:
    """Also beside the longest name."""
    table = Table().give(A, 13)
    for space in GAME.board.spaces:
        table.put(space, 1, 0)
    lines = plain(
        GAME.presentation.render_terminal(GAME.view(table.state, A), GAME.catalog(language), 80)
    )
    columns = {line.index("1★") for line in lines if "1★" in line}
    assert len(columns) == 1
