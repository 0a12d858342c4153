/*
 * Lists of feeds from elsewhere. What begins like a document goes through the feed
 * parser, which knows OPML as one more format, so its repairs, encodings and limits cover
 * broken lists as well; anything else is read line by line as an untrusted feeds file.
 * Tags and titles are cleaned like those of the feeds file.
 */
#include "config.h"

#include "engine/action/import.h"

#include <string.h>

#include "base/i18n.h"
#include "base/map.h"
#include "base/str.h"
#include "base/url.h"
#include "conf/feeds.h"
#include "feed/parse.h"
#include "model/feed.h"
#include "model/subscription.h"

struct import {
	struct subscriptions *subs;
	const char *name;
	void (*report)(void *data, const char *sentence);
	void *data;
	struct map known; /* address → index in subs + 1 */
};

static void
tell(struct import *im, struct err *err)
{
	if (im->report)
		im->report(im->data, err->text);
}

/* A document of any kind, rather than lines: markup, JSON or UTF-16. */
static bool
is_document(const char *bytes, size_t len)
{
	struct span s = {bytes, len};
	if (len >= 2 &&
		(memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0))
		return true;
	if (len >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
		s.p += 3;
		s.n -= 3;
	}
	s = span_trim(s);
	return s.n && (s.p[0] == '<' || s.p[0] == '{');
}

static void
add_tags(struct arena *arena, struct subscription *sub, const struct feed_link *link)
{
	for (size_t i = 0; i < link->tags_len; i++) {
		char *tag = conf_feeds_tag(arena, span_of(link->tags[i]));
		bool there = !tag;
		for (size_t k = 0; k < sub->tags_len && !there; k++)
			there = str_eq(sub->tags[k], tag);
		if (there)
			continue;
		sub->tags =
			arena_push(arena, sub->tags, sub->tags_len, sizeof *sub->tags);
		sub->tags[sub->tags_len++] = tag;
	}
}

static int
add_outline(struct import *im, const struct feed_link *link, struct err *err)
{
	struct arena *arena = &im->subs->arena;
	struct subscription sub = {0};
	int status = conf_feeds_url(
		arena, link->url ? link->url : "", false, &sub.source, &sub.url, err);
	if (status != OK)
		return status;
	void **known = map_put(&im->known, sub.url, strlen(sub.url));
	if (*known) {
		add_tags(arena, &im->subs->list[(uintptr_t)*known - 1], link);
		return OK;
	}
	if (im->subs->len >= CONF_FEEDS_MAX)
		return err_set(err, ERR_LIMIT, _("more than %d feeds; it is left out"),
			CONF_FEEDS_MAX);
	/* OPML requires a text: without a title, programs put the address there. */
	if (!str_eq(link->title, link->url))
		sub.title = conf_feeds_title(arena, span_of(link->title));
	add_tags(arena, &sub, link);
	*subscriptions_add(im->subs) = sub;
	*known = (void *)(uintptr_t)im->subs->len;
	return OK;
}

static void
take_outlines(struct import *im, const struct feed *list)
{
	struct err err = {0};
	map_init(&im->known);
	for (size_t i = 0; i < list->repairs_len; i++) {
		err_set(&err, OK, _("%s: repaired: %s"), im->name, list->repairs[i]);
		tell(im, &err);
	}
	for (size_t i = 0; i < list->links_len; i++) {
		const struct feed_link *link = &list->links[i];
		if (add_outline(im, link, &err) == OK)
			continue;
		if (link->title)
			err_prefix(&err, _("%s: outline %zu, \"%s\""), im->name, i + 1,
				link->title);
		else
			err_prefix(&err, _("%s: outline %zu"), im->name, i + 1);
		tell(im, &err);
	}
	map_done(&im->known);
}

static int
read_document(struct import *im, const void *bytes, size_t len, struct err *err)
{
	struct feed_source source = {.bytes = bytes, .len = len};
	struct feed *list = NULL;
	int status = feed_parse(&source, &list, err);
	if (status == OK && list->format == FEED_OPML)
		take_outlines(im, list);
	else if (status == OK)
		status = err_set(err, ERR_NOT_FEED,
			_("%s is a feed itself, no list of feeds; subscribe to its "
			  "address instead"),
			im->name);
	else if (status == ERR_NOT_FEED)
		status = err_set(err, ERR_NOT_FEED,
			_("%s is not a list of feeds; give an OPML file, or a list of "
			  "addresses, one per line"),
			im->name);
	else
		err_prefix(err, "%s", im->name);
	feed_free(list);
	return status;
}

int
engine_action_read_list(struct subscriptions *subs, const char *name, const void *bytes,
	size_t len, void (*report)(void *data, const char *sentence), void *data,
	struct err *err)
{
	struct import im = {.subs = subs, .name = name, .report = report, .data = data};
	size_t before = subs->len;
	int status = OK;
	if (len > ENGINE_LIST_MAX)
		return err_set(err, ERR_LIMIT, _("%s is larger than %zu MB; split it"),
			name, ENGINE_LIST_MAX >> 20);
	if (is_document(bytes, len))
		status = read_document(&im, bytes, len, err);
	else
		conf_feeds_parse(subs, name, bytes, len, false, report, data);
	if (status == OK && subs->len == before)
		status = err_set(err, ERR_NOT_FEED,
			_("%s contains no feed to subscribe to; give an OPML file, or a "
			  "list of addresses, one per line"),
			name);
	return status;
}
