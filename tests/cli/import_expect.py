"""import_expect.py COURANT SHARED DIR: imports each set of SHARED (import/ beside the source
tree), compares what is there with its expect.json, fetches the documents at the end
(served/), and compares again. Prints TAP."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.parse
import urllib.request

COURANT, SHARED, DIR = sys.argv[1:4]
BASE = "http://127.0.0.1:7811"
number = 0


def report(name, faults):
    global number
    number += 1
    for fault in faults[:25]:
        print("#", fault)
    if len(faults) > 25:
        print(f"# … and {len(faults) - 25} more")
    print(f"{'not ok' if faults else 'ok'} {number} - {name}")


def run(store, home, *args):
    env = {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8"}
    env.update({k: v for k, v in os.environ.items()
                if k.endswith("SAN_OPTIONS") or k == "GCONV_PATH"})
    return subprocess.run([COURANT, "-C", store, *args], env=env, text=True,
                          capture_output=True)


def words(line):
    """A line of the feeds file as words; each with whether it was quoted."""
    out = []
    for m in re.finditer(r'((?:"(?:\\.|[^"\\])*"|[^\s"])+)', line):
        word = m.group(1)
        quoted = word.startswith('"')
        plain = re.sub(r'"((?:\\.|[^"\\])*)"',
                       lambda q: re.sub(r"\\(.)", r"\1", q.group(1)), word)
        out.append((plain, quoted))
    return out


def feeds_of(store):
    """The lines of the feeds file, by address."""
    out = {}
    try:
        lines = open(store + "/feeds", encoding="utf-8").read().splitlines()
    except FileNotFoundError:
        return out
    for line in lines:
        row = words(line)
        if not row:
            continue
        feed = {"title": None, "tags": [], "hidden": False, "settings": {}}
        for word, quoted in row[1:]:
            option = not quoted and re.match(r"([a-z-]+)=(.*)$", word, re.S)
            if word.startswith("~"):
                feed["title"] = word[1:]
            elif word == "!":
                feed["hidden"] = True
            elif option:
                feed["settings"][option.group(1)] = option.group(2)
            else:
                feed["tags"].append(word)
        out[row[0][0]] = feed
    return out


def clean(text):
    """Titles are compared without what courant drops, and without markup and blanks."""
    text = re.sub("[\ufe00-\ufe0f\u200b-\u200f\u2060-\u206f]", "", text or "")
    return re.sub(r"\s+", " ", text).strip()


def link(text):
    return urllib.parse.unquote(text or "").rstrip("/")


def span(text):
    """Durations are compared by their length."""
    m = re.fullmatch(r"(\d+)([smhd])", text)
    return int(m.group(1)) * {"s": 1, "m": 60, "h": 3600, "d": 86400}[m.group(2)] if m else text


def compare_feeds(expected, got):
    faults = []
    for want in expected:
        have = got.pop(want["url"], None)
        if want.get("local_or_command"):
            if have:
                faults.append(f"{want['url']}: a command or local file came over")
            continue
        if not have:
            faults.append(f"{want['url']}: missing")
            continue
        for key in ("tags", "hidden"):
            if sorted([want[key]] if key == "hidden" else want[key]) != \
                    sorted([have[key]] if key == "hidden" else have[key]):
                faults.append(f"{want['url']}: {key} {have[key]}, not {want[key]}")
        if clean(want["title"]) != clean(have["title"]):
            faults.append(f"{want['url']}: title {have['title']!r}, not {want['title']!r}")
        for name, value in want["settings"].items():
            if span(have["settings"].get(name, "")) != span(value):
                faults.append(f"{want['url']}: {name} {have['settings'].get(name)!r}, "
                              f"not {value!r}")
    return faults


def compare_queries(expected, got):
    faults = []
    for want in expected:
        head = f"query:{want['name']}:"
        found = [url for url in got if url.startswith(head)]
        if not found:
            faults.append(f"the saved search {want['name']} is missing")
            continue
        have = got.pop(found[0])
        if want.get("hidden") is not None and have["hidden"] != want["hidden"]:
            faults.append(f"the saved search {want['name']}: hidden {have['hidden']}")
    return faults


def items_of(store, home):
    out = run(store, home, "list", "--items", "--json", "--fields",
              "feed_url,guid,link,title,unread,starred,tags").stdout
    return [json.loads(line) for line in out.splitlines()]


def same(want, have):
    """How well the item is what is wanted; 0: it is another."""
    if want["feed"] and have["feed_url"] != want["feed"]:
        return 0
    guid = want["guid"] and have["guid"] and want["guid"].strip() == have["guid"].strip()
    same_link = link(want["link"]) and link(want["link"]) == link(have["link"])
    same_title = clean(want["title"]) == clean(have["title"])
    return 4 * bool(guid) + 2 * bool(same_link) + bool(same_title and (same_link or guid or
                                                       not want["link"] or not have["link"]))


def compare_items(expected, got, after):
    """Every item of the set has its marks; no item is there twice."""
    faults = []
    by_feed = {}
    for have in got:
        by_feed.setdefault(have["feed_url"], []).append(have)
    for want in expected:
        candidates = by_feed.get(want["feed"], []) if want["feed"] else got
        have = max(candidates, key=lambda h: same(want, h), default=None)
        found = have is not None and same(want, have) > 0
        name = f"{want['feed']} {want['guid'] or want['link'] or want['title']}"
        twins = [w for w in expected if w["guid"] and w["guid"] == want["guid"] and
                 w["feed"] == want["feed"]]
        if want["deleted"]:
            if found and same(want, have) >= 2 and len(twins) < 2:
                faults.append(f"{name}: was deleted, and is there")
            continue
        if not found:
            faults.append(f"{name}: missing")
            continue
        if want["unread"] is not None and have["unread"] != want["unread"] and \
                len(set(w["unread"] for w in twins)) < 2:
            faults.append(f"{name}: unread {have['unread']}, not {want['unread']}")
        if want["starred"] and not have["starred"]:
            faults.append(f"{name}: has no star")
        if have["starred"] and not any(w["starred"] for w in twins + [want]):
            faults.append(f"{name}: has a star")
        missing = set(want["tags"]) - set(have["tags"])
        letters = {"flag/" + c for c in want.get("flags") or "" if c != "s"}
        extra = set(have["tags"]) - {t for w in twins + [want] for t in w["tags"]}
        if missing or letters - set(have["tags"]) or extra - letters:
            faults.append(f"{name}: tags {have['tags']}, not {want['tags']}")
    for feed, items in by_feed.items():
        seen = {}
        for have in items:
            key = have["guid"] or have["link"], have["link"], have["title"]
            if key in seen:
                faults.append(f"{feed} {key[0]}: is there twice")
            seen[key] = have
    return faults


def subscribed(expect):
    urls = {f["url"] for f in expect["feeds"] if not f.get("local_or_command")}
    return [i for i in expect["items"] if not i["feed"] or i["feed"] in urls]


def known_there(expect):
    """What the end state has of each feed: its items may be more than the program's."""
    return {i["feed"] for i in expect["items"]}


