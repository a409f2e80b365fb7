"""Pictures of boards, and what links to tables and people show before they are opened."""
