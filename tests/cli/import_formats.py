"""import_formats.py COURANT DIR: files of other programs, made up here for what is hard about
them, are imported from DIR. Prints TAP."""

import base64
import gzip
import json
import os

from import_made import (DIR, NEWSBOAT, NEWSBOAT_FEED, NEWSBOAT_OLD, boat_item, database, feeds,
                         items, ok, plan, run, write)

def newsboat():
    a, b = "http://a.example/feed", "http://b.example/feed"
    write("boat/.newsboat/urls", f'{a} "slow travel" rail/europe\n{a} rail "~Rails"\n{b}\n'
          '"query:Both:flags =~ \\"as\\" and unread = \\"yes\\"" "~Shown"\n'
          '"query:None:flags !# \\"x\\""\n"query:Not:nonesuch = \\"x\\""\n')
    write("boat/.newsboat/config", 'inoreader-flag-star "x"\nreload-time 30\n')
    _, db = database("boat/.newsboat/cache.db", NEWSBOAT_FEED, NEWSBOAT,
                     boat_item("one-guid", a, 0, "x", url="http://a.example/1"),
                     boat_item("http://a.example/2Mon, 02 Nov 2026 10:57:13 GMT", a, 1, "as",
                               url="http://a.example/2", title="Two"),
                     boat_item("gone", a, 0, "", 1, url="http://a.example/3"), wal=True)
    result = run("boat-c", "import", "--from", "newsboat", home=DIR + "/boat")
    lines = feeds("boat-c")
    got = {i["title"] + (i["link"] or ""): i for i in items("boat-c")}
    ok("newsboat: an address in two lines has the tags of both",
       f'{a} "slow travel" rail/europe rail "~Rails"\n' in lines, lines)
    ok("newsboat: flags in queries",
       '"query:Both:(tag # \\"flag/a\\" and tag # \\"flag/s\\") and unread' in lines and
       '"query:None:-(starred = \\"yes\\")"' in lines, lines)
    ok("newsboat: a query that can't be read is told with its line",
       "urls:6: " in result.stderr and "nonesuch" in result.stderr, result.stderr)
    ok("newsboat: the letter that means a star",
       got["Thttp://a.example/1"]["starred"] and not got["Thttp://a.example/1"]["unread"], got)
    ok("newsboat: the other letters are tags",
       got["Twohttp://a.example/2"]["tags"] == ["flag/a", "flag/s"], got)
    ok("newsboat: deleted items stay deleted; the write-ahead log is read",
       len(got) == 2, got)
    ok("newsboat: nothing is written beside the cache",
       sorted(os.listdir(DIR + "/boat/.newsboat")) ==
       ["cache.db", "cache.db-shm", "cache.db-wal", "config", "urls"],
       os.listdir(DIR + "/boat/.newsboat"))
    db.close()


def newsboat_old():
    write("old/.newsbeuter/urls", "http://a.example/feed\n")
    database("old/.newsbeuter/cache.db", NEWSBOAT_FEED, NEWSBOAT_OLD,
             """INSERT INTO rss_item(guid, title, author, url, feedurl, pubDate, content,
             unread) VALUES('g', 'Old', '', 'http://a.example/1', 'http://a.example/feed',
             1790000000, 'x', 0)""")[1].close()
    run("old-c", "import", "--from", "newsboat", home=DIR + "/old")
    ok("newsbeuter: a cache without the newer columns",
       [(i["title"], i["unread"]) for i in items("old-c")] == [("Old", False)],
       items("old-c"))


def elsewhere():
    write("far/.newsboat/urls", "http://a.example/feed\n")
    write("far/.newsboat/config", f'cache-file "{DIR}/far/x/other.db"\n')
    database("far/x/other.db", NEWSBOAT_FEED, NEWSBOAT,
             boat_item("g", "http://a.example/feed", 0))[1].close()
    run("far-c", "import", "--from", "newsboat", home=DIR + "/far")
    ok("newsboat: the cache is where the config says",
       [(i["guid"], i["unread"]) for i in items("far-c")] == [("g", False)], items("far-c"))
    write("far/.sfeed/sfeedrc", 'sfeedpath="$HOME/news"\nfeed "N" "http://n.example/1"\n')
    write("far/news/N", "1790000000\tt\thttp://n.example/i\t\thtml\tg\t\t\t\n")
    run("far2-c", "import", "--from", "sfeed", home=DIR + "/far")
    ok("sfeed: items are where sfeedrc says",
       [i["title"] for i in items("far2-c")] == ["t"], items("far2-c"))


def two_feeds_one_id():
    """newsboat has an id once: what is read there is read in the other feed, too."""
    write("two/.newsboat/urls", "http://a.example/one\nhttp://a.example/two\n")
    database("two/.newsboat/cache.db", NEWSBOAT_FEED, NEWSBOAT,
             boat_item("shared-id", "http://a.example/one", 0))[1].close()
    write("two-c/feeds", "http://a.example/two\n")
    path = write("two.jsonl", json.dumps({"feed_url": "http://a.example/two", "guid":
                 "shared-id", "title": "T", "unread": True}, separators=(",", ":")) + "\n")
    run("two-c", "list")
    run("two-c", "import", path)
    before = [i["unread"] for i in items("two-c")]
    run("two-c", "import", "--from", "newsboat", home=DIR + "/two")
    ok("newsboat: an id that two feeds have", before == [True] and
       [i["unread"] for i in items("two-c")] == [False, False], items("two-c"))


def later_marks():
    """What the user did since an import is not taken back by the next."""
    before = {i["title"]: i["id"] for i in items("boat-c")}
    run("boat-c", "mark", "--unread", str(before["T"]))
    run("boat-c", "star", "--remove", str(before["T"]))
    run("boat-c", "import", DIR + "/boat/.newsboat")
    after = {i["title"]: i for i in items("boat-c")}
    ok("again: later marks of the user's stay", after["T"]["unread"] and
       not after["T"]["starred"] and len(after) == 2, after)
    run("boat-c", "import", "--again", DIR + "/boat/.newsboat")
    after = {i["title"]: i for i in items("boat-c")}
    ok("--again: marks are set again", not after["T"]["unread"] and after["T"]["starred"],
       after)


def undone():
    """Into feeds that are there: undo takes away what came."""
    write("undo-c/feeds", "http://a.example/feed kept\n")
    run("undo-c", "list")
    run("undo-c", "import", "--from", "newsboat", home=DIR + "/boat")
    some = len(items("undo-c"))
    run("undo-c", "undo")
    ok("undo: items and lines go, what was there stays",
       some == 2 and not items("undo-c") and feeds("undo-c") == "http://a.example/feed kept\n",
       (some, items("undo-c"), feeds("undo-c")))
    run("undo-c", "undo", "--redo")
    ok("redo: they come back", len(items("undo-c")) == 2, items("undo-c"))


def no_change():
    result = run("dry-c", "import", "--dry-run", DIR + "/boat/.newsboat")
    ok("--dry-run: counts, lines, remarks; nothing is stored",
       result.returncode == 0 and "3 items (2 read" in result.stderr and
       "http://b.example/feed" in result.stdout and not feeds("dry-c"), result.stderr)


