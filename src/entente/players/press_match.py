"""A match among computer players that negotiate, without a server.

    match = PressMatch(Match(game, seed="1"), {seat: "normal" for seat in seats}, seed="1")
    match.play()

Each season the players plan and propose, answer, answer the counter-proposals, and plan again if
something binds them that did not before; then all act. The letters are those of the server: a seat
reads only what was proposed to it. `silent` seats play without press.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from entente.kernel import Match, Seat
from entente.players.letters import (
    COUNTER,
    Letters,
    Negotiator,
    NewOffer,
    Offer,
    Season,
    SeasonPlan,
)
from entente.players.negotiators import create_negotiator, negotiates, rules_of
from entente.players.player import PlayerView
from entente.players.registry import make

ROUNDS = 2  # of answers in a season: to proposals, and to counter-proposals


class PressMatch:
    """A match, its players by seat, and their letters."""

    def __init__(
        self,
        match: Match[Any, Any],
        players: Mapping[Seat, str],
        seed: str,
        *,
        silent: Collection[Seat] = (),
    ) -> None:
        self.match, self.players, self.seed = match, dict(players), seed
        game_id = match.game.info.id
        self.rules = rules_of(game_id)
        self.offers = list[Offer]()
        self.seasons = list[Season]()
        self._speaking = [
            seat
            for seat, name in players.items()
            if seat not in silent and negotiates(name, game_id)
        ]

    def letters_of(self, seat: Seat | None) -> Letters:
        """Return the letters of a seat; of all seats for None."""
        mine = (offer for offer in self.offers if seat is None or seat in offer.seats)
        return Letters(tuple(self.seasons), tuple(mine))

    def play(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Play to the end, or until `stop` says so between two decisions."""
        while self.match.state.outcome is None and not stop():
            self.step()

    def step(self) -> None:
        """Play one decision of all seats that the game waits for."""
        position = self.match.position
        rules = self.rules
        if rules is not None and rules.can_negotiate(position):
            facts = rules.facts(position)
            plans = self._negotiate()
            actions = {seat: self._action(seat, plans) for seat in position.required_by_seat()}
            self.seasons.append(Season(facts, actions))
        else:
            actions = {seat: self._action(seat, {}) for seat in position.required_by_seat()}
        for seat, action in actions.items():
            self.match.act(seat, action)

    def _action(self, seat: Seat, plans: Mapping[Seat, SeasonPlan]) -> str:
        if seat in plans:
            return plans[seat].action
        seed = f"{self.seed}/{seat}/{len(self.match.moves)}"
        player = make(self.players[seat], self.match.game.info.id, seed)
        return player.choose(PlayerView(self.match.position, seat))

    def _negotiate(self) -> dict[Seat, SeasonPlan]:
        """Let the seats negotiate; return what each then does."""
        assert self.rules is not None
        position = self.match.position
        waiting = [seat for seat in self._speaking if seat in position.required_by_seat()]
        facts = self.rules.facts(position)
        plans = {seat: self._plan(seat) for seat in waiting}
        bound = {seat: self._bound(seat, facts) for seat in waiting}
        for seat, plan in plans.items():
            for offer in plan.offers:
                self._send(seat, offer)
        for _ in range(ROUNDS):
            for seat in waiting:
                self._answer(seat, waiting)
        return {
            seat: plan if self._bound(seat, facts) == bound[seat] else self._plan(seat)
            for seat, plan in plans.items()
        }

    def _bound(self, seat: Seat, facts: Any) -> str:
        assert self.rules is not None
        return self.rules.binding(self.letters_of(seat), facts, seat)

    def _plan(self, seat: Seat) -> SeasonPlan:
        view = PlayerView(self.match.position, seat)
        return self._negotiator(seat).plan(view, self.letters_of(seat))

    def _negotiator(self, seat: Seat) -> Negotiator:
        seed = f"{self.seed}/{seat}"
        return create_negotiator(self.players[seat], self.match.game.info.id, seed)

    def _send(self, sender: Seat, offer: NewOffer) -> None:
        seats = tuple(sorted((sender, offer.to)))
        number = len(self.offers) + 1
        self.offers.append(Offer(number, sender, seats, offer.items, len(self.seasons)))

    def _answer(self, seat: Seat, waiting: list[Seat]) -> None:
        """Answer the open proposals to a seat, with counter-proposals."""
        for place, offer in enumerate(self.offers):
            is_open = offer.season == len(self.seasons) and seat not in offer.answers
            if not is_open or seat == offer.sender or seat not in offer.seats:
                continue
            view = PlayerView(self.match.position, seat)
            reply = self._negotiator(seat).reply(view, self.letters_of(seat), offer.number)
            answers = {**offer.answers, seat: reply.answer}
            self.offers[place] = offer._replace(answers=answers)
            if reply.answer == COUNTER and offer.sender in waiting:
                self._send(seat, NewOffer(offer.sender, reply.items, reply.grounds))
