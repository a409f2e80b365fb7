"""The explorer of openings in words: of this server's games, and of games between computers that
come with each game.

It shows finished public games alone, and no names but those that the lists of finished games show.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

import msgspec
from sqlalchemy.orm import Session

from entente.kernel import Game, Match, Seat, registry
from entente.kernel.board_svg import BoardPieces
from entente.kernel.openings import (
    WHOLE_GAME,
    OpeningBook,
    OpeningLine,
    in_plain_words,
)
from entente.kernel.position import Position
from entente.kernel.schema_hints import one_of
from entente.kernel.text import Catalog
from entente.players.explorer import (
    ExplorerGame,
    ExplorerTable,
    GameFilter,
    ResultCounts,
    arena_games,
    continuations,
)
from entente.players.explorer.game_file import explored_games, openings_of
from entente.players.explorer.table import next_step
from entente.server import library
from entente.server.people.history import GameResultKind, players_at
from entente.server.problem import Problem
from entente.server.ratings.levels import fixed_strength
from entente.server.ratings.model import points
from entente.server.ratings.results import DRAW, LOSS, WIN
from entente.server.ratings.stored import seats_of_game
from entente.server.study.opening_tables import (
    OpeningQuery,
    ServerFilter,
    count_games,
)
from entente.wire.boards import BoardPicture

SERVER, ARENA = "server", "arena"
EXAMPLES = 6
MOST_PATH = 8  # moves of a path
Source = Annotated[str, one_of(SERVER, ARENA)]
AnyGame = Game[Any, Any]


class ExplorerSide(msgspec.Struct):
    """A side with openings of its own; without `id`, the whole game."""

    id: str
    name: str


class ExploredGame(msgspec.Struct):
    """A game in the explorer.

    With `is_set`, the moves of the only step have no order. `measure` names the figure of a side at
    the end. `server` and `arena` count the games; `levels` played those of the arena. `seats` are
    the names of the seats: results of a whole game are those of the first one.
    """

    game: str
    sides: list[ExplorerSide]
    steps: list[str]
    is_set: bool
    measure: str | None
    server: int
    arena: int
    levels: list[str]
    seats: list[str]


class ExplorerMove(msgspec.Struct):
    """A move in words, action by action, and what players call it."""

    move: str
    parts: list[str]
    name: str | None


class ExplorerRow(msgspec.Struct):
    """A move that was played next, and how the games with it ended."""

    move: ExplorerMove
    tally: ResultCounts


class ExplorerPlayer(msgspec.Struct):
    """A player of an example; without `name` and `computer`, a deleted account."""

    seat: Seat
    seat_name: str
    name: str | None
    computer: str | None
    result: GameResultKind


class ExplorerExample(msgspec.Struct):
    """A game with these moves: a table of this server, or the `number` of a game of the arena.

    The last of the moves was carried out after `moves` moves of the game.
    """

    table_id: str | None
    number: int | None
    title: str
    finished: int | None
    moves: int
    players: list[ExplorerPlayer]


class ExplorerPage(msgspec.Struct):
    """What was played after the moves of `path`. `step` names what comes next, if anything."""

    game: str
    source: Source
    side: str
    path: list[ExplorerMove]
    step: str | None
    total: ResultCounts
    rows: list[ExplorerRow]
    examples: list[ExplorerExample]


class ExplorerRequest(NamedTuple):
    """What to show: a game, a source, a side, and the moves so far."""

    game: str
    source: str
    side: Seat
    path: Sequence[str]
    wanted: ServerFilter = ServerFilter()
    level: str | None = None

    @property
    def book(self) -> OpeningBook:
        return book_of(self.game)


def book_of(game_id: str) -> OpeningBook:
    """Return how a game's openings are read. Raise Problem if it has none."""
    library.find(game_id)
    module = openings_of(game_id)
    if module is None:
        raise Problem(404, "explorer.none")
    return module.BOOK


