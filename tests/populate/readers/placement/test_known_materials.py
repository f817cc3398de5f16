"""Which prim types are materials, by the contract, is what OpenUSD's registry says."""

from __future__ import annotations

from pxr import Usd, UsdShade

from schemas.contract import load_contract


def test_the_contract_and_openusd_know_the_same_materials() -> None:
    contract = load_contract()
    registry = Usd.SchemaRegistry()
    registered = [name for name in contract.types if registry.FindConcretePrimDefinition(name)]
    materials = {
        name for name in registered if Usd.SchemaRegistry.GetTypeFromSchemaTypeName(name).IsA(UsdShade.Material)
    }
    assert materials == {"Material"}
    assert {name for name in contract.types if contract.is_a(name, "Material")} == materials
