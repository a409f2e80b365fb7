"""The notation of single orders, in English and in French."""
