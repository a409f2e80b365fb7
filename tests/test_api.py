"""The library as a script or a notebook uses it: `import entente` and what it offers."""

from __future__ import annotations

import copy as copies
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

import entente
from entente.games.turmoil.view import TurmoilView
from entente.kernel import Amount, Choose, OptionValue, Slots
from entente.kernel.data import read_folder

if TYPE_CHECKING:
    from typing import assert_type

GAMES = ("attrition", "diplomacy", "pax", "turmoil")
OPTIONS: dict[str, dict[str, OptionValue]] = {"attrition": {"fog_of_war": True}}


def begun(name: str, moves: int = 40, *, log: bool = True) -> entente.Position[Any, Any]:
    """A position some moves into a game."""
    position = entente.load(name).begin(OPTIONS.get(name), seed="api", log=log)
    rng = Random(name)
    for _ in range(moves):
        position.play(position.legal_actions().sample(rng))
    return position


# -- the package


def test_every_public_name_can_be_had() -> None:
    assert all(getattr(entente, name) is not None for name in entente.__all__)
    assert set(entente._PLACES) | {"__version__"} == set(entente.__all__)
    assert set(entente.__all__) <= set(dir(entente))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        getattr(entente, "nothing")  # noqa: B009  mypy knows that it is not there


def test_importing_the_package_imports_nothing_else() -> None:
    code = (
        "import sys; before = set(sys.modules); import entente; "
        "print(*sorted(name for name in set(sys.modules) - before))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours = [name for name in ran.stdout.split() if name.startswith("entente")]
    assert ours == ["entente", "entente.version"]
    assert "typing" not in ran.stdout.split()
    assert "msgspec" not in ran.stdout


def test_games_players_and_records_by_name(tmp_path: Path) -> None:
    assert set(GAMES) <= set(entente.list_games())
    assert entente.list_players()[:3] == ("easy", "normal", "hard")
    assert "random" in entente.list_players("pax")
    game = entente.load("attrition")
    player = entente.make_player("random", game)
    match = entente.Match(game, None, seed="1")
    for _ in range(5):
        seat = match.position.to_move[0]
        match.act(seat, player.choose(entente.PlayerView(match.position, seat)))
    entente.write_match(tmp_path / "game.jsonl", match, {"central": "Anna"})
    again = entente.read_match(tmp_path / "game.jsonl")
    assert again.moves == match.moves
    assert again.position == match.position
    assert repr(again).startswith("<Match of attrition, 5 moves: <Position of attrition; ")
    with pytest.raises(entente.UnknownGame, match="no game is called “chess”"):
        entente.load("chess")
    with pytest.raises(entente.UnknownPlayer):
        entente.make_player("stockfish", "pax")


def test_views_have_the_type_of_their_game() -> None:
    position = entente.load("turmoil").begin()
    view = position.copy().view("liberal")
    assert isinstance(view, TurmoilView)
    if TYPE_CHECKING:
        assert_type(view, TurmoilView)
        assert_type(view.hand, list[str])
    assert view.hand


# -- playing


def test_a_whole_game_in_three_lines() -> None:
    position, rng = entente.load("attrition").begin(), Random(1)
    while position.outcome is None:
        position.play(position.legal_actions().sample(rng))
    assert not position.legal_actions()
    assert len(position.legal_actions()) == 0
    assert list(position.legal_actions()) == position.legal_actions()[:3] == []
    assert repr(position.legal_actions()) == "<LegalActions: none>"
    with pytest.raises(IndexError, match="no legal action"):
        position.legal_actions()[0]
    with pytest.raises(IndexError, match="no legal action"):
        position.legal_actions().sample(rng)
    with pytest.raises(entente.IllegalAction) as caught:
        position.play("done")
    assert str(caught.value) == "“done” is not allowed: The game is over."
    assert {position.outcome: 1, position.outcome.reason: 2}[position.outcome] == 1
    assert "won by" in repr(position)


@pytest.mark.parametrize("name", GAMES)
def test_legal_actions_are_a_sequence(name: str) -> None:
    position = begun(name)
    actions = position.legal_actions()
    assert actions.seat == position.to_move[0]
    assert actions.decision is not None
    assert actions[0] in actions
    assert actions[0] == next(iter(actions))
    assert actions[:2] == list(actions[:2])
    assert "no such action" not in actions
    assert repr(actions).startswith(f"<LegalActions of {actions.seat}, ")
    other = position.legal_actions(position.to_move[-1])
    assert other.seat == position.to_move[-1]
    with pytest.raises(entente.UnknownSeat, match="has no seat “mars”"):
        position.legal_actions("mars")
    with pytest.raises(entente.UnknownSeat):
        position.play(actions[0], "mars")


def test_menus_have_a_length_and_indices() -> None:
    menu = Choose(("a", "b", "c"))
    assert (len(menu), menu[0], menu[-1], menu[1:], menu[::-1]) == (
        3,
        "a",
        "c",
        ["b", "c"],
        ["c", "b", "a"],
    )
    assert list(reversed(menu[:2])) == ["b", "a"]
    with pytest.raises(IndexError, match="has 3 actions; there is none with the index 3"):
        menu[3]
    assert Amount("pay", 1, 10**12)[7] == "pay 8"
    many = Slots({str(unit): ("hold", "move", "support") for unit in range(60)})
    assert many.size() == 3**60
    assert bool(many)
    with pytest.raises(OverflowError, match="use size"):
        len(many)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("log", [True, False])
def test_push_and_pop_return_exactly(name: str, log: bool) -> None:
    position, rng = begun(name, log=log), Random(3)
    past = []
    for _ in range(30):
        if position.outcome is not None:
            break
        saved = position.game.save(position.state)
        decisions = position.decisions
        seat = rng.choice(position.to_move)
        action = position.legal_actions(seat).sample(rng)
        position.push(action, seat)
        past.append((saved, decisions, (seat, action)))
    assert past
    while past:
        saved, decisions, played = past.pop()
        assert position.pop() == played
        assert position.game.save(position.state) == saved
        assert position.decisions == decisions
        assert position.view() == position.game.position(position.state).view()
    with pytest.raises(IndexError, match="nothing was pushed"):
        position.pop()


def test_a_text_is_read_as_a_person_means_it() -> None:
    position = entente.load("diplomacy").begin()
    orders = position.parse("F Bre-MAO, A Mar-Spa, A Par-Bur", "france")
    assert orders == "F BRE - MAO; A MAR - SPA; A PAR - BUR; orders"
    assert position.parse(orders, "france") == orders
    position.play(orders, "france")
    with pytest.raises(entente.IllegalAction, match="belongs to France"):
        position.parse("A Par-Bur", "austria")
    war = entente.load("attrition").begin()
    assert war.parse("mob inf ber") == "mobilise germany-infantry berlin"
    assert war.parse("mob inf ber", language="fr") == "mobilise germany-infantry berlin"
    with pytest.raises(entente.UserError, match="“mob ger ber” may mean: mobilise germany-"):
        war.parse("mob ger ber")
    with pytest.raises(entente.IllegalAction, match="“fly” is not possible here"):
        war.parse("fly")


def test_an_illegal_push_changes_nothing() -> None:
    position = begun("attrition")
    before, state = position.copy(), position.state
    with pytest.raises(entente.IllegalAction):
        position.push("fly to the moon")
    assert position == before
    assert position.state is state
    with pytest.raises(IndexError):
        position.pop()


def test_a_hint_has_the_odds_of_a_battle() -> None:
    position, rng, hint = begun("attrition"), Random(3), None
    while hint is None or hint.key != "hint.attack":
        position.play(position.legal_actions().sample(rng))
        battles = [each for each in position.legal_actions() if each.startswith("resolve ")]
        hint = position.hint(battles[0]) if battles else None
    assert (hint.args["dice"], hint.args["percent"]) == (1, 17)
    said = position.game.catalog("en").say(hint)
    assert said.startswith("1 die. On average you lose 0.2 of 2 tiles")


def test_a_hint_about_an_illegal_action_is_refused() -> None:
    position = begun("attrition")
    assert position.hint("done") is None
    with pytest.raises(entente.IllegalAction):
        position.hint("fly to the moon")
    with pytest.raises(entente.UnknownSeat):
        position.hint("done", "spain")


# -- comparing


@pytest.mark.parametrize("name", GAMES)
def test_equal_positions_have_one_digest(name: str) -> None:
    position = begun(name)
    copy = position.copy(log=False)
    assert position == copy
    assert hash(position) == hash(copy)
    assert position.digest() == copy.digest()
    game = position.game
    assert game.position(game.load(game.save(position.state))) == position
    for twin in (copies.copy(position), copies.deepcopy(position)):
        assert twin == position
        twin.play(twin.legal_actions()[0])
        assert twin != position
        assert twin.game is game
    sent = pickle.loads(pickle.dumps(position))
    assert sent == position
    seat = position.to_move[0]
    turns = [each.turn_so_far(seat) for each in (sent, position)]
    assert len({None if turn is None else turn.done for turn in turns}) == 1
    assert pickle.loads(pickle.dumps(position.copy(log=False))).logs is False
    copy.play(copy.legal_actions()[0])
    assert position != copy
    assert position.digest() != copy.digest()
    assert len({position, position.copy(), copy}) == 2
    assert position != game.begin(OPTIONS.get(name), seed="another")
    assert position != "a position"


def test_positions_of_other_games_and_data_differ() -> None:
    plain = entente.load("attrition").begin()
    assert plain == entente.load("attrition").begin(seed="0")
    assert plain != entente.load("turmoil").begin()
    folder = Path(__file__).parents[1] / "examples" / "attrition-first-figures"
    corrected = entente.load(
        "attrition", read_folder(folder, "attrition", "entente.games.attrition")
    ).begin()
    assert corrected != plain
    assert corrected.digest() != plain.digest()
    assert pickle.loads(pickle.dumps(corrected)) == corrected
    make, (name, overrides, _) = plain.game.__reduce__()
    with pytest.raises(entente.UserError, match="with other data than those installed here"):
        make(name, overrides, "another digest")


# -- showing


def test_one_line_and_the_text_picture() -> None:
    position = entente.load("diplomacy").begin()
    assert repr(position) == (
        "<Position of diplomacy; spring 1901; to move: "
        "austria, england, france, germany, italy, russia, turkey>"
    )
    assert "\n" not in repr(begun("pax"))
    assert str(position) == position.text()
    assert "Spring 1901" in str(position)
    assert "Printemps 1901" in position.text(language="fr")


def test_the_line_of_a_draw_names_all() -> None:
    position = entente.load("diplomacy").begin({"end_year": 1902})
    while position.outcome is None:
        seat = position.to_move[0]
        position.play(position.legal_actions(seat)[0], seat)
    names = position.outcome.winners
    assert repr(position).endswith(f"draw between {', '.join(names[:-1])} and {names[-1]}>")


@pytest.mark.parametrize("name", GAMES)
def test_the_board_as_a_picture(name: str) -> None:
    position = begun(name)
    svg = position._repr_svg_()
    assert svg is not None
    assert svg == position.svg()
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("viewBox")
    assert "<style" not in svg  # a notebook would apply it to everything else
    assert "<script" not in svg
    assert "var(--" not in svg
    assert position.svg(language="fr") != svg


def test_pictures_show_what_the_seat_may_see() -> None:
    """In the fog of war a spectator and the enemy know no tiles that their owner knows."""
    position = begun("attrition")
    assert position.text() != position.text("central")
    worlds = [position.determinize("entente", Random(seed)) for seed in range(3)]
    assert len({world.state.chance.seed for world in worlds}) == 3
    for world in worlds:
        for seat in ("entente", None):
            assert world.svg(seat) == position.svg(seat)
            assert world.text(seat) == position.text(seat)
    with pytest.raises(entente.UnknownSeat):
        position.svg("mars")


def test_a_text_may_be_held_to_completeness() -> None:
    """A model that forgets a unit learns of it."""
    position = entente.load("diplomacy").begin()
    whole = "F Bre-MAO, A Mar-Spa, A Par-Bur"
    assert position.parse("A Par-Bur", "france") == "F BRE H; A MAR H; A PAR - BUR; orders"
    assert position.parse(whole, "france", complete=True) == position.parse(whole, "france")
    with pytest.raises(entente.UserError, match="says nothing of: F BRE and A MAR"):
        position.parse("A Par-Bur", "france", complete=True)
    move = entente.load("turmoil").begin()
    action = move.legal_actions()[0]
    assert move.parse(action, complete=True) == action
