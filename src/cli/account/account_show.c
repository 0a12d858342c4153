/*
 * courant account list and show: what is known of accounts, from config and store.
 */
#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "cli/account/account_inside.h"
#include "cli/core/command.h"
#include "cli/core/json.h"
#include "conf/account.h"
#include "conf/config.h"
#include "conf/settings.h"
#include "store/db/view.h"
#include "store/remote/account.h"
#include "store/remote/remote.h"

struct shown {
	const struct conf_account *conf;
	struct store_account stored; /* id 0: it was never synced */
	uint64_t items, waiting;
	size_t feeds;
};

static void
key_of(const struct conf_account *conf, char key[static 17])
{
	struct arena arena = ARENA_INIT;
	size_t n = strlen(conf->url);
	while (n > 0 && conf->url[n - 1] == '/')
		n--;
	conf_account_key(*conf->protocol ? conf->protocol : "greader",
		arena_strndup(&arena, conf->url, n), conf->user, key);
	arena_done(&arena);
}

static int
look(struct account_command *c, const struct conf_account *conf, struct arena *arena,
	struct shown *out, struct err *err)
{
	struct store_view view;
	struct remotefeed_record *feeds;
	char key[17];
	*out = (struct shown){.conf = conf};
	key_of(conf, key);
	int status = store_view_begin(c->cli->store, &view, err);
	if (status != OK)
		return status;
	status = store_remote_account(&view, key, arena, &out->stored);
	if (status == OK) {
		out->items = store_remote_count(&view, out->stored.id);
		out->waiting = store_remote_waiting(&view, out->stored.id, 0);
		status = store_remote_feeds(
			&view, out->stored.id, arena, &feeds, &out->feeds);
	}
	store_view_end(&view);
	if (status == ERR_NOT_FOUND)
		status = OK;
	return store_fail(c->cli->store, status, err, _("cannot read an account"));
}

static const char *
state_of(const struct shown *s)
{
	if (s->stored.id == 0)
		return "new";
	if (s->stored.is.paused)
		return "paused";
	if (s->stored.is.rest == INT64_MAX)
		return "rests";
	return s->stored.is.why ? "fails" : "ok";
}

static void
put_json(struct buf *out, const struct shown *s)
{
	const struct account_record *is = &s->stored.is;
	bool known = s->stored.id != 0;
	cli_json_begin(out);
	cli_json_string(out, "account", s->conf->name);
	cli_json_string(out, "url", s->conf->url);
	cli_json_string(out, "user", s->conf->user);
	cli_json_string(out, "protocol", s->conf->protocol);
	cli_json_string(out, "server", known ? is->server : NULL);
	cli_json_string(out, "version", known ? is->version : NULL);
	cli_json_string(out, "state", state_of(s));
	cli_json_string(out, "why", known ? is->why : NULL);
	cli_json_time(out, "synced", known ? is->synced : TIME_NONE);
	cli_json_time(out, "full", known ? is->full : TIME_NONE);
	cli_json_number(out, "feeds", s->feeds);
	cli_json_number(out, "items", s->items);
	cli_json_number(out, "waiting", s->waiting);
	cli_json_end(out);
}

static void
put_time(struct buf *out, const char *what, int64_t at)
{
	char text[64];
	if (at == TIME_NONE)
		return;
	time_format_local(at, "%Y-%m-%d %H:%M", text, sizeof text);
	buf_addf(out, what, text);
}

static void
put_line(struct buf *out, const struct shown *s)
{
	struct buf clean = BUF_INIT(0), line = BUF_INIT(0);
	struct arena arena = ARENA_INIT;
	buf_addf(&line, "%-12s  %-6s  %s", s->conf->name, state_of(s),
		url_mask(&arena, s->conf->url));
	if (s->waiting)
		buf_addf(&line, "  ⇡%llu", (unsigned long long)s->waiting);
	if (s->stored.id && s->stored.is.why)
		buf_addf(&line, "  %s", s->stored.is.why);
	cli_clean(&clean, buf_str(&line));
	buf_addf(out, "%s\n", buf_str(&clean));
	buf_done(&clean);
	buf_done(&line);
	arena_done(&arena);
}

static void
put_all(struct buf *out, const struct shown *s)
{
	const struct account_record *is = &s->stored.is;
	put_line(out, s);
	if (s->stored.id == 0)
		return;
	buf_addf(out, _("server: %s%s%s\n"), is->server ? is->server : "?",
		is->version ? " " : "", is->version ? is->version : "");
	put_time(out, _("last sync: %s\n"), is->synced);
	put_time(out, _("last look at all lists: %s\n"), is->full);
	if (is->rest != TIME_NONE && is->rest != INT64_MAX)
		put_time(out, _("rests until: %s\n"), is->rest);
	buf_addf(out, _("feeds: %zu, items: %llu, changes that wait to be sent: %llu\n"),
		s->feeds, (unsigned long long)s->items, (unsigned long long)s->waiting);
	for (size_t i = 0; i < 2; i++)
		if (is->left[i] > 0)
			buf_addf(out,
				i ? _("%lld requests that change something are left\n")
				  : _("%lld requests are left\n"),
				(long long)is->left[i] - 1);
}

static int
show(struct account_command *c, const struct conf_account *conf, bool all)
{
	struct arena arena = ARENA_INIT;
	struct shown s;
	struct err err;
	int status = look(c, conf, &arena, &s, &err);
	if (status == OK && c->values[ACCOUNT_JSON])
		put_json(&c->out, &s);
	else if (status == OK && all)
		put_all(&c->out, &s);
	else if (status == OK)
		put_line(&c->out, &s);
	arena_done(&arena);
	return status == OK ? CLI_OK : cli_fail(&err);
}

int
cli_account_list(struct account_command *c)
{
	const struct config *config = &c->cli->settings->config;
	int status = CLI_OK;
	for (size_t i = 0; status == CLI_OK && i < config->accounts_len; i++)
		status = show(c, &config->accounts[i], false);
	return status;
}

int
cli_account_show(struct account_command *c)
{
	if (!cli_account_known(c, c->argv[1]))
		return CLI_NOTHING;
	return show(c, conf_find_account(&c->cli->settings->config, c->argv[1]), true);
}
