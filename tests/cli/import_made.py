"""What tests of imports share: a courant of their own in sys.argv[2], files and databases
below it, and TAP."""

import json
import os
import sqlite3
import subprocess
import sys

COURANT, DIR = sys.argv[1:3]
number = 0


def ok(name, good, why=""):
    global number
    number += 1
    for line in str(why).splitlines() if not good else []:
        print("#", line)
    print(f"{'ok' if good else 'not ok'} {number} - {name}")


def run(store, *args, home=DIR, stdin=None):
    env = {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8"}
    env.update({k: v for k, v in os.environ.items()
                if k.endswith("SAN_OPTIONS") or k == "GCONV_PATH"})
    return subprocess.run([COURANT, "-C", f"{DIR}/{store}", *args], env=env, text=True,
                          input=stdin, capture_output=True)


def items(store, *words):
    out = run(store, "list", "--items", "--json", "--fields",
              "id,feed_url,guid,link,title,unread,starred,tags,published", *words).stdout
    return [json.loads(line) for line in out.splitlines()]


def feeds(store):
    try:
        return open(f"{DIR}/{store}/feeds", encoding="utf-8").read()
    except FileNotFoundError:
        return ""


def write(path, text):
    path = f"{DIR}/{path}"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(text if isinstance(text, bytes) else text.encode())
    return path


def database(path, *statements, wal=False):
    path = f"{DIR}/{path}"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    db = sqlite3.connect(path)
    if wal:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA wal_autocheckpoint=0")
    for sql in statements:
        db.execute(*sql) if isinstance(sql, tuple) else db.execute(sql)
    db.commit()
    return path, db


def plan():
    print(f"1..{number}")


NEWSBOAT_FEED = """CREATE TABLE rss_feed(rssurl VARCHAR(1024) PRIMARY KEY NOT NULL,
    url VARCHAR(1024) NOT NULL, title VARCHAR(1024) NOT NULL)"""
# As the oldest versions have it: neither flags nor deleted, no enclosures.
NEWSBOAT_OLD = """CREATE TABLE rss_item(id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    guid VARCHAR(64) NOT NULL, title VARCHAR(1024) NOT NULL, author VARCHAR(1024) NOT NULL,
    url VARCHAR(1024) NOT NULL, feedurl VARCHAR(1024) NOT NULL, pubDate INTEGER NOT NULL,
    content VARCHAR(65535) NOT NULL, unread INTEGER(1) NOT NULL)"""
NEWSBOAT = NEWSBOAT_OLD[:-1] + """, enclosure_url VARCHAR(1024),
    enclosure_type VARCHAR(1024), enqueued INTEGER(1) NOT NULL DEFAULT 0, flags VARCHAR(52),
    deleted INTEGER(1) NOT NULL DEFAULT 0, base VARCHAR(128) NOT NULL DEFAULT "")"""


def boat_item(guid, feed, unread=1, flags="", deleted=0, title="T", url="http://a.example/1"):
    return ("""INSERT INTO rss_item(guid, title, author, url, feedurl, pubDate, content,
        unread, flags, deleted) VALUES(?, ?, '', ?, ?, 1790000000, '<p>x</p>', ?, ?, ?)""",
            (guid, title, url, feed, unread, flags, deleted))
