/*
 * An item's address comes from outside, so it is fetched as a link of its feed, which
 * must not lead from a public server to the local network (case 27). An article in parts
 * is fetched one part after another; what was fetched is stored after the last part, or
 * when one fails.
 */
#include "config.h"

#include "engine/page/page_fetch.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/url.h"
#include "base/vec.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/job/job.h"
#include "engine/job/jobs.h"
#include "engine/job/named.h"
#include "extract/extract.h"
#include "feed/decode.h"
#include "feed/html_page.h"
#include "fetch/fetch.h"
#include "model/subscription.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/poll/page_text.h"

#define BODY_MAX ((int64_t)4 << 20) /* bytes of a page */
#define BINARY_SAMPLE 4096 /* bytes that show whether a command has written text, … */
#define BINARY_SHARE 100 /* … of which at most a hundredth can be control characters */
#define UNASKED_MAX 500  /* pages that wait without the user having asked */

struct engine_pages {
	uint64_t *noted; /* items of the batch */
	size_t noted_len, noted_cap;
	size_t under_way;
	const struct engine_page_server *server; /* NULL: only web pages have texts */
};

struct page_job {
	struct engine_job job;
	uint64_t item;
	size_t parts;   /* that came */
	char *text;     /* of them */
	char *base;     /* of the first part's addresses */
	char *title;    /* of the item */
	bool served;    /* the answer is a feed server's */
	bool waited;    /* the user asked for it */
	bool commanded; /* the answer is a command's: the article */
};

int
engine_page_init(struct engine *e, struct err *err)
{
	(void)err;
	e->pages = mem_zalloc(sizeof *e->pages);
	return OK;
}

void
engine_page_serve(struct engine *e, const struct engine_page_server *server)
{
	e->pages->server = server;
}

static void
end(struct engine *e, struct page_job *p)
{
	e->pages->under_way--;
	free(p->text);
	free(p->base);
	free(p->title);
}

/* why NULL: it is stored. */
static void
tell(struct engine *e, uint64_t item, uint32_t feed, const char *why)
{
	const struct engine_event event = {.kind = ENGINE_PAGE,
		.feed = feed,
		.counted = item,
		.error = why != NULL,
		.text = why};
	if (why)
		log_put(LOG_INFO, "page of item %llu: %s", (unsigned long long)item, why);
	engine_event_post(e, &event);
}

/* ---- what came */

static int
store_text(struct engine *e, const struct page_job *p, struct err *err)
{
	struct store_batch *batch;
	struct text text = {.text = p->text, .type = TEXT_HTML, .base = p->base};
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	status = store_poll_put_page(batch, p->item, &text, engine_now(e), err);
	if (status == ERR_NOT_FOUND)
		err_set(err, status, _("the item has since been deleted"));
	return store_batch_end(batch, status, err);
}

static void
finish(struct engine *e, struct page_job *p, const struct err *why)
{
	struct err err = {0};
	if (!p->text)
		err = *why;
	else
		store_text(e, p, &err);
	tell(e, p->item, p->job.feed, err.status == OK ? NULL : err.text);
	end(e, p);
}

static void
take_text(struct page_job *p, const struct buf *html)
{
	size_t len = p->text ? strlen(p->text) : 0;
	p->text = mem_realloc(p->text, len + html->len + 1, 1);
	memcpy(p->text + len, buf_str(html), html->len + 1);
	p->parts++;
}

static const char *
base_of(const char *url, const struct extract_about *about, struct arena *arena)
{
	return about->base ? url_resolve(arena, url, span_of(about->base)) : url;
}

/* The address of the article's next part, in arena; NULL: there is none. */
static char *
next_part(const struct page_job *p, const char *url, const struct extract_about *about,
	struct arena *arena)
{
	char *next = about->next ? url_resolve(arena, base_of(url, about, arena),
					   span_of(about->next))
				 : NULL;
	bool part = next && extract_is_part(url, next) && p->parts < EXTRACT_PARTS_MAX;
	return part ? next : NULL;
}

/* Has the command written text, and not a picture or the like? */
static bool
is_text(struct span s)
{
	size_t n = s.n < BINARY_SAMPLE ? s.n : BINARY_SAMPLE, controls = 0;
	for (size_t i = 0; i < n; i++)
		controls +=
			(unsigned char)s.p[i] < ' ' && !str_space((unsigned char)s.p[i]);
	return span_trim(s).n > 0 && controls <= n / BINARY_SHARE;
}

