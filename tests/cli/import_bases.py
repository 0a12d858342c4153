"""import_bases.py COURANT DIR: databases as the versions of programs make them, with what is
hard about them, are imported from DIR. Prints TAP."""

import json
import zipfile

from import_made import (DIR, NEWSBOAT, NEWSBOAT_FEED, boat_item, database, feeds, items, ok, plan,
                         run, write)

NOW = 1790000000
F, G = "http://f.example/", "http://g.example/"

OLD_GUARD = (
    "CREATE TABLE Accounts(id INTEGER PRIMARY KEY, type TEXT NOT NULL)",
    "CREATE TABLE TtRssAccounts(id INTEGER, username TEXT, password TEXT, url TEXT)",
    "CREATE TABLE OwnCloudAccounts(id INTEGER, username TEXT, password TEXT, url TEXT)",
    "CREATE TABLE Categories(id INTEGER PRIMARY KEY, parent_id INTEGER, title TEXT, account_id "
    "INTEGER, custom_id TEXT)",
    "CREATE TABLE Feeds(id INTEGER PRIMARY KEY, title TEXT, category INTEGER, url TEXT, protected "
    "INTEGER, username TEXT, update_type INTEGER, update_interval INTEGER, account_id INTEGER, "
    "custom_id TEXT)",
    "CREATE TABLE Messages(id INTEGER PRIMARY KEY, is_read INTEGER, is_deleted INTEGER, "
    "is_important INTEGER, feed TEXT, title TEXT, url TEXT, author TEXT, date_created INTEGER, "
    "contents TEXT, is_pdeleted INTEGER, enclosures TEXT, account_id INTEGER, custom_id TEXT, "
    "custom_hash TEXT)")

NEW_GUARD = (
    "CREATE TABLE Accounts(id INTEGER PRIMARY KEY, ordr INTEGER, type TEXT, custom_data TEXT)",
    "CREATE TABLE Categories(id INTEGER PRIMARY KEY, ordr INTEGER, parent_id INTEGER, title TEXT, "
    "account_id INTEGER, custom_id TEXT)",
    "CREATE TABLE Feeds(id INTEGER PRIMARY KEY, ordr INTEGER, title TEXT, category INTEGER, source "
    "TEXT, update_type INTEGER, update_interval INTEGER DEFAULT 900, is_off INTEGER DEFAULT 0, "
    "keep_article_customize INTEGER DEFAULT 0, keep_article_count INTEGER DEFAULT 0, account_id "
    "INTEGER, custom_id TEXT, custom_data TEXT)",
    "CREATE TABLE Messages(id INTEGER PRIMARY KEY, is_read INTEGER, is_important INTEGER, "
    "is_deleted INTEGER, is_pdeleted INTEGER, feed INTEGER, title TEXT, url TEXT, author TEXT, "
    "date_created INTEGER, contents TEXT, enclosures TEXT, score REAL, account_id INTEGER, "
    "custom_id TEXT, custom_data TEXT)",
    "CREATE TABLE MessageFilters(id INTEGER PRIMARY KEY, name TEXT, script TEXT, is_enabled "
    "INTEGER, ordr INTEGER)",
    "CREATE TABLE Labels(id INTEGER PRIMARY KEY, name TEXT, custom_id TEXT, account_id INTEGER)",
    "CREATE TABLE LabelsInMessages(message INTEGER, label INTEGER, UNIQUE(message, label))",
    "CREATE TABLE Probes(id INTEGER PRIMARY KEY, name TEXT, type INTEGER, fltr TEXT, account_id "
    "INTEGER)")


def message(feed, title, read=0, important=0, deleted=0, purged=0, guid=None):
    return ("INSERT INTO Messages(feed, title, is_read, is_important, is_deleted, is_pdeleted, url, "
            "author, date_created, contents, account_id, custom_id) "
            "VALUES(?, ?, ?, ?, ?, ?, ?, '', ?, 'x', 1, ?)",
            (feed, title, read, important, deleted, purged, F + title, NOW * 1000,
             guid if guid is not None else "g" + title))


def marks(store):
    return sorted((i["feed_url"], i["title"], i["unread"], i["starred"], ",".join(i["tags"]))
                  for i in items(store))


