"""The miner: plays games between computer players, and keeps positions with one clearly best
answer.

A game's engine says with `PUZZLES` which questions make puzzles, or finds the puzzles of a position
itself with `find_puzzle`. Otherwise the level `hard` compares the answers, from what the mover
knows alone. What it finds with one seed has to hold on average with many others, no wrong answer
may come near, and some of the weaker levels have to fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import msgspec

from entente.kernel import Game, OptionValue, Seat, parse_action, registry
from entente.players.calibration import scale_at
from entente.players.engines import EASY, GREEDY, HARD, NORMAL, Budget, create_engine, module_of
from entente.players.player import AnyPosition, PlayerView
from entente.players.puzzles.puzzle import LISTED, Puzzle
from entente.players.registry import make
from entente.players.search_result import Reason, SearchLine, SearchResult
from entente.players.win_chances import chance_of, evaluations

FEWEST, MOST = 4, 60  # answers on a menu
LOWEST, HIGHEST = 15, 93  # win chances between which a position is undecided
MOST_RIGHT = 2  # answers that are equally good
EQUAL = 1.0  # win chances that count as the same
# Searches with different seeds, and the share of the budget for each: what does not hold on average
# in one stage is not looked at in the next.
STAGES = ((1, 0.1), (4, 0.3), (12, 1.0))
GLANCED = 0.7  # of the lead is enough at first
CERTAINTY = 4.0  # standard errors by which the best answer leads
KEPT_VALUES = 5
WEAK = ((EASY, "1"), (EASY, "2"), (EASY, "3"), (GREEDY, "1"), (NORMAL, "1"))
EASIEST, HARDEST = 900, 1900  # ratings, by the share of the weak players that fail
DECISIONS = 4_000  # at most in a game


class PuzzleRules(msgspec.Struct, frozen=True):
    """Which questions of a game make puzzles, and how they are searched."""

    steps: tuple[str, ...]
    positions: int  # the budget of a search
    margin: float  # win chance by which the best answer leads, in per cent
    share: float = 0.5  # of the questions that are looked at


class MiningPace(NamedTuple):
    """How many puzzles a game gives, how many decisions are between two of them, and how many
    before the first at the latest: openings are alike. `variants` are options of the game, which
    the games take in turn."""

    a_game: int = 4
    apart: int = 12
    latest_start: int = 80
    variants: tuple[dict[str, OptionValue], ...] = ({},)


class MinedPosition(NamedTuple):
    """A puzzle found in a position, before it has its number; `place` is another position that it
    begins in."""

    step: str
    solution: tuple[str, ...]
    theme: str
    rating: int
    margin: float
    values: tuple[tuple[str, float], ...] = ()
    how: str = "listed"
    target: str = ""
    most: int = 1
    replies: tuple[dict[str, str], ...] = ()
    reasons: tuple[Reason, ...] = ()
    place: AnyPosition | None = None


Finder = Callable[[AnyPosition, Seat, Random], MinedPosition | None]
USUAL_PLAYERS = (GREEDY, EASY)


class MiningWork(NamedTuple):
    """One game to look for puzzles in."""

    game: str
    seed: str
    players: tuple[str, ...]
    number: int


def mine(work: MiningWork) -> list[Puzzle]:
    """Return the puzzles of one game, in this process or another."""
    return list(mine_game(registry.load(work.game), *work[1:]))


def mine_game(
    game: Game[Any, Any], seed: str, players: tuple[str, ...], number: int = 0
) -> Iterator[Puzzle]:
    """Yield the puzzles of one game."""
    pace: MiningPace = getattr(module_of(game.info.id), "PACE", MiningPace())
    options = pace.variants[number % len(pace.variants)]
    position, rng = game.begin(options, seed=seed), Random(seed)
    seated = {
        seat: make(players[(number + place) % len(players)], game.info.id, f"{seed}/{seat}")
        for place, seat in enumerate(game.seats(position.state.options))
    }
    find, found, resting = finder_of(game), 0, rng.randrange(pace.latest_start)
    for _ in range(DECISIONS):
        if not position.to_move or found >= pace.a_game:
            return
        seat, resting = position.to_move[0], resting - 1
        mined = find(position, seat, rng) if resting < 0 else None
        if mined is not None:
            found, resting = found + 1, pace.apart
            yield _puzzle(position, seat, mined, f"{'/'.join(players)} {seed}")
        position.play(seated[seat].choose(PlayerView(position, seat)), seat)


def finder_of(game: Game[Any, Any]) -> Finder:
    """Return what looks for a puzzle in a position of a game."""
    module = module_of(game.info.id)
    own: Finder | None = getattr(module, "find_puzzle", None)
    if own is not None:
        return own
    rules: PuzzleRules = module.PUZZLES
    return lambda position, seat, rng: _search(rules, position, seat, rng)


def holds(puzzle: Puzzle) -> bool:
    """Return whether a puzzle is found again: by the searches if they have found it, otherwise by
    judging its solutions."""
    game, module = registry.load(puzzle.game), module_of(puzzle.game)
    rules: PuzzleRules | None = getattr(module, "PUZZLES", None)
    if puzzle.how != LISTED or rules is None:
        return all(puzzle.judge(game, each).right for each in puzzle.solution)
    always = msgspec.structs.replace(rules, share=1.0)
    mined = _search(always, puzzle.place(game), puzzle.seat, Random(puzzle.id))
    return mined is not None and set(mined.solution) == set(puzzle.solution)


def has_miner(game_id: str) -> bool:
    """Return whether a game's engine can find puzzles."""
    module = module_of(game_id)
    return hasattr(module, "find_puzzle") or hasattr(module, "PUZZLES")