def checked(request: ExplorerRequest) -> ExplorerRequest:
    """Return a request with its side; without one, the first. Raise Problem if it makes no
    sense."""
    sides = request.book.sides(registry.load(request.game).info.seats)
    asked = request._replace(side=request.side or sides[0])
    if asked.side not in sides:
        raise Problem(422, "explorer.side", known=[each for each in sides if each])
    if len(asked.path) > (MOST_PATH if asked.book.is_set else len(asked.book.steps)):
        raise Problem(422, "explorer.path")
    return asked


def explored(session: Session, language: str) -> list[ExploredGame]:
    """Return the games of the explorer."""
    found = []
    for name, module in explored_games().items():
        game, book = registry.load(name), module.BOOK
        catalog, sides = game.catalog(language), book.sides(game.info.seats)
        games = arena_games(name)
        found.append(
            ExploredGame(
                game=name,
                sides=[
                    ExplorerSide(each, catalog.name("seat", each) if each != WHOLE_GAME else "")
                    for each in sides
                ],
                steps=[catalog.get(f"opening.step.{each}") for each in book.steps],
                is_set=book.is_set,
                measure=catalog.get("opening.measure") if book.measure is not None else None,
                server=count_games(session, name, sides[0]),
                arena=len(games),
                levels=sorted({level for each in games for level in each.players.values()}),
                seats=[catalog.name("seat", each) for each in game.info.seats],
            )
        )
    return found


def page(session: Session, request: ExplorerRequest, language: str) -> ExplorerPage:
    """Return the table after the moves of a request."""
    request = checked(request)
    game = registry.load(request.game)
    catalog, book = game.catalog(language), request.book
    words = _Words(game, book, request.side, catalog)
    if request.source == ARENA:
        found = _arena_table(request.game, request.side, tuple(request.path), request.level or "")
        total, rows = found.total, found.rows
        examples = [_arena_example(request, each, catalog) for each in found.examples]
    else:
        query = OpeningQuery(request.game, request.side, book, request.path, request.wanted)
        total, rows = query.total(session), query.rows(session)
        examples = _server_examples(session, query, catalog)
    return ExplorerPage(
        game=request.game,
        source=request.source,
        side=request.side,
        path=[words.move(each, number) for number, each in enumerate(request.path)],
        step=words.step(next_step(book, request.path)),
        total=total,
        rows=[ExplorerRow(words.move(each.move, len(request.path)), each.tally) for each in rows],
        examples=examples,
    )


class _Words:
    """Describes the moves of a side."""

    def __init__(self, game: AnyGame, book: OpeningBook, side: Seat, catalog: Catalog) -> None:
        self.game, self.book, self.side, self.catalog = game, book, side, catalog

    def move(self, move: str, number: int) -> ExplorerMove:
        name = self.book.name(self.side, 0 if self.book.is_set else number, move)
        return ExplorerMove(
            move,
            in_plain_words(self.game, move, self.catalog),
            self.catalog.get(f"opening.name.{name}") if name else None,
        )

    def step(self, number: int | None) -> str | None:
        if number is None:
            return None
        return self.catalog.get(f"opening.step.{self.book.steps[number]}")


def _server_examples(
    session: Session, query: OpeningQuery, catalog: Catalog
) -> list[ExplorerExample]:
    found = query.examples(session, EXAMPLES)
    players = players_at(session, {each.table.id for each in found})
    return [
        ExplorerExample(
            table_id=each.table.id,
            number=None,
            title=each.table.title,
            finished=each.table.touched,
            moves=each.after,
            players=[
                ExplorerPlayer(
                    seat=player.seat,
                    seat_name=catalog.name("seat", player.seat),
                    name=player.name,
                    computer=player.computer,
                    result=player.result,
                )
                for player in players.get(each.table.id, [])
            ],
        )
        for each in found
    ]


# -- games of the arena


