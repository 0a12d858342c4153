#include "config.h"

#include "import/newsraft_config.h"

#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "conf/words.h"
#include "import/format.h"
#include "import/import_api.h"
#include "import/import_list.h"
#include "import/options.h"

static const struct import_option options[] = {
	{"reload-period", "max-interval", IMPORT_MINUTES},
	{"item-limit", "keep-items", IMPORT_AS_IT_IS},
	{"user-agent", "user-agent", IMPORT_AS_IT_IS},
	{"proxy", "proxy", IMPORT_AS_IT_IS},
	{"download-timeout", "timeout", IMPORT_SECONDS},
	{"download-max-connections", "fetch-window", IMPORT_AS_IT_IS},
	{"download-max-host-connections", "host-connections", IMPORT_AS_IT_IS},
	{"pager-width", "text-width", IMPORT_AS_IT_IS},
	{"list-entry-date-format", "date-format", IMPORT_AS_IT_IS},
	{"open-in-browser-command", "browser", IMPORT_BROWSER},
	{"bind", NULL, IMPORT_LATER},
	{"unbind", NULL, IMPORT_LATER},
	{"color-*", NULL, IMPORT_LATER},
	{"menu-feed-sorting", NULL, IMPORT_LATER},
	{"menu-item-sorting", NULL, IMPORT_LATER},
	{"item-rule", N_("it is SQL; a saved search can do the same"), IMPORT_NO_USE},
	{"proxy-user", N_("write it in the address: proxy = http://USER:PASSWORD@HOST"),
		IMPORT_NO_USE},
	{"proxy-password",
		N_("write it in the address: proxy = http://USER:PASSWORD@HOST"),
		IMPORT_NO_USE},
	{"item-limit-unread", N_("unread items are always kept"), IMPORT_NO_USE},
	{"item-limit-important", N_("starred items are always kept"), IMPORT_NO_USE},
	{"*-sorting", N_("sort-feeds and sort-items do it in words of their own"),
		IMPORT_NO_USE},
	{"menu-*", N_("feeds-format and items-format do it in a language of their own"),
		IMPORT_NO_USE},
	{"*-format", N_("feeds-format and items-format do it in a language of their own"),
		IMPORT_NO_USE},
	{"mark-item-*", N_("an item is read when it is opened"), IMPORT_NO_USE},
	{"copy-to-clipboard-command", "clipboard-command", IMPORT_AS_IT_IS},
	{"scrolloff", "scroll-margin", IMPORT_AS_IT_IS},
	{"scrollwrap", "wrap", IMPORT_AS_IT_IS},
	{"notification-command",
		N_("notify-command does it, and reads the items as JSON"), IMPORT_NO_USE},
	{"global-section-*", N_("courant has tags instead of sections"), IMPORT_NO_USE},
	{"scroll*", N_("courant has nothing like it"), IMPORT_NO_USE},
	{"status-*", N_("courant has nothing like it"), IMPORT_NO_USE},
	{"*-menu-paramount-explore", N_("courant has nothing like it"), IMPORT_NO_USE},
	{"read-on-arrival", N_("courant has nothing like it"), IMPORT_NO_USE},
	{"pager-centering", N_("courant has nothing like it"), IMPORT_NO_USE},
	{.theirs = NULL},
};

/* Lines of feeds may have settings after their address. */
static bool
lists_feeds(struct span text)
{
	struct span line, word;
	while (span_split(&text, '\n', &line)) {
		line = span_trim(line);
		span_split(&line, ' ', &word);
		if (str_ifind(word.p, word.n, "://"))
			return true;
	}
	return false;
}

bool
import_newsraft_config_known(const struct import_probe *probe)
{
	static const char *const own[] = {"reload-period", "item-limit", "pager-width",
		"color-list-", "list-entry-", "open-in-browser-command"};
	if (str_eq(probe->name, "config") && strstr(probe->parent, "newsraft"))
		return true;
	for (size_t i = 0; probe->named && i < COUNT_OF(own); i++)
		if (str_ifind(probe->head.p, probe->head.n, own[i]))
			return !lists_feeds(probe->head) &&
			       import_config_like(probe->head, options);
	return false;
}

