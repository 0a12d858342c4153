#!/usr/bin/env python3
"""time_media.py COURANT FEEDSERVE FAKEMPV [MEGABYTES]: what episodes cost, with a loopback
server and a player that plays nothing. Prints: memory and CPU of two downloads beside
curl's; keys, and a refresh of 1,000 feeds, beside downloads; bytes that are fetched again
after cuts; the wake-ups (by strace) and transactions of listening; what is lost when
whoever plays is killed; and, on a terminal, how long the queue and the downloads take with
10,000 rows. With the real mpv, if it is installed and can encode: how exactly episodes
resume, and how long it takes to the first sound. ONLY=NAME,… in the environment runs
only those functions of this file."""

import fcntl
import hashlib
import os
import pty
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

COURANT, SERVE, PLAYER = (os.path.abspath(p) for p in sys.argv[1:4])
SIZE = (int(sys.argv[4]) if len(sys.argv) > 4 else 300) * 1000000
ROWS = 10000
FEEDS = 1000
CHAPTERS, CUES = 1000, 20000
PIECE = 4000000
os.environ["FAKEMPV"] = "length=100000"
SOUNDS = {"cbr.mp3": "libmp3lame", "vbr.mp3": "libmp3lame", "sound.m4a": "aac",
          "sound.opus": "libopus"}
KILLS = int(os.environ.get("KILLS", "20"))


def item(number, name):
    file = name if "." in name else f"{name}.mp3"
    return (f"\tbody <item><guid>{name}</guid><title>{name}</title><pubDate>Sat, 03 Oct 2020 10:00:00 "
            f"GMT</pubDate><enclosure url=\"@URL@/{file}\" type=\"audio/mpeg\"/></item>\n")


def script(directory):
    out = "/pod\n\tbody <rss version=\"2.0\"><channel><title>Pod</title>\n"
    out += "".join(item(0, n) for n in (
        "one", "two", "cut", "heard", "slow", "left", "right", *SOUNDS, "slow-cbr.mp3"))
    out += "\tbody </channel></rss>\n"
    out += "/crowd\n\tbody <rss version=\"2.0\"><channel><title>Crowd</title>\n"
    out += "".join(item(i, f"c{i}") for i in range(ROWS))
    out += "\tbody </channel></rss>\n"
    for name in ("one", "two"):
        out += f"/{name}.mp3\n\tmade {SIZE} 1\n\tranges\n\tetag \"1\"\n"
    out += f"/cut.mp3\n\tmade {PIECE} 2\n\tranges\n\tetag \"2\"\n\tcut 1000000\n"
    out += f"/slow.mp3\n\tmade {PIECE} 4\n\tranges\n\tetag \"4\"\n\tslow 100000 20ms\n"
    out += ("/long\n\tbody <rss version=\"2.0\" xmlns:podcast=\"https://podcastindex.org/namespace/1.0\">"
            "<channel><title>Long</title>\n" + item(0, "long").replace("</item>", (
                "<podcast:chapters url=\"@URL@/chapters.json\" type=\"application/json+chapters\"/>"
                "<podcast:transcript url=\"@URL@/said.json\" type=\"application/json\"/></item>"))
            + "\tbody </channel></rss>\n")
    out += "/chapters.json\n\tbody {\"version\":\"1.2.0\",\"chapters\":[\n"
    out += "".join(f"\tbody {{\"startTime\":{20 * i},\"title\":\"Chapter {i}\"}},\n"
                   for i in range(CHAPTERS - 1))
    out += f"\tbody {{\"startTime\":{20 * CHAPTERS},\"title\":\"Last\"}}]}}\n"
    out += "/said.json\n\tbody {\"version\":\"1.0.0\",\"segments\":[\n"
    out += "".join(f"\tbody {{\"speaker\":\"S{i % 2}\",\"startTime\":{i},\"endTime\":{i + 1},"
                   f"\"body\":\"What is said in second {i}.\"}},\n" for i in range(CUES - 1))
    out += f"\tbody {{\"speaker\":\"S0\",\"startTime\":{CUES},\"body\":\"Last.\"}}]}}\n"
    out += "/feed/*\n\trss 20\n"
    for name in SOUNDS:
        out += f"/{name}\n\tfile {directory}/{name}\n\tranges\n"
    out += f"/slow-cbr.mp3\n\tfile {directory}/cbr.mp3\n\tranges\n\tslow 100000 100ms\n"
    for name in ("left", "right"):
        out += f"/{name}.mp3\n\tmade {SIZE} 1\n\tranges\n\tslow 200000 10ms\n"
    return out + "/*\n\tmade 400000 3\n\tranges\n\tetag \"3\"\n"