def guard_old():
    path, db = database(
        "guard3/database.db", *OLD_GUARD,
        "INSERT INTO Accounts VALUES(1, 'std-rss'), (2, 'tt-rss'), (3, 'owncloud')",
        "INSERT INTO TtRssAccounts VALUES(2, 'ann', 'geheim', 'https://tt.example/')",
        "INSERT INTO OwnCloudAccounts VALUES(3, 'bob', 'geheim', 'https://oc.example')",
        "INSERT INTO Categories VALUES(1, -1, 'Top', 1, NULL), (2, 1, 'Sub', 1, NULL)",
        ("INSERT INTO Feeds VALUES(3, 'F', 2, ?, 0, '', 2, 30, 1, '3'), "
         "(4, 'G', -1, ?, 1, 'reader', 1, 15, 1, NULL), "
         "(5, 'T', -1, 'http://t.example/', 0, '', 1, 15, 2, '77')", (F, G)),
        message("3", "A", 1, 1), message("3", "B", guid=""), message("3", "C", 1, deleted=1),
        message("4", "D", 1))
    db.close()
    result = run("guard3-c", "import", path)
    ok("RSS Guard 3: items of feeds without an id of their account's",
       marks("guard3-c") == [(F, "A", False, True, ""), (F, "B", True, False, ""),
                             (G, "D", False, False, "")], marks("guard3-c"))
    ok("RSS Guard 3: folders and intervals", f'{F} Top/Sub "~F" max-interval=30m\n' in
       feeds("guard3-c"), feeds("guard3-c"))
    ok("RSS Guard 3: accounts are told", "t.example" not in feeds("guard3-c") and
       "https://tt.example --user ann --protocol ttrss" in result.stderr and
       "https://oc.example --user bob --protocol nextcloud" in result.stderr and
       "geheim" not in result.stderr, result.stderr)


def guard_oldest():
    """Before there were accounts, items named feeds by numbers."""
    path, db = database(
        "guard1/database.db",
        "CREATE TABLE Categories(id INTEGER PRIMARY KEY, parent_id INTEGER, title TEXT)",
        "CREATE TABLE Feeds(id INTEGER PRIMARY KEY, title TEXT, category INTEGER, url TEXT, "
        "protected INTEGER, username TEXT, update_type INTEGER, update_interval INTEGER)",
        "CREATE TABLE Messages(id INTEGER PRIMARY KEY, is_read INTEGER, is_deleted INTEGER, "
        "is_important INTEGER, is_pdeleted INTEGER, feed INTEGER, title TEXT, url TEXT, author "
        "TEXT, date_created INTEGER, contents TEXT)",
        "INSERT INTO Categories VALUES(1, -1, 'Top')",
        ("INSERT INTO Feeds VALUES(3, 'F', 1, ?, 0, '', 1, 15)", (F,)),
        "INSERT INTO Messages VALUES(1, 1, 0, 1, 0, 3, 'A', 'http://f.example/A', '', "
        "1790000000000, 'x'), (2, 0, 0, 0, 0, 3, 'B', 'http://f.example/B', '', 1, 'x')")
    db.close()
    result = run("guard1-c", "import", path)
    ok("RSS Guard before it had accounts", feeds("guard1-c") == f'{F} Top "~F"\n' and
       marks("guard1-c") == [(F, "A", False, True, ""), (F, "B", True, False, "")],
       (result.stderr, feeds("guard1-c"), marks("guard1-c")))


def canto_shelf():
    write("shelf/.config/canto/conf", json.dumps({"feeds": [{"name": "N", "url": F}],
                                                  "defaults": {}}))
    write("shelf/.config/canto/feeds", b"\0\6\x15\x61" + b"\0" * 4000)
    result = run("shelf-c", "import", "--from", "canto", home=DIR + "/shelf")
    ok("canto: items that only Python can read are told", feeds("shelf-c") == F + ' "~N"\n' and
       "an unknown layout" in result.stderr, result.stderr)


