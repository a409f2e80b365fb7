"""The flow: games end, and copies, saves and records lead to the same states."""

from __future__ import annotations

from entente.kernel.conformance.journey import FAR, Journey, demand, wander
from entente.kernel.record import RecordError, digest, dump, parse, record_of


def check_end(journey: Journey) -> None:
    """The game ends with an outcome for every seat, and then nobody has to decide."""
    game, state = journey.game, journey.match.state
    where, outcome = journey.where(len(journey.moves)), state.outcome
    demand(outcome is not None, f"{where}: the game is over without an outcome")
    assert outcome is not None
    scored, won = set(outcome.scores), set(outcome.winners)
    demand(scored == set(journey.seats), f"{where}: scores for {scored}, seats {journey.seats}")
    demand(won <= set(journey.seats), f"{where}: {won} won, who are not all seats of the game")
    demand(not game.position(state).asked, f"{where}: the game is over and somebody must decide")


def check_copies(journey: Journey) -> None:
    """A copy and its original do not change with each other."""
    game = journey.game
    for moment in journey.sample("copies"):
        where, rng = journey.where(moment.number), journey.rng(f"copies {moment.number}")
        original = moment.state()
        copy = game.copy(original)
        wander(game.position(copy), rng, where, FAR)
        same = game.save(original) == moment.data
        demand(same, f"{where}: a copy was played on, and its original changed")
        copy = game.copy(original)
        wander(game.position(original), rng, where, FAR)
        same = game.save(copy) == moment.data
        demand(same, f"{where}: a state was played on, and its copy changed")


def check_saves(journey: Journey) -> None:
    """A loaded state plays on exactly as the one that was saved."""
    game = journey.game
    for moment in journey.sample("saves"):
        position = moment.position()
        moves = journey.moves[moment.number : moment.number + FAR]
        for number, move in enumerate(moves, start=moment.number + 1):
            position.apply(move.seat, move.action, move.window)
            same = game.save(position.state) == journey.moments[number].data
            where = f"{journey.where(moment.number)}, loaded and played on to {number}"
            demand(same, f"{where}: the state is another than in the game that was not interrupted")
            asked = journey.moments[number].position().asked == position.asked
            demand(asked, f"{where}: the decisions are not those that follow from the state")


def check_record(journey: Journey) -> None:
    """The record, written, read and played again, ends in the identical state."""
    half = journey.again(len(journey.moves) // 2)
    for match in (journey.match, half):
        where = journey.where(len(match.moves))
        try:
            again = parse(dump(record_of(match))).verify(lambda name, overrides: journey.game)
        except RecordError as error:
            raise AssertionError(f"{where}: the record is not accepted: {error}") from error
        same = digest(journey.game, again.state) == digest(journey.game, match.state)
        demand(same, f"{where}: the replayed record ends in another state")
        demand(again.moves == match.moves, f"{where}: the replayed record has other moves")
        demand(again.log == match.log, f"{where}: the replayed record has another log")
