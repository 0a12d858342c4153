#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/time.h"
#include "remote/answer.h"
#include "remote/gpodder_inside.h"
#include "remote/item.h"
#include "remote/json.h"
#include "remote/json_error.h"

/* A hundred days, in seconds: no episode is longer. */
#define LONGEST INT64_C(8640000)

/* What a step's answer is read with. */
struct reader {
	struct remote_session *session;
	const struct remote_sink *sink;
};

/* ---- where episodes were left */

static bool
is_action(const json_t *value, const char *name)
{
	struct span action = remote_json_span(remote_json_get(value, "action"));
	return action.p && span_ieq(span_trim(action), name);
}

static int64_t
seconds(const json_t *value, const char *key)
{
	int64_t n = remote_json_integer(remote_json_get(value, key), -1);
	return n >= 0 && n <= LONGEST ? n : -1;
}

static struct span
line(struct arena *arena, const json_t *value, const char *key)
{
	return span_of(remote_json_line(arena, remote_json_get(value, key)));
}

/* -1 for all three is how AntennaPod takes "played" back; others say "new". What was
 * fetched or deleted elsewhere is of no concern here. */
static bool
read_place(struct arena *arena, const json_t *value, struct remote_place *out)
{
	bool play = is_action(value, "play"), renewed = is_action(value, "new");
	int64_t position = seconds(value, "position"), total = seconds(value, "total");
	bool taken_back = renewed || remote_json_integer(
					     remote_json_get(value, "position"), 0) == -1;
	*out = (struct remote_place){
		.podcast = line(arena, value, "podcast"),
		.episode = line(arena, value, "episode"),
		.guid = line(arena, value, "guid"),
		.at = remote_item_time(remote_json_get(value, "timestamp")),
		.position = taken_back ? 0 : position * 1000,
		.total = total > 0 ? total * 1000 : 0,
		.played = !taken_back && total > 0 && position >= total,
	};
	return (play || renewed) && (taken_back || position >= 0) &&
	       out->at != TIME_NONE && out->podcast.n > 0 &&
	       (out->episode.n > 0 || out->guid.n > 0);
}

static bool
take_listened(struct reader *r, const json_t *root)
{
	const json_t *list = remote_json_list(root, "actions"), *value;
	size_t i;
	json_array_foreach(list, i, value)
	{
		struct arena arena = ARENA_INIT;
		struct remote_place place;
		if (read_place(&arena, value, &place))
			r->sink->place(r->sink->ctx, &place);
		arena_done(&arena);
	}
	return list != NULL;
}

/* ---- the rest */

/* A list of addresses, or of objects that have one. */
static void
tell_feeds(struct reader *r, const json_t *list)
{
	const json_t *value;
	size_t i;
	json_array_foreach(list, i, value)
	{
		struct arena arena = ARENA_INIT;
		const char *key = remote_json_get(value, "feed") ? "feed" : "url";
		const json_t *address =
			json_is_object(value) ? remote_json_get(value, key) : value;
		const struct remote_feed feed = {
			.id = span_of(remote_json_line(&arena, address)),
			.url = span_of(remote_json_line(&arena, address)),
			.title = line(&arena, value, "title"),
			.site = line(&arena, value, "website"),
		};
		if (feed.id.n > 0)
			r->sink->feed(r->sink->ctx, &feed);
		arena_done(&arena);
	}
}

static bool
take_feeds(struct reader *r, const json_t *root)
{
	const json_t *list = json_is_array(root) ? root : remote_json_list(root, "add");
	tell_feeds(r, list);
	return list != NULL;
}

/* When it was done. An answer without it is cut short, or not from this server. */
static bool
take_done(struct reader *r, const json_t *root)
{
	(void)r;
	return remote_json_get(root, "timestamp") != NULL;
}

