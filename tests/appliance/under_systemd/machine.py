#!/usr/bin/env python3
"""machine DISK KERNEL INITRD SECONDS: boots the disk in a virtual machine and prints what its trial tells.

Where the trial asks for it, the machine is reset from outside, without a word to what runs in it: what was
not yet on the disk is gone, as when somebody pulls the plug. Exit status 0 when the trial said that all is
well.
"""

import json
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

APPEND = "console=ttyS0 quiet panic=60 mitigations=off systemd.getty_auto=no"
CUT = "PULL THE PLUG"
WELL = "all is well"


def reset(monitor: Path) -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(monitor))
        told = line.makefile("rw")
        told.readline()
        for command in ("qmp_capabilities", "system_reset"):
            told.write(json.dumps({"execute": command}) + "\n")
            told.flush()
            told.readline()


def main(disk: str, kernel: str, initrd: str, seconds: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        monitor = Path(folder) / "monitor"
        command = [
            *("qemu-system-x86_64", "-machine", "q35", "-accel", "tcg,thread=multi,tb-size=512"),
            # OpenCV's wheel crashes in this emulation when it may use the newest instructions.
            *("-cpu", "Nehalem", "-smp", "2", "-m", "1536"),
            *("-nodefaults", "-no-user-config", "-display", "none"),
            *("-kernel", kernel, "-initrd", initrd),
            # A Pi has no clock that runs on without power: the machine begins in another year.
            *("-rtc", "base=2021-03-04T05:06:07", "-append", APPEND),
            *("-drive", f"file={disk},format=raw,if=virtio,cache=unsafe"),
            *("-object", "rng-random,id=r0,filename=/dev/urandom", "-device", "virtio-rng-pci,rng=r0"),
            *("-serial", f"file:{disk}.console", "-qmp", f"unix:{monitor},server=on,wait=off"),
            *("-device", "virtio-serial-pci", "-chardev", "stdio,id=c0,signal=off"),
            *("-device", "virtconsole,chardev=c0"),
        ]
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, errors="replace"
        ) as machine:
            assert machine.stdout is not None
            limit = threading.Timer(float(seconds), machine.kill)
            limit.start()
            well = False
            for line in machine.stdout:
                print(line.rstrip(), flush=True)
                well = well or WELL in line
                if "FAILED" in line:
                    well = False
                    break
                if CUT in line:
                    reset(monitor)
            else:
                machine.wait()
            machine.kill()
            limit.cancel()
        return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
