#!/usr/bin/env python3
"""time_media.py COURANT FEEDSERVE FAKEMPV [MEGABYTES]: what episodes cost, with a loopback
server and a player that plays nothing. Prints: memory and CPU of two downloads beside
curl's; bytes that are fetched again after cuts; the wake-ups (by strace) and transactions
of listening; what is lost when whoever plays is killed; and, on a terminal, how long the
queue and the downloads take with 10,000 rows."""

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
CHAPTERS, CUES = 1000, 20000
PIECE = 4000000
os.environ["FAKEMPV"] = "length=100000"
KILLS = int(os.environ.get("KILLS", "20"))


def item(number, name):
    return (f"\tbody <item><guid>{name}</guid><title>{name}</title><pubDate>Sat, 03 Oct 2020 10:00:00 "
            f"GMT</pubDate><enclosure url=\"@URL@/{name}.mp3\" type=\"audio/mpeg\"/></item>\n")


def script():
    out = "/pod\n\tbody <rss version=\"2.0\"><channel><title>Pod</title>\n"
    out += "".join(item(0, n) for n in ("one", "two", "cut", "heard", "slow"))
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


def status(pid, name):
    found = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/status") as f:
            values = [int(m) for m in re.findall(name + r":\s+(\d+)", f.read())]
        found = max([found, *values]) if name == "VmHWM" else found + values[0]
    return found


def wait4(process):
    """Its CPU time in seconds, and the most memory that it had, in KiB."""
    most = 0
    while True:
        try:
            most = max(most, status(process.pid, "VmHWM"))
        except (OSError, ValueError, IndexError):
            pass  # it has just ended
        pid, code, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = code
            return usage.ru_utime + usage.ru_stime, most
        time.sleep(0.02)


def downloads(rig, address, directory):
    _, idle = wait4(rig.start("download"))
    for name in ("one", "two"):
        rig.run("download", f"title:{name}")
    cpu, most = wait4(rig.start("download"))
    curl = 0.0
    for name in ("one", "two"):
        curl += wait4(subprocess.Popen(["curl", "-s", "-o", os.path.join(directory, name),
                                        f"{address}{name}.mp3"]))[0]
        os.unlink(os.path.join(directory, name))
    print(f"two downloads of {SIZE // 1000000} MB: {cpu:.2f} s of CPU, curl {curl:.2f} s "
          f"({cpu / curl:.2f}); {(most - idle) / 1024:.1f} MB above idle")


def cuts(rig, log):
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
            f.write(script())
        log = os.path.join(directory, "log")
        server = subprocess.Popen([SERVE, "--script", f.name, "--log", log],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        address = server.stdout.readline().decode().strip()
        rig = Rig(directory, address)
        rig.run("refresh")
        downloads(rig, address, directory)
        cuts(rig, log)
        listening(rig)
        kills(rig)
        broken_downloads(rig)
        views(rig, address)
        tracks(rig, address)
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
