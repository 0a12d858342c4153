/*
 * Accounts of feed servers, through the worker, against a server that answers as FreshRSS
 * does and has its faults: nothing is lost, nothing is invented.
 */
#include "config.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/str.h"
#include "base/time.h"
#include "engine/account_rig.h"
#include "model/action.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/journal/journal_list.h"
#include "store/remote/account.h"
#include "store/remote/remote.h"

#define SENDING_MS 300 /* for what waits when the engine ends */
#define SLACK_MS 2000  /* for a machine that is loaded; less than any time-out */
#define UNREAD_IDS                                                                       \
	API "stream/items/ids?output=json&n=1000000&s=user%2F-%2Fstate%2Fcom.google%2F"  \
	    "reading-list&xt=user%2F-%2Fstate%2Fcom.google%2Fread"

/* ---- both ways */

static void
a_first_sync(void **state)
{
	struct rig rig;
	uint64_t ids[64];
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS "read #2\nstar #3\nlabel keep #4\n");
	phone_sync(&rig);
	assert_int_equal(phone_list(&rig, STORE_ALL, NULL, ids), 7);
	assert_int_equal(phone_unread(&rig), 6);
	assert_int_equal(phone_list(&rig, STORE_STARRED, NULL, NULL), 1);
	assert_int_equal(phone_list(&rig, STORE_TAGGED, "keep", NULL), 1);
	assert_non_null(strstr(phone_lines(&rig), "phone/Tech"));
	assert_int_equal(phone_waiting(&rig), 0);
	phone_same(&rig);
	phone_sync(&rig);
	assert_int_equal(phone_list(&rig, STORE_ALL, NULL, NULL), 7);
	rig_check(&rig);
	rig_done(&rig);
}

static size_t
count_items(struct rig *rig)
{
	static struct store_key keys[2000];
	const struct store_scope all = {.kind = STORE_ALL};
	struct store_view view;
	size_t len;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(store_item_keys(&view, &all, NULL, keys, 2000, &len), OK);
	store_view_end(&view);
	return len;
}

/* What a first sync has no room for, the next one leaves alone, too; what is new comes.
 */
static void
a_first_sync_is_bounded(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", "feed One\nitems 1 1500\n");
	phone_config(&rig, "account-max = 300\n");
	rig_configure(&rig, false);
	phone_sync(&rig);
	assert_int_equal(count_items(&rig), 300);
	phone_there(&rig, "items 1 5\nread #1\nread #1499\n");
	phone_sync(&rig);
	assert_int_equal(count_items(&rig), 305);
	phone_same(&rig);
	rig_check(&rig);
	rig_done(&rig);
}

static void
what_is_done_here_is_there(void **state)
{
	struct rig rig;
	uint64_t ids[64];
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	phone_list(&rig, STORE_ALL, NULL, ids);
	phone_act(&rig, ACTION_READ, ids, 3);
	phone_act(&rig, ACTION_STAR, ids + 2, 2);
	assert_int_equal(phone_waiting(&rig), 4);
	phone_sync(&rig);
	assert_int_equal(phone_waiting(&rig), 0);
	assert_int_equal(phone_count_there(&rig, "r"), 3);
	assert_int_equal(phone_count_there(&rig, "r s"), 1);
	assert_int_equal(phone_count_there(&rig, "- s"), 1);
	phone_act(&rig, ACTION_UNREAD, ids, 1);
	phone_act(&rig, ACTION_UNSTAR, ids + 2, 1);
	phone_sync(&rig);
	assert_int_equal(phone_count_there(&rig, "r"), 2);
	assert_int_equal(phone_count_there(&rig, "- s"), 1);
	phone_same(&rig);
	rig_done(&rig);
}

/* An account that may only be read gives, and takes nothing. */
static void
a_read_only_account_sends_nothing(void **state)
{
	struct rig rig;
	uint64_t ids[64];
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_config(&rig, "read-only = yes\n");
	rig_configure(&rig, false);
	phone_sync(&rig);
	phone_list(&rig, STORE_ALL, NULL, ids);
	phone_act(&rig, ACTION_READ, ids, 2);
	phone_act(&rig, ACTION_STAR, ids, 1);
	phone_there(&rig, "items 1 3\n");
	phone_sync(&rig);
	assert_int_equal(phone_list(&rig, STORE_ALL, NULL, NULL), 10);
	assert_int_equal(phone_count_there(&rig, "r"), 0);
	assert_int_equal(phone_count_there(&rig, "r s"), 0);
	assert_int_equal(phone_count_there(&rig, "- s"), 0);
	rig_done(&rig);
}

