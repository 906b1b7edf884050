"""The action log and its journal: writing, links, replay, audit and drafts."""
