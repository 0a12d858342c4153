/*
 * The names by which commands are known: their own, beginnings of these, and newsboat's.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/vec.h"
#include "conf/config_file.h"
#include "conf/option.h"
#include "conf/words.h"
#include "ui/command/binding.h"
#include "ui/command/command.h"

/* A name that is not here is the same in both, or has nothing like it. */
static const struct {
	const char *theirs, *ours, *arg;
} aliases[] = {
	{"article-feed", "open-feed", NULL},
	{"clear-tag", "feeds", NULL},
	{"close-dialog", "back", NULL},
	{"cmdline", "command", NULL},
	{"delete-article", "delete", NULL},
	{"edit-flags", "star", NULL},
	{"edit-urls", "edit-feeds", NULL},
	{"end", "last", NULL},
	{"find-next", "next-hit", NULL},
	{"find-previous", "previous-hit", NULL},
	{"goto", "go-to-feed", NULL},
	{"goto-title", "go-to-feed", NULL},
	{"goto-url", "pick-link", NULL},
	{"halfpagedown", "half-page-down", NULL},
	{"halfpageup", "half-page-up", NULL},
	{"hard-quit", "quit", NULL},
	{"home", "first", NULL},
	{"last-answer", "answer", NULL},
	{"link-hints", "next-link", NULL},
	{"mark-all-above-as-read", "mark-above", NULL},
	{"mark-all-feeds-read", "mark-all-read", NULL},
	{"mark-feed-read", "mark-read", NULL},
	{"next", "next-item", NULL},
	{"next-dialog", "jump-forward", NULL},
	{"open-all-unread-in-browser", "browser-unread", NULL},
	{"open-all-unread-in-browser-and-mark-read", "browser-unread", NULL},
	{"open-in-browser", "browser", NULL},
	{"open-in-browser-and-mark-read", "browser-and-mark", NULL},
	{"open-in-browser-noninteractively", "browser", NULL},
	{"open-search", "search", NULL},
	{"pagedown", "page-down", NULL},
	{"pageup", "page-up", NULL},
	{"pipe-to", "pipe", NULL},
	{"pb-cancel", "download", NULL},
	{"pb-decreate-max-dls", "more-downloads", "-1"},
	{"pb-delete", "remove", NULL},
	{"pb-download", "download", NULL},
	{"pb-increase-max-dls", "more-downloads", "+1"},
	{"pb-mark-as-finished", "played", NULL},
	{"pb-play", "play", NULL},
	{"pb-purge", "redraw", NULL}, /* what was played leaves the queue by itself */
	{"pb-reload", "redraw", NULL},
	{"pb-toggle-download-all", "stop", NULL},
	{"podboat", "queue", NULL},
	{"prev", "previous-item", NULL},
	{"prev-dialog", "jump-back", NULL},
	{"prev-feed", "previous-feed", NULL},
	{"prev-unread", "previous-unread", NULL},
	{"prev-unread-feed", "previous-unread-feed", NULL},
	{"prevsearchresults", "search-back", NULL},
	{"q", "quit", NULL},
	{"reload-urls", "reload-feeds", NULL},
	{"rev-sort", "sort", "reverse"},
	{"s", "search", NULL},
	{"select-filter", "filter", NULL},
	{"select-tag", "tags", NULL},
	{"set-filter", "filter", NULL},
	{"set-tag", "tags", NULL},
	{"show-urls", "links", NULL},
	{"switch-focus", "next-pane", NULL},
	{"toggle-article-read", "toggle-read", NULL},
	{"toggle-show-read-feeds", "show-read", NULL},
	{"toggle-source-view", "source", NULL},
	{"w", "save", NULL},
};

static const struct ui_command *
by_alias(const char *name, const char **arg)
{
	for (size_t i = 0; i < COUNT_OF(aliases); i++)
		if (str_eq(aliases[i].theirs, name)) {
			*arg = aliases[i].arg;
			return ui_command(aliases[i].ours);
		}
	return NULL;
}

