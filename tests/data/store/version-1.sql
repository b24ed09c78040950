BEGIN TRANSACTION;
CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    told TEXT NOT NULL,
    wall REAL NOT NULL,
    UNIQUE (game, number)
);
INSERT INTO "events" VALUES(1,1,1,'{"t": 0.5, "event": "ready", "mode": "duel", "edition": "second", "position": "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -"}',1700000000.0);
INSERT INTO "events" VALUES(2,1,2,'{"t": 0.5, "event": "turn", "turn": "w", "must_tilt": false, "replay": false, "due": null}',1700000000.0);
INSERT INTO "events" VALUES(3,1,3,'{"t": 2.0, "event": "move", "move": "B5>BB4", "by": "w", "points": 0, "influence": [], "score": [0, 0], "position": "B2bHMK,B4wMHK,C2bMKH,C5wMKH,D2bKHM,D5wKHM b 0-0 --- -", "annotated": "B5►BB4", "remove": [], "cost": 0, "said": false, "roll": null, "clock": null}',1700000000.0);
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    settings TEXT NOT NULL,
    started REAL NOT NULL,
    ended REAL
);
INSERT INTO "games" VALUES(1,'{"mode": "duel", "edition": "second", "chaos": false, "human": "w", "players": {"w": "Ada", "b": "Bo"}, "start": "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -", "influences": ["H", "M", "K"], "challenge": null, "par": null, "seed": 7, "own_dice": true, "clock": null}',1700000000.0,NULL);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',1);
INSERT INTO "sqlite_sequence" VALUES('events',3);
PRAGMA user_version = 1;
COMMIT;
