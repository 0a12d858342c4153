#include "config.h"

#include "schedule/why.h"

#include <inttypes.h>
#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "model/http.h"
#include "model/schedule.h"
#include "model/trace.h"
#include "schedule/delay.h"
#include "schedule/due.h"
#include "schedule/interest.h"
#include "schedule/outlook.h"
#include "schedule/overflow.h"

#define BUDGET_SEEN 0.05 /* smaller effects are not shown */
#define WHEN_SIZE 64
#define LINE_CELLS 60 /* of the time line, which with its label fits 80 columns */

_Static_assert(DUE_RULES_MAX == HTTP_RULES_MAX, "the record has room for every rule");

int64_t
why_gap(const struct schedule *schedule)
{
	int64_t w = schedule->window_len;
	return w < 2 ? 0 : (schedule->newest - schedule->oldest) / (w - 1);
}

/* Puts a label into the left column. Translated labels may be longer. Widths are counted
 * in cells, not bytes: "Échec" takes five. */
static void
label(struct buf *out, const char *text)
{
	size_t cells = utf8_columns(text, strlen(text));
	buf_adds(out, text);
	do
		buf_addc(out, ' ');
	while (++cells < SCHEDULE_WHY_LABEL);
}

static void
add_date(struct buf *out, int64_t at)
{
	char text[WHEN_SIZE];
	time_format_local(at, _("%a, %d %b %Y, %H:%M"), text, sizeof text);
	buf_adds(out, text);
}

/* "Sat, 28 Nov 2026, 14:32 (in 25 min)" */
static void
add_moment(struct buf *out, int64_t at, int64_t now)
{
	char rough[WHEN_SIZE];
	add_date(out, at);
	time_format_rough(at < now ? now - at : at - now, rough, sizeof rough);
	if (at < now - TIME_MINUTE)
		buf_addf(out, _(" (%s ago)"), rough);
	else if (at > now + TIME_MINUTE)
		buf_addf(out, _(" (in %s)"), rough);
	else
		buf_adds(out, _(" (now)"));
}

static void
put_next(const struct schedule_why *why, struct buf *out)
{
	const struct http_state *http = why->http;
	label(out, _("Next poll"));
	if (http->next_poll == TIME_NONE) {
		buf_adds(out, _("at once: it was never polled"));
	} else if (http->next_poll == INT64_MAX) {
		buf_adds(out, due_reason_name(http->reason));
	} else {
		add_moment(out, http->next_poll, why->now);
		buf_addf(out, ", %s", due_reason_name(http->reason));
	}
	buf_addc(out, '\n');
}

/* What each rule said at the last poll. A single one is already in the line above. */
static void
put_rules(const struct schedule_why *why, struct buf *out)
{
	const struct http_state *http = why->http;
	size_t holds = 0; /* the last one of that reason */
	if (http->rules_len <= 2 || http->reason == DUE_GONE)
		return;
	for (size_t i = 0; i + 1 < http->rules_len; i += 2)
		if (http->rules[i + 1] == http->reason)
			holds = i + 1;
	for (size_t i = 0; i + 1 < http->rules_len; i += 2) {
		label(out, i == 0 ? _("Rules") : "");
		add_date(out, http->rules[i]);
		buf_addf(out, "  %s%s\n",
			due_reason_name((enum due_reason)http->rules[i + 1]),
			holds == i + 1 ? _("  <- applies") : "");
	}
}

double
why_budget(const struct schedule *habit)
{
	double factor = habit->unscaled > 0 && habit->interval > 0
				? (double)habit->interval / (double)habit->unscaled
				: 1;
	return factor > 1 - BUDGET_SEEN && factor < 1 + BUDGET_SEEN ? 1 : factor;
}

static void
put_budget(const struct schedule_why *why, struct buf *out)
{
	double factor = why_budget(&why->habit->schedule);
	if (factor == 1)
		return;
	label(out, _("Budget"));
	buf_addf(out,
		factor > 1 ? _("for all requests: intervals are %.1f times as long as "
			       "the strategy wants\n")
			   : _("for all requests: intervals are %.2f times as long as "
			       "the strategy wants, as there is room\n"),
		factor);
}

