"""After any edits, the sealed scene equals a fresh populate by path."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from pxr import Gf, Sdf, Usd, UsdGeom
from stage_edits import ATTRIBUTES, PRIMS, SCHEMAS, TYPES, robot_stage, set_schemas

from columnar import Scene, Store, cells, equal_scenes
from populate import populate
from populate.live import LiveStage

PATHS = st.sampled_from(PRIMS)
NAMES = st.sampled_from(tuple(ATTRIBUTES))


class LiveMachine(RuleBasedStateMachine):
    """Edits a stage in every way an edit target allows; commits now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.store = Store(history=4)
        self.ordinal = 0
        self.steps = 0
        self.every = 1

    def teardown(self) -> None:
        self.commit()
        self.live.close()

    def prim(self, path: str) -> Usd.Prim | None:
        """The prim, if it is there and may be edited."""
        prim = self.stage.GetPrimAtPath(path)
        return prim if prim and not prim.IsInstanceProxy() and not prim.IsInPrototype() else None

    # Values

    @rule(path=PATHS, name=NAMES, data=st.data())
    def set_value(self, path: str, name: str, data: Any) -> None:
        if prim := self.prim(path):
            type_name, values = ATTRIBUTES[name]
            value = data.draw(st.sampled_from(values))
            attribute = prim.GetAttribute(name) or prim.CreateAttribute(name, Sdf.ValueTypeNames.Find(type_name))
            if attribute.GetTypeName() == Sdf.ValueTypeNames.Find(type_name):
                attribute.Set(value)

    @rule(path=PATHS, name=NAMES, action=st.sampled_from(("clear", "block", "remove", "sample")))
    def unset_value(self, path: str, name: str, action: str) -> None:
        if (prim := self.prim(path)) and (attribute := prim.GetAttribute(name)):
            if action == "clear":
                attribute.Clear()
            elif action == "block":
                attribute.Block()
            elif action == "remove":
                prim.RemoveProperty(name)
            else:
                attribute.Set(ATTRIBUTES[name][1][0], 3.0)

    @rule(path=PATHS, name=st.sampled_from(("physics:mass", "drive:angular:physics:stiffness", "physics:axis")))
    def mistype_value(self, path: str, name: str) -> None:
        if prim := self.prim(path):
            spec = Sdf.CreatePrimInLayer(self.stage.GetRootLayer(), prim.GetPath())
            if name not in spec.properties:
                Sdf.AttributeSpec(spec, name, Sdf.ValueTypeNames.Double).default = 4.5

    @rule(path=PATHS, x=st.integers(-3, 3), reset=st.booleans())
    def move(self, path: str, x: int, reset: bool) -> None:
        if (prim := self.prim(path)) and (xformable := UsdGeom.Xformable(prim)):
            ops = xformable.GetOrderedXformOps()
            if not ops:
                ops = [xformable.AddTranslateOp()]
            if ops[0].GetOpType() == UsdGeom.XformOp.TypeTranslate:
                ops[0].Set(Gf.Vec3d(x, 0, 1))
            xformable.SetResetXformStack(reset)

    @rule(path=PATHS, to=st.lists(PATHS, max_size=2), name=st.sampled_from(("physics:body0", "physics:filteredPairs")))
    def target(self, path: str, to: list[str], name: str) -> None:
        if prim := self.prim(path):
            (prim.GetRelationship(name) or prim.CreateRelationship(name)).SetTargets(list(dict.fromkeys(to)))

    @rule(path=PATHS, to=PATHS, name=st.sampled_from(("material:binding:physics", "material:binding")))
    def bind(self, path: str, to: str, name: str) -> None:
        if prim := self.prim(path):
            (prim.GetRelationship(name) or prim.CreateRelationship(name)).SetTargets([to])

    # Prims

    @rule(path=PATHS, kind=st.sampled_from(TYPES))
    def define(self, path: str, kind: str) -> None:
        """OpenUSD defines nothing below what is inactive."""
        above = [prim for prim in map(self.stage.GetPrimAtPath, Sdf.Path(path).GetPrefixes()[:-1]) if prim]
        if self.prim(path) or (all(prim.IsActive() for prim in above) and not self.stage.GetPrimAtPath(path)):
            self.stage.DefinePrim(path, kind)

    @rule(path=PATHS)
    def remove(self, path: str) -> None:
        if self.prim(path):
            self.stage.RemovePrim(path)

    @rule(path=PATHS, active=st.booleans())
    def activate(self, path: str, active: bool) -> None:
        if prim := self.prim(path):
            prim.SetActive(active)

    @rule(path=PATHS, schemas=st.lists(st.sampled_from(SCHEMAS), max_size=3, unique=True))
    def apply(self, path: str, schemas: list[str]) -> None:
        if prim := self.prim(path):
            set_schemas(prim, schemas)

    @rule(
        path=st.sampled_from(("/World/Copy", "/World/Arm", "/New")), to=st.sampled_from(("/Model", "/Loose", "/Gone"))
    )
    def refer(self, path: str, to: str) -> None:
        if prim := self.prim(path):
            prim.GetReferences().SetReferences([Sdf.Reference("", to)])

    @rule(path=st.sampled_from(("/World/Copy", "/Model")), instanceable=st.booleans())
    def share(self, path: str, instanceable: bool) -> None:
        if prim := self.prim(path):
            prim.SetInstanceable(instanceable)

    @rule(name=st.sampled_from(("small", "large", "")))
    def choose(self, name: str) -> None:
        if prim := self.prim("/World"):
            variants = prim.GetVariantSets().GetVariantSet("size")
            variants.SetVariantSelection(name) if name else variants.ClearVariantSelection()

    @rule(meters=st.sampled_from((0.01, 1.0)), axis=st.sampled_from(("Y", "Z")))
    def measure(self, meters: float, axis: str) -> None:
        UsdGeom.SetStageMetersPerUnit(self.stage, meters)
        UsdGeom.SetStageUpAxis(self.stage, axis)

    @rule(path=PATHS, local=st.booleans())
    def note(self, path: str, local: bool) -> None:
        if prim := self.prim(path):
            prim.SetCustomDataByKey("physics:localSpaceVelocities", local)
            prim.SetMetadata("documentation", "about it")

    # Commits

    @initialize(every=st.integers(1, 4), group=st.booleans())
    def begin(self, every: int, group: bool) -> None:
        self.every = every
        self.stage = robot_stage(group=group)
        self.live = LiveStage(self.stage, self.store)

    @invariant()
    def commit_now_and_then(self) -> None:
        self.steps += 1
        if self.steps % self.every == 0:
            self.commit()

    def commit(self) -> None:
        """Commit, seal, and compare with a fresh populate."""
        self.ordinal += 1
        self.live.commit(self.ordinal)
        sealed = self.store.seal(self.ordinal)
        fresh = populate(self.stage).scene
        assert cells(sealed) == cells(fresh)
        assert _reports(sealed) == _reports(fresh)
        assert equal_scenes(sealed, fresh)


def _reports(scene: Scene) -> list[tuple[str, str]]:
    table = scene.table("report")
    return sorted(zip(table["code"].to_pylist(), table["text"].to_pylist(), strict=True))


TestLiveMachine = LiveMachine.TestCase
TestLiveMachine.settings = settings(
    max_examples=8,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