static void
what_is_done_there_is_here(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	phone_there(&rig, "read #1\nread #2\nstar #7\nlabel keep #5\nitems 1 2\n");
	phone_sync(&rig);
	assert_int_equal(phone_unread(&rig), 7);
	assert_int_equal(phone_list(&rig, STORE_STARRED, NULL, NULL), 1);
	assert_int_equal(phone_list(&rig, STORE_TAGGED, "keep", NULL), 1);
	phone_there(&rig, "unread #1\nunstar #7\n");
	phone_sync(&rig);
	assert_int_equal(phone_unread(&rig), 8);
	assert_int_equal(phone_list(&rig, STORE_STARRED, NULL, NULL), 0);
	assert_int_equal(phone_waiting(&rig), 0);
	phone_same(&rig);
	rig_done(&rig);
}

/* A sync is one group of the journal; undoing it is a change like any other. */
static void
a_sync_is_undone(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	phone_there(&rig, "read #1\nread #2\nread #3\nstar #4\n");
	phone_sync(&rig);
	assert_int_equal(phone_unread(&rig), 4);
	struct store_view view;
	struct store_journal_action *actions;
	size_t len;
	assert_int_equal(store_view_begin(rig.store, &view, NULL), OK);
	assert_int_equal(store_journal_actions(&view, &rig.arena, 5, &actions, &len), OK);
	store_view_end(&view);
	assert_int_equal(len, 1);
	assert_non_null(strstr(actions[0].text, "phone"));
	rig_undo(&rig, false);
	free(rig_wait(&rig, ENGINE_ACTED));
	assert_int_equal(phone_unread(&rig), 7);
	phone_sync(&rig);
	assert_int_equal(phone_count_there(&rig, "r"), 0);
	assert_int_equal(phone_count_there(&rig, "- s"), 0);
	phone_same(&rig);
	rig_done(&rig);
}

/* Marks are at the server seconds later, without anybody asking. */
static void
marks_are_sent_soon(void **state)
{
	struct rig rig;
	uint64_t ids[64];
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	rig_stop(&rig);
	rig_start(&rig, true);
	phone_list(&rig, STORE_ALL, NULL, ids);
	int64_t begin = time_mono_ms();
	phone_act(&rig, ACTION_READ, ids, 2);
	while (phone_count_there(&rig, "r") < 2 && time_mono_ms() < begin + DEADLINE_MS)
		usleep(5000);
	assert_int_equal(phone_count_there(&rig, "r"), 2);
	rig_done(&rig);
}

static uint32_t
feed_titled(struct rig *rig, const char *title)
{
	struct store_view view;
	struct store_feed *feeds;
	size_t len;
	uint32_t id = 0;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(store_feed_all(&view, &rig->arena, false, &feeds, &len), OK);
	for (size_t i = 0; i < len; i++)
		if (str_eq(feeds[i].title, title))
			id = feeds[i].id;
	store_view_end(&view);
	return id;
}

static void
change(struct rig *rig, uint32_t feed, struct engine_action action)
{
	rig_change(rig, &feed, 1, action);
	free(rig_wait(rig, ENGINE_ACTED));
}

static void
wait_for_feeds(struct rig *rig, const char *text, bool there)
{
	int64_t begin = time_mono_ms();
	while ((strstr(phone_ask(rig, "GET", "/control/feeds", ""), text) != NULL) !=
		there) {
		assert_true(time_mono_ms() < begin + DEADLINE_MS);
		usleep(5000);
	}
}

/* So is what is done to feeds, without lists of items. */
static void
feeds_are_changed_soon(void **state)
{
	static const char *const tags[] = {"phone/Sea"};
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	rig_stop(&rig);
	rig_start(&rig, true);
	size_t before = rig_asked(&rig, UNREAD_IDS);
	assert_true(before > 0);
	uint32_t one = feed_titled(&rig, "One");
	change(&rig, one, (struct engine_action){.verb = ACTION_RENAME, .title = "Uno"});
	wait_for_feeds(&rig, "Uno Tech", true);
	change(&rig, one,
		(struct engine_action){.verb = ACTION_MOVE, .tags = tags, .tags_len = 1});
	wait_for_feeds(&rig, "Uno Sea", true);
	change(&rig, one, (struct engine_action){.verb = ACTION_UNSUBSCRIBE});
	wait_for_feeds(&rig, "Uno", false);
	assert_int_equal(rig_asked(&rig, UNREAD_IDS), before);
	rig_undo(&rig, false);
	free(rig_wait(&rig, ENGINE_ACTED));
	wait_for_feeds(&rig, "Uno Sea", true);
	rig_done(&rig);
}