/* Addresses that the server has changed: pairs of ours and its own. */
static bool
take_subscribed(struct reader *r, const json_t *root)
{
	const json_t *pairs = remote_json_list(root, "update_urls"), *pair;
	size_t i;
	json_array_foreach(pairs, i, pair)
	{
		struct arena arena = ARENA_INIT;
		const struct remote_feed feed = {
			.id = span_of(remote_json_line(&arena, json_array_get(pair, 1))),
			.url = span_of(remote_json_line(&arena, json_array_get(pair, 0))),
		};
		if (feed.url.n > 0)
			r->sink->feed(r->sink->ctx, &feed);
		arena_done(&arena);
	}
	return take_done(r, root);
}

static void
know(struct buf *to, const char *text)
{
	buf_clear(to);
	buf_adds(to, text);
}

/* There are no real tokens: the names of the user and of this machine stand for them. */
static void
take_session(struct reader *r, enum remote_step step)
{
	if (step == REMOTE_LOGIN)
		know(&r->session->token, r->session->user);
	else if (step == REMOTE_TOKEN)
		know(&r->session->edit, r->session->device);
}

/* Servers count wrong passwords, so there is no second login. A server that does not know
 * devices, or not this machine, can still be used. */
static enum remote_verdict
judge(struct reader *r, enum remote_step step, const struct remote_arg *arg,
	const struct remote_answer *answer, struct err *err)
{
	if (step == REMOTE_TOKEN && answer->status >= 400 && answer->status < 500 &&
		answer->status != 401 && answer->status != 429)
		return REMOTE_OK;
	if (step == REMOTE_LOGIN && answer->status == 400)
		return remote_answer_denied(r->session, err);
	enum remote_verdict verdict =
		remote_json_error_judge(r->session, step, arg, answer, "message", err);
	if (verdict == REMOTE_AGAIN_LOGIN)
		return remote_answer_denied(r->session, err);
	/* The server may be failing at a single one of many. */
	if ((step == REMOTE_LEAVE || step == REMOTE_SUBSCRIBE) &&
		(answer->status >= 500 || answer->status == 413) && answer->status != 503)
		return REMOTE_SPLIT;
	return verdict;
}

static enum remote_verdict
take(struct remote_session *session, enum remote_step step, const struct remote_arg *arg,
	const struct remote_answer *answer, const struct remote_sink *sink,
	struct err *err)
{
	struct reader r = {session, sink};
	enum remote_verdict verdict = judge(&r, step, arg, answer, err);
	bool (*reads)(struct reader *, const json_t *) =
		step == REMOTE_LISTENED    ? take_listened
		: step == REMOTE_FEEDS     ? take_feeds
		: step == REMOTE_SUBSCRIBE ? take_subscribed
		: step == REMOTE_LEAVE     ? take_done
					   : NULL;
	if (verdict != REMOTE_OK)
		return verdict;
	json_t *root = remote_json_read(answer->body);
	struct span said = span_trim(answer->body);
	/* Some requests get an empty answer. */
	bool good = reads ? root && reads(&r, root) : said.n == 0 || root;
	if (good)
		take_session(&r, step);
	json_decref(root);
	return good ? REMOTE_OK : remote_answer_garbage(session, answer, err);
}

/* ---- which server it is */

/* Such a server wants a login, and says so in JSON or with an empty body. */
static bool
is_api(const struct remote_answer *answer)
{
	struct span said = span_trim(answer->body);
	json_t *root = remote_json_read(answer->body);
	bool json = json_is_object(root);
	json_decref(root);
	return answer->status == 401 && (json || said.n == 0);
}

enum remote_verdict
remote_gpodder_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err)
{
	if (step != REMOTE_PROBE)
		return take(session, step, arg, answer, sink, err);
	if (is_api(answer) && answer->header(answer->of, "WWW-Authenticate").p)
		return REMOTE_OK;
	err_set(err, ERR_NOT_FOUND, _("there is no server for podcasts at this address"));
	return REMOTE_OTHER;
}

enum remote_verdict
remote_gpoddersync_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err)
{
	if (step != REMOTE_PROBE)
		return take(session, step, arg, answer, sink, err);
	if (is_api(answer) && span_trim(answer->body).n > 0)
		return REMOTE_OK;
	err_set(err, ERR_NOT_FOUND,
		_("there is no Nextcloud with the app gPodder Sync at this address"));
	return REMOTE_OTHER;
}
