/*
 * Random programs for the machine that syncs accounts, with the feed server of the tests
 * in place of the network: items arrive and are purged, both users mark, requests and
 * answers are lost, cut or doubled, pages shift, lists lie, and the machine dies. When
 * all is quiet again, both sides are the same, each as its last word says, and nothing is
 * here twice. COURANT_PROGRAMS says how many programs (60); make model runs 100,000.
 */
#include "config.h"

#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/queue.h"
#include "conf/settings.h"
#include "engine/account/account_inside.h"
#include "engine/accounts/accounts.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/feeds/subscribe.h"
#include "engine/worker.h"
#include "fetch/fetch.h"
#include "fetch/result.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/item/tag.h"
#include "store/journal/journal.h"
#include "store/mark/flags.h"
#include "store/remote/account.h"
#include "store/remote/remote.h"
#include "sync_server.h"
#include "tests/unit/store_helper.h"

#define HOST "http://127.0.0.1"
#define PROGRAMS_OF_A_STORE 20
#define TRACKED 512

enum word {
	READ,
	STAR,
	LABEL,
	WORDS
};

static const char tag[] = "L";

/* An item of the server, and what was said of it; -1: nothing. */
struct tracked {
	int64_t id;
	bool purged;
	int first[WORDS], here[WORDS], there[WORDS];
	int actor[WORDS]; /* 0: only here, 1: only there, 2: both */
};

static const struct protocol {
	const char *name, *path;
	bool labels;
	bool lists; /* alone say what items are, so that a cut of any length is the truth
		     */
} protocols[] = {
	{"greader", "/api/greader.php", true, false},
	{"miniflux", "", false, false},
	{"nextcloud", "", false, false},
	{"fever", "/api/fever.php", false, true},
	{"feedbin", "", false, true},
};

struct world {
	struct fixture *f;
	const struct protocol *protocol;
	struct settings *settings;
	struct engine *e;
	struct sync_server *server;
	struct account *account; /* that asked last */
	/* Its request; url NULL: none. */
	struct remote_ask ask;
	bool asked;
	uint64_t tags;
	bool faulty;
	struct tracked items[TRACKED];
	size_t len;
	uint32_t seed, program;
};

static struct world world;

static uint32_t
pick(uint32_t n)
{
	world.seed = world.seed * 1664525u + 1013904223u;
	return (world.seed >> 8) % n;
}

/* ---- in place of engine/account/ask.c */

bool
engine_account_send(struct account *a, enum remote_step step)
{
	const struct remote_arg *arg =
		a->detour != REMOTE_STEPS ? &a->detour_arg : &a->arg;
	remote_ask_done(&world.ask);
	remote_ask_init(&world.ask);
	if (!a->backend->ask(&a->session, step, arg, &world.ask))
		return false;
	world.account = a;
	world.asked = true;
	a->tag = ++world.tags;
	return true;
}

/* For full texts, which are none of a sync's. */
struct fetch_request
engine_account_request(
	const struct account *a, const struct remote_ask *ask, struct fetch_own *own)
{
	(void)a;
	(void)ask;
	(void)own;
	abort();
}

void
engine_account_cancel(struct account *a)
{
	a->tag = 0;
	world.asked = false;
}

void
engine_account_take_last(struct engine *e)
{
	(void)e;
}

bool
engine_account_password(struct account *a, bool *waits, struct err *err)
{
	(void)err;
	*waits = false;
	free(a->password);
	a->password = mem_strdup("readerpw1");
	a->session.password = a->password;
	return true;
}

bool
engine_account_password_output(
	struct account *a, const struct fetch_result *answer, struct err *err)
{
	(void)a;
	(void)answer;
	(void)err;
	return false;
}

/* ---- the world */

static int64_t
now(void *data)
{
	(void)data;
	return sync_server_now(world.server);
}

