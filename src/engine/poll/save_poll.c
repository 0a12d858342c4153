#include "config.h"

#include "engine/poll/save_poll.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/part.h"
#include "engine/core/settings.h"
#include "engine/media/policy.h"
#include "engine/page/page_fetch.h"
#include "engine/plan/interest.h"
#include "engine/plan/plans.h"
#include "engine/poll/learn.h"
#include "engine/poll/mirror.h"
#include "engine/poll/poll.h"
#include "engine/poll/progress.h"
#include "engine/poll/trace.h"
#include "engine/poll/watch.h"
#include "engine/rule/apply.h"
#include "engine/rule/rules.h"
#include "fetch/fetch.h"
#include "model/feed.h"
#include "model/http.h"
#include "model/media.h"
#include "model/schedule.h"
#include "schedule/interest.h"
#include "schedule/predict.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/duplicate.h"
#include "store/feed/feed.h"
#include "store/feed/podcast.h"
#include "store/feed/readdress.h"
#include "store/feed/watched.h"
#include "store/gc.h"
#include "store/identity/item_match.h"
#include "store/item/item.h"
#include "store/journal/journal.h"
#include "store/mark/flags.h"
#include "store/poll/merge.h"
#include "store/poll/poll.h"
#include "store/poll/trace.h"

#define EXPIRE_ITEMS 200 /* that are expired with each poll of a feed */
#define TAKEN_ITEMS 500  /* that are taken over at a time */

/* What is read, changed and written back. */
struct record {
	struct http_state http;
	struct schedule_record habit;
	struct histogram hist;
	struct feed_trace *trace; /* NULL: nothing came */
};

/* Is the user never to see the item? */
static bool
is_unseen(const struct store_view *view, const struct engine_verdicts *verdicts, size_t i)
{
	const struct store_arrival *arrival = &verdicts->arrivals->items[i];
	int flags;
	if (arrival->kind == STORE_ARRIVAL_NEW)
		return engine_rule_unwanted(verdicts, i);
	return arrival->drop ||
	       (arrival->id && store_item_flags(view, arrival->id, &flags) == OK &&
		       flags & ITEM_HIDDEN);
}

/* Sorts the arrivals for the schedule. Polling sooner for what rules hide is of no use to
 * anyone (Horincar et al., section 4: divergence counts what the user's query lets
 * through). In a feed's first poll, no item was known before. */
static void
sort_arrivals(const struct store_view *view, const struct engine_verdicts *verdicts,
	bool first, bool *known, bool *unseen)
{
	const struct store_arrivals *arrivals = verdicts->arrivals;
	for (size_t i = 0; i < arrivals->len; i++) {
		unseen[i] = is_unseen(view, verdicts, i);
		known[i] = unseen[i] ||
			   (!first && arrivals->items[i].kind != STORE_ARRIVAL_NEW);
	}
}

/* To be called before the schedule learns from the poll. */
static int
record_posts(struct store_batch *batch, const struct engine_poll *poll, const bool *known,
	struct record *record, struct arena *arena, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	int status = store_poll_trace(&view, poll->feed, arena, &record->trace);
	if (status != OK)
		return err_set(err, status, _("feed %u cannot be read from the store"),
			(unsigned)poll->feed);
	engine_poll_trace_add(record->trace, &record->habit, &record->http, poll, known);
	return OK;
}

/* What rules add to the priority of what came in. */
static void
learn_priority(const struct engine_verdicts *verdicts, size_t fresh, int64_t now,
	struct schedule_record *record)
{
	if (record->schedule.last_poll != TIME_NONE)
		interest_fade_ruled(record->ruled, now - record->schedule.last_poll);
	record->ruled[2] += (float)fresh;
	for (size_t i = 0; verdicts->items && i < verdicts->arrivals->len; i++) {
		int64_t added = verdicts->items[i].priority;
		if (!engine_rule_unwanted(verdicts, i))
			record->ruled[added < 0] += (float)(added < 0 ? -added : added);
	}
}

