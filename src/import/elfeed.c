#include "config.h"

#include "import/elfeed.h"

#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/time.h"
#include "conf/words.h"
#include "feed/date.h"
#include "import/format.h"
#include "import/import_list.h"
#include "import/lisp.h"
#include "import/options.h"

#define NESTED 8 /* forms in which elfeed-feeds may be set */

/* ---- (setq elfeed-feeds '("URL" ("URL" tag tag)))
 *
 * Everything else in the file is ignored. */

bool
import_elfeed_lisp_known(const struct import_probe *probe)
{
	return (str_ifind(probe->head.p, probe->head.n, "elfeed-feeds") ||
		       str_ifind(
			       probe->head.p, probe->head.n, "elfeed-protocol-feeds")) &&
	       str_ifind(probe->head.p, probe->head.n, "(") &&
	       !import_elfeed_org_known(probe) && !import_elfeed_index_known(probe);
}

/* elfeed-protocol's accounts: "ttrss+https://ann@rss.example/tt-rss", or a list that
 * begins with that and may have :api-url, :user … False: it is a feed. */
static bool
take_lisp_account(struct import_list *list, const struct lisp *form, const char *url)
{
	static const struct import_pair protocols[] = {
		{"fever", "fever"},
		{"greader", "greader"},
		{"miniflux", "miniflux"},
		{"newsblur", "newsblur"},
		{"nextcloud", "nextcloud"},
		{"owncloud", "nextcloud"},
		{"ttrss", "ttrss"},
		{NULL, NULL},
	};
	const char *plus = strstr(url, "+http"), *at = strchr(url, '@');
	struct arena *arena = &list->arena;
	const char *protocol =
		plus ? import_pair(
			       protocols, arena_strndup(arena, url, (size_t)(plus - url)))
		     : NULL;
	if (!protocol)
		return false;
	const char *api = import_lisp_text(import_lisp_after(form, ":api-url"));
	const char *user = import_lisp_text(import_lisp_after(form, ":user"));
	const char *host = strstr(plus, "://") ? strstr(plus, "://") + 3 : plus + 1;
	if (at && at > host) {
		size_t n = strcspn(host, ":@");
		user = user ? user : arena_strndup(arena, host, n);
		url = arena_printf(
			arena, "%.*s%s", (int)(host - plus - 1), plus + 1, at + 1);
	} else {
		url = plus + 1;
	}
	import_remark_account(list, 0, protocol, api ? api : url, user);
	return true;
}

static void
take_lisp_feed(struct import_list *list, const struct lisp *form)
{
	const struct lisp *first = import_lisp_at(form, 0);
	const char *url = import_lisp_text(form->kind == LISP_LIST ? first : form);
	if (!url || !strchr(url, ':') || take_lisp_account(list, form, url))
		return;
	struct import_feed *feed = import_add_feed(list, url, 0);
	for (size_t i = 1; feed && form->kind == LISP_LIST && i < form->len; i++) {
		const struct lisp *word = form->items[i];
		const char *text = import_lisp_text(word);
		if (text && word->kind == LISP_STRING)
			import_set_title(list, feed, text);
		else if (text && text[0] != ':') /* else a keyword */
			import_add_tag(list, feed, span_of(text));
	}
}

/* (quote (…)), (list …), (append elfeed-feeds (…)): the lists are inside. */
static bool
is_call(const struct lisp *form)
{
	static const char *const names[] = {
		"quote", "backquote", "list", "append", "cons", "elfeed-feeds"};
	const struct lisp *name = import_lisp_at(form, 0);
	for (size_t i = 0; name && name->kind == LISP_SYMBOL && i < COUNT_OF(names); i++)
		if (str_eq(name->text, names[i]))
			return true;
	return false;
}

static void
take_lisp_feeds(struct import_list *list, const struct lisp *form, int depth)
{
	bool call = is_call(form);
	for (size_t i = call; form->kind == LISP_LIST && i < form->len; i++) {
		const struct lisp *inner = form->items[i];
		/* In a call to list, an inner list is one feed; in a call to append, it
		 * is a list of feeds. */
		bool lists = call && !str_eq(form->items[0]->text, "list");
		if (depth && inner->kind == LISP_LIST && (lists || is_call(inner)))
			take_lisp_feeds(list, inner, depth - 1);
		else
			take_lisp_feed(list, inner);
	}
}

