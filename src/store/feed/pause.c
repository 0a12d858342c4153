/*
 * Hosts to be left alone, known to all processes and to later ones: a short value in meta
 * with an entry for each host (until when: 8 bytes, length of the name: 1, the name).
 * Entries whose time is over are dropped by the next write.
 */
#include "config.h"

#include "store/feed/pause.h"

#include "base/i18n.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/record/schema.h"

#define HEAD 9 /* of an entry, before the name */
#define NAME_MAX_LEN 255
#define PAUSES_MAX 256 /* hosts; most pauses last a few days at most */

/* Takes the first entry off bytes. False at the end. */
static bool
take(struct span *bytes, struct span *host, int64_t *until)
{
	if (bytes->n < HEAD)
		return false;
	size_t n = (uint8_t)bytes->p[HEAD - 1];
	if (bytes->n < HEAD + n)
		return false;
	*until = schema_get_time(bytes->p);
	*host = (struct span){bytes->p + HEAD, n};
	*bytes = (struct span){bytes->p + HEAD + n, bytes->n - HEAD - n};
	return true;
}

static int
read_all(const struct store_view *view, struct span *bytes)
{
	int code = store_db_get(view, TABLE_META, schema_name(META_PAUSES), bytes);
	if (code == ERR_NOT_FOUND)
		*bytes = (struct span){"", 0};
	return code == ERR_NOT_FOUND ? OK : code;
}

int
store_feed_pauses(const struct store_view *view, int64_t now, struct arena *arena,
	struct store_pause **out, size_t *len)
{
	struct span bytes, host;
	int64_t until;
	int code = read_all(view, &bytes);
	*out = NULL;
	*len = 0;
	while (code == OK && take(&bytes, &host, &until)) {
		if (until <= now)
			continue;
		*out = arena_push(arena, *out, *len, sizeof **out);
		(*out)[(*len)++] = (struct store_pause){
			.host = arena_strndup(arena, host.p, host.n), .until = until};
	}
	return store_db_status(view->store, code);
}

static void
put(struct buf *out, struct span host, int64_t until)
{
	uint8_t head[HEAD];
	schema_put_time(head, until);
	head[HEAD - 1] = (uint8_t)host.n;
	buf_add(out, head, sizeof head);
	buf_add(out, host.p, host.n);
}

int
store_feed_put_pause(struct store_batch *batch, struct span host, int64_t until,
	int64_t now, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct buf all = BUF_INIT(0);
	struct span bytes, other;
	int64_t at;
	if (host.n > NAME_MAX_LEN)
		return OK; /* longer than any DNS name */
	int code = read_all(&view, &bytes);
	put(&all, host, until);
	for (size_t n = 1; code == OK && n < PAUSES_MAX && take(&bytes, &other, &at);) {
		if (at <= now || span_same(other, host))
			continue;
		put(&all, other, at);
		n++;
	}
	if (code == OK)
		code = store_db_put(batch, TABLE_META, schema_name(META_PAUSES),
			buf_str(&all), all.len, 0);
	buf_done(&all);
	return store_batch_fail(batch, code, err, N_("cannot store a host's pause"));
}
