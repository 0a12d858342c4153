/*
 * Comma-separated tables: channels of YouTube; pages that Pocket and Instapaper saved.
 */
#ifndef IMPORT_CSV_H
#define IMPORT_CSV_H

#include <stdbool.h>

#include "base/str.h"

struct import_list;
struct import_probe;

bool import_csv_youtube_known(const struct import_probe *probe);
void
import_csv_youtube_read(struct import_list *list, const char *path, struct span bytes);
bool import_csv_pages_known(const struct import_probe *probe);
void import_csv_pages_read(struct import_list *list, const char *path, struct span bytes);

#endif
