#include "config.h"

#include "remote/miniflux.h"

#include <inttypes.h>

#include "remote/body.h"
#include "remote/form.h"
#include "remote/id.h"
#include "remote/miniflux_inside.h"
#include "remote/quirk.h"

/* A user's name and password, or a key alone. */
static void
api(struct remote_ask *out, const struct remote_session *session, const char *path)
{
	buf_addf(&out->url, "%s/v1/%s", session->base, path);
	if (*session->user)
		remote_header_basic(out, session->user, session->password);
	else
		remote_header_add(out, "X-Auth-Token", "", session->password);
}

static void
send_body(struct remote_ask *out, enum remote_method method)
{
	out->method = method;
	out->type = REMOTE_JSON_TYPE;
	if (out->body.len > 0)
		remote_body_end(&out->body);
}

/* A path with an id in it, such as feeds/7. */
static void
api_id(struct remote_ask *out, const struct remote_session *session, const char *path,
	struct span id)
{
	api(out, session, path);
	remote_form_escape(&out->url, id);
}

bool
remote_miniflux_is_old(const struct remote_session *session)
{
	return str_eq(session->quirk->name, MINIFLUX_OLD);
}

static bool
ask_probe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	buf_addf(&out->url, "%s/v1/me", session->base);
	return true;
}

static bool
ask_login(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	api(out, session, arg->more.n > 0 ? "version" : "me");
	return true;
}

static bool
ask_overview(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	api(out, session, "feeds/counters");
	return true;
}

static bool
ask_folders(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	api(out, session, "categories");
	return true;
}

static bool
ask_feeds(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	api(out, session, "feeds");
	return true;
}

/* Ids by pages of an offset; before 2026 the entries themselves, by their ids. */
static void
list(const struct remote_session *session, const struct remote_arg *arg, const char *what,
	struct remote_ask *out)
{
	bool old = remote_miniflux_is_old(session);
	api(out, session, old ? "entries?" : "entries/ids?");
	buf_adds(&out->url, what);
	if (old)
		buf_adds(&out->url, "&order=id&direction=desc");
	remote_query_number(&out->url, "limit", (long long)session->quirk->ids_page);
	struct span at, rest = arg->more;
	if (rest.n > 0 && span_split(&rest, ' ', &at) && !span_eq(at, "0"))
		remote_query_add(&out->url, old ? "before_entry_id" : "offset", at);
}

static bool
ask_unread(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	list(session, arg, "status=unread", out);
	return true;
}

static bool
ask_starred(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	list(session, arg, "starred=true", out);
	return true;
}

/* more is "a ID" while entries after an id are listed, "c ID" while older ones that
 * changed are. */
static bool
ask_new(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	struct span rest = arg->more, kind = {NULL, 0}, after = {NULL, 0};
	struct buf newest = BUF_INIT(0);
	uint64_t known;
	if (rest.n > 0) {
		span_split(&rest, ' ', &kind);
		after = rest;
	} else {
		remote_id_put(&newest, arg->newest);
		after = (struct span){buf_str(&newest), newest.len};
	}
	bool changed = span_eq(kind, "c") || (rest.n == 0 && arg->newest.n == 0);
	api(out, session, "entries?order=id&direction=asc");
	remote_query_number(&out->url, "limit", MINIFLUX_PAGE);
	if (changed && arg->since > 0)
		remote_query_number(&out->url, "changed_after", arg->since);
	if (changed && remote_id_is_number(arg->newest, &known))
		remote_query_number(&out->url, "before_entry_id", (long long)known + 1);
	if (after.n > 0 && !span_eq(after, "0"))
		remote_query_add(&out->url, "after_entry_id", after);
	buf_done(&newest);
	return true;
}

static bool
ask_contents(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	static const char *const filters[] = {
		[MINIFLUX_UNREAD] = "status=unread&",
		[MINIFLUX_STARRED] = "starred=true&",
		[MINIFLUX_ANY] = "",
	};
	struct miniflux_window window;
	remote_miniflux_window_read(&window, arg);
	uint64_t lowest = remote_miniflux_window_lowest(&window);
	bool any = window.len > 0;
	if (any && window.phase == MINIFLUX_ANY && lowest == window.ids[0]) {
		api(out, session, "entries/");
		buf_addf(&out->url, "%" PRIu64, lowest);
	} else if (any) {
		api(out, session, "entries?");
		buf_addf(&out->url,
			"%sorder=id&direction=desc&limit=%d&before_entry_id=%" PRIu64
			"&after_entry_id=%" PRIu64,
			filters[window.phase], MINIFLUX_PAGE, window.before, lowest - 1);
	}
	remote_miniflux_window_done(&window);
	return any;
}