static int
learn(struct engine *e, struct store_batch *batch, const struct engine_poll *poll,
	const struct engine_verdicts *verdicts, struct record *record,
	struct arena *arena, struct schedule_poll *out, struct err *err)
{
	int status = OK;
	const struct feed *document = poll->document;
	bool first = record->habit.schedule.polls == 0;
	const struct store_view view = store_batch_view(batch);
	size_t len = verdicts->arrivals->len;
	bool *known = arena_zalloc(arena, len + 1),
	     *unseen = arena_zalloc(arena, len + 1);
	sort_arrivals(&view, verdicts, first, known, unseen);
	if (document && !first)
		engine_poll_learn_dates(
			&record->habit.schedule, document, known, poll->now);
	if (document && poll->kind == POLL_DOCUMENT)
		record->habit.schedule.complete = document->complete;
	engine_poll_learn_poll(&record->habit, document, known, unseen,
		poll->kind == POLL_PARTIAL, poll->now, arena, out);
	for (size_t i = 0; i < len; i++)
		out->unwanted += unseen[i] &&
				 verdicts->arrivals->items[i].kind == STORE_ARRIVAL_NEW;
	if (document)
		engine_poll_learn_histogram(&record->hist, &record->habit.schedule,
			document, known, poll->now);
	if (document && out->new_items > 0)
		status = record_posts(batch, poll, known, record, arena, err);
	learn_priority(verdicts, out->new_items, poll->now, &record->habit);
	if (status == OK)
		status = engine_plan_interest_learn(
			e, batch, &record->habit, out->new_items, poll->now, err);
	predict_learn(&record->habit, out);
	return status;
}

/* Sets the time of the next poll, and what each rule said about it. */
static void
set_next(struct engine *e, const struct engine_poll *poll,
	const struct schedule_record *habit, const struct schedule_poll *seen,
	struct http_state *http)
{
	struct due rules[DUE_RULES_MAX], due;
	const struct due_limits limits = engine_plan_limits(e, poll->feed, habit, seen);
	size_t len = due_ladder(poll->now, habit->schedule.interval, &limits, http,
		&http->hints, engine_random(e), rules, &due);
	http->next_poll = due.at;
	http->reason = due.reason;
	http->rules_len = 0;
	for (size_t i = 0; i < len; i++) {
		http->rules[http->rules_len++] = rules[i].at;
		http->rules[http->rules_len++] = rules[i].reason;
	}
}

/* The pages of new items are wanted as well. */
static void
note_pages(struct engine *e, const struct engine_poll *poll,
	const struct store_arrivals *arrivals)
{
	for (size_t i = 0; poll->document && i < arrivals->len; i++)
		if (arrivals->items[i].kind == STORE_ARRIVAL_NEW &&
			!arrivals->items[i].drop)
			engine_page_note(e, arrivals->items[i].id);
}

static int
by_time(const void *a, const void *b)
{
	const struct store_arrival *const *x = a, *const *y = b;
	if ((*x)->time != (*y)->time)
		return (*x)->time < (*y)->time ? -1 : 1;
	return ((*x)->id > (*y)->id) - ((*x)->id < (*y)->id);
}

/* Is the episode wanted without being asked for? Trailers, and what cannot be played, are
 * not. */
static bool
comes_by_itself(const struct item *item)
{
	return media_pick(item->enclosures, item->enclosures_len) <
		       item->enclosures_len &&
	       item->media.place.part != EPISODE_TRAILER;
}

/* The size of an episode, as its feed says; 0: it does not. */
static int64_t
length_of(const struct item *item)
{
	size_t i = media_pick(item->enclosures, item->enclosures_len);
	int64_t length = item->enclosures[i].length;
	return length > 0 ? length : 0;
}

/* New episodes, wanted without being asked for: never those that a feed had all the
 * time, in its first poll. */
static int
want_episodes(struct engine *e, struct store_batch *batch, const struct engine_poll *poll,
	const struct engine_verdicts *verdicts, bool first, struct arena *arena,
	struct err *err)
{
	const struct store_arrivals *arrivals = verdicts->arrivals;
	const struct store_arrival **new =
		arena_alloc(arena, (arrivals->len + 1) * sizeof *new);
	size_t len = 0;
	int64_t bytes = 0;
	for (size_t i = 0; i < arrivals->len; i++) {
		const struct item *item = &poll->document->items[i];
		if (arrivals->items[i].kind != STORE_ARRIVAL_NEW ||
			arrivals->items[i].followed || !comes_by_itself(item) ||
			arrivals->items[i].drop || engine_rule_unwanted(verdicts, i) ||
			(verdicts->items && verdicts->items[i].no_download))
			continue;
		new[len++] = &arrivals->items[i];
		bytes += length_of(item);
	}
	if (first) {
		engine_media_offer(e, poll->feed, len, bytes);
		return OK;
	}
	if (len)
		qsort(new, len, sizeof *new, by_time);
	uint64_t *ids = arena_alloc(arena, (len + 1) * sizeof *ids);
	for (size_t i = 0; i < len; i++)
		ids[i] = new[i]->id;
	return engine_media_new(e, batch, poll->feed, ids, len, err);
}

/* Drops the text of items that have a summary. */
static void
prefer_summaries(struct feed *document)
{
	for (size_t i = 0; i < document->items_len; i++)
		if (!str_empty(document->items[i].summary.text))
			document->items[i].content.text = NULL;
}

