"""The server's side: streams, limits, worker processes, devices that are there.

Screens belong in ``render`` and above."""
