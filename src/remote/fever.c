#include "config.h"

#include "remote/fever.h"

#include "remote/body.h"
#include "remote/fever_inside.h"
#include "remote/form.h"
#include "remote/md5.h"
#include "remote/quirk.h"

/* One selector per request, since Miniflux only answers the first (T18). */

static void
call_plain(struct remote_ask *out, const struct remote_session *session)
{
	bool script = str_ends(session->base, ".php");
	buf_addf(&out->url, "%s%s?api", session->base, script ? "" : "/");
	out->method = REMOTE_POST;
	out->type = REMOTE_FORM_TYPE;
}

static void
call(struct remote_ask *out, const struct remote_session *session, const char *selector)
{
	struct buf secret = BUF_INIT(0);
	char key[REMOTE_MD5_TEXT];
	call_plain(out, session);
	buf_addf(&out->url, "%s%s", *selector ? "&" : "", selector);
	buf_addf(&secret, "%s:%s", session->user, session->password);
	remote_md5((struct span){secret.data, secret.len}, key);
	remote_form_add(&out->body, "api_key", span_of(key));
	buf_done(&secret);
}

static bool
ask_probe(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	call_plain(out, session);
	return true;
}

static bool
ask_login(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	call(out, session, "");
	return true;
}

static bool
ask_overview(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	call(out, session, arg->more.n > 0 ? "saved_item_ids" : "unread_item_ids");
	return true;
}

static bool
ask_folders(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	call(out, session, "groups");
	return true;
}

static bool
ask_feeds(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	call(out, session, "feeds");
	return true;
}

static bool
ask_unread(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	call(out, session, "unread_item_ids");
	return true;
}

static bool
ask_starred(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	(void)arg;
	call(out, session, "saved_item_ids");
	return true;
}

/* Listing everything from the beginning would take a request per fifty items. */
static bool
ask_new(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	if (arg->newest.n == 0)
		return false;
	call(out, session, "items&since_id=");
	if (arg->more.n > 0)
		buf_add(&out->url, arg->more.p, arg->more.n);
	else
		remote_ids_put(&out->url, &arg->newest, 1);
	return true;
}

static bool
ask_contents(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	call(out, session, "items&with_ids=");
	remote_ids_put(&out->url, arg->ids, arg->ids_len);
	return true;
}

bool
remote_fever_looks_first(
	const struct remote_session *session, const struct remote_arg *arg)
{
	return arg->word == REMOTE_STAR && arg->more.n == 0 &&
	       !str_eq(session->quirk->name, "FreshRSS");
}

/* T15: a single item. */
static bool
ask_mark(const struct remote_session *session, const struct remote_arg *arg,
	struct remote_ask *out)
{
	static const char *const words[2][2] = {
		[REMOTE_READ] = {"unread", "read"},
		[REMOTE_STAR] = {"unsaved", "saved"},
	};
	if (arg->word == REMOTE_TAG || arg->ids_len != 1)
		return false;
	if (remote_fever_looks_first(session, arg)) {
		call(out, session, "saved_item_ids");
		return true;
	}
	call(out, session, "");
	out->once = arg->word == REMOTE_STAR; /* it may toggle */
	remote_form_add(&out->body, "mark", SPAN_LIT("item"));
	remote_form_add(&out->body, "as", span_of(words[arg->word][arg->on]));
	remote_form_add(&out->body, "id", SPAN_LIT(""));
	remote_ids_put(&out->body, arg->ids, 1);
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
};

static bool
fever_ask(const struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, struct remote_ask *out)
{
	return asks[step] && asks[step](session, arg, out);
}

static const char *const bases[] = {"", "/api/fever.php", "/p/api/fever.php", "/fever",
	"/plugins/fever", "/tt-rss/plugins/fever", NULL};

const struct remote_backend remote_fever = {
	.name = "fever",
	.title = "Fever",
	.bases = bases,
	.sessionless = true,
	.ask = fever_ask,
	.take = remote_fever_take,
};
