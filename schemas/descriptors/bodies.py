"""Bodies: what moves."""

from __future__ import annotations

from schemas.descriptors.fields import DescriptorRow, Flag, Integer, Number, Path, Quaternion, Vector, described

__all__ = ["RigidBody"]


class RigidBody(DescriptorRow):
    """One prim with PhysicsRigidBodyAPI, enabled or not. Null mass properties are computed from the shapes."""

    path: Path = described("The body prim.")
    enabled: Flag = described("False: a static actor.")
    kinematic: Flag = described("True: moved by its pose alone.")
    starts_asleep: Flag = described("True: at rest until touched.")
    simulation_owner: Path | None = described("First target of physics:simulationOwner; null: the default scene.")
    position: Vector = described("Origin in the world.", units="length")
    rotation: Quaternion = described("Orientation in the world; x, y, z, w, unit length.")
    scale: Vector = described("World scale, which positions of joint frames and sizes of shapes were multiplied with.")
    velocity: Vector = described("Initial velocity in world axes.", units="length/s")
    angular_velocity: Vector = described("Initial angular velocity in world axes.", units="rad/s")
    mass: Number | None = described("Mass; null: computed.", units="mass")
    density: Number | None = described(
        "Density of all shapes without one of their own; null: not stated.", units="mass/length^3"
    )
    center_of_mass: Vector | None = described(
        "Centre of mass in body axes, scale applied; null: computed.", units="length"
    )
    diagonal_inertia: Vector | None = described(
        "Principal moments of inertia about the centre of mass; null: computed.", units="mass length^2"
    )
    principal_axes: Quaternion | None = described(
        "Rotation from the principal axes to body axes; x, y, z, w; null: not stated, no rotation."
    )
    linear_damping: Number = described("Loss of velocity per time.", units="1/s")
    angular_damping: Number = described("Loss of angular velocity per time.", units="1/s")
    max_linear_velocity: Number = described("Largest velocity.", units="length/s")
    max_angular_velocity: Number = described("Largest angular velocity.", units="rad/s")
    max_depenetration_velocity: Number = described("Largest velocity that removes an overlap.", units="length/s")
    max_contact_impulse: Number = described("Largest impulse of a contact.", units="mass length/s")
    sleep_threshold: Number = described("Energy per mass below which the body may sleep.", units="length^2/s^2")
    stabilization_threshold: Number = described("Energy per mass below which it is stabilised.", units="length^2/s^2")
    solver_position_iterations: Integer = described("Position iterations of the solver.")
    solver_velocity_iterations: Integer = described("Velocity iterations of the solver.")
    enable_ccd: Flag = described("Whether fast motion is swept.")
    enable_gyroscopic_forces: Flag = described("Whether gyroscopic forces act.")
    disable_gravity: Flag = described("True: gravity does not act.")
    locked_position_axes: Integer = described("World axes without translation: 1 for X, 2 for Y, 4 for Z, added.")
    locked_rotation_axes: Integer = described("World axes without rotation: 1 for X, 2 for Y, 4 for Z, added.")
