#include "config.h"

#include "import/saved_pages.h"

#include <jansson.h>
#include <string.h>

#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "feed/date.h"
#include "import/import_api.h"
#include "import/import_list.h"

bool
import_page_word(const char *word, const char *list)
{
	struct span rest = span_of(list), one;
	while (span_split(&rest, '|', &one))
		if (strlen(word) == one.n && str_ieqn(word, one.p, one.n))
			return true;
	return false;
}

/* A folder or a state: some of them say something about the page, the others are tags. */
static void
take_state(struct import_list *list, struct import_item *item, const char *state)
{
	if (import_page_word(state, "archive|archived|read|read archive|finished"))
		item->marks |= IMPORT_READ;
	else if (import_page_word(state, "starred|favorite|favorites|favourites"))
		item->marks |= IMPORT_STARRED;
	else if (*state &&
		 !import_page_word(state, "unread|new|later|inbox|active|unsorted|home"))
		import_item_tag(list, item, span_of(state));
}

/* As Python writes a list: ['a', "it's"]. */
static void
take_python(struct import_list *list, struct import_item *item, const char *s)
{
	while ((s = strpbrk(s, "'\"")) != NULL) {
		const char *end = strchr(s + 1, *s);
		if (!end)
			break;
		import_item_tag(list, item, (struct span){s + 1, (size_t)(end - s - 1)});
		s = end + 1;
	}
}

/* ["a","b"], a|b or a,b */
static void
take_tags(struct import_list *list, struct import_item *item, const char *tags)
{
	struct span rest = span_trim(span_of(tags)), tag;
	char comma = memchr(rest.p, '|', rest.n) ? '|' : ',';
	json_t *array = *rest.p == '[' ? json_loadb(rest.p, rest.n, 0, NULL) : NULL;
	for (size_t i = 0; i < json_array_size(array); i++) {
		const char *word = json_string_value(json_array_get(array, i));
		if (word)
			import_item_tag(list, item, span_trim(span_of(word)));
	}
	if (!array && *rest.p == '[' && rest.p[rest.n - 1] == ']') {
		take_python(list, item, rest.p);
		return;
	}
	while (!array && span_split(&rest, comma, &tag))
		if (span_trim(tag).n)
			import_item_tag(list, item, span_trim(tag));
	json_decref(array);
}

/* Seconds or milliseconds since 1970, or a date as it is written. */
static int64_t
time_of(const char *text)
{
	int64_t time;
	if (str_int(span_trim(span_of(text)), &time) == OK)
		return time > 100000000000 ? time / 1000 : time;
	return feed_date_parse(span_of(text), &time) == OK ? time : TIME_NONE;
}

void
import_page_add(struct import_list *list, const char *const parts[IMPORT_PAGE_PARTS])
{
	const char *p[IMPORT_PAGE_PARTS];
	for (int i = 0; i < IMPORT_PAGE_PARTS; i++)
		p[i] = parts[i] ? parts[i] : "";
	struct span link = span_trim(span_of(p[IMPORT_PAGE_URL]));
	char *url;
	if (url_normalize(&list->arena, link, &url, NULL) != OK)
		return;
	struct import_item *item = import_add_item(list, NULL);
	item->link = import_span(list, link);
	item->guid = url;
	item->title = import_text(list, p[IMPORT_PAGE_TITLE]);
	if (!item->title)
		item->title = url;
	item->elsewhere = item->page = true;
	item->date = time_of(p[IMPORT_PAGE_TIME]);
	if (import_page_word(p[IMPORT_PAGE_READ], "1|true|yes"))
		item->marks |= IMPORT_READ;
	if (import_page_word(p[IMPORT_PAGE_STAR], "1|true|yes"))
		item->marks |= IMPORT_STARRED;
	if (*p[IMPORT_PAGE_TEXT])
		import_item_text(list, item, p[IMPORT_PAGE_TEXT], false);
	take_state(list, item, p[IMPORT_PAGE_STATE]);
	take_tags(list, item, p[IMPORT_PAGE_TAGS]);
}
