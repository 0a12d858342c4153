#include "config.h"

#include "import/newsboat_keys.h"

#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "conf/key.h"
#include "conf/shell.h"
#include "conf/words.h"
#include "import/import_list.h"
#include "import/newsboat_config.h"
#include "import/options.h"

static const struct import_pair dialogs[] = {
	{"all", "all"},
	{"everywhere", "all"},
	{"feedlist", "feeds"},
	{"articlelist", "items"},
	{"article", "article"},
	{"help", "help"},
	{"podboat", "queue"},
	{NULL, NULL},
};

/* Operations; in an article, next and prev are other items, and search is in its text. */
static const struct import_pair operations[] = {
	{"open", "open"},
	{"quit", "back"},
	{"hard-quit", "quit"},
	{"reload", "reload"},
	{"reload-all", "reload-all"},
	{"reload-urls", "reload-feeds"},
	{"mark-feed-read", "mark-read"},
	{"next-unread", "next-unread"},
	{"prev-unread", "previous-unread"},
	{"next-unread-feed", "next-unread-feed"},
	{"prev-unread-feed", "previous-unread-feed"},
	{"mark-all-feeds-read", "mark-all-read"},
	{"mark-all-above-as-read", "mark-above"},
	{"enqueue", "enqueue"},
	{"save", "save"},
	{"next", "next-item"},
	{"prev", "previous-item"},
	{"toggle-article-read", "toggle-read"},
	{"toggle-show-read-feeds", "show-read"},
	{"show-urls", "links"},
	{"open-in-browser", "browser"},
	{"open-in-browser-and-mark-read", "browser-and-mark"},
	{"open-all-unread-in-browser", "browser-unread"},
	{"set-filter", "filter"},
	{"toggle-source-view", "source"},
	{"pb-download", "download"},
	{"pb-cancel", "download"},
	{"pb-delete", "remove"},
	{"pb-play", "play"},
	{"pb-purge", "redraw"},
	{"pb-mark-as-finished", "played"},
	{"pb-reload", "redraw"},
	{"pb-toggle-download-all", "stop"},
	{"pb-increase-max-dls", "more-downloads +1"},
	{"pb-decreate-max-dls", "more-downloads -1"},
	{"pb-decrease-max-dls", "more-downloads -1"},
	{"pipe-to", "pipe"},
	{"bookmark", "bookmark"},
	{"random-unread", "random-unread"},
	{"edit-urls", "edit-feeds"},
	{"open-search", "search"},
	{"edit-flags", "tag"},
	{"delete-article", "delete"},
	{"up", "up"},
	{"down", "down"},
	{"home", "first"},
	{"end", "last"},
	{"pageup", "page-up"},
	{"pagedown", "page-down"},
	{"halfpageup", "half-page-up"},
	{"halfpagedown", "half-page-down"},
	{"help", "help"},
	{"redraw", "redraw"},
	{"cmdline", "command"},
	{"goto-title", "go-to-feed"},
	{"next-feed", "next-feed"},
	{"prev-feed", "previous-feed"},
	{"article-feed", "open-feed"},
	{"sort", "sort"},
	{"rev-sort", "sort reverse"},
	{"select-filter", "filter"},
	{"clear-filter", "clear-filter"},
	{"set-tag", "tags"},
	{"select-tag", "tags"},
	{"clear-tag", "feeds"},
	{"goto-url", "pick-link"},
	{"prevsearchresults", "search-back"},
	{"close-dialog", "back"},
	{"next-dialog", "jump-forward"},
	{"prev-dialog", "jump-back"},
	{"open-in-browser-noninteractively", "browser"},
	{"open-all-unread-in-browser-and-mark-read", "browser-unread"},
	{NULL, NULL},
};

/* In a list they only move the cursor. */
static const struct import_pair in_lists[] = {
	{"next", "down"},
	{"prev", "up"},
	{NULL, NULL},
};

