"""Orders as players write and read them, one by one, in English and in French."""