/* ---- lost requests and answers */

/* The answer to a mark ends after N bytes: it was done, or not; done again, it is right.
 */
static void
a_lost_answer_does_no_harm(void **state)
{
	static const char *const scripts[] = {
		API "edit-tag\n\tapp\n\tcut 0\nthen\n\tapp\n",
		API "edit-tag\n\tapp\n\tcut 1\nthen\n\tapp\n",
		API "edit-tag\n\treset 0\nthen\n\tapp\n",
		API "edit-tag\n\tsilent\nthen\n\tapp\n",
		API "edit-tag\n\tstatus 502\nthen\n\tstatus 502\nthen\n\tapp\n",
	};
	(void)state;
	for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
		struct rig rig;
		uint64_t ids[64];
		phone_prepare(&rig, scripts[i], TWO_FEEDS);
		phone_sync(&rig);
		rig_option(&rig, "timeout", "1s");
		rig_option(&rig, "low-speed-timeout", "1s");
		rig_configure(&rig, false);
		phone_list(&rig, STORE_ALL, NULL, ids);
		phone_act(&rig, ACTION_READ, ids, 1);
		phone_sync_with(&rig, ENGINE_SYNC_WHOLE, false, NULL);
		assert_int_equal(phone_waiting(&rig), 1);
		/* The user thinks again: the last word counts, whatever arrived. */
		phone_act(&rig, ACTION_UNREAD, ids, 1);
		phone_act(&rig, ACTION_READ, ids + 1, 1);
		rig_stop(&rig);
		rig_start(&rig, false);
		for (int n = 0; n < 3 && phone_waiting(&rig) > 0; n++) {
			engine_sync(rig.engine, "phone", ENGINE_SYNC_WHOLE);
			free(rig_wait(&rig, ENGINE_SYNCED));
		}
		assert_int_equal(phone_waiting(&rig), 0);
		assert_int_equal(phone_count_there(&rig, "r"), 1);
		assert_int_equal(phone_unread(&rig), 6);
		phone_same(&rig);
		rig_done(&rig);
	}
}

/* A list that fails halfway, is a page, or is a login's page empties nothing. */
static void
an_error_empties_no_list(void **state)
{
	static const char *const answers[] = {
		"\tapp\n\tcut 30\n",
		"\tstatus 500\n",
		"\tstatus 200\n\theader Content-Type: text/html\n\tbody <html>Welcome\n",
		"\tstatus 200\n\tbody []\n",
		"\tstatus 429\n\theader Retry-After: 1\n",
		"\tstatus 302\n\theader Location: http://localhost:1/\n",
	};
	static const char *const paths[] = {"subscription/list", "stream/items/ids*"};
	(void)state;
	for (size_t p = 0; p < 2; p++)
		for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
			struct rig rig;
			char script[512];
			const char *first = p ? "then\n\tapp\nthen\n\tapp\n" : "";
			snprintf(script, sizeof script, "%s%s\n\tapp\n%sthen\n%s", API,
				paths[p], first, answers[i]);
			phone_prepare(&rig, script, TWO_FEEDS);
			phone_sync(&rig);
			phone_sync_with(&rig, ENGINE_SYNC_WHOLE, false, NULL);
			assert_int_equal(phone_unread(&rig), 7);
			assert_int_equal(phone_list(&rig, STORE_ALL, NULL, NULL), 7);
			rig_done(&rig);
		}
}

/* ---- logins */

static void
sessions_and_tokens_end(void **state)
{
	struct rig rig;
	uint64_t ids[64];
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	phone_list(&rig, STORE_ALL, NULL, ids);
	phone_there(&rig, "trap login 1\n");
	phone_act(&rig, ACTION_READ, ids, 1);
	phone_sync(&rig);
	phone_there(&rig, "trap token 1\n");
	phone_act(&rig, ACTION_READ, ids + 1, 1);
	phone_sync(&rig);
	assert_int_equal(phone_count_there(&rig, "r"), 2);
	/* Refused again and again: it rests, and says why; nothing is lost. */
	phone_there(&rig, "trap login 1000\n");
	phone_act(&rig, ACTION_READ, ids + 2, 1);
	size_t before = rig_asked(&rig, NULL);
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, false, "Authorization");
	assert_true(rig_asked(&rig, NULL) - before < 8);
	assert_int_equal(phone_waiting(&rig), 1);
	phone_there(&rig, "trap login 0\n");
	phone_sync(&rig);
	assert_int_equal(phone_count_there(&rig, "r"), 3);
	rig_done(&rig);
}