def guard_new():
    path, db = database(
        "guard5/database.db", *NEW_GUARD,
        "INSERT INTO Accounts(id, type, custom_data) VALUES(1, 'std-rss', NULL), "
        "(2, 'inoreader', '{\"username\": \"ann@x.example\"}')",
        "INSERT INTO Categories VALUES(1, 0, -1, 'Top', 1, NULL)",
        ("INSERT INTO Feeds(id, title, category, source, update_type, update_interval, is_off, "
         "keep_article_customize, keep_article_count, account_id, custom_id) VALUES(3, 'F', 1, ?, 2, "
         "1800, 0, 1, 70, 1, 'own-3'), (4, 'G', -1, ?, 2, 900, 1, 0, 9, 1, 'own-4'), (5, 'I', -1, "
         "'http://i.example/', 1, 900, 0, 0, 0, 2, 'feed/http://i.example/')", (F, G)),
        message(3, "A", 1, 1), message(3, "B"), message(3, "C", 1, purged=1), message(4, "D", 1),
        "INSERT INTO Labels VALUES(7, 'Later', 'l', 1)",
        "INSERT INTO LabelsInMessages VALUES(1, 7), (4, 7)",
        "INSERT INTO Probes VALUES(1, 'About: \"cats\"', 0, 'cat.*', 1)",
        "INSERT INTO MessageFilters VALUES(1, 'No ads', 'x', 1, 0), (2, 'Not used', 'x', 0, 1)")
    db.close()
    result = run("guard5-c", "import", path)
    ok("RSS Guard 5: items name their feeds and labels by numbers",
       marks("guard5-c") == [(F, "A", False, True, "Later"), (F, "B", True, False, ""),
                             (G, "D", False, False, "Later")], marks("guard5-c"))
    ok("RSS Guard 5: seconds between updates, items to keep",
       feeds("guard5-c") == f'{F} Top "~F" max-interval=30m keep-items=70\n'
       f'{G} "~G" max-interval=15m\n', feeds("guard5-c"))
    ok("RSS Guard 5: searches, filters in use, feeds that rest and accounts are told",
       all(word in result.stderr for word in
           (r'query:About- \"cats\":title', '"No ads": rules', "G was never updated",
            "https://www.inoreader.com --user ann@x.example")) and
       "Not used" not in result.stderr, result.stderr)


def news_bins():
    """Liferea's copies of items that are kept by hand have no feed."""
    write("bins/feedlist.opml", "<opml><head><title>Liferea Feed List Export</title></head><body>"
          f'<outline type="rss" id="f" text="F" xmlUrl="{F}"/>'
          '<outline type="newsbin" id="bin" text="Keep it"/></body></opml>')
    database(
        "bins/liferea.db", "CREATE TABLE subscription(node_id, source)",
        "CREATE TABLE node(node_id PRIMARY KEY, title, type)",
        "INSERT INTO node VALUES('f', 'F', 'rss'), ('bin', 'Keep it', 'newsbin')",
        "CREATE TABLE items(item_id, node_id, title, read, marked, source, source_id, date, "
        "description)", ("INSERT INTO subscription VALUES('f', ?)", (F,)),
        "INSERT INTO items VALUES(1, 'f', 'A', 1, 0, 'http://f.example/A', 'a', 1790000000, ''), "
        "(2, 'f', 'B', 0, 0, 'http://f.example/B', 'b', 1790000000, ''), "
        "(3, 'bin', 'A', 1, 0, 'http://f.example/A', 'a', 1790000000, 'x'), "
        "(4, 'bin', 'Old', 0, 0, 'http://old.example/', 'o', 1790000000, 'kept text'), "
        "(5, 'gone', 'Lost', 0, 0, 'http://old.example/2', 'p', 1790000000, '')")[1].close()
    result = run("bins-c", "import", f"{DIR}/bins")
    got = {i["title"]: (i["unread"], i["starred"], i["tags"]) for i in items("bins-c")}
    ok("Liferea: what lies in a news bin is a saved page with its name as a tag",
       got == {"A": (False, True, ["Keep it"]), "B": (True, False, []),
               "Old": (True, False, ["Keep it"])}, got)
    ok("Liferea: items of feeds that are not there are told", "1 item is left out" in
       result.stderr, result.stderr)
    run("bins-c", "import", f"{DIR}/bins")
    ok("… and come once", len(items("bins-c")) == 3, items("bins-c"))