def newsraft():
    path = write("raft/feeds", 'http://a.example/1 "say \\" x\n@ Sea/coast < reload-period 5\n'
                 'http://a.example/1 "Second"\n$(sh "a b") "Made"\n')
    result = run("raft-c", "import", path)
    ok("newsraft: a name ends at the next quote; sections do not nest",
       'http://a.example/1 Sea-coast "~say \\\\" max-interval=5m\n' in feeds("raft-c"),
       feeds("raft-c"))
    ok("newsraft: a command is told, with the line to write",
       "exec:sh -c 'sh \\\"a b\\\"'" in result.stderr, result.stderr)


def sfeed():
    write("sf/.sfeed/sfeedrc", "feeds() {\n\tfeed 'A $5 \"feed\"/x' 'http://a.example/1'\n"
          "\tfeed \"B\" \"$base/2\"\n}\n")
    write('sf/.sfeed/feeds/A $5 "feed"_x',
          "1790000000\ta\\\\b\\tc\thttp://a.example/i1\t\thtml\tg1\t\t\t\n"
          "1790000001\tsecond\thttp://a.example/i1\t\thtml\tg2\t\t\t\n")
    write("sf/.sfeed/urls", "http://a.example/i1\nhttp://b.example/later\n")
    result = run("sf-c", "import", "--from", "sfeed", home=DIR + "/sf")
    got = items("sf-c")
    ok("sfeed: names in single quotes, escapes in titles; a link marks every item",
       sorted((i["title"], i["unread"]) for i in got) ==
       [("a\\b c", False), ("second", False)], got)
    ok("sfeed: what only a shell can read is told", "sfeedrc:3: " in result.stderr,
       result.stderr)
    ok("sfeed: what is in no feed yet waits", "1 item is in no feed yet" in result.stderr,
       result.stderr)


def snownews():
    path = write("snow/urls", "http://a.example/1|A name|x,y|\n"
                 "http://a.example/2|||my-filter\nexec:/bin/x|Made||\n"
                 "smartfeed:/newitems|New ones||\n")
    result = run("snow-c", "import", path)
    ok("snownews: the older list", feeds("snow-c") == 'http://a.example/1 x y "~A name"\n'
       'http://a.example/2\n"query:New ones:unread = \\"yes\\"" "~New ones"\n' or
       'http://a.example/1 x y "~A name"\n' in feeds("snow-c"), feeds("snow-c"))
    ok("snownews: filters and commands are told", "my-filter" in result.stderr and
       "exec:/bin/x" in result.stderr, result.stderr)
    path = write("snow/torn", "http://a.example/1|A name|x|\n|no address|x|\n|||\n")
    result = run("snow-torn", "import", path)
    ok("snownews: lines without an address are told", result.returncode >= 0 and
       "torn:2: the line has no address" in result.stderr and
       'http://a.example/1 x "~A name"\n' in feeds("snow-torn"), result.stderr)


def elfeed():
    org = write("el/elfeed.org", "* Blogs :elfeed:\n** [[http://a.example/1][A]] :x:\n"
                "** off :ignore:\n*** http://a.example/2\n* Other\n** http://a.example/3\n")
    run("el-c", "import", org)
    ok("elfeed.org: tags are inherited, :ignore: leaves out",
       feeds("el-c") == 'http://a.example/1 x "~A"\n', feeds("el-c"))
    lisp = write("el/init.el", "(use-package elfeed :custom (elfeed-feeds '((\"http://a.example/"
                 "1\" x ; no\n y) \"http://a.example/2\")))\n(foo \"(\")\n")
    run("el2-c", "import", lisp)
    ok("elfeed-feeds inside other forms",
       feeds("el2-c") == "http://a.example/1 x y\nhttp://a.example/2\n", feeds("el2-c"))
    hollow = write("el/hollow.el", "(setq elfeed-feeds (my-feeds))\n(setq x \"(((")
    result = run("el3-c", "import", hollow)
    ok("elfeed-feeds that only Emacs can work out", result.returncode == 1 and
       "elfeed-export-opml" in result.stderr, result.stderr)


def accounts():
    """Feeds that are a server's: the command that makes the account is told, no secret is,
    and the feeds beside them are imported."""
    lisp = write("acc/init.el", "(setq elfeed-feeds '(\"http://a.example/1\"))\n"
                 "(setq elfeed-protocol-feeds '(\"ttrss+https://ann:geheim@rss.example/tt\" "
                 "(\"fever+https://ann@f.example\" :api-url \"https://f.example/api/fever.php\""
                 " :password \"geheim\")))\n")
    result = run("acc-c", "import", lisp)
    ok("elfeed-protocol: accounts are told", feeds("acc-c") == "http://a.example/1\n" and
       "add NAME https://rss.example/tt --user ann --protocol ttrss" in result.stderr and
       "add NAME https://f.example/api/fever.php --user ann --protocol fever" in result.stderr
       and "geheim" not in result.stderr, result.stderr)
    lisp = write("acc/only.el", "(setq elfeed-protocol-feeds (list \"owncloud+https://ann@c.example"
                 "\"))\n")
    result = run("acc2-c", "import", lisp)
    ok("elfeed-protocol: nothing else is there",
       "add NAME https://c.example --user ann --protocol nextcloud" in result.stderr,
       result.stderr)
    opml = write("acc/feedlist.opml", '<opml version="1.0"><head><title>Liferea Feed List Export'
                 '</title></head><body><outline title="Phone" type="source" id="s" sourceType='
                 '"fl_ttrss" xmlUrl="https://rss.example/tt-rss" username="ann" password="geheim"/>'
                 '<outline title="A" type="rss" id="a" xmlUrl="http://a.example/1"/></body></opml>')
    result = run("acc3-c", "import", opml)
    ok("Liferea: an account is told", feeds("acc3-c") == 'http://a.example/1 "~A"\n' and
       "add NAME https://rss.example/tt-rss --user ann --protocol ttrss" in result.stderr and
       "geheim" not in result.stderr, result.stderr)
    path, db = database("acc/database.db", *"""
        CREATE TABLE Accounts (id INTEGER, type TEXT, custom_data TEXT);
        CREATE TABLE Categories (id INTEGER, parent_id INTEGER, title TEXT);
        CREATE TABLE Feeds (id INTEGER, title TEXT, category INTEGER, source TEXT,
            update_type INTEGER, update_interval INTEGER, custom_id TEXT, account_id INTEGER);
        CREATE TABLE Messages (id INTEGER, is_read INTEGER, is_important INTEGER,
            is_deleted INTEGER, is_pdeleted INTEGER, feed TEXT, title TEXT, url TEXT, author TEXT,
            date_created INTEGER, contents TEXT, custom_id TEXT, account_id INTEGER,
            labels TEXT);
        CREATE TABLE Labels (id INTEGER, name TEXT, custom_id TEXT, account_id INTEGER);
        INSERT INTO Accounts VALUES (1, 'std-rss', NULL), (2, 'greader', '{"service":1,
            "url":"https://rss.example/api/greader.php/","username":"ann","password":"geheim"}'),
            (3, 'greader', '{"service":2,"username":"bob"}'), (4, 'tt-rss', 'broken');
        INSERT INTO Feeds VALUES (1, 'A', 0, 'http://a.example/1', 0, 0, '1', 1),
            (2, 'B', 0, 'http://b.example/2', 0, 0, 'feed/2', 2);
        INSERT INTO Messages VALUES (1, 1, 0, 0, 0, '1', 'One', 'http://a.example/i', '', 0, 'x',
            'g', 1, ''), (2, 1, 0, 0, 0, 'feed/2', 'Two', 'http://b.example/i', '', 0, 'x', 'h', 2,
            '')""".split(";"))
    db.close()
    result = run("acc4-c", "import", path)
    ok("RSS Guard: accounts are told, and their feeds stay the server's",
       feeds("acc4-c") == 'http://a.example/1 "~A"\n' and "left out" not in result.stderr and
       "https://rss.example/api/greader.php --user ann --protocol greader" in result.stderr and
       "https://theoldreader.com --user bob" in result.stderr and
       "geheim" not in result.stderr, result.stderr + feeds("acc4-c"))


