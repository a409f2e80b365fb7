"""What the rules work with: the board and the state together, and the verbs many chapters share."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from entente.games.attrition.board import (
    AIRPLANE,
    ARTILLERY,
    CENTRAL,
    DECOY,
    ELITE,
    GERMANY,
    NEUTRAL,
    Board,
    Nation,
    Side,
    Tile,
    other_side,
)
from entente.games.attrition.routes import Routes
from entente.games.attrition.state import AttritionState, Battle
from entente.games.attrition.things import Thing, out_of_play, point, typed_things
from entente.kernel import (
    END,
    STAY,
    Ask,
    Choose,
    Frame,
    Menu,
    Refusal,
    Seat,
    Steps,
    refuse,
    say,
)
from entente.kernel.bag import Bag, put, put_in, take_from
from entente.kernel.message import Argument

DONE = "done"


class War:
    """The war as it stands. Rules ask it about the position and change the position through it."""

    __slots__ = ("board", "routes", "state")

    def __init__(self, board: Board, routes: Routes, state: AttritionState) -> None:
        self.board = board
        self.routes = routes
        self.state = state

    # -- who and when

    @property
    def active(self) -> Side:
        return self.state.active

    @property
    def passive(self) -> Side:
        return other_side(self.state.active)

    @property
    def peace(self) -> bool:
        """6.1: spring 1914 is peacetime."""
        return self.state.turn == 0

    @property
    def battle(self) -> Battle:
        """The battle being fought."""
        assert self.state.battle is not None
        return self.state.battle

    @property
    def fog(self) -> bool:
        return self.state.options["fog_of_war"] is True

    def on(self, option: str) -> bool:
        """Whether an optional rule is played with."""
        return self.state.options[option] is True

    def in_force(self, card: str) -> bool:
        """Whether a card is at work in this player-turn."""
        return card in self.state.in_force

    # -- regions

    def status(self, region: str) -> str:
        return self.state.status[region]

    def set_status(self, region: str, status: str) -> None:
        """Change a region's marker. 19.3: the Ruhr marker goes with the Rhineland."""
        self.state.status[region] = status
        if self.state.ruhr and region == self.board.industry.ruhr_region and status != CENTRAL:
            self.state.ruhr = False
            self.tell("log.ruhr_lost")

    def value(self, region: str) -> int:
        """A region's industry points (19.2 with the Ruhr marker)."""
        if self.state.ruhr and region == self.board.industry.ruhr_region:
            return self.board.industry.ruhr_value
        return self.board.regions[region].ip

    def industry(self, side: str) -> int:
        """2.1.5: the sum over the regions with this side's control marker."""
        status = self.state.status
        return sum(self.value(region) for region in self.board.regions if status[region] == side)

    def is_neutral(self, nation: str) -> bool:
        """A nation that has not entered the war yet. Russia after its surrender is none."""
        facts = self.board.nations[nation]
        return facts.starts_neutral and self.state.status[facts.capital] == NEUTRAL

    # -- tiles

    def tile(self, name: str) -> Tile:
        return self.board.tiles[name]

    def tiles_in(self, region: str, side: str) -> Bag:
        """The tiles of a side in a region, in the order of the tile list."""
        there, tiles = self.state.board[region], self.board.tiles
        found = {name: number for name, number in there.items() if tiles[name].side == side}
        return (
            {name: found[name] for name in self.board.in_order(found)} if len(found) > 1 else found
        )

    def has_tiles(self, region: str, side: str) -> bool:
        tiles = self.board.tiles
        return any(tiles[name].side == side for name in self.state.board[region])

    def has_nation(self, region: str, nation: str, *, face_up: bool = False) -> bool:
        """Whether a tile of a nation stands in a region."""
        tiles = self.board.tiles
        return any(
            tiles[name].nation == nation and not (face_up and tiles[name].is_down)
            for name in self.state.board[region]
        )

    def listed(self, bag: Bag) -> Iterator[Tile]:
        """The kinds of tile in a bag, in order."""
        tiles = self.board.tiles
        return (tiles[name] for name in self.board.in_order(bag))

    def laid(self, tile: Tile, *, face_up: bool = False) -> str:
        """How a tile comes to lie on the board: face down under fog of war (12.3)."""
        return tile.down if self.fog and not face_up else tile.up

    def shift(self, tile: str, start: str, end: str) -> None:
        """Move a tile from one region to another."""
        take_from(self.state.board, start, tile)
        put_in(self.state.board, end, tile)

    def to_reserves(self, tile: Tile, region: str) -> None:
        """Take a tile off the board into its owner's reserves."""
        take_from(self.state.board, region, tile.id)
        put_in(self.state.reserves, tile.side, tile.up)

    def lose(self, tile: Tile, region: str) -> None:
        """A tile is destroyed; elites (10.2) and decoys (12.4) go home to the reserves."""
        if tile.type in (ELITE, DECOY):
            self.to_reserves(tile, region)
            return
        take_from(self.state.board, region, tile.id)
        if self.in_force("EP10") and tile.nation == GERMANY and tile.type in (ARTILLERY, AIRPLANE):
            put(self.state.removed, tile.up)
            self.tell("log.blockaded", tile=tile.up)
        else:
            put_in(self.state.destroyed, tile.side, tile.up)

    # -- words

    def tell(self, key: str, **args: Argument) -> None:
        """A public line of the log."""
        self.state.tell(say(key, **args))

    def tell_of(self, key: str, tile: Tile, *, secret: bool, **args: Argument) -> None:
        """A line about a tile. If it is secret only its owner reads which tile it is."""
        if not secret:
            self.tell(key, tile=tile.up, **args)
            return
        public = say(key, tile=f"{tile.side}-unknown", **args)
        self.state.tell(say(key, tile=tile.up, **args), [tile.side], public)


