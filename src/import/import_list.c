#include "config.h"

#include "import/import_list.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/url.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "conf/feeds.h"
#include "conf/option.h"
#include "conf/words.h"
#include "import/database.h"
#include "import/format.h"
#include "model/subscription.h"

#define REMARKS_MAX 10000

struct import_list *
import_list_new(void)
{
	struct import_list *list = mem_zalloc(sizeof *list);
	arena_init(&list->arena);
	map_init(&list->by_url);
	map_init(&list->by_key);
	map_init(&list->databases);
	list->star = 's';
	list->config = mem_zalloc(sizeof *list->config);
	return list;
}

void
import_list_free(struct import_list *list)
{
	if (!list)
		return;
	map_done(&list->by_url);
	map_done(&list->by_key);
	for (size_t i = 0; i < list->databases.count; i++)
		import_database_close(list->databases.entries[i].value);
	map_done(&list->databases);
	arena_done(&list->arena);
	buf_done(list->config);
	free(list->config);
	free(list->feeds);
	free(list->items);
	free(list->remarks);
	free(list->files);
	free(list);
}

const char *
import_text(struct import_list *list, const char *s)
{
	return str_empty(s) ? NULL : arena_strdup(&list->arena, s);
}

const char *
import_span(struct import_list *list, struct span s)
{
	return s.n ? arena_strndup(&list->arena, s.p, s.n) : NULL;
}

/* ---- Remarks. */

/* All items of a feed may have the same fault. */
static bool
has_remark(const struct import_list *list, int line, const char *text)
{
	for (size_t i = 0; i < list->remarks_len; i++)
		if (list->remarks[i].line == line &&
			str_eq(list->remarks[i].text, text) &&
			str_eq(list->remarks[i].file, list->file))
			return true;
	return false;
}

bool
import_remark(struct import_list *list, int line, const char *fmt, ...)
{
	char text[ERR_TEXT_MAX];
	va_list args;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	if (has_remark(list, line, text))
		return false;
	if (list->remarks_len < REMARKS_MAX)
		*VEC_PUSH(list->remarks, list->remarks_len, list->remarks_cap) =
			(struct import_remark){
				list->file, line, arena_strdup(&list->arena, text)};
	return true;
}

void
import_remark_local(struct import_list *list, int line, const char *word)
{
	struct buf quoted = BUF_INIT(0);
	conf_word_format(&quoted, word, true);
	list->local += import_remark(list, line,
		_("a command or a file of this computer is not imported; if you trust "
		  "it, add this line to your feeds file: %s"),
		buf_str(&quoted));
	buf_done(&quoted);
}

void
import_remark_shell(struct import_list *list, int line, struct span command)
{
	struct buf word = BUF_INIT(0);
	buf_adds(&word, "exec:sh -c '");
	for (size_t i = 0; i < command.n; i++)
		if (command.p[i] == '\'')
			buf_adds(&word, "'\\''");
		else
			buf_addc(&word, command.p[i]);
	buf_addc(&word, '\'');
	import_remark_local(list, line, buf_str(&word));
	buf_done(&word);
}

void
import_remark_paused(struct import_list *list, int line, const struct import_feed *feed)
{
	import_remark(list, line,
		_("%s was never updated automatically there, but is here; give it a long "
		  "min-interval if you do not want that"),
		feed->title ? feed->title : url_mask(&list->arena, feed->url));
}

/* The title as it is written between the quotes of a query: a colon would end it. */
static const char *
query_name(struct import_list *list, const char *title)
{
	struct buf out = BUF_INIT(0);
	for (const char *s = title ? title : "NAME"; *s; s++) {
		if (*s == '"' || *s == '\\')
			buf_addc(&out, '\\');
		buf_addc(&out, *s == ':' ? '-' : *s);
	}
	const char *name = import_text(list, buf_str(&out));
	buf_done(&out);
	return name;
}

void
import_remark_search(struct import_list *list, int line, const char *title)
{
	import_remark(list, line,
		_("the search folder \"%s\" is left out: write it as a saved "
		  "search, such as \"query:%s:title =~ \\\"…\\\"\""),
		title ? title : "", query_name(list, title));
}