def canto():
    write("canto/.config/canto/conf", json.dumps({
        "feeds": [{"name": "N", "url": "http://a.example/1"}], "defaults": {}}))
    write("canto/.config/canto/feeds", gzip.compress(json.dumps({
        "control": {"canto-modified": 1}, "http://a.example/1": {"entries": [
            {"id": "i", "title": "T", "link": "http://a.example/i", "canto-state": ["read"],
             "canto-tags": ["user:later"], "canto_update": 1}]}}).encode()))
    run("canto-c", "import", "--from", "canto", home=DIR + "/canto")
    got = items("canto-c")
    ok("canto: packed items", [(i["unread"], i["tags"]) for i in got] == [(False, ["later"])],
       got)


def opml():
    path = write("x.opml", '<opml><body><outline text="F"><outline type="HTML+XPath" text="P" '
                 'xmlUrl="http://a.example/p"/><outline text="V" type="vfolder"/>'
                 '<outline text="E" xmlUrl=""/><outline text="R" type="rss" '
                 'xmlUrl="http://a.example/r" filtercmd="cat" updateInterval="90"/>'
                 '</outline></body></opml>')
    result = run("opml-c", "import", path)
    ok("OPML: pages by rules, search folders, no address, filters: each is told",
       feeds("opml-c") == 'http://a.example/r F "~R" max-interval=90m\n' and
       all(word in result.stderr for word in
           ("HTML+XPath", '"V"', "has no address", "filtercmd")),
       feeds("opml-c") + result.stderr)


# The same two pages as other programs list them.
PAGES = {
    "readwise": 'Title,URL,ID,Document tags,Saved date,Reading progress,Location,Favorite\r\n'
                '"A, ""B""",http://a.example/1,1,"[""x y"",""z""]",'
                '2026-09-21 14:13:20+00:00,1,archive,true\r\n'
                ',http://b.example,2,[],2026-09-21 14:13:21+00:00,0,new,\r\n',
    "reader": 'Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen,Favorite\n'
              '"A, ""B""",http://a.example/1,01,"[\'x y\', \'z\']",'
              '2026-09-21 14:13:20.123456+00:00,1.0,archive,True,True\n'
              ',http://b.example,02,[],2026-09-21 14:13:21+00:00,0.3,later,False,\n',
    "raindrop": '\ufeff"id","title","note","url","folder","tags","created","favorite"\n'
                '1,"A, ""B""","a note",http://a.example/1,Archive,"x y, z",'
                '2026-09-21T14:13:20.000Z,TRUE\n'
                '2,,,http://b.example/#top,Unsorted,,2026-09-21T14:13:21.000Z,false\n',
    "semicolons": 'tags;Status;TIME_ADDED;favorite;url;title\n'
                  'x y|z;archive;1790000000;1; http://a.example/1 ;"A, ""B"""\n'
                  ';unread;1790000001000;0;http://b.example/;\n;;;;no address;T\n',
    "pocket-html": '<!DOCTYPE html><html><head><title>Pocket Export</title></head><h1>Unread</h1>'
                   '<ul><li><a href="http://b.example/" time_added="1790000001" tags=""></a>'
                   '</li></ul><h1>Read Archive</h1><ul><li><a href="http://a.example/1" '
                   'time_added="1790000000" tags="x y,z">A, &quot;B&quot;</a></li></ul></html>',
    "bookmarks": '<!DOCTYPE NETSCAPE-Bookmark-file-1>\r\n<TITLE>Bookmarks</TITLE>\r\n'
                 "<DL><p><DT><H3>Archive</H3><DL><p><DT><A HREF='http://a.example/1' "
                 'ADD_DATE="1790000000" TAGS="x y,z">A, "B"</A></DL><DT><A TOREAD="1" '
                 'ADD_DATE="1790000001" HREF="http://b.example">http://b.example/</A></DL>',
}


def csv():
    youtube = write("yt.csv", "Kanal-ID,Kanal-URL,Kanaltitel\n"
                    "UCb8c4ed32039755356ab5ea,http://www.youtube.com/channel/x,\"A, \"\"B\"\"\"\n")
    run("yt-c", "import", youtube)
    ok("YouTube: the header in any language",
       feeds("yt-c") == "https://www.youtube.com/feeds/videos.xml?channel_id="
       'UCb8c4ed32039755356ab5ea "~A, \\"B\\""\n', feeds("yt-c"))
    run("yt2-c", "import", write("yt2.csv", "Channel Id,Channel Url,Channel Title\n"
                 "UCb8c4ed32039755356ab5ea,http://www.youtube.com/channel/x,https explained\n"))
    ok("YouTube: a title that begins like an address", "~https explained" in feeds("yt2-c"),
       feeds("yt2-c"))
    pages = write("pocket.csv", "title,url,time_added,cursor,tags,status\n"
                  'T,http://a.example/2,1,,a|b,archive\nNone,http://z.example/,1,,,unread\n')
    result = run("boat-c", "import", pages)
    got = {i["link"]: i for i in items("boat-c")}["http://a.example/2"]
    ok("Pocket: a page that is in a feed gets its star, its tags and its state",
       got["starred"] and not got["unread"] and {"a", "b"} <= set(got["tags"]), got)
    got = {i["link"]: i for i in items("boat-c")}.get("http://z.example/",
                                                           {"feed_url": ""})
    ok("Pocket: other pages are saved pages", "1 page is in no feed" in result.stderr and
       got["feed_url"].endswith("saved.atom") and got["unread"] and not got["starred"],
       (result.stderr, got))
    before = items("boat-c"), feeds("boat-c")
    run("boat-c", "import", pages)
    ok("… and stay as they are the second time", (items("boat-c"), feeds("boat-c")) == before,
       items("boat-c"))
    run("boat-c", "undo")
    ok("… and go with an undo", len(items("boat-c")) == len(before[0]) - 1 and
       "saved.atom" not in feeds("boat-c"), feeds("boat-c"))
    for name, text in PAGES.items():
        run("page-" + name, "import", write(name + ".csv", text))
        got = sorted((i["title"], i["unread"], i["starred"], ",".join(i["tags"]),
                      i["published"]) for i in items("page-" + name))
        ok(f"pages of {name}", got ==
           [('A, "B"', False, "html" not in name and name != "bookmarks", "x y,z", 1790000000),
            ("http://b.example/", True, False, "", 1790000001)], got)


