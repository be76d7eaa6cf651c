"""What is heard of the referee: the terminal's bell, or the system's own voice. Everything heard is shown as well."""
