"""The library: what can be read about the games, made once and kept until the server stops."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from functools import lru_cache
from gzip import compress
from pathlib import Path
from threading import Lock
from typing import Any, Literal, NamedTuple

import msgspec

from entente import __version__
from entente.kernel import (
    LANGUAGES,
    Catalog,
    Game,
    Option,
    OptionValue,
    Presentation,
    Seat,
    UserError,
    registry,
)
from entente.kernel.board_svg import BoardPlan, stylesheet
from entente.kernel.changes import Change, changes, rows_of
from entente.kernel.data import read_folder
from entente.kernel.info import CardFact, Recommended, ReconstructedValue, spell
from entente.kernel.measured import Measured, measured
from entente.kernel.message import Message
from entente.kernel.summary import card_text, section_text, sections
from entente.kernel.text import LanguageCode, catalog_of
from entente.players import USUAL, at_tables, described, offered_at_tables
from entente.players.engines import LEVELS
from entente.server.logs import log
from entente.server.problem import Problem

AnyGame = Game[Any, Any]
JSON, CSS = "application/json", "text/css; charset=utf-8"

# The texts a client shows itself; sentences come to it made.
SHOWN = ("action.", "gram.", "info.", "kernel.", "option.", "sheet.", "table.", "view.")

_press = Lock()


class Page(NamedTuple):
    """A page of the library, also packed; `etag` changes with its content."""

    body: bytes
    packed: bytes
    kind: str
    etag: str


def find(name: str) -> AnyGame:
    """A game by its id, as this server plays it; Problem where there is none."""
    if name not in registry.available():
        raise Problem(404, "game.unknown", name=name[:40])
    return _owned(name, os.environ.get("ENTENTE_DATA", ""))


@lru_cache(maxsize=32)
def _owned(name: str, folder: str) -> AnyGame:
    """A game with what the server's owner has put in place of its data; read once."""
    game = registry.load(name)
    if not folder:
        return game
    return registry.load(name, read_folder(Path(folder), name, game.info.package))


def open_library() -> None:
    """Load every game, so that data which cannot be used are told when the server starts.

    A package of somebody else's that is broken is told too, and does not stop the other games.
    """
    for mistake in registry.broken().values():
        log.error(str(mistake))
    for name in registry.available():
        find(name)


def page(subject: str, language: str, name: str = "") -> Page:
    """What there is to read about a subject of a game, in a language."""
    return page_of(subject, language, find(name) if name else None)


def page_of(subject: str, language: str, game: AnyGame | None) -> Page:
    """The same, of a game with its data.

    Pages are made one at a time: msgspec crashes when two threads read the first data of a kind.
    """
    with _press:
        return _made(subject, language, game)


@lru_cache(maxsize=200)
def _made(subject: str, language: str, game: AnyGame | None) -> Page:
    if subject == "style":
        assert game is not None
        return _printed(stylesheet(game.info.package).encode(), CSS)
    made = GENERAL[subject](language) if game is None else OF_A_GAME[subject](game, language)
    return _printed(msgspec.json.encode(made), JSON)


def _printed(body: bytes, kind: str) -> Page:
    digest = hashlib.sha256(__version__.encode() + body).hexdigest()[:24]
    return Page(body, compress(body, 6, mtime=0), kind, f'"{digest}"')


# -- about all games


Display = Literal["plan", "picture", "view"]


class AboutOption(msgspec.Struct):
    """An option in words; `kind` tells a rule that players add from a reading of the rules, and
    `called` has the words of the values that are not said as they are written."""

    id: str
    section: str
    default: OptionValue
    values: tuple[OptionValue, ...]
    kind: Literal["rule", "ruling"]
    name: str
    help: str
    called: dict[str, str]
    advice: tuple[Recommended, ...]


class AboutMeasured(msgspec.Struct):
    """Games among computer players: of which level, until when, how many, with which `options` in
    words; how many each seat won, and the points that it had on average."""

    level: str
    date: str
    games: int
    options: list[str]
    names: dict[Seat, str]
    wins: dict[Seat, float]
    points: dict[Seat, float]


class AboutGame(msgspec.Struct):
    """A game as a lobby shows it. `settles` are the ends that the rules themselves provide for, so
    that a table does not vote on them; `display` is what a client shows that has no code of its own
    for the game; `cards` counts its cards, `reconstructed` the figures that nobody could see."""

    id: str
    version: str
    title: str
    summary: str
    seats: dict[Seat, str]
    options: list[AboutOption]
    settles: tuple[str, ...]
    display: Display
    cards: int
    reconstructed: int
    measured: list[AboutMeasured]


