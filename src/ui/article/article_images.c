/*
 * Pictures of an article. The worker fetches them into the cache; their cells are made
 * from it when they come onto the screen, so that an article keeps no pixels.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "conf/option.h"
#include "engine/api.h"
#include "image/cache.h"
#include "image/limits.h"
#include "image/raster.h"
#include "render/html.h"
#include "store/db/view.h"
#include "ui/article/article.h"
#include "ui/article/article_inside.h"
#include "ui/core/setup.h"
#include "ui/core/ui.h"
#include "ui/terminal/term.h"

static const char *
store_of(const struct ui_article *v)
{
	return store_path(v->ui->setup->store);
}

/* Frees the cells. The terminal drops what it has of the pictures. */
static void
drop_cells(struct ui_article *v)
{
	for (size_t i = 0; i < v->pictures_len; i++) {
		if (v->pictures[i].cols)
			ui_term_forget(v->pictures[i].key);
		free(v->pictures[i].upper);
	}
	free(v->pictures);
	v->pictures = NULL;
	v->pictures_len = 0;
}

void
ui_article_images_done(struct ui_article *v)
{
	drop_cells(v);
	v->images = UI_ARTICLE_IMAGES_UNASKED;
}

static size_t
count(const struct ui_article *v)
{
	size_t len = v->doc ? render_pictures_len(v->doc) : 0;
	return len < IMAGE_COUNT_MAX ? len : IMAGE_COUNT_MAX;
}

static void
ask(struct ui_article *v, bool opened)
{
	const char *urls[IMAGE_COUNT_MAX];
	size_t len = count(v);
	for (size_t i = 0; i < len; i++)
		urls[i] = render_picture_url(v->doc, i);
	engine_get_images(v->ui->engine, v->id, urls, len, opened);
}

void
ui_article_images_opened(struct ui_article *v)
{
	if (!v->complete || v->images || v->form != UI_ARTICLE_RENDERED || !count(v) ||
		str_eq(ui_images_by(v->ui->options), "off"))
		return;
	v->images = UI_ARTICLE_IMAGES_OFFERED;
	ask(v, true);
}

/* Shows the pictures, or hides them. */
static void
show(struct ui *ui, struct ui_article *v, const char *url, bool shown)
{
	size_t width, height; /* of a cell; the layout takes it to be twice as high */
	ui_term_cell(&width, &height);
	for (size_t i = 0; i < count(v); i++) {
		struct buf bytes = BUF_INIT(0);
		struct image_raster raster;
		const char *here = render_picture_url(v->doc, i);
		if (url && !str_eq(url, here))
			continue;
		if (!shown)
			render_picture_size(v->doc, i, 0, 0, 0);
		else if (image_cache_read(store_of(v), here, &bytes, &raster))
			render_picture_size(v->doc, i, raster.width * height,
				raster.height * 2 * width, image_raster_cols(&raster));
		buf_done(&bytes);
	}
	v->width = 0;
	ui->dirty = true;
}

void
ui_article_images(struct ui *ui, const char *arg)
{
	(void)arg;
	struct ui_article *v = ui_article_in_focus(ui);
	if (!v || !v->ok || v->form != UI_ARTICLE_RENDERED || !count(v)) {
		ui_status_say(&ui->status, false, _("The article has no pictures"));
		return;
	}
	if (v->images == UI_ARTICLE_IMAGES_SHOWN) {
		v->images = UI_ARTICLE_IMAGES_OFFERED;
		show(ui, v, NULL, false);
		drop_cells(v);
		return;
	}
	if (str_eq(ui_images_by(ui->options), "off")) {
		ui_status_say(&ui->status, true,
			_("Pictures are switched off: image-protocol, or image-remote "
			  "over ssh"));
		return;
	}
	v->images = UI_ARTICLE_IMAGES_SHOWN;
	ask(v, false);
	ui_status_report(&ui->status, false, _("The pictures are being fetched…"));
	v->images_message = ui->status.number;
}

void
ui_article_images_came(
	struct ui *ui, struct ui_article *v, const struct engine_event *event)
{
	size_t n = count(v);
	const char *why = strchr(event->text, '\n');
	if (!*event->text && n) {
		ui_status_say(&ui->status, false,
			P_("%zu picture; %s shows it", "%zu pictures; %s shows them", n),
			n, ui_screen_key(ui, UI_ARTICLE, "images"));
	} else if (event->error) {
		ui_status_say(&ui->status, true, _("A picture could not be fetched: %s"),
			why ? why + 1 : event->text);
	} else if (v->form == UI_ARTICLE_RENDERED) {
		v->images = UI_ARTICLE_IMAGES_SHOWN;
		ui_status_drop(&ui->status, v->images_message);
		show(ui, v, event->text, true);
	}
}

/* Makes the cells of a picture. */
static bool
make_cells(const struct ui_article *v, const struct render_shown *shown,
	struct ui_picture *p)
{
	struct buf bytes = BUF_INIT(0);
	struct image_raster raster;
	size_t n = (size_t)shown->cols * shown->rows;
	if (!image_cache_read(store_of(v), render_picture_url(v->doc, shown->picture),
		    &bytes, &raster))
		return false;
	free(p->upper);
	const char *url = render_picture_url(v->doc, shown->picture);
	*p = (struct ui_picture){
		.store = store_of(v),
		.url = url,
		.key = hash64(url, strlen(url)),
		.cols = shown->cols,
		.rows = shown->rows,
		.upper = mem_alloc(2 * n * sizeof *p->upper),
	};
	p->lower = p->upper + n;
	for (size_t i = 0; i < p->rows; i++)
		image_raster_line(&raster, p->cols, p->rows, i, p->upper + i * p->cols,
			p->lower + i * p->cols);
	buf_done(&bytes);
	return true;
}

void
ui_article_images_draw(
	struct ui_article *v, struct ui_row *row, const struct render_line *line)
{
	const struct render_shown *shown = render_shown_at(v->doc, line);
	/* All at once, since rows keep pointers to them until they are painted. */
	size_t len = count(v);
	if (v->pictures_len < len) {
		v->pictures = mem_realloc(v->pictures, len, sizeof *v->pictures);
		memset(v->pictures + v->pictures_len, 0,
			(len - v->pictures_len) * sizeof *v->pictures);
		v->pictures_len = len;
	}
	struct ui_picture *p = &v->pictures[shown->picture];
	if ((p->cols != shown->cols || p->rows != shown->rows) &&
		!make_cells(v, shown, p))
		return;
	ui_row_picture(row, p, line->row);
}
