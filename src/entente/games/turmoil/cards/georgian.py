"""The Georgian era: cards that join the deck in turn 8."""

from __future__ import annotations

from entente.games.turmoil.board import (
    ARMY,
    AUSTRIA_HUNGARY,
    AUTHORITARIAN,
    BALKANS,
    FARMER,
    FRANCE,
    GERMANY,
    INDEPENDENT,
    LIBERAL,
    MONARCH,
    REGIONS,
    RUSSIA,
    WORKER,
)
from entente.games.turmoil.cards.choices import (
    OneRegion,
    OneSpace,
    alternatives,
    choose_one,
)
from entente.games.turmoil.context import TurmoilContext, steps
from entente.games.turmoil.dice import roll
from entente.games.turmoil.events import Script, event
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.naval import retreat
from entente.games.turmoil.operations import PLACE, spend
from entente.games.turmoil.questions import SeatQuestion
from entente.games.turmoil.space_filters import ANYWHERE, at, held_by, in_region, with_icon
from entente.games.turmoil.stability import refresh
from entente.games.turmoil.targets import MOST_BOXES
from entente.games.turmoil.tension import BALKAN_WARS, flip, flip_or_add
from entente.kernel import END, Action, Frame, Refusal, refuse


def russia_in_turmoil(t: TurmoilContext, side: str) -> Refusal | None:
    held = t.find(in_region(RUSSIA) & held_by(LIBERAL))
    count = sum(space in t.board.battlegrounds for space in held)
    return refuse("7.1", "refusal.collapse", count=count) if count < 3 else None


@event(61, "Russian Collapse", russia_in_turmoil)
def russian_collapse(do: Script) -> None:
    do.tension(+1)
    do.crisis()
    do.then("collapse")


@steps.auto
def collapse(t: TurmoilContext, frame: Frame) -> None:
    """C61: the first marker of the track is replaced."""
    flip(t, t.state.track[0], "russian_collapse")


@event(81, "Raoul Villain")
def raoul_villain(do: Script) -> None:
    do.gain(AUTHORITARIAN, 1)
    do.ends("C75")


@event(82, "Agadir Crisis")
def agadir_crisis(do: Script) -> None:
    choose_one(do, LIBERAL)


def agadir_ceded(do: Script) -> None:
    do.gain(LIBERAL, -1)
    do.seize(AUTHORITARIAN, "morocco")


def agadir_defied(do: Script) -> None:
    do.gain(LIBERAL, 1)
    do.tension(+2)
    do.crisis()


alternatives(82, cede=agadir_ceded, defy=agadir_defied)


def princip_free(t: TurmoilContext, side: str) -> Refusal | None:
    return refuse("7.5", "refusal.yugoslavia", by="C96") if t.state.yugoslavia else None


@event(83, "Gavrilo Princip", princip_free)
def gavrilo_princip(do: Script) -> None:
    do.ends("C4")
    do.tension(+2)
    do.crisis()


@event(84, "Balkan Federation")
def balkan_federation(do: Script) -> None:
    do.place(LIBERAL, 1, in_region(BALKANS))
    do.lasts()  # operations.operations_of


@event(85, "Patriotism / Nationalism")
def patriotism(do: Script) -> None:
    do.replace(3, with_icon(WORKER))


@event(86, "Parliament Act of 1911")
def parliament_act(do: Script) -> None:
    friends = at("belgium", "netherlands", "spain_portugal", "denmark", "norway", "sweden")
    do.gain(LIBERAL, 1 + do.t.count(friends & held_by(LIBERAL)))


@event(87, "War in the Balkans")
def war_in_the_balkans(do: Script) -> None:
    do.tension(+1)
    if not do.t.in_force("C25"):
        do.crisis()
    do.remove(LIBERAL, 3, in_region(BALKANS))
    do.track(BALKAN_WARS)


@event(88, "US Non-interventionism")
def us_non_interventionism(do: Script) -> None:
    do.then("send_us_home")


@steps.auto
def send_us_home(t: TurmoilContext, frame: Frame) -> None:
    """C88: the marker of US Interventionism leaves the game; the Authoritarian refreshes."""
    t.state.beside = [marker for marker in t.state.beside if marker != "us_interventionism"]
    refresh(t, AUTHORITARIAN)


@event(89, "Stolypin Land Reforms")
def stolypin_land_reforms(do: Script) -> None:
    for space in do.t.find(in_region(RUSSIA) & with_icon(FARMER)):
        do.take(LIBERAL, space)
        do.add(AUTHORITARIAN, space)


@event(90, "Balkan Civil War")
def balkan_civil_war(do: Script) -> None:
    do.tension(+1)
    if not do.t.in_force("C25"):
        do.crisis()
    do.then("rise", side=LIBERAL, where=in_region(BALKANS))
    do.track(BALKAN_WARS)


