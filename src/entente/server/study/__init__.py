"""Study: earlier positions of a table, analysis, and analysis boards."""
