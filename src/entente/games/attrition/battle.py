"""Section 4.8: battles, from the choice of the region to the advance; 9, 10, 15, 17, 18 in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from entente.games.attrition.board import (
    ARTILLERY,
    BRITAIN,
    CENTRAL,
    DECOY,
    ENTENTE,
    GERMANY,
    NEUTRAL,
    TANK,
    USA,
    Tile,
)
from entente.games.attrition.movement import grounded
from entente.games.attrition.scoring import score
from entente.games.attrition.state import Battle
from entente.games.attrition.war import DONE, Active, Passive, War, Words, choices, steps
from entente.kernel import (
    END,
    STAY,
    Ask,
    Frame,
    Menu,
    Message,
    Pick,
    Refusal,
    Seat,
    refuse,
    say,
)
from entente.kernel.bag import Bag, put, size, take

GAS = {CENTRAL: "CP1", ENTENTE: "EP1"}
FACES = range(1, 7)


@steps.ask("choose_battle")
class ChooseBattle(Active):
    """4.8.1: the active player chooses the order."""

    section = "4.8.1"

    def needed(self, context: War, frame: Frame) -> bool:
        return bool(context.state.battles)

    def menu(self, context: War, frame: Frame, seat: Seat) -> Menu:
        return choices(*(f"resolve {region}" for region in context.state.battles))

    def why_not(self, context: War, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        words = Words(context, action)
        why = words.problem(self.section, {"resolve": "region"})
        return why or refuse(self.section, "refusal.no_marker", region=words.rest[0])

    def take(self, context: War, frame: Frame, seat: Seat, action: str) -> bool:
        region = action.split()[1]
        state = context.state
        state.battles.remove(region)
        state.battle = Battle(region)
        context.tell("log.battle", region=region)
        turn_up(context, region)
        if not context.has_tiles(region, context.active):
            state.battle = None
        elif not context.has_tiles(region, context.passive):
            state.call("take_region", "advance", "end_battle")
        else:
            state.battle.nation = most_tiles(context)[0]
            state.call(
                "rolling_nation",
                "double_dice",
                "roll_dice",
                "change_dice",
                "count_hits",
                "tank",
                "jagdkommandos",
                "trenches",
                "losses",
                "remove_losses",
                "end_battle",
            )
        return STAY


def turn_up(war: War, region: str) -> None:
    """12.4: all tiles are turned up; decoys go back to the reserves."""
    there = war.state.board[region]
    hidden = [war.tile(name) for name in war.board.in_order(there) if war.tile(name).is_down]
    for tile in hidden:
        number = there.pop(tile.id)
        if tile.type == DECOY:
            put(war.state.reserves[tile.side], tile.up, number)
            war.tell("log.decoys", seat=tile.side, count=number, region=region)
        else:
            put(there, tile.up, number)
    if hidden:
        war.state.reveal()
        for side in (CENTRAL, ENTENTE):
            war.tell("log.turned_up", seat=side, tiles=war.tiles_in(region, side), region=region)


def battle_of(war: War) -> Battle:
    """The battle being fought."""
    assert war.state.battle is not None
    return war.state.battle


# -- dice


@steps.ask("rolling_nation")
class RollingNation(Active):
    """4.8.2: the nation with most tiles rolls; on a tie its player says which."""

    section = "4.8.2"

    def needed(self, context: War, frame: Frame) -> bool:
        return len(most_tiles(context)) > 1

    def menu(self, context: War, frame: Frame, seat: Seat) -> Menu:
        return choices(*(f"roll {nation}" for nation in most_tiles(context)))

    def why_not(self, context: War, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        words = Words(context, action)
        why = words.problem(self.section, {"roll": "nation"})
        return why or refuse(self.section, "refusal.not_most_tiles", nation=words.rest[0])

    def take(self, context: War, frame: Frame, seat: Seat, action: str) -> bool:
        battle_of(context).nation = action.split()[1]
        return END


def most_tiles(war: War) -> list[str]:
    """The active player's nations with the largest number of tiles in the battle."""
    count: dict[str, int] = {}
    for name, number in war.tiles_in(battle_of(war).region, war.active).items():
        nation = war.tile(name).nation
        count[nation] = count.get(nation, 0) + number
    most = max(count.values())
    return [nation for nation, number in count.items() if number == most]


def rolling(war: War) -> Bag:
    """The tiles that roll a die."""
    battle = battle_of(war)
    there = war.tiles_in(battle.region, war.active)
    return {name: n for name, n in there.items() if war.tile(name).nation == battle.nation}


