#include "config.h"

#include "unit.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/str.h"
#include "conf/config_file.h"
#include "conf/key.h"
#include "ui/command/binding.h"
#include "ui/command/command.h"

/* What keys are bound to, as "star ; open"; NULL: nothing. Borrowed until the next call.
 */
static const char *
bound(const struct ui_bindings *b, int section, int context, const char *name)
{
	static struct buf words;
	uint32_t keys[CONF_KEYS_MAX];
	size_t len;
	assert_int_equal(conf_keys_parse(name, keys, &len, NULL), 0);
	const struct ui_binding *found = ui_bindings_find(b, section, context, keys, len);
	buf_done(&words);
	words = (struct buf)BUF_INIT(0);
	if (found)
		ui_binding_words(found, &words);
	return found ? buf_str(&words) : NULL;
}

static void
names_are_unique_and_rows_whole(void **state)
{
	(void)state;
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c)) {
		assert_ptr_equal(ui_command(c->name), c);
		assert_non_null(c->run);
		assert_non_null(c->brief);
		assert_true(c->contexts & (UI_EVERYWHERE | UI_FOUND));
		for (const char *p = c->name; *p; p++)
			assert_true(*p == '-' || (*p >= 'a' && *p <= 'z') ||
				    (*p == '!' && !p[1]));
	}
	assert_null(ui_command("nonsense"));
}

/* No sequence of a preset begins with another one, or is given away twice. */
static void /* case 156 */
presets_have_no_clashes(void **state)
{
	(void)state;
	for (int preset = 0; preset < UI_PRESETS; preset++) {
		struct ui_bindings b;
		ui_bindings_init(&b, (enum ui_preset)preset);
		assert_true(b.len > 200);
		for (size_t i = 1; i < b.len; i++) {
			const struct ui_binding *one = b.list[i - 1], *two = b.list[i];
			bool same = one->context == two->context && one->len <= two->len;
			for (size_t k = 0; same && k < one->len; k++)
				same = one->keys[k] == two->keys[k];
			if (same)
				fail_msg("%s and %s in preset %d",
					one->acts[0].command->name,
					two->acts[0].command->name, preset);
		}
		ui_bindings_done(&b);
	}
}

/* The box of keys says what each does, and of two keys of a command, what each of its
 * own. */
static void
keys_of_presets_are_described(void **state)
{
	(void)state;
	for (int preset = 0; preset < UI_PRESETS; preset++) {
		struct ui_bindings b;
		ui_bindings_init(&b, (enum ui_preset)preset);
		for (size_t i = 0; i < b.len; i++) {
			const struct ui_act *act = &b.list[i]->acts[0];
			const char *brief = ui_binding_brief(b.list[i]);
			if (b.list[i]->acts_len == 1 && !*brief)
				fail_msg("%s in preset %d", act->command->name, preset);
			bool number = act->arg && strpbrk(act->arg, "0123456789");
			if (act->arg && !number && !strcmp(brief, act->command->brief) &&
				!strstr(brief, act->arg))
				fail_msg("%s %s in preset %d", act->command->name,
					act->arg, preset);
		}
		ui_bindings_done(&b);
	}
}

/* All keys of the default are there, where its commands work. */
static void
no_default_gets_lost(void **state)
{
	(void)state;
	struct ui_bindings b;
	ui_bindings_init(&b, UI_KEYS_COURANT);
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c)) {
		char **words;
		size_t len;
		assert_int_equal(str_words(c->keys, &words, &len), 0);
		for (size_t i = 0; i < len; i++)
			for (int context = 1; context & UI_EVERYWHERE; context <<= 1) {
				char *equals = strchr(words[i] + 1, '=');
				if (equals && equals[1] == '=') /* the key is = */
					equals++;
				if (equals && equals[1])
					*equals = '\0';
				const char *runs =
					context & c->contexts
						? bound(&b, 0, context, words[i])
						: c->name;
				if (!runs || !str_starts(runs, c->name))
					fail_msg("%s: %s runs %s", c->name, words[i],
						runs ? runs : "nothing");
			}
		free(words);
	}
	ui_bindings_done(&b);
}

