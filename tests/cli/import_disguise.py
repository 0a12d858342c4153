"""import_disguise.py COURANT DIR: the same files in other clothes (character sets, places,
older and newer databases, ways of writing), and what is fetched after an import. Prints
TAP."""

import gzip
import html
import http.server
import json
import os
import threading

from import_made import (DIR, NEWSBOAT, NEWSBOAT_FEED, boat_item, database, feeds, items, ok,
                         plan, run, write)

A = "http://a.example/feed"
DATE, SECONDS = "Mon, 21 Sep 2026 14:13:20 GMT", 1790000000


def imported(store, name, text):
    """The feeds file after a file of this name and content was imported."""
    result = run(store, "import", write(f"{store}-from/{name}", text))
    return feeds(store) or result.stderr


def character_sets():
    title = "Déjà vu à la télé, où été"
    line = f'{A} tag "~{title}"\r\n'
    for name, text in {"utf-8 with a mark": ("\ufeff" + line).encode(),
                       "utf-16": line.encode("utf-16"), "latin-1": line.encode("latin-1"),
                       "utf-16 without a mark": line.encode("utf-16-be")}.items():
        got = imported("set-" + name.replace(" ", "-"), "urls", text)
        ok(f"a list of addresses in {name}", got == f'{A} tag "~{title}"\n', got)
    opml = ('<?xml version="1.0" encoding="UTF-16"?><opml><body><outline text="F ä"><outline '
            f'text="Ö" xmlUrl="{A}"/></outline></body></opml>')
    got = imported("set-opml", "x.opml", opml.encode("utf-16"))
    ok("OPML in UTF-16", got == f'{A} "F ä" "~Ö"\n', got)
    tube = 'Id;Url;Title\r\nUCb8c4ed32039755356ab5ea;http://x;"A; B"\r\n'
    got = imported("set-csv", "s.csv", tube.encode("utf-16"))
    ok("CSV of a spreadsheet: UTF-16, semicolons", 'UCb8c4ed32039755356ab5ea "~A; B"' in got, got)
    got = imported("set-snow", ".snownews/urls", "\ufeffhttp://a.example/1|Ä|x|\r\n")
    ok("snownews: a byte order mark", got == 'http://a.example/1 x "~Ä"\n', got)
    got = imported("set-canto", "conf", "\ufeff" + json.dumps({"feeds": [{"url": A}]}))
    ok("canto: JSON with a byte order mark", got == A + "\n", got)


def long_texts():
    """What tells a format stands behind a text that is longer than any buffer."""
    row = {"title": "T", "summary": {"content": "y" * 100000}, "published": SECONDS,
           "categories": ["user/1/state/com.google/starred"],
           "alternate": [{"href": "http://a.example/1"}], "origin": {"streamId": "feed/" + A}}
    write("long/feeds", A + "\n")
    run("long", "import", write("long-from/starred.json", json.dumps({"items": [row]})))
    ok("a starred item of 100 kB", [i["starred"] for i in items("long")] == [True], items("long"))
    got = imported("long-el", "init.el", ";" * 100000 + f'\n(setq elfeed-feeds \'("{A}"))\n')
    ok("elfeed-feeds far down in a file", got == A + "\n", got)


def services():
    """Columns in another order, ids of another kind, rows that lack what others have."""
    got = imported("tube", "subs.csv", '"Titres","ID","URL"\n"A, ""b""",'
                   '"UCb8c4ed32039755356ab5ea",http://www.youtube.com/channel/x\n')
    ok("YouTube: columns in another order, all in quotes",
       'UCb8c4ed32039755356ab5ea "~A, \\"b\\""' in got, got)
    story = {"story_hash": "1:0", "id": "g", "story_title": "T", "story_permalink":
             "http://a.example/1", "story_feed_id": "7", "starred": True}
    for name, its in {"by their ids": {"7": {"feed_address": A}},
                      "in a list": [{"id": 3}, {"id": 7, "feed_address": A}]}.items():
        write(f"blur {name}/feeds", A + "\n")
        run("blur " + name, "import", write(f"blur {name}.json",
                                            json.dumps({"stories": [story], "feeds": its})))
        ok(f"NewsBlur: ids as text, feeds {name}", [i["guid"] for i in items("blur " + name)] ==
           ["g"], items("blur " + name))
    starred = {"categories": ["user/-/state/com.google/starred"], "title": "T",
               "alternate": [{"href": "http://a.example/1"}]}
    write("bare/feeds", A + "\n")
    run("bare", "import", write("bare.json", json.dumps({"items": [
        dict(starred, alternate=[{"href": "http://a.example/0"}]),
        dict(starred, origin={"streamId": "feed/" + A})]})))
    ok("a first item that names no feed", [i["link"] for i in items("bare")] ==
       ["http://a.example/1"], items("bare"))
    got = imported("smart", ".snownews/urls", "http://a.example/1||\nsmartfeed:/newitems||\n")
    ok("snownews: all new items, without a name", "query:New items:" in got, got)


