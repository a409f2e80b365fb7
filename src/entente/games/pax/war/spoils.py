"""How victors divide what they conquered: alone, by agreement, or in a congress (12.10)."""

from __future__ import annotations

from collections.abc import Mapping

from entente.games.pax.belligerents import are_hostile, change, wars
from entente.games.pax.board import (
    ARMY,
    OTTOMAN_EMPIRE,
    STATUS_WORDS,
    Area,
    Power,
    Status,
    status_word,
)
from entente.games.pax.colonies.ottoman_expansion import ottoman_lands
from entente.games.pax.context import PaxContext, pool_of, steps
from entente.games.pax.joined_messages import join_messages
from entente.games.pax.war.resolution import lose_conquered, place_spoils
from entente.kernel import (
    END,
    Action,
    Choose,
    DecisionStep,
    Frame,
    Menu,
    Message,
    Seat,
    Slots,
    parse_action,
    say,
    step,
)

LEVELS = ("none", "interest", "influence", "protectorate", "possession")


def call_division(
    victors: tuple[Power, ...], areas: list[Area], losers: tuple[Power, ...]
) -> Frame:
    """Return the step by which a camp divides what it has conquered of another."""
    return step("divide", victors=" ".join(victors), areas=" ".join(areas), losers=" ".join(losers))


def seats_of(world: PaxContext, frame: Frame) -> list[Seat]:
    """Return the seats that divide, in precedence."""
    victors = frame.text("victors").split()
    return world.by_precedence({s for p in victors if (s := world.seat_of(p)) is not None})


@steps.auto
def divide(world: PaxContext, frame: Frame) -> None:
    """12.10: a single victor decides; several must agree; minors alone take possession. What is
    Ottoman and was conquered with the Empire's help is the Empire's again (11.3)."""
    areas, victors = frame.text("areas").split(), frame.text("victors").split()
    losers = frame.text("losers").split()
    if OTTOMAN_EMPIRE in victors:
        victors.remove(OTTOMAN_EMPIRE)
        own = ottoman_lands(world)
        for area in [area for area in areas if area in own or not victors]:
            lose_conquered(world, area, losers)
            areas.remove(area)
    if not areas:
        return
    if world.since(3):
        _no_longer_conquered(world, victors, areas, losers)
    args: dict[str, str | int] = {
        "victors": " ".join(victors),
        "areas": " ".join(areas),
        "losers": frame.text("losers"),
    }
    seats = seats_of(world, Frame("divide", args))
    if not seats:
        minors_take(world, victors, areas, losers)
        return
    world.state.push(Frame("spoils", {**args, "seat": seats[0], "draft": 0}))


def _no_longer_conquered(
    world: PaxContext, victors: list[Power], areas: list[Area], losers: list[Power]
) -> None:
    """Unmark what is divided as conquered, should victors fight each other; unless an enemy that
    makes no peace holds it too."""
    for war in wars(world):
        kept = {
            area: power
            for area, power in war.conquered.items()
            if area not in areas
            or power not in victors
            or any(
                are_hostile(war, power, other)
                for other in world.holders(area)
                if other not in losers
            )
        }
        if kept != war.conquered:
            change(world, war.id, conquered=kept)


def minors_take(
    world: PaxContext, victors: list[Power], areas: list[Area], losers: list[Power]
) -> None:
    """12.10: possession, with an army of strength 1 in each area, a new one if needed; the rest go
    home."""
    power = victors[0]
    for area in areas:
        lose_conquered(world, area, losers)
        place_spoils(world, area, {power: Status.POSSESSION})
        stack = world.armies(power, area)
        for strength in stack:
            world.move_unit(power, ARMY, area, world.home(power), strength)
        if world.since(3) and not world.holds(power, area):
            continue  # there is no counter for it, and so nothing to guard
        home = world.home(power)
        if 1 in world.armies(power, home):
            world.move_unit(power, ARMY, home, area, 1)
        elif world.counters(power, "strength_1") > 0:
            world.add_unit(power, ARMY, area, 1)


def levels_for(world: PaxContext, power: Power, area: Area) -> list[str]:
    """12.10: what a victor may place: any level up to possession that it has a counter for."""
    held = world.status(power, area)
    return [
        word
        for word in LEVELS
        if word == "none"
        or (STATUS_WORDS[word] > held and world.can_have(power, area, STATUS_WORDS[word]))
    ]


