#include "config.h"

#include "feed/opml.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/str.h"
#include "base/url.h"
#include "feed/unpack.h"
#include "model/subscription.h"

#define LEVELS_MAX 31 /* folders in folders */

/* What stands in a folder: another one, or else a feed. */
struct entry {
	struct entry *next;
	struct folder *folder;
	size_t sub; /* of the list */
};

struct folder {
	struct span name;
	struct entry *first, *last;
};

struct writer {
	struct buf *out;
	struct arena arena; /* of folders, and of what is written */
	feed_opml_about *about;
	void *data;
	bool numbered; /* folders change the order of the feeds, so it is written down */
};

static void
indent(struct writer *w, size_t depth)
{
	for (size_t i = 0; i < depth; i++)
		buf_addc(w->out, '\t');
}

static void
attr(struct writer *w, const char *name, struct span value)
{
	buf_addf(w->out, " %s=\"", name);
	feed_text_escape(w->out, value, true);
	buf_addc(w->out, '"');
}

/* The first tag says where the outline stands; the others are categories. */
static void
write_tags(struct writer *w, const struct subscription *sub)
{
	struct buf list = BUF_INIT(0);
	for (size_t i = 1; i < sub->tags_len; i++)
		buf_addf(&list, "%s/%s", i > 1 ? "," : "", sub->tags[i]);
	if (list.len)
		attr(w, "category", (struct span){buf_str(&list), list.len});
	buf_done(&list);
}

/* What OPML has no attribute for. number: its place among all. */
static void
write_own(struct writer *w, const struct subscription *sub, size_t number)
{
	if (w->numbered)
		buf_addf(w->out, " courant:place=\"%zu\"", number);
	if (sub->hidden)
		buf_adds(w->out, " courant:hidden=\"true\"");
	for (size_t i = 0; i < sub->options_len; i++)
		attr(w, arena_printf(&w->arena, "courant:%s", sub->options[i].name),
			span_of(sub->options[i].value));
}

static void
write_query(struct writer *w, const struct subscription *sub, size_t number)
{
	const char *name = sub->url + sizeof "query:" - 1;
	struct span label = {name, strcspn(name, ":")};
	buf_adds(w->out, "<outline");
	attr(w, "text", sub->title ? span_of(sub->title) : label);
	attr(w, "courant:named", label);
	if (sub->title)
		attr(w, "courant:title", span_of(sub->title));
	attr(w, "courant:query", span_of(name + label.n + (name[label.n] == ':')));
	write_tags(w, sub);
	write_own(w, sub, number);
	buf_adds(w->out, "/>\n");
}

static void
write_feed(struct writer *w, const struct subscription *sub, size_t number, size_t depth)
{
	struct feed_opml_feed about = {NULL, NULL};
	indent(w, depth);
	if (sub->source == SOURCE_QUERY) {
		write_query(w, sub, number);
		return;
	}
	char *url = subscription_at(&w->arena, sub->url,
		url_public(&w->arena, subscription_address(sub->url), false));
	if (w->about)
		w->about(w->data, sub->url, &about);
	const char *title = sub->title ? sub->title : about.title;
	buf_adds(w->out, "<outline type=\"rss\"");
	attr(w, "text", span_of(str_empty(title) ? url : title));
	attr(w, "title", span_of(str_empty(title) ? url : title));
	attr(w, "xmlUrl", span_of(url));
	if (url_is_web(about.link) && !url_has_secret(about.link))
		attr(w, "htmlUrl", span_of(url_public(&w->arena, about.link, false)));
	if (!sub->title && !str_empty(title))
		buf_adds(w->out, " courant:untitled=\"true\"");
	write_tags(w, sub);
	write_own(w, sub, number);
	buf_adds(w->out, "/>\n");
}

/* Commands and files stay here: an import takes none. */
static bool
written(const struct subscription *sub)
{
	bool web = subscription_is_web(sub->source) && sub->source != SOURCE_FILTER;
	return (web && url_is_web(subscription_address(sub->url))) ||
	       sub->source == SOURCE_QUERY;
}

static const char *
place_of(const struct subscription *sub)
{
	return sub->tags_len ? sub->tags[0] : "";
}