def antennapod():
    path, db = database(
        "antenna/AntennaPodBackup-2026-11-01.db",
        "CREATE TABLE Feeds(id INTEGER PRIMARY KEY, title TEXT, custom_title TEXT, download_url "
        "TEXT, link TEXT, username TEXT, password TEXT, keep_updated INTEGER DEFAULT 1, tags TEXT, "
        "state INTEGER DEFAULT 0)",
        "CREATE TABLE FeedItems(id INTEGER PRIMARY KEY, title TEXT, pubDate INTEGER, read INTEGER, "
        "link TEXT, description TEXT, feed INTEGER, item_identifier TEXT)",
        "CREATE TABLE FeedMedia(id INTEGER PRIMARY KEY, duration INTEGER, download_url TEXT, position "
        "INTEGER, mime_type TEXT, feeditem INTEGER, last_played_time INTEGER)",
        "CREATE TABLE Favorites(id INTEGER PRIMARY KEY, feeditem INTEGER, feed INTEGER)",
        "CREATE TABLE Queue(id INTEGER PRIMARY KEY, feeditem INTEGER, feed INTEGER)",
        ("INSERT INTO Feeds VALUES(1, 'F', 'Mine', ?, '', 'ann', 'p:w', 1, ?, 0), "
         "(2, 'G', NULL, ?, '', NULL, NULL, 0, '#root', 2), "
         "(3, 'Looked at', NULL, 'http://h.example/', '', NULL, NULL, 1, '', 1)",
         (F, "#root\x1enews\x1ea/b", G)),
        *(("INSERT INTO FeedItems VALUES(?, ?, ?, ?, ?, 'x', ?, ?)",
           (n, t, NOW * 1000, r, f"http://f.example/{t}", f, "g" + t)) for n, t, r, f in
          ((1, "A", 1, 1), (2, "B", -1, 1), (3, "C", 0, 1), (4, "D", 0, 2), (5, "E", 1, 3))),
        *(("INSERT INTO FeedMedia VALUES(?, 600000, ?, ?, 'audio/mpeg', ?, ?)",
           (n, f"http://f.example/{n}.mp3", at, n, (NOW - 50) * 1000 if at else 0)) for n, at in ((1, 0), (2, 0), (3, 90000))),
        "INSERT INTO Favorites VALUES(1, 3, 1)", "INSERT INTO Queue VALUES(0, 3, 1), (1, 2, 1)")
    db.close()
    result = run("antenna-c", "import", path)
    ok("AntennaPod: feeds with their tags and logins; those that were only looked at are none",
       feeds("antenna-c") == f'{F} news a/b "~Mine" login=ann:p:w\n{G}\n', feeds("antenna-c"))
    ok("AntennaPod: a feed that rests is told", "never updated" in result.stderr, result.stderr)
    ok("AntennaPod: what was played, and favourites",
       marks("antenna-c") == [(F, "A", False, False, ""), (F, "B", True, False, ""),
                              (F, "C", True, True, ""), (G, "D", True, False, "")],
       marks("antenna-c"))
    out = run("antenna-c", "export", "--items").stdout
    got = {i["title"]: (i.get("queue_place"), i.get("position_ms"), i.get("played"), i.get("heard"))
           for i in map(json.loads, out.splitlines())}
    ok("AntennaPod: the queue, how far episodes were heard, and when",
       got["C"] == (1, 90000, False, NOW - 50) and got["B"][0] == 2 and got["A"][2] is True, got)
    write("antenna-own", out)
    run("antenna-d", "import", path, "--feeds")
    run("antenna-d", "import", DIR + "/antenna-own")
    got = [i.get("heard") for i in map(json.loads, run("antenna-d", "export", "--items").stdout.splitlines())
           if i["title"] == "C"]
    ok("… as courant exports it, too", got == [NOW - 50], got)


def gpodder():
    path, db = database(
        "gpodder/Database",
        "CREATE TABLE podcast(id INTEGER PRIMARY KEY, url, title, link, section, auth_username, "
        "auth_password, pause_subscription)",
        "CREATE TABLE episode(podcast_id, guid, title, link, url, published, state, is_new, "
        "description, description_html, mime_type, archive, current_position, total_time, "
        "current_position_updated)",
        ("INSERT INTO podcast VALUES(1, ?, 'F', 'http://f.example/', 'audio', '', '', 0)", (F,)),
        *(("INSERT INTO episode VALUES(1, ?, ?, ?, ?, ?, 0, ?, 'x', '', 'audio/mpeg', ?, ?, 600, ?)",
           (f"g{t}", t, f"http://f.example/{t}", f"http://f.example/{t}.mp3", NOW, new, kept, at, when))
          for t, new, kept, at, when in
          (("A", 0, 0, 595, NOW - 70), ("B", 1, 0, 0, 0), ("C", 0, 1, 90, NOW - 50))))
    db.close()
    run("gpodder-c", "import", path)
    ok("gPodder: what is read, and kept",
       marks("gpodder-c") == [(F, "A", False, False, ""), (F, "B", True, False, ""),
                              (F, "C", False, True, "")], marks("gpodder-c"))
    got = {i["title"]: (i.get("position_ms"), i.get("played"), i.get("heard")) for i in
           map(json.loads, run("gpodder-c", "export", "--items").stdout.splitlines())}
    ok("gPodder: how far episodes were heard, and when; the last seconds count as the end",
       got == {"A": (0, True, NOW - 70), "B": (None, None, None), "C": (90000, False, NOW - 50)}, got)