/* Edited items are unread again, if the option on-change says so. */
static int
mark_edits(struct engine *e, struct store_batch *batch, uint32_t feed,
	const struct store_arrivals *arrivals, struct arena *arena, struct err *err)
{
	uint64_t *ids = arena_alloc(arena, (arrivals->len + 1) * sizeof *ids);
	size_t len = 0;
	for (size_t i = 0; i < arrivals->len; i++)
		if (arrivals->items[i].kind == STORE_ARRIVAL_KNOWN &&
			arrivals->items[i].edited)
			ids[len++] = arrivals->items[i].id;
	return len && engine_settings_unread_edits(e, feed)
		       ? store_mark_put_flags(batch, ids, len, ITEM_UNREAD, 0, NULL, err)
		       : OK;
}

/* ---- A podcast at another address */

/* The feed takes over what the same podcast was before the user changed its address, so
 * that its episodes go on where they were. */
static int
take_over(struct store_batch *batch, uint32_t feed, const struct store_feed *from,
	struct err *err)
{
	struct store_poll_merge merge = {.from = from->id, .into = feed, .more = true};
	uint64_t group = 0;
	int status = store_journal_begin(batch, &group, time_wall(), err);
	while (status == OK && merge.more)
		status = store_poll_merge(batch, &merge,
			from->title ? from->title : from->url, TAKEN_ITEMS, err);
	store_poll_merge_done(&merge);
	if (status == OK)
		status = store_journal_end(batch, err);
	/* If the line gets that address again, it is this feed that goes there. */
	return status == OK ? store_feed_put_address(batch, feed, from->url, err)
			    : status;
}

/* The feed says which podcast it is. If it has not said that before, *same becomes the
 * other feed that is the same one; 0: there is none. */
static int
find_same(struct store_batch *batch, const struct engine_poll *poll, bool first,
	struct arena *arena, uint32_t *same, struct err *err)
{
	const struct store_view view = store_batch_view(batch);
	const char *podcast = poll->document ? poll->document->podcast : NULL;
	struct store_feed feed, other;
	bool removed;
	*same = 0;
	if (!podcast || store_feed(&view, poll->feed, arena, &feed) != OK ||
		str_eq(feed.podcast, podcast) ||
		store_feed_same_podcast(&view, poll->feed, podcast, same, &removed) != OK)
		return OK;
	if (removed && first && store_feed(&view, *same, arena, &other) == OK)
		return take_over(batch, poll->feed, &other, err);
	if (removed)
		*same = 0;
	return OK;
}

int
engine_poll_save(struct engine *e, struct store_batch *batch,
	const struct engine_poll *poll, struct arena *arena,
	struct store_poll_result *result, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct record record = {.trace = NULL};
	struct store_arrivals arrivals = {0};
	struct engine_verdicts verdicts;
	struct schedule_poll seen = {.now = poll->now};
	struct store_poll put = {
		.feed = poll->feed,
		.now = poll->now,
		.document = poll->document,
		.http = &record.http,
		.hist = poll->document ? &record.hist : NULL,
		.release = true,
		.first_unread = engine_settings_first_unread(e, poll->feed),
	};
	const char *watched = NULL;
	uint32_t same = 0;
	bool hide;
	put.duplicates = engine_settings_duplicates(e, poll->feed, &hide);
	put.texts = engine_settings_texts(e);
	bool good = poll->kind != POLL_FAILED && poll->kind != POLL_UNREACHABLE;
	int status = store_feed_state(
		&view, poll->feed, arena, &record.http, &record.habit, &record.hist);
	bool first = record.habit.schedule.polls == 0;
	if (poll->document && engine_settings_summaries(e, poll->feed))
		prefer_summaries(poll->document);
	if (status == OK && poll->page)
		status = engine_poll_watch_compare(batch, poll, &watched, err);
	if (status == OK)
		status = find_same(batch, poll, first, arena, &same, err);
	if (status == OK && poll->document)
		status = store_poll_open(batch, &put, arena, &arrivals, err);
	if (status == OK)
		engine_rule_judge(e, batch, &put, &arrivals, arena, &verdicts);
	if (status == OK && good)
		status = learn(e, batch, poll, &verdicts, &record, arena, &seen, err);
	if (status == ERR_NOT_FOUND)
		return OK; /* the feed was deleted in the meantime */
	if (status != OK)
		return err_set(err, status, _("feed %u cannot be read from the store"),
			(unsigned)poll->feed);
	engine_plan_interest_reload(e, &view);
	if (good) {
		record.habit.schedule.interval = (int32_t)engine_plan_interval(
			e, poll->feed, &record.habit, &record.hist, &seen);
		if (poll->source == SOURCE_OPML)
			record.habit.schedule.interval =
				engine_poll_mirror_interval(poll);
		put.schedule = &record.habit;
	}
	engine_poll_apply(poll, seen.new_items, &record.http, arena);
	set_next(e, poll, &record.habit, &seen, &record.http);
	put.arrivals = poll->document ? &arrivals : NULL;
	put.trace = record.trace;
	status = store_poll_put(batch, &put, result, err);
	result->same = same;
	if (status == OK && watched)
		status = store_feed_put_watched(
			batch, poll->feed, watched, poll->now, err);
	if (status == OK)
		status = engine_rule_act(e, batch, &verdicts, arena, err);
	if (status == OK && poll->document)
		status = want_episodes(e, batch, poll, &verdicts, first, arena, err);
	if (status == OK)
		status = mark_edits(e, batch, poll->feed, &arrivals, arena, err);
	if (status == OK && engine_settings_all_pages(e, poll->feed))
		note_pages(e, poll, &arrivals);
	/* Items beyond keep-items and keep-days expire with each poll, a few at a
	 * time. */
	struct store_keep keep = engine_settings_keep(e, poll->feed);
	struct store_gc gone;
	keep.now = poll->now;
	if (status == OK && (keep.items || keep.days))
		status = store_expire(batch, &keep, EXPIRE_ITEMS, &gone, err);
	return status;
}

