"""`himiki install` and `himiki uninstall`: a Raspberry Pi becomes a table's companion, and back."""

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from companion.appliance.layout import STATE, USER
from companion.appliance.machine import Machine
from companion.appliance.plans import install_steps, objections, uninstall_steps
from companion.appliance.release import release_name
from companion.appliance.steps import StepError, carry_out
from companion.appliance.updating import undo_what_was_cut_off
from companion.config.place import SYSTEM
from companion.config.reading import ConfigError, read_config

_HERE = Path(__file__).resolve().parents[2]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only print every step")
    if parser.prog.endswith("uninstall"):
        parser.add_argument("--games-too", action="store_true", help="delete games and profile as well")
        parser.set_defaults(steps=_uninstall)
    else:
        parser.add_argument(
            "--name", help="of this table on the network: NAME.local (the configured one; himiki at first)"
        )
        parser.set_defaults(steps=_install)


def run(options: argparse.Namespace) -> int:
    machine = Machine.here(USER, STATE)
    refused = list(objections(machine, installing=options.steps is _install))
    if refused and not options.dry_run:
        for each in refused:
            print(f"himiki: {each}", file=sys.stderr)
        return 1
    for each in refused:
        print(f"(not here: {each})")
    return int(options.steps(machine, options))


def _install(machine: Machine, options: argparse.Namespace) -> int:
    try:
        config = read_config(SYSTEM)
    except ConfigError as error:
        print(f"himiki: mend this file, or move it away, and start again: {error}", file=sys.stderr)
        return 2
    table = replace(config.table, name=options.name or config.table.name)
    if misnamed := table.faults():
        print(f"himiki: {misnamed[0]}", file=sys.stderr)
        return 2
    try:
        if not options.dry_run:
            # Whatever the one who installs keeps from others, the service's user reads the program.
            os.umask(0o022)
            undo_what_was_cut_off(_say)
        steps = install_steps(machine, _HERE, release_name(_HERE), table.name, config.web.port)
        carry_out(steps, _say, only_show=options.dry_run)
    except StepError as error:
        return _failed(error, "himiki install")
    if not options.dry_run:
        scheme = "https" if config.web.tls else "http"
        when = "now" if machine.systemd else "after the next start"
        print(f"Open {scheme}://{table.name}.local:{config.web.port} on a phone, {when}.")
        print("The PIN that lets a phone change things: sudo himiki pin")
        print("What is there, and what to do about it: sudo himiki doctor")
    return 0


def _uninstall(machine: Machine, options: argparse.Namespace) -> int:
    try:
        carry_out(uninstall_steps(machine, games_too=options.games_too), _say, only_show=options.dry_run)
    except StepError as error:
        return _failed(error, "himiki uninstall")
    if not (options.dry_run or options.games_too):
        print(f"The games are still in {STATE}.")
    return 0


def _say(text: str) -> None:
    print(text, flush=True)


def _failed(error: StepError, command: str) -> int:
    print(f"himiki: {error}. Nothing else was done: mend that and start `{command}` again", file=sys.stderr)
    return 1
