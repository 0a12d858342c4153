/*
 * One sync of an account: phases in a fixed order, each of which asks the server for
 * something or finds that it need not.
 *
 *	push, overview, folders, feeds, what was done to feeds, unread, starred, labels,
 *	new items, their contents, the proof that what vanished was read
 *
 * What was done here is sent before anything is fetched, so that no list undoes it. All
 * phases may be done again, so a sync that fails anywhere is simply begun again later;
 * what it did stays done. A login and a token for writing are fetched on the way, each
 * once in a sync.
 */
#include "config.h"

#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/time.h"
#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "fetch/fetch.h"
#include "fetch/headers.h"
#include "remote/quirk.h"

#define LISTS_WHOLE 1000000   /* ids to ask for where a server gives all at once */
#define PAGE_MIN 1000         /* … and where it lacks the memory for that */
#define WHOLE_EVERY TIME_HOUR /* between two syncs that read all lists */
#define BUSY_MS 1000          /* until another process may have synced it */
#define LOCK_MS 60000         /* … until it may be possible to lock it */

enum phase_flag {
	REPEATS = 1 << 0, /* begin is called again after an answer */
	ALL = 1 << 1,     /* a list of all items: those of hidden feeds come after it */
};

struct account_phase {
	const char *name;      /* for the log */
	enum remote_step step; /* REMOTE_STEPS: of the op */
	/* Fills the request's arg; false: there is nothing (more) to ask. NULL: the step
	 * is asked once. */
	bool (*begin)(struct account *a);
	void (*got)(struct account *a);
	int flags; /* enum phase_flag */
};

/* The lists of feeds, and nothing after them unless a feed is new at the server: its
 * items are wanted. */
static bool
feeds_begin(struct account *a)
{
	return a->whole || a->flags & ENGINE_SYNC_FEEDS;
}

/* Which folders and labels there are; feeds name their folders themselves. */
static bool
folders_begin(struct account *a)
{
	return feeds_begin(a) && !engine_account_is_sparing(a);
}

static bool
feeds_end(struct account *a)
{
	bool subscribed = false;
	for (size_t i = 0; i < a->ops_len; i++)
		subscribed |= a->ops[i].step == REMOTE_SUBSCRIBE;
	if (a->flags & ENGINE_SYNC_FEEDS) {
		a->flags &= ~ENGINE_SYNC_FEEDS;
		a->whole = subscribed;
		if (!subscribed)
			a->flags |= ENGINE_SYNC_PUSH_ONLY;
	}
	return false;
}

static void
nothing(struct account *a)
{
	(void)a;
}

/* What the overview says, as one number; the order of what it says counts. */
static void
overview_mix(struct account *a, const void *bytes, size_t n)
{
	a->overview = a->overview * 0x9e3779b97f4a7c15u ^ hash64(bytes, n);
}

static bool
overview_begin(struct account *a)
{
	a->overview = 1;
	a->unread_before = -1;
	a->whole = !(a->flags & (ENGINE_SYNC_PUSH_ONLY | ENGINE_SYNC_FEEDS));
	return a->whole;
}

static void
overview_got(struct account *a)
{
	const struct account_record *is = &a->stored.is;
	a->counted = true;
	bool same = is->overview == a->overview && is->first && is->full != TIME_NONE &&
		    a->began - is->full < WHOLE_EVERY && a->began >= is->full;
	if (same && !(a->flags & (ENGINE_SYNC_WHOLE | ENGINE_SYNC_CHECK))) {
		a->whole = false; /* the lists were not read */
		engine_account_end(a, REMOTE_OK, NULL);
		return;
	}
	a->whole = true;
}

