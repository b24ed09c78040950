"""The drawing of how a hall grows shows what the table beside it says."""

from tests.hall.plotted import DOCUMENT, DRAWING, drawn, rows


def test_the_drawing_is_of_the_table_beside_it() -> None:
    """After a change of the table: `python -m tests.hall.plotted`."""
    text = DOCUMENT.read_text(encoding="utf-8")
    assert {store for _, store, _ in rows(text)} == {"SQLite", "PostgreSQL"}
    assert DRAWING.read_text(encoding="utf-8") == drawn(text)
    assert f"({DRAWING.name})" in text
