"""Scripted players against which the levels of An Attrition of Souls are measured."""
