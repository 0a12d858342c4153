/*
 * courant account list, show and podcasts: what is known about accounts, from config and
 * store.
 */
#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "cli/account/account_inside.h"
#include "cli/core/command.h"
#include "cli/core/json.h"
#include "conf/account.h"
#include "conf/config_file.h"
#include "conf/feeds.h"
#include "conf/settings.h"
#include "engine/api.h"
#include "model/subscription.h"
#include "output/account.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/media/media.h"
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
read_account(struct account_command *c, const struct conf_account *conf,
	struct arena *arena, struct shown *out, struct err *err)
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
	int status = read_account(c, conf, &arena, &s, &err);
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

/* ---- podcasts, which are followed at a server or here */

struct podcasts {
	struct arena arena;
	struct remotefeed_record *there;
	size_t there_len;
	struct store_feed *here;
	size_t here_len;
	struct subscription *take; /* only there */
	size_t take_len;
};

/* Who follows a podcast. */
enum side {
	ONLY_HERE,
	ONLY_THERE,
	REMOVED_HERE, /* it is only there now */
	REMOVED_THERE,
};

static void
put_podcast(struct account_command *c, enum side side, const char *url, const char *title)
{
	static const char *const lines[] = {
		N_("only here      %s"),
		N_("only there     %s"),
		N_("removed here   %s"),
		N_("removed there  %s"),
	};
	struct buf clean = BUF_INIT(0);
	if (c->values[ACCOUNT_JSON]) {
		bool here = side == ONLY_HERE || side == REMOVED_THERE;
		cli_json_begin(&c->out);
		cli_json_string(&c->out, "only", here ? "here" : "there");
		cli_json_bool(&c->out, "removed",
			side == REMOVED_HERE || side == REMOVED_THERE);
		cli_json_string(&c->out, "url", url);
		cli_json_string(&c->out, "title", title);
		cli_json_end(&c->out);
	} else {
		buf_addf(&c->out, _(lines[side]), cli_clean(&clean, url));
		buf_clear(&clean);
		if (!str_empty(title))
			buf_addf(&c->out, "  %s", cli_clean(&clean, title));
		buf_addc(&c->out, '\n');
	}
	buf_done(&clean);
}

static int
read_both(struct account_command *c, struct podcasts *p, struct store_view *view)
{
	struct store_account account;
	char key[17];
	key_of(conf_find_account(&c->cli->settings->config, c->argv[1]), key);
	int status = store_remote_account(view, key, &p->arena, &account);
	if (status == OK)
		status = store_remote_feeds(
			view, account.id, &p->arena, &p->there, &p->there_len);
	if (status == OK)
		status = store_feed_all(view, &p->arena, false, &p->here, &p->here_len);
	return status;
}

/* One that the server follows, or did at the last sync. */
static void
compare_row(struct account_command *c, struct podcasts *p, const struct store_feed *here,
	const struct remotefeed_record *row)
{
	if (here && row->left)
		put_podcast(c, REMOVED_THERE, row->url, here->title);
	if (here || row->left)
		return;
	put_podcast(c, row->feed ? REMOVED_HERE : ONLY_THERE, row->url, row->title);
	if (!row->feed)
		p->take[p->take_len++] = (struct subscription){.url = row->url};
}

static void
compare(struct account_command *c, struct podcasts *p, const struct store_view *view)
{
	struct map here = MAP_INIT, there = MAP_INIT;
	p->take = arena_alloc(&p->arena, (p->there_len + 1) * sizeof *p->take);
	for (size_t i = 0; i < p->here_len; i++)
		*map_put(&here, p->here[i].url, strlen(p->here[i].url)) = &p->here[i];
	for (size_t i = 0; i < p->there_len; i++) {
		const char *url = p->there[i].url;
		*map_put(&there, url, strlen(url)) = p;
		compare_row(c, p, map_get(&here, url, strlen(url)), &p->there[i]);
	}
	for (size_t i = 0; i < p->here_len; i++)
		if (store_media_is_podcast(view, p->here[i].id, p->here[i].url) &&
			!map_get(&there, p->here[i].url, strlen(p->here[i].url)))
			put_podcast(c, ONLY_HERE, p->here[i].url, p->here[i].title);
	map_done(&here);
	map_done(&there);
}

static int
take_podcasts(struct account_command *c, struct podcasts *p, struct err *err)
{
	struct buf line = BUF_INIT(0);
	size_t added = 0;
	int status =
		conf_feeds_append(c->cli->dirs->feeds, p->take, p->take_len, &added, err);
	if (status == OK) {
		buf_addf(&line,
			P_("%zu podcast was added to your feeds; courant refresh "
			   "fetches it",
				"%zu podcasts were added to your feeds; courant refresh "
				"fetches them",
				added),
			added);
		cli_note(buf_str(&line));
	}
	buf_done(&line);
	return status;
}

static int
list_podcasts(struct account_command *c)
{
	struct podcasts p = {.arena = ARENA_INIT};
	struct store_view view;
	struct err err;
	int status = store_view_begin(c->cli->store, &view, &err);
	if (status == OK) {
		status = store_fail(c->cli->store, read_both(c, &p, &view), &err,
			_("cannot read an account"));
		if (status == OK)
			compare(c, &p, &view);
		store_view_end(&view);
	}
	if (status == OK && c->values[ACCOUNT_TAKE] && p.take_len)
		status = take_podcasts(c, &p, &err);
	arena_done(&p.arena);
	return status == OK ? CLI_OK : cli_fail(&err);
}

int
cli_account_podcasts(struct account_command *c)
{
	if (!cli_account_known(c, c->argv[1]))
		return CLI_NOTHING;
	const struct conf_account *conf =
		conf_find_account(&c->cli->settings->config, c->argv[1]);
	if (!str_starts(conf->protocol, "gpodder")) {
		cli_note(_("this account is not on a podcast server; its feeds are "
			   "synced automatically"));
		return CLI_USAGE;
	}
	int status = cli_account_begin(c);
	if (status == CLI_OK) {
		engine_sync(c->session.engine, c->argv[1],
			ENGINE_SYNC_WHOLE |
				(c->values[ACCOUNT_GIVE] ? ENGINE_SYNC_GIVE : 0) |
				(c->values[ACCOUNT_TAKE] ? ENGINE_SYNC_TAKE : 0));
		status = cli_account_wait(c, 1);
	}
	return status == CLI_OK ? list_podcasts(c) : status;
}
