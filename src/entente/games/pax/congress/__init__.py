"""The Congress of Europe (10): a chapter in four parts: the call, the members, the debate, the signing."""
