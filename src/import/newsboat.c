#include "config.h"

#include "import/newsboat.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "base/map.h"
#include "conf/option.h"
#include "conf/words.h"
#include "import/format.h"
#include "import/import_list.h"
#include "query/query.h"

#define QUERY "query:"

bool
import_newsboat_is_home(const struct import_probe *probe)
{
	return strstr(probe->parent, "newsboat") || strstr(probe->parent, "newsbeuter") ||
	       import_is_beside(probe->path, "cache.db");
}

bool
import_newsboat_is_everywhere(const char *guid)
{
	return guid && (strlen(guid) > 5 || strspn(guid, "0123456789") < strlen(guid));
}

/* ---- Filters. */

/* One letter of a comparison with flags. */
static void
add_flag(struct buf *out, char letter, char star)
{
	if (letter == star)
		buf_adds(out, "starred = \"yes\"");
	else
		buf_addf(out, "tag # \"flag/%c\"", letter);
}

/* Any letter of a class or alternatives, or all letters of a word; "": any flag. */
static bool
add_letters(struct buf *out, struct span value, char star)
{
	bool any = memchr(value.p, '[', value.n) || memchr(value.p, '|', value.n);
	size_t n = 0;
	for (size_t i = 0; i < value.n; i++) {
		char c = value.p[i];
		if (!str_alpha((unsigned char)c) && !strchr("[]()|.*+^$", c))
			return false;
		if (!str_alpha((unsigned char)c))
			continue;
		buf_adds(out, n++ == 0 ? "" : any ? " or " : " and ");
		add_flag(out, c, star);
	}
	if (!n)
		buf_adds(out, "starred = \"yes\" or tag # \"flag\"");
	return true;
}

/* "flags OP VALUE" at s, which is after the name. Returns where it ends; NULL: it can't
 * be expressed. */
static const char *
add_flags(struct buf *out, const char *s, char star)
{
	s += strspn(s, " \t");
	size_t n = strcspn(s, " \t\"");
	const struct span op = {s, n};
	static const struct {
		const char *op;
		bool not ;
	} ops[] = {{"=~", false}, {"#", false}, {"=", false}, {"==", false}, {"!~", true},
		{"!#", true}, {"!=", true}};
	s += n + strspn(s + n, " \t");
	const char *end = *s == '"' ? strchr(s + 1, '"') : NULL;
	for (size_t i = 0; end && i < COUNT_OF(ops); i++) {
		if (!span_eq(op, ops[i].op))
			continue;
		bool none = end == s + 1 && op.n && op.p[op.n - 1] == '=';
		buf_adds(out, ops[i].not != none ? "-(" : "(");
		if (!add_letters(out, (struct span){s + 1, (size_t)(end - s - 1)}, star))
			return NULL;
		buf_addc(out, ')');
		return end + 1;
	}
	return NULL;
}

bool
import_newsboat_query(struct buf *out, const char *s, char star)
{
	static const char name[] = "flags";
	bool start = true;
	while (*s) {
		const char *end = *s == '"' ? s + 1 + strcspn(s + 1, "\"") : NULL;
		if (end) {
			end += *end == '"';
			buf_add(out, s, (size_t)(end - s));
			s = end;
		} else if (start && str_starts(s, name) &&
			   strchr(" \t=!#", s[sizeof name - 1])) {
			s = add_flags(out, s + sizeof name - 1, star);
			if (!s)
				return false;
		} else {
			buf_addc(out, *s++);
		}
		start = !s[0] || strchr(" \t(", s[-1]);
	}
	return true;
}

/* The expression, if it can be read here; otherwise as it is, with a remark. */
static const char *
expression_of(struct import_list *list, const char *expression, int line)
{
	struct buf out = BUF_INIT(0);
	struct query *query = NULL;
	struct err err = {0};
	if (!import_newsboat_query(&out, expression, list->star)) {
		buf_clear(&out);
		buf_adds(&out, expression);
	}
	const char *text = import_text(list, buf_str(&out));
	if (text && query_parse(text, QUERY_ACCENTS_COUNT, &query, &err) != OK)
		import_remark(list, line,
			_("the saved search is imported as it is, but cannot be read: "
			  "%s"),
			err.text);
	query_free(query);
	buf_done(&out);
	return text;
}

/* ---- urls */

static struct import_feed *
add_query(struct import_list *list, const char *word, int line)
{
	const char *name = word + sizeof QUERY - 1, *colon = strchr(name, ':');
	if (!colon) {
		import_remark(list, line,
			_("\"%s\" lacks an expression; write query:NAME:EXPRESSION, all "
			  "in double quotes if it contains spaces"),
			word);
		return NULL;
	}
	const char *label =
		import_span(list, (struct span){name, (size_t)(colon - name)});
	const char *expression = expression_of(list, colon + 1, line);
	return import_add_query(
		list, label ? label : "", expression ? expression : "", line);
}

