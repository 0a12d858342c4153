#include "config.h"

#include "cli/read/why_account.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "base/time.h"
#include "cli/core/command.h"
#include "cli/core/json.h"
#include "conf/account.h"
#include "conf/feeds_account.h"
#include "output/account.h"
#include "output/shown_address.h"
#include "store/db/view.h"
#include "store/remote/account.h"
#include "store/remote/remote.h"

void
cli_read_account_of_feed(const struct store_view *view, const char *url,
	struct arena *arena, struct cli_read_account *out)
{
	struct span key, id;
	struct store_account account;
	struct remotefeed_record feed;
	*out = (struct cli_read_account){0};
	if (!conf_feeds_account_parts(url, &key, &id) ||
		store_remote_account(
			view, arena_strndup(arena, key.p, key.n), arena, &account) != OK)
		return;
	out->account = account.is.name;
	out->id = arena_strndup(arena, id.p, id.n);
	if (store_remote_feed(view, account.id, id, arena, &feed) == OK && feed.url)
		out->url = output_address(arena, feed.url);
}

void
cli_read_account_of_item(const struct store_view *view, uint64_t item,
	struct arena *arena, struct cli_read_account *out)
{
	uint32_t number;
	struct span id;
	struct store_account *list;
	struct store_remote_row row;
	size_t len;
	*out = (struct cli_read_account){0};
	if (store_remote_of_item(view, item, arena, &number, &id) != OK ||
		store_remote_accounts(view, arena, &list, &len) != OK)
		return;
	struct store_remote_key key = store_remote_key(id);
	if (store_remote_row(view, number, &key, &row) != OK ||
		store_remote_here(view, item, &out->here) != OK)
		return;
	out->base = row.base;
	out->doubt = row.doubt != 0;
	for (size_t i = 0; i < len; i++)
		if (list[i].id == number)
			out->account = list[i].is.name;
}

static const char *
words(int set)
{
	static const char *const texts[] = {N_("unread"), N_("read"),
		N_("unread and starred"), N_("read and starred")};
	return _(texts[set & (STORE_REMOTE_READ | STORE_REMOTE_STAR)]);
}

void
cli_read_account_text(const struct cli_read_account *account, struct buf *out)
{
	struct buf line = BUF_INIT(0);
	if (!account->account)
		return;
	if (account->id) {
		buf_addf(&line, _("Fetched by the server of %s, where it is %s"),
			account->account, account->id);
		if (account->url)
			buf_addf(&line, " (%s)", account->url);
	} else {
		buf_addf(&line,
			_("Account: %s; on the server it is %s, as far as is known"),
			account->account, words(account->base));
		if (account->here != account->base || account->doubt)
			buf_adds(&line, _("; a change waits to be sent"));
	}
	cli_clean(out, buf_str(&line));
	buf_addc(out, '\n');
	buf_done(&line);
}

void
cli_read_account_json(const struct cli_read_account *account, struct buf *out)
{
	if (!account->account)
		return;
	cli_json_string(out, "account", account->account);
	if (account->id) {
		cli_json_string(out, "remote_id", account->id);
		cli_json_string(out, "remote_url", account->url);
		return;
	}
	cli_json_bool(out, "remote_read", account->base & STORE_REMOTE_READ);
	cli_json_bool(out, "remote_starred", account->base & STORE_REMOTE_STAR);
	cli_json_bool(out, "waits", account->here != account->base || account->doubt);
}

/* ---- an account as a whole */

static void
put_whole(const struct conf_account *conf, const struct output_account *account,
	struct buf *out)
{
	struct buf text = BUF_INIT(0);
	struct arena arena = ARENA_INIT;
	struct span rest, line;
	buf_addf(&text, "%s  <%s>\n", conf->name, output_address(&arena, conf->url));
	if (account->stored.is.why)
		buf_addf(&text, "%s\n", account->stored.is.why);
	if (account->stored.id)
		output_account_put(
			account, conf->sync_interval / 1000, time_wall(), &text);
	else
		buf_adds(&text, _("It was never synced.\n"));
	rest = span_of(buf_str(&text));
	while (span_split(&rest, '\n', &line))
		if (line.n > 0) {
			cli_clean(out, arena_strndup(&arena, line.p, line.n));
			buf_addc(out, '\n');
		}
	arena_done(&arena);
	buf_done(&text);
}

static void
put_whole_json(const struct conf_account *conf, const struct output_account *account,
	struct buf *out)
{
	const struct account_record *is = &account->stored.is;
	bool known = account->stored.id != 0;
	int64_t next = known && is->synced != TIME_NONE
			       ? is->synced + conf->sync_interval / 1000
			       : TIME_NONE;
	if (known && is->rest != TIME_NONE && is->rest > next)
		next = is->rest == INT64_MAX ? TIME_NONE : is->rest;
	cli_json_begin(out);
	cli_json_string(out, "account", conf->name);
	cli_json_string(out, "state", output_account_state(account));
	cli_json_string(out, "why", known ? is->why : NULL);
	cli_json_time(out, "synced", known ? is->synced : TIME_NONE);
	cli_json_time(out, "next_sync", known && is->paused ? TIME_NONE : next);
	cli_json_number(out, "waiting", account->waiting);
	cli_json_end(out);
}

int
cli_read_why_account(struct cli *cli, const struct conf_account *conf, bool json)
{
	struct output_account account = {0};
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct buf out = BUF_INIT(0);
	struct err err;
	int status = store_view_begin(cli->store, &view, &err);
	if (status == OK) {
		status = output_account_read(&view, conf->name, &arena, &account);
		store_view_end(&view);
		status = status == ERR_NOT_FOUND ? OK
						 : store_fail(cli->store, status, &err,
							   _("cannot read an account"));
	}
	if (status == OK && json) {
		put_whole_json(conf, &account, &out);
		cli_write(&out);
	} else if (status == OK) {
		put_whole(conf, &account, &out);
		cli_print(&out);
	}
	buf_done(&out);
	arena_done(&arena);
	return status == OK ? CLI_OK : cli_fail(&err);
}
