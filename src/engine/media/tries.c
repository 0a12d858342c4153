/*
 * The tries of downloads since the program started, each with what the server answered,
 * for users who wonder why one fails. In memory only, as the last answers of feeds are.
 */
#include "config.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/size.h"
#include "base/time.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/media/download.h"
#include "engine/media/download_inside.h"
#include "fetch/result.h"
#include "model/episode_record.h"

#define TRIES 256        /* kept, of all downloads; older ones make room */
#define HEADERS_MAX 2048 /* bytes of an answer's headers */

struct
try {
	uint64_t item; /* 0: none */
	char *text;
};

struct media_tries {
	struct try ring[TRIES];
	size_t next;
};

struct media_tries *
engine_media_tries_new(void)
{
	return mem_zalloc(sizeof(struct media_tries));
}

void
engine_media_tries_free(struct media_tries *tries)
{
	for (size_t i = 0; i < TRIES; i++)
		free(tries->ring[i].text);
	free(tries);
}

static void
put_try(struct buf *out, const struct fetch_result *a, const struct download_record *r,
	const char *why, int64_t now)
{
	char at[32];
	time_format_local(now, "%Y-%m-%d %H:%M:%S", at, sizeof at);
	buf_addf(out, "%s  ", at);
	if (why)
		buf_adds(out, why);
	else
		size_put(out, r->size);
	buf_addf(out, "\n%s\n", a->url ? a->url : r->url);
	if (a->via)
		buf_addf(out, _("redirected by %s\n"), a->via);
	if (a->http_status)
		buf_addf(out, "HTTP %ld\n", a->http_status);
	struct span kept = span_of(a->kept ? a->kept : "");
	buf_add(out, kept.p, kept.n < HEADERS_MAX ? kept.n : HEADERS_MAX);
	buf_addc(out, '\n');
}

void
engine_media_tries_put(struct engine *e, uint64_t item, const struct fetch_result *a,
	const struct download_record *r, const char *why)
{
	struct media_tries *t = e->media->tries;
	struct try *to = &t->ring[t->next];
	struct buf text = BUF_INIT(0);
	put_try(&text, a, r, why, engine_now(e));
	t->next = (t->next + 1) % TRIES;
	free(to->text);
	*to = (struct try){item, buf_take(&text)};
}

void
engine_media_tries_tell(struct engine *e, uint64_t item)
{
	const struct media_tries *t = e->media->tries;
	struct buf text = BUF_INIT(0);
	for (size_t i = 0; i < TRIES; i++) { /* the latest first */
		const struct try *try = &t->ring[(t->next + TRIES - 1 - i) % TRIES];
		if (try->item == item)
			buf_adds(&text, try->text);
	}
	const struct engine_event event = {
		.kind = ENGINE_TRIES, .item = item, .text = buf_str(&text)};
	engine_event_post(e, &event);
	buf_done(&text);
}