static const struct account_phase phases[] = {
	{"push", REMOTE_MARK, engine_account_push_begin, engine_account_push_got,
		REPEATS},
	{"overview", REMOTE_OVERVIEW, overview_begin, overview_got, 0},
	{"folders", REMOTE_FOLDERS, folders_begin, nothing, 0},
	{"feeds", REMOTE_FEEDS, feeds_begin, engine_account_feeds_got, 0},
	{"actions", REMOTE_STEPS, engine_account_op_begin, engine_account_op_got,
		REPEATS},
	{"end of feeds", REMOTE_STEPS, feeds_end, nothing, 0},
	{"unread", REMOTE_UNREAD, engine_account_unread_begin, engine_account_unread_got,
		ALL},
	{"starred", REMOTE_STARRED, engine_account_starred_begin,
		engine_account_starred_got, ALL},
	{"label", REMOTE_LABEL, engine_account_label_begin, engine_account_label_got,
		REPEATS},
	{"new", REMOTE_NEW, engine_account_new_begin, engine_account_new_got, ALL},
	{"contents", REMOTE_CONTENTS, engine_account_items_begin,
		engine_account_items_got, REPEATS},
	{"hidden feeds", REMOTE_UNREAD, engine_account_suspects_begin,
		engine_account_suspects_got, REPEATS},
	{"new in hidden feeds", REMOTE_NEW, engine_account_suspects_new_begin,
		engine_account_suspects_new_got, REPEATS},
	{"contents of hidden feeds", REMOTE_CONTENTS, engine_account_items_begin,
		engine_account_items_got, REPEATS},
	{"proof", REMOTE_OVERVIEW, engine_account_proof_begin, engine_account_proof_got,
		0},
	{"second list", REMOTE_UNREAD, engine_account_second_begin,
		engine_account_second_got, ALL},
	{"sample", REMOTE_CONTENTS, engine_account_sample_begin,
		engine_account_sample_got, REPEATS},
	{"labelled", REMOTE_CONTENTS, engine_account_relabel_begin,
		engine_account_relabel_got, REPEATS},
};

/* Phases for podcast servers, which have no items. Nothing is lost by taking what is
 * there before sending what is here: the later position counts. */
static const struct account_phase podcast_phases[] = {
	{"podcasts", REMOTE_FEEDS, engine_account_podcasts_begin,
		engine_account_podcasts_got, 0},
	{"given", REMOTE_SUBSCRIBE, engine_account_give_begin, engine_account_give_got,
		REPEATS},
	{"listened", REMOTE_LISTENED, engine_account_listened_begin,
		engine_account_listened_got, 0},
	{"left", REMOTE_LEAVE, engine_account_leave_begin, engine_account_leave_got,
		REPEATS},
};

static void
choose_phases(struct account *a)
{
	bool podcasts = a->backend->podcasts;
	a->phase = podcasts ? podcast_phases : phases;
	a->end = podcasts ? podcast_phases + COUNT_OF(podcast_phases)
			  : phases + COUNT_OF(phases);
	/* Positions are both sent and fetched, in any sync. */
	a->brief = a->flags & ENGINE_SYNC_PUSH_ONLY;
	if (podcasts)
		a->flags &= ~(ENGINE_SYNC_PUSH_ONLY | ENGINE_SYNC_FEEDS);
}

static enum remote_step
step_of(const struct account *a)
{
	if (a->phase->step != REMOTE_STEPS)
		return a->phase->step;
	return a->making ? REMOTE_MAKE_FOLDER : a->ops[a->op_at].step;
}

/* ---- asking */

static void
fail(struct account *a, enum remote_verdict verdict, const struct err *err)
{
	engine_account_end(a, verdict, err);
}

static void
begin_detour(struct account *a, enum remote_step step)
{
	a->detour = step;
	a->detour_arg = (struct remote_arg){0};
	buf_clear(&a->detour_more);
}

/* The password; false: it comes later, or there is none, which ended the sync. */
static bool
has_password(struct account *a)
{
	struct err err;
	bool waits;
	if (a->password)
		return true;
	if (engine_account_password(a, &waits, &err))
		return !waits;
	fail(a, REMOTE_REST, &err);
	return false;
}

/* Sends the login, for which the password may have to be fetched first. */
static void
ask_login(struct account *a)
{
	struct err err;
	begin_detour(a, REMOTE_LOGIN);
	if (!has_password(a) || engine_account_send(a, REMOTE_LOGIN))
		return;
	/* A protocol without sessions: the credentials that were sent were wrong. */
	err_set(&err, ERR_DENIED, _("user or password is wrong"));
	fail(a, REMOTE_REST, &err);
}

static bool
has_step(struct account *a, enum remote_step step)
{
	struct remote_ask ask;
	const struct remote_arg none = {0};
	remote_ask_init(&ask);
	bool has = a->backend->ask(&a->session, step, &none, &ask);
	remote_ask_done(&ask);
	return has;
}

static bool
writes(enum remote_step step)
{
	return step >= REMOTE_CONTENTS;
}

