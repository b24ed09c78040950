"""Numbers that a module has for all of itself, and whether each of them says what it is."""

import ast
from collections.abc import Iterator


def sharing(source: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Runs of numbers of which only the last is explained, with the line of their first: one text for
    several says of none what it is alone."""
    run: list[ast.Assign | ast.AnnAssign] = []
    for node in ast.parse(source).body:
        number = _number(node)
        if number is not None:
            run.append(number)
            continue
        if len(run) > 1 and _is_text(node):
            yield run[0].lineno, tuple(_name(each) for each in run)
        run = []


def _number(node: ast.stmt) -> ast.Assign | ast.AnnAssign | None:
    if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node.value is None:
        return None
    if not _name(node).strip("_").isupper():
        return None
    return node if any(_is_number(each) for each in ast.walk(node.value)) else None


def _name(node: ast.Assign | ast.AnnAssign) -> str:
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    return target.id if isinstance(target, ast.Name) else ""


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