/* Reads the page and adds its article. *next as above. */
static int
read_page(struct page_job *p, const struct fetch_result *answer, struct arena *arena,
	char **next, struct err *err)
{
	struct decoded decoded;
	struct notes notes = {0};
	struct extract_about about;
	struct buf html = BUF_INIT(0);
	const struct buf *body = &answer->body;
	int status = feed_decode((struct span){body->data, body->len},
		answer->content_type, &decoded, &notes, err);
	if (status != OK)
		return status;
	if (p->commanded && !is_text(decoded.text)) {
		status = err_set(err, ERR_NOT_FOUND,
			_("no article was found in the page; open it in the browser"));
	} else if (p->commanded) {
		buf_add(&html, decoded.text.p, decoded.text.n);
	} else if (!feed_html_is(decoded.text)) {
		status = err_set(err, ERR_INVALID,
			_("the item's address is not that of a web page"));
	} else {
		const struct extract_page page = {decoded.text, p->title};
		status = extract_article(&page, arena, &html, &about, err);
		*next = status == OK ? next_part(p, answer->url, &about, arena) : NULL;
		if (status == OK && !p->base)
			p->base = mem_strdup(base_of(answer->url, &about, arena));
	}
	if (status == OK && html.len)
		take_text(p, &html);
	buf_done(&decoded.buf);
	buf_done(&html);
	return status;
}

static int
check_answer(struct fetch_result *answer, struct err *err)
{
	int status = fetch_result_take(answer, err);
	if (status != OK)
		return status;
	if (!answer->body.len)
		return err_set(err, ERR_NOT_FOUND, _("the page is empty"));
	return OK;
}

static const struct engine_job_class pages;

/* Continues with the next part. */
static void
ask_next(struct engine *e, const struct page_job *p, const struct fetch_result *from,
	char *next)
{
	struct page_job job = *p;
	job.job.url = next;
	engine_job_ask(e, &job.job,
		&(struct fetch_request){.url = from->url,
			.link = next,
			.local = from->local,
			.body_max = BODY_MAX});
}

static void ask_web(struct engine *e, uint64_t item, bool asked);

/* Takes the text from the feed server; if it has none, the page is fetched after all. */
static void
take_served(struct engine *e, struct page_job *p, struct fetch_result *answer)
{
	struct buf html = BUF_INIT(0);
	fetch_result_unpack(answer);
	if (answer->status == OK && e->pages->server->take(e, p->item, answer, &html)) {
		take_text(p, &html);
		finish(e, p, NULL);
	} else {
		uint64_t item = p->item;
		bool waited = p->waited;
		end(e, p);
		ask_web(e, item, waited);
	}
	buf_done(&html);
	fetch_result_free(answer);
}

static void
answered(struct engine *e, struct engine_job *job, struct fetch_result *answer)
{
	struct page_job *p = (struct page_job *)job;
	struct arena arena = ARENA_INIT;
	struct err err = {0};
	char *next = NULL;
	if (p->served) {
		take_served(e, p, answer);
		return;
	}
	int status = check_answer(answer, &err);
	p->commanded = job->filtered;
	if (status == OK)
		status = read_page(p, answer, &arena, &next, &err);
	if (status == OK && next)
		ask_next(e, p, answer, next);
	else
		finish(e, p, &err);
	fetch_result_free(answer);
	arena_done(&arena);
}

static void
cancelled(struct engine *e, struct engine_job *job)
{
	struct page_job *p = (struct page_job *)job;
	tell(e, p->item, p->job.feed, _("stopped"));
	end(e, p);
}

static const struct engine_job_class pages = {
	.name = "page",
	.size = sizeof(struct page_job),
	.priority = ENGINE_JOB_DUE,
	.answer = answered,
	.cancel = cancelled,
};

void
engine_page_stop(struct engine *e)
{
	engine_job_cancel_class(e, &pages);
}

void
engine_page_done(struct engine *e)
{
	engine_page_stop(e);
	free(e->pages->noted);
	free(e->pages);
}

/* ---- what is wanted */

static struct page_job *
find_job(const struct engine *e, uint64_t item)
{
	size_t at = 0;
	for (struct engine_job *job; (job = engine_job_next(e, &at)) != NULL;)
		if (job->class == &pages && ((struct page_job *)job)->item == item)
			return (struct page_job *)job;
	return NULL;
}

