/*
 * The backends of feed servers against the feed server of the tests (account.h), without
 * a network: what is done at one side, the other sees.
 */
#include "config.h"

#include "tests/unit/unit.h"

#include <inttypes.h>
#include <stdio.h>

#include "account.h"
#include "base/arena.h"
#include "base/mem.h"
#include "base/vec.h"
#include "remote/backends.h"
#include "remote/id.h"
#include "remote/quirk.h"
#include "remote/remote.h"

#define HOST "http://127.0.0.1"

struct fixture {
	struct account account;
	const struct remote_backend *backend;
	struct remote_session session;
	struct arena arena;
	struct span *ids; /* told; owned by the arena */
	size_t ids_len, ids_cap;
	struct span next;
	struct buf feeds, folders, items; /* a line each */
	size_t items_len, requests;
	int64_t total;
	struct err err;
};

/* ---- a sink */

static void
told_id(void *ctx, struct span id)
{
	struct fixture *f = ctx;
	*VEC_PUSH(f->ids, f->ids_len, f->ids_cap) =
		(struct span){arena_memdup(&f->arena, id.p, id.n), id.n};
}

static void
told_item(void *ctx, const struct remote_item *item)
{
	struct fixture *f = ctx;
	told_id(ctx, item->id);
	remote_id_put(&f->items, item->id);
	buf_addf(&f->items, " %s%s %s\n", item->flags & ITEM_UNREAD ? "u" : "-",
		item->flags & ITEM_STARRED ? "s" : "", item->item->link);
	f->items_len++;
}

static void
told_feed(void *ctx, const struct remote_feed *feed)
{
	struct fixture *f = ctx;
	buf_addf(&f->feeds, "%.*s %.*s\n", SPAN_FMT(feed->url), SPAN_FMT(feed->title));
}

static void
told_folder(void *ctx, const struct remote_folder *folder)
{
	struct fixture *f = ctx;
	buf_addf(&f->folders, "%.*s\n", SPAN_FMT(folder->name));
}

static void
told_count(void *ctx, struct span what, int64_t n, struct span stamp)
{
	(void)ctx;
	(void)what;
	(void)n;
	(void)stamp;
}

static void
told_total(void *ctx, int64_t n)
{
	((struct fixture *)ctx)->total = n;
}

static void
told_more(void *ctx, struct span next)
{
	struct fixture *f = ctx;
	f->next = (struct span){arena_memdup(&f->arena, next.p, next.n), next.n};
}

/* ---- a request and its answer */

static struct span
header_of(const void *of, const char *name)
{
	const struct request answer = {.headers = of};
	static struct buf value = BUF_INIT(0);
	buf_clear(&value);
	if (!request_header(&answer, name, &value))
		return (struct span){NULL, 0};
	return (struct span){buf_str(&value), value.len};
}

static enum remote_verdict
exchange(struct fixture *f, enum remote_step step, const struct remote_arg *arg,
	struct remote_ask *ask)
{
	static const char *const methods[] = {"GET", "POST", "PUT", "DELETE"};
	const struct request request = {.method = methods[ask->method],
		.target = buf_str(&ask->url) + strlen(HOST),
		.headers = buf_str(&ask->headers),
		.body = ask->body.len ? buf_str(&ask->body) : NULL,
		.body_len = ask->body.len,
		.url = HOST};
	struct answer out = {.status = 200};
	buf_init(&out.headers, 0);
	buf_init(&out.body, 0);
	if (!account_answer(&f->account, &request, &out))
		out.status = 404;
	f->requests++;
	const struct remote_answer answer = {.status = out.status,
		.body = {buf_str(&out.body), out.body.len},
		.header = header_of,
		.of = buf_str(&out.headers)};
	const struct remote_sink sink = {f, &f->arena, told_folder, told_feed, told_id,
		told_item, NULL, told_count, told_total, told_more};
	enum remote_verdict verdict =
		f->backend->take(&f->session, step, arg, &answer, &sink, &f->err);
	buf_done(&out.headers);
	buf_done(&out.body);
	return verdict;
}

