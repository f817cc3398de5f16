"""Names that more than one kind of geometry has, on colliders that are no geometry themselves."""

from __future__ import annotations

from pxr import Gf, Sdf, Usd

from populate import populate


def test_velocities_of_a_collider_are_a_mesh_s_not_an_instancer_s() -> None:
    """Instancers are published with the bodies they place, so that on a collider only meshes have the name."""
    stage = Usd.Stage.CreateInMemory()
    prim = stage.DefinePrim("/Collider", "Xform")
    prim.ApplyAPI("PhysicsCollisionAPI")
    prim.CreateAttribute("velocities", Sdf.ValueTypeNames.Vector3fArray).Set([Gf.Vec3f(1, 2, 3)])
    scene = populate(stage).scene
    assert scene.table("Mesh")["velocities"].to_pylist() == [[[1.0, 2.0, 3.0]]]
    assert scene.table("PointInstancer").num_rows == 0
