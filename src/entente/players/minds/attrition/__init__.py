"""How the levels think at this game."""

from random import Random
from entente.players.thought import Line, Thought
from entente.players.minds.attrition.conduct import Conduct
from entente.players.trials import fingerprint
from entente.players.evaluation.attrition import settle

def mind(game_id, level, seed):
    return Quick(seed)

class Quick:
    def __init__(self, seed):
        self.seed=seed
        self.c=Conduct()
    def think(self, sight, budget=None):
        d=sight.decision
        if d.menu.size()==1:
            return Thought(a:=next(iter(d.menu)),0.0,(Line(a,0.0),))
        rng=Random(self.seed+fingerprint(sight))
        w=sight.imagine(rng)
        settle([w], sight.seat, rng)
        a=self.c.answer(w,w.decision(sight.seat,d.window),rng)
        assert a in d.menu,(a,d.step,list(d.menu)[:9])
        return Thought(a,0.0,(Line(a,0.0),))
