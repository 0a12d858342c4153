/*
 * The end of a sync: what it did is reported, and when the next one may be is kept.
 */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/time.h"
#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "remote/quirk.h"
#include "store/db/view.h"

#define RETRY_FIRST TIME_MINUTE
#define RETRY_MAX TIME_HOUR

static void
push_reset(struct account *a)
{
	free(a->changes);
	a->changes = NULL;
	a->changes_len = a->batch_len = 0;
	a->was_split = false;
	a->batch = NULL;
	a->batch_items = NULL;
	map_done(&a->aside);
	a->aside = (struct map)MAP_INIT;
	a->aside_run = 0;
}

void
engine_account_reset(struct account *a)
{
	engine_account_cancel(a);
	push_reset(a);
	engine_account_pull_reset(a);
	engine_account_items_reset(a);
	engine_account_places_reset(a);
	a->give = a->leave = NULL;
	a->give_len = a->given = a->leave_len = a->left = 0;
	a->phase = NULL;
	a->work = NULL;
	a->detour = REMOTE_STEPS;
	a->relogged = a->retokened = a->whole = false;
	a->date = 0;
	a->group = 0;
	a->feeds = NULL;
	a->ops = NULL;
	a->labels = NULL;
	map_done(&a->counts);
	a->counts = (struct map)MAP_INIT;
	a->suspects = NULL;
	a->suspects_len = a->suspect_at = 0;
	a->counted = false;
	a->relabels = NULL;
	a->relabels_len = a->relabel_at = 0;
	a->label_sure = NULL;
	map_done(&a->folders);
	a->folders = (struct map)MAP_INIT;
	a->making = false;
	a->feeds_len = a->ops_len = a->op_at = a->labels_len = a->label_at = 0;
	buf_done(&a->more);
	buf_done(&a->last_more);
	buf_done(&a->detour_more);
	arena_done(&a->arena);
	arena_done(&a->answer);
}