static void
forget(struct fixture *f)
{
	arena_reset(&f->arena);
	f->ids_len = f->items_len = f->requests = 0;
	f->total = -1;
	f->next = (struct span){NULL, 0};
	buf_clear(&f->feeds);
	buf_clear(&f->folders);
	buf_clear(&f->items);
}

/* All requests of a step; as the machine does it, but for errors. */
static enum remote_verdict
go_on(struct fixture *f, enum remote_step step, struct remote_arg arg)
{
	for (int i = 0; i < 1000; i++) {
		struct remote_ask ask;
		f->next = (struct span){NULL, 0};
		remote_ask_init(&ask);
		bool has = f->backend->ask(&f->session, step, &arg, &ask);
		enum remote_verdict verdict =
			has ? exchange(f, step, &arg, &ask) : REMOTE_REFUSED;
		remote_ask_done(&ask);
		if (verdict != REMOTE_OK || f->next.n == 0)
			return verdict;
		arg.more = f->next;
	}
	fail_msg("%s: no end", f->backend->name);
	return REMOTE_LATER;
}

static enum remote_verdict
step(struct fixture *f, enum remote_step what, struct remote_arg arg)
{
	forget(f);
	return go_on(f, what, arg);
}

static void
well(struct fixture *f, enum remote_step what, struct remote_arg arg)
{
	enum remote_verdict verdict = step(f, what, arg);
	if (verdict != REMOTE_OK)
		fail_msg("%s: step %d: verdict %d: %s", f->backend->name, what, verdict,
			f->err.text);
}

static void
command(struct fixture *f, const char *line)
{
	assert_true(account_command(&f->account, span_of(line)));
}

/* ---- which servers */

static const struct kind {
	const char *backend, *base, *user, *quirk;
	bool old;
} kinds[] = {
	{"greader", HOST "/api/greader.php", ACCOUNT_USER, "FreshRSS", false},
	{"miniflux", HOST, "", "Miniflux", false},
	{"miniflux", HOST, ACCOUNT_USER, "Miniflux", true},
	{"nextcloud", HOST, ACCOUNT_USER, "Nextcloud News", false},
	{"fever", HOST "/api/fever.php", ACCOUNT_USER, "FreshRSS", false},
	{"feedbin", HOST, ACCOUNT_USER, "Feedbin", false},
};

static void
open_kind(struct fixture *f, const struct kind *kind)
{
	*f = (struct fixture){.backend = remote_backend(kind->backend)};
	account_init(&f->account);
	remote_session_init(&f->session, f->backend);
	f->session.base = kind->base;
	f->session.user = kind->user;
	f->session.password = ACCOUNT_PASSWORD;
	f->session.quirk = remote_quirk_named(kind->backend, kind->quirk);
	f->account.traps[ACCOUNT_TRAP_OLD] = kind->old;
	command(f, "feed 'Sea & coast' Nature");
	command(f, "feed Harbour");
	command(f, "items 1 3");
	command(f, "items 2 2");
	well(f, REMOTE_LOGIN, (struct remote_arg){0});
	if (step(f, REMOTE_TOKEN, (struct remote_arg){0}) != REMOTE_OK)
		forget(f);
}

static void
close_kind(struct fixture *f)
{
	account_done(&f->account);
	remote_session_done(&f->session);
	arena_done(&f->arena);
	buf_done(&f->feeds);
	buf_done(&f->folders);
	buf_done(&f->items);
	free(f->ids);
}

/* ---- cases */

/* An item's id as the backend has it. */
static struct span
id_at(struct fixture *f, size_t at, struct remote_id *id)
{
	remote_id_number((uint64_t)f->account.items[at].id, id);
	return remote_id_span(id);
}