/* What people who come from other readers know, and the design promises. */
static void
promised_keys(void **state)
{
	(void)state;
	static const struct {
		int context;
		const char *key, *command;
	} cases[] = {
		{UI_FEEDS, "Enter", "open"},
		{UI_FEEDS, "q", "back"},
		{UI_ARTICLE, "Q", "quit"},
		{UI_ITEMS, "j", "down"},
		{UI_ITEMS, "Up", "up"},
		{UI_ARTICLE, "J", "next-item"},
		{UI_ARTICLE, "K", "previous-item"},
		{UI_ITEMS, "n", "next-unread"},
		{UI_ARTICLE, "p", "previous-unread"},
		{UI_FEEDS, "r", "reload"},
		{UI_ITEMS, "R", "reload-all"},
		{UI_FEEDS, "A", "mark-read"},
		{UI_ITEMS, "N", "toggle-read"},
		{UI_ITEMS, "o", "browser"},
		{UI_FEEDS, "/", "search"},
		{UI_FEEDS, "a", "add"},
		{UI_HELP, ":", "command"},
		{UI_ARTICLE, "?", "help"},
		{UI_ARTICLE, "7", "pick-link"},
		{UI_ITEMS, "G", "last"},
		{UI_ITEMS, "PageDown", "page-down"},
	};
	struct ui_bindings b;
	ui_bindings_init(&b, UI_KEYS_COURANT);
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(
			bound(&b, 0, cases[i].context, cases[i].key), cases[i].command);
	ui_bindings_done(&b);
}

