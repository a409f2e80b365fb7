"""Scripted players against which the levels of Europe in Turmoil are measured."""
