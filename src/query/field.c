#include "config.h"

#include "query/field.h"

#include <string.h>

#include "base/i18n.h"
#include "model/item.h"

/* The names that newsboat's filters use stand among the aliases. */
const struct query_name query_fields[] = {
	{"title", QUERY_TITLE, QUERY_WORDY, N_("the item's title"), NULL},
	{"author", QUERY_AUTHOR, QUERY_WORDY, N_("who wrote it"), "by creator"},
	{"text", QUERY_TEXT, QUERY_WORDY, N_("the article without its markup"),
		"content description body"},
	{"link", QUERY_LINK, QUERY_STRING, N_("the address of the article"), "url"},
	{"guid", QUERY_GUID, QUERY_STRING, N_("the item's id in its feed"), NULL},
	{"enclosure", QUERY_ENCLOSURE, QUERY_LIST, N_("addresses of attached media"),
		"enclosure_url media"},
	{"enclosure-type", QUERY_ENCLOSURE_TYPE, QUERY_LIST,
		N_("types of attached media, such as audio/mpeg"), "enclosure_type"},
	{"category", QUERY_CATEGORY, QUERY_LIST,
		N_("categories that the feed gives the item"), "categories"},
	{"feed", QUERY_FEED, QUERY_STRING, N_("the feed's title or address"),
		"feedtitle"},
	{"feed-url", QUERY_FEED_URL, QUERY_STRING, N_("the feed's address"),
		"rssurl feedurl"},
	{"feed-link", QUERY_FEED_LINK, QUERY_STRING, N_("the feed's web page"),
		"feedlink site"},
	{"tag", QUERY_TAG, QUERY_LIST,
		N_("a tag of the feed or the item, or one above it"), "tags"},
	{"is", QUERY_FLAG, QUERY_STATE, N_("a state, from the list below"), NULL},
	{"unread", QUERY_UNREAD, QUERY_YESNO, N_("yes or no"), NULL},
	{"starred", QUERY_STARRED, QUERY_YESNO, N_("yes or no"), "flagged"},
	{"date", QUERY_DATE, QUERY_TIME,
		N_("when it was published, or first seen if that was earlier: 2026, "
		   "2026-03, 2026-03-01 or a range"),
		"published"},
	{"age", QUERY_AGE, QUERY_SPAN,
		N_("how long ago that was: <7d, >=2w, 1d..1mo; a bare number is days"),
		NULL},
	{"id", QUERY_ID, QUERY_NUMBER, N_("the item's number in the store"), NULL},
	{"feed-unread", QUERY_FEED_UNREAD, QUERY_NUMBER,
		N_("how many unread items its feed has"), "unread_count"},
	{"feed-total", QUERY_FEED_TOTAL, QUERY_NUMBER, N_("how many items its feed has"),
		"total_count"},
	{"feed-order", QUERY_FEED_ORDER, QUERY_NUMBER,
		N_("the feed's place in the feeds file, from 1"), "feedindex"},
	{NULL, QUERY_ANY, QUERY_WORDY, NULL, NULL},
};

const struct query_state query_states[] = {
	{"unread", N_("not read yet"), QUERY_UNREAD, ITEM_UNREAD, false},
	{"read", N_("read"), QUERY_UNREAD, ITEM_UNREAD, true},
	{"starred", N_("starred"), QUERY_STARRED, ITEM_STARRED, false},
	{"edited", N_("changed by its author after it was first seen"), QUERY_FLAG,
		ITEM_EDITED, false},
	{"gone", N_("no longer in its feed, which lists all that it has"), QUERY_FLAG,
		ITEM_GONE, false},
	{NULL, NULL, QUERY_FLAG, 0, false},
};

static bool
has_alias(const struct query_name *field, struct span name)
{
	struct span rest = span_of(field->aliases), alias;
	while (span_split(&rest, ' ', &alias))
		if (alias.n == name.n && str_ieqn(alias.p, name.p, name.n))
			return true;
	return false;
}

const struct query_name *
query_field_find(struct span name)
{
	for (const struct query_name *f = query_fields; f->name; f++)
		if ((strlen(f->name) == name.n && str_ieqn(f->name, name.p, name.n)) ||
			has_alias(f, name))
			return f;
	return NULL;
}

const char *
query_field_suggest(const char *name)
{
	const char *names[QUERY_FIELDS + 1];
	size_t len = 0;
	for (const struct query_name *f = query_fields; f->name; f++)
		names[len++] = f->name;
	names[len] = NULL;
	return str_suggest(name, names);
}

const struct query_state *
query_state_find(struct span name)
{
	for (const struct query_state *s = query_states; s->name; s++)
		if (strlen(s->name) == name.n && str_ieqn(s->name, name.p, name.n))
			return s;
	return NULL;
}
