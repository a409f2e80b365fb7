"""What each player sees, and resampling of what they do not."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

import msgspec

from entente.games.attrition.board import DECOY, ELITE, RUSSIA, SIDES, Tile, other_side, unknown
from entente.games.attrition.cards import deck_of
from entente.games.attrition.context import AttritionContext
from entente.games.attrition.dice import fight_under_way
from entente.games.attrition.kinds import EACH_SIDE, SideName, StatusName
from entente.games.attrition.movement import any_step
from entente.games.attrition.routes import PathsByStart
from entente.games.attrition.scoring import scoring_dice
from entente.games.attrition.state import Battle
from entente.kernel import Seat, View
from entente.kernel.bag import Bag, Bags, put, put_in, size, take_from


class Die(msgspec.Struct):
    """A die of a battle."""

    face: int
    """The number it shows."""
    attacker: bool
    """Whether it scores for the attacker."""
    defender: bool
    """Whether it scores for the defender."""


class Fight(msgspec.Struct):
    """The battle being fought."""

    region: str
    """The region of the battle."""
    attacker: SideName
    """The side that attacks."""
    nation: str
    """The nation that rolls; empty before the first roll."""
    tiles: Annotated[dict[SideName, Bag], EACH_SIDE]
    """The tiles of each side."""
    dice: list[Die]
    """The current dice."""
    due: dict[SideName, int]
    """The hits that each side must take, once they are counted."""
    won: bool
    """Whether the attacker has taken the region and only advances; then the dice no longer
    matter."""


class AttritionView(View):
    """The game as one player sees it. Hidden tiles are `<side>-unknown`."""

    turn: str
    """The turn, such as `fall_1916`."""
    number: int
    """The number of the turn, from 1 to 10."""
    active: SideName
    """The side whose player-turn it is."""
    industry: Annotated[dict[SideName, int], EACH_SIDE]
    """The industry points of each side."""
    status: dict[str, StatusName]
    """The marker of each region: a side, `neutral` or `contested`."""
    value: dict[str, int]
    """The industry value of each region."""
    board: Bags
    """The tiles in each region, with their number."""
    pouch: Bags
    """The tiles in the pouch of each side."""
    reserves: Bags
    """The tiles in the reserves of each side."""
    destroyed: Bags
    """The tiles of each side that are destroyed."""
    to_come: Bags
    """The tiles of each side beside the turn track."""
    airfield: Bags
    """The tiles on the airfield of each side."""
    removed: Bag
    """The tiles that are out of the game."""
    surrendered: bool
    """Whether Russia has surrendered (4.3)."""
    ruhr: bool
    """Whether the Ruhr counts for the Central Powers (19)."""
    mulligans: dict[SideName, int]
    """The mulligans left to each side."""
    generals: dict[SideName, list[str]]
    """The generals that each side still has."""
    trenches: dict[SideName, Bag]
    """The trenches of each side, by region."""
    hand: list[str]
    """The event cards of this seat."""
    dropped: list[str]
    """The event cards that were dealt to this seat and that it did not keep."""
    cards: dict[SideName, int]
    """The number of event cards in each hand."""
    played: dict[SideName, list[str]]
    """The event cards that each side has played."""
    in_force: list[str]
    """The event cards in force in this player-turn."""
    coming: list[str]
    """The event cards in force in the next player-turn."""
    battles: list[str]
    """The regions with a battle to fight."""
    movable: Bags
    """For the side that moves: the tiles that may still move, by region."""
    battle: Fight | None
    """The battle being fought."""
    paths: PathsByStart
    """The path of each march that this seat may order, by start and end."""
    sea_paths: PathsByStart
    """The same for arrivals by sea."""
    peace: bool
    """Whether no one may enter an enemy region (6.1)."""

    @property
    def fighting(self) -> str:
        """The region of the battle until the attacker has won it."""
        return self.battle.region if self.battle and not self.battle.won else ""


def build_view(war: AttritionContext, seat: Seat | None, common: dict[str, Any]) -> AttritionView:
    """Build the view of a seat, or of a spectator, who sees only what is in `common`."""
    state = war.state
    by_land, by_sea = march_paths(war) if is_marching(war, seat) else ({}, {})
    return AttritionView(
        **common if seat is None else common | own_tiles(war, seat, common),
        hand=list(state.hand.get(seat or "", [])),
        dropped=list(state.dropped.get(seat or "", [])),
        movable={r: dict(bag) for r, bag in state.movable.items()} if seat == state.active else {},
        paths=by_land,
        sea_paths=by_sea,
    )


def seen_by_all(war: AttritionContext) -> dict[str, Any]:
    """Return what both players and spectators see."""
    state = war.state
    value = {region: war.value(region) for region in war.board.regions}
    return {
        "turn": war.board.turns[state.turn],
        "number": state.turn + 1,
        "active": state.active,
        "industry": {side: war.industry(side) for side in SIDES},
        "status": dict(state.status),
        "value": value,
        "board": {region: seen(war, there, None) for region, there in state.board.items()},
        "pouch": pile(war, state.pouch, None),
        "reserves": pile(war, state.reserves, None),
        "destroyed": {side: dict(state.destroyed[side]) for side in SIDES},
        "to_come": {side: dict(state.to_come[side]) for side in SIDES},
        "airfield": {side: dict(state.airfield[side]) for side in SIDES},
        "removed": dict(state.removed),
        "surrendered": state.surrendered,
        "ruhr": state.ruhr,
        "mulligans": dict(state.mulligans),
        "generals": {side: list(names) for side, names in state.generals.items()},
        "trenches": {side: dict(dug) for side, dug in state.trenches.items()},
        "cards": {side: len(cards) for side, cards in state.hand.items()},
        "played": {side: list(cards) for side, cards in state.played.items()},
        "in_force": list(state.in_force),
        "coming": list(state.coming),
        "battles": list(state.battles),
        "battle": fight(war, state.battle) if state.battle else None,
        "peace": war.peace,
    }


def own_tiles(war: AttritionContext, seat: Seat, common: dict[str, Any]) -> dict[str, Any]:
    """Return what a seat sees beyond a spectator: its face-down tiles and its piles."""
    state, hidden = war.state, unknown(seat)
    own = {
        region: seen(war, state.board[region], seat)
        for region, there in common["board"].items()
        if hidden in there
    }
    return {
        "board": common["board"] | own if own else common["board"],
        "pouch": pile(war, state.pouch, seat),
        "reserves": pile(war, state.reserves, seat),
    }


def pile(war: AttritionContext, bags: Bags, seat: Seat | None) -> Bags:
    """Tiles beside the map; under fog of war each side sees only its own."""
    return {
        side: dict(bags[side]) if not war.fog or seat == side else hide(bags[side], side)
        for side in SIDES
    }


def fight(war: AttritionContext, battle: Battle) -> Fight:
    """Return the battle as everyone sees it: all its tiles are face up (12.4)."""
    sides = (war.active, war.passive)
    tiles: Bags = {side: war.tiles_in(battle.region, side) for side in sides}
    won = is_won(war, battle.region)
    return Fight(
        region=battle.region,
        attacker=war.active,
        nation=battle.nation,
        tiles=tiles,
        dice=dice(war, battle.dice) if not won else [Die(d, False, False) for d in battle.dice],
        due=dict(battle.hits) if not won else {},
        won=won,
    )


def dice(war: AttritionContext, faces: list[int]) -> list[Die]:
    """4.8.2: both sides score with the same dice."""
    board, under_way = war.board, fight_under_way(war)
    attacking, defending, per_tile = under_way.attackers, under_way.defenders, under_way.per_tile
    barrage = under_way.is_barrage
    for_attacker = scoring_dice(board, attacking, faces, per_tile=per_tile, barrage=barrage)
    for_defender = scoring_dice(board, defending, faces, per_tile=per_tile)
    return [Die(*each) for each in zip(faces, for_attacker, for_defender, strict=True)]


def is_marching(war: AttritionContext, seat: Seat | None) -> bool:
    """Return whether this seat moves its tiles now."""
    return war.state.step == "move" and seat == war.active


def march_paths(war: AttritionContext) -> tuple[PathsByStart, PathsByStart]:
    """Return the paths of all marches that arrive by land, and by sea."""
    known, starts = (
        war.routes.march_paths(war.state.status, peace=war.peace),
        tuple(war.state.movable),
    )
    return known.of_all(war.active, starts, any_step=any_step(war))


def is_won(war: AttritionContext, region: str) -> bool:
    """4.8.4: whether only the attacker is left, with a control marker."""
    return war.status(region) == war.active and not war.has_tiles(region, war.passive)


def hide(bag: Bag, side: str) -> Bag:
    return {unknown(side): size(bag)} if bag else {}


def seen(war: AttritionContext, there: Bag, seat: Seat | None) -> Bag:
    """12.3: the seat's own tiles and the enemy's face-up tiles; unknown ones come last."""
    if not there:
        return {}
    bag: Bag = {}
    hidden: Bag = {}
    for name in war.board.in_order(there):
        tile = war.tile(name)
        if tile.is_down and tile.side != seat:
            put(hidden, unknown(tile.side), there[name])
        else:
            put(bag, name, there[name])
    if hidden:
        bag |= {unknown(side): hidden[unknown(side)] for side in SIDES if unknown(side) in hidden}
    return bag


# -- determinization

EXCHANGES = 5  # rounds of exchanges after the first assignment


Kind = tuple[str, bool]


class Slot:
    """A place with an unknown tile; `movable` if it may still move."""

    def __init__(self, place: str, region: str = "", *, movable: bool = False) -> None:
        self.place = place
        self.region = region
        self.movable = movable
        self.kind: Kind = (place, movable)  # slots of a kind take the same tiles

    def takes(self, war: AttritionContext, tile: Tile, nation: str) -> bool:
        """Return whether a tile may be here, by public knowledge."""
        if self.place == "pouch":
            return tile.type not in (ELITE, DECOY)
        if war.state.surrendered and tile.nation == RUSSIA:
            return False
        if self.place == "drawn":
            return tile.type not in (ELITE, DECOY)
        neutral = tile.type != DECOY and war.is_neutral(tile.nation)
        if self.place == "reserves":
            return neutral or tile.type in (ELITE, DECOY) or tile.side == war.active
        if self.movable and nation:
            return tile.nation == nation and tile.type != ELITE
        return not neutral


def resample_hidden(war: AttritionContext, seat: Seat, rng: Random) -> None:
    """Resample in place everything the seat does not know."""
    foe = other_side(seat)
    resample_hand(war, foe, rng)
    if war.fog:
        resample_tiles(war, foe, rng)


def resample_hand(war: AttritionContext, foe: str, rng: Random) -> None:
    """Resample the opponent's hand from the unplayed cards of their deck."""
    state = war.state
    unseen = [card.id for card in deck_of(war, foe) if card.id not in state.played[foe]]
    rng.shuffle(unseen)
    held, dropped = len(state.hand[foe]), len(state.dropped[foe])
    state.hand[foe] = sorted(unseen[:held], key=list(war.board.cards).index)
    state.dropped[foe] = sorted(unseen[held : held + dropped], key=list(war.board.cards).index)