static void
a_wrong_password_rests(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_secret(&rig, "wrong");
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, false, "API password");
	size_t before = rig_asked(&rig, NULL);
	rig_stop(&rig);
	rig_start(&rig, true); /* the schedule leaves it alone */
	rig_refresh(&rig, 0);
	assert_int_equal(rig_asked(&rig, NULL), before);
	phone_secret(&rig, "readerpw1");
	engine_account(rig.engine, ENGINE_ACCOUNT_WAKE, "phone");
	free(rig_wait(&rig, ENGINE_SYNCED));
	phone_sync(&rig);
	rig_done(&rig);
}

static void
secrets_are_private(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	char *path = arena_printf(&rig.arena, "%s/secrets/phone", rig.data);
	assert_int_equal(chmod(path, 0644), 0);
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, false, "chmod 600");
	assert_int_equal(rig_asked(&rig, NULL), 0);
	phone_config(&rig, "password-command = echo readerpw1\n");
	rig_configure(&rig, false);
	phone_sync(&rig);
	rig_done(&rig);
}

/* Case 31: the first line counts, and a flood is given up. */
static void
a_password_command_says_more(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_config(&rig, "password-command = yes readerpw1\n");
	rig_configure(&rig, false);
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, false, "password-command");
	assert_int_equal(rig_asked(&rig, NULL), 0);
	phone_config(&rig, "password-command = printf 'readerpw1\\nmore\\n'\n");
	rig_configure(&rig, false);
	phone_sync(&rig);
	rig_done(&rig);
}

/* ---- what servers do wrong */

/* Silently cut, an unread list says nothing of what it lacks. */
static void
a_cut_list_marks_nothing_read(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS "star all\n");
	phone_sync(&rig);
	phone_there(&rig, "read #1\n");
	phone_there(&rig, "trap cut 5\n");
	phone_sync(&rig);
	assert_int_equal(phone_unread(&rig), 6); /* which was asked about */
	assert_int_equal(phone_list(&rig, STORE_STARRED, NULL, NULL), 7);
	phone_there(&rig, "trap cut 0\n");
	phone_sync(&rig);
	assert_int_equal(phone_unread(&rig), 6);
	assert_int_equal(phone_list(&rig, STORE_STARRED, NULL, NULL), 7);
	rig_done(&rig);
}

static void
lists_without_end_and_twice(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_there(&rig, "trap twice\n");
	phone_sync(&rig);
	assert_int_equal(phone_list(&rig, STORE_ALL, NULL, NULL), 7);
	phone_there(&rig, "trap twice 0\ntrap endless\n");
	phone_sync(&rig);
	assert_int_equal(phone_unread(&rig), 7);
	phone_there(&rig, "trap endless 0\ntrap text-numbers\nread #1\n");
	phone_sync(&rig);
	assert_int_equal(phone_unread(&rig), 6);
	rig_done(&rig);
}

/* One item that the server chokes on is set aside; all others are sent. */
static void
a_poisonous_item(void **state)
{
	struct rig rig;
	uint64_t ids[64];
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	phone_there(&rig, "trap poison 3\n");
	size_t n = phone_list(&rig, STORE_ALL, NULL, ids);
	phone_act(&rig, ACTION_READ, ids, n);
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "refuses");
	assert_int_equal(phone_count_there(&rig, "r"), 6);
	assert_int_equal(phone_waiting(&rig), 1);
	assert_int_equal(phone_unread(&rig), 0);
	/* Nor does it later, when it is all that there is to send: that holds up one
	 * sync, since the server may have failed, and no second one. */
	phone_there(&rig, "items 1 1\n");
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, false, NULL);
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "refuses");
	assert_int_equal(phone_unread(&rig), 1);
	phone_there(&rig, "trap poison 0\n");
	phone_sync(&rig);
	assert_int_equal(phone_count_there(&rig, "r"), 7);
	rig_done(&rig);
}

