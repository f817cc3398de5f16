"""HTML elements from text that is always escaped; what comes out is well-formed XML, too."""

from __future__ import annotations

from html import escape

from columnar.reports.value_text import printable

__all__ = ["Markup", "element", "join", "raw"]


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


_EMPTY = frozenset({"meta", "input", "br", "line", "circle", "ellipse", "path", "rect"})
"""Elements that hold nothing."""


def element(name: str, *children: str, **attributes: str | float) -> Markup:
    """An element; children that are no `Markup` are escaped, and so are attributes.

    Args:
        name: the element.
        children: text and elements.
        attributes: by name, underscores for hyphens and one at the end for a word of Python (`class_`); numbers are
            written in their shortest form.
    """
    words = "".join(f' {_name(key)}="{_quoted(value)}"' for key, value in attributes.items())
    if name in _EMPTY:
        return Markup(f"<{name}{words}/>")
    return Markup(f"<{name}{words}>{join(*children)}</{name}>")


def join(*children: str) -> Markup:
    """Text and elements one after the other."""
    return Markup("".join(child if isinstance(child, Markup) else escape(printable(child)) for child in children))


def raw(name: str, content: str) -> Markup:
    """A `style` or `script` element of this package's own content, which holds neither `<` nor `&`.

    Raises:
        ValueError: it holds one.
    """
    if "<" in content or "&" in content:
        raise ValueError(f"the content of <{name}> must hold neither '<' nor '&'")
    return Markup(f"<{name}>{content}</{name}>")


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _quoted(value: str | float) -> str:
    return f"{value:.5g}" if isinstance(value, float) else escape(printable(str(value)))
