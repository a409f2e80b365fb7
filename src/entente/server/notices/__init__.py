"""Notices: in the pages, by mail, by push or by webhook."""
