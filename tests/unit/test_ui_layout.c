/*
 * The rows of the lists, the tree of tags, the lines below, the styles.
 */
#include "config.h"

#include "unit.h"

#include <locale.h>

#include "base/str.h"
#include "base/time.h"
#include "conf/config_file.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "model/item.h"
#include "output/field.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "ui/article/links.h"
#include "ui/command/binding.h"
#include "ui/command/command.h"
#include "ui/core/columns.h"
#include "ui/core/status.h"
#include "ui/core/ui.h"
#include "ui/draw/lines.h"
#include "ui/draw/theme.h"
#include "ui/feeds/feed_tree.h"
#include "ui/feeds/feeds.h"
#include "ui/items/item_keys.h"

#define NOW INT64_C(1790000000)

/* Fields of the model are not const. */
static char linux_name[] = "linux", france_name[] = "news/france", news_name[] = "news";
static char slash[] = "/", padded[] = " news/ ";
static char *linux_tag[] = {linux_name};
static char *france[] = {france_name};
static char *two_tags[] = {linux_name, news_name};
static char *odd[] = {slash, padded};

static struct store_feed
feed(uint32_t id, char **tags, size_t len, uint32_t unread)
{
	return (struct store_feed){.id = id,
		.tags = tags,
		.tags_len = len,
		.unread = unread,
		.last_change = TIME_NONE};
}

static bool
only_unread(void *data, const struct store_feed *one)
{
	(void)data;
	return one->unread > 0;
}

/* The tree as "depth:tag(unread/feeds)" and "depth:id", blanks between. */
static void
assert_tree(const struct ui_tree *tree, const char *wanted)
{
	struct buf got = BUF_INIT(0);
	for (size_t i = 0; i < tree->len; i++) {
		const struct ui_tree_row *row = &tree->rows[i];
		buf_addf(&got, "%s%d:", i ? " " : "", row->depth);
		if (row->feed)
			buf_addf(&got, "%u", row->id);
		else
			buf_addf(&got, "%s(%u/%u)%s", row->label, (unsigned)row->unread,
				(unsigned)row->feeds, row->folded ? "+" : "");
	}
	assert_string_equal(buf_str(&got), wanted);
	buf_done(&got);
}

static void
feeds_stand_below_their_tags(void **state)
{
	(void)state;
	struct store_feed feeds[] = {
		feed(1, france, 1, 3),
		feed(2, NULL, 0, 1),
		feed(3, linux_tag, 1, 0),
		feed(4, two_tags, 2, 5),
		feed(5, odd, 2, 0),
		feed(6, NULL, 0, 9),
	};
	feeds[5].hidden = true;
	struct ui_tree tree;
	struct map folded = MAP_INIT;
	struct ui_tree_plan plan = {
		.feeds = feeds, .len = COUNT_OF(feeds), .folded = &folded};
	ui_feeds_tree_build(&tree, &plan);
	assert_tree(
		&tree, "0:2 0:news(8/3) 1:4 1:5 1:france(3/1) 2:1 0:linux(5/2) 1:3 1:4");
	assert_int_equal(tree.order_len, 6);
	assert_int_equal(ui_feeds_tree_find(&tree, "linux", 4), 8);
	assert_int_equal(ui_feeds_tree_find(&tree, "gone", 4), 2);
	assert_int_equal(ui_feeds_tree_find(&tree, "news/france", 0), 4);
	assert_int_equal(ui_feeds_tree_find(&tree, NULL, 7), tree.len);
	ui_feeds_tree_done(&tree);

	*map_put(&folded, "news", 4) = &folded;
	ui_feeds_tree_build(&tree, &plan);
	assert_tree(&tree, "0:2 0:news(8/3)+ 0:linux(5/2) 1:3 1:4");
	assert_int_equal(tree.order_len, 6); /* n and p go through folded ones */
	ui_feeds_tree_done(&tree);
	map_done(&folded);
	plan.keep = only_unread;
	ui_feeds_tree_build(&tree, &plan);
	assert_tree(&tree, "0:2 0:news(8/3) 1:4 1:france(3/1) 2:1 0:linux(5/2) 1:4");
	ui_feeds_tree_done(&tree);

	/* Feeds stand in another order, and tags as they are told to. */
	static const uint32_t sequence[] = {4, 3, 2, 1, 0, 5};
	plan.keep = NULL;
	plan.sequence = sequence;
	ui_feeds_tree_build(&tree, &plan);
	assert_tree(
		&tree, "0:2 0:news(8/3) 1:5 1:4 1:france(3/1) 2:1 0:linux(5/2) 1:4 1:3");
	ui_feeds_tree_done(&tree);
	plan.tags = UI_TREE_TAGS_LABEL;
	ui_feeds_tree_build(&tree, &plan);
	assert_tree(
		&tree, "0:2 0:linux(5/2) 1:4 1:3 0:news(8/3) 1:5 1:4 1:france(3/1) 2:1");
	ui_feeds_tree_done(&tree);
	plan.reverse = true;
	ui_feeds_tree_build(&tree, &plan);
	assert_tree(
		&tree, "0:2 0:news(8/3) 1:5 1:4 1:france(3/1) 2:1 0:linux(5/2) 1:4 1:3");
	ui_feeds_tree_done(&tree);
}