def lists_in_json():
    got = imported("js", "f.json", f'["{A}", "feed:http://a.example/2"]')
    ok("JSON: an array of addresses", got == A + "\nhttp://a.example/2\n", got)
    for name, (doc, want) in {
            "Miniflux": ([{"id": 1, "feed_url": A, "site_url": "http://a.example", "title": "T",
                           "category": {"id": 2, "title": "C"}, "hide_globally": True,
                           "created_at": "x", "username": "u", "password": "p"}],
                         A + ' C "~T" ! login=u:p\n'),
            "Google Reader": ({"subscriptions": [{"id": "feed/" + A, "title": "T", "categories": [
                {"id": "user/-/label/X", "label": "X"}, {"label": "Y"}]}]}, A + ' X Y "~T"\n'),
            "Feedbin": ([{"id": 5, "created_at": "2013-03-12T11:30:25Z", "feed_id": 4, "title": "T",
                          "feed_url": A, "site_url": "http://a.example/"}], A + ' "~T"\n'),
            "NewsBlur": ({"feeds": {"7": {"id": 7, "feed_address": A, "feed_title": "T"}},
                          "folders": []}, A + ' "~T"\n'),
            "Nextcloud News": ({"feeds": [{"id": 3, "url": A, "title": "T", "folderId": 4}],
                                "folders": [{"id": 4, "name": "F"}]}, A + ' F "~T"\n'),
            "Thunderbird": ([{"destFolder": "mailbox://nobody@Feeds/A%20B/T", "title": "T",
                              "url": A, "link": "http://a.example/"}], A + ' "A B" "~T"\n'),
            "of one's own": ([{"url": A, "name": "T", "tags": ["a", "b"]}, {"url": ""}, 5],
                             A + ' a b "~T"\n')}.items():
        got = imported("js-" + name, "x/feeds.json", json.dumps(doc))
        ok("JSON: feeds of " + name, got == want, got)
    off = run("js-off", "import", write("off.json", json.dumps(
        [{"feed_url": A, "title": "Off", "disabled": True}])))
    ok("JSON: a feed that rests is told", "Off was never updated" in off.stderr, off.stderr)
    own = run("js-own", "import", write("own.json", json.dumps(
        {"version": "https://jsonfeed.org/version/1", "feed_url": A, "items": []})))
    ok("JSON: a feed itself is no list", not feeds("js-own"), own.stderr)
    got = imported("prefixed", "x.opml", '<o:opml xmlns:o="http://opml.org/spec2"><o:body>'
                   f'<o:outline text="B" xmlUrl="{A}"/></o:body></o:opml>')
    ok("OPML with a prefix", got == A + ' "~B"\n', got)
    got = imported("rootless", "x.opml", f'<outline text="B" xmlUrl="{A}"/>')
    ok("OPML without a root", got == A + ' "~B"\n', got)


def shell():
    got = imported("rc", "sfeedrc", "#feed x http://a.example/0\r\nfeeds() {\r\n"
                   "\tfeed\t'b' 'http://a.example/2' # it's a comment\r\n"
                   "\tfeed \"c\" \\\r\n\t\t\"http://a.example/3\"\r\n"
                   "\tfeed e http://a.example/5; feed f http://a.example/6\r\n}\r\n")
    ok("sfeedrc: tabs, continued lines, several commands in one", got ==
       'http://a.example/2 "~b"\nhttp://a.example/3 "~c"\n'
       'http://a.example/5 "~e"\nhttp://a.example/6 "~f"\n', got)