@steps.ask("rise")
class Rise(OneSpace):
    """C90: Liberal SP in a space until they equal the Authoritarian ones."""

    grammar = ("rise <space>",)

    def happen(self, t: TurmoilContext, frame: Frame, space: str) -> None:
        missing = t.support(AUTHORITARIAN, space) - t.support(LIBERAL, space)
        if missing > 0:
            t.add(LIBERAL, space, missing)


@event(91, "Funeral of Edward VII")
def funeral_of_edward(do: Script) -> None:
    do.tension(-1)
    do.add_each(LIBERAL, with_icon(MONARCH))


@event(92, "Freedom and Accord Party")
def freedom_and_accord(do: Script) -> None:
    do.then("accord")


@steps.auto
def accord(t: TurmoilContext, frame: Frame) -> None:
    """C92: Authoritarian control of Constantinople ends, and the Balkans gain as many SP."""
    space = "constantinople"
    lead = t.support(AUTHORITARIAN, space) - t.support(LIBERAL, space)
    enough = lead - t.board.stability[space] + 1
    if enough > 0:
        t.add(LIBERAL, space, enough)
    script = Script(t, "C92", LIBERAL)
    script.place(LIBERAL, min(4, t.support(LIBERAL, space)), in_region(BALKANS))
    t.state.push(*script.frames)


@event(93, "Raid on the Sublime Porte")
def raid_on_the_sublime_porte(do: Script) -> None:
    do.crisis()
    do.take(LIBERAL, "constantinople", 99)
    do.shift(AUTHORITARIAN, 4, at("constantinople"), in_region(BALKANS))


@event(94, "Perfidious Italy")
def perfidious_italy(do: Script) -> None:
    do.add(LIBERAL, "italy", 2)
    do.add(LIBERAL, "libya", 2)
    do.then("turn_marker", old="triple_alliance", new="perfidious_italy")


@steps.auto
def turn_marker(t: TurmoilContext, frame: Frame) -> None:
    flip_or_add(t, frame.text("old"), frame.text("new"))


@event(95, "Splendid Isolation")
def splendid_isolation(do: Script) -> None:
    do.take_each(LIBERAL, at("netherlands", "belgium", "norway", "sweden", "paris"))
    do.then("turn_marker", old="entente_cordiale", new="splendid_isolation")


HEARTLAND = ("serbia", "montenegro", "bosnia", "croatia", "macedonia")


@event(96, "Yugoslavia")
def yugoslavia(do: Script) -> None:
    do.frames.append(roll(AUTHORITARIAN))
    do.then("keep_die")
    do.frames.append(roll(LIBERAL))
    do.then("heartland")


@steps.auto
def keep_die(t: TurmoilContext, frame: Frame) -> None:
    """Keep the Authoritarian's die while the Liberal rolls."""
    t.state.war_die = t.state.die


@steps.auto
def heartland(t: TurmoilContext, frame: Frame) -> None:
    """C96: the higher total wins, a tie the Authoritarian; a Liberal win has no effect."""
    totals = {}
    for side, die in ((AUTHORITARIAN, t.state.war_die), (LIBERAL, t.state.die)):
        bonus = t.count(at(*HEARTLAND) & held_by(side))
        totals[side] = die + bonus
        t.log("log.contest", side=side, die=die, bonus=bonus, total=die + bonus)
    if totals[AUTHORITARIAN] >= totals[LIBERAL]:
        t.state.yugoslavia = True
        t.state.push(step("unite", card="C96", side=AUTHORITARIAN, where=at(*HEARTLAND)))


@steps.ask("unite")
class Unite(OneSpace):
    """C96: all Liberal SP in one space are replaced by Authoritarian ones."""

    grammar = ("unite <space>",)

    def happen(self, t: TurmoilContext, frame: Frame, space: str) -> None:
        t.replace(AUTHORITARIAN, space, 99)


@event(98, "Reinhold von Sydow")
def reinhold_von_sydow(do: Script) -> None:
    do.lasts()  # naval.attempt_result


def entente_stands(t: TurmoilContext, side: str) -> Refusal | None:
    stands = "entente_cordiale" in t.state.track
    return None if stands else refuse("7.1", "refusal.no_entente", marker="entente_cordiale")


@event(99, "Franco-British Naval Cooperation", entente_stands)
def franco_british_cooperation(do: Script) -> None:
    do.advance(LIBERAL, 2 if do.t.ahead(LIBERAL) < 0 else 1)


def arms_for_sale(t: TurmoilContext, side: str) -> Refusal | None:
    barred = t.happened("C58") and not t.happened("C88")
    return refuse("7.5", "refusal.barred", card="C100", by="C58") if barred else None


