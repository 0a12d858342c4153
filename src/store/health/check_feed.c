#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"
#include "store/db/db.h"
#include "store/feed/due_inside.h"
#include "store/health/check.h"
#include "store/health/check_inside.h"
#include "store/item/count.h"
#include "store/item/count_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

/* ---- Feeds. */

static void
check_state(struct check *c, enum schema_table table, uint32_t feed,
	const struct record_shape *shape, const char *what)
{
	union {
		struct http_state http;
		struct schedule_record schedule;
		struct histogram hist;
		struct feed_trace trace;
		struct claim_record claim;
	} to;
	struct span bytes;
	if (store_db_get(&c->view, table, schema_feed(feed), &bytes) == OK &&
		record_decode(shape, feed, bytes, &c->arena, &to, NULL) != OK)
		store_health_check_fault(c, FAULT_DAMAGED,
			_("the %s of feed %u is damaged"), what, (unsigned)feed);
}

void
store_health_check_feed(struct check *c, struct span key, struct span value)
{
	uint32_t feed = key.n == 4 ? schema_get32(key.p) : 0;
	struct feed_record r;
	struct span bytes;
	int64_t next;
	c->out->feeds++;
	store_health_check_counts_of(c, feed);
	if (record_decode(&shape_feed, feed, value, &c->arena, &r, NULL) != OK) {
		store_health_check_fault(
			c, FAULT_DAMAGED, _("feed %u is damaged"), (unsigned)feed);
		return;
	}
	if (r.removed != store_db_listed(c->removed, feed))
		store_health_check_fault(c, FAULT_INDEX,
			_("feed %u and the list of removed feeds disagree"),
			(unsigned)feed);
	/* A feed that lost its line may have lost its address to another feed
	 * (feed/readdress_inside.h). */
	if (!r.url ||
		(!r.removed && (store_db_get(&c->view, TABLE_FEEDURL,
					schema_feedurl(r.url), &bytes) ||
				       bytes.n != 4 || schema_get32(bytes.p) != feed)))
		store_health_check_fault(c, FAULT_INDEX,
			_("feed %u cannot be found by its address"), (unsigned)feed);
	if (r.podcast && !store_health_check_has(
				 c, TABLE_PODCAST, schema_podcast(r.podcast, feed)))
		store_health_check_fault(c, FAULT_INDEX,
			_("feed %u cannot be found by its podcast:guid"), (unsigned)feed);
	check_state(c, TABLE_HTTP, feed, &shape_http, _("state"));
	check_state(c, TABLE_SCHEDULE, feed, &shape_schedule, _("schedule"));
	check_state(c, TABLE_HIST, feed, &shape_hist, _("histogram"));
	check_state(c, TABLE_TRACE, feed, &shape_trace, _("record of posts"));
	check_state(c, TABLE_WATCHED, feed, &shape_text, _("text of its page"));
	check_state(c, TABLE_CLAIM, feed, &shape_claim, _("claim"));
	if (store_feed_due_time(&c->view, feed, &next) == OK &&
		store_health_check_has(c, TABLE_DUE, schema_due(next, feed)) !=
			(!r.removed && next != INT64_MAX))
		store_health_check_fault(c, FAULT_INDEX,
			_("feed %u and the list of due feeds disagree"), (unsigned)feed);
}

void
store_health_check_due(struct check *c, struct span key, struct span value)
{
	int64_t next;
	(void)value;
	if (key.n != 12 ||
		store_feed_due_time(&c->view, schema_get32(key.p + 8), &next) != OK ||
		next != schema_get_time(key.p))
		store_health_check_fault(
			c, FAULT_INDEX, _("an entry of the list of due feeds is wrong"));
}

static void
compare_counts(struct check *c, uint32_t feed, const struct store_item_counts *counted)
{
	struct store_item_counts kept;
	if (store_item_count_get(&c->view, feed, &kept) != OK) {
		store_health_check_fault(c, FAULT_DAMAGED,
			_("the counters of feed %u are damaged"), (unsigned)feed);
		return;
	}
	if (kept.unread == counted->unread && kept.total == counted->total &&
		kept.starred == counted->starred)
		return;
	store_health_check_fault(c, FAULT_COUNT,
		_("the counters of feed %u say %" PRIu64 " of %" PRIu64
		  " unread, but there are %" PRIu64 " of %" PRIu64),
		(unsigned)feed, kept.unread, kept.total, counted->unread, counted->total);
}

void
store_health_check_feed_counts(struct check *c)
{
	struct store_item_counts all = {0};
	for (size_t i = 0; i < c->recount.count; i++) {
		uint32_t feed;
		const struct store_item_counts *counts = c->recount.entries[i].value;
		memcpy(&feed, c->recount.entries[i].key, sizeof feed);
		compare_counts(c, feed, counts);
		if (store_db_listed(c->removed, feed))
			continue;
		all.unread += counts->unread;
		all.total += counts->total;
		all.starred += counts->starred;
	}
	compare_counts(c, STORE_COUNT_ALL, &all);
}
