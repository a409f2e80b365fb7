"""Study: a table as it was, and tables on which one tries things out."""
