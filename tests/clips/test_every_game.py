"""Whatever is played at the table, and through whatever camera: what was seen of a move is kept with it."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.clips import Clips
from companion.store import Store
from companion.table import OwnClock, Table, opened
from tests.patience import until


@pytest.mark.parametrize("of", ["rr", "yokai"])
@pytest.mark.long
def test_a_drawn_table_of_any_game_keeps_what_it_saw(tmp_path: Path, of: str) -> None:
    with ExitStack() as closing:
        store = closing.enter_context(Store(tmp_path / "games.sqlite"))
        clock = OwnClock()
        camera = opened("sim", clock, tmp_path / "drawn", of=of)
        closing.callback(camera.source.close)
        play, seeing = games.play_of(of), games.seeing_of(of)
        game = play.usual()
        drawn: Any = camera.drawn
        laid = play.laid_out(game)
        if laid is not None:
            drawn.lay(laid)
        profile = seeing.profile_for(None, drawn, tmp_path / "profile")
        table = Table(camera, profile, store, clock=clock, state_folder=tmp_path, game=game)
        clips = Clips(table, tmp_path / "clips")
        clips.start()
        closing.callback(clips.stop)
        table.start()
        closing.callback(table.stop)
        player = play.autoplay(table)
        player.start()
        closing.callback(player.stop)
        number = table.game_id
        assert until(lambda: any(each.event in ("move", "placed") for each in clips.moments(number)))
        moment = next(each for each in clips.moments(number) if each.event in ("move", "placed"))
        assert until(lambda: _is_read(clips, number, moment.ms)), "something that was read is drawn over it"
        shown = clips.shown(number, moment.ms)
        assert shown is not None
        for shot in shown.shots:
            left, top, right, bottom = shot.box
            assert 0 <= left < right <= shot.picture[0]
            assert 0 <= top < bottom <= shot.picture[1]
            picture = clips.picture(number, shot.ms)
            assert picture is not None
            assert picture.startswith(b"\xff\xd8")


def _is_read(clips: Clips, number: int, ms: int) -> bool:
    shown = clips.shown(number, ms)
    return shown is not None and any(len(shot.marks) > 3 for shot in shown.shots)
