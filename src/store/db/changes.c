#include "config.h"

#include "store/db/changes.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"

#define CHANGES_MAX (1 << 20) /* 16 MB; then it is quicker to look at everything */

/* Whose rows a table has. */
enum rows {
	ROWS_OTHER,
	ROWS_ITEM, /* an item's, whose id ends the key */
	ROWS_UNREAD,
	ROWS_ALIAS, /* the item's id is the value */
	ROWS_FEED,
	ROWS_META,
};

static const uint8_t rows_of[TABLE_LEN] = {
	[TABLE_META] = ROWS_META,
	[TABLE_FEED] = ROWS_FEED,
	[TABLE_ITEM] = ROWS_ITEM,
	[TABLE_TEXT] = ROWS_ITEM,
	[TABLE_PLACE] = ROWS_ITEM,
	[TABLE_FEEDITEM] = ROWS_ITEM,
	[TABLE_UNREAD] = ROWS_UNREAD,
	[TABLE_ALIAS] = ROWS_ALIAS,
	[TABLE_ITEMTAG] = ROWS_ITEM,
	[TABLE_QUEUED] = ROWS_ITEM,
	[TABLE_LISTEN] = ROWS_ITEM,
	[TABLE_DOWNLOAD] = ROWS_ITEM,
	[TABLE_PAGE] = ROWS_ITEM,
	[TABLE_TRANSCRIPT] = ROWS_ITEM,
};

void
store_changes_keep(struct store *store)
{
	if (store->changes)
		return;
	store->changes = mem_zalloc(sizeof *store->changes);
	store->changes->lost = true; /* nothing is known of what was before */
}

void
store_changes_free(struct store *store)
{
	if (!store->changes)
		return;
	free(store->changes->list);
	free(store->changes);
	store->changes = NULL;
}

/* Another process wrote if the version is not the one that this process left. */
static void
compare(struct store_changes *c, uint64_t version)
{
	c->lost |= c->version != version;
	c->version = version;
}

const struct store_changes *
store_changes(const struct store_view *view)
{
	struct store_changes *c = view->store->changes;
	compare(c, store_view_version(view));
	return c;
}

uint64_t
store_changes_version(const struct store *store)
{
	return store->changes->version;
}

void
store_changes_clear(const struct store_view *view)
{
	struct store_changes *c = view->store->changes;
	c->len = c->kept = 0;
	c->lost = false;
}

void
store_changes_begin(struct store_batch *batch)
{
	const struct store_view view = store_batch_view(batch);
	if (batch->store->changes)
		compare(batch->store->changes, store_view_version(&view) - 1);
}

/* LMDB counts no commit that writes nothing. */
void
store_changes_end(struct store_batch *batch, bool committed)
{
	struct store_changes *c = batch->store->changes;
	if (!c)
		return;
	if (committed && batch->wrote)
		c->version++;
	if (committed)
		c->kept = c->len;
	c->len = c->kept;
}

/* Several rows of an item change together, and what was read needs no second look. */
static void
add(struct store_changes *c, uint64_t id, enum store_change_kind kind)
{
	struct store_change *last = c->len > c->kept ? &c->list[c->len - 1] : NULL;
	if (c->lost)
		return;
	bool same = last && last->id == id && kind != STORE_CHANGE_FEED;
	if (same && (last->kind == kind || last->kind == STORE_CHANGE_ITEM))
		last->kind = kind;
	else if (c->len < CHANGES_MAX)
		*VEC_PUSH(c->list, c->len, c->cap) = (struct store_change){id, kind};
	else
		c->lost = true;
}

void
store_changes_note(struct store_batch *batch, enum schema_table table,
	const struct schema_key *key, const void *value)
{
	struct store_changes *c = batch->store->changes;
	batch->wrote = true;
	if (!c || rows_of[table] == ROWS_OTHER || key->len < 4)
		return;
	uint64_t id = key->len < 8 ? 0 : schema_get64(key->bytes + key->len - 8);
	bool is_new = batch->first_item && id >= batch->first_item;
	switch ((enum rows)rows_of[table]) {
	case ROWS_ITEM:
		if (!is_new) /* new ones are read after the commit, as they are then */
			add(c, id, STORE_CHANGE_ITEM);
		break;
	case ROWS_UNREAD:
		add(c, id,
			!value   ? STORE_CHANGE_READ
			: is_new ? STORE_CHANGE_NEW
				 : STORE_CHANGE_ITEM);
		break;
	case ROWS_ALIAS:
		if (value)
			add(c, schema_get64(value), STORE_CHANGE_TEXT);
		break;
	case ROWS_FEED:
		add(c, schema_get32(key->bytes), STORE_CHANGE_FEED);
		break;
	case ROWS_META:
		c->lost |= key->len == strlen(META_REMOVED) &&
			   memcmp(key->bytes, META_REMOVED, key->len) == 0;
		break;
	case ROWS_OTHER:
		break;
	}
}