def reader_json():
    path = write("starred.json", json.dumps({"items": [
        {"id": "tag:google.com,2005:reader/item/1", "title": "S", "categories":
         ["user/-/state/com.google/starred", "user/-/label/L"], "published": 1790000000,
         "canonical": [{"href": "http://k.example/1"}],
         "origin": {"streamId": "feed/http://k.example/feed", "title": "K"}}]}))
    result = run("kept-c", "import", path)
    ok("starred items of a feed that is not subscribed to are kept", result.returncode == 0 and
       "1 item is of a feed" in result.stderr and not items("kept-c"), result.stderr)
    run("kept-c", "import", "-", stdin="http://k.example/feed\n")
    ok("… and are there once it is", [(i["title"], i["starred"], i["tags"]) for i in
                                      items("kept-c")] == [("S", True, ["L"])],
       items("kept-c"))


def damaged():
    for name, text in {"cache.db": b"SQLite format 3\0" + b"\0" * 200,
                       "x.json": b'{"items": [{"origin": ', "y.opml": b"<opml><body>",
                       "z.gz": b"\x1f\x8b\x08\0\0"}.items():
        result = run("bad-c", "import", write("bad/" + name, text))
        ok(f"{name}: one clear sentence, and nothing is stored", result.returncode == 1 and
           result.stderr.startswith("courant: ") and not feeds("bad-c"), result.stderr)


def many():
    """Several processes' worth of items at once, in a database that grows meanwhile."""
    path, db = database("many/cache.db", NEWSBOAT_FEED, NEWSBOAT, wal=True)
    db.executemany(boat_item("", "")[0], [(f"g{i}", f"T{i}", f"http://a.example/{i}",
                                           "http://a.example/feed", i % 2, "", 0)
                                          for i in range(5000)])
    db.commit()
    write("many/urls", "http://a.example/feed\n")
    os.rename(f"{DIR}/many", f"{DIR}/newsboat-many")
    run("many-c", "import", f"{DIR}/newsboat-many")
    ok("five thousand items out of a write-ahead log", len(items("many-c")) == 5000 and
       len(items("many-c", "is:unread")) == 2500, len(items("many-c")))
    ok("the store is sound", run("many-c", "check").returncode == 0)
    db.close()


def config_lines():
    """Includes in a circle, lines joined by a backslash, long lines, logins with an @."""
    write("conf/.newsboat/urls", "http://a.example/feed\n")
    write("conf/.newsboat/config", "include sub/colors\nhighlight all \\\n  joined \\\n red\n"
          'use-proxy yes\nproxy p.example:1\nproxy-auth "u:p@x"\n'
          f'ignore-article "*" "title =~ \\"{"a" * 600}END\\""\n')
    write("conf/.newsboat/sub/colors", "color listnormal cyan default\ninclude ../config\n"
          "include more\n")
    write("conf/.newsboat/sub/more", "text-width 66\n")
    out = run("conf-c", "import", "--config", "--from", "newsboat", home=DIR + "/conf").stdout
    ok("newsboat: files that include each other are read once",
       out.count("color read cyan") == 1 and out.count("/joined/") == 1, out)
    ok("newsboat: an include is looked for beside the file that names it",
       "text-width = 66\n" in out, out)
    ok("newsboat: a long line is whole", 'END\\"' in out, out)
    ok("newsboat: a proxy's login can't be mistaken for its host",
       "u:p%40x@p.example:1\n" in out, out)
    write("conf/.newsboat/config", 'bind-key ! reload\nbrowser "open\ncolor listnormal red '
          "color300\n")
    out = run("conf-c", "import", "--config", "--from", "newsboat", home=DIR + "/conf").stdout
    ok("newsboat: a line that can't be read does not repeat the one before it",
       out.count("\nbind all ! ") == 1 and '# browser "open\n' in out, out)
    ok("newsboat: a color that terminals do not have", "# color listnormal red" in out, out)
    write("conf/.newsboat/config", 'bind ^x^s feedlist reload -- "say # \\"hi\\""\n'
          "text-width 70\n")
    out = run("conf-c", "import", "--config", "--from", "newsboat", home=DIR + "/conf").stdout
    write("loads-c/config", out)
    loads = run("loads-c", "list").stderr
    ok("newsboat: keys behind a control key, with a note, load without a fault",
       '-- "say # \\"hi\\""\n' in out and not loads, out + loads)
    bars = {}
    for name, text in ("given", "show-keymap-hint no\nswap-title-and-hints yes\n"), \
            ("usual", "show-keymap-hint true\nswap-title-and-hints no\n"):
        write("conf/.newsboat/config", text)
        bars[name] = run("conf-c", "import", "--config", "--from", "newsboat",
                         home=DIR + "/conf").stdout
    ok("newsboat: the line of keys, and where it is",
       "hints = no\nbars = top\n" in bars["given"] and
       "hints = yes\nbars = bottom\n" in bars["usual"], bars)
    for theirs, ours in ("vlc --play-and-exit", "vlc --play-and-exit"), \
            ("mplayer", "mplayer"), ("/opt/xmpv", "/opt/xmpv %u"), \
            ("nice vlc | cat", "sh -c 'nice vlc | cat \\\"$1\\\"' sh %u"):
        write("conf/.newsboat/config", f'player "{theirs}"\ntext-width 70\n')
        out = run("conf-c", "import", "--config", "--from", "newsboat",
                  home=DIR + "/conf").stdout
        write("loads-c/config", out)
        loads = run("loads-c", "list").stderr
        ok("newsboat: the player " + theirs, f"player = {ours}\n" in out.replace('"sh', "sh")
           .replace('%u"', "%u") and not loads, out + loads)
    for theirs in "mpv --no-video", "/usr/bin/mpv", "":
        write("conf/.newsboat/config", f'player "{theirs}"\n')
        out = run("conf-c", "import", "--config", "--from", "newsboat",
                  home=DIR + "/conf").stdout
        ok(f"newsboat: the player '{theirs}' is mpv",
           "\nplayer" not in out and "player-options" in out, out)
    write("raft2/.config/newsraft/feeds", 'http://a.example/f "A" < user-agent "x; y"; '
          "item-limit 5\n")
    write("raft2/.config/newsraft/config", "set item-limit 9\n"
          'open-in-browser-command "mpv \\"%l\\""\n')
    out = run("raft2-c", "import", "--config", "--from", "newsraft", home=DIR + "/raft2").stdout
    ok("newsraft: set, and quotes in quotes",
       "keep-items = 9\n" in out and "browser = mpv %u\n" in out, out)
    run("raft2-c", "import", "--from", "newsraft", home=DIR + "/raft2")
    ok("newsraft: a semicolon in quotes parts no settings",
       'user-agent="x; y"' in feeds("raft2-c") and "keep-items=5" in feeds("raft2-c"),
       feeds("raft2-c"))


