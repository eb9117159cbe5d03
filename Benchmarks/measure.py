"""Runs commands through the runner and keeps what it says."""

import statistics
import subprocess
import sys
from dataclasses import dataclass, field


@dataclass
class Times:
    """Runs of one command: milliseconds and peak resident kilobytes."""

    milliseconds: list[float] = field(default_factory=list)
    kilobytes: list[int] = field(default_factory=list)

    @property
    def median(self):
        return statistics.median(self.milliseconds)

    @property
    def best(self):
        return min(self.milliseconds)

    @property
    def peak(self):
        return max(self.kilobytes)


def once(runner, mode, options, command, environment, times):
    """One run of a command, added to its times. A command that fails ends the bench: a failure is no measurement."""
    words = [str(word) for word in [runner, mode, *options, "--", *command]]
    result = subprocess.run(words, env=environment, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"bench: {' '.join(words)}: {result.stderr.strip()}")
    for line in result.stdout.splitlines():
        milliseconds, kilobytes, code = line.split()
        if int(code) != 0:
            sys.exit(f"bench: {' '.join(map(str, command))} ended with {code}:\n{result.stderr}")
        times.milliseconds.append(float(milliseconds))
        times.kilobytes.append(int(kilobytes))


def rounds(runner, mode, contestants, environment, count, enough_seconds=20.0):
    """Runs each contestant in turn, `count` rounds long, so that whatever the machine does meets all alike.

    `contestants` maps a name to (options, command), or to (options, command, environment) where it has one of its own.
    One whose runs have taken `enough_seconds` together sits out the rest. The first round warms the caches and is not counted.
    """
    times = {name: Times() for name in contestants}
    for number in range(count + 1):
        for name, (options, command, *own) in contestants.items():
            spent = sum(times[name].milliseconds) / 1000
            if spent > enough_seconds:
                continue
            once(runner, mode, options, command, own[0] if own else environment, times[name])
        if number == 0:
            for name, measured in times.items():
                # What takes seconds is not repeated only to warm up.
                if measured.median < 1000:
                    times[name] = Times()
    return times
