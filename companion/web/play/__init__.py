"""Playing: the forms of the table, from what was sent to the fresh screen.

Looking at a game, correcting it and ruling for the table do not belong here.
"""