/* The command whose name begins like this; NULL if there are none, or several, in which
 * case *several lists them. */
static const struct ui_command *
by_prefix(const char *name, struct buf *several)
{
	const struct ui_command *found = NULL;
	size_t count = 0;
	for (const struct ui_command *c = *name ? ui_commands[0] : NULL; c;
		c = ui_command_next(c)) {
		if (!str_istarts(c->name, name))
			continue;
		buf_addf(several, "%s%s", count++ ? ", " : "", c->name);
		found = c;
	}
	return count == 1 ? found : NULL;
}

static void
say_unknown(const char *name, const struct buf *several, struct err *err)
{
	const char **names = NULL;
	size_t len = 0, cap = 0;
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c))
		*VEC_PUSH(names, len, cap) = c->name;
	*VEC_PUSH(names, len, cap) = NULL;
	const char *near = str_suggest(name, names);
	free(names);
	if (!several->len && conf_option(name)) {
		(void)err_set(err, ERR_INVALID,
			_("%s is an option: :set %s=VALUE changes it"), name, name);
		return;
	}
	int status =
		several->len ? err_set(err, ERR_INVALID, _("\"%s\" could be %s"), name,
				       buf_str(several))
		: near       ? err_set(err, ERR_INVALID,
				       _("unknown command \"%s\"; did you mean %s?"), name,
				       near)
			     : err_set(err, ERR_INVALID,
				       _("unknown command \"%s\"; ? in the reader lists them"),
				       name);
	(void)status;
}

const struct ui_command *
ui_alias(const char *name, bool prefix, const char **arg, struct err *err)
{
	struct buf several = BUF_INIT(0);
	*arg = NULL;
	const struct ui_command *found = ui_command(name);
	if (!found)
		found = by_alias(name, arg);
	if (!found && prefix)
		found = by_prefix(name, &several);
	if (!found)
		say_unknown(name, &several, err);
	buf_done(&several);
	return found;
}

const struct ui_command *
ui_alias_typed(enum ui_preset preset, const char *name, const char **arg, struct err *err)
{
	*arg = NULL;
	if (preset == UI_KEYS_VIM && str_eq(name, "source"))
		return ui_command("reload-config");
	return ui_alias(name, true, arg, err);
}

/* ---- lines of newsboat's config */

static const char *
translated(const char *const pairs[][2], size_t len, const char *word)
{
	for (size_t i = 0; i < len; i++)
		if (str_ieq(pairs[i][0], word))
			return pairs[i][1];
	return NULL;
}

static const char *
key_of(const char *word)
{
	static const char *const keys[][2] = {
		{"PPAGE", "PageUp"}, {"NPAGE", "PageDown"}, {"ESC", "Escape"}};
	const char *key = translated(keys, COUNT_OF(keys), word);
	return key ? key : word;
}

/* The context of a dialog; "": there is none like it; NULL: it is not a dialog. */
static const char *
context_of(struct span dialog)
{
	static const char *const dialogs[][2] = {{"everywhere", "all"}, {"all", "all"},
		{"feedlist", "feeds"}, {"articlelist", "items"},
		{"searchresultslist", "items"}, {"article", "article"}, {"help", "help"},
		{"urlview", "choose"}, {"podboat", "queue"}, {"filebrowser", ""},
		{"dirbrowser", ""}, {"tagselection", ""}, {"filterselection", ""},
		{"dialogs", ""}};
	for (size_t i = 0; i < COUNT_OF(dialogs); i++)
		if (span_ieq(dialog, dialogs[i][0]))
			return dialogs[i][1];
	for (const struct ui_context_name *c = ui_contexts; c->name; c++)
		if (span_eq(dialog, c->name)) /* ours, where theirs should be */
			return c->name;
	return NULL;
}

