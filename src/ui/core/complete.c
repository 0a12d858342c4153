/*
 * Collects the possible words of each kind in a list, and leaves the rest to
 * ui_prompt_complete. If there are several and they have no more letters in common, they
 * are listed above the prompt.
 */
#include "config.h"

#include "ui/core/complete.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/utf8.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "conf/words.h"
#include "model/order.h"
#include "query/query.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/tag.h"
#include "ui/core/ui.h"

#define FILES_MAX 4096 /* names read from a directory */

struct words {
	const char **list; /* like the words, in ui->scratch */
	size_t len;
};

static void
add(struct ui *ui, struct words *words, const char *word)
{
	words->list =
		arena_push(&ui->scratch, words->list, words->len, sizeof *words->list);
	words->list[words->len++] = word;
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorts the list and removes duplicates. */
static void
sort(struct words *words)
{
	size_t len = 0;
	if (words->len)
		qsort(words->list, words->len, sizeof *words->list, by_text);
	for (size_t i = 0; i < words->len; i++)
		if (len == 0 || !str_eq(words->list[len - 1], words->list[i]))
			words->list[len++] = words->list[i];
	words->len = len;
}

static void
offer(struct ui *ui, struct ui_prompt *prompt, size_t from, const struct words *words)
{
	struct buf all = BUF_INIT(0);
	if (!ui_prompt_complete(prompt, from, words->list, words->len, &all))
		ui_status_offer(&ui->status, _("No completions"));
	else if (all.len)
		ui_status_offer(&ui->status, buf_str(&all));
	buf_done(&all);
}

/* Where the last word begins. Blanks in quotation marks do not end a word. */
static size_t
last_word(const char *text)
{
	size_t from = 0;
	bool quoted = false;
	for (size_t i = 0; text[i]; i++) {
		if (text[i] == '"')
			quoted = !quoted;
		else if (text[i] == ' ' && !quoted)
			from = i + 1;
	}
	return from;
}

/* ---- options */

static bool
is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static void
add_values(struct ui *ui, struct words *words, const struct option *option)
{
	struct span rest = span_of(conf_option_values(option)), one;
	while (span_split(&rest, '|', &one)) {
		/* A choice can end in a placeholder: *, NUMBER or QUERY. */
		while (one.n && (one.p[one.n - 1] == '*' || is_upper(one.p[one.n - 1])))
			one.n--;
		if (one.n)
			add(ui, words, arena_strndup(&ui->scratch, one.p, one.n));
	}
}

static void
complete_value(struct ui *ui, struct ui_prompt *prompt, size_t from, const char *name)
{
	const struct option *option = conf_option(name);
	struct words words = {0};
	if (option)
		add_values(ui, &words, option);
	sort(&words);
	if (words.len) /* otherwise the value is a number or any text */
		offer(ui, prompt, from, &words);
}

void
ui_complete_value(struct ui *ui, struct ui_prompt *prompt)
{
	complete_value(ui, prompt, 0, ui->edit.option);
}

/* The name of an option with all of these flags, or its value behind the name. */
static void
complete_named(struct ui *ui, struct ui_prompt *prompt, size_t from, int flags)
{
	const char *text = buf_str(&prompt->text) + from, *blank = strchr(text, ' ');
	struct words words = {0};
	if (blank) {
		complete_value(ui, prompt, from + (size_t)(blank - text) + 1,
			arena_strndup(&ui->scratch, text, (size_t)(blank - text)));
		return;
	}
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o))
		if ((o->flags & flags) == flags)
			add(ui, &words, o->name);
	sort(&words);
	offer(ui, prompt, from, &words);
}

static void
complete_setting(struct ui *ui, struct ui_prompt *prompt, size_t from)
{
	complete_named(ui, prompt, from, OPTION_PER_FEED);
}

static void
complete_option(struct ui *ui, struct ui_prompt *prompt, size_t from)
{
	if (str_starts(buf_str(&prompt->text) + from, "-w "))
		from += strlen("-w ");
	complete_named(ui, prompt, from, 0);
}

