"""The layout of a search's memory: tables of the map, what a seat wants, sets of orders."""

from __future__ import annotations

from entente.games.diplomacy.batch.layout import (
    ADJUSTED,
    BOARD,
    BYTES,
    CENTRES,
    FATE,
    LUCK,
    POWERS,
    PROVINCES,
    ROOM,
    SEAS,
    STANDS,
    UNITS,
    WORDS,
    WORK,
)

UNIT_VALUE = 1000  # one centre
MOST_REPEATS = 3  # failures of a move in a row that count

# -- bytes: the working memory of the adjudication, the position, the results

POSITION = (ROOM + 7) // 8 * 8
FATES = POSITION + BOARD
ROOMS = FATES + FATE

# -- bytes of the map, after its tables

TARGETS = CENTRES + SEAS  # what units are near to
FAR_STEPS = BYTES  # for each stand and target, the moves between them
NEAR = FAR_STEPS + STANDS * TARGETS

# -- masks of centres, after the tables of the map

REACH = WORDS  # centres in which a unit on a stand is, or to which it can step
HERE = REACH + STANDS  # the centre under it
HOMES = HERE + STANDS  # of each power
BEYOND = HOMES + POWERS  # for each power, the centres on the other side of the main line
MASKS = BEYOND + POWERS

# -- words, after the working memory of the adjudication: what each seat wants

SEAT_OF = WORK  # of each power: 0 to 6; NONE for a power that gives no orders
OWNED = SEAT_OF + POWERS  # the centres of each power
CARRIER = OWNED + POWERS  # the own fleet in each sea
ATTACKERS = CARRIER + SEAS  # for each power and province, the units that could be there
CHART = ATTACKERS + POWERS * PROVINCES  # for each seat and stand, how good a place it is
GOALS = CHART + POWERS * STANDS  # for each seat and province, its value as a goal
RANKED = GOALS + POWERS * PROVINCES  # provinces, best goals first
RIVALS = RANKED + POWERS * PROVINCES  # the most units that one other power can bring there
MINE = RIVALS + POWERS * PROVINCES  # the units of each seat that follow orders
MINE_COUNT = MINE + POWERS * UNITS
STAND = MINE_COUNT + POWERS  # of each unit
REPEATS = STAND + UNITS  # of each unit, how often in a row its last move failed
FAILED = REPEATS + UNITS  # and the province to which it wanted to go
UNIT_AT = FAILED + UNITS  # the unit in each province, plus one; 0 if there is none
# -- working memory
AFTER = UNIT_AT + PROVINCES  # of each unit, its stand after the moves; -1 if it is lost
STANDING = AFTER + UNITS  # for each power, the centres under its units
ONE = STANDING + POWERS  # for each power, the centres to which it can bring a unit
TWO = ONE + POWERS
THREE = TWO + POWERS
ALIVE = THREE + POWERS  # the units of each power
FEATURES = ALIVE + POWERS
FADED = FEATURES + 32
GOAL = FADED + 2 * STANDS  # where each unit goes
TAKEN = GOAL + UNITS  # provinces to which a unit goes
DONE = TAKEN + PROVINCES  # units
PAIRS = UNITS * 13
PAIR_WORTH = DONE + UNITS
PAIR_UNIT = PAIR_WORTH + PAIRS
PAIR_END = PAIR_UNIT + PAIRS
TURN = PAIR_END + PAIRS  # units in the order in which they are changed
ABLE = TURN + UNITS  # units that could join an attack
REGRET = ABLE + UNITS  # of each set of each seat
POOL = 16  # sets of a seat
SHARE = REGRET + POWERS * POOL
DRAWN = SHARE + POWERS * POOL
BASE = DRAWN + POWERS  # the value of what each seat drew
POOL_SIZE = BASE + POWERS
SPENT = POOL_SIZE + POWERS  # positions so far
LIMIT = SPENT + 1  # positions at which the present part of the search stops
SALT = LIMIT + 1  # of the table of sets that were tried
LEADER = SALT + 1  # the power against which the others join; NONE if no power is so large
LEAD = LEADER + 1  # its centres beyond LEADING
DEMAND = LEAD + 1  # the value of each target
COVERED = DEMAND + TARGETS  # by how many units it is covered, the nearer the more
WANTED = COVERED + TARGETS  # orders of winter, or retreats
RANDOM = WANTED + ADJUSTED  # the generator
MOST_FEATURES = 32
WEIGHTS = RANDOM + LUCK  # of the features in spring, then in autumn
CHANGE = 9  # words: how many orders, then units and orders
MOST_CHANGES = 4096
CHANGED = WEIGHTS + 2 * MOST_FEATURES  # how many changes are listed
CHANGES = CHANGED + 1
WORTHS = CHANGES + MOST_CHANGES * CHANGE  # of each set in each world

# -- sets of orders, one word for each unit, and their values in each world

MOST_WORLDS = 48
VERSUS = MOST_WORLDS  # worlds in which another seat searches
MOST_VERSUS = 8
POOLS = VERSUS + MOST_VERSUS  # the sets of each seat
CANDIDATES = POOLS + POWERS * POOL  # the sets of the seat that searches
MOST_CANDIDATES = 32
TRY = CANDIDATES + MOST_CANDIDATES
START = TRY + 1
TRIAL = START + 1  # the orders of all units that are adjudicated
SETS = TRIAL + 1

TRIED = WORTHS + SETS * MOST_WORLDS  # sets that were no better
MOST_TRIED = 1 << 15
MEMORY = TRIED + MOST_TRIED

assert CENTRES < 62  # a mask of centres fits a word
