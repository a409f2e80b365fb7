"""The layout of the flat arrays: a board in bytes, its orders in words.

All boards of a batch are in one array, one after another. A function gets the start of its board
and finds the rest at the offsets below. Missing values are `NONE`.
"""

from __future__ import annotations

NONE = 255

# -- sizes of the standard map, checked by `geography`

PROVINCES, LOCATIONS, SEAS, COASTS, CENTRES, POWERS = 75, 81, 19, 42, 34, 7
UNITS = CENTRES  # no more units than centres
FIRST_YEAR, LAST_YEAR = 1901, 2155
ENOUGH = 18  # centres win the game
HOMES = 22

# -- a board: units, dislodged units, owners of centres, and the phase

LOCATION = 0  # of each unit
WHO = LOCATION + UNITS  # its power, and FLEET
OWNER = WHO + UNITS  # of each centre, or NONE
COUNT = OWNER + CENTRES  # of units
PHASE = COUNT + 1
SEASON = PHASE + 1
YEAR = SEASON + 1  # since the first
LAST = YEAR + 1  # the year at whose end the game is drawn
NEEDED = LAST + 1  # centres to win
OVER = NEEDED + 1
WINNER = OVER + 1
BEATEN = WINNER + 1  # dislodged units that must retreat: how many
BEATEN_LOCATION = BEATEN + 1
BEATEN_WHO = BEATEN_LOCATION + UNITS
BEATEN_FROM = BEATEN_WHO + UNITS  # the province the attacker came from, where it may not go
CONTESTED = BEATEN_FROM + UNITS  # a bit for each province that is empty after a standoff
CONTESTED_BYTES = (PROVINCES + 7) // 8
BOARD = 256  # bytes for a board

FLEET, POWER = 8, 7  # in WHO
SPRING, AUTUMN = 0, 1
MOVEMENT, RETREATS, ADJUSTMENTS = 0, 1, 2
GOES_ON, WON, DRAWN = 0, 1, 2

# -- an order in one word: kind, target location, end and coast (plus one, so 0 is none), via

TARGET_AT, END_AT, VIA_AT, COAST_AT = 2, 9, 16, 17
KIND_BITS, PLACE_BITS = 3, 127
HOLD, MOVE, SUPPORT, CONVOY = 0, 1, 2, 3
MOST_ORDERS = 2048  # of one unit: convoys of 33 armies to 41 coasts, and supports

# -- an order of winter: kind, location, fleet or not. A retreat is a location, or NONE

WAIVE, BUILD, REMOVE = 0, 1, 2
FLEET_AT = 9
ADJUSTED = UNITS + HOMES  # most orders of one winter
MOST_CHOICES = 64  # for one order of winter or one retreat

# -- results of the orders

OUTCOME = 0  # of each unit
PUSHER = OUTCOME + UNITS  # the unit that dislodges it, or NONE
STANDOFFS = PUSHER + UNITS  # a bit for each province
FATE = 80  # bytes for a board

HELD, MOVED, SAILED, FAILED, SUPPORTED, CUT, CONVOYED, BROKEN, VOID = range(9)

# -- random state of a board: its generator, and what it has played

PLAYED, FINISHED = 2, 3
LUCK = 4

# -- tables of the map, in bytes. A *stand* is a location, numbered separately for fleets

STANDS = 2 * LOCATIONS
PROVINCE_OF = 0
SEA_OF = PROVINCE_OF + LOCATIONS  # of a province, its number among the seas
COAST_OF = SEA_OF + PROVINCES
CENTRE_OF = COAST_OF + PROVINCES
SEA_PROVINCE = CENTRE_OF + PROVINCES
COAST_PROVINCE = SEA_PROVINCE + SEAS
CENTRE_PROVINCE = COAST_PROVINCE + COASTS
HOME_OF = CENTRE_PROVINCE + CENTRES  # of a centre, the power whose home it is
SHORES_OF = HOME_OF + CENTRES  # of a province, the number of named coasts
COAST_NAMES = SHORES_OF + PROVINCES  # the first of them
ALPHABET = COAST_NAMES + PROVINCES
FAR = ALPHABET + PROVINCES  # steps between a centre and a province
WAYS = FAR + CENTRES * PROVINCES  # number of locations in a province reachable from a stand
LISTED = 12  # neighbours of a stand, after their number
STEPS = WAYS + STANDS * PROVINCES  # the locations beside a stand
BESIDE = STEPS + STANDS * LISTED  # the provinces beside it
BYTES = BESIDE + STANDS * LISTED

# -- tables of the map, in words: masks of seas or of coasts

SEA_NEXT = 0  # seas beside a sea
SEA_COASTS = SEA_NEXT + SEAS  # coasts beside a sea
SHORE = SEA_COASTS + SEAS  # seas beside a province
WALKS = SHORE + PROVINCES  # coasts that an army can walk to
LANES = WALKS + PROVINCES  # seas on some route between two coasts
WORDS = LANES + COASTS * COASTS

# -- working memory, in bytes

AT = 0  # the unit in each province
FIRST = AT + PROVINCES  # the first unit that attacks it
PLACE = FIRST + PROVINCES  # of each unit
END = PLACE + UNITS
KIND = END + UNITS
NEXT = KIND + UNITS  # the next that attacks the same province
AIM = NEXT + UNITS  # target of a support
OF = AIM + UNITS  # power of each unit
CHOSEN = OF + UNITS  # removals of a winter
BUILDS = CHOSEN + UNITS  # of each power
ASKED = BUILDS + POWERS  # orders of winter of each power
ROOM = ASKED + POWERS

# -- working memory, in words

BACKERS = 0  # the units that support each unit
ROUTES = BACKERS + UNITS  # the seas of its convoy
WAITS = ROUTES + UNITS  # the questions its question depends on
OF_POWER = WAITS + UNITS
STACK = OF_POWER + 8  # of the search for routes
GUESTS = STACK + 3 * (SEAS + 1)  # for each province the units that could step into it
SEA_GUESTS = GUESTS + PROVINCES  # for each coast those that could only sail there
SAILING = SEA_GUESTS + COASTS  # for each unit the coasts it could sail to
CARRIED = SAILING + UNITS  # for each sea and unit the coasts that a fleet there could convoy it to
WITHOUT = CARRIED + SEAS * UNITS  # for each unit the coasts it could sail to without one fleet
WORK = WITHOUT + UNITS
