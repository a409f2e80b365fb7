"""The miner: plays games between computer players, and keeps positions with one clearly best
answer.

A game's engine says with `PUZZLES` which questions make puzzles, or finds the puzzles of a position
itself with `find_puzzle`. Otherwise the level `hard` compares the answers, from what the mover
knows alone. What it finds with one seed has to hold with three others and larger budgets, and some
of the weaker levels have to fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2b
from random import Random
from typing import Any, NamedTuple

import msgspec

from entente.kernel import Game, Seat, parse_action
from entente.players.calibration import scale_at
from entente.players.engines import EASY, GREEDY, HARD, NORMAL, Budget, create_engine, module_of
from entente.players.player import AnyPosition, PlayerView
from entente.players.puzzles.puzzle import Puzzle
from entente.players.registry import make
from entente.players.search_result import Reason, SearchLine, SearchResult
from entente.players.win_chances import chance_of, evaluations

FEWEST, MOST = 5, 60  # answers on a menu
LOWEST, HIGHEST = 15, 93  # win chances between which a position is undecided
MOST_RIGHT = 2  # answers that are equally good
EQUAL = 1.0  # win chances that count as the same
KEPT_VALUES = 5
WEAK = ((EASY, "1"), (EASY, "2"), (EASY, "3"), (GREEDY, "1"), (NORMAL, "1"))
EASIEST, HARDEST = 900, 1900  # ratings, by the share of the weak players that fail
DECISIONS = 4_000  # at most in a game


class PuzzleRules(msgspec.Struct, frozen=True):
    """Which questions of a game make puzzles, and how they are searched."""

    steps: tuple[str, ...]
    positions: int  # the budget of the first look
    checked: int  # of two checks
    deep: int  # and of the last
    margin: float  # win chance by which the best answer leads, in per cent
    share: float = 0.5  # of the questions that are looked at


class MiningPace(NamedTuple):
    """How many puzzles a game gives, how many decisions are between two of them, and how many
    before the first at the latest: openings are alike."""

    a_game: int = 4
    apart: int = 12
    latest_start: int = 80


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


def mine(
    game: Game[Any, Any],
    games: int,
    seed: str = "0",
    players: tuple[str, ...] = USUAL_PLAYERS,
    first: int = 0,
) -> Iterator[Puzzle]:
    """Yield the puzzles of games between these players, who take the seats in turn."""
    for number in range(first, first + games):
        yield from mine_game(game, f"{seed}/{number}", players, number)


def mine_game(
    game: Game[Any, Any], seed: str, players: tuple[str, ...], number: int = 0
) -> Iterator[Puzzle]:
    """Yield the puzzles of one game."""
    position, rng = game.begin(seed=seed), Random(seed)
    seated = {
        seat: make(players[(number + place) % len(players)], game.info.id, f"{seed}/{seat}")
        for place, seat in enumerate(game.seats(position.state.options))
    }
    pace: MiningPace = getattr(module_of(game.info.id), "PACE", MiningPace())
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


def has_miner(game_id: str) -> bool:
    """Return whether a game's engine can find puzzles."""
    module = module_of(game_id)
    return hasattr(module, "find_puzzle") or hasattr(module, "PUZZLES")


def _puzzle(position: AnyPosition, seat: Seat, mined: MinedPosition, source: str) -> Puzzle:
    start = position if mined.place is None else mined.place
    game, state = position.game, position.game.copy(start.state)
    state.answers = {}  # no one has answered: what others have sealed is no part of the puzzle
    state.news = []  # the log begins with the answer
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
    comparisons = list[_Comparison]()
    looks = (rules.positions, rules.checked, rules.checked, rules.deep)
    for look, positions in enumerate(looks, start=1):
        compared = _compared(position, seat, str(look), positions)
        if compared is None or compared.margin < rules.margin:
            return None
        if comparisons and compared.best not in comparisons[0].right:
            return None
        comparisons.append(compared)
    right = set(comparisons[0].right).intersection(*(each.right for each in comparisons[1:]))
    if not right or len(right) > MOST_RIGHT:
        return None
    failed = failures(position, seat, right)
    if not failed:
        return None
    solution = tuple(each for each in comparisons[-1].right if each in right)
    return MinedPosition(
        step=decision.step,
        solution=solution,
        theme=parse_action(solution[0]).verb,
        rating=rating_of(failed, len(WEAK), decision.menu.size()),
        margin=round(min(each.margin for each in comparisons), 1),
        values=_mean_values(comparisons[1:]),
        reasons=comparisons[-1].reasons,
    )


class _Comparison(NamedTuple):
    """What one search came to: the best answer, all as good, the lead, and all values."""

    best: str
    right: tuple[str, ...]
    margin: float
    values: dict[str, float]
    reasons: tuple[Reason, ...]


def _compared(position: AnyPosition, seat: Seat, look: str, positions: int) -> _Comparison | None:
    """Compare the answers of a seat with the level `hard`; None if it found nothing to compare."""
    game_id = position.game.info.id
    view = PlayerView(position, seat, afresh=True)
    engine = create_engine(game_id, HARD, f"puzzle/{look}")
    result = scale_at(position).result(seat, engine.think(view, Budget(positions)))
    menu = view.decision.menu
    lines = [line for line in result.lines if menu.canonical(line.action) is not None]
    if len(lines) < 2 or lines[0].action != result.action:
        return None
    chances = _chances(position, seat, result)
    best = chances[lines[0].action]
    if not LOWEST <= best <= HIGHEST:
        return None
    right = {each.action for each in lines if chances[each.action] >= best - EQUAL}
    others = [each for each in lines[1:] if each.action not in right]
    if not others or any(_contains(each, lines[0].action) for each in others):
        return None
    margin = best - max(chances[each.action] for each in others)
    ordered = tuple(dict.fromkeys([lines[0].action, *sorted(right)]))
    return _Comparison(lines[0].action, ordered, margin, chances, result.reasons)


def _contains(line: SearchLine, action: str) -> bool:
    """Return whether a line makes the same move a little later."""
    return any(step.action == action for step in line.then)


def _chances(position: AnyPosition, seat: Seat, result: SearchResult) -> dict[str, float]:
    worths = evaluations(position)
    return {line.action: chance_of(seat, line.worth, worths) for line in result.lines}


def _mean_values(comparisons: list[_Comparison]) -> tuple[tuple[str, float], ...]:
    """Return the mean values of the answers that every comparison has, best first."""
    known = set(comparisons[0].values).intersection(*(each.values for each in comparisons))
    means = {
        action: round(sum(each.values[action] for each in comparisons) / len(comparisons), 1)
        for action in known
    }
    ranked = sorted(means.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(ranked[:KEPT_VALUES])


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
