"""The adjudicator: which moves succeed, which supports hold, which fleets are dislodged.

Every order other than hold is a yes-or-no question: does the move succeed, does the support hold,
does the convoying fleet stay? An answer may depend on others, so questions are asked recursively,
each answered as soon as only one answer is possible: strengths are intervals of what they can still
be. A question that depends on itself stays open in that pass. The questions open at the end form
cycles. A cycle of moves alone is a rotation and succeeds; a cycle with a convoy is a paradox, and
its convoys fail (Szykman's rule).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from entente.games.diplomacy.board import Board, Unit, bits
from entente.games.diplomacy.rules.editions import Rules
from entente.games.diplomacy.rules.orders import CONVOY, HOLD, MOVE, SUPPORT, Order

NO, YES, MAYBE = 0, 1, 2
OPEN = -1

BY_LAND, BY_SEA, BY_SEA_IF_INTACT = 0, 1, 2


class Adjudicator:
    """The orders of one phase: legal, and in the order of the units."""

    def __init__(
        self, board: Board, rules: Rules, units: Sequence[Unit], orders: Sequence[Order]
    ) -> None:
        self.board = board
        self.rules = rules
        self.orders = orders
        province_of, count = board.province_of, len(units)
        self.power = [unit[0] for unit in units]
        self.place = [province_of[unit[2]] for unit in units]
        self.kind = [order[0] for order in orders]
        self.at = {place: number for number, place in enumerate(self.place)}
        self.end = [-1] * count
        self.attackers: dict[int, list[int]] = {}  # units that would enter a province
        self.backers: list[tuple[int, ...]] = [()] * count
        self.aim = [-1] * count
        self.carriers = [0] * count
        self.idle: set[int] = set()  # supports and convoys that match nothing
        self._match(self._moves())
        self.way = [BY_LAND] * count
        for attackers in self.attackers.values():
            for number in attackers:
                unit = units[number]
                if not unit[1]:
                    self.way[number] = self._way(number, unit)
        self.answer = [OPEN] * count
        self.lost: set[int] = set()  # armies whose convoy fails in a paradox
        self._asking = bytearray(count)
        self._seas = [-1] * count
        self._waits_for: set[int] | None = None

    def run(self) -> Adjudicator:
        """Answer all questions."""
        left = [number for number in self._at_a_glance() if self.ask(number) == MAYBE]
        while left:
            left = self._untie(left)
        return self

    # -- setting up

    def _moves(self) -> list[int]:
        """Find who moves where; return the units that help others."""
        province_of, orders, ends = self.board.province_of, self.orders, self.end
        attackers, helpers = self.attackers, []
        for number, kind in enumerate(self.kind):
            if kind == MOVE:
                end = ends[number] = province_of[orders[number][1]]
                if end in attackers:
                    attackers[end].append(number)
                else:
                    attackers[end] = [number]
            elif kind != HOLD:
                helpers.append(number)
        return helpers

    def _match(self, helpers: list[int]) -> None:
        """Find what supports and convoys help."""
        province_of, orders, kinds = self.board.province_of, self.orders, self.kind
        at, places, ends, aims, idle = self.at, self.place, self.end, self.aim, self.idle
        for number in helpers:
            order = orders[number]
            end, other = order[2], at[province_of[order[1]]]
            if kinds[number] == CONVOY:
                if ends[other] == end:
                    self.carriers[other] |= 1 << places[number]
                else:
                    idle.add(number)
                continue
            if end < 0:
                aims[number] = places[other]
                fits = kinds[other] != MOVE
            else:
                aims[number] = end
                fits = ends[other] == end and (order[4] < 0 or order[4] == orders[other][1])
            if fits:
                self.backers[other] += (number,)
            else:
                idle.add(number)

    def _way(self, number: int, unit: Unit) -> int:
        """Return whether an army travels by land, if it can, or by convoy, if the rules say so."""
        start, end, fleets = self.place[number], self.end[number], self.carriers[number]
        if not self.board.army[start] >> end & 1:
            return BY_SEA
        reading = self.rules.adjacent_convoy
        if reading != "swap_only" and self.orders[number].via:
            return BY_SEA
        if reading == "via_only":
            return BY_LAND
        if reading == "own_fleet_or_via":
            own = any(self.power[self.at[sea]] == unit.power for sea in bits(fleets))
            return BY_SEA if own and self.board.sails(start, end, fleets) else BY_LAND
        other = self.at.get(end, -1)
        swap = other >= 0 and self.end[other] == start
        return BY_SEA_IF_INTACT if swap and self.board.sails(start, end, fleets) else BY_LAND

    # -- lookup

    def _at_a_glance(self) -> list[int]:
        """Answer questions that depend on nothing else; return the others.

        A unit that is not attacked supports or convoys. An unopposed land move into an empty
        province succeeds, and an unsupported move into a province where a unit stays fails.
        """
        answers, attackers, places = self.answer, self.attackers, self.place
        at, kinds = self.at, self.kind
        left = []
        for number, kind in enumerate(kinds):
            if kind != MOVE and kind != HOLD:
                if places[number] in attackers:
                    left.append(number)
                else:
                    answers[number] = YES
        for end, rivals in attackers.items():
            if end in at:
                stays = kinds[at[end]] != MOVE
                for number in rivals:
                    if stays and not self.backers[number]:
                        answers[number] = NO
                    else:
                        left.append(number)
            elif len(rivals) == 1 and self.way[rivals[0]] != BY_SEA:
                answers[rivals[0]] = YES
            else:
                left += rivals
        left.sort()
        return left

    def ask(self, number: int) -> int:
        """YES, NO, or MAYBE while unknown."""
        known = self.answer[number]
        if known != OPEN:
            return known
        if self._waits_for is not None:
            self._waits_for.add(number)
            return MAYBE
        if self._asking[number]:
            return MAYBE
        self._asking[number] = 1
        answer = self._judge(number)
        self._asking[number] = 0
        if answer != MAYBE:
            self.answer[number] = answer
        return answer

    def _untie(self, left: list[int]) -> list[int]:
        """Answer what has become answerable, or break the first cycle; return what is left."""
        waiting: dict[int, set[int]] = {}
        moved = False
        for number in left:
            self._waits_for = set()
            answer = self._judge(number)
            waiting[number], self._waits_for = self._waits_for, None
            if answer != MAYBE:
                self.answer[number] = answer
                moved = True
        left = [number for number in left if self.answer[number] == OPEN]
        if left and not moved:
            self._cut(first_knot(left, waiting))
        return left

    def _cut(self, knot: Iterable[int]) -> None:
        convoys = [number for number in knot if self.kind[number] == CONVOY]
        armies = {self.at[self.board.province_of[self.orders[n].target]] for n in convoys}
        armies -= self.lost
        if armies:
            self.lost |= armies
            return
        for number in knot:
            if self.kind[number] == MOVE:
                self.answer[number] = YES

    def _judge(self, number: int) -> int:
        kind = self.kind[number]
        if kind == MOVE:
            return self._move(number)
        if kind == SUPPORT:
            return self._support(number)
        return self._stays(number)

    def _stays(self, number: int) -> int:
        """Keep a convoying fleet in place unless a unit enters its sea."""
        stays = YES
        for attacker in self.attackers.get(self.place[number], ()):
            entered = self.ask(attacker)
            if entered == YES:
                return NO
            if entered == MAYBE:
                stays = MAYBE
        return stays

    def _support(self, number: int) -> int:
        """VI: a support is cut by any foreign attack not from its target province.

        An attack from there cuts it only by dislodging the unit; the power's own attack never does.
        """
        stands = YES
        for attacker in self.attackers.get(self.place[number], ()):
            if self.power[attacker] == self.power[number]:
                continue
            if self.place[attacker] == self.aim[number]:
                cuts = self.ask(attacker)
            elif self.way[attacker] != BY_SEA:
                return NO
            elif self._spared(number, attacker):
                continue
            else:
                cuts = self.path(attacker)
            if cuts == YES:
                return NO
            if cuts == MAYBE:
                stands = MAYBE
        return stands

    def _spared(self, number: int, army: int) -> bool:
        """VIII.5: a convoyed army does not cut support for an attack on its own convoying fleet.

        Later editions spare every support into that sea, or only if the convoy needs the fleet.
        """
        paradox = self.rules.convoy_paradox
        if paradox == "szykman" or number in self.idle:
            return False
        aim = self.aim[number]
        if not self._routes(army) >> aim & 1:
            return False
        if paradox == "any_support":
            return True
        if self.orders[number].end < 0:
            return False
        if paradox == "attack_support":
            return True
        fleets = self.carriers[army] & ~(1 << aim)
        return not self.board.sails(self.place[army], self.end[army], fleets)

    # -- convoys

    def path(self, army: int) -> int:
        """Return whether the convoy of an army succeeds."""
        routes = self._routes(army)
        start, end = self.place[army], self.end[army]
        if army in self.lost or not routes:
            return NO
        sure = possible = 0
        for sea in bits(routes):
            stays = self.ask(self.at[sea])
            if stays != NO:
                possible |= 1 << sea
                sure |= 1 << sea if stays == YES else 0
            elif self.rules.multi_route_convoy == "any":
                return NO
        if self.rules.multi_route_convoy == "any":
            return YES if sure == possible else MAYBE
        if self.board.sails(start, end, sure):
            return YES
        return MAYBE if self.board.sails(start, end, possible) else NO

    def _routes(self, army: int) -> int:
        """Return the seas of its convoying fleets on minimal routes from start to end."""
        known = self._seas[army]
        if known < 0:
            known = self.board.routes(self.place[army], self.end[army], self.carriers[army])
            self._seas[army] = known
        return known

    def by_sea(self, number: int) -> int:
        """Return whether a move goes by convoy."""
        way = self.way[number]
        return self.path(number) if way == BY_SEA_IF_INTACT else way

    # -- moves

    def _move(self, number: int) -> int:
        """IV, V.2: a move succeeds if it is stronger than everything that opposes it."""
        travels = self.path(number) if self.way[number] == BY_SEA else YES
        if travels == NO:
            return NO
        end = self.end[number]
        other = self.at.get(end, -1)
        if other < 0:
            least, most = self._strength(number)
            hold_least = hold_most = 0
        else:
            meet = self._meet(number, other)
            leaves = NO if self.end[other] < 0 or meet == YES else self.ask(other)
            if meet == MAYBE and leaves == YES:
                leaves = MAYBE
            own = self.power[other] == self.power[number]
            if leaves == NO and own:
                return NO
            least, most = self._attack(number, other, leaves, own)
            hold_least, hold_most = self._hold(other, meet, leaves)
        if most <= hold_least:
            return NO
        sure = travels == YES and least > hold_most
        for rival in self.attackers[end]:
            if rival != number:
                rival_least, rival_most = self._prevent(rival)
                if most <= rival_least:
                    return NO
                sure = sure and least > rival_most
        return YES if sure else MAYBE

    def _attack(self, number: int, other: int, leaves: int, own: bool) -> tuple[int, int]:
        """V.3: the attack strength: against a unit that stays, supports of its own power do not
        count."""
        if leaves == NO:
            return self._strength(number, self.power[other])
        least, most = self._strength(number)
        if leaves == MAYBE:
            least = 0 if own else self._strength(number, self.power[other])[0]
        return least, most

    def _hold(self, other: int, meet: int, leaves: int) -> tuple[int, int]:
        """Return a unit's defend or hold strength: by its move in a head-on battle, otherwise by
        holding."""
        if leaves == YES:
            return 0, 0
        if self.end[other] < 0 or meet == YES:
            return self._strength(other)
        if meet == MAYBE:
            return (0 if leaves == MAYBE else 1), self._strength(other)[1]
        return (1, 1) if leaves == NO else (0, 1)

    def _prevent(self, rival: int) -> tuple[int, int]:
        """V.7: a rival's prevent strength, even if it does not get in itself."""
        travels = self.path(rival) if self.way[rival] == BY_SEA else YES
        if travels == NO:
            return 0, 0
        least, most = self._strength(rival)
        if travels == MAYBE:
            least = 0
        other = self.at.get(self.end[rival], -1)
        if other < 0 or self.end[other] != self.place[rival]:
            return least, most
        beaten = self._beaten(rival, other)
        if beaten == YES:
            return 0, 0
        return (least if beaten == NO else 0), most

    def _beaten(self, rival: int, other: int) -> int:
        """Return whether a unit is dislodged from the very province it attacks: its strength is
        zero."""
        meet = self._meet(rival, other)
        if meet == YES:
            return self.ask(other)
        if self.rules.dislodged_effect == "never":
            came, went = self.ask(other), self.ask(rival)
            if came == NO or went == YES:
                return NO
            return YES if came == YES and went == NO else MAYBE
        return NO if meet == NO or self.ask(other) == NO else MAYBE

    def _meet(self, number: int, other: int) -> int:
        """Return whether two units attack each other head-on, neither by convoy."""
        if self.end[other] != self.place[number]:
            return NO
        one = self.by_sea(number)
        if one == YES:
            return NO
        two = self.by_sea(other)
        if two == YES:
            return NO
        return YES if one == NO and two == NO else MAYBE

    def _strength(self, number: int, without: int = -1) -> tuple[int, int]:
        """One plus the supports that hold, without those of one power."""
        least = most = 1
        for backer in self.backers[number]:
            if self.power[backer] != without:
                stands = self.ask(backer)
                if stands != NO:
                    most += 1
                    if stands == YES:
                        least += 1
        return least, most

    # -- queries for reports, once everything is answered

    def cutters(self, number: int) -> list[int]:
        """Return the units whose attack cuts a support."""
        cutters = []
        for attacker in self.attackers.get(self.place[number], ()):
            foreign = self.power[attacker] != self.power[number]
            aimed = self.place[attacker] == self.aim[number]
            if not foreign or (aimed and self.answer[attacker] != YES):
                continue
            sails = self.way[attacker] == BY_SEA
            if sails and (self._spared(number, attacker) or self.path(attacker) != YES):
                continue
            cutters.append(attacker)
        return cutters

    def bars(self, number: int) -> bool:
        """Return whether a failed move still kept others out."""
        return self.answer[number] == NO and self._prevent(number)[0] > 0

    def bars_out(self, rival: int, number: int) -> bool:
        """Return whether a rival is strong enough to keep a given move out."""
        other = self.at.get(self.end[number], -1)
        stays = other >= 0 and not (self.end[other] >= 0 and self.answer[other] == YES)
        without = self.power[other] if stays else -1
        return self._prevent(rival)[0] >= self._strength(number, without)[0]

    def meets(self, number: int, other: int) -> bool:
        """Return whether two units met head-on."""
        return self._meet(number, other) == YES

    def held_by_own_support(self, number: int, other: int) -> bool:
        """V.3: whether the attack fails only because the attacked power helped it."""
        strong, weak = self._strength(number)[0], self._strength(number, self.power[other])[0]
        hold = 1 if self.end[other] >= 0 else self._strength(other)[0]
        return weak <= hold < strong


def first_knot(left: list[int], waiting: dict[int, set[int]]) -> set[int]:
    """Return the first set of questions that depend only on each other."""
    smallest: set[int] = set()
    for number in left:
        seen, front = {number}, [number]
        while front:
            for other in waiting[front.pop()] - seen:
                seen.add(other)
                front.append(other)
        if not smallest or len(seen) < len(smallest):
            smallest = seen
    return smallest
