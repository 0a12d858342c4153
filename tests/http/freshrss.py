#!/usr/bin/env python3
"""A feed server for tests that answers as FreshRSS does, its oddities included.

	freshrss.py PORTFILE [ITEMS [FEEDS]]

It listens on a port of 127.0.0.1 that it writes into PORTFILE, and keeps all in memory.
User ann, password secret. What tests do as "the phone" goes to /control as JSON:

	{"read": [IDS], "unread": …, "star": …, "unstar": …, "label": [NAME, IDS]}
	{"arrive": N, "feed": ID}  {"purge": [IDS]}  {"state": true}  {"log": true}
	{"fault": {"path": PART, "status": 500, "times": 1, "body": TEXT, "headers": {},
	           "done": true, "cut": N, "close": true}}
"""
import gzip
import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, parse_qsl, unquote, urlsplit

STATE = "user/-/state/com.google/"
LABEL = "user/-/label/"
ITEM = "tag:google.com,2005:reader/item/"
AUTH = "ann/5f6f"
TOKEN = "5f6fZZZZ"
MAX_FIELDS, MAX_BODY = 1000, 1 << 20  # PHP's, dropped without a word


class World:
    def __init__(self, items, feeds):
        self.lock = threading.RLock()
        self.log, self.faults = [], []
        self.feeds, self.items, self.labels = {}, {}, []
        self.next_feed, self.next_item = 1, int(time.time() - 86400) * 1000000
        self.password = "secret"
        for n in range(feeds):
            self.subscribe("http://feeds.example/%d.xml" % (n + 1),
                           "Feed %d" % (n + 1), "Coast & sea" if n == 1 else "Uncategorized")
        for n in range(items):
            self.arrive("feed/%d" % (n % feeds + 1))

    def subscribe(self, url, title, folder):
        feed = "feed/%d" % self.next_feed
        self.next_feed += 1
        self.feeds[feed] = {"id": feed, "url": url, "title": title, "folder": folder}
        return feed

    def arrive(self, feed):
        self.next_item += 7
        n = len(self.items) + 1
        self.items[self.next_item] = {
            "feed": feed, "title": "item %d" % n, "read": False, "star": False,
            "labels": [], "link": "http://feeds.example/%s/%d" % (feed[5:], n),
            "text": "<p>Text of item %d, about the sea.</p>" % n + "<p>more words</p>" * 12}
        return self.next_item

    def folders(self):
        return sorted({f["folder"] for f in self.feeds.values()})


WORLD = None


