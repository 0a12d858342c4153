/*
 * Programs that keep everything in a database: one query for their feeds and one for
 * their items (bases.c, bases_*.c), with columns that are the same for all.
 */
#ifndef IMPORT_BASES_H
#define IMPORT_BASES_H

#include <stdbool.h>

#include "base/str.h"

struct import_list;
struct import_probe;

#define IMPORT_BASES                                                                     \
	X(newsboat)                                                                      \
	X(newsraft)                                                                      \
	X(antennapod)                                                                    \
	X(castero)                                                                       \
	X(gpodder)                                                                       \
	X(liferea)                                                                       \
	X(quiterss)                                                                      \
	X(rssguard)

#define X(name)                                                                          \
	bool import_##name##_base_known(const struct import_probe *probe);               \
	void import_##name##_base_read(                                                  \
		struct import_list *list, const char *path, struct span bytes);
IMPORT_BASES
#undef X

#endif
