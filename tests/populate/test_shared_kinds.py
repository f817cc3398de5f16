"""What targets inside shared prototypes stand for does not depend on how USD numbers prototypes."""

from __future__ import annotations

from pathlib import Path

from pxr import Usd

from columnar.scene import Scene
from populate import populate

STAGE = """#usda 1.0
class Xform "Plain"
{
    def Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {}
}
class Xform "Targeted"
{
    def Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {
        rel physics:simulationOwner = </Targeted/off>
    }
    def Scope "off" (active = false) {}
}
"""


def kind(scene: Scene, path: str) -> str:
    """What the path table says of a path."""
    table = scene.table("path")
    return str(table.column("kind")[table.column("name").to_pylist().index(path)].as_py())


def test_a_target_below_a_shared_prototype(tmp_path: Path) -> None:
    text = STAGE.replace("{}", "{\n}")
    for number, source in enumerate(("Plain", "Targeted", "Plain", "Targeted")):
        text += f'def Xform "i{number}" (instanceable = true\n inherits = </{source}>) {{\n}}\n'
    layer = tmp_path / "stage.usda"
    layer.write_text(text)
    for _ in range(5):
        stage = Usd.Stage.Open(str(layer))
        scene = populate(stage, instancing="share", reader="composed").scene
        assert kind(scene, "/__Prototype_2/off") == "inactive"