/* What the documentation of newsboat and of vim says. */
static void
keys_of_others(void **state)
{
	(void)state;
	static const struct {
		enum ui_preset preset;
		int context;
		const char *key, *command;
	} cases[] = {
		{UI_KEYS_COURANT, UI_FOUND, "n", "next-hit"},
		{UI_KEYS_COURANT, UI_FOUND, "N", "previous-hit"},
		{UI_KEYS_COURANT, UI_ARTICLE, "N", "toggle-read"},
		{UI_KEYS_COURANT, UI_ITEMS, "J", "next-item"},
		{UI_KEYS_COURANT, UI_ITEMS, "g/", "search-back"},
		{UI_KEYS_COURANT, UI_ITEMS, "\\", "limit"},
		{UI_KEYS_COURANT, UI_FEEDS, "zM", "fold-all"},
		{UI_KEYS_COURANT, UI_FEEDS, "zR", "unfold-all"},
		{UI_KEYS_COURANT, UI_ARTICLE, "^E", "scroll-down"},
		{UI_KEYS_COURANT, UI_ITEMS, "zt", "cursor top"},
		{UI_KEYS_COURANT, UI_ARTICLE, "gT", "tags"},
		{UI_KEYS_COURANT, UI_ARTICLE, "g0", "feeds"},
		{UI_KEYS_NEWSBOAT, UI_ITEMS, "Space", "page-down"},
		{UI_KEYS_NEWSBOAT, UI_ITEMS, "j", "next-feed"},
		{UI_KEYS_NEWSBOAT, UI_ITEMS, "k", "previous-feed"},
		{UI_KEYS_NEWSBOAT, UI_FEEDS, "j", "down"},
		{UI_KEYS_NEWSBOAT, UI_ITEMS, "g", "sort"},
		{UI_KEYS_NEWSBOAT, UI_ITEMS, "G", "sort reverse"},
		{UI_KEYS_NEWSBOAT, UI_FEEDS, "^F", "clear-filter"},
		{UI_KEYS_NEWSBOAT, UI_FEEDS, "F", "filter"},
		{UI_KEYS_NEWSBOAT, UI_ITEMS, "F", "limit"},
		{UI_KEYS_NEWSBOAT, UI_ITEMS, "z", "search-back"},
		{UI_KEYS_NEWSBOAT, UI_FEEDS, "t", "tags"},
		{UI_KEYS_NEWSBOAT, UI_ARTICLE, "#", "pick-link"},
		{UI_KEYS_NEWSBOAT, UI_ARTICLE, "^E", "star"},
		{UI_KEYS_VIM, UI_ITEMS, "H", "row top"},
		{UI_KEYS_VIM, UI_FEEDS, "M", "row middle"},
		{UI_KEYS_VIM, UI_ITEMS, "L", "row bottom"},
		{UI_KEYS_VIM, UI_ARTICLE, "L", "links"},
		{UI_KEYS_VIM, UI_ITEMS, "/", "filter"},
		{UI_KEYS_VIM, UI_ITEMS, "g/", "search-back"},
		{UI_KEYS_NEWSBOAT, UI_FEEDS, "l", "show-read"},
		{UI_KEYS_NEWSBOAT, UI_DOWNLOADS, "+", "more-downloads +1"},
		{UI_KEYS_NEWSBOAT, UI_DOWNLOADS, "-", "more-downloads -1"},
		{UI_KEYS_NEWSBOAT, UI_DOWNLOADS, "e", "enqueue"},
		{UI_KEYS_NEWSBOAT, UI_QUEUE, "+", "enqueue"},
		{UI_KEYS_NEWSBOAT, UI_QUEUE, "--", "pause"},
		{UI_KEYS_NEWSBOAT, UI_FEEDS, "^R", "reload-feeds"},
		{UI_KEYS_NEWSBOAT, UI_ARTICLE, "u", "links"},
		{UI_KEYS_NEWSBOAT, UI_ITEMS, "^E", "star"},
		{UI_KEYS_NEWSBOAT, UI_ITEMS, "M-u", "undo"},
		{UI_KEYS_NEWSBOAT, UI_ITEMS, "n", "next-unread"},
		{UI_KEYS_NEWSBOAT, UI_ITEMS, "A", "mark-read"},
		{UI_KEYS_NEWSBOAT, UI_ITEMS, "Home", "first"},
		{UI_KEYS_VIM, UI_FEEDS, "gg", "first"},
		{UI_KEYS_VIM, UI_FEEDS, "ZZ", "quit"},
		{UI_KEYS_VIM, UI_ITEMS, "dd", "delete"},
		{UI_KEYS_VIM, UI_FEEDS, "dd", "unsubscribe"},
		{UI_KEYS_VIM, UI_ITEMS, "m", "toggle-read"},
		{UI_KEYS_VIM, UI_ITEMS, ".", "repeat"},
		{UI_KEYS_VIM, UI_ARTICLE, "gx", "browser"},
		{UI_KEYS_VIM, UI_FEEDS, "zr", "show-read"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct ui_bindings b;
		ui_bindings_init(&b, cases[i].preset);
		const char *runs = bound(&b, 0, cases[i].context, cases[i].key);
		if (!runs || !str_eq(runs, cases[i].command))
			fail_msg("%s: %s", cases[i].key, runs ? runs : "nothing");
		ui_bindings_done(&b);
	}
}

/* Gives one line to b; the status of that. */
static int
give(struct ui_bindings *b, const char *line, struct err *err)
{
	struct config_words words = {.file = "config", .line = 7};
	char **list;
	assert_int_equal(str_words(line, &list, &words.len), 0);
	words.words = list;
	/* [TAG] in front is that of the section, and bind-key … a line of another reader
	 */
	if (list[0][0] == '[') {
		list[0][strlen(list[0]) - 1] = '\0';
		words.tag = list[0] + 1;
		words.words++;
		words.len--;
	}
	if (str_eq(words.words[0], "macro") || str_starts(words.words[0], "bind") ||
		str_eq(words.words[0], "unbind-key")) {
		words.keyword = words.words[0];
		words.words++;
		words.len--;
	}
	int status = ui_bindings_line(b, &words, err);
	free(list);
	return status;
}

static void
bind_lines(void **state)
{
	(void)state;
	static const struct {
		const char *line;
		int section, context;
		const char *key, *runs; /* NULL: nothing */
	} cases[] = {
		{"items X toggle-read", 0, UI_ITEMS, "X", "toggle-read"},
		{"items X toggle-read", 0, UI_ARTICLE, "X", NULL},
		{"all q quit", 0, UI_HELP, "q", "quit"},
		{"feeds R none", 0, UI_FEEDS, "R", NULL},
		{"feeds R none", 0, UI_ITEMS, "R", "reload-all"},
		{"feeds F2 search linux kernel", 0, UI_FEEDS, "F2",
			"search linux kernel"},
		{"feeds F2 search \"linux kernel\"", 0, UI_FEEDS, "F2",
			"search \"linux kernel\""},
		{"items Xy star", 0, UI_ITEMS, "Xy", "star"},
		{"items <Space> star", 0, UI_ITEMS, "Space", "star"},
		{"items ^Xab star", 0, UI_ITEMS, "^X", "stop"}, /* refused */
		{"items M mark-read ; next-unread", 0, UI_ITEMS, "M",
			"mark-read ; next-unread"},
		{"items M mark-read; next-unread -- on to the next", 0, UI_ITEMS, "M",
			"mark-read ; next-unread"},
		{"items ; star", 0, UI_ITEMS, ";", "star"},
		{"items X mark-feed-read", 0, UI_ITEMS, "X", "mark-read"},
		{"items g none", 0, UI_ITEMS, "gg", NULL},
		{"items g none", 0, UI_FEEDS, "gg", "first"},
		{"items,feeds X reload", 0, UI_ITEMS, "X", "reload"},
		{"items,feeds X reload", 0, UI_FEEDS, "X", "reload"},
		{"items,feeds X reload", 0, UI_ARTICLE, "X", NULL},
		{"article D unsubscribe", 0, UI_ARTICLE, "D", "unsubscribe"},
		{"[news] items X star", 1, UI_ITEMS, "X", "star"},
		{"[news] items X star", 0, UI_ITEMS, "X", NULL},
		{"[news] items D none", 1, UI_ITEMS, "D", "none"},
		{"[news] items D none", 0, UI_ITEMS, "D", "delete"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct ui_bindings b;
		struct err err = {0};
		ui_bindings_init(&b, UI_KEYS_COURANT);
		int status = give(&b, cases[i].line, &err);
		const char *runs =
			bound(&b, cases[i].section, cases[i].context, cases[i].key);
		if (status != OK && !strstr(cases[i].line, "^Xab"))
			fail_msg("%s: %s", cases[i].line, err.text);
		if (!str_eq(runs ? runs : "", cases[i].runs ? cases[i].runs : ""))
			fail_msg("%s: %s runs %s", cases[i].line, cases[i].key, runs);
		ui_bindings_done(&b);
	}
}

static void
false_bind_lines_say_what_is_wrong(void **state)
{
	(void)state;
	static const struct {
		const char *line, *says;
	} cases[] = {
		{"items x", "config:7"},
		{"item x open", "unknown context \"item\""},
		{"items Entr open", "did you mean Enter"},
		{"items abcde open", "more than 4 keys"},
		{"items x opne", "did you mean open?"},
		{"feeds x star", "does not work"},
		{"items ox star", "o alone runs browser"},
		{"items M mark-read ; opne", "did you mean open?"},
		{"items M mark-read ;", "missing"},
		{"items M ; open", "missing"},
		{"items M -- text", "missing"},
		{"items M open ; open ; open ; open ; open ; open ; open ; open ; open",
			"at most 8"},
		{"bind-key j down", "write: bind all j down"},
		{"bind-key NPAGE pagedown articlelist",
			"write: bind items PageDown page-down"},
		{"bind-key o open-in-browser article", "write: bind article o browser"},
		{"unbind-key ^R feedlist", "write: bind feeds ^R none"},
		{"unbind-key -a", "no command here does the same"},
		{"macro o open-in-browser ; toggle-article-read -- \"open it\"",
			"write: bind all ,o browser ; toggle-read -- open it"},
		{"bind-key q quit articlelist", "write: bind items q back"},
		{"bind-key X rev-sort", "write: bind all X sort reverse"},
		{"bind-key ^U toggle-source-view article",
			"write: bind article ^U source"},
		{"bind-key ^F clear-filter", "write: bind all ^F clear-filter"},
		{"bind-key b open-in-browser-noninteractively",
			"write: bind all b browser"},
		{"bind-key B open-all-unread-in-browser-and-mark-read articlelist",
			"write: bind items B browser-unread"},
		{"macro r rev-sort ; open", "write: bind all ,r sort reverse ; open"},
		{"bind-key # goto-url article", "write: bind article \"#\" pick-link"},
		{"bind-key z prevsearchresults", "write: bind all z search-back"},
		{"bind-key t select-tag feedlist", "write: bind feeds t tags"},
		{"bind-key J next-feed", "write: bind all J next-feed"},
		{"bind-key K prev-feed", "write: bind all K previous-feed"},
		{"bind-key j switch-to-mars", "no command here does the same"},
		{"bind gg feedlist,articlelist home", "write: bind feeds,items gg first"},
		{"bind G everywhere end -- to the end",
			"write: bind all G last -- to the end"},
		{"bind ,r feedlist reload ; next-unread -- on",
			"write: bind feeds ,r reload ; next-unread -- on"},
		{"bind x feedlist,dirbrowser open", "write: bind feeds x open"},
		{"bind x dirbrowser open", "no command here does the same"},
		{"bind x items star", "write: bind items x star"}, /* ours, swapped */
		{"nowhere x star", "unknown context \"nowhere\""},
		{"feeds,item X star", "unknown context \"feeds,item\""},
		{"items g star", "unbind that first: bind items g none"},
		{"items,feeds g first", "unbind that first: bind feeds,items g none"},
		{"all g first", "unbind that first: bind all g none"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct ui_bindings b;
		struct err err = {0};
		ui_bindings_init(&b, UI_KEYS_COURANT);
		size_t before = b.len;
		assert_int_equal(give(&b, cases[i].line, &err), ERR_INVALID);
		if (!strstr(err.text, cases[i].says) || !strstr(err.text, "config:7"))
			fail_msg("%s: %s", cases[i].line, err.text);
		assert_int_equal(b.len, before);
		ui_bindings_done(&b);
	}
}

/* Two lines of one's own that exclude each other are a fault, in either order. */
static void
own_lines_exclude_each_other(void **state)
{
	(void)state;
	static const char *const pairs[][2] = {
		{"items X star", "items Xy open"}, {"items Xy open", "items X star"}};
	for (size_t i = 0; i < COUNT_OF(pairs); i++) {
		struct ui_bindings b;
		struct err err = {0};
		ui_bindings_init(&b, UI_KEYS_COURANT);
		assert_int_equal(give(&b, pairs[i][0], &err), OK);
		assert_int_equal(give(&b, pairs[i][1], &err), ERR_INVALID);
		assert_non_null(strstr(err.text, "unbind that first: bind items X"));
		ui_bindings_done(&b);
	}
}

static void
names_of_commands(void **state)
{
	(void)state;
	static const struct {
		const char *name, *command, *says;
	} cases[] = {
		{"reload-config", "reload-config", NULL},
		{"reload-c", "reload-config", NULL},
		{"REDRAW", "redraw", NULL},
		{"q", "quit", NULL},
		{"open-in-browser", "browser", NULL},
		{"set-filter", "filter", NULL},
		{"reload-", NULL, "reload-all, reload-feeds, reload-config"},
		{"serch", NULL, "did you mean search?"},
		{"xyzzy", NULL, "? in the reader"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct err err = {0};
		const char *arg;
		const struct ui_command *found =
			ui_alias(cases[i].name, true, &arg, &err);
		assert_string_equal(found ? found->name : "",
			cases[i].command ? cases[i].command : "");
		if (cases[i].says && !strstr(err.text, cases[i].says))
			fail_msg("%s: %s", cases[i].name, err.text);
	}
}

/* Sequences are written as they are read. */
static void
sequences(void **state)
{
	(void)state;
	static const struct {
		const char *text, *written; /* NULL: refused */
		size_t len;
	} cases[] = {
		{"gg", "gg", 2},
		{"Enter", "Enter", 1},
		{"enter", "Enter", 1},
		{"M-x", "M-x", 1},
		{"<M-x>a", "<M-x>a", 2},
		{"^Ws", "^Ws", 2},
		{"^W=", "^W=", 2},
		{"C-w", "^W", 1},
		{"<Space>x", "<Space>x", 2},
		{"g<F1>", "g<F1>", 2},
		{"]u", "]u", 2},
		{"<", "<", 1},
		{"g<", "g<", 2},
		{"<<>g", "<<>g", 2},
		{"éa", "éa", 2},
		{"^", "^", 1},
		{"a b", NULL, 0},
		{"", NULL, 0},
		{"abcde", NULL, 0},
		{"Pagedwn", NULL, 0},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		uint32_t keys[CONF_KEYS_MAX];
		size_t len = 0;
		struct err err = {0};
		struct buf text = BUF_INIT(0);
		int status = conf_keys_parse(cases[i].text, keys, &len, &err);
		assert_int_equal(status, cases[i].written ? OK : ERR_INVALID);
		if (status != OK)
			assert_non_null(strstr(err.text, "key"));
		if (cases[i].len) {
			conf_keys_format(keys, len, &text);
			assert_string_equal(buf_str(&text), cases[i].written);
			assert_int_equal(len, cases[i].len);
		}
		buf_done(&text);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_unique_and_rows_whole),
		cmocka_unit_test(presets_have_no_clashes),
		cmocka_unit_test(keys_of_presets_are_described),
		cmocka_unit_test(no_default_gets_lost),
		cmocka_unit_test(promised_keys),
		cmocka_unit_test(keys_of_others),
		cmocka_unit_test(bind_lines),
		cmocka_unit_test(false_bind_lines_say_what_is_wrong),
		cmocka_unit_test(own_lines_exclude_each_other),
		cmocka_unit_test(names_of_commands),
		cmocka_unit_test(sequences),
	};
	return UNIT_RUN(tests);
}
