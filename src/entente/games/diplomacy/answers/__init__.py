"""The questions to a seat, its legal answers, and explanations of wrong ones."""
