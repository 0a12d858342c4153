#include "config.h"

#include "import/sfeed.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/time.h"
#include "import/format.h"
#include "import/import_list.h"

#define FIELDS 9
#define ITEMS_RANK 2 /* of their row in formats.c */
#define URLS_RANK 3

/* ---- sfeedrc */

bool
import_sfeed_rc_known(const struct import_probe *probe)
{
	return str_starts(probe->name, "sfeedrc") ||
	       (str_ifind(probe->head.p, probe->head.n, "feeds()") &&
		       str_ifind(probe->head.p, probe->head.n, "\tfeed "));
}

/* A file's name for a feed: sfeed replaces slashes. */
static char *
file_name(struct import_list *list, const char *name)
{
	char *key = arena_strdup(&list->arena, name);
	for (char *s = key; *s; s++)
		if (*s == '/')
			*s = '_';
	return key;
}

/* Whether a shell would put something else in its place, which it does not between single
 * quotes. */
static bool
is_worked_out(const char *line)
{
	bool single = false, twice = false;
	for (const char *s = line; *s; s++) {
		if (*s == '\'' && !twice)
			single = !single;
		else if (*s == '"' && !single)
			twice = !twice;
		else if (*s == '\\' && !single && s[1])
			s++;
		else if (!single && strchr("$`", *s))
			return true;
	}
	return false;
}

/* Between double quotes a shell also removes the backslash before these. */
static void
unescape_signs(char *line)
{
	bool single = false, twice = false;
	char *to = line;
	for (const char *s = line; *s; s++) {
		single ^= *s == '\'' && !twice;
		twice ^= *s == '"' && !single;
		if (*s == '\\' && !single && s[1]) {
			if (!twice || !strchr("$`", s[1]))
				*to++ = *s;
			s++;
		}
		*to++ = *s;
	}
	*to = '\0';
}

/* A feed of a loop or of a condition. */
static bool
is_conditional(struct span line)
{
	static const char *const starts[] = {"do feed ", "then feed ", "else feed "};
	for (size_t i = 0; i < COUNT_OF(starts); i++)
		if (line.n > strlen(starts[i]) &&
			strncmp(line.p, starts[i], strlen(starts[i])) == 0)
			return true;
	return str_ifind(line.p, line.n, "&& feed ") != NULL;
}

static void
take_feed(struct import_list *list, char *line, int number)
{
	char **words = NULL;
	size_t n = 0;
	bool known = strncmp(line, "feed", 4) == 0 && !is_worked_out(line);
	unescape_signs(line);
	if (!known || str_words(line, &words, &n) != OK || n < 3) {
		import_remark(list, number,
			_("the feed of this line is left out, as only a shell can read "
			  "it; run sfeed_opml_export and import what it prints"));
		free(words);
		return;
	}
	struct import_feed *feed = import_add_feed(list, words[2], number);
	if (feed) {
		import_set_title(list, feed, words[1]);
		feed->site = n > 3 ? import_text(list, words[3]) : NULL;
		import_set_key(list, feed, file_name(list, words[1]));
	}
	free(words);
}

/* Where the items are, if not at the usual place: "$HOME/…", "~/…" or all of it. */
static void
take_path(struct import_list *list, struct span value)
{
	const char *quotes = "\"'";
	if (value.n > 1 && strchr(quotes, value.p[0]))
		value = (struct span){value.p + 1, value.n - 2};
	const char *text = import_span(list, value);
	if (text && str_starts(text, "$HOME/"))
		text = arena_printf(&list->arena, "~%s", text + 5);
	if (text && !strchr(text, '$'))
		import_follow(list, "sfeed", ITEMS_RANK, text);
}

