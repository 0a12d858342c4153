/*
 * Rows of the table import: what another program said of items. They are journaled as
 * they are written, so that undoing an import takes them back.
 *
 *	struct import_rows rows = {.batch = batch};
 *	code = store_poll_import_row_put(&rows, key, bytes, len);
 *	…
 *	code = store_poll_import_rows_end(&rows, code);
 */
#ifndef STORE_POLL_IMPORT_ROW_H
#define STORE_POLL_IMPORT_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "store/record/schema.h"

struct store_batch;
struct store_view;

/* The first byte: the marks (enum store_imported), and one more flag. Then
 *
 *	of an item		a hash of its tags
 *	of one that waits	import_wait.c
 */
#define IMPORT_MET (1 << 7) /* a document of the feed has the item as well */
#define IMPORT_ITEM_BYTES 5

struct import_rows {
	struct store_batch *batch;
	struct buf text; /* not journaled yet */
	size_t n;
};

/* All return a code. */
int store_poll_import_row_put(struct import_rows *rows, struct schema_key key,
	const void *value, size_t len) MUST_USE;
/* Journals the rest and frees it. Returns the code that it is given, or its own. */
int store_poll_import_rows_end(struct import_rows *rows, int code) MUST_USE;
/* Undoes, or redoes, an entry of the journal. *n: its rows. */
int store_poll_import_rows_again(
	struct store_batch *batch, const char *text, bool redo, size_t *n) MUST_USE;

/* The feed's next document finds its items among those of the import. */
int store_poll_import_await(struct store_batch *batch, uint32_t feed) MUST_USE;
int
store_poll_import_put_met(struct store_batch *batch, uint32_t feed, uint64_t id) MUST_USE;
bool store_poll_import_is_met(const struct store_view *view, uint32_t feed, uint64_t id);

#endif
