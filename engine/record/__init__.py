"""The match log: append, verify, resume, replay, export (docs/match-log.md)."""
