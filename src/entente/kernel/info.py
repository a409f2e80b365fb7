"""What a game says about itself before anyone plays: seats, options, reconstructed data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from entente.kernel.message import say
from entente.kernel.user_error import UserError

Seat = str
OptionValue = bool | int | str
Options = dict[str, OptionValue]
CardFact = bool | int | str | list[str] | None

OFF = "off"  # of a rule that has more than one way of being on
_ON = {"on", "true", "yes", "1", "oui"}
_OFF = {"off", "false", "no", "0", "non"}


class OptionError(UserError):
    """An option that does not exist or a value that it does not take."""


class Recommended(msgspec.Struct, frozen=True):
    """A value that we recommend for an option where these others are chosen."""

    given: Options
    value: OptionValue


class Option(msgspec.Struct, frozen=True):
    """One option of a game. `values` lists what it takes; for `flag` that is on and off.

    `kind` tells a rule that players add to the game (`rule`) from a reading of an unclear passage
    (`ruling`). The catalogue has its words under `option.<id>.name` and `option.<id>.help`, and
    those of a value that is a word (or of a number that means something else, such as none) under
    `option.<id>.value.<value>`. Where there are many values,
    `tried` are those worth trying in a test. A rule that can be `off` and has more than one way of
    being on names in `on` the one that is meant by all rules together. `advice` names values that
    we recommend in some settings although the default is another.
    """

    id: str
    section: str
    default: OptionValue
    values: tuple[OptionValue, ...] = (False, True)
    kind: Literal["rule", "ruling"] = "rule"
    tried: tuple[OptionValue, ...] = ()
    on: OptionValue | None = None
    advice: tuple[Recommended, ...] = ()

    def __post_init__(self) -> None:
        if self.on is None and OFF not in self.values:
            return
        if self.on == OFF or self.on not in self.values:
            raise ValueError(f"the option {self.id} does not say which value switches it on")

    @property
    def is_flag(self) -> bool:
        return isinstance(self.default, bool)

    @property
    def switched_on(self) -> OptionValue | None:
        """The value that adds the rule to the game; None: it is a number, a choice, a ruling."""
        if self.kind != "rule":
            return None
        return True if self.is_flag else self.on

    def read(self, value: OptionValue) -> OptionValue:
        """The value, or what a person typed for it."""
        if self.is_flag and isinstance(value, str):
            word = value.strip().lower()
            value = True if word in _ON else False if word in _OFF else value
        elif isinstance(value, str):
            typed = value.strip()
            value = next((v for v in self.values if spell(v) == typed), value)
        if not any(value == v and type(value) is type(v) for v in self.values):
            given, known = spell(value), self.spelled_values()
            raise OptionError(say("mistake.option.value", name=self.id, value=given, known=known))
        return value

    def advised(self, options: Options) -> OptionValue | None:
        """The value that we recommend beside these options; None: we recommend none."""
        for advice in self.advice:
            if advice.given.items() <= options.items():
                return advice.value
        return None

    def value_key(self, value: OptionValue) -> str:
        """The key of the words for one of its values."""
        return f"option.{self.id}.value.{spell(value)}"

    def called(self, texts: Mapping[str, str]) -> dict[str, str]:
        """The words of those of its values that have any, by how they are written."""
        keys = {spell(value): self.value_key(value) for value in self.values}
        return {value: texts[key] for value, key in keys.items() if key in texts}

    def spelled_values(self) -> str:
        return ", ".join(spell(value) for value in self.values)


def spell(value: OptionValue) -> str:
    """An option's value as a person writes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


class ReconstructedValue(msgspec.Struct, frozen=True):
    """A figure that was not seen on the original component and had to be reconstructed.

    `kind` tells sorts of figures apart: the catalogue has `mark.kind.<kind>` for the sort and
    `mark.figure.<kind>` for one of them, with `value`, `thing` and `other`: the `things` it is of.
    """

    file: str
    table: str
    key: str
    value: OptionValue
    kind: str = ""
    things: tuple[str, ...] = ()


class CardFacts(msgspec.Struct, frozen=True):
    """What is printed on a card besides its words; `kind` tells sorts of cards apart."""

    id: str
    kind: str
    facts: dict[str, CardFact]

    @classmethod
    def of(cls, kind: str, row: msgspec.Struct) -> CardFacts:
        """A row of a game's table of cards."""
        facts = msgspec.to_builtins(row)
        return cls(facts.pop("id"), kind, facts)


class GameInfo(msgspec.Struct, frozen=True):
    """The facts of a game. `package` holds its `text/<language>` and `data` folders.

    `short` are options that make a game short, for whoever tries many. `settles` says which of
    `draw` and `concede` are actions of the game itself, so that a table need not offer them.

    `version` is that of the rules: it is raised when the same actions would lead elsewhere, and the
    old way stays behind `state.rules` as long as the version is among the `earlier` ones.
    `unnoted` is the version of tables that were begun before versions were noted; empty: they may
    be of several, and cannot be told apart.
    """

    id: str
    version: str
    package: str
    seats: tuple[Seat, ...]
    options: tuple[Option, ...]
    short: Options = {}
    settles: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()
    unnoted: str = ""

    def supports_rules(self, version: str) -> bool:
        """Whether a game begun under this version of the rules can go on under it."""
        return version == self.version or version in self.earlier

    @property
    def played(self) -> tuple[str, ...]:
        """The versions of the rules that can be played here, the oldest first."""
        return (*self.earlier, self.version)

    def option(self, name: str) -> Option:
        for option in self.options:
            if option.id == name:
                return option
        known = [option.id for option in self.options]
        raise OptionError(say("mistake.option.unknown", game=self.id, name=name, known=known))

    def all_rules(self) -> Options:
        """Every rule that players can add to the game, switched on."""
        on = {option.id: option.switched_on for option in self.options}
        return {name: value for name, value in on.items() if value is not None}

    def complete(self, given: Mapping[str, OptionValue] | None = None) -> Options:
        """All options with their values: those given, the default for the rest."""
        for name in given or {}:
            self.option(name)
        given = given or {}
        return {o.id: o.read(given[o.id]) if o.id in given else o.default for o in self.options}