static const struct import_pair key_names[] = {
	{"enter", "Enter"},
	{"space", "Space"},
	{"tab", "Tab"},
	{"esc", "Escape"},
	{"escape", "Escape"},
	{"up", "Up"},
	{"down", "Down"},
	{"left", "Left"},
	{"right", "Right"},
	{"home", "Home"},
	{"end", "End"},
	{"npage", "PageDown"},
	{"pagedown", "PageDown"},
	{"ppage", "PageUp"},
	{"pageup", "PageUp"},
	{"backspace", "Backspace"},
	{"dc", "Delete"},
	{"del", "Delete"},
	{"delete", "Delete"},
	{"ic", "Insert"},
	{"insert", "Insert"},
	{NULL, NULL},
};

/* One key of ours; alone: it is not part of a sequence, in which names are in
 * brackets. */
static bool
put_key(struct buf *out, const char *key, bool alone)
{
	const char *name = import_pair(key_names, key);
	size_t n = strlen(key);
	if (name || (str_ieqn(key, "F", 1) && n > 1 && str_digit((unsigned char)key[1])))
		buf_addf(out, alone ? "%s" : "<%s>", name ? name : key);
	else if (n == 3 && str_ieqn(key, "C-", 2) && str_alpha((unsigned char)key[2]))
		buf_addf(out, "^%c", key[2] & ~0x20);
	else if (n == 3 && str_ieqn(key, "M-", 2))
		buf_addf(out, alone ? "%s" : "<%s>", key);
	else if (n == 1 || (n == 2 && key[0] == '^'))
		buf_adds(out, key);
	else
		return false;
	return true;
}

/* newsboat's keys as ours: a name, one character, or a sequence with <NAMES> in it. */
static const char *
keys_of(struct import_list *list, const char *keys)
{
	struct buf out = BUF_INIT(0), word = BUF_INIT(0);
	bool alone = import_pair(key_names, keys) || strlen(keys) == 1 ||
		     (keys[0] == '^' && strlen(keys) == 2) ||
		     (str_ieqn(keys, "F", 1) && str_digit((unsigned char)keys[1]));
	bool good = alone && put_key(&out, keys, true);
	size_t pressed = 0;
	for (const char *s = keys; !alone && *s; pressed++) {
		const char *end = *s == '<' ? strchr(s, '>') : NULL;
		char key[32];
		size_t n = end ? (size_t)(end - s - 1) : *s == '^' && s[1] ? 2 : 1;
		if (n >= sizeof key)
			break;
		memcpy(key, s + (end != NULL), n);
		key[n] = '\0';
		bool last = s[n + 2 * (size_t)(end != NULL)] == '\0';
		good = put_key(&out, key, pressed == 0 && last);
		if (!good)
			break;
		s += n + 2 * (size_t)(end != NULL);
	}
	good &= pressed <= 4;
	conf_word_format(&word, buf_str(&out), false);
	const char *text = good ? import_text(list, buf_str(&word)) : NULL;
	buf_done(&out);
	buf_done(&word);
	return text;
}

static const char *
command_of(const char *operation, const char *context)
{
	const char *ours = NULL;
	if (str_eq(context, "feeds") || str_eq(context, "items"))
		ours = import_pair(in_lists, operation);
	return ours ? ours : import_pair(operations, operation);
}

/* Operations separated by ";", among the words of a line. */
struct chain {
	const struct import_line *line;
	size_t from, to;
};

/* "set browser COMMAND" at i, as macros have it around open-in-browser: its command. */
static const char *
browser_at(struct import_list *list, const struct chain *chain, size_t i)
{
	const struct conf_word *words = chain->line->words;
	bool is_set = i + 2 < chain->to && str_eq(words[i].text, "set") &&
		      str_eq(words[i + 1].text, "browser");
	return is_set ? import_config_browser(list, words[i + 2].text) : NULL;
}

/* "set NAME VALUE" at i: the same of ours in out, or false. */
static bool
put_set(struct buf *out, struct import_list *list, const struct chain *chain, size_t i)
{
	const struct conf_word *words = chain->line->words;
	bool last = i + 3 >= chain->to || str_eq(words[i + 3].text, ";");
	if (i + 2 >= chain->to || !str_eq(words[i].text, "set") || !last)
		return false;
	const char *set =
		import_newsboat_config_set(list, words[i + 1].text, words[i + 2].text);
	if (set)
		buf_addf(out, "%sset %s", out->len ? " ; " : "", set);
	return set != NULL;
}

