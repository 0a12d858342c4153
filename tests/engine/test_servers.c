/*
 * Accounts of feed servers of each kind, from the engine: what is done at one side comes
 * out at the other, and nothing else does.
 */
#include "config.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/str.h"
#include "base/time.h"
#include "engine/harness.h"
#include "model/item.h"
#include "remote/id.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/remote/account.h"
#include "store/remote/remote.h"

struct kind {
	const char *protocol, *path, *user, *setup;
	bool writes_feeds;
};

static const struct kind kinds[] = {
	{"greader", "/api/greader.php", "ann", "", true},
	{"miniflux", "", "", "", true},
	{"miniflux", "", "ann", "trap old\n", true},
	{"nextcloud", "", "ann", "", true},
	{"fever", "/api/fever.php", "ann", "", false},
	{"feedbin", "", "ann", "", true},
};

#define FEEDS "feed 'Sea & coast' Nature\nfeed Harbour\n"

/* ---- the server's own view */

/* Sends bytes and gives the body of the answer; free() it. */
static char *
talk(struct rig *rig, const char *method, const char *path, const char *body)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	struct sockaddr_in to = {.sin_family = AF_INET,
		.sin_port = htons((uint16_t)http_server_port(rig->server))};
	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
	struct buf text = BUF_INIT(0);
	buf_addf(&text, "%s %s HTTP/1.1\r\nContent-Length: %zu\r\n\r\n%s", method, path,
		strlen(body), body);
	assert_int_equal(write(fd, text.data, text.len), text.len);
	shutdown(fd, SHUT_WR);
	buf_clear(&text);
	char bytes[65536];
	for (ssize_t n; (n = read(fd, bytes, sizeof bytes)) > 0;)
		buf_add(&text, bytes, (size_t)n);
	close(fd);
	const char *start = strstr(buf_str(&text), "\r\n\r\n");
	assert_non_null(start);
	char *out = strdup(start + 4);
	buf_done(&text);
	return out;
}

static void
there(struct rig *rig, const char *commands)
{
	free(talk(rig, "POST", "/control", commands));
}

/* ---- ours */

static struct store_account
account_here(struct rig *rig, struct store_view *view)
{
	struct store_account *all;
	size_t len;
	assert_int_equal(store_remote_accounts(view, &rig->arena, &all, &len), OK);
	assert_int_equal(len, 1);
	return all[0];
}

/* Each item of the server is here as it is there; those that are read and unstarred may
 * be missing. Returns how many are here. */
static size_t
compare(struct rig *rig, const char *about)
{
	char *text = talk(rig, "GET", "/control/items", "");
	struct store_view view;
	struct err err = {0};
	size_t known = 0;
	assert_int_equal(store_view_begin(rig->store, &view, &err), OK);
	uint32_t account = account_here(rig, &view).id;
	struct span rest = span_of(text), line;
	while (span_split(&rest, '\n', &line)) {
		unsigned long long id;
		char read, star;
		if (line.n == 0)
			continue;
		assert_int_equal(sscanf(line.p, "%llu %*s %c %c", &id, &read, &star), 3);
		struct remote_id key;
		struct store_remote_row row;
		int flags;
		remote_id_number(id, &key);
		struct store_remote_key at = store_remote_key(remote_id_span(&key));
		if (store_remote_row(&view, account, &at, &row) != OK) {
			if (read != 'r' || star == 's')
				fail_msg("%s: %llu is not here", about, id);
			continue;
		}
		known++;
		if (store_remote_here(&view, row.item, &flags) != OK)
			fail_msg("%s: %llu is known, but not here (%" PRIu64 ")", about,
				id, row.item);
		if (((flags & STORE_REMOTE_READ) != 0) != (read == 'r') ||
			((flags & STORE_REMOTE_STAR) != 0) != (star == 's'))
			fail_msg("%s: %llu is %c%c there, %d here", about, id, read, star,
				flags);
	}
	assert_int_equal(store_remote_waiting(&view, account, 0), 0);
	store_view_end(&view);
	free(text);
	return known;
}

/* The number of our item that is the server's nth, from 1. */
static uint64_t
item_here(struct rig *rig, size_t nth)
{
	char *text = talk(rig, "GET", "/control/items", "");
	struct span rest = span_of(text), line = {NULL, 0};
	while (nth-- > 0)
		assert_true(span_split(&rest, '\n', &line));
	struct store_view view;
	struct remote_id key;
	struct store_remote_row row;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	remote_id_number(strtoull(line.p, NULL, 10), &key);
	struct store_remote_key at = store_remote_key(remote_id_span(&key));
	assert_int_equal(
		store_remote_row(&view, account_here(rig, &view).id, &at, &row), OK);
	store_view_end(&view);
	free(text);
	return row.item;
}

