#!/usr/bin/env python3
"""compare.py COURANT FEEDSERVE [FEEDS [MILLISECONDS]]: how courant does beside newsboat and
sfeed, if they are installed, on feeds of a loopback server that answers after some time:
a first refresh, one in which nothing has changed, and counting what is unread. Prints
medians of three runs, and ratios to courant.

courant's limits for hosts are off here, as all feeds are on one: otherwise it would make
two requests at a time. newsboat runs once with its default of one thread, once with 64;
sfeed with its default of 16 jobs, and with 64."""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

COURANT, SERVE = (os.path.abspath(p) for p in sys.argv[1:3])
FEEDS = int(sys.argv[3]) if len(sys.argv) > 3 else 200
DELAY = int(sys.argv[4]) if len(sys.argv) > 4 else 100
RUNS = 3


def measure(argv, env, directory):
    """Wall and CPU time in seconds, largest resident memory in MB."""
    start = time.monotonic()
    with open(os.devnull, "w") as null:
        child = subprocess.Popen(argv, env=env, cwd=directory, stdin=subprocess.DEVNULL,
                                 stdout=null, stderr=null)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return (time.monotonic() - start, usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss / 1024)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(text)


def courant(home, urls):
    write(home + "/.config/courant/feeds", "".join(u + "\n" for u in urls))
    write(home + "/.config/courant/config",
          "host-connections = 0\ndomain-connections = 0\nhost-gap = 0\n")
    return [COURANT, "refresh", "--quiet"], [COURANT, "count"]


def newsboat(threads):
    def prepare(home, urls):
        write(home + "/.newsboat/urls", "".join(u + "\n" for u in urls))
        write(home + "/.newsboat/config", f"reload-threads {threads}\n")
        return ["newsboat", "-x", "reload"], ["newsboat", "-x", "print-unread"]
    return prepare


def sfeed(jobs):
    def prepare(home, urls):
        write(home + "/.sfeed/sfeedrc", f"maxjobs={jobs}\nfeeds() {{\n" + "".join(
            f"\tfeed 'f{n}' '{u}'\n" for n, u in enumerate(urls)) + "}\n")
        return ["sfeed_update"], None
    return prepare


READERS = [("courant", COURANT, courant), ("newsboat", "newsboat", newsboat(1)),
           ("newsboat, 64 threads", "newsboat", newsboat(64)),
           ("sfeed", "sfeed_update", sfeed(16)), ("sfeed, 64 jobs", "sfeed_update", sfeed(64))]


def run(prepare, urls, base):
    """First refresh, second refresh, count."""
    home = tempfile.mkdtemp(dir=base)
    env = {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8", "TERM": "xterm"}
    refresh, count = prepare(home, urls)
    result = [measure(refresh, env, home), measure(refresh, env, home),
              measure(count, env, home) if count else None]
    shutil.rmtree(home)
    return result


def main():
    base = tempfile.mkdtemp(prefix="courant-compare.")
    write(base + "/server", f"/f/*\n\tdelay {DELAY}ms\n\trss 20\n")
    server = subprocess.Popen([SERVE, "--script", base + "/server"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True)
    url = server.stdout.readline().strip().rstrip("/")
    urls = [f"{url}/f/{n}" for n in range(FEEDS)]
    print(f"{FEEDS} feeds of 20 items, answers after {DELAY} ms; medians of {RUNS}: wall s, "
          "CPU s, MB (times courant's)")
    try:
        first = None
        for name, program, prepare in READERS:
            if not shutil.which(program):
                print(f"{name}: not installed")
                continue
            runs = [run(prepare, urls, base) for _ in range(RUNS)]
            rows = [[statistics.median(r[k][m] for r in runs) for m in range(3)]
                    if runs[0][k] else None for k in range(3)]
            first = first or rows
            for k, what in enumerate(("first", "unchanged", "count")):
                if rows[k]:
                    print(f"  {name + ', ' + what:34}" + "".join(
                        f"{v:9.2f} ({v / max(b, 0.001):5.1f})"
                        for v, b in zip(rows[k], first[k])))
    finally:
        server.stdin.close()
        server.wait()
        shutil.rmtree(base)


main()
