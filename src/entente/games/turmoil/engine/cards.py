"""The value of cards, in victory points of the evaluation.

Most figures are means: each event was carried out for its side in positions of 23 games between
greedy players, and the change of the peace evaluation was recorded. There were over a hundred
positions for early events and seven to twenty-five for those of the last era. Some twenty figures
are estimates instead: for events whose effect shows only later, and for a few that had been badly
carried out. The value of OPs compared with events was settled by games between rollout policies.
"""

from __future__ import annotations

from entente.games.turmoil.board import OTHER
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.play import rounds_left
from entente.kernel import Seat

FIRST_OPERATION = 1.8  # two support checks, or support where it counts most
OPERATION = 1.8  # each further OP

EVENTS = {
    "C1": 1.5,
    "C2": 3.0,
    "C3": 2.5,
    "C4": 1.0,
    "C5": 5.0,
    "C9": 4.5,
    "C10": 3.5,
    "C11": 8.0,
    "C12": 6.0,
    "C13": 4.0,
    "C14": 2.0,
    "C15": 1.5,
    "C16": 0.0,
    "C17": 1.0,
    "C18": 1.5,
    "C19": 6.5,
    "C20": 5.5,
    "C21": 3.5,
    "C22": 3.0,
    "C23": 1.5,
    "C24": 2.5,
    "C25": 1.0,
    "C26": 3.0,
    "C27": 3.0,
    "C28": 2.0,
    "C29": 5.0,
    "C30": 1.0,
    "C31": 5.5,
    "C32": 1.5,
    "C33": 5.5,
    "C34": 5.0,
    "C35": 0.0,
    "C36": 0.0,
    "C37": 1.0,
    "C38": 5.0,
    "C39": 10.5,
    "C40": 4.0,
    "C41": 6.0,
    "C42": 4.0,
    "C44": 4.5,
    "C45": 2.0,
    "C46": 6.5,
    "C47": 7.5,
    "C48": 1.0,
    "C49": 5.0,
    "C50": 1.5,
    "C51": 3.5,
    "C52": 1.5,
    "C54": 2.0,
    "C55": 7.5,
    "C56": 1.5,
    "C57": 1.5,
    "C58": 1.0,
    "C59": 4.0,
    "C60": 5.0,
    "C61": 1.0,
    "C62": 2.5,
    "C63": 8.0,
    "C64": 8.0,
    "C65": 2.0,
    "C66": 3.5,
    "C67": 0.5,
    "C68": 8.0,
    "C69": 1.0,
    "C70": 1.0,
    "C71": 6.0,
    "C72": 1.5,
    "C73": 1.0,
    "C74": 1.5,
    "C75": 1.0,
    "C76": 3.0,
    "C77": 1.0,
    "C78": 3.0,
    "C79": 6.0,
    "C80": 1.5,
    "C81": 1.0,
    "C82": 1.5,
    "C83": 0.5,
    "C84": 2.5,
    "C85": 6.0,
    "C86": 2.0,
    "C87": 5.5,
    "C88": 1.0,
    "C89": 0.5,
    "C90": 2.0,
    "C91": 10.0,
    "C92": 6.5,
    "C93": 7.0,
    "C94": 1.5,
    "C95": 2.0,
    "C96": 1.0,
    "C97": 4.5,
    "C98": 1.5,
    "C99": 3.0,
    "C100": 3.0,
    "C101": 1.5,
    "C102": 0.5,
    "C103": 1.0,
    "C104": 7.0,
    "C105": 1.0,
    "C106": 1.5,
    "C107": 6.0,
    "C108": 1.0,
    "C109": 2.5,
    "C110": 2.5,
}

# Events that change the value of each card until the end of the turn: per remaining round.
EACH_ROUND = {"C16": 1.2, "C35": 1.2, "C36": 1.2}


def operations_worth(ops: int) -> float:
    """Return the value of the OPs of one card."""
    return FIRST_OPERATION + OPERATION * (ops - 1)


def event_worth(t: TurmoilContext, card: str, side: Seat) -> float:
    """Return the value of an event for the side for which it takes place."""
    each = EACH_ROUND.get(card)
    if each is None:
        return EVENTS.get(card, 0.0)
    whose = OTHER[side] if card == "C16" else side
    return each * max(0, rounds_left(t, whose) - 1)