def lisp():
    got = imported("lisp", "init.el", """(custom-set-variables '(elfeed-feeds (quote
        ("http://a.example/1" ("http://a.example/2" a b) ("http://a.example/3" :title "T" c))))
        '(other 1))
        (setq elfeed-feeds (append elfeed-feeds '("http://a.example/4" "http://a.example/5")))
        (add-to-list 'elfeed-feeds '("http://a.example/6" d))
        (setopt elfeed-feeds (list "http://a.example/7" '("http://a.example/8" e)))""")
    ok("elfeed-feeds set in every way", got ==
       'http://a.example/1\nhttp://a.example/2 a b\nhttp://a.example/3 c "~T"\n'
       'http://a.example/4\nhttp://a.example/5\nhttp://a.example/6 d\n'
       'http://a.example/7\nhttp://a.example/8 e\n', got)
    got = imported("org", "elfeed.org", "* B :elfeed:\r\n** TODO [#A] http://a.example/1 :x:\r\n")
    ok("elfeed.org: keywords and priorities", got == "http://a.example/1 x\n", got)


def odd_items():
    write("odd/.config/canto/conf", json.dumps({"feeds": [{"url": A}], "defaults": {}}))
    write("odd/.config/canto/feeds", gzip.compress(json.dumps({A: {"entries": [
        {"id": "i", "title": "T", "canto-state": ["read"]}]}}).encode()))
    run("odd-c", "import", "--from", "canto", home=DIR + "/odd")
    ok("canto: items with nothing of the program's but their state",
       [i["unread"] for i in items("odd-c")] == [False], items("odd-c"))
    write("none/.sfeed/sfeedrc", f"feeds() {{\n\tfeed a {A}\n}}\n")
    write("none/.sfeed/feeds/a", "1790000000\tT\t\t\thtml\tg\t\t\t\n" + "\t" * 8 + "\n")
    run("none-c", "import", "--from", "sfeed", home=DIR + "/none")
    ok("an item without anything to know it by is none", [i["title"] for i in items("none-c")] ==
       ["T"], items("none-c"))


def places():
    write("place/.newsboat/urls", "http://old.example/feed\n")
    write("place/.config/newsboat/urls", A + "\n")
    write("place/.config/newsboat/config", "include more\n")
    write("place/.config/newsboat/more", 'cache-file ~/n.db\nfreshrss-flag-star "Z"\n')
    database("place/n.db", NEWSBOAT_FEED, NEWSBOAT, boat_item("long-id", A, 0, "Z"))[1].close()
    run("place-c", "import", "--from", "newsboat", home=DIR + "/place")
    ok("newsboat: what an older version left does not count; options of included files do",
       feeds("place-c") == A + "\n" and [(i["unread"], i["starred"]) for i in items("place-c")]
       == [(False, True)], (feeds("place-c"), items("place-c")))


def two_programs():
    write("both/urls", A + "\nquery:x:unread\n")
    write("both/sfeedrc", 'feeds() {\n\tfeed "s" "http://s.example/1"\n}\n')
    write("both/feeds/s", "1790000000\tt\thttp://s.example/i\t\thtml\tg\t\t\t\n")
    database("both/cache.db", NEWSBOAT_FEED, NEWSBOAT, boat_item("long-id", A, 0))[1].close()
    run("both-c", "import", DIR + "/both")
    ok("two programs in one directory", "query:x" in feeds("both-c") and
       sorted((i["feed_url"], i["unread"]) for i in items("both-c")) ==
       [(A, False), ("http://s.example/1", True)], (feeds("both-c"), items("both-c")))


def write_ahead():
    """All of the database is in the log; the directory can't be written to."""
    path, db = database("ahead/x/cache.db", wal=True)
    for sql in (NEWSBOAT_FEED, NEWSBOAT, boat_item("long-id", A, 0)):
        db.execute(*sql) if isinstance(sql, tuple) else db.execute(sql)
    db.commit()
    write("ahead/x/urls", A + " tag\n")
    os.chmod(DIR + "/ahead/x", 0o555)
    run("ahead-c", "import", DIR + "/ahead/x")
    os.chmod(DIR + "/ahead/x", 0o755)
    ok("a database that is still in its write-ahead log", feeds("ahead-c") == A + " tag\n" and
       [i["unread"] for i in items("ahead-c")] == [False], (feeds("ahead-c"), items("ahead-c")))
    db.close()


