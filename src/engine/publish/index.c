#include "config.h"

#include "base/buf.h"
#include "base/str.h"
#include "engine/publish/publish_inside.h"
#include "feed/opml.h"
#include "feed/unpack.h"
#include "model/subscription.h"

#define LIST_NAME "index.opml"

/* A page for people, with the links by which their feed readers find the feeds. It is the
 * same in every language, since processes in different languages may write it in turn. */
static void
put_html(struct buf *out, const struct conf_publish *lines, size_t len)
{
	static const char *const types[] = {
		[FEED_ATOM10] = "application/atom+xml",
		[FEED_RSS20] = "application/rss+xml",
		[FEED_JSON] = "application/feed+json",
		[FEED_OPML] = NULL, /* a list of feeds is not a feed */
	};
	buf_adds(
		out, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Feeds</title>\n");
	for (size_t i = 0; i < len; i++) {
		if (!types[lines[i].format])
			continue;
		buf_addf(out, "<link rel=\"alternate\" type=\"%s\" href=\"%s\" title=\"",
			types[lines[i].format], lines[i].name);
		feed_text_escape(out, span_of(lines[i].title), true);
		buf_adds(out, "\">\n");
	}
	buf_adds(out, "<ul>\n");
	for (size_t i = 0; i < len; i++) {
		buf_addf(out, "<li><a href=\"%s\">", lines[i].name);
		feed_text_escape(out, span_of(lines[i].title), false);
		buf_adds(out, "</a>\n");
	}
	buf_adds(out, "</ul>\n");
}

static int
write_list(const char *path, const char *base, const struct conf_publish *lines,
	size_t len, struct err *err)
{
	struct subscriptions *subs = subscription_list_new();
	struct buf out = BUF_INIT(0);
	for (size_t i = 0; i < len; i++) {
		if (lines[i].format == FEED_OPML)
			continue;
		struct subscription *sub = subscription_list_add(subs);
		sub->url = arena_printf(&subs->arena, "%s%s", base, lines[i].name);
		sub->title = lines[i].title;
	}
	feed_opml_write(&out, subs, NULL, NULL);
	int status = engine_publish_write(path, &out, err);
	buf_done(&out);
	subscription_list_free(subs);
	return status;
}

/* The user's own list of this name, if there is a line for it, comes first. */
static bool
has_own_list(const struct conf_publish *lines, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (str_ieq(lines[i].name, LIST_NAME))
			return true;
	return false;
}

int
engine_publish_index(const char *dir, const char *base, const struct conf_publish *lines,
	size_t len, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct buf out = BUF_INIT(0);
	put_html(&out, lines, len);
	int status = engine_publish_write(
		arena_printf(&arena, "%s/index.html", dir), &out, err);
	if (status == OK && base && !has_own_list(lines, len))
		status = write_list(arena_printf(&arena, "%s/" LIST_NAME, dir), base,
			lines, len, err);
	buf_done(&out);
	arena_done(&arena);
	return status;
}
