#include "config.h"

#include "query/field.h"

#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "model/item.h"
#include "model/media.h"

/* The names that newsboat's filters use are among the aliases. */
const struct query_name query_fields[] = {
	{.name = "title",
		.field = QUERY_TITLE,
		.type = QUERY_WORDY,
		.brief = N_("the item's title")},
	{.name = "author",
		.aliases = "by creator",
		.field = QUERY_AUTHOR,
		.type = QUERY_WORDY,
		.brief = N_("who wrote it")},
	{.name = "text",
		.aliases = "content description body",
		.field = QUERY_TEXT,
		.type = QUERY_WORDY,
		.brief = N_("the text of the article, without its markup")},
	{.name = "link",
		.aliases = "url",
		.field = QUERY_LINK,
		.type = QUERY_STRING,
		.brief = N_("the address of the article")},
	{.name = "guid",
		.field = QUERY_GUID,
		.type = QUERY_STRING,
		.brief = N_("the item's id in its feed")},
	{.name = "enclosure",
		.aliases = "enclosure_url media",
		.field = QUERY_ENCLOSURE,
		.type = QUERY_LIST,
		.brief = N_("addresses of attached media")},
	{.name = "enclosure-type",
		.aliases = "enclosure_type",
		.field = QUERY_ENCLOSURE_TYPE,
		.type = QUERY_LIST,
		.brief = N_("types of attached media, such as audio/mpeg")},
	{.name = "category",
		.aliases = "categories",
		.field = QUERY_CATEGORY,
		.type = QUERY_LIST,
		.brief = N_("categories that the feed gives the item")},
	{.name = "feed",
		.aliases = "feedtitle",
		.field = QUERY_FEED,
		.type = QUERY_STRING,
		.brief = N_("the feed's title or address")},
	{.name = "feed-url",
		.aliases = "rssurl feedurl",
		.field = QUERY_FEED_URL,
		.type = QUERY_STRING,
		.brief = N_("the feed's address")},
	{.name = "feed-link",
		.aliases = "feedlink site",
		.field = QUERY_FEED_LINK,
		.type = QUERY_STRING,
		.brief = N_("the feed's web page")},
	{.name = "tag",
		.aliases = "tags",
		.field = QUERY_TAG,
		.type = QUERY_LIST,
		.brief = N_("a tag of the feed or the item; news also finds news/world")},
	{.name = "is",
		.field = QUERY_FLAG,
		.type = QUERY_STATE,
		.brief = N_("a state, from the list below")},
	{.name = "unread",
		.field = QUERY_UNREAD,
		.type = QUERY_YESNO,
		.brief = N_("yes or no")},
	{.name = "starred",
		.aliases = "flagged",
		.field = QUERY_STARRED,
		.type = QUERY_YESNO,
		.brief = N_("yes or no")},
	{.name = "date",
		.aliases = "published",
		.field = QUERY_DATE,
		.type = QUERY_TIME,
		.brief = N_("when it was published, or first seen if that was earlier: "
			    "2026, 2026-03, 2026-03-01 or a range")},
	{.name = "age",
		.field = QUERY_AGE,
		.type = QUERY_SPAN,
		.brief = N_("how long ago that was: <7d, >=2w, 1d..1mo; a bare number "
			    "means days")},
	{.name = "id",
		.field = QUERY_ID,
		.type = QUERY_NUMBER,
		.brief = N_("the item's number in the store")},
	{.name = "score",
		.field = QUERY_SCORE,
		.type = QUERY_NUMBER,
		.brief = N_(
			"what rules gave it, and what its interest adds, such as >10")},
	{.name = "interest",
		.field = QUERY_INTEREST,
		.type = QUERY_NUMBER,
		.brief =
			N_("how well it fits what you open and star, from 0 to 100, such "
			   "as >=70; 50 is usual")},
	{.name = "duration",
		.field = QUERY_DURATION,
		.type = QUERY_LENGTH,
		.brief = N_("how long the episode is: <30m, >=1h, 20m..40m; a bare "
			    "number means minutes")},
	{.name = "season",
		.field = QUERY_SEASON,
		.type = QUERY_NUMBER,
		.brief = N_("the season of an episode, such as 2 or >=3")},
	{.name = "episode",
		.field = QUERY_EPISODE,
		.type = QUERY_NUMBER,
		.brief = N_("the number of an episode, such as 214 or <10")},
	{.name = "kind",
		.field = QUERY_KIND,
		.type = QUERY_LIST,
		.brief = N_("what is attached: audio, video, image, document, torrent, "
			    "other, unknown")},
	{.name = "transcript",
		.field = QUERY_TRANSCRIPT,
		.type = QUERY_WORDY,
		.brief =
			N_("what is said in the episode, if its transcript was fetched")},
	{.name = "feed-unread",
		.aliases = "unread_count",
		.field = QUERY_FEED_UNREAD,
		.type = QUERY_NUMBER,
		.brief = N_("how many unread items its feed has")},
	{.name = "feed-total",
		.aliases = "total_count",
		.field = QUERY_FEED_TOTAL,
		.type = QUERY_NUMBER,
		.brief = N_("how many items its feed has")},
	{.name = "feed-order",
		.aliases = "feedindex",
		.field = QUERY_FEED_ORDER,
		.type = QUERY_NUMBER,
		.brief = N_("the feed's place in the feeds file, from 1")},
	{.name = "feed-date",
		.aliases = "feeddate",
		.field = QUERY_FEED_DATE,
		.type = QUERY_TIME,
		.brief = N_("the date of its feed's newest item")},
	{.name = "feed-age",
		.aliases = "latest_article_age",
		.field = QUERY_FEED_AGE,
		.type = QUERY_SPAN,
		.brief = N_("how long ago that was")},
	{.name = NULL},
};

