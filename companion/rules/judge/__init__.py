"""The judge of one game: offers, judgement and application of actions, and a title's policies.

The rules of a single step belong in ``stock``, ``operating`` and ``privates``.
"""