static void
engine_up(void)
{
	struct engine *e = mem_zalloc(sizeof *e);
	struct err err;
	e->store = world.f->store;
	e->feeds_path = mem_strdup(fixture_path(world.f, "feeds"));
	e->settings_given = world.settings;
	e->clock = now;
	e->random = 1;
	e->requests = queue_new(NULL, NULL);
	e->events = queue_new(NULL, NULL);
	world.e = e;
	assert_int_equal(engine_worker_up(e, &err), OK);
	assert_int_equal(engine_feeds_load(e, &err), OK);
}

static void
engine_down(void)
{
	struct engine *e = world.e;
	assert_true(engine_worker_join(e, INT64_MAX));
	engine_worker_down(e);
	queue_free(e->requests, engine_request_free);
	queue_free(e->events, free);
	free(e->feeds_path);
	free(e);
	world.e = NULL;
}

/* As kill -9: nothing is stored any more. */
static void
die(void)
{
	struct err err;
	engine_accounts_done(world.e);
	assert_int_equal(engine_accounts_init(world.e, &err), OK);
}

static void
track_new(void)
{
	for (size_t i = 0; i < sync_server_len(world.server); i++) {
		struct sync_item item = sync_server_item(world.server, i);
		if (world.len > 0 && item.id <= world.items[world.len - 1].id)
			continue;
		assert_true(world.len < TRACKED);
		struct tracked *t = &world.items[world.len++];
		*t = (struct tracked){.id = item.id};
		for (int w = 0; w < WORDS; w++) {
			t->here[w] = t->there[w] = -1;
			t->actor[w] = (int)pick(3);
		}
	}
}

/* With these lines in the account's section. */
static void
load_settings(const char *lines)
{
	struct err err;
	FILE *file = fopen(fixture_path(world.f, "config"), "w");
	assert_non_null(file);
	fprintf(file, "[account phone]\nurl = " HOST "%s\nuser = ann\nprotocol = %s\n%s",
		world.protocol->path, world.protocol->name, lines);
	fclose(file);
	conf_settings_unref(world.settings);
	assert_int_equal(conf_settings_load(&world.settings,
				 fixture_path(world.f, "config"), NULL, 0, &err),
		OK);
}

static void
world_up(struct fixture *f, const struct protocol *protocol)
{
	world.protocol = protocol;
	world.f = f;
	world.server = sync_server_new();
	world.len = 0;
	world.faulty = false;
	sync_server_do(world.server, "feed One Tech");
	sync_server_do(world.server, "feed Two");
	sync_server_do(world.server, "items 1 3");
	sync_server_do(world.server, "items 2 2");
	FILE *file = fopen(fixture_path(f, "feeds"), "w");
	assert_non_null(file);
	fclose(file);
	load_settings("");
	engine_up();
	track_new();
}

static void
world_down(void)
{
	engine_down();
	conf_settings_unref(world.settings);
	world.settings = NULL;
	sync_server_free(world.server);
	remote_ask_done(&world.ask);
	remote_ask_init(&world.ask);
}

static void
command(const char *format, long long number)
{
	char line[80];
	(void)snprintf(line, sizeof line, format, number);
	sync_server_do(world.server, line);
}

/* ---- what both sides have */

/* ERR_NOT_FOUND: it is not here. */
static int
row_of(const struct store_view *view, const struct tracked *t,
	struct store_remote_row *row)
{
	char id[9] = {0};
	for (int i = 0; i < 8; i++)
		id[1 + i] = (char)(unsigned char)((uint64_t)t->id >> (56 - 8 * i));
	struct store_remote_key key = store_remote_key((struct span){id, sizeof id});
	int status = store_remote_row(view, 1, &key, row);
	return status == OK && row->item == 0 ? ERR_NOT_FOUND : status;
}

static bool
is_tagged(const struct store_view *view, uint64_t id)
{
	struct arena arena = ARENA_INIT;
	struct store_item item;
	bool has = false;
	assert_int_equal(store_item(view, id, &arena, &item), OK);
	for (size_t i = 0; i < item.tags_len; i++)
		has |= str_eq(item.tags[i], tag);
	arena_done(&arena);
	return has;
}

