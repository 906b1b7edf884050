"""1830: Railways & Robber Barons. Sources: the rule book, translated, and its printed tables."""