/* "3 marked read, 12 new" */
static void
put_told(struct buf *out, const struct account_report *t)
{
	const struct {
		size_t n;
		const char *one, *many;
	} rows[] = {
		{t->added, NP_("%zu new item", "%zu new items")},
		{t->read, NP_("%zu item read there", "%zu items read there")},
		{t->unread, NP_("%zu item unread there", "%zu items unread there")},
		{t->starred, NP_("%zu item starred there", "%zu items starred there")},
		{t->unstarred,
			NP_("%zu item unstarred there", "%zu items unstarred there")},
		{t->tagged, NP_("%zu label changed there", "%zu labels changed there")},
		{t->listened, NP_("%zu position from there", "%zu positions from there")},
		{t->sent, NP_("%zu change sent", "%zu changes sent")},
		{t->feeds, NP_("%zu feed changed", "%zu feeds changed")},
		{t->differ, NP_("%zu difference", "%zu differences")},
		{t->missing, NP_("%zu item that is not here yet",
				     "%zu items that are not here yet")},
		{t->podcasts, NP_("%zu podcast that you follow only there",
				      "%zu podcasts that you follow only there")},
		{t->set_aside, NP_("%zu change that the server refuses",
				       "%zu changes that the server refuses")},
		{t->doubted,
			NP_("%zu item is missing from a list of the server, which does "
			    "not say why: it stays as it is here",
				"%zu items are missing from a list of the server, which "
				"does not say why: they stay as they are here")},
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (rows[i].n > 0) {
			buf_adds(out, out->len ? ", " : "");
			buf_addf(
				out, P_(rows[i].one, rows[i].many, rows[i].n), rows[i].n);
		}
	if (!out->len)
		buf_adds(out, _("nothing new"));
}

static size_t
edited(const struct account_report *t)
{
	return t->read + t->unread + t->starred + t->unstarred + t->tagged + t->listened;
}

void
engine_account_tell(struct account *a, enum remote_verdict verdict, const struct err *err)
{
	struct buf text = BUF_INIT(0), what = BUF_INIT(0);
	if (verdict == REMOTE_OK)
		put_told(&what, &a->report);
	buf_addf(&text, "%s\n%s", a->name,
		verdict == REMOTE_OK ? buf_str(&what) : err->text);
	const struct engine_event event = {.kind = ENGINE_SYNCED,
		.error = verdict != REMOTE_OK,
		.asked = a->waited,
		.changed = a->report.sent,
		.counts = {.added = a->report.added,
			.edited = edited(&a->report),
			.total = a->report.requests,
			.done = a->report.bytes},
		.text = buf_str(&text)};
	engine_event_post(a->e, &event);
	buf_done(&what);
	buf_done(&text);
}

/* When it is tried again, and why not before. */
static void
keep_failure(struct account *a, enum remote_verdict verdict, const struct err *err)
{
	struct account_record *is = &a->stored.is;
	int64_t now = engine_now(a->e), wait = RETRY_FIRST;
	is->failures++;
	for (uint32_t i = 1; i < is->failures && wait < RETRY_MAX; i++)
		wait *= 2;
	wait = wait < RETRY_MAX ? wait : RETRY_MAX;
	wait += (int64_t)((double)wait * .2 * engine_random(a->e));
	if (verdict == REMOTE_REST)
		is->rest = INT64_MAX;
	else if (is->rest == TIME_NONE || is->rest <= now)
		is->rest = now + wait;
	is->why = arena_strdup(&a->stored_arena, err->text);
}

bool
engine_account_is_sparing(const struct account *a)
{
	const struct account_record *is = &a->stored.is;
	int64_t now = a->date ? a->date : a->began;
	return a->session.left[0] >= 0 && is->since != TIME_NONE &&
	       now - is->since < TIME_DAY && now >= is->since;
}

static void
keep_success(struct account *a)
{
	struct account_record *is = &a->stored.is;
	bool sparing = engine_account_is_sparing(a);
	is->failures = 0;
	is->rest = TIME_NONE;
	is->why = NULL;
	if (a->flags & ENGINE_SYNC_PUSH_ONLY)
		return;
	is->synced = a->began;
	is->overview = a->overview;
	if (!a->whole)
		return;
	/* Our own pushes and what arrived meanwhile changed what the overview says. */
	is->full = a->began;
	if (!is->first)
		is->max = engine_account_conf(a) ? engine_account_conf(a)->max : 0;
	is->first = true;
	if (!sparing && !a->endless && !a->skipped)
		is->since = a->date ? a->date : a->began - TIME_DAY;
	if (a->awaits != TIME_NONE && a->awaits < is->since)
		is->since = a->awaits;
}

void
engine_account_end(struct account *a, enum remote_verdict verdict, const struct err *err)
{
	struct err unsaved;
	if (!a->phase)
		return;
	a->stored.is.tried = a->began;
	if (verdict == REMOTE_OK && !(a->flags & ENGINE_SYNC_CHECK))
		keep_success(a);
	else if (verdict != REMOTE_OK && err->status != ERR_CANCELLED)
		keep_failure(a, verdict, err);
	if (engine_account_save(a, &unsaved) != OK)
		engine_event_unstored(a->e, &unsaved);
	engine_account_reset(a);
	engine_account_unlock(a);
	engine_account_tell(a, verdict, err);
	if (a->waited) {
		a->brought += a->report.added;
		a->edited += edited(&a->report);
	}
	a->waited = false;
	engine_account_plan(a);
}

/* When the next sync is, going by what the store has. */
void
engine_account_plan(struct account *a)
{
	const struct conf_account *conf = engine_account_conf(a);
	const struct account_record *is = &a->stored.is;
	int64_t now = engine_now(a->e), now_ms = time_mono_ms();
	a->next_ms = a->push_ms = a->feeds_ms = INT64_MAX;
	if (a->asked)
		a->next_ms = now_ms;
	if (a->asked || !conf || is->paused || !a->e->schedule ||
		store_read_only(a->e->store) || is->rest == INT64_MAX)
		return;
	int64_t due = is->synced == TIME_NONE || is->synced > now
			      ? now
			      : is->synced + conf->sync_interval / 1000;
	if (is->rest != TIME_NONE && due < is->rest)
		due = is->rest;
	/* A metered server's requests have to last until they are renewed. */
	if (a->session.left[0] >= 0 && a->session.left[0] < 10 &&
		due < now + a->session.reset)
		due = now + a->session.reset;
	int64_t wait = due > now ? due - now : 0;
	a->next_ms = now_ms + wait * 1000;
}

void
engine_account_fault(struct account *a, const struct err *err)
{
	engine_event_unstored(a->e, err);
	engine_account_end(a, REMOTE_LATER, err);
}