static bool
here(const struct tracked *t, int out[WORDS])
{
	struct store_view view;
	struct store_remote_row row;
	int flags = 0;
	assert_int_equal(store_view_begin(world.f->store, &view, NULL), OK);
	bool is = row_of(&view, t, &row) == OK;
	if (is) {
		assert_int_equal(store_remote_here(&view, row.item, &flags), OK);
		out[READ] = (flags & STORE_REMOTE_READ) != 0;
		out[STAR] = (flags & STORE_REMOTE_STAR) != 0;
		out[LABEL] = is_tagged(&view, row.item);
	}
	store_view_end(&view);
	return is;
}

static bool
there(const struct tracked *t, int out[WORDS])
{
	for (size_t i = 0; i < sync_server_len(world.server); i++) {
		struct sync_item item = sync_server_item(world.server, i);
		if (item.id != t->id)
			continue;
		out[READ] = item.read;
		out[STAR] = item.starred;
		out[LABEL] = item.labelled;
		return true;
	}
	return false;
}

/* ---- users */

static void
say_here(struct tracked *t, enum word word, bool value)
{
	struct store_view view;
	struct store_remote_row row;
	struct err err;
	uint64_t group = 0;
	int is[WORDS];
	/* Whoever sees it so already says nothing. */
	if (!here(t, is) || is[word] == value)
		return;
	assert_int_equal(store_view_begin(world.f->store, &view, NULL), OK);
	assert_int_equal(row_of(&view, t, &row), OK);
	store_view_end(&view);
	struct store_batch *batch = begin_batch(world.f);
	assert_int_equal(store_journal_begin(batch, &group, now(NULL), &err), OK);
	int flag = word == READ ? ITEM_UNREAD : ITEM_STARRED;
	bool set = (word == READ) != value;
	if (word == LABEL)
		assert_int_equal(
			store_item_put_tag(batch, &row.item, 1, tag, value, NULL, &err),
			OK);
	else
		assert_int_equal(store_mark_put_flags(batch, &row.item, 1, set ? flag : 0,
					 set ? 0 : flag, NULL, &err),
			OK);
	commit_batch(batch);
	t->here[word] = value;
}

static void
say_there(struct tracked *t, enum word word, bool value)
{
	static const char *const commands[WORDS][2] = {{"unread %lld", "read %lld"},
		{"unstar %lld", "star %lld"}, {"unlabel L %lld", "label L %lld"}};
	int is[WORDS];
	if (!there(t, is))
		return;
	command(commands[word][value], (long long)t->id);
	t->there[word] = value;
}

static void
user(void)
{
	if (world.len == 0)
		return;
	struct tracked *t = &world.items[world.len - 1 -
					 pick(world.len < 12 ? (uint32_t)world.len : 12)];
	enum word word = (enum word)pick(world.protocol->labels ? WORDS : LABEL);
	bool value = pick(2);
	int actor = t->actor[word] == 2 ? (int)pick(2) : t->actor[word];
	if (actor == 0)
		say_here(t, word, value);
	else
		say_there(t, word, value);
}

static void
purge(void)
{
	size_t n = sync_server_len(world.server);
	if (n < 3)
		return;
	int64_t id = sync_server_item(world.server, pick((uint32_t)n)).id;
	command("purge %lld", (long long)id);
	for (size_t i = 0; i < world.len; i++)
		world.items[i].purged |= world.items[i].id == id;
}

static void
arrive(void)
{
	command(pick(2) ? "items 1 %lld" : "items 2 %lld", 1 + (long long)pick(2));
	track_new();
}

/* Its items continue being what they are. */
static void
hide(void)
{
	if (world.protocol->labels)
		command(pick(2) ? "hide 1 %lld" : "hide 2 %lld", (long long)pick(3));
}

/* ---- requests */

