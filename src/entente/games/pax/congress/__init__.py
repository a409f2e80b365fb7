"""The Congress of Europe (10): the call, the members, the debate, the signing."""
