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
/* newsboat -E. */
bool import_newsboat_ids_known(const struct import_probe *probe);
void
import_newsboat_ids_read(struct import_list *list, const char *path, struct span bytes);
bool import_newsboat_queue_known(const struct import_probe *probe);
void
import_newsboat_queue_read(struct import_list *list, const char *path, struct span bytes);

/* In newsboat, an id is unique among all feeds: an item that two feeds have is listed
 * under the one that was fetched last. So what newsboat says of an id counts in every
 * feed, except for short numbers, which too many items have as ids. */
bool import_newsboat_is_everywhere(const char *guid);

/* Is the file in a directory of newsboat's? */
bool import_newsboat_is_home(const struct import_probe *probe);

/* Any list of addresses, one a line, with tags after them. */
bool import_lines_known(const struct import_probe *probe);

/* newsboat's filter in courant's language: flags are tags there, and one of them is the
 * star. False: it can't be expressed; the caller has to find out why. */
bool import_newsboat_query(struct buf *out, const char *expression, char star);

#endif