static const struct import_pair actions[] = {
	{"enter", "open"},
	{"navigate-back", "back"},
	{"quit", "back"},
	{"quit-hard", "quit"},
	{"select-next", "down"},
	{"select-prev", "up"},
	{"select-first", "first"},
	{"select-last", "last"},
	{"select-next-page", "page-down"},
	{"select-prev-page", "page-up"},
	{"select-next-page-half", "half-page-down"},
	{"select-prev-page-half", "half-page-up"},
	{"jump-to-next-unread", "next-unread"},
	{"jump-to-prev-unread", "previous-unread"},
	{"jump-to-next", "next-item"},
	{"jump-to-prev", "previous-item"},
	{"mark-read", "toggle-read"},
	{"mark-unread", "toggle-read"},
	{"toggle-read", "toggle-read"},
	{"mark-important", "star"},
	{"mark-unimportant", "star"},
	{"toggle-important", "star"},
	{"mark-read-all", "mark-read"},
	{"reload", "reload"},
	{"reload-all", "reload-all"},
	{"toggle-explore-mode", "all-items"},
	{"copy-to-clipboard", "copy"},
	{"find", "search"},
	{"open-in-browser", "browser"},
	{"start-search-input", "search"},
	{"view-errors", "schedule"},
	{"sort-by-time", "sort -date"},
	{"sort-by-time-publication", "sort -date"},
	{"sort-by-time-download", "sort -seen"},
	{"sort-by-unread", "sort unread,-date"},
	{"sort-by-alphabet", "sort title"},
	{NULL, NULL},
};

static const struct import_pair elements[] = {
	{"color-list-item", "read"},
	{"color-list-item-unread", "unread"},
	{"color-list-item-selected", "selected"},
	{"color-list-item-important", "star"},
	{"color-list-feed-failed", "error"},
	{"color-status", "status"},
	{"color-status-fail", "error"},
	{NULL, NULL},
};

/* KEY_F(5) is F5; other names are those of curses. */
static const char *
key_of(struct import_list *list, const char *key)
{
	static const struct import_pair names[] = {
		{"enter", "Enter"},
		{"space", "Space"},
		{"tab", "Tab"},
		{"escape", "Escape"},
		{"KEY_ENTER", "Enter"},
		{"KEY_UP", "Up"},
		{"KEY_DOWN", "Down"},
		{"KEY_LEFT", "Left"},
		{"KEY_RIGHT", "Right"},
		{"KEY_HOME", "Home"},
		{"KEY_END", "End"},
		{"KEY_NPAGE", "PageDown"},
		{"KEY_PPAGE", "PageUp"},
		{"KEY_BACKSPACE", "Backspace"},
		{NULL, NULL},
	};
	struct buf word = BUF_INIT(0);
	const char *name = import_pair(names, key);
	size_t n = strlen(key);
	if (str_starts(key, "KEY_F(") && n > 7)
		name = arena_printf(&list->arena, "F%.*s", (int)(n - 7), key + 6);
	if (!name && n > 1 && !(n == 2 && key[0] == '^'))
		return NULL;
	conf_word_format(&word, name ? name : key, false);
	const char *text = import_text(list, buf_str(&word));
	buf_done(&word);
	return text;
}

/* Without the quotes around all of it. */
static struct span
without_quotes(struct span s)
{
	bool quoted = s.n > 2 && strchr("\"'", s.p[0]) && s.p[s.n - 1] == s.p[0] &&
		      !memchr(s.p + 1, s.p[0], s.n - 2);
	return quoted ? (struct span){s.p + 1, s.n - 2} : s;
}

/* Sequences that begin with the key here are unbound first, since otherwise the key could
 * not be typed alone. */
static void
put_bind(struct import_list *list, const char *key, const char *runs, const char *arg)
{
	if (strlen(key) == 1 && strchr("gzyc,[]", key[0]))
		import_config_put(list, "bind all %s none", key);
	import_config_put(list, "bind all %s %s%s", key, runs, arg);
}

/* "bind KEY exec COMMAND": all after it is the command. False: it is another action. */
static bool
take_exec(struct import_list *list, const struct import_line *line, const char *key)
{
	static const char name[] = " exec ";
	const char *at = key && line->len > 3 && str_eq(line->words[2].text, "exec")
				 ? str_ifind(line->text.p, line->text.n, name)
				 : NULL;
	if (!at)
		return false;
	at += sizeof name - 1;
	size_t n = (size_t)(line->text.p + line->text.n - at);
	const char *command = import_span(list, without_quotes((struct span){at, n}));
	command = command ? import_config_browser(list, command) : NULL;
	if (command)
		put_bind(list, key, "run ", command);
	else
		import_config_left(list, line, _("the value cannot be imported"));
	return true;
}

static const struct import_pair feed_orders[] = {
	{"initial-asc", "file"},
	{"initial-desc", "-file"},
	{"unread-asc", "-unread"},
	{"unread-desc", "unread"},
	{"alphabet-asc", "title"},
	{"alphabet-desc", "-title"},
	{NULL, NULL},
};

static const struct import_pair item_orders[] = {
	{"time-asc", "date"},
	{"time-desc", "-date"},
	{"time-publication-asc", "date"},
	{"time-publication-desc", "-date"},
	{"time-download-asc", "seen"},
	{"time-download-desc", "-seen"},
	{"unread-desc", "unread"},
	{"unread-asc", "-unread"},
	{"alphabet-asc", "title"},
	{"alphabet-desc", "-title"},
	{NULL, NULL},
};

