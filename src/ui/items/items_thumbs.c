/*
 * Pictures beside the rows of a list. Only those of rows on the screen are looked for: in
 * the item's record, else in the first bytes of its text. What is not in the cache is
 * requested from the worker once all rows are known, so that the worker drops what was
 * scrolled past. What is kept of each is as small as it is drawn.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/api.h"
#include "image/cache.h"
#include "image/raster.h"
#include "render/html.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "ui/core/slice.h"
#include "ui/core/ui.h"
#include "ui/items/items_inside.h"
#include "ui/terminal/term.h"

#define COLS_MAX 12                 /* of the option */
#define TEXT_COLS 40                /* that rows need beside them */
#define KEPT 256                    /* that are not on the screen */
#define TEXT_MAX ((size_t)32 << 10) /* in which a picture is looked for */

enum thumb_state {
	THUMB_NONE,   /* it has no picture, or none that can be shown */
	THUMB_FOUND,  /* perhaps in the cache */
	THUMB_WANTED, /* not there yet */
	THUMB_SHOWN,
};

struct thumb {
	uint64_t id;
	enum thumb_state state;
	bool asked; /* it was not in the cache */
	char *url;
	struct ui_picture picture;
	struct image_raster raster;
	unsigned char *pixels;
	uint32_t colors[2 * COLS_MAX];
};

struct ui_items_thumbs {
	struct thumb **list; /* rows keep pointers to them until they are painted */
	size_t len, cap, cols;
};

size_t
ui_items_thumbs_cols(const struct ui *ui, size_t width)
{
	size_t cols = (size_t)ui->options->thumbnails;
	return cols && width >= cols + TEXT_COLS &&
			       !str_eq(ui_images_by(ui->options), "off")
		       ? cols
		       : 0;
}

static struct thumb *
find(const struct ui_items *v, uint64_t id)
{
	for (size_t i = 0; v->thumbs && i < v->thumbs->len; i++)
		if (v->thumbs->list[i]->id == id)
			return v->thumbs->list[i];
	return NULL;
}

static void
free_thumb(struct thumb *t)
{
	if (t->pixels)
		ui_term_forget(t->picture.key);
	free(t->pixels);
	free(t->url);
	free(t);
}

void
ui_items_thumbs_drop(struct ui_items *v)
{
	if (!v->thumbs)
		return;
	for (size_t i = 0; i < v->thumbs->len; i++)
		free_thumb(v->thumbs->list[i]);
	free(v->thumbs->list);
	free(v->thumbs);
	v->thumbs = NULL;
}

/* ---- which picture */

static const char *
first_enclosure(const struct store_item_body *body)
{
	for (size_t i = 0; i < body->enclosures_len; i++)
		if (body->enclosures[i].type &&
			str_starts(body->enclosures[i].type, "image/"))
			return body->enclosures[i].url;
	return NULL;
}

static char *
first_in_text(const struct store_item_body *body, const struct store_item *item)
{
	const struct render_about about = {.page = item->link};
	size_t len = body->text_len < TEXT_MAX ? body->text_len : TEXT_MAX;
	struct render_doc *doc = render_doc_new(&body->text, len, &about);
	char *url =
		render_pictures_len(doc) ? mem_strdup(render_picture_url(doc, 0)) : NULL;
	render_doc_free(doc);
	return url;
}

static char *
find_url(const struct store_view *view, uint64_t id)
{
	struct arena arena = ARENA_INIT;
	struct store_item item;
	struct store_item_body body;
	char *url = NULL;
	if (store_item(view, id, &arena, &item) == OK &&
		store_item_body(view, id, &arena, &body) == OK) {
		const char *named = str_empty(body.media.thumbnail)
					    ? first_enclosure(&body)
					    : body.media.thumbnail;
		url = named ? mem_strdup(named) : first_in_text(&body, &item);
	}
	arena_done(&arena);
	return url;
}

static struct thumb *
add(struct ui_items *v, const struct store_view *view, uint64_t id)
{
	struct thumb *t = mem_zalloc(sizeof *t);
	t->id = id;
	t->url = find_url(view, id);
	t->state = t->url ? THUMB_FOUND : THUMB_NONE;
	*VEC_PUSH(v->thumbs->list, v->thumbs->len, v->thumbs->cap) = t;
	return t;
}

/* ---- its cells */

static void
make_cells(struct thumb *t, const struct image_raster *whole, size_t most)
{
	size_t width, height, cols = image_raster_thumbnail_cols(whole, most);
	ui_term_cell(&width, &height);
	width *= cols;
	t->pixels = mem_alloc(width * height * 3);
	image_raster_thumbnail(whole, width, height, t->pixels);
	t->raster = (struct image_raster){(uint32_t)width, (uint32_t)height, t->pixels};
	t->picture = (struct ui_picture){
		.key = ~hash64(t->url, strlen(t->url)), /* not that of the whole one */
		.cols = cols,
		.rows = 1,
		.upper = t->colors,
		.lower = t->colors + cols,
		.raster = &t->raster,
	};
	image_raster_line(&t->raster, cols, 1, 0, t->picture.upper, t->picture.lower);
}

