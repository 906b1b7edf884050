"""Rules told a second time, from the rule books alone, for the tests to compare with the program.

An oracle shares no rule with ``companion``: it reads states and actions, and says on its own what
may be done and what comes of it. Tests, and the positions that they need, do not belong here.
"""