/* A change that was refused is tried again after a day, or when it is another one. */
static void
what_is_refused_waits_a_day(void **state)
{
	struct rig rig;
	uint64_t ids[64];
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	phone_there(&rig, "trap poison 3\n");
	size_t n = phone_list(&rig, STORE_ALL, NULL, ids);
	phone_act(&rig, ACTION_READ, ids, n);
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "refuses");
	phone_there(&rig, "trap poison 0\n");
	rig_stop(&rig);
	rig_start(&rig, false);
	phone_sync_with(&rig, 0, true, "1 change that the server refuses");
	phone_sync_with(
		&rig, ENGINE_SYNC_CHECK, true, "1 change that the server refuses");
	assert_int_equal(phone_waiting(&rig), 1);
	rig.ahead += TIME_DAY + 1;
	phone_sync_with(&rig, 0, true, "1 change sent");
	assert_int_equal(phone_waiting(&rig), 0);
	/* The whole list is unread again, so that the refused one is another change. */
	phone_there(&rig, "trap poison 3\n");
	phone_act(&rig, ACTION_UNREAD, ids, n);
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "refuses");
	phone_there(&rig, "trap poison 0\n");
	phone_act(&rig, ACTION_STAR, ids, n);
	phone_sync_with(&rig, 0, true, "8 changes sent");
	assert_int_equal(phone_waiting(&rig), 0);
	rig_done(&rig);
}

/* A server that takes the request and never answers keeps nobody from leaving. */
static void
sending_at_the_end_is_bounded(void **state)
{
	struct rig rig;
	uint64_t ids[64];
	(void)state;
	phone_prepare(&rig, API "edit-tag\n\tsilent\n", TWO_FEEDS);
	phone_sync(&rig);
	rig_stop(&rig);
	rig_start(&rig, true);
	phone_list(&rig, STORE_ALL, NULL, ids);
	phone_act(&rig, ACTION_READ, ids, 1);
	int64_t begun = time_mono_ms();
	rig_stop(&rig);
	int64_t took = time_mono_ms() - begun;
	if (took < SENDING_MS || took > SENDING_MS + SLACK_MS)
		fail_msg("it took %" PRId64 " ms", took);
	assert_true(rig_asked(&rig, API "edit-tag") > 0);
	assert_int_equal(phone_waiting(&rig), 1);
	rig_done(&rig);
}

/* Much that vanishes at once is asked about: purged is not read. */
static void
what_vanishes_is_sampled(void **state)
{
	struct rig rig;
	struct store_view view;
	(void)state;
	phone_prepare(&rig, "", "feed One\nitems 1 600\n");
	phone_sync(&rig);
	const struct store_scope all = {.kind = STORE_UNREAD};
	static struct store_key keys[1000];
	size_t len;
	phone_there(&rig, "purge all\n");
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "stay as they are");
	assert_int_equal(store_view_begin(rig.store, &view, NULL), OK);
	assert_int_equal(store_item_keys(&view, &all, NULL, keys, 1000, &len), OK);
	store_view_end(&view);
	assert_int_equal(len, 600);
	rig_done(&rig);
	phone_prepare(&rig, "", "feed One\nitems 1 600\n");
	phone_sync(&rig);
	phone_there(&rig, "read all\n");
	phone_sync(&rig);
	assert_int_equal(phone_unread(&rig), 0);
	rig_done(&rig);
}

/* No feeds: a database that is being restored. It is believed the second time. */
static void
a_server_without_feeds(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", "feed A\nfeed B\nfeed C\nfeed D\nitems 1 2\n");
	phone_sync(&rig);
	phone_there(&rig, "trap empty\n");
	phone_sync(&rig);
	assert_non_null(strstr(phone_lines(&rig), "~A"));
	phone_there(&rig, "trap empty 0\n");
	phone_sync(&rig);
	assert_non_null(strstr(phone_lines(&rig), "~A"));
	/* Nor are its items read, if they are gone as well. */
	phone_there(&rig, "trap empty\npurge all\n");
	phone_sync(&rig);
	assert_int_equal(phone_unread(&rig), 2);
	phone_there(&rig, "trap empty 0\n");
	phone_sync(&rig);
	assert_int_equal(phone_unread(&rig), 2);
	phone_there(&rig, "trap empty\n");
	phone_sync(&rig);
	phone_sync(&rig);
	assert_null(strstr(phone_lines(&rig), "~A"));
	rig_done(&rig);
}

/* Options of transfers come from the section of the account's tag. */
static void
transfers_have_options(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_config(&rig, "[phone]\nproxy = http://127.0.0.1:1\n");
	rig_configure(&rig, false);
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, false, "127.0.0.1");
	phone_config(&rig, "[other]\nproxy = http://127.0.0.1:1\n");
	rig_configure(&rig, false);
	phone_sync(&rig);
	rig_done(&rig);
}

/* ---- feeds */