/* Whether the word is name=value as in our own feeds file. Other files must not set
 * options. */
static bool
is_option(struct import_list *list, const struct conf_word *word, int line)
{
	const char *equals = word->quoted ? NULL : strchr(word->text, '=');
	const char *name =
		equals ? import_span(list,
				 (struct span){word->text, (size_t)(equals - word->text)})
		       : NULL;
	if (!name || !conf_option(name))
		return false;
	import_remark(list, line,
		_("%s is skipped: options are allowed only in your own feeds file"),
		name);
	return true;
}

static void
take_word(struct import_list *list, struct import_feed *feed,
	const struct conf_word *word, int line)
{
	if (word->text[0] == '~')
		import_set_title(list, feed, word->text + 1);
	else if (!is_option(list, word, line))
		import_add_tag(list, feed, span_of(word->text));
	feed->hidden |= word->text[0] == '!';
}

/* newsboat ends an open quote where the line ends. Returns how many words there are then;
 * 0: that does not help. */
static size_t
close_quote(struct arena *arena, struct span line, struct conf_word **words)
{
	size_t n = 0;
	if (memchr(line.p, '\0', line.n))
		return 0;
	const char *text = arena_printf(arena, "%.*s\"", (int)line.n, line.p);
	return conf_words(arena, span_of(text), words, &n, NULL) == OK ? n : 0;
}

static void
take_line(struct import_list *list, struct span line, int number)
{
	struct arena arena = ARENA_INIT;
	struct conf_word *words;
	struct err err = {0};
	size_t n = 0;
	if (conf_words(&arena, line, &words, &n, &err) != OK) {
		import_remark(list, number, "%s", err.text);
		n = close_quote(&arena, line, &words);
	}
	if (n) {
		struct import_feed *feed =
			str_starts(words[0].text, QUERY)
				? add_query(list, words[0].text, number)
				: import_add_feed(list, words[0].text, number);
		for (size_t i = 1; feed && i < n; i++)
			take_word(list, feed, &words[i], number);
	}
	arena_done(&arena);
}

void
import_newsboat_urls_read(struct import_list *list, const char *path, struct span bytes)
{
	struct span rest = conf_lines(bytes.p, bytes.n), line;
	(void)path;
	for (int number = 1; conf_line(&rest, &line); number++)
		take_line(list, line, number);
}

bool
import_newsboat_urls_known(const struct import_probe *probe)
{
	struct span rest = probe->head, line;
	if (str_eq(probe->name, "urls") &&
		(import_newsboat_is_home(probe) ||
			import_is_beside(probe->path, "queue")))
		return true;
	static const char *const starts[] = {"query:", "\"query:", "\"exec:", "\"filter:",
		"exec:", "filter:", "file:/"};
	size_t len =
		COUNT_OF(starts) - (probe->named ? 0 : 3); /* other files have these */
	while (span_split(&rest, '\n', &line)) {
		line = span_trim(line);
		for (size_t i = 0; i < len; i++)
			if (line.n > strlen(starts[i]) &&
				strncmp(line.p, starts[i], strlen(starts[i])) == 0)
				return true;
	}
	return false;
}

bool
import_lines_known(const struct import_probe *probe)
{
	struct span rest = conf_lines(probe->head.p, probe->head.n), line;
	while (conf_line(&rest, &line)) {
		if (!line.n || line.p[0] == '#')
			continue;
		const char *end = memchr(line.p, ' ', line.n);
		struct span word = {line.p, end ? (size_t)(end - line.p) : line.n};
		return word.n && !memchr(word.p, '<', word.n) &&
		       !memchr(word.p, '{', word.n) && memchr(word.p, '.', word.n) &&
		       !memchr(probe->head.p, '\0', probe->head.n);
	}
	return false;
}

/* ---- queue: ADDRESS "path" [downloaded|played|finished] */

/* Does the first line name a file? */
static bool
has_path(struct span head)
{
	struct span line;
	if (!span_split(&head, '\n', &line))
		return false;
	const char *space = memchr(line.p, ' ', line.n);
	return space && line.p + line.n - space > 2 && space[1] == '"' && space[2] == '/';
}

/* Without the rest of newsboat it says little, but its addresses are never those of
 * feeds. */
bool
import_newsboat_queue_known(const struct import_probe *probe)
{
	return str_eq(probe->name, "queue") &&
	       (import_newsboat_is_home(probe) || has_path(probe->head));
}

/* Whether the episode has been heard. */
static bool
is_finished(const struct conf_word *words, size_t n)
{
	return n > 2 &&
	       (str_eq(words[2].text, "played") || str_eq(words[2].text, "finished"));
}

