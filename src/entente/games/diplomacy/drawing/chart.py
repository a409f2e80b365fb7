"""The sheet of results as SVG: the map with centres, units and orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise

from entente.games.diplomacy.board import SEA, Board, Unit, bits
from entente.games.diplomacy.drawing import arrows, signs
from entente.games.diplomacy.drawing.arrows import Curve
from entente.games.diplomacy.drawing.empty_map import DrawnProvince, drawing
from entente.games.diplomacy.drawing.legend import FOOT, cartouche, key, letters
from entente.games.diplomacy.drawing.signs import INK, PAPER, POWER_COLOURS, WARNING
from entente.games.diplomacy.notation import writing
from entente.games.diplomacy.rules.orders import CONVOY, HOLD, MOVE, SUPPORT, Order, Position
from entente.games.diplomacy.rules.results import VOID, Result, Results
from entente.kernel import Catalog

KINDS = {HOLD: "hold", CONVOY: "convoy", SUPPORT: "support", MOVE: "move"}  # in drawing order


class ResultChart:
    """One sheet as SVG elements, from bottom to top."""

    def __init__(
        self,
        board: Board,
        shown: Results | Position,
        centres: Sequence[int],
        retreats: Mapping[Unit, int | None] | None,
        catalog: Catalog,
    ) -> None:
        self.board = board
        self.catalog = catalog
        self.language = catalog.language
        self.drawing = drawing()
        self.results = shown if isinstance(shown, Results) else None
        self.position = shown.position if isinstance(shown, Results) else shown
        self.centres = centres
        self.retreats = retreats
        self.owner = {place: power for power, mask in enumerate(centres) for place in bits(mask)}
        self.names = [power.id for power in board.powers]
        self.letters = [escape(letters(catalog, name)) for name in self.names]

    def lines(self, title: str, description: str) -> Iterator[str]:
        """Draw the whole sheet; the description is for screen readers."""
        width, height = self.drawing.width, self.drawing.height + FOOT
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'role="img" aria-labelledby="title description" lang="{self.language}">'
        )
        yield f'<title id="title">{escape(title)}</title>'
        yield f'<desc id="description">{escape(description)}</desc>'
        yield f"<style>{signs.STYLE}</style>{signs.ROCK}"
        yield f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
        yield from self.map()
        yield from self.orders()
        yield from self.units()
        yield from self.inscriptions()
        units = [unit.power for unit in self.position.units]
        counts = [(mask.bit_count(), units.count(n)) for n, mask in enumerate(self.centres)]
        yield from cartouche(title, self.names, counts, self.catalog)
        yield from key(width, self.drawing.height, self.catalog, orders=self.results is not None)
        yield (
            f'<rect x="1.5" y="1.5" width="{width - 3}" height="{height - 3}" fill="none" '
            f'stroke="{INK}" stroke-width="3"/></svg>'
        )

    # -- the map

    def map(self) -> Iterator[str]:
        drawn, provinces = self.drawing, self.drawing.provinces
        yield '<g class="map">'
        for number in sorted(range(len(self.board.provinces)), key=lambda n: not self._is_sea(n)):
            name, sea = self.board.provinces[number], self._is_sea(number)
            fill = signs.WATER if sea else self.tint(number, provinces[name])
            full = escape(self.catalog.name("province", name))
            yield (
                f'<path class="province{" sea" if sea else ""}" data-province="{escape(name)}" '
                f'fill="{fill}" d="{provinces[name].path}"><title>{full}</title></path>'
            )
        for kind in ("scenery", "impassable", "water"):
            yield f'<path class="{kind}" d="{getattr(drawn, kind)}"/>'
        for one, other in drawn.links:
            link = Curve([complex(*provinces[one].unit), complex(*provinces[other].unit)])
            yield from signs.stroke(link.path(), signs.BORDER, 2.0, "1 5")
        yield "</g>"

    def tint(self, number: int, province: DrawnProvince) -> str:
        """Return the colour of the centre's owner; paler in the rest of a surviving country."""
        if number in self.owner:
            return signs.mixed(
                POWER_COLOURS[self.names[self.owner[number]]].colour, signs.LAND, 0.42
            )
        if province.home:
            power = self.board.power[province.home]
            if self.centres[power] & self.board.homes[power]:
                return signs.mixed(POWER_COLOURS[province.home].colour, signs.LAND, 0.2)
        return signs.LAND

    def inscriptions(self) -> Iterator[str]:
        """Draw codes and centres on top of everything else, so they are always readable."""
        yield '<g class="inscriptions">'
        for number, name in enumerate(self.board.provinces):
            province = self.drawing.provinces[name]
            x, y = province.label
            code = escape(writing.place(self.board, number, self.language))
            at_sea = " at-sea" if self._is_sea(number) else ""
            yield f'<text class="code{at_sea}" x="{x}" y="{y}">{code}</text>'
            if province.centre is not None:
                yield self.centre(number, complex(*province.centre))
        yield "</g>"

    def centre(self, number: int, spot: complex) -> str:
        owner = self.owner.get(number)
        if owner is None:
            return f'<g class="centre">{signs.neutral_centre(spot)}</g>'
        colours = POWER_COLOURS[self.names[owner]]
        return (
            f'<g class="centre" data-owner="{escape(self.names[owner])}">'
            f"<circle {signs.placed(spot)} "
            f'r="6.8" fill="{colours.colour}" stroke="{PAPER}" stroke-width="1.2"/>'
            f'<text x="{arrows.number(spot.real)}" y="{arrows.number(spot.imag + 3)}" '
            f'style="fill:{colours.letters}">{self.letters[owner]}</text></g>'
        )

    def _is_sea(self, number: int) -> bool:
        return self.board.kind[number] == SEA

    # -- units

    def units(self) -> Iterator[str]:
        yield '<g class="units">'
        for number, unit in enumerate(self.position.units):
            spot = self.spot(unit.location)
            power = self.names[unit.power]
            name = writing.unit(self.board, unit, self.language)
            kind = "fleet" if unit.fleet else "army"
            sign = signs.piece(POWER_COLOURS[power], self.letters[unit.power], fleet=unit.fleet)
            if self.results is not None and self.results.results[number].dislodged_by >= 0:
                yield f'<g class="dislodged">{signs.explosion(spot)}</g>'
            yield (
                f'<g class="unit {kind}" data-power="{power}" '
                f'transform="translate({arrows.write(spot)})"><title>'
                f"{escape(self.catalog.name('power', power))}: {escape(name)}</title>"
                f"{sign}</g>"
            )
            if self.retreats is not None and self.retreats.get(unit, -1) is None:
                yield f'<path class="mark" d="{arrows.cross(spot, 16.0)}"/>'
        yield "</g>"

    def spot(self, location: int) -> complex:
        return self.drawing.spot(self.board, location)

    # -- orders

    def orders(self) -> Iterator[str]:
        if self.results is None:
            return
        layers = list(KINDS)
        results = self.results.results
        yield '<g class="orders">'
        for number in sorted(
            range(len(results)), key=lambda n: layers.index(results[n].order.kind)
        ):
            result = results[number]
            text = writing.write(self.board, self.position, number, result.order, self.language)
            yield (
                f'<g class="order {KINDS[result.order.kind]}" data-outcome="{result.outcome}">'
                f"<title>{escape(text)}</title>"
            )
            yield from self.order(number, result)
            yield "</g>"
        for number, ends in self.results.dislodged().items():
            yield from self.retreat(number, ends)
        yield "</g>"

    def order(self, number: int, result: Result) -> Iterator[str]:
        unit, order = self.position.units[number], result.order
        spot = self.spot(unit.location)
        colour = signs.mixed(POWER_COLOURS[self.names[unit.power]].colour, "#000000", 0.74)
        works = result.outcome in signs.WORKING
        if order.kind == HOLD:
            above = spot - 20j
            yield from signs.stroke(Curve([above - 11, above + 11]).path(), colour, 3.0)
        elif order.kind == MOVE:
            way = self.way(number, order.target).cut(0.0, self.room(order.target))
            yield from signs.arrow(way, colour, works=works)
        elif order.kind == SUPPORT:
            yield from self.support(spot, colour, order, works=works)
        else:
            yield from self.convoy(number, colour, order, works=works)
        if result.outcome == VOID:
            badge = spot + 16 - 15j
            yield (
                f'<circle {signs.placed(badge)} r="7" fill="{PAPER}" stroke="{WARNING}" '
                f'stroke-width="1.6"/><text class="sign" x="{arrows.number(badge.real)}" '
                f'y="{arrows.number(badge.imag + 4.5)}" style="fill:{WARNING}">!</text>'
            )

    def support(self, spot: complex, colour: str, order: Order, *, works: bool) -> Iterator[str]:
        """Draw a support to the middle of the move it helps, or to the unit, ending in a bar."""
        dashes = signs.SUPPORTING if works else signs.SUPPORT_CUT
        helped = self.position.at.get(self.board.province_of[order.target])
        if order.end >= 0 and helped is not None:
            goal = self.way(helped, order.coast if order.coast >= 0 else order.end).at(0.5)
            line = Curve([spot, goal]).cut(arrows.UNIT, 0.0)
            yield from signs.stroke(line.path(), colour, 3.0, dashes)
            yield signs.knob(goal, colour)
        else:
            goal = self.spot(order.target)
            line = Curve([spot, goal]).cut(arrows.UNIT, arrows.UNIT + 6)
            yield from signs.stroke(line.path(), colour, 3.0, dashes)
            yield from signs.stroke(arrows.bar(line.at(1), line.heading(0.9)), colour, 3.2)
        if not works:
            yield signs.crossed(line.at(0.5))

    def convoy(self, number: int, colour: str, order: Order, *, works: bool) -> Iterator[str]:
        """Draw waves over the fleet, and a line towards the move if the army has no such order."""
        spot = self.spot(self.position.units[number].location)
        army = self.position.at.get(self.board.province_of[order.target])
        if army is not None and number in self.carriers(army, order.end):
            middle = spot - 24j
            yield from signs.waves(middle - 14, middle + 14, colour)
        else:
            goal = (self.spot(order.target) + self.spot(order.end)) / 2
            line = Curve([spot, goal]).cut(arrows.UNIT, 0.0)
            middle = line.at(0.5)
            yield from signs.stroke(arrows.wave(line.at(0), line.at(1)).path(), colour, 2.2)
        if not works:
            yield signs.crossed(middle)

    def retreat(self, number: int, ends: Sequence[int]) -> Iterator[str]:
        """Draw where a dislodged unit went; if unknown, its possible retreats."""
        unit = self.position.units[number]
        goals = ends
        if self.retreats is not None:
            gone = self.retreats.get(unit)
            goals = () if gone is None else (gone,)
        name = escape(writing.unit(self.board, unit, self.language))
        yield f'<g class="retreat"><title>{name}</title>'
        for goal in goals:
            way = arrows.swerve(self.spot(unit.location), self.spot(goal))
            shown = max(8.0, way.length - 62.0) if self.retreats is None else 8.0
            way = way.cut(24.0, shown)
            yield from signs.stroke(way.path(), WARNING, 2.4, signs.RETREATING)
            tip = arrows.head(way.at(1), way.heading(0.95))
            yield f'<path d="{tip}" fill="{PAPER}" stroke="{WARNING}" stroke-width="1.6"/>'
        yield "</g>"

    # -- paths of the lines

    def way(self, number: int, target: int) -> Curve:
        """Return the line of a move, through its convoying fleets if any."""
        start = self.position.units[number].location
        stops = [start, *self.route(number, self.board.province_of[target]), target]
        points = [self.spot(start)]
        for here, there in pairwise(stops):
            points += [*self.drawing.passage(self.board, here, there), self.spot(there)]
        return arrows.swerve(*points) if len(points) == 2 else arrows.voyage(points)

    def carriers(self, army: int, end: int) -> dict[int, int]:
        """Return the fleets ordered to convoy an army's move, by number, and their seas."""
        assert self.results is not None
        place = self.board.province_of[self.position.units[army].location]
        move = self.results.results[army].order
        if move.kind != MOVE or self.board.province_of[move.target] != end:
            return {}
        return {
            number: unit.location
            for number, unit in enumerate(self.position.units)
            for order in [self.results.results[number].order]
            if order.kind == CONVOY
            and self.board.province_of[order.target] == place
            and order.end == end
            and self.board.seas >> unit.location & 1
        }

    def route(self, army: int, end: int) -> list[int]:
        """Return the shortest chain of these fleets' seas; empty if they form no route."""
        board = self.board
        start = board.province_of[self.position.units[army].location]
        seas = sum(1 << sea for sea in self.carriers(army, end).values())
        reached = {sea: [sea] for sea in bits(board.shore[start] & seas)}
        front = list(reached)
        for sea in front:  # grows during iteration
            if board.shore[end] >> sea & 1:
                return reached[sea]
            for onward in bits(board.sea_next[sea] & seas):
                if onward not in reached:
                    reached[onward] = [*reached[sea], onward]
                    front.append(onward)
        return []

    def room(self, target: int) -> float:
        """Return the gap between an arrow and its destination, which may hold a unit."""
        other = self.position.at.get(self.board.province_of[target])
        if other is None:
            return 4.0
        apart = abs(self.spot(self.position.units[other].location) - self.spot(target))
        return arrows.UNIT + 4.0 if apart < 20.0 else 4.0
