#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"
#include "store/check_inside.h"
#include "store/count.h"
#include "store/due.h"

/* ---- Feeds. */

static void
check_state(struct check *c, enum schema_table table, uint32_t feed,
	const struct record_shape *shape, const char *what)
{
	union {
		struct http_state http;
		struct schedule_record schedule;
		struct histogram hist;
		struct claim_record claim;
	} to;
	struct span bytes;
	if (store_db_get(&c->view, table, schema_feed(feed), &bytes) == OK &&
		record_decode(shape, feed, bytes, &c->arena, &to, NULL) != OK)
		check_fault(c, FAULT_DAMAGED, _("the %s of feed %u is damaged"), what,
			(unsigned)feed);
}

void
check_feed(struct check *c, struct span key, struct span value)
{
	uint32_t feed = key.n == 4 ? schema_get32(key.p) : 0;
	struct feed_record r;
	struct span bytes;
	int64_t next;
	c->out->feeds++;
	check_counts_of(c, feed);
	if (record_decode(&shape_feed, feed, value, &c->arena, &r, NULL) != OK) {
		check_fault(c, FAULT_DAMAGED, _("feed %u is damaged"), (unsigned)feed);
		return;
	}
	if (r.removed != store_db_listed(c->removed, feed))
		check_fault(c, FAULT_INDEX,
			_("feed %u and the list of removed feeds disagree"),
			(unsigned)feed);
	/* One that lost its line may have lost its address to another (address.h). */
	if (!r.url ||
		(!r.removed && (store_db_get(&c->view, TABLE_FEEDURL,
					schema_feedurl(r.url), &bytes) ||
				       bytes.n != 4 || schema_get32(bytes.p) != feed)))
		check_fault(c, FAULT_INDEX, _("feed %u is not known by its address"),
			(unsigned)feed);
	check_state(c, TABLE_HTTP, feed, &shape_http, _("state"));
	check_state(c, TABLE_SCHEDULE, feed, &shape_schedule, _("schedule"));
	check_state(c, TABLE_HIST, feed, &shape_hist, _("histogram"));
	check_state(c, TABLE_CLAIM, feed, &shape_claim, _("claim"));
	if (store_due_time(&c->view, feed, &next) == OK &&
		check_has(c, TABLE_DUE, schema_due(next, feed)) !=
			(!r.removed && next != INT64_MAX))
		check_fault(c, FAULT_INDEX,
			_("feed %u and the list of due feeds disagree"), (unsigned)feed);
}

void
check_due(struct check *c, struct span key, struct span value)
{
	int64_t next;
	(void)value;
	if (key.n != 12 ||
		store_due_time(&c->view, schema_get32(key.p + 8), &next) != OK ||
		next != schema_get_time(key.p))
		check_fault(
			c, FAULT_INDEX, _("an entry of the list of due feeds is wrong"));
}

static void
compare_counts(struct check *c, uint32_t feed, const struct store_counts *counted)
{
	struct store_counts kept;
	if (store_count_get(&c->view, feed, &kept) != OK) {
		check_fault(c, FAULT_DAMAGED, _("the counters of feed %u are damaged"),
			(unsigned)feed);
		return;
	}
	if (kept.unread == counted->unread && kept.total == counted->total &&
		kept.starred == counted->starred)
		return;
	check_fault(c, FAULT_COUNT,
		_("the counters of feed %u say %" PRIu64 " of %" PRIu64
		  " unread, but there are %" PRIu64 " of %" PRIu64),
		(unsigned)feed, kept.unread, kept.total, counted->unread, counted->total);
}

void
check_feed_counts(struct check *c)
{
	struct store_counts all = {0};
	for (size_t i = 0; i < c->recount.count; i++) {
		uint32_t feed;
		const struct store_counts *counts = c->recount.entries[i].value;
		memcpy(&feed, c->recount.entries[i].key, sizeof feed);
		compare_counts(c, feed, counts);
		if (store_db_listed(c->removed, feed))
			continue;
		all.unread += counts->unread;
		all.total += counts->total;
		all.starred += counts->starred;
	}
	compare_counts(c, COUNT_ALL, &all);
}
