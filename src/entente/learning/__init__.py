"""Players that learn: self-play, a network a game, and a player that thinks with it.

A network reads what a seat sees (`rows`) and the words of what it may do (`words`), and says how
the seat stands and what it would try first. It is trained with torch on games that a player plays
against itself with the network it has so far (`course`), and kept as an ONNX file of some hundred
kilobytes. Whoever plays with it (`player`) needs onnxruntime and no torch.
"""