/* A command without the line ends that a backslash takes out of it. */
static struct span
joined(struct import_list *list, const char *s, const char *end)
{
	char *out = arena_alloc(&list->arena, (size_t)(end - s) + 1);
	size_t n = 0;
	for (; s < end; s++) {
		size_t left = (size_t)(end - s);
		if (*s == '\\' && left > 2 && s[1] == '\r' && s[2] == '\n')
			s += 2;
		else if (*s == '\\' && left > 1 && s[1] == '\n')
			s++;
		else
			out[n++] = *s;
	}
	return span_trim((struct span){out, n});
}

/* Takes one command of the shell script. */
static void
take_command(struct import_list *list, struct span line, int number)
{
	const char *body =
		strncmp(line.p, "feeds", 5) == 0 ? memchr(line.p, '{', line.n) : NULL;
	if (body)
		line = span_trim(
			(struct span){body + 1, (size_t)(line.p + line.n - body - 1)});
	if (line.n > 10 && strncmp(line.p, "sfeedpath=", 10) == 0) {
		take_path(list, (struct span){line.p + 10, line.n - 10});
	} else if (is_conditional(line) ||
		   (line.n > 5 && strncmp(line.p, "feed", 4) == 0 &&
			   str_space((unsigned char)line.p[4]))) {
		char *copy = mem_strndup(line.p, line.n);
		take_feed(list, copy, number);
		free(copy);
	} else if (line.n > 3 && line.p[line.n - 1] == '{' &&
		   memchr(line.p, '(', line.n) && strncmp(line.p, "feeds", 5) != 0) {
		import_remark(list, number,
			_("the function %.*s is not imported: it is a command"),
			(int)((const char *)memchr(line.p, '(', line.n) - line.p),
			line.p);
	}
}

/* Where the command at s ends: a semicolon or a line end that is not in quotes, and not
 * after a backslash; or a comment. *lines counts the line ends in it. */
static const char *
command_end(const char *s, const char *end, int *lines)
{
	char quote = '\0', before = '\0';
	for (; s < end; before = *s++) {
		bool escaped = *s == '\\' && quote != '\'' && s + 1 < end;
		if (escaped)
			s += s[1] == '\r' && s + 2 < end ? 2 : 1;
		*lines += *s == '\n';
		if (escaped)
			continue;
		if (quote ? *s == quote : *s == '"' || *s == '\'')
			quote = quote ? '\0' : *s;
		else if (!quote &&
			 (*s == ';' || *s == '\n' ||
				 (*s == '#' && str_space((unsigned char)before))))
			break;
	}
	return s;
}

static const char *
comment_end(const char *s, const char *end)
{
	const char *line = memchr(s, '\n', (size_t)(end - s));
	return line ? line : end;
}

/* Blanks, and what the shell takes out: a backslash before a line end. */
static bool
is_blank(const char *s, const char *end)
{
	return str_space((unsigned char)*s) || *s == ';' ||
	       (*s == '\\' && s + 1 < end && (s[1] == '\n' || s[1] == '\r'));
}

void
import_sfeed_rc_read(struct import_list *list, const char *path, struct span bytes)
{
	const char *s = bytes.p, *end = bytes.p + bytes.n;
	int number = 1;
	(void)path;
	while (s < end) {
		if (is_blank(s, end)) {
			number += *s++ == '\n';
			continue;
		}
		int at = number;
		const char *stop =
			*s == '#' ? comment_end(s, end) : command_end(s, end, &number);
		if (stop < end && *stop == '\n' && *s != '#')
			number--; /* the line end is counted as a blank */
		if (*s != '#')
			take_command(list, joined(list, s, stop), at);
		s = stop;
	}
	const char *read = getenv("SFEED_URL_FILE");
	if (!str_empty(read))
		import_follow(list, "sfeed", URLS_RANK, read);
}

/* ---- Items */

static size_t
split_line(struct span line, struct span fields[FIELDS])
{
	size_t n = 0;
	while (n < FIELDS && span_split(&line, '\t', &fields[n]))
		n++;
	return line.p ? 0 : n;
}

bool
import_sfeed_items_known(const struct import_probe *probe)
{
	struct span rest = probe->head, line, fields[FIELDS];
	int64_t time;
	return span_split(&rest, '\n', &line) && split_line(line, fields) >= 8 &&
	       (!fields[0].n || str_int(fields[0], &time) == OK);
}

