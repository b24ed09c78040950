"""How flat pieces are learnt: from pictures in which they lie in rows."""
