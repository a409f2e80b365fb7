"""A slow adjudicator, written from the rules, to hold against the fast one.

It works on names and sets, and it supposes nothing about the order in which things can be found
out. The position is a list of *facts* that are true or false: a move succeeds, a convoy holds. The
rules say for each fact whether it is true when all the others are given. So:

1. A fact that has the same value for all values of the open ones is settled.
2. Facts that depend on each other form a knot. Take one that depends on nothing else open and try
   every combination of true and false in it: a combination is consistent if each of its facts is
   what the rules make of the others.
3. One consistent combination: that is the answer. Several, and no convoy in the knot: units go
   round in a circle, and the combination in which most of them move is right. Anything else is a
   paradox: the convoys of the knot fail (Szykman's rule), and everything starts over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.rules.editions import Rules
from entente.games.diplomacy.rules.orders import CONVOY, HOLD, MOVE, SUPPORT, Order, Position


class Piece(NamedTuple):
    """A unit with its order, everything by name. The order is one that it could carry out."""

    power: str
    fleet: bool
    location: str
    place: str
    kind: int
    goal: str = ""  # of a move: the province
    goal_location: str = ""  # of a move: the province or its coast
    helped: str = ""  # of a support or convoy: the place of the other unit
    helped_goal: str = ""  # and where that one goes, if it goes
    coast: str = ""  # named for it
    via: bool = False


class Fact(NamedTuple):
    """Something to be found out about the unit in a province: that it `moves`, that it `sails`."""

    what: str
    place: str


class Fate(NamedTuple):
    """What became of a unit."""

    outcome: str
    by_convoy: bool
    dislodged_by: str
    retreats: frozenset[str]


class Unknown(Exception):
    """A rule asked for a fact that is not given."""

    def __init__(self, fact: Fact) -> None:
        self.fact = fact


MOVES, SAILS = "moves", "sails"

Story = Mapping[Fact, bool]


class SlowAdjudicator:
    """One movement phase."""

    def __init__(
        self, board: Board, rules: Rules, position: Position, orders: Mapping[int, Order]
    ) -> None:
        self.rules = rules
        self.map = {row.id: row for row in board.tables.province}
        self.pieces = {
            piece.place: piece
            for piece in (
                read_piece(board, position, number, orders.get(number, Order(HOLD)))
                for number in range(len(position.units))
            )
        }
        self.moving = [piece for piece in self.pieces.values() if piece.kind == MOVE]
        self.convoy_routes = {
            piece.place: list(self.routes(piece)) for piece in self.moving if not piece.fleet
        }
        self.must_sail = {piece.place for piece in self.moving if self.has_to_sail(piece)}
        self.may_sail = {piece.place for piece in self.moving if self.sails_to_swap(piece)}
        self.known: dict[Fact, bool] = {}

    # -- the board

    def borders(self, place: str, other: str) -> bool:
        """Return whether an army can step from one province to the other."""
        return other in self.map[place].army

    def fleet_ends(self, location: str) -> list[str]:
        """Return where a fleet can step to, as provinces or coasts."""
        place, _, coast = location.partition("/")
        return self.map[place].fleet.get(coast.lower() or "all", [])

    def touches(self, sea: str, place: str) -> bool:
        """Return whether a sea touches a province (either of its coasts)."""
        return any(province(end) == place for end in self.map[sea].fleet["all"])

    def routes(self, army: Piece) -> Iterator[list[str]]:
        """VIII.2: the chains of fleets that are ordered to carry an army, with none to spare."""
        carriers = [
            piece.place
            for piece in self.pieces.values()
            if piece.kind == CONVOY
            and piece.helped == army.place
            and piece.helped_goal == army.goal
        ]
        chains = [[sea] for sea in carriers if self.touches(sea, army.place)]
        while chains:
            chain = chains.pop()
            if self.touches(chain[-1], army.goal):
                yield chain
                continue
            for sea in carriers:
                beside_an_earlier_one = any(self.touches(sea, old) for old in chain[:-1])
                if (
                    sea not in chain
                    and self.touches(sea, chain[-1])
                    and not self.touches(sea, army.place)
                    and not beside_an_earlier_one
                ):
                    chains.append([*chain, sea])

    def opposite(self, piece: Piece) -> Piece | None:
        """The unit that is ordered the other way, if there is one."""
        other = self.pieces.get(piece.goal)
        return other if other is not None and other.goal == piece.place else None

    # -- how an army travels

    def has_to_sail(self, army: Piece) -> bool:
        """Return whether a move is made by convoy or not at all."""
        if army.fleet:
            return False
        if not self.borders(army.place, army.goal):
            return True
        if self.rules.adjacent_convoy == "swap_only":
            return False
        own_fleet = self.rules.adjacent_convoy == "own_fleet_or_via" and any(
            piece.kind == CONVOY
            and piece.helped == army.place
            and piece.helped_goal == army.goal
            and piece.power == army.power
            for piece in self.pieces.values()
        )
        return army.via or (own_fleet and bool(self.convoy_routes[army.place]))

    def sails_to_swap(self, army: Piece) -> bool:
        """X.5: whether a move is made by convoy if that holds, and on foot if not."""
        return (
            self.rules.adjacent_convoy == "swap_only"
            and not army.fleet
            and self.borders(army.place, army.goal)
            and self.opposite(army) is not None
            and bool(self.convoy_routes[army.place])
        )

    # -- the rules. Each says what is true in a story that contains all the facts.

    def dislodger(self, piece: Piece, story: Story) -> Piece | None:
        """V.2: who enters a unit's province while it is still there."""
        entering = [p for p in self.moving if p.goal == piece.place]
        arrived = [p for p in entering if story[Fact(MOVES, p.place)]]
        if not arrived or (piece.kind == MOVE and story[Fact(MOVES, piece.place)]):
            return None
        return arrived[0]

    def convoy_holds(self, army: Piece, story: Story) -> bool:
        """VIII.3, VIII.4: whether fleets that are not dislodged carry an army all the way."""
        routes = self.convoy_routes[army.place]
        whole = [
            all(self.dislodger(self.pieces[sea], story) is None for sea in route)
            for route in routes
        ]
        return bool(routes) and (all if self.rules.multi_route_convoy == "any" else any)(whole)

    def arrives(self, piece: Piece, story: Story) -> bool:
        """Return whether a move gets as far as its goal, where it may still fail."""
        return piece.place not in self.must_sail or story[Fact(SAILS, piece.place)]

    def by_sea(self, piece: Piece, story: Story) -> bool:
        """Return whether a move is made by convoy."""
        if piece.place in self.may_sail:
            return story[Fact(SAILS, piece.place)]
        return piece.place in self.must_sail

    def head_to_head(self, piece: Piece, story: Story) -> Piece | None:
        """IV: the unit that comes the other way, if neither of the two is at sea."""
        other = self.opposite(piece)
        if other is None or self.by_sea(piece, story) or self.by_sea(other, story):
            return None
        return other

    def cut(self, supporter: Piece, story: Story) -> bool:
        """VI: whether a support is lost."""
        aim = supporter.helped_goal or supporter.helped
        for attacker in self.moving:
            if attacker.goal != supporter.place or attacker.power == supporter.power:
                continue
            if attacker.place == aim:
                if story[Fact(MOVES, attacker.place)]:
                    return True
            elif not self.protected(supporter, attacker) and self.arrives(attacker, story):
                return True
        return False

    def protected(self, supporter: Piece, attacker: Piece) -> bool:
        """VIII.5: whether a support is safe from an army because it bears on that army's convoy."""
        paradox = self.rules.convoy_paradox
        if attacker.place not in self.must_sail or not self.in_use(supporter):
            return False
        routes = self.convoy_routes[attacker.place]
        aim = supporter.helped_goal or supporter.helped
        if paradox == "attack_support":
            return bool(supporter.helped_goal) and any(aim in route for route in routes)
        if paradox == "any_support":
            return any(aim in route for route in routes)
        if paradox == "necessary_fleet":
            needed = bool(routes) and all(aim in route for route in routes)
            return bool(supporter.helped_goal) and needed
        return False

    def in_use(self, supporter: Piece) -> bool:
        """V.6: whether the supported unit is ordered to do what is supported."""
        helped = self.pieces[supporter.helped]
        if not supporter.helped_goal:
            return helped.kind != MOVE
        coast = supporter.coast or helped.goal_location
        return helped.goal == supporter.helped_goal and helped.goal_location == coast

    def strength(self, piece: Piece, story: Story, without: str = "") -> int:
        """V.2: one, and one more for each support; V.3: perhaps not those of one power."""
        supports = [
            supporter
            for supporter in self.pieces.values()
            if supporter.kind == SUPPORT
            and supporter.helped == piece.place
            and supporter.power != without
            and self.in_use(supporter)
        ]
        return 1 + sum(not self.cut(supporter, story) for supporter in supports)

    def keeps_out(self, rival: Piece, story: Story) -> int:
        """IV, V.7: with what strength a move keeps others out of its goal, successful or not."""
        if not self.arrives(rival, story):
            return 0
        other = self.opposite(rival)
        if other is not None:
            met = self.head_to_head(rival, story) is not None
            never = self.rules.dislodged_effect == "never"
            if (met and story[Fact(MOVES, other.place)]) or (
                never and self.dislodger(rival, story) == other
            ):
                return 0
        return self.strength(rival, story)

    def succeeds(self, piece: Piece, story: Story) -> bool:
        """IV, V.2, V.3: whether a move is stronger than all that opposes it."""
        if not self.arrives(piece, story):
            return False
        occupant = self.pieces.get(piece.goal)
        met = self.head_to_head(piece, story)
        if occupant is None or (
            met is None and occupant.kind == MOVE and story[Fact(MOVES, occupant.place)]
        ):
            attack, resistance = self.strength(piece, story), 0
        elif occupant.power == piece.power:
            return False
        else:
            attack = self.strength(piece, story, without=occupant.power)
            defends_alone = occupant.kind == MOVE and met is None
            resistance = 1 if defends_alone else self.strength(occupant, story)
        rivals = [p for p in self.moving if p.goal == piece.goal and p is not piece]
        return attack > resistance and all(attack > self.keeps_out(r, story) for r in rivals)

    def rule(self, fact: Fact, story: Story) -> bool:
        """Return what the rules make of a fact when the others are given."""
        piece = self.pieces[fact.place]
        if fact.what == SAILS:
            return self.convoy_holds(piece, story)
        return self.succeeds(piece, story)

    # -- finding the story that follows from the rules

    def run(self) -> dict[str, Fate]:
        """The fate of each unit, by its province."""
        facts = [Fact(MOVES, piece.place) for piece in self.moving]
        facts += [Fact(SAILS, place) for place in self.must_sail | self.may_sail]
        while True:
            cases = {fact: self.cases(fact) for fact in facts if fact not in self.known}
            if not cases:
                return self.fates()
            settled = {
                fact: ends[0][1]
                for fact, ends in cases.items()
                if len({answer for _, answer in ends}) == 1
            }
            self.known.update(settled or self.untie(cases))

    def cases(self, fact: Fact) -> list[tuple[dict[Fact, bool], bool]]:
        """Return how a fact can come out: what is given of the open facts, and the answer then."""
        found: list[tuple[dict[Fact, bool], bool]] = []
        tries: list[dict[Fact, bool]] = [{}]
        while tries:
            given = tries.pop()
            try:
                answer = self.rule(fact, Given(self.known, given))
            except Unknown as unknown:
                tries += [{**given, unknown.fact: value} for value in (True, False)]
            else:
                found.append((given, answer))
        return found

    def untie(
        self, cases: Mapping[Fact, Sequence[tuple[dict[Fact, bool], bool]]]
    ) -> dict[Fact, bool]:
        """Settle a knot that depends on nothing outside it; of several, a smallest."""
        depends = {fact: on_what(ends) for fact, ends in cases.items()}
        knot = min((reached(fact, depends) for fact in cases), key=len)
        ends = sorted(knot)
        answers = [
            story
            for values in product((True, False), repeat=len(ends))
            for story in [dict(zip(ends, values, strict=True))]
            if all(consistent(cases[fact], story, story[fact]) for fact in ends)
        ]
        if len(answers) == 1:
            return answers[0]
        convoys = [fact for fact in ends if fact.what == SAILS]
        if convoys:
            return dict.fromkeys(convoys, False)
        return max(answers, key=lambda story: sum(story.values()))

    # -- telling it

    def fates(self) -> dict[str, Fate]:
        """Return what became of each unit, once all is known."""
        return {place: self.fate(piece) for place, piece in self.pieces.items()}

    def fate(self, piece: Piece) -> Fate:
        story = self.known
        outcome = "stays"
        if piece.kind == MOVE:
            outcome = "moves" if story[Fact(MOVES, piece.place)] else "fails"
        elif piece.kind == SUPPORT:
            outcome = "cut" if self.cut(piece, story) else "supports"
        by_convoy = outcome == "moves" and self.by_sea(piece, story)
        enemy = self.dislodger(piece, story)
        if enemy is None:
            return Fate(outcome, by_convoy, "", frozenset())
        return Fate(outcome, by_convoy, enemy.place, self.retreats(piece, enemy))

    def retreats(self, piece: Piece, enemy: Piece) -> frozenset[str]:
        """VII: where a dislodged unit may go."""
        story = self.known
        if piece.fleet:
            beside = self.fleet_ends(piece.location)
        else:
            beside = self.map[piece.place].army
        open_origin = self.rules.retreat_to_convoy_origin and self.by_sea(enemy, story)
        return frozenset(
            end
            for end in beside
            if not self.occupied(province(end))
            and not self.contested(province(end))
            and (open_origin or province(end) != enemy.place)
        )

    def occupied(self, place: str) -> bool:
        """Return whether a unit stands in a province after the moves."""
        story = self.known
        entered = any(p.goal == place and story[Fact(MOVES, p.place)] for p in self.moving)
        there = self.pieces.get(place)
        left = there is not None and there.kind == MOVE and story[Fact(MOVES, place)]
        return entered or (there is not None and not left)

    def contested(self, place: str) -> bool:
        """Return whether a province is empty because moves to it kept each other out."""
        return any(p.goal == place and self.keeps_out(p, self.known) > 0 for p in self.moving)


