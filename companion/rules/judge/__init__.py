"""The judge of one game: offers, judgement and application of actions, and the policies of a title.

The rules of a single step belong in ``stock``, ``operating`` and ``privates``."""