def queue():
    write("queue/.newsboat/urls", A + "\n")
    row = boat_item("id-of-1", A)[0].replace("deleted)", "deleted, enclosure_url)").replace(
        "?, ?, ?)", "?, ?, ?, ?)")
    database("queue/.newsboat/cache.db", NEWSBOAT_FEED, NEWSBOAT,
             *[(row, (f"id-of-{n}", f"E{n}", f"http://a.example/{n}", A, 1, "", 0,
                      f"http://a.example/{n}.mp3")) for n in (1, 2, 3)])[1].close()
    write("queue/.newsboat/queue", 'http://a.example/3.mp3 "/x/3.mp3" downloaded\n'
          'http://a.example/2.mp3 "/x/2.mp3" finished\nhttp://a.example/1.mp3 "/x/1.mp3"\n')
    run("queue-c", "import", "--from", "newsboat", home=DIR + "/queue")
    got = [json.loads(line)["title"] for line in run("queue-c", "queue", "--json")
           .stdout.splitlines()]
    ok("newsboat: the queue of episodes, in its order", got == ["E3", "E1"], got)
    got = [i["title"] for i in items("queue-c", "is:played")]
    ok("newsboat: what podboat has played is played", got == ["E2"], got)
    run("queue-c", "undo")
    ok("… is undone with the rest", not run("queue-c", "queue", "--json").stdout,
       run("queue-c", "queue", "--json").stdout)
    write("queue/pods/Show/3.mp3", "sound")
    write("queue/.newsboat/queue", f'http://a.example/3.mp3 "{DIR}/queue/pods/Show/3.mp3" downloaded\n'
          f'http://a.example/2.mp3 "{DIR}/elsewhere.mp3" finished\n')
    write("queue-d/config", f"media-dir = {DIR}/queue/pods\n")
    run("queue-d", "import", "--from", "newsboat", home=DIR + "/queue")
    look = ("list", "--items", "--format", "{title} {download} {file_size} {file}", "is:here")
    got = run("queue-d", *look).stdout
    ok("newsboat: what podboat has downloaded is here", got ==
       f"E3 here 5 {DIR}/queue/pods/Show/3.mp3\n", got)
    run("queue-d", "queue", "clear")
    run("queue-d", "download", "--remove", "title:E3")
    run("queue-d", "download")
    ok("… and such files are not deleted", not run("queue-d", *look).stdout and
       os.path.exists(DIR + "/queue/pods/Show/3.mp3"), run("queue-d", "download", "--list"))
    write("queue-f/config", f"media-dir = {DIR}/queue/pods\n")
    write("queue/pods/.courant", "")  # of the store before
    run("queue-f", "import", "--from", "newsboat", "--adopt", home=DIR + "/queue")
    run("queue-f", "queue", "clear")
    run("queue-f", "download", "--remove", "title:E3")
    run("queue-f", "download")
    ok("… unless they are adopted", not os.path.exists(DIR + "/queue/pods/Show/3.mp3"),
       run("queue-f", "download", "--list"))
    write("alone/queue", 'http://a.example/3.mp3 "/x/3.mp3" downloaded\n')
    got = run("queue-e", "import", DIR + "/alone/queue").stderr, run("queue-e", "list").stdout
    ok("podboat: a queue alone holds no feeds", "1 item is left out" in got[0] and not got[1], got)
    write("queue/elsewhere.mp3", "other")
    write("alone/queue", f'http://a.example/2.mp3 "{DIR}/queue/elsewhere.mp3" downloaded\n')
    run("queue-d", "import", DIR + "/alone/queue")
    got = run("queue-d", *look).stdout, run("queue-d", "queue", "--format", "{title}").stdout
    ok("… but its episodes are found in feeds that are here, with files from elsewhere",
       got == (f"E2 here 5 {DIR}/queue/elsewhere.mp3\n", "E2\n"), got)
    run("queue-d", "queue", "clear")
    run("queue-d", "download", "--remove", "title:E2")
    run("queue-d", "download")
    ok("… and those files stay", os.path.exists(DIR + "/queue/elsewhere.mp3"))
    write("alone/urls", A + "\n")
    run("queue-e", "import", DIR + "/alone")
    got = run("queue-e", "list", "--format", "{url}").stdout
    ok("podboat: a queue beside addresses", got == A + "\n", got)


