"""Undo: it restores exactly, and reaches no further than nobody having learned anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.kernel.conformance.playthrough import AnyMatch, RandomPlaythrough, require
from entente.kernel.conformance.secrecy import difference
from entente.kernel.info import Seat
from entente.kernel.message import IllegalAction

EVERY = 5  # so often undo goes as far as it can within a turn too
HIDDEN = 12  # so many moves that nobody sees are all taken back: it makes the later ones again


def check_undo(journey: RandomPlaythrough, every: int = 1) -> None:
    """Undo restores exactly, and never takes back what somebody has learned from.

    Where undo is allowed the action told its seat nothing: in another world that the seat thought
    possible, it would have led to the same view. Taking back makes moves again, which takes long in
    a game of many hidden steps: then `every` so many are tried. Who may undo is always looked at.
    """
    match, rng, hidden = journey.replay_to(0), journey.rng("undo"), 0
    for number, move in enumerate(journey.moves):
        where = f"{journey.where(number)}, {move.seat}'s {move.action!r}"
        before = journey.saved_states[number].state()
        could = {seat: match.undoable(seat) for seat in match.seats}
        match.repeat(move)
        _check_barriers(match, before, where)
        _check_unnoticed(match, could, where)
        if number in match.by_itself:
            _check_goes_with(journey, match, number, where)
            continue
        if number % every:
            continue
        undoes = match.undoes(move.seat)
        if match.unseen[-1] and undoes is not None:
            hidden += 1
            if hidden > HIDDEN and hidden % EVERY:
                continue
        if undoes is not None and undoes < number:
            _check_withdrawn(journey, number, undoes, where)
        elif undoes is not None:
            # From the end of a turn undo passes every state that it passes from within it.
            within = number + 1 < len(journey.moves) and journey.moves[number + 1].seat == move.seat
            one = match.unseen[-1] or (within and number % EVERY)
            _check_undone(journey, match, number, where, 1 if one else None)
            world = journey.game.position(before).determinize(move.seat, rng)
            world.apply(move.seat, move.action, match.windows[-1])
            told = difference(journey.game, match.state, world.state, move.seat)
            require(not told, f"{where} may be undone, but told its seat something: {told}")


def _check_barriers(match: AnyMatch, before: Any, where: str) -> None:
    """Who may not undo, and that it is then refused."""
    last, state = len(match.moves) - 1, match.state
    shown = (before.chance.count, before.reveals) != (state.chance.count, state.reveals)
    for seat in match.seats:
        undoes = match.undoes(seat)
        if match.position.takes_back(seat):
            require(undoes is not None, f"{where}: {seat}'s sealed answer cannot be taken back")
        elif undoes is not None:
            other = _noticed_since(match, seat, undoes)
            require(not other, f"{where}: {seat} may undo although {other} acted")
            noticed = seat not in match.unnoticed.get(last, ())
            require(not (shown and noticed), f"{where}: may be undone although something was shown")
        if undoes is None:
            _check_undo_refused(match, seat, where)


def _noticed_since(match: AnyMatch, seat: Seat, undoes: int) -> Seat:
    """Who has done something since a move of a seat that the seat knows of; marks do not count
    against a mark. Empty: nobody."""
    for number in range(undoes + 1, len(match.moves)):
        by = match.moves[number].seat
        if by == seat or match.unseen[number] or number in match.by_itself:
            continue
        marks = {undoes, number} <= match.marks
        if not marks and seat not in match.unnoticed.get(number, ()):
            return by
    return ""


def _check_unnoticed(match: AnyMatch, could: Mapping[Seat, int], where: str) -> None:
    """What a seat may take back tells it nothing of a move that it must not know."""
    last = len(match.moves) - 1
    for seat, count in could.items():
        if seat in match.unnoticed.get(last, ()) or (
            match.unseen[last] and match.moves[last].seat != seat
        ):
            same = match.undoable(seat) == count
            require(same, f"{where}: {seat} can see by what may be undone that something was done")


def _check_undo_refused(match: AnyMatch, seat: Seat, where: str) -> None:
    data, count = match.game.save(match.state), len(match.moves)
    try:
        match.undo(seat)
    except IllegalAction:
        same = match.game.save(match.state) == data and len(match.moves) == count
        require(same, f"{where}: the refused undo of {seat} changed the match")
    else:
        raise AssertionError(f"{where}: {seat} cannot undo, but undo does it")


def _check_withdrawn(journey: RandomPlaythrough, number: int, undone: int, where: str) -> None:
    """A sealed answer is taken back after something else was done: as if it had not been given."""
    match, without = journey.replay_to(number + 1), journey.replay_to(0)
    without.replay([move for n, move in enumerate(match.moves) if n != undone])
    taken = match.undo(match.moves[-1].seat)
    require(taken == journey.moves[undone], f"{where}: undo took back {taken}")
    require(match.moves == without.moves, f"{where}: undo left {match.moves}")
    same = match.game.save(match.state) == match.game.save(without.state)
    require(same, f"{where}: undo left another state than if {taken} had not been done")


def _last_chosen(match: AnyMatch) -> int | None:
    """The last of the moves that was not the only possibility."""
    numbers = reversed(range(len(match.moves)))
    return next((number for number in numbers if number not in match.by_itself), None)


def _check_goes_with(journey: RandomPlaythrough, match: AnyMatch, number: int, where: str) -> None:
    """The only possible answer is taken back together with what it followed, by who did that."""
    last = _last_chosen(match)
    if last is None or match.undoes(match.moves[last].seat) != last:
        return
    other = journey.replay_to(number + 1)
    other.undo(match.moves[last].seat)
    require(other.moves == journey.moves[:last], f"{where}: undo left {other.moves[last:]}")
    same = match.game.save(other.state) == journey.saved_states[last].data
    require(same, f"{where}: undo to move {last} gives another state than there was")


def _check_undone(
    journey: RandomPlaythrough, match: AnyMatch, number: int, where: str, most: int | None
) -> None:
    """Undo so many moves, or as far as it goes, hold each state against the journey, and go forward
    again."""
    back = number + 1
    while (last := _last_chosen(match)) is not None:
        seat = match.moves[last].seat
        if match.undoes(seat) != last or (most is not None and number + 1 - back >= most):
            break
        back = last
        undone = match.undo(seat)
        require(undone == journey.moves[back], f"{where}: undo took back {undone}")
        same = match.game.save(match.state) == journey.saved_states[back].data
        require(same, f"{where}: undo to move {back} gives another state than there was")
    earlier = all(line.move <= back for line in match.log)
    require(earlier, f"{where}: the log still tells of what was undone")
    match.replay(journey.moves[back : number + 1])
    same = match.game.save(match.state) == journey.saved_states[number + 1].data
    require(same, f"{where}: undone and done again, it gives another state")
