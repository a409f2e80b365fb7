"""Import a saved game: replay it under our rules and compare positions.

At a difference the import stops, or follows the saved game: it records the difference and its
cause, and continues from the saved position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from entente.games.diplomacy.answers.slots import adjustment_slots
from entente.games.diplomacy.exchange.omitted_orders import (
    BETWEEN_RECORDS,
    NOT_ASKED,
    NOT_CARRIED_OUT,
    OmittedOrder,
    all_omitted,
    omitted_orders,
)
from entente.games.diplomacy.exchange.replay import advance_to, carry_out
from entente.games.diplomacy.exchange.saved_game import (
    OVER,
    DiplomacyMatch,
    SavedGame,
    SavedPhase,
    exchange_error,
    kind_of,
    phase_name,
    when,
)
from entente.games.diplomacy.game import INFO, Diplomacy
from entente.games.diplomacy.phase_names import ADJUSTMENTS, MOVEMENT, RETREATS, phase_named
from entente.games.diplomacy.rules.powers import AS_THE_RULES_SAY, rules_of
from entente.games.diplomacy.state import SPRING, WINTER
from entente.kernel import Catalog, Match, Message, OptionValue, say
from entente.kernel.user_error import UserError


class RuleReading(NamedTuple):
    """A different reading of one rule that explains the saved position."""

    name: str
    value: str
    section: str


class Divergence(NamedTuple):
    """A divergence of a saved game from our rules, and possible explanations.

    Each of `readings` explains it alone. `left_out` are orders that could not be followed, and
    `rulings` our results for the units that differ.
    """

    phase: str
    differences: list[Message]
    readings: list[RuleReading]
    left_out: list[OmittedOrder]
    rulings: list[Message]

    def lines(self, catalog: Catalog) -> Iterator[str]:
        """Yield the divergence in words."""
        yield from self.summary(catalog)
        for message in self.rulings:
            section, line = str(message.args["section"]), catalog.say(message)
            yield catalog.say(say("exchange.ruling", section=section, line=line))

    def summary(self, catalog: Catalog) -> Iterator[str]:
        """Yield the difference, the readings that explain it, and the omitted orders."""
        yield from (catalog.say(message) for message in self.differences)
        for each in self.readings:
            yield catalog.say(say("exchange.reading", **each._asdict()))
        if not self.readings and any("ours" in message.args for message in self.differences):
            yield catalog.say(say("exchange.no_reading"))
        yield from (each.line(catalog) for each in self.left_out)


class Imported(NamedTuple):
    """An imported game: one match, plus one after each divergence that was followed.

    `left_out` are all omitted orders. `open_end`: the saved game is over, but not by the rules; its
    end was not saved, and the last match is unfinished.
    """

    matches: list[DiplomacyMatch]
    divergences: list[Divergence]
    left_out: list[OmittedOrder]
    open_end: bool

    def left_out_besides(self) -> list[OmittedOrder]:
        """Return the omitted orders outside divergences that had, or may have had, an effect."""
        reported = [each for divergence in self.divergences for each in divergence.left_out]
        return [each for each in self.left_out if not each.void and each not in reported]


def import_game(
    game: Diplomacy,
    saved: SavedGame,
    options: Mapping[str, OptionValue] | None = None,
    *,
    follow: bool = False,
    before: Callable[[], None] | None = None,
) -> Imported:
    """Import a saved game. At a divergence it is refused, or followed if requested.

    `options` override those of the program that saved the game. `before` is called before each
    phase, and may raise to stop.
    """
    chosen = INFO.complete({**saved.house, **(options or {})})
    if chosen["players"] != len(INFO.seats):
        raise exchange_error("exchange.players_option")
    return Importer(game, saved, chosen, follow=follow).run(before)


class Importer:
    """An import in progress; `match` is None while looking for a position to continue from."""

    def __init__(
        self, game: Diplomacy, saved: SavedGame, options: dict[str, OptionValue], *, follow: bool
    ) -> None:
        self.game = game
        self.saved = saved
        self.options = options
        self.follow = follow
        self.match: DiplomacyMatch | None = Match(game, options, saved.name)
        self.matches = [self.match]
        self.divergences: list[Divergence] = []
        self.left_out: list[OmittedOrder] = []

    def run(self, before: Callable[[], None] | None = None) -> Imported:
        for number, phase in enumerate(self.saved.phases):
            if before is not None:
                before()
            if self.match is not None:
                self._compare(self.match, number, phase)
            if self.match is None and phase.kind in (MOVEMENT, ADJUSTMENTS):
                self._begin_again(phase)
            if not phase.ordered:
                self.left_out += all_omitted(phase, NOT_CARRIED_OUT)
                break
            self._play(phase)
        over = self.saved.phases[-1].name == OVER and not self.matches[-1].over
        return Imported(self.matches, self.divergences, self.left_out, over)

    def _play(self, phase: SavedPhase) -> None:
        match = self.match
        if match is None:
            self.left_out += all_omitted(phase, BETWEEN_RECORDS)
        elif phase_name(match.state) == phase.name != OVER:
            self.left_out += omitted_orders(match, phase)
            carry_out(match, phase)
        else:
            self.left_out += all_omitted(phase, NOT_ASKED)

    def _compare(self, match: DiplomacyMatch, number: int, phase: SavedPhase) -> None:
        advance_to(match, phase)
        divergences = list(differences(match, phase))
        if not divergences:
            return
        divergence = self._explained(match, number, divergences)
        if not self.follow:
            raise refused(self.game, divergence)
        self.divergences.append(divergence)
        self.match = None

    def _begin_again(self, phase: SavedPhase) -> None:
        match = placed(self.game, self.options, self.saved.name, phase)
        if match is None:
            return
        if not self.matches[0].moves:  # the saved game starts from another position
            self.matches.clear()
        self.match = match
        self.matches.append(match)

    # -- why

    def _explained(self, match: DiplomacyMatch, number: int, messages: list[Message]) -> Divergence:
        """Replay the previous season under every other reading."""
        phases = self.saved.phases
        start = max((n for n in range(number) if phases[n].kind == MOVEMENT), default=-1)
        if start < 0:
            return Divergence(phases[number].name, messages, [], [], [])
        season = phases[start : number + 1]
        readings = [
            reading
            for reading in other_readings(self.options)
            if self._agrees({**self.options, reading.name: reading.value}, season)
        ]
        names = [phase.name for phase in season[:-1]]
        unread = [each for each in self.left_out if each.phase in names]
        rulings = list(rulings_on(match, messages))
        return Divergence(phases[number].name, messages, readings, unread, rulings)

    def _agrees(self, options: dict[str, OptionValue], season: list[SavedPhase]) -> bool:
        """Return whether our rules with these options lead from one saved position to the next."""
        match = placed(self.game, options, self.saved.name, season[0])
        assert match is not None
        for phase in season[:-1]:
            advance_to(match, phase)
            if phase_name(match.state) == phase.name:
                carry_out(match, phase)
        advance_to(match, season[-1])
        return not any(differences(match, season[-1]))


def differences(match: DiplomacyMatch, phase: SavedPhase) -> Iterator[Message]:
    """Yield the differences between our match and a saved phase.

    Retreats and winters that our rules skipped had no choices.
    """
    state, ours = match.state, phase_name(match.state)
    if phase.name == OVER:
        if kind_of(ours) == RETREATS:  # ended by vote before they were carried out
            return
    elif match.over:
        assert state.outcome is not None
        yield say("exchange.over", phase=phase.name)
        yield state.outcome.reason
        return
    elif when(ours) > when(phase.name) and phase.kind != MOVEMENT:
        return
    elif ours != phase.name:
        yield say("exchange.phase", phase=phase.name, found=ours)
        return
    yield from _unlike("exchange.units", phase, state.units, phase.units)
    if phase.centres is not None:
        yield from _unlike("exchange.centres", phase, state.centres, phase.centres)


def _unlike(
    key: str,
    phase: SavedPhase,
    ours: Mapping[str, list[str]],
    theirs: Mapping[str, Iterable[str]],
) -> Iterator[Message]:
    for power, mine in ours.items():
        here, there = set(mine), set(theirs.get(power, ()))
        if here != there:
            yield say(
                key,
                phase=phase.name,
                power=power,
                ours=sorted(here - there),
                theirs=sorted(there - here),
            )


def placed(
    game: Diplomacy, options: Mapping[str, OptionValue], seed: str, phase: SavedPhase
) -> DiplomacyMatch | None:
    """Return a match that starts at a saved movement or winter phase; None if no one decides
    there."""
    saved = phase_named(phase.name)
    assert saved is not None
    state = game.start(options, seed)
    europe = game.context(state)
    state.stack.clear()
    state.news.clear()
    state.year = saved.year
    state.units = {power: list(phase.units.get(power, ())) for power in europe.board.power}
    if phase.centres is not None:
        centres = phase.centres
        state.centres = {power: list(centres.get(power, ())) for power in europe.board.power}
    if saved.kind == MOVEMENT:
        state.season = saved.season
        state.push("orders", "retreat", "autumn" if saved.season == SPRING else "winter")
    else:
        state.season = WINTER
        state.push("adjust", "year_end")
        if not any(adjustment_slots(europe, seat).slots for seat in europe.survivors()):
            return None
    europe.log("log.season", season=state.season, year=state.year)
    return Match(game, start=game.save(state).decode())


def other_readings(options: dict[str, OptionValue]) -> Iterator[RuleReading]:
    """Every other reading of a rule than in these options."""
    rules = rules_of(options)
    for option in INFO.options:
        if option.kind != "ruling" or option.id == "rules":
            continue
        now = getattr(rules, option.id, options[option.id])
        current = ("no", "yes")[now] if isinstance(now, bool) else now
        for value in option.values:
            if value not in (AS_THE_RULES_SAY, current):
                yield RuleReading(option.id, str(value), option.section)


def rulings_on(match: DiplomacyMatch, messages: list[Message]) -> Iterator[Message]:
    """Our last results for the orders of the units that differ."""
    units: set[str] = set()
    for message in messages:
        for side in ("ours", "theirs"):
            units.update(message.args.get(side, ()))  # type: ignore[arg-type]
    last = [line.entry.message for line in match.log if line.move >= _last_movement(match)]
    for message in last:
        if not message.key.startswith("log.result."):
            continue
        words = str(message.args["order"]).split()
        kind, start = words[:2]
        end = words[3] if words[2] == "-" else start
        if units & {f"{kind} {start}", f"{kind} {end}"}:
            yield message


def _last_movement(match: DiplomacyMatch) -> int:
    """Return the move that carried out the last movement."""
    moves = (line.move for line in match.log if line.entry.message.key.startswith("log.result."))
    return max(moves, default=0)


def refused(game: Diplomacy, divergence: Divergence) -> UserError:
    """Return a divergence as the reason for refusing a game."""

    def because(language: str) -> str:
        return "; ".join(divergence.summary(game.catalog(language)))

    return exchange_error("exchange.differs", because)