def read_ids():
    write("ids/.newsboat/urls", A + "\n")
    database("ids/.newsboat/cache.db", NEWSBOAT_FEED, NEWSBOAT, boat_item("id-of-1", A),
             boat_item("http://a.example/2" + DATE, A, url="http://a.example/2", title="Two"),
             boat_item("id-of-3", A, url="http://a.example/3", title="Three"))[1].close()
    run("ids-c", "import", "--from", "newsboat", home=DIR + "/ids")
    path = write("ids/readinfo.txt", f"id-of-1\nhttp://a.example/2{DATE}\n17\nnot-here\n")
    result = run("ids-c", "import", path)
    ok("newsboat -E: ids of what was read", sorted(i["title"] for i in items("ids-c")
       if i["unread"]) == ["Three"] and "1 id is left out" in result.stderr, result.stderr)


def databases():
    database("qr/.local/share/QuiteRss/QuiteRss/feeds.db",
             "CREATE TABLE feeds(id integer primary key, text, title, xmlUrl, htmlUrl, parentId)",
             "CREATE TABLE news(id integer primary key, feedId, guid, description, content, "
             "title, published, received, link_href, read)",
             "INSERT INTO feeds VALUES(1, 'F', '', '', '', 0), (2, 'G', '', NULL, '', 1), "
             f"(3, 'H', 'Own', '{A}', '', 2)",
             "INSERT INTO news(feedId, guid, title, link_href, published, read) VALUES"
             "(3, 'g1', 'T', 'http://a.example/1', '2026-11-02T10:57:13', 2)")[1].close()
    run("qr-c", "import", "--from", "quiterss", home=DIR + "/qr")
    ok("QuiteRSS: a database without the later columns", feeds("qr-c") == f'{A} F/G "~H"\n' and
       [i["unread"] for i in items("qr-c")] == [False], (feeds("qr-c"), items("qr-c")))
    rows = [f"INSERT INTO subscription VALUES('abc', '{A}'), ('p', '|/bin/x')",
            "INSERT INTO items(node_id, title, read, marked, source, source_id, description, "
            "date) VALUES('abc', 'I', 1, 1, 'http://a.example/1', 'g1', 'x', 1790000000)"]
    write("lf/.liferea_1.8/feedlist.opml", '<opml version="1.0"><head><title>Liferea Feed List '
          'Export</title></head><body><outline text="A" type="folder" id="f"><outline text="My" '
          f'type="rss" xmlUrl="{A}" id="abc"/></outline></body></opml>')
    database("lf/.liferea_1.8/liferea.db", "CREATE TABLE items(node_id, title, read, marked, "
             "source, source_id, description, date)", "CREATE TABLE subscription(node_id, source)",
             *rows)[1].close()
    run("lf-c", "import", "--from", "liferea", home=DIR + "/lf")
    ok("Liferea 1.8: its place and its database", feeds("lf-c") == f'{A} A "~My"\n' and
       [(i["unread"], i["starred"]) for i in items("lf-c")] == [(False, True)], feeds("lf-c"))
    database("lf2/.local/share/liferea/liferea.db", "CREATE TABLE items(node_id, title, read, "
             "marked, source, source_id, description, date)",
             "CREATE TABLE subscription(node_id, source)", *rows)[1].close()
    result = run("lf2-c", "import", "--from", "liferea", home=DIR + "/lf2")
    ok("Liferea: a command is told as a line that works",
       "\"exec:sh -c '/bin/x'\"" in result.stderr, result.stderr)


def archive():
    write("ak/akregator/data/Archive/x.mk4", "JL")
    path = write("ak/akregator/data/feeds.opml", '<opml version="1.0"><body><outline text="F" '
                 f'xmlUrl="{A}" type="rss" archiveMode="globalDefault" fetchInterval="-1"/>'
                 '</body></opml>')
    result = run("ak-c", "import", path)
    ok("Akregator: that its archive stays unread is told", feeds("ak-c") and
       "archive of items is not read" in result.stderr, result.stderr)


def feedbin():
    write("bin/feeds", A + "\n")
    run("bin", "import", "-", stdin=A + "\n")
    run("bin", "import", write("bin-from/x.jsonl", json.dumps(
        {"feed_url": A, "guid": "g", "link": "http://a.example/1", "title": "T",
         "unread": True}, separators=(",", ":")) + "\n"))
    run("bin", "import", write("bin-from/starred.json", json.dumps(
        [{"id": 1, "feed_id": 4, "title": "T", "url": "http://a.example/1",
          "created_at": "2026-09-21T14:13:20Z"}])))
    ok("Feedbin: starred items with a number for their feed",
       [(i["unread"], i["starred"]) for i in items("bin")] == [(True, True)], items("bin"))


