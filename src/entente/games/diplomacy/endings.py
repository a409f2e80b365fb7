"""How the game ends: enough centres, a vote for a draw, concession, or the last year."""

from __future__ import annotations

from collections.abc import Mapping

from entente.games.diplomacy.answers.slots import DRAW
from entente.games.diplomacy.context import DiplomacyContext
from entente.kernel import Seat, say


def end_by_vote(europe: DiplomacyContext, votes: Mapping[Seat, str], conceding: list[Seat]) -> bool:
    """End in a draw if all survivors vote for it; in a win if all others concede.

    If all survivors concede at once, they draw.
    """
    left = [seat for seat in votes if seat not in conceding]
    if not left:
        europe.draw(conceding, say("outcome.all_concede", seats=conceding))
        return True
    if end_alone(europe):
        return True
    wanting = [seat for seat in left if votes[seat] == DRAW]
    if wanting == left:
        europe.draw(left, say("outcome.draw", seats=left))
        return True
    if wanting:
        europe.log("log.draw_votes", seats=wanting)
    return False


def end_alone(europe: DiplomacyContext) -> bool:
    """End the game if one survivor is left."""
    left = europe.survivors()
    if len(left) == 1:
        europe.win(left[0], say("outcome.alone", seat=left[0]))
    return len(left) == 1


def end_of_autumn(europe: DiplomacyContext) -> bool:
    """I: a power with more than half of the centres wins; X.2 counts by power.

    If players agreed on a smaller number, the winner must also have more than any other.
    """
    if europe.two:
        return False
    needed = int(europe.state.options["victory_centres"])
    centres = europe.state.centres
    powers = [(seat, p) for seat in europe.survivors() for p in europe.powers_of(seat)]
    counts = sorted(((len(centres[p]), seat, p) for seat, p in powers), reverse=True)
    most, seat, power = counts[0]
    if most < needed or (len(counts) > 1 and counts[1][0] == most):
        return False
    europe.win(seat, say("outcome.centres", seat=seat, power=power, count=most))
    return True


def end_of_year(europe: DiplomacyContext) -> bool:
    """End the game if one survivor is left, X.2: a side has the units to win, or it is the last
    year."""
    europe.note_eliminated()
    if end_alone(europe) or (europe.two and end_of_two(europe)):
        return True
    state = europe.state
    last = int(state.options["end_year"])
    if not last or state.year < last:
        return False
    left = europe.survivors()
    europe.draw(left, say("outcome.last_year", year=state.year, seats=left))
    return True


def end_of_two(europe: DiplomacyContext) -> bool:
    """X.2: twenty-four units on the board, counted by side, win the game of two."""
    for seat in europe.survivors():
        count = sum(len(europe.state.units[power]) for power in europe.powers_of(seat))
        if count >= europe.units_needed():
            europe.win(seat, say("outcome.units", seat=seat, count=count))
            return True
    return False