def castero():
    path, db = database(
        "castero/castero.db",
        "CREATE TABLE feed(key TEXT PRIMARY KEY, title TEXT, description TEXT, link TEXT, "
        "last_build_date TEXT, copyright TEXT)",
        "CREATE TABLE episode(id INTEGER PRIMARY KEY, feed_key TEXT, title TEXT, description TEXT, "
        "link TEXT, pubdate TEXT, copyright TEXT, enclosure TEXT, played INTEGER DEFAULT 0)",
        "CREATE TABLE queue(id INTEGER PRIMARY KEY, ep_id INTEGER)",
        "CREATE TABLE progress(id INTEGER PRIMARY KEY, time INTEGER, ep_id INTEGER UNIQUE)",
        ("INSERT INTO feed VALUES(?, 'F', '', 'http://f.example/', '', '')", (F,)),
        *(("INSERT INTO episode VALUES(?, ?, ?, 'x', ?, 'Sat, 26 Sep 2026 10:00:00 +0000', '', ?, ?)",
           (n, F, t, f"http://f.example/{t}", f"http://f.example/{n}.mp3", played))
          for n, t, played in ((1, "A", 1), (2, "B", 0), (3, "C", 0))),
        "INSERT INTO progress VALUES(1, 90500.7, 3), (2, 5000, 1)",
        "INSERT INTO queue VALUES(1, 3), (2, 2), (3, 3)")
    db.close()
    run("castero-c", "import", path)
    ok("castero: its feeds, and what was played",
       feeds("castero-c") == f'{F} "~F"\n' and
       marks("castero-c") == [(F, "A", False, False, ""), (F, "B", True, False, ""),
                              (F, "C", True, False, "")], (feeds("castero-c"), marks("castero-c")))
    out = run("castero-c", "export", "--items").stdout
    got = {i["title"]: (i.get("queue_place"), i.get("position_ms"), i.get("played"))
           for i in map(json.loads, out.splitlines())}
    ok("castero: the queue, and how far episodes were heard",
       got == {"A": (None, 0, True), "B": (2, None, None), "C": (1, 90500, False)}, got)
    # An older version knows neither.
    path, db = database(
        "castero-1/castero.db",
        "CREATE TABLE feed(key TEXT PRIMARY KEY, title TEXT, description TEXT, link TEXT, "
        "last_build_date TEXT, copyright TEXT)",
        "CREATE TABLE episode(id INTEGER PRIMARY KEY, feed_key TEXT, title TEXT, description TEXT, "
        "link TEXT, pubdate TEXT, copyright TEXT, enclosure TEXT)",
        ("INSERT INTO feed VALUES(?, 'F', '', '', '', '')", (F,)),
        ("INSERT INTO episode VALUES(1, ?, 'A', 'x', '', '', '', 'http://f.example/1.mp3')", (F,)))
    db.close()
    run("castero-1-c", "import", path)
    ok("castero: of its first version as well",
       marks("castero-1-c") == [(F, "A", True, False, "")], marks("castero-1-c"))