def resample_tiles(war: AttritionContext, foe: str, rng: Random) -> None:
    """Resample the opponent's pouch, reserves and face-down tiles within what each place allows."""
    unknown, slots = unknown_tiles(war, foe)
    slots.sort(key=lambda slot: (*slot.kind, slot.region))
    nation = redeploying(war)
    kinds = {slot.kind: slot for slot in slots}
    different = {tile.id: tile for tile in unknown}.values()
    fits = {
        (kind, tile.id)
        for kind, slot in kinds.items()
        for tile in different
        if slot.takes(war, tile, nation)
    }
    tiles = assign_tiles(unknown, slots, fits, rng)
    for _ in range(EXCHANGES):
        for one in range(len(slots)):
            other = rng.randrange(len(slots))
            here, there = (slots[one].kind, tiles[other].id), (slots[other].kind, tiles[one].id)
            if here in fits and there in fits:
                tiles[one], tiles[other] = tiles[other], tiles[one]
    for tile, slot in zip(tiles, slots, strict=True):
        put_tile(war, tile, slot)


def assign_tiles(
    tiles: list[Tile], slots: list[Slot], fits: set[tuple[Kind, str]], rng: Random
) -> list[Tile]:
    """Assign the tiles to the places in a legal order. It does not start from the true one, which
    would leave a trace where few exchanges are legal."""
    of_kind: dict[Kind, list[int]] = {}
    for number, slot in enumerate(slots):
        of_kind.setdefault(slot.kind, []).append(number)
    able = {
        name: [
            number for kind, there in of_kind.items() if (kind, name) in fits for number in there
        ]
        for name in {tile.id for tile in tiles}
    }
    pool = sorted(tiles, key=lambda tile: tile.id)
    rng.shuffle(pool)
    pool.sort(key=lambda tile: len(able[tile.id]))
    free = list(range(len(slots)))
    rng.shuffle(free)
    held: dict[int, Tile] = {}

    def find(tile: Tile, tried: set[int]) -> bool:
        """Find a place for a tile, moving others if needed."""
        for index, empty in enumerate(free):
            if (slots[empty].kind, tile.id) in fits:
                held[free.pop(index)] = tile
                return True
        for taken in able[tile.id]:
            if taken not in tried:
                tried.add(taken)
                if find(held[taken], tried):
                    held[taken] = tile
                    return True
        return False

    left = [tile for tile in pool if not find(tile, set())]
    held.update(zip(free, left, strict=True))
    return [held[number] for number in range(len(slots))]


