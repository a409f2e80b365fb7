"""The flow of a game: it ends, and copies, saves and records lead to the same states."""

from __future__ import annotations

from entente.kernel.conformance.playthrough import (
    FAR,
    AnyPosition,
    RandomPlaythrough,
    play_randomly,
    require,
)
from entente.kernel.position_text import without_news
from entente.kernel.record import RecordError, digest, dump, parse, record_of


def check_end(run: RandomPlaythrough) -> None:
    """Check that the game ends with an outcome for every seat and no open decision."""
    game, state = run.game, run.match.state
    where, outcome = run.where(len(run.moves)), state.outcome
    require(outcome is not None, f"{where}: the game is over without an outcome")
    assert outcome is not None
    scored, won = set(outcome.scores), set(outcome.winners)
    require(scored == set(run.seats), f"{where}: scores for {scored}, seats {run.seats}")
    require(won <= set(run.seats), f"{where}: winners {won} are not all seats of the game")
    require(not game.position(state).decisions, f"{where}: the game is over but has open decisions")


def check_copies(run: RandomPlaythrough) -> None:
    """Check that a copy and its original are independent."""
    game = run.game
    for saved in run.sample("copies"):
        where, rng = run.where(saved.number), run.rng(f"copies {saved.number}")
        original = saved.state()
        copy = game.copy(original)
        play_randomly(game.position(copy), rng, where, FAR)
        same = game.save(original) == saved.data
        require(same, f"{where}: playing a copy changed its original")
        copy = game.copy(original)
        play_randomly(game.position(original), rng, where, FAR)
        same = game.save(copy) == saved.data
        require(same, f"{where}: playing a state changed its copy")


def check_saves(run: RandomPlaythrough) -> None:
    """Check that a loaded state continues exactly as the saved one."""
    game = run.game
    for saved in run.sample("saves"):
        position = saved.position()
        moves = run.moves[saved.number : saved.number + FAR]
        for number, move in enumerate(moves, start=saved.number + 1):
            position.apply(move.seat, move.action, move.window)
            same = game.save(position.state) == run.saved_states[number].data
            where = f"{run.where(saved.number)}, loaded and played on to {number}"
            require(same, f"{where}: the state differs from the uninterrupted game")
            same_decisions = run.saved_states[number].position().decisions == position.decisions
            require(same_decisions, f"{where}: the decisions do not follow from the state")


def check_log_off(run: RandomPlaythrough) -> None:
    """Check that a game without a log asks the same questions and reaches the same states."""
    for saved in run.sample("quiet"):
        with_log, without_log = saved.position(), saved.position().copy(log=False)
        moves = run.moves[saved.number : saved.number + FAR]
        for number, move in enumerate([*moves, None], start=saved.number):
            where = f"{run.where(number)}, played without a log from {saved.number}"
            same = _without_news(with_log) == _without_news(without_log)
            require(same, f"{where}: the state differs from the game with a log")
            silent = not without_log.logs and (number == saved.number or not without_log.state.news)
            require(silent, f"{where}: a log line was written")
            quiet_decisions = tuple(without_log.with_prompt(each) for each in without_log.decisions)
            require(
                quiet_decisions == with_log.decisions,
                f"{where}: the questions differ from the game with a log",
            )
            for one, other in zip(with_log.decisions, without_log.decisions, strict=True):
                drawn = [each.menu.sample(run.rng(where)) for each in (one, other)]
                require(drawn[0] == drawn[1], f"{where}: the same random draw gives another choice")
            if move is not None:
                with_log.apply(move.seat, move.action, move.window)
                without_log.apply(move.seat, move.action, move.window)


def _without_news(position: AnyPosition) -> bytes:
    return position.game.save(without_news(position.state))


def check_record(run: RandomPlaythrough) -> None:
    """Check that the record, written, read and replayed, ends in the identical state."""
    half = run.replay_to(len(run.moves) // 2)
    for match in (run.match, half):
        where = run.where(len(match.moves))
        try:
            again = parse(dump(record_of(match))).verify(lambda name, overrides: run.game)
        except RecordError as error:
            raise AssertionError(f"{where}: the record is rejected: {error}") from error
        same = digest(run.game, again.state) == digest(run.game, match.state)
        require(same, f"{where}: the replayed record ends in another state")
        require(again.moves == match.moves, f"{where}: the replayed record has other moves")
        require(again.log == match.log, f"{where}: the replayed record has another log")
