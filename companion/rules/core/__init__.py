"""The state of a game and its parts: actions, rounds, changes, offers, refusals.

Nothing here knows a title or judges an action.
"""
