"""The games as environments for learning and search, each kind in a module of its own.

`pettingzoo` has them for many agents, `openspiel` as games of OpenSpiel, `gymnasium` for one agent
against computer players, `rollouts` on Ray. All of them play a `Play`: a game by numbers, with
arrays of what a seat sees. `boards` is Diplomacy on many boards at once. They need extras
(`pip install '.[envs]'` in the folder of the source): `envs`, `openspiel`, `ray`.
"""
