"""Treaties (9.4, 9.5): clauses, obligations, execution, breaches and the ways out."""
