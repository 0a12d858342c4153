#include "config.h"

#include "ui/core/highlight.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/config_file.h"
#include "model/item.h"
#include "query/query.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "ui/draw/row.h"
#include "ui/draw/theme.h"

#define HITS_MAX 100 /* in a row */

struct highlight {
	struct query *query; /* of rows; NULL: words */
	regex_t regex;
	int style;
};

struct ui_highlights {
	struct highlight *list;
	size_t len, cap;
};

static int
style_named(const char *name)
{
	for (int i = 0; i < STYLE_COUNT_OF; i++)
		if (str_ieq(ui_theme_name(i), name))
			return i;
	return -1;
}

/* The expression between slashes. */
static int
read_regex(const struct config_words *line, regex_t *out, struct err *err)
{
	const char *word = line->words[0];
	size_t n = strlen(word);
	char text[200];
	if (n < 3 || word[0] != '/' || word[n - 1] != '/')
		return err_set(err, ERR_INVALID,
			_("%s:%d: the words to highlight are a regular expression "
			  "between "
			  "slashes"),
			line->file, line->line);
	char *pattern = mem_strndup(word + 1, n - 2);
	int code = regcomp(out, pattern, REG_EXTENDED | REG_ICASE);
	free(pattern);
	if (code == 0)
		return OK;
	regerror(code, out, text, sizeof text);
	return err_set(
		err, ERR_INVALID, "%s:%d: %s: %s", line->file, line->line, word, text);
}

static int
read_line(struct ui_highlights *h, const struct config_words *line, struct err *err)
{
	struct highlight one = {.style = style_named(line->words[1])};
	int status;
	if (one.style < 0)
		return err_set(err, ERR_INVALID,
			_("%s:%d: unknown element \"%s\"; courant-config(5) lists them"),
			line->file, line->line, line->words[1]);
	if (str_eq(line->keyword, "highlight-text")) {
		status = read_regex(line, &one.regex, err);
	} else {
		status =
			query_parse(line->words[0], QUERY_ACCENTS_COUNT, &one.query, err);
		if (status != OK)
			err_prefix(err, "%s:%d", line->file, line->line);
	}
	if (status == OK)
		*VEC_PUSH(h->list, h->len, h->cap) = one;
	return status;
}

struct ui_highlights *
ui_highlights_new(const struct config *config,
	void (*report)(void *data, const char *sentence), void *data)
{
	struct ui_highlights *h = mem_zalloc(sizeof *h);
	for (size_t i = 0; i < config->highlights_len; i++) {
		struct err err;
		if (read_line(h, &config->highlights[i], &err) != OK && report)
			report(data, err.text);
	}
	return h;
}

void
ui_highlights_free(struct ui_highlights *h)
{
	for (size_t i = 0; h && i < h->len; i++) {
		if (!h->list[i].query)
			regfree(&h->list[i].regex);
		query_free(h->list[i].query);
	}
	free(h ? h->list : NULL);
	free(h);
}

/* ---- rows */

struct subject {
	const struct store_item *item;
	const struct store_feed *feed;
};

static struct span
text_of(void *data, enum query_field field, size_t i, bool *html)
{
	const struct subject *s = data;
	const struct store_item *item = s->item;
	const struct store_feed *feed = s->feed;
	size_t feed_tags = feed ? feed->tags_len : 0;
	(void)html;
	if (field == QUERY_TAG)
		return span_of(i < feed_tags ? feed->tags[i]
			       : i - feed_tags < item->tags_len
				       ? item->tags[i - feed_tags]
				       : NULL);
	const char *text = field == QUERY_TITLE       ? item->title
			   : field == QUERY_AUTHOR    ? item->author
			   : field == QUERY_LINK      ? item->link
			   : field == QUERY_GUID      ? item->guid
			   : !feed                    ? NULL
			   : field == QUERY_FEED      ? feed->title
			   : field == QUERY_FEED_URL  ? feed->address
			   : field == QUERY_FEED_LINK ? feed->link
						      : NULL;
	struct span none = {NULL, 0};
	return text && i == 0 ? span_of(text) : none;
}

static int64_t
number_of(void *data, enum query_field field)
{
	const struct subject *s = data;
	switch (field) {
	case QUERY_FLAG:
		return s->item->flags;
	case QUERY_DATE:
		return s->item->time;
	case QUERY_ID:
		return (int64_t)s->item->id;
	case QUERY_SCORE:
		return s->item->score;
	case QUERY_FEED_UNREAD:
		return s->feed ? s->feed->unread : 0;
	case QUERY_FEED_TOTAL:
		return s->feed ? s->feed->total : 0;
	default:
		return TIME_NONE;
	}
}

int
ui_highlights_of(struct ui_highlights *h, const struct store_item *item,
	const struct store_feed *feed, int64_t now)
{
	struct subject subject = {item, feed};
	const struct query_item query_item = {&subject, text_of, number_of, NULL};
	for (size_t i = h ? h->len : 0; i-- > 0;)
		if (h->list[i].query && query_match(h->list[i].query, &query_item, now))
			return h->list[i].style;
	return 0;
}

/* ---- words */

void
ui_highlights_put(const struct ui_highlights *h, struct ui_row *row, size_t from)
{
	for (size_t i = 0; h && i < h->len; i++) {
		const char *text = buf_str(&row->text);
		size_t at = from;
		regmatch_t hit;
		if (h->list[i].query)
			continue;
		for (int hits = 0; hits < HITS_MAX && at < row->text.len; hits++) {
			if (regexec(&h->list[i].regex, text + at, 1, &hit,
				    at > from ? REG_NOTBOL : 0) != 0)
				break;
			size_t begin = at + (size_t)hit.rm_so,
			       end = at + (size_t)hit.rm_eo;
			ui_row_restyle(row, begin, end, h->list[i].style);
			at = end > begin ? end : end + 1;
		}
	}
}