@lru_cache(maxsize=256)
def _arena_table(game: str, side: Seat, path: tuple[str, ...], level: str) -> ExplorerTable:
    """Return a table of the arena, whose games never change."""
    return continuations(
        arena_games(game),
        book_of(game),
        side,
        path,
        GameFilter(level or None),
        EXAMPLES,
        _level_ratings(game),
    )


def _level_ratings(game: str) -> dict[str, float]:
    """Return the ratings of the levels that have played the games of the arena."""
    found, seats = dict[str, float](), seats_of_game(game)
    for level in {level for each in arena_games(game) for level in each.players.values()}:
        strength = fixed_strength(game, level)
        if strength is not None:
            found[level] = points(strength.mean, seats)
    return found


def _arena_example(
    request: ExplorerRequest, game: ExplorerGame, catalog: Catalog
) -> ExplorerExample:
    return ExplorerExample(
        table_id=None,
        number=arena_games(request.game).index(game),
        title="",
        finished=None,
        moves=_place_of(game.line(request.side), request).after,
        players=[
            ExplorerPlayer(
                seat=seat,
                seat_name=catalog.name("seat", seat),
                name=None,
                computer=level,
                result=_result(game, seat),
            )
            for seat, level in game.players.items()
        ],
    )


def _result(game: ExplorerGame, seat: Seat) -> str:
    if seat not in game.winners:
        return LOSS
    return WIN if len(game.winners) == 1 else DRAW


class _Place(NamedTuple):
    """The moves of a record before and after the last move of a path."""

    before: int = 0
    after: int = 0


def _place_of(line: OpeningLine | None, request: ExplorerRequest) -> _Place:
    """Return where the last move of a path is in a game; of an empty path, the start."""
    if line is None or not request.path:
        return _Place()
    last = next((each for each in line.moves if each.text == request.path[-1]), None)
    return _Place() if last is None else _Place(last.before, last.after)


def arena_match(game_id: str, number: int, moves: int) -> Match[Any, Any]:
    """Return a game of the arena after some of its first moves. Raise Problem if there is none."""
    book_of(game_id)  # raises Problem for a game without openings
    games = arena_games(game_id)
    if number >= len(games):
        raise Problem(404, "explorer.no_game")
    return games[number].place(registry.load(game_id), moves)


# -- on the board


class BoardPlace(NamedTuple):
    """A position to show: of a table of this server, or of a game of the arena."""

    table_id: str | None
    number: int
    moves: int


def board_place(session: Session, request: ExplorerRequest) -> BoardPlace | None:
    """Return the position in which the first example has its last move; None without an
    example."""
    request = checked(request)
    before = request.book.shows == "before"
    if request.source == SERVER:
        query = OpeningQuery(request.game, request.side, request.book, request.path, request.wanted)
        for each in query.examples(session, 1):
            return BoardPlace(each.table.id, 0, each.before if before else each.after)
        return None
    found = _arena_table(request.game, request.side, tuple(request.path), request.level or "")
    for game in found.examples[:1]:
        place = _place_of(game.line(request.side), request)
        number = arena_games(request.game).index(game)
        return BoardPlace(None, number, place.before if before else place.after)
    return None


def board_picture(
    request: ExplorerRequest, position: Position[Any, Any], language: str
) -> BoardPicture | None:
    """Return a position with the last move of a path; None if the game has no drawn board."""
    game = registry.load(request.game)
    catalog = game.catalog(language)
    if game.presentation.plan(catalog) is None:
        return None
    pieces = game.presentation.pieces(position.view(None), catalog) or BoardPieces()
    mark = request.book.mark(request.side, request.path[-1], catalog) if request.path else None
    marked = mark or BoardPieces()
    return BoardPicture(
        svg=pieces.svg + marked.svg,
        attributes={name: dict(each) for name, each in pieces.attributes.items()},
        style=pieces.style + marked.style,
    )
