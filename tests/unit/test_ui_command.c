#include "config.h"

#include "unit.h"

#include <stdio.h>

#include "base/str.h"
#include "conf/config.h"
#include "conf/key.h"
#include "ui/command.h"

/* Calls found for each key of each command's defaults. */
static void
each_key(void (*found)(const struct ui_command *command, uint32_t key, void *data),
	void *data)
{
	for (const struct ui_command *c = ui_commands; c->name; c++) {
		char **words;
		size_t len;
		assert_int_equal(str_words(c->keys, &words, &len), 0);
		for (size_t i = 0; i < len; i++) {
			uint32_t key;
			assert_int_equal(conf_key_parse(words[i], &key, NULL), 0);
			found(c, key, data);
		}
		free(words);
	}
}

static void
names_are_unique_and_rows_whole(void **state)
{
	(void)state;
	for (const struct ui_command *c = ui_commands; c->name; c++) {
		assert_ptr_equal(ui_command(c->name), c);
		assert_non_null(c->run);
		assert_non_null(c->brief);
		assert_true(c->contexts & UI_EVERYWHERE);
		for (const char *p = c->name; *p; p++)
			assert_true(*p == '-' || (*p >= 'a' && *p <= 'z') ||
				    (*p == '!' && !p[1]));
	}
	assert_null(ui_command("nonsense"));
}

struct seen {
	uint32_t key;
	int contexts;
};

struct all_seen {
	struct seen list[256];
	size_t len;
};

static void
note_key(const struct ui_command *command, uint32_t key, void *data)
{
	struct all_seen *seen = data;
	for (size_t i = 0; i < seen->len; i++)
		if (seen->list[i].key == key &&
			seen->list[i].contexts & command->contexts)
			fail_msg("%s: a key of it is taken", command->name);
	assert_true(seen->len < COUNT_OF(seen->list));
	seen->list[seen->len++] = (struct seen){key, command->contexts};
}

static void
no_key_clashes_in_a_context(void **state)
{
	(void)state;
	struct all_seen seen = {.len = 0};
	each_key(note_key, &seen);
	assert_true(seen.len > 40);
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
	ui_bindings_init(&b);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		uint32_t key;
		assert_int_equal(conf_key_parse(cases[i].key, &key, NULL), 0);
		const struct ui_binding *found =
			ui_bindings_find(&b, cases[i].context, key);
		assert_non_null(found);
		assert_string_equal(found->command->name, cases[i].command);
	}
	ui_bindings_done(&b);
}

/* Gives one line to b; the status of that. */
static int
give(struct ui_bindings *b, const char *line, struct err *err)
{
	struct config_words words = {.file = "config", .line = 7};
	struct config config = {.binds = &words, .binds_len = 1};
	assert_int_equal(str_words(line, &words.words, &words.len), 0);
	int status = ui_bindings_config(b, &config, err);
	free(words.words);
	return status;
}

static void
bind_lines(void **state)
{
	(void)state;
	struct ui_bindings b;
	struct err err = {0};
	ui_bindings_init(&b);
	assert_int_equal(give(&b, "items x toggle-read", &err), 0);
	assert_string_equal(
		ui_bindings_find(&b, UI_ITEMS, 'x')->command->name, "toggle-read");
	assert_null(ui_bindings_find(&b, UI_ARTICLE, 'x'));
	assert_int_equal(give(&b, "all q quit", &err), 0);
	assert_string_equal(ui_bindings_find(&b, UI_HELP, 'q')->command->name, "quit");
	assert_int_equal(give(&b, "feeds R none", &err), 0);
	assert_null(ui_bindings_find(&b, UI_FEEDS, 'R'));
	assert_non_null(ui_bindings_find(&b, UI_ITEMS, 'R'));
	assert_int_equal(give(&b, "feeds F2 search linux kernel", &err), 0);
	assert_string_equal(
		ui_bindings_find(&b, UI_FEEDS, KEY_FUNCTION + 2)->arg, "linux kernel");
	ui_bindings_done(&b);
}

static void
false_bind_lines_say_what_is_wrong(void **state)
{
	(void)state;
	static const struct {
		const char *line, *says;
	} cases[] = {
		{"items x", "config:7"},
		{"item x open", "no context \"item\""},
		{"items xx open", "no key \"xx\""},
		{"items x opne", "did you mean open?"},
		{"feeds x star", "does not work"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct ui_bindings b;
		struct err err = {0};
		ui_bindings_init(&b);
		size_t before = b.len;
		assert_int_equal(give(&b, cases[i].line, &err), ERR_INVALID);
		assert_non_null(strstr(err.text, cases[i].says));
		assert_non_null(strstr(err.text, "config:7"));
		assert_int_equal(b.len, before);
		ui_bindings_done(&b);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_unique_and_rows_whole),
		cmocka_unit_test(no_key_clashes_in_a_context),
		cmocka_unit_test(promised_keys),
		cmocka_unit_test(bind_lines),
		cmocka_unit_test(false_bind_lines_say_what_is_wrong),
	};
	return UNIT_RUN(tests);
}
