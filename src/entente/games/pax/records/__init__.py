"""Records that the state keeps: plain data, replaced, never changed."""