def _puzzle(position: AnyPosition, seat: Seat, mined: MinedPosition, source: str) -> Puzzle:
    start = position if mined.place is None else mined.place
    game, state = position.game, position.game.copy(start.state)
    state.answers = {}  # no one has answered: what others have sealed is no part of the puzzle
    state.news, state.heard = [], msgspec.UNSET  # the log begins with the answer
    saved = game.save(state).decode()
    name = blake2b(f"{seat}/{saved}".encode(), digest_size=4).hexdigest()
    found = {each: value for each, value in mined._asdict().items() if each != "place"}
    return Puzzle(
        id=name,
        game=game.info.id,
        rules=position.state.rules or game.info.version,
        seat=seat,
        start=saved,
        source=source,
        **found,
    )


# -- by searching


def _search(
    rules: PuzzleRules, position: AnyPosition, seat: Seat, rng: Random
) -> MinedPosition | None:
    decisions = position.decisions_for(seat)
    decision = decisions[0]
    if decision.step not in rules.steps or not FEWEST <= decision.menu.size() <= MOST:
        return None
    if rng.random() >= rules.share:
        return None
    bests, looks, mean = list[str](), list[Look](), None
    for stage, (number, share) in enumerate(STAGES):
        looks = []
        for place in range(number):
            seed, budget = f"{stage}/{place}", int(share * rules.positions)
            look = _look(position, seat, seed, budget)
            if look is None:
                return None
            looks.append(look)
        mean = average(looks)
        bests.append(mean.right[0])
        least = rules.margin * (GLANCED if stage == 0 else 1.0)
        if not LOWEST <= mean.best <= HIGHEST or mean.lead < least:
            return None
    assert mean is not None
    if mean.certainty < CERTAINTY or len(mean.right) > MOST_RIGHT:
        return None
    if not set(bests) <= set(mean.right):
        return None
    failed = failures(position, seat, set(mean.right))
    if not failed:
        return None
    reasons = next((each.reasons for each in looks if each.action == mean.right[0]), ())
    return MinedPosition(
        step=decision.step,
        solution=mean.right,
        theme=parse_action(mean.right[0]).verb,
        rating=rating_of(failed, len(WEAK), decision.menu.size()),
        margin=round(mean.lead, 1),
        values=mean.values[:KEPT_VALUES],
        reasons=reasons,
    )


class Look(NamedTuple):
    """What one search came to: its choice, the win chances of the compared answers, and why."""

    action: str
    chances: dict[str, float]
    reasons: tuple[Reason, ...]


class Average(NamedTuple):
    """What many searches came to: the right answers, the best first; the win chance of the best,
    its lead on the best wrong one, that in standard errors, and all values, best first."""

    right: tuple[str, ...]
    best: float
    lead: float
    certainty: float
    values: tuple[tuple[str, float], ...]


def _look(position: AnyPosition, seat: Seat, seed: str, positions: int) -> Look | None:
    """Compare the answers of a seat with the level `hard`; None if it found nothing to compare."""
    view = PlayerView(position, seat, afresh=True)
    engine = create_engine(position.game.info.id, HARD, f"puzzle/{seed}")
    result = scale_at(position).result(seat, engine.think(view, Budget(positions)))
    menu = view.decision.menu
    lines = [line for line in result.lines if menu.canonical(line.action) is not None]
    if len(lines) < 2 or lines[0].action != result.action:
        return None
    if any(_contains(each, result.action) for each in lines[1:]):
        return None
    chances = _chances(position, seat, result)
    return Look(
        result.action, {each.action: chances[each.action] for each in lines}, result.reasons
    )


def average(looks: Sequence[Look]) -> Average:
    """Average the win chances. An answer that a search dropped counts with the least of those that
    it kept, which is too much rather than too little."""
    answers = dict.fromkeys(answer for look in looks for answer in look.chances)
    chances = {
        answer: [look.chances.get(answer, min(look.chances.values())) for look in looks]
        for answer in answers
    }
    means = {answer: sum(each) / len(looks) for answer, each in chances.items()}
    ranked = sorted(means, key=lambda answer: (-means[answer], answer))
    best = ranked[0]
    right = tuple(each for each in ranked if means[each] > means[best] - EQUAL)
    wrong = ranked[len(right) :]
    if not wrong:
        return Average(right, means[best], 0.0, 0.0, ())
    lead = means[best] - means[wrong[0]]
    gains = [one - other for one, other in zip(chances[best], chances[wrong[0]], strict=True)]
    variance = sum((gain - lead) ** 2 for gain in gains) / max(1, len(gains) - 1)
    certainty = lead / max(0.01, sqrt(variance / len(gains)))
    values = tuple((each, round(means[each], 1)) for each in ranked)
    return Average(right, means[best], lead, certainty, values)


def _contains(line: SearchLine, action: str) -> bool:
    """Return whether a line makes the same move a little later."""
    return any(step.action == action for step in line.then)


def _chances(position: AnyPosition, seat: Seat, result: SearchResult) -> dict[str, float]:
    worths = evaluations(position)
    return {line.action: chance_of(seat, line.worth, worths) for line in result.lines}


# -- how hard it is


def failures(position: AnyPosition, seat: Seat, right: set[str]) -> int:
    """Return how many of the weak players miss the right answers."""
    game = position.game.info.id
    return sum(
        make(level, game, f"puzzle/{seed}").choose(PlayerView(position, seat, afresh=True))
        not in right
        for level, seed in WEAK
    )


def rating_of(failed: int, tried: int, answers: int) -> int:
    """Return where a puzzle's rating begins: by who fails, and by the number of answers."""
    share = failed / tried
    return round(EASIEST + (HARDEST - EASIEST) * share + min(200, 3 * answers))
