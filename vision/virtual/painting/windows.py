"""Rectangles of the picture: left, top, right, bottom; right and bottom excluded."""

Window = tuple[int, int, int, int]


def union(windows: list[Window]) -> Window:
    return (
        min(w[0] for w in windows),
        min(w[1] for w in windows),
        max(w[2] for w in windows),
        max(w[3] for w in windows),
    )


def merged_windows(windows: list[Window]) -> list[Window]:
    """Windows that overlap as one, so that nothing is drawn twice."""
    merged: list[Window] = []
    for window in windows:
        if window[2] <= window[0] or window[3] <= window[1]:
            continue
        whole = window
        while overlapping := [other for other in merged if overlap(whole, other)]:
            whole = union([whole, *overlapping])
            merged = [other for other in merged if other not in overlapping]
        merged.append(whole)
    return merged


def overlap(one: Window, other: Window) -> Window | None:
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def within(window: Window, part: Window) -> tuple[slice, slice]:
    return slice(part[1] - window[1], part[3] - window[1]), slice(part[0] - window[0], part[2] - window[0])