static void
read_picture(struct ui *ui, struct thumb *t, size_t most)
{
	struct buf bytes = BUF_INIT(0);
	struct image_raster whole;
	t->state = THUMB_WANTED;
	if (image_cache_read(store_path(ui->store), t->url, &bytes, &whole)) {
		make_cells(t, &whole, most);
		t->state = THUMB_SHOWN;
		ui->dirty = true;
	} else {
		t->asked = true;
	}
	buf_done(&bytes);
}

/* ---- the rows on the screen */

static size_t
rows_shown(const struct ui_items *v, const struct store_key **first)
{
	const struct ui_items_keys *keys = &v->now.keys;
	size_t top = v->list.top < keys->len ? v->list.top : keys->len;
	size_t len = keys->len - top;
	*first = len ? &keys->list[top] : NULL;
	return len < v->list.height ? len : v->list.height;
}

/* Forgets those of other rows, once there are many. */
static void
forget_others(struct ui_items *v)
{
	struct ui_items_thumbs *thumbs = v->thumbs;
	const struct store_key *rows;
	size_t len = rows_shown(v, &rows), kept = 0;
	if (thumbs->len < KEPT + len)
		return;
	for (size_t i = 0; i < thumbs->len; i++) {
		size_t at = 0;
		while (at < len && rows[at].id != thumbs->list[i]->id)
			at++;
		if (at < len)
			thumbs->list[kept++] = thumbs->list[i];
		else
			free_thumb(thumbs->list[i]);
	}
	thumbs->len = kept;
}

/* Asks for what is missing when other rows are on the screen. */
static void
ask(struct ui *ui, struct ui_items *v)
{
	struct arena arena = ARENA_INIT;
	const struct store_key *rows;
	size_t len = rows_shown(v, &rows), wanted = 0;
	uint64_t hash = 0;
	struct engine_picture *list = arena_alloc(&arena, (len + 1) * sizeof *list);
	for (size_t i = 0; i < len; i++) {
		const struct thumb *t = find(v, rows[i].id);
		if (t->asked) {
			uint64_t parts[] = {hash, t->id};
			hash = hash64(parts, sizeof parts);
		}
		if (t->state == THUMB_WANTED)
			list[wanted++] = (struct engine_picture){t->id, t->url};
	}
	if (hash != ui->thumbs)
		engine_get_thumbnails(ui->engine, list, wanted);
	ui->thumbs = hash;
	arena_done(&arena);
}

/* True if there was no time for all of them. */
static bool
find_some(struct ui *ui, struct ui_items *v, const struct store_view *view)
{
	const struct store_key *rows;
	size_t len = rows_shown(v, &rows);
	struct ui_slice slice = ui_slice_begin(len);
	for (size_t i = 0; i < len; i++) {
		struct thumb *t = find(v, rows[i].id);
		if (t && t->state != THUMB_FOUND)
			continue;
		if (!ui_slice_next(&slice))
			return true;
		t = t ? t : add(v, view, rows[i].id);
		if (t->state == THUMB_FOUND)
			read_picture(ui, t, v->thumbs->cols);
	}
	return false;
}

bool
ui_items_thumbs_step(struct ui *ui, struct ui_items *v)
{
	size_t cols = ui_items_thumbs_cols(ui, v->view.area.width);
	struct store_view view;
	if (v->thumbs && v->thumbs->cols != cols)
		ui_items_thumbs_drop(v);
	if (!cols || !ui_open_view(ui, &view))
		return false;
	if (!v->thumbs) {
		v->thumbs = mem_zalloc(sizeof *v->thumbs);
		v->thumbs->cols = cols;
	}
	forget_others(v);
	bool more = find_some(ui, v, &view);
	store_view_end(&view);
	if (!more)
		ask(ui, v);
	return more;
}

void
ui_items_thumbs_came(struct ui_items *v, const struct engine_event *event)
{
	struct thumb *t = find(v, event->counted);
	size_t len = strcspn(event->text, "\n");
	if (t && t->state == THUMB_WANTED && strlen(t->url) == len &&
		memcmp(t->url, event->text, len) == 0)
		t->state = event->error ? THUMB_NONE : THUMB_FOUND;
}

void
ui_items_thumbs_put(
	const struct ui_items *v, uint64_t id, size_t cols, struct ui_row *row)
{
	const struct thumb *t = cols ? find(v, id) : NULL;
	if (t && t->state == THUMB_SHOWN && v->thumbs->cols == cols)
		ui_row_picture(row, &t->picture, 0);
	ui_row_to(row, cols ? cols + 1 : 0);
}