static bool
takes_arguments(const char *operation)
{
	static const char *const names[] = {"pipe-to", "save", "open-search",
		"set-filter", "edit-flags", "goto-title"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_eq(names[i], operation))
			return true;
	return false;
}

/* The item is marked as read, whatever it is. */
static bool
put_mark(struct buf *out, const struct chain *chain, size_t i)
{
	const struct conf_word *words = chain->line->words;
	return i + 1 < chain->to && str_eq(words[i].text, "toggle-article-read") &&
	       str_eq(words[i + 1].text, "read") && import_config_and_mark(out);
}

/* A semicolon ends a command, unless it is in quotes. */
static void
put_run(struct buf *out, const char *browser)
{
	buf_adds(out, "run ");
	if (strchr(browser, ';'))
		conf_word_format(out, browser, true);
	else
		buf_adds(out, browser);
}

/* How a remark names what has no command here: an argument, or what is set, means nothing
 * without the word before it. */
static const char *
said_of(struct import_list *list, const struct chain *chain, size_t i)
{
	const struct conf_word *words = chain->line->words;
	bool sets = str_eq(words[i].text, "set") && i + 1 < chain->to;
	bool argument = i > chain->from && !str_eq(words[i - 1].text, ";");
	if (!sets && !argument)
		return words[i].text;
	i -= argument;
	return arena_printf(&list->arena, "%s %s", words[i].text, words[i + 1].text);
}

/* Appends a command for each operation. The operation that has none is returned. */
static const char *
put_chain(struct buf *out, struct import_list *list, const struct chain *chain,
	const char *context)
{
	const char *browser = NULL;
	bool first = true, taken = false; /* its arguments, too */
	for (size_t i = chain->from; i < chain->to; i++) {
		const char *word = chain->line->words[i].text;
		bool next = str_eq(word, ";");
		const char *set = first ? browser_at(list, chain, i) : NULL;
		/* Arguments are those of newsboat's own commands. */
		const char *ours = first && !next ? command_of(word, context) : NULL;
		if (set) {
			browser = set;
			i += 2;
		} else if (first && put_set(out, list, chain, i)) {
			i += 2;
		} else if (first && put_mark(out, chain, i)) {
			i++;
		} else if (!next && !ours && taken) {
			buf_addc(out, ' ');
			conf_word_format(out, word, true);
		} else if (!next && !ours) {
			return said_of(list, chain, i);
		} else if (ours) {
			buf_adds(out, out->len ? " ; " : "");
			if (browser && str_starts(word, "open-in-browser"))
				put_run(out, browser);
			else
				buf_adds(out, ours);
			taken = takes_arguments(word);
		}
		first = next;
		taken = taken && !next;
	}
	return out->len ? NULL : "";
}

/* A semicolon outside quotes is a word of its own, even without blanks around it. */
static struct import_line
with_semicolons(struct import_list *list, const struct import_line *line, size_t from)
{
	struct conf_word *words = NULL;
	size_t n = 0;
	for (size_t i = 0; i < line->len; i++) {
		const struct conf_word *word = &line->words[i];
		const char *s = word->text;
		bool whole = i < from || word->quoted || !*s;
		while (whole || *s) {
			size_t len = whole ? strlen(s) : *s == ';' ? 1 : strcspn(s, ";");
			words = arena_push(&list->arena, words, n, sizeof *words);
			words[n] = *word;
			words[n++].text = arena_strndup(&list->arena, s, len);
			s += len;
			whole = false;
		}
	}
	struct import_line out = *line;
	out.words = words;
	out.len = n;
	return out;
}

const char *
import_newsboat_keys_chain(struct buf *out, struct import_list *list,
	const struct import_line *line, size_t from)
{
	const struct import_line split = with_semicolons(list, line, from);
	const struct chain chain = {&split, from, split.len};
	return put_chain(out, list, &chain, "all");
}

static size_t
find_dashes(const struct import_line *line)
{
	size_t i = 0;
	while (i < line->len && !str_eq(line->words[i].text, "--"))
		i++;
	return i;
}

/* newsboat waits for the keys that may follow even if the first does something alone;
 * here that key is unbound first. Most letters do something alone. */
