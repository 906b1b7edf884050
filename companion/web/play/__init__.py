"""Playing: the forms of the table, from the posted form to the fresh screen.

Reading, correcting and ruling do not belong here.
"""
