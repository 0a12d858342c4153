/*
 * The layout of an article, in slices.
 */
#include "config.h"

#include "base/i18n.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "render/html.h"
#include "ui/article/article.h"
#include "ui/article/article_inside.h"
#include "ui/core/ui.h"

#define OPEN_US 2000   /* of layout before the first frame */
#define MARGIN 2       /* cells left free on each side */
#define MEASURE_MIN 20 /* columns of text, by key */
#define MEASURE_STEP 4
#define WIDTH_MIN 10     /* render's */
#define SLICE_LINES 4096 /* at most, in a slice */

static void
make_foot(struct ui_article *v)
{
	ui_article_links_put(
		&v->links, &v->foot, v->width, conf_options_links(v->ui->options));
	ui_lines_add(&v->foot, STYLE_NORMAL, "", 0);
}

void
ui_article_layout_step(struct ui_article *v, int64_t budget_us)
{
	if (v->complete || !v->width)
		return;
	v->complete = !v->doc || render_layout_step(v->doc, SLICE_LINES, budget_us);
	v->links.clean = v->ui->options->clean_links;
	if (!v->all_links)
		ui_article_links_add_text(&v->links, v->doc);
	if (v->complete && !v->all_links)
		ui_article_links_add_rest(&v->links, &v->body);
	v->all_links |= v->complete;
	if (v->complete)
		make_foot(v);
	ui_article_find_place(v);
}

/* The width that code and tables may have. */
static size_t
room_width(const struct ui_article *v)
{
	size_t all = v->view.area.width;
	return all > WIDTH_MIN + 2 * MARGIN ? all - 2 * MARGIN : WIDTH_MIN;
}

static size_t
text_width(const struct ui *ui, const struct ui_article *v)
{
	size_t width = room_width(v), most = ui->measure;
	if (!most)
		most = (size_t)ui->options->text_width;
	return most >= WIDTH_MIN && most < width ? most : width;
}

static void
remember_place(struct ui_article *v)
{
	if (!v->placed)
		v->place = ui_article_place(v);
	v->placed = true;
	v->seeking = v->place > 0;
}

void
ui_article_layout(struct ui *ui, struct ui_article *v)
{
	size_t width = text_width(ui, v);
	uint64_t generation = ui->settings->generation;
	if (!v->ok || (width == v->width && generation == v->generation))
		return;
	remember_place(v);
	v->width = width;
	v->generation = generation;
	ui_lines_done(&v->foot);
	v->complete = false;
	ui_article_head(ui, v);
	if (v->doc) {
		render_layout_justify(v->doc, ui->options->justify);
		render_layout_start(v->doc, width, room_width(v));
	}
	ui_article_layout_step(v, OPEN_US);
}

bool
ui_article_widen(struct ui *ui, bool shrink)
{
	struct ui_article *v = ui_article_in_focus(ui);
	if (!v || !v->width)
		return false;
	size_t most = room_width(v), width = v->width;
	width = shrink ? (width > MEASURE_MIN + MEASURE_STEP ? width - MEASURE_STEP
							     : MEASURE_MIN)
		       : width + MEASURE_STEP;
	ui->measure = width < most ? width : most;
	ui_status_say(&ui->status, false, _("Text of %zu columns"), ui->measure);
	ui->dirty = true;
	return true;
}
