#include "config.h"

#include "import/newsboat_config.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/map.h"
#include "conf/words.h"
#include "import/format.h"
#include "import/import_api.h"
#include "import/import_list.h"
#include "import/newsboat.h"
#include "import/newsboat_account.h"
#include "import/newsboat_display.h"
#include "import/newsboat_keys.h"
#include "import/newsboat_names.h"
#include "import/options.h"
#include "query/query.h"

#define INCLUDES_MAX 8
#define NOT_TAKEN N_("the value cannot be imported")
#define CACHE_RANK 4 /* of its row in formats.c */

struct reader {
	struct import_list *list;
	const char *file; /* whose lines are read */
	struct map seen;  /* files that were read, by their paths */
	int depth;
	bool use_proxy, hides_read, beeps, tells, queues, deletes;
	const char *proxy, *proxy_type, *proxy_auth;
	const char *dates;              /* datetime-format */
	bool drops_ignored;             /* ignore-mode download */
	struct import_line path, names; /* of podboat's files */
	struct import_newsboat_account account;
};

/* Names that newsboat 2.10 to 2.44 and newsbeuter take. Those with a star come after the
 * names that they would also match. */
static const struct import_option options[] = {
	{"auto-reload", "auto-refresh", IMPORT_AS_IT_IS},
	{"reload-time", "max-interval", IMPORT_MINUTES},
	{"reload-threads", "fetch-window", IMPORT_AS_IT_IS},
	{"download-timeout", "timeout", IMPORT_SECONDS},
	{"user-agent", "user-agent", IMPORT_AS_IT_IS},
	{"browser", "browser", IMPORT_BROWSER},
	{"text-width", "text-width", IMPORT_AS_IT_IS},
	{"datetime-format", "date-format", IMPORT_AS_IT_IS},
	{"max-items", "keep-items", IMPORT_AS_IT_IS},
	{"keep-articles-days", "keep-days", IMPORT_AS_IT_IS},
	{"use-proxy", NULL, IMPORT_LATER},
	{"proxy", NULL, IMPORT_LATER},
	{"proxy-type", NULL, IMPORT_LATER},
	{"proxy-auth", NULL, IMPORT_LATER},
	{"show-read-feeds", NULL, IMPORT_LATER},
	{"show-read-articles", NULL, IMPORT_LATER},
	{"ignore-mode", NULL, IMPORT_LATER},
	{"include", NULL, IMPORT_LATER},
	{"bind-key", NULL, IMPORT_LATER},
	{"bind", NULL, IMPORT_LATER},
	{"unbind-key", NULL, IMPORT_LATER},
	{"macro", NULL, IMPORT_LATER},
	{"color", NULL, IMPORT_LATER},
	{"define-filter", NULL, IMPORT_LATER},
	{"ignore-article", NULL, IMPORT_LATER},
	{"ssl-verify*", N_("certificates are always verified here"), IMPORT_NO_USE},
	{"http-auth-method", N_("the method is the one that the server asks for"),
		IMPORT_NO_USE},
	{"*-flag-star", N_("this letter is taken for a star when items are imported"),
		IMPORT_NO_USE},
	{"urls-source", N_("courant has no accounts of this service"), IMPORT_NO_USE},
	{"*-login", N_("courant has no accounts of this service"), IMPORT_NO_USE},
	{"*-password*", N_("courant has no accounts of this service"), IMPORT_NO_USE},
	{"*-url", N_("courant has no accounts of this service"), IMPORT_NO_USE},
	{"highlight*", NULL, IMPORT_LATER},
	{"confirm-*", N_("there is no confirmation; undo reverts everything"),
		IMPORT_NO_USE},
	{"mark-as-read-on-hover",
		N_("preview-read does it where the article is shown beside"),
		IMPORT_NO_USE},
	{"cache-file", N_("the store is in one place, which -C changes"), IMPORT_NO_USE},
	{"cookie-cache", N_("cookies are not kept"), IMPORT_NO_USE},
	{"cleanup-on-quit", N_("courant gc deletes what is no longer wanted"),
		IMPORT_NO_USE},
	{"reset-unread-on-update",
		N_("on-change = unread does it, also for a single feed"), IMPORT_NO_USE},
	{"always-download", N_("every item is kept, whatever hides it"), IMPORT_NO_USE},
	{"notify-beep", NULL, IMPORT_LATER},
	{"notify-xterm", NULL, IMPORT_LATER},
	{"notify-program", N_("notify-command does it, and reads the items as JSON"),
		IMPORT_NO_USE},
	{"notify-*", N_("notices have a form of their own"), IMPORT_NO_USE},
	{"max-download-speed", "download-speed", IMPORT_KILOBYTES},
	{"wrap-scroll", "wrap", IMPORT_AS_IT_IS},
	{"download-full-page", "full-text", IMPORT_YES_IS_OPEN},
	{"download-retries", N_("the schedule repeats what has failed"), IMPORT_NO_USE},
	{"download-path", "media-dir", IMPORT_DIRECTORY},
	{"max-downloads", "downloads", IMPORT_AS_IT_IS},
	{"podcast-auto-enqueue", NULL, IMPORT_LATER},
	{"podcast-*", N_("the options for episodes do it in their own way"),
		IMPORT_NO_USE},
	{"download-*", N_("the options for episodes do it in their own way"),
		IMPORT_NO_USE},
	{"player", "player", IMPORT_PLAYER},
	{"delete-played-files", NULL, IMPORT_LATER},
	{"delete-*", N_("courant gc deletes what is no longer wanted"), IMPORT_NO_USE},
	{"*-format", N_("courant has nothing like it"), IMPORT_NO_USE},
	{"bookmark-*", N_("bookmarks are made without asking for details"),
		IMPORT_NO_USE},
	{"external-url-viewer", N_("the command links shows them"), IMPORT_NO_USE},
	{"html-renderer", N_("articles are rendered here"), IMPORT_NO_USE},
	{"pager", N_("articles are shown here"), IMPORT_NO_USE},
	{"history-limit", N_("courant has nothing like it"), IMPORT_NO_USE},
	{"refresh-on-startup", N_("what is due is fetched at the start"), IMPORT_NO_USE},
	{"suppress-first-reload", N_("what is due is fetched at the start"),
		IMPORT_NO_USE},
	{"goto-*", N_("courant has nothing like it"), IMPORT_NO_USE},
	{"scrolloff", "scroll-margin", IMPORT_AS_IT_IS},
	{"swap-title-and-hints", "bars", IMPORT_YES_IS_TOP},
	{"show-keymap-hint", "hints", IMPORT_AS_IT_IS},
	{"save-path", "save-dir", IMPORT_AS_IT_IS},
	{.theirs = NULL},
};