static void
feeds_are_managed_here(void **state)
{
	static const char *const tags[] = {"phone/Sea"}, *const levels[] = {"phone/A/B"};
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	uint32_t one = feed_titled(&rig, "One");
	assert_true(one);
	change(&rig, one, (struct engine_action){.verb = ACTION_RENAME, .title = "Uno"});
	change(&rig, one,
		(struct engine_action){.verb = ACTION_MOVE, .tags = tags, .tags_len = 1});
	phone_sync(&rig);
	assert_non_null(strstr(phone_ask(&rig, "GET", "/control/feeds", ""), "Uno Sea"));
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "nothing new");
	assert_int_equal(feed_titled(&rig, "Uno"), one);
	/* What does not nest there is one folder, and put into it once. */
	change(&rig, one,
		(struct engine_action){
			.verb = ACTION_MOVE, .tags = levels, .tags_len = 1});
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "\n1 change sent");
	assert_non_null(strstr(phone_ask(&rig, "GET", "/control/feeds", ""), "Uno A/B"));
	phone_sync(&rig);
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "nothing new");
	change(&rig, one,
		(struct engine_action){.verb = ACTION_MOVE, .tags = tags, .tags_len = 1});
	phone_sync(&rig);
	phone_there(&rig, "star #1\n");
	phone_sync(&rig);
	change(&rig, one, (struct engine_action){.verb = ACTION_UNSUBSCRIBE});
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "\n1 change sent");
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "nothing new"); /* of its items */
	assert_null(strstr(phone_ask(&rig, "GET", "/control/feeds", ""), "Uno"));
	assert_int_equal(feed_titled(&rig, "Uno"), 0);
	rig_undo(&rig, false);
	free(rig_wait(&rig, ENGINE_ACTED));
	phone_sync(&rig);
	assert_non_null(strstr(phone_ask(&rig, "GET", "/control/feeds", ""), "Uno Sea"));
	assert_true(feed_titled(&rig, "Uno"));
	assert_int_equal(
		phone_unread(&rig), 7); /* the server forgot it, and we did not */
	rig_done(&rig);
}

/* A feed that is left and subscribed to again has other ids for the same items: they are
 * not there twice, and what was read stays so, on both sides. */
static void
a_feed_is_left_and_comes_back(void **state)
{
	struct rig rig;
	uint64_t ids[64];
	(void)state;
	phone_prepare(&rig, "", "texts 1000\nfeed One\nfeed Two\nitems 1 900\n");
	phone_sync(&rig);
	assert_int_equal(count_items(&rig), 900);
	phone_list(&rig, STORE_ALL, NULL, ids);
	phone_act(&rig, ACTION_READ, ids + 60, 3);
	phone_act(&rig, ACTION_STAR, ids + 50, 1);
	uint32_t one = feed_titled(&rig, "One");
	change(&rig, one, (struct engine_action){.verb = ACTION_UNSUBSCRIBE});
	phone_sync(&rig);
	rig_undo(&rig, false);
	free(rig_wait(&rig, ENGINE_ACTED));
	phone_sync(&rig);
	assert_int_equal(feed_titled(&rig, "One"), one);
	phone_there(&rig, "texts 1000\nitems 3 900\ntexts 0\nitems 3 1\n");
	phone_sync(&rig);
	assert_int_equal(count_items(&rig), 901);
	phone_sync(&rig);
	assert_int_equal(phone_count_there(&rig, "r"), 3);
	assert_int_equal(phone_count_there(&rig, "- s"), 1);
	phone_same(&rig);
	rig_check(&rig);
	rig_done(&rig);
}

static void
subscribed_here_is_there(void **state)
{
	static const char *const tags[] = {"phone/Sea"};
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	engine_subscribe(rig.engine, "http://new.example/feed.xml", NULL, tags, 1);
	struct engine_event *event = rig_wait(&rig, ENGINE_SUBSCRIBED);
	assert_false(event->error);
	free(event);
	phone_sync(&rig);
	const char *feeds = phone_ask(&rig, "GET", "/control/feeds", "");
	assert_non_null(strstr(feeds, "http://new.example/feed.xml"));
	assert_non_null(strstr(feeds, " Sea"));
	assert_null(strstr(phone_lines(&rig), "/+http"));
	assert_non_null(strstr(phone_lines(&rig), "phone/Sea"));
	phone_sync(&rig);
	assert_non_null(strstr(phone_lines(&rig), "phone/Sea"));
	engine_subscribe(rig.engine, "http://new.example/feed.xml", NULL, tags, 1);
	free(rig_wait(&rig, ENGINE_SUBSCRIBED));
	phone_sync(&rig); /* it was there already */
	assert_null(strstr(phone_lines(&rig), "/+http"));
	rig_done(&rig);
}

