"""The column contract: which typed columns a prim type or API schema has, and what they mean when absent."""

from schemas.contract.arrow import PATH_ID, TOKEN, arrow_type, column_field, component_struct, element_type
from schemas.contract.catalogue import ApiEntry, StageUnits, TypeEntry, ValueTypes
from schemas.contract.contract import AppliedSchemas, Contract, PropertyMatch, unknown_name
from schemas.contract.dtypes import ColumnDtype, ColumnSemantic, ComponentKind, ProducerRule
from schemas.contract.formula import FLT_MAX, Formula
from schemas.contract.json_schema import cells_json_schema, contract_json_schema
from schemas.contract.load import ContractError, load_contract
from schemas.contract.model import INSTANCE_PLACEHOLDER, Column, Component, Interaction, Value
from schemas.contract.releases import holds_for, require_bounds

__all__ = [
    "FLT_MAX",
    "INSTANCE_PLACEHOLDER",
    "PATH_ID",
    "TOKEN",
    "ApiEntry",
    "AppliedSchemas",
    "Column",
    "ColumnDtype",
    "ColumnSemantic",
    "Component",
    "ComponentKind",
    "Contract",
    "ContractError",
    "Formula",
    "Interaction",
    "ProducerRule",
    "PropertyMatch",
    "StageUnits",
    "TypeEntry",
    "Value",
    "ValueTypes",
    "arrow_type",
    "cells_json_schema",
    "column_field",
    "component_struct",
    "contract_json_schema",
    "element_type",
    "holds_for",
    "load_contract",
    "require_bounds",
    "unknown_name",
]
