"""Stock rounds and first sales of privates.

The values of holdings and markets belong in ``shares``."""
