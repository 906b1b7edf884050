"""The search for the best run of all trains of a company, and all its parts.

Whether a single route is legal belongs in ``board.routes``."""