static void
assert_row(struct ui_row *row, const char *wanted)
{
	assert_int_equal(row->cells, row->width);
	assert_string_equal(buf_str(&row->text), wanted);
	ui_row_done(row);
}

/* What rows need of the reader. */
struct bare {
	struct settings settings; /* no accounts */
	struct options options;
	struct ui ui;
	struct ui_row first;
	struct ui_frame frame;
};

static void
bare_init(struct bare *b)
{
	struct err err = {0};
	*b = (struct bare){0};
	conf_options_init(&b->options);
	b->ui.settings = &b->settings;
	b->ui.options = &b->options;
	ui_catalog_init(&b->ui.catalog);
	ui_row_init(&b->first);
	b->frame = (struct ui_frame){.rows = &b->first, .height = 1};
	assert_int_equal(ui_columns_read(&b->ui.columns, &b->settings, &err), OK);
}

static void
bare_done(struct bare *b)
{
	ui_columns_done(&b->ui.columns);
	ui_catalog_done(&b->ui.catalog);
	conf_options_done(&b->options);
	arena_done(&b->ui.scratch);
}

/* Lays out one row, and compares it; whether its title was cut. */
static bool
check_line(struct bare *b, const struct output_template *t, const void *row,
	const struct ui_columns_style *style, size_t width, const char *wanted)
{
	struct ui_row out;
	b->frame.width = width;
	const struct output_lines lines =
		ui_columns_lay(&b->ui, t, &row, 1, &b->frame, true);
	ui_row_init(&out);
	ui_row_start(&out, width, STYLE_NORMAL);
	bool cut = ui_columns_put(&out, &lines, 0, style);
	assert_row(&out, wanted);
	return cut;
}

static void
rows_of_feeds(void **state)
{
	(void)state;
	static const struct ui_columns_style style = {.mark = STYLE_ERROR};
	char name[] = "LWN.net", longer[] = "A long name of a feed";
	struct output_feed_row row = {.feed = {.title = name, .unread = 12},
		.newest = time_wall() - 330,
		.tree = "",
		.mark = ""};
	struct bare b;
	bare_init(&b);
	const struct output_template *t = b.ui.columns.feeds;
	check_line(&b, t, &row, &style, 50,
		"    12   LWN.net                            5 min ");
	/* no room for the age */
	row.feed = (struct store_feed){.title = longer};
	row.mark = "!";
	check_line(&b, t, &row, &style, 20, "       ! A long na… ");
	row.mark = "»";
	row.tree = "  ";
	check_line(&b, t, &row, &style, 24, "       »   A long name… ");
	struct ui_tree_row tag = {
		.tag = "a/b", .label = name, .depth = 1, .unread = 7, .folded = true};
	struct ui_columns_style of_tag;
	ui_feeds_line(&b.ui, &tag, &row, &of_tag);
	check_line(&b, t, &row, &of_tag, 24, "     7     ▸ LWN.net    ");
	assert_int_equal(of_tag.title, STYLE_TAG);
	bare_done(&b);
}