const struct query_state query_states[] = {
	{.name = "unread",
		.brief = N_("not read yet"),
		.field = QUERY_UNREAD,
		.flag = ITEM_UNREAD},
	{.name = "read",
		.brief = N_("read"),
		.field = QUERY_UNREAD,
		.flag = ITEM_UNREAD,
		.inverted = true},
	{.name = "starred",
		.brief = N_("starred"),
		.field = QUERY_STARRED,
		.flag = ITEM_STARRED},
	{.name = "edited",
		.brief = N_("changed by its author after it was first seen"),
		.field = QUERY_FLAG,
		.flag = ITEM_EDITED},
	{.name = "gone",
		.brief = N_(
			"no longer in its feed, although the feed lists all its items"),
		.field = QUERY_FLAG,
		.flag = ITEM_GONE},
	{.name = "hidden",
		.brief = N_("hidden by a rule or by hand; the rest of the query must "
			    "match too"),
		.field = QUERY_FLAG,
		.flag = ITEM_HIDDEN},
	{.name = "duplicate",
		.brief = N_("another feed had it first"),
		.field = QUERY_FLAG,
		.flag = ITEM_DUPLICATE},
	{.name = "queued",
		.brief = N_("an episode in the queue"),
		.field = QUERY_MEDIA,
		.flag = MEDIA_QUEUED},
	{.name = "here",
		.brief = N_("an episode whose file was downloaded"),
		.field = QUERY_MEDIA,
		.flag = MEDIA_HERE},
	{.name = "started",
		.brief = N_("an episode that was played, but not to the end"),
		.field = QUERY_MEDIA,
		.flag = MEDIA_STARTED},
	{.name = "played",
		.brief = N_("an episode that was played to the end, or marked as played"),
		.field = QUERY_MEDIA,
		.flag = MEDIA_PLAYED},
	{.name = "trailer",
		.brief = N_("a podcast's trailer"),
		.field = QUERY_MEDIA,
		.flag = MEDIA_TRAILER},
	{.name = "bonus",
		.brief = N_("a bonus episode of a podcast"),
		.field = QUERY_MEDIA,
		.flag = MEDIA_BONUS},
	{.name = NULL},
};

const struct query_name *
query_field_find(struct span name)
{
	for (const struct query_name *f = query_fields; f->name; f++)
		if (strlen(f->name) == name.n && str_ieqn(f->name, name.p, name.n))
			return f;
	for (const struct query_name *f = query_fields; f->name; f++)
		if (span_among(name, f->aliases))
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

const char *
query_field_hint(const char *name)
{
	static const struct {
		const char *name, *hint;
	} others[] = {
		{"flags", N_("newsboat's flags are tags: write tag:NAME, or is:starred")},
		{"articleindex",
			N_("items have no fixed place in a list: write age:<7d for the "
			   "newest ones")},
	};
	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (str_ieq(name, others[i].name))
			return _(others[i].hint);
	return NULL;
}

/* How other programs (notmuch, Gmail …) call what has another name here. */
const char *
query_field_own(const char *name, struct arena *arena)
{
	static const struct {
		const char *names, *own;
	} others[] = {
		{"from by creator writer", "author:NAME"},
		{"subject headline", "title:WORD"},
		{"label labels folder in keyword keywords", "tag:NAME"},
		{"after since newer", "date:>=2026-03-01"},
		{"before until older", "date:<2026-03-01"},
		{"newer_than younger", "age:<7d"},
		{"older_than", "age:>7d"},
		{"has attachment", "enclosure:mp3"},
		{"source channel", "feed:NAME"},
	};
	const struct query_state *state = query_state_find(span_of(name));
	if (state)
		return arena_printf(arena, "is:%s", state->name);
	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (span_among(span_of(name), others[i].names))
			return others[i].own;
	return NULL;
}

const struct query_state *
query_state_find(struct span name)
{
	for (const struct query_state *s = query_states; s->name; s++)
		if (strlen(s->name) == name.n && str_ieqn(s->name, name.p, name.n))
			return s;
	return NULL;
}