def spoils_menu(world: PaxContext, frame: Frame) -> Slots:
    """Return what each victor places in each area."""
    return Slots(
        {
            f"{area} {power}": tuple(
                f"give {power} {area} {word}" for word in levels_for(world, power, area)
            )
            for area in frame.text("areas").split()
            for power in frame.text("victors").split()
        }
    )


def carry_out(world: PaxContext, frame: Frame, proposal: Action) -> None:
    """Divide the areas as proposed."""
    by_area: dict[Area, dict[Power, Status]] = {}
    for choice in proposal.choices:
        power, area, word = choice.args
        by_area.setdefault(area, {})[power] = STATUS_WORDS[word]
    for area, statuses in by_area.items():
        lose_conquered(world, area, frame.text("losers").split())
        place_spoils(world, area, {p: s for p, s in statuses.items() if s is not Status.NONE})


@steps.ask("spoils")
class Spoils(DecisionStep[PaxContext]):
    """12.10: a victor proposes what is placed where; other victors must agree."""

    section = "12.10"
    open_menu = True

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("seat"),)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.spoils", areas=frame.text("areas").split())

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return spoils_menu(world, frame)

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """Return, for an absent player, what the loser had, as far as counters allow; of Germany
        and Austria-Hungary the first victor that can."""
        parts: list[str] = []
        mine = world.powers_of(seat) if world.since(3) else (seat,)
        pools = [pool_of(status) for status in (Status.INTEREST, Status.POSSESSION)]
        left = {(power, pool): world.counters(power, pool) for power in mine for pool in pools}
        taken: set[Area] = set()
        for slot, choices in spoils_menu(world, frame).slots.items():
            area, power = slot.split()
            parts.append(choices[0])
            losers = frame.text("losers").split()
            had = max((world.status(p, area) for p in losers), default=Status.NONE)
            wanted = f"give {power} {area} {status_word(min(had, Status.POSSESSION), power)}"
            pool = pool_of(min(had, Status.POSSESSION))
            if area not in taken and wanted in choices and left.get((power, pool), 0) > 0:
                parts[-1] = wanted
                left[power, pool] -= 1
                taken.add(area)
        return "; ".join(parts)

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        if len(seats_of(world, frame)) == 1:
            carry_out(world, frame, action)
        else:
            world.log("log.spoils_proposed", seat=seat)
            for choice in action.choices:
                power, area, word = choice.args
                if word != "none":
                    world.log("log.spoils_term", power=power, area=area, status=word)
            world.state.push(Frame("agree_spoils", {**frame.args, "written": action.text}))
        return END


@steps.ask("agree_spoils")
class AgreeSpoils(DecisionStep[PaxContext]):
    """12.10: the other victors agree or not; after some drafts a congress decides."""

    section = "12.10"
    sealed = True
    grammar = ("agree", "disagree")

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return tuple(s for s in seats_of(world, frame) if s != frame.text("seat"))

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        areas = frame.text("areas").split()
        return say("prompt.agree_spoils", seat=frame.text("seat"), areas=areas)

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose(("agree", "disagree"))

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return the proposal; or how the matter continues without an agreement."""
        if action == "disagree":
            left = world.number("congress_rounds") - frame.number("draft") - 1
            return say("hint.next_proposal" if left > 0 else "hint.spoils_congress")
        parts = [choice.args for choice in parse_action(frame.text("written")).choices]
        return join_messages(
            say("hint.spoils_term", power=power, area=area, status=word)
            for power, area, word in parts
            if word != "none"
        )

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return "disagree"

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        args = {name: frame.args[name] for name in ("victors", "areas", "losers")}
        if all(answer == "agree" for answer in answers.values()):
            carry_out(world, frame, parse_action(frame.text("written")))
            return
        drafts, seats = frame.number("draft") + 1, seats_of(world, frame)
        if drafts < world.number("congress_rounds"):
            seat = seats[drafts % len(seats)]
            world.state.push(Frame("spoils", {**args, "seat": seat, "draft": drafts}))
        else:
            world.state.push(Frame("spoils_congress", args))
