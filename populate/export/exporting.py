"""`export_usd`: a scene's prims and authored cells as the opinions of one layer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from pxr import Gf, Sdf, Tf, Vt

from columnar.file import replacing
from columnar.scene import Scene, numbered_by_path
from populate.export.values import column_cells, property_value, value_type
from schemas.contract import Column, Component, Contract

__all__ = ["ExportError", "Exported", "export_usd"]

_UNITS: Final = {
    "metersPerUnit": "meters_per_unit_authored",
    "kilogramsPerUnit": "kilograms_per_unit_authored",
    "upAxis": "up_axis_authored",
}
_LOCAL_VELOCITIES: Final = "usd-metadata:customData:physics:localSpaceVelocities"
_INACTIVE: Final = "usd-metadata:inactiveIds"
_SUFFIXES: Final = (".usda", ".usdc", ".usd")
_IDENTITY: Final = tuple(np.eye(4).reshape(-1).tolist())


class ExportError(ValueError):
    """A scene that no layer can hold.

    Attributes:
        problems: everything that was wrong.
    """

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        super().__init__("; ".join(problems))


@dataclass
class Exported:
    """What an export wrote.

    Attributes:
        prims: number of prims.
        opinions: number of properties, blocks included.
        skipped: (prim path, property, why) of authored cells that could not be written.
    """

    prims: int = 0
    opinions: int = 0
    skipped: list[tuple[str, str, str]] = field(default_factory=list)


def export_usd(scene: Scene, layer: Sdf.Layer | str | Path) -> Exported:
    """Write a scene's prims, and what is authored on them, as opinions.

    Prims are defined with their types and API schemas; cells with an authored bit become values, blocked ones value
    blocks, those of the `property` table go back under the type they had; local transforms that are not the identity
    become one `xformOp:transform`, as do those of prims to which the layer gives another. Nothing else is written, so
    that what was a fallback stays one. Populating the layer gives the authored values of the scene again, but for point
    instancers, whose instances are prims of their own by now.

    Args:
        scene: any scene with instances expanded, sealed ones of a store included.
        layer: a layer, whose own opinions stay unless they are overwritten, or a file to make (.usda, .usdc or .usd),
            which an existing one is only replaced by when it is complete.

    Raises:
        ExportError: shared prototypes, paths that are no prim paths to OpenUSD (the message lists them), or a layer
            that cannot be written or made.
    """
    scene = numbered_by_path(scene)
    paths = list(scene.paths)
    _require_exportable(scene, paths)
    if not isinstance(layer, Sdf.Layer):
        made = _anonymous_layer(Path(layer))
        done = _Export(scene, made, paths).run()
        _save(made, Path(layer))
        return done
    if not layer.permissionToEdit:
        raise ExportError(f"{layer.identifier}: no permission to edit the layer; expected one that can be written")
    return _Export(scene, layer, paths).run()


def _anonymous_layer(path: Path) -> Sdf.Layer:
    if path.suffix not in _SUFFIXES:
        raise ExportError(f"{path}: {path.suffix!r} is no format to write; expected one of {', '.join(_SUFFIXES)}")
    return Sdf.Layer.CreateAnonymous(path.suffix)


def _require_exportable(scene: Scene, paths: list[str]) -> None:
    rows = scene.column("prim", "parent").prim
    unfit = [paths[row] for row in rows.tolist() if not Sdf.Path.IsValidPathString(paths[row])[0]]
    problems = [f"{path!r}: no prim path to OpenUSD; expected names of letters, digits and _" for path in unfit]
    shared = scene.column("prim", "prototype").valid
    if shared.any():
        problems.insert(0, f"{paths[int(rows[shared][0])]}: shares a prototype; populate with instancing='expand'")
    if problems:
        raise ExportError(*problems)


def _save(layer: Sdf.Layer, path: Path) -> None:
    if path.suffix == ".usda" or not path.suffix:
        with replacing(path) as stream:
            stream.write(layer.ExportToString().encode())
        return
    with replacing(path) as stream:
        beside = path.with_name(f".{path.stem}.export{path.suffix}")
        try:
            layer.Export(str(beside))
            stream.write(beside.read_bytes())
        finally:
            beside.unlink(missing_ok=True)


@dataclass
class _Export:
    """One export into one layer."""

    scene: Scene
    layer: Sdf.Layer
    paths: list[str]
    done: Exported = field(default_factory=Exported)
    written: set[tuple[str, str]] = field(default_factory=set)

    def run(self) -> Exported:
        contract = self.scene.contract
        with Sdf.ChangeBlock():
            self._write_metadata()
            self._define_prims(contract)
            for component in contract.tables:
                if component.name in self.scene.tables and len(self.scene.rows(component.name)):
                    self._write_component(component)
            self._write_properties()
        return self.done

    def _write_metadata(self) -> None:
        root, info = self.layer.pseudoRoot, self.scene.info
        for name, authored in _UNITS.items():
            if info[authored]:
                root.SetInfo(name, info[f"usd-metadata:{name}"])
        if info["default_prim"]:
            self.layer.defaultPrim = info["default_prim"]

    # Prims

    def _define_prims(self, contract: Contract) -> None:
        table = self.scene.table("prim").drop(["omni:fabric:worldMatrix"])
        for row in table.to_pylist():
            if row["prim"]:
                prim = self._define(Sdf.Path(self.paths[row["prim"]]))
                _set_type(prim, row["usd-prim-type"])
                _apply(prim, row["usd-schemas"], row["unregistered"], contract)
                _place(prim, row["omni:xform"], row["omni:resetXformStack"])
                self.done.prims += 1

    def _define(self, path: Sdf.Path) -> Sdf.PrimSpec:
        """The prim's spec, defined as those above it are: nothing below a mere over is populated."""
        missing = []
        while path != Sdf.Path.absoluteRootPath and not self.layer.GetPrimAtPath(path):
            missing.append(path)
            path = path.GetParentPath()
        prim = self.layer.GetPrimAtPath(path)
        for below in reversed(missing):
            prim = Sdf.CreatePrimInLayer(self.layer, below)
            prim.specifier = Sdf.SpecifierDef
        prim.specifier = Sdf.SpecifierDef
        return prim

    # Cells of components

    def _write_component(self, component: Component) -> None:
        name = component.name
        prims = self.scene.column(name, "authored").prim
        masks = {mask: self.scene.column(name, mask).values for mask in ("authored", "blocked")}
        instances = self.scene.table(name)["instance"].to_pylist() if component.multiple_apply else None
        for column in component.columns:
            bits = {m: np.flatnonzero(v >> np.uint64(column.bit) & np.uint64(1)) for m, v in masks.items()}
            for row, value in self._cells(name, column, bits["authored"]):
                self._author(prims, instances, component, column, row, value)
            for row in bits["blocked"].tolist():
                self._author(prims, instances, component, column, row, Sdf.ValueBlock())

    def _cells(self, table: str, column: Column, rows: npt.NDArray[np.int64]) -> Iterator[tuple[int, Any]]:
        """Rows with what is authored there: a value, or the target paths of a relationship."""
        if not len(rows):
            return
        values = self.scene.column(table, column.name)
        rows = rows[values.valid[rows]]
        if column.relationship:
            assert values.offsets is not None
            for row in rows.tolist():
                span = values.values[values.offsets[row] : values.offsets[row + 1]]
                yield row, [self.paths[target] for target in span.tolist()]
        elif len(rows):
            yield from zip(rows.tolist(), column_cells(values, rows, column.usd_type), strict=True)

    def _author(
        self,
        prims: npt.NDArray[np.uint64],
        instances: list[str] | None,
        component: Component,
        column: Column,
        row: int,
        value: Any,
    ) -> None:
        prim = self.layer.GetPrimAtPath(self.paths[int(prims[row])])
        if column.name == _LOCAL_VELOCITIES:
            prim.customData["physics:localSpaceVelocities"] = value
        elif column.name != _INACTIVE:
            name = component.full_name(column.name, instances[row]) if instances else column.name
            self._write(prim, name, column.usd_type, value)

    # The property table

    def _write_properties(self) -> None:
        for row in self.scene.rows("property").to_pylist():
            prim = self.layer.GetPrimAtPath(self.paths[row["prim"]])
            self._write_property(prim, row)

    def _write_property(self, prim: Sdf.PrimSpec, row: Mapping[str, Any]) -> None:
        name = row["name"]
        if row["targets"] is not None:
            self._write(prim, name, "rel", [self.paths[target] for target in row["targets"]])
        elif value_type(row["usd_type"]) is None:
            self.done.skipped.append((str(prim.path), name, f"no value type {row['usd_type']!r} in this OpenUSD"))
        elif row["blocked"]:
            self._write(prim, name, row["usd_type"], Sdf.ValueBlock())
        elif row["authored"]:
            try:
                self._write(prim, name, row["usd_type"], property_value(dict(row)))
            except (ValueError, TypeError, IndexError) as unfit:
                reason = f"no {row['usd_type']} from {row['number'] or row['text']}: {unfit}"
                self.done.skipped.append((str(prim.path), name, reason))

    def _write(self, prim: Sdf.PrimSpec, name: str, usd_type: str, value: Any) -> None:
        """One property; a name that several components declare is written for the first that has it."""
        place = (str(prim.path), name)
        if place not in self.written:
            self.written.add(place)
            problem = _try_writing(prim, name, usd_type, value)
            if problem is None:
                self.done.opinions += 1
            else:
                self.done.skipped.append((*place, problem))


