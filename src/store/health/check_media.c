#include "config.h"

#include <inttypes.h>

#include "base/i18n.h"
#include "base/time.h"
#include "store/db/db.h"
#include "store/health/check_inside.h"
#include "store/media/media_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

static uint64_t
id_of(struct span key)
{
	return key.n == 8 ? schema_get64(key.p) : 0;
}

void
store_health_check_queue(struct check *c, struct span key, struct span value)
{
	uint64_t rank, item = value.n == 24 ? schema_get64(value.p) : 0;
	bool left;
	if (!item || store_media_queue_rank(&c->view, item, &rank, &left) != OK || left ||
		rank != id_of(key))
		store_health_check_fault(c, FAULT_INDEX,
			_("item %" PRIu64 " has another place in the queue"), item);
}

void
store_health_check_listen(struct check *c, struct span key, struct span value)
{
	struct listen_record r;
	uint64_t item = id_of(key);
	if (record_decode(&shape_listen, item, value, &c->arena, &r, NULL) != OK)
		store_health_check_fault(c, FAULT_DAMAGED,
			_("the position in item %" PRIu64 " is damaged"), item);
	else if (r.sampled != TIME_NONE && /* not only the choice of a file */
		 !store_health_check_has(c, TABLE_LISTENED, schema_time(r.sampled, item)))
		store_health_check_fault(c, FAULT_INDEX,
			_("item %" PRIu64 " is not in the list of played items"), item);
}

/* The row of a list by time must be of that time. */
static void
check_listed(
	struct check *c, struct span key, enum schema_table table, const char *sentence)
{
	uint64_t item = key.n == 16 ? schema_get64(key.p + 8) : 0;
	union {
		struct listen_record listen;
		struct download_record download;
	} r;
	bool there =
		item && store_db_record(&c->view, table, item, &c->arena, &r, NULL) == OK;
	int64_t time = !there                  ? TIME_NONE
		       : table == TABLE_LISTEN ? r.listen.sampled
					       : store_media_download_due(&r.download);
	if (!there || time != schema_get_time(key.p))
		store_health_check_fault(c, FAULT_INDEX, sentence, item);
}

void
store_health_check_listened(struct check *c, struct span key, struct span value)
{
	(void)value;
	check_listed(c, key, TABLE_LISTEN,
		_("item %" PRIu64 " is listed as played at another time"));
}

void
store_health_check_download(struct check *c, struct span key, struct span value)
{
	struct download_record r;
	uint64_t item = id_of(key);
	if (record_decode(&shape_download, item, value, &c->arena, &r, NULL) != OK) {
		store_health_check_fault(c, FAULT_DAMAGED,
			_("the download of item %" PRIu64 " is damaged"), item);
		return;
	}
	int64_t due = store_media_download_due(&r);
	if (due != TIME_NONE &&
		!store_health_check_has(c, TABLE_DOWNDUE, schema_time(due, item)))
		store_health_check_fault(c, FAULT_INDEX,
			_("the download of item %" PRIu64 " is in no list"), item);
}

void
store_health_check_downdue(struct check *c, struct span key, struct span value)
{
	(void)value;
	check_listed(c, key, TABLE_DOWNLOAD,
		_("the download of item %" PRIu64 " is listed at another time"));
}
