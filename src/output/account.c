#include "config.h"

#include "output/account.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/feeds_account.h"
#include "store/remote/remote.h"

int
output_account_count(const struct store_view *view, struct arena *arena,
	struct output_account *account)
{
	struct remotefeed_record *feeds;
	account->items = store_remote_count(view, account->stored.id);
	account->waiting = store_remote_waiting(view, account->stored.id, 0);
	return store_remote_feeds(
		view, account->stored.id, arena, &feeds, &account->feeds);
}

int
output_account_read(const struct store_view *view, const char *name, struct arena *arena,
	struct output_account *out)
{
	struct store_account *list;
	size_t len, i = 0;
	int status = store_remote_accounts(view, arena, &list, &len);
	if (status != OK)
		return status;
	while (i < len && !str_eq(list[i].is.name, name))
		i++;
	if (i == len)
		return ERR_NOT_FOUND;
	*out = (struct output_account){.stored = list[i]};
	return output_account_count(view, arena, out);
}

const char *
output_account_of(const struct store_view *view, const char *url, struct arena *arena)
{
	struct span key, id;
	struct store_account account;
	if (!conf_feeds_account_parts(url, &key, &id) ||
		store_remote_account(
			view, arena_strndup(arena, key.p, key.n), arena, &account) != OK)
		return NULL;
	return account.is.name;
}

const char *
output_account_state(const struct output_account *account)
{
	const struct account_record *is = &account->stored.is;
	if (account->stored.id == 0)
		return "new";
	if (is->paused)
		return "paused";
	if (is->rest == INT64_MAX)
		return "rests";
	return is->why ? "fails" : "ok";
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
put_next(const struct account_record *is, int64_t interval, int64_t now, struct buf *out)
{
	int64_t next = is->synced == TIME_NONE ? now : is->synced + interval;
	if (is->paused)
		buf_addf(out,
			_("It is paused; resume it with courant account resume %s\n"),
			is->name);
	else if (is->rest == INT64_MAX)
		buf_addf(out,
			_("It is paused until you log in again: courant account login "
			  "%s\n"),
			is->name);
	else if (is->rest != TIME_NONE && is->rest > next)
		put_time(out, _("rests until: %s\n"), is->rest);
	else
		put_time(out, _("next sync: %s\n"), next > now ? next : now);
}

void
output_account_put(const struct output_account *account, int64_t interval, int64_t now,
	struct buf *out)
{
	const struct account_record *is = &account->stored.is;
	buf_addf(out, _("server: %s%s%s\n"), is->server ? is->server : "?",
		is->version ? " " : "", is->version ? is->version : "");
	put_time(out, _("last sync: %s\n"), is->synced);
	put_time(out, _("last full comparison: %s\n"), is->full);
	put_next(is, interval, now, out);
	buf_addf(out, _("feeds: %zu, items: %llu, changes waiting to be sent: %llu\n"),
		account->feeds, (unsigned long long)account->items,
		(unsigned long long)account->waiting);
	for (size_t i = 0; i < 2; i++)
		if (is->left[i] > 0)
			buf_addf(out,
				i ? P_("%lld request that changes something is left\n",
					    "%lld requests that change something are "
					    "left\n",
					    is->left[i] - 1)
				  : P_("%lld request is left\n",
					    "%lld requests are left\n", is->left[i] - 1),
				(long long)is->left[i] - 1);
}
