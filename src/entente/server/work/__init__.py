"""Worker processes: computer players, analysis, pictures and outgoing mail."""