def raft_own():
    """Data of the user's own, and feeds that commands make."""
    write("own/feeds", f'@ A\n{F} "F"\n$(sh gen) "Made"\n')
    database(
        "own/newsraft.sqlite3", "CREATE TABLE feeds(feed_url, title, link)",
        "CREATE TABLE items(feed_url, guid, title, link, content, attachments, persons, "
        "publication_date, update_date, unread, important, user_data)",
        ("INSERT INTO feeds VALUES(?, 'F', ''), ('$(sh gen)', 'Made', '')", (F,)),
        ("INSERT INTO items VALUES(?, 'a', 'A', 'http://f.example/A', '', '', '', 1790000000, 0, 0, "
         "0, '{\"later\":1}'), ('$(sh gen)', 'm', 'M', '', '', '', '', 1790000000, 0, 0, 0, NULL)",
         (F,)))[1].close()
    result = run("own-c", "import", f"{DIR}/own")
    ok("newsraft: data of the user's own are told; a command is told once",
       marks("own-c") == [(F, "A", False, False, "")] and result.stderr.count("sh gen") == 1 and
       'A: user_data="{"later":1}"' in result.stderr, result.stderr)


def counts():
    """What comes is counted, before it comes as afterwards."""
    home = DIR + "/count"
    write("count/.newsboat/urls", F + '\n"filter:sed:http://h.example/"\n')
    database("count/.newsboat/cache.db", NEWSBOAT_FEED, NEWSBOAT,
             boat_item("one", F, 0), boat_item("two", F, 1), boat_item("old", G, 0, "s"),
             boat_item("three", "filter:sed:http://h.example/", 1),
             boat_item("four", "filter:sed:http://h.example/", 1),
             boat_item("five", "filter:sed:http://h.example/", 0))[1].close()
    first = run("count-c", "import", "--dry-run", "--from", "newsboat", home=home).stderr
    then = run("count-c", "import", "--from", "newsboat", home=home).stderr
    for name, text in (("--dry-run", first), ("import", then)):
        ok(f"{name}: items that come are counted apart from those that do not",
           "4 items (3 read" in text and "1 item is of a feed that you do not" in text and
           "2 items are left out, since their feeds are missing" in text, text)


def redo():
    """What undo took away comes again as it was, without what was deleted."""
    home = DIR + "/redo"
    write("redo/.newsboat/urls", F + "\n" + G + "\n")
    database("redo/.newsboat/cache.db", NEWSBOAT_FEED, NEWSBOAT,
             boat_item("one", F, 0), boat_item("two", F, 1, "s"), boat_item("three", G),
             boat_item("gone", G, 0, deleted=1))[1].close()
    run("redo-c", "import", "--from", "newsboat", home=home)
    imported = marks("redo-c")
    run("redo-c", "undo")
    run("redo-c", "undo", "--redo")
    ok("undo --redo: an import is as it was, and what was deleted stays so",
       len(imported) == 3 and marks("redo-c") == imported, marks("redo-c"))


def raft_settings():
    """A feed's own zero counts before its section's number."""
    path = write("zero/feeds", "@ News < reload-period 30; item-limit 9\n"
                 'http://a.example/ "A" < reload-period 0; item-limit 0\n'
                 'http://b.example/ "B" < user-agent ""\n')
    result = run("zero-c", "import", path)
    ok("newsraft: a feed that is not reloaded is told, and has nothing of its section's",
       feeds("zero-c") == 'http://a.example/ News "~A"\n'
       'http://b.example/ News "~B" max-interval=30m keep-items=9\n' and
       "A was never updated" in result.stderr, feeds("zero-c") + result.stderr)
    ok("newsraft: no user-agent at all is told", "feeds:3: user-agent is left out" in
       result.stderr, result.stderr)


# Lines of newsboat's config, and what they are here.
LINES = (
    ("bind-key J next-feed articlelist", "bind items J next-feed"),
    ("bind-key ~ rev-sort", "bind all ~ sort reverse"),
    ("bind-key T set-tag feedlist", "bind feeds T tags"),
    ('bind <SPACE>o articlelist open-in-browser ; toggle-article-read "read"',
     "bind items Space none\nbind items <Space>o browser-and-mark"),
    ("macro r set show-read-articles no; reload-all", "bind all ,r set show-read no ; reload-all"),
    ("""macro y set browser "sh -c 'say $1; echo' --" ; open-in-browser""",
     'bind all ,y run "sh -c \'sh -c \'\\\\\'\'say $1; echo\'\\\\\'\' -- \\"$1\\"\' sh %u"'),
    ('macro z set browser "mpv >>~/log" ; open-in-browser',
     """bind all ,z run sh -c 'mpv >>~/log "$1"' sh %u"""),
    ("run-on-startup open; random-unread; open", "start = open ; random-unread ; open"),
    ("color title invis default dim", "# color title invis default dim"),
    ("color article color7 color300", "# color article color7 color300"),
    ("color info default color0 blink", "color status default 0"),
    ('highlight article "a(b" red', '# highlight article "a(b" red'),
    ('highlight-article "title ==" red', '# highlight-article "title ==" red'),
    ('macro s save "~/x" ; toggle-article-read "read"', '# macro s save "~/x" ; '
     'toggle-article-read "read"\n#\tno command does the same as toggle-article-read read'),
    ("macro x", "# macro x"),
    ("urls-source feedbin", "[account newsboat]\nurl = https://api.feedbin.com\n"
     "protocol = feedbin"),
)


