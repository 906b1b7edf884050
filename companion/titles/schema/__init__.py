"""The schema of a title's data files: one module a subject.

The models check the files, build the rule data, and are the source of ``docs/title-format.md``.
"""
