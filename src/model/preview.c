#include "config.h"

#include "model/preview.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "model/feed.h"
#include "model/item.h"

#define SUMMARY_WORDS 120 /* with fewer, a summary is not the whole text */

/* Whether the text ends like one that continues elsewhere: "…", "[…]", "Read more". */
static bool
breaks_off(const char *text)
{
	static const char *const ends[] = {"…", "...", "[…]", "[...]", "&#8230;",
		"&hellip;", "[&#8230;]", "[&hellip;]", "read more", "read more »",
		"continue reading", "read more…", "read more..."};
	size_t n = strlen(text);
	/* the tags at the end, and blanks */
	while (n) {
		if (strchr(" \n\t", text[n - 1]))
			n--;
		else if (text[n - 1] == '>')
			while (n && text[--n] != '<')
				;
		else
			break;
	}
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		size_t len = strlen(ends[i]);
		if (len <= n && str_ieqn(text + n - len, ends[i], len))
			return true;
	}
	return false;
}

static void
look_at_text(const struct item *item, struct preview *preview)
{
	const struct text *t = item->content.text ? &item->content : &item->summary;
	if (str_empty(t->text))
		return;
	bool html = t->type == TEXT_HTML;
	bool summary = t == &item->summary &&
		       item_words(t->text, strlen(t->text), html) < SUMMARY_WORDS;
	if (summary || breaks_off(t->text))
		preview->teasers++;
	else
		preview->whole++;
}

struct dated {
	int64_t at;
	size_t place;
};

static int
newest_first(const void *a, const void *b)
{
	const struct dated *x = a, *y = b;
	if (x->at != y->at)
		return x->at > y->at ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

static void
put_line(const struct item *item, int64_t at, struct buf *out)
{
	const char *name = item->title ? item->title : item->lead;
	if (at == TIME_NONE)
		buf_addc(out, '-');
	else
		buf_addf(out, "%" PRId64, at);
	buf_addf(out, "\t%s\n", name ? name : "");
}

void
preview_of(const struct feed *feed, struct preview *preview, struct buf *lines)
{
	size_t n = feed->items_len, known = 0;
	struct dated *list = mem_alloc((n + 1) * sizeof *list);
	*preview = (struct preview){.items = n, .newest = TIME_NONE};
	for (size_t i = 0; i < n; i++) {
		look_at_text(&feed->items[i], preview);
		list[i] = (struct dated){item_date(&feed->items[i]), i};
		known += list[i].at != TIME_NONE;
	}
	qsort(list, n, sizeof *list, newest_first);
	if (known)
		preview->newest = list[0].at;
	if (known > 1)
		preview->gap = (list[0].at - list[known - 1].at) / (int64_t)(known - 1);
	for (size_t i = 0; i < n && i < PREVIEW_ITEMS; i++)
		put_line(&feed->items[list[i].place], list[i].at, lines);
	preview->lines = buf_str(lines);
	free(list);
}
