"""18Demo, an invented title, which is not shipped: the proof that a title is a folder."""
