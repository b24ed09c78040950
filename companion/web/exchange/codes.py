"""QR codes, drawn for the page and for the terminal."""

import io

import segno


def svg(text: str) -> str:
    """Scalable, dark on light whatever the page's colours are: cameras want it that way round."""
    out = io.BytesIO()
    segno.make(text, micro=False, error="m").save(
        out, kind="svg", border=3, xmldecl=False, light="#fff", dark="#000", omitsize=True
    )
    return out.getvalue().decode()


def terminal(text: str) -> str:
    """Two modules to a character, so that it fits beside other text."""
    out = io.StringIO()
    segno.make(text, micro=False, error="l").terminal(out=out, compact=True, border=2)
    return out.getvalue()