def refresh(store, home):
    run(store, home, "refresh")


def check(name, store, home, expect, served):
    items = subscribed(expect)
    got = feeds_of(store)
    faults = compare_feeds(expect["feeds"], got)
    faults += compare_queries(expect.get("queries", []), got)
    faults += [f"{url}: nobody has it" for url in got]
    report(f"{name}: feeds and saved searches", faults)
    report(f"{name}: items before a refresh", compare_items(items, items_of(store, home), False))
    if not served:
        return
    before = len(items_of(store, home))
    refresh(store, home)
    after = items_of(store, home)
    faults = compare_items(items, after, True)
    if len(after) < before:
        faults.append(f"{before} items became {len(after)}")
    report(f"{name}: items after a refresh", faults)


def again(name, store, home, *args):
    """Importing again adds nothing and changes nothing."""
    before = open(store + "/feeds").read(), items_of(store, home)
    run(store, home, "import", *args)
    after = open(store + "/feeds").read(), items_of(store, home)
    faults = []
    if before[0] != after[0]:
        faults.append("the feeds file has changed")
    was = {json.dumps(i, sort_keys=True) for i in before[1]}
    faults += [f"new or changed: {json.dumps(i)}" for i in after[1]
               if json.dumps(i, sort_keys=True) not in was]
    report(f"{name}: again", faults)


