#include "config.h"

#include <inttypes.h>

#include "base/i18n.h"
#include "store/db/db.h"
#include "store/health/check.h"
#include "store/health/check_inside.h"
#include "store/health/check_sets.h"
#include "store/identity/item_match_inside.h"
#include "store/item/count.h"
#include "store/item/trash_read_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

/* ---- Items: every index must have them. */

static void
search_item(struct check *c, uint64_t id, const struct item_record *item)
{
	uint32_t feed;
	int64_t time;
	const struct item_record r = *item;
	struct match_value guid;
	struct span bytes;
	if (store_db_place(&c->view, id, &feed, &time) != OK || feed != r.feed ||
		time != r.time)
		store_health_check_fault(c, FAULT_INDEX,
			_("item %" PRIu64 " is missing from the table of places"), id);
	/* A deleted item must be in neither list, any other item in both. */
	bool listed = !store_item_trash_has(&c->view, id);
	if (store_health_check_has(
		    c, TABLE_FEEDITEM, schema_feeditem(r.feed, r.time, id)) != listed)
		store_health_check_fault(c, FAULT_INDEX,
			listed ? _("item %" PRIu64 " is missing from the list of feed %u")
			       : _("item %" PRIu64
				   " is deleted, but still in the list of feed %u"),
			id, (unsigned)r.feed);
	if (listed && !store_health_check_has(c, TABLE_TIMEITEM, schema_time(r.time, id)))
		store_health_check_fault(c, FAULT_INDEX,
			_("item %" PRIu64 " is missing from the list of all items"), id);
	if (!store_health_check_has(c, TABLE_TEXT, schema_id(id)))
		store_health_check_fault(
			c, FAULT_INDEX, _("item %" PRIu64 " has no text"), id);
	if (store_db_get(&c->view, TABLE_GUID, schema_guid(r.feed, r.identity), &bytes) ||
		!store_identity_match_unpack(bytes, &guid) || guid.id != id)
		store_health_check_fault(c, FAULT_INDEX,
			_("item %" PRIu64 " cannot be found by its guid"), id);
}

void
store_health_check_item(struct check *c, struct span key, struct span value)
{
	uint64_t id = key.n == 8 ? schema_get64(key.p) : 0;
	struct item_record r;
	c->out->items++;
	if (record_decode(&shape_item, id, value, &c->arena, &r, NULL) != OK) {
		store_health_check_fault(
			c, FAULT_DAMAGED, _("item %" PRIu64 " is damaged"), id);
		return;
	}
	if (c->search) {
		search_item(c, id, &r);
		return;
	}
	store_health_check_set_add_item(&c->sets, SET_ITEM, r.feed, r.time, id);
	store_health_check_set_add_id(&c->sets, SET_ID, id);
	store_health_check_set_add_name(&c->sets, SET_NAME, r.feed, r.identity, id);
}

void
store_health_check_place(struct check *c, struct span key, struct span value)
{
	uint64_t id = key.n == 8 ? schema_get64(key.p) : 0;
	if (value.n == 12)
		store_health_check_set_add_item(&c->sets, SET_PLACE,
			schema_get32(value.p + 8), schema_get_time(value.p), id);
	else
		store_health_check_fault(c, FAULT_INDEX,
			_("item %" PRIu64 " is missing from the table of places"), id);
}

void
store_health_check_text(struct check *c, struct span key, struct span value)
{
	uint64_t id = key.n == 8 ? schema_get64(key.p) : 0;
	struct text_record r;
	c->out->texts++;
	if (record_decode(&shape_text, id, value, &c->arena, &r, NULL) != OK)
		store_health_check_fault(c, FAULT_DAMAGED,
			_("the text of item %" PRIu64 " is damaged"), id);
	store_health_check_set_add_id(&c->sets, SET_TEXT, id);
	if (c->search && !store_health_check_has(c, TABLE_ITEM, schema_id(id)))
		store_health_check_fault(
			c, FAULT_INDEX, _("the text %" PRIu64 " belongs to no item"), id);
}

void
store_health_check_other(struct check *c, struct span key, struct span value)
{
	uint64_t id = key.n == 8 ? schema_get64(key.p) : 0;
	struct text_record r;
	if (record_decode(&shape_text, id, value, &c->arena, &r, NULL) != OK)
		store_health_check_fault(c, FAULT_DAMAGED,
			_("a second text of item %" PRIu64 " is damaged"), id);
}

/* ---- Indexes: each entry must have its item, and must agree with the item's flags. */

