"""Moderation: reports of messages, sanctions, appeals, and what may be known of them."""