static void
take_order(struct import_list *list, const struct import_line *line)
{
	bool feeds = str_starts(line->words[0].text, "menu-feed");
	const char *order = line->len > 1 ? import_pair(feeds ? feed_orders : item_orders,
						    line->words[1].text)
					  : NULL;
	if (order)
		import_config_put(
			list, "%s = %s", feeds ? "sort-feeds" : "sort-items", order);
	else
		import_config_left(
			list, line, _("sort-feeds and sort-items have no such order"));
}

/* "bind KEY ACTION; ACTION": the semicolon sticks to the word before it. */
static void
take_bind(struct import_list *list, const struct import_line *line)
{
	struct buf chain = BUF_INIT(0);
	const char *key = line->len > 2 ? key_of(list, line->words[1].text) : NULL;
	const char *which = NULL;
	if (take_exec(list, line, key))
		return;
	for (size_t i = 2; i < line->len && !which; i++) {
		struct span word = span_of(line->words[i].text);
		if (word.n && word.p[word.n - 1] == ';')
			word.n--;
		const char *theirs = import_span(list, word);
		const char *ours = theirs ? import_pair(actions, theirs) : NULL;
		if (!theirs)
			continue;
		if (str_eq(theirs, "mark-read") && import_config_and_mark(&chain))
			continue;
		if (ours)
			buf_addf(&chain, "%s%s", chain.len ? " ; " : "", ours);
		else
			which = theirs;
	}
	if (!key || which || !chain.len)
		import_config_left(list, line,
			which ? arena_printf(&list->arena,
					_("no command does the same as %s"), which)
			      : _("there is no such key"));
	else
		put_bind(list, key, buf_str(&chain), "");
	buf_done(&chain);
}

static void
take_special(struct import_list *list, const struct import_line *line)
{
	const char *name = line->words[0].text;
	const char *element = import_pair(elements, name);
	const char *key = line->len > 1 ? key_of(list, line->words[1].text) : NULL;
	if (str_eq(name, "bind"))
		take_bind(list, line);
	else if (str_starts(name, "menu-"))
		take_order(list, line);
	else if (str_eq(name, "unbind") && key)
		import_config_put(list, "bind all %s none", key);
	else if (element)
		import_config_color(list, line, element, 1);
	else
		import_config_left(
			list, line, _("no element of the screen corresponds to it"));
}

/* The value is the rest of the line, without quotes around all of it and the backslashes
 * that such quotes need. */
static const char *
value_of(struct import_list *list, const struct import_line *line)
{
	size_t n = strlen(line->words[0].text);
	struct span value = span_trim((struct span){line->text.p + n, line->text.n - n});
	bool quoted = value.n > 1 && value.p[0] == '"' && value.p[value.n - 1] == '"';
	char *text = arena_strndup(&list->arena, value.p + quoted, value.n - 2 * quoted);
	char *to = text;
	for (const char *from = text; *from; from++) {
		from += quoted && from[0] == '\\' && from[1] == '"';
		*to++ = *from;
	}
	*to = '\0';
	return text;
}

static void
drop_word(struct import_line *line)
{
	size_t n = strlen(line->words[0].text);
	line->text = span_trim((struct span){line->text.p + n, line->text.n - n});
	line->words++;
	line->len--;
}

static void
take_line(struct import_list *list, const struct import_line *line)
{
	const struct import_option *row = import_option(options, line->words[0].text);
	if (!row || row->unit == IMPORT_NO_USE)
		import_config_left(list, line,
			row ? _(row->ours) : _("courant has nothing like it"));
	else if (row->unit == IMPORT_LATER)
		take_special(list, line);
	else if (str_eq(row->theirs, "user-agent") && !*value_of(list, line))
		import_config_left(list, line, _("the value cannot be imported"));
	else
		import_config_option(list, line, row, value_of(list, line));
}

void
import_newsraft_config_read(struct import_list *list, const char *path, struct span bytes)
{
	struct span rest = conf_lines(bytes.p, bytes.n);
	struct import_line line = {{NULL, 0}, NULL, 0, 0};
	if (!list->wants_config)
		return;
	import_config_put(list, _("# from %s"), path);
	while (conf_line(&rest, &line.text)) {
		struct conf_word *words = NULL;
		struct err err = {0};
		line.number++;
		line.len = 0; /* of a faulty line */
		if (conf_words(&list->arena, line.text, &words, &line.len, &err) != OK)
			import_config_left(list, &line, err.text);
		line.words = words;
		/* Old versions had "set" before the name. */
		if (line.len > 1 && str_eq(words[0].text, "set"))
			drop_word(&line);
		if (line.len)
			take_line(list, &line);
	}
}
