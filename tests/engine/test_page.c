/*
 * Texts of items' pages, from request to store.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/attr.h"
#include "base/file.h"
#include "engine/harness.h"
#include "store/db/view.h"
#include "store/item/item.h"

#define TEXT                                                                             \
	"The harbour had been quiet since the early ferry left, and the people on the "  \
	"quay spoke of little but the wind, the price of diesel, and a lamp that would " \
	"not turn."
#define ITEM(n, link)                                                                    \
	"<item><guid>" n "</guid><title>" n "</title><link>" link "</link>"              \
	"<description>Teaser</description></item>"
#define FEED                                                                             \
	"/feed\n\theader Content-Type: application/rss+xml\n\tbody <rss "                \
	"version=\"2.0\"><channel>"                                                      \
	"<title>F</title>" ITEM("1", "/page") ITEM("2", "/gone") ITEM("3", "/parts")     \
		ITEM("4", "/empty") ITEM("5", "/pdf") ITEM("6", "") "</channel></rss>\n"
#define PAGES                                                                            \
	"/page\n\theader Content-Type: text/html; charset=iso-8859-1\n\tbody "           \
	"<html><body><nav>"                                                              \
	"<a href=/>Home</a></nav><article><p>" TEXT "</p></article></body></html>\n"     \
	"/gone\n\tstatus 404\n"                                                          \
	"/parts\n\theader Content-Type: text/html\n\tbody <html><link rel=next "         \
	"href=\"/parts?page=2\">"                                                        \
	"<body><article><p>One. " TEXT "</p></article></body></html>\n"                  \
	"/parts?page=2\n\theader Content-Type: text/html\n\tbody "                       \
	"<html><body><article><p>Two. " TEXT "</p></article></body></html>\n"            \
	"/empty\n\theader Content-Type: text/html\n\tbody "                              \
	"<html><body><p>No.</p></body></html>\n"                                         \
	"/pdf\n\theader Content-Type: application/pdf\n\tbody %PDF-1.4 not a page\n"

/* The text of the item's page, in the rig's arena; NULL: none is stored. */
static const char *
page_of(struct rig *rig, uint64_t id)
{
	struct store_view view;
	struct store_item_text text;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	int status = store_item_other(&view, id, STORE_ITEM_PAGE, &rig->arena, &text);
	store_view_end(&view);
	return status == OK ? text.text.text : NULL;
}

/* The item whose title this is. */
static uint64_t
item(struct rig *rig, const char *title)
{
	struct store_view view;
	struct store_item found;
	uint64_t id = 0;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	for (uint64_t i = 1; i <= store_item_last_id(&view) && !id; i++)
		if (store_item(&view, i, &rig->arena, &found) == OK &&
			strcmp(found.title, title) == 0)
			id = i;
	store_view_end(&view);
	return id;
}

/* Fetches the page, and returns why it failed, or "". */
static const char *
fetch(struct rig *rig, const char *title)
{
	uint64_t id = item(rig, title);
	engine_fetch_pages(rig->engine, &id, 1);
	struct engine_event *event = rig_wait(rig, ENGINE_PAGE);
	assert_int_equal(event->counted, id);
	const char *why = arena_strdup(&rig->arena, event->error ? event->text : "");
	free(event);
	return why;
}

static void
begin(struct rig *rig)
{
	rig_init(rig, FEED PAGES, "/feed");
	rig_option(rig, "host-gap", "0");
	rig_start(rig, false);
	rig_refresh(rig, ENGINE_FORCE);
}

static void
pages_are_stored(void **unused)
{
	(void)unused;
	struct rig rig;
	begin(&rig);
	assert_null(page_of(&rig, item(&rig, "1")));
	assert_string_equal(fetch(&rig, "1"), "");
	assert_string_equal(page_of(&rig, item(&rig, "1")), "<p>" TEXT "</p>");
	assert_string_equal(fetch(&rig, "3"), "");
	assert_string_equal(page_of(&rig, item(&rig, "3")),
		"<p>One. " TEXT "</p><p>Two. " TEXT "</p>");
	rig_check(&rig);
	rig_done(&rig);
}

static void
failures_say_why(void **unused)
{
	(void)unused;
	static const char *const wanted[][2] = {{"2", "HTTP 404"}, {"4", "no article"},
		{"5", "not that of a web page"}, {"6", "has no page"}};
	struct rig rig;
	begin(&rig);
	for (size_t i = 0; i < COUNT_OF(wanted); i++) {
		assert_non_null(strstr(fetch(&rig, wanted[i][0]), wanted[i][1]));
		assert_null(page_of(&rig, item(&rig, wanted[i][0])));
	}
	uint64_t none = 999;
	engine_fetch_pages(rig.engine, &none, 1);
	struct engine_event *event = rig_wait(&rig, ENGINE_PAGE);
	assert_true(event->error);
	free(event);
	rig_done(&rig);
}

