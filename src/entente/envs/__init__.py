"""The games as environments for learning and search, each kind in a module of its own.

`pettingzoo` has them for many agents, `openspiel` as games of OpenSpiel, `gymnasium` for one agent
and for many boards at once, `rollouts` on Ray. All of them play a `Play`: a game by numbers, with
arrays of what a seat sees. Each module needs the extra of its name: `pip install entente[envs]`,
`entente[openspiel]`, `entente[ray]`.
"""
