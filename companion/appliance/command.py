"""`himiki install` and `himiki uninstall`: a Raspberry Pi becomes a table's companion, and back."""

import argparse
import sys
from pathlib import Path

from companion.appliance.layout import STATE, USER
from companion.appliance.machine import Machine
from companion.appliance.plans import install_steps, objections, uninstall_steps
from companion.appliance.release import release_name
from companion.appliance.steps import StepError, carry_out
from companion.config.settings import Config, TableSettings

_HERE = Path(__file__).resolve().parents[2]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only print every step")
    if parser.prog.endswith("uninstall"):
        parser.add_argument("--games-too", action="store_true", help="delete games and profile as well")
        parser.set_defaults(steps=_uninstall)
    else:
        parser.add_argument(
            "--name", default="himiki", help="of this table on the network: NAME.local (himiki)"
        )
        parser.set_defaults(steps=_install)


def run(options: argparse.Namespace) -> int:
    machine = Machine.here(USER)
    misnamed = TableSettings(name=getattr(options, "name", "himiki")).faults()
    if misnamed:
        print(f"himiki: {misnamed[0]}", file=sys.stderr)
        return 2
    refused = list(objections(machine))
    if refused and not options.dry_run:
        for each in refused:
            print(f"himiki: {each}", file=sys.stderr)
        return 1
    for each in refused:
        print(f"(not here: {each})")
    return int(options.steps(machine, options))


def _install(machine: Machine, options: argparse.Namespace) -> int:
    steps = install_steps(machine, _HERE, release_name(_HERE), options.name, Config().web.port)
    try:
        carry_out(steps, print, only_show=options.dry_run)
    except StepError as error:
        return _failed(error, "himiki install")
    if not options.dry_run:
        port = Config().web.port
        when = "now" if machine.systemd else "after the next start"
        print(f"Open http://{options.name}.local:{port} on a phone, {when}.")
        print(f"The PIN that lets a phone change things: sudo himiki pin --state {STATE}")
    return 0


def _uninstall(machine: Machine, options: argparse.Namespace) -> int:
    try:
        carry_out(uninstall_steps(machine, games_too=options.games_too), print, only_show=options.dry_run)
    except StepError as error:
        return _failed(error, "himiki uninstall")
    if not (options.dry_run or options.games_too):
        print(f"The games are still in {STATE}.")
    return 0


def _failed(error: StepError, command: str) -> int:
    print(f"himiki: {error}. Nothing else was done: mend that and start `{command}` again", file=sys.stderr)
    return 1