static void
rows_of_items(void **state)
{
	(void)state;
	static const struct ui_columns_style style = {.unread = true};
	char title[] = "A title that is long", address[] = "https://a.example/1";
	char toread[] = "toread", longer[] = "long", *tags[] = {toread, longer};
	struct output_item_row row = {.item = {.title = title,
					      .flags = ITEM_UNREAD,
					      .time = 1795780800}}; /* 27 Nov 2026 */
	struct bare b;
	bare_init(&b);
	free(b.options.date_format);
	b.options.date_format = strdup("%d %b");
	const struct output_template *t = b.ui.columns.items;
	output_item_row_fill(&row, NULL, &b.ui.scratch);
	assert_true(
		check_line(&b, t, &row, &style, 30, " ●  27 Nov  A title that is … "));
	row.item.flags = ITEM_STARRED;
	row.feed_title = "The name of the feed";
	check_line(&b, t, &row, &style, 64,
		"  ★ 27 Nov  The name of the…  A title that is long              ");
	row.item.title = NULL;
	row.item.link = address;
	output_item_row_fill(&row, NULL, &b.ui.scratch);
	assert_false(check_line(
		&b, t, &row, &style, 34, "  ★ 27 Nov  https://a.example/1   "));
	/* What is at the right end may be cut, and gives way to the title. */
	const struct store_item_glance glance = {.enclosures = true, .duration = 2892};
	row.item.title = title;
	row.item.tags = tags;
	row.item.tags_len = COUNT_OF(tags);
	output_item_row_fill(&row, &glance, &b.ui.scratch);
	row.minutes = 12;
	row.feed_title = "";
	check_line(&b, t, &row, &style, 72,
		"  ★ 27 Nov    ► A title that is long                 #toread #long  "
		"12m ");
	check_line(&b, t, &row, &style, 40, "  ★ 27 Nov  ► A title th…  #toread #lo… ");
	row.select = "+";
	row.item.comments = 5;
	check_line(&b, t, &row, &style, 96,
		"+ ★ 27 Nov    ► A title that is long                              "
		"       #toread #long  5c  12m ");
	row.times = "12:31/48:12"; /* of an episode */
	check_line(&b, t, &row, &style, 96,
		"+ ★ 27 Nov    ► A title that is long                             "
		"#toread #long  5c  12:31/48:12 ");
	bare_done(&b);
}

/* Numbers continue from the text's links through attachments to the rest; an address that
 * is missing takes none, and what a later version stored has no name yet. */
static void
references_have_numbers(void **state)
{
	(void)state;
	char audio[] = "https://a.example/1.mp3", mime[] = "audio/mpeg", empty[] = "";
	char talk[] = "https://a.example/talk", later[] = "https://a.example/later";
	char sample[] = "https://a.example/1.mp3#t=7,9", title[] = "Bees";
	char hidden[] = "https://b\303\274cher.example/";
	struct enclosure attached[] = {{audio, mime, 2300}, {empty, NULL, 1}};
	struct related related[] = {{.rel = RELATED_MAX, .url = later},
		{.rel = RELATED_LICENSE, .url = hidden},
		{.rel = RELATED_SAMPLE, .url = sample, .title = title},
		{.rel = RELATED_ANSWERED, .url = later}};
	const struct store_item_body body = {.comments = talk,
		.enclosures = attached,
		.enclosures_len = COUNT_OF(attached),
		.related = related,
		.related_len = COUNT_OF(related)};
	static const char *const want[] = {
		"",
		"Attachments",
		"[1] audio/mpeg, 2 kB: https://a.example/1.mp3",
		"",
		"See also",
		"[2] comments: https://a.example/talk",
		"[3] https://a.example/later",
		"[4] licence: https://b\303\274cher.example/ (xn--bcher-kva.example)",
		"[5] ▷ sample, Bees: https://a.example/1.mp3#t=7,9",
		"[6] in reply to: https://a.example/later",
	};
	struct ui_links links = {0};
	struct ui_lines lines = {0};
	ui_article_links_add_text(&links, NULL);
	ui_article_links_add_rest(&links, &body);
	assert_int_equal(links.len, 6);
	assert_null(ui_article_links_at(&links, 0));
	assert_null(ui_article_links_at(&links, 7));
	assert_string_equal(ui_article_links_at(&links, 4)->url, hidden);
	ui_article_links_put(&links, &lines, 80, SIZE_MAX);
	assert_int_equal(lines.len, COUNT_OF(want));
	for (size_t i = 0; i < COUNT_OF(want); i++)
		assert_string_equal(lines.list[i].text, want[i]);
	assert_int_equal(lines.list[5].link, 2);
	ui_article_links_done(&links);
	ui_lines_done(&lines);
}