static void
complete_keys(struct ui *ui, struct ui_prompt *prompt, size_t from)
{
	complete_value(ui, prompt, from, "keys");
}

static void
complete_help(struct ui *ui, struct ui_prompt *prompt, size_t from)
{
	struct words words = {0};
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c))
		add(ui, &words, c->name);
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o))
		add(ui, &words, o->name);
	sort(&words);
	offer(ui, prompt, from, &words);
}

void
ui_complete_setting(struct ui *ui, struct ui_prompt *prompt)
{
	complete_setting(ui, prompt, 0);
}

static void
complete_order(struct ui *ui, struct ui_prompt *prompt, size_t from)
{
	const char *text = buf_str(&prompt->text);
	int of = ui->focus->class->context == UI_FEEDS ? ORDER_FEEDS : ORDER_ITEMS;
	struct words words = {0};
	for (size_t i = from; text[i]; i++)
		if (text[i] == ',' || text[i] == '-')
			from = i + 1;
	for (const struct order_name *n = order_names; n->name; n++)
		if (n->of & of)
			add(ui, &words, n->name);
	sort(&words);
	offer(ui, prompt, from, &words);
}

void
ui_complete_order(struct ui *ui, struct ui_prompt *prompt)
{
	complete_order(ui, prompt, 0);
}

/* ---- tags, feeds */

static void
add_tag(struct ui *ui, struct words *words, const char *tag)
{
	struct buf word = BUF_INIT(0);
	conf_word_format(&word, tag, false);
	add(ui, words, arena_strdup(&ui->scratch, buf_str(&word)));
	buf_done(&word);
}

static void
add_feed_tags(struct ui *ui, struct words *words)
{
	for (size_t i = 0; i < ui->catalog.len; i++)
		for (size_t k = 0; k < ui->catalog.feeds[i].tags_len; k++)
			add_tag(ui, words, ui->catalog.feeds[i].tags[k]);
}

static void
add_item_tags(struct ui *ui, struct words *words)
{
	struct store_tag *tags;
	struct store_view view;
	size_t len = 0;
	if (!ui_open_view(ui, &view))
		return;
	if (store_item_tags(&view, &ui->scratch, &tags, &len) != OK)
		len = 0;
	store_view_end(&view);
	for (size_t i = 0; i < len; i++)
		add_tag(ui, words, tags[i].name);
}

void
ui_complete_feed_tag(struct ui *ui, struct ui_prompt *prompt)
{
	struct words words = {0};
	add_feed_tags(ui, &words);
	sort(&words);
	offer(ui, prompt, last_word(buf_str(&prompt->text)), &words);
}

void
ui_complete_item_tag(struct ui *ui, struct ui_prompt *prompt)
{
	struct words words = {0};
	size_t from = last_word(buf_str(&prompt->text));
	add_item_tags(ui, &words);
	sort(&words);
	offer(ui, prompt, from + (buf_str(&prompt->text)[from] == '-'), &words);
}

static void
complete_feed(struct ui *ui, struct ui_prompt *prompt, size_t from)
{
	struct words words = {0};
	for (size_t i = 0; i < ui->catalog.len; i++)
		add(ui, &words, ui_catalog_name(&ui->catalog.feeds[i], &ui->scratch));
	sort(&words);
	offer(ui, prompt, from, &words);
}

void
ui_complete_feed(struct ui *ui, struct ui_prompt *prompt)
{
	complete_feed(ui, prompt, 0);
}

/* ---- files */

static bool
is_directory(struct ui *ui, const char *directory, const char *name)
{
	struct stat st;
	return stat(arena_printf(&ui->scratch, "%s/%s", directory, name), &st) == 0 &&
	       S_ISDIR(st.st_mode);
}

/* Collects the names in a directory that begin with start. */
static void
add_files(struct ui *ui, struct words *words, const char *directory, const char *start)
{
	DIR *dir = opendir(directory);
	if (!dir)
		return;
	const struct dirent *entry;
	for (int i = 0; i < FILES_MAX && (entry = readdir(dir)) != NULL; i++) {
		const char *name = entry->d_name;
		if ((name[0] == '.' && start[0] != '.') || !str_starts(name, start) ||
			str_eq(name, ".") || str_eq(name, ".."))
			continue;
		add(ui, words,
			is_directory(ui, directory, name)
				? arena_printf(&ui->scratch, "%s/", name)
				: arena_strdup(&ui->scratch, name));
	}
	closedir(dir);
}

