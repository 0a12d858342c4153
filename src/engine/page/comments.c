#include "config.h"

#include "engine/page/comments.h"

#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/time.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/job/job.h"
#include "engine/job/jobs.h"
#include "engine/job/named.h"
#include "feed/parse.h"
#include "fetch/fetch.h"
#include "model/feed.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"

#define HTML_MAX ((size_t)2 << 20) /* bytes of all comments */

struct comments_job {
	struct engine_job job;
	uint64_t item;
};

static void
tell(struct engine *e, uint64_t item, bool error, const char *text)
{
	const struct engine_event event = {
		.kind = ENGINE_COMMENTS, .counted = item, .error = error, .text = text};
	engine_event_post(e, &event);
}

/* ---- what came */

static void
put_escaped(struct buf *out, const char *s)
{
	for (; s && *s; s++) {
		if (*s == '<')
			buf_adds(out, "&lt;");
		else if (*s == '&')
			buf_adds(out, "&amp;");
		else
			buf_addc(out, *s);
	}
}

/* "Author · date", or the title of a comment that has neither. */
static void
put_heading(struct buf *out, const struct item *comment, struct arena *arena)
{
	char *authors = item_authors(comment, arena);
	char date[64] = "";
	if (item_date(comment) != TIME_NONE)
		time_format_local(
			item_date(comment), _("%a, %d %b %Y, %H:%M"), date, sizeof date);
	buf_adds(out, "<h3>");
	put_escaped(out, authors ? authors : comment->title);
	buf_adds(out, *date ? " · " : "");
	buf_adds(out, date);
	buf_adds(out, "</h3>\n");
}

static void
put_comment(struct buf *out, const struct item *comment, struct arena *arena)
{
	const struct text *body = item_body(comment);
	put_heading(out, comment, arena);
	buf_adds(out, "<div>");
	if (body->type == TEXT_HTML)
		buf_adds(out, body->text ? body->text : "");
	else
		put_escaped(out, body->text);
	buf_adds(out, "</div>\n");
}

/* Oldest first; feeds have them the other way round. */
static void
put_comments(struct buf *out, const struct feed *feed)
{
	struct arena arena = ARENA_INIT;
	for (size_t i = feed->items_len; i-- > 0 && out->len < HTML_MAX;)
		put_comment(out, &feed->items[i], &arena);
	if (!feed->items_len)
		buf_addf(out, "<p>%s</p>", _("There are no comments yet."));
	arena_done(&arena);
}

static int
read_answer(struct fetch_result *answer, struct buf *out, struct err *err)
{
	struct feed *feed = NULL;
	int status = fetch_result_take(answer, err);
	if (status != OK)
		return status;
	const struct feed_source source = {.bytes = answer->body.data,
		.len = answer->body.len,
		.content_type = answer->content_type,
		.base_url = answer->url};
	status = feed_parse(&source, &feed, err);
	if (status == OK)
		put_comments(out, feed);
	feed_free(feed);
	return status;
}

static void
answered(struct engine *e, struct engine_job *job, struct fetch_result *answer)
{
	const struct comments_job *c = (const struct comments_job *)job;
	struct buf html = BUF_INIT(0);
	struct err err;
	bool failed = read_answer(answer, &html, &err) != OK;
	tell(e, c->item, failed, failed ? err.text : buf_str(&html));
	buf_done(&html);
	fetch_result_free(answer);
}

static const struct engine_job_class comments = {
	.name = "comments",
	.size = sizeof(struct comments_job),
	.priority = ENGINE_JOB_WAITED,
	.answer = answered,
};

/* ---- what is asked */

static const char *
comments_feed(const struct store_item_body *body)
{
	for (size_t i = 0; i < body->related_len; i++)
		if (body->related[i].rel == RELATED_COMMENTS_FEED)
			return body->related[i].url;
	return NULL;
}

void
engine_page_comments(struct engine *e, uint64_t id)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_item item;
	struct store_item_body body;
	struct store_feed feed;
	const char *url = NULL;
	if (store_view_begin(e->store, &view, NULL) == OK) {
		if (store_item(&view, id, &arena, &item) == OK &&
			store_item_body(&view, id, &arena, &body) == OK &&
			store_feed(&view, item.feed, &arena, &feed) == OK)
			url = comments_feed(&body);
		store_view_end(&view);
	}
	if (url) {
		struct comments_job job = {.job = {.class = &comments,
						   .feed = item.feed,
						   .url = arena_strdup(&arena, url)},
			.item = id};
		struct fetch_request request = {.priority = 0};
		engine_job_named(e, &feed, url, &arena, &request);
		engine_job_ask(e, &job.job, &request);
	} else {
		tell(e, id, true, _("the feed names no feed of comments for this item"));
	}
	arena_done(&arena);
}
