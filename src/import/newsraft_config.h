/*
 * The config file of newsraft as lines of ours.
 */
#ifndef IMPORT_NEWSRAFT_CONFIG_H
#define IMPORT_NEWSRAFT_CONFIG_H

#include <stdbool.h>

#include "base/str.h"

struct import_list;
struct import_probe;

bool import_newsraft_config_known(const struct import_probe *probe);
void import_newsraft_config_read(
	struct import_list *list, const char *path, struct span bytes);

#endif