/* min-interval as the user would write it: rounded down to whole minutes. */
static void
put_remedy(const struct schedule_why *why, int64_t within, struct buf *out)
{
	char span[WHEN_SIZE];
	int reason = why->http->reason;
	if (within < TIME_MINUTE ||
		(reason != DUE_MIN_INTERVAL && reason != DUE_OVERFLOW))
		return;
	time_format_span(within / TIME_MINUTE * 60000, span, sizeof span);
	buf_addf(out, _("; min-interval = %s would get them"), span);
}

/* A feed that is polled too rarely for what it shows at once. */
static void
put_loss(const struct schedule_why *why, struct buf *out)
{
	struct overflow_loss loss = overflow_loss_now(&why->habit->schedule, why->http);
	if (loss.per_day < 0.5)
		return;
	label(out, _("Loses"));
	buf_addf(out,
		P_("about %.0f item a day, because it posts more than it shows",
			"about %.0f items a day, because it posts more than it shows",
			(unsigned long)(loss.per_day + 0.5)),
		loss.per_day);
	put_remedy(why, loss.within, out);
	buf_addc(out, '\n');
}

static void
put_next_post(const struct schedule_why *why, struct buf *out)
{
	struct outlook outlook;
	outlook_of(&outlook, &why->habit->habit, why->now, 0);
	if (!outlook.known || outlook.next_post == TIME_NONE)
		return;
	label(out, _("Next post"));
	add_moment(out, outlook.next_post, why->now);
	buf_adds(out, _(", just as likely earlier as later\n"));
}

static void
put_habit(const struct schedule_why *why, struct buf *out)
{
	char rough[WHEN_SIZE];
	int64_t gap = why_gap(&why->habit->schedule);
	label(out, _("Habit"));
	if (gap > 0) {
		time_format_wait(gap, rough, sizeof rough);
		buf_addf(out,
			P_("a post every %s, judging by the newest %u",
				"a post every %s, judging by the newest %u",
				why->habit->schedule.window_len),
			rough, why->habit->schedule.window_len);
	} else {
		buf_adds(out, _("not known yet"));
	}
	if (why->http->last_change != TIME_NONE) {
		int64_t age = why->now - why->http->last_change;
		time_format_rough(age, rough, sizeof rough);
		if (age < TIME_MINUTE)
			buf_adds(out, _("; something new just now"));
		else
			buf_addf(out, _("; something new %s ago"), rough);
	}
	buf_addc(out, '\n');
	/* with fewer bursts than a scale's prior weighs, it would be a guess */
	if (gap > 0 && why->habit->habit.size[1] >= 5) {
		label(out, _("Expected"));
		delay_reason(&why->habit->habit, out);
		buf_addc(out, '\n');
	}
	put_next_post(why, out);
}

static void
put_interest(const struct schedule_why *why, struct buf *out)
{
	struct buf text = BUF_INIT(0);
	if (why->all && interest_reason(&why->habit->interest, why->all, &text)) {
		label(out, _("Interest"));
		buf_addf(out, "%s\n", buf_str(&text));
	}
	buf_done(&text);
}

/* What the user can do about a feed that has moved. */
static void
put_offer(const struct schedule_why *why, struct buf *out)
{
	if (why->duplicate) {
		label(out, "");
		buf_addf(out, _("%s is already there: merge combines the two\n"),
			why->duplicate);
	} else if (http_move_adopted(why->http, why->now)) {
		label(out, "");
		buf_adds(out, _("it is polled there already: move writes the address "
				"into its line\n"));
	}
}

/* Why the feed has no items. Appends nothing where they have expired. */
static void
put_nothing(const struct schedule_why *why, struct buf *out)
{
	const struct schedule *schedule = &why->habit->schedule;
	if (!why->empty || why->http->trouble || (schedule->shown && schedule->items))
		return;
	label(out, _("Items"));
	buf_adds(out, schedule->shown ? _("none: rules hide or drop all that it shows\n")
				      : _("none, and the document that came has none\n"));
}

static void
put_server(const struct schedule_why *why, struct buf *out)
{
	const struct http_state *http = why->http;
	if (http->last_full == TIME_NONE)
		return; /* it never sent a document that could have had validators */
	put_nothing(why, out);
	label(out, _("Server"));
	if (http->etag || http->last_modified)
		buf_addf(out, _("says what is unchanged, by %s%s%s"),
			http->etag ? "ETag" : "",
			http->etag && http->last_modified ? ", " : "",
			http->last_modified ? "Last-Modified" : "");
	else
		buf_adds(out, _("offers no validators: each poll fetches everything"));
	buf_addc(out, '\n');
	if (http->moved_to) {
		label(out, _("Moved"));
		buf_addf(out,
			P_("to %s, seen %d time since ", "to %s, seen %d times since ",
				http->moved_count),
			http->moved_to, (int)http->moved_count);
		add_date(out, http->moved_since);
		buf_addc(out, '\n');
		put_offer(why, out);
	}
}