static void
search_feeditem(struct check *c, uint32_t feed, int64_t time, uint64_t id, int flags)
{
	uint32_t in;
	int64_t at;
	if (!store_health_check_has(c, TABLE_FEED, schema_feed(feed)))
		store_health_check_fault(
			c, FAULT_INDEX, _("item %" PRIu64 " belongs to no feed"), id);
	if (!store_health_check_has(c, TABLE_ITEM, schema_id(id)) ||
		store_db_place(&c->view, id, &in, &at) != OK || in != feed || at != time)
		store_health_check_fault(c, FAULT_INDEX,
			_("the list of feed %u names item %" PRIu64
			  ", which belongs to another feed or does not exist"),
			(unsigned)feed, id);
	struct schema_key member = schema_time(time, id);
	if (store_health_check_has(c, TABLE_UNREAD, member) !=
		((flags & ITEM_UNREAD) != 0))
		store_health_check_fault(c, FAULT_INDEX,
			_("item %" PRIu64 " and the list of unread items disagree"), id);
	if (store_health_check_has(c, TABLE_STARRED, member) !=
		((flags & ITEM_STARRED) != 0))
		store_health_check_fault(c, FAULT_INDEX,
			_("item %" PRIu64 " and the list of starred items disagree"), id);
	if (store_health_check_has(c, TABLE_ITEMTAG, schema_id(id)) !=
		((flags & ITEM_TAGGED) != 0))
		store_health_check_fault(
			c, FAULT_INDEX, _("item %" PRIu64 " and its tags disagree"), id);
}

void
store_health_check_feeditem(struct check *c, struct span key, struct span value)
{
	if (key.n != 20 || value.n != 1) {
		store_health_check_fault(
			c, FAULT_INDEX, _("an entry of a feed's list is malformed"));
		return;
	}
	uint32_t feed = schema_get32(key.p);
	int64_t time = schema_get_time(key.p + 4);
	uint64_t id = schema_get64(key.p + 12);
	int flags = (uint8_t)value.p[0];
	struct store_item_counts *counts = store_health_check_counts_of(c, feed);
	counts->total++;
	counts->unread += (flags & ITEM_UNREAD) != 0;
	counts->starred += (flags & ITEM_STARRED) != 0;
	if (c->search) {
		search_feeditem(c, feed, time, id, flags);
		return;
	}
	store_health_check_set_add_item(&c->sets, SET_LISTED, feed, time, id);
	if (flags & ITEM_UNREAD)
		store_health_check_set_add_item(
			&c->sets, SET_SAYS_UNREAD, feed, time, id);
	if (flags & ITEM_STARRED)
		store_health_check_set_add_item(
			&c->sets, SET_SAYS_STARRED, feed, time, id);
	if (flags & ITEM_TAGGED)
		store_health_check_set_add_id(&c->sets, SET_SAYS_TAGGED, id);
}

/* Checks the three lists over all feeds: time|id → feed. */
static void
check_list(struct check *c, enum check_set set, struct span key, struct span value)
{
	bool formed = key.n == 16 && value.n == 4;
	if (formed && !c->search) {
		store_health_check_set_add_item(&c->sets, set, schema_get32(value.p),
			schema_get_time(key.p), schema_get64(key.p + 8));
		return;
	}
	if (formed && store_health_check_has(c, TABLE_FEEDITEM,
			      schema_feeditem(schema_get32(value.p),
				      schema_get_time(key.p), schema_get64(key.p + 8))))
		return;
	store_health_check_fault(c, FAULT_INDEX,
		_("a list over all feeds names an item that does not exist"));
}

void
store_health_check_timeitem(struct check *c, struct span key, struct span value)
{
	check_list(c, SET_ALL, key, value);
}

void
store_health_check_unread(struct check *c, struct span key, struct span value)
{
	check_list(c, SET_UNREAD, key, value);
}

void
store_health_check_starred(struct check *c, struct span key, struct span value)
{
	check_list(c, SET_STARRED, key, value);
}

void
store_health_check_guid(struct check *c, struct span key, struct span value)
{
	struct match_value guid;
	uint32_t feed;
	int64_t time;
	if (key.n != 4 + SCHEMA_IDENTITY || !store_identity_match_unpack(value, &guid)) {
		store_health_check_fault(
			c, FAULT_INDEX, _("an entry of the table of guids is malformed"));
		return;
	}
	if (guid.id && !c->search)
		store_health_check_set_add_name(
			&c->sets, SET_GUID, schema_get32(key.p), key.p + 4, guid.id);
	else if (guid.id && (store_db_place(&c->view, guid.id, &feed, &time) != OK ||
				    feed != schema_get32(key.p)))
		store_health_check_fault(c, FAULT_INDEX,
			_("a guid leads to item %" PRIu64
			  ", which belongs to another feed or does not exist"),
			guid.id);
}