/* Nothing is fetched unless the option says so. */
static void
opened_items_go_by_the_option(void **unused)
{
	(void)unused;
	struct rig rig;
	begin(&rig);
	uint64_t one = item(&rig, "1");
	engine_open_page(rig.engine, one);
	assert_string_equal(fetch(&rig, "3"), ""); /* comes after it */
	assert_int_equal(rig_asked(&rig, "/page"), 0);
	rig_option(&rig, "full-text", "open");
	rig_configure(&rig, false);
	engine_open_page(rig.engine, one);
	free(rig_wait(&rig, ENGINE_PAGE));
	assert_non_null(page_of(&rig, one));
	engine_open_page(rig.engine, one);
	assert_string_equal(fetch(&rig, "3"), "");
	assert_int_equal(rig_asked(&rig, "/page"), 1);
	rig_done(&rig);
}

/* A refresh ends when the pages of its items are there. */
static void
arriving_items_as_well(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, FEED PAGES, "/feed");
	rig_option(&rig, "host-gap", "0");
	rig_option(&rig, "full-text", "always");
	rig_run(&rig, ENGINE_FORCE);
	assert_non_null(page_of(&rig, item(&rig, "1")));
	assert_non_null(page_of(&rig, item(&rig, "3")));
	assert_null(page_of(&rig, item(&rig, "2")));
	rig_done(&rig);
}

static void
rules_may_want_them(void **unused)
{
	(void)unused;
	static const char config[] = "rule \"title:1\" full-text\n";
	struct rig rig;
	struct err err;
	rig_init(&rig, FEED PAGES, "/feed");
	rig_option(&rig, "host-gap", "0");
	assert_int_equal(
		file_write(rig.config, config, sizeof config - 1, 0600, &err), OK);
	rig_run(&rig, ENGINE_FORCE);
	assert_non_null(page_of(&rig, item(&rig, "1")));
	assert_null(page_of(&rig, item(&rig, "3")));
	rig_done(&rig);
}

/* A refresh from cron must not pile up. */
static void
commands_of_rules_do_not_hold_up_a_refresh_for_long(void **unused)
{
	(void)unused;
	static const char config[] = "rule \"title:title\" run sleep .5\n";
	struct rig rig;
	struct err err;
	struct buf feed = BUF_INIT(0);
	buf_adds(&feed, "/feed\n\theader Content-Type: application/rss+xml\n\tbody "
			"<rss version=\"2.0\"><channel><title>F</title>");
	for (int i = 0; i < 40; i++)
		buf_addf(&feed, "<item><title>Title</title><guid>%d</guid></item>", i);
	buf_adds(&feed, "</channel></rss>\n");
	rig_init(&rig, buf_str(&feed), "/feed");
	rig.commands_ms = -1;
	assert_int_equal(
		file_write(rig.config, config, sizeof config - 1, 0600, &err), OK);
	rig_start(&rig, false);
	engine_refresh(rig.engine, NULL, 0, ENGINE_FORCE);
	struct engine_event *note = rig_wait(&rig, ENGINE_NOTE);
	assert_non_null(strstr(note->text, "commands of rules get 120 seconds"));
	free(note);
	free(rig_wait(&rig, ENGINE_DONE));
	buf_done(&feed);
	rig_done(&rig);
}

static void
a_command_may_find_the_article(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, FEED PAGES, "/feed");
	rig_option(&rig, "host-gap", "0");
	rig_option(&rig, "full-text-command", "sed s/.*Home.*/Found/");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	assert_string_equal(fetch(&rig, "1"), "");
	assert_non_null(strstr(page_of(&rig, item(&rig, "1")), "Found"));
	rig_done(&rig);
}

static void
what_a_command_writes_must_be_text(void **unused)
{
	(void)unused;
	static const char *const commands[] = {"head -c 3000 /dev/zero", "echo"};
	for (size_t i = 0; i < COUNT_OF(commands); i++) {
		struct rig rig;
		rig_init(&rig, FEED PAGES, "/feed");
		rig_option(&rig, "host-gap", "0");
		rig_option(&rig, "full-text-command", commands[i]);
		rig_start(&rig, false);
		rig_refresh(&rig, ENGINE_FORCE);
		assert_non_null(strstr(fetch(&rig, "1"), "no article was found"));
		rig_done(&rig);
	}
}

/* A public server may not lead to the local network, by the links of items either
 * (case 27): as the feed does not come from this machine by its name, it counts as
 * public. */
static void
links_do_not_lead_into_the_local_network(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"*\n\theader Content-Type: application/rss+xml\n"
		"\tbody <rss version=\"2.0\"><channel><title>F</title>" ITEM(
			"1", "http://127.0.0.1:1/secret") "</channel></rss>\n",
		"http://feeds.example/feed");
	rig_option(&rig, "proxy", http_server_url(rig.server));
	rig_option(&rig, "host-gap", "0");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	size_t asked = rig_asked(&rig, NULL);
	assert_non_null(strstr(fetch(&rig, "1"), "127.0.0.1"));
	assert_int_equal(rig_asked(&rig, NULL), asked);
	rig_done(&rig);
}

