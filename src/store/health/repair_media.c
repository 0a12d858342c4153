#include "config.h"

#include "store/health/repair_inside.h"

#include "base/time.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/media/media_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

static uint64_t
id_of(struct span key)
{
	return key.n == 8 ? schema_get64(key.p) : 0;
}

/* If two rows have the same item, the first is kept. */
int
store_health_repair_take_queue(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	struct store_view view = store_batch_view(r->batch);
	uint64_t rank, item = value.n == 24 ? schema_get64(value.p) : 0;
	uint8_t queued[9] = {0};
	bool left;
	if (!id_of(key) || !item || !store_health_repair_item(r, item) ||
		store_media_queue_rank(&view, item, &rank, &left) == OK)
		return OK;
	schema_put64(queued, id_of(key));
	int code = store_health_repair_keep(r, TABLE_QUEUE, key, value);
	return code == OK ? store_health_repair_put(r, TABLE_QUEUED, schema_id(item),
				    queued, sizeof queued)
			  : code;
}

int
store_health_repair_take_listen(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	struct listen_record record;
	uint64_t item = id_of(key);
	arena_reset(&r->arena);
	if (!item ||
		record_decode(&shape_listen, item, value, &r->arena, &record, NULL) != OK)
		return OK;
	int code = store_health_repair_keep(r, TABLE_LISTEN, key, value);
	/* An episode of which only the file was chosen has no time. */
	return code == OK && record.sampled != TIME_NONE
		       ? store_health_repair_put(r, TABLE_LISTENED,
				 schema_time(record.sampled, item), "", 0)
		       : code;
}

/* Without its row, a file is only one that somebody put there. */
int
store_health_repair_take_download(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	struct download_record record;
	uint64_t item = id_of(key);
	arena_reset(&r->arena);
	if (!item || record_decode(&shape_download, item, value, &r->arena, &record,
			     NULL) != OK)
		return OK;
	int64_t due = store_media_download_due(&record);
	int code = store_health_repair_keep(r, TABLE_DOWNLOAD, key, value);
	return code == OK && due != TIME_NONE ? store_health_repair_put(r, TABLE_DOWNDUE,
							schema_time(due, item), "", 0)
					      : code;
}
