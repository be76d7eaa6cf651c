"""Textual's terminal on Unix, which does not end at a byte that is no text."""

from __future__ import annotations

from textual.drivers.linux_driver import LinuxDriver


class PatientDriver(LinuxDriver):
    """Reads on where a terminal sends what is no UTF-8: an older encoding, a mouse far to the right."""

    def run_input_thread(self) -> None:
        """Hand over what is typed; what came together with such a byte is passed over."""
        while True:
            try:
                super().run_input_thread()
            except UnicodeDecodeError:
                continue
            return
