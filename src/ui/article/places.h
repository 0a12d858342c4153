/*
 * Where the user stopped reading items, across restarts: a small file beside the store,
 * with the latest first. It is read and written whole, so that several readers may share
 * it. UI thread; nothing here waits for the disk.
 */
#ifndef UI_ARTICLE_PLACES_H
#define UI_ARTICLE_PLACES_H

#include <stdint.h>

#define UI_PLACES_MAX 500

/* The place in the item's text (render/html.h); 0: its start. path may be NULL. */
uint32_t ui_article_places_find(const char *path, uint64_t item);
/* Remembers the place; 0 forgets the item. That fails silently: it is a convenience. */
void ui_article_places_keep(const char *path, uint64_t item, uint32_t place);

#endif
