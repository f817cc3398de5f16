"""Relationships over a store, called as `Usd.Relationship` is."""

from __future__ import annotations

from collections.abc import Iterable

from columnar.typed.properties import Property

__all__ = ["Relationship"]


class Relationship(Property):
    """A relationship; targets are path strings, or anything whose `str` is one.

    Writing works as for attributes: inside a block `with store.edit(ordinal):`. There are no list edits to a store:
    adding to or removing from targets authors the list that results.
    """

    def GetTargets(self) -> list[str]:
        """Paths of the authored targets; none where nothing is authored."""
        opinion = self._cells.opinion()
        if opinion is None or not opinion.authored:
            return []
        return [self._cells.prim.store.path(entity) for entity in opinion.value]

    def HasAuthoredTargets(self) -> bool:
        """Whether a list of targets is authored, be it an empty one."""
        opinion = self._cells.opinion()
        return opinion is not None and opinion.authored

    def SetTargets(self, targets: Iterable[object]) -> bool:
        """Author the targets.

        Raises:
            StoreError: a target is no absolute path, or no `edit` block is open.
        """
        paths = [str(target) for target in targets]
        self._cells.edit(
            "SetTargets",
            lambda edit, to: edit.write(
                to.component.name, to.column.name, self._cells.prim.path, paths, instance=to.instance, checked=False
            ),
        )
        return True

    def AddTarget(self, target: object) -> bool:
        """Author the targets so far with one more at the end, or as they are if it is among them."""
        targets = self.GetTargets()
        return self.SetTargets(targets if str(target) in targets else [*targets, target])

    def RemoveTarget(self, target: object) -> bool:
        """Author the targets so far without this one."""
        return self.SetTargets([path for path in self.GetTargets() if path != str(target)])

    def ClearTargets(self, removeSpec: bool) -> bool:
        """Take authored targets away.

        Args:
            removeSpec: with the spec, so that nothing is authored any more. Otherwise there is one afterwards, even if
                there was none.
        """
        if not removeSpec and not self.IsAuthored():
            self.create()
        elif self.IsAuthored():
            self._cells.edit(
                "ClearTargets",
                lambda edit, to: edit.clear(
                    to.component.name,
                    to.column.name,
                    self._cells.prim.path,
                    instance=to.instance,
                    checked=False,
                    declared=not removeSpec,
                ),
            )
        return True

    def create(self) -> Relationship:
        """Author a spec without targets where nothing is authored (see `Create...Rel`)."""
        self._cells.edit(
            "Create",
            lambda edit, to: edit.declare(
                to.component.name, to.column.name, self._cells.prim.path, instance=to.instance, checked=False
            ),
        )
        return self
