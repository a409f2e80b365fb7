"""Notices: what people are told, in their pages, by mail, by push or by webhook."""
