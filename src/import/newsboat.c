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
#include "import/list.h"
#include "query/query.h"

#define QUERY "query:"

static bool
is_boat(const char *s)
{
	return strstr(s, "newsboat") || strstr(s, "newsbeuter");
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

/* "flags OP VALUE" at s, which is behind the name. Returns where it ends; NULL: it can't
 * be said. */
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
			_("the saved search is taken over as it is, but can't be read: "
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
			  "in double quotes if it contains blanks"),
			word);
		return NULL;
	}
	const char *label =
		import_span(list, (struct span){name, (size_t)(colon - name)});
	const char *expression = expression_of(list, colon + 1, line);
	return import_add_query(
		list, label ? label : "", expression ? expression : "", line);
}

/* name=value as in our own feeds file. Others may not set options here. */
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

static void
take_line(struct import_list *list, struct span line, int number)
{
	struct arena arena = ARENA_INIT;
	struct conf_word *words;
	struct err err = {0};
	size_t n = 0;
	if (conf_words(&arena, line, &words, &n, &err) != OK)
		import_remark(list, number, "%s", err.text);
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
	if (str_eq(probe->name, "urls") && is_boat(probe->parent))
		return true;
	while (span_split(&rest, '\n', &line)) {
		line = span_trim(line);
		if (line.n > 7 && (strncmp(line.p, "query:", 6) == 0 ||
					  strncmp(line.p, "\"query:", 7) == 0 ||
					  strncmp(line.p, "\"exec:", 6) == 0 ||
					  strncmp(line.p, "\"filter:", 7) == 0))
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

/* ---- queue */

/* What is not taken over of it. */
struct import_counts {
	size_t missing, files;
};

bool
import_newsboat_queue_known(const struct import_probe *probe)
{
	return str_eq(probe->name, "queue") && is_boat(probe->parent);
}

/* What stands behind the address and the path in quotes: played, finished … */
static struct span
queue_state(struct span rest)
{
	size_t i = 0;
	while (i < rest.n && rest.p[i] != '"')
		i++;
	for (i++; i < rest.n && rest.p[i] != '"'; i++)
		i += rest.p[i] == '\\';
	return i < rest.n ? span_trim((struct span){rest.p + i + 1, rest.n - i - 1})
			  : (struct span){NULL, 0};
}

/* podboat knows addresses only, so its episodes are looked for among newsboat's items. */
static void
take_queued(struct import_list *list, const struct map *items, struct span line,
	struct import_counts *counts)
{
	struct span address;
	span_split(&line, ' ', &address);
	struct span state = line.p ? queue_state(line) : line;
	struct import_item *item = map_get(items, address.p, address.n);
	if (span_eq(state, "missing") || span_eq(state, "deleted"))
		return;
	counts->missing += item == NULL;
	counts->files += span_eq(state, "downloaded") || span_eq(state, "played");
	if (item && span_eq(state, "finished"))
		item->played = true;
	else if (item)
		item->queued = (int64_t)++list->queued;
}

void
import_newsboat_queue_read(struct import_list *list, const char *path, struct span bytes)
{
	struct map items = MAP_INIT;
	struct import_counts counts = {0, 0};
	struct span line;
	(void)path;
	for (size_t i = 0; i < list->items_len; i++) {
		const char *at = list->items[i].enclosure;
		if (at)
			*map_put(&items, at, strlen(at)) = &list->items[i];
	}
	while (span_split(&bytes, '\n', &line))
		if (span_trim(line).n && span_trim(line).p[0] != '#')
			take_queued(list, &items, span_trim(line), &counts);
	map_done(&items);
	if (counts.missing)
		import_remark(list, 0,
			P_("%zu episode of podboat's queue is not among newsboat's items",
				"%zu episodes of podboat's queue are not among "
				"newsboat's "
				"items",
				counts.missing),
			counts.missing);
	if (counts.files)
		import_remark(list, 0,
			P_("%zu file of podboat stays where it is, and is not known here",
				"%zu files of podboat stay where they are, and are not "
				"known here",
				counts.files),
			counts.files);
}
