"""The example of play (section 13) as `golden_game.toml` has it: what is done, what it brings."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from entente.games.turmoil.board import SIDES
from entente.kernel import Seat
from tests.games.turmoil.table import A, L

if TYPE_CHECKING:
    from tests.rulebook.turmoil.golden_replay import Replay

Navy = Literal["british", "german"]
Control = Literal["authoritarian", "liberal", "none"]
Pile = Literal["discard", "removed", "display"]
By = dict[Seat, list[int]]

NAVIES: dict[Navy, Seat] = {"british": L, "german": A}


class Row(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A table of the script; a key that nothing here reads is an error."""


# -- actions: each is done, and what the book says of it noted


class Spot(Row, kw_only=True):
    """The support in a space, as the book prints it and as the rules have it."""

    space: str = ""
    printed: tuple[int, int]
    control: Control
    rule: tuple[int, int] | None = None
    rule_control: Control | None = None

    @property
    def there(self) -> tuple[int, int, str]:
        return (*(self.rule or self.printed), self.rule_control or self.control)


class Deployment(Spot, kw_only=True):
    """Discretionary support."""

    sp: int


class Look(Spot, kw_only=True, tag_field="do", tag="look"):
    def happen(self, replay: Replay) -> None:
        replay.see(self.space, self.there)


class Place(Spot, kw_only=True, tag_field="do", tag="place"):
    via: Literal["ops", "event"]
    by: Seat
    sp: int
    asked: bool = True

    def happen(self, replay: Replay) -> None:
        if self.asked:
            ops = replay.asked.step == "operations"
            replay.note("comes from", self.via, "ops" if ops else "event")
            if ops:
                replay.note("OPs left", replay.ops, replay.asked.prompt.args["left"])
                replay.ops -= self.sp
            replay.act(self.by, *[f"place {self.space}"] * self.sp)
        replay.see(self.space, self.there)


class Remove(Spot, kw_only=True, tag_field="do", tag="remove"):
    via: Literal["event"]
    of: Seat
    sp: int

    def happen(self, replay: Replay) -> None:
        replay.act(self.of, *[f"remove {self.space}"] * self.sp)
        replay.see(self.space, self.there)


class Relocate(Spot, kw_only=True, tag_field="do", tag="relocate"):
    of: Seat
    source: str = msgspec.field(name="from")
    to: str
    sp: int

    def happen(self, replay: Replay) -> None:
        replay.act(self.of, *[f"shift {self.source} {self.to}"] * self.sp)
        replay.see(self.to, self.there)


class Done(Row, kw_only=True, tag_field="do", tag="done"):
    """A player stops before an event's limit."""

    by: Seat

    def happen(self, replay: Replay) -> None:
        replay.act(self.by, "done")


class SupportCheck(Spot, kw_only=True, tag_field="do", tag="support_check"):
    by: Seat
    die: int
    ops: int
    friendly: int
    enemy: int
    twice_stability: int
    result: int
    targets: list[str] = []

    def happen(self, replay: Replay) -> None:
        if self.targets:
            offered = sorted(action.removeprefix("check ") for action in replay.asked.menu)
            replay.note("targets", sorted(self.targets), offered)
        replay.act(self.by, f"check {self.space}")
        expected = {
            "side": self.by,
            "space": self.space,
            "die": self.die,
            "ops": self.ops,
            "friends": self.friendly,
            "enemies": self.enemy,
            "resistance": self.twice_stability,
            "result": self.result,
        }
        replay.note("support check", expected, replay.hear("check"))
        replay.see(self.space, self.there)


class Stability(Row, kw_only=True, tag_field="do", tag="stability"):
    """A stability card is revealed; it was chosen when the scoring card was played."""

    player: Seat
    card: int

    def happen(self, replay: Replay) -> None:
        expected = {"side": self.player, "card": f"S{self.card}"}
        replay.note("stability card", expected, replay.hear("stability"))
        spent = f"spent stability cards, {self.player}"
        replay.book[spent] = replay.pile(spent) | {self.card}


class Scored(Row, kw_only=True):
    """What a side scores in a region."""

    level: Literal["none", "presence", "domination", "control"]
    base: int
    battlegrounds: int
    independents: int


class Score(Row, kw_only=True, tag_field="do", tag="score"):
    region: str
    liberal: Scored
    authoritarian: Scored
    net: int
    vp_after: int

    def happen(self, replay: Replay) -> None:
        scores = [replay.hear("score") for _ in SIDES]
        for side in SIDES:
            each: Scored = getattr(self, side)
            total = each.base + each.battlegrounds + each.independents
            expected = {**msgspec.to_builtins(each), "total": total, "region": self.region}
            heard = next(score for score in scores if score["side"] == side)
            replay.note(f"score, {side}", {**expected, "side": side}, heard)
        replay.gain(L if self.net > 0 else A, abs(self.net), self.vp_after)


class VictoryPoints(Row, kw_only=True, tag_field="do", tag="vp"):
    player: Seat
    points: int
    vp_after: int

    def happen(self, replay: Replay) -> None:
        replay.gain(self.player, self.points, self.vp_after)