static bool
is_within(const char *tag, const char *path, size_t n)
{
	return subscription_tag_within(span_of(tag), (struct span){path, n});
}

/* Is the folder of a feed left and entered again? Then the list has another order than
 * the lines. Entering a new folder leaves those that are not above it. */
static bool
changes_order(const struct subscriptions *subs)
{
	struct map left = MAP_INIT;
	const char *open = "";
	bool changes = false;
	for (size_t i = 0; i < subs->len && !changes; i++) {
		const char *place = place_of(&subs->list[i]);
		if (!written(&subs->list[i]))
			continue;
		for (size_t n = strlen(open); n; n--)
			if ((!open[n] || open[n] == '/') && !is_within(place, open, n))
				*map_put(&left, open, n) = &left;
		for (size_t n = strlen(place); n && !changes; n--)
			changes = (!place[n] || place[n] == '/') &&
				  map_get(&left, place, n);
		open = place;
	}
	map_done(&left);
	return changes;
}

/* The entry's place comes after those that its folder already has. */
static void
add_entry(struct writer *w, struct folder *folder, struct folder *child, size_t sub)
{
	struct entry *entry = arena_zalloc(&w->arena, sizeof *entry);
	entry->folder = child;
	entry->sub = sub;
	*(folder->last ? &folder->last->next : &folder->first) = entry;
	folder->last = entry;
}

/* The folder of a feed. If there is none yet, makes it and those above it. by_path has
 * those that exist. */
static struct folder *
folder_of(struct writer *w, struct folder *root, struct map *by_path, const char *path)
{
	struct folder *folder = root;
	const char *name = path;
	for (size_t level = 0; *name && level < LEVELS_MAX; level++) {
		size_t len = strcspn(name, "/");
		void **known = map_put(by_path, path, (size_t)(name - path) + len);
		if (!*known) {
			struct folder *child = arena_zalloc(&w->arena, sizeof *child);
			child->name = (struct span){name, len};
			add_entry(w, folder, child, 0);
			*known = child;
		}
		folder = *known;
		name += len + (name[len] == '/');
	}
	return folder;
}

/* Each folder once, in the order of their first feeds. */
static void
sort_into_folders(struct writer *w, struct folder *root, const struct subscriptions *subs)
{
	struct map by_path = MAP_INIT;
	for (size_t i = 0; i < subs->len; i++) {
		const char *place = place_of(&subs->list[i]);
		if (written(&subs->list[i]))
			add_entry(w, folder_of(w, root, &by_path, place), NULL, i);
	}
	map_done(&by_path);
}

static void
write_folder(struct writer *w, const struct folder *folder,
	const struct subscriptions *subs, size_t depth)
{
	for (const struct entry *entry = folder->first; entry; entry = entry->next) {
		if (!entry->folder) {
			write_feed(w, &subs->list[entry->sub], entry->sub + 1, depth);
			continue;
		}
		indent(w, depth);
		buf_adds(w->out, "<outline");
		attr(w, "text", entry->folder->name);
		attr(w, "title", entry->folder->name);
		buf_adds(w->out, ">\n");
		write_folder(w, entry->folder, subs, depth + 1);
		indent(w, depth);
		buf_adds(w->out, "</outline>\n");
	}
}

void
feed_opml_write(struct buf *out, const struct subscriptions *subs, feed_opml_about *about,
	void *data)
{
	struct writer w = {.out = out, .about = about, .data = data};
	struct folder root = {0};
	arena_init(&w.arena);
	w.numbered = changes_order(subs);
	sort_into_folders(&w, &root, subs);
	buf_adds(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		      "<opml version=\"2.0\" xmlns:courant=\"urn:courant:opml\">\n"
		      "\t<head>\n"
		      "\t\t<title>");
	feed_text_escape(out, span_of(subs->title ? subs->title : "courant"), false);
	buf_adds(out, "</title>\n"
		      "\t</head>\n"
		      "\t<body>\n");
	write_folder(&w, &root, subs, 2);
	buf_adds(out, "\t</body>\n</opml>\n");
	arena_done(&w.arena);
}
