/*
 * The option media-limit, and the downloads under way. Each is granted what it has, and
 * all of its file once that size is known; what is left beside these is shared equally,
 * so that together they stay within the limit, however many are of unknown size.
 */
#include "config.h"

#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/media/download_inside.h"
#include "fetch/fetch.h"
#include "store/db/view.h"
#include "store/media/download.h"

#define PAGE 200

/* What a row takes. The run of its item, if there is one, knows that better. */
static int64_t
size_of(const struct engine_media *m, const struct store_download_row *row)
{
	for (size_t i = 0; i < m->len; i++)
		if (m->runs[i].item == row->item)
			return row->size - m->runs[i].stored + m->runs[i].granted;
	return row->size + row->more;
}

int64_t
engine_media_used(struct engine *e, uint64_t except)
{
	struct store_download_row rows[PAGE];
	struct store_view view;
	uint64_t after = 0;
	int64_t used = 0;
	size_t n = PAGE;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return 0;
	while (n == PAGE && store_media_downloads(&view, after, rows, PAGE, &n) == OK)
		for (size_t i = 0; i < n; i++) {
			after = rows[i].item;
			used += after == except ? 0 : size_of(e->media, &rows[i]);
		}
	store_view_end(&view);
	return used;
}

static void
set_most(struct engine *e, struct media_run *run, int64_t most)
{
	if (run->command)
		engine_media_command_limit(run->command, most);
	else
		fetch_limit(e->fetch, run->tag, most);
}

/* Grants a download its whole size, as far as that is known. False: it does not fit, so
 * only what has come is granted. */
static bool
grant(struct engine *e, struct media_run *run, int64_t *left)
{
	struct fetch_progress progress;
	if (!engine_media_run_progress(e, run, &progress))
		return true; /* its request waits, and may have what it was granted */
	int64_t size = progress.total > 0 ? progress.total : run->total;
	if (size < progress.size)
		size = progress.size;
	if (run->begun && size < run->granted)
		size = run->granted;
	bool fits = size <= run->granted || size - run->granted <= *left;
	if (!fits)
		size = progress.size > run->granted ? progress.size : run->granted;
	*left -= size - run->granted;
	run->granted = size;
	run->begun = true;
	return fits;
}

void
engine_media_limit_share(struct engine *e)
{
	struct engine_media *m = e->media;
	int64_t left = e->options->media_limit;
	if (!left || !m->len)
		return;
	left -= engine_media_used(e, 0);
	for (size_t i = 0; i < m->len; i++)
		m->runs[i].over = !grant(e, &m->runs[i], &left);
	int64_t share = left > 0 ? left / (int64_t)m->len : 0;
	for (size_t i = 0; i < m->len; i++) {
		struct media_run *run = &m->runs[i];
		if (run->begun)
			set_most(e, run, run->granted + (run->over ? 0 : share));
	}
}