static void
keys_are_merged(void **state)
{
	(void)state;
	static const struct store_key shown[] = {{9, 9}, {7, 7}, {5, 6}, {5, 5}};
	static const struct store_key now[] = {{10, 10}, {7, 7}, {5, 5}, {1, 1}};
	static const struct store_key both[] = {
		{10, 10}, {9, 9}, {7, 7}, {5, 6}, {5, 5}, {1, 1}};
	struct ui_items_keys a = {0}, b = {0}, out;
	struct ui_items_keys_merging merging = {0};
	for (size_t i = 0; i < COUNT_OF(shown); i++)
		ui_items_keys_push(&a, shown[i]);
	for (size_t i = 0; i < COUNT_OF(now); i++)
		ui_items_keys_push(&b, now[i]);
	/* in slices of two */
	assert_true(ui_items_keys_merge(&merging, &a, &b, 2));
	assert_int_equal(merging.out.len, 2);
	assert_true(ui_items_keys_merge(&merging, &a, &b, 2));
	assert_false(ui_items_keys_merge(&merging, &a, &b, 2));
	out = merging.out;
	assert_int_equal(out.len, COUNT_OF(both));
	for (size_t i = 0; i < COUNT_OF(both); i++) {
		assert_int_equal(out.list[i].id, both[i].id);
		assert_int_equal(ui_items_keys_place(&out, both[i]), i);
	}
	assert_int_equal(ui_items_keys_place(&out, (struct store_key){6, 1}), 3);
	assert_int_equal(ui_items_keys_place(&out, (struct store_key){0, 0}), 6);
	free(a.list);
	free(b.list);
	free(out.list);
}

/* A message that needs the room has it; a narrow row is all its own. */
static void
messages_before_progress(void **state)
{
	(void)state;
	struct ui_status status;
	struct ui_row row;
	ui_status_init(&status);
	status.running = true;
	status.counts =
		(struct engine_counts){.total = 40, .done = 7, .failed = 2, .added = 3};
	ui_status_say(&status, true, "There is no such key");
	static const struct {
		size_t width;
		const char *text;
	} rows[] = {
		{84, " ! There is no such key   reloading 7/40 · 2 failed · 3 new · "
		     "waiting for a.example "},
		{66, " ! There is no such key    reloading 7/40 · waiting for "
		     "a.example "},
		{54, " ! There is no such key                reloading 7/40 "},
		{34, " ! There is no s…  reloading 7/40 "},
		{28, " ! There is no such key     "},
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		ui_row_init(&row);
		ui_row_start(&row, rows[i].width, STYLE_STATUS);
		ui_status_row(&status, &row,
			&(struct ui_status_line){.awaited = "a.example"}, NULL);
		assert_row(&row, rows[i].text);
	}
	ui_status_done(&status);
}