/* Asks the phase's step; false: this server has no such step. */
static bool
ask_step(struct account *a)
{
	enum remote_step step = step_of(a);
	a->has_more = false;
	if (has_step(a, REMOTE_LOGIN)) {
		if (a->session.token.len == 0) {
			ask_login(a);
			return true;
		}
		if (a->backend->sessionless && !a->password) {
			begin_detour(a, REMOTE_LOGIN);
			if (!has_password(a))
				return true;
			a->detour = REMOTE_STEPS;
		}
		if (writes(step) && a->session.edit.len == 0 &&
			has_step(a, REMOTE_TOKEN)) {
			begin_detour(a, REMOTE_TOKEN);
			return engine_account_send(a, REMOTE_TOKEN);
		}
	} else if (!a->password) {
		ask_login(a); /* each request has the password */
		return true;
	}
	return engine_account_send(a, step);
}

static bool
is_under_way(const struct account *a)
{
	return a->tag || a->work;
}

/* Goes from phase to phase until one asks something. again: begins with the present
 * one. */
static void
go_to_next(struct account *a, bool again)
{
	if (!again)
		a->phase++;
	for (; a->phase && a->phase != a->end; a->phase++) {
		const struct account_phase *phase = a->phase;
		a->arg = (struct remote_arg){.page = a->page};
		a->hidden_at = 0;
		buf_clear(&a->more);
		buf_clear(&a->last_more);
		if (phase->begin && !phase->begin(a)) {
			if (!a->phase || is_under_way(a))
				return;
			continue;
		}
		if (!a->phase || ask_step(a))
			return;
	}
	if (a->phase)
		engine_account_end(a, REMOTE_OK, NULL);
}

bool
engine_account_go_on(struct account *a)
{
	if (a->store_in > 1) {
		a->store_in--;
		return true;
	}
	if (engine_account_items_store(a))
		return false;
	if (!a->phase || a->tag || !a->work)
		return false;
	if (a->work(a))
		return true;
	a->work = NULL;
	if (a->phase && !a->tag)
		go_to_next(a, a->phase->flags & REPEATS);
	return a->phase && a->work;
}

/* ---- answers */

static struct span
header(const void *of, const char *name)
{
	return fetch_result_header(of, name);
}

static void
sink_folder(void *ctx, const struct remote_folder *folder)
{
	engine_account_folders_sink(ctx, folder);
}

static void
sink_feed(void *ctx, const struct remote_feed *feed)
{
	engine_account_feeds_sink(ctx, feed);
}

static void
sink_id(void *ctx, struct span id)
{
	struct account *a = ctx;
	engine_account_list_add(&a->list, id);
}

/* Whether the step is a list, which may bring its items along. */
static bool
is_list(enum remote_step step)
{
	return step >= REMOTE_UNREAD && step <= REMOTE_NEW;
}

static void
sink_item(void *ctx, const struct remote_item *item)
{
	struct account *a = ctx;
	if (is_list(step_of(a)))
		engine_account_list_add(&a->list, item->id);
	engine_account_items_sink(ctx, item);
}

static void
sink_place(void *ctx, const struct remote_place *place)
{
	engine_account_places_sink(ctx, place);
}

static void
sink_count(void *ctx, struct span what, int64_t n, struct span stamp)
{
	struct account *a = ctx;
	overview_mix(a, what.p, what.n);
	overview_mix(a, &n, sizeof n);
	overview_mix(a, stamp.p, stamp.n);
	engine_account_hidden_count(a, what, n, stamp);
}

static void
sink_total(void *ctx, int64_t n)
{
	struct account *a = ctx;
	/* A number that changed while a list was read proves nothing. */
	a->list.total = a->list.total >= 0 && a->list.total != n ? INT64_MAX : n;
	if (step_of(a) == REMOTE_OVERVIEW && a->unread_before < 0)
		a->unread_before = n;
	overview_mix(a, &n, sizeof n);
}

static void
sink_more(void *ctx, struct span next)
{
	struct account *a = ctx;
	struct buf *more = a->detour != REMOTE_STEPS ? &a->detour_more : &a->more;
	buf_clear(more);
	buf_add(more, next.p, next.n);
	a->has_more |= more == &a->more;
}

/* A list whose continuation repeats has no end, so that it proves nothing. */
static bool
goes_on(struct account *a)
{
	bool repeats = a->has_more && a->more.len == a->last_more.len &&
		       memcmp(a->more.data, a->last_more.data, a->more.len) == 0;
	a->endless |= repeats;
	if (!a->has_more || repeats)
		return false;
	buf_clear(&a->last_more);
	buf_add(&a->last_more, a->more.data, a->more.len);
	a->arg.more = (struct span){a->more.data, a->more.len};
	return true;
}

