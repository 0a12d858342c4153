/*
 * sfeed: sfeedrc, a file with tabs for each feed, and the list of what was read. The
 * script is never run: only feeds written in plain words are seen in it.
 */
#ifndef IMPORT_SFEED_H
#define IMPORT_SFEED_H

#include <stdbool.h>

#include "base/str.h"

struct import_list;
struct import_probe;

bool import_sfeed_rc_known(const struct import_probe *probe);
void import_sfeed_rc_read(struct import_list *list, const char *path, struct span bytes);
bool import_sfeed_items_known(const struct import_probe *probe);
void
import_sfeed_items_read(struct import_list *list, const char *path, struct span bytes);
bool import_sfeed_urls_known(const struct import_probe *probe);
void
import_sfeed_urls_read(struct import_list *list, const char *path, struct span bytes);

#endif