static void
lines_below(void **state)
{
	(void)state;
	struct ui_status status;
	struct ui_row row;
	ui_status_init(&status);
	ui_row_init(&row);
	ui_row_start(&row, 40, STYLE_STATUS);
	ui_status_row(&status, &row,
		&(struct ui_status_line){.detail = "https://a.example/"}, NULL);
	assert_row(&row, " https://a.example/                     ");
	status.running = true;
	status.counts = (struct engine_counts){.total = 40, .done = 7, .failed = 2};
	ui_row_init(&row);
	ui_row_start(&row, 44, STYLE_STATUS);
	ui_status_row(&status, &row,
		&(struct ui_status_line){.detail = "https://a.example/path"}, NULL);
	assert_row(&row, " https://a.exam…  reloading 7/40 · 2 failed ");
	status.counts = (struct engine_counts){.done = 1, .added = 3};
	ui_status_summary(&status, NULL);
	assert_string_equal(buf_str(&status.text), "1 feed polled, 3 new items");
	assert_false(status.error);
	/* What a command said stays in front. */
	ui_status_tell(&status, false, "Feed: no older items");
	ui_status_summary(&status, NULL);
	assert_string_equal(buf_str(&status.text),
		"Feed: no older items; 1 feed polled, 3 new items");
	status.counts = (struct engine_counts){.done = 2, .failed = 2};
	ui_status_summary(&status, NULL);
	assert_string_equal(
		buf_str(&status.text), "2 feeds polled, 0 new items, 2 failed");
	assert_true(status.error);
	/* So does what failed, even if no feed was polled. */
	ui_status_tell(&status, true, "phone: no answer");
	status.counts = (struct engine_counts){0};
	ui_status_summary(&status, NULL);
	assert_string_equal(buf_str(&status.text), "phone: no answer");
	assert_true(status.error);
	ui_status_note(&status, "phone is not synced", 500);
	ui_status_summary(&status, NULL);
	assert_string_equal(buf_str(&status.text), "phone is not synced");
	buf_clear(&status.text); /* a key */
	ui_status_summary(&status, NULL);
	assert_string_equal(buf_str(&status.text), "All feeds were polled a moment ago");
	/* Faults that come together are counted; later ones stand alone, as others do. */
	ui_status_note(&status, "feeds:1: no", 1000);
	ui_status_note(&status, "feeds:2: no", 1001);
	ui_status_note(&status, "feeds:3: no", 3999);
	assert_string_equal(buf_str(&status.text), "1 of 3: feeds:1: no");
	ui_status_note(&status, "later", 4000);
	assert_string_equal(buf_str(&status.text), "later");
	ui_status_say(&status, false, "else");
	ui_status_note(&status, "first", 4001);
	assert_string_equal(buf_str(&status.text), "else; first");
	assert_true(status.error);
	buf_clear(&status.text); /* a key */
	ui_status_note(&status, "again", 4002);
	assert_string_equal(buf_str(&status.text), "again");
	ui_status_done(&status);
}

/* What an act of the user's came to can be read, whatever is reported meanwhile. */
static void
messages_stay_their_time(void **state)
{
	(void)state;
	struct ui_status status;
	ui_status_init(&status);
	ui_status_report(&status, false, "Reloading all feeds");
	ui_status_say(&status, true, "/x can't be written");
	assert_string_equal(buf_str(&status.text), "/x can't be written");
	size_t number = status.number;
	ui_status_report(&status, false, "Done: 4 items tagged a; u undoes it");
	assert_string_equal(buf_str(&status.text),
		"/x can't be written; Done: 4 items tagged a; u undoes it");
	assert_true(status.error);
	ui_status_drop(&status, number);
	ui_status_tell(&status, false, "Subscribed: A");
	status.counts = (struct engine_counts){.done = 1};
	ui_status_summary(&status, NULL);
	assert_string_equal(buf_str(&status.text),
		"/x can't be written; Subscribed: A; 1 feed polled, 0 new items");
	assert_string_equal(ui_status_message(&status, 1)->text,
		"Done: 4 items tagged a; u undoes it");
	status.said -= 5000;
	ui_status_report(&status, false, "2 feeds polled, 1 new item");
	assert_string_equal(buf_str(&status.text), "2 feeds polled, 1 new item");
	assert_false(status.error);
	ui_status_say(&status, false, "4 items saved");
	buf_clear(&status.text); /* a key */
	ui_status_report(&status, false, "Done: all read");
	assert_string_equal(buf_str(&status.text), "Done: all read");
	ui_status_say(&status, false, "4 items saved");
	assert_string_equal(buf_str(&status.text), "4 items saved");
	ui_status_outcome(&status, false, "Done: 4 items tagged a");
	ui_status_tell(&status, false, "Feed A: 0 older items");
	assert_string_equal(buf_str(&status.text),
		"4 items saved; Done: 4 items tagged a; Feed A: 0 older items");
	ui_status_done(&status);
}

/* What is wider than its row continues in the one below, where that is wanted. */
static void
begin_anew(struct ui_row *row, size_t width)
{
	ui_row_done(row);
	ui_row_init(row);
	ui_row_start(row, width, STYLE_STATUS);
}

