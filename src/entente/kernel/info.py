"""Static facts about a game: seats, options, reconstructed data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from entente.kernel.message import say
from entente.kernel.user_error import UserError

Seat = str
OptionValue = bool | int | str
OptionKind = Literal["rule", "ruling", "house"]
Options = dict[str, OptionValue]
CardFact = bool | int | str | list[str] | None

TURN = "turn"  # the only kind of phase of a game that declares none
OFF = "off"  # for a rule with several values besides
_ON = {"on", "true", "yes", "1", "oui"}
_OFF = {"off", "false", "no", "0", "non"}


class OptionError(UserError):
    """An unknown option, or a value that an option does not take."""


class Recommended(msgspec.Struct, frozen=True):
    """A recommended value of an option, given the values of others."""

    when: Options
    value: OptionValue


class Option(msgspec.Struct, frozen=True):
    """One option of a game. `values` lists its legal values; on and off for a flag.

    `kind` distinguishes an optional rule (`rule`), a reading of an unclear passage (`ruling`) and a
    rule that is not in the rulebook (`house`). The catalogue has the option's texts under
    `option.<id>.name` and `option.<id>.help`, and those of its values under
    `option.<id>.value.<value>` if they are words (or numbers with a special meaning, such as none).
    `tried` lists the values worth testing where there are many. A rule that can be `off` and has
    several other values names in `on` the one that "all rules" selects. `advice` lists recommended
    values that differ from the default.
    """

    id: str
    section: str
    default: OptionValue
    values: tuple[OptionValue, ...] = (False, True)
    kind: OptionKind = "rule"
    tried: tuple[OptionValue, ...] = ()
    on: OptionValue | None = None
    advice: tuple[Recommended, ...] = ()

    def __post_init__(self) -> None:
        if self.on is None and OFF not in self.values:
            return
        if self.on == OFF or self.on not in self.values:
            raise ValueError(f"option {self.id}: `on` must name one of its values besides `off`")

    @property
    def is_flag(self) -> bool:
        """Whether the option is either on or off."""
        return isinstance(self.default, bool)

    @property
    def switched_on(self) -> OptionValue | None:
        """The value that adds the rule to the game; None for a number, a choice, a ruling or
        a house rule."""
        if self.kind != "rule":
            return None
        return True if self.is_flag else self.on

    def read(self, value: OptionValue) -> OptionValue:
        """Parse a value, or what a person typed for it."""
        if self.is_flag and isinstance(value, str):
            word = value.strip().lower()
            value = True if word in _ON else False if word in _OFF else value
        elif isinstance(value, str):
            typed = value.strip()
            value = next((v for v in self.values if spell(v) == typed), value)
        if not any(value == v and type(value) is type(v) for v in self.values):
            text, known = spell(value), self.spelled_values()
            raise OptionError(say("mistake.option.value", name=self.id, value=text, known=known))
        return value

    def advised(self, options: Options) -> OptionValue | None:
        """Return the value recommended beside these options; None if there is none."""
        for advice in self.advice:
            if advice.when.items() <= options.items():
                return advice.value
        return None

    def value_key(self, value: OptionValue) -> str:
        """Return the key of the text for a value."""
        return f"option.{self.id}.value.{spell(value)}"

    def called(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Return the texts of its values, by their spelling."""
        keys = {spell(value): self.value_key(value) for value in self.values}
        return {value: texts[key] for value, key in keys.items() if key in texts}

    def spelled_values(self) -> str:
        """Return the values as a person types them."""
        return ", ".join(spell(value) for value in self.values)


def spell(value: OptionValue) -> str:
    """Spell a value of an option as a person writes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


class ReconstructedValue(msgspec.Struct, frozen=True):
    """A figure that was not read from the original component but reconstructed.

    `kind` groups figures: the catalogue has `mark.kind.<kind>` for the group and
    `mark.figure.<kind>` for one figure, with the parameters `value`, `thing` and `other`: the
    `things` it belongs to.
    """

    file: str
    table: str
    key: str
    value: OptionValue
    kind: str = ""
    things: tuple[str, ...] = ()


class CardFacts(msgspec.Struct, frozen=True):
    """What is printed on a card besides its text; `kind` groups cards."""

    id: str
    kind: str
    facts: dict[str, CardFact]

    @classmethod
    def of(cls, kind: str, row: msgspec.Struct) -> CardFacts:
        """Create the facts from a row of a game's card table."""
        facts = msgspec.to_builtins(row)
        return cls(facts.pop("id"), kind, facts)


class GameInfo(msgspec.Struct, frozen=True):
    """The facts of a game. `package` holds its `text/<language>` and `data` folders.

    `short` holds options that make a game short, for tests and simulations. `settles` says which of
    `draw` and `concede` are actions of the game itself, so that a table need not offer them.

    `version` is the version of the rules. It is raised when the same actions would lead to another
    result; the old behaviour stays behind `state.rules` as long as the version is among the
    `earlier` ones. `unnoted` is the version of tables created before versions were stored; empty if
    there may be several, which cannot be distinguished.

    `phases` maps steps that ask to the kind of phase they belong to, such as movement or retreats;
    a table may give each kind its own time. Steps not listed belong to the first kind; a game
    without kinds has one, `TURN`. The catalogue names them under `info.phase.<kind>`. In the
    `quiet_phases` the rules forbid chat, and a table may allow it. Before a step of
    `press_steps` programs exchange letters in rounds; people write whenever they like.
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
    phases: dict[str, str] = {}
    quiet_phases: tuple[str, ...] = ()
    press_steps: tuple[str, ...] = ()

    @property
    def phase_kinds(self) -> tuple[str, ...]:
        """The kinds of phases, in the game's order."""
        return tuple(dict.fromkeys(self.phases.values())) or (TURN,)

    def phase_kind(self, step: str) -> str:
        """Return the kind of phase in which a step asks."""
        return self.phases.get(step, self.phase_kinds[0])

    def supports_rules(self, version: str) -> bool:
        """Return whether a game that started under this version of the rules can continue."""
        return version == self.version or version in self.earlier

    @property
    def played(self) -> tuple[str, ...]:
        """The versions of the rules that can be played, oldest first."""
        return (*self.earlier, self.version)

    def option(self, name: str) -> Option:
        """Return an option by its id; OptionError if there is none."""
        for option in self.options:
            if option.id == name:
                return option
        known = [option.id for option in self.options]
        raise OptionError(say("mistake.option.unknown", game=self.id, name=name, known=known))

    def all_rules(self) -> Options:
        """Return all optional rules, switched on."""
        on = {option.id: option.switched_on for option in self.options}
        return {name: value for name, value in on.items() if value is not None}

    def complete(self, values: Mapping[str, OptionValue] | None = None) -> Options:
        """Return all options with their values: those given, and defaults for the rest."""
        for name in values or {}:
            self.option(name)
        values = values or {}
        return {o.id: o.read(values[o.id]) if o.id in values else o.default for o in self.options}
