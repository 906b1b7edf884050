"""Stock rounds and first sales of privates.

Holdings and market values belong in ``shares``.
"""
