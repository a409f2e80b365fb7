"""The texts that an agent reads: the position, its decisions, the log and the rules.

They are made only from what a seat sees (`SeatSnapshot`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby

from entente.agents.schema import inner_form, menu_schema, verb_of
from entente.agents.seat_client import OPEN, AnyGame, ChatMessage, SeatSnapshot
from entente.agents.words import words_in
from entente.kernel import Decision, Seat, View, parse_action
from entente.kernel.lookup import look_up, nearby, title
from entente.kernel.menu import Amount, Choose, Form, ListOf, Menu, OneOf, Pick, Slots, Text
from entente.kernel.plain_text import plain_text
from entente.kernel.reading import meant
from entente.kernel.summary import card_text, cards, section_text, section_title, sections
from entente.kernel.text import slug
from entente.wire.frames import ActionOptions, Allowed
from entente.wire.prompts import Choice, Prompt, label

LISTED = 150  # choices listed at once
BARE = 40  # choices without a remark spelled out at once
FEW = 12  # choices listed with the position
ALIKE = 4  # actions named if the same reason forbids many
GAP = "…"


class SeatText:
    """The words for one seat of a game, in one language."""

    def __init__(self, game: AnyGame, seat: Seat, language: str) -> None:
        self.game = game
        self.seat = seat
        self.catalog = game.catalog(language)
        self.words = words_in(language)

    # -- the position

    def position(self, snapshot: SeatSnapshot, lines: int, *, decisions_first: bool = False) -> str:
        """Return an overview: the board, the last log entries and the open decisions."""
        picture = self.game.presentation.render_text(snapshot.view, self.catalog)
        parts, standing = [picture, self.log(snapshot, lines)], self.standing(snapshot)
        parts = [standing, *parts] if decisions_first else [*parts, standing]
        return "\n\n".join(filter(None, [self.who(), *parts]))

    def who(self) -> str:
        """Return the name of the game and of the seat."""
        name = self.catalog.name("seat", self.seat)
        return self.words("reply.who", game=self.catalog.get("info.title"), seat=name)

    def thing(self, snapshot: SeatSnapshot, word: str) -> str:
        """Return the name of a thing of the game: a place, a piece, a card."""
        for things in meant(word, self.catalog.words, self.catalog):
            described = {each: self._described(snapshot.view, each) for each in things}
            lines = list(dict.fromkeys(filter(None, described.values())))
            if lines:
                return "\n\n".join(lines)
        found_card = look_up(word, self.catalog).card
        return self.card(found_card) if found_card else self.words("reply.no_thing", word=word)

    def _described(self, view: View, thing: str) -> str:
        return self.game.presentation.describe(view, thing, self.catalog) or ""

    def standing(self, snapshot: SeatSnapshot) -> str:
        """Return whether the game is over, which seats are to move, and the open decisions."""
        if snapshot.ending:
            return self.ending(snapshot)
        if snapshot.status == OPEN:
            return self.words("reply.not_begun")
        parts = [self._waiting(snapshot)]
        if snapshot.submitted:
            chosen = [each.label for each in snapshot.submitted]
            parts.append(self.words("reply.submitted", chosen=chosen))
        questions = zip(snapshot.view.decisions, snapshot.prompts, strict=True)
        parts += [self.question(*each, FEW) for each in questions]
        return "\n\n".join(parts)

    def _waiting(self, snapshot: SeatSnapshot) -> str:
        if snapshot.must_act:
            return self.words("reply.your_turn")
        names = [self.catalog.name("seat", each) for each in snapshot.view.to_move]
        return self.words("reply.waiting", seats=names)

    def ending(self, snapshot: SeatSnapshot) -> str:
        """Return how the game ended."""
        outcome = snapshot.view.outcome
        winners = [self.catalog.name("seat", each) for each in outcome.winners] if outcome else []
        won = (
            self.words("reply.winners", seats=winners) if winners else self.words("reply.no_winner")
        )
        return "\n".join([self.words("reply.over"), snapshot.ending, won])

    def log(self, snapshot: SeatSnapshot, last: int, since: int = 0) -> str:
        """Return the last log entries; repeated ones are merged."""
        lines = list(snapshot.log[since:])[-last:] if last else []
        parts = []
        for text, same in groupby(lines):
            count = len(list(same))
            parts.append(f"- {text}" if count == 1 else f"- {text} (×{count})")
        return "\n".join([self.words("reply.log"), *parts]) if parts else ""

    # -- questions

    def questions(self, snapshot: SeatSnapshot, window: int | None, word: str) -> str:
        """Return the choices of all decisions, or of one; optionally only those that contain a
        word."""
        texts = [
            self.question(decision, prompt, LISTED, word)
            for decision, prompt in zip(snapshot.view.decisions, snapshot.prompts, strict=True)
            if window in (None, decision.window)
        ]
        return "\n\n".join(texts) or self.standing(snapshot)

    def question(self, decision: Decision, prompt: Prompt, most: int, word: str = "") -> str:
        """Return a decision with its number, its rule and its choices."""
        key = "reply.must" if decision.must else "reply.may"
        head = self.words(key, number=decision.window, prompt=prompt.text, section=decision.section)
        secret = [self.words("reply.sealed")] if decision.sealed else []
        return "\n".join([head, *secret, *self._choices(decision, prompt, most, word)])

    def _choices(self, decision: Decision, prompt: Prompt, most: int, word: str) -> list[str]:
        menu = decision.menu
        if isinstance(menu, Slots):
            return self._slots(menu, prompt, most, word)
        lines = self._listed(prompt.choices, most, word)
        if isinstance(menu, Pick):
            counts = ", ".join(f"{item} × {many}" for item, many in menu.items.items())
            lines.append(self.words("reply.pick", verb=menu.verb, count=menu.number, things=counts))
        elif isinstance(menu, Amount):
            lines.append(self._amount(menu))
        elif not isinstance(menu, Choose):
            lines += self._forms(menu)
        if prompt.by_thing:
            lines += self._listed(list(self._by_thing(decision)), most, word)
            lines.append(self.words("reply.by_thing"))
        return lines

    def _by_thing(self, decision: Decision) -> Iterator[Choice]:
        """Yield the actions that a page shows only when a thing is selected."""
        menu = decision.menu
        parts = menu.forms if isinstance(menu, OneOf) else (menu,)
        game, language = self.game.info.id, self.words.language
        for part in parts:
            if isinstance(part, Choose):
                for action in part.actions:
                    if " " in action:
                        yield Choice(action, label(game, language, action, decision.step))

    def _listed(self, choices: Sequence[Choice], most: int, word: str) -> list[str]:
        wanted = [each for each in choices if slug(word) in slug(f"{each.action} {each.label}")]
        if len(wanted) > most >= LISTED:
            return [self.words("reply.compact"), *compact([each.action for each in wanted])]
        bare = [each for each in wanted if not (each.remark or each.irreversible)]
        if len(bare) > BARE and most >= LISTED:  # labels that only repeat the action
            rest = [self._choice(each) for each in wanted if each not in bare]
            return [*rest, self.words("reply.compact"), *compact([each.action for each in bare])]
        lines = [self._choice(each) for each in wanted[:most]]
        if len(wanted) > most:
            lines.append(self.words("reply.more", count=len(wanted) - most))
        if word and choices and not wanted:
            lines.append(self.words("reply.none_with", word=word))
        return lines

    def _choice(self, choice: Choice) -> str:
        remark = f" ({choice.remark})" if choice.remark else ""
        grave = f" [{self.words('reply.grave')}]" if choice.irreversible else ""
        label = "" if choice.label == choice.action else f": {choice.label}"
        return f"- {choice.action}{label}{remark}{grave}"

    def _slots(self, menu: Slots, prompt: Prompt, most: int, word: str) -> list[str]:
        """Return the choices of each slot; an answer has one for each, in one line."""
        lines = [self.words("reply.slots", count=len(menu.slots))]
        for slot, choices in prompt.slots.items():
            parts = [each.action for each in choices if slug(word) in slug(f"{slot} {each.action}")]
            if parts:
                more = [f"… +{len(parts) - most}"] if len(parts) > most else []
                lines.append(f"- {slot}: {'; '.join([*parts[:most], *more])}")
        return [*lines, self.words("reply.example", example=menu.first())]

    def _amount(self, menu: Amount) -> str:
        return self.words("reply.amount", verb=menu.verb, least=menu.least, most=menu.most)

    def _forms(self, menu: Menu) -> list[str]:
        """Return how to write compound answers; `form` describes their fields."""
        if isinstance(menu, OneOf):
            return [line for form in menu.forms for line in self._forms(form)]
        if isinstance(menu, Amount):
            return [self._amount(menu)]
        if isinstance(menu, Text):
            return [self.words("reply.text", verb=menu.verb, least=menu.least, most=menu.most)]
        if isinstance(menu, Form):
            fields = [f"{each}?" if each in menu.optional else each for each in menu.fields]
            return [self.words("reply.form", verb=menu.verb, fields=fields)]
        if isinstance(menu, ListOf):
            return [self.words("reply.many", verb=menu.verb, least=menu.least, most=menu.most)]
        return []

    def form(self, decision: Decision, verb: str) -> str:
        """Return the JSON schema of the answers to a decision, or of one of its forms."""
        menu: Menu = decision.menu
        if verb and isinstance(menu, OneOf):
            own = [form for form in menu.forms if verb_of(form) == verb]
            found = OneOf(tuple(own)) if own else inner_form(menu, verb)
            if found is None:
                verbs = [each for form in menu.forms if (each := verb_of(form))]
                return self.words("reply.no_form", verb=verb, verbs=verbs)
            menu = found
        schema = json.dumps(menu_schema(menu), ensure_ascii=False, separators=(",", ":"))
        return f"{self.words('reply.schema', number=decision.window)}\n{schema}"

    def grammar(self) -> str:
        """Return the patterns of all actions, and the names of each kind of thing in them."""
        patterns = [text for ask in self.game.steps.asking.values() for text in ask.grammar]
        names = [
            f"{kind}: {', '.join(known)}" for kind, known in self.game.vocabulary.names.items()
        ]
        return "\n".join([*dict.fromkeys(patterns), "", *names])

    # -- actions

    def preview(self, allowed: Allowed) -> str:
        """Describe an allowed action: its cost, its consequences, and warnings."""
        lines = [self.words("reply.allowed"), allowed.text]
        for article in allowed.parts:
            doubts = f" ({'; '.join(article.doubts)})" if article.doubts else ""
            lines.append(f"- {article.text}{doubts}")
        if allowed.cautions:
            lines.append(self.words("reply.cautions", cautions=" ".join(allowed.cautions)))
        return "\n".join(filter(None, lines))

    def options(self, thing: str, available: ActionOptions) -> str:
        """Return the allowed and the blocked actions with a thing."""
        lines = []
        for way in available.allowed:
            rest = "; ".join(filter(None, [way.hint, *way.consequences, *way.cautions]))
            lines.append(f"- {way.action}: {way.label}{f' ({rest})' if rest else ''}")
        if available.blocked:
            lines.append(self.words("reply.barred"))
        reasons: dict[str, list[str]] = {}
        for barred in available.blocked:
            reason = self.refusal(barred.text, barred.section)
            reasons.setdefault(reason, []).append(barred.action)
        for reason, actions in reasons.items():
            more = [f"+{len(actions) - ALIKE}"] if len(actions) > ALIKE else []
            lines.append(f"- {', '.join([*actions[:ALIKE], *more])}: {reason}")
        return "\n".join(lines) or self.words("reply.no_ways", thing=thing)

    def refusal(self, text: str, section: str) -> str:
        """Return the reason of a refusal, and the rules section with its title."""
        return text + self._section(section)

    def _section(self, section: str) -> str:
        name = section_title(section, self.catalog) if section and section != "0" else None
        return f" [{section} {name}]" if name else ""

    # -- the rules

    def rule(self, wanted: str) -> str:
        """Return a section with its subsections, or a card; without a name, the contents."""
        if not wanted.strip():
            return self.contents()
        result = look_up(wanted, self.catalog)
        if result.card:
            return self.card(result.card)
        if result.sections:
            return "\n\n".join(map(self.section, result.sections))
        if result.several:
            named = [f"- {each} {title(each, self.catalog)}" for each in result.several]
            return "\n".join([self.words("reply.several_rules", wanted=wanted), *named])
        near = [f"{each} ({title(each, self.catalog)})" for each in nearby(wanted, self.catalog)]
        key = "reply.no_rule_but" if near else "reply.no_rule"
        return self.words(key, wanted=wanted, near=near)

    def contents(self) -> str:
        """Return the sections of the rules and the number of cards, which are found by name."""
        lines = [
            f"{'  ' * each.count('.')}{each} {title(each, self.catalog)}"
            for each in sections(self.catalog)
        ]
        number = len(cards(self.catalog))
        return "\n".join([*lines, *([self.words("reply.cards", count=number)] if number else [])])

    def section(self, section: str) -> str:
        text = section_text(section, self.catalog)
        return "\n".join(filter(None, [f"{section} {title(section, self.catalog)}", text]))

    def card(self, card: str) -> str:
        content = card_text(card, self.catalog)
        head = " ".join(filter(None, [card, content.name, content.year]))
        return "\n".join(filter(None, [head, content.text, content.note]))

    def all_rules(self) -> str:
        """Return the whole summary of the rules, in the order of the book."""
        return "\n\n".join(map(self.section, sections(self.catalog)))

    # -- others

    def messages(self, letters: Sequence[ChatMessage], last: int) -> str:
        if not letters:
            return self.words("reply.no_letters")
        rows = [self.words("reply.letters"), *map(self._message, letters[-last:])]
        return "\n".join(rows)

    def _message(self, letter: ChatMessage) -> str:
        """Return a message as JSON, so that its text cannot imitate anything else."""
        names = {each: self.catalog.name("seat", each) for each in (letter.sender, *letter.to)}
        to = [names[each] for each in letter.to if each != letter.sender]
        lines = {"from": names[letter.sender], "to": to or self.words("reply.all")}
        return json.dumps({**lines, "text": plain_text(letter.text)}, ensure_ascii=False)

    def treaties(self, snapshot: SeatSnapshot) -> str:
        """Return the treaties and offers that the seat knows, clause by clause."""
        texts = getattr(snapshot.recap, "treaties", {})
        lines = []
        for name, treaty in texts.items():
            clauses = [
                f"- {each.text} ({'; '.join(filter(None, self._state_of(each)))})"
                for each in treaty.clauses
            ]
            lines.append("\n".join([f"{name}: {treaty.title}", *clauses, *treaty.remarks]))
        return "\n\n".join(lines) or self.words("reply.no_treaties")

    def _state_of(self, clause: object) -> list[str]:
        lapsed = getattr(clause, "lapsed", False)
        return [getattr(clause, "enforced", ""), self.words("reply.lapsed") if lapsed else ""]


def compact(actions: Sequence[str]) -> list[str]:
    """Return many actions in few lines: actions of one verb that differ in one word share a line,
    with a gap for that word and a list of its values. The word is the one that gives the fewest
    lines."""
    verbs: dict[str, list[str]] = {}
    for action in actions:
        verbs.setdefault(parse_action(action).verb, []).append(action)
    lines = []
    for of_verb in verbs.values():
        places = range(1, max(2, *(len(parse_action(action).words) for action in of_verb)))
        for head, words in min((_grouped(of_verb, place) for place in places), key=len).items():
            parts = [word for word in words if word]
            lines.append(f"- {head}: {', '.join(parts)}" if parts else f"- {head}")
    return lines


def _grouped(actions: Sequence[str], place: int) -> dict[str, list[str]]:
    by_head: dict[str, list[str]] = {}
    for action in actions:
        words = parse_action(action).words
        word = words[place] if place < len(words) else ""
        head = " ".join([*words[:place], GAP, *words[place + 1 :]]) if word else action
        by_head.setdefault(head, []).append(word)
    return by_head
