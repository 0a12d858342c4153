#include "config.h"

#include "remote/greader.h"

#include <inttypes.h>
#include <string.h>

#include "remote/form.h"
#include "remote/greader_inside.h"
#include "remote/id.h"
#include "remote/quirk.h"

/* One rule for each trap that servers were seen to have: T before everything else in a
 * form, since PHP drops fields after the thousandth (T4, T5); one word per request (T6);
 * ids in their long form, since Miniflux takes 16 digits for hexadecimal (T31); only
 * items/ids with s= in the query, since labels with a slash in a path do not work (T9);
 * never s=…/read, which FreshRSS takes for everything (T1); never mark-all-as-read, which
 * no two servers understand alike (T8). */

static void
api(struct remote_ask *out, const struct remote_session *session, const char *path)
{
	buf_addf(&out->url, "%s/reader/api/0/%s", session->base, path);
	if (session->token.len > 0)
		remote_header_add(out, "Authorization",
			"GoogleLogin auth=", buf_str(&session->token));
	if (*session->app_id) {
		remote_header_add(out, "AppId", "", session->app_id);
		remote_header_add(out, "AppKey", "", session->app_key);
	}
}

static void
get(struct remote_ask *out, const struct remote_session *session, const char *path)
{
	api(out, session, path);
	remote_query_add(&out->url, "output", SPAN_LIT("json"));
}

static void
post(struct remote_ask *out, const struct remote_session *session, const char *path)
{
	api(out, session, path);
	out->method = REMOTE_POST;
	out->type = REMOTE_FORM_TYPE;
	if (session->edit.len > 0)
		remote_form_add(&out->body, "T", span_of(buf_str(&session->edit)));
}

/* Adds a field whose value is a prefix and a name. */
static void
field(struct buf *form, const char *name, const char *prefix, struct span value)
{
	remote_form_add(form, name, span_of(prefix));
	remote_form_escape(form, value);
}

static bool
ask_probe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	buf_addf(&out->url, "%s/reader/api/0/user-info?output=json", session->base);
	return true;
}

static bool
ask_login(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	buf_addf(&out->url, "%s/accounts/ClientLogin", session->base);
	out->method = REMOTE_POST;
	out->type = REMOTE_FORM_TYPE;
	if (*session->app_id) {
		remote_header_add(out, "AppId", "", session->app_id);
		remote_header_add(out, "AppKey", "", session->app_key);
	}
	if (session->quirk->host)
		buf_adds(&out->body,
			"client=courant&accountType=HOSTED_OR_GOOGLE&service=reader");
	remote_form_add(&out->body, "Email", span_of(session->user));
	remote_form_add(&out->body, "Passwd", span_of(session->password));
	return true;
}

static bool
ask_token(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	api(out, session, "token");
	return true;
}

static bool
ask_overview(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	get(out, session, "unread-count");
	return true;
}

static bool
ask_folders(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	get(out, session, "tag/list");
	return true;
}

static bool
ask_feeds(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	get(out, session, "subscription/list");
	return true;
}

/* Ids of a stream, in pages as large as asked for, or as the server can give. */
static void
ids(struct remote_ask *out, const struct remote_session *session,
	const struct remote_arg *arg)
{
	get(out, session, "stream/items/ids");
	remote_query_number(&out->url, "n",
		(long long)(arg->page ? arg->page : session->quirk->ids_page));
	if (arg->more.n > 0)
		remote_query_add(&out->url, "c", arg->more);
}

/* Ids of all items, or of a feed's. */
static void
ids_of_all(struct remote_ask *out, const struct remote_session *session,
	const struct remote_arg *arg)
{
	ids(out, session, arg);
	remote_query_add(&out->url, "s",
		arg->feed.n > 0 ? arg->feed : SPAN_LIT(GREADER_STATE "reading-list"));
}

static bool
ask_unread(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	ids_of_all(out, session, arg);
	remote_query_add(&out->url, "xt", SPAN_LIT(GREADER_STATE "read"));
	return true;
}

static bool
ask_starred(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	ids(out, session, arg);
	remote_query_add(&out->url, "s",
		arg->feed.n > 0 ? arg->feed : SPAN_LIT(GREADER_STATE "starred"));
	if (arg->feed.n > 0)
		remote_query_add(&out->url, "it", SPAN_LIT(GREADER_STATE "starred"));
	return true;
}

static bool
ask_label(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	if (!(session->quirk->flags & REMOTE_LABELS))
		return false;
	ids(out, session, arg);
	remote_query_add(&out->url, "s", SPAN_LIT(GREADER_LABEL));
	remote_form_escape(&out->url, arg->label);
	return true;
}