void
import_remark_filter(struct import_list *list, int line, const char *name)
{
	import_remark(list, line, "\"%s\": %s", name,
		_("rules for titles are not imported; a rule statement of the config "
		  "file does the same"));
}

void
import_remark_account(struct import_list *list, int line, const char *protocol,
	const char *url, const char *user)
{
	struct buf words = BUF_INIT(0);
	conf_word_format(&words, url, false);
	if (!str_empty(user)) {
		buf_adds(&words, " --user ");
		conf_word_format(&words, user, false);
	}
	import_remark(list, line,
		_("an account of a feed server; courant account add NAME %s --protocol "
		  "%s asks for its password and brings its feeds"),
		buf_str(&words), protocol);
	buf_done(&words);
}

/* ---- Feeds. */

struct import_feed *
import_feed_at(const struct import_list *list, const char *url)
{
	struct arena arena = ARENA_INIT;
	enum source source;
	char *clean;
	struct import_feed *feed = NULL;
	if (!str_empty(url) &&
		conf_feeds_url(&arena, url, false, &source, &clean, NULL) == OK)
		feed = map_get(&list->by_url, clean, strlen(clean));
	arena_done(&arena);
	return feed;
}

struct import_feed *
import_feed_of(const struct import_list *list, const char *key)
{
	return str_empty(key) ? NULL : map_get(&list->by_key, key, strlen(key));
}

void
import_set_key(struct import_list *list, struct import_feed *feed, const char *key)
{
	if (str_empty(key))
		return;
	if (!feed->key)
		feed->key = import_text(list, key);
	*map_put(&list->by_key, key, strlen(key)) = feed;
}

static struct import_feed *
put_feed(struct import_list *list, const char *url)
{
	void **slot = map_put(&list->by_url, url, strlen(url));
	if (*slot)
		return *slot;
	struct import_feed *feed = arena_zalloc(&list->arena, sizeof *feed);
	feed->url = url;
	feed->unsubscribed = true;
	*VEC_PUSH(list->feeds, list->feeds_len, list->feeds_cap) = feed;
	return *slot = feed;
}

static struct import_feed *
add_feed(struct import_list *list, const char *url, bool unsubscribed, int line)
{
	enum source source;
	struct err err = {0};
	char *clean;
	if (list->full)
		return NULL;
	if (url[0] == '|') {
		import_remark_shell(list, line, span_of(url + 1));
		return NULL;
	}
	/* Programs for podcasts have schemes of their own, and Liferea plain paths. */
	if (str_istarts(url, "pcast://") || str_istarts(url, "itpc://"))
		url = arena_printf(&list->arena, "http%s", strchr(url, ':'));
	else if (url[0] == '/' && url[1] != '/')
		url = arena_printf(&list->arena, "file://%s", url);
	if (conf_feeds_url(&list->arena, url, false, &source, &clean, &err) != OK) {
		if (err.status == ERR_DENIED)
			import_remark_local(list, line, url);
		else
			import_remark(list, line, "%s", err.text);
		return NULL;
	}
	if (list->feeds_len == CONF_FEEDS_MAX) {
		import_remark(list, line,
			_("too many feeds; those after the first %d are left out"),
			CONF_FEEDS_MAX);
		list->full = true;
	}
	struct import_feed *feed = list->full ? NULL : put_feed(list, clean);
	if (feed)
		feed->unsubscribed &= unsubscribed;
	list->listed |= !unsubscribed;
	return feed;
}

struct import_feed *
import_add_feed(struct import_list *list, const char *url, int line)
{
	return add_feed(list, url, false, line);
}

struct import_feed *
import_add_unsubscribed(struct import_list *list, const char *url)
{
	struct import_feed *feed = import_feed_at(list, url);
	return feed ? feed : add_feed(list, url, true, 0);
}

struct import_feed *
import_add_query(
	struct import_list *list, const char *name, const char *expression, int line)
{
	char *url = arena_printf(&list->arena, "query:%s:%s", name, expression);
	for (char *s = url; *s; s++)
		if ((unsigned char)*s < 0x20)
			*s = ' ';
	if (str_empty(name) || str_empty(expression)) {
		import_remark(
			list, line, _("the saved search \"%s\" has no expression"), name);
		return NULL;
	}
	struct import_feed *feed = put_feed(list, url);
	feed->unsubscribed = false;
	return feed;
}

