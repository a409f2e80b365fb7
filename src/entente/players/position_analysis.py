"""What a level thinks of a position: the chances of the seats, its choice, and what each legal
action is worth.

Values are win chances in per cent, calibrated to how games have ended, as an analysis on the page
shows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from math import sqrt
from random import Random
from statistics import stdev
from typing import NamedTuple

from entente.kernel import Decision, IllegalAction, Seat
from entente.players.calibration import scale_at
from entente.players.engines import LEVELS, evaluation_of
from entente.players.explanation import ExplanationWriter, has_chosen
from entente.players.player import AnyPosition, Player, PlayerView
from entente.players.registry import USUAL, make
from entente.players.search_result import Step
from entente.players.trials import MOST_ANSWERS, fingerprint
from entente.players.win_chances import WHOLE, chance_of, chances, evaluations

EASY = LEVELS[0]
MOST_ACTIONS = 200  # to compare without being named


class ComparedAction(NamedTuple):
    """An action that a level has compared with others."""

    action: str
    """The action."""
    chance: int
    """The win chance of the seat after it, in per cent."""
    worst: int | None
    """The chance in the worst of the positions that the level imagined, if it played on."""
    then: tuple[Step, ...]
    """How the level expects the game to go on: seats and their actions."""


class PositionAnalysis(NamedTuple):
    """What a level thinks of a position."""

    seat: Seat
    """The seat that decides."""
    action: str
    """What the level would do."""
    chances: dict[Seat, int]
    """The win chances of all seats by the static evaluation, without search, in per cent; what
    others hide is sampled."""
    lines: tuple[ComparedAction, ...]
    """The best lines that the level compared, its choice first; two plans may begin with the same
    action. None if there was nothing to choose."""
    sentences: tuple[str, ...]
    """The same in words."""


class ActionValue(NamedTuple):
    """What an action is worth to the seat that takes it."""

    action: str
    """The action."""
    chance: float
    """The mean win chance after it, in per cent."""
    lowest: int
    """The chance in the worst sampled position."""
    error: float | None
    """The standard error of the mean over the sampled positions; None with one position only."""


def chances_at(position: AnyPosition) -> dict[Seat, int]:
    """Return the win chances of all seats in per cent, by the static evaluation.

    It is given the whole position, hidden information included, and takes a millisecond or less.
    """
    return chances(evaluations(position))


def analyse(
    position: AnyPosition,
    seat: Seat | None = None,
    level: str = USUAL,
    seed: str = "0",
    language: str = "en",
) -> PositionAnalysis:
    """Return what a level thinks of a position. It uses only what the seat can know.

    `seat` is the one that decides, by default the first that the game waits for; `level` is a
    player that searches, with a budget if you like: `normal`, `hard:500`.
    """
    view = _view(position, seat)
    player = make(level, position.game.info.id, seed)
    think = getattr(player, "think", None)
    if think is None:
        raise ValueError(f"{level} gives no values; name a level: {', '.join(LEVELS)}")
    [world] = _worlds(view, 1, seed)  # the chances, too, use nothing that the seat cannot know
    worths = evaluations(world)
    result = scale_at(world).result(view.seat, think(view))
    writer = ExplanationWriter(position.game, view.seat, level, worths, language)

    def chance(worth: float | None) -> int | None:
        return None if worth is None else chance_of(view.seat, worth, worths)

    lines = result.lines if has_chosen(result) else ()
    return PositionAnalysis(
        view.seat,
        result.action,
        chances(worths),
        tuple(
            ComparedAction(line.action, chance(line.worth) or 0, chance(line.worst), line.then)
            for line in lines
        ),
        tuple(writer.explain(result).sentences),
    )


def action_values(
    position: AnyPosition,
    seat: Seat | None = None,
    level: str = EASY,
    *,
    actions: Iterable[str] | None = None,
    worlds: int = 4,
    depth: int = 0,
    seed: str = "0",
) -> list[ActionValue]:
    """Return what each action is worth to a seat, the best first.

    Every action is played in the same `worlds` determinizations, with the same dice. A player, by
    default `easy`, answers for all seats until the consequences of the action are over, and for
    `depth` further decisions; then the position is evaluated.

    Without `actions` it values all legal ones, of which there may be 200. ValueError if there are
    more; IllegalAction if a named action is not legal.
    """
    if worlds < 1 or depth < 0:
        raise ValueError("`worlds` must be at least 1, and `depth` at least 0")
    view = _view(position, seat)
    named = _named(position, view, actions)
    drawn = _worlds(view, worlds, seed)
    found = list[ActionValue]()
    for decision, action in named:
        each = [
            _chance(world.copy(log=False), decision, action, level, f"{seed}/{number}", depth)
            for number, world in enumerate(drawn)
        ]
        error = round(stdev(each) / sqrt(worlds), 1) if worlds > 1 else None
        found.append(ActionValue(action, round(sum(each) / worlds, 1), min(each), error))
    return sorted(found, key=lambda value: -value.chance)


def _view(position: AnyPosition, seat: Seat | None) -> PlayerView:
    """Return what the seat that decides sees, without a memory of what it has done."""
    if position.outcome is not None:
        raise ValueError("the game is over: no one decides")
    if seat is not None:
        position.game.check_seat(seat, position.state.options)
    return PlayerView(position, seat or position.to_move[0], afresh=True)


def _named(
    position: AnyPosition, view: PlayerView, actions: Iterable[str] | None
) -> list[tuple[Decision, str]]:
    """Return the actions to value, each with the decision it answers."""
    if actions is None:
        menu = view.decision.menu
        if menu.size() > MOST_ACTIONS:
            raise ValueError(
                f"{view.seat} has {menu.size():,} legal actions; name those to compare in "
                f"`actions`, for example the lines of `analyse`"
            )
        return [(view.decision, action) for action in islice(menu, MOST_ACTIONS)]
    found = dict[tuple[int, str], tuple[Decision, str]]()
    for action in actions:
        legal = position.find(view.seat, action)
        if legal is None:
            refusal = position.explain(view.seat, action)
            assert refusal is not None
            raise IllegalAction(refusal, action, view.seat, position.game.info.package)
        found[legal[0].window, legal[1]] = legal
    return list(found.values())


def _worlds(view: PlayerView, number: int, seed: str) -> Sequence[AnyPosition]:
    """Return the determinizations in which all actions are tried."""
    rng = Random(f"{seed}/{fingerprint(view)}/worlds")
    worlds = [view.determinize(rng) for _ in range(number)]
    evaluation_of(view.game.info.id).redeal_hidden(worlds, view.seat, rng)
    return worlds


def _chance(
    world: AnyPosition, decision: Decision, action: str, level: str, seed: str, depth: int
) -> int:
    """Play an action and what follows in a world; return the chance of its seat."""
    game_id, players = world.game.info.id, dict[Seat, Player]()
    is_quiescent = evaluation_of(game_id).is_quiescent
    world.apply(decision.seat, action, decision.window)
    left = depth
    for _ in range(MOST_ANSWERS + depth):
        waiting = world.to_move
        if not waiting or (not left and is_quiescent(world, decision)):
            break
        if is_quiescent(world, decision):
            left -= 1
        seat = waiting[0]
        player = players.get(seat) or make(level, game_id, f"{seed}/{seat}")
        players[seat] = player
        world.apply(seat, player.choose(PlayerView(world, seat)))
    if world.outcome is not None:
        return round(WHOLE * world.outcome.scores.get(decision.seat, 0.0))
    return chances_at(world)[decision.seat]
