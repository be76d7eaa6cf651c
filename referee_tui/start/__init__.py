"""What is chosen before a match begins, as values without a screen."""
