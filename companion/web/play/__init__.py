"""Playing: the forms and screens of the table, from the posted form to the fresh screen.

Reading, correcting and ruling do not belong here.
"""