static void
begin(struct rig *rig, const struct kind *kind, const char *script, const char *commands)
{
	struct buf text = BUF_INIT(0);
	struct err err;
	rig_init(rig, "", "");
	http_server_stop(rig->server);
	buf_addf(&text, "%s%s", kind->setup, commands);
	rig->server = http_server_start_account(script, buf_str(&text));
	buf_clear(&text);
	buf_addf(&text,
		"[account phone]\nurl = %s%s\nprotocol = %s\nuser = %s\n"
		"password-command = echo readerpw1\n",
		http_server_url(rig->server), kind->path, kind->protocol, kind->user);
	assert_int_equal(file_write(rig->config, text.data, text.len, 0600, &err), OK);
	buf_done(&text);
	rig_start(rig, false);
}

/* False, and the sentence is a comment: it failed. */
static bool
sync_once(struct rig *rig, int flags)
{
	engine_sync(rig->engine, "phone", flags);
	struct engine_event *event = rig_wait(rig, ENGINE_SYNCED);
	bool good = !event->error;
	if (!good)
		print_message("# %s\n", event->text);
	free(event);
	return good;
}

static void
sync_tells(struct rig *rig, int flags, const char *what, const char *about)
{
	engine_sync(rig->engine, "phone", flags);
	struct engine_event *event = rig_wait(rig, ENGINE_SYNCED);
	if (event->error || !strstr(event->text, what))
		fail_msg("%s: %s", about, event->text);
	free(event);
}

static void
sync_well(struct rig *rig, const char *about)
{
	if (!sync_once(rig, ENGINE_SYNC_WHOLE))
		fail_msg("%s: the sync failed", about);
}

/* ---- cases */

static void
both_sides(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct rig rig;
		const char *name = kinds[i].protocol;
		begin(&rig, &kinds[i], "",
			FEEDS
			"items 1 120\nitems 2 30\nread #1\nstar #2\nread #3\nstar #3\n");
		sync_well(&rig, name);
		assert_true(compare(&rig, name) >= 149);
		/* There. */
		there(&rig, "time 60\nread #5\nread #6\nstar #7\nunstar #2\nitems 2 3\n"
			    "read #152\n");
		sync_well(&rig, name);
		compare(&rig, name);
		there(&rig, "time 60\nunread #5\n");
		sync_well(&rig, name);
		compare(&rig, name);
		/* Here. */
		const uint64_t read[] = {item_here(&rig, 10), item_here(&rig, 11)};
		const uint64_t star[] = {item_here(&rig, 12)};
		rig_mark(&rig, ACTION_READ, read, 2);
		rig_mark(&rig, ACTION_STAR, star, 1);
		sync_well(&rig, name);
		compare(&rig, name);
		char *text = talk(&rig, "GET", "/control/items", "");
		size_t stars = 0;
		for (const char *p = text; (p = strstr(p, " s\n")) != NULL; p++)
			stars++;
		assert_int_equal(stars, 3);
		free(text);
		rig_check(&rig);
		rig_done(&rig);
	}
}

static bool
says(struct rig *rig, uint64_t item, const char *words)
{
	struct store_view view;
	struct store_item_body body;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(store_item_body(&view, item, &rig->arena, &body), OK);
	store_view_end(&view);
	return strstr(body.text.text, words);
}

/* Texts that come with several answers to one question: each item has its own. */
static void
old_items_have_their_texts(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct rig rig;
		struct buf text = BUF_INIT(0);
		const char *name = kinds[i].protocol;
		buf_adds(&text, FEEDS "items 1 60\n");
		for (int n = 5; n <= 60; n += 5)
			buf_addf(&text, "read #%d\nstar #%d\n", n, n);
		buf_addf(&text, "time %d\nitems 2 1\n", 60 * 86400);
		begin(&rig, &kinds[i], "", buf_str(&text));
		sync_well(&rig, name);
		assert_int_equal(compare(&rig, name), 61);
		char *there_are = talk(&rig, "GET", "/control/items", "");
		struct span rest = span_of(there_are), line;
		for (size_t n = 1; span_split(&rest, '\n', &line) && line.n > 0; n++) {
			buf_clear(&text);
			buf_addf(&text, "Text of %lld.", strtoll(line.p, NULL, 10));
			if (!says(&rig, item_here(&rig, n), buf_str(&text)))
				fail_msg("%s: item %zu has another text", name, n);
		}
		free(there_are);
		buf_done(&text);
		rig_check(&rig);
		rig_done(&rig);
	}
}