class Rig:
    def __init__(self, directory, address):
        self.dir = os.path.join(directory, "home")
        os.makedirs(self.dir)
        self.feeds = os.path.join(self.dir, "feeds")
        self.config = os.path.join(self.dir, "config")
        for path, text in ((self.feeds, f"{address}pod\n"),
                           (self.config, "media-free = 0\nmedia-limit = 0\nauto-refresh = no\n"
                            f"restore = no\nplayer = {PLAYER}\n")):
            with open(path, "w", opener=lambda p, f: os.open(p, f, 0o600)) as f:
                f.write(text)

    def set(self, option, value):
        with open(self.config, "a") as f:
            f.write(f"{option} = {value}\n")

    def run(self, *words):
        return subprocess.run([COURANT, "-C", self.dir, *words], capture_output=True,
                              stdin=subprocess.DEVNULL, text=True, check=False)

    def start(self, *words):
        return subprocess.Popen([COURANT, "-C", self.dir, *words], stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def transaction(self):
        """The number of the last one: a meta page has it 136 bytes from its start."""
        with open(os.path.join(self.dir, "store", "data.mdb"), "rb") as f:
            data = f.read(2 * 65536)
        size = struct.unpack_from("<I", data, 16 + 24)[0] or 4096
        return max(struct.unpack_from("<Q", data, page + 16 + 24 + 2 * 48 + 8)[0]
                   for page in (0, size))


def private(pid):
    """Its own memory in KiB. What it maps of the store and of libraries is the kernel's."""
    with open(f"/proc/{pid}/status") as f:
        return int(re.search(r"RssAnon:\s+(\d+)", f.read())[1])


def cpu_of(process):
    """Waits for its end; its CPU time in seconds."""
    _, process.returncode, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime


def downloads(rig, address, directory):
    for name in ("one", "two"):
        rig.run("download", f"title:{name}")
    cpu = cpu_of(rig.start("download"))
    curl = 0.0
    for name in ("one", "two"):
        rig.run("download", f"title:{name}", "--remove")
        curl += cpu_of(subprocess.Popen(["curl", "-s", "-o", os.path.join(directory, name),
                                         f"{address}{name}.mp3"]))
        os.unlink(os.path.join(directory, name))
    print(f"two downloads of {SIZE // 1000000} MB: {cpu:.2f} s of CPU, curl {curl:.2f} s "
          f"({cpu / curl:.2f})")


def memory(rig):
    """What a reader needs more while two episodes come."""
    screen = Terminal(rig)
    screen.keys("ga")
    idle, most, here = private(screen.pid), 0, ""
    for name in ("one", "two"):
        rig.run("download", f"title:{name}")
    while here.count("here") < 2:
        most = max(most, private(screen.pid))
        screen.settle(0.01, 0.02)
        here = rig.run("list", "--items", "--format", "{download}", "title:one OR title:two").stdout
    print(f"two downloads of {SIZE // 1000000} MB in a reader: {(most - idle) / 1024:.1f} MB "
          f"more than {idle / 1024:.1f} MB")
    screen.leave()


def refresh(rig, address):
    """Beside two downloads and without them, in turns."""
    names = os.path.join(rig.dir, "many")
    with open(names, "w", encoding="ascii") as f:
        f.writelines(f"{address}feed/{i}\n" for i in range(FEEDS))
    for option in ("host-connections", "domain-connections", "host-gap"):
        rig.set(option, "0")
    sums = {False: [0.0, 0.0], True: [0.0, 0.0]}
    for turn in range(6):
        beside = turn % 2 == 1
        home = os.path.join(rig.dir, f"turn{turn}")
        os.makedirs(home)
        shutil.copy(names, os.path.join(home, "feeds"))
        shutil.copy(rig.config, home)
        if beside:
            for name in ("left", "right"):
                rig.run("download", f"title:{name}")
        loads = rig.start("download") if beside else None
        start = time.monotonic()
        cpu = cpu_of(subprocess.Popen([COURANT, "-C", home, "refresh"], stdin=subprocess.DEVNULL,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        sums[beside][0] += time.monotonic() - start
        sums[beside][1] += cpu
        if loads:
            loads.terminate()
            loads.wait()
        shutil.rmtree(home)
    print(f"refresh of {FEEDS} feeds: {sums[False][0] / 3:.2f} s, {sums[False][1] / 3:.2f} of CPU; "
          f"beside two downloads {sums[True][0] / sums[False][0]:.2f} times as long, "
          f"{sums[True][1] / sums[False][1]:.2f} of the CPU")


def keys(rig):
    """From a key to the first byte that is drawn, while two episodes come."""
    screen = Terminal(rig)
    screen.keys("ga")
    took = {}
    for state in ("idle", "beside two downloads"):
        if state != "idle":
            for name in ("left", "right"):
                rig.run("download", f"title:{name}")
            screen.settle(1)
        waits, before = [], screen.cpu()
        for i in range(300):
            start = time.monotonic()
            os.write(screen.fd, b"j" if i // 3 % 2 else b"k")
            if select.select([screen.fd], [], [], 1)[0]:
                waits.append(time.monotonic() - start)
            screen.settle(0.01, 0.02)
        took[state] = sorted(waits), (screen.cpu() - before) / 300
    screen.leave()
    for name in ("left", "right"):
        rig.run("download", f"title:{name}", "--remove")
    for state, (waits, cpu) in took.items():
        print(f"keys {state}: half within {waits[len(waits) // 2] * 1000:.1f} ms, 99 % within "
              f"{waits[len(waits) * 99 // 100] * 1000:.1f} ms; {cpu * 1000:.2f} ms of CPU each")


def sounds(directory):
    """Has the real mpv make some seconds of sound in several formats."""
    for name, codec in SOUNDS.items():
        made = subprocess.run(
            ["mpv", "--no-config", "--really-quiet", "av://lavfi:sine=frequency=300:duration=120",
             f"--o={directory}/{name}", f"--oac={codec}",
             *(["--oacopts=q=5"] if name.startswith("vbr") else [])], check=False)
        if made.returncode:
            return False
    return True


def restarts(log):
    """Where the real mpv began to play, each time."""
    if not os.path.exists(log):
        return []
    with open(log, encoding="utf-8", errors="replace") as f:
        return [float(m) for m in re.findall(r"playback restart complete @ (\S+),", f.read())]


def wait_restart(log, before=0):
    end = time.monotonic() + 20
    while len(restarts(log)) <= before and time.monotonic() < end:
        time.sleep(0.003)


def number_of(rig, title):
    rows = rig.run("list", "--items", "--format", "{id} {title}", f"title:{title}").stdout.splitlines()
    return next(row.split()[0] for row in rows if row.split()[1] == title)


def resumes(rig, log):
    for name in SOUNDS:
        number = number_of(rig, name)
        rig.run("download", number, "--wait")
        worst = 0.0
        for place in (31, 67, 45):
            if os.path.exists(log):
                os.unlink(log)
            player = rig.start("play", number, "--from", str(place))
            wait_restart(log)
            rig.run("play", "--stop")
            player.wait()
            worst = max(worst, abs(restarts(log)[0] - place))
        print(f"{name}: mpv starts within {worst:.3f} s of the place")


def first_sounds(rig, log):
    os.unlink(log)
    screen = Terminal(rig)
    for state, name in (("cold", "cbr.mp3"), ("idle", "vbr.mp3"), ("growing", "slow-cbr.mp3")):
        os.write(screen.fd, f":play {number_of(rig, name)}".encode())
        screen.settle()
        before, start = len(restarts(log)), time.monotonic()
        os.write(screen.fd, b"\r")
        wait_restart(log, before)
        print(f"from play to the first sound, {state}: {(time.monotonic() - start) * 1000:.0f} ms")
        screen.settle(1)
        os.write(screen.fd, b"-s")
        screen.settle(1)
    screen.leave()


def real(rig):
    """How exactly the real mpv resumes, and how soon it is heard."""
    log = os.path.join(rig.dir, "mpv.log")
    for option, value in (("player", "mpv"), ("rewind", "no"),
                          ("player-options", f"--ao=null --no-config --log-file={log}")):
        rig.set(option, value)
    resumes(rig, log)
    first_sounds(rig, log)
    for option, value in (("player", PLAYER), ("player-options", '""')):
        rig.set(option, value)


def cuts(rig, log):
    for name in ("left", "right"):
        rig.run("download", f"title:{name}", "--remove")
    before = os.path.getsize(log)
    while rig.run("download", "title:cut", "--wait").returncode == 1:
        pass
    with open(log) as f:
        f.seek(before)
        ranges = [int(n) for n in re.findall(r"bytes=(\d+)-", f.read())]
    again = sum(1000000 * (i + 1) - 65536 * i - at for i, at in enumerate(ranges))
    print(f"{len(ranges)} cuts: {again / max(1, len(ranges)) / 1024:.0f} KiB fetched again each")


def wakes(pid, seconds=30):
    """How often a second poll(2) and its kin return that may wait, in all threads."""
    trace = subprocess.run(["timeout", "-s", "INT", str(seconds), "strace", "-f", "-qq", "-e",
                            "trace=poll,ppoll,pselect6,select,epoll_wait,epoll_pwait", "-p",
                            str(pid)], stderr=subprocess.PIPE, text=True, check=False).stderr
    return len(re.findall(r"(?<!, 0\)) += \d", trace)) / seconds


def listening(rig):
    process = rig.start("listen", "title:heard")
    while "playing" not in rig.run("play", "--status").stdout:
        time.sleep(0.1)
    time.sleep(3)
    for state, words in (("playing", None), ("paused", ["play", "--pause"])):
        if words:
            rig.run(*words)
            time.sleep(3)
        stored = rig.transaction()
        turns = wakes(process.pid)
        stored = rig.transaction() - stored
        print(f"{state}: {turns:.2f} wake-ups a second, {stored * 120} transactions an hour")
    process.terminate()
    process.wait()
    for line in ("no", "yes"):
        rig.set("playing-line", line)
        screen = Terminal(rig)
        rig.run("play", "title:heard")
        screen.settle(2)
        print(f"reader, playing-line = {line}: {wakes(screen.pid):.2f} wake-ups a second")
        rig.run("play", "--pause")
        screen.settle(2)
        print(f"… paused: {wakes(screen.pid):.2f}")
        screen.leave()


def kills(rig):
    """Loses at most 15 s of position, and no row of the queue."""
    for name in ("one", "two", "heard"):
        rig.run("queue", "add", f"title:{name}")
    worst = 0.0
    for _ in range(KILLS):
        process = rig.start("play", "title:heard")
        while "playing" not in rig.run("play", "--status").stdout:
            time.sleep(0.05)
        rig.run("play", "--seek", str(random.randrange(1000, 90000)))
        asked = time.monotonic()
        at = float(rig.run("list", "--items", "--format", "{position}", "title:heard").stdout)
        time.sleep(random.random())
        process.send_signal(signal.SIGKILL)
        process.wait()
        heard = at + time.monotonic() - asked
        kept = float(rig.run("list", "--items", "--format", "{position}", "title:heard").stdout)
        worst = max(worst, heard - kept)
    queued = len(rig.run("queue", "--format", "{title}").stdout.split())
    print(f"{KILLS} kills: at most {worst:.1f} s lost, {3 - queued} rows of the queue")


def broken_downloads(rig):
    """Killed at any moment, a download goes on, and its file is the same as in one piece."""
    path = os.path.join(rig.dir, "store", "media", "Pod", "2020-10-03 slow.mp3")
    files, parts, damaged = set(), 0, 0
    while parts < KILLS:
        process = rig.start("download", "title:slow", "--wait")
        time.sleep(random.random() * 1.5)
        parts += process.poll() is None
        process.kill()
        process.wait()
        if not os.path.exists(path):
            continue
        with open(path, "rb") as f:
            files.add(hashlib.sha256(f.read()).hexdigest())
        damaged += rig.run("check").returncode != 0
        shutil.rmtree(os.path.join(rig.dir, "store"))
        rig.run("refresh")
    print(f"{parts} kills of downloads: {len(files)} version of the file, {damaged} stores damaged")


class Terminal:
    def __init__(self, rig):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm-256color"
            os.execv(COURANT, [COURANT, "-C", rig.dir])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
        self.settle(2)

    def settle(self, seconds=0.3, most=5):
        last, got, end = None, b"", time.monotonic() + most
        while time.monotonic() < end and select.select([self.fd], [], [], seconds)[0]:
            got += os.read(self.fd, 65536)
            last = time.monotonic()
        return last, got

    def cpu(self):
        with open(f"/proc/{self.pid}/task/{self.pid}/stat") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def leave(self):
        os.write(self.fd, b"Q")
        while select.select([self.fd], [], [], 5)[0]:
            try:
                os.read(self.fd, 65536)
            except OSError:
                break
        os.waitpid(self.pid, 0)

    def keys(self, text, times=1):
        before = self.cpu()
        for _ in range(times):
            os.write(self.fd, text.encode())
            self.settle(0.02)
        self.settle()
        return (self.cpu() - before) / times * 1000


def views(rig, address):
    with open(rig.feeds, "a") as f:
        f.write(f"{address}crowd\n")
    rig.run("refresh")
    print(rig.run("queue", "add", "feed:Crowd").stdout.strip())
    rig.run("download", "feed:Crowd")
    rig.run("download", "feed:Crowd", "--hold")
    screen = Terminal(rig)
    opened = screen.keys("gdq", 10)
    screen.keys("gd")
    moved = screen.keys("j", 100)
    turned = screen.keys("\t", 10)
    paged = screen.keys("\x1b[6~", 50)
    print(f"{ROWS} rows, CPU of the thread that draws: queue opened and closed {opened:.1f} ms, "
          f"turned {turned:.1f} ms, a move {moved:.2f} ms, a page {paged:.2f} ms")
    screen.leave()


def tracks(rig, address):
    with open(rig.feeds, "w", encoding="ascii") as f:
        f.write(f"{address}long\n")
    rig.run("refresh")
    number = rig.run("list", "--items", "--format", "{id}", "title:long").stdout.strip()
    for what in ("--chapters", "--transcript"):
        print(len(rig.run("show", what, number).stdout.splitlines()), "lines of", what)
    screen = Terminal(rig)
    screen.keys("ga")
    for name, key in (("chapters", "-c"), ("transcript", "-t")):
        opened = screen.keys(key + "q", 10)
        screen.keys(key)
        print(f"{name}: opened and closed {opened:.1f} ms, a move {screen.keys('j', 100):.2f} ms, "
              f"to the end {screen.keys('G', 1):.1f} ms")
        screen.keys("q")
    screen.leave()


def main():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        with open(os.path.join(directory, "script"), "w") as f:
            f.write(script(directory))
        log = os.path.join(directory, "log")
        server = subprocess.Popen([SERVE, "--script", f.name, "--log", log],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        address = server.stdout.readline().decode().strip()
        rig = Rig(directory, address)
        rig.run("refresh")
        heard = shutil.which("mpv") and sounds(directory)
        only = os.environ.get("ONLY", "").split(",")
        for part, words in ((downloads, (address, directory)), (memory, ()), (keys, ()), (refresh, (address,)),
                            (cuts, (log,)), (listening, ()), (kills, ()), (broken_downloads, ()),
                            (views, (address,)), (real, ()), (tracks, (address,))):
            if (part.__name__ in only or only == [""]) and (part != real or heard):
                part(rig, *words)
                sys.stdout.flush()
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
