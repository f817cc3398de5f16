"""Blocks in a pipe: aligned, whole, without anything but text."""

from __future__ import annotations

from columnar.reports import Facts, Grid, Lines, plain_text


def test_a_grid_is_aligned_with_numbers_to_the_right() -> None:
    text = plain_text([Grid("rows", ("table", "rows"), [("prim", 7), ("PhysicsJoint", 12)])])
    assert text.splitlines() == [
        "rows",
        "  table         rows",
        "  prim             7",
        "  PhysicsJoint    12",
    ]


def test_nothing_is_cut_or_wrapped() -> None:
    long = "/World/" + "arm/" * 200
    assert long in plain_text([Grid("", ("prim", "text"), [(long, long)])]).splitlines()[-1]
    assert f"  {long}" in plain_text([Lines("", [long])]).splitlines()
    assert f"  root  {long}" in plain_text([Facts("", [("root", long)])]).splitlines()


def test_wide_characters_count_as_two_columns() -> None:
    lines = plain_text([Grid("", ("name", "kind"), [("臂", "row"), ("arm", "row")])]).splitlines()
    assert lines == ["  name  kind", "  臂    row", "  arm   row"]


def test_a_grid_without_rows_keeps_its_headings() -> None:
    assert plain_text([Grid("PhysicsScene: no rows", ("prim",), [])]).splitlines() == [
        "PhysicsScene: no rows",
        "  prim",
    ]


def test_facts_without_value_are_left_out() -> None:
    assert plain_text([Facts("file", [("scene", ""), ("size", "3")])]) == "file\n  size  3\n"


def test_facts_that_are_all_left_out_leave_the_title() -> None:
    assert plain_text([Facts("file", [("scene", "")])]) == "file\n"


def test_blocks_stand_apart_and_lines_end_without_spaces() -> None:
    text = plain_text([Lines("a", ["b"]), Grid("c", ("d", "e"), [("long", ""), ("x", "y")], note="f")])
    assert text == "a\n  b\n\nc\n  d     e\n  long\n  x     y\n  f\n"


def test_text_of_a_file_cannot_command_the_terminal() -> None:
    escape = "\x1b]0;title\x07"
    blocks = [Facts(escape, [(escape, escape)]), Grid(escape, (escape,), [(escape,)], note=escape), Lines("", [escape])]
    assert not {"\x1b", "\x07"} & set(plain_text(blocks))


def test_every_row_is_printed_whatever_a_terminal_would_show() -> None:
    text = plain_text([Grid("", ("n",), [(number,) for number in range(10)], terminal_rows=2)])
    assert len(text.splitlines()) == 11