def shells_and_sections():
    write("cond/.sfeed/sfeedrc", 'feeds() {\n\tfeed "a \\$5" "http://a.example/"\n'
          '\tfor i in 1; do feed "L$i" "http://l.example/$i"; done\n}\n')
    result = run("cond-c", "import", "--from", "sfeed", home=DIR + "/cond")
    ok("sfeed: a feed in a loop is told with its line", "sfeedrc:3: " in result.stderr,
       result.stderr)
    ok("sfeed: a dollar behind a backslash", '"~a $5"' in feeds("cond-c"), feeds("cond-c"))
    write("cdata/.config/snownews/urls.opml", "<opml><head><title>snownews subscriptions"
          '</title></head><body><outline text="N" xmlUrl="http://n.example/"/></body></opml>')
    write("cdata/.local/share/snownews/http:__n.example_",
          '<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
          ' xmlns:snow="http://snownews.kcore.de/ns/1.0/"><channel rdf:about='
          '"http://n.example/"></channel><item><title><![CDATA[A ]]]]><![CDATA[> B]]></title>'
          "<link></link><snow:readstatus>1</snow:readstatus></item></rdf:RDF>")
    run("cdata-c", "import", "--from", "snownews", home=DIR + "/cdata")
    ok("snownews: two CDATA sections are one text",
       [(i["title"], i["unread"]) for i in items("cdata-c")] == [("A ]]> B", False)],
       items("cdata-c"))
    write("org/elfeed.org", "* B :elfeed:\n** [[http://e.example/][T [x] y]]\n")
    run("org-c", "import", f"{DIR}/org/elfeed.org")
    ok("elfeed.org: brackets in a title", "T [x] y" in feeds("org-c"), feeds("org-c"))


def labels():
    path, db = database(
        "labels/feeds.db",
        "CREATE TABLE feeds(id, text, title, xmlUrl, htmlUrl, parentId)",
        "CREATE TABLE news(id, feedId, guid, title, link_href, published, received, content, "
        "description, read, starred, deleted, label)",
        "CREATE TABLE labels(id, name)", "INSERT INTO labels VALUES(1, 'Important')",
        "INSERT INTO feeds VALUES(1, 'Q', 'Q', 'http://q.example/', '', 0)",
        "INSERT INTO news VALUES(1, 1, 'g', 'T', '', '', '', '', '', 1, 0, 0, ',1')")
    db.close()
    run("labels-c", "import", path)
    ok("QuiteRSS: the last label without a comma", [i["tags"] for i in items("labels-c")] ==
       [["Important"]], items("labels-c"))
    path, db = database(
        "labels/database.db",
        "CREATE TABLE Accounts(id, type, custom_data)",
        "CREATE TABLE Categories(id, parent_id, title, account_id)",
        "CREATE TABLE Feeds(id, title, category, source, update_type, update_interval, "
        "account_id, custom_id)",
        "CREATE TABLE Messages(id INTEGER PRIMARY KEY, is_read, is_important, is_deleted, "
        "is_pdeleted, feed, title, url, author, date_created, contents, account_id, custom_id)",
        "CREATE TABLE Labels(id, name, custom_id, account_id)",
        "CREATE TABLE LabelsInMessages(label, message, account_id)",
        "INSERT INTO Accounts VALUES(1, 'std-rss', '')",
        "INSERT INTO Feeds VALUES(1, 'R', -1, 'http://r.example/', 1, 15, 1, '1')",
        "INSERT INTO Labels VALUES(1, 'Later', 'L', 1)",
        "INSERT INTO Messages VALUES(7, 1, 0, 0, 0, '1', 'T', 'http://r.example/1', '', "
        "1790000000000, '', 1, NULL)",
        "INSERT INTO LabelsInMessages VALUES('L', '7', 1)")
    db.close()
    run("labels2-c", "import", path)
    ok("RSS Guard: a label of an item without an id", [i["tags"] for i in items("labels2-c")]
       == [["Later"]], items("labels2-c"))


def lists():
    path = write("fresh.opml", '<opml xmlns:frss="https://freshrss.org/opml"><head/><body>'
                 '<outline text="H" xmlUrl="http://h.example/" frss:priority="hidden"/>'
                 '<outline id="4" text="K" xmlUrl="http://k.example/" '
                 'useCustomFetchInterval="true" fetchInterval="-1"/></body></opml>')
    result = run("lists-c", "import", path)
    ok("FreshRSS: hidden feeds are hidden",
       any("http://h.example/" in line and "!" in line.split()
           for line in feeds("lists-c").splitlines()), feeds("lists-c"))
    ok("Akregator: a feed that is never fetched is told", "never updated" in result.stderr,
       result.stderr)


def whole_lists():
    path = write("starred.json", json.dumps({
        "id": "user/-/state/com.google/starred", "items": [{
            "id": "x", "title": "S", "alternate": [{"href": "http://s.example/1"}],
            "origin": {"streamId": "feed/http://s.example/"}}]}))
    write("whole-c/feeds", "http://s.example/\n")
    run("whole-c", "import", path)
    ok("a list of starred items stars what does not say so itself",
       [i["starred"] for i in items("whole-c")] == [True], items("whole-c"))
    path = write("overcast.opml", '<opml><body><outline text="feeds"><outline type="rss" '
                 'overcastId="1" text="A" xmlUrl="http://a.example/" subscribed="1">'
                 '<outline type="podcast-episode" title="E" url="http://a.example/1" '
                 'progress="90" userRecommendedDate="2026-10-29T14:09:17Z"/></outline><outline type="rss" '
                 'overcastId="2" text="B" xmlUrl="http://b.example/"><outline '
                 'type="podcast-episode" title="F" url="http://b.example/1" '
                 'progress="9223372036854775807"/>'
                 "</outline></outline></body></opml>")
    result = run("over-c", "import", path)
    ok("Overcast: recommended episodes are starred; a feed of single ones is not subscribed to",
       [i["starred"] for i in items("over-c")] == [True] and
       "b.example" not in feeds("over-c") and "1 item is of a feed" in result.stderr,
       result.stderr + feeds("over-c"))


def gone_feed():
    write("gone/feedlist.opml", "<opml><head><title>Liferea Feed List Export</title></head>"
          '<body><outline type="rss" id="a" text="A" xmlUrl="http://a.example/"/></body></opml>')
    path, db = database(
        "gone/liferea.db", "CREATE TABLE subscription(node_id, source)",
        "CREATE TABLE items(item_id, node_id, title, read, marked, source, source_id, date, "
        "description)", "INSERT INTO subscription VALUES('z', 'http://z.example/')",
        "INSERT INTO items VALUES(1, 'z', 'T', 1, 1, 'http://z.example/1', 'g', 1790000000, '')")
    db.close()
    result = run("gone-c", "import", f"{DIR}/gone")
    ok("Liferea: starred items of a feed that is gone are kept",
       "1 item is of a feed" in result.stderr and "z.example" not in feeds("gone-c"),
       result.stderr)