bool
import_newsboat_config_known(const struct import_probe *probe)
{
	bool config = str_eq(probe->name, "config");
	if (config && import_newsboat_is_home(probe))
		return true;
	return probe->named && import_config_like(probe->head, options);
}

static bool
is_yes(const char *value)
{
	return str_eq(value, "yes") || str_eq(value, "true");
}

const char *
import_newsboat_config_set(struct import_list *list, const char *name, const char *value)
{
	const struct import_option *row = import_option(options, name);
	if (row && str_starts(name, "show-read-"))
		return arena_printf(
			&list->arena, "show-read %s", is_yes(value) ? "yes" : "no");
	const char *ours = row && row->unit < IMPORT_NO_USE
				   ? import_config_value(list, row, value)
				   : NULL;
	struct buf word = BUF_INIT(0);
	if (ours)
		conf_word_format(&word, ours, true);
	const char *text =
		ours ? arena_printf(&list->arena, "%s %s", row->ours, buf_str(&word))
		     : NULL;
	buf_done(&word);
	return text;
}

/* ---- Colours, filters */

static const struct import_pair elements[] = {
	{"background", "normal"},
	{"article", "normal"},
	{"listnormal", "read"},
	{"listnormal_unread", "unread"},
	{"listfocus", "selected"},
	{"info", "status"},
	{"title", "title"},
	{"hint-key", "key"},
	{"hint-description", "hint"},
	{NULL, NULL},
};

static void
take_color(struct reader *r, const struct import_line *line)
{
	const char *element =
		line->len > 3 ? import_pair(elements, line->words[1].text) : NULL;
	if (!element) {
		bool twice =
			line->len > 1 && str_eq(line->words[1].text, "listfocus_unread");
		import_config_left(r->list, line,
			twice ? _("the selected row has one colour")
			      : _("no element of the screen corresponds to it"));
		return;
	}
	import_config_color(r->list, line, element, 2);
	if (str_eq(line->words[1].text, "info"))
		import_config_color(r->list, line, "title", 2);
}

static void
take_search_colors(struct reader *r, const struct import_line *line)
{
	import_config_color(r->list, line, "mark", 1);
}

