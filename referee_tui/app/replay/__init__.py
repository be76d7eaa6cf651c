"""The replay: any log, step by step, with what was ruled and why."""