class AboutPlayer(msgspec.Struct):
    """A computer player, as one chooses it. One with a character can be chosen at its `game`
    only, all others at any. A `level` is one of those that think, from easy to hard, and the
    `usual` one is whom one plays against without choosing."""

    id: str
    name: str
    summary: str
    game: str | None = None
    level: bool = False
    usual: bool = False


def games(language: str) -> list[AboutGame]:
    """The games, with their seats and options in words."""
    return [about(find(name), language) for name in registry.available()]


def about(game: AnyGame, language: str) -> AboutGame:
    """A game as a lobby shows it."""
    catalog = game.catalog(language)
    return AboutGame(
        id=game.info.id,
        version=game.info.version,
        title=catalog.get("info.title"),
        summary=catalog.get("info.summary"),
        seats={seat: catalog.name("seat", seat) for seat in game.info.seats},
        options=[
            AboutOption(
                id=option.id,
                section=option.section,
                default=option.default,
                values=option.values,
                kind=option.kind,
                name=catalog.get(f"option.{option.id}.name"),
                help=catalog.get(f"option.{option.id}.help"),
                called=option.called(catalog.texts),
                advice=option.advice,
            )
            for option in game.info.options
        ],
        settles=game.info.settles,
        display=display(game),
        cards=len(game.presentation.cards()),
        reconstructed=len(game.presentation.marks()),
        measured=[_measured(game, each, catalog, language) for each in measured(game.info.package)],
    )


def _measured(game: AnyGame, found: Measured, catalog: Catalog, language: str) -> AboutMeasured:
    """What was measured, in words."""
    chosen = [(game.info.option(name), value) for name, value in found.options.items()]
    return AboutMeasured(
        level=described(found.level, language)[0],
        date=found.date,
        games=found.games,
        options=[
            f"{catalog.get(f'option.{o.id}.name')}: {_spelled(o, v, catalog)}" for o, v in chosen
        ],
        names={seat: catalog.name("seat", seat) for seat in found.wins},
        wins=found.wins,
        points=found.points,
    )


def _spelled(option: Option, value: OptionValue, catalog: Catalog) -> str:
    """A value of an option as people read it."""
    return option.called(catalog.texts).get(spell(value), spell(value))


@lru_cache(maxsize=64)
def display(game: AnyGame) -> Display:
    """What a client without code of its own for a game shows of it.

    `plan`: the drawn board; `picture`: the position in plain text; `view`: the figures of the view.
    """
    if game.presentation.plan(game.catalog(LANGUAGES[0])) is not None:
        return "plan"
    return "view" if type(game.presentation).picture is Presentation.picture else "picture"


def seats(game: AnyGame, given: Mapping[str, str], language: str) -> dict[str, str]:
    """Who plays under these options, and what each seat plays."""
    try:
        options = game.info.complete(given)
    except UserError as mistake:
        raise Problem(422, "table.option", reason=mistake.said(language)) from None
    catalog = game.catalog(language)
    title = game.presentation.seat_title
    return {seat: title(seat, options, catalog) for seat in game.seats(options)}


def players(language: str) -> list[AboutPlayer]:
    """The computer players as people should see them, those that fit any game first."""
    offered = {game: offered_at_tables(game) for game in registry.available()}
    everywhere = [name for name in at_tables() if all(name in each for each in offered.values())]
    found = [
        AboutPlayer(name, *described(name, language), None, name in LEVELS, name == USUAL)
        for name in everywhere
    ]
    for game, names in offered.items():
        special = [name for name in names if name not in everywhere]
        found += [AboutPlayer(name, *described(name, language), game) for name in special]
    return found


# -- about one game


class GameText(msgspec.Struct):
    """What things are called, by their kind, and the short texts that a client shows itself."""

    language: LanguageCode
    names: dict[str, dict[str, str]]
    texts: dict[str, str]


class Board(BoardPlan, frozen=True, kw_only=True):
    """The empty board. `marks` are the reconstructed figures in words, by what bears them, and
    `reconstructed` the things that have one, by the kind of figure; a pair has a space between."""

    game: str
    language: LanguageCode
    marks: dict[str, list[str]]
    reconstructed: dict[str, list[str]]


class Section(msgspec.Struct):
    """A section of our summary of the rules."""

    number: str
    depth: int
    title: str
    text: str


class Rules(msgspec.Struct):
    """Our summary of the rules."""

    title: str
    sections: list[Section]


class CardInfo(msgspec.Struct):
    """A card: its words and its figures."""

    id: str
    kind: str
    name: str
    year: str
    text: str
    note: str
    facts: dict[str, CardFact]


