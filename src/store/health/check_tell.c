/*
 * What the checks of all tables use: they report faults, count, and look into other
 * tables.
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>

#include "store/db/db.h"
#include "store/db/view.h"
#include "store/health/check.h"
#include "store/health/check_inside.h"
#include "store/item/count.h"

#define REPORT_MAX 20 /* sentences of each kind */

void
store_health_check_fault(struct check *c, enum fault kind, const char *fmt, ...)
{
	uint64_t *const totals[FAULT_LEN] = {&c->out->damaged, &c->out->misindexed,
		&c->out->miscounted, &c->out->misworded};
	++*totals[kind];
	if (c->quiet || !c->watch.report || ++c->reported[kind] > REPORT_MAX)
		return;
	char text[ERR_TEXT_MAX];
	va_list args;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	c->watch.report(c->watch.data, text);
}

struct store_item_counts *
store_health_check_counts_of(struct check *c, uint32_t feed)
{
	void **slot = map_put(&c->recount, &feed, sizeof feed);
	if (!*slot)
		*slot = arena_zalloc(&c->counts, sizeof(struct store_item_counts));
	return *slot;
}

bool
store_health_check_has(struct check *c, enum schema_table table, struct schema_key key)
{
	struct span value;
	return store_db_get(&c->view, table, key, &value) == OK;
}
