/*
 * The config file of newsboat as lines of ours.
 */
#ifndef IMPORT_NEWSBOAT_CONFIG_H
#define IMPORT_NEWSBOAT_CONFIG_H

#include <stdbool.h>

#include "base/str.h"

struct import_list;
struct import_probe;

bool import_newsboat_config_known(const struct import_probe *probe);
/* An option and its value as the reader's command set takes them; NULL: it has none. */
const char *import_newsboat_config_set(
	struct import_list *list, const char *name, const char *value);
void import_newsboat_config_read(
	struct import_list *list, const char *path, struct span bytes);

#endif
