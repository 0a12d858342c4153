#include "config.h"

#include "remote/feedbin.h"

#include <string.h>
#include <time.h>

#include "base/url.h"
#include "remote/body.h"
#include "remote/feedbin_inside.h"
#include "remote/form.h"
#include "remote/id.h"
#include "remote/quirk.h"

static void
plain_api(struct remote_ask *out, const struct remote_session *session, const char *path)
{
	struct span host = url_split(span_of(session->base)).host;
	bool site = span_ieq(host, "feedbin.com") || span_ieq(host, "www.feedbin.com");
	buf_addf(&out->url, "%s/v2/%s", site ? "https://api.feedbin.com" : session->base,
		path);
}

static void
api(struct remote_ask *out, const struct remote_session *session, const char *path)
{
	plain_api(out, session, path);
	remote_header_basic(out, session->user, session->password);
}

static void
api_id(struct remote_ask *out, const struct remote_session *session, const char *path,
	struct span id, const char *rest)
{
	api(out, session, path);
	remote_form_escape(&out->url, id);
	buf_adds(&out->url, rest);
}

static void
post(struct remote_ask *out)
{
	out->method = REMOTE_POST;
	out->type = REMOTE_JSON_TYPE;
	remote_body_end(&out->body);
}

/* Feedbin is a single service, known by its address. */
static bool
ask_probe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	plain_api(out, session, "authentication.json");
	return remote_quirk_at("feedbin", session->base) != NULL;
}

static bool
ask_login(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	api(out, session, "authentication.json");
	return true;
}

static bool
ask_unread(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	api(out, session, "unread_entries.json");
	return true;
}

static bool
ask_starred(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	api(out, session, "starred_entries.json");
	return true;
}

static bool
ask_overview(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	return arg->more.n > 0 ? ask_starred(session, arg, out)
			       : ask_unread(session, arg, out);
}

static bool
ask_folders(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	api(out, session, "taggings.json");
	return true;
}

static bool
ask_feeds(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	api(out, session, arg->more.n > 0 ? "subscriptions.json" : "taggings.json");
	return true;
}

/* more is the number of the page. */
static bool
ask_new(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	time_t since = (time_t)arg->since;
	struct tm tm;
	char date[40];
	api(out, session, "entries.json?mode=extended");
	remote_query_number(&out->url, "per_page", FEEDBIN_PAGE);
	if (arg->more.n > 0)
		remote_query_add(&out->url, "page", arg->more);
	if (arg->since > 0 && gmtime_r(&since, &tm) &&
		strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S.000000Z", &tm) > 0)
		remote_query_add(&out->url, "since", span_of(date));
	return true;
}

static bool
ask_contents(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	api(out, session, "entries.json?mode=extended&ids=");
	remote_ids_put(&out->url, arg->ids, arg->ids_len);
	return true;
}

/* POST for removing as well, since proxies drop the body of a DELETE. */
static bool
ask_mark(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	if (arg->word == REMOTE_TAG)
		return false;
	bool star = arg->word == REMOTE_STAR, add = star == arg->on;
	const char *list = star ? "starred_entries" : "unread_entries";
	api(out, session, list);
	buf_adds(&out->url, add ? ".json" : "/delete.json");
	remote_body_ids(&out->body, list, arg->ids, arg->ids_len);
	post(out);
	return true;
}

/* more is "u ADDRESS", one of those that it offered. */
static bool
ask_subscribe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	struct span url = arg->url;
	if (arg->more.n > 2)
		url = (struct span){arg->more.p + 2, arg->more.n - 2};
	api(out, session, "subscriptions.json");
	remote_body_text(&out->body, "feed_url", url);
	post(out);
	return true;
}