/* What another client did between two pages. */
static void
note_reading(const struct sync_item *before, size_t len)
{
	for (size_t i = 0; i < len && i < sync_server_len(world.server); i++) {
		struct sync_item item = sync_server_item(world.server, i);
		if (item.id != before[i].id || item.read == before[i].read)
			continue;
		for (size_t k = 0; k < world.len; k++)
			if (world.items[k].id == item.id) {
				world.items[k].there[READ] = item.read;
				world.items[k].actor[READ] = 2;
			}
	}
}

static long
serve(struct buf *headers, struct buf *body)
{
	static const char *const methods[] = {"GET", "POST", "PUT", "DELETE"};
	static struct sync_item before[TRACKED];
	const char *url = buf_str(&world.ask.url);
	size_t len = sync_server_len(world.server);
	for (size_t i = 0; i < len; i++)
		before[i] = sync_server_item(world.server, i);
	long status = sync_server_ask(world.server, methods[world.ask.method],
		url + strlen(HOST), buf_str(&world.ask.headers), &world.ask.body, headers,
		body);
	if (strstr(url, "/ids"))
		note_reading(before, len);
	return status;
}

enum fault {
	REQUEST_LOST,
	ANSWER_LOST,
	DIES_BEFORE,
	DIES_AFTER,
	SERVER_FAILS,
	ANSWER_CUT,
	PORTAL, /* a page of HTML */
	DOUBLED,
	USER_ACTS,
	ITEMS_ARRIVE,
	ITEM_GOES,
	FAULTS
};

static void
answer_request(void)
{
	struct account *a = world.account;
	enum fault fault =
		world.faulty && pick(8) == 0 ? (enum fault)pick(FAULTS) : FAULTS;
	struct buf headers = BUF_INIT(0), body = BUF_INIT(0);
	long status = 0;
	world.asked = false;
	if (fault == USER_ACTS)
		user();
	if (fault == ITEMS_ARRIVE)
		arrive();
	if (fault == ITEM_GOES)
		purge();
	if (fault == DOUBLED) {
		serve(&headers, &body);
		buf_done(&headers);
		buf_done(&body);
	}
	if (fault != REQUEST_LOST && fault != DIES_BEFORE && fault != SERVER_FAILS &&
		fault != PORTAL)
		status = serve(&headers, &body);
	if (fault == DIES_BEFORE || fault == DIES_AFTER) {
		die();
		buf_done(&headers);
		buf_done(&body);
		return;
	}
	if (fault == ANSWER_CUT && body.len > 0)
		body.len = pick((uint32_t)body.len);
	if (fault == PORTAL)
		buf_adds(&body, "<html><body>Log in</body></html>");
	struct fetch_result *answer = mem_zalloc(sizeof *answer);
	bool lost = fault == REQUEST_LOST || fault == ANSWER_LOST;
	answer->retry_after = answer->max_age = -1;
	answer->http_status = fault == SERVER_FAILS ? 500
			      : fault == PORTAL     ? 200
						    : status;
	if (lost)
		answer->status = err_set(&answer->err, ERR_NETWORK, "lost");
	answer->kept = headers.len ? buf_take(&headers) : NULL;
	answer->body = body;
	a->tag = 0;
	a->answered(a, answer);
	fetch_result_free(answer);
	buf_done(&headers);
}

static void
sync_once(int flags)
{
	struct engine_request request = {.kind = ENGINE_SYNC,
		.sync = {.verb = ENGINE_ACCOUNT_SYNC, .flags = flags}};
	void *event;
	engine_accounts_sync(world.e, &request);
	for (int turns = 0; !engine_accounts_idle(world.e); turns++) {
		assert_true(turns < 10000);
		engine_accounts_step(world.e);
		if (world.asked)
			answer_request();
	}
	while ((event = queue_take(world.e->events)) != NULL)
		free(event);
}

/* ---- programs */

static const char *const traps[] = {"cut", "twice", "reading", "page", "empty", "endless",
	"text-numbers", "login", "token", "memory"};

static void
set_trap(size_t i, long long n)
{
	char line[80];
	(void)snprintf(line, sizeof line, "trap %s %lld", traps[i], n);
	sync_server_do(world.server, line);
}