/* What is known of the item and its feed, in arena. */
static int
look_up(const struct engine *e, uint64_t id, struct arena *arena, struct store_item *item,
	struct store_feed *feed, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	status = store_item(&view, id, arena, item);
	if (status == OK)
		status = store_feed(&view, item->feed, arena, feed);
	store_view_end(&view);
	if (status != OK)
		return err_set(
			err, status, _("there is no item %llu"), (unsigned long long)id);
	if (str_empty(item->link))
		return err_set(err, ERR_NOT_FOUND, _("the item has no page"));
	return OK;
}

static void
ask(struct engine *e, const struct store_item *item, const struct store_feed *feed,
	bool asked)
{
	struct arena arena = ARENA_INIT;
	const char *command = engine_settings_page_command(e, item->feed);
	struct page_job p = {
		.job = {.class = &pages, .feed = item->feed, .url = item->link},
		.item = item->id,
		.title = mem_strdup(item->title)};
	if (!str_empty(command)) {
		p.job.source = SOURCE_FILTER;
		p.job.url = arena_printf(&arena, "filter:%s:%s", command, item->link);
	}
	struct fetch_request request = {
		.priority = asked ? ENGINE_JOB_WAITED : ENGINE_JOB_DUE,
		.body_max = BODY_MAX};
	engine_job_named(e, feed, item->link, &arena, &request);
	e->pages->under_way++;
	engine_job_ask(e, &p.job, &request);
	arena_done(&arena);
}

static void
ask_web(struct engine *e, uint64_t id, bool asked)
{
	struct arena arena = ARENA_INIT;
	struct store_item item;
	struct store_feed feed;
	struct err err;
	if (look_up(e, id, &arena, &item, &feed, &err) == OK)
		ask(e, &item, &feed, asked);
	else if (asked)
		tell(e, id, 0, err.text);
	arena_done(&arena);
}

/* True: the text was requested from a feed server. */
static bool
ask_server(struct engine *e, uint64_t id, bool asked)
{
	struct arena arena = ARENA_INIT;
	struct store_item item;
	struct store_feed feed;
	if (!e->pages->server || look_up(e, id, &arena, &item, &feed, NULL) != OK) {
		arena_done(&arena);
		return false;
	}
	struct page_job p = {.job = {.class = &pages, .feed = item.feed},
		.item = id,
		.base = mem_strdup(item.link),
		.title = mem_strdup(item.title),
		.served = true,
		.waited = asked};
	arena_done(&arena);
	e->pages->under_way++;
	if (e->pages->server->ask(
		    e, id, &p.job, asked ? ENGINE_JOB_WAITED : ENGINE_JOB_DUE))
		return true;
	end(e, &p);
	return false;
}

static void
want(struct engine *e, uint64_t id, bool asked)
{
	struct page_job *under_way = find_job(e, id);
	if (under_way && asked)
		fetch_raise(e->fetch, under_way->job.tag, ENGINE_JOB_WAITED);
	if (!under_way && (asked || e->pages->under_way < UNASKED_MAX) &&
		!ask_server(e, id, asked))
		ask_web(e, id, asked);
}

/* Does the option want the page of an item that was opened? */
static bool
wanted_open(const struct engine *e, uint64_t id)
{
	struct arena arena = ARENA_INIT;
	struct store_item item;
	struct store_item_text text;
	struct store_view view;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return false;
	bool wanted = store_item(&view, id, &arena, &item) == OK &&
		      engine_settings_open_pages(e, item.feed) &&
		      store_item_other(&view, id, STORE_ITEM_PAGE, &arena, &text) ==
			      ERR_NOT_FOUND;
	store_view_end(&view);
	arena_done(&arena);
	return wanted;
}

void
engine_page_fetch(struct engine *e, const uint64_t *items, size_t len, bool opened)
{
	for (size_t i = 0; i < len; i++)
		if (!opened || wanted_open(e, items[i]))
			want(e, items[i], true);
}

void
engine_page_note(struct engine *e, uint64_t item)
{
	struct engine_pages *p = e->pages;
	*VEC_PUSH(p->noted, p->noted_len, p->noted_cap) = item;
}

void
engine_page_settle(struct engine *e, bool stored)
{
	struct engine_pages *p = e->pages;
	for (size_t i = 0; stored && i < p->noted_len; i++)
		want(e, p->noted[i], false);
	p->noted_len = 0;
}

bool
engine_page_idle(const struct engine *e)
{
	return e->pages->under_way == 0;
}