/* Whether the episode has been downloaded. */
static bool
has_file(const struct conf_word *words, size_t n)
{
	return is_finished(words, n) || (n > 2 && str_eq(words[2].text, "downloaded"));
}

struct queued {
	uint32_t place;   /* 0: it was heard */
	const char *file; /* NULL: none */
};

/* All of them by their addresses; *heard: how many were heard. */
static void
read_queue(struct import_list *list, struct span bytes, struct map *out, size_t *heard)
{
	struct span rest = conf_lines(bytes.p, bytes.n), line;
	uint32_t place = 0;
	while (conf_line(&rest, &line)) {
		struct conf_word *words;
		size_t n = 0;
		if (conf_words(&list->arena, line, &words, &n, NULL) != OK || !n)
			continue;
		bool finished = is_finished(words, n);
		const struct queued queued = {.place = finished ? 0 : ++place,
			.file = has_file(words, n) ? words[1].text : NULL};
		*heard += finished;
		*map_put(out, words[0].text, strlen(words[0].text)) =
			arena_memdup(&list->arena, &queued, sizeof queued);
	}
}

static void
put_queued(struct import_item *item, const struct queued *queued)
{
	item->played |= !queued->place;
	item->place = item->played ? 0 : queued->place;
	item->file = queued->file;
}

/* What no list of items has may be an episode of a feed that is here already. */
void
import_newsboat_queue_read(struct import_list *list, const char *path, struct span bytes)
{
	struct map queue = MAP_INIT;
	size_t heard = 0;
	(void)path;
	read_queue(list, bytes, &queue, &heard);
	for (size_t i = 0; i < list->items_len; i++) {
		struct import_item *item = &list->items[i];
		const char *url = item->enclosure;
		const struct queued *queued =
			url ? map_get(&queue, url, strlen(url)) : NULL;
		if (!queued)
			continue;
		put_queued(item, queued);
		*map_put(&queue, url, strlen(url)) = NULL;
	}
	for (size_t i = 0; i < queue.count; i++) {
		if (!queue.entries[i].value)
			continue;
		struct import_item *item = import_add_item(list, NULL);
		item->enclosure = import_text(list, queue.entries[i].key);
		put_queued(item, queue.entries[i].value);
	}
	if (heard)
		import_remark(list, 0,
			P_("%zu episode that was heard is not put into the queue",
				"%zu episodes that were heard are not put into the queue",
				heard),
			heard);
	map_done(&queue);
}

/* ---- What newsboat -E writes: ids of items that were read, one a line */

/* An id that newsboat made of a link and a date: where the date begins. */
static size_t
link_of(struct span id)
{
	static const char *const days[] = {
		"Mon, ", "Tue, ", "Wed, ", "Thu, ", "Fri, ", "Sat, ", "Sun, "};
	size_t n = id.n > 31 ? id.n - 31 : 0;
	for (; n && n + 20 < id.n; n++)
		for (size_t d = 0; d < COUNT_OF(days); d++)
			if (strncmp(id.p + n, days[d], 5) == 0)
				return n;
	return id.n;
}

bool
import_newsboat_ids_known(const struct import_probe *probe)
{
	struct span rest = probe->head, line;
	bool addresses = true;
	if (str_ifind(probe->name, strlen(probe->name), "readinfo") ||
		str_ifind(probe->name, strlen(probe->name), "read-info"))
		return true;
	if (!probe->named || !str_eq(probe->only, "newsboat"))
		return false;
	while (span_split(&rest, '\n', &line))
		addresses &=
			!line.n || line.p[0] == '#' || strncmp(line.p, "http", 4) == 0;
	return !addresses || str_ifind(probe->name, strlen(probe->name), "read");
}

void
import_newsboat_ids_read(struct import_list *list, const char *path, struct span bytes)
{
	struct span line;
	size_t left = 0;
	(void)path;
	while (span_split(&bytes, '\n', &line)) {
		line = span_trim(line);
		const char *id = import_span(list, line);
		left += id && !import_newsboat_is_everywhere(id);
		if (!import_newsboat_is_everywhere(id))
			continue;
		struct import_item *item = import_add_item(list, NULL);
		bool address = strncmp(line.p, "http", 4) == 0;
		item->guid = id;
		if (address)
			item->link =
				import_span(list, (struct span){line.p, link_of(line)});
		item->marks = IMPORT_READ;
		item->elsewhere = true;
	}
	if (left)
		import_remark(list, 0,
			P_("%zu id is left out, since such a short number may be another "
			   "item's",
				"%zu ids are left out, since such short numbers may be "
				"other items'",
				left),
			left);
}