class Given(dict[Fact, bool]):
    """A story with only some of its facts."""

    def __init__(self, known: Mapping[Fact, bool], guessed: Mapping[Fact, bool]) -> None:
        super().__init__(known)
        self.update(guessed)

    def __missing__(self, fact: Fact) -> bool:
        raise Unknown(fact)


def read_piece(board: Board, position: Position, number: int, order: Order) -> Piece:
    """A unit and its order, by name."""
    unit = position.units[number]
    location = board.locations[unit.location]
    piece = Piece(
        power=board.powers[unit.power].id,
        fleet=unit.fleet,
        location=location,
        place=province(location),
        kind=order.kind,
    )
    if order.kind == HOLD:
        return piece
    target = board.locations[order.target]
    if order.kind == MOVE:
        return piece._replace(goal=province(target), goal_location=target, via=order.via)
    return piece._replace(
        helped=province(target),
        helped_goal=board.provinces[order.end] if order.end >= 0 else "",
        coast=board.locations[order.coast] if order.coast >= 0 else "",
    )


def province(location: str) -> str:
    """The province of a location: `STP` of `STP/SC`."""
    return location.partition("/")[0]


def on_what(ends: Sequence[tuple[dict[Fact, bool], bool]]) -> set[Fact]:
    """The facts that make a difference: two cases that differ in nothing else come out apart."""
    found: set[Fact] = set()
    for one, answer in ends:
        for two, other_answer in ends:
            apart = {fact for fact in one.keys() & two.keys() if one[fact] != two[fact]}
            if answer != other_answer and len(apart) == 1:
                found |= apart
    return found


def reached(fact: Fact, depends: Mapping[Fact, set[Fact]]) -> set[Fact]:
    """All that a fact depends on, directly or not, and itself."""
    seen, todo = {fact}, [fact]
    while todo:
        new = depends[todo.pop()] - seen
        seen |= new
        todo += new
    return seen


def consistent(
    ends: Sequence[tuple[dict[Fact, bool], bool]], story: Mapping[Fact, bool], value: bool
) -> bool:
    """Return whether a fact has the value that the rules give it in a story."""
    return all(
        answer == value
        for given, answer in ends
        if all(story.get(fact, value) == value for fact, value in given.items())
    )