static void
probes(void **state)
{
	(void)state;
	/* At the address of a server, the first that answers is the right one. */
	static const char *const wanted[][2] = {{HOST, "miniflux"},
		{HOST "/api/greader.php", "greader"}, {HOST "/api/fever.php", "fever"}};
	for (size_t i = 0; i < COUNT_OF(wanted); i++) {
		const char *found = NULL;
		for (size_t k = 0; remote_backends[k] && !found; k++) {
			struct fixture f = {.backend = remote_backends[k]};
			account_init(&f.account);
			remote_session_init(&f.session, f.backend);
			f.session.base = wanted[i][0];
			if (step(&f, REMOTE_PROBE, (struct remote_arg){0}) == REMOTE_OK)
				found = f.backend->name;
			close_kind(&f);
		}
		assert_string_equal(found, wanted[i][1]);
	}
}

static void
wrong_password(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct fixture f;
		open_kind(&f, &kinds[i]);
		f.session.password = "wrong";
		assert_int_equal(
			step(&f, REMOTE_LOGIN, (struct remote_arg){0}), REMOTE_REST);
		assert_true(*f.err.text);
		close_kind(&f);
	}
}

static void
lists(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct fixture f;
		open_kind(&f, &kinds[i]);
		well(&f, REMOTE_FEEDS, (struct remote_arg){0});
		assert_string_equal(buf_str(&f.feeds),
			"http://feed1.example/feed.xml Sea & coast\n"
			"http://feed2.example/feed.xml Harbour\n");
		well(&f, REMOTE_FOLDERS, (struct remote_arg){0});
		assert_non_null(strstr(buf_str(&f.folders), "Nature\n"));
		command(&f, "read #2");
		command(&f, "star #3");
		well(&f, REMOTE_UNREAD, (struct remote_arg){0});
		assert_int_equal(f.ids_len, 4);
		well(&f, REMOTE_STARRED, (struct remote_arg){0});
		assert_int_equal(f.ids_len, 1);
		struct remote_id id;
		struct span third = id_at(&f, 2, &id);
		assert_memory_equal(f.ids[0].p, third.p, third.n);
		close_kind(&f);
	}
}

static void
items_by_their_ids(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct fixture f;
		struct remote_id a, b, c;
		open_kind(&f, &kinds[i]);
		command(&f, "read #1");
		command(&f, "star #2");
		command(&f, "read #2");
		const struct span ids[] = {
			id_at(&f, 0, &a), id_at(&f, 4, &b), id_at(&f, 1, &c)};
		well(&f, REMOTE_CONTENTS, (struct remote_arg){.ids = ids, .ids_len = 3});
		assert_int_equal(f.items_len, 3);
		/* Feedbin's states are in its lists alone. */
		if (f.backend != remote_backend("feedbin")) {
			const char *told = buf_str(&f.items);
			assert_non_null(strstr(told, " - http://feed1.example/"));
			assert_non_null(strstr(told, " u http://feed2.example/"));
			assert_non_null(strstr(told, " -s http://feed1.example/"));
		}
		/* What is gone is left out. */
		command(&f, "purge #2");
		well(&f, REMOTE_CONTENTS, (struct remote_arg){.ids = ids, .ids_len = 3});
		assert_int_equal(f.items_len, 2);
		close_kind(&f);
	}
}

static void
mark(struct fixture *f, enum remote_word word, bool on, size_t at, size_t n)
{
	struct remote_id ids[8];
	struct span spans[8];
	for (size_t i = 0; i < n; i++)
		spans[i] = id_at(f, at + i, &ids[i]);
	for (size_t i = 0; i < n; i += f->session.quirk->marks_max) {
		size_t max = f->session.quirk->marks_max;
		well(f, REMOTE_MARK,
			(struct remote_arg){.word = word,
				.on = on,
				.ids = spans + i,
				.ids_len = n - i < max ? n - i : max});
	}
}

