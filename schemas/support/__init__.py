"""Support tables: what known runtimes make of each column, read, converted, defaulted or ignored."""

from schemas.support.load import SupportError, load_support, support_runtimes
from schemas.support.model import ColumnSupport, ComponentSupport, FamilySupport, RuntimeSupport, Support

__all__ = [
    "ColumnSupport",
    "ComponentSupport",
    "FamilySupport",
    "RuntimeSupport",
    "Support",
    "SupportError",
    "load_support",
    "support_runtimes",
]
