"""The match log: append, verify, resume, replay, export (CONTRACTS.md, "The match log")."""