@event(100, "Arms Traders/Industry", arms_for_sale)
def arms_traders(do: Script) -> None:
    do.gain(AUTHORITARIAN, do.t.state.tension)


@event(101, "Aristide Briand")
def aristide_briand(do: Script) -> None:
    paris = do.t.holds(LIBERAL, "paris")
    do.ends("C76")
    where = in_region(FRANCE) & with_icon(FARMER, WORKER)
    do.place(LIBERAL, 4 if paris else 2, where, at_most=1)
    if paris:
        do.gain(LIBERAL, 1)


@event(102, "German Army Expansion")
def german_army_expansion(do: Script) -> None:
    do.add_each(AUTHORITARIAN, in_region(GERMANY) & with_icon(ARMY) & ~held_by(LIBERAL))
    do.then("put_marker_beside", marker="german_army_expansion")
    do.tension(+1)


@event(103, "Black Hand")
def black_hand(do: Script) -> None:
    where = at("serbia", "bosnia", "montenegro", "macedonia")
    do.then("conspire", side=AUTHORITARIAN, where=where)


@steps.ask("conspire")
class Conspire(OneSpace):
    """C103: the marker counts as 2 Authoritarian SP that are never removed."""

    grammar = ("conspire <space>",)

    def happen(self, t: TurmoilContext, frame: Frame, space: str) -> None:
        t.log("log.black_hand", space=space)
        t.add(AUTHORITARIAN, space, 2)
        t.state.black_hand = space


@event(104, "Attempted Neutrality")
def attempted_neutrality(do: Script) -> None:
    do.place(LIBERAL, 3, in_region(INDEPENDENT), at_most=1)


@event(106, "Preventive War")
def preventive_war(do: Script) -> None:
    do.gain(AUTHORITARIAN, 2)
    do.then("fight", side=AUTHORITARIAN)
    do.tension(-2)


PRICE_OF_WAR = 3


@steps.ask("fight")
class Fight(OneRegion):
    """C106: remove three own SP from one region; 15.9: if no region has three, as many as
    possible."""

    def has(self, t: TurmoilContext, region: str) -> int:
        return sum(t.removable(AUTHORITARIAN, space) for space in t.find(in_region(region)))

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        price = self.price(t)
        return [f"region {r}" for r in REGIONS if price and self.has(t, r) >= price]

    def price(self, t: TurmoilContext) -> int:
        return min(PRICE_OF_WAR, max(self.has(t, region) for region in REGIONS))

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        script = Script(t, frame.text("card"), AUTHORITARIAN)
        script.remove(AUTHORITARIAN, PRICE_OF_WAR, in_region(action.args[0]))
        t.state.push(*script.frames)
        return END

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        region = action.args[0]
        if region not in REGIONS:
            return super().why(t, frame, action)
        count, needed = self.has(t, region), self.price(t)
        key = "refusal.region_too_weak"
        return refuse(self.section, key, region=region, count=count, needed=needed)


@event(107, "Mitteleuropa")
def mitteleuropa(do: Script) -> None:
    do.then("fall_back", side=AUTHORITARIAN)


@steps.ask("fall_back")
class FallBack(SeatQuestion):
    """C107: up to two boxes back, for 4 OPs each in the middle of Europe."""

    section = "6.3.8"
    grammar = ("back <number>",)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        boxes = min(MOST_BOXES, t.state.navy[AUTHORITARIAN])
        return [f"back {count}" for count in range(boxes + 1)] if boxes else []

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        boxes = action.number("number")
        retreat(t, boxes)
        if boxes:
            ops = boxes * t.value(AUTHORITARIAN, 4, by_event=True)
            lands = in_region(GERMANY, AUSTRIA_HUNGARY, BALKANS)
            where = lands | at("italy", "denmark", "constantinople")
            t.state.push(spend(AUTHORITARIAN, "C107", ops, where=where, mode=PLACE))
        return END

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        most = min(MOST_BOXES, t.state.navy[AUTHORITARIAN])
        return refuse(self.section, "refusal.boxes", count=most)


@event(108, "Weltpolitik")
def weltpolitik(do: Script) -> None:
    do.gain(AUTHORITARIAN, 4)
    do.remove(AUTHORITARIAN, 4, ANYWHERE, by=LIBERAL, at_most=1, optional=True)
    do.tension(-1)


@event(109, "Leopold von Berchtold")
def leopold_von_berchtold(do: Script) -> None:
    do.place(AUTHORITARIAN, 1, in_region(BALKANS))
    if BALKAN_WARS not in do.t.state.track:
        do.lasts()  # turmoil.costs


@event(110, "Istvan Tisza")
def istvan_tisza(do: Script) -> None:
    for space in ("transylvania", "budapest", "galicia_przemysl"):
        do.add(LIBERAL, space)
    do.tension(-1)