static void
feeds_are_managed_there(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	phone_there(&rig, "feed Three Tech\nitems 3 2\nunfeed 2\n");
	phone_sync(&rig);
	assert_true(feed_titled(&rig, "Three"));
	assert_int_equal(feed_titled(&rig, "Two"), 0);
	assert_int_equal(phone_unread(&rig), 6);
	phone_there(&rig, "title 1 Uno\n");
	phone_sync(&rig);
	assert_true(feed_titled(&rig, "Uno"));
	phone_sync(&rig); /* and it is not sent back */
	assert_non_null(strstr(phone_ask(&rig, "GET", "/control/feeds", ""), "Uno Tech"));
	rig_check(&rig);
	rig_done(&rig);
}

/* Its feeds become feeds of this machine, with their items. */
static void
an_account_is_kept(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	uint32_t one = feed_titled(&rig, "One");
	engine_account(rig.engine, ENGINE_ACCOUNT_KEEP, "phone");
	struct engine_event *event = rig_wait(&rig, ENGINE_SYNCED);
	assert_false(event->error);
	free(event);
	assert_int_equal(feed_titled(&rig, "One"), one);
	assert_int_equal(phone_unread(&rig), 7);
	assert_int_equal(phone_waiting(&rig), 0);
	rig_check(&rig);
	rig_done(&rig);
}

/* ---- cost */

static void
an_idle_sync_is_one_request(void **state)
{
	struct rig rig;
	uint64_t ids[64];
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	size_t before = rig_asked(&rig, NULL);
	phone_sync_with(&rig, 0, true, NULL);
	assert_int_equal(rig_asked(&rig, NULL) - before, 1);
	/* What is sent needs one request for each kind and value of word. */
	size_t n = phone_list(&rig, STORE_ALL, NULL, ids);
	phone_act(&rig, ACTION_READ, ids, n);
	before = rig_asked(&rig, NULL);
	phone_sync_with(&rig, ENGINE_SYNC_PUSH_ONLY, true, NULL);
	assert_int_equal(rig_asked(&rig, NULL) - before, 1);
	assert_int_equal(phone_count_there(&rig, "r"), 7);
	rig_done(&rig);
}

/* Where requests are counted, a sync has no more than six that read and two that write;
 * what was read elsewhere before it was seen here comes with the next day's. */
static void
requests_are_spared(void **state)
{
	struct rig rig;
	uint64_t ids[64];
	(void)state;
	phone_prepare(&rig,
		API
		"*\n\theader X-Reader-Zone1-Limit: 100\n\theader X-Reader-Zone1-Usage: "
		"20\n\tapp\n",
		TWO_FEEDS "label one #1\nlabel two #2\n");
	phone_sync(&rig);
	assert_int_equal(phone_list(&rig, STORE_TAGGED, "two", NULL), 1);
	size_t n = phone_list(&rig, STORE_ALL, NULL, ids);
	phone_act(&rig, ACTION_READ, ids + n - 2, 2);
	phone_act(&rig, ACTION_STAR, ids + n - 2, 2);
	phone_there(&rig, "items 1 3\nread #3\nread #10\n");
	size_t before = rig_asked(&rig, NULL);
	phone_sync(&rig);
	assert_true(rig_asked(&rig, NULL) - before <= 8);
	assert_int_equal(phone_list(&rig, STORE_ALL, NULL, NULL), n + 2);
	assert_int_equal(phone_unread(&rig), n + 2 - 3);
	phone_there(&rig, "time 90000\n");
	phone_sync(&rig);
	assert_int_equal(phone_list(&rig, STORE_ALL, NULL, NULL), n + 3);
	phone_same(&rig);
	rig_done(&rig);
}

/* Who asks for a whole sync gets one, though a small one was asked for or is under way.
 */