static int
flags_of(struct rig *rig, const char *title)
{
	struct store_view view;
	int flags = 0;
	uint64_t id = item(rig, title);
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(store_item_flags(&view, id, &flags), OK);
	store_view_end(&view);
	return flags;
}

/* Only where its text was edited. */
static void
edited_items_may_be_unread_again(void **unused)
{
	(void)unused;
	static const char *const values[] = {"keep", "unread"};
	for (size_t i = 0; i < COUNT_OF(values); i++) {
		struct rig rig;
		rig_init(&rig,
			"/feed\n\tbody <rss "
			"version=\"2.0\"><channel><title>F</title>" ITEM("1", "/a") ITEM(
				"2",
				"/b") "</channel></rss>\n"
				      "then\n\tbody <rss "
				      "version=\"2.0\"><channel><title>F</title>" ITEM(
					      "1",
					      "/a") "<item><guid>2</guid><title>2</title>"
						    "<link>/b</link><description>Edited</"
						    "description></item>"
						    "</channel></rss>\n",
			"/feed");
		rig_option(&rig, "on-change", values[i]);
		rig_start(&rig, false);
		rig_refresh(&rig, ENGINE_FORCE);
		uint64_t ids[] = {item(&rig, "1"), item(&rig, "2")};
		rig_mark(&rig, ACTION_READ, ids, 2);
		free(rig_wait(&rig, ENGINE_ACTED));
		rig_refresh(&rig, ENGINE_FORCE);
		assert_false(flags_of(&rig, "1") & ITEM_UNREAD);
		assert_int_equal(!!(flags_of(&rig, "2") & ITEM_UNREAD), i);
		assert_true(flags_of(&rig, "2") & ITEM_EDITED);
		rig_check(&rig);
		rig_done(&rig);
	}
}

/* The text of an item, in the rig's arena. */
static const char *
text_of(struct rig *rig, const char *title)
{
	struct store_view view;
	struct store_item_body body;
	uint64_t id = item(rig, title);
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(store_item_body(&view, id, &rig->arena, &body), OK);
	store_view_end(&view);
	return body.text.text;
}

static void
summaries_may_be_preferred(void **unused)
{
	(void)unused;
	static const char *const values[] = {"content", "summary"};
	for (size_t i = 0; i < COUNT_OF(values); i++) {
		struct rig rig;
		rig_init(&rig,
			"/feed\n\tbody <feed "
			"xmlns=\"http://www.w3.org/2005/Atom\"><id>u</id>"
			"<title>F</title><entry><id>1</id><title>1</title>"
			"<summary>Short</summary><content>Long</content></entry>"
			"<entry><id>2</id><title>2</title><content>Alone</content>"
			"</entry></feed>\n",
			"/feed");
		rig_option(&rig, "prefer-text", values[i]);
		rig_run(&rig, ENGINE_FORCE);
		assert_string_equal(text_of(&rig, "1"), i ? "Short" : "Long");
		assert_string_equal(text_of(&rig, "2"), "Alone");
		rig_done(&rig);
	}
}

static void
comments_come_as_a_list(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/feed\n\tbody <rss version=\"2.0\" "
		"xmlns:wfw=\"http://wellformedweb.org/CommentAPI/\"><channel>"
		"<title>F</title><item><guid>1</guid><title>1</title>"
		"<wfw:commentRss>/comments</wfw:commentRss></item>" ITEM("2",
			"/b") "</channel></rss>\n"
			      "/comments\n\tbody <rss "
			      "version=\"2.0\"><channel><title>C</title><item>"
			      "<title>B on "
			      "1</title><author>Ben</author><description>Second "
			      "&amp;lt;x>"
			      "</description></item><item><title>A on "
			      "1</title><author>Ann</author>"
			      "<description>First</description></item></channel></rss>\n",
		"/feed");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	engine_get_comments(rig.engine, item(&rig, "1"));
	struct engine_event *event = rig_wait(&rig, ENGINE_COMMENTS);
	assert_false(event->error);
	const char *first = strstr(event->text, "First");
	assert_non_null(first);
	assert_non_null(strstr(first, "Ben"));
	free(event);
	engine_get_comments(rig.engine, item(&rig, "2"));
	event = rig_wait(&rig, ENGINE_COMMENTS);
	assert_true(event->error);
	free(event);
	rig_done(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pages_are_stored),
		cmocka_unit_test(failures_say_why),
		cmocka_unit_test(opened_items_go_by_the_option),
		cmocka_unit_test(arriving_items_as_well),
		cmocka_unit_test(rules_may_want_them),
		cmocka_unit_test(commands_of_rules_do_not_hold_up_a_refresh_for_long),
		cmocka_unit_test(a_command_may_find_the_article),
		cmocka_unit_test(what_a_command_writes_must_be_text),
		cmocka_unit_test(edited_items_may_be_unread_again),
		cmocka_unit_test(summaries_may_be_preferred),
		cmocka_unit_test(comments_come_as_a_list),
		cmocka_unit_test(links_do_not_lead_into_the_local_network),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
