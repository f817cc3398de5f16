"""Our rules against the checkers that others ship, run live: verdict by verdict, rule by rule, prim by prim."""
