"""What a mind's figures should be, found from games; nothing is replaced.

Where a mind counts things and adds them up, each by its weight, the weights are fitted to how games
ended (`linear`). Where its figures stand inside a judgement that is no such sum, sets of figures
are drawn and play against each other, and a step is made to where more is won (`by_play`). Which of
the two a game has, `entente.players.engines.tunable` knows. Either way the new weights then play
the old ones (`match`).
"""
