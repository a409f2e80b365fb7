"""Entente: the games of the road to the Great War, with every rule enforced."""

__version__ = "0.1.0"
