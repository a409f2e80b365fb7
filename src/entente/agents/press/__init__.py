"""Games with letters between language models and computer players, and their accounts."""