static void
set_traps(void)
{
	for (size_t i = 0; i < COUNT_OF(traps); i++)
		set_trap(i, pick(6) == 0 ? 1 + (long long)pick(3) : 0);
	if (world.protocol->lists)
		set_trap(0, 0);
}

static void
fail_of(const struct tracked *t, const char *what, int word, int is, int other)
{
	fail_msg("program %u: item %lld: %s, word %d: here %d, there %d; first %d, said "
		 "here %d, said there %d, actor %d",
		world.program, (long long)t->id, what, word, is, other, t->first[word],
		t->here[word], t->there[word], t->actor[word]);
}

static void
judge_item(const struct tracked *t)
{
	int is[WORDS], other[WORDS];
	bool gone = !there(t, other);
	if (!here(t, is)) {
		/* What was read there before it came need not come. */
		if (!gone && (!other[READ] || other[STAR]))
			fail_of(t, "is not here", READ, -1, -1);
		return;
	}
	for (int w = 0; w < (world.protocol->labels ? WORDS : LABEL); w++) {
		int mine = t->here[w], theirs = t->there[w];
		if (!gone && is[w] != other[w])
			fail_of(t, "differs", w, is[w], other[w]);
		bool good = mine < 0 && theirs < 0 ? is[w] == t->first[w]
			    : t->actor[w] == 0     ? is[w] == mine
			    : t->actor[w] == 1     ? is[w] == theirs || gone
						   : is[w] == mine || is[w] == theirs ||
							 (gone && mine < 0);
		/* What is in no list of unread items is read, purged or not. */
		good |= gone && w == READ && is[w];
		if (!good)
			fail_of(t, "is wrong", w, is[w], gone ? -1 : other[w]);
	}
}

static void
judge(void)
{
	size_t known = 0;
	int is[WORDS];
	for (size_t i = 0; i < world.len; i++) {
		judge_item(&world.items[i]);
		known += here(&world.items[i], is);
	}
	size_t shown = (size_t)count_all(world.f->store).total;
	if (shown != known)
		fail_msg("program %u: %zu items are %zu here", world.program, known,
			shown);
}

/* What is said from now on counts. */
static void
begin_program(uint32_t number)
{
	world.program = number;
	world.seed = number * 2654435761u + 12345;
	for (size_t i = 0; i < world.len; i++) {
		struct tracked *t = &world.items[i];
		int is[WORDS];
		if (there(t, is) || here(t, is))
			memcpy(t->first, is, sizeof is);
		for (int w = 0; w < WORDS; w++) {
			t->here[w] = t->there[w] = -1;
			t->actor[w] = (int)pick(3);
		}
	}
}

static void
run_program(uint32_t number)
{
	begin_program(number);
	uint32_t steps = 3 + pick(10);
	world.faulty = true;
	for (uint32_t n = 0; n < steps; n++) {
		uint32_t what = pick(8);
		if (what < 2) {
			set_traps();
			sync_once(pick(2) ? ENGINE_SYNC_WHOLE : 0);
		} else if (what == 2 && pick(4) == 0) {
			hide();
		} else if (what == 2) {
			arrive();
		} else if (what == 3 && pick(2)) {
			purge();
		} else {
			user();
		}
	}
	world.faulty = false;
	for (size_t i = 0; i < COUNT_OF(traps); i++)
		set_trap(i, 0);
	for (int n = 0; n < 3; n++)
		sync_once(ENGINE_SYNC_WHOLE);
	judge();
}

static void
nothing_is_lost_invented_or_doubled(void **state)
{
	const char *wanted = getenv("COURANT_PROGRAMS"), *from = getenv("COURANT_FROM");
	uint32_t programs = wanted ? (uint32_t)strtoul(wanted, NULL, 10) : 60;
	uint32_t first = from ? (uint32_t)strtoul(from, NULL, 10) : 0;
	remote_ask_init(&world.ask);
	first -= first % PROGRAMS_OF_A_STORE;
	for (uint32_t n = first; n < first + programs; n++) {
		if ((n - first) % PROGRAMS_OF_A_STORE == 0) {
			if (n > first) {
				world_down();
				fixture_clear(*state);
			}
			world_up(*state, &protocols[n / PROGRAMS_OF_A_STORE %
						    COUNT_OF(protocols)]);
		}
		run_program(n);
	}
	world_down();
	assert_sound(*state);
}