/* How many changes came when the server had said that they would. */
static void
put_promises(const struct schedule_why *why, struct buf *out)
{
	const struct feed_trace *trace = why->trace;
	bool any = false;
	for (int i = 0; trace && i < PROMISE_LEN; i++) {
		uint32_t all = trace->kept[i] + trace->broken[i];
		if (!all)
			continue;
		if (!any) {
			label(out, _("Promises"));
			buf_adds(out, _("kept at changes: "));
		}
		buf_addf(out, _("%s%s %" PRIu32 " of %" PRIu32), any ? ", " : "",
			trace_promise_name((enum feed_promise)i), trace->kept[i], all);
		any = true;
	}
	if (any)
		buf_addc(out, '\n');
}

static void
put_failure(const struct schedule_why *why, struct buf *out)
{
	const struct http_state *http = why->http;
	if (http->failures == 0)
		return;
	label(out, http->trouble == TROUBLE_MISSING ? _("Missing") : _("Failing"));
	if (http->failed_since != TIME_NONE) {
		buf_adds(out, _("since "));
		add_moment(out, http->failed_since, why->now);
		buf_adds(out, ", ");
	}
	buf_addf(out, P_("%d poll in a row", "%d polls in a row", http->failures),
		(int)http->failures);
	buf_addf(out, ": %s\n", http->error ? http->error : "");
}

static void
put_outcome(const struct http_poll *poll, struct buf *out)
{
	if (poll->trouble != TROUBLE_NONE)
		buf_addf(out, _("failed: %s"), _(http_trouble_name(poll->trouble)));
	else if (poll->new_items > 0)
		buf_addf(out,
			P_("%" PRId64 " new item", "%" PRId64 " new items",
				poll->new_items),
			poll->new_items);
	else
		buf_adds(out, poll->status == 304 ? _("unchanged") : _("nothing new"));
}

static void
put_polls(const struct schedule_why *why, size_t max, struct buf *out)
{
	size_t len = http_polls(why->http), from = 0;
	if (max && len > max)
		from = len - max;
	for (size_t i = len; i-- > from;) {
		struct http_poll poll = http_poll_at(why->http, i);
		label(out, i + 1 == len ? _("Last polls") : "");
		add_date(out, poll.at);
		if (poll.status)
			buf_addf(out, "  %3d  ", (int)poll.status);
		else
			buf_adds(out, "    -  ");
		put_outcome(&poll, out);
		if (poll.bytes > 0)
			buf_addf(out, ", %" PRId64 " B", poll.bytes);
		buf_adds(out, poll.conditional || poll.trouble
				      ? "\n"
				      : _(", fetched in full\n"));
	}
}

/* When the feed posts, and what was posted and polled lately. */
static void
put_outlook(const struct schedule_why *why, struct buf *out)
{
	struct outlook outlook;
	outlook_of(&outlook, &why->habit->habit, why->now, time_local_offset(why->now));
	outlook_line(&why->habit->window, why->http, why->now, LINE_CELLS, out);
	if (outlook.known)
		outlook_heat(&outlook, out);
}

static void
put_live(const struct schedule_why *why, struct buf *out)
{
	const struct feed_broadcast *live = why->live;
	if (!live || !feed_is_live(live, why->now))
		return;
	label(out, _("Live now"));
	buf_addf(out, "%s\n", live->title);
	if (live->url) {
		label(out, "");
		buf_addf(out, "%s\n", live->url);
	}
}

void
why_text(const struct schedule_why *why, size_t polls, struct buf *out)
{
	if (!str_empty(why->title))
		buf_addf(out, "%s\n", why->title);
	buf_addf(out, "%s\n", why->url);
	if (why->list) {
		label(out, _("Listed by"));
		buf_addf(out, "%s\n", why->list);
	}
	put_live(why, out);
	put_next(why, out);
	put_rules(why, out);
	put_budget(why, out);
	put_loss(why, out);
	put_habit(why, out);
	put_interest(why, out);
	put_server(why, out);
	put_promises(why, out);
	put_failure(why, out);
	put_polls(why, polls, out);
	put_outlook(why, out);
}