def programs(served):
    for name in sorted(os.listdir(SHARED)):
        path = f"{SHARED}/{name}/expect.json"
        if name == "web" or not os.path.exists(path):
            continue
        expect = json.load(open(path, encoding="utf-8"))
        home, store = f"{SHARED}/{name}/home", f"{DIR}/{name}"
        args = ["--from", name]
        if name == "elfeed":
            args += [home + "/.elfeed", f"{SHARED}/{name}/elfeed-init.el"]
        result = run(store, home, "import", *args)
        report(f"{name}: is imported",
               [] if result.returncode == 0 else result.stderr.splitlines())
        check(name, store, home, expect, served)
        again(name, store, home, *args)
        undo(name, store, home, *args)


def undo(name, store, home, *args):
    store += "-undo"
    run(store, home, "import", *args)
    result = run(store, home, "undo")
    left = feeds_of(store)
    report(f"{name}: is undone as a whole",
           [f"left: {url}" for url in left] + ([] if result.returncode == 0 else
                                               result.stderr.splitlines()))


def compare_saved(expect, feeds, items):
    """Pages of no feed: they are items of one feed of our own."""
    faults = [f"{url}: not our own" for url in feeds if not url.endswith("/saved.atom")]
    got = {i["link"]: i for i in items}
    if len(items) != len({page["link"] for page in expect}):
        faults.append(f"{len(items)} pages of {len(expect)}")
    for page in expect:
        have = got.get(page["link"])
        if not have or have["unread"] == page["read"]:
            faults.append(f"{page['link']}: {'read' if have else 'not there'}")
        elif page["title"] and clean(have["title"]) != clean(page["title"]):
            faults.append(f"{have['title']!r}, not {page['title']!r}")
    return faults


def web(served):
    """Files of services, each by itself; items are compared after the subscriptions that
    the service has were imported, too."""
    sets = json.load(open(f"{SHARED}/web/expect.json", encoding="utf-8"))
    for name, expect in sorted(sets.items()):
        path, store = f"{SHARED}/web/{name}", f"{DIR}/web-{name}"
        home = DIR
        if expect["items"] and not expect["feeds"]:
            run(store, home, "import", f"{SHARED}/web/greader-subscriptions.xml")
        result = run(store, home, "import", path)
        faults = [] if result.returncode == 0 else result.stderr.splitlines()
        if expect["feeds"]:
            got = feeds_of(store)
            faults += compare_feeds(expect["feeds"], got)
            faults += [f"{url}: nobody has it" for url in got]
        elif expect.get("saved"):
            faults += compare_saved(expect["saved"], feeds_of(store), items_of(store, home))
        anywhere = any(not i["feed"] for i in expect["items"])
        if expect["items"] and not anywhere:
            have = feeds_of(store)
            items = [i for i in expect["items"] if i["feed"] in have]
            faults += compare_items(items, items_of(store, home), False)
        report(f"web/{name}", faults)
        if expect["items"] and served:
            refresh(store, home)
            have = feeds_of(store)
            items = [i for i in expect["items"] if not i["feed"] or i["feed"] in have]
            got = items_of(store, home)
            if anywhere:
                links = {link(i["link"]) for i in got}
                items = [i for i in items if link(i["link"]) in links]
            report(f"web/{name}: after a refresh", compare_items(items, got, True))


def main():
    server = subprocess.Popen([sys.executable, f"{SHARED}/served/serve.py", "2"],
                              stderr=subprocess.DEVNULL)
    served = False
    for _ in range(100):
        try:
            urllib.request.urlopen(BASE + "/_phase/2", timeout=1).read()
            served = server.poll() is None
            break
        except OSError:
            time.sleep(0.05)
    try:
        programs(served)
        web(served)
    finally:
        server.kill()
        server.wait()
    if not served:
        report("refreshes # SKIP another process has the port 7811", [])
    print(f"1..{number}")


main()