def paused():
    """Feeds that were not polled, and logins that can't be read, are told."""
    database("pod/Database", "CREATE TABLE podcast(id, url, title, link, pause_subscription)",
             "CREATE TABLE episode(podcast_id, guid, title, link, url, published, state, is_new, "
             "description, mime_type)",
             "INSERT INTO podcast VALUES(1, 'http://p.example/', 'Resting', '', 1)")[1].close()
    result = run("pod-c", "import", f"{DIR}/pod/Database")
    ok("gPodder: a paused feed is told", "Resting was never updated" in result.stderr,
       result.stderr)
    database("quite/feeds.db", "CREATE TABLE feeds(id, text, title, xmlUrl, htmlUrl, parentId, "
             "disableUpdate, authentication, updateIntervalEnable, updateInterval, "
             "updateIntervalType)", "CREATE TABLE filters(id, name, enable)",
             "INSERT INTO filters VALUES(1, 'No ads', 1)",
             "CREATE TABLE news(feedId, guid, title, link_href, published, received, content, "
             "description, read)", "CREATE TABLE passwords(id, server, username, password)",
             "INSERT INTO passwords VALUES(1, 'q.example', 'reader', 'c2FsdA==')",
             "INSERT INTO feeds VALUES(1, 'Quiet', '', 'http://q.example/', '', 0, 1, 1, 1, 90, '-1')")[1].close()
    result = run("quite-c", "import", f"{DIR}/quite/feeds.db")
    ok("QuiteRSS: a feed without updates is told, and its login",
       "Quiet was never updated" in result.stderr and "login=reader" in result.stderr,
       result.stderr)
    ok("QuiteRSS: seconds between updates; filters are told",
       "max-interval=2m" in feeds("quite-c") and '"No ads": rules' in result.stderr,
       feeds("quite-c") + result.stderr)
    login = json.dumps({"protected": True, "username": "reader", "password": "AwW"})
    database("guard/database.db", "CREATE TABLE Feeds(id, title, category, source, update_type, "
             "update_interval, account_id, custom_id, custom_data)",
             "CREATE TABLE Categories(id, parent_id, title)",
             "CREATE TABLE Messages(id, feed, custom_id, title, url, author, date_created, "
             "contents, is_read, is_important, is_deleted, is_pdeleted, account_id)",
             ("INSERT INTO Feeds VALUES(1, 'Off', -1, 'http://g.example/', 0, 15, 1, '1', ?)",
              (login,)))[1].close()
    result = run("guard-c", "import", f"{DIR}/guard/database.db")
    ok("RSS Guard: a feed without updates is told, and its login",
       "Off was never updated" in result.stderr and "login=reader" in result.stderr and
       "http://g.example/" in feeds("guard-c"), result.stderr)


def odd_outlines():
    path = write("odd.opml", '<opml xmlns:frss="https://freshrss.org/opml"><body>'
                 '<outline text="a > b <c> & d" xmlUrl="http://a.example/?x=1&y=2"/>'
                 '<outline text="Gone" isComment="true"><outline text="In" '
                 'xmlUrl="http://gone.example/"/></outline>'
                 '<outline text="Off" disabled="true" xmlUrl="http://off.example/"/>'
                 '<outline text="P" xmlUrl="http://p.example/" '
                 'frss:CURLOPT_PROXY="127.0.0.1:9050" frss:CURLOPT_PROXYTYPE="7"/>'
                 '<outline text="About &quot;us&quot;" type="vfolder"/></body></opml>')
    result = run("odd-c", "import", path)
    lines = feeds("odd-c")
    ok("OPML: tags and ampersands in an attribute lose no feed",
       "http://a.example/?x=1&y=2" in lines and "a > b <c> & d" in lines, lines)
    ok("OPML: what is commented out stays so, and is told",
       "gone.example" not in lines and 'isComment="true"' in result.stderr,
       lines + result.stderr)
    ok("OPML: a disabled feed is told", "Off was never updated" in result.stderr, result.stderr)
    ok("FreshRSS: a feed's proxy", "proxy=socks5h://127.0.0.1:9050" in lines, lines)
    ok("Liferea: a line with quotes in its name can be read",
       'query:About \\"us\\":title' in result.stderr, result.stderr)


def service_lists():
    path = write("svc.opml", '<opml xmlns:frss="https://freshrss.org/opml"><body>'
                 '<outline text="P" xmlUrl="pcast://p.example/x"/>'
                 '<outline text="L" xmlUrl="/home/me/l.xml"/>'
                 '<outline text="T" xmlUrl="http://t.example/" ttrssUpdateInterval="60" '
                 'ttrssPurgeInterval="30"/>'
                 '<outline text="C" xmlUrl="http://c.example/" frss:priority="archived" '
                 'frss:CURLOPT_COOKIE="a=b" frss:CURLOPT_HTTPHEADER="X-A: 1"/>'
                 '<outline text="M" xmlUrl="http://m.example/" markAsRead="true" '
                 'snow:filter="cut -c9"/></body></opml>')
    result = run("svc-c", "import", path)
    lines = feeds("svc-c")
    ok("OPML: addresses of podcast programs", "http://p.example/x" in lines, lines)
    ok("OPML: a path is a file of this computer", '"file:///home/me/l.xml"' in result.stderr,
       result.stderr)
    ok("Tiny Tiny RSS: intervals", "max-interval=60m" in lines and "keep-days=30" in lines,
       lines)
    ok("FreshRSS: headers and cookies; archived feeds are hidden",
       'http-headers="X-A: 1|Cookie: a=b"' in lines and "!" in lines.split(), lines)
    ok("Liferea: what is left out is told; snownews: a filter, too",
       'markAsRead="true"' in result.stderr and '"cut -c9" is not' in result.stderr,
       result.stderr)
    path = write("escaped.json", json.dumps({"id": "user/-/state/com.google/starred", "items": [
        {"id": "x", "title": "A &amp; B&#39;s", "alternate": [{"href": "http://s.example/1"}],
         "origin": {"streamId": "feed/http://s.example/"}}]}))
    write("escaped-c/feeds", "http://s.example/\n")
    run("escaped-c", "import", path)
    ok("Google Reader's shape: references in titles",
       [i["title"] for i in items("escaped-c")] == ["A & B's"], items("escaped-c"))


def raft_proxy():
    path = write("proxy/feeds", '@ News < proxy-user "me"; proxy-password "a b:c"\n'
                 'http://a.example/ "A" < proxy "socks5://127.0.0.1:1080"\n')
    result = run("proxy-c", "import", path)
    ok("newsraft: who logs in to a proxy stands in its address",
       "proxy=socks5://me:a%20b%3Ac@127.0.0.1:1080" in feeds("proxy-c") and
       "left out" not in result.stderr, feeds("proxy-c") + result.stderr)
    path = write("shell/feeds", "@ A\n$(echo 'a b') \"C\"\n")
    result = run("shell-c", "import", path)
    ok("newsraft: quotes in a command are kept from the shell's",
       r"exec:sh -c 'echo '\\''a b'\\'''" in result.stderr, result.stderr)


def lisp_texts():
    """Strings with properties and escapes, characters that are brackets, skipped levels."""
    index = write("li/index", ';;; Elfeed Database Index (version 4)\n(:version 4 :feeds #s('
                  'hash-table size 1 test equal data ("http://a.example/1" #s(elfeed-feed "http:'
                  '//a.example/1" "http://a.example/1" #("Fe\\303\\251" 0 3 (face bold)) nil nil))'
                  ') :entries #s(hash-table size 1 test equal data (("a" . "g") #s(elfeed-entry '
                  '("a" . "g") #("T\\u00e9 \\"x\\"" 0 2 (face (:weight bold))) "http://a.example/i" '
                  '1790000000.0 nil html nil (later star) "http://a.example/1" nil))))\n')
    run("li-c", "import", index)
    ok("elfeed: titles with properties and escapes",
       [(i["title"], i["guid"], i["link"], i["unread"], i["starred"]) for i in items("li-c")] ==
       [('Té "x"', "g", "http://a.example/i", False, True)], items("li-c"))
    init = write("li/init.el", "(setq a ?( b ?\\) c ?\" d ?;)\n(setq elfeed-feeds '((\"http://a."
                 "example/\\x31\" x)))\n")
    run("li2-c", "import", init)
    ok("elfeed-feeds behind characters that are brackets",
       feeds("li2-c") == "http://a.example/1 x\n", feeds("li2-c"))
    org = write("li/elfeed.org", "* Blogs :elfeed:\n** old :x:\n* Other\n*** http://a.example/2\n"
                "* More :elfeed:\n*** http://a.example/1 :y:\n")
    run("li3-c", "import", org)
    ok("elfeed.org: levels that are skipped have nothing of those before",
       feeds("li3-c") == "http://a.example/1 y\n", feeds("li3-c"))


