"""import_hostile.py COURANT DIR: databases that want to harm whoever imports them. Prints
TAP."""

import gzip
import os
import struct
import subprocess

from import_made import (COURANT, DIR, NEWSBOAT, NEWSBOAT_FEED, boat_item, database, feeds,
                         items, ok, plan)

A = "http://a.example/feed"
BOAT = (NEWSBOAT_FEED, NEWSBOAT, ("INSERT INTO rss_feed VALUES(?, '', 'F')", (A,)),
        boat_item("1", A))
QUITE = ("CREATE TABLE feeds(id, text, title, xmlUrl, htmlUrl, parentId)",
         "CREATE TABLE news(id, feedId, guid, title, link_href, published, received, content, "
         "description, read, deleted)",
         f"INSERT INTO feeds VALUES(9, 'F', 'F', '{A}', '', 1)")
GUARD = ("CREATE TABLE Categories(id, parent_id, title)",
         "CREATE TABLE Labels(custom_id, name, account_id)",
         "CREATE TABLE Feeds(id, source, custom_id, title, category, account_id, update_type, "
         "update_interval)",
         "CREATE TABLE Messages(id, account_id, feed, custom_id, title, url, author, "
         "date_created, contents, is_read, is_important, is_deleted, is_pdeleted, labels)",
         f"INSERT INTO Feeds VALUES(9, '{A}', '9', 'F', 1, 1, 0, 0)",
         "INSERT INTO Messages VALUES(1, 1, '9', 'm', 'T', 'http://a.example/1', '', 0, 'x', "
         "0, 0, 0, 0, '')")


def imported(name, *statements, beside=None):
    """Imports such a database, which takes no longer than honest ones."""
    path, db = database(f"{name}-from/cache.db", *statements)
    db.close()
    if beside:
        beside(path)
    tmp = f"{DIR}/{name}-tmp"
    os.mkdir(tmp)
    try:
        result = subprocess.run([COURANT, "-C", f"{DIR}/{name}", "import", path], text=True,
                                capture_output=True, timeout=20,
                                env={**os.environ, "HOME": DIR, "TMPDIR": tmp})
    except subprocess.TimeoutExpired:
        return f"{name}: it did not end"
    if result.returncode not in (0, 1) or os.listdir(tmp):
        return f"{name}: {result.returncode} {result.stderr} {os.listdir(tmp)}"
    return result.stderr


def loops():
    rows = [f"INSERT INTO feeds VALUES(1, '{t}', '{t}', '', '', {i})"
            for i, t in enumerate("abc")]
    got = imported("quite", *QUITE, *(r.replace(", 2)", ", 1)") for r in rows))
    ok("QuiteRSS: folders in each other", feeds("quite").startswith(A), got)
    rows = [f"INSERT INTO Categories VALUES(1, {p}, 'r')" for p in (-1, 1, 1)]
    got = imported("guard", *GUARD, *rows)
    ok("RSS Guard: categories in each other", feeds("guard").startswith(A), got)
    view = ("CREATE VIEW Labels AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 "
            "FROM c) SELECT x AS custom_id, 'n' AS name, 1 AS account_id FROM c")
    got = imported("view", GUARD[0], view, *GUARD[2:])
    ok("a view without an end is not read", "an unknown layout" in got, got)


def floods():
    text = NEWSBOAT.replace("content VARCHAR(65535) NOT NULL",
                            "content GENERATED ALWAYS AS (hex(zeroblob(%d)))")
    item = ("INSERT INTO rss_item(guid, title, author, url, feedurl, pubDate, unread) "
            f"SELECT value, 'T', '', 'http://a.example/' || value, '{A}', 0, 1 FROM "
            f"json_each('[{','.join(str(i) for i in range(200))}]')")
    for size in (400000000, 5000000):
        got = imported(f"flood{size}", *BOAT[:1], text % size, BOAT[2], item)
        ok(f"texts of {size} bytes out of nothing: there is a limit", "only part of it" in got and
           len(items(f"flood{size}")) < 20, got)


def bomb():
    path = f"{DIR}/bomb.opml.gz"
    with gzip.open(path, "wb", 1) as f:
        for _ in range(300):
            f.write(b" " * (1 << 20))
    result = subprocess.run([COURANT, "-C", f"{DIR}/bomb", "import", path], text=True,
                            capture_output=True, timeout=60)
    ok("a small file that unpacks to 300 MB", result.returncode == 1 and
       "contains no feed" in result.stderr, result)


def devices():
    def fifo(path):
        os.mkfifo(path + "-wal")

    def endless(path):
        os.symlink("/dev/zero", path + "-journal")
    for name, beside in (("fifo", fifo), ("endless", endless)):
        got = imported(name, *BOAT, beside=beside)
        ok(f"beside it: {name}", len(items(name)) == 1 or feeds(name).startswith(A), got)


def journal():
    """A journal may name a file that SQLite deletes once it is done with it."""
    victim = f"{DIR}/victim"

    def make(path):
        with open(victim, "wb") as f:
            f.write(b"precious\0")
        with open(path, "rb") as f:
            data = f.read()
        magic, page = bytes.fromhex("d9d505f920a163d7"), struct.unpack(">H", data[16:18])[0]
        total = 7 + sum(data[i] for i in range(page - 200, 0, -200))
        head = (magic + struct.pack(">IIIII", 1, 7, len(data) // page, 512, page)).ljust(512, b"\0")
        name = victim.encode()
        with open(path + "-journal", "wb") as f:
            f.write(head + struct.pack(">I", 1) + data[:page] + struct.pack(">I", total) +
                    struct.pack(">I", 0x40000000 // page + 1) + name +
                    struct.pack(">II", len(name), sum(name)) + magic)
    got = imported("journal", *BOAT, beside=make)
    ok("a journal that names another file", os.path.exists(victim) and
       feeds("journal").startswith(A), got)


for test in (loops, floods, bomb, devices, journal):
    test()
plan()
