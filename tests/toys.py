"""Two toy games for the tests of the kernel.

`Conference` has three seats, hidden hands, an open vote of all at once, a sealed auction, nested
steps, and the menus Choose, Amount, Form and Pick. `Orders` has sealed orders, one for each unit
(Slots), and no chance at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache, cached_property
from random import Random

from entente.kernel import (
    END,
    STAY,
    Action,
    Amount,
    Catalog,
    Chance,
    Choose,
    DecisionStep,
    Form,
    Frame,
    Game,
    GameInfo,
    Menu,
    Message,
    Option,
    Options,
    Outcome,
    Pick,
    Position,
    Refusal,
    Seat,
    Slots,
    State,
    Steps,
    View,
    parse_action,
    refuse,
    say,
    step,
)
from entente.kernel.statistics import GameStatistics, Statistic
from entente.kernel.text import package_texts

CARDS = ("ace", "king", "queen", "knave", "ten", "nine", "eight", "seven", "six", "five")


# -- the conference


class ConferenceState(State, kw_only=True):
    """Gold and votes lie on the table; hands and the deck are hidden."""

    gold: dict[Seat, int]
    hands: dict[Seat, list[str]]
    deck: list[str]
    votes: dict[Seat, str]
    round: int = 0


class ConferenceView(View, kw_only=True):
    """What a seat sees of a conference."""

    gold: dict[Seat, int]
    hand: list[str]
    cards: dict[Seat, int]
    deck: int
    votes: dict[Seat, str]
    sealed: str | None


class Table:
    """What the steps of a conference work with."""

    def __init__(self, state: ConferenceState, seats: tuple[Seat, ...]) -> None:
        self.state = state
        self.seats = seats


steps: Steps[Table] = Steps()


@steps.auto
def next_round(table: Table, frame: Frame) -> None:
    """1: a vote, an auction and a draw make a round."""
    state = table.state
    if state.round == state.options["rounds"]:
        state.push("finish")
        return
    state.round += 1
    state.log(say("log.round", number=state.round))
    auction = ["bid"] if state.options["auction"] else []
    state.push("vote", "count", *auction, "draw", "next_round")


@steps.ask("vote")
class Vote(DecisionStep[Table]):
    """2: all vote, openly, in any order."""

    section = "2"

    def seats(self, context: Table, frame: Frame) -> tuple[Seat, ...]:
        return tuple(seat for seat in context.seats if seat not in context.state.votes)

    def menu(self, context: Table, frame: Frame, seat: Seat) -> Menu:
        return Choose(("vote aye", "vote nay"))

    def apply(self, context: Table, frame: Frame, seat: Seat, action: Action) -> bool:
        context.state.votes[seat] = action.args[0]
        context.state.log(say("log.voted", seat=seat, vote=context.state.votes[seat]))
        return END if len(context.state.votes) == len(context.seats) else STAY


@steps.auto
def count(table: Table, frame: Frame) -> None:
    """2.1: a majority of ayes pays each seat two gold."""
    ayes = sum(vote == "aye" for vote in table.state.votes.values())
    if 2 * ayes > len(table.seats):
        table.state.gold = {seat: gold + 2 for seat, gold in table.state.gold.items()}
    table.state.votes = {}
    table.state.log(say("log.counted", ayes=ayes, gold=dict(table.state.gold)))


@steps.ask("bid")
class Bid(DecisionStep[Table]):
    """3: all bid under seal; the highest makes a treaty."""

    section = "3"
    sealed = True

    def needed(self, context: Table, frame: Frame) -> bool:
        return any(context.state.gold.values()) and all(context.state.hands.values())

    def seats(self, context: Table, frame: Frame) -> tuple[Seat, ...]:
        return context.seats

    def menu(self, context: Table, frame: Frame, seat: Seat) -> Menu:
        return Amount("bid", 0, context.state.gold[seat])

    def why_not(self, context: Table, frame: Frame, seat: Seat, action: Action) -> Refusal | None:
        if action.verb == "bid" and "".join(action.args).isdecimal():
            return refuse("3.1", "why.poor", gold=context.state.gold[seat])
        return None

    def resolve_sealed(self, context: Table, frame: Frame, answers: Mapping[Seat, Action]) -> None:
        state, bids = context.state, {seat: int(a.args[0]) for seat, a in answers.items()}
        best = [seat for seat in bids if bids[seat] == max(bids.values())]
        state.log(say("log.bids", bids=bids))
        if len(best) == 1 or state.options["ties"] == "first":
            state.gold[best[0]] -= bids[best[0]]
            state.push(step("treaty", seat=best[0]))


@steps.ask("treaty")
class Treaty(DecisionStep[Table]):
    """4: the winner names a partner, shows a card, and may pay."""

    section = "4"

    def seats(self, context: Table, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("seat"),)

    def menu(self, context: Table, frame: Frame, seat: Seat) -> Form:
        state = context.state
        return Form(
            "treaty",
            {
                "with": Choose(tuple(other for other in context.seats if other != seat)),
                "gold": Amount("pay", 0, state.gold[seat]),
                "card": Choose(tuple(f"show {card}" for card in state.hands[seat])),
            },
            optional=("gold",),
        )

    def apply(self, context: Table, frame: Frame, seat: Seat, action: Action) -> bool:
        state = context.state
        given = self.menu(context, frame, seat).read(action.text)
        assert given is not None
        paid = int(parse_action(given.get("gold", "pay 0")).args[0])
        partner, card = given["with"], parse_action(given["card"]).args[0]
        state.gold[seat] -= paid
        state.gold[partner] += paid
        state.hands[seat].remove(card)
        state.reveal()
        state.log(say("log.treaty", seat=seat, partner=partner, card=card, paid=paid))
        state.push(step("discard", seat=partner, number=min(2, len(state.hands[partner]))))
        return END


@steps.ask("discard")
class Discard(DecisionStep[Table]):
    """4.1: the partner discards up to two cards."""

    section = "4.1"

    def seats(self, context: Table, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("seat"),)

    def menu(self, context: Table, frame: Frame, seat: Seat) -> Menu:
        return Pick("discard", dict(Counter(context.state.hands[seat])), frame.number("number"))

    def apply(self, context: Table, frame: Frame, seat: Seat, action: Action) -> bool:
        cards = list(action.args)
        for card in cards:
            context.state.hands[seat].remove(card)
        context.state.reveal()
        context.state.log(say("log.discarded", seat=seat, cards=cards))
        return END


@steps.auto
def draw(table: Table, frame: Frame) -> None:
    """5: each draws a card, which only that player sees."""
    for seat in table.seats:
        if table.state.deck:
            card = table.state.deck.pop()
            table.state.hands[seat].append(card)
            table.state.reveal()
            public = say("log.drew_one", seat=seat)
            table.state.log(say("log.drew", seat=seat, card=card), to=[seat], public=public)


@steps.auto
def finish(table: Table, frame: Frame) -> None:
    """6: the richest wins."""
    gold = table.state.gold
    winners = tuple(seat for seat in table.seats if gold[seat] == max(gold.values()))
    scores = {seat: (seat in winners) / len(winners) for seat in table.seats}
    table.state.outcome = Outcome(winners, scores, say("end.rich", seats=list(winners)))


class ConferenceChronicle(GameStatistics[ConferenceState]):
    """Rounds, which belong to no seat, and treaties, which belong to one."""

    happenings = ("rounds", "treaties")

    def happened(self, message: Message) -> list[Statistic]:
        if message.key == "log.round":
            return [Statistic("", "rounds")]
        return (
            [Statistic(str(message.args["seat"]), "treaties")]
            if message.key == "log.treaty"
            else []
        )


class Conference(Game[ConferenceState, Table]):
    """Three seats, hidden hands, votes and bids."""

    info = GameInfo(
        "conference",
        "1",
        "tests",
        ("austria", "britain", "france"),
        (
            Option("rounds", "1", 2, (1, 2, 3)),
            Option("auction", "3", True),
            Option("ties", "3", "none", ("none", "first"), "ruling"),
        ),
    )
    state_type = ConferenceState
    steps = steps

    @cached_property
    def statistics(self) -> ConferenceChronicle:
        return ConferenceChronicle()

    def set_up(self, options: Options, chance: Chance) -> ConferenceState:
        deck = list(CARDS)
        chance.shuffle(deck)
        return ConferenceState(
            options=options,
            chance=chance,
            stack=[Frame("next_round")],
            gold=dict.fromkeys(self.info.seats, 3),
            hands={seat: [deck.pop(), deck.pop()] for seat in self.info.seats},
            deck=deck,
            votes={},
        )

    def context(self, state: ConferenceState) -> Table:
        return Table(state, self.info.seats)

    def copy(self, state: ConferenceState) -> ConferenceState:
        return ConferenceState(
            options=state.options,
            chance=state.chance.copy(),
            stack=state.stack[:],
            standing=state.standing,
            answers=state.answers,
            plans=state.plans,
            windows=state.windows,
            news=state.news,
            reveals=state.reveals,
            outcome=state.outcome,
            rules=state.rules,
            gold=dict(state.gold),
            hands={seat: hand[:] for seat, hand in state.hands.items()},
            deck=state.deck[:],
            votes=dict(state.votes),
            round=state.round,
        )

    def build_view(
        self, position: Position[ConferenceState, Table], seat: Seat | None
    ) -> ConferenceView:
        state = position.state
        return ConferenceView(
            **position.seen(seat),
            gold=state.gold,
            hand=sorted(state.hands[seat]) if seat else [],
            cards={each: len(hand) for each, hand in state.hands.items()},
            deck=len(state.deck),
            votes=state.votes,
            sealed=state.sealed.get(seat) if seat else None,
        )

    def resample_hidden(self, context: Table, seat: Seat, rng: Random) -> None:
        world = context.state
        hidden = [*world.deck, *(c for s, hand in world.hands.items() if s != seat for c in hand)]
        rng.shuffle(hidden)
        world.deck = [hidden.pop() for _ in world.deck]
        for other, hand in world.hands.items():
            if other != seat:
                world.hands[other] = [hidden.pop() for _ in hand]

    def catalog(self, language: str) -> Catalog:
        return conference_catalog(language)


# -- the orders


class OrdersState(State, kw_only=True):
    """The place of each unit: how many steps from home."""

    steps: dict[str, int]
    turn: int = 0


class OrdersView(View, kw_only=True):
    """All but the sealed orders is open."""

    steps: dict[str, int]
    turn: int


UNITS = {"red": ("A VIE", "F TRI"), "blue": ("A PAR", "F BRE")}
order_steps: Steps[OrdersState] = Steps()


@order_steps.ask("orders")
class GiveOrders(DecisionStep[OrdersState]):
    """1: an order for each unit, all at once, under seal."""

    section = "1"
    sealed = True

    def seats(self, context: OrdersState, frame: Frame) -> tuple[Seat, ...]:
        return tuple(UNITS)

    def menu(self, context: OrdersState, frame: Frame, seat: Seat) -> Menu:
        return Slots({unit: (f"{unit} H", f"{unit} - SEA") for unit in UNITS[seat]})

    def resolve_sealed(
        self, context: OrdersState, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        for answer in answers.values():
            for order in answer.choices:
                if order.words[2:] == ("-", "SEA"):
                    context.steps[" ".join(order.words[:2])] += 1
        context.turn += 1
        context.log(say("log.moved", steps=dict(context.steps)))
        if context.turn < int(context.options["turns"]):
            context.push("orders")
        else:
            far = {seat: sum(context.steps[unit] for unit in UNITS[seat]) for seat in UNITS}
            winners = tuple(seat for seat in far if far[seat] == max(far.values()))
            scores = {seat: (seat in winners) / len(winners) for seat in UNITS}
            context.outcome = Outcome(winners, scores, say("end.far", steps=max(far.values())))


class Orders(Game[OrdersState, OrdersState]):
    """Two seats, sealed orders for two units each."""

    info = GameInfo("orders", "1", "tests", tuple(UNITS), (Option("turns", "1", 3, (1, 3)),))
    state_type = OrdersState
    steps = order_steps

    def set_up(self, options: Options, chance: Chance) -> OrdersState:
        units = {unit: 0 for own in UNITS.values() for unit in own}
        return OrdersState(options=options, chance=chance, stack=[Frame("orders")], steps=units)

    def context(self, state: OrdersState) -> OrdersState:
        return state

    def copy(self, state: OrdersState) -> OrdersState:
        return OrdersState(
            options=state.options,
            chance=state.chance.copy(),
            stack=state.stack[:],
            standing=state.standing,
            answers=state.answers,
            plans=state.plans,
            windows=state.windows,
            news=state.news,
            reveals=state.reveals,
            outcome=state.outcome,
            rules=state.rules,
            steps=dict(state.steps),
            turn=state.turn,
        )

    def build_view(
        self, position: Position[OrdersState, OrdersState], seat: Seat | None
    ) -> OrdersView:
        state = position.state
        return OrdersView(**position.seen(seat), steps=state.steps, turn=state.turn)

    def resample_hidden(self, context: OrdersState, seat: Seat, rng: Random) -> None:
        """Nothing is hidden but the orders of others."""

    def catalog(self, language: str) -> Catalog:
        return orders_catalog(language)


# -- what a person reads of them: English, French


def toy_catalog(language: str, texts: Mapping[str, tuple[str, str]]) -> Catalog:
    """The kernel's texts and a toy's."""
    own = {key: both[language == "fr"] for key, both in texts.items()}
    return Catalog(language, package_texts("entente.kernel", language) | own)


@cache
def conference_catalog(language: str) -> Catalog:
    return toy_catalog(language, CONFERENCE_TEXTS)


@cache
def orders_catalog(language: str) -> Catalog:
    return toy_catalog(language, ORDERS_TEXTS)


CONFERENCE_TEXTS = {
    "happening.rounds": ("rounds", "tours"),
    "happening.treaties": ("treaties of", "traités"),
    "info.title": ("The Conference", "La Conférence"),
    "info.summary": ("Three powers vote and bid.", "Trois puissances votent et misent."),
    "option.rounds.name": ("Rounds", "Tours"),
    "option.rounds.help": ("How many rounds there are.", "Combien de tours il y a."),
    "option.auction.name": ("Auction", "Enchère"),
    "option.auction.help": ("Whether there is an auction.", "S'il y a une enchère."),
    "option.ties.name": ("Ties", "Égalités"),
    "option.ties.help": ("Who wins a tied auction.", "Qui gagne une enchère à égalité."),
    "rules.1.title": ("Rounds", "Tours"),
    "rules.2.title": ("The vote", "Le vote"),
    "rules.3.title": ("The auction", "L'enchère"),
    "rules.3.1.title": ("What may be bid", "Ce qu'on peut miser"),
    "rules.4.title": ("Treaties", "Traités"),
    "rules.4.1.title": ("Discards", "Défausses"),
    "prompt.vote": ("How do you vote?", "Que votez-vous ?"),
    "prompt.bid": ("What do you bid?", "Que misez-vous ?"),
    "prompt.treaty": ("With whom, and for what?", "Avec qui, et pour quoi ?"),
    "prompt.discard": ("What do you discard?", "Que défaussez-vous ?"),
    "action.vote": ("vote {0:vote}", "voter {0:vote}"),
    "action.bid": ("bid {0} gold", "miser {0} d'or"),
    "action.treaty": ("sign a treaty", "signer un traité"),
    "action.discard": ("discard {0:card}", "défausser {0:card}"),
    "log.round": ("Round {number} begins.", "Le tour {number} commence."),
    "log.voted": ("{seat:seat} votes {vote:vote}.", "{seat:seat} vote {vote:vote}."),
    "log.counted": (
        "{ayes} {ayes:|aye|ayes}; there are {gold:seat}.",
        "{ayes} {ayes:|oui|oui} ; il y a {gold:seat}.",
    ),
    "log.bids": ("Bid: {bids:seat}.", "Misé : {bids:seat}."),
    "log.treaty": (
        "{seat:seat} signs with {partner:seat}, pays {paid} and shows {card:card}.",
        "{seat:seat} signe avec {partner:seat}, paie {paid} et montre {card:card}.",
    ),
    "log.discarded": ("{seat:seat} discards {cards:card}.", "{seat:seat} défausse {cards:card}."),
    "log.drew": ("{seat:seat} draws the {card:card}.", "{seat:seat} pioche : {card:card}."),
    "log.drew_one": ("{seat:seat} draws a card.", "{seat:seat} pioche une carte."),
    "why.poor": ("You have {gold} gold.", "Vous avez {gold} d'or."),
    "end.rich": ("The richest: {seats:seat}.", "Les plus riches : {seats:seat}."),
    "names.seat.austria": ("Austria", "l'Autriche"),
    "names.seat.britain": ("Britain", "la Grande-Bretagne"),
    "names.seat.france": ("France", "la France"),
    "names.vote.aye": ("aye", "pour"),
    "names.vote.nay": ("nay", "contre"),
    "names.verb.vote": ("vote", "voter"),
    "names.verb.bid": ("bid", "miser"),
    "names.verb.treaty": ("treaty", "traité"),
    "names.verb.discard": ("discard", "défausser"),
    "names.card.ace": ("ace", "as"),
    "names.card.king": ("king", "roi"),
    "names.card.queen": ("queen", "dame"),
    "names.card.knave": ("knave", "valet"),
    "names.card.ten": ("ten", "dix"),
    "names.card.nine": ("nine", "neuf"),
    "names.card.eight": ("eight", "huit"),
    "names.card.seven": ("seven", "sept"),
    "names.card.six": ("six", "six"),
    "names.card.five": ("five", "cinq"),
}

ORDERS_TEXTS = {
    "info.title": ("Orders", "Ordres"),
    "info.summary": ("Two armies race to the sea.", "Deux armées courent à la mer."),
    "option.turns.name": ("Turns", "Tours"),
    "option.turns.help": ("How many turns there are.", "Combien de tours il y a."),
    "rules.1.title": ("Orders", "Ordres"),
    "prompt.orders": ("Your orders?", "Vos ordres ?"),
    "action.A": ("army {0} {1}", "armée {0} {1}"),
    "action.F": ("fleet {0} {1}", "flotte {0} {1}"),
    "log.moved": ("They stand: {steps}.", "Ils sont : {steps}."),
    "end.far": ("The furthest went {steps}.", "Le plus loin : {steps}."),
    "names.seat.red": ("Red", "Rouge"),
    "names.seat.blue": ("Blue", "Bleu"),
}
