/*
 * An entry of the journal has a line for each row: key, what the row became, and what it
 * was, if it was there; all in hexadecimal digits, as the journal keeps text.
 */
#include "config.h"

#include "store/poll/import_row.h"

#include <string.h>

#include "base/err.h"
#include "base/str.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/journal/journal_inside.h"

#define ENTRY_ROWS 500

static void
add_hex(struct buf *out, const void *bytes, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	const uint8_t *p = bytes;
	for (size_t i = 0; i < n; i++) {
		buf_addc(out, digits[p[i] >> 4]);
		buf_addc(out, digits[p[i] & 15]);
	}
}

static int
nibble(char digit)
{
	return digit <= '9' ? digit - '0' : digit - 'a' + 10;
}

static void
add_bytes(struct buf *out, struct span hex)
{
	for (size_t i = 0; i + 1 < hex.n; i += 2)
		buf_addc(out, (char)(nibble(hex.p[i]) << 4 | nibble(hex.p[i + 1])));
}

static int
journal_rows(struct import_rows *rows)
{
	int code = rows->n ? store_journal_imported(
				     rows->batch, buf_str(&rows->text), rows->n)
			   : OK;
	buf_clear(&rows->text);
	rows->n = 0;
	return code;
}

int
store_poll_import_row_put(
	struct import_rows *rows, struct schema_key key, const void *value, size_t len)
{
	const struct store_view view = store_batch_view(rows->batch);
	struct span old = {NULL, 0};
	int code = store_db_get(&view, TABLE_IMPORT, key, &old);
	if (code && code != ERR_NOT_FOUND)
		return code;
	if (code == OK && old.n == len && memcmp(old.p, value, len) == 0)
		return OK;
	add_hex(&rows->text, key.bytes, key.len);
	buf_addc(&rows->text, ' ');
	add_hex(&rows->text, value, len);
	buf_addc(&rows->text, ' ');
	add_hex(&rows->text, old.p, old.n);
	buf_addc(&rows->text, '\n');
	code = ++rows->n == ENTRY_ROWS ? journal_rows(rows) : OK;
	return code == OK ? store_db_put(rows->batch, TABLE_IMPORT, key, value, len, 0)
			  : code;
}

int
store_poll_import_rows_end(struct import_rows *rows, int code)
{
	if (code == OK)
		code = journal_rows(rows);
	buf_done(&rows->text);
	return code;
}

/* ---- Undoing. */

/* If a document has named the item since, that remains true whatever an import said. */
static void
keep_met(const struct store_view *view, struct schema_key key, struct buf *value)
{
	static const char nothing[IMPORT_ITEM_BYTES];
	struct span now;
	if (store_db_get(view, TABLE_IMPORT, key, &now) != OK ||
		now.n != IMPORT_ITEM_BYTES || !((uint8_t)now.p[0] & IMPORT_MET))
		return;
	if (!value->len)
		buf_add(value, nothing, sizeof nothing);
	value->data[0] = (char)((uint8_t)value->data[0] | IMPORT_MET);
}

static int
put_again(struct store_batch *batch, struct span line, bool redo, struct buf *value)
{
	const struct store_view view = store_batch_view(batch);
	struct schema_key key = {.len = 0};
	struct span name, after;
	buf_clear(value);
	if (!span_split(&line, ' ', &name) || !span_split(&line, ' ', &after))
		return OK;
	add_bytes(value, name);
	if (value->len > sizeof key.bytes)
		return OK;
	memcpy(key.bytes, value->data, value->len);
	key.len = (uint8_t)value->len;
	buf_clear(value);
	add_bytes(value, redo ? after : line);
	keep_met(&view, key, value);
	return value->len ? store_db_put(
				    batch, TABLE_IMPORT, key, value->data, value->len, 0)
			  : store_db_del(batch, TABLE_IMPORT, key);
}

int
store_poll_import_rows_again(
	struct store_batch *batch, const char *text, bool redo, size_t *n)
{
	struct span rest = span_of(text), line;
	struct buf value = BUF_INIT(0);
	int code = OK;
	for (*n = 0; code == OK && span_split(&rest, '\n', &line); ++*n)
		code = put_again(batch, line, redo, &value);
	buf_done(&value);
	return code;
}

/* ---- The feed's own documents. */

int
store_poll_import_await(struct store_batch *batch, uint32_t feed)
{
	return store_db_put(batch, TABLE_IMPORT, schema_import(feed, 0), "", 0, 0);
}

int
store_poll_import_put_met(struct store_batch *batch, uint32_t feed, uint64_t id)
{
	const struct store_view view = store_batch_view(batch);
	struct schema_key key = schema_import(feed, id);
	uint8_t row[IMPORT_ITEM_BYTES];
	struct span old;
	int code = store_db_get(&view, TABLE_IMPORT, key, &old);
	if (code || old.n != sizeof row)
		return code == ERR_NOT_FOUND ? OK : code;
	memcpy(row, old.p, sizeof row);
	row[0] |= IMPORT_MET;
	return store_db_put(batch, TABLE_IMPORT, key, row, sizeof row, 0);
}

bool
store_poll_import_is_met(const struct store_view *view, uint32_t feed, uint64_t id)
{
	struct span row;
	return store_db_get(view, TABLE_IMPORT, schema_import(feed, id), &row) == OK &&
	       row.n == IMPORT_ITEM_BYTES && (uint8_t)row.p[0] & IMPORT_MET;
}
