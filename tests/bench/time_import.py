#!/usr/bin/env python3
"""time_import.py COURANT [ITEMS [FEEDS]]: how long an import of newsboat's cache takes, with
every state compared with what the cache says; the same import again; and its undo."""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time

COURANT = os.path.abspath(sys.argv[1])
ITEMS = int(sys.argv[2]) if len(sys.argv) > 2 else 100000
FEEDS = int(sys.argv[3]) if len(sys.argv) > 3 else 500
TEXT = "<p>" + "It is about rope, tar and patience. " * 20 + "</p>"


def row(i):
    """Two of three are read, one of fifty has a star, one of a hundred is deleted."""
    return (f"guid-{i}", f"Title {i}", "au", f"https://e{i % FEEDS}.example/{i}",
            f"https://e{i % FEEDS}.example/feed", 1790000000 + i, TEXT, int(i % 3 == 0),
            "s" if i % 50 == 0 else "", int(i % 100 == 7))


def fill(path):
    db = sqlite3.connect(path + "/cache.db")
    db.execute("CREATE TABLE rss_feed(rssurl TEXT PRIMARY KEY, url TEXT, title TEXT)")
    db.execute("CREATE TABLE rss_item(id INTEGER PRIMARY KEY, guid, title, author, url, feedurl,"
               " pubDate, content, unread, flags, deleted, enclosure_url, enclosure_type)")
    db.executemany("INSERT INTO rss_item(guid, title, author, url, feedurl, pubDate, content,"
                   " unread, flags, deleted) VALUES(?,?,?,?,?,?,?,?,?,?)",
                   (row(i) for i in range(ITEMS)))
    db.commit()
    db.close()
    with open(path + "/urls", "w") as f:
        f.writelines(f"https://e{i}.example/feed tag{i % 9}\n" for i in range(FEEDS))


def main():
    with tempfile.TemporaryDirectory() as home:
        run = [COURANT, "-C", home + "/c"]
        os.makedirs(home + "/.newsboat")
        fill(home + "/.newsboat")
        env = dict(os.environ, HOME=home)
        for name, words in (("import", ["import", "--from", "newsboat"]),
                            ("again", ["import", "--from", "newsboat"]),
                            ("undo", ["undo"]), ("redo", ["undo", "--redo"])):
            start, used = time.monotonic(), sum(os.times()[2:4])
            subprocess.run(run + words, env=env, check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            print(f"{name}\t{time.monotonic() - start:.2f} s, of the processor "
                  f"{sum(os.times()[2:4]) - used:.2f} s")
        out = subprocess.run(run + ["list", "--items", "--json", "--fields",
                                    "guid,unread,starred"],
                             env=env, capture_output=True, check=False).stdout
        got = {i["guid"]: (i["unread"], i["starred"]) for i in map(json.loads, out.splitlines())}
        want = {r[0]: (bool(r[7]), bool(r[8])) for r in map(row, range(ITEMS)) if not r[9]}
        wrong = sum(got.get(k) != v for k, v in want.items()) + len(got.keys() - want.keys())
        print(f"{ITEMS} items of {FEEDS} feeds, {wrong} of them wrong")
        sys.exit(wrong > 0)


main()
