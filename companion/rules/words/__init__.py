"""Sentences for everything that rules name, and the filling of facts into them."""