def number(text):
    if text.startswith(ITEM):
        return int(text[len(ITEM):], 16)
    return int(text)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 1 << 16

    def log_message(self, *args):
        pass

    def answer(self, status, body, kind="application/json; charset=UTF-8", headers=None):
        data = body if isinstance(body, bytes) else body.encode()
        fault = self.fault if self.fault and not self.fault.get("status") else None
        if "gzip" in self.headers.get("Accept-Encoding", "") and len(data) > 500:
            data = gzip.compress(data, 1)
            headers = dict(headers or {}, **{"Content-Encoding": "gzip"})
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        if fault and "cut" in fault:
            data = data[:fault["cut"]]
        if fault and ("cut" in fault or fault.get("close")):
            self.close_connection = True
        self.wfile.write(data)

    def text(self, status, body, headers=None):
        self.answer(status, body, "text/plain; charset=UTF-8", headers)

    def denied(self):
        self.text(401, "Unauthorized!", {"Google-Bad-Token": "true"})

    def take_fault(self, path):
        for fault in WORLD.faults:
            if fault["path"] in path and fault.get("times", 1) > 0:
                fault["times"] = fault.get("times", 1) - 1
                return fault
        return None

    def serve(self):
        parts = urlsplit(self.path)
        size = int(self.headers.get("Content-Length") or 0)
        self.body = self.rfile.read(size)
        self.fault = None
        if parts.path == "/control":
            with WORLD.lock:
                self.answer(200, json.dumps(control(json.loads(self.body))))
            return
        with WORLD.lock:
            WORLD.log.append([self.command, self.path, size])
            self.fault = self.take_fault(self.path)
            if self.fault and not self.fault.get("done"):
                if self.fault.get("status"):
                    self.text(self.fault["status"], self.fault.get("body", ""),
                              self.fault.get("headers"))
                    return
                if self.fault.get("close"):
                    self.close_connection = True
                    self.connection.close()
                    return
            if self.fault and self.fault.get("done"):
                # What is asked is done, and the answer is lost.
                self.answer = lambda *args, **named: None
                self.route(parts)
                self.close_connection = True
                self.connection.close()
                return
            self.route(parts)

    do_GET = do_POST = serve

    def route(self, parts):
        path, query = unquote(parts.path), parse_qs(parts.query)
        base = "/api/greader.php"
        fields = []
        if self.command == "POST":
            fields = parse_qsl(self.body[:MAX_BODY].decode(), keep_blank_values=True)[:MAX_FIELDS]
        if path == base:
            self.answer(200, "OK", "text/html; charset=UTF-8")
        elif path == base + "/accounts/ClientLogin":
            form = dict(fields)
            if form.get("Email") == "ann" and form.get("Passwd") == WORLD.password:
                self.text(200, "SID=%s\nLSID=null\nAuth=%s\n" % (AUTH, AUTH))
            else:
                self.denied()
        elif not path.startswith(base + "/reader/api/0/"):
            self.text(404, "Not Found")
        elif self.headers.get("Authorization") != "GoogleLogin auth=" + AUTH:
            self.denied()
        else:
            name = path[len(base + "/reader/api/0/"):].replace("/", "_").replace("-", "_")
            tokens = [v for k, v in fields if k == "T"]
            if tokens and tokens[0] not in ("", TOKEN):
                self.denied()
                return
            method = getattr(self, "api_" + name, None)
            if method:
                method(query, fields)
            else:
                self.text(400, "Bad Request!")

    def api_token(self, query, fields):
        self.text(200, TOKEN + "\n")

    def api_user_info(self, query, fields):
        self.answer(200, json.dumps({"userId": "ann", "userName": "ann", "userEmail": ""}))

    def api_tag_list(self, query, fields):
        tags = [{"id": STATE + "starred"}]
        tags += [{"id": LABEL + f, "type": "folder"} for f in WORLD.folders()]
        tags += [{"id": LABEL + n, "type": "tag", "unread_count": 0} for n in WORLD.labels]
        self.answer(200, json.dumps({"tags": tags}))

    def api_subscription_list(self, query, fields):
        feeds = [{"id": f["id"], "title": f["title"].replace("&", "＆"),
                  "categories": [{"id": LABEL + f["folder"], "label": f["folder"]}],
                  "url": f["url"], "htmlUrl": f["url"][:-4], "iconUrl": ""}
                 for f in WORLD.feeds.values()]
        self.answer(200, json.dumps({"subscriptions": feeds}))

    def api_unread_count(self, query, fields):
        counts, newest = {}, {}
        for number_, item in WORLD.items.items():
            if not item["read"]:
                counts[item["feed"]] = counts.get(item["feed"], 0) + 1
            newest[item["feed"]] = number_
        rows = [{"id": f, "count": counts.get(f, 0),
                 "newestItemTimestampUsec": str(newest.get(f, ""))} for f in WORLD.feeds]
        total = sum(counts.values())
        rows.append({"id": STATE + "reading-list", "count": total,
                     "newestItemTimestampUsec": str(max(newest.values(), default=0))})
        self.answer(200, json.dumps({"max": total, "unreadcounts": rows}))

    def api_stream_items_ids(self, query, fields):
        stream, n = query["s"][0], int(query.get("n", ["20"])[0])
        rows = sorted(WORLD.items.items(), reverse=True)
        if stream == STATE + "starred":
            rows = [r for r in rows if r[1]["star"]]
        elif stream.startswith(LABEL) and stream[len(LABEL):] in WORLD.labels:
            rows = [r for r in rows if stream[len(LABEL):] in r[1]["labels"]]
        if query.get("xt") == [STATE + "read"]:
            rows = [r for r in rows if not r[1]["read"]]
        if query.get("it") == [STATE + "read"]:
            rows = [r for r in rows if r[1]["read"]]
        if "ot" in query:
            rows = [r for r in rows if r[0] >= int(query["ot"][0]) * 1000000]
        if "c" in query:
            rows = [r for r in rows if r[0] < int(query["c"][0])]
        out = {"itemRefs": [{"id": str(r[0])} for r in rows[:n]]}
        if len(rows) > n:
            out["continuation"] = str(rows[n - 1][0])
        self.answer(200, json.dumps(out, separators=(",", ":")))

    def api_stream_items_contents(self, query, fields):
        items = []
        for key, value in fields:
            item = WORLD.items.get(number(value)) if key == "i" else None
            if not item:
                continue
            n = number(value)
            feed = WORLD.feeds.get(item["feed"], {"title": "?", "folder": "?"})
            states = [STATE + "reading-list", LABEL + feed["folder"]]
            states += [STATE + "read"] if item["read"] else []
            states += [STATE + "starred"] if item["star"] else []
            states += [LABEL + name for name in item["labels"]] + ["news"]
            items.append({
                "id": "%s%016x" % (ITEM, n), "crawlTimeMsec": str(n // 1000),
                "timestampUsec": str(n), "published": n // 1000000 - 60,
                "title": item["title"], "author": "Somebody",
                "canonical": [{"href": item["link"]}], "alternate": [{"href": item["link"]}],
                "categories": states, "summary": {"content": item["text"]},
                "origin": {"streamId": item["feed"], "title": feed["title"]}})
        self.answer(200, json.dumps({"id": STATE + "reading-list", "items": items}))

    def api_edit_tag(self, query, fields):
        form = dict(fields)  # of two a= the last counts
        for key, value in fields:
            item = WORLD.items.get(number(value)) if key == "i" else None
            for word, on in (("a", True), ("r", False)):
                if item and word in form:
                    mark(item, form[word], on)
        self.text(200, "OK")

    def api_subscription_quickadd(self, query, fields):
        url = dict(fields)["quickadd"]
        if any(f["url"] == url for f in WORLD.feeds.values()):
            self.answer(200, json.dumps({"numResults": 0,
                                         "error": "Already subscribed! " + url}))
        elif "nothing" in url:
            self.answer(200, json.dumps({"numResults": 0, "error": "cURL error 22"}))
        else:
            feed = WORLD.subscribe(url, "Title of " + url[-8:], "Uncategorized")
            self.answer(200, json.dumps({"numResults": 1, "query": url, "streamId": feed,
                                         "streamName": WORLD.feeds[feed]["title"]}))

    def api_subscription_edit(self, query, fields):
        form = dict(fields)
        feed = WORLD.feeds.get(form.get("s"))
        if not feed:
            self.text(400, "Bad Request!")
            return
        if form["ac"] == "unsubscribe":
            del WORLD.feeds[feed["id"]]
            for key in [k for k, i in WORLD.items.items() if i["feed"] == feed["id"]]:
                del WORLD.items[key]
        elif form["ac"] == "edit":
            feed["title"] = form.get("t", feed["title"])
            if "a" in form:
                feed["folder"] = form["a"][len(LABEL):]
            elif "r" in form:
                feed["folder"] = "Uncategorized"
        self.text(200, "OK")


def mark(item, word, on):
    if word == STATE + "read":
        item["read"] = on
    elif word == STATE + "starred":
        item["star"] = on
    elif word.startswith(LABEL):
        name = word[len(LABEL):]
        if on and name not in WORLD.labels:
            WORLD.labels.append(name)
        if on and name not in item["labels"]:
            item["labels"].append(name)
        elif not on and name in item["labels"]:
            item["labels"].remove(name)


def control(order):
    words = {"read": ("read", True), "unread": ("read", False),
             "star": ("starred", True), "unstar": ("starred", False)}
    for key, (word, on) in words.items():
        for n in order.get(key, []):
            mark(WORLD.items[int(n)], STATE + word, on)
    if "label" in order:
        for n in order["label"][1]:
            mark(WORLD.items[int(n)], LABEL + order["label"][0], True)
    if "unlabel" in order:
        for n in order["unlabel"][1]:
            mark(WORLD.items[int(n)], LABEL + order["unlabel"][0], False)
    new = [str(WORLD.arrive(order.get("feed", "feed/1"))) for _ in range(order.get("arrive", 0))]
    for n in order.get("purge", []):
        del WORLD.items[int(n)]
    if "subscribe" in order:
        WORLD.subscribe(*order["subscribe"])
    for feed, changes in order.get("feeds", {}).items():
        if changes is None:
            del WORLD.feeds[feed]
        else:
            WORLD.feeds[feed].update(changes)
    if "fault" in order:
        WORLD.faults.append(order["fault"])
    if "password" in order:
        WORLD.password = order["password"]
    if order.get("log"):
        log, WORLD.log = WORLD.log, []
        return log
    if order.get("state"):
        return {"items": {str(k): v for k, v in WORLD.items.items()},
                "feeds": WORLD.feeds, "labels": WORLD.labels}
    return {"new": new}


def main():
    global WORLD
    items = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    feeds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    WORLD = World(items, feeds)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    with open(sys.argv[1] + ".part", "w") as out:
        out.write("%d\n" % server.server_address[1])
    import os
    os.rename(sys.argv[1] + ".part", sys.argv[1])
    server.serve_forever()


main()
