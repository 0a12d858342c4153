/*
 * newsboat's formats have one letter per field: %4i, %-17T; %?T?THEN&ELSE? is a
 * condition, and %> fills the row, which a field in {…:*} does here. Numbers of rows are
 * not shown here.
 */
#include "config.h"

#include "import/newsboat_display.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/span.h"
#include "base/str.h"
#include "conf/words.h"
#include "import/import_api.h"
#include "import/import_list.h"
#include "import/newsboat_keys.h"
#include "import/options.h"

/* ---- Formats */

/* What a letter means. */
struct letter {
	char letter;
	const char *before; /* what comes before the field */
	const char *field;  /* NULL: text alone */
	const char *size;   /* unless the format says one */
	const char *when;   /* the field that a condition asks for */
};

static const struct letter of_feeds[] = {
	{'n', "{?unread}N{:} {/}", NULL, NULL, "unread"},
	{'S', "", "mark", "1", "mark"},
	{'t', "{tree}", "title", "*", "title"},
	{'T', "", "tags", "<20", "tags"},
	{'u', "", "unread", "-5", "unread"},
	{'U', "", "unread", "-5", "unread"},
	{'c', "", "total", "-5", "total"},
	{'l', "", "link", "<40", "link"},
	{'L', "", "url", "<40", "url"},
	{0},
};

static const struct letter of_items[] = {
	{'n', "{?unread}N{:} {/}", NULL, NULL, "unread"},
	{'f', "", "marks", "2", "unread"},
	{'F', "", "hashtags", "<20", "tags"},
	{'e', "", "media", NULL, "attachments"},
	{'D', "", "date", NULL, "date"},
	{'L', "", "minutes", "-4", "minutes"},
	{'t', "", "headline", "*", "title"},
	{'T', "", "feed_title", "<20", "mixed"},
	{'a', "", "author", "<20", "author"},
	{0},
};

/* Of podboat, which calls episodes by their files. */
static const struct letter of_queue[] = {
	{'i', "", "place", "-4", "place"},
	{'p', "", "file_percent", "-3", "file_percent"},
	{'S', "", "state", "11", "state"},
	{'u', "", "link", "<40", "link"},
	{'F', "", "headline", "*", "title"},
	{'b', "", "headline", "*", "title"},
	{0},
};

struct reader {
	struct buf *out;
	const struct letter *letters;
	const char *dates;
	/* The last field has no counterpart: the blank after it goes, too. */
	bool dropped;
};

static const struct letter *
find(const struct letter *letters, char letter)
{
	while (letters->letter && letters->letter != letter)
		letters++;
	return letters->letter ? letters : NULL;
}

/* {NAME:SIZE FORMAT}; width is newsboat's: 0 for none, negative to align left. */
static void
put_field(struct reader *r, const struct letter *l, long width)
{
	bool date = str_eq(l->field, "date");
	buf_addf(r->out, "%s{%s", l->before, l->field);
	if (width && !str_eq(l->size, "*"))
		buf_addf(r->out, ":%s%ld", width > 0 ? "-" : "", labs(width));
	else if (l->size)
		buf_addf(r->out, ":%s", l->size);
	if (date)
		buf_addf(r->out, "%s%s", width ? " " : ":", r->dates);
	buf_addc(r->out, '}');
}

static void
put_letter(struct reader *r, char letter, long width)
{
	const struct letter *l = find(r->letters, letter);
	r->dropped = !l;
	if (l && l->field)
		put_field(r, l, width);
	else if (l)
		buf_adds(r->out, l->before);
}

static void
put_char(struct reader *r, char c)
{
	bool skipped = r->dropped && c == ' ';
	r->dropped = false;
	if (skipped)
		return;
	if (c == '{' || c == '}')
		buf_addc(r->out, c);
	buf_addc(r->out, c);
}

/* "?T?": the letter's field; returns what is after it. */
static const char *
put_condition(struct reader *r, const char *s)
{
	const struct letter *l = s[0] ? find(r->letters, s[0]) : NULL;
	buf_addf(r->out, "{?%s}", l ? l->when : "none");
	return s[0] && s[1] == '?' ? s + 2 : s + strlen(s);
}

/* A field; s is after the percent sign. Returns what is after it. */
static const char *
put_percent(struct reader *r, const char *s)
{
	char *end;
	if (*s == '%') {
		put_char(r, '%');
		return s + 1;
	}
	if (*s == '>') /* the character to fill with follows */
		return s[1] ? s + 2 : s + 1;
	long width = strtol(s, &end, 10);
	if (*end)
		put_letter(r, *end, labs(width) > 200 ? 0 : width);
	return *end ? end + 1 : end;
}

