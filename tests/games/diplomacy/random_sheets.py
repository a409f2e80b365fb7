"""Random sheets of orders in the manner of people's mails, and what their writers meant.

A sheet lists its units, then has the orders of one spring. Every order is written in a style drawn
at random: language, codes or names, signs or words, and what may stand around it. Some are taken
back, struck out or made to hang on something; none of those is meant to be carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.rules.orders import HOLD, MOVE, SUPPORT, Order, Position
from entente.games.diplomacy.rules.possible_orders import Menus
from entente.kernel.text import LANGUAGES, catalog_of
from tests.games.diplomacy.dense_positions import DensePosition

SEPARATORS = ("; ", ", ", ". ", " ; ", " and ", " et ", " / ", " + ", ";", " & ")
BULLETS = ("", "", "- ", "* ", "• ", "1) ", "2. ", "> ", ">> ", "\t", "[x] ", "#3 ", "a) ", "– ")
EMPHASIS = (
    "{}",
    "{}",
    "{}",
    "**{}**",
    "*{}*",
    "_{}_",
    "`{}`",
    '"{}"',
    "{}.",
    "{} !",
    "{} ✓",
    "{};",
)
SPRINGS = ("Spring 1903", "Printemps 1903", "S1903M", "## Spring 1903", "SPRING 1903:", "P1903")
UNIT_LISTS = ("Units", "Units:", "## Units", "Unités", "Unités :", "Position")
# What changes nothing, beside an order and on a line of its own.
ASIDES = (
    "{} (thanks!)",
    "{} (as agreed with Italy)",
    "{} (merci)",
    "{} (comme convenu)",
    "{} [please]",
    "{} (good luck)",
    "{}, thanks",
    "{}, merci",
    "{} # first try",
    "{} // why so",
    "{} /* a note */",
    "{} (*bounce*)",
    "{} 👍",
)
TALK = (
    "Hello everybody,",
    "Bonjour à tous,",
    "Thanks and good luck!",
    "Cheers",
    "Cordialement,",
    "Bob",
    "Jean-Pierre",
    "Sent from my phone",
    "From: bob@example.org",
    "Subject: Spring 1903",
    "-----",
    "",
    "# a comment",
    "// nothing here",
    "On 3 March Alice wrote:",
)
# What refuses one order.
REFUSED = (
    "{}; cancelled",
    "{}; annulé",
    "{} (cancelled)",
    "{} (annulé)",
    "{} - no, wait",
    "{} (maybe)",
    "{} (peut-être)",
    "{} if Germany agrees",
    "{} si l'Allemagne est d'accord",
    "{} unless attacked",
    "{} or not",
    "{} // cancelled",
    "{} # annulé",
    "~~{}~~",
    "~{}~",
    "<s>{}</s>",
    "❌ {}",
    "{} ❌",
    "// {}",
    "/* {} */",
    "# {}",
    "Cancel: {}",
    "Annulé : {}",
    "Old: {}",
    "If possible: {}",
    "not {}",
    "do not {}",
    "{} wibble",
    "wibble {}",
    "{}, wibble wobble",
    "{} (I think?)",
    "{} ??",
    "{} (wibble)",
    "Draft: {}",
    "{}. Just kidding",
    "{}, je plaisante",
    "{} <-",
    "instead of {}",
    "was {}",
    "{} (DRAFT)",
)
# What refuses all orders of a line.
ALL_REFUSED = (
    "{}; cancelled",
    "{}. Annulé",
    "{} if Germany agrees",
    "{}, if Germany agrees",
    "{} (both maybe)",
    "~~{}~~",
    "<del>{}</del>",
    "// {}",
    "/* {} */",
    "Cancel: {}",
    "Draft: {}",
    "not {}",
    "{}, wibble wobble",
    "{} wibble",
    "wibble: {}",
    "{} // ignore this line",
    "{} ❌",
    "❌ {}",
    "{}; no!",
    "{}, or perhaps not",
)
# Lines that refuse all orders of the power above them.
SWEEPING = (
    "Please ignore all this.",
    "cancelled",
    "annulé",
    "j'annule tout",
    "je me suis trompé",
    "not final",
    "do not use these",
    "just kidding",
    "DRAFT - do not process",
    "brouillon, ne pas utiliser",
    "never mind",
    "Scrap all that!",
    "Oubliez tout",
    "ces ordres ne sont pas définitifs",
    "❌",
    "# cancelled",
)
HOLDING = {"en": ("H", "holds", "hold", "stands"), "fr": ("H", "tient", "T", "tient sur place")}
SUPPORTING = {"en": ("S", "supports", "sup"), "fr": ("S", "soutient", "appuie")}
CONVOYING = {"en": ("C", "convoys"), "fr": ("C", "convoie")}
BY_SEA = {"en": (" via convoy", " VIA", " (by convoy)"), "fr": (" par convoi", " VIA")}
# Signs typed by accident. They mean nothing, and may be refused; a comma or a
# semicolon always means something.
SMUDGES = "<>^%$&@=?*|/\\+~#.:!()[]{}-_'\"«»←❌✗§°"


class Sheet(NamedTuple):
    """A sheet, the units it lists, and what each of them is meant to do (None: nothing is meant).

    `lines` gives the line of each unit's order; `plain` are the units whose orders
    have nothing harmful around them.
    """

    text: str
    units: frozenset[Unit]
    meant: dict[Unit, Order | None]
    lines: dict[Unit, int]
    plain: frozenset[Unit]


class Writer:
    """Writes places, units and orders in one hand."""

    def __init__(self, board: Board, position: Position, random: Random) -> None:
        self.board = board
        self.position = position
        self.random = random
        self.french = random.random() < 0.4
        self.language = "fr" if self.french else "en"
        self.spelling: Callable[[str], str] = random.choice(
            (str, str, str.lower, str.upper, str.capitalize)
        )

    def one(self, texts: Sequence[str]) -> str:
        return self.random.choice(texts)

    def place(self, location: int) -> str:
        """By code or name, with its coast."""
        province = self.board.province_of[location]
        row = self.board.tables.province[province]
        if self.random.random() < 0.7:
            name = self.spelling(row.code_fr if self.french else row.id.capitalize())
        else:
            name = catalog_of(PACKAGE, self.language).name("province", row.id)
        coast = self.board.locations[location].partition("/")[2].lower()
        return name + self.coast(coast) if coast else name

    def coast(self, coast: str) -> str:
        long = {"nc": ("north", "nord"), "sc": ("south", "sud"), "ec": ("east", "est")}[coast]
        if self.french:
            return self.one((f"(c{coast[0]})", f" (côte {long[1]})", f"/c{long[1][0]}"))
        return self.one((f"/{coast}", f"({coast})", f" ({long[0]} coast)", f"/{coast.upper()}"))

    def unit(self, unit: Unit) -> str:
        place = self.place(unit.location)
        if self.french:
            kinds = ("F", "Flotte", "flotte") if unit.fleet else ("A", "Armée", "armée")
        else:
            kinds = ("F", "Fleet", "fleet") if unit.fleet else ("A", "Army", "army")
        return f"{self.one((kinds[0], kinds[0], kinds[0], *kinds[1:]))} {place}"

    def order(self, unit: Unit, order: Order) -> str:
        own = self.unit(unit)
        if order.kind == HOLD:
            return f"{own} {self.one(HOLDING[self.language])}"
        if order.kind == MOVE:
            by_sea = self.one(BY_SEA[self.language]) if order.via else ""
            return f"{own}{self.sign()}{self.place(order.target)}{by_sea}"
        helped = self.position.units[self.position.at[self.board.province_of[order.target]]]
        verbs = SUPPORTING if order.kind == SUPPORT else CONVOYING
        verb = self.one(verbs[self.language])
        text = f"{own} {verb} {self.unit(helped)}"
        if order.end < 0:
            return text
        return f"{text}{self.sign()}{self.place(order.coast if order.coast >= 0 else order.end)}"

    def sign(self) -> str:
        words = (" vers ", " - ", "-") if self.french else (" to ", " - ", "-")
        return self.one((*words, "-", " - ", " -> ", " → ", " – ", "->", " => "))


def random_sheet(board: Board, seed: int) -> Sheet:
    """The orders of a crowded corner of the map."""
    random = Random(seed)
    position = DensePosition(board, random.randrange(20_000)).position
    menus = Menus(board, position)
    sheet = _Sheet(random)
    sheet.add(random.choice(UNIT_LISTS))
    powers = sorted({unit.power for unit in position.units})
    random.shuffle(powers)
    for power in powers:
        writer = Writer(board, position, random)
        mine = [writer.unit(unit) for unit in position.units if unit.power == power]
        sheet.block(_name(board, power, random), mine, random.choice(SEPARATORS))
    sheet.talk(0.3)
    sheet.add(random.choice(SPRINGS))
    meant: dict[Unit, Order | None] = {}
    lines: dict[Unit, int] = {}
    plain: set[Unit] = set()
    random.shuffle(powers)
    for power in powers:
        writer = Writer(board, position, random)
        sheet.add(
            random.choice(("{}", "{}:", "**{}**", "{} :", "## {}", "Orders for {}:")).format(
                _name(board, power, random)
            )
        )
        swept = random.random() < 0.12
        first = swept and random.random() < 0.5
        if first:
            sheet.add(random.choice(SWEEPING))
        numbers = [n for n, unit in enumerate(position.units) if unit.power == power]
        while numbers:
            together = min(len(numbers), random.choice((1, 1, 1, 2, 3)))
            group = [numbers.pop() for _ in range(together)]
            given = {n: random.choice(sorted(menus.orders(n).values())) for n in group}
            texts = [writer.order(position.units[n], given[n]) for n in group]
            text = random.choice(SEPARATORS).join(texts)
            chance = random.random()
            spoilt, smudged = chance < 0.2, 0.2 <= chance < 0.3
            if spoilt:
                text = random.choice(REFUSED if len(group) == 1 else ALL_REFUSED).format(text)
            elif smudged:
                text = smudge(text, random)
            elif chance < 0.5:
                text = random.choice(ASIDES).format(text)
            elif len(group) == 1:
                text = random.choice(EMPHASIS).format(text)
            number = sheet.add(random.choice(BULLETS) + text)
            for each in group:
                unit = position.units[each]
                meant[unit] = None if spoilt or swept else given[each]
                lines[unit] = number
                if not (spoilt or swept or smudged):
                    plain.add(unit)
        if swept and not first:
            sheet.add(random.choice(SWEEPING))
        elif not swept:
            sheet.talk(0.2)
    units = frozenset(position.units)
    return Sheet(sheet.text, units, meant, lines, frozenset(plain))


def smudge(text: str, random: Random) -> str:
    """A text with a sign too many, between two words or inside one."""
    at = random.randrange(len(text) + 1)
    return (
        text[:at] + random.choice(("{}", " {}", " {} ")).format(random.choice(SMUDGES)) + text[at:]
    )


def _name(board: Board, power: int, random: Random) -> str:
    row = board.powers[power].id
    name = catalog_of(PACKAGE, random.choice(LANGUAGES)).name("power", row)
    return random.choice((name, name.upper()))


class _Sheet:
    """Lines, one after the other."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []

    def add(self, line: str) -> int:
        """The number of the line."""
        self.lines.append(line)
        return len(self.lines)

    def block(self, name: str, items: list[str], separator: str) -> None:
        if self.random.random() < 0.6:
            self.add(f"{name}: {separator.join(items)}")
        else:
            self.add(name)
            for item in items:
                self.add(item)

    def talk(self, chance: float) -> None:
        if self.random.random() < chance:
            self.add(self.random.choice(TALK))

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"
