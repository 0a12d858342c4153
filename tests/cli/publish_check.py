# Checks published documents by RFC 4287, RFC 5005, the rules of the RSS Advisory Board's
# profile and JSON Feed 1.1, as far as readers depend on them. Prints what is wrong.
#
#	publish_check.py FILE…

import json
import re
import sys
import xml.etree.ElementTree as tree
from urllib.parse import urlsplit

ATOM = "{http://www.w3.org/2005/Atom}"
DC = "{http://purl.org/dc/elements/1.1/}"
HISTORY = "{http://purl.org/syndication/history/1.0}"
RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$")
RFC822 = re.compile(
    r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
    r" \d{4} \d\d:\d\d:\d\d (GMT|[+-]\d{4})$")
MIME = re.compile(r"[\w.+-]+/[\w.+-]+$")
faults = []


def want(file, good, what):
    if not good:
        faults.append(f"{file}: {what}")


def iri(text):
    return bool(re.match(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`]+$", text or ""))


def public(text):
    parts = urlsplit(text or "")
    return parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc


def one(file, parent, name, what):
    found = parent.findall(name)
    want(file, len(found) == 1, f"{what}: {len(found)} × {name}")
    return (found[0].text or "") if found else ""


def links(file, top, name):
    rels = {}
    for link in top.findall(name):
        rel = link.get("rel", "alternate")
        want(file, rel not in rels, f"two links {rel}")
        want(file, link.get("href"), f"link {rel} without href")
        rels[rel] = link.get("href")
    want(file, "self" in rels, "no link rel=self")
    archive = len(top.findall(HISTORY + "archive"))
    want(file, archive == ("current" in rels), "fh:archive and rel=current go together")
    return rels


def unique(file, ids):
    want(file, len(set(ids)) == len(ids), "ids occur twice")
    for i in ids:
        want(file, iri(i), f"id {i!r} is no IRI")


def atom(file, top):
    want(file, iri(one(file, top, ATOM + "id", "feed")), "the feed's id is no IRI")
    want(file, one(file, top, ATOM + "title", "feed"), "the feed has no title")
    want(file, RFC3339.match(one(file, top, ATOM + "updated", "feed")), "feed: updated")
    links(file, top, ATOM + "link")
    entries = top.findall(ATOM + "entry")
    own = top.findall(ATOM + "author")
    unique(file, [one(file, e, ATOM + "id", "entry") for e in entries])
    for e in entries:
        one(file, e, ATOM + "title", "entry")
        want(file, RFC3339.match(one(file, e, ATOM + "updated", "entry")), "entry: updated")
        for p in e.findall(ATOM + "published"):
            want(file, RFC3339.match(p.text), f"published {p.text}")
        want(file, own or e.findall(ATOM + "author"), "an entry without an author")
        for author in e.findall(ATOM + "author") + own:
            want(file, one(file, author, ATOM + "name", "author"), "an author without a name")
        content = e.findall(ATOM + "content")
        rels = [link.get("rel") for link in e.findall(ATOM + "link")]
        want(file, len(content) <= 1, "two contents")
        want(file, content or "alternate" in rels, "neither content nor alternate")
        for c in content:
            want(file, c.get("type", "text") in ("text", "html") and not list(c), "content")
        for link in e.findall(ATOM + "link"):
            want(file, public(link.get("href")), f"link {link.get('href')}")


def rss(file, top):
    want(file, top.get("version") == "2.0", "version")
    channel = top.find("channel")
    for name in "title", "link", "description":
        want(file, one(file, channel, name, "channel"), f"channel: empty {name}")
    want(file, RFC822.match(one(file, channel, "lastBuildDate", "channel")), "lastBuildDate")
    links(file, channel, ATOM + "link")
    items = channel.findall("item")
    unique(file, [one(file, i, "guid", "item") for i in items])
    for i in items:
        want(file, i.findall("title") or i.findall("description"), "no title, no description")
        for name in "title", "link", "description", "pubDate", "comments", "enclosure":
            want(file, len(i.findall(name)) <= 1, f"several {name}")
        for guid in i.findall("guid"):
            want(file, guid.get("isPermaLink") == "false" or public(guid.text), "guid")
        for date in i.findall("pubDate"):
            want(file, RFC822.match(date.text), f"pubDate {date.text}")
        want(file, not i.findall("author"), "author is for addresses of mail")
        for link in i.findall("link"):
            want(file, public(link.text), f"link {link.text}")
        for e in i.findall("enclosure"):
            want(file, public(e.get("url")) and MIME.match(e.get("type", "")) and
                 e.get("length", "").isdigit(), "enclosure")


def feed_json(file, text):
    top = json.loads(text)
    want(file, top.get("version") == "https://jsonfeed.org/version/1.1", "version")
    want(file, top.get("title"), "no title")
    want(file, top.get("feed_url"), "no feed_url")
    unique(file, [i.get("id") for i in top["items"]])
    for i in top["items"]:
        want(file, isinstance(i.get("id"), str), "an id that is no string")
        want(file, ("content_html" in i) + ("content_text" in i) == 1, "content")
        for name in "date_published", "date_modified":
            want(file, name not in i or RFC3339.match(i[name]), name)
        want(file, "url" not in i or public(i["url"]), f"url {i.get('url')}")
        for author in i.get("authors", []):
            want(file, author.get("name"), "an author without a name")
        for a in i.get("attachments", []):
            want(file, public(a["url"]) and MIME.match(a["mime_type"]), "attachment")


for path in sys.argv[1:]:
    with open(path, "rb") as stream:
        data = stream.read()
    try:
        if path.endswith(".json"):
            feed_json(path, data.decode("utf-8"))
        else:
            root = tree.fromstring(data)
            {ATOM + "feed": atom, "rss": rss}[root.tag](path, root)
    except (ValueError, KeyError, tree.ParseError) as error:
        want(path, False, repr(error))
print("\n".join(sorted(set(faults))[:40]))
sys.exit(bool(faults))
