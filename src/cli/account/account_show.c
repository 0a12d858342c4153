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
#include "output/account.h"
#include "store/db/view.h"
#include "store/remote/account.h"

struct shown {
	const struct conf_account *conf;
	struct output_account known;
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
	char key[17];
	*out = (struct shown){.conf = conf};
	key_of(conf, key);
	int status = store_view_begin(c->cli->store, &view, err);
	if (status != OK)
		return status;
	status = store_remote_account(&view, key, arena, &out->known.stored);
	if (status == OK)
		status = output_account_count(&view, arena, &out->known);
	store_view_end(&view);
	if (status == ERR_NOT_FOUND)
		status = OK;
	return store_fail(c->cli->store, status, err, _("cannot read an account"));
}

static void
put_json(struct buf *out, const struct shown *s)
{
	const struct account_record *is = &s->known.stored.is;
	bool known = s->known.stored.id != 0;
	cli_json_begin(out);
	cli_json_string(out, "account", s->conf->name);
	cli_json_string(out, "url", s->conf->url);
	cli_json_string(out, "user", s->conf->user);
	cli_json_string(out, "protocol", s->conf->protocol);
	cli_json_string(out, "server", known ? is->server : NULL);
	cli_json_string(out, "version", known ? is->version : NULL);
	cli_json_string(out, "state", output_account_state(&s->known));
	cli_json_string(out, "why", known ? is->why : NULL);
	cli_json_time(out, "synced", known ? is->synced : TIME_NONE);
	cli_json_time(out, "full", known ? is->full : TIME_NONE);
	cli_json_number(out, "feeds", s->known.feeds);
	cli_json_number(out, "items", s->known.items);
	cli_json_number(out, "waiting", s->known.waiting);
	cli_json_end(out);
}

static void
put_line(struct buf *out, const struct shown *s)
{
	struct buf clean = BUF_INIT(0), line = BUF_INIT(0);
	struct arena arena = ARENA_INIT;
	buf_addf(&line, "%-12s  %-6s  %s", s->conf->name, output_account_state(&s->known),
		url_mask(&arena, s->conf->url));
	if (s->known.waiting)
		buf_addf(&line, "  ⇡%llu", (unsigned long long)s->known.waiting);
	if (s->known.stored.id && s->known.stored.is.why)
		buf_addf(&line, "  %s", s->known.stored.is.why);
	cli_clean(&clean, buf_str(&line));
	buf_addf(out, "%s\n", buf_str(&clean));
	buf_done(&clean);
	buf_done(&line);
	arena_done(&arena);
}

static void
put_all(struct buf *out, const struct shown *s)
{
	put_line(out, s);
	if (s->known.stored.id)
		output_account_put(
			&s->known, s->conf->sync_interval / 1000, time_wall(), out);
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