static void
take_good(struct account *a)
{
	a->retokened = false;
	if (is_list(step_of(a)))
		engine_account_items_listed(a, step_of(a) == REMOTE_NEW);
	if (!a->phase)
		return;
	const struct account_phase *phase = a->phase;
	if (goes_on(a)) {
		a->has_more = false;
		/* The next answer replaces this one. */
		if (phase->got == engine_account_items_got)
			phase->got(a);
		engine_account_send(a, step_of(a));
		return;
	}
	if (phase->flags & ALL && engine_account_hidden_ask(a, phase->step))
		return;
	phase->got(a);
	if (a->phase == phase && !is_under_way(a))
		go_to_next(a, phase->flags & REPEATS);
}

/* What was asked twice is not asked a third time. */
static void
fail_again(struct account *a, enum remote_verdict verdict, const struct err *err)
{
	struct err deaf;
	if (verdict == REMOTE_AGAIN_LOGIN && !a->backend->sessionless) {
		err_set(&deaf, ERR_DENIED,
			_("the server accepts the password but rejects its own token; "
			  "its web server may be dropping the Authorization header"));
		err = &deaf;
	}
	if (verdict == REMOTE_AGAIN_LOGIN || verdict == REMOTE_AGAIN_TOKEN)
		verdict = REMOTE_REST;
	fail(a, verdict, err);
}

/* The login or the token has come, or not. */
static void
take_detour(struct account *a, enum remote_verdict verdict, const struct err *err)
{
	if (verdict == REMOTE_OK && a->detour_more.len > 0 && a->detour_arg.more.n == 0) {
		a->detour_arg.more =
			(struct span){a->detour_more.data, a->detour_more.len};
		engine_account_send(a, a->detour);
		return;
	}
	a->detour = REMOTE_STEPS;
	if (verdict == REMOTE_OK) {
		if (!ask_step(a))
			go_to_next(a, false);
	} else if (verdict == REMOTE_AGAIN_LOGIN && !a->relogged) {
		a->relogged = true;
		ask_login(a);
	} else {
		fail_again(a, verdict, err);
	}
}

/* A server may lack the memory for a list of all ids: true, it is asked for fewer. */
static bool
asks_for_less(struct account *a)
{
	size_t page = a->page ? a->page : a->session.quirk->ids_page;
	if (!is_list(step_of(a)) || a->session.quirk->ids_page < LISTS_WHOLE ||
		page <= PAGE_MIN)
		return false;
	a->page = a->arg.page = page / 10 < PAGE_MIN ? PAGE_MIN : page / 10;
	return true;
}

/* The server did not do it. */
static void
take_bad(struct account *a, enum remote_verdict verdict, const struct err *err)
{
	bool pushing = a->phase->step == REMOTE_MARK;
	if (verdict == REMOTE_AGAIN_TOKEN && !a->retokened) {
		a->retokened = true;
		begin_detour(a, REMOTE_TOKEN);
		if (!engine_account_send(a, REMOTE_TOKEN))
			ask_login(a);
	} else if ((verdict == REMOTE_AGAIN_TOKEN || verdict == REMOTE_AGAIN_LOGIN) &&
		   !a->relogged) {
		a->relogged = true;
		buf_clear(&a->session.token);
		buf_clear(&a->session.edit);
		ask_login(a);
	} else if (pushing && (verdict == REMOTE_SPLIT || verdict == REMOTE_REFUSED) &&
		   engine_account_push_split(a, verdict == REMOTE_REFUSED)) {
		go_to_next(a, true);
	} else if (a->phase->step == REMOTE_LEAVE &&
		   (verdict == REMOTE_SPLIT || verdict == REMOTE_REFUSED) &&
		   engine_account_leave_split(a, verdict == REMOTE_REFUSED)) {
		go_to_next(a, true);
	} else if (a->phase->step == REMOTE_SUBSCRIBE &&
		   (verdict == REMOTE_SPLIT || verdict == REMOTE_REFUSED)) {
		engine_account_give_refused(a, err);
		go_to_next(a, true);
	} else if (verdict == REMOTE_SPLIT &&
		   a->phase->begin == engine_account_items_begin &&
		   engine_account_items_split(a)) {
		go_to_next(a, true);
	} else if (verdict == REMOTE_SPLIT && asks_for_less(a)) {
		if (!ask_step(a))
			go_to_next(a, false);
	} else if (verdict == REMOTE_REFUSED && a->phase->step == REMOTE_STEPS) {
		engine_account_op_refused(a, err);
		go_to_next(a, true);
	} else if (verdict == REMOTE_REFUSED && a->phase->step == REMOTE_LABEL) {
		go_to_next(a, true);
	} else {
		fail_again(a, verdict, err);
	}
}