def full(store):
    out = run(store, "export", "--items").stdout
    return [json.loads(line) for line in out.splitlines()]


def liferea_media():
    path, db = database(
        "lif/liferea.db",
        "CREATE TABLE items(item_id INTEGER, node_id TEXT, title TEXT, read INTEGER, marked "
        "INTEGER, source TEXT, source_id TEXT, description TEXT, date INTEGER, comment INTEGER)",
        "CREATE TABLE metadata(item_id INTEGER, nr INTEGER, key TEXT, value TEXT)",
        "CREATE TABLE subscription(node_id STRING, source STRING)",
        "INSERT INTO subscription VALUES('n', 'http://a.example/1')",
        "INSERT INTO items VALUES(1, 'n', 'T', 1, 1, 'http://a.example/i', 'g', '', 1790000000, 0)",
        "INSERT INTO metadata VALUES(1, 0, 'author', 'Ann')",
        "INSERT INTO metadata VALUES(1, 1, 'enclosure', "
        "'enc:0:audio/mpeg:12:http://a.example/e.mp3')")
    db.close()
    write("lif-c/feeds", "http://a.example/1\n")
    run("lif-c", "import", path)
    got = full("lif-c")
    ok("Liferea: authors and enclosures", len(got) == 1 and got[0]["author"] == "Ann" and
       [(e["url"], e["type"]) for e in got[0]["enclosures"]] ==
       [("http://a.example/e.mp3", "audio/mpeg")], got)


def miniflux_position():
    path = write("mini.json", json.dumps({"entries": [
        {"status": "unread", "title": "T", "url": "http://a.example/i",
         "feed": {"feed_url": "http://a.example/1"}, "enclosures": [
             {"url": "http://a.example/e.mp3", "mime_type": "audio/mpeg",
              "media_progression": 75}]}]}))
    write("mini-c/feeds", "http://a.example/1\n")
    run("mini-c", "import", path)
    got = full("mini-c")
    ok("Miniflux: how far an episode was heard", [i.get("position_ms") for i in got] == [75000],
       got)


def lists_of_saved():
    """What a list says of all its items, and stars that only have a time."""
    path = write("feedly.json", json.dumps({"id": "user/x/tag/global.saved", "items": [
        {"originId": "o", "title": "T", "unread": True, "canonicalUrl": "http://a.example/1",
         "origin": {"streamId": "feed/http://a.example/"}}]}))
    write("saved-c/feeds", "http://a.example/\nhttp://b.example/\n")
    run("saved-c", "import", path)
    path = write("blur.json", json.dumps({
        "feeds": [{"id": 7, "feed_address": "http://b.example/", "feed_title": "N"}],
        "stories": [{"story_hash": "7:a", "story_feed_id": 7, "id": "g", "story_title": "B",
                     "story_permalink": "http://b.example/1", "starred_timestamp": "1790000000"},
                    {"story_hash": "7:b", "story_feed_id": 7, "id": "h", "story_title": "C",
                     "story_permalink": "http://b.example/2", "starred": False,
                     "starred_timestamp": "1790000000"}]}))
    run("saved-c", "import", path)
    got = sorted((i["title"], i["starred"]) for i in items("saved-c"))
    ok("Feedly's saved list, NewsBlur's times of stars",
       got == [("B", True), ("C", False), ("T", True)], got)


def canto_plain():
    path = write("plain/feeds", gzip.compress(json.dumps({"http://a.example/": {"entries": [
        {"id": "i", "title": "T", "link": "http://a.example/i", "canto_update": 1,
         "canto-state": [], "content": [{"type": "text/plain", "value": "a <b> c"}]}]}}).encode()))
    write("plain-c/feeds", "http://a.example/\n")
    run("plain-c", "import", path)
    got = full("plain-c")
    ok("canto: plain text stays so", got[0].get("html") != "a <b> c", got)


def snownews_tags():
    """Titles and texts about tags, in CDATA."""
    write("tags/.config/snownews/urls.opml", '<opml><head><title>snownews subscriptions</title>'
          '</head><body><outline text="A" xmlUrl="http://a.example/"/></body></opml>')
    write("tags/.local/share/snownews/http:__a.example_",
          '<?xml version="1.0" ?>\n\n<rdf:RDF\n\txmlns:rdf="r"\n\txmlns:snow='
          '"http://snownews.kcore.de/ns/1.0/">\n\n<channel rdf:about="http://a.example/">\n<title>'
          '<![CDATA[A]]></title>\n</channel>\n\n<item rdf:about="http://a.example/1">\n<title>'
          '<![CDATA[Of <link> and </title>]]></title>\n<link>http://a.example/1</link>\n'
          '<description><![CDATA[<item> and </item> and </description>]]></description>\n'
          '<snow:readstatus>1</snow:readstatus>\n</item>\n</rdf:RDF>\n')
    run("tags-c", "import", "--from", "snownews", home=DIR + "/tags")
    ok("snownews: texts about tags", [(i["title"], i["link"], i["unread"]) for i in
       items("tags-c")] == [("Of <link> and </title>", "http://a.example/1", False)],
       items("tags-c"))


def told_outlines():
    """Attributes of FreshRSS and Akregator without a counterpart; Overcast's episodes that
    were heard."""
    path = write("told.opml", '<opml xmlns:frss="https://freshrss.org/opml"><body>'
                 '<outline text="Dyn" frss:opmlUrl="http://a.example/list"><outline text="F" '
                 'xmlUrl="http://a.example/1" frss:unicityCriteria="link" '
                 'markImmediatelyAsRead="true" loadLinkedWebsite="false"/></outline></body></opml>')
    result = run("told-c", "import", path)
    ok("OPML: what has no counterpart is told", feeds("told-c") ==
       'http://a.example/1 Dyn "~F"\n' and "loadLinked" not in result.stderr and
       all(word in result.stderr for word in
           ('Dyn: opmlUrl="http://a.example/list"', 'F: unicityCriteria="link"',
            'F: markImmediatelyAsRead="true"')), result.stderr)
    path = write("prio.opml", '<opml xmlns:frss="https://freshrss.org/opml"><body>'
                 '<outline text="I" xmlUrl="http://i.example/" frss:priority="important"/>'
                 '<outline text="M" xmlUrl="http://m.example/" frss:priority="main_stream"/>'
                 '<outline text="N" xmlUrl="http://n.example/" archiveMode="disableArchiving" '
                 'fetchInterval="9"/><outline text="K" xmlUrl="http://k.example/" '
                 'archiveMode="keepAllArticles"/></body></opml>')
    result = run("prio-c", "import", path)
    ok("FreshRSS: important feeds are told; Akregator: those that keep nothing, too",
       'I: priority="important"' in result.stderr and "4 feeds added, 2 warn" in result.stderr and
       'N: archiveMode="disableArchiving"' in result.stderr, result.stderr)
    path = write("ttrss.opml", '<opml><body><outline text="A" xmlUrl="http://a.example/"/>'
                 '<outline text="tt-rss-labels" schema-version="140"><outline label-name="Later" '
                 'label-fg-color=""/></outline><outline text="tt-rss-filters" schema-version="140">'
                 '<outline filter-type="2" filter-name="No ads"><![CDATA[{"rules":[]}]]></outline>'
                 '<outline filter-type="2"><![CDATA[{"rules":[]}]]></outline></outline>'
                 '</body></opml>')
    result = run("ttrss-c", "import", path)
    ok("Tiny Tiny RSS: labels and filters are told", feeds("ttrss-c") ==
       'http://a.example/ "~A"\n' and 'label-name="Later"' in result.stderr and
       '"No ads": rules' in result.stderr and "3 warnings" in result.stderr, result.stderr)
    path = write("heard.opml", '<opml><head><title>Overcast Podcast Subscriptions</title></head>'
                 '<body><outline text="feeds"><outline type="rss" overcastId="1" text="P" '
                 'xmlUrl="http://a.example/p" subscribed="1"><outline type="podcast-episode" '
                 'title="E" url="http://a.example/e" enclosureUrl="http://a.example/e.mp3" '
                 'played="1" progress="9"/></outline></outline></body></opml>')
    run("heard-c", "import", path)
    ok("Overcast: an episode that was heard", [(i["unread"], i.get("played")) for i in
       full("heard-c")] == [(False, True)], full("heard-c"))