class Tension(Row, kw_only=True, tag_field="do", tag="tension"):
    change: int
    after: int

    def happen(self, replay: Replay) -> None:
        expected = {"old": self.after - self.change, "new": self.after}
        replay.note("Tension", expected, replay.hear("tension"))
        replay.book["Tension"] = self.after


class Crisis(Row, kw_only=True, tag_field="do", tag="crisis"):
    """A crisis roll. One die is not printed; no die could start a war there."""

    die: int | None = None
    tension: int
    status: int
    total: int | None = None
    war: bool

    def happen(self, replay: Replay) -> None:
        heard = replay.hear("crisis")
        die = self.die or heard["die"]
        assert isinstance(die, int)
        total = die + self.tension + self.status if self.total is None else self.total
        expected = {"die": die, "tension": self.tension, "status": self.status, "total": total}
        replay.note("crisis roll", expected, heard)
        replay.note("war", self.war, any(line.key == "log.outbreak" for line in replay.log))


class NavalMove(Row, kw_only=True, tag_field="do", tag="naval_move"):
    navy: Navy
    start: int = msgspec.field(name="from")
    to: int
    side: Literal["front", "plus1"]

    def happen(self, replay: Replay) -> None:
        replay.sail(self.navy, self.start, self.to, self.side)


class NavalAttempt(NavalMove, kw_only=True, tag_field="do", tag="naval_attempt"):
    die: int
    ops: int
    lord_fisher: int = 0
    plus1_side: int = 0
    helgoland: int = 0
    total: int
    needed: int
    success: bool

    def happen(self, replay: Replay) -> None:
        expected = {
            "side": NAVIES[self.navy],
            "box": f"box{self.start + 1}",
            "die": self.die,
            "ops": self.ops,
            "bonus": self.lord_fisher + self.plus1_side + self.helgoland,
            "total": self.total,
            "needed": self.needed,
        }
        replay.note("naval attempt", expected, replay.hear("attempt"))
        replay.note("success", self.success, self.to > self.start)
        super().happen(replay)


Action = (
    Look
    | Place
    | Remove
    | Relocate
    | Done
    | SupportCheck
    | Stability
    | Score
    | VictoryPoints
    | Tension
    | Crisis
    | NavalMove
    | NavalAttempt
)


# -- the script


class Start(Row, kw_only=True):
    vp: int
    tension: int
    navy: dict[Navy, int]
    great_war_track: list[str]
    hand: By
    board: list[Spot]


class Discretionary(Row, kw_only=True):
    """3.4: one of the six placements."""

    id: str
    player: Seat
    actions: list[Deployment]


class Step(Row, kw_only=True):
    """One play of a card."""

    id: str
    player: Seat
    card: int
    event: str
    card_goes_to: Pile
    actions: list[Action]
    ops: int = 0
    together_with: int = 0
    from_discard: int = 0
    from_discard_goes_to: Pile = "discard"
    monarch_spaces_controlled: list[str] = []
    mandatory: bool = False
    attempts_demanded_after: int | None = None
    helgoland: bool = False
    great_war_track_after: list[str] = []

    @property
    def dice(self) -> list[int]:
        rolls = (SupportCheck, Crisis, NavalAttempt)
        return [a.die for a in self.actions if isinstance(a, rolls) and a.die is not None]


class Checkpoint(Row, kw_only=True):
    """The end of a turn: `held` cards stay in hand, others are `dealt`."""

    after: str
    vp: int
    tension: int
    navy: dict[Navy, int]
    side: dict[Navy, str]
    great_war_track: list[str]
    discard: list[int]
    removed: list[int]
    held: By
    dealt: By


class AfterTurnTwo(Row, kw_only=True):
    draw_pile: list[int]
    first_dealt: By
    in_effect: list[int]
    ended: list[int]
    spent_stability: By
    support: dict[Seat, int]
    board: list[Spot]


class WarRoll(Row, kw_only=True):
    die: int
    modifiers: dict[str, int]
    total: int


class GreatWar(Row, kw_only=True):
    track: list[str]
    own_boxes: list[str]
    card: int
    tension: dict[str, int]
    crisis: dict[str, int]
    alliances: dict[Seat, list[str]]
    rolls: dict[Seat, WarRoll]
    winner: Seat
    winner_vp: int
    losses: dict[str, list[str]]
    minor_powers_after: dict[str, Seat]
    vp_tie_winner: Seat


class Script(Row, kw_only=True):
    start: Start
    discretionary: list[Discretionary]
    step: list[Step]
    checkpoint: list[Checkpoint]
    after_turn_2: AfterTurnTwo
    great_war: GreatWar

    @property
    def chapters(self) -> dict[str, Discretionary | Step]:
        """Everything that is played, in order."""
        rows: list[Discretionary | Step] = [*self.discretionary, *self.step]
        return {row.id: row for row in rows}


TEXT = Path(__file__).with_name("golden_game.toml").read_text(encoding="utf-8")
SCRIPT: Script = msgspec.convert(tomllib.loads(TEXT), Script)
