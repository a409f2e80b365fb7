"""Studies: annotated trees of variations, written by several people."""