/* ---- what is reported */

/* Its title, or its address if it has none, or the same as the feed beside it. */
static const char *
name_of(struct arena *arena, const struct store_feed *feed,
	const struct store_feed *beside)
{
	return feed->title && !(beside && str_eq(feed->title, beside->title))
		       ? feed->title
		       : url_mask(arena, feed->url);
}

/* The feed has moved to the address of another one: the user is told the first time. */
static void
tell_duplicate(struct engine *e, const struct engine_poll *poll)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_feed feed, other;
	struct http_state http;
	uint32_t id;
	if (!poll->answer || !poll->answer->moved_to ||
		store_view_begin(e->store, &view, NULL) != OK)
		return;
	bool both =
		store_feed_state(&view, poll->feed, &arena, &http, NULL, NULL) == OK &&
		http.moved_count == 1 &&
		store_feed_duplicate(&view, poll->feed, http.moved_to, &id) == OK &&
		store_feed(&view, poll->feed, &arena, &feed) == OK &&
		store_feed(&view, id, &arena, &other) == OK;
	store_view_end(&view);
	if (both)
		engine_event_note(e, false,
			_("%s has moved to where %s is; the command merge combines them"),
			name_of(&arena, &feed, NULL), name_of(&arena, &other, &feed));
	arena_done(&arena);
}

/* The feed is a podcast that is, or was, at another address as well. */
static void
tell_same(struct engine *e, uint32_t id, uint32_t same)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_feed feed, other;
	if (!same || store_view_begin(e->store, &view, NULL) != OK)
		return;
	bool both = store_feed(&view, id, &arena, &feed) == OK &&
		    store_feed(&view, same, &arena, &other) == OK;
	store_view_end(&view);
	const struct engine_event changed = {.kind = ENGINE_CHANGED, .feed = id};
	if (both && other.removed)
		engine_event_post(e, &changed);
	if (both)
		engine_event_note(e, false,
			other.removed ? _("%s is the podcast that was at %s, and goes on "
					  "from there")
				      : _("%s is the same podcast as %s, at another "
					  "address; the command merge combines them"),
			name_of(&arena, &feed, NULL), name_of(&arena, &other, &feed));
	arena_done(&arena);
}

void
engine_poll_saved(struct engine *e, const struct engine_poll *poll,
	const struct store_poll_result *result)
{
	static const enum engine_outcome outcomes[] = {
		[POLL_DOCUMENT] = OUTCOME_CHANGED,
		[POLL_PARTIAL] = OUTCOME_CHANGED,
		[POLL_UNCHANGED] = OUTCOME_UNCHANGED,
		[POLL_FAILED] = OUTCOME_FAILED,
		[POLL_UNREACHABLE] = OUTCOME_UNREACHABLE,
	};
	bool bad = poll->kind == POLL_FAILED || poll->kind == POLL_UNREACHABLE;
	engine_part_polled(e, poll);
	tell_same(e, poll->feed, result->same);
	engine_poll_progress_stored(e, poll->feed, outcomes[poll->kind],
		result->added - result->followed, result->edited + result->followed,
		bad ? poll->err.text : NULL);
	tell_duplicate(e, poll);
}
