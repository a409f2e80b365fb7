"""Players that learn by self-play, with one network per game.

A network reads the features of a view (`features`) and the tokens of the candidate actions
(`action_vocabulary`), and returns a value and policy logits. torch trains it on self-play games
(`training_run`); the result is an ONNX file of a few hundred kilobytes. Playing with it (`player`)
needs onnxruntime but not torch.
"""
