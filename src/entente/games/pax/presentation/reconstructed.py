"""Which figures are reconstructed, and where an owner's corrections go against the sources."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from entente.games.pax.context import POOLS
from entente.games.pax.data_schema import CounterLimits, Tables
from entente.kernel import Message, ReconstructedValue, say

RECONSTRUCTED = "reconstructed"
NO_POWER = "–"
IDENTITY = ("id", "code", "year", "players", "strength", "occurrence", "area_type", "placing")
FURTHER = ("status", "other", "other_state")  # what tells rows apart that share the first
OURS = ("lon", "lat")


def marks(tables: Tables) -> list[ReconstructedValue]:
    """Every reconstructed figure; first those that a row of its own id bears."""
    return [*_bonuses(tables), *_of_powers(tables), *_of_rules(tables), *_of_map(tables)]


def _bonuses(tables: Tables) -> Iterator[ReconstructedValue]:
    for row in tables.tables.bonus:
        if row.source == RECONSTRUCTED:
            yield ReconstructedValue(
                "tables.toml", f"bonus {row.id}", "points", row.points, "bonus", (row.id,)
            )


def _of_powers(tables: Tables) -> Iterator[ReconstructedValue]:
    for power in tables.powers.power:
        if power.limits_source == RECONSTRUCTED:
            counters = _counters(power.limits)
            table = f"power {power.id}"
            yield ReconstructedValue(
                "powers.toml", table, "limits", counters, "limits", (power.id,)
            )
    for row in tables.powers.fleet_arrival:
        if row.source == RECONSTRUCTED:
            table = f"fleet_arrival {row.year}"
            for name in row.powers or [NO_POWER]:
                yield ReconstructedValue(
                    "powers.toml", table, "powers", name, "arrival", (str(row.year),)
                )


def _counters(limits: CounterLimits) -> str:
    """Counters in the order of the ledger."""
    return "/".join(str(getattr(limits, pool)) for pool in POOLS)


def _of_rules(tables: Tables) -> Iterator[ReconstructedValue]:
    file = "tables.toml"
    for row in tables.tables.great_war_penalty:
        if row.source == RECONSTRUCTED:
            table = f"great_war_penalty {row.year}"
            yield ReconstructedValue(file, table, "points", row.points, "penalty", (str(row.year),))
    for placed in tables.tables.placement:
        if placed.source == RECONSTRUCTED:
            beside = (placed.placing, placed.other)
            table = f"placement {placed.placing} {placed.other} {placed.other_state}"
            yield ReconstructedValue(
                file, table, "casus_belli", placed.casus_belli, "placement", beside
            )
    for anger in tables.tables.resentment:
        if anger.yearly_source == RECONSTRUCTED:
            table = f"resentment {anger.area_type} {anger.status}"
            about = (anger.area_type, anger.status)
            yield ReconstructedValue(file, table, "yearly", anger.yearly, "resentment", about)
    if tables.combat.table_2_mirrored.source == RECONSTRUCTED:
        rows = tables.combat.table_2_mirrored.rows
        size = f"{len(rows)} × {len(rows[0])}"
        yield ReconstructedValue("combat.toml", "table_2_mirrored", "rows", size, "combat")


def _of_map(tables: Tables) -> Iterator[ReconstructedValue]:
    armies = tables.tables.chinese_armies
    if armies.source == RECONSTRUCTED:
        for name in armies.areas:
            yield ReconstructedValue(
                "tables.toml", "chinese_armies", "areas", name, "chinese_army", (name,)
            )
    for tag in tables.map.tags.reconstructed:
        for area in tables.map.area:
            if tag in area.tags:
                yield ReconstructedValue(
                    "map.toml", f"area {area.id}", "tags", tag, "tag", (area.id,)
                )


# -- in words, on the things that bear them


def marked(tables: Tables) -> dict[str, list[Message]]:
    """Return the same in words, by powers and areas; what none bears is under the empty name."""
    messages: dict[str, list[Message]] = {}
    for mark in marks(tables):
        for thing, message in _borne(tables, mark):
            messages.setdefault(thing, []).append(message)
    return messages


def _borne(tables: Tables, mark: ReconstructedValue) -> Iterator[tuple[str, Message]]:
    """Yield the things that bear a figure, each with the figure in words."""
    match mark.kind:
        case "bonus":
            bonus = next(row for row in tables.tables.bonus if row.id == mark.things[0])
            yield bonus.power or "", say("mark.bonus", bonus=bonus.id, points=bonus.points)
        case "limits":
            yield mark.things[0], say("mark.limits", counters=str(mark.value))
        case "arrival":
            if mark.value != NO_POWER:
                yield str(mark.value), say("mark.arrival", year=mark.things[0])
        case "penalty":
            points = int(mark.value)
            yield "", say("mark.penalty", year=mark.things[0], points=points)
        case "placement":
            placing, other = mark.things
            message = say("mark.placement", placing=placing, other=other, who=str(mark.value))
            yield "", message
        case "resentment":
            kind, status = mark.things
            message = say("mark.resentment", kind=kind, status=status, points=int(mark.value))
            yield "", message
        case "combat":
            yield "", say("mark.combat")
        case "chinese_army":
            yield mark.things[0], say("mark.chinese_army")
        case "tag":
            yield mark.things[0], say("mark.tag", tag=str(mark.value))


def doubts(tables: Tables) -> list[Message]:
    """3, P6: entries of the tables of unrest that look mistaken in the source."""
    messages = []
    for row in tables.events.unrest_likely:
        now = tables.events.unrest[row.table].grid[row.row - 1][row.column - 1]
        messages.append(
            say(
                "data.unrest",
                table=row.table,
                row=row.row,
                column=row.column,
                area=now,
                likely=row.area,
            )
        )
    return messages


# -- corrections against the sources


def contradictions(tables: Tables, original: Tables) -> Iterator[Message]:
    """Yield where the tables in use differ from what the sources state."""
    before, after = msgspec.to_builtins(original), msgspec.to_builtins(tables)
    for file, lists in before.items():
        for table, rows in lists.items():
            yield from _changed(f"{file}.toml: {table}", rows, after[file][table])


def _changed(place: str, old: Any, new: Any) -> Iterator[Message]:
    if isinstance(old, list) and all(isinstance(row, dict) for row in old):
        before, after = _by_name(old), _by_name(new)
        for name, row in before.items():
            yield from _changed(f"{place} {name}", row, after.get(name, {}))
        for name in after.keys() - before.keys():
            yield say("data.unstated", place=f"{place} {name}")
    elif isinstance(old, dict):
        if old.get("source") == RECONSTRUCTED:
            return
        for key, value in old.items():
            if _is_stated(key, old) and new.get(key) != value:
                yield say("data.stated", place=f"{place} {key}", value=_written(value))
    elif old != new:
        yield say("data.stated", place=place, value=_written(old))


def _is_stated(key: str, row: dict[str, Any]) -> bool:
    if key == "source" or key.endswith("_source") or key in OURS:
        return False
    return bool(row.get(f"{key}_source") != RECONSTRUCTED)


def _by_name(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Rows by what tells them from others."""
    return {" ".join(_naming(row)): row for row in rows}


def _naming(row: dict[str, Any]) -> list[str]:
    first = next((key for key in IDENTITY if key in row), None)
    keys = [first, *FURTHER] if first in ("area_type", "placing") else [first]
    return [str(row[key]) for key in keys if key is not None and key in row]


def _written(value: Any) -> str:
    return msgspec.json.encode(value).decode()