def config():
    path = write("conf/newsboat/config", 'datetime-format "%d.%m."\narticlelist-format "%4i %f '
                 '%6D %?T?|%-17T| &?%t"\nfeedlist-format "%n %11u {%t}"\nfeed-sort-order '
                 'unreadarticlecount-asc\narticle-sort-order date-asc\nrun-on-startup next-unread '
                 '; open\nmacro k set browser "mpv \'%u\' &>/dev/null &" ; open-in-browser\n'
                 'macro p pipe-to "less" ; open\nmacro s save "~/my file" ; next\nmacro w set text-width '
                 '60 ; reload\nbind-key DEL delete-article\nbrowser "a | b %u"\n'
                 'ignore-article "*" "flags =~ \\"x\\""\ndownload-path ~/p/%h\n'
                 'podlist-format "%4i [%6dMB/%6tMB] %5p%% [%12K] %-20S %F"\n')
    out = run("conf-c", "import", "--config", path).stdout
    for line in ('items-format = "{marks:2} {date:-6 %d.%m.} {?mixed}|{feed_title:17}| {:}{/}'
                 '{headline:*}"', 'feeds-format = "{?unread}N{:} {/} {unread:-11} {{{tree}'
                 '{title:*}}}"', "sort-feeds = unread", "sort-items = -date",
                 "start = next-unread ; open", "bind all ,k run mpv %u",
                 'bind all ,p pipe "less" ; open', 'bind all ,s save "~/my file" ; next-item',
                 'bind all ,w set text-width "60" ; reload', "bind all Delete delete",
                 'browser = "sh -c \'a | b \\"$1\\"\' sh %u"',
                 'rule "((tag # \\"flag/x\\"))" hide', "media-dir = ~/p",
                 'queue-format = "{place:-4} {file_percent:-5}% {state:20} {headline:*}"'):
        ok("newsboat's config: " + line, line + "\n" in out, out)
    write("conf-c/config", out)
    result = run("conf-c", "check-config")
    ok("… and all of it loads", result.returncode == 0, result.stderr + result.stdout)
    path = write("conf/newsraft/config", 'scrollwrap true\nmenu-feed-sorting unread-desc\n'
                 'menu-item-sorting time-publication-desc\nbind x exec mpv "%l"\n'
                 'copy-to-clipboard-command xclip -selection clipboard\n')
    out = run("conf-c", "import", "--config", path).stdout
    ok("newsraft's config", all(line + "\n" in out for line in (
        "wrap = yes", "sort-feeds = unread", "sort-items = -date", "bind all x run mpv %u",
        "clipboard-command = xclip -selection clipboard")), out)


def exported(store):
    """All of a store as text, without its numbers."""
    run(store, "export", f"{DIR}/{store}.opml")
    run(store, "export", "--items", f"{DIR}/{store}.jsonl")
    return (open(f"{DIR}/{store}.opml", encoding="utf-8").read(),
            sorted(open(f"{DIR}/{store}.jsonl", encoding="utf-8").read().splitlines()))


