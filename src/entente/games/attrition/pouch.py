"""Sections 4.1 and 4.2: tiles into the pouch and out of it; 16: mulligans; H1: the bid."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.attrition.bid import bid_tiles
from entente.games.attrition.board import CENTRAL, ELITE, INFANTRY, OTTOMAN, RUSSIA, Tile
from entente.games.attrition.context import DONE, AttritionContext, first_turn, steps
from entente.games.attrition.questions import TurnQuestion
from entente.games.attrition.targets import DESTROYED, TO_COME, Target, own_tile
from entente.games.attrition.turn import end_game
from entente.kernel import Action, Frame, Message, Refusal, Seat, refuse, say
from entente.kernel.bag import Bag, Bags, put, put_in, size, take_from

ALL = "all"


@steps.auto
def arrivals(war: AttritionContext, frame: Frame) -> None:
    """4.1.1: tiles due this turn go into the pouch; 10.2: elites go to the reserves."""
    state, turn = war.state, war.board.turns[war.state.turn]
    waiting = state.to_come[war.active]
    due = {t.id: waiting[t.id] for t in war.listed(waiting) if t.arrival == turn}
    for name, number in due.items():
        arrive(war, war.tile(name), number)
    if due:
        war.log("log.arrive", seat=war.active, tiles=due)
    for row in war.board.tables.tiles.elite:
        if row.removed_turn == turn and war.tile(row.id).side == war.active:
            disband(war, war.tile(row.id))


def arrive(war: AttritionContext, tile: Tile, number: int) -> None:
    """Tiles come from beside the turn track."""
    state = war.state
    take_from(state.to_come, tile.side, tile.id, number)
    put_in((state.reserves if tile.type == ELITE else state.pouch), tile.side, tile.id, number)


def disband(war: AttritionContext, elite: Tile) -> None:
    """10.6: an elite leaves the game; on the board a regular infantry tile takes its place."""
    state, side = war.state, elite.side
    regular = f"{elite.nation}-{INFANTRY}"
    if take_any(state.reserves, side, elite.up):
        put(state.removed, elite.up)
        war.log("log.disband", tile=elite.up)
    for region in state.board:
        for name in (elite.up, elite.down):
            if not take_any(state.board, region, name):
                continue
            put(state.removed, elite.up)
            war.log("log.disband", tile=elite.up)
            if name == elite.down:
                state.reveal()
            if take_any(state.destroyed, side, regular) or take_any(state.pouch, side, regular):
                placed = war.tile(regular).down if name == elite.down else regular
                put_in(state.board, region, placed)
                war.log("log.replaced", tile=regular, region=region)


def take_any(bags: Bags, place: str, item: str) -> bool:
    """Take a tile if there is one."""
    if item not in bags[place]:
        return False
    take_from(bags, place, item)
    return True


@steps.auto
def forced_returns(war: AttritionContext, frame: Frame) -> None:
    """Card EP5: this turn all destroyed tiles must go back."""
    if war.in_force("EP5"):
        return_tiles(war, dict(war.state.destroyed[war.active]))


@steps.ask("return_tiles")
class ReturnTiles(TurnQuestion):
    """4.1.2: destroyed tiles go back into the pouch, a nation as a whole or not at all (A1)."""

    section = "4.1.2"
    grammar = (f"return {ALL}", "return <nation>", "return <tile>", DONE)

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        tiles = list(war.listed(war.state.destroyed[war.active]))
        if tiles:
            yield f"return {ALL}"
        by_tile = war.state.options["returns"] == "by_tile"
        items = dict.fromkeys(tile.id if by_tile else tile.nation for tile in tiles)
        yield from (f"return {item}" for item in items)

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        word = action.args[0]
        if word in war.board.tiles and war.state.options["returns"] == "by_nation":
            return refuse(self.section, "refusal.whole_nation")
        return refuse(self.section, "refusal.none_destroyed", what=word)

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        nation = war.board.regions[thing.region].nation if thing.kind == "region" else thing.word
        if thing.kind in ("region", "nation") and war.board.nations[nation].side == seat:
            if any(tile.nation == nation for tile in war.listed(war.state.destroyed[seat])):
                return None
            return refuse(self.section, "refusal.none_destroyed", what=nation)
        tile = own_tile(war, seat, thing)
        if tile is None or thing.pile == TO_COME:
            return None
        key = "whole_nation" if thing.pile == DESTROYED else "not_destroyed"
        return refuse(self.section, f"refusal.{key}", tile=tile.id)

    def hint(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Message | None:
        """Show the resulting size of the pouch, and how much of it is drawn."""
        if action == DONE:
            return None
        count = size(tiles_to_return(war, action.args[0]))
        pouch = size(war.state.pouch[war.active]) + count
        return say("hint.return", count=count, pouch=pouch, draw=min(pouch, drawn_next(war)))

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        return_tiles(war, tiles_to_return(war, action.args[0]))


def tiles_to_return(war: AttritionContext, what: str) -> Bag:
    """Return the destroyed tiles selected: all, those of a nation, or one of a kind."""
    return {
        name: 1 if what == name else number
        for name, number in war.state.destroyed[war.active].items()
        if what in (ALL, name, war.tile(name).nation)
    }


def return_tiles(war: AttritionContext, back: Bag) -> None:
    """Tiles from the destroyed pile into the pouch."""
    for name, number in back.items():
        take_from(war.state.destroyed, war.active, name, number)
        put_in(war.state.pouch, war.active, name, number)
    if back:
        ordered = {tile.id: back[tile.id] for tile in war.listed(back)}
        war.log("log.return", seat=war.active, tiles=ordered)


@steps.auto
def draw_tiles(war: AttritionContext, frame: Frame) -> None:
    """4.2: draw as many tiles as industry points; 5.1: a side with 17 points wins."""
    points = war.industry(war.active)
    if points >= war.board.industry.early_victory:
        end_game(war, war.active, "outcome.early", points=points)
        return
    if bonus := fall_bonus(war, points):
        war.log("log.fall_bonus", bonus=bonus)
    draw(war, drawn_next(war))


def drawn_next(war: AttritionContext) -> int:
    """4.2: how many tiles the active player draws, if the pouch has them."""
    points = war.industry(war.active)
    return points + fall_bonus(war, points) + bid_bonus(war)


def fall_bonus(war: AttritionContext, points: int) -> int:
    """6.2: in fall 1914 the Central Powers draw more while the Ottoman Empire is neutral (A3)."""
    if war.active != CENTRAL or war.state.turn != 1 or not war.is_neutral(OTTOMAN):
        return 0
    if war.state.options["bonus"] == "ten":
        return max(0, war.board.industry.fall_1914_draw - points)
    return war.board.industry.fall_1914_bonus


def bid_bonus(war: AttritionContext) -> int:
    """H1: in its first turn a side draws as many more tiles as were bid."""
    options = war.state.options
    return bid_tiles(options, war.active) if war.state.turn == first_turn(options) else 0


def draw(war: AttritionContext, number: int) -> None:
    """Draw tiles into the reserves. After the surrender Russian ones are replaced at once (4.3)."""
    state, side = war.state, war.active
    pouch, left, lost = dict(state.pouch[side]), number, 0
    drawn: Bag = {}
    order = war.board.in_order(pouch)  # tiles no longer there are skipped
    while left > 0 and pouch:
        name = state.chance.draw(pouch, order)
        if state.surrendered and war.tile(name).nation == RUSSIA:
            put_in(state.destroyed, side, name)
            lost += 1
        else:
            put(drawn, name)
            left -= 1
    state.pouch[side] = pouch
    for name, count in drawn.items():
        put_in(state.reserves, side, name, count)
    state.drawn = {tile.id: drawn[tile.id] for tile in war.listed(drawn)}
    log_draw(war, state.drawn)
    if lost:
        war.log("log.russians_discarded", count=lost)


def log_draw(war: AttritionContext, drawn: Bag) -> None:
    """Log a draw; under fog of war only the owner sees the tiles."""
    if not war.state.logs:
        return
    message = say("log.draw", seat=war.active, tiles=drawn)
    hidden = say("log.draw_hidden", seat=war.active, count=size(drawn))
    war.state.log(message, [war.active] if war.fog else None, hidden if war.fog else None)


@steps.ask("mulligan")
class Mulligan(TurnQuestion):
    """16.3: return all tiles just drawn and draw the same number again."""

    section = "16.3"
    grammar = ("mulligan", DONE)

    def prompt(self, war: AttritionContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.mulligan", tiles=war.state.drawn)

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        if war.state.mulligans.get(war.active, 0) and war.state.drawn:
            yield "mulligan"

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        state, side = war.state, war.active
        state.mulligans[side] -= 1
        number = size(state.drawn)
        for name, count in state.drawn.items():
            take_from(state.reserves, side, name, count)
            put_in(state.pouch, side, name, count)
        war.log("log.mulligan", seat=side)
        draw(war, number)