def _try_writing(prim: Sdf.PrimSpec, name: str, usd_type: str, value: Any) -> str | None:
    """Write a property, or nothing and say why: OpenUSD takes no such target, or no such value of the type."""
    unfit = [target for target in value if not Sdf.Path.IsValidPathString(target)[0]] if usd_type == "rel" else []
    if unfit:
        return f"no path to OpenUSD: {', '.join(map(repr, unfit))}"
    try:
        _write_spec(prim, name, usd_type, value)
    except Tf.ErrorException as refused:
        if name in prim.properties:
            del prim.properties[name]
        return f"OpenUSD takes no such value: {refused.args[0].commentary if refused.args else refused}"
    return None


def _write_spec(prim: Sdf.PrimSpec, name: str, usd_type: str, value: Any, **options: Any) -> None:
    """A property spec with a value, or targets, in the place of what the layer had under its name."""
    if name in prim.properties:
        del prim.properties[name]
    if usd_type == "rel":
        relationship = Sdf.RelationshipSpec(prim, name, custom=False)
        relationship.targetPathList.ClearEditsAndMakeExplicit()
        relationship.targetPathList.explicitItems = [Sdf.Path(target) for target in value]
    else:
        Sdf.AttributeSpec(prim, name, value_type(usd_type), **options).default = value