class Figure(ReconstructedValue, frozen=True, kw_only=True):
    """A reconstructed figure in words, and what figures of its kind are called."""

    said: str
    sort: str


class Explained(msgspec.Struct):
    """What `reconstructed` means and how an owner puts a figure right."""

    reconstructed: str
    how: str
    check: str


class GameData(msgspec.Struct):
    """A game's data: how many rows each table has, which figures are reconstructed, where they
    are in doubt, and what this server's owner has changed."""

    game: str
    title: str
    tables: dict[str, dict[str, int]]
    reconstructed: list[Figure]
    doubts: list[str]
    changes: list[Change]
    explained: Explained


def words(game: AnyGame, language: str) -> GameText:
    """What things are called, and the short texts that a client shows itself."""
    catalog = game.catalog(language)
    names: dict[str, dict[str, str]] = {}
    for key, text in catalog.texts.items():
        if key.startswith("names."):
            _, kind, value = key.split(".", 2)
            names.setdefault(kind, {})[value] = text
    texts = {key: text for key, text in catalog.texts.items() if key.startswith(SHOWN)}
    return GameText(language, names, texts)


def board(game: AnyGame, language: str) -> Board:
    """The empty board."""
    plan = game.presentation.plan(game.catalog(language))
    if plan is None:
        raise Problem(404, "game.no_board", name=game.info.id)
    return Board(
        **msgspec.structs.asdict(plan),
        game=game.info.id,
        language=language,
        marks=marks(game, language),
        reconstructed=reconstructed(game),
    )


def marks(game: AnyGame, language: str) -> dict[str, list[str]]:
    """Which figures are reconstructed, in words, by the things that bear them."""
    catalog = game.catalog(language)
    return {
        thing: [catalog.say(message) for message in messages]
        for thing, messages in game.presentation.marked().items()
    }


def reconstructed(game: AnyGame) -> dict[str, list[str]]:
    """The things that have a reconstructed figure, by its kind."""
    found: dict[str, list[str]] = {}
    for mark in game.presentation.marks():
        if mark.kind:
            found.setdefault(mark.kind, []).append(" ".join(mark.things))
    return found


def rules(game: AnyGame, language: str) -> Rules:
    """Our summary of the rules, section by section."""
    catalog = game.catalog(language)
    found = [
        Section(
            number=section,
            depth=section.count("."),
            title=catalog.get(f"rules.{section}.title"),
            text=section_text(section, catalog),
        )
        for section in sections(catalog)
    ]
    return Rules(catalog.get("info.title"), found)


def cards(game: AnyGame, language: str) -> list[CardInfo]:
    """Every card, in our words and with its figures."""
    catalog = game.catalog(language)
    return [
        CardInfo(card.id, card.kind, *card_text(card.id, catalog), card.facts)
        for card in game.presentation.cards()
    ]


def data(game: AnyGame, language: str) -> GameData:
    """Which figures are reconstructed, where they are in doubt, and what this server changed."""
    catalog = game.catalog(language)
    return GameData(
        game=game.info.id,
        title=catalog.get("info.title"),
        tables=rows_of(game),
        reconstructed=[_figure(mark, catalog) for mark in game.presentation.marks()],
        doubts=[catalog.line(message) for message in game.presentation.doubts()],
        changes=list(changes(game)),
        explained=explained(game, language),
    )


def _figure(mark: ReconstructedValue, catalog: Catalog) -> Figure:
    """A figure in words; as the data have it where the game has no words for its kind."""
    said, sort = f"{mark.table}, {mark.key}: {spell(mark.value)}", mark.file
    if mark.kind:
        thing, other, *_ = (*mark.things, "", "")
        key = f"mark.figure.{mark.kind}"
        said = catalog.say(Message(key, {"thing": thing, "other": other, "value": mark.value}))
        sort = catalog.get(f"mark.kind.{mark.kind}")
    return Figure(**msgspec.structs.asdict(mark), said=said, sort=sort)


def explained(game: AnyGame, language: str) -> Explained:
    """What `reconstructed` means and how an owner puts a figure right."""
    said: Catalog = catalog_of("entente.server", language)
    name = game.info.id
    return Explained(
        reconstructed=said.get("library.reconstructed"),
        how=said.get("library.how").replace("{game}", name),
        check=said.get("library.check").replace("{game}", name),
    )


GENERAL = {"games": games, "players": players}
OF_A_GAME: Mapping[str, Any] = {
    "text": words,
    "board": board,
    "rules": rules,
    "cards": cards,
    "data": data,
}