static void
complete_file(struct ui *ui, struct ui_prompt *prompt, size_t from)
{
	const char *path = buf_str(&prompt->text) + from, *slash = strrchr(path, '/');
	size_t name = slash ? (size_t)(slash - path) + 1 : 0;
	char *directory =
		file_expand_home(name ? arena_strndup(&ui->scratch, path, name) : ".");
	struct words words = {0};
	add_files(ui, &words, directory, path + name);
	free(directory);
	sort(&words);
	offer(ui, prompt, from + name, &words);
}

void
ui_complete_file(struct ui *ui, struct ui_prompt *prompt)
{
	complete_file(ui, prompt, 0);
}

/* ---- share lines */

void
ui_complete_share(struct ui *ui, struct ui_prompt *prompt)
{
	const struct config *config = &ui->settings->config;
	struct words words = {0};
	for (size_t i = 0; i < config->shares_len; i++)
		add(ui, &words, config->shares[i].words[0]);
	sort(&words);
	offer(ui, prompt, 0, &words);
}

/* ---- queries */

static void
complete_query(struct ui *ui, struct ui_prompt *prompt, size_t from)
{
	struct words words = {0};
	from += last_word(buf_str(&prompt->text) + from);
	from += strspn(buf_str(&prompt->text) + from, "(-!");
	const char *word = buf_str(&prompt->text) + from;
	if (str_starts(word, "is:")) {
		from += strlen("is:");
		for (const struct query_state *s = query_states; s->name; s++)
			add(ui, &words, s->name);
	} else if (str_starts(word, "tag:")) {
		from += strlen("tag:");
		add_feed_tags(ui, &words);
		add_item_tags(ui, &words);
	} else {
		for (const struct query_name *n = query_fields; n->name; n++)
			add(ui, &words, arena_printf(&ui->scratch, "%s:", n->name));
	}
	sort(&words);
	offer(ui, prompt, from, &words);
}

void
ui_complete_query(struct ui *ui, struct ui_prompt *prompt)
{
	complete_query(ui, prompt, 0);
}

/* ---- commands */

static void
complete_name(struct ui *ui, struct ui_prompt *prompt)
{
	struct words words = {0};
	int context = ui->focus->class->context;
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c))
		if (c->contexts & context)
			add(ui, &words, c->name);
	offer(ui, prompt, 0, &words);
}

/* How the arguments of commands are completed, other than values of options. */
static const struct {
	const char *command;
	void (*complete)(struct ui *ui, struct ui_prompt *prompt, size_t from);
} arguments[] = {
	{"set-feed", complete_setting},
	{"set", complete_option},
	{"keys", complete_keys},
	{"help", complete_help},
	{"merge", complete_feed},
	{"go-to-feed", complete_feed},
	{"import", complete_file},
	{"search", complete_query},
	{"sort", complete_order},
};

void
ui_complete_command(struct ui *ui, struct ui_prompt *prompt)
{
	const char *text = buf_str(&prompt->text), *blank = strchr(text, ' ');
	if (!blank) {
		complete_name(ui, prompt);
		return;
	}
	const char *name = arena_strndup(&ui->scratch, text, (size_t)(blank - text));
	size_t from = (size_t)(blank - text) + 1;
	for (size_t i = 0; i < COUNT_OF(arguments); i++)
		if (str_eq(arguments[i].command, name)) {
			arguments[i].complete(ui, prompt, from);
			return;
		}
	if (str_eq(name, "tag")) /* takes several words; complete the last */
		ui_complete_item_tag(ui, prompt);
	else if (str_eq(name, "retag"))
		ui_complete_feed_tag(ui, prompt);
	else
		complete_value(ui, prompt, from, name); /* it has an option's name */
}
