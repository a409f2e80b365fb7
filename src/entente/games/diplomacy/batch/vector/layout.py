"""The layout of a board's observation, of its last orders, and of its choices."""

from __future__ import annotations

from entente.games.diplomacy.batch.layout import ADJUSTED, LOCATIONS, POWERS, PROVINCES, UNITS

# -- an observation, in bytes: the blocks of the same names in the observations of `entente.envs`

PIECES = 2 * POWERS  # army and fleet of each power
KINDS = 5  # hold, move, support, convoy; via
RESULTS = 9  # the results of orders, and dislodged

YEARS = 0  # since 1900
SEASONS = YEARS + 1
PHASES = SEASONS + 3
STANDING = PHASES + 3  # units
PUSHED = STANDING + LOCATIONS * PIECES  # units that must retreat
OWNED = PUSHED + LOCATIONS * PIECES
LAST_ORDERS = OWNED + POWERS * PROVINCES
ORDER_WIDTH = KINDS + LOCATIONS
LAST_RESULTS = LAST_ORDERS + LOCATIONS * ORDER_WIDTH
OBSERVATION = LAST_RESULTS + LOCATIONS * RESULTS

BLOCKS = {
    "year": (YEARS, SEASONS),
    "season": (SEASONS, PHASES),
    "phase": (PHASES, STANDING),
    "units": (STANDING, PUSHED),
    "dislodged": (PUSHED, OWNED),
    "centres": (OWNED, LAST_ORDERS),
    "last_orders": (LAST_ORDERS, LAST_RESULTS),
    "last_results": (LAST_RESULTS, OBSERVATION),
}

# -- the orders of the last movement phase, in words: how many, then for each its unit's location,
# -- its code and its result

PAST_LOCATION = 1
PAST_CODE = PAST_LOCATION + UNITS
PAST_RESULT = PAST_CODE + UNITS
PAST = PAST_RESULT + UNITS
DISLODGED = 16  # added to a result

# -- choices

SLOTS = ADJUSTED  # one for each unit, more in winter
USUAL_WIDTH = 128  # orders kept for one slot
PER_SLOT = 2  # location and power of its unit

# -- rewards and opponents

OUTCOME, CENTRE_SHARE, SUM_OF_SQUARES = 0, 1, 2
RANDOM, GREEDY = 0, 1
ROTATE = 128  # added to a learner: another power in each game

DISLODGED_COLUMN = 8  # after those of the results
