#include "config.h"

#include "engine/core/part.h"

#include "engine/core/engine.h"

void
engine_part_stop(struct engine *e)
{
	for (size_t i = 0; i < e->parts_len; i++)
		if (e->parts[i].stop)
			e->parts[i].stop(e);
}

void
engine_part_polled(struct engine *e, const struct engine_poll *poll)
{
	for (size_t i = 0; i < e->parts_len; i++)
		if (e->parts[i].polled)
			e->parts[i].polled(e, poll);
}