/* A filter by name is a saved search, a line of the feeds file. */
static void
take_filter(struct reader *r, const struct import_line *line)
{
	struct buf query = BUF_INIT(0), feed = BUF_INIT(0), word = BUF_INIT(0);
	if (line->len < 3) {
		import_config_left(r->list, line, _(NOT_TAKEN));
		return;
	}
	if (!import_newsboat_query(&query, line->words[2].text, r->list->star)) {
		buf_clear(&query);
		buf_adds(&query, line->words[2].text);
	}
	buf_addf(&feed, "query:%s:%s", line->words[1].text, buf_str(&query));
	conf_word_format(&word, buf_str(&feed), true);
	import_config_left(r->list, line,
		arena_printf(&r->list->arena,
			_("a saved search does it: add this line to the feeds file: %s"),
			buf_str(&word)));
	buf_done(&query);
	buf_done(&feed);
	buf_done(&word);
}

static bool
is_regex(const char *pattern, char fault[200])
{
	regex_t regex;
	int code = regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB);
	if (code == 0)
		regfree(&regex);
	else
		regerror(code, NULL, fault, 200);
	return code == 0;
}

/* highlight VIEW REGEX FOREGROUND BACKGROUND …: the colours are those of an element. */
static void
take_highlight(struct reader *r, const struct import_line *line)
{
	struct buf pattern = BUF_INIT(0), word = BUF_INIT(0);
	char fault[200];
	if (line->len < 3) {
		import_config_left(r->list, line, _(NOT_TAKEN));
		return;
	}
	if (!is_regex(line->words[2].text, fault)) {
		import_config_left(r->list, line, fault);
		return;
	}
	buf_addf(&pattern, "/%s/", line->words[2].text);
	conf_word_format(&word, buf_str(&pattern), true);
	import_config_put(r->list, "highlight-text %s pick", buf_str(&word));
	buf_done(&pattern);
	buf_done(&word);
}

/* highlight-article FILTER FOREGROUND BACKGROUND … */
static void
take_highlight_article(struct reader *r, const struct import_line *line)
{
	struct buf query = BUF_INIT(0), word = BUF_INIT(0);
	struct query *parsed = NULL;
	if (line->len > 1 &&
		import_newsboat_query(&query, line->words[1].text, r->list->star) &&
		query_parse(buf_str(&query), QUERY_ACCENTS_COUNT, &parsed, NULL) == OK) {
		conf_word_format(&word, buf_str(&query), true);
		import_config_put(r->list, "highlight %s star", buf_str(&word));
	} else {
		import_config_left(r->list, line, _("such a query cannot be translated"));
	}
	query_free(parsed);
	buf_done(&query);
	buf_done(&word);
}

static void
take_highlight_feed(struct reader *r, const struct import_line *line)
{
	import_config_left(r->list, line,
		_("the list of feeds has the colours of its state; feeds-format can "
		  "change them"));
}

/* ignore-article FEED FILTER */
static void
take_ignore(struct reader *r, const struct import_line *line)
{
	struct buf query = BUF_INIT(0), word = BUF_INIT(0);
	struct query *parsed = NULL;
	struct err err = {0};
	if (line->len < 3) {
		import_config_left(r->list, line, _(NOT_TAKEN));
		return;
	}
	const char *feed = line->words[1].text;
	struct arena *arena = &r->list->arena;
	if (str_starts(feed, "regex:"))
		buf_addf(&query, "%s and ", query_compare(arena, "rssurl =~ ", feed + 6));
	else if (!str_eq(feed, "*"))
		buf_addf(&query, "%s and ", query_compare(arena, "rssurl = ", feed));
	buf_addc(&query, '(');
	if (!import_newsboat_query(&query, line->words[2].text, r->list->star))
		buf_adds(&query, line->words[2].text);
	buf_addc(&query, ')');
	conf_word_format(&word, buf_str(&query), true);
	if (query_parse(buf_str(&query), QUERY_ACCENTS_COUNT, &parsed, &err) == OK)
		import_config_put(r->list, "rule %s %s", buf_str(&word),
			r->drops_ignored ? "drop" : "hide");
	else
		import_config_left(r->list, line, err.text);
	query_free(parsed);
	buf_done(&query);
	buf_done(&word);
}

/* ---- What several lines make */

static void
take_later(struct reader *r, const struct import_line *line)
{
	const char *name = line->words[0].text;
	const char *value = line->len > 1 ? line->words[1].text : "";
	if (str_eq(name, "use-proxy"))
		r->use_proxy = is_yes(value);
	else if (str_eq(name, "proxy"))
		r->proxy = import_text(r->list, value);
	else if (str_eq(name, "proxy-type"))
		r->proxy_type = import_text(r->list, value);
	else if (str_eq(name, "proxy-auth"))
		r->proxy_auth = import_text(r->list, value);
	else if (str_eq(name, "ignore-mode"))
		r->drops_ignored = str_eq(value, "download");
	else if (str_eq(name, "notify-beep"))
		r->beeps = is_yes(value);
	else if (str_eq(name, "notify-xterm"))
		r->tells = is_yes(value);
	else if (str_eq(name, "podcast-auto-enqueue"))
		r->queues = is_yes(value);
	else if (str_eq(name, "delete-played-files"))
		r->deletes = is_yes(value);
	else
		r->hides_read |= str_eq(value, "no") || str_eq(value, "false");
}

