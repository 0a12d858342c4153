/*
 * Where episodes were left, as oPodSync keeps it (gpodder.net's API 2) and as Nextcloud's
 * gPodder Sync does. Actions are kept as they came. Both tell those that were done since
 * a time, whenever they were sent; the latter keeps one for an episode, the last that
 * came. Trap "poison N": more than N actions at once fail with 500; so does whatever
 * tells of an episode at …/refused.mp3.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "account.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"

static void
message(struct account_call *call, long status, const char *text)
{
	account_say(call, status, "");
	buf_addf(&call->out->body, "{\"code\":%ld,\"message\":\"%s\"}", status, text);
	if (status == 401)
		buf_adds(&call->out->headers, "WWW-Authenticate: Basic realm=\"x\"\r\n");
}

/* The text of a member of a flat object, in out. */
static void
member(const char *object, const char *name, char *out, size_t size)
{
	char key[64];
	snprintf(key, sizeof key, "\"%s\":\"", name);
	const char *at = strstr(object, key);
	size_t n = at ? strcspn(at + strlen(key), "\"") : 0;
	snprintf(out, size, "%.*s", (int)n, at ? at + strlen(key) : "");
}

static int64_t
time_of(const char *object)
{
	char when[64];
	struct tm tm = {0};
	member(object, "timestamp", when, sizeof when);
	return strptime(when, "%Y-%m-%dT%H:%M:%S", &tm) ? (int64_t)timegm(&tm) : 0;
}

void
account_gpodder_add(struct account *account, const char *object, size_t n, bool one)
{
	char episode[512], other[512];
	char *text = mem_strndup(object, n);
	member(text, "episode", episode, sizeof episode);
	for (size_t i = 0; one && i < account->actions_len; i++) {
		member(account->actions[i], "episode", other, sizeof other);
		if (!str_eq(episode, other))
			continue;
		free(account->actions[i]);
		account->actions[i] = text;
		return;
	}
	*VEC_PUSH(account->actions, account->actions_len, account->actions_cap) = text;
}

static void
take_actions(struct account *account, struct account_call *call, bool one)
{
	const char *at = call->request->body ? call->request->body : "";
	int64_t most = account->traps[ACCOUNT_TRAP_POISON], n = 0;
	for (const char *p = at; *p; p++)
		n += *p == '{';
	account->marks++;
	if ((most && n > most) || strstr(at, "/refused.mp3\"")) {
		message(call, 500, "too much");
		return;
	}
	while ((at = strchr(at, '{')) != NULL) {
		size_t len = strcspn(at, "}") + 1;
		account_gpodder_add(account, at, len, one);
		at += len;
	}
	buf_addf(&call->out->body, "{\"timestamp\":%" PRId64 ",\"update_urls\":[]}",
		account->now / 1000000);
}

static void
tell_actions(struct account *account, struct account_call *call)
{
	int64_t since = account_number(&call->query, "since", 0);
	bool first = true;
	buf_adds(&call->out->body, "{\"actions\":[");
	for (size_t i = 0; i < account->actions_len; i++) {
		if (time_of(account->actions[i]) < since)
			continue;
		buf_addf(&call->out->body, "%s%s", first ? "" : ",", account->actions[i]);
		first = false;
	}
	buf_addf(
		&call->out->body, "],\"timestamp\":%" PRId64 "}", account->now / 1000000);
}

static void
tell_feeds(struct account *account, struct account_call *call, bool changes)
{
	struct buf *out = &call->out->body;
	buf_adds(out, changes ? "{\"add\":[" : "[");
	for (size_t i = 0; i < account->feeds_len; i++) {
		buf_adds(out, i ? "," : "");
		buf_adds(out, changes ? "" : "{\"feed\":");
		account_put_text(out, account->feeds[i].url);
		buf_adds(out, changes ? "" : ",\"title\":null}");
	}
	buf_adds(out, changes ? "],\"remove\":[],\"timestamp\":1}" : "]");
}