static void
put_format(struct reader *r, const char *s)
{
	bool open = false; /* a condition */
	while (*s) {
		if (s[0] == '%' && s[1] == '?' && !open) {
			s = put_condition(r, s + 2);
			open = true;
		} else if (s[0] == '%') {
			s = put_percent(r, s + 1);
		} else if (open && *s == '&') {
			buf_adds(r->out, "{:}");
			s++;
		} else if (open && *s == '?') {
			buf_adds(r->out, "{/}");
			open = false;
			s++;
		} else {
			put_char(r, *s++);
		}
	}
	if (open)
		buf_adds(r->out, "{/}");
}

static void
put_template(struct import_list *list, const char *option, const struct letter *letters,
	const char *format, const char *dates)
{
	struct buf out = BUF_INIT(0), word = BUF_INIT(0);
	struct reader r = {.out = &out, .letters = letters, .dates = dates};
	put_format(&r, format);
	conf_word_format(&word, buf_str(&out), true);
	import_config_put(list, "%s = %s", option, buf_str(&word));
	buf_done(&out);
	buf_done(&word);
}

/* Words with sizes in MB or a speed have no counterpart. */
static void
take_queue(struct import_list *list, const char *format)
{
	struct buf out = BUF_INIT(0);
	struct span rest = span_of(format), word;
	while (span_split(&rest, ' ', &word)) {
		bool sizes = false;
		for (size_t i = 0; i < word.n; i++) {
			size_t n = word.p[i] == '%'
					   ? strspn(word.p + i + 1, "-0123456789")
					   : 0;
			if (word.p[i] == '%' && i + 1 + n < word.n)
				sizes |= strchr("dtkK", word.p[i + 1 + n]) != NULL;
		}
		if (!sizes)
			buf_addf(&out, "%s%.*s", out.len ? " " : "", SPAN_FMT(word));
	}
	put_template(list, "queue-format", of_queue, buf_str(&out), NULL);
	buf_done(&out);
}

/* ---- Orders, as newsboat 2.21 showed them: without a direction title and author ascend
 * and the others descend; "descending" by date means the oldest first. */

static const struct import_pair feed_orders[] = {
	{"none", "file"},
	{"none-desc", "file"},
	{"none-asc", "-file"},
	{"title", "title"},
	{"title-desc", "title"},
	{"title-asc", "-title"},
	{"unreadarticlecount", "-unread"},
	{"unreadarticlecount-desc", "-unread"},
	{"unreadarticlecount-asc", "unread"},
	{"lastupdated", "-date"},
	{"lastupdated-desc", "-date"},
	{"lastupdated-asc", "date"},
	{NULL, NULL},
};

static const struct import_pair item_orders[] = {
	{"date", "date"},
	{"date-desc", "date"},
	{"date-asc", "-date"},
	{"title", "title"},
	{"title-asc", "title"},
	{"title-desc", "-title"},
	{"author", "author"},
	{"author-asc", "author"},
	{"author-desc", "-author"},
	{NULL, NULL},
};

static void
take_order(struct import_list *list, const struct import_line *line, const char *option,
	const struct import_pair *orders)
{
	const char *order = import_pair(orders, line->words[1].text);
	if (order)
		import_config_put(list, "%s = %s", option, order);
	else
		import_config_left(
			list, line, _("sort-feeds and sort-items have no such order"));
}

/* ---- Commands */

/* newsboat adds address, title, description and feed to it. */
static void
take_bookmark(struct import_list *list, const struct import_line *line)
{
	struct buf word = BUF_INIT(0);
	conf_word_format(&word,
		arena_printf(&list->arena, "%s %%u %%t", line->words[1].text), false);
	import_config_put(list, "bookmark-command = %s", buf_str(&word));
	buf_done(&word);
}

static void
take_start(struct import_list *list, const struct import_line *line)
{
	struct buf chain = BUF_INIT(0);
	const char *which = import_newsboat_keys_chain(&chain, list, line, 1);
	if (which)
		import_config_left(list, line,
			arena_printf(&list->arena, _("no command does the same as %s"),
				which));
	else
		import_config_put(list, "start = %s", buf_str(&chain));
	buf_done(&chain);
}

bool
import_newsboat_display_take(
	struct import_list *list, const struct import_line *line, const char *dates)
{
	const char *name = line->words[0].text;
	if (line->len < 2)
		return false;
	if (str_eq(name, "feedlist-format"))
		put_template(list, "feeds-format", of_feeds, line->words[1].text, dates);
	else if (str_eq(name, "articlelist-format"))
		put_template(list, "items-format", of_items, line->words[1].text, dates);
	else if (str_eq(name, "podlist-format"))
		take_queue(list, line->words[1].text);
	else if (str_eq(name, "feed-sort-order"))
		take_order(list, line, "sort-feeds", feed_orders);
	else if (str_eq(name, "article-sort-order"))
		take_order(list, line, "sort-items", item_orders);
	else if (str_eq(name, "bookmark-cmd"))
		take_bookmark(list, line);
	else if (str_eq(name, "run-on-startup"))
		take_start(list, line);
	else
		return false;
	return true;
}
