"""Asking a scene: components joined by entity, SQL over its tables, memory handed to array libraries."""

from columnar.queries.querying import QueryRows, query
from columnar.queries.sql import sql
from columnar.queries.tensors import ColumnTensor, tensor

__all__ = ["ColumnTensor", "QueryRows", "query", "sql", "tensor"]
