#include "config.h"

#include "store/db/change_log.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"

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

struct store_changes *
store_changes_new(void)
{
	struct store_changes *c = mem_zalloc(sizeof *c);
	c->lost = true; /* nothing is known of what was before */
	return c;
}

void
store_changes_free(struct store_changes *c)
{
	if (c)
		free(c->list);
	free(c);
}

void
store_changes_reach(struct store_changes *c, uint64_t version)
{
	if (!c)
		return;
	c->lost |= c->version != version;
	c->version = version;
}

void
store_changes_clear(struct store_changes *c)
{
	c->len = c->kept = 0;
	c->lost = false;
}

/* LMDB counts no commit that writes nothing. */
void
store_changes_end(struct store_changes *c, bool committed, bool wrote)
{
	if (!c)
		return;
	c->version += committed && wrote;
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
store_changes_note(struct store_changes *c, enum schema_table table,
	const struct schema_key *key, const void *value, uint64_t first_new)
{
	if (!c || rows_of[table] == ROWS_OTHER || key->len < 4)
		return;
	uint64_t id = key->len < 8 ? 0 : schema_get64(key->bytes + key->len - 8);
	bool is_new = first_new && id >= first_new;
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
