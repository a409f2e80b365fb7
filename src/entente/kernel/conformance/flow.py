"""The flow: games end, and copies, saves and records lead to the same states."""

from __future__ import annotations

from entente.kernel.conformance.playthrough import (
    FAR,
    AnyPosition,
    RandomPlaythrough,
    play_randomly,
    require,
)
from entente.kernel.record import RecordError, digest, dump, parse, record_of


def check_end(journey: RandomPlaythrough) -> None:
    """The game ends with an outcome for every seat, and then nobody has to decide."""
    game, state = journey.game, journey.match.state
    where, outcome = journey.where(len(journey.moves)), state.outcome
    require(outcome is not None, f"{where}: the game is over without an outcome")
    assert outcome is not None
    scored, won = set(outcome.scores), set(outcome.winners)
    require(scored == set(journey.seats), f"{where}: scores for {scored}, seats {journey.seats}")
    require(won <= set(journey.seats), f"{where}: {won} won, who are not all seats of the game")
    require(
        not game.position(state).decisions, f"{where}: the game is over and somebody must decide"
    )


def check_copies(journey: RandomPlaythrough) -> None:
    """A copy and its original do not change with each other."""
    game = journey.game
    for moment in journey.sample("copies"):
        where, rng = journey.where(moment.number), journey.rng(f"copies {moment.number}")
        original = moment.state()
        copy = game.copy(original)
        play_randomly(game.position(copy), rng, where, FAR)
        same = game.save(original) == moment.data
        require(same, f"{where}: a copy was played on, and its original changed")
        copy = game.copy(original)
        play_randomly(game.position(original), rng, where, FAR)
        same = game.save(copy) == moment.data
        require(same, f"{where}: a state was played on, and its copy changed")


def check_saves(journey: RandomPlaythrough) -> None:
    """A loaded state plays on exactly as the one that was saved."""
    game = journey.game
    for moment in journey.sample("saves"):
        position = moment.position()
        moves = journey.moves[moment.number : moment.number + FAR]
        for number, move in enumerate(moves, start=moment.number + 1):
            position.apply(move.seat, move.action, move.window)
            same = game.save(position.state) == journey.saved_states[number].data
            where = f"{journey.where(moment.number)}, loaded and played on to {number}"
            require(
                same, f"{where}: the state is another than in the game that was not interrupted"
            )
            asked = journey.saved_states[number].position().decisions == position.decisions
            require(asked, f"{where}: the decisions are not those that follow from the state")


def check_log_off(journey: RandomPlaythrough) -> None:
    """Played quietly, a game goes the same way: it asks the same, and comes to the same states."""
    for moment in journey.sample("quiet"):
        loud, quiet = moment.position(), moment.position().copy(log=False)
        moves = journey.moves[moment.number : moment.number + FAR]
        for number, move in enumerate([*moves, None], start=moment.number):
            where = f"{journey.where(number)}, played quietly from {moment.number}"
            same = _without_news(loud) == _without_news(quiet)
            require(same, f"{where}: the state is another than that of the game with news")
            hushed = not quiet.logs and (number == moment.number or not quiet.state.news)
            require(hushed, f"{where}: there is news")
            told = tuple(quiet.with_prompt(each) for each in quiet.decisions)
            require(told == loud.decisions, f"{where}: other questions are asked than with news")
            for one, other in zip(loud.decisions, quiet.decisions, strict=True):
                drawn = [each.menu.sample(journey.rng(where)) for each in (one, other)]
                require(drawn[0] == drawn[1], f"{where}: at random, something else is chosen")
            if move is not None:
                loud.apply(move.seat, move.action, move.window)
                quiet.apply(move.seat, move.action, move.window)


def _without_news(position: AnyPosition) -> bytes:
    state = position.game.copy(position.state)
    state.news = []
    return position.game.save(state)


def check_record(journey: RandomPlaythrough) -> None:
    """The record, written, read and played again, ends in the identical state."""
    half = journey.replay_to(len(journey.moves) // 2)
    for match in (journey.match, half):
        where = journey.where(len(match.moves))
        try:
            again = parse(dump(record_of(match))).verify(lambda name, overrides: journey.game)
        except RecordError as error:
            raise AssertionError(f"{where}: the record is not accepted: {error}") from error
        same = digest(journey.game, again.state) == digest(journey.game, match.state)
        require(same, f"{where}: the replayed record ends in another state")
        require(again.moves == match.moves, f"{where}: the replayed record has other moves")
        require(again.log == match.log, f"{where}: the replayed record has another log")