def doubling(war: War) -> int:
    """How many tiles may roll two dice: Hutier Tactics (CP2), Fresh Troops (EP8)."""
    nation = battle_of(war).nation
    tiles = rolling(war).items()
    if war.in_force("CP2") and nation == GERMANY:
        return sum(number for name, number in tiles if war.tile(name).is_infantry)
    if war.in_force("EP8") and nation == USA:
        return sum(number for _, number in tiles)
    return 0


@steps.ask("double_dice")
class DoubleDice(Active):
    """Cards CP2 and EP8: chosen battle by battle."""

    section = "15"

    def needed(self, context: War, frame: Frame) -> bool:
        return doubling(context) > 0

    def menu(self, context: War, frame: Frame, seat: Seat) -> Menu:
        return choices("double", "single")

    def take(self, context: War, frame: Frame, seat: Seat, action: str) -> bool:
        battle_of(context).doubled = action == "double"
        return END


@steps.auto
def roll_dice(war: War, frame: Frame) -> None:
    """4.8.2: one die for each tile of the rolling nation."""
    battle = battle_of(war)
    number = size(rolling(war)) + (doubling(war) if battle.doubled else 0)
    battle.dice = sorted(war.state.chance.dice(number))
    tell_dice(war)


def tell_dice(war: War) -> None:
    battle = battle_of(war)
    war.tell("log.dice", nation=battle.nation, dice=[str(die) for die in battle.dice])


