"""What OpenUSD says on its own: errors in a sentence, warnings caught."""

from __future__ import annotations

from pathlib import Path

import pytest
from pxr import Tf, Usd

from populate import PopulateError
from populate.diagnostics import caught_warnings, error_sentence, usd_errors_named

STAGES = Path(__file__).parents[1] / "data" / "stages"


def test_a_parse_error_names_line_and_prim_and_no_folder() -> None:
    file = STAGES / "broken.usda"
    with pytest.raises(Tf.ErrorException) as raised:
        Usd.Stage.Open(str(file))
    sentence = error_sentence(raised.value, str(file.resolve()))
    assert sentence.startswith("line 5")
    assert "</World>" in sentence
    assert str(file.parent) not in sentence
    assert "\n" not in sentence


def test_an_error_that_says_nothing_gives_nothing(tmp_path: Path) -> None:
    (tmp_path / "text.usd").write_text("hello")
    with pytest.raises(Tf.ErrorException) as raised:
        Usd.Stage.Open(str(tmp_path / "text.usd"))
    assert error_sentence(raised.value) == ""


def test_openusd_errors_become_ours() -> None:
    with pytest.raises(PopulateError, match=r"robot\.usda: OpenUSD cannot read it: "), usd_errors_named("robot.usda"):
        Usd.Stage.Open(str(STAGES / "broken.usda"))


def test_warnings_are_caught_once_and_composition_left_out(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    stage = tmp_path / "unresolved.usda"
    stage.write_text('#usda 1.0\ndef "A" (references = @./gone.usda@)\n{\n}\n')
    with caught_warnings() as texts:
        assert Usd.Stage.Open(str(stage)).GetCompositionErrors()
        for _ in range(2):
            Tf.Warn("odd\nschema")
    assert texts == ["odd schema"]
    assert capfd.readouterr().err == ""
