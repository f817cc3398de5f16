"""Profiles: the consumer whose rules a parse follows, as data from `spec/runtimes/NAME.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from schemas.contract import holds_for, require_bounds, unknown_name
from schemas.descriptors import JointType

__all__ = ["Profile", "ProfileError", "load_profile", "profile_names", "release_profile"]


class ProfileError(ValueError):
    """No such profile, or a file that does not make one; the message says which and what there is."""


class _Rules(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=True)


class JointRules(_Rules):
    """Which prim types are joints, and whether gears take missing bodies from their hinges."""

    types: Mapping[str, JointType]
    bodies_from_hinges: bool


class BodyRules(_Rules):
    """How a body is found from a prim below it, and how its transform is taken apart where it shears."""

    disabled: Literal["static", "skipped"]
    missing_target: Literal["ancestors", "world"]
    sheared: Literal["first_row", "polar"]


class LimitRules(_Rules):
    """How many finite bounds enable a hinge's limit, and whether negative tuning counts as 0."""

    revolute: Literal["either", "both"]
    clamp_tuning: bool


class DriveRules(_Rules):
    """What an infinite force limit becomes; None keeps it."""

    unlimited_force: float | None = None


class ShapeRules(_Rules):
    """Signs of sizes, heights beyond single precision, meshes of dynamic bodies, and which material counts.

    `single_height` makes a height single before it is halved. `binding_needs_api` asks for MaterialBindingAPI on the
    collider; `physics_binding_first` prefers a physics binding anywhere above to a general one nearby.
    """

    single_height: bool
    physics_binding_first: bool
    sizes: Literal["absolute", "signed"]
    dynamic_meshes: Literal["convex_hull", "kept"]
    binding_needs_api: bool


class MaterialRules(_Rules):
    """Whether a scene or a collision group can be a material as well."""

    scenes_and_groups: bool


class FilterRules(_Rules):
    """Whether any prim can have filtered pairs, or bodies, shapes and articulation roots only."""

    any_prim: bool


class GroupRules(_Rules):
    """What counts of a collision group: merging, inversion, and several groups of one collider."""

    merge: bool
    invert: bool
    one_group_per_collider: bool


class SceneRules(_Rules):
    """How gravity is resolved, whether a stage without a scene gets one, and when Newton's step rate counts."""

    synthetic: bool
    newton_needs_api: bool
    gravity_switch: bool
    down_for_zero_direction: bool
    earth_for_sentinel: bool
    normalise_direction: bool


class ArticulationRules(_Rules):
    """What may be a link, which roots count, and how ties between roots are broken.

    With `pruned` the search below a root passes over what stands below a body that joints have led to before.
    `newton_needs_api` is about Newton's self collision. `tie` says whether the first of equal candidates in the order
    of the walk or in path order wins; `lone_links` whether a body without joints, or a joint without bodies, makes an
    articulation of its own; `tree_types` which joints can carry a link.
    """

    kinematic_links: bool
    disable_switch: bool
    nested: bool
    pruned: bool
    newton_needs_api: bool
    lone_links: bool
    tie: Literal["traversal", "path"]
    loops: Literal["closing"]
    tree_types: frozenset[JointType]


class ParserRules(_Rules):
    """Rules of one consumer.

    An absent cell reads as the contract's parser default, in components of `usd_fallbacks` as the USD fallback; a
    blocked one as `blocked` says for its column. `joint_order` is the order of types in which a body's joints are
    followed; types it does not name come first, and joints of one type are in path order.
    """

    joint_order: tuple[JointType, ...]
    joints: JointRules
    bodies: BodyRules
    limits: LimitRules
    drives: DriveRules
    shapes: ShapeRules
    materials: MaterialRules
    filters: FilterRules
    groups: GroupRules
    scenes: SceneRules
    articulations: ArticulationRules
    usd_fallbacks: frozenset[str] = frozenset()
    blocked: Mapping[str, float | str] = {}


class Profile(_Rules):
    """A consumer by name, with the rules a parse follows.

    Attributes:
        name: stands in the descriptors made under it.
        doc: who it is.
        parser: its rules.
        base: the profile it begins from; its file has only what differs.
        versions: bounds of the releases it holds for, by package.
    """

    name: str
    doc: str
    parser: ParserRules
    base: str | None = None
    versions: Annotated[Mapping[str, str], AfterValidator(require_bounds)] = {}

    def __hash__(self) -> int:
        return hash(self.name)


def profile_names() -> tuple[str, ...]:
    """Names of the shipped profiles."""
    files = (resources.files("spec") / "runtimes").iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


@cache
def load_profile(name: str) -> Profile:
    """A shipped profile; read once per process.

    Raises:
        ProfileError: no such profile, or its file is faulty; every fault is listed.
    """
    try:
        return Profile.model_validate(_data(name))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise ProfileError(f"{name}.toml: {error}") from error


def release_profile(name: str, releases: Mapping[str, str]) -> Profile:
    """The profile of a consumer as some releases have it: the one of that name, or one that begins from it.

    Args:
        name: the consumer.
        releases: release by package, such as `{"usd-core": "26.8"}`.

    Raises:
        ProfileError: no such profile, or none of them holds for these releases.
    """
    asked = load_profile(name)
    others = (load_profile(other) for other in profile_names())
    for profile in (asked, *(other for other in others if other.base == name)):
        if holds_for(profile.versions, releases):
            return profile
    raise ProfileError(f"no profile {name!r} holds for {releases}; expected {asked.versions} or one based on it")


def _data(name: str) -> dict[str, Any]:
    """What the file of a profile says, over what that of its base does."""
    if name not in profile_names():
        raise ProfileError(unknown_name("profile", name, profile_names()))
    data = tomllib.loads((resources.files("spec") / "runtimes" / f"{name}.toml").read_text(encoding="utf-8"))
    return _merged(_data(data["base"]), data) if "base" in data else data


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Tables of both with their entries, anything else as `above` has it."""
    both = {
        name: _merged(below[name], value) if isinstance(value, dict) and isinstance(below.get(name), dict) else value
        for name, value in above.items()
    }
    return {**below, **both}