static void
long_messages_go_on(void **state)
{
	(void)state;
	struct ui_status status;
	struct ui_row row;
	const char *rest = NULL;
	ui_status_init(&status);
	ui_status_say(&status, true, "cannot run xdg-open: no such file");
	ui_row_init(&row);
	ui_row_start(&row, 25, STYLE_STATUS);
	ui_status_row(&status, &row, &(struct ui_status_line){.detail = ""}, &rest);
	assert_row(&row, " ! cannot run xdg-open:  ");
	assert_string_equal(rest, "no such file");
	begin_anew(&row, 24);
	ui_status_rest(&status, &row, false, rest);
	assert_row(&row, "   no such file         ");
	ui_status_say(&status, false, "short");
	begin_anew(&row, 24);
	ui_status_row(&status, &row, &(struct ui_status_line){.detail = ""}, &rest);
	assert_string_equal(rest, "");
	buf_clear(&status.text);
	begin_anew(&row, 24);
	ui_status_row(&status, &row,
		&(struct ui_status_line){.detail = "https://a.example/a long path"},
		NULL);
	assert_row(&row, " https://a.example/a …  ");
	begin_anew(&row, 24);
	ui_status_row(&status, &row,
		&(struct ui_status_line){.detail = "https://a.example/along/path"},
		&rest);
	assert_row(&row, " https://a.example/alo  ");
	assert_string_equal(rest, "ng/path");
	ui_row_done(&row);
	ui_status_done(&status);
}

/* At blanks, but a word that is wider than a line is broken where the line ends. */
static void
lines_are_broken(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		size_t room, fit;
	} cases[] = {
		{"", 5, 0},
		{"one two", 10, 7},
		{"one two", 5, 4},
		{"one two", 3, 3},
		{"[2] https://a.example/b", 12, 12},
		{"[2] short words", 6, 4},
		{"\346\227\245\346\227\245", 3, 3},
		{"\346\227\245\346\227\245", 1, 6},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(
			ui_lines_fit(cases[i].text, strlen(cases[i].text), cases[i].room),
			cases[i].fit);
}

/* The way to all other keys is always there. */
static void
hints_end_in_help(void **state)
{
	(void)state;
	const struct ui_status_where feeds = {.context = UI_FEEDS};
	struct ui_bindings bindings;
	ui_bindings_init(&bindings, UI_KEYS_COURANT);
	for (size_t width = 20; width < 160; width++) {
		struct ui_row row;
		ui_row_init(&row);
		ui_row_start(&row, width, STYLE_NORMAL);
		ui_status_hints(&row, &bindings, &feeds);
		assert_int_equal(row.cells, width);
		assert_non_null(strstr(buf_str(&row.text), "? help"));
		if (width >= 24)
			assert_non_null(strstr(buf_str(&row.text), "Enter open"));
		ui_row_done(&row);
	}
	ui_bindings_done(&bindings);
}

/* In 80 columns, what one wants to know in a view is there. */
static void
hints_go_by_the_view(void **state)
{
	(void)state;
	static const struct {
		struct ui_status_where where;
		const char *wanted, *other;
	} cases[] = {
		{{.context = UI_ITEMS}, "o browser", "R all"},
		{{.context = UI_ARTICLE}, "o browser  L links", "Enter open"},
		/* a page of text */
		{{.context = UI_SCHEDULE}, "f strategy", "Enter open"},
		{{.context = UI_FEEDS, .first = true}, "q quit", "q back"},
		{{.context = UI_FEEDS, .running = true}, "^X stop", "q quit"},
		{{.context = UI_FEEDS, .mode = UI_MODE_EMPTY, .first = true},
			"a add  i import  q quit", "Enter"},
		{{.context = UI_FEEDS, .mode = UI_MODE_FILTERED},
			"Enter open  f other words  Escape show all", "r reload"},
		{{.context = UI_ITEMS, .mode = UI_MODE_SELECTED},
			"s star  N read  t tag  D delete  yy copy  o browser  Escape "
			"unselect",
			"A mark read"},
		{{.context = UI_ITEMS, .mode = UI_MODE_FILTERED}, "Escape show all",
			"s star"},
		{{.context = UI_ARTICLE, .mode = UI_MODE_FOUND}, "n next  N previous",
			"J next"},
		{{.context = UI_ITEMS, .mode = UI_MODE_EPISODE},
			"Enter open  P play  + queue  d download", "/ search"},
		{{.context = UI_QUEUE, .mode = UI_MODE_QUEUE},
			"Enter play  M-k move  d download  D remove  l open",
			"Enter open"},
		{{.context = UI_DOWNLOADS, .mode = UI_MODE_DOWNLOADS},
			"d pause  M-k move  D remove  Tab other list  ( fewer or more",
			"u undo"},
	};
	struct ui_bindings bindings;
	ui_bindings_init(&bindings, UI_KEYS_COURANT);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct ui_row row;
		ui_row_init(&row);
		ui_row_start(&row, 80, STYLE_NORMAL);
		ui_status_hints(&row, &bindings, &cases[i].where);
		assert_non_null(strstr(buf_str(&row.text), cases[i].wanted));
		assert_null(strstr(buf_str(&row.text), cases[i].other));
		ui_row_done(&row);
	}
	ui_bindings_done(&bindings);
}