class Words:
    """An action's words, and why they make no sense where they do not."""

    def __init__(self, war: War, action: str) -> None:
        self.war = war
        self.verb, *self.rest = action.split() or [""]

    def problem(self, section: str, form: str) -> Refusal | None:
        """Check the words that follow the verb by a pattern such as `tile region region`."""
        kinds = form.split()
        if len(self.rest) != len(kinds):
            return refuse(section, f"refusal.form_{'_'.join(kinds)}", verb=self.verb)
        known: dict[str, Collection[str]] = {
            "tile": self.war.board.tiles,
            "region": self.war.board.regions,
            "from": self.war.board.regions,
            "to": self.war.board.regions,
            "nation": self.war.board.nations,
            "card": self.war.board.cards,
            "general": self.war.board.generals,
        }
        for word, kind in zip(self.rest, kinds, strict=True):
            if kind in known and word not in known[kind]:
                thing = "region" if kind in ("from", "to") else kind
                return refuse(section, f"refusal.unknown_{thing}", word=word)
        return None

    def tile(self, place: int = 0) -> Tile:
        return self.war.board.tiles[self.rest[place]]

    def nation(self, place: int = 0) -> Nation:
        return self.war.board.nations[self.rest[place]]


class Pointed(Ask[War]):
    """A step that knows why nothing can be done with what a player points at."""

    def no_use(
        self, context: War, frame: Frame, seat: Seat, things: Sequence[str]
    ) -> Refusal | None:
        """By the step's own rule, by where a thing lies, or because the step is not about it."""
        *chosen, thing = [point(context, each) for each in things]
        if not thing.kind:
            return None
        hand = next((each for each in reversed(chosen) if each.kind == "tile"), None)
        section = self.rule(context, frame)
        return (
            self.unfit(context, frame, seat, thing, hand)
            or out_of_play(context, seat, thing, section)
            or refuse(section, f"asked.{frame.step}", thing=thing.word)
        )

    def unfit(
        self, war: War, frame: Frame, seat: Seat, thing: Thing, hand: Thing | None
    ) -> Refusal | None:
        """Why this step can do nothing with a thing of the kind it uses, if need be together with
        the tile chosen before; None for what it never uses."""
        return None


