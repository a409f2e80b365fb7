"""Players by other authors' designs, against which the levels of Diplomacy are measured."""