/* The list after the symbol, in a form such as setq or custom-set-variables. */
static void
find_feeds(struct import_list *list, const struct lisp *form, int depth)
{
	bool inner = form->kind == LISP_LIST;
	const struct lisp *feeds = inner ? import_lisp_after(form, "elfeed-feeds") : NULL;
	if (inner && !feeds)
		feeds = import_lisp_after(form, "elfeed-protocol-feeds");
	bool one =
		feeds && str_eq(import_lisp_text(import_lisp_at(form, 0)), "add-to-list");
	if (one)
		take_lisp_feed(list, feeds);
	else if (feeds)
		take_lisp_feeds(list, feeds, NESTED);
	for (size_t i = 0; !feeds && depth && form->kind == LISP_LIST && i < form->len;
		i++)
		find_feeds(list, form->items[i], depth - 1);
}

void
import_elfeed_lisp_read(struct import_list *list, const char *path, struct span bytes)
{
	const struct lisp *form;
	size_t before = list->feeds_len, remarks = list->remarks_len;
	(void)path;
	while ((form = import_lisp_read(&list->arena, &bytes)) != NULL)
		find_feeds(list, form, NESTED);
	if (list->feeds_len == before && list->remarks_len == remarks)
		import_remark(list, 0,
			_("elfeed-feeds is not a plain list here; only Emacs can work it "
			  "out. Import what M-x elfeed-export-opml writes"));
}

/* ---- elfeed.org */

#define LEVELS 32

bool
import_elfeed_org_known(const struct import_probe *probe)
{
	const char *mark = str_ifind(probe->head.p, probe->head.n, ":elfeed:");
	return mark && (str_ifind(probe->head.p, probe->head.n, "\n* ") ||
			       (probe->head.n && probe->head.p[0] == '*'));
}

/* A headline that is open: its tags count for those below it. */
struct headline {
	struct span tags; /* ":a:b:" */
	bool feeds, ignored;
};

/* Splits ":a:b:" from the end of a headline. */
static struct span
take_tags(struct span *line)
{
	size_t n = line->n;
	while (n && !str_space((unsigned char)line->p[n - 1]))
		n--;
	struct span tags = {line->p + n, line->n - n};
	if (tags.n < 3 || tags.p[0] != ':' || tags.p[tags.n - 1] != ':')
		return (struct span){line->p + line->n, 0};
	*line = span_trim((struct span){line->p, n});
	return tags;
}

static bool
has_tag(struct span tags, const char *name)
{
	struct span tag;
	while (span_split(&tags, ':', &tag))
		if (span_eq(tag, name))
			return true;
	return false;
}

/* What follows an Org keyword and a priority. */
static struct span
skip_keyword(struct span line)
{
	size_t n = 0;
	while (n < line.n && line.p[n] >= 'A' && line.p[n] <= 'Z')
		n++;
	if (n < 2 || n == line.n || line.p[n] != ' ')
		n = 0;
	line = span_trim((struct span){line.p + n, line.n - n});
	if (line.n > 4 && strncmp(line.p, "[#", 2) == 0 && line.p[3] == ']')
		line = span_trim((struct span){line.p + 4, line.n - 4});
	return line;
}

static void
take_headline_feed(struct import_list *list, struct span line, int number,
	const struct headline *open, size_t levels)
{
	struct span url = line, title = {NULL, 0};
	const char *close = NULL;
	if (line.n > 4 && strncmp(line.p, "[[", 2) == 0) {
		url = (struct span){line.p + 2, line.n - 2};
		close = memchr(url.p, ']', url.n);
		if (!close)
			return;
		title = (struct span){close + 2, url.n - (size_t)(close - url.p) - 1};
		url.n = (size_t)(close - url.p);
		close = title.n > 1 ? str_ifind(title.p, title.n, "]]") : NULL;
		title.n = close ? (size_t)(close - title.p) : 0;
	}
	const char *word = import_span(list, url);
	if (!word || !str_istarts(word, "http"))
		return;
	struct import_feed *feed = import_add_feed(list, word, number);
	if (feed && title.n)
		import_set_title(list, feed, import_span(list, title));
	for (size_t i = 0; feed && i < levels; i++) {
		struct span tags = open[i].tags, tag;
		while (span_split(&tags, ':', &tag))
			if (tag.n && !span_eq(tag, "elfeed"))
				import_add_tag(list, feed, tag);
	}
}