static int
color(struct ui_theme *theme, int colors, const char *line, struct err *err)
{
	struct config_words words = {.file = "config", .line = 3};
	assert_int_equal(str_words(line, &words.words, &words.len), 0);
	int status = ui_theme_set(theme, &words, colors, err);
	free(words.words);
	return status;
}

static void
colors(void **state)
{
	(void)state;
	struct ui_theme theme;
	struct err err = {0};
	ui_theme_init(&theme, NULL, 256);
	assert_int_equal(color(&theme, 256, "title 231 color24 bold", &err), 0);
	assert_int_equal(theme.styles[STYLE_TITLE].fg, 231);
	assert_int_equal(theme.styles[STYLE_TITLE].bg, 24);
	assert_int_equal(theme.styles[STYLE_TITLE].flags, UI_ATTRIBUTE_BOLD);
	assert_int_equal(color(&theme, 256, "unread default underline", &err), 0);
	assert_int_equal(theme.styles[STYLE_UNREAD].fg, UI_COLOR_DEFAULT);
	assert_int_equal(theme.styles[STYLE_UNREAD].flags, UI_ATTRIBUTE_UNDERLINE);
	assert_int_equal(color(&theme, 8, "star bright-red 200", &err), 0);
	assert_int_equal(theme.styles[STYLE_STAR].fg, 1);
	assert_int_equal(theme.styles[STYLE_STAR].bg, 5);
	static const char *const wrong[] = {
		"title", "tilte red", "title redd", "title 256", "title red blue green"};
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		struct ui_theme before = theme;
		assert_int_equal(color(&theme, 256, wrong[i], &err), ERR_INVALID);
		assert_non_null(strstr(err.text, "config:3"));
		assert_memory_equal(&theme, &before, sizeof theme);
	}
}

/* Case 146: without colours no state is lost. */
static void
mono_tells_by_attributes(void **state)
{
	(void)state;
	struct ui_theme theme;
	ui_theme_init(&theme, NULL, 0);
	for (int i = 0; i < STYLE_COUNT_OF; i++) {
		assert_int_equal(theme.styles[i].fg, UI_COLOR_DEFAULT);
		assert_int_equal(theme.styles[i].bg, UI_COLOR_DEFAULT);
	}
	assert_true(theme.styles[STYLE_SELECTED].flags & UI_ATTRIBUTE_REVERSE);
	assert_int_not_equal(
		theme.styles[STYLE_UNREAD].flags, theme.styles[STYLE_READ].flags);
	assert_int_not_equal(
		theme.styles[STYLE_LINK].flags, theme.styles[STYLE_NORMAL].flags);
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(feeds_stand_below_their_tags),
		cmocka_unit_test(rows_of_feeds),
		cmocka_unit_test(rows_of_items),
		cmocka_unit_test(references_have_numbers),
		cmocka_unit_test(keys_are_merged),
		cmocka_unit_test(messages_before_progress),
		cmocka_unit_test(lines_below),
		cmocka_unit_test(messages_stay_their_time),
		cmocka_unit_test(long_messages_go_on),
		cmocka_unit_test(lines_are_broken),
		cmocka_unit_test(hints_end_in_help),
		cmocka_unit_test(hints_go_by_the_view),
		cmocka_unit_test(colors),
		cmocka_unit_test(mono_tells_by_attributes),
	};
	return UNIT_RUN(tests);
}
