"""Section 4, the sequence of a player-turn, and sections 5 and 6.2, how the game ends."""

from __future__ import annotations

from entente.games.attrition.board import CENTRAL, ENTENTE, SIDES
from entente.games.attrition.context import AttritionContext, steps
from entente.kernel import Frame, Outcome, say

SEQUENCE = (
    "play_card",  # 14.2
    "arrivals",  # 4.1.1
    "forced_returns",  # EP5
    "return_tiles",  # 4.1.2
    "draw_tiles",  # 4.2
    "mulligan",  # 16.3
    "surrender",  # 4.3
    "rail",  # 4.4
    "mobilise",  # 4.5
    "start_movement",
    "move",  # 4.6
    "required_battles",  # 4.7.1
    "plan_battles",  # 4.7.2
    "answer_plans",  # 11.4, Mata Hari
    "choose_battle",  # 4.8
    "recall_airplanes",  # 11.4
    "update_status",  # 4.9
    "declare_war",  # 4.10
    "manage_reserves",  # 4.11
    "dig_trench",  # 17.2
    "end_player_turn",
)


@steps.auto
def player_turn(war: AttritionContext, frame: Frame) -> None:
    """4: one player's turn, in this order."""
    state = war.state
    state.in_force, state.coming = state.coming, []
    state.drawn, state.railed, state.expedition = {}, "", 0
    state.movable, state.arrivals, state.reinforced, state.advanced = {}, {}, {}, {}
    war.log("log.player_turn", turn=war.board.turns[state.turn], seat=war.active)
    state.push(*SEQUENCE)


@steps.auto
def end_player_turn(war: AttritionContext, frame: Frame) -> None:
    """Go on to the other player's turn, the next turn, or the end (5.2)."""
    state = war.state
    if war.active == ENTENTE:
        if state.turn + 1 == len(war.board.turns):
            final_count(war)
            return
        state.turn += 1
    state.active = war.passive
    state.push("player_turn")


def final_count(war: AttritionContext) -> None:
    """5.2: after fall 1918 the higher industry wins; ruling A11 on a tie."""
    central, entente = war.industry(CENTRAL), war.industry(ENTENTE)
    tie = str(war.state.options["tie"])
    if central != entente:
        winner = CENTRAL if central > entente else ENTENTE
        end_game(war, winner, "outcome.final", central=central, entente=entente)
    elif tie in SIDES:
        end_game(war, tie, "outcome.tie_for", central=central, entente=entente)
    else:
        reason = say("outcome.draw", central=central, entente=entente)
        war.state.outcome = Outcome(tuple(SIDES), {str(side): 0.5 for side in SIDES}, reason)
        war.state.log(reason)


def end_game(war: AttritionContext, winner: str, key: str, **args: int) -> None:
    """End the game with a winner."""
    reason = say(key, winner=winner, **args)
    scores = {str(side): 1.0 if side == winner else 0.0 for side in SIDES}
    war.state.outcome = Outcome((winner,), scores, reason)
    war.state.log(reason)
