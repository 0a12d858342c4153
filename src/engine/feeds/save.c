#include "config.h"

#include "engine/feeds/save.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "conf/feeds.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/feeds/kept.h"
#include "engine/feeds/pages_file.h"
#include "engine/feeds/subscribe.h"
#include "engine/job/job.h"
#include "engine/job/jobs.h"
#include "engine/poll/poll.h"
#include "engine/refresh/refresh.h"
#include "extract/extract.h"
#include "feed/decode.h"
#include "feed/document_limits.h"
#include "feed/html_page.h"
#include "feed/parse.h"
#include "feed/unpack.h"
#include "feed/write.h"
#include "fetch/fetch.h"
#include "model/feed.h"
#include "model/subscription.h"
#include "select/compare_text.h"
#include "store/db/view.h"
#include "store/feed/feed.h"

#define AGAIN_MAX 10                  /* pages that are tried again with one poll */
#define AGAIN_SECONDS (30 * TIME_DAY) /* after that, not any more */

struct engine_saves {
	size_t under_way;
	bool ours; /* the next poll of the feed follows what was just saved */
	struct engine_kept kept;
};

struct save_job {
	struct engine_job job;
	char **tags;
	size_t tags_len;
	bool again; /* the page could not be had before */
	bool known; /* it was kept before */
};

int
engine_feeds_save_init(struct engine *e, struct err *err)
{
	(void)err;
	e->saves = mem_zalloc(sizeof *e->saves);
	return OK;
}

bool
engine_feeds_save_idle(const struct engine *e)
{
	return e->saves->under_way == 0;
}

/* ---- what came */

/* Lines of text, where no article was found. */
static void
put_lines(struct buf *html, const char *text)
{
	struct span rest = span_of(text), line;
	while (span_split(&rest, '\n', &line)) {
		if (!line.n)
			continue;
		buf_adds(html, "<p>");
		feed_text_escape(html, line, false);
		buf_adds(html, "</p>\n");
	}
}

static void
take_page(struct item *item, struct span page, const struct fetch_result *answer,
	struct arena *arena)
{
	struct buf html = BUF_INIT(0);
	struct extract_about about = {0};
	const struct extract_page what = {page, NULL};
	const struct feed_source source = {.bytes = page.p,
		.len = page.n,
		.content_type = "text/html; charset=utf-8",
		.base_url = answer->url};
	struct feed *plain = NULL;
	bool article = extract_article(&what, arena, &html, &about, NULL) == OK;
	if (select_text_feed((struct span){NULL, 0}, &source, &plain, NULL) == OK) {
		if (plain->title)
			item->title = arena_strdup(arena, plain->title);
		if (!article)
			put_lines(&html, plain->items[0].content.text);
	}
	const char *base = about.base
				   ? url_resolve(arena, answer->url, span_of(about.base))
				   : answer->url;
	if (html.len)
		item->content = (struct text){arena_strndup(arena, html.data, html.len),
			TEXT_HTML, arena_strdup(arena, base)};
	feed_free(plain);
	buf_done(&html);
}

/* Anything that is not a web page, such as a picture, is kept as a link. */
static void
take_other(struct item *item, struct arena *arena)
{
	struct buf html = BUF_INIT(0);
	buf_adds(&html, "<p><a href=\"");
	feed_text_escape(&html, span_of(item->link), true);
	buf_adds(&html, "\">");
	feed_text_escape(&html, span_of(item->link), false);
	buf_adds(&html, "</a></p>");
	item->content =
		(struct text){arena_strndup(arena, html.data, html.len), TEXT_HTML, NULL};
	buf_done(&html);
}

static int
take_answer(struct item *item, struct fetch_result *answer, struct arena *arena,
	struct err *err)
{
	struct decoded decoded;
	struct notes notes = {0};
	int status = fetch_result_take(answer, err);
	if (status != OK)
		return status;
	status = feed_decode((struct span){answer->body.data, answer->body.len},
		answer->content_type, &decoded, &notes, err);
	if (status != OK)
		return status;
	if (feed_html_is(decoded.text))
		take_page(item, decoded.text, answer, arena);
	if (!item->content.text)
		take_other(item, arena);
	buf_done(&decoded.buf);
	return OK;
}

enum outcome {
	SAVED,
	WITHOUT_TEXT, /* its address alone is kept */
	NOT_KEPT,
};

static void
tell(struct engine *e, const char *text, enum outcome outcome)
{
	const struct engine_event event = {.kind = ENGINE_SAVED,
		.error = outcome != SAVED,
		.unstored = outcome == NOT_KEPT,
		.text = text};
	engine_event_post(e, &event);
}

static void
job_done(struct save_job *s)
{
	for (size_t i = 0; i < s->tags_len; i++)
		free(s->tags[i]);
	free(s->tags);
}

/* The feed has a line and is polled, so that the item comes into the store. */
static int
poll_feed(struct engine *e, const char *path, struct save_job *s, struct err *err)
{
	struct arena arena = ARENA_INIT;
	uint32_t feed = 0;
	size_t added;
	int status = engine_feeds_subscribe_line(
		e, engine_feeds_saved_url(path, &arena), &feed, &added, err);
	if (status == OK) {
		e->saves->ours = true;
		if (!s->again && feed)
			engine_feeds_kept_add(&e->saves->kept, s->job.url, s->tags,
				s->tags_len, s->known, added > 0);
		/* no number: the store cannot be read now; a later poll finds the feed */
		engine_refresh_begin(e, &feed, feed ? 1 : 0, ENGINE_FORCE);
	}
	arena_done(&arena);
	return status;
}