void
import_set_title(struct import_list *list, struct import_feed *feed, const char *title)
{
	if (!feed->title && !str_empty(title))
		feed->title = conf_feeds_title(&list->arena, span_of(title));
}

/* Adds a tag, unless it is there already. */
static void
add_tag(struct import_list *list, char ***tags, size_t *len, struct span word)
{
	char *tag = conf_feeds_tag(&list->arena, word);
	for (size_t i = 0; tag && i < *len; i++)
		if (str_eq((*tags)[i], tag))
			return;
	if (!tag)
		return;
	*tags = arena_push(&list->arena, *tags, *len, sizeof **tags);
	(*tags)[(*len)++] = tag;
}

void
import_add_tag(struct import_list *list, struct import_feed *feed, struct span word)
{
	add_tag(list, &feed->tags, &feed->tags_len, word);
}

void
import_set_option(struct import_list *list, struct import_feed *feed, const char *name,
	const char *value)
{
	struct err err = {0};
	for (size_t i = 0; i < feed->options_len; i++)
		if (str_eq(feed->options[i].name, name))
			return;
	const struct option *row = conf_option(name);
	if (!row || !(row->flags & OPTION_PER_FEED) ||
		conf_option_check(name, value, &err) != OK) {
		import_remark(list, 0, _("%s: %s=%s cannot be set for a feed: %s"),
			url_mask(&list->arena, feed->url), name, value, err.text);
		return;
	}
	feed->options = arena_push(
		&list->arena, feed->options, feed->options_len, sizeof *feed->options);
	feed->options[feed->options_len++] = (struct subscription_option){
		arena_strdup(&list->arena, name), arena_strdup(&list->arena, value)};
}

void
import_set_minutes(
	struct import_list *list, struct import_feed *feed, const char *name, int64_t n)
{
	if (n > 0)
		import_set_option(list, feed, name,
			arena_printf(&list->arena, "%lldm", (long long)n));
}

void
import_set_login(struct import_list *list, struct import_feed *feed, const char *name,
	const char *password)
{
	if (!str_empty(name))
		import_set_option(list, feed, "login",
			arena_printf(
				&list->arena, "%s:%s", name, password ? password : ""));
}

/* ---- Items. */

struct import_item *
import_add_item(struct import_list *list, struct import_feed *feed)
{
	struct import_item *item =
		VEC_PUSH(list->items, list->items_len, list->items_cap);
	*item = (struct import_item){
		.feed = feed, .date = TIME_NONE, .updated = TIME_NONE, .seen = TIME_NONE};
	if (feed)
		feed->items++;
	return item;
}

void
import_item_tag(struct import_list *list, struct import_item *item, struct span word)
{
	add_tag(list, &item->tags, &item->tags_len, word);
}

void
import_item_text(
	struct import_list *list, struct import_item *item, const char *text, bool html)
{
	if (str_empty(text))
		return;
	item->text.text = arena_strdup(&list->arena, text);
	item->text.type = html ? TEXT_HTML : TEXT_PLAIN;
}

bool
import_read_beside(struct import_list *list, const char *name, struct buf *out)
{
	char *path = file_beside(list->file, name);
	out->max = IMPORT_FILE_MAX;
	bool read = file_read(path, out, NULL) == OK;
	free(path);
	return read;
}

bool
import_is_beside(const char *path, const char *name)
{
	char *other = file_beside(path, name);
	bool there = access(other, R_OK) == 0;
	free(other);
	return there;
}

struct import_database *
import_list_database(struct import_list *list, const char *path, struct err *err)
{
	struct import_database *db = map_get(&list->databases, path, strlen(path));
	if (!db && import_database_open(path, &db, err) == OK)
		*map_put(&list->databases, path, strlen(path)) = db;
	return db;
}

struct subscription
import_feed_line(const struct import_feed *feed)
{
	struct subscription sub = {
		.source = subscription_source(feed->url),
		.url = (char *)(uintptr_t)feed->url,
		.title = (char *)(uintptr_t)feed->title,
		.tags = feed->tags,
		.tags_len = feed->tags_len,
		.hidden = feed->hidden,
		.options = feed->options,
		.options_len = feed->options_len,
	};
	return sub;
}
