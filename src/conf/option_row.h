/*
 * What the tables of options are written with. A row is all that a new option needs,
 * besides its field in struct options: its default is text, and everything else goes by
 * the row.
 */
#ifndef CONF_OPTION_ROW_H
#define CONF_OPTION_ROW_H

#include <stddef.h>

#include "conf/option.h"

#define SECOND ((int64_t)1000)
#define MINUTE (60 * SECOND)
#define DAY (1440 * MINUTE)
#define KB ((int64_t)1000)
#define MB (1000 * KB)
#define GB (1000 * MB)
#define AT(field) offsetof(struct options, field)

extern const struct option conf_options_fetch[], conf_options_items[],
	conf_options_media[], conf_options_reader[];

#endif
