"""Section 4.8.2, the dice of a battle: who rolls, how many, and what may change them."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.attrition.battle_hints import battle_hint, fight_in
from entente.games.attrition.board import ARTILLERY, CENTRAL, ENTENTE, GERMANY, TANK, USA
from entente.games.attrition.context import DONE, AttritionContext, steps
from entente.games.attrition.odds import losses
from entente.games.attrition.questions import RequiredQuestion, TurnQuestion
from entente.games.attrition.scoring import BattleSetup, most_of
from entente.games.attrition.targets import Target, own_tile
from entente.kernel import Action, Frame, Message, Refusal, Seat, refuse, say
from entente.kernel.bag import Bag, size

GAS = {CENTRAL: "CP1", ENTENTE: "EP1"}
FACES = range(1, 7)
SHOWN = tuple(map(str, FACES))


@steps.ask("rolling_nation")
class RollingNation(RequiredQuestion):
    """4.8.2: the nation with the most tiles rolls; on a tie its player chooses."""

    section = "4.8.2"
    grammar = ("roll <nation>",)

    def needed(self, war: AttritionContext, frame: Frame) -> bool:
        return len(most_tiles(war)) > 1

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        return (f"roll {nation}" for nation in most_tiles(war))

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        return refuse(self.section, "refusal.not_most_tiles", nation=action["nation"])

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        tile = own_tile(war, seat, thing)
        nation = tile.nation if tile is not None else thing.word
        here = thing.kind == "nation" or (tile is not None and thing.region == war.battle.region)
        if not here or nation in most_tiles(war):
            return None
        return refuse(self.section, "refusal.not_most_tiles", nation=nation)

    def hint(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Message | None:
        return battle_hint(war, seat, war.battle.region, nation=action["nation"])

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        war.battle.nation = action["nation"]


def most_tiles(war: AttritionContext) -> list[str]:
    """Return the active player's nations with the largest number of tiles in the battle."""
    return most_of(war.board, war.tiles_in(war.battle.region, war.active))


def rolling(war: AttritionContext) -> Bag:
    """Return the tiles that roll a die."""
    battle = war.battle
    there = war.tiles_in(battle.region, war.active)
    return {name: n for name, n in there.items() if war.tile(name).nation == battle.nation}


def fight_under_way(war: AttritionContext) -> BattleSetup:
    """Return the battle being fought, with its dice."""
    battle = war.battle
    attackers, defenders = (war.tiles_in(battle.region, side) for side in (war.active, war.passive))
    return fight_in(war, battle.region, attackers, defenders, battle.nation, len(battle.dice))


def doubling(war: AttritionContext) -> int:
    """Return how many tiles may roll two dice: Hutier Tactics (CP2), Fresh Troops (EP8)."""
    nation = war.battle.nation
    tiles = rolling(war).items()
    if war.in_force("CP2") and nation == GERMANY:
        return sum(number for name, number in tiles if war.tile(name).is_infantry)
    if war.in_force("EP8") and nation == USA:
        return sum(number for _, number in tiles)
    return 0