/* more is "N" to check the star of the nth item, "t N" to toggle it. */
static bool
ask_star_old(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	struct span at = arg->more;
	bool toggle = at.n > 2 && at.p[0] == 't';
	int64_t n = 0;
	if (toggle)
		at = (struct span){at.p + 2, at.n - 2};
	if ((at.n > 0 && str_int(at, &n) != OK) || n < 0 || (size_t)n >= arg->ids_len)
		return false;
	api(out, session, "entries/");
	remote_id_put(&out->url, arg->ids[n]);
	if (!toggle)
		return true;
	buf_adds(&out->url, "/bookmark");
	send_body(out, REMOTE_PUT);
	out->once = true; /* it toggles */
	return true;
}

static bool
ask_mark(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	if (arg->word == REMOTE_TAG)
		return false;
	if (arg->word == REMOTE_STAR && remote_miniflux_is_old(session))
		return ask_star_old(session, arg, out);
	api(out, session, "entries");
	remote_body_ids(&out->body, "entry_ids", arg->ids, arg->ids_len);
	if (arg->word == REMOTE_STAR)
		remote_body_bool(&out->body, "starred", arg->on);
	else
		remote_body_text(
			&out->body, "status", span_of(arg->on ? "read" : "unread"));
	send_body(out, REMOTE_PUT);
	return true;
}

/* more is "d" to look for feeds in a page, then "u ADDRESS". */
static bool
ask_subscribe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	bool discover = span_eq(arg->more, "d");
	struct span url = arg->url;
	if (arg->more.n > 2)
		url = (struct span){arg->more.p + 2, arg->more.n - 2};
	api(out, session, discover ? "discover" : "feeds");
	remote_body_text(&out->body, discover ? "url" : "feed_url", url);
	if (!discover && arg->folder.n > 0)
		remote_body_name(&out->body, "category_id", arg->folder);
	send_body(out, REMOTE_POST);
	return true;
}

/* Each feed is in a category, so that it can't be taken out of one. */
static bool
ask_edit(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	api_id(out, session, "feeds/", arg->feed);
	if (arg->title.n > 0)
		remote_body_text(&out->body, "title", arg->title);
	if (arg->folder.n > 0)
		remote_body_name(&out->body, "category_id", arg->folder);
	if (out->body.len == 0)
		return false;
	send_body(out, REMOTE_PUT);
	return true;
}

static bool
ask_unsubscribe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	api_id(out, session, "feeds/", arg->feed);
	out->method = REMOTE_DELETE;
	return true;
}

static bool
ask_make_folder(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	api(out, session, "categories");
	remote_body_text(&out->body, "title", arg->title);
	send_body(out, REMOTE_POST);
	return true;
}

static bool
ask_rename_folder(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	api_id(out, session, "categories/", arg->folder);
	remote_body_text(&out->body, "title", arg->title);
	send_body(out, REMOTE_PUT);
	return true;
}

static bool
ask_refresh(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	api_id(out, session, "feeds/", arg->feed);
	buf_adds(&out->url, arg->feed.n > 0 ? "/refresh" : "refresh");
	send_body(out, REMOTE_PUT);
	return true;
}

static bool
ask_full_text(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	if (arg->ids_len == 0)
		return false;
	api(out, session, "entries/");
	remote_id_put(&out->url, arg->ids[0]);
	buf_adds(&out->url, "/fetch-content");
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
	[REMOTE_MAKE_FOLDER] = ask_make_folder,
	[REMOTE_RENAME_FOLDER] = ask_rename_folder,
	[REMOTE_REFRESH] = ask_refresh,
	[REMOTE_FULL_TEXT] = ask_full_text,
};

static bool
miniflux_ask(const struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, struct remote_ask *out)
{
	return asks[step] && asks[step](session, arg, out);
}

static const char *const bases[] = {"", "/miniflux", NULL};

const struct remote_backend remote_miniflux = {
	.name = "miniflux",
	.title = "Miniflux",
	.bases = bases,
	.sessionless = true,
	.ask = miniflux_ask,
	.take = remote_miniflux_take,
};
