#include "config.h"

#include "engine/core/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/queue.h"
#include "conf/settings.h"
#include "engine/core/engine.h"
#include "store/item/list.h"

struct engine_request *
engine_request_new(enum engine_request_kind kind)
{
	struct engine_request *request = mem_zalloc(sizeof *request);
	arena_init(&request->arena);
	request->kind = kind;
	return request;
}

void
engine_request_free(void *data)
{
	struct engine_request *request = data;
	if (!request)
		return;
	if (request->kind == ENGINE_RELOAD_SETTINGS)
		conf_settings_unref(request->reload.settings);
	arena_done(&request->arena);
	free(request);
}

void
engine_request_post(struct engine *e, struct engine_request *request)
{
	queue_post(e->requests, request);
}

static size_t
text_size(const char *s)
{
	return s ? strlen(s) + 1 : 0;
}

/* Copies s to *to and advances *to past it. */
static const char *
pack_text(char **to, const char *s)
{
	if (!s)
		return NULL;
	size_t n = strlen(s) + 1;
	char *copy = memcpy(*to, s, n);
	*to += n;
	return copy;
}

void
engine_event_post(struct engine *e, const struct engine_event *event)
{
	size_t hits = event->hits_len * sizeof *event->hits;
	size_t candidates = event->candidates_len * sizeof *event->candidates;
	size_t texts = text_size(event->text);
	for (size_t i = 0; i < event->candidates_len; i++)
		texts += text_size(event->candidates[i].url) +
			 text_size(event->candidates[i].title) +
			 text_size(event->candidates[i].preview.lines);
	struct engine_event *copy = mem_alloc(sizeof *copy + hits + candidates + texts);
	*copy = *event;
	copy->verbs = e->verbs;
	struct store_key *key = (struct store_key *)(copy + 1);
	struct engine_candidate *candidate =
		(struct engine_candidate *)(key + event->hits_len);
	char *text = (char *)(candidate + event->candidates_len);
	if (hits)
		memcpy(key, event->hits, hits);
	for (size_t i = 0; i < event->candidates_len; i++) {
		candidate[i] = event->candidates[i];
		candidate[i].url = pack_text(&text, event->candidates[i].url);
		candidate[i].title = pack_text(&text, event->candidates[i].title);
		candidate[i].preview.lines =
			pack_text(&text, event->candidates[i].preview.lines);
	}
	copy->text = pack_text(&text, event->text);
	copy->hits = key;
	copy->candidates = candidate;
	queue_post(e->events, copy);
}

void
engine_event_note(struct engine *e, bool error, const char *fmt, ...)
{
	char text[ERR_TEXT_MAX];
	va_list args;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	const struct engine_event event = {
		.kind = ENGINE_NOTE, .error = error, .text = text};
	engine_event_post(e, &event);
}

void
engine_event_unstored(struct engine *e, const struct err *err)
{
	const struct engine_event event = {
		.kind = ENGINE_NOTE, .error = true, .unstored = true, .text = err->text};
	engine_event_post(e, &event);
}