def through_text():
    """A whole store through text and back is equal: feeds in their order with all options,
    items that are listed, hidden or deleted, their marks, the queue, positions."""
    write("whole/feeds", '"query:Q:title =~ \\"a:b\\"" t "~Shown"\n'
          f'http://b.example/2 x/y "z z" "~My \\"title\\" & <x>" max-interval=2h\n{A} ! x\n')
    run("whole", "list")
    rows = [dict({"feed_url": A, "feed": "Own", "guid": f"g{n}", "link": f"http://a.example/{n}",
                  "title": f"T{n} \u65e5 \"q\"", "author": "Me", "published": SECONDS + n,
                  "updated": None, "seen": SECONDS + 9, "unread": n % 2 == 0, "starred": n == 3,
                  "tags": ["a", "b c"] if n == 2 else [], "categories": ["own"],
                  "comments": None, "enclosures": [{"url": f"http://a.example/{n}.mp3",
                                                    "type": "audio/mpeg"}],
                  "html": "<p>x</p>"}, **more) for n, more in enumerate(
        [{}, {"deleted": True}, {"hidden": True}, {}, {"queue_place": 2}, {"queue_place": 1},
         {"position_ms": 12345, "duration_ms": 99999, "played": False}])]
    run("whole", "import", write("whole.jsonl", "".join(
        json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n" for row in rows)))
    first = exported("whole")
    run("again", "import", f"{DIR}/whole.jsonl", f"{DIR}/whole.opml")
    second = exported("again")
    ok("export and import: the list of feeds is the same", first[0] == second[0],
       first[0] + second[0])
    ok("export and import: all items are the same", first[1] == second[1] and
       len(first[1]) == 7, "\n".join(first[1] + second[1]))
    kept = [json.loads(line) for line in second[1]]
    ok("… and nothing of them is lost",
       sorted(str(sorted((k, v) for k, v in row.items() if k in (
           "guid", "deleted", "hidden", "queue_place", "position_ms", "starred", "unread")))
           for row in kept) == sorted(str(sorted(
               (k, v) for k, v in row.items() if k in (
                   "guid", "deleted", "hidden", "queue_place", "position_ms", "starred",
                   "unread"))) for row in rows), kept)


# ---- Fetched after the import

DOCUMENTS = {}


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = DOCUMENTS.get(self.path, "").encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def rss(rows, guids):
    body = "".join("<item>" + "".join(f"<{k}>{html.escape(v)}</{k}>" for k, v in row.items()) +
                   (f'<guid isPermaLink="false"> g-{n}\n</guid>' if guids else "") + "</item>"
                   for n, row in enumerate(rows))
    return ('<rss version="2.0"><channel><title>F</title><link>http://a.example/</link>'
            f"<description/>{body}</channel></rss>")


def hard_to_match():
    """What the program kept beside what the document says now; all but two were read."""
    pairs = [
        ({"title": "Same A", "link": "http://a.example/s"}, ("Same A", "http://a.example/s")),
        ({"title": "Same B", "link": "http://a.example/s"}, ("Same B", "http://a.example/s")),
        ({"title": "Edited", "link": "http://a.example/e"}, ("Before", "http://a.example/e")),
        ({"title": "Moved", "link": "http://a.example/new"}, ("Moved", "http://a.example/old")),
        ({"title": "A&amp;B <b>c</b>", "link": "http://a.example/q?a=1&b=2"},
         ("A&B c", "http://a.example/q?a=1&b=2")),
        ({"title": " two\n lines ", "link": "http://a.example/t"},
         ("two lines", "http://a.example/t")),
        ({"link": "http://a.example/no-title", "description": "text"},
         ("No title", "http://a.example/no-title")),
        ({"title": "No link", "description": "d"}, ("No link", "")),
        ({"title": "Rel", "link": "/rel"}, ("Rel", "/rel")),
        ({"title": "Secure", "link": "https://a.example/x"}, ("Secure", "http://a.example/x")),
        ({"title": "Slash", "link": "http://a.example/y/"}, ("Slash", "http://a.example/y")),
        ({"title": "Ü", "link": "http://a.example/%C3%BC"}, ("Ü", "http://a.example/ü")),
    ]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    unread = {"Same B", "Slash"}
    for guids in (False, True):
        name = f"hard-{guids}"
        url = f"http://127.0.0.1:{server.server_port}/{name}"
        DOCUMENTS["/" + name] = rss([dict(row, pubDate=DATE) for row, _ in pairs], guids)
        write(f"{name}/.newsboat/urls", url + "\n")
        rows = [boat_item(f"g-{n}" if guids else (link + DATE if link else title), url,
                          int(title in unread), title=title, url=link)
                for n, (_, (title, link)) in enumerate(pairs)]
        database(f"{name}/.newsboat/cache.db", NEWSBOAT_FEED, NEWSBOAT, *rows)[1].close()
        run(name + "-c", "import", "--from", "newsboat", home=f"{DIR}/{name}")
        before = len(items(name + "-c"))
        run(name + "-c", "refresh")
        after = items(name + "-c")
        ok(f"a refresh finds every item again, {'with' if guids else 'without'} ids",
           before == len(after) == len(pairs) and
           {i["title"] for i in after if i["unread"]} == unread, after)
    server.shutdown()


for test in (character_sets, long_texts, services, lists_in_json, shell, lisp, odd_items, places,
             two_programs, write_ahead, queue, read_ids, databases, archive, feedbin, config,
             through_text, hard_to_match):
    test()
plan()