/* When the server's lists were read, by its own clock. */
static void
take_date(struct account *a, const struct fetch_result *answer)
{
	int64_t now = engine_now(a->e);
	int64_t date = fetch_headers_date(fetch_result_header(answer, "Date"), now);
	if (a->date == 0 && date != TIME_NONE)
		a->date = date;
}

static void
take_answer(struct account *a, struct fetch_result *answer)
{
	struct err err;
	(void)engine_account_items_store(a);
	if (!a->phase)
		return;
	if (a->detour == REMOTE_LOGIN && !a->password) {
		if (!engine_account_password_output(a, answer, &err))
			fail(a, REMOTE_REST, &err);
		else if (a->session.token.len == 0 && has_step(a, REMOTE_LOGIN))
			ask_login(a);
		else
			take_detour(a, REMOTE_OK, NULL);
		return;
	}
	fetch_result_unpack(answer);
	a->report.bytes += (size_t)answer->bytes;
	if (answer->status == ERR_LIMIT && a->detour == REMOTE_STEPS) {
		take_bad(a, REMOTE_SPLIT, &answer->err);
		return;
	}
	if (answer->status != OK) {
		fail(a, answer->status == ERR_DENIED ? REMOTE_REST : REMOTE_LATER,
			&answer->err);
		return;
	}
	take_date(a, answer);
	const struct remote_answer given = {.status = answer->http_status,
		.body = {answer->body.data, answer->body.len},
		.header = header,
		.of = answer};
	arena_reset(&a->answer);
	const struct remote_sink sink = {.ctx = a,
		.arena = &a->answer,
		.folder = sink_folder,
		.feed = sink_feed,
		.id = sink_id,
		.item = sink_item,
		.place = sink_place,
		.count = sink_count,
		.total = sink_total,
		.more = sink_more};
	bool detour = a->detour != REMOTE_STEPS;
	enum remote_step step = detour ? a->detour : step_of(a);
	enum remote_verdict verdict = a->backend->take(&a->session, step,
		detour ? &a->detour_arg : &a->arg, &given, &sink, &err);
	if (answer->retry_after > 0 && verdict == REMOTE_LATER)
		a->stored.is.rest = engine_now(a->e) + answer->retry_after;
	if (verdict != REMOTE_OK)
		log_put(LOG_DEBUG, "account %s, %s: %s", a->name, a->phase->name,
			err.text);
	if (detour)
		take_detour(a, verdict, &err);
	else if (verdict == REMOTE_OK)
		take_good(a);
	else
		take_bad(a, verdict, &err);
}

/* ---- beginning */

/* The sync does not begin now. err: why not. */
static void
put_off(struct account *a, const struct err *err, int64_t until_ms)
{
	a->phase = NULL;
	engine_account_reset(a);
	if (err)
		engine_account_tell(a, REMOTE_REST, err);
	a->next_ms = until_ms;
}

void
engine_account_begin(struct account *a, int flags, bool waited)
{
	struct err err;
	a->began = engine_now(a->e);
	a->flags = flags;
	a->waited = waited;
	a->report = (struct account_report){0};
	a->endless = false;
	a->awaits = TIME_NONE;
	a->phase = phases;
	a->answered = take_answer;
	if (engine_account_load(a, &err) != OK) {
		put_off(a, &err, INT64_MAX);
		return;
	}
	int status = engine_account_lock(a, &err);
	if (status == ERR_BUSY) {
		put_off(a, NULL, time_mono_ms() + BUSY_MS);
		a->asked = waited; /* another process syncs it now */
		a->asked_flags = flags;
		return;
	}
	if (status != OK) {
		put_off(a, &err, time_mono_ms() + LOCK_MS);
		return;
	}
	choose_phases(a);
	if (!a->stored.id && engine_account_save(a, &err) != OK) {
		engine_account_fault(a, &err);
		return;
	}
	if (waited)
		a->stored.is.rest = TIME_NONE;
	engine_account_tell_progress(a, 0, 0);
	go_to_next(a, true);
}