static bool
ask_new(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	ids_of_all(out, session, arg);
	if (arg->since > 0)
		remote_query_number(&out->url, "ot", arg->since);
	return true;
}

static void
add_ids(struct buf *form, const struct remote_arg *arg)
{
	for (size_t i = 0; i < arg->ids_len; i++) {
		uint64_t number;
		struct buf id = BUF_INIT(0);
		if (remote_id_is_number(arg->ids[i], &number))
			buf_addf(&id, "%016" PRIx64, number);
		else
			buf_add(&id, arg->ids[i].p, arg->ids[i].n);
		field(form, "i", GREADER_ITEM, span_of(buf_str(&id)));
		buf_done(&id);
	}
}

static bool
ask_contents(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	post(out, session, "stream/items/contents");
	remote_query_add(&out->url, "output", SPAN_LIT("json"));
	add_ids(&out->body, arg);
	return true;
}

static bool
ask_mark(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	static const char *const states[] = {
		[REMOTE_READ] = GREADER_STATE "read",
		[REMOTE_STAR] = GREADER_STATE "starred",
	};
	if (arg->word == REMOTE_TAG && !(session->quirk->flags & REMOTE_LABELS))
		return false;
	post(out, session, "edit-tag");
	const char *field_name = arg->on ? "a" : "r";
	if (arg->word == REMOTE_TAG)
		field(&out->body, field_name, GREADER_LABEL, arg->label);
	else
		remote_form_add(&out->body, field_name, span_of(states[arg->word]));
	add_ids(&out->body, arg);
	return true;
}

/* quickadd finds the feed of a page, and says under which id it is now. A FreshRSS of
 * before 2021 and The Old Reader look for it in the query, others in the form. */
static bool
ask_subscribe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	post(out, session, "subscription/quickadd");
	remote_query_add(&out->url, "output", SPAN_LIT("json"));
	remote_query_add(&out->url, "quickadd", arg->url);
	remote_form_add(&out->body, "quickadd", arg->url);
	return true;
}

static bool
ask_edit(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	post(out, session, "subscription/edit");
	remote_form_add(&out->body, "ac", SPAN_LIT("edit"));
	remote_form_add(&out->body, "s", arg->feed);
	if (arg->title.n > 0)
		remote_form_add(&out->body, "t", arg->title);
	if (arg->folder.n > 0)
		field(&out->body, "a", GREADER_LABEL, arg->folder);
	if (arg->from.n > 0)
		field(&out->body, "r", GREADER_LABEL, arg->from);
	return true;
}

static bool
ask_unsubscribe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	post(out, session, "subscription/edit");
	remote_form_add(&out->body, "ac", SPAN_LIT("unsubscribe"));
	remote_form_add(&out->body, "s", arg->feed);
	return true;
}

static bool
ask_rename_folder(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	post(out, session, "rename-tag");
	field(&out->body, "s", GREADER_LABEL, arg->folder);
	field(&out->body, "dest", GREADER_LABEL, arg->title);
	return true;
}

static bool
ask_drop_folder(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	post(out, session, "disable-tag");
	field(&out->body, "s", GREADER_LABEL, arg->folder);
	return true;
}

static bool (*const asks[REMOTE_STEPS])(
	const struct remote_session *, const struct remote_arg *, struct remote_ask *) = {
	[REMOTE_PROBE] = ask_probe,
	[REMOTE_LOGIN] = ask_login,
	[REMOTE_TOKEN] = ask_token,
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
	[REMOTE_EDIT] = ask_edit,
	[REMOTE_UNSUBSCRIBE] = ask_unsubscribe,
	[REMOTE_RENAME_FOLDER] = ask_rename_folder,
	[REMOTE_DROP_FOLDER] = ask_drop_folder,
};

static bool
greader_ask(const struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, struct remote_ask *out)
{
	return asks[step] && asks[step](session, arg, out);
}

static const char *const bases[] = {"", "/api/greader.php", "/p/api/greader.php",
	"/greader.php", "/FreshRSS/p/api/greader.php", "/FreshRSS/api/greader.php",
	"/freshrss/p/api/greader.php", "/freshrss/api/greader.php",
	"/rss/api/greader.php", NULL};

const struct remote_backend remote_greader = {
	.name = "greader",
	.title = "Google Reader API",
	.bases = bases,
	.ask = greader_ask,
	.take = remote_greader_take,
};
