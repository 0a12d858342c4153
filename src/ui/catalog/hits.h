/*
 * The items that a search has found, as a set of ids. The search's list adds to it as
 * hits arrive; marks of the list (ui/catalog/pending.h) share it, so that marking costs
 * the same however long the list is. UI thread.
 */
#ifndef UI_CATALOG_HITS_H
#define UI_CATALOG_HITS_H

#include <stdbool.h>
#include <stdint.h>

struct ui_hits;

struct ui_hits *ui_hits_new(void);
/* One more owner; each calls ui_hits_free. */
struct ui_hits *ui_hits_share(struct ui_hits *hits);
void ui_hits_free(struct ui_hits *hits);
void ui_hits_add(struct ui_hits *hits, uint64_t item);
bool ui_hits_has(const struct ui_hits *hits, uint64_t item);

#endif