/* ---- single cases */

static void
restart_with(const char *lines)
{
	engine_down();
	load_settings(lines);
	engine_up();
}

static size_t
shown(void)
{
	return (size_t)count_all(world.f->store).total;
}

static void
sync_whole(void)
{
	sync_once(ENGINE_SYNC_WHOLE);
}

/* The list of feeds lags after the items. */
static void
items_come_before_their_feed(void **state)
{
	world_up(*state, protocols);
	sync_whole();
	assert_int_equal(shown(), 5);
	sync_server_do(world.server, "trap empty");
	sync_server_do(world.server, "feed Three");
	sync_server_do(world.server, "items 3 2");
	sync_whole();
	assert_int_equal(shown(), 5);
	sync_server_do(world.server, "trap empty 0");
	sync_whole();
	assert_int_equal(shown(), 7);
	world_down();
}

/* Whatever there was no room for comes when there is. */
static void
the_room_grows(void **state)
{
	world_up(*state, protocols);
	restart_with("account-max = 100\n");
	sync_server_do(world.server, "items 1 145");
	sync_whole();
	assert_int_equal(shown(), 100);
	sync_server_do(world.server, "items 2 3");
	sync_whole();
	assert_int_equal(shown(), 103);
	restart_with("account-max = 120\n");
	sync_server_do(world.server, "items 2 1");
	sync_whole();
	sync_whole();
	assert_int_equal(shown(), 124);
	restart_with("account-max = 1000\n");
	sync_whole();
	assert_int_equal(shown(), 154);
	world_down();
}

static int
tagged(size_t i)
{
	int is[WORDS];
	assert_true(here(&world.items[i], is));
	return is[LABEL];
}

static void
labels_need_proof(void **state)
{
	world_up(*state, protocols);
	sync_whole();
	/* One that has it here only is sent when the label is new to us. */
	say_here(&world.items[0], LABEL, true);
	sync_whole();
	command("label L %lld", (long long)world.items[1].id);
	sync_whole();
	assert_true(tagged(0) && tagged(1));
	/* A list that was cut takes nothing away. */
	sync_server_do(world.server, "trap cut");
	sync_whole();
	assert_true(tagged(0) && tagged(1));
	sync_server_do(world.server, "trap cut 0");
	command("unlabel L %lld", (long long)world.items[0].id);
	sync_whole();
	assert_true(!tagged(0) && tagged(1));
	/* The label is deleted there. */
	sync_server_do(world.server, "nolabel L");
	sync_whole();
	assert_true(!tagged(0) && !tagged(1));
	world_down();
}

/* The overview tells of no stars, so the lists are read once an hour. */
static void
stars_come_within_the_hour(void **state)
{
	int is[WORDS];
	world_up(*state, protocols);
	sync_whole();
	sync_whole();
	command("star %lld", (long long)world.items[0].id);
	for (int quarter = 0; quarter < 5; quarter++) {
		sync_server_do(world.server, "time 900");
		sync_once(0);
	}
	assert_true(here(&world.items[0], is));
	assert_true(is[STAR]);
	world_down();
}

static void
long_lists_come_in_parts(void **state)
{
	world_up(*state, protocols);
	sync_server_do(world.server, "trap memory");
	sync_whole();
	assert_int_equal(shown(), 5);
	world_down();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(items_come_before_their_feed),
		FIXTURE_TEST(the_room_grows),
		FIXTURE_TEST(labels_need_proof),
		FIXTURE_TEST(stars_come_within_the_hour),
		FIXTURE_TEST(long_lists_come_in_parts),
		FIXTURE_TEST(nothing_is_lost_invented_or_doubled),
	};
	unit_begin();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
