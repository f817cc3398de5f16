"""What engines cannot express is said, by prim and column."""

from __future__ import annotations

import pytest
from built import built, features
from pendulum import pendulum

from columnar import parse
from columnar.simulators import EngineMissing, SimulatorError, engine_names, import_engine, load_engine, mujoco
from schemas.features import FeaturesError, Level, load_features
from tests.stage_text import scene_of

TRICKY = {
    "float physics:breakForce = 10": ("/Hinge", "physics:breakForce", "break_force"),
    "float newton:velocityLimit = 90": ("/Hinge", "newton:velocityLimit", "axis_velocity_limit"),
    "float physxLimit:angular:restitution = 0.5": (
        "/Hinge",
        "physxLimit:angular:restitution",
        "limit_restitution",
    ),
    "float physxJointAxis:angular:staticFrictionEffort = 3": (
        "/Hinge",
        "physxJointAxis:angular:staticFrictionEffort",
        "static_friction",
    ),
}

SCHEMAS = ', "NewtonJointAPI", "PhysxLimitAPI:angular", "PhysxJointAxisAPI:angular"'


@pytest.mark.parametrize("cells", TRICKY)
def test_each_is_found_with_its_column(cells: str) -> None:
    assert TRICKY[cells] in features(built(pendulum(joint=cells, schemas=SCHEMAS, limits=(-10, 10))))


def test_values_are_those_of_the_file() -> None:
    cells = "float newton:velocityLimit = 90\n    float physics:breakForce = 10"
    found = mujoco.unsupported(built(pendulum(joint=cells, schemas=SCHEMAS, limits=(40, 30))))
    values = {entry.column: entry.value for entry in found}
    # Degrees and degrees a second; PhysX takes bounds that cross as 0.
    assert values["newton:velocityLimit"] == 90.0
    assert values["physics:lowerLimit"] == [40.0, 30.0]
    assert values["physics:breakForce"] == 10.0


def test_a_plain_pendulum_has_none() -> None:
    assert not features(built(pendulum(limits=(-10, 10)), strict=True))


def test_strict_refuses_and_names_the_first() -> None:
    text = pendulum(joint="float physics:breakForce = 10", schemas=SCHEMAS)
    with pytest.raises(SimulatorError, match=r"^/Hinge: physics:breakForce: mujoco does not express this"):
        built(text, strict=True)


def test_a_disabled_joint_asks_for_nothing() -> None:
    text = pendulum(joint="float physics:breakForce = 10\n    bool physics:jointEnabled = 0", schemas=SCHEMAS)
    assert not features(built(text))


def test_unknown_engines_are_named_with_those_there_are() -> None:
    with pytest.raises(SimulatorError, match="mujocoo"):
        load_engine("mujocoo")


def test_a_missing_engine_says_how_to_install_it() -> None:
    with pytest.raises(EngineMissing, match=r"pip install 'arrowstage\[newton\]'"):
        import_engine("newton", "newton_that_is_not_there")


@pytest.mark.parametrize("time_step", [-1.0, 0.0, float("nan"), float("inf")])
def test_a_time_step_is_positive(time_step: float) -> None:
    scene = scene_of(pendulum())
    with pytest.raises(SimulatorError, match="time step"):
        mujoco.build(parse(scene), scene, time_step=time_step)


def test_features_name_engines_that_exist(tmp_path) -> None:
    (tmp_path / "a.toml").write_text('[features.f]\ndoc = "d"\ncolumn = "c"\nno = ["nobody"]\n')
    with pytest.raises(FeaturesError, match="no engine 'nobody'"):
        load_features(tmp_path)


def test_an_engine_without_contacts_lacks_all_that_needs_them() -> None:
    table = load_features()
    assert table.level("restitution", "pinocchio") is Level.NO
    assert {*engine_names()} == {"featherstone", "mujoco", "newton", "pinocchio", "genesis", "ovphysx"}
    assert all(record.needs is None or record.needs in table.features for record in table.features.values())