static struct item
item_of(const struct engine *e, const struct save_job *s)
{
	return (struct item){.guid = s->job.url,
		.title = s->job.url,
		.link = s->job.url,
		.published = engine_now(e),
		.updated = TIME_NONE,
		.categories = s->tags,
		.categories_len = s->tags_len,
		.comments_count = -1};
}

static void
answered(struct engine *e, struct engine_job *job, struct fetch_result *answer)
{
	struct save_job *s = (struct save_job *)job;
	struct arena arena = ARENA_INIT;
	struct err why = {0}, err = {0};
	struct item item = item_of(e, s);
	char *path = engine_feeds_saved_path(e->feeds_path, &arena);
	bool had = take_answer(&item, answer, &arena, &why) == OK;
	int status = path ? OK
			  : err_set(&err, ERR_IO, _("the directory of %s does not exist"),
				    e->feeds_path);
	if (status == OK && (had || !s->again))
		status = engine_feeds_saved_put(
			path, &item, engine_now(e), &s->known, &err);
	if (status == OK && (had || !s->again))
		status = poll_feed(e, path, s, &err);
	e->saves->under_way--;
	if (!s->again && status != OK)
		tell(e, err.text, NOT_KEPT);
	else if (!s->again)
		tell(e, had ? item.title : why.text, had ? SAVED : WITHOUT_TEXT);
	job_done(s);
	fetch_result_free(answer);
	arena_done(&arena);
}

/* The address is kept even if the program ends: the next poll tries again. */
static void
cancelled(struct engine *e, struct engine_job *job)
{
	struct save_job *s = (struct save_job *)job;
	struct arena arena = ARENA_INIT;
	struct err err = {0};
	const struct item item = item_of(e, s);
	char *path = s->again ? NULL : engine_feeds_saved_path(e->feeds_path, &arena);
	if (path &&
		engine_feeds_saved_put(path, &item, engine_now(e), NULL, &err) == OK) {
		const struct subscription sub = {.source = SOURCE_FILE,
			.url = engine_feeds_saved_url(path, &arena)};
		(void)!conf_feeds_append(e->feeds_path, &sub, 1, NULL, &err);
	}
	if (!s->again)
		tell(e, err.status == OK ? _("stopped") : err.text,
			err.status == OK ? WITHOUT_TEXT : NOT_KEPT);
	e->saves->under_way--;
	job_done(s);
	arena_done(&arena);
}

static const struct engine_job_class saves = {
	.name = "saved page",
	.size = sizeof(struct save_job),
	.priority = ENGINE_JOB_ASKED,
	.answer = answered,
	.cancel = cancelled,
};

static void
ask(struct engine *e, const char *url, char *const *tags, size_t len, bool again)
{
	struct save_job job = {.job = {.class = &saves, .url = (char *)(uintptr_t)url},
		.tags = mem_zalloc((len + 1) * sizeof *job.tags),
		.tags_len = len,
		.again = again};
	for (size_t i = 0; i < len; i++)
		job.tags[i] = mem_strdup(tags[i]);
	e->saves->under_way++;
	engine_job_ask(e, &job.job, NULL);
}

void
engine_feeds_save(struct engine *e, const struct engine_request *request)
{
	struct arena arena = ARENA_INIT;
	struct err err;
	char *url;
	if (url_normalize(&arena, span_of(request->subscribe.address), &url, &err) == OK)
		ask(e, url, (char *const *)(uintptr_t)request->subscribe.tags,
			request->subscribe.tags_len, false);
	else
		tell(e, err.text, NOT_KEPT);
	arena_done(&arena);
}

/* ---- pages that could not be had */

static bool
is_saved(struct engine *e, uint32_t feed, const char *path, struct arena *arena)
{
	struct store_view view;
	uint32_t id = 0;
	if (!path || store_view_begin(e->store, &view, NULL) != OK)
		return false;
	bool found =
		store_feed_find(&view, engine_feeds_saved_url(path, arena), &id) == OK;
	store_view_end(&view);
	return found && id == feed;
}

static void
ask_again(struct engine *e, const char *path)
{
	struct feed *feed = engine_feeds_saved_read(path);
	int64_t now = engine_now(e);
	size_t asked = 0;
	for (size_t i = 0; i < feed->items_len && asked < AGAIN_MAX; i++) {
		const struct item *item = &feed->items[i];
		if (!item->guid || item_body(item)->text ||
			now - item->published > AGAIN_SECONDS)
			continue;
		ask(e, item->guid, item->categories, item->categories_len, true);
		asked++;
	}
	feed_free(feed);
}

void
engine_feeds_save_polled(struct engine *e, const struct engine_poll *poll)
{
	struct arena arena = ARENA_INIT;
	char *path = poll->local ? engine_feeds_saved_path(e->feeds_path, &arena) : NULL;
	if (is_saved(e, poll->feed, path, &arena)) {
		if (poll->document)
			engine_feeds_kept_take(e, &e->saves->kept, poll, &arena);
		if (!e->saves->ours && e->saves->under_way == 0)
			ask_again(e, path);
		e->saves->ours = false;
	}
	arena_done(&arena);
}

void
engine_feeds_save_stop(struct engine *e)
{
	engine_job_cancel_class(e, &saves);
}

void
engine_feeds_save_done(struct engine *e)
{
	engine_feeds_save_stop(e);
	engine_feeds_kept_free(&e->saves->kept);
	free(e->saves);
}
