#include "config.h"

#include "remote/nextcloud.h"

#include <string.h>

#include "remote/body.h"
#include "remote/form.h"
#include "remote/id.h"
#include "remote/nextcloud_inside.h"
#include "remote/quirk.h"

/* The routes are those of the program, not of its manual (T28). */
#define API "/index.php/apps/news/api/v1-3/"

static void
api(struct remote_ask *out, const struct remote_session *session, const char *path)
{
	buf_addf(&out->url, "%s" API "%s", session->base, path);
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
send_body(struct remote_ask *out, enum remote_method method)
{
	out->method = method;
	out->type = REMOTE_JSON_TYPE;
	remote_body_end(&out->body);
}

/* An id, or null for none. */
static void
add_folder(struct remote_ask *out, const char *name, struct span folder)
{
	if (folder.n > 0)
		remote_body_name(&out->body, name, folder);
	else
		remote_body_null(&out->body, name);
}

static bool
ask_probe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	buf_addf(&out->url, "%s" API "version", session->base);
	return true;
}

static bool
ask_login(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	api(out, session, "version");
	return true;
}

/* Feeds come with the numbers of their unread items. */
static bool
ask_feeds(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	api(out, session, "feeds");
	return true;
}

static bool
ask_folders(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	api(out, session, "folders");
	return true;
}

/* Types of the lists of items. */
enum {
	TYPE_STARRED = 2,
	TYPE_ALL = 3,
};

static void
items(const struct remote_session *session, int type, bool read, struct span before,
	struct remote_ask *out)
{
	api(out, session, "items");
	remote_query_number(&out->url, "type", type);
	buf_addf(&out->url, "&id=0&getRead=%s", read ? "true" : "false");
	remote_query_number(&out->url, "batchSize", (long long)session->quirk->ids_page);
	if (before.n > 0)
		remote_query_add(&out->url, "offset", before);
}

static bool
ask_unread(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	items(session, TYPE_ALL, false, arg->more, out);
	return true;
}

static bool
ask_starred(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	items(session, TYPE_STARRED, true, arg->more, out);
	return true;
}

/* All that arrived or changed, in one answer; or everything, by pages. */
static bool
ask_new(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	if (arg->since <= 0) {
		items(session, TYPE_ALL, true, arg->more, out);
		return true;
	}
	api(out, session, "items/updated");
	remote_query_number(&out->url, "lastModified", arg->since);
	buf_addf(&out->url, "&type=%d&id=0", TYPE_ALL);
	return true;
}

int64_t
remote_nextcloud_next(const struct remote_arg *arg, int64_t below)
{
	uint64_t next = 0, id;
	for (size_t i = 0; i < arg->ids_len; i++)
		if (remote_id_is_number(arg->ids[i], &id) && id < (uint64_t)below &&
			id > next)
			next = id;
	return (int64_t)next;
}

/* Items can't be requested by their ids, only those before an id: so this requests the
 * list from the greatest id that is still looked for. */
static bool
ask_contents(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	struct buf before = BUF_INIT(0);
	int64_t first = remote_nextcloud_next(arg, INT64_MAX);
	buf_addf(&before, "%lld", (long long)first + 1);
	if (first > 0)
		items(session, TYPE_ALL, true,
			arg->more.n > 0 ? arg->more : span_of(buf_str(&before)), out);
	buf_done(&before);
	return first > 0;
}

static bool
ask_mark(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	static const char *const paths[2][2] = {
		[REMOTE_READ] = {"items/unread/multiple", "items/read/multiple"},
		[REMOTE_STAR] = {"items/unstar/multiple", "items/star/multiple"},
	};
	if (arg->word == REMOTE_TAG)
		return false;
	api(out, session, paths[arg->word][arg->on]);
	remote_body_ids(&out->body, "itemIds", arg->ids, arg->ids_len);
	send_body(out, REMOTE_POST);
	return true;
}

static bool
ask_subscribe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	api(out, session, "feeds");
	remote_body_text(&out->body, "url", arg->url);
	add_folder(out, "folderId", arg->folder);
	send_body(out, REMOTE_POST);
	return true;
}

static bool
ask_edit(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	if (arg->title.n > 0 && arg->more.n == 0) {
		api_id(out, session, "feeds/", arg->feed, "/rename");
		remote_body_text(&out->body, "feedTitle", arg->title);
	} else if (remote_arg_moves(arg)) {
		api_id(out, session, "feeds/", arg->feed, "/move");
		add_folder(out, "folderId", arg->folder);
	} else {
		return false;
	}
	send_body(out, REMOTE_POST);
	return true;
}

static bool
ask_unsubscribe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	api_id(out, session, "feeds/", arg->feed, "");
	out->method = REMOTE_DELETE;
	return true;
}

static bool
ask_make_folder(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	api(out, session, "folders");
	remote_body_text(&out->body, "name", arg->title);
	send_body(out, REMOTE_POST);
	return true;
}

static bool
ask_rename_folder(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	api_id(out, session, "folders/", arg->folder, "");
	remote_body_text(&out->body, "name", arg->title);
	send_body(out, REMOTE_PUT);
	return true;
}

static bool (*const asks[REMOTE_STEPS])(
	const struct remote_session *, const struct remote_arg *, struct remote_ask *) = {
	[REMOTE_PROBE] = ask_probe,
	[REMOTE_LOGIN] = ask_login,
	[REMOTE_OVERVIEW] = ask_feeds,
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
};

static bool
nextcloud_ask(const struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, struct remote_ask *out)
{
	return asks[step] && asks[step](session, arg, out);
}

static const char *const bases[] = {"", "/nextcloud", "/cloud", NULL};

const struct remote_backend remote_nextcloud = {
	.name = "nextcloud",
	.title = "Nextcloud News",
	.bases = bases,
	.sessionless = true,
	.ask = nextcloud_ask,
	.take = remote_nextcloud_take,
};
