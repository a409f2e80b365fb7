"""The settings of an event: how it is paired, played and scored."""

from __future__ import annotations

from typing import Any

import msgspec

from entente.kernel import OptionValue, registry
from entente.server import library
from entente.server.events.scoring.standings import DEFAULT_MANY, DEFAULT_TWO, TIE_BREAKS
from entente.server.events.scoring.systems import ScoringSystem, default_system, system_of
from entente.server.problem import Problem
from entente.wire.tables import FULL

SWISS, ROUND_ROBIN, KNOCKOUT, ARENA, BOARDS, LEAGUE, LADDER = (
    "swiss",
    "round_robin",
    "knockout",
    "arena",
    "boards",
    "league",
    "ladder",
)
FORMATS = (SWISS, ROUND_ROBIN, KNOCKOUT, ARENA, BOARDS, LEAGUE, LADDER)
SEASONS = (LEAGUE, LADDER)  # formats that go on with another season
MOST_ROUNDS, MOST_ENTRIES = 30, 140
ARENA_MINUTES = (10, 24 * 60)
DIVISION_SIZES = (2, 20)
REACH, CHALLENGE_DAYS, REFUSALS, SEASON_DAYS = (1, 20), (1, 30), (0, 20), (1, 400)
TWO = 2


# As the request for a new table has it.
Setting = bool | int | float | str | None
TimeSettings = dict[str, Setting | list[Setting] | dict[str, Setting]]


class EventSettings(msgspec.Struct, omit_defaults=True):
    """How an event is run.

    `options`, `time_control`, `on_timeout` and `chat` are those of its tables. `formula` is the
    director's own scoring system, instead of `scoring`. `counted`: only that many best results
    count. `top_board`: the last round is seated by the standings. `fill_with` is the computer
    player at seats for which there is no one. `automatic`: the next round starts when one is over.
    `minutes` is the length of an arena.

    A league has divisions of `division_size`; `promoted` players of each change places with as many
    of the division above. In a ladder one challenges people up to `reach` places above, who answer
    within `challenge_days`; after more than `refusals` challenges refused or not answered, the
    places are swapped as after a lost game. A season lasts `season_days`; null: until its last
    round, or until the director ends it.
    """

    rounds: int = 4
    options: dict[str, OptionValue] = {}
    time_control: TimeSettings = {}
    on_timeout: str | None = None
    chat: str = FULL
    scoring: str = ""
    formula: str = ""
    tie_breaks: list[str] = []
    counted: int | None = None
    bye_points: float = 1.0
    half_bye_points: float = 0.5
    top_board: bool = False
    double: bool = False
    third_place: bool = False
    team_best: int | None = None
    fill_with: str = "easy"
    rated: bool = False
    spectators: bool = True
    automatic: bool = True
    members_only: bool = False
    entries: int | None = None
    minutes: int = 120
    division_size: int = 8
    promoted: int = 2
    reach: int = 3
    challenge_days: int = 3
    refusals: int = 1
    season_days: int | None = None


def read_settings(stored: dict[str, Any]) -> EventSettings:
    return msgspec.convert(stored, EventSettings)


def seats_of(game: str, options: dict[str, Any]) -> tuple[str, ...]:
    """Return the seats of an event's tables. The game's options are valid."""
    rules = library.find(game)
    return tuple(rules.seats(rules.info.complete(options)))


def scoring_of(settings: EventSettings) -> ScoringSystem:
    return system_of(settings.scoring, settings.formula)


def completed(game: str, kind: str, settings: EventSettings) -> EventSettings:
    """Return valid settings with the defaults of the game. Raise Problem if something is wrong.

    The options of the tables have been checked before (`new_tables.new_room`).
    """
    if game not in registry.available():
        raise Problem(422, "game.unknown", name=game)
    if kind not in FORMATS:
        raise Problem(422, "tournament.format", known=list(FORMATS))
    seats = seats_of(game, settings.options)
    if kind != LEAGUE and (len(seats) == TWO) == (kind == BOARDS):
        raise Problem(422, "tournament.seats", count=len(seats))
    if not 1 <= settings.rounds <= MOST_ROUNDS:
        raise Problem(422, "tournament.rounds", most=MOST_ROUNDS)
    if settings.entries is not None and not TWO <= settings.entries <= MOST_ENTRIES:
        raise Problem(422, "tournament.entries", least=TWO, most=MOST_ENTRIES)
    least, most = ARENA_MINUTES
    if kind == ARENA and not least <= settings.minutes <= most:
        raise Problem(422, "tournament.minutes", least=least, most=most)
    if kind in SEASONS:
        _check_season(kind, settings)
    for number in (settings.counted, settings.team_best):
        if number is not None and number < 1:
            raise Problem(422, "tournament.counted")
    scoring = settings.scoring or default_system(seats)
    tie_breaks = settings.tie_breaks or list(DEFAULT_TWO if len(seats) == TWO else DEFAULT_MANY)
    if not set(tie_breaks) <= set(TIE_BREAKS) or len(set(tie_breaks)) < len(tie_breaks):
        raise Problem(422, "tournament.tie_breaks", known=list(TIE_BREAKS))
    done = msgspec.structs.replace(settings, scoring=scoring, tie_breaks=tie_breaks)
    scoring_of(done)
    return done


def _check_season(kind: str, settings: EventSettings) -> None:
    """Raise Problem unless divisions, challenges and the length of a season are possible."""
    bounds = {"season_days": SEASON_DAYS}
    if kind == LEAGUE:
        bounds |= {"division_size": DIVISION_SIZES, "promoted": (0, settings.division_size // 2)}
    else:
        bounds |= {"reach": REACH, "challenge_days": CHALLENGE_DAYS, "refusals": REFUSALS}
    for name, (least, most) in bounds.items():
        value = getattr(settings, name)
        if value is not None and not least <= value <= most:
            raise Problem(422, f"tournament.{name}", least=least, most=most)