@steps.ask("double_dice")
class DoubleDice(RequiredQuestion):
    """Cards CP2 and EP8: chosen battle by battle."""

    section = "15"
    grammar = ("double", "single")

    def needed(self, war: AttritionContext, frame: Frame) -> bool:
        return doubling(war) > 0

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        yield from ("double", "single")

    def hint(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Message | None:
        number = size(rolling(war)) + (doubling(war) if action == "double" else 0)
        battle = war.battle
        return battle_hint(war, seat, battle.region, nation=battle.nation, dice=number)

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        war.battle.doubled = action.verb == "double"


@steps.auto
def roll_dice(war: AttritionContext, frame: Frame) -> None:
    """4.8.2: one die for each tile of the rolling nation."""
    battle = war.battle
    number = size(rolling(war)) + (doubling(war) if battle.doubled else 0)
    battle.dice = sorted(war.state.chance.dice(number))
    log_dice(war)


def log_dice(war: AttritionContext) -> None:
    battle = war.battle
    war.log("log.dice", nation=battle.nation, dice=[str(die) for die in battle.dice])


@steps.ask("change_dice")
class ChangeDice(TurnQuestion):
    """Changes to the dice before hits are counted: EP1/CP1, 10.7.1, 18.4 (E6)."""

    section = "4.8.2"
    grammar = ("gas", "reroll <die:face>", "general <general> <die:face> <face>", DONE)

    def prompt(self, war: AttritionContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.change_dice", dice=[str(die) for die in war.battle.dice])

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        shown = sorted(set(war.battle.dice))
        if no_gas(war) is None:
            yield "gas"
        if no_reroll(war) is None:
            yield from (f"reroll {face}" for face in shown)
        for general in war.state.generals.get(war.active, []):
            if no_general(war, general) is None:
                turns = ((old, new) for old in shown for new in FACES if old != new)
                yield from (f"general {general} {old} {new}" for old, new in turns)

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        faces = [word for word in action.args if word not in war.board.generals]
        if not all(word in SHOWN for word in faces):
            return refuse(self.section, "refusal.no_face")
        if action.verb == "gas":
            return no_gas(war)
        why = no_reroll(war) if action.verb == "reroll" else no_general(war, action["general"])
        return why or refuse(self.section, "refusal.no_such_die", face=faces[0])

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        return no_general(war, thing.word) if thing.kind == "general" else None

    def hint(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Message | None:
        """Show the hits of the current or changed dice; for a reroll, the odds."""
        battle, verb = war.battle, action.verb
        if verb == "gas":
            count = len(battle.dice)
            return battle_hint(war, seat, battle.region, nation=battle.nation, dice=count)
        if verb == "reroll":
            return None
        dice = battle.dice
        if verb == "general":
            dice = changed(dice, action.number("die"), action.number("face"))
        lost, killed = losses(war.board, fight_under_way(war), dice)
        return say("hint.dice", attack=lost, defence=killed)

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        battle, chance = war.battle, war.state.chance
        if action.verb == "gas":
            war.state.in_force.remove(GAS[war.active])
            war.log("log.gas", seat=war.active)
            battle.dice = sorted(chance.dice(len(battle.dice)))
            log_dice(war)
            return
        if action.verb == "reroll":
            battle.reroll = True
            war.log("log.stormtroopers", face=action.number("die"))
            battle.dice = changed(battle.dice, action.number("die"), chance.die())
        else:
            general, old, new = action["general"], action.number("die"), action.number("face")
            battle.general = True
            war.state.generals[war.active].remove(general)
            war.log("log.general", general=general, old=old, new=new)
            battle.dice = changed(battle.dice, old, new)
        war.log("log.dice_now", dice=[str(die) for die in battle.dice])


def changed(dice: list[int], old: int, new: int) -> list[int]:
    """Return the dice with one of them showing another face."""
    rest = dice[:]
    rest.remove(old)
    return sorted([*rest, new])


def no_gas(war: AttritionContext) -> Refusal | None:
    """Cards EP1 and CP1: reroll all dice of one battle."""
    card = GAS[war.active]
    return None if war.in_force(card) else refuse("15", "refusal.card_not_in_force", card=card)


def no_reroll(war: AttritionContext) -> Refusal | None:
    """10.7.1: a Stormtrooper and an artillery tile attacking together (E3), once a battle."""
    battle = war.battle
    if battle.reroll:
        return refuse("10.7.1", "refusal.reroll_used")
    tiles = [war.tile(name) for name in war.tiles_in(battle.region, war.active)]
    storm = any(tile.elite is not None and tile.elite.corps == "stormtroopers" for tile in tiles)
    if not storm or not any(tile.type in (ARTILLERY, TANK) for tile in tiles):
        return refuse("10.7.1", "refusal.no_stormtroopers")
    return None


def no_general(war: AttritionContext, general: str) -> Refusal | None:
    """18.3: one general per battle, each once, with a tile of the general's nation."""
    battle = war.battle
    if general not in war.state.generals.get(war.active, []):
        return refuse("18.5", "refusal.general_gone", general=general)
    if battle.general:
        return refuse("18.3", "refusal.one_general")
    nation = war.board.generals[general]
    if not war.has_nation(battle.region, nation):
        return refuse("18.3", "refusal.no_nation", nation=nation, region=battle.region)
    return None