enum feedbin_edit
remote_feedbin_next(
	enum remote_step step, const struct remote_arg *arg, enum feedbin_edit now)
{
	bool edits = step == REMOTE_EDIT && remote_arg_moves(arg);
	bool titled = now == FEEDBIN_DONE || now == FEEDBIN_CHANGE;
	if (now == FEEDBIN_FIND)
		return FEEDBIN_CHANGE;
	if (now == FEEDBIN_TAGS)
		return FEEDBIN_UNTAG;
	if (edits && titled && arg->folder.n > 0)
		return FEEDBIN_TAG;
	if (edits && (titled || now == FEEDBIN_TAG) && arg->from.n > 0)
		return FEEDBIN_TAGS;
	return FEEDBIN_DONE;
}

enum feedbin_edit
remote_feedbin_now(
	enum remote_step step, const struct remote_arg *arg, struct span *number)
{
	*number = (struct span){NULL, 0};
	if (arg->more.n > 2)
		*number = (struct span){arg->more.p + 2, arg->more.n - 2};
	if (arg->more.n > 0)
		return (enum feedbin_edit)arg->more.p[0];
	if (step == REMOTE_UNSUBSCRIBE || arg->title.n > 0)
		return FEEDBIN_FIND;
	return remote_feedbin_next(step, arg, FEEDBIN_DONE);
}

static void
change(const struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, struct span number, struct remote_ask *out)
{
	bool drops = step == REMOTE_UNSUBSCRIBE;
	api_id(out, session, "subscriptions/", number, drops ? ".json" : "/update.json");
	if (drops) {
		out->method = REMOTE_DELETE;
		return;
	}
	remote_body_text(&out->body, "title", arg->title);
	post(out);
}

static bool
edit(const struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, struct remote_ask *out)
{
	struct span number;
	switch (remote_feedbin_now(step, arg, &number)) {
	case FEEDBIN_FIND:
		api(out, session, "subscriptions.json");
		return true;
	case FEEDBIN_CHANGE:
		change(session, step, arg, number, out);
		return true;
	case FEEDBIN_TAG:
		api(out, session, "taggings.json");
		remote_body_name(&out->body, "feed_id", arg->feed);
		remote_body_text(&out->body, "name", arg->folder);
		post(out);
		return true;
	case FEEDBIN_TAGS:
		api(out, session, "taggings.json");
		return true;
	case FEEDBIN_UNTAG:
		api_id(out, session, "taggings/", number, ".json");
		out->method = REMOTE_DELETE;
		return true;
	default:
		return false;
	}
}

static bool
ask_edit(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	return edit(session, REMOTE_EDIT, arg, out);
}

static bool
ask_unsubscribe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	return edit(session, REMOTE_UNSUBSCRIBE, arg, out);
}

static bool
ask_rename_folder(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	api(out, session, "tags.json");
	remote_body_text(&out->body, "old_name", arg->folder);
	remote_body_text(&out->body, "new_name", arg->title);
	post(out);
	return true;
}

static bool (*const asks[REMOTE_STEPS])(
	const struct remote_session *, const struct remote_arg *, struct remote_ask *) = {
	[REMOTE_PROBE] = ask_probe,
	[REMOTE_LOGIN] = ask_login,
	[REMOTE_OVERVIEW] = ask_overview,
	[REMOTE_FOLDERS] = ask_folders,
	[REMOTE_FEEDS] = ask_feeds,
	[REMOTE_UNREAD] = ask_unread,
	[REMOTE_STARRED] = ask_starred,
	[REMOTE_NEW] = ask_new,
	[REMOTE_CONTENTS] = ask_contents,
	[REMOTE_MARK] = ask_mark,
	[REMOTE_SUBSCRIBE] = ask_subscribe,
	[REMOTE_EDIT] = ask_edit,
	[REMOTE_UNSUBSCRIBE] = ask_unsubscribe,
	[REMOTE_RENAME_FOLDER] = ask_rename_folder,
};

static bool
feedbin_ask(const struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, struct remote_ask *out)
{
	return asks[step] && asks[step](session, arg, out);
}

static const char *const bases[] = {"", NULL};

const struct remote_backend remote_feedbin = {
	.name = "feedbin",
	.title = "Feedbin",
	.bases = bases,
	.sessionless = true,
	.ask = feedbin_ask,
	.take = remote_feedbin_take,
};
