"""Undo: it restores exactly, and stops where any other seat has learned something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.kernel.conformance.playthrough import AnyMatch, RandomPlaythrough, require
from entente.kernel.conformance.secrecy import difference
from entente.kernel.info import Seat
from entente.kernel.message import IllegalAction
from entente.kernel.sealed_answers import withdrawable

EVERY = 5  # every fifth time, undo goes as far as it can within a turn too
HIDDEN = 12  # the first hidden moves are all undone; later ones replay too much


def check_undo(run: RandomPlaythrough, every: int = 1) -> None:
    """Check that undo restores exactly, and never takes back what another seat has learned from.

    Where undo is allowed, the action revealed nothing to its seat: in another world the seat
    considered possible, it leads to the same view. Undo replays moves, which is slow in a game of
    many hidden steps: then only every `every` moves are undone. Who may undo is always checked.
    """
    match, rng, hidden = run.replay_to(0), run.rng("undo"), 0
    for number, move in enumerate(run.moves):
        where = f"{run.where(number)}, {move.seat}'s {move.action!r}"
        before = run.saved_states[number].state()
        could = {seat: match.undoable(seat) for seat in match.seats}
        match.repeat(move)
        _check_barriers(match, before, where)
        _check_unnoticed(match, could, where)
        if number in match.by_itself:
            _check_goes_with(run, match, number, where)
            continue
        if number % every:
            continue
        undoes = match.undoes(move.seat)
        if match.unseen[-1] and undoes is not None:
            hidden += 1
            if hidden > HIDDEN and hidden % EVERY:
                continue
        if undoes is not None and undoes < number:
            _check_withdrawn(run, number, undoes, where)
        elif undoes is not None:
            # Undo from the end of a turn passes every state within it.
            within = number + 1 < len(run.moves) and run.moves[number + 1].seat == move.seat
            one = match.unseen[-1] or (within and number % EVERY)
            _check_undone(run, match, number, where, 1 if one else None)
            world = run.game.position(before).determinize(move.seat, rng)
            world.apply(move.seat, move.action, match.windows[-1])
            leak = difference(run.game, match.state, world.state, move.seat)
            require(not leak, f"{where} may be undone, but revealed something to its seat: {leak}")


def _check_barriers(match: AnyMatch, before: Any, where: str) -> None:
    """Check who may not undo, and that undo is then refused."""
    last, state = len(match.moves) - 1, match.state
    shown = (before.chance.count, before.reveals) != (state.chance.count, state.reveals)
    for seat in match.seats:
        undoes = match.undoes(seat)
        if withdrawable(match.state, seat):
            require(undoes is not None, f"{where}: {seat}'s sealed answer cannot be withdrawn")
        elif undoes is not None:
            other = _noticed_since(match, seat, undoes)
            require(not other, f"{where}: {seat} may undo although {other} acted")
            noticed = seat not in match.unnoticed.get(last, ())
            require(
                not (shown and noticed), f"{where}: may be undone although something was revealed"
            )
        if undoes is None:
            _check_undo_refused(match, seat, where)


def _noticed_since(match: AnyMatch, seat: Seat, undoes: int) -> Seat:
    """Return the first seat whose later action this seat has noticed; marks do not count against a
    mark. Empty if there is none."""
    for number in range(undoes + 1, len(match.moves)):
        by = match.moves[number].seat
        if by == seat or match.unseen[number] or number in match.by_itself:
            continue
        marks = {undoes, number} <= match.marks
        if not marks and seat not in match.unnoticed.get(number, ()):
            return by
    return ""


def _check_unnoticed(match: AnyMatch, could: Mapping[Seat, int], where: str) -> None:
    """Check that what a seat may undo does not leak a move hidden from it."""
    last = len(match.moves) - 1
    for seat, count in could.items():
        if seat in match.unnoticed.get(last, ()) or (
            match.unseen[last] and match.moves[last].seat != seat
        ):
            same = match.undoable(seat) == count
            require(same, f"{where}: {seat} can infer a hidden move from what may be undone")


def _check_undo_refused(match: AnyMatch, seat: Seat, where: str) -> None:
    data, count = match.game.save(match.state), len(match.moves)
    try:
        match.undo(seat)
    except IllegalAction:
        same = match.game.save(match.state) == data and len(match.moves) == count
        require(same, f"{where}: the refused undo of {seat} changed the match")
    else:
        raise AssertionError(f"{where}: {seat} may not undo, but undo succeeds")


def _check_withdrawn(run: RandomPlaythrough, number: int, undone: int, where: str) -> None:
    """Check that withdrawing a sealed answer after other moves leaves the state as if it was never
    given."""
    match, without = run.replay_to(number + 1), run.replay_to(0)
    without.replay([move for n, move in enumerate(match.moves) if n != undone])
    taken = match.undo(match.moves[-1].seat)
    require(taken == run.moves[undone], f"{where}: undo took back {taken}")
    require(match.moves == without.moves, f"{where}: undo left {match.moves}")
    same = match.game.save(match.state) == match.game.save(without.state)
    require(same, f"{where}: undo left a state other than without {taken}")


def _last_chosen(match: AnyMatch) -> int | None:
    """Return the last move that was not forced."""
    numbers = reversed(range(len(match.moves)))
    return next((number for number in numbers if number not in match.by_itself), None)


def _check_goes_with(run: RandomPlaythrough, match: AnyMatch, number: int, where: str) -> None:
    """Check that a forced answer is undone together with the move before it, by the seat of that
    move."""
    last = _last_chosen(match)
    if last is None or match.undoes(match.moves[last].seat) != last:
        return
    other = run.replay_to(number + 1)
    other.undo(match.moves[last].seat)
    require(other.moves == run.moves[:last], f"{where}: undo left {other.moves[last:]}")
    same = match.game.save(other.state) == run.saved_states[last].data
    require(same, f"{where}: undo to move {last} gives a state other than the original")


def _check_undone(
    run: RandomPlaythrough, match: AnyMatch, number: int, where: str, most: int | None
) -> None:
    """Undo some moves, or as many as possible, compare each state with the playthrough, and redo
    them."""
    back = number + 1
    while (last := _last_chosen(match)) is not None:
        seat = match.moves[last].seat
        if match.undoes(seat) != last or (most is not None and number + 1 - back >= most):
            break
        back = last
        undone = match.undo(seat)
        require(undone == run.moves[back], f"{where}: undo took back {undone}")
        same = match.game.save(match.state) == run.saved_states[back].data
        require(same, f"{where}: undo to move {back} gives a state other than the original")
    earlier = all(line.move <= back for line in match.log)
    require(earlier, f"{where}: the log still has undone lines")
    match.replay(run.moves[back : number + 1])
    same = match.game.save(match.state) == run.saved_states[number + 1].data
    require(same, f"{where}: undo and redo give a different state")
