#include "config.h"

#include "remote/ttrss.h"

#include "remote/body.h"
#include "remote/form.h"
#include "remote/ttrss_inside.h"

/* Numbers of feeds that are not real: all items, and the starred ones. */
enum {
	FEED_STARRED = -1,
	FEEDS_REAL = -3, /* of getFeeds: all but these */
	FEED_ALL = -4,
};

/* updateArticle: which field is set. */
enum {
	FIELD_STARRED = 0,
	FIELD_UNREAD = 2,
};

static struct buf *
call(struct remote_ask *out, const struct remote_session *session, const char *op)
{
	buf_addf(&out->url, "%s%s", session->base,
		str_ends(session->base, "/api") ? "/" : "/api/");
	out->method = REMOTE_POST;
	out->type = REMOTE_JSON_TYPE;
	remote_body_text(&out->body, "op", span_of(op));
	if (session->token.len > 0)
		remote_body_text(&out->body, "sid", span_of(buf_str(&session->token)));
	return &out->body;
}

/* Without the id of a session that may have ended. */
static struct buf *
call_first(struct remote_ask *out, const struct remote_session *session, const char *op)
{
	struct remote_session none = {.base = session->base};
	return call(out, &none, op);
}

static bool
ask_probe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	call_first(out, session, "isLoggedIn");
	return true;
}

static bool
ask_login(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	if (arg->more.n > 0) {
		call(out, session, "getVersion");
		return true;
	}
	struct buf *body = call_first(out, session, "login");
	remote_body_text(body, "user", span_of(session->user));
	remote_body_text(body, "password", span_of(session->password));
	return true;
}

static bool
ask_overview(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	call(out, session, "getCounters");
	return true;
}

/* The tree of folders first, then the labels of items. */
static bool
ask_folders(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	if (arg->more.n > 0)
		call(out, session, "getLabels");
	else
		remote_body_bool(
			call(out, session, "getFeedTree"), "include_empty", true);
	return true;
}

static bool
ask_feeds(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	remote_body_number(call(out, session, "getFeeds"), "cat_id", FEEDS_REAL);
	return true;
}

struct span
remote_ttrss_label(const struct remote_arg *arg)
{
	struct span rest = arg->more, kind = {NULL, 0}, id = {NULL, 0};
	if (rest.n > 0)
		span_split(&rest, ' ', &kind);
	if (span_eq(kind, "l"))
		span_split(&rest, ' ', &id);
	return id;
}

int64_t
remote_ttrss_offset(const struct remote_arg *arg)
{
	struct span rest = arg->more, part = {NULL, 0};
	int64_t offset;
	while (rest.n > 0)
		span_split(&rest, ' ', &part);
	return str_int(part, &offset) == OK && offset > 0 ? offset : 0;
}

static struct buf *
headlines(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	struct buf *body = call(out, session, "getHeadlines");
	remote_body_number(body, "limit", TTRSS_PAGE);
	remote_body_number(body, "skip", remote_ttrss_offset(arg));
	return body;
}

static bool
ask_unread(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	if (span_eq(arg->more, "b") || span_eq(arg->more, "e")) {
		call(out, session, "getUnread");
		return true;
	}
	struct buf *body = headlines(session, arg, out);
	remote_body_number(body, "feed_id", FEED_ALL);
	remote_body_text(body, "view_mode", SPAN_LIT("unread"));
	return true;
}

static bool
ask_starred(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	struct buf *body = headlines(session, arg, out);
	remote_body_number(body, "feed_id", FEED_STARRED);
	remote_body_text(body, "view_mode", SPAN_LIT("all_articles"));
	return true;
}

/* Labels have numbers; these are looked up first. */
static bool
ask_label(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	struct span label = remote_ttrss_label(arg);
	if (label.n == 0) {
		call(out, session, "getLabels");
		return true;
	}
	struct buf *body = headlines(session, arg, out);
	remote_body_name(body, "feed_id", label);
	remote_body_text(body, "view_mode", SPAN_LIT("all_articles"));
	return true;
}

static bool
ask_new(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	struct buf *body = headlines(session, arg, out);
	remote_body_number(body, "feed_id", FEED_ALL);
	remote_body_text(body, "view_mode", SPAN_LIT("all_articles"));
	remote_body_bool(body, "show_content", true);
	remote_body_bool(body, "include_attachments", true);
	if (arg->newest.n > 0) {
		struct buf id = BUF_INIT(0);
		remote_ids_put(&id, &arg->newest, 1);
		remote_body_name(body, "since_id", span_of(buf_str(&id)));
		buf_done(&id);
	}
	return true;
}

static void
add_ids(struct buf *body, const char *name, const struct remote_arg *arg)
{
	struct buf ids = BUF_INIT(0);
	remote_ids_put(&ids, arg->ids, arg->ids_len);
	remote_body_text(body, name, span_of(buf_str(&ids)));
	buf_done(&ids);
}

static bool
ask_contents(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	add_ids(call(out, session, "getArticle"), "article_id", arg);
	return true;
}

static bool
ask_tag(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	struct span label = remote_ttrss_label(arg);
	if (label.n == 0) {
		call(out, session, "getLabels");
		return true;
	}
	struct buf *body = call(out, session, "setArticleLabel");
	add_ids(body, "article_ids", arg);
	remote_body_name(body, "label_id", label);
	remote_body_bool(body, "assign", arg->on);
	return true;
}

static bool
ask_mark(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	if (arg->word == REMOTE_TAG)
		return ask_tag(session, arg, out);
	bool star = arg->word == REMOTE_STAR;
	struct buf *body = call(out, session, "updateArticle");
	add_ids(body, "article_ids", arg);
	remote_body_number(body, "field", star ? FIELD_STARRED : FIELD_UNREAD);
	remote_body_number(body, "mode", star == arg->on ? 1 : 0);
	return true;
}

/* more is "u ADDRESS": one of the feeds that a page names. */
static bool
ask_subscribe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	struct buf *body = call(out, session, "subscribeToFeed");
	struct span url = arg->url;
	if (arg->more.n > 2)
		url = (struct span){arg->more.p + 2, arg->more.n - 2};
	remote_body_text(body, "feed_url", url);
	remote_body_name(
		body, "category_id", arg->folder.n > 0 ? arg->folder : SPAN_LIT("0"));
	return true;
}

static bool
ask_unsubscribe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	remote_body_name(call(out, session, "unsubscribeFeed"), "feed_id", arg->feed);
	return true;
}

static bool
ask_refresh(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	if (arg->feed.n == 0)
		return false;
	remote_body_name(call(out, session, "updateFeed"), "feed_id", arg->feed);
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
	[REMOTE_LABEL] = ask_label,
	[REMOTE_NEW] = ask_new,
	[REMOTE_CONTENTS] = ask_contents,
	[REMOTE_MARK] = ask_mark,
	[REMOTE_SUBSCRIBE] = ask_subscribe,
	[REMOTE_UNSUBSCRIBE] = ask_unsubscribe,
	[REMOTE_REFRESH] = ask_refresh,
};

static bool
ttrss_ask(const struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, struct remote_ask *out)
{
	if (!asks[step] || !asks[step](session, arg, out))
		return false;
	remote_body_end(&out->body);
	return true;
}

static const char *const bases[] = {"", "/tt-rss", NULL};

const struct remote_backend remote_ttrss = {
	.name = "ttrss",
	.title = "Tiny Tiny RSS",
	.bases = bases,
	.ask = ttrss_ask,
	.take = remote_ttrss_take,
};