/* USER:PASSWORD for an address: what would end it there is written as %XX. */
static const char *
without_at(struct import_list *list, const char *login)
{
	struct buf out = BUF_INIT(0);
	for (; *login; login++)
		if (strchr("@/?#%[]", *login))
			buf_addf(&out, "%%%02X", (unsigned char)*login);
		else
			buf_addc(&out, *login);
	const char *text = import_text(list, buf_str(&out));
	buf_done(&out);
	return text ? text : "";
}

static void
put_rest(struct reader *r)
{
	if (r->proxy && r->use_proxy)
		import_config_put(r->list, "proxy = %s://%s%s%s",
			r->proxy_type ? r->proxy_type : "http",
			r->proxy_auth ? without_at(r->list, r->proxy_auth) : "",
			r->proxy_auth ? "@" : "", r->proxy);
	else if (r->proxy)
		import_config_put(r->list, "# %s",
			_("a proxy was set, but not in use: use-proxy no"));
	if (r->hides_read)
		import_config_put(r->list, "show-read = no");
	if (r->beeps || r->tells)
		import_config_put(r->list, "notify = all\nnotify-by = %s",
			r->tells ? "auto" : "bell");
	import_newsboat_names(r->list, &r->path, &r->names);
	if (r->queues)
		import_config_put(r->list, "# %s\nauto-queue = last",
			_("new episodes are downloaded only if auto-download says so"));
	if (r->deletes)
		import_config_put(r->list, "keep-played = 0");
}

static void read_lines(struct reader *r, struct span bytes);

/* The next line, with those that a backslash at the end joins to it; *number is that of
 * the last of them. */
static bool
next_line(struct import_list *list, struct span *rest, struct span *line, int *number)
{
	struct buf joined = BUF_INIT(0);
	bool more = conf_line(rest, line), again;
	if (!more)
		return false;
	do {
		again = more && line->n && line->p[line->n - 1] == '\\';
		buf_add(&joined, line->p, line->n - again);
		++*number;
		more = again && conf_line(rest, line);
	} while (more);
	*line = span_trim(
		span_of(arena_strndup(&list->arena, buf_str(&joined), joined.len)));
	buf_done(&joined);
	return true;
}

/* A name without a directory is looked for beside the file that includes it. A file that
 * was read already has nothing to add: *path is NULL then. */
static bool
read_include(struct reader *r, const char *name, struct buf *out, const char **path)
{
	char *home = file_expand_home(name);
	const char *slash = strrchr(r->file, '/');
	const char *full = home[0] == '/' || !slash
				   ? home
				   : arena_printf(&r->list->arena, "%.*s/%s",
					     (int)(slash - r->file), r->file, home);
	char *real = realpath(full, NULL);
	bool seen = real && map_get(&r->seen, real, strlen(real));
	bool read = seen || (real && file_read(real, out, NULL) == OK);
	*path = read && !seen ? import_text(r->list, real) : NULL;
	if (*path)
		*map_put(&r->seen, real, strlen(real)) = r;
	free(real);
	free(home);
	return read;
}

/* Reads a file that another includes, by lines or for what is needed before them. */
static bool
follow_include(struct reader *r, const char *name,
	void (*lines)(struct reader *r, struct span bytes))
{
	struct buf bytes = BUF_INIT(IMPORT_FILE_MAX);
	const char *path, *file = r->file;
	bool read = r->depth < INCLUDES_MAX && read_include(r, name, &bytes, &path);
	if (read && path) {
		r->file = path;
		r->depth++;
		lines(r, (struct span){buf_str(&bytes), bytes.len});
		r->depth--;
		r->file = file;
	}
	buf_done(&bytes);
	return read;
}

static void
take_include(struct reader *r, const struct import_line *line)
{
	if (line->len < 2 || !follow_include(r, line->words[1].text, read_lines))
		import_config_left(r->list, line, _("the file cannot be read"));
}

static void
take_player(struct reader *r, const struct import_line *line)
{
	const struct import_option *row = import_option(options, "player");
	const char *command = line->len > 1 ? line->words[1].text : "";
	if (import_config_value(r->list, row, command))
		import_config_option(r->list, line, row, command);
	else
		import_config_left(r->list, line,
			_("mpv plays episodes; player-options has more options for it"));
}

