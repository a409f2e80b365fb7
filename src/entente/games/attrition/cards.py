"""Sections 14 and 15: the event cards. Each card's behaviour is next to its name.

Most cards change a rule while they are in force: that rule checks `war.in_force("EP2")`. Cards with
an immediate effect are implemented here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from entente.games.attrition.board import (
    AIRPLANE,
    BRITAIN,
    CENTRAL,
    CONTESTED,
    ENTENTE,
    FRANCE,
    GERMANY,
    INFANTRY,
    OTTOMAN,
    SIDES,
    Tile,
)
from entente.games.attrition.context import DONE, AttritionContext, steps
from entente.games.attrition.data_schema import CardRow
from entente.games.attrition.knowledge import may_stand
from entente.games.attrition.questions import (
    RequiredQuestion,
    TargetStep,
    TurnQuestion,
)
from entente.games.attrition.targets import Target, own_tile
from entente.kernel import (
    Action,
    Frame,
    Menu,
    Message,
    Pick,
    Refusal,
    Seat,
    refuse,
    say,
    step,
)
from entente.kernel.bag import put_in, take_from
from entente.kernel.grammar import ParseError

Effect = Callable[[AttritionContext], None]
EFFECTS: dict[str, Effect] = {}


def event(*names: str) -> Callable[[Effect], Effect]:
    """Register the effect of a card: number, then title."""

    def add(effect: Effect) -> Effect:
        EFFECTS[names[0]] = effect
        return effect

    return add


def lasts_this_turn(card: str, title: str) -> None:
    """Register a card that is in force for the rest of its player's turn."""
    event(card, title)(lambda war: war.state.in_force.append(card))


def lasts_next_turn(card: str, title: str) -> None:
    """Register a card that is in force in the opponent's next turn."""
    event(card, title)(lambda war: war.state.coming.append(card))


lasts_this_turn("EP1", "Poison Gas")  # battle.no_gas
lasts_this_turn("CP1", "Poison Gas")
lasts_this_turn("EP2", "Creeping Barrage")  # battle.count_hits
lasts_this_turn("EP3", "Gallipoli Landing")  # declarations.no_landing, rail.no_rail
lasts_this_turn("CP3", "Operation Albion")
lasts_this_turn("EP5", "Sinking of the Lusitania")  # pouch.forced_returns, reserves.manage_reserves
lasts_this_turn("EP6", "German Revolution")  # status.update_status
lasts_this_turn("EP8", "Fresh Troops")  # battle.doubling
lasts_this_turn("CP2", "Hutier Tactics")
lasts_this_turn("EP10", "Blockade")  # war.lose
lasts_next_turn("CP5", "Unrestricted Submarine Warfare")  # mobilisation.closed
lasts_next_turn("CP6", "French Army Mutinies")  # movement.grounded
lasts_next_turn("CP10", "Mata Hari")  # planning.no_cancel


@event("EP4", "Lawrence of Arabia")
def lawrence_of_arabia(war: AttritionContext) -> None:
    war.state.push(step("recall_tile", nation=OTTOMAN))


@event("CP4", "Lion of Africa")
def lion_of_africa(war: AttritionContext) -> None:
    war.state.push(step("recall_tile", nation=BRITAIN))


@event("EP7", "They Shall Not Pass")
def they_shall_not_pass(war: AttritionContext) -> None:
    war.state.push(
        step("bring_back", nation=FRANCE, type=INFANTRY, beside=GERMANY, left=2, region="")
    )


@event("CP7", "Hindenburg Line")
def hindenburg_line(war: AttritionContext) -> None:
    war.state.push(step("bring_back", nation=GERMANY, type="", beside=FRANCE, left=2, region=""))


@event("CP8", "The Flying Circus")
def the_flying_circus(war: AttritionContext) -> None:
    war.state.push("shoot_down")


@event("EP9", "Expeditionary Force")
def expeditionary_force(war: AttritionContext) -> None:
    war.state.expedition = 2


event("CP9", "Expeditionary Force")(expeditionary_force)


# -- 14.1 the deal


@steps.auto
def deal_cards(war: AttritionContext, frame: Frame) -> None:
    """14.1: deal six cards to each player, who keeps four in secret."""
    state = war.state
    for side in SIDES:
        deck = [card.id for card in deck_of(war, side)]
        state.chance.shuffle(deck)
        dealt = set(deck[: war.board.deal.drawn])
        state.dropped[side] = [card.id for card in deck_of(war, side) if card.id in dealt]
        state.hand[side] = []
    state.push("keep_cards")


