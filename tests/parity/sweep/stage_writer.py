"""Writing small stages: one layer, prims under /World, properties with any opinion a layer can hold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pxr import Sdf

__all__ = ["StageWriter"]


class StageWriter:
    """A stage being written.

    Args:
        meters_per_unit: metersPerUnit of the stage.
        up_axis: "Y" or "Z".
    """

    def __init__(self, meters_per_unit: float = 1.0, up_axis: str = "Z") -> None:
        self.layer = Sdf.Layer.CreateAnonymous(".usda")
        self.layer.pseudoRoot.SetInfo("metersPerUnit", meters_per_unit)
        self.layer.pseudoRoot.SetInfo("upAxis", up_axis)
        self.layer.defaultPrim = "World"
        self.world = Sdf.PrimSpec(self.layer, "World", Sdf.SpecifierDef, "Xform")

    def prim(self, name: str, prim_type: str = "", apis: Sequence[str] = (), *, parent: Any = None) -> Sdf.PrimSpec:
        """Define a prim, by default below /World."""
        prim = Sdf.PrimSpec(parent or self.world, name, Sdf.SpecifierDef, prim_type)
        if apis:
            listed = Sdf.TokenListOp()
            listed.prependedItems = list(apis)
            prim.SetInfo("apiSchemas", listed)
        return prim

    def attribute(self, prim: Sdf.PrimSpec, name: str, type_name: str, value: Any = None) -> Sdf.AttributeSpec:
        """Declare an attribute, with a default value unless it is None."""
        attribute = Sdf.AttributeSpec(prim, name, Sdf.ValueTypeNames.Find(type_name))
        if value is not None:
            attribute.default = value
        return attribute

    def block(self, prim: Sdf.PrimSpec, name: str, type_name: str) -> None:
        """Declare an attribute whose value is blocked."""
        self.attribute(prim, name, type_name, Sdf.ValueBlock())

    def samples(self, prim: Sdf.PrimSpec, name: str, type_name: str, values: Sequence[Any]) -> None:
        """Declare an attribute with time samples from 0 on and no default."""
        path = self.attribute(prim, name, type_name).path
        for time, value in enumerate(values):
            self.layer.SetTimeSample(path, time, value)

    def relationship(self, prim: Sdf.PrimSpec, name: str, targets: Sequence[str] | None = None) -> None:
        """Declare a relationship; with targets (an empty list too) they are authored explicitly."""
        relationship = Sdf.RelationshipSpec(prim, name)
        if targets is not None:
            edits = relationship.targetPathList
            if targets:
                edits.explicitItems = [Sdf.Path(target) for target in targets]
            else:
                edits.ClearEditsAndMakeExplicit()

    def save(self, file: Path) -> Path:
        """Write the layer."""
        if not self.layer.Export(str(file)):
            raise OSError(f"{file}: cannot be written")
        return file
