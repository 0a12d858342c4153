/*
 * newsboat (and newsbeuter): the files urls and queue. The cache is in bases.h, the
 * config in newsboat_config.h.
 */
#ifndef IMPORT_NEWSBOAT_H
#define IMPORT_NEWSBOAT_H

#include <stdbool.h>

#include "base/str.h"

struct buf;
struct import_list;
struct import_probe;

bool import_newsboat_urls_known(const struct import_probe *probe);
void
import_newsboat_urls_read(struct import_list *list, const char *path, struct span bytes);
bool import_newsboat_queue_known(const struct import_probe *probe);
void
import_newsboat_queue_read(struct import_list *list, const char *path, struct span bytes);

/* Any list of addresses, one a line, with tags behind them. */
bool import_lines_known(const struct import_probe *probe);

/* newsboat's filter in courant's language: flags are tags there, and one of them is the
 * star. False: it can't be said, and why remains to be found. */
bool import_newsboat_query(struct buf *out, const char *expression, char star);

#endif
