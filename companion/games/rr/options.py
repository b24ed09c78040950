"""Options of a command that say that RR is to be refereed, and how."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rr", metavar="OPTIONS", help="words as after 'new rr', in quotes")
    parser.add_argument(
        "--rr-level", action="append", metavar="SIDE=LEVEL", help="whom a level plays, such as b=expert"
    )
