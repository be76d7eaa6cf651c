"""The Textual match screen. Nothing outside this package imports Textual."""
