"""Diplomacy (design by Allan B. Calhamer): the board and the adjudicator."""