def _set_type(prim: Sdf.PrimSpec, name: str | None) -> None:
    if name:
        prim.typeName = name
    else:
        prim.ClearInfo("typeName")


def _apply(prim: Sdf.PrimSpec, schemas: list[str], unregistered: list[str], contract: Contract) -> None:
    """List the API schemas; bare names of multiple-apply ones follow from those with an instance."""
    bare = {name for name in schemas if name in contract.apis and contract.apis[name].multiple_apply}
    names = [name for name in schemas if name not in bare] + unregistered
    if names:
        prim.SetInfo("apiSchemas", Sdf.TokenListOp.CreateExplicit(names))


def _place(prim: Sdf.PrimSpec, matrix: list[float] | None, reset: bool | None) -> None:
    """Write a local transform that is not the identity, does not start from the parent, or replaces another."""
    standing = "xformOpOrder" in prim.properties
    if matrix is None or (tuple(matrix) == _IDENTITY and not reset and not standing):
        return
    order = ["!resetXformStack!"] if reset else []
    if tuple(matrix) != _IDENTITY:
        order.append("xformOp:transform")
        _write_spec(prim, "xformOp:transform", "matrix4d", Gf.Matrix4d(*matrix))
    _write_spec(prim, "xformOpOrder", "token[]", Vt.TokenArray(order), variability=Sdf.VariabilityUniform)
