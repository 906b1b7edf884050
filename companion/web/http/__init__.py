"""The HTTP side of the server: streams, limits, worker processes, presence of devices.

Screens belong in ``render`` and above.
"""
