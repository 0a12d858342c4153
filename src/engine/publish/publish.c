#include "config.h"

#include "engine/publish/publish.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/config_file.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/poll/progress.h"
#include "engine/publish/publish_inside.h"
#include "store/db/view.h"

#define REST_MS 60000 /* between two rounds that no refresh asked for */
#define TRY_MS 200
/* Another process has been publishing for this long: leave it to that one. */
#define TRIES_MAX 50

int
engine_publish_init(struct engine *e, struct err *err)
{
	(void)err;
	e->publish = mem_zalloc(sizeof *e->publish);
	e->publish->next_ms = time_mono_ms() + REST_MS;
	return OK;
}

void
engine_publish_done(struct engine *e)
{
	struct engine_publish *p = e->publish;
	engine_publish_round_free(p->round);
	for (size_t i = 0; i < p->shelves_len; i++)
		engine_publish_shelf_done(&p->shelves[i]);
	free(p->shelves);
	map_done(&p->reported);
	free(p);
}

static bool
is_on(const struct engine *e)
{
	return e->config->published_len && !str_empty(e->options->publish_dir) &&
	       !store_read_only(e->store) && !store_temporary(e->store);
}

/* Is there anything that no round has seen? */
static bool
is_new(struct engine *e)
{
	struct engine_publish *p = e->publish;
	uint64_t before = p->version, generation = p->generation;
	struct store_view view;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return false;
	p->version = store_view_version(&view);
	p->generation = e->settings->now->generation;
	store_view_end(&view);
	return p->version != before || p->generation != generation;
}

void
engine_publish_tell(struct engine *e, const struct err *err)
{
	void **reported = map_put(&e->publish->reported, err->text, strlen(err->text));
	if (!*reported)
		engine_event_unstored(e, err);
	*reported = e;
}

static void
begin(struct engine *e)
{
	struct engine_publish *p = e->publish;
	struct err err;
	int status = engine_publish_round_new(e, &p->round, &err);
	bool busy = status == ERR_BUSY && p->tries++ < TRIES_MAX;
	p->next_ms = time_mono_ms() + (busy ? TRY_MS : REST_MS);
	p->asked &= busy;
	if (!busy)
		p->tries = 0;
	if (status != OK && status != ERR_BUSY)
		engine_publish_tell(e, &err);
}

bool
engine_publish_step(struct engine *e)
{
	struct engine_publish *p = e->publish;
	if (p->round) {
		if (engine_publish_round_step(p->round))
			return true;
		engine_publish_round_free(p->round);
		p->round = NULL;
		return true; /* the refresh may end now */
	}
	if (!engine_poll_progress_active(e))
		p->served = false;
	if (!is_on(e) || time_mono_ms() < p->next_ms)
		return false;
	if (!p->asked && !is_new(e)) {
		p->next_ms = time_mono_ms() + REST_MS;
		return false;
	}
	begin(e);
	return p->round || !p->asked;
}

int64_t
engine_publish_wait(const struct engine *e)
{
	return is_on(e) ? e->publish->next_ms - time_mono_ms() : INT64_MAX;
}

void
engine_publish_refreshed(struct engine *e)
{
	struct engine_publish *p = e->publish;
	if (p->served || !is_on(e))
		return;
	p->served = true;
	if (!is_new(e))
		return;
	p->asked = true;
	p->next_ms = time_mono_ms();
}

bool
engine_publish_idle(const struct engine *e)
{
	return !e->publish->round && !e->publish->asked;
}
