"""The standard game: rounds and steps composed by the switches and powers in a title's data.

Titles without rules of their own are played by it. A rule that only one title has does not belong
here.
"""
