"""SQL over scenes."""

from __future__ import annotations

import sys

import pytest
from query_scenes import HOLDERS, drawn_scene

from columnar.queries import query, sql
from columnar.scene import SceneError

SCENE = drawn_scene()


def test_a_join_in_sql_is_the_join_of_a_query() -> None:
    answer = sql(
        SCENE,
        """
        select path.name, m."physics:mass" as mass
        from PhysicsMassAPI m join PhysicsRigidBodyAPI b using (prim) join path on path.id = prim
        where m.listed and b.listed order by prim
        """,
    )
    found = query(SCENE, "PhysicsRigidBodyAPI", "PhysicsMassAPI")
    assert answer["name"].to_pylist() == found.paths()
    assert answer["mass"].to_pylist() == found.column("PhysicsMassAPI", "physics:mass").values.tolist()


def test_parameters_and_tables_without_rows() -> None:
    heavy = sql(SCENE, 'select count(*) as n from PhysicsMassAPI where "physics:mass" > ?', [30])
    assert heavy["n"].to_pylist() == [sum(int(path[-2:]) > 30 for path in HOLDERS["PhysicsMassAPI"])]
    assert sql(SCENE, "select * from Mesh").num_rows == 0


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("select * from Nowhere", "Nowhere"),
        ("selec 1", "selec"),
        ("select * from read_text('/etc/hostname')", "disabled"),
        ("copy PhysicsMassAPI to '/tmp/masses.csv'", "disabled"),
        ("set enable_external_access = true", "external access"),
        ("-- nothing", "expected a SELECT"),
    ],
)
def test_statements_that_are_refused(statement: str, words: str) -> None:
    with pytest.raises(SceneError, match=words):
        sql(SCENE, statement)


def test_without_duckdb_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(SceneError, match=r"arrowstage\[sql\]"):
        sql(SCENE, "select 1")