static void
free_first(struct import_list *list, const char *context, const char *keys)
{
	uint32_t parsed[CONF_KEYS_MAX];
	size_t len;
	if (conf_keys_parse(keys, parsed, &len, NULL) != OK || len < 2)
		return;
	const char *name = keys[0] == '<' ? strchr(keys, '>') : NULL;
	bool control = parsed[0] > 0 && parsed[0] <= 26 && keys[0] == '^';
	bool letter = parsed[0] < 0x7f && str_alpha((unsigned char)parsed[0]);
	if (name)
		import_config_put(list, "bind %s %.*s none", context,
			(int)(name - keys - 1), keys + 1);
	else if (control || letter)
		import_config_put(
			list, "bind %s %.*s none", context, control ? 2 : 1, keys);
}

static void
put_bind(struct import_list *list, const struct chain *chain, const char *context,
	const char *keys)
{
	const struct import_line *line = chain->line;
	size_t dashes = find_dashes(line);
	struct buf out = BUF_INIT(0), said = BUF_INIT(0);
	const char *which = NULL;
	if (chain->from == chain->to)
		buf_adds(&out, "none");
	else
		which = put_chain(&out, list, chain, context);
	if (which)
		import_config_left(list, line,
			arena_printf(&list->arena, _("no command does the same as %s"),
				which));
	if (!which) {
		free_first(list, context, keys);
		if (dashes + 1 < line->len)
			conf_word_format(&said, line->words[dashes + 1].text, false);
		import_config_put(list, "bind %s %s %s%s%s", context, keys, buf_str(&out),
			said.len ? " -- " : "", buf_str(&said));
	}
	buf_done(&said);
	buf_done(&out);
}

static void
take_keys(struct import_list *list, const struct chain *chain, const char *keys,
	const char *views)
{
	struct span rest = span_of(views), one;
	const char *ours = keys_of(list, keys);
	if (!ours) {
		import_config_left(list, chain->line, _("there is no such key"));
		return;
	}
	while (span_split(&rest, ',', &one)) {
		const char *view = import_span(list, one);
		const char *context = view ? import_pair(dialogs, view) : NULL;
		if (context)
			put_bind(list, chain, context, ours);
		else
			import_config_left(list, chain->line,
				_("there is no such view with keys of its own"));
	}
}

static void
take_bind_key(struct import_list *list, const struct import_line *line)
{
	if (line->len < 3) {
		import_config_left(list, line, _("the value cannot be imported"));
		return;
	}
	const struct chain chain = {line, 2, 3};
	take_keys(list, &chain, line->words[1].text,
		line->len > 3 ? line->words[3].text : "all");
}

static void
take_bind(struct import_list *list, const struct import_line *line)
{
	if (line->len < 4) {
		import_config_left(list, line, _("the value cannot be imported"));
		return;
	}
	const struct chain chain = {line, 3, find_dashes(line)};
	take_keys(list, &chain, line->words[1].text, line->words[2].text);
}

static void
take_unbind(struct import_list *list, const struct import_line *line)
{
	const struct chain nothing = {line, 0, 0};
	if (line->len < 2 || str_eq(line->words[1].text, "-a"))
		import_config_left(list, line, _("keys are unbound one by one"));
	else
		take_keys(list, &nothing, line->words[1].text,
			line->len > 2 ? line->words[2].text : "all");
}

/* The prefix of macros is a comma, which begins a sequence here. */
static void
take_macro(struct import_list *list, const struct import_line *line)
{
	if (line->len < 3) {
		import_config_left(list, line, _("the value cannot be imported"));
		return;
	}
	const struct chain chain = {line, 2, find_dashes(line)};
	take_keys(list, &chain, arena_printf(&list->arena, ",%s", line->words[1].text),
		"all");
}

bool
import_newsboat_keys_take(struct import_list *list, const struct import_line *line)
{
	static const struct {
		const char *name;
		void (*take)(struct import_list *list, const struct import_line *line);
	} statements[] = {
		{"bind-key", take_bind_key},
		{"bind", take_bind},
		{"unbind-key", take_unbind},
		{"macro", take_macro},
	};
	for (size_t i = 0; i < COUNT_OF(statements); i++) {
		if (!str_eq(statements[i].name, line->words[0].text))
			continue;
		const struct import_line split = with_semicolons(list, line, 2);
		statements[i].take(list, &split);
		return true;
	}
	return false;
}