class Question(Pointed):
    """A question to the active player: what he may choose is listed once, by `offers`.

    He may always go on with `done`. Until he does he is asked again, as long as there is something
    to choose; or he is asked only `once`. Going on comes first where a choice is grave.
    """

    forms: Mapping[str, str] = {}  # the verbs, and what kinds of word follow each
    once = False
    aims = False  # at tiles of the opponent

    def seats(self, war: War, frame: Frame) -> tuple[Seat, ...]:
        return (war.active,)

    def offers(self, war: War, frame: Frame) -> Iterator[str]:
        """Everything that may be done."""
        raise NotImplementedError

    def why(self, war: War, frame: Frame, words: Words) -> Refusal | None:
        """Why something that makes sense may not be done."""
        return None

    def do(self, war: War, frame: Frame, verb: str, words: list[str]) -> None:
        """Carry a choice out."""
        raise NotImplementedError

    def needed(self, war: War, frame: Frame) -> bool:
        return self.thinkable(war, frame) if war.fog else self.has_offers(war, frame)

    def has_offers(self, war: War, frame: Frame) -> bool:
        return next(self.offers(war, frame), None) is not None

    def thinkable(self, war: War, frame: Frame) -> bool:
        """12.2: whether there may be something to choose, for all the other player knows.

        Under fog of war that decides whether the question is put, and how often. What follows is
        for questions about tiles and markers that lie open.
        """
        return self.has_offers(war, frame)

    def menu(self, war: War, frame: Frame, seat: Seat) -> Menu:
        offers = tuple(self.offers(war, frame))
        return Choose((DONE, *offers) if self.grave else (*offers, DONE))

    def stop(self) -> str:
        return "" if self.once else DONE

    def why_not(self, war: War, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        words = Words(war, action)
        if words.verb in self.forms:
            form = self.forms[words.verb]
            why = words.problem(self.section, form) or self.not_yours(war, seat, words)
            return why or self.why(war, frame, words)
        if point(war, words.verb).kind:
            return self.no_verb(war, frame, seat, action)
        return self.not_now(war, frame, seat, words.verb)

    def no_verb(self, war: War, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        """Things without a verb: what can be done with them, or why nothing can."""
        whole = f" {' '.join(action.split())} "
        able = [each for each in self.menu(war, frame, seat) if whole in f" {each} "]
        if able:
            verbs = list(dict.fromkeys(each.split()[0] for each in able))
            return refuse(self.section, "refusal.no_verb", thing=whole.split(), verbs=verbs)
        return self.no_use(war, frame, seat, typed_things(war.board, action.split()))

    def not_yours(self, war: War, seat: Seat, words: Words) -> Refusal | None:
        """Tiles that an action names are one's own, unless the step aims at the enemy's."""
        tiles = (war.board.tiles[word] for word in words.rest if word in war.board.tiles)
        enemy = next((tile.id for tile in tiles if tile.side != seat), None)
        if enemy is None or self.aims:
            return None
        return refuse(self.section, "refusal.enemy_tile", tile=enemy)

    def not_now(self, war: War, frame: Frame, seat: Seat, verb: str) -> Refusal:
        """What can be done here, and in which step of the turn the verb belongs, if in any."""
        verbs = list(dict.fromkeys(action.split()[0] for action in self.menu(war, frame, seat)))
        section = step_of(verb)
        if section in ("", self.section):
            return refuse(self.section, "refusal.verb", verb=verb, verbs=verbs)
        return refuse(section, "refusal.other_step", verb=verb, section=section, verbs=verbs)

    def take(self, war: War, frame: Frame, seat: Seat, action: str) -> bool:
        if action == DONE:
            return END
        verb, *words = action.split()
        self.do(war, frame, verb, words)
        return END if self.once else STAY


class Demand(Question):
    """A question that must be answered: there is no `done`, unless there is nothing to choose."""

    once = True

    def menu(self, war: War, frame: Frame, seat: Seat) -> Menu:
        return Choose(tuple(self.offers(war, frame)) or (DONE,))


steps: Steps[War] = Steps()


def step_of(verb: str) -> str:
    """The section of the one step of the turn (4) in which a verb is used; empty for no such."""
    questions = (ask for ask in steps.asking.values() if isinstance(ask, Question))
    of_the_turn = (question for question in questions if question.section.startswith("4."))
    found = (question.section for question in of_the_turn if verb in question.forms)
    return "" if verb == DONE else next(found, "")