void
import_elfeed_org_read(struct import_list *list, const char *path, struct span bytes)
{
	struct headline open[LEVELS] = {{{0}}};
	size_t depth = 0; /* of the last headline */
	struct span rest = conf_lines(bytes.p, bytes.n), line;
	(void)path;
	for (int number = 1; conf_line(&rest, &line); number++) {
		size_t level = 0;
		while (level < line.n && line.p[level] == '*')
			level++;
		if (!level || level > LEVELS || level == line.n || line.p[level] != ' ')
			continue;
		line = span_trim((struct span){line.p + level, line.n - level});
		struct headline *h = &open[level - 1];
		/* A headline may skip levels: nothing is open there. */
		for (; depth + 1 < level; depth++) {
			open[depth] = depth ? open[depth - 1] : (struct headline){{0}};
			open[depth].tags.n = 0;
		}
		depth = level;
		*h = level > 1 ? open[level - 2] : (struct headline){{0}};
		h->tags = take_tags(&line);
		h->feeds |= has_tag(h->tags, "elfeed");
		h->ignored |= has_tag(h->tags, "ignore");
		line = skip_keyword(line);
		if (h->feeds && !h->ignored)
			take_headline_feed(list, line, number, open, level);
		if (h->feeds && str_istarts(line.p, "entry-title:"))
			import_remark(list, number,
				_("rules for titles are not imported; a rule statement "
				  "of the config file does the same"));
	}
}

/* ---- The index */

#define HEAD ";;; Elfeed Database Index"

bool
import_elfeed_index_known(const struct import_probe *probe)
{
	return str_ifind(probe->head.p, probe->head.n < 200 ? probe->head.n : 200, HEAD);
}

/* Fields of #s(elfeed-feed ID URL TITLE AUTHOR META). */
enum {
	FEED_TAG,
	FEED_ID,
	FEED_URL,
	FEED_TITLE,
	FEED_AUTHOR,
	FEED_META,
};
/* #s(elfeed-entry ID TITLE LINK DATE CONTENT TYPE ENCLOSURES TAGS FEED META). */
enum {
	ENTRY_TAG,
	ENTRY_ID,
	ENTRY_TITLE,
	ENTRY_LINK,
	ENTRY_DATE,
	ENTRY_CONTENT,
	ENTRY_TYPE,
	ENTRY_ENCLOSURES,
	ENTRY_TAGS,
	ENTRY_FEED,
};

static void
take_index_feed(struct import_list *list, const struct lisp *form, bool listed)
{
	const char *url = import_lisp_text(import_lisp_at(form, FEED_URL));
	if (!url)
		url = import_lisp_text(import_lisp_at(form, FEED_ID));
	if (!url)
		return;
	struct import_feed *feed = listed ? import_add_unsubscribed(list, url)
					  : import_add_feed(list, url, 0);
	if (!feed)
		return;
	import_set_key(list, feed, import_lisp_text(import_lisp_at(form, FEED_ID)));
	feed->feed_title = import_lisp_text(import_lisp_at(form, FEED_TITLE));
	import_set_title(list, feed,
		import_lisp_text(
			import_lisp_after(import_lisp_at(form, FEED_META), ":title")));
}

/* A text is in a file of its own, named by its hash. */
static void
take_content(struct import_list *list, struct import_item *item, const struct lisp *form)
{
	const struct lisp *content = import_lisp_at(form, ENTRY_CONTENT);
	const char *type = import_lisp_text(import_lisp_at(form, ENTRY_TYPE));
	const char *text = import_lisp_text(content);
	struct buf bytes = BUF_INIT(0);
	char name[64];
	if (content && content->kind == LISP_LIST) {
		const char *ref = import_lisp_text(import_lisp_at(content, 1));
		if (ref && strlen(ref) == 40 && strspn(ref, "0123456789abcdef") == 40) {
			snprintf(name, sizeof name, "data/%.2s/%s", ref, ref);
			if (import_read_beside(list, name, &bytes))
				text = buf_str(&bytes);
		}
	}
	import_item_text(list, item, text, str_eq(type, "html"));
	buf_done(&bytes);
}

static bool
is_star(const char *tag)
{
	static const char *const names[] = {"star", "starred", "favorite", "favourite"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_ieq(tag, names[i]))
			return true;
	return false;
}

/* unread is a tag, and so is a star. The tags of its feed were copied when the entry was
 * new; here it has its feed's tags anyway. */
static void
take_entry_tags(struct import_list *list, struct import_item *item,
	const struct import_feed *feed, const struct lisp *tags)
{
	item->marks = IMPORT_READ;
	for (size_t i = 0; tags && tags->kind == LISP_LIST && i < tags->len; i++) {
		const char *tag = import_lisp_text(tags->items[i]);
		bool own = tag != NULL;
		for (size_t k = 0; own && k < feed->tags_len; k++)
			own = !str_eq(feed->tags[k], tag);
		if (str_eq(tag, "unread"))
			item->marks &= ~IMPORT_READ;
		else if (own && is_star(tag))
			item->marks |= IMPORT_STARRED;
		else if (own)
			import_item_tag(list, item, span_of(tag));
	}
}

