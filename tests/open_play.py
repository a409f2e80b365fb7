"""A toy game of open play: The Concert of Europe, with everything that a turn-based game lacks.

Three powers. In each round there is a market, in which every power acts at any time and an action
re-opens what others had closed; a desk is always open, at which treaties are offered and
signed and war is declared; a congress votes under seal, and a war that breaks out meanwhile
interrupts it with a sealed round of its own; and in the end each power plans its campaign in
private, step by step.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

import msgspec

from entente.kernel import (
    END,
    STAY,
    Action,
    Catalog,
    Chance,
    Choose,
    DecisionStep,
    Frame,
    Game,
    GameInfo,
    ListOf,
    Menu,
    OneOf,
    Option,
    Options,
    Outcome,
    Position,
    PrivatePlan,
    Refusal,
    Seat,
    StandingDecision,
    State,
    Steps,
    Text,
    View,
    refuse,
    say,
    step,
)
from entente.kernel.capabilities import ChatRules, ReadyMarks
from entente.kernel.game_package import GamePackage
from entente.kernel.grammar import Kinds
from entente.kernel.menu import Amount, Form
from tests.toys import toy_catalog

POWERS = ("austria", "britain", "france")
PLACES = ("crete", "egypt", "morocco", "samoa", "tunis")
READY = "ready"
MOST_OFFERS = 6


class Offer(msgspec.Struct, frozen=True):
    """A treaty on the desk: who offers it to whom, and its text in the form it was written."""

    by: Seat
    to: Seat
    terms: str


class ConcertState(State, kw_only=True):
    """What is public, and the purses, which are not."""

    purse: dict[Seat, int]
    held: dict[str, Seat]
    ready: list[Seat] = []
    offers: dict[str, Offer] = {}
    signed: int = 0
    strength: dict[Seat, int]
    round: int = 0


class ConcertView(View, kw_only=True):
    """A power sees its own purse and plan, and everything public."""

    purse: int | None
    plan: tuple[str, ...]
    vote: str | None
    held: dict[str, Seat]
    ready: list[Seat]
    offers: dict[str, Offer]
    strength: dict[Seat, int]
    round: int


steps: Steps[ConcertState] = Steps()


@steps.auto
def next_round(state: ConcertState, frame: Frame) -> None:
    """1: a market, a congress and a campaign make a round."""
    if state.round == state.options["rounds"]:
        state.push("finish")
        return
    state.round += 1
    state.ready = []
    state.push("market", "congress", "campaign", "next_round")


# -- the market: an open phase


@steps.ask("market")
class Market(DecisionStep[ConcertState], ReadyMarks[ConcertState]):
    """2: all buy at any time. A purchase re-opens the market for all powers that were ready."""

    section = "2"
    grammar = ("buy <place>", READY)
    marks = (READY,)

    def seats(self, state: ConcertState, frame: Frame) -> tuple[Seat, ...]:
        return POWERS

    def waits(self, state: ConcertState, frame: Frame, seat: Seat) -> bool:
        return seat not in state.ready

    def menu(self, state: ConcertState, frame: Frame, seat: Seat) -> Menu:
        free = [f"buy {place}" for place in PLACES if place not in state.held]
        return Choose((READY, *(free if state.purse[seat] else ())))

    def why_not(
        self, state: ConcertState, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        if action.verb == "buy" and len(action.args) == 1 and action.args[0] in state.held:
            (place,) = action.args
            return refuse("2.1", "why.taken", place=place, seat=state.held[place])
        return None

    def default_answer(self, state: ConcertState, frame: Frame, seat: Seat) -> str | None:
        """2.2: a power that misses the deadline buys nothing."""
        return READY

    def apply(self, state: ConcertState, frame: Frame, seat: Seat, action: Action) -> bool:
        if action == READY:
            state.ready = [*(each for each in state.ready if each != seat), seat]
            state.log(say("log.ready", seat=seat))
            return END if len(state.ready) == len(POWERS) else STAY
        place = action.args[0]
        state.purse = {**state.purse, seat: state.purse[seat] - 1}
        state.held = {**state.held, place: seat}
        state.ready = []
        state.log(say("log.bought", seat=seat, place=place))
        return STAY


# -- the desk: a standing question


@steps.ask("desk")
class Desk(StandingDecision[ConcertState]):
    """3: treaties are offered, signed and withdrawn while everything else goes on."""

    section = "3"

    def seats(self, state: ConcertState, frame: Frame) -> tuple[Seat, ...]:
        return POWERS

    def waits(self, state: ConcertState, frame: Frame, seat: Seat) -> bool:
        """3.3: France is polite, and the others wait for its answer."""
        return seat == "france" and any(offer.to == seat for offer in state.offers.values())

    def form(self, seat: Seat) -> Form:
        """3.1: to whom a treaty is offered, and its clauses."""
        clause = OneOf(
            (
                Form("cede", {"place": Choose(PLACES)}),
                Form("pay", {"gold": Amount("coins", 1, 3)}),
                Form("promise", {"what": Text("", 1, 20)}),
            )
        )
        others = tuple(other for other in POWERS if other != seat)
        return Form("offer", {"to": Choose(others), "clauses": ListOf("", clause, 1, 2)})

    def menu(self, state: ConcertState, frame: Frame, seat: Seat) -> Menu:
        others = tuple(other for other in POWERS if other != seat)
        answers = [
            f"{verb} {name}"
            for name, offer in state.offers.items()
            if offer.to == seat
            for verb in ("sign", "decline")
        ]
        taken_back = [f"retract {name}" for name, o in state.offers.items() if o.by == seat]
        at_war = any(frame.step in ("war", "fight") for frame in state.stack)
        wars = [] if at_war or state.round == 0 else [f"declare {other}" for other in others]
        said = Choose((*answers, *taken_back, *wars) or ("look",))
        if len(state.offers) >= MOST_OFFERS:
            return said
        return OneOf((said, self.form(seat)))

    def apply(self, state: ConcertState, frame: Frame, seat: Seat, action: Action) -> bool:
        verb, rest = action.verb, " ".join(action.args)
        if verb == "offer":
            given = self.form(seat).read(action.text)
            assert given is not None
            to = given["to"]
            number = 1 + max((int(name[1:]) for name in state.offers), default=0)
            state.offers = {**state.offers, f"t{number}": Offer(seat, to, rest)}
            state.log(say("log.offered", seat=seat, to=to))
        elif verb == "declare":
            state.log(say("log.declared", seat=seat, to=rest))
            state.push(step("war", by=seat, on=rest))
        elif verb in ("sign", "decline", "retract"):
            state.signed += verb == "sign"
            state.offers = {name: o for name, o in state.offers.items() if name != rest}
            state.log(say(f"log.{verb}", seat=seat))
        return STAY


# -- the congress: a sealed round, and the war that may interrupt it


@steps.ask("congress")
class Congress(DecisionStep[ConcertState], ChatRules[ConcertState]):
    """4: all vote under seal; a majority of ayes pays every power."""

    section = "4"
    sealed = True
    grammar = ("vote <opinion>",)

    def seats(self, state: ConcertState, frame: Frame) -> tuple[Seat, ...]:
        return POWERS

    def menu(self, state: ConcertState, frame: Frame, seat: Seat) -> Menu:
        return Choose(("vote aye", "vote nay"))

    def default_answer(self, state: ConcertState, frame: Frame, seat: Seat) -> str:
        return "vote nay"

    def chat_restriction(self, state: ConcertState, frame: Frame) -> Refusal:
        return refuse("4", "why.silence")

    def resolve_sealed(
        self, state: ConcertState, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        ayes = sum(answer == "vote aye" for answer in answers.values())
        if 2 * ayes > len(POWERS):
            state.purse = {seat: gold + 1 for seat, gold in state.purse.items()}
        state.log(say("log.counted", ayes=ayes))


@steps.auto
def war(state: ConcertState, frame: Frame) -> None:
    """5: everything under way stops; both sides say under seal how they fight."""
    state.push(step("fight", by=frame.text("by"), on=frame.text("on")))


@steps.ask("fight")
class Fight(DecisionStep[ConcertState]):
    """5.1: attack or hold; an attacker against a holder rolls for it."""

    section = "5"
    sealed = True
    grammar = ("attack", "hold")

    def seats(self, state: ConcertState, frame: Frame) -> tuple[Seat, ...]:
        return frame.text("by"), frame.text("on")

    def menu(self, state: ConcertState, frame: Frame, seat: Seat) -> Menu:
        return Choose(("hold", "attack"))

    def default_answer(self, state: ConcertState, frame: Frame, seat: Seat) -> str:
        return "hold"

    def resolve_sealed(
        self, state: ConcertState, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        die = state.chance.die()
        loser = frame.text("on") if die > 3 else frame.text("by")
        if "attack" in answers.values():
            state.strength = {**state.strength, loser: max(0, state.strength[loser] - 1)}
        state.log(say("log.fought", die=die, seat=loser))


# -- the campaign: private plans


@steps.ask("campaign")
class Campaign(PrivatePlan[ConcertState]):
    """6: each power plans up to three marches in private; no place twice."""

    section = "6"
    grammar = ("march <place>", "seal")

    def seats(self, state: ConcertState, frame: Frame) -> tuple[Seat, ...]:
        return POWERS

    def menu(self, state: ConcertState, frame: Frame, seat: Seat) -> Menu:
        planned = state.plan(frame, seat)
        marches = [f"march {place}" for place in PLACES if f"march {place}" not in planned]
        more = marches if len(planned) < 1 + state.strength[seat] else []
        return Choose(("seal", *more))

    def why_not(
        self, state: ConcertState, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        planned = state.plan(frame, seat)
        if action in planned:
            return refuse("6", "why.planned")
        return refuse("6", "why.far", most=len(planned)) if action.verb == "march" else None

    def default_answer(self, state: ConcertState, frame: Frame, seat: Seat) -> str:
        return "seal"

    def resolve_sealed(
        self, state: ConcertState, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        for seat in answers:
            for march in state.plan(frame, seat):
                place = march.split()[1]
                state.held = {**state.held, place: seat}
                state.log(say("log.marched", seat=seat, place=place))


@steps.auto
def finish(state: ConcertState, frame: Frame) -> None:
    """7: the power that holds most has won."""
    count = {seat: list(state.held.values()).count(seat) for seat in POWERS}
    winners = tuple(seat for seat in POWERS if count[seat] == max(count.values()))
    scores = {seat: (seat in winners) / len(winners) for seat in POWERS}
    state.outcome = Outcome(winners, scores, say("end.most", seats=list(winners)))


class Concert(Game[ConcertState, ConcertState]):
    """Three powers, open play."""

    info = GameInfo("concert", "1", "tests", POWERS, (Option("rounds", "1", 2, (1, 2, 3)),))
    state_type = ConcertState
    steps = steps

    def set_up(self, options: Options, chance: Chance) -> ConcertState:
        purse = {seat: 1 + chance.below(3) for seat in POWERS}
        strength = dict.fromkeys(POWERS, 2)
        state = ConcertState(
            options=options, chance=chance, purse=purse, held={}, strength=strength
        )
        state.push_standing("desk")
        state.push("next_round")
        return state

    def context(self, state: ConcertState) -> ConcertState:
        return state

    def copy(self, state: ConcertState) -> ConcertState:
        """Everything is replaced, never changed in place."""
        chance, stack, news = state.chance.copy(), state.stack[:], state.news[:]
        return msgspec.structs.replace(state, chance=chance, stack=stack, news=news)

    def kinds(self) -> Kinds:
        return {"place": PLACES, "opinion": ("aye", "nay"), "seat": POWERS}

    def build_view(
        self, position: Position[ConcertState, ConcertState], seat: Seat | None
    ) -> ConcertView:
        state = position.state
        top = state.top
        return ConcertView(
            **position.seen(seat),
            purse=state.purse[seat] if seat else None,
            plan=state.plan(top, seat) if seat and top else (),
            vote=state.sealed.get(seat) if seat else None,
            held=state.held,
            ready=state.ready,
            offers=state.offers,
            strength=state.strength,
            round=state.round,
        )

    def resample_hidden(self, context: ConcertState, seat: Seat, rng: Random) -> None:
        context.purse = {
            each: gold if each == seat else rng.randint(0, 4)
            for each, gold in context.purse.items()
        }

    def catalog(self, language: str) -> Catalog:
        return concert_catalog(language)


package = GamePackage(create=lambda overrides: Concert())


@cache
def concert_catalog(language: str) -> Catalog:
    return toy_catalog(language, TEXTS)


TEXTS = {
    "info.title": ("The Concert of Europe", "Le Concert européen"),
    "info.summary": ("Three powers, open play.", "Trois puissances, jeu ouvert."),
    "option.rounds.name": ("Rounds", "Tours"),
    "option.rounds.help": ("How many rounds there are.", "Combien de tours il y a."),
    "rules.1.title": ("Rounds", "Tours"),
    "rules.2.title": ("The market", "Le marché"),
    "rules.2.1.title": ("What is taken", "Ce qui est pris"),
    "rules.3.title": ("The desk", "Le bureau"),
    "rules.4.title": ("The congress", "Le congrès"),
    "rules.5.title": ("War", "La guerre"),
    "rules.6.title": ("The campaign", "La campagne"),
    "prompt.market": ("Do you buy?", "Achetez-vous ?"),
    "prompt.desk": ("A treaty, or war?", "Un traité, ou la guerre ?"),
    "prompt.congress": ("How do you vote?", "Que votez-vous ?"),
    "prompt.fight": ("How do you fight?", "Comment combattez-vous ?"),
    "prompt.campaign": ("Where do you march?", "Où marchez-vous ?"),
    "action.buy": ("buy {0:place}", "acheter : {0:place}"),
    "action.ready": ("ready", "prêt"),
    "action.sign": ("sign {0}", "signer {0}"),
    "action.decline": ("decline {0}", "refuser {0}"),
    "action.retract": ("take {0} back", "retirer {0}"),
    "action.declare": ("declare war on {0:seat}", "déclarer la guerre à {0:seat}"),
    "action.offer": ("offer a treaty", "proposer un traité"),
    "action.look": ("look at the desk", "regarder le bureau"),
    "action.vote": ("vote {0:opinion}", "voter {0:opinion}"),
    "action.attack": ("attack", "attaquer"),
    "action.hold": ("hold", "tenir"),
    "action.march": ("march to {0:place}", "marcher : {0:place}"),
    "action.seal": ("seal the plan", "sceller le plan"),
    "log.ready": ("{seat:seat} is ready.", "{seat:seat} : prêt."),
    "log.bought": ("{seat:seat} buys {place:place}.", "{seat:seat} achète {place:place}."),
    "log.offered": ("{seat:seat} makes an offer to {to:seat}.", "{seat:seat} propose à {to:seat}."),
    "log.declared": ("{seat:seat} declares war on {to:seat}.", "Guerre : {seat:seat}, {to:seat}."),
    "log.sign": ("{seat:seat} signs.", "{seat:seat} signe."),
    "log.decline": ("{seat:seat} declines.", "{seat:seat} refuse."),
    "log.retract": ("{seat:seat} takes an offer back.", "{seat:seat} retire une offre."),
    "log.counted": ("{ayes} {ayes:|aye|ayes}.", "{ayes} pour."),
    "log.fought": ("A {die}: {seat:seat} loses.", "Un {die} : {seat:seat} perd."),
    "log.marched": ("{seat:seat} takes {place:place}.", "{seat:seat} prend {place:place}."),
    "why.taken": ("{place:place} belongs to {seat:seat}.", "{place:place} est à {seat:seat}."),
    "why.silence": ("Nobody talks during the vote.", "On ne parle pas pendant le vote."),
    "why.planned": ("That is in your plan already.", "C'est déjà dans votre plan."),
    "why.far": ("Your plan has {most} marches already.", "Votre plan a déjà {most} marches."),
    "end.most": ("The most: {seats:seat}.", "Le plus : {seats:seat}."),
    "names.seat.austria": ("Austria", "l'Autriche"),
    "names.seat.britain": ("Britain", "la Grande-Bretagne"),
    "names.seat.france": ("France", "la France"),
    "names.opinion.aye": ("aye", "pour"),
    "names.opinion.nay": ("nay", "contre"),
    "names.place.crete": ("Crete", "Crète"),
    "names.place.egypt": ("Egypt", "Égypte"),
    "names.place.morocco": ("Morocco", "Maroc"),
    "names.place.samoa": ("Samoa", "Samoa"),
    "names.place.tunis": ("Tunis", "Tunis"),
    "names.word_kind.place": ("a place", "un lieu"),
    "names.word_kind.opinion": ("an opinion", "un avis"),
    "names.verb.buy": ("buy", "acheter"),
    "names.verb.ready": ("ready", "prêt"),
    "names.verb.vote": ("vote", "voter"),
    "names.verb.march": ("march", "marcher"),
    "names.verb.declare": ("declare", "déclarer"),
}