def account():
    """Who has the feeds of a server in newsboat is told how to have them here."""
    write("server/.newsboat/urls", F + "\n")
    write("server/.newsboat/config", "include more\n")
    write("server/.newsboat/more", 'urls-source "miniflux"\nminiflux-url "https://m.example"\n'
          'miniflux-login "ann"\nminiflux-password "geheim"\n')
    result = run("server-c", "import", "--from", "newsboat", home=DIR + "/server")
    ok("newsboat: the account of a feed server is told", result.returncode == 0 and
       "https://m.example --user ann --protocol miniflux" in result.stderr and
       "geheim" not in result.stderr, result.stderr)


def archive():
    """What services send is often packed."""
    path = f"{DIR}/takeout.zip"
    with zipfile.ZipFile(path, "w") as z:
        z.writestr("feeds/subscriptions.opml", f'<opml><body><outline text="F" xmlUrl="{F}"/>'
                   '</body></opml>')
        z.writestr("feeds/starred.json", json.dumps({"items": [
            {"id": "x", "title": "S", "alternate": [{"href": F + "s"}], "categories":
             ["user/-/state/com.google/starred"], "origin": {"streamId": "feed/" + F}}]}))
    result = run("zip-c", "import", path)
    ok("a ZIP archive says what it is", result.returncode == 1 and
       "takeout.zip is a ZIP archive; unpack it" in result.stderr, result.stderr)
    with zipfile.ZipFile(path) as z:
        z.extractall(DIR + "/takeout")
    run("zip-c", "import", DIR + "/takeout")
    ok("… and what is in it is imported together",
       marks("zip-c") == [(F, "S", True, True, "")], marks("zip-c"))


RAFT_LINES = (
    ("bind O open-in-browser; mark-read; select-next", "bind all O browser-and-mark ; down"),
    ("bind z sort-by-unread", "bind all z sort unread,-date"),
    ("""bind w exec "wget -P ~/dl '%l' && notify-send done\"""",
     """bind all w run sh -c 'wget -P ~/dl "$1" && notify-send done' sh %u"""),
    ('user-agent ""', '# user-agent ""'),
    ("color-list-item lightred default", "# color-list-item lightred default"),
)


def raft_config():
    path = write("raft-lines/newsraft/config", "\ufeffset reload-period 30\r\n" +
                 "\r\n".join(theirs for theirs, _ in RAFT_LINES) + "\r\n")
    out = run("raft-lines-c", "import", "--config", path).stdout
    for theirs, ours in RAFT_LINES:
        ok(f"newsraft's config: {theirs}", f"\n{ours}\n" in out, out)
    write("raft-lines-c/config", out)
    said = run("raft-lines-c", "check-config")
    ok("… and all of it is without a fault, too", said.returncode == 0 and
       "max-interval = 30m" in out, said.stderr + out)


def config():
    """Lines as they stand in people's files: what comes of them loads without a fault."""
    path = write("lines/.newsboat/config", "auto-reload yes\n" +
                 "\n".join(theirs for theirs, _ in LINES) + "\n")
    out = run("lines-c", "import", "--config", path).stdout
    for theirs, ours in LINES:
        ok(f"newsboat's config: {theirs}", f"\n{ours}\n" in out, out)
    write("lines-c/config", out)
    said = run("lines-c", "check-config")
    ok("… and all of it is without a fault", said.returncode == 0, said.stderr)


for test in (guard_oldest, guard_old, canto_shelf, guard_new, news_bins, antennapod, gpodder, castero, raft_settings, raft_own, counts,
             redo, config, raft_config, account, archive):
    test()
plan()
