#!/usr/bin/env python3
"""time_sync.py COURANT FEEDSERVE [ITEMS [FEEDS [TIME_PAINT]]]: what syncs of an account cost, with a
loopback server that answers as FreshRSS does. Prints requests, bytes, wall and CPU time:
of a first sync (beside a plain download: the same requests one after the other, nothing
done with the answers), of one without news, of one with 50 new items and 200 states, of
5,000 marks that are sent, and of check and sync --dry-run. TIME_PAINT (time_paint.c) shows
what keys of the reader cost during a first sync."""

import http.client
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

COURANT, SERVE = (os.path.abspath(p) for p in sys.argv[1:3])
ITEMS = int(sys.argv[3]) if len(sys.argv) > 3 else 50000
FEEDS = int(sys.argv[4]) if len(sys.argv) > 4 else 200
# As measured of a FreshRSS with SQLite: 640 bytes an item, 250 of them in 5 to 6 ms.
TIME_PAINT = os.path.abspath(sys.argv[5]) if len(sys.argv) > 5 else None
BYTES = 200
SCRIPT = """/api/greader.php/reader/api/0/stream/items/contents*
	app
	delay 4ms
"""
PREFIX = "/api/greader.php"
AUTH = "ann/f6fad060caedc358183c86bd43a401620836a16d"


def commands():
    each = ITEMS // FEEDS
    for i in range(FEEDS):
        yield f"feed Feed{i} Folder{i % 10}\n"
    for i in range(FEEDS):
        yield f"items {i + 1} {each} {BYTES}\n"


class Server:
    def __init__(self, directory):
        path = os.path.join(directory, "account")
        with open(path, "w") as f:
            f.writelines(commands())
        script = os.path.join(directory, "script")
        with open(script, "w") as f:
            f.write(SCRIPT)
        self.log = os.path.join(directory, "log")
        self.process = subprocess.Popen([SERVE, "--account", path, "--script", script,
                                         "--log", self.log],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.url = self.process.stdout.readline().decode().strip()
        self.host = self.url.split("/")[2]
        self.read = 0

    def control(self, text):
        link = http.client.HTTPConnection(self.host)
        link.request("POST", "/control", text)
        link.getresponse().read()

    def cpu(self):
        with open(f"/proc/{self.process.pid}/stat") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def requests(self):
        """Those since the last call."""
        with open(self.log) as f:
            lines = f.read().splitlines()
        new, self.read = lines[self.read:], len(lines)
        return [line for line in new if line.startswith("REQUEST") and "/control" not in line]


def private(pid):
    """Private memory in MB, without pages of the store's file."""
    try:
        with open(f"/proc/{pid}/smaps_rollup") as f:
            return sum(int(line.split()[1]) for line in f
                       if line.startswith(("Private_Dirty", "Anonymous"))) / 2048
    except (OSError, ValueError):
        return 0


def watch(child):
    """What it says, and the most private memory that it had."""
    most, said = 0, []
    reader = threading.Thread(target=lambda: said.append(child.stdout.read()))
    reader.start()
    while reader.is_alive():
        most = max(most, private(child.pid))
        reader.join(.05)
    return said[0].decode(), most


def run(server, home, *args, text=None):
    server.requests()
    before, start = server.cpu(), time.monotonic()
    child = subprocess.Popen([COURANT, "-C", home, *args], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    child.stdin.write((text or "").encode())
    child.stdin.close()
    said, most = watch(child)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - start
    cpu = usage.ru_utime + usage.ru_stime
    asked = server.requests()
    answer = re.findall(r'"bytes":(\d+)', said)
    print(f"{' '.join(args)[:34]:34} {len(asked):5} requests {wall:7.2f} s wall {cpu:6.2f} s CPU"
          f" {server.cpu() - before:6.2f} s server's {most:5.0f} MB"
          f"{' ' + str(int(answer[-1]) // 1000) + ' kB' if answer else ''}", flush=True)
    if child.returncode not in (0, 1):
        print(said[-500:])
    return asked, wall, cpu, said


def download(server, asked):
    """The same requests again: paths from the log, ids as the server lists them."""
    link = http.client.HTTPConnection(server.host)
    head = {"Authorization": "GoogleLogin auth=" + AUTH, "Accept-Encoding": "gzip",
            "Content-Type": "application/x-www-form-urlencoded"}
    link.request("GET", "/control/items")
    ids = [int(line.split()[0]) for line in
           link.getresponse().read().decode().splitlines()][::-1]
    paths = [re.search(r"(GET|POST) (\S+)", line).groups() for line in asked]
    posts = sum("items/contents" in path for _, path in paths)
    bodies = ["".join(f"&i=tag%3Agoogle.com%2C2005%3Areader%2Fitem%2F{i:016x}"
                      for i in ids[at:at + 250]) for at in range(0, len(ids), 250)]
    start, size, n = time.monotonic(), 0, 0
    for method, path in paths:
        body = None
        if "items/contents" in path:
            body, n = (bodies[n] if n < len(bodies) else bodies[-1]), n + 1
        elif method == "POST":
            body = "Email=ann&Passwd=readerpw1"
        link.request(method, path, body, head)
        size += len(link.getresponse().read())
    wall = time.monotonic() - start
    print(f"{'plain download':34} {len(paths):5} requests {wall:7.2f} s wall,"
          f" {posts} of contents, {size // 1000} kB", flush=True)
    return wall


def press_keys(server, directory):
    home = os.path.join(directory, "reader")
    os.makedirs(os.path.join(home, "store", "secrets"), mode=0o700)
    with open(os.path.join(home, "config"), "w") as f:
        f.write(f"[account phone]\nurl = {server.url}api/greader.php\nuser = ann\n"
                "protocol = greader\n")
    secret = os.open(os.path.join(home, "store", "secrets", "phone"),
                     os.O_WRONLY | os.O_CREAT, 0o600)
    os.write(secret, b"readerpw1")
    os.close(secret)
    server.requests()
    print("keys during a first sync, in ms:", flush=True)
    subprocess.run([TIME_PAINT, COURANT, home, "60", "200"])
    print(len(server.requests()), "requests meanwhile")


def main():
    with tempfile.TemporaryDirectory() as directory:
        server, home = Server(directory), os.path.join(directory, "home")
        asked, wall, cpu, _ = run(server, home, "account", "add", "phone", server.url,
                                  "--protocol", "greader", "--user", "ann",
                                  text="readerpw1\n")
        plain = min(download(server, asked) for _ in range(3))
        print(f"first sync: {wall / plain:.2f} x the plain download by wall,"
              f" {cpu / plain:.2f} x by CPU")
        server.requests()
        run(server, home, "account", "sync", "--json")
        server.control("items 1 50 600\n" + "".join(f"read #{n}\n" for n in range(1, 201)))
        run(server, home, "account", "sync", "--json")
        run(server, home, "mark", "-", text="\n".join(str(n) for n in range(1001, 6001)))
        run(server, home, "account", "sync", "--json")
        run(server, home, "account", "check", "phone", "--json")
        run(server, home, "account", "sync", "--dry-run", "--json")
        if TIME_PAINT:
            press_keys(server, directory)
        server.process.stdin.close()
        server.process.wait()


main()
