"""The explorer of openings: what it reads from games, its table, and the games that come along."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from entente.games.diplomacy.openings import named_openings
from entente.kernel import Slots, registry
from entente.kernel.openings import (
    WHOLE_GAME,
    OpeningLine,
    OpeningMove,
    actions_of,
    counted,
    in_plain_words,
    openings_in,
)
from entente.players.explorer import (
    ExplorerGame,
    GameFilter,
    ResultCounts,
    arena_games,
    continuations,
    read_games,
    write_games,
)
from entente.players.explorer.game_file import explored_games, openings_of
from entente.players.explorer.mining import play_game

GAMES = ("attrition", "diplomacy", "pax", "turmoil")
SIZE = 120_000  # bytes of all files of games together


def game(number: int, moves: list[str], winners: list[str], level: str = "easy") -> ExplorerGame:
    played = tuple(OpeningMove(step, text, 0, step + 1) for step, text in enumerate(moves))
    return ExplorerGame(
        seed=str(number),
        rules="1",
        players={"england": level, "france": "greedy"},
        winners=tuple(winners),
        scores={each: 1 / len(winners) for each in winners},
        measures={"england": 10.0 * number},
        lines=(OpeningLine("england", played),),
        moves=(),
    )


def test_a_table_counts_games_results_and_figures() -> None:
    module = openings_of("diplomacy")
    assert module is not None
    games = [
        game(1, ["a", "x"], ["england"]),
        game(2, ["a", "y"], ["england", "france"]),
        game(3, ["b"], ["france"], level="hard"),
    ]
    found = continuations(games, module.BOOK, "england", ratings={"easy": 1400.0})
    assert [(row.move, row.tally.games) for row in found.rows] == [("a", 2), ("b", 1)]
    assert found.rows[0].tally == ResultCounts(2, 1, 1, 0, 0.75, 1400, 15.0)
    assert (found.total.losses, found.step) == (1, 0)
    deeper = continuations(games, module.BOOK, "england", ["a"])
    assert [row.move for row in deeper.rows] == ["x", "y"]
    assert (deeper.step, len(deeper.examples)) == (1, 2)
    hard = continuations(games, module.BOOK, "england", wanted=GameFilter("hard"))
    assert [row.move for row in hard.rows] == ["b"]
    assert continuations(games, module.BOOK, "england", ["a", "x", "z"]).total.games == 0
    assert continuations(games, module.BOOK, "turkey").total.games == 0


def test_the_order_of_a_set_does_not_matter() -> None:
    module = openings_of("pax")
    assert module is not None
    moves = tuple(OpeningMove(0, text, 0, 9) for text in ("p", "q", "r"))
    line = OpeningLine("england", moves)
    games = [msgspec.structs.replace(game(1, [], ["england"]), lines=(line,))]
    for path in (["p", "q"], ["q", "p"]):
        found = continuations(games, module.BOOK, "england", path)
        assert [row.move for row in found.rows] == ["r"]


def test_repeated_actions_are_counted_in_words() -> None:
    text = counted(["mobilise germany-infantry berlin"] * 2 + ["declare ottoman"])
    assert text == ["declare ottoman", "2*mobilise germany-infantry berlin"]
    assert actions_of("; ".join(text))[1] == ("mobilise germany-infantry berlin", 2)
    attrition = registry.load("attrition")
    for language, words in (("en", "2 × Mobilise"), ("fr", "2 × Mobiliser")):
        [line] = in_plain_words(attrition, text[1], attrition.catalog(language))
        assert line.startswith(words)


@pytest.mark.parametrize(
    ("power", "orders", "name"),
    [
        ("england", "F EDI - NWG; F LON - NTH; A LVP - EDI", "churchill"),
        ("england", "F EDI - NWG; F LON - NTH; A LVP - WAL", "northern"),
        ("austria", "A BUD - SER; A VIE - GAL; F TRI - VEN", "southern_hedgehog"),
        ("italy", "F NAP - ION; A ROM - APU; A VEN - TRI", "key_lepanto"),
        ("france", "F BRE - MAO; A MAR S A PAR - BUR; A PAR - BUR", "maginot"),
        ("germany", "F KIE H; A BER H; A MUN H", ""),
        ("turkey", "F EDI - NWG; F LON - NTH; A LVP - EDI", ""),
    ],
)
def test_orders_of_1901_have_the_names_of_the_hobby(power: str, orders: str, name: str) -> None:
    module = openings_of("diplomacy")
    assert module is not None
    assert module.BOOK.name(power, 0, orders) == name
    assert module.BOOK.name(power, 1, orders) == ""


def test_every_named_opening_can_be_ordered_and_has_texts() -> None:
    diplomacy = registry.load("diplomacy")
    position = diplomacy.begin(seed="0")
    catalogs = [diplomacy.catalog(language) for language in ("en", "fr")]
    names = [each.name for each in named_openings()]
    assert len(set(names)) == len(names) > 60
    for each in named_openings():
        [decision] = position.decisions_for(each.power)
        assert isinstance(decision.menu, Slots)
        assert len({order.split()[1] for order in each.orders}) == len(each.orders)
        for order in each.orders:
            assert any(order in choices for choices in decision.menu.slots.values()), order
        for catalog in catalogs:
            assert f"opening.name.{each.name}" in catalog


@pytest.mark.parametrize("name", GAMES)
def test_the_games_that_come_along_are_read_again_alike(name: str) -> None:
    """The stored openings are those of the stored moves."""
    module, played = openings_of(name), arena_games(name)
    assert module is not None
    assert len(played) >= 10
    one, rules = played[0], registry.load(name)
    match = one.place(rules, len(one.moves))
    found = {line.side: line for line in openings_in(module, match)}
    for line in one.lines:
        for move in line.moves:
            assert move in found[line.side].moves
    catalog = rules.catalog("fr")
    for step in module.BOOK.steps:
        assert f"opening.step.{step}" in catalog
    for side in module.BOOK.sides(rules.info.seats):
        table = continuations(played, module.BOOK, side)
        assert table.rows
        for row in table.rows:
            words = in_plain_words(rules, row.move, catalog)
            assert all(words)
            assert "*" not in "".join(words)
    assert (WHOLE_GAME in {line.side for line in one.lines}) == module.BOOK.whole_game


def test_the_files_stay_small() -> None:
    packages = [registry.load(name).info.package for name in explored_games()]
    found = [files(each).joinpath("data", "openings.jsonl.gz") for each in packages]
    assert sum(len(each.read_bytes()) for each in found if each.is_file()) < SIZE


def test_a_played_game_is_written_and_replayed(tmp_path: Path) -> None:
    rules, module = registry.load("attrition"), openings_of("attrition")
    assert module is not None
    one = play_game(rules, module, "test/1", ("random",))
    assert one is not None
    assert one == play_game(rules, module, "test/1", ("random",))
    for file in (tmp_path / "games.jsonl", tmp_path / "games.jsonl.gz"):
        write_games(file, [one])
        assert read_games(file.read_bytes()) == (one,)
    match = one.place(rules, 5)
    assert [(move.seat, move.action) for move in match.moves] == list(one.moves[:5])
