#include "config.h"

#include "remote/newsblur.h"

#include <string.h>

#include "base/url.h"
#include "remote/form.h"
#include "remote/newsblur_inside.h"
#include "remote/quirk.h"

static void
plain_api(struct remote_ask *out, const struct remote_session *session, const char *path)
{
	buf_addf(&out->url, "%s/%s", session->base, path);
}

static void
api(struct remote_ask *out, const struct remote_session *session, const char *path)
{
	plain_api(out, session, path);
	remote_header_add(out, "Cookie", "newsblur_sessionid=", buf_str(&session->token));
}

static void
post(struct remote_ask *out, const struct remote_session *session, const char *path)
{
	api(out, session, path);
	out->method = REMOTE_POST;
	out->type = REMOTE_FORM_TYPE;
}

static bool
ask_probe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	plain_api(out, session, "reader/feeds?flat=false&update_counts=false");
	return remote_quirk_at("newsblur", session->base) != NULL;
}

static bool
ask_login(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	plain_api(out, session, "api/login");
	out->method = REMOTE_POST;
	out->type = REMOTE_FORM_TYPE;
	remote_form_add(&out->body, "username", span_of(session->user));
	remote_form_add(&out->body, "password", span_of(session->password));
	return true;
}

/* Feeds and folders come together, with the numbers of unread stories. */
static bool
ask_feeds(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	api(out, session, "reader/feeds?flat=false&update_counts=false");
	return true;
}

static bool
ask_unread(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	api(out, session, "reader/unread_story_hashes");
	return true;
}

static bool
ask_starred(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	api(out, session, "reader/starred_story_hashes");
	return true;
}

static void
add_hashes(struct buf *to, const char *name, const struct remote_arg *arg)
{
	for (size_t i = 0; i < arg->ids_len; i++) {
		if (to->len > 0 && to->data[to->len - 1] != '?')
			buf_addc(to, '&');
		buf_addf(to, "%s=", name);
		remote_form_escape(to, arg->ids[i]);
	}
}

static bool
ask_contents(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	api(out, session, "reader/river_stories?");
	add_hashes(&out->url, "h", arg);
	return true;
}

/* Several stories can be marked read at once; all else is done to one at a time. */
static bool
ask_mark(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	static const char *const paths[2][2] = {
		[REMOTE_READ] = {"reader/mark_story_hash_as_unread",
			"reader/mark_story_hashes_as_read"},
		[REMOTE_STAR] = {"reader/mark_story_hash_as_unstarred",
			"reader/mark_story_hash_as_starred"},
	};
	struct remote_arg one = *arg;
	int64_t at = 0;
	if (arg->word == REMOTE_TAG)
		return false;
	if (arg->word != REMOTE_READ || !arg->on) {
		if (arg->more.n > 0 && str_int(arg->more, &at) != OK)
			return false;
		if (at < 0 || (size_t)at >= arg->ids_len)
			return false;
		one.ids += at;
		one.ids_len = 1;
	}
	post(out, session, paths[arg->word][arg->on]);
	add_hashes(&out->body, "story_hash", &one);
	return true;
}

/* A folder is named by its last name alone; if several have that name, the server takes
 * the first. */
static struct span
last_name(struct span path)
{
	struct span name = {NULL, 0};
	while (path.n > 0)
		span_split(&path, '/', &name);
	return name;
}

static bool
ask_subscribe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	post(out, session, "reader/add_url");
	remote_form_add(&out->body, "url", arg->url);
	remote_form_add(&out->body, "folder", last_name(arg->folder));
	return true;
}

static bool
ask_edit(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	bool title = arg->title.n > 0 && arg->more.n == 0;
	if (!title && !remote_arg_moves(arg))
		return false;
	post(out, session, title ? "reader/rename_feed" : "reader/move_feed_to_folder");
	remote_form_add(&out->body, "feed_id", arg->feed);
	if (title) {
		remote_form_add(&out->body, "feed_title", arg->title);
	} else {
		remote_form_add(&out->body, "in_folder", last_name(arg->from));
		remote_form_add(&out->body, "to_folder", last_name(arg->folder));
	}
	return true;
}

static bool
ask_unsubscribe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	post(out, session, "reader/delete_feed");
	remote_form_add(&out->body, "feed_id", arg->feed);
	return true;
}

static bool
ask_make_folder(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	post(out, session, "reader/add_folder");
	remote_form_add(&out->body, "folder", last_name(arg->title));
	return true;
}

static bool (*const asks[REMOTE_STEPS])(
	const struct remote_session *, const struct remote_arg *, struct remote_ask *) = {
	[REMOTE_PROBE] = ask_probe,
	[REMOTE_LOGIN] = ask_login,
	[REMOTE_OVERVIEW] = ask_feeds,
	[REMOTE_FOLDERS] = ask_feeds,
	[REMOTE_FEEDS] = ask_feeds,
	[REMOTE_UNREAD] = ask_unread,
	[REMOTE_STARRED] = ask_starred,
	[REMOTE_CONTENTS] = ask_contents,
	[REMOTE_MARK] = ask_mark,
	[REMOTE_SUBSCRIBE] = ask_subscribe,
	[REMOTE_EDIT] = ask_edit,
	[REMOTE_UNSUBSCRIBE] = ask_unsubscribe,
	[REMOTE_MAKE_FOLDER] = ask_make_folder,
};

static bool
newsblur_ask(const struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, struct remote_ask *out)
{
	return asks[step] && asks[step](session, arg, out);
}

static const char *const bases[] = {"", NULL};

const struct remote_backend remote_newsblur = {
	.name = "newsblur",
	.title = "NewsBlur",
	.bases = bases,
	.ask = newsblur_ask,
	.take = remote_newsblur_take,
};
