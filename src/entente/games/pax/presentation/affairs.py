"""Treaties, the congress in session and the wars, in plain text."""

from __future__ import annotations

from entente.games.pax.board import Board
from entente.games.pax.presentation.view import PaxView
from entente.games.pax.records.congress import Congress, TabledDraft
from entente.games.pax.records.treaty import IN_FORCE, OFFERED, Charge
from entente.games.pax.records.war import War
from entente.games.pax.treaties.treaty_text import clause_text, treaty_lines
from entente.kernel import Catalog, say

SHOWN = (OFFERED, "draft", IN_FORCE)  # what waits for signatures comes first


def treaties_lines(board: Board, view: PaxView, catalog: Catalog) -> list[str]:
    """Return the treaties that this seat knows of and that matter now, clause by clause."""
    shown = [treaty for treaty in view.treaties.values() if treaty.state in SHOWN]
    lines = [catalog.get("table.treaties").upper()] if shown else []
    for treaty in sorted(shown, key=lambda each: SHOWN.index(each.state)):
        lines += treaty_lines(board, treaty, catalog)
    lines += [charge_text(board, charge, catalog) for charge in view.charges]
    return lines


def charge_text(board: Board, charge: Charge, catalog: Catalog) -> str:
    """Return an accusation that is being voted on."""
    args = {"treaty": charge.treaty, "power": charge.power, "seat": charge.by}
    missing = [seat for seat in charge.jury if seat not in charge.votes]
    if not charge.names_clause:
        return catalog.say(say("table.charge", **args, seats=missing))
    clause, year = charge.number + 1, board.year(charge.act_turn)
    return catalog.say(say("table.charge_of", **args, seats=missing, clause=clause, year=year))


# -- the congress


def congress_lines(board: Board, view: PaxView, catalog: Catalog) -> list[str]:
    """Return who meets where about what, and what is tabled."""
    congress = view.congress
    if congress is None:
        return []
    lines = [
        catalog.get("table.congress").upper(),
        catalog.say(say("table.caller", seat=congress.caller)),
    ]
    if congress.host:
        lines.append(catalog.say(say("table.host", power=congress.host)))
    if congress.members:
        lines.append(catalog.say(say("table.members", seats=list(congress.members))))
    for item in congress.items:
        key = "table.item_of" if item.areas else "table.item"
        args = {"powers": list(item.parties)} if item.areas else {}
        lines.append(catalog.say(say(key, item=item.name, **args)))
    return lines + _draft_lines(board, congress, catalog)


def _draft_lines(board: Board, congress: Congress, catalog: Catalog) -> list[str]:
    lines = []
    for draft in congress.drafts:
        adopted = draft == congress.adopted
        key = "table.adopted" if adopted else "table.draft"
        lines.append(catalog.say(say(key, seat=draft.by)))
        lines += draft_text(board, draft, catalog)
    if congress.refusers:
        lines.append(catalog.say(say("table.refusers", seats=list(congress.refusers))))
    return lines


def draft_text(board: Board, draft: TabledDraft, catalog: Catalog) -> list[str]:
    """Return the clauses of a draft, numbered."""
    texts = (clause_text(board, clause, catalog) for clause in draft.clauses)
    return [f"  {number}. {text}" for number, text in enumerate(texts, start=1)]


# -- wars


def war_lines(view: PaxView, catalog: Catalog) -> list[str]:
    """Return the wars under way: camps, round, what was conquered, what is closed."""
    lines = []
    for war in view.wars:
        lines += _one_war(war, catalog)
    return [catalog.get("table.wars").upper(), *lines] if lines else []


def _one_war(war: War, catalog: Catalog) -> list[str]:
    camps = catalog.get("table.versus").join(
        ", ".join(catalog.name("power", power) for power in camp) for camp in war.camps
    )
    lines = [catalog.say(say(f"table.war.{war.kind}", camps=camps, round=war.round))]
    if war.declarers:
        lines.append("  " + catalog.say(say("table.war.declarers", powers=list(war.declarers))))
    conquests: dict[str, list[str]] = {}
    for area, power in war.conquered.items():
        conquests.setdefault(power, []).append(area)
    for power, areas in conquests.items():
        lines.append("  " + catalog.say(say("table.war.conquered", power=power, areas=areas)))
    for power in dict.fromkeys(unit.power for unit in war.surrendered):
        total = sum(unit.strength for unit in war.surrendered if unit.power == power)
        message = say("table.war.surrendered", power=power, strength=total)
        lines.append("  " + catalog.say(message))
    for passage, powers in war.closed.items():
        if powers:
            message = say("table.war.closed", passage=passage, powers=list(powers))
            lines.append("  " + catalog.say(message))
    if war.quiet:
        lines.append("  " + catalog.say(say("table.war.quiet", rounds=war.quiet)))
    return lines