def deck_of(war: AttritionContext, side: str) -> list[CardRow]:
    """Return the cards of a side; 13.3: without EP5 under the alternative entry."""
    return [
        card
        for card in war.board.cards.values()
        if card.side == side and not (card.not_with and war.on(card.not_with))
    ]


@steps.ask("keep_cards")
class KeepCards(TargetStep):
    """14.1: both players choose in secret."""

    section = "14.1"
    sealed = True
    grammar = ("keep <card>*",)

    def seats(self, context: AttritionContext, frame: Frame) -> tuple[Seat, ...]:
        return SIDES

    def prompt(self, context: AttritionContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.keep_cards", count=context.board.deal.kept)

    def menu(self, context: AttritionContext, frame: Frame, seat: Seat) -> Menu:
        return Pick("keep", dict.fromkeys(context.state.dropped[seat], 1), context.board.deal.kept)

    def why_not(
        self, context: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        return refuse(self.section, "refusal.keep_cards", count=context.board.deal.kept)

    def explain_parse_error(
        self,
        context: AttritionContext,
        frame: Frame,
        seat: Seat,
        action: Action,
        problem: ParseError,
    ) -> Refusal | None:
        return self.why_not(context, frame, seat, action)

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        return self.why_not(war, frame, seat, self.parse("")) if thing.kind == "card" else None

    def resolve_sealed(
        self, context: AttritionContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        state = context.state
        for seat, action in answers.items():
            kept = list(action.args)
            state.hand[seat] = kept
            state.dropped[seat] = [card for card in state.dropped[seat] if card not in kept]
            state.log(say("log.kept", seat=seat, cards=list(kept)), [seat])


# -- 14.2 playing a card


@steps.ask("play_card")
class PlayCard(TurnQuestion):
    """14.2: one card at the start of the turn, before anything else."""

    section = "14.2"
    grammar = ("play <card>", DONE)
    once = True

    def needed(self, war: AttritionContext, frame: Frame) -> bool:
        """Ask whenever any card the player might hold could be played, so asking reveals
        nothing."""
        side = war.active
        if not war.on("events") or not war.state.hand[side]:
            return False
        unseen = (c for c in deck_of(war, side) if c.id not in war.state.played[side])
        return any(too_early(war, card.id) is None for card in unseen)

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        hand = war.state.hand[war.active]
        return (f"play {card}" for card in hand if no_card(war, card) is None)

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        return no_card(war, action["card"])

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        return no_card(war, thing.word) if thing.kind == "card" else None

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        card, state = action["card"], war.state
        state.hand[war.active].remove(card)
        state.played[war.active].append(card)
        state.reveal()
        war.log("log.play", seat=war.active, card=card)
        EFFECTS[card](war)


def no_card(war: AttritionContext, card: str) -> Refusal | None:
    """Explain why a card cannot be played now."""
    if card not in war.state.hand[war.active]:
        return refuse("14.2", "refusal.not_in_hand", card=card)
    return too_early(war, card)


def too_early(war: AttritionContext, card: str) -> Refusal | None:
    """14.3: the year on the card."""
    row, year = war.board.cards[card], war.board.year(war.state.turn)
    if year < row.year or (row.only and year != row.year):
        return refuse("14.3", "refusal.card_year", card=card, year=row.year)
    return None


# -- what cards do at once


@steps.ask("recall_tile")
class RecallTile(RequiredQuestion):
    """Cards EP4 and CP4: the opponent returns a tile of their choice to their reserves."""

    section = "15"
    grammar = ("recall <tile> <region>", DONE)

    def seats(self, war: AttritionContext, frame: Frame) -> tuple[Seat, ...]:
        return (war.passive,)

    def prompt(self, war: AttritionContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.recall_tile", nation=frame.text("nation"))

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        nation = frame.text("nation")
        for region in war.board.regions:
            for name in war.tiles_in(region, war.passive):
                if war.tile(name).nation == nation:
                    yield f"recall {name} {region}"

    def may_have_offers(self, war: AttritionContext, frame: Frame) -> bool:
        nation = frame.text("nation")
        return any(may_stand(war, region, nation) for region in war.board.regions)

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        return refuse(self.section, "refusal.recall", nation=frame.text("nation"))

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        mine = thing.kind == "region" or own_tile(war, seat, thing) is not None
        why = refuse(self.section, "refusal.recall", nation=frame.text("nation"))
        return why if mine and thing.region else None

    def hides(self, verb: str, tile: Tile) -> bool:
        """Return False: the opponent sees what goes back."""
        return False

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        tile, region = war.tile(action["tile"]), action["region"]
        if tile.is_down:
            war.state.reveal()
        war.to_reserves(tile, region)
        war.log("log.recall", tile=tile.up, region=region)


@steps.ask("bring_back")
class BringBack(TurnQuestion):
    """Cards EP7 and CP7: up to two destroyed tiles into one contested region (E12)."""

    section = "15"
    grammar = ("reinforce <tile> <region>", DONE)
    once = True
    wasted = "caution.none_brought_back"

    def prompt(self, war: AttritionContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.bring_back", nation=frame.text("nation"), count=frame.number("left"))

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        for tile in war.listed(war.state.destroyed[war.active]):
            for region in war.board.regions:
                if no_return(war, frame, tile, region) is None:
                    yield f"reinforce {tile.id} {region}"

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        return no_return(war, frame, war.board.tiles[action["tile"]], action["region"])

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        tile = own_tile(war, seat, hand or thing)
        if hand is not None and tile is not None and thing.region:
            return no_return(war, frame, tile, thing.region)
        if thing.kind == "region":
            return no_return_to(war, frame, thing.region)
        return not_destroyed(war, frame, tile) if tile is not None else None

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        name, region = action.args
        take_from(war.state.destroyed, war.active, name)
        put_in(war.state.board, region, name)
        war.log("log.reinforce", tile=name, region=region)
        left = frame.number("left") - 1
        if left:
            war.state.push(step("bring_back", **{**frame.args, "left": left, "region": region}))


def no_return(war: AttritionContext, frame: Frame, tile: Tile, region: str) -> Refusal | None:
    """Explain why a destroyed tile cannot come back there."""
    return not_destroyed(war, frame, tile) or no_return_to(war, frame, region)


def not_destroyed(war: AttritionContext, frame: Frame, tile: Tile) -> Refusal | None:
    """Explain why the card cannot bring a tile back."""
    if tile.id not in war.state.destroyed[war.active]:
        return refuse("15", "refusal.none_destroyed", what=tile.id)
    wrong_type = frame.text("type") and tile.type != frame.text("type")
    if tile.nation != frame.text("nation") or wrong_type:
        return refuse("15", "refusal.not_this_tile", tile=tile.id)
    return None


def no_return_to(war: AttritionContext, frame: Frame, region: str) -> Refusal | None:
    """Explain why no destroyed tile can come back to a region."""
    if frame.text("region") and region != frame.text("region"):
        return refuse("E12", "refusal.same_region", region=frame.text("region"))
    if war.status(region) != CONTESTED:
        return refuse("15", "refusal.not_contested", region=region)
    if not war.has_nation(region, frame.text("beside"), face_up=True):
        return refuse("15", "refusal.no_nation", nation=frame.text("beside"), region=region)
    return None


@steps.ask("shoot_down")
class ShootDown(RequiredQuestion):
    """Card CP8: an enemy airplane beside a German one; under fog only a face-up one (E20)."""

    section = "15.2"
    grammar = ("shoot <tile> <region>", DONE)
    aims = True

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        for region in war.board.regions:
            if german_airplane(war, region) is None:
                continue
            yield from (f"shoot {name} {region}" for name in targets(war, region))

    def may_have_offers(self, war: AttritionContext, frame: Frame) -> bool:
        return any(
            targets(war, region) and may_have_airplane(war, region) for region in war.board.regions
        )

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        return refuse(self.section, "refusal.shoot")

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        return refuse(self.section, "refusal.shoot") if thing.region else None

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        name, region = action.args
        show_german(war, region)
        war.lose(war.tile(name), region)
        war.log("log.shoot", tile=name, region=region)


def targets(war: AttritionContext, region: str) -> list[str]:
    """Return the airplanes in a region that may be shot down."""
    tiles = map(war.tile, war.tiles_in(region, ENTENTE))
    return [tile.id for tile in tiles if tile.type == AIRPLANE and not tile.is_down]


def may_have_airplane(war: AttritionContext, region: str) -> bool:
    """Return whether, from what the opponent knows, a German airplane may be in a region."""
    tiles = map(war.tile, war.tiles_in(region, CENTRAL))
    return german_airplane(war, region) is not None or any(tile.is_down for tile in tiles)


def german_airplane(war: AttritionContext, region: str) -> str | None:
    names = war.tiles_in(region, CENTRAL)
    airplanes = (n for n in names if war.tile(n).nation == GERMANY and war.tile(n).type == AIRPLANE)
    return next(airplanes, None)


def show_german(war: AttritionContext, region: str) -> None:
    """Under fog of war, reveal the German airplane."""
    name = german_airplane(war, region)
    assert name is not None
    tile = war.tile(name)
    if tile.is_down:
        war.state.reveal()
        take_from(war.state.board, region, tile.down)
        put_in(war.state.board, region, tile.up)
