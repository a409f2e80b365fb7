"""Two random players race to the sea: `python -m examples.race [SEED [LANGUAGE]]`."""

import sys
from random import Random

from entente.kernel import Match
from examples.race import RaceToTheSea


def main(seed: str = "1914", language: str = "en") -> None:
    """Play a game at random and print its log."""
    match = Match(RaceToTheSea(), {"turns": 6}, seed)
    rng, catalog = Random(seed), match.game.catalog(language)
    while not match.over:
        for decision in match.position.decisions:
            match.act(decision.seat, decision.menu.sample(rng))
    for message in match.log_for(None):
        print(catalog.say(message))
    outcome = match.position.outcome
    assert outcome is not None
    print(catalog.say(outcome.reason))


if __name__ == "__main__":
    main(*sys.argv[1:3])
