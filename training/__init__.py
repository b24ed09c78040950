"""How the numbers of networks are learnt: only who makes them anew needs this room and its libraries."""