/* \n, \t and \\ are the only escapes. */
static const char *
unescape(struct import_list *list, struct span s)
{
	char *out = arena_strndup(&list->arena, s.p, s.n), *to = out;
	for (const char *from = out; *from; from++) {
		if (*from == '\\' && from[1] && strchr("nt\\", from[1])) {
			from++;
			*to++ = (char)(*from == 'n' ? '\n' : *from == 't' ? '\t' : '\\');
		} else {
			*to++ = *from;
		}
	}
	*to = '\0';
	return str_empty(out) ? NULL : out;
}

static void
take_item(struct import_list *list, struct import_feed *feed, struct span line)
{
	struct span fields[FIELDS] = {{0}};
	if (split_line(line, fields) < 3)
		return;
	struct import_item *item = import_add_item(list, feed);
	if (str_int(fields[0], &item->date) != OK || item->date <= 0)
		item->date = TIME_NONE;
	item->title = unescape(list, fields[1]);
	item->link = import_span(list, fields[2]);
	import_item_text(
		list, item, unescape(list, fields[3]), span_eq(fields[4], "html"));
	item->guid = import_span(list, fields[5]);
	item->author = import_span(list, fields[6]);
	item->enclosure = import_span(list, fields[7]);
}

void
import_sfeed_items_read(struct import_list *list, const char *path, struct span bytes)
{
	const char *slash = strrchr(path, '/');
	struct import_feed *feed = import_feed_of(list, slash ? slash + 1 : path);
	struct span line;
	if (!feed) {
		import_remark(list, 0,
			_("no feed of sfeedrc has this name; its items are left out"));
		return;
	}
	while (span_split(&bytes, '\n', &line))
		if (line.n)
			take_item(list, feed, line);
}

/* ---- What was read */

/* An address or an id a line, where newsboat's file of this name has words after it. */
static bool
is_plain(struct span head)
{
	struct span line;
	while (span_split(&head, '\n', &line))
		if (line.n && (line.p[0] == '"' || line.p[0] == '#' ||
				      strncmp(line.p, "query:", 6) == 0 ||
				      memchr(line.p, ' ', span_trim(line).n)))
			return false;
	return true;
}

bool
import_sfeed_urls_known(const struct import_probe *probe)
{
	return str_eq(probe->name, "urls") && is_plain(probe->head) &&
	       (strstr(probe->parent, "sfeed") ||
		       (import_is_beside(probe->path, "sfeedrc") &&
			       !import_is_beside(probe->path, "cache.db")));
}

/* An address marks every item that has it, in any feed. */
void
import_sfeed_urls_read(struct import_list *list, const char *path, struct span bytes)
{
	struct map read = MAP_INIT;
	struct span line;
	(void)path;
	while (span_split(&bytes, '\n', &line))
		if (line.n)
			*map_put(&read, line.p, line.n) = list;
	for (size_t i = 0; i < list->items_len; i++) {
		struct import_item *item = &list->items[i];
		const char *name = item->link ? item->link : item->guid;
		if (name && map_get(&read, name, strlen(name)))
			item->marks |= IMPORT_READ;
	}
	size_t known = list->items_len;
	struct map seen = MAP_INIT;
	for (size_t i = 0; i < known; i++) {
		const char *name =
			list->items[i].link ? list->items[i].link : list->items[i].guid;
		if (name)
			*map_put(&seen, name, strlen(name)) = list;
	}
	for (size_t i = 0; i < read.count; i++) {
		if (map_get(&seen, read.entries[i].key, read.entries[i].key_len))
			continue;
		struct import_item *item = import_add_item(list, NULL);
		item->guid = item->link = import_text(list, read.entries[i].key);
		item->marks = IMPORT_READ;
		item->elsewhere = true;
	}
	map_done(&read);
	map_done(&seen);
}