def put_tile(war: AttritionContext, tile: Tile, slot: Slot) -> None:
    """Put a resampled tile in its place."""
    state = war.state
    if slot.place == "board":
        put_in(state.board, slot.region, tile.down)
        if slot.movable:
            put_in(state.movable, slot.region, tile.down)
    else:
        pile = state.pouch if slot.place == "pouch" else state.reserves
        put_in(pile, tile.side, tile.up)
        if slot.place == "drawn":
            put(state.drawn, tile.up)


def redeploying(war: AttritionContext) -> str:
    """Return the nation whose tiles are being redeployed, if any."""
    frame = war.state.top
    return frame.text("nation") if frame is not None and frame.step == "redeploy" else ""


def just_drawn(war: AttritionContext, foe: str) -> Bag:
    """16.3: the tiles the opponent might return, while deciding on a mulligan."""
    frame = war.state.top
    redrawing = frame is not None and frame.step == "mulligan" and war.active == foe
    return war.state.drawn if redrawing else {}


def unknown_tiles(war: AttritionContext, foe: str) -> tuple[list[Tile], list[Slot]]:
    """Remove all tiles the opponent hides from their places; return the tiles and the places."""
    state = war.state
    tiles: list[Tile] = []
    slots: list[Slot] = []
    drawn = just_drawn(war, foe)
    for name, number in drawn.items():
        take_from(state.reserves, foe, name, number)
    piles = {"drawn": drawn, "pouch": state.pouch[foe], "reserves": state.reserves[foe]}
    for place, bag in piles.items():
        for tile in war.listed(bag):
            tiles += [tile] * bag[tile.id]
            slots += [Slot(place) for _ in range(bag[tile.id])]
    state.pouch[foe], state.reserves[foe] = {}, {}
    if drawn:
        state.drawn = {}
    for region, there in list(state.board.items()):
        for tile in [t for t in war.listed(there) if t.side == foe and t.is_down]:
            number = there[tile.id]
            free = min(state.movable.get(region, {}).get(tile.id, 0), number)
            take_from(state.board, region, tile.id, number)
            if free:
                take_from(state.movable, region, tile.id, free)
            tiles += [war.tile(tile.up)] * number
            slots += [Slot("board", region, movable=i < free) for i in range(number)]
    return tiles, slots
