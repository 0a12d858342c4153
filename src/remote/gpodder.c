#include "config.h"

#include "remote/gpodder.h"

#include <time.h>

#include "remote/body.h"
#include "remote/form.h"
#include "remote/gpodder_inside.h"

#define SYNC "/index.php/apps/gpoddersync/"
/* A time later than every change: what came after it is an empty answer. */
#define NEVER 4102444800

static void
send_body(struct remote_ask *out)
{
	out->method = REMOTE_POST;
	out->type = REMOTE_JSON_TYPE;
}

/* ---- bodies, the same in both protocols */

/* UTC, in the only form that all servers read. */
static void
put_time(struct buf *out, int64_t at)
{
	time_t seconds = (time_t)at;
	struct tm tm;
	char when[32] = "";
	if (gmtime_r(&seconds, &tm))
		(void)!strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &tm);
	remote_body_text(out, "timestamp", span_of(when));
}

/* One server wants guids, another wants started with position and total; no server minds
 * either. Position and total are the same if it was played, and only then. */
static void
put_place(struct buf *out, const struct remote_session *session,
	const struct remote_place *place)
{
	struct buf one = BUF_INIT(0);
	int64_t position = place->position / 1000, total = place->total / 1000;
	if (place->played)
		position = total;
	else if (total > 0 && position >= total)
		total = position + 1;
	remote_body_text(&one, "podcast", place->podcast);
	remote_body_text(&one, "episode", place->episode);
	if (place->guid.n > 0)
		remote_body_text(&one, "guid", place->guid);
	remote_body_text(&one, "device", span_of(session->device));
	remote_body_text(&one, "action", SPAN_LIT("play"));
	put_time(&one, place->at);
	if (total > 0)
		remote_body_number(&one, "started", 0);
	remote_body_number(&one, "position", position);
	if (total > 0)
		remote_body_number(&one, "total", total);
	remote_body_end(&one);
	buf_add(out, one.data, one.len);
	buf_done(&one);
}

static void
put_places(struct remote_ask *out, const struct remote_session *session,
	const struct remote_arg *arg)
{
	send_body(out);
	buf_addc(&out->body, '[');
	for (size_t i = 0; i < arg->places_len; i++) {
		buf_adds(&out->body, i ? "," : "");
		put_place(&out->body, session, &arg->places[i]);
	}
	buf_addc(&out->body, ']');
}

/* "name":["https://…",…] */
static void
put_list(struct buf *out, const char *name, const struct span *urls, size_t len)
{
	buf_addf(out, "\"%s\":[", name);
	for (size_t i = 0; i < len; i++) {
		struct buf one = BUF_INIT(0);
		remote_body_text(&one, "", urls[i]);
		/* Without {"": before it. */
		buf_adds(out, i ? "," : "");
		buf_add(out, one.data + 4, one.len - 4);
		buf_done(&one);
	}
	buf_addc(out, ']');
}

static void
put_urls(struct remote_ask *out, const struct remote_arg *arg)
{
	send_body(out);
	buf_addc(&out->body, '{');
	put_list(&out->body, "add", arg->urls, arg->urls_len);
	buf_addc(&out->body, ',');
	put_list(&out->body, "remove", arg->left, arg->left_len);
	buf_addc(&out->body, '}');
}

static int64_t
since(const struct remote_arg *arg)
{
	/* 0 is "a week ago" to some. */
	return arg->since > 0 ? arg->since : 1;
}

/* ---- gpodder.net, oPodSync and others */

static void
api(struct remote_ask *out, const struct remote_session *session, const char *path,
	const char *rest)
{
	buf_addf(&out->url, "%s%s", session->base, path);
	remote_form_escape(&out->url, span_of(session->user));
	buf_adds(&out->url, rest);
	remote_header_basic(out, session->user, session->password);
}

static void
api_device(struct remote_ask *out, const struct remote_session *session, const char *path)
{
	api(out, session, path, "/");
	buf_addf(&out->url, "%s.json", session->device);
}

static bool
gpodder_ask(const struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, struct remote_ask *out)
{
	switch (step) {
	case REMOTE_PROBE:
		buf_addf(&out->url, "%s/api/2/devices/courant.json", session->base);
		break;
	case REMOTE_LOGIN:
		api(out, session, "/api/2/auth/", "/login.json");
		out->method = REMOTE_POST;
		out->type = REMOTE_JSON_TYPE;
		break;
	case REMOTE_TOKEN: /* introduces this machine to the server */
		api_device(out, session, "/api/2/devices/");
		remote_body_text(&out->body, "caption", span_of(session->device));
		remote_body_text(&out->body, "type", SPAN_LIT("desktop"));
		remote_body_end(&out->body);
		send_body(out);
		break;
	case REMOTE_FEEDS: /* of all devices */
		api(out, session, "/subscriptions/", ".json");
		break;
	case REMOTE_SUBSCRIBE:
		api_device(out, session, "/api/2/subscriptions/");
		put_urls(out, arg);
		break;
	case REMOTE_LISTENED:
		api(out, session, "/api/2/episodes/", ".json");
		remote_query_number(&out->url, "since", since(arg));
		remote_query_add(&out->url, "aggregated", SPAN_LIT("true"));
		break;
	case REMOTE_LEAVE:
		api(out, session, "/api/2/episodes/", ".json");
		put_places(out, session, arg);
		break;
	default:
		return false;
	}
	return true;
}

static const char *const here[] = {"", NULL};

const struct remote_backend remote_gpodder = {
	.name = "gpodder",
	.title = "gpodder.net",
	.bases = here,
	.podcasts = true,
	.sessionless = true,
	.ask = gpodder_ask,
	.take = remote_gpodder_take,
};

/* ---- gPodder Sync */

static void
sync_api(struct remote_ask *out, const struct remote_session *session, const char *path)
{
	buf_addf(&out->url, "%s" SYNC "%s", session->base, path);
	remote_header_basic(out, session->user, session->password);
}

static bool
gpoddersync_ask(const struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, struct remote_ask *out)
{
	switch (step) {
	case REMOTE_PROBE:
		buf_addf(&out->url, "%s" SYNC "subscriptions", session->base);
		break;
	case REMOTE_LOGIN:
		sync_api(out, session, "episode_action");
		remote_query_number(&out->url, "since", NEVER);
		break;
	case REMOTE_FEEDS:
		sync_api(out, session, "subscriptions");
		remote_query_number(&out->url, "since", 1);
		break;
	case REMOTE_SUBSCRIBE:
		sync_api(out, session, "subscription_change/create");
		put_urls(out, arg);
		break;
	case REMOTE_LISTENED:
		sync_api(out, session, "episode_action");
		remote_query_number(&out->url, "since", since(arg));
		break;
	case REMOTE_LEAVE:
		sync_api(out, session, "episode_action/create");
		put_places(out, session, arg);
		break;
	default:
		return false;
	}
	return true;
}

static const char *const sync_bases[] = {"", "/nextcloud", "/cloud", NULL};

const struct remote_backend remote_gpoddersync = {
	.name = "gpoddersync",
	.title = "Nextcloud gPodder Sync",
	.bases = sync_bases,
	.podcasts = true,
	.sessionless = true,
	.ask = gpoddersync_ask,
	.take = remote_gpoddersync_take,
};
