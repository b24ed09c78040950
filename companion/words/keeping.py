"""What a table says of what it keeps: that something was damaged, or is not being kept."""

from collections.abc import Mapping
from typing import Final

KEEPING: Final[Mapping[str, str]] = {
    "disk-full": "Nothing is being kept, for the disk is full. The game goes on, but what is played now is "
    "lost if the table is switched off: delete old games or other files",
    "not-kept": "Nothing is being kept ({why}). The game goes on, but what is played now is lost if the "
    "table is switched off",
    "games-elsewhere": "The kept games cannot be used ({why}). The table can be played at, but nothing is "
    "being kept",
    "games-damaged": "The file of games was damaged and is kept aside as {name}. Games that came over: "
    "{games}; events that did not: {lost}",
    "profile-damaged": "What was learnt of this table was damaged and is kept aside as {name}. Until it is "
    "learnt anew (under Camera), the board is read less surely",
    "profile-unread": "What was learnt of this table cannot be read ({why}). Until it is learnt anew (under "
    "Camera), the board is read less surely",
    "key-damaged": "The table's key or certificate was damaged and was made anew: phones warn once more",
    "not-encrypted": "The table's certificate cannot be used ({why}): its pages are not encrypted now",
    "clips-stopped": "The disk is nearly full: no more pictures of moves are kept. The game goes on.",
    "phones-forgotten": "What the table knows phones by was damaged or cannot be kept: they give the PIN "
    "again",
    "pin-not-kept": "The PIN cannot be kept ({why}): until the table is switched off, the one in the log "
    "holds",
    "settings-unread": "The settings cannot be read, so the usual ones hold: {why}",
    "new-table": "This table is new. Where there is a back-up of another one, bring it here; else learn the "
    "table under Camera",
    "safe-mode": "The table did not start three times in a row. It is up without camera and panel. The last "
    "reason: {why}",
    "friend-away": "Your friend's table is not there: the game waits, and goes on by itself",
    "friend-no-broker": "The broker of the game with your friend ({broker}) is not there: the game waits",
    "friend-differs": "After move {number} the two tables of this game differ. Here: {mine}. There: {hers}",
    "friend-asks-back": "Your friend has taken back {moves}: undo that here too",
    "friend-side": "Your friend is not told of {square} yet: say what lies there, and how",
    "friend-forged": "Messages that are not your friend's came on your channel and were refused: {count}",
    "friend-copied": "Copies of old messages came on your channel and were refused: {count}",
    "friend-unreadable": "Messages that nobody can read came on your channel and were refused: {count}",
    "friend-off": "Moves that do not fit this game came from your friend's table and were refused: {count}",
    "friend-none-here": "this table plays with nobody far away",
    "friend-no-picture": "no code in this picture can be read: take it nearer, sharp, and whole",
    "friend-bad-code": "this is no whole invitation: copy it once more, from himiki1: to its end",
    "friend-bad-broker": "a broker is written mqtt://HOST:1883, or mqtts://HOST:8883",
    "friend-no-mode": "a friend far away plays duels and two against two, from set-up, with open hands",
    "friend-no-game": "this game cannot be played with a friend far away: {why}",
    "friend-unusable": "The game with your friend cannot go on here ({why}): invite anew",
    "hall-says": "The hall says: {text}",
    "broker-unusable": "This table cannot tell the club's broker anything ({why})",
    "no-backup": "No back-up can be made ({why})",
    "cannot-be-kept": "this cannot be kept now: the disk is full or cannot be written. Nothing was changed",
    "game-damaged": "this game is damaged and cannot be read",
    "no-safe-mode": "the table has started as usual",
    "not-a-backup": "this is no back-up of a table: {why}",
}