static void
a_whole_sync_is_whole(void **state)
{
	struct rig rig;
	uint64_t ids[64];
	(void)state;
	phone_prepare(&rig, API "edit-tag\n\tapp\n\tdelay 50ms\n", TWO_FEEDS);
	phone_sync(&rig);
	for (int i = 1; i <= 2; i++) {
		size_t n = phone_list(&rig, STORE_ALL, NULL, ids);
		phone_act(&rig, ACTION_READ, ids + n - (size_t)i, 1);
		phone_there(&rig, "items 1 1\n");
		size_t before = rig_asked(&rig, NULL);
		engine_sync(rig.engine, "phone", ENGINE_SYNC_PUSH_ONLY);
		if (i == 2)
			rig_wait_asked(&rig, before + 1);
		engine_refresh(rig.engine, NULL, 0, ENGINE_FORCE);
		free(rig_wait(&rig, ENGINE_DONE));
		assert_int_equal(phone_list(&rig, STORE_ALL, NULL, NULL), 7 + i);
	}
	rig_done(&rig);
}

/* With the server down, the start waits for nothing, and changes wait. */
static void
offline_is_the_normal_case(void **state)
{
	struct rig rig;
	uint64_t ids[64];
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	rig_stop(&rig);
	int port = http_server_port(rig.server);
	(void)port;
	http_server_stop(rig.server);
	int64_t begin = time_mono_ms();
	rig_start(&rig, true);
	assert_true(time_mono_ms() - begin < QUICK_MS);
	phone_list(&rig, STORE_ALL, NULL, ids);
	phone_act(&rig, ACTION_READ, ids, 3);
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, false, NULL);
	assert_int_equal(phone_waiting(&rig), 3);
	assert_int_equal(phone_unread(&rig), 4);
	rig.server = http_server_start("/none\n\tbody x\n", NULL);
	rig_done(&rig);
}

/* What accounts brought counts as what a refresh brought. */
static void
a_refresh_counts_them(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	rig_refresh(&rig, ENGINE_FORCE);
	phone_there(&rig, "items 1 5\nread #1\n");
	engine_refresh(rig.engine, NULL, 0, ENGINE_FORCE);
	struct engine_event *done = rig_wait(&rig, ENGINE_DONE);
	assert_int_equal(done->counts.added, 5);
	assert_int_equal(done->counts.edited, 1);
	free(done);
	engine_refresh(rig.engine, NULL, 0, ENGINE_FORCE);
	done = rig_wait(&rig, ENGINE_DONE);
	assert_int_equal(done->counts.added, 0);
	free(done);
	/* One that was refused is not passed over in silence. */
	phone_secret(&rig, "wrong");
	engine_account(rig.engine, ENGINE_ACCOUNT_WAKE, "phone");
	free(rig_wait(&rig, ENGINE_SYNCED));
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, false, NULL);
	engine_refresh(rig.engine, NULL, 0, ENGINE_DUE_ONLY);
	struct engine_event *note = rig_wait(&rig, ENGINE_NOTE);
	assert_non_null(strstr(note->text, "phone is not synced: user or password"));
	free(note);
	rig_done(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_first_sync),
		cmocka_unit_test(a_first_sync_is_bounded),
		cmocka_unit_test(what_is_done_here_is_there),
		cmocka_unit_test(a_read_only_account_sends_nothing),
		cmocka_unit_test(what_is_done_there_is_here),
		cmocka_unit_test(a_sync_is_undone),
		cmocka_unit_test(marks_are_sent_soon),
		cmocka_unit_test(feeds_are_changed_soon),
		cmocka_unit_test(a_lost_answer_does_no_harm),
		cmocka_unit_test(an_error_empties_no_list),
		cmocka_unit_test(sessions_and_tokens_end),
		cmocka_unit_test(a_wrong_password_rests),
		cmocka_unit_test(secrets_are_private),
		cmocka_unit_test(a_password_command_says_more),
		cmocka_unit_test(a_cut_list_marks_nothing_read),
		cmocka_unit_test(lists_without_end_and_twice),
		cmocka_unit_test(a_poisonous_item),
		cmocka_unit_test(what_is_refused_waits_a_day),
		cmocka_unit_test(sending_at_the_end_is_bounded),
		cmocka_unit_test(what_vanishes_is_sampled),
		cmocka_unit_test(a_server_without_feeds),
		cmocka_unit_test(transfers_have_options),
		cmocka_unit_test(feeds_are_managed_here),
		cmocka_unit_test(a_feed_is_left_and_comes_back),
		cmocka_unit_test(subscribed_here_is_there),
		cmocka_unit_test(feeds_are_managed_there),
		cmocka_unit_test(an_account_is_kept),
		cmocka_unit_test(an_idle_sync_is_one_request),
		cmocka_unit_test(requests_are_spared),
		cmocka_unit_test(a_whole_sync_is_whole),
		cmocka_unit_test(offline_is_the_normal_case),
		cmocka_unit_test(a_refresh_counts_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