/* Addresses with "refused" are not taken; "rewrite" is left out of others. */
static void
take_feed(struct account *account, const char *url, struct buf *changed)
{
	const char *at = strstr(url, "rewrite");
	bool refused = strstr(url, "refused");
	struct buf to = BUF_INIT(0);
	buf_adds(&to, refused ? "" : url);
	if (at && !refused) {
		buf_cut(&to, (size_t)(at - url));
		buf_adds(&to, at + 7);
	}
	if (at || refused)
		buf_addf(changed, "%s[\"%s\",\"%s\"]", changed->len ? "," : "", url,
			buf_str(&to));
	if (to.len)
		account_subscribe(account, buf_str(&to), buf_str(&to), 0);
	buf_done(&to);
}

/* Those with "kept" stay. */
static void
drop_feed(struct account *account, const char *url, struct buf *changed)
{
	(void)changed;
	for (size_t i = 0; i < account->feeds_len; i++)
		if (str_eq(account->feeds[i].url, url) && !strstr(url, "kept")) {
			account_unsubscribe(account, account->feeds[i].id);
			return;
		}
}

/* All addresses of the list of that name. */
static void
each_feed(struct account *account, const char *body, const char *list,
	void (*take)(struct account *account, const char *url, struct buf *changed),
	struct buf *changed)
{
	const char *at = strstr(body, list);
	const char *end = at ? strchr(at, ']') : NULL;
	for (at = at ? strchr(at, '[') : NULL; at && end && at < end;) {
		at = strchr(at, '"');
		if (!at || at > end)
			break;
		size_t n = strcspn(at + 1, "\"");
		char *url = mem_strndup(at + 1, n);
		take(account, url, changed);
		free(url);
		at += n + 2;
	}
}

/* It fails when one with "stuck" is removed. */
static void
take_feeds(struct account *account, struct account_call *call)
{
	struct buf changed = BUF_INIT(0);
	const char *body = call->request->body ? call->request->body : "";
	const char *removed = strstr(body, "\"remove\"");
	if (removed && strstr(removed, "stuck")) {
		message(call, 500, "stuck");
		return;
	}
	each_feed(account, body, "\"add\"", take_feed, &changed);
	each_feed(account, body, "\"remove\"", drop_feed, &changed);
	buf_addf(&call->out->body, "{\"timestamp\":1,\"update_urls\":[%s]}",
		buf_str(&changed));
	buf_done(&changed);
}

void
account_gpodder(struct account *account, struct account_call *call)
{
	bool post = str_eq(call->request->method, "POST");
	if (!account_basic(call->request))
		message(call, 401, "session cookie is required");
	else if (strstr(call->request->target, "/episodes/ann.json") && post)
		take_actions(account, call, false);
	else if (strstr(call->request->target, "/episodes/ann.json"))
		tell_actions(account, call);
	else if (strstr(call->request->target, "/api/2/subscriptions/ann/") && post)
		take_feeds(account, call);
	else if (strstr(call->request->target, "/subscriptions/ann.json"))
		tell_feeds(account, call, false);
	else if (strstr(call->request->target, "/auth/ann/login.json") && post)
		message(call, 200, "Logged in!");
	else if (strstr(call->request->target, "/devices/ann/courant") && post)
		message(call, 200, "Device updated");
	else
		message(call, 404, "Unknown or malformed API request");
}

void
account_gpoddersync(struct account *account, struct account_call *call)
{
	bool post = str_eq(call->request->method, "POST");
	if (!account_basic(call->request))
		message(call, 401, "Current user is not logged in");
	else if (str_eq(call->path, "episode_action/create") && post)
		take_actions(account, call, true);
	else if (str_eq(call->path, "episode_action"))
		tell_actions(account, call);
	else if (str_eq(call->path, "subscription_change/create") && post)
		take_feeds(account, call);
	else if (str_eq(call->path, "subscriptions"))
		tell_feeds(account, call, true);
	else
		message(call, 404, "");
}