/* Where the server tells which items changed, so do they here, and their marks stay. */
static void
edits_come(void **state)
{
	static const size_t rows[] = {0, 3};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct rig rig;
		const struct kind *kind = &kinds[rows[i]];
		begin(&rig, kind, "", FEEDS "items 1 4\nstar #1\nread #3\nstar #3\n");
		sync_well(&rig, kind->protocol);
		rig.ahead += TIME_HOUR;
		there(&rig, "time 3600\nitems 1 1\n");
		sync_well(&rig, kind->protocol);
		const uint64_t items[] = {item_here(&rig, 2)};
		rig_mark(&rig, ACTION_READ, items, 1);
		there(&rig, "time 60\nedit #1\nedit #2\nedit #3\n");
		sync_tells(&rig, ENGINE_SYNC_WHOLE, "1 change sent", kind->protocol);
		for (size_t n = 1; n <= 3; n++)
			assert_true(says(&rig, item_here(&rig, n), "Edit 1."));
		assert_false(says(&rig, item_here(&rig, 4), "Edit"));
		assert_int_equal(compare(&rig, kind->protocol), 5);
		sync_tells(&rig, ENGINE_SYNC_WHOLE, "nothing new", kind->protocol);
		rig_check(&rig);
		rig_done(&rig);
	}
}

/* Titles and folders are the server's names, whatever its numbers are. */
static void
folders_have_names(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct rig rig;
		struct err err;
		struct buf text = BUF_INIT(0);
		char path[400];
		begin(&rig, &kinds[i], "", FEEDS "items 1 2\n");
		sync_well(&rig, kinds[i].protocol);
		(void)snprintf(path, sizeof path, "%s/accounts/phone.feeds", rig.dir);
		assert_int_equal(file_read(path, &text, &err), OK);
		if (!strstr(buf_str(&text), "phone/Nature") ||
			!strstr(buf_str(&text), "Harbour"))
			fail_msg("%s: %s", kinds[i].protocol, buf_str(&text));
		buf_done(&text);
		rig_done(&rig);
	}
}

/* T19, T2, and lists without end: absence proves nothing then. */
static void
nothing_is_read_by_a_broken_list(void **state)
{
	static const char *const traps[] = {"trap cut 100\n", "trap twice\n",
		"trap endless\n", "trap empty\n", "trap text-numbers\n"};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		for (size_t k = 0; k < COUNT_OF(traps); k++) {
			struct rig rig;
			begin(&rig, &kinds[i], "", FEEDS "items 1 300\nitems 2 30\n");
			sync_well(&rig, kinds[i].protocol);
			there(&rig, traps[k]);
			there(&rig, "time 4000\nitems 2 1\n");
			(void)sync_once(&rig, ENGINE_SYNC_WHOLE);
			there(&rig, "trap cut 0\ntrap twice 0\ntrap endless 0\n"
				    "trap empty 0\ntrap text-numbers 0\n");
			sync_well(&rig, traps[k]);
			assert_int_equal(compare(&rig, traps[k]), 331);
			rig_done(&rig);
		}
}

/* So many at once are asked about first, in a request that the server takes whole. */
static void
everything_is_read_there(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct rig rig;
		begin(&rig, &kinds[i], "", FEEDS "items 1 400\nitems 2 30\n");
		sync_well(&rig, kinds[i].protocol);
		there(&rig, "time 60\nread all\n");
		sync_well(&rig, kinds[i].protocol);
		assert_int_equal(compare(&rig, kinds[i].protocol), 430);
		rig_done(&rig);
	}
}

/* One item that the server never takes holds up no other. */
static void
a_poisonous_item(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct rig rig;
		uint64_t items[5];
		begin(&rig, &kinds[i], "", FEEDS "items 1 5\ntrap poison 3\n");
		sync_well(&rig, kinds[i].protocol);
		for (size_t k = 0; k < 5; k++)
			items[k] = item_here(&rig, k + 1);
		rig_mark(&rig, ACTION_READ, items, 5);
		(void)sync_once(&rig, 0);
		char *text = talk(&rig, "GET", "/control/items", "");
		size_t read = 0;
		for (const char *p = text; (p = strstr(p, " r ")) != NULL; p++)
			read++;
		assert_true(read >= 4);
		free(text);
		/* A second time at most; then it is left alone, but not forgotten. */
		(void)sync_once(&rig, 0);
		there(&rig, "trap poison 0\n");
		if (read == 4) {
			sync_tells(&rig, 0, "1 change that the server refuses",
				kinds[i].protocol);
			sync_tells(&rig, ENGINE_SYNC_WHOLE | ENGINE_SYNC_CHECK,
				"1 difference, 1 change that the server refuses",
				kinds[i].protocol);
		}
		sync_well(&rig, kinds[i].protocol);
		compare(&rig, kinds[i].protocol);
		rig_done(&rig);
	}
}

/* A Miniflux finds whole texts itself; where it does not, the page is fetched after all,
 * which is nowhere here. */
