"""Attributes over a store, called as `Usd.Attribute` is."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from columnar.store import StoreError
from columnar.typed.properties import Property
from columnar.typed.values import as_given, as_read, fallback_value

__all__ = ["Attribute"]

Value = TypeVar("Value")


class Attribute(Property, Generic[Value]):
    """An attribute: numbers, flags and texts as Python's, vectors and quaternions (x, y, z, w) as tuples, arrays as
    lists of those.

    `Set`, `Block` and `Clear` write at the ordinal of the block `with store.edit(ordinal):` they are called in, and
    raise `StoreError` outside one. What is read are the writes so far, sealed or not; inside a block those up to its
    ordinal.
    """

    def Get(self) -> Value | None:
        """The authored value, else the fallback of USD's schema if one defines the attribute; None if blocked."""
        opinion = self._cells.opinion()
        if opinion is not None and opinion.authored:
            return self._read(opinion.value)
        return None if opinion is not None and opinion.blocked else self.GetFallbackValue()

    def Set(self, value: Value) -> bool:
        """Author a value.

        Raises:
            StoreError: the attribute is neither defined nor authored (create it first), the value does not fit, or no
                `edit` block is open.
        """
        self._require("Set")
        self._set(value)
        return True

    def Block(self) -> None:
        """Author a value block: the attribute has no value then, not even its fallback.

        Raises:
            StoreError: as `Set`.
        """
        self._require("Block")
        self._cells.edit(
            "Block",
            lambda edit, to: edit.block(
                to.component.name, to.column.name, self._cells.prim.path, instance=to.instance, checked=False
            ),
        )

    def Clear(self) -> bool:
        """Take the authored value or block away; the spec stays.

        Raises:
            StoreError: no `edit` block is open.
        """
        if self.IsAuthored():
            self._cells.edit(
                "Clear",
                lambda edit, to: edit.clear(
                    to.component.name,
                    to.column.name,
                    self._cells.prim.path,
                    instance=to.instance,
                    checked=False,
                    declared=True,
                ),
            )
        return True

    def HasValue(self) -> bool:
        """Whether a value is authored, or there is a fallback."""
        return self.HasAuthoredValue() or self.HasFallbackValue()

    def HasAuthoredValue(self) -> bool:
        """Whether a value is authored; a block is none."""
        opinion = self._cells.opinion()
        return opinion is not None and opinion.authored

    def HasFallbackValue(self) -> bool:
        """Whether a schema the prim holds gives a value where none is authored."""
        return self.GetFallbackValue() is not None

    def GetFallbackValue(self) -> Value | None:
        """That value."""
        defining = self._cells.definitions()
        found: Value | None = fallback_value(defining[0].column) if defining else None
        return found

    def GetTypeName(self) -> str:
        """USD's name of the type, such as `float3`; "" where the attribute is not valid."""
        return self._cells.column.usd_type if self.IsValid() else ""

    def GetAllowedTokens(self) -> tuple[str, ...]:
        """Tokens the schema allows; none where any value is."""
        return self._cells.column.tokens

    def create(self, value: Value | None, *, sparsely: bool) -> Attribute[Value]:
        """Author a spec, and the value if there is one (see `Create...Attr`)."""
        if sparsely and (value is None or (not self.HasAuthoredValue() and self._equals_fallback(value))):
            return self
        if value is None:
            self._cells.edit(
                "Create",
                lambda edit, to: edit.declare(
                    to.component.name, to.column.name, self._cells.prim.path, instance=to.instance, checked=False
                ),
            )
        else:
            self._set(value)
        return self

    def _set(self, value: Any) -> None:
        given = as_given(value)
        self._cells.edit(
            "Set",
            lambda edit, to: edit.write(
                to.component.name, to.column.name, self._cells.prim.path, given, instance=to.instance, checked=False
            ),
        )

    def _read(self, value: Any) -> Value:
        read: Value = as_read(self._cells.column, value)
        return read

    def _equals_fallback(self, value: Value) -> bool:
        opinion = self._cells.opinion()
        if opinion is not None and opinion.blocked:
            return False
        try:
            return bool(as_read(self._cells.column, as_given(value)) == self.GetFallbackValue())
        except (TypeError, ValueError):  # no value of the column's type: writing it says so
            return False

    def _require(self, what: str) -> None:
        self._cells.prim.require(what)
        if not self.IsValid():
            name = self._cells.component.name
            raise StoreError(
                f"{what} {self.GetPath()}: the prim does not hold {name}, so it has no such attribute; "
                f"apply {name}, or create the attribute"
            )
