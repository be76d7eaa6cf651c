"""``touchline policy``, and the policy that ``watch`` and ``resume`` are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.referee.policy import DEFAULT, parse_policy
from referee_tui import cli

if TYPE_CHECKING:
    from pathlib import Path


def test_the_default_is_printed_in_the_form_of_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["policy"]) == 0
    assert parse_policy(capsys.readouterr().out) == DEFAULT


def test_a_policy_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "strict.toml"
    file.write_text('otherwise = "refuse"\n[rules]\n"setup.*" = "log"\n')
    assert cli.run(["policy", str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == ["setup.*: log", "every other rule: refuse"]


@pytest.mark.parametrize("command", ["policy {file}", "watch 0 --policy {file}", "resume {log} --policy {file}"])
def test_a_policy_that_cannot_be_used_ends_with_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    file = tmp_path / "strict.toml"
    file.write_text('otherwise = "forbid"\n')
    assert cli.run(command.format(file=file, log=tmp_path / "a.touchline.jsonl").split()) == 2
    assert "otherwise is 'forbid'; it must be one of accept, ask, refuse, log" in capsys.readouterr().err