static void
the_servers_full_text(void **state)
{
	struct rig rig;
	struct store_view view;
	struct store_item_text text;
	struct buf config = BUF_INIT(0);
	struct err err;
	(void)state;
	begin(&rig, &kinds[1], "", FEEDS "items 1 2\n");
	sync_well(&rig, "miniflux");
	const uint64_t items[] = {item_here(&rig, 2), item_here(&rig, 1)};
	for (int server = 0; server <= 1; server++)
		for (size_t i = 0; i < 2; i++) {
			engine_fetch_pages(rig.engine, &items[i], 1);
			struct engine_event *event = rig_wait(&rig, ENGINE_PAGE);
			assert_int_equal(event->error, !server || i == 1);
			free(event);
			if (server || i == 0)
				continue;
			assert_int_equal(file_read(rig.config, &config, &err), OK);
			buf_adds(&config, "full-text = server\n");
			assert_int_equal(file_write(rig.config, config.data, config.len,
						 0600, &err),
				OK);
			rig_configure(&rig, false);
		}
	assert_int_equal(store_view_begin(rig.store, &view, &err), OK);
	assert_int_equal(
		store_item_other(&view, items[0], STORE_ITEM_PAGE, &rig.arena, &text),
		OK);
	assert_non_null(strstr(text.text.text, "<p>The whole text of "));
	assert_int_not_equal(
		store_item_other(&view, items[1], STORE_ITEM_PAGE, &rig.arena, &text),
		OK);
	store_view_end(&view);
	buf_done(&config);
	rig_check(&rig);
	rig_done(&rig);
}

/* The answer to a mark is lost when the server has done it, or before that; it is said
 * again, which toggles nothing. */
static void
lost_answers(void **state)
{
	static const char *const faults[] = {
		"\tapp\n\tcut 0\nthen\n\tapp\n", "\traw \nthen\n\tapp\n"};
	/* Old Miniflux has a path for each item, and Fever one for everything. */
	static const char *const paths[] = {"/api/greader.php/reader/api/0/edit-tag\n",
		"/v1/entries\n\tapp\nthen\n\tapp\nthen\n\tapp\nthen\n", NULL,
		"/index.php/apps/news/api/v1-3/items/star/multiple\n", NULL,
		"/v2/starred_entries.json\n\tapp\nthen\n\tapp\nthen\n"};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		for (size_t k = 0; k < COUNT_OF(faults) && paths[i]; k++) {
			struct rig rig;
			struct buf script = BUF_INIT(0);
			buf_addf(&script, "%s%s", paths[i], faults[k]);
			begin(&rig, &kinds[i], buf_str(&script), FEEDS "items 1 5\n");
			buf_done(&script);
			sync_well(&rig, kinds[i].protocol);
			const uint64_t items[] = {item_here(&rig, 1), item_here(&rig, 2)};
			rig_mark(&rig, ACTION_STAR, items, 2);
			(void)sync_once(&rig, 0);
			rig_mark(&rig, ACTION_READ, items, 1);
			(void)sync_once(&rig, 0);
			sync_well(&rig, kinds[i].protocol);
			assert_int_equal(compare(&rig, kinds[i].protocol), 5);
			char *text = talk(&rig, "GET", "/control/items", "");
			assert_non_null(strstr(text, " r s\n"));
			assert_non_null(strstr(text, " - s\n"));
			free(text);
			rig_done(&rig);
		}
}

/* A session that ends, a token of writing that is refused: once is mended on the way. */
static void
sessions_that_end(void **state)
{
	(void)state;
	struct rig rig;
	begin(&rig, &kinds[0], "", FEEDS "items 1 5\n");
	sync_well(&rig, "greader");
	there(&rig, "trap login\ntrap token\n");
	const uint64_t items[] = {item_here(&rig, 1)};
	rig_mark(&rig, ACTION_READ, items, 1);
	sync_well(&rig, "greader, once");
	compare(&rig, "greader, once");
	/* For ever: the account rests, and nothing is lost here. */
	there(&rig, "trap login 1000\n");
	assert_false(sync_once(&rig, ENGINE_SYNC_WHOLE));
	there(&rig, "trap login 0\n");
	sync_well(&rig, "greader, again");
	assert_int_equal(compare(&rig, "greader, again"), 5);
	rig_done(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_sides),
		cmocka_unit_test(old_items_have_their_texts),
		cmocka_unit_test(edits_come),
		cmocka_unit_test(folders_have_names),
		cmocka_unit_test(nothing_is_read_by_a_broken_list),
		cmocka_unit_test(everything_is_read_there),
		cmocka_unit_test(a_poisonous_item),
		cmocka_unit_test(the_servers_full_text),
		cmocka_unit_test(lost_answers),
		cmocka_unit_test(sessions_that_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
