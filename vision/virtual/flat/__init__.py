"""Tables of printed pieces that lie flat, drawn and then seen: no game is known here."""