def boat_ids():
    """An id that begins with the link is the feed's own, unless a date follows."""
    a = "http://a.example/feed"
    write("ids/.newsboat/urls", a + "\n")
    database("ids/.newsboat/cache.db", NEWSBOAT_FEED, NEWSBOAT,
             boat_item("http://a.example/news#1", a, 0, url="http://a.example/news", title="One"),
             boat_item("http://a.example/news#2", a, 1, url="http://a.example/news", title="Two"),
             boat_item("http://a.example/12", a, 0, url="http://a.example/1", title="Twelve"),
             boat_item("http://a.example/x2 Nov 2026 10:57:13 +0000", a, 0,
                       url="http://a.example/x", title="Made"))[1].close()
    run("ids-c", "import", "--from", "newsboat", home=DIR + "/ids")
    got = sorted((i["title"], i["guid"], i["unread"]) for i in items("ids-c"))
    ok("newsboat: an id that begins with the link counts", [g for g in got if g[0] != "Made"] ==
       [("One", "http://a.example/news#1", False), ("Twelve", "http://a.example/12", False),
        ("Two", "http://a.example/news#2", True)], got)
    ok("newsboat: an id of a link and a date does not", len(got) == 4 and all(
        "Nov" not in (g[1] or "") for g in got), got)


GUARD = (
    "CREATE TABLE Accounts(id INTEGER, type TEXT)",
    "CREATE TABLE Categories(id INTEGER, parent_id INTEGER, title TEXT, account_id INTEGER)",
    "CREATE TABLE Feeds(id INTEGER, title TEXT, category INTEGER, source TEXT, update_type "
    "INTEGER, update_interval INTEGER, account_id INTEGER, custom_id TEXT, custom_data TEXT)",
    "CREATE TABLE Messages(id INTEGER, is_read INTEGER, is_important INTEGER, is_deleted INTEGER, "
    "is_pdeleted INTEGER, feed TEXT, title TEXT, url TEXT, author TEXT, date_created INTEGER, "
    "contents TEXT, enclosures TEXT, account_id INTEGER, custom_id TEXT)",
    "CREATE TABLE Labels(id INTEGER, name TEXT, custom_id TEXT, account_id INTEGER)",
    "CREATE TABLE LabelsInMessages(label TEXT, message TEXT, account_id INTEGER)",
    "INSERT INTO Accounts VALUES(1, 'std-rss')")


def guard_media():
    """Enclosures as older and newer versions have them."""
    old = (base64.b64encode(b"audio/mpeg") + b"&" + base64.b64encode(b"http://a.example/e.mp3") +
           b"#" + base64.b64encode(b"http://a.example/second")).decode()
    new = json.dumps([{"mime": "audio/ogg", "url": "http://a.example/n.ogg?a=1&b=2"}])
    bare = base64.b64encode(b"http://a.example/bare").decode()
    path, db = database(
        "guard-media/database.db", *GUARD,
        "INSERT INTO Feeds VALUES(1, 'F', -1, 'http://a.example/', 1, 15, 1, '1', NULL)",
        *(("INSERT INTO Messages VALUES(?, 0, 0, 0, 0, '1', ?, '', '', 1790000000000, 'x', ?, 1, "
           "?)", (n, t, e, "g" + t)) for n, (t, e) in
          enumerate((("old", old), ("new", new), ("bare", bare), ("none", ""), ("odd", '[{"url":"h'),
                     ("list", "[1]")), 1)))
    db.close()
    run("guardm-c", "import", path)
    got = {i["title"]: [(e["url"], e.get("type")) for e in i.get("enclosures", [])]
           for i in full("guardm-c")}
    ok("RSS Guard: enclosures of older versions", got.get("old") ==
       [("http://a.example/e.mp3", "audio/mpeg")] and
       [e[0] for e in got["bare"]] == ["http://a.example/bare"], got)
    ok("RSS Guard: enclosures of newer versions", got.get("new") ==
       [("http://a.example/n.ogg?a=1&b=2", "audio/ogg")], got)
    ok("RSS Guard: damaged enclosures are none", len(got) == 6 and
       not got["none"] + got["odd"] + got["list"], got)


def annotations():
    path = write("notes.json", json.dumps({"items": [
        {"id": "x", "title": "A", "alternate": [{"href": "http://s.example/1"}], "annotations":
         [{"text": "underlined", "note": "my note"}, {"text": "only this", "note": ""}, 7, {}],
         "origin": {"streamId": "feed/http://s.example/"}}]}))
    write("notes-c/feeds", "http://s.example/\n")
    result = run("notes-c", "import", path)
    ok("Google Reader's shape: annotations are told", 'A: note="my note"' in result.stderr and
       'A: text="only this"' in result.stderr and len(items("notes-c")) == 1, result.stderr)


def open_quote():
    write("open/.newsboat/urls", 'http://a.example/1 b "two words\n"http://a.example/2\n'
          'http://a.example/3 "x\\\nhttp://a.example/4\nhttp://a.example/5 "\0y\n')
    result = run("open-c", "import", "--from", "newsboat", home=DIR + "/open")
    ok("newsboat: a quote that is open ends with its line", feeds("open-c") ==
       'http://a.example/1 b "two words"\nhttp://a.example/2\nhttp://a.example/4\n' and
       all(f"urls:{n}: " in result.stderr for n in (1, 2, 3, 5)), feeds("open-c") + result.stderr)


for test in (newsboat, newsboat_old, elsewhere, two_feeds_one_id, later_marks, undone, no_change, newsraft, sfeed, snownews,
             elfeed, accounts, canto, opml, csv, reader_json, damaged, many,
             config_lines, shells_and_sections, labels, lists, whole_lists,
             gone_feed, paused, odd_outlines, service_lists,
             raft_proxy, lisp_texts, liferea_media, miniflux_position,
             lists_of_saved, canto_plain, snownews_tags,
             told_outlines, boat_ids, guard_media, annotations,
             open_quote):
    test()
plan()