/* A request whose answer was lost is sent again; so everything is done twice here. */
static void
marks_that_are_repeated(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct fixture f;
		open_kind(&f, &kinds[i]);
		const struct account_item *items = f.account.items;
		for (int twice = 0; twice < 2; twice++) {
			mark(&f, REMOTE_READ, true, 0, 3);
			mark(&f, REMOTE_STAR, true, 1, 3);
		}
		assert_true(items[0].read && items[1].read && items[2].read);
		assert_false(items[3].read || items[4].read);
		assert_true(items[1].starred && items[2].starred && items[3].starred);
		assert_false(items[0].starred || items[4].starred);
		for (int twice = 0; twice < 2; twice++) {
			mark(&f, REMOTE_READ, false, 1, 1);
			mark(&f, REMOTE_STAR, false, 2, 2);
		}
		assert_true(items[0].read && !items[1].read && items[2].read);
		assert_true(items[1].starred);
		assert_false(items[2].starred || items[3].starred);
		close_kind(&f);
	}
}

/* Everything that arrived after the newest known item, of however many pages. */
static void
what_is_new(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct fixture f;
		struct remote_id newest;
		open_kind(&f, &kinds[i]);
		struct remote_arg arg = {.newest = id_at(&f, 4, &newest)};
		command(&f, "time 3600");
		arg.since = f.account.now / 1000000 - 60;
		command(&f, "items 1 1200");
		well(&f, REMOTE_NEW, arg);
		assert_int_equal(f.ids_len, 1200);
		close_kind(&f);
	}
}

static void
many(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct fixture f;
		open_kind(&f, &kinds[i]);
		command(&f, "items 2 2500");
		well(&f, REMOTE_UNREAD, (struct remote_arg){0});
		assert_int_equal(f.ids_len, 2505);
		assert_true(f.requests <= 6);
		if (f.total >= 0)
			assert_int_equal(f.total, 2505);
		close_kind(&f);
	}
}

static void
subscriptions(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct fixture f;
		open_kind(&f, &kinds[i]);
		const struct remote_arg add = {.url = SPAN_LIT("http://new.example/f")};
		if (step(&f, REMOTE_SUBSCRIBE, add) == REMOTE_REFUSED) {
			close_kind(&f); /* Fever has no such thing */
			continue;
		}
		assert_int_equal(f.account.feeds_len, 3);
		/* Again: it is there, and that is all that was wanted. */
		well(&f, REMOTE_SUBSCRIBE, add);
		assert_int_equal(f.account.feeds_len, 3);
		const struct remote_arg bad = {
			.url = SPAN_LIT("http://x.example/nothing")};
		assert_int_equal(step(&f, REMOTE_SUBSCRIBE, bad), REMOTE_REFUSED);
		struct remote_arg third = {.feed = SPAN_LIT("3"), .title = SPAN_LIT("Ü")};
		if (f.backend == remote_backend("greader"))
			third.feed = SPAN_LIT("feed/3");
		well(&f, REMOTE_EDIT, third);
		assert_string_equal(f.account.feeds[2].title, "Ü");
		well(&f, REMOTE_UNSUBSCRIBE, third);
		assert_int_equal(f.account.feeds_len, 2);
		close_kind(&f);
	}
}

/* T3, T17 and the like: numbers as texts, a session that ends, one poisonous item. */
static void
troubles(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct fixture f;
		struct remote_id a, b;
		open_kind(&f, &kinds[i]);
		command(&f, "trap text-numbers");
		well(&f, REMOTE_UNREAD, (struct remote_arg){0});
		assert_int_equal(f.ids_len, 5);
		const struct span ids[] = {id_at(&f, 0, &a), id_at(&f, 1, &b)};
		command(&f, "trap poison 2");
		if (f.session.quirk->marks_max > 1)
			assert_int_equal(step(&f, REMOTE_MARK,
						 (struct remote_arg){.word = REMOTE_READ,
							 .on = true,
							 .ids = ids,
							 .ids_len = 2}),
				REMOTE_SPLIT);
		close_kind(&f);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(probes),
		cmocka_unit_test(wrong_password),
		cmocka_unit_test(lists),
		cmocka_unit_test(items_by_their_ids),
		cmocka_unit_test(marks_that_are_repeated),
		cmocka_unit_test(what_is_new),
		cmocka_unit_test(many),
		cmocka_unit_test(subscriptions),
		cmocka_unit_test(troubles),
	};
	return UNIT_RUN(tests);
}