@steps.ask("change_dice")
class ChangeDice(Active):
    """What may be done to the dice before hits are counted: EP1/CP1, 10.7.1, 18.4 (E6)."""

    section = "4.8.2"

    def needed(self, context: War, frame: Frame) -> bool:
        return next(dice_changes(context), None) is not None

    def prompt(self, context: War, frame: Frame, seat: Seat) -> Message:
        return say("prompt.change_dice", dice=[str(die) for die in battle_of(context).dice])

    def menu(self, context: War, frame: Frame, seat: Seat) -> Menu:
        return choices(*dice_changes(context), DONE)

    def why_not(self, context: War, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        words = Words(context, action)
        forms = {"gas": "", "reroll": "die", "general": "general die die", DONE: ""}
        if (why := words.problem(self.section, forms)) is not None:
            return why
        faces = [word for word in words.rest if word not in context.board.generals]
        if not all(word in "123456" and len(word) == 1 for word in faces):
            return refuse(self.section, "refusal.no_face")
        if words.verb == "gas":
            return no_gas(context)
        why = no_reroll(context) if words.verb == "reroll" else no_general(context, words.rest[0])
        return why or refuse(self.section, "refusal.no_such_die", face=faces[0])

    def take(self, context: War, frame: Frame, seat: Seat, action: str) -> bool:
        if action == DONE:
            return END
        battle, chance = battle_of(context), context.state.chance
        verb, *words = action.split()
        if verb == "gas":
            context.state.in_force.remove(GAS[context.active])
            context.tell("log.gas", seat=seat)
            battle.dice = sorted(chance.dice(len(battle.dice)))
        elif verb == "reroll":
            battle.reroll = True
            context.tell("log.stormtroopers", face=int(words[0]))
            battle.dice = changed(battle.dice, int(words[0]), chance.die())
        else:
            battle.general = True
            context.state.generals[context.active].remove(words[0])
            context.tell("log.general", general=words[0], old=int(words[1]), new=int(words[2]))
            battle.dice = changed(battle.dice, int(words[1]), int(words[2]))
        tell_dice(context)
        return END if next(dice_changes(context), None) is None else STAY


def changed(dice: list[int], old: int, new: int) -> list[int]:
    """The dice with one of them showing another face."""
    rest = dice[:]
    rest.remove(old)
    return sorted([*rest, new])


def dice_changes(war: War) -> Iterator[str]:
    """Everything that may be done to the dice now."""
    shown = sorted(set(battle_of(war).dice))
    if no_gas(war) is None:
        yield "gas"
    if no_reroll(war) is None:
        yield from (f"reroll {face}" for face in shown)
    for general in war.state.generals.get(war.active, []):
        if no_general(war, general) is None:
            yield from (
                f"general {general} {old} {new}" for old in shown for new in FACES if old != new
            )


def no_gas(war: War) -> Refusal | None:
    """Cards EP1 and CP1: all dice of one battle again."""
    card = GAS[war.active]
    return None if war.in_force(card) else refuse("15", "refusal.card_not_in_force", card=card)


def no_reroll(war: War) -> Refusal | None:
    """10.7.1: a Stormtrooper and an artillery tile attacking together (E3), once a battle."""
    battle = battle_of(war)
    if battle.reroll:
        return refuse("10.7.1", "refusal.reroll_used")
    tiles = [war.tile(name) for name in war.tiles_in(battle.region, war.active)]
    storm = any(tile.elite is not None and tile.elite.corps == "stormtroopers" for tile in tiles)
    if not storm or not any(tile.type in (ARTILLERY, TANK) for tile in tiles):
        return refuse("10.7.1", "refusal.no_stormtroopers")
    return None


def no_general(war: War, general: str) -> Refusal | None:
    """18.3: one general a battle, each once, beside a tile of his nation."""
    battle = battle_of(war)
    if general not in war.state.generals.get(war.active, []):
        return refuse("18.5", "refusal.general_gone", general=general)
    if battle.general:
        return refuse("18.3", "refusal.one_general")
    nation = war.board.generals[general]
    if not war.has_nation(battle.region, nation):
        return refuse("18.3", "refusal.no_nation", nation=nation, region=battle.region)
    return None


# -- hits and losses


@steps.auto
def count_hits(war: War, frame: Frame) -> None:
    """4.8.2: both sides score with the same dice."""
    battle = battle_of(war)
    per_tile = war.state.options["elite_special"] == "per_tile"
    attacking = war.tiles_in(battle.region, war.active)
    defending = war.tiles_in(battle.region, war.passive)
    gun = f"{BRITAIN}-{ARTILLERY}"
    barrage = war.in_force("EP2") and gun in attacking
    by_active = score(war.board, attacking, battle.dice, per_tile=per_tile, barrage=barrage)
    by_passive = score(war.board, defending, battle.dice, per_tile=per_tile)
    battle.hits = {war.passive: by_active.total, war.active: by_passive.total}
    battle.infantry_hits = by_active.infantry
    war.tell("log.hits", seat=war.active, count=by_active.total)
    war.tell("log.hits", seat=war.passive, count=by_passive.total)


@steps.ask("tank")
class TankShield(Active):
    """9.5: a tank among the tiles that roll lets its player ignore one hit."""

    section = "9.5"

    def needed(self, context: War, frame: Frame) -> bool:
        tank = any(context.tile(name).type == TANK for name in rolling(context))
        return tank and battle_of(context).hits[context.active] > 0

    def menu(self, context: War, frame: Frame, seat: Seat) -> Menu:
        return choices("ignore", DONE)

    def take(self, context: War, frame: Frame, seat: Seat, action: str) -> bool:
        ignore_hit(context, seat, action)
        return END


@steps.ask("jagdkommandos")
class JagdkommandosShield(Passive):
    """10.6.1: defending Jagdkommandos may ignore one hit scored by infantry (E8)."""

    section = "10.6.1"

    def needed(self, context: War, frame: Frame) -> bool:
        battle = battle_of(context)
        there = context.tiles_in(battle.region, context.passive)
        corps = (elite.corps for name in there if (elite := context.tile(name).elite) is not None)
        return "jagdkommandos" in corps and battle.infantry_hits > 0

    def menu(self, context: War, frame: Frame, seat: Seat) -> Menu:
        return choices("ignore", DONE)

    def take(self, context: War, frame: Frame, seat: Seat, action: str) -> bool:
        ignore_hit(context, seat, action)
        return END


def ignore_hit(war: War, seat: Seat, action: str) -> None:
    if action != DONE:
        battle_of(war).hits[seat] -= 1
        war.tell("log.ignore", seat=seat)


@steps.auto
def trenches(war: War, frame: Frame) -> None:
    """17.3: the defender's trenches take hits before his tiles do (E7)."""
    battle, side = battle_of(war), war.passive
    dug = war.state.trenches.get(side, {})
    lost = min(dug.get(battle.region, 0), battle.hits[side])
    if lost:
        take(dug, battle.region, lost)
        battle.hits[side] -= lost
        war.tell("log.trenches_lost", seat=side, count=lost, region=battle.region)


@steps.ask("losses")
class Losses(Ask[War]):
    """4.8.2: each player chooses his own losses; both remove them at the same time."""

    section = "4.8.2"
    sealed = True

    def seats(self, context: War, frame: Frame) -> tuple[Seat, ...]:
        return tuple(s for s in (context.active, context.passive) if len(exposed(context, s)) > 1)

    def needed(self, context: War, frame: Frame) -> bool:
        return bool(self.seats(context, frame))

    def prompt(self, context: War, frame: Frame, seat: Seat) -> Message:
        battle = battle_of(context)
        return say("prompt.losses", count=battle.hits[seat], region=battle.region)

    def menu(self, context: War, frame: Frame, seat: Seat) -> Menu:
        return Pick("lose", exposed(context, seat), battle_of(context).hits[seat])

    def why_not(self, context: War, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        battle = battle_of(context)
        return refuse(
            self.section,
            "refusal.losses",
            count=battle.hits[seat],
            tiles=exposed(context, seat),
        )

    def unseal(self, context: War, frame: Frame, answers: Mapping[Seat, str]) -> None:
        for seat, action in answers.items():
            battle_of(context).losses[seat] = action.split()[1:]


def exposed(war: War, side: str) -> Bag:
    """The tiles a side has to choose from; empty where it has no choice."""
    battle = battle_of(war)
    tiles = war.tiles_in(battle.region, side)
    return tiles if 0 < battle.hits[side] < size(tiles) else {}


@steps.auto
def remove_losses(war: War, frame: Frame) -> None:
    """4.8.2: destroyed tiles leave the board; then, if no enemy is left, the advance (4.8.4)."""
    battle = battle_of(war)
    tired = war.state.advanced.get(battle.region, {})
    for side in (war.active, war.passive):
        tiles = [
            n for n, number in war.tiles_in(battle.region, side).items() for _ in range(number)
        ]
        lost = battle.losses.get(side) or tiles[: battle.hits[side]]
        for name in lost:
            war.lose(war.tile(name), battle.region)
            if name in tired:  # of like tiles, those that have advanced are lost first
                take(tired, name)
        if lost:
            counted: Bag = {}
            for name in lost:
                put(counted, name)
            war.tell("log.losses", seat=side, tiles=counted, region=battle.region)
    if war.has_tiles(battle.region, war.active) and not war.has_tiles(battle.region, war.passive):
        war.state.call("take_region", "advance")


@steps.auto
def end_battle(war: War, frame: Frame) -> None:
    """4.8.3: one roll only."""
    war.state.battle = None


# -- advance


@steps.auto
def take_region(war: War, frame: Frame) -> None:
    """4.8.4: the winner's control marker comes at once, and his tiles there may step on."""
    region = battle_of(war).region
    war.set_status(region, war.active)
    war.tell("log.taken", seat=war.active, region=region)
    tired = war.state.advanced.get(region, {})
    war.state.movable = {region: {}}
    for name, number in war.tiles_in(region, war.active).items():
        fresh = number - min(number, tired.get(name, 0))
        put(war.state.movable[region], name, number if war.on("chain_advance") else fresh)


@steps.ask("advance")
class Advance(Active):
    """4.8.4: each tile may take one step by land."""

    section = "4.8.4"

    def needed(self, context: War, frame: Frame) -> bool:
        return next(advances(context), None) is not None

    def prompt(self, context: War, frame: Frame, seat: Seat) -> Message:
        return say("prompt.advance", region=battle_of(context).region)

    def menu(self, context: War, frame: Frame, seat: Seat) -> Menu:
        return choices(*advances(context), DONE)

    def why_not(self, context: War, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        words = Words(context, action)
        why = words.problem(self.section, {"advance": "tile region region", DONE: ""})
        return why or no_advance(context, words.tile(), words.rest[1], words.rest[2])

    def take(self, context: War, frame: Frame, seat: Seat, action: str) -> bool:
        state = context.state
        if action == DONE:
            state.movable = {}
            return END
        _, name, start, end = action.split()
        take(state.movable[start], name)
        context.shift(name, start, end)
        put(state.advanced.setdefault(end, {}), name)
        context.tell("log.advance", tile=name, start=start, end=end)
        if next(advances(context), None) is None:
            state.movable = {}
            return END
        return STAY


def advances(war: War) -> Iterator[str]:
    """Every step that may be taken now."""
    region = battle_of(war).region
    for name in war.state.movable.get(region, {}):
        for end in war.board.land[region]:
            if no_advance(war, war.tile(name), region, end) is None:
                yield f"advance {name} {region} {end}"


def no_advance(war: War, tile: Tile, start: str, end: str) -> Refusal | None:
    """Why a tile cannot advance there."""
    if start != battle_of(war).region:
        return refuse("4.8.4", "refusal.advance_from", region=battle_of(war).region)
    if tile.id not in war.state.movable.get(start, {}):
        return refuse("4.8.4", "refusal.cannot_advance", tile=tile.id)
    if (why := grounded(war, tile)) is not None:
        return why
    if end not in war.board.land[start]:
        return refuse("4.8.4", "refusal.not_adjacent", start=start, end=end)
    if war.status(end) == NEUTRAL:
        return refuse("2.6", "refusal.neutral_closed", region=end)
    return None