static void
take_entry(struct import_list *list, const struct lisp *form)
{
	const char *id = import_lisp_text(import_lisp_at(form, ENTRY_FEED));
	const char *date = import_lisp_text(import_lisp_at(form, ENTRY_DATE));
	const char *guid =
		import_lisp_text(import_lisp_at(import_lisp_at(form, ENTRY_ID), 1));
	struct import_feed *feed = import_feed_of(list, id);
	if (!feed)
		return;
	struct import_item *item = import_add_item(list, feed);
	item->title = import_lisp_text(import_lisp_at(form, ENTRY_TITLE));
	item->link = import_lisp_text(import_lisp_at(form, ENTRY_LINK));
	if (guid && !str_starts(guid, "urn:sha1:"))
		item->guid = guid;
	if (date && feed_date_parse(
			    (struct span){date, strcspn(date, ".")}, &item->date) != OK)
		item->date = TIME_NONE;
	const struct lisp *media =
		import_lisp_at(import_lisp_at(form, ENTRY_ENCLOSURES), 0);
	item->enclosure = import_lisp_text(import_lisp_at(media, 0));
	item->enclosure_type = import_lisp_text(import_lisp_at(media, 1));
	take_content(list, item, form);
	take_entry_tags(list, item, feed, import_lisp_at(form, ENTRY_TAGS));
}

/* The values of a hash table that is printed as #s(hash-table … data (KEY VALUE …)). */
static void
each(struct import_list *list, const struct lisp *table, const char *kind, bool listed)
{
	const struct lisp *data = import_lisp_after(table, "data");
	for (size_t i = 1; data && data->kind == LISP_LIST && i < data->len; i += 2) {
		const struct lisp *value = data->items[i];
		if (!str_eq(import_lisp_text(import_lisp_at(value, 0)), kind))
			continue;
		if (str_eq(kind, "elfeed-feed"))
			take_index_feed(list, value, listed);
		else
			take_entry(list, value);
	}
}

static bool
has_item_tag(const struct import_item *item, const char *tag)
{
	for (size_t i = 0; i < item->tags_len; i++)
		if (str_eq(item->tags[i], tag))
			return true;
	return false;
}

static void
drop_item_tag(struct import_item *item, const char *tag)
{
	size_t n = 0;
	for (size_t i = 0; i < item->tags_len; i++)
		if (!str_eq(item->tags[i], tag))
			item->tags[n++] = item->tags[i];
	item->tags_len = n;
}

/* The entries of one feed. */
struct group {
	struct import_item **items;
	size_t len;
};

/* Without a list of feeds, what all entries of a feed have are the feed's own tags. */
static void
find_feed_tags(struct import_list *list, struct import_feed *feed, struct group *group)
{
	for (size_t i = 0; group->len > 1 && i < group->items[0]->tags_len;) {
		char *tag = group->items[0]->tags[i];
		size_t n = 1;
		while (n < group->len && has_item_tag(group->items[n], tag))
			n++;
		if (n < group->len) {
			i++;
			continue;
		}
		import_add_tag(list, feed, span_of(tag));
		for (size_t k = 0; k < group->len; k++)
			drop_item_tag(group->items[k], tag);
	}
}

static void
find_tags(struct import_list *list)
{
	struct map groups = MAP_INIT;
	for (size_t i = 0; i < list->items_len; i++) {
		void **slot = map_put(&groups, &list->items[i].feed, sizeof(void *));
		struct group *group = *slot;
		if (!group)
			group = *slot = arena_zalloc(&list->arena, sizeof *group);
		group->items = arena_push(&list->arena, group->items, group->len,
			sizeof(struct import_item *));
		group->items[group->len++] = &list->items[i];
	}
	for (size_t i = 0; i < groups.count; i++) {
		struct group *group = groups.entries[i].value;
		find_feed_tags(list, group->items[0]->feed, group);
	}
	map_done(&groups);
}

void
import_elfeed_index_read(struct import_list *list, const char *path, struct span bytes)
{
	const struct lisp *form, *last = NULL;
	bool listed = list->listed;
	(void)path;
	/* The last form is the database; one before it is for older versions. */
	while ((form = import_lisp_read(&list->arena, &bytes)) != NULL)
		last = form;
	each(list, import_lisp_after(last, ":feeds"), "elfeed-feed", listed);
	each(list, import_lisp_after(last, ":entries"), "elfeed-entry", listed);
	if (!listed)
		find_tags(list);
}