/* The contexts of a list of dialogs, in arena; NULL: it is not such a list. */
static const char *
contexts_of(struct arena *arena, const char *dialogs)
{
	struct span rest = span_of(dialogs), one;
	struct buf out = BUF_INIT(0);
	const char *context = "";
	while (context && span_split(&rest, ',', &one)) {
		context = context_of(one);
		if (!str_empty(context))
			buf_addf(&out, "%s%s", out.len ? "," : "", context);
	}
	const char *found = context ? arena_strdup(arena, buf_str(&out)) : NULL;
	buf_done(&out);
	return found;
}

/* Appends a word of a line; first: it is an operation. False if no command of ours does
 * the same. */
static bool
put_word(const char *word, size_t n, bool first, struct buf *out)
{
	struct buf name = BUF_INIT(0);
	const char *arg = NULL;
	buf_add(&name, word, n);
	/* Its quit leaves a dialog; after a colon it leaves the program, as here. */
	bool leaves = first && str_eq(buf_str(&name), "quit");
	const struct ui_command *c =
		first ? ui_alias(leaves ? "back" : buf_str(&name), false, &arg, NULL)
		      : NULL;
	buf_addc(out, ' ');
	if (c)
		buf_addf(out, "%s%s%s", c->name, arg ? " " : "", arg ? arg : "");
	else
		conf_word_format(out, buf_str(&name), false);
	buf_done(&name);
	return c || !first;
}

/* Appends the operations among the words from one to another. */
static bool
put_operations(const struct config_words *line, size_t from, size_t to, struct buf *out)
{
	bool first = true, good = true;
	for (size_t i = from; i < to && good; i++) {
		const char *word = line->words[i];
		size_t n = strcspn(word, ";");
		good = n == 0 || put_word(word, n, first, out);
		first = word[n] == ';';
		if (first && i + 1 < to)
			buf_adds(out, " ;");
	}
	return good;
}

/* A line of newsboat's, as places of its words. */
struct theirs {
	size_t dialogs;  /* >= len: everywhere */
	size_t from, to; /* operations */
};

static struct theirs
read_theirs(const struct config_words *line)
{
	size_t dashes = 0;
	while (dashes < line->len && !str_eq(line->words[dashes], "--"))
		dashes++;
	if (str_eq(line->keyword, "macro"))
		return (struct theirs){line->len, 1, dashes};
	if (str_eq(line->keyword, "bind"))
		return (struct theirs){1, 2, dashes};
	if (str_eq(line->keyword, "unbind-key"))
		return (struct theirs){1, 1, 1};
	return (struct theirs){2, 1, 2};
}

bool
ui_alias_foreign(const struct config_words *line)
{
	if (!line->keyword)
		return false;
	if (!str_eq(line->keyword, "bind"))
		return true;
	struct arena arena = ARENA_INIT;
	bool theirs = line->len > 1 && contexts_of(&arena, line->words[1]) &&
		      !contexts_of(&arena, line->words[0]);
	arena_done(&arena);
	return theirs;
}

const char *
ui_alias_line(struct arena *arena, const struct config_words *line)
{
	struct buf text = BUF_INIT(0);
	const struct theirs at = read_theirs(line);
	const char *where = at.dialogs < line->len
				    ? contexts_of(arena, line->words[at.dialogs])
				    : "all";
	bool all = line->len && str_eq(line->words[0], "-a");
	bool good = !str_empty(where) && line->len >= at.to && line->len && !all;
	if (good) {
		const char *comma = str_eq(line->keyword, "macro") ? "," : "";
		buf_addf(&text, "bind %s ", where);
		conf_word_format(&text,
			arena_printf(arena, "%s%s", comma, key_of(line->words[0])),
			false);
	}
	if (good && at.from == at.to)
		buf_adds(&text, " none");
	else if (good)
		good = put_operations(line, at.from, at.to, &text);
	size_t rest =
		at.to <= at.dialogs && at.dialogs < line->len ? at.dialogs + 1 : at.to;
	for (size_t i = rest; good && i < line->len; i++)
		buf_addf(&text, " %s", line->words[i]);
	const char *out = good ? arena_strdup(arena, buf_str(&text)) : NULL;
	buf_done(&text);
	return out;
}