static void
take_path(struct reader *r, const struct import_line *line)
{
	r->path = *line;
	import_config_option(r->list, line, import_option(options, "download-path"),
		line->len > 1 ? line->words[1].text : "");
}

static void
take_names(struct reader *r, const struct import_line *line)
{
	r->names = *line;
}

static const struct {
	const char *name;
	void (*take)(struct reader *r, const struct import_line *line);
} statements[] = {
	{"include", take_include},
	{"color", take_color},
	{"search-highlight-colors", take_search_colors},
	{"define-filter", take_filter},
	{"ignore-article", take_ignore},
	{"highlight", take_highlight},
	{"highlight-article", take_highlight_article},
	{"highlight-feed", take_highlight_feed},
	{"player", take_player},
	{"download-path", take_path},
	{"download-filename-format", take_names},
};

static void
take_line(struct reader *r, const struct import_line *line)
{
	const char *name = line->words[0].text;
	const struct import_option *row = import_option(options, name);
	for (size_t i = 0; i < COUNT_OF(statements); i++)
		if (str_eq(statements[i].name, name)) {
			statements[i].take(r, line);
			return;
		}
	if (import_newsboat_keys_take(r->list, line) ||
		import_newsboat_display_take(r->list, line, r->dates) ||
		import_newsboat_account_take(&r->account, r->list, line))
		return;
	if (!row || row->unit == IMPORT_NO_USE)
		import_config_left(r->list, line,
			row ? _(row->ours) : _("courant has nothing like it"));
	else if (row->unit == IMPORT_LATER)
		take_later(r, line);
	else
		import_config_option(
			r->list, line, row, line->len > 1 ? line->words[1].text : "");
}

static void
read_lines(struct reader *r, struct span bytes)
{
	struct span rest = conf_lines(bytes.p, bytes.n);
	struct import_line line = {{NULL, 0}, NULL, 0, 0};
	while (next_line(r->list, &rest, &line.text, &line.number)) {
		struct conf_word *words = NULL;
		struct err err = {0};
		line.len = 0; /* of a faulty line */
		if (conf_words(&r->list->arena, line.text, &words, &line.len, &err) != OK)
			import_config_left(r->list, &line, err.text);
		line.words = words;
		if (line.len)
			take_line(r, &line);
	}
}

/* inoreader-flag-star, …: the letter that means a star. */
static bool
is_star_option(const char *name)
{
	return str_ends(name, "-flag-star");
}

/* What is needed before the lines are read, and even if the config is not imported: the
 * letter that means a star, where the cache is, the form of dates. */
static void
look_ahead(struct reader *r, struct span bytes)
{
	struct import_list *list = r->list;
	struct span rest = conf_lines(bytes.p, bytes.n), line;
	int number = 0;
	while (next_line(list, &rest, &line, &number)) {
		struct conf_word *words;
		size_t n = 0;
		if (conf_words(&list->arena, line, &words, &n, NULL) != OK || n < 2)
			continue;
		const char *name = words[0].text, *value = words[1].text;
		const struct import_line all = {line, words, n, number};
		if (!list->wants_config)
			(void)import_newsboat_account_take(&r->account, list, &all);
		if (is_star_option(name) && str_alpha((unsigned char)value[0]))
			list->star = value[0];
		else if (str_eq(name, "cache-file"))
			import_follow(list, "newsboat", CACHE_RANK, value);
		else if (str_eq(name, "include"))
			follow_include(r, value, look_ahead);
		else if (str_eq(name, "datetime-format") && *value)
			r->dates = value;
	}
}

/* The user's own file has been read, too, when another includes it. */
static void
start(struct reader *r, const char *path)
{
	char *real = realpath(path, NULL);
	map_done(&r->seen);
	r->seen = (struct map)MAP_INIT;
	r->file = path;
	if (real)
		*map_put(&r->seen, real, strlen(real)) = r;
	free(real);
}

void
import_newsboat_config_read(struct import_list *list, const char *path, struct span bytes)
{
	struct reader r = {.list = list, .dates = "%b %d", .seen = MAP_INIT};
	start(&r, path);
	look_ahead(&r, bytes);
	if (list->wants_config) {
		start(&r, path);
		import_config_put(list, _("# from %s"), path);
		import_config_put(list, "keys = newsboat");
		read_lines(&r, bytes);
		put_rest(&r);
		import_newsboat_account_put(&r.account, list);
	} else {
		import_newsboat_account_remark(&r.account, list);
	}
	map_done(&r.seen);
}
