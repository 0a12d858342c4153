/*
 * What is shown of an item: its text or that of its page, laid out for reading; or the
 * source of either, the text without styles, the item's fields, what its last edit
 * changed.
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/api.h"
#include "render/changes.h"
#include "render/html.h"
#include "store/db/view.h"
#include "ui/article/article.h"
#include "ui/article/article_inside.h"
#include "ui/core/ui.h"
#include "ui/outside/outside.h"

/* ---- the forms */

static struct render_doc *
rendered(const struct ui_article *v)
{
	const struct render_about about = {.page = v->item.link,
		.title = v->item.title,
		.folds = true,
		.plays = v->plays,
		.signs = true};
	size_t len;
	const struct text *text = ui_article_text(v, &len);
	return text->text ? render_doc_new(text, len, &about) : NULL;
}

/* Of a text that was made for it; NULL if that is empty. */
static struct render_doc *
made_doc(struct buf *made, enum text_type type, const struct render_about *about)
{
	size_t len = made->len;
	const struct text text = {.text = buf_take(made), .type = type};
	struct render_doc *doc = len ? render_doc_new(&text, len, about) : NULL;
	if (doc)
		render_doc_keep(doc, text.text);
	else
		free(text.text);
	return doc;
}

static struct render_doc *
source(const struct ui_article *v)
{
	static const struct render_about literal = {.literal = true};
	size_t len;
	const struct text *text = ui_article_text(v, &len);
	const struct text plain = {.text = text->text, .type = TEXT_PLAIN};
	return text->text ? render_doc_new(&plain, len, &literal) : NULL;
}

static void
put_field(struct buf *out, const char *name, const char *value)
{
	if (!str_empty(value))
		buf_addf(out, "%s: %s\n", name, value);
}

static void
put_time(struct buf *out, const char *name, int64_t when)
{
	time_t at = (time_t)when;
	struct tm tm;
	char date[40];
	if (when != TIME_NONE && gmtime_r(&at, &tm) &&
		strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &tm) > 0)
		put_field(out, name, date);
}

static void
put_attached(const struct ui_article *v, struct buf *out)
{
	for (size_t i = 0; i < v->body.categories_len; i++)
		put_field(out, "category", v->body.categories[i]);
	for (size_t i = 0; i < v->body.enclosures_len; i++) {
		const struct enclosure *e = &v->body.enclosures[i];
		buf_addf(out, "enclosure: %s %s", e->url, e->type ? e->type : "");
		if (e->length >= 0)
			buf_addf(out, " %" PRId64, e->length);
		buf_addc(out, '\n');
	}
	for (size_t i = 0; i < v->body.related_len; i++)
		put_field(out, item_related_name(v->body.related[i].rel),
			v->body.related[i].url);
	put_field(out, "thumbnail", v->body.media.thumbnail);
	if (v->body.media.duration)
		buf_addf(out, "duration: %" PRId64 " s\n", v->body.media.duration / 1000);
}

static struct render_doc *
fields(const struct ui_article *v)
{
	struct buf out = BUF_INIT(0);
	buf_addf(&out, "id: %" PRIu64 "\n", v->id);
	put_field(&out, "guid", v->item.guid);
	put_field(&out, "title", v->item.title);
	put_field(&out, "link", v->item.link);
	put_field(&out, "author", v->item.author);
	put_field(&out, "date", v->body.date);
	put_time(&out, "published", v->item.published);
	put_time(&out, "updated", v->item.updated);
	put_time(&out, "seen", v->item.seen);
	if (v->page.text.text)
		put_time(&out, "page", v->page.time);
	if (v->earlier.text.text)
		put_time(&out, "edited", v->earlier.time);
	buf_addf(&out, "score: %" PRId64 "\n", v->item.score);
	for (size_t i = 0; i < v->item.tags_len; i++)
		put_field(&out, "tag", v->item.tags[i]);
	put_field(&out, "comments", v->body.comments);
	put_field(&out, "base", v->body.text.base);
	put_attached(v, &out);
	return made_doc(&out, TEXT_PLAIN, NULL);
}

static struct render_doc *
changes(const struct ui_article *v)
{
	static const struct render_about about = {.signs = true};
	struct buf html = BUF_INIT(0);
	if (!v->earlier.text.text)
		return NULL;
	render_changes(&v->earlier.text, &v->body.text, NULL, &html);
	return made_doc(&html, TEXT_HTML, &about);
}

static struct render_doc *
comments(const struct ui_article *v)
{
	const struct text html = {.text = v->comments, .type = TEXT_HTML};
	return v->comments ? render_doc_new(&html, strlen(v->comments), NULL) : NULL;
}

static const struct {
	const char *name, *title; /* shown in the title bar */
	struct render_doc *(*make)(const struct ui_article *v);
	const char *none; /* shown when there is none */
} forms[UI_ARTICLE_FORMS] = {
	[UI_ARTICLE_RENDERED] = {"rendered", NULL, rendered, NULL},
	[UI_ARTICLE_SOURCE] = {"source", N_("source"), source,
		N_("This item has no text")},
	[UI_ARTICLE_PLAIN] = {"plain", N_("plain text"), rendered,
		N_("This item has no text")},
	[UI_ARTICLE_FIELDS] = {"fields", N_("fields"), fields, NULL},
	[UI_ARTICLE_COMMENTS] = {"comments", N_("comments"), comments,
		N_("The comments were not fetched")},
	[UI_ARTICLE_CHANGES] = {"changes", N_("changes"), changes,
		N_("No earlier text of this item is kept")},
};

struct render_doc *
ui_article_doc(struct ui_article *v)
{
	v->plays = ui_article_episode_length(v);
	return forms[v->form].make(v);
}

const char *
ui_article_form_name(const struct ui_article *v)
{
	return forms[v->form].title ? _(forms[v->form].title) : NULL;
}

/* ---- changing it */

static void
set_form(struct ui *ui, struct ui_article *v, enum ui_article_form form)
{
	enum ui_article_form before = v->form;
	v->form = form;
	struct render_doc *doc = ui_article_doc(v);
	if (!doc && forms[form].none) {
		v->form = before;
		ui_status_say(&ui->status, false, "%s", _(forms[form].none));
		return;
	}
	if (before == UI_ARTICLE_RENDERED)
		v->read_at = ui_article_place(v);
	ui_article_show_doc(ui, v, doc);
	if (form == UI_ARTICLE_RENDERED && doc)
		ui_article_go(v, v->read_at);
}

/* The next one that there is. */
static size_t
next_form(const struct ui_article *v)
{
	size_t form = v->form + 1;
	if (form == UI_ARTICLE_COMMENTS && !v->comments)
		form++;
	if (form == UI_ARTICLE_CHANGES && !v->earlier.text.text)
		form++;
	return form % UI_ARTICLE_FORMS;
}

void
ui_article_view(struct ui *ui, const char *arg)
{
	struct ui_article *v = ui_article_in_focus(ui);
	size_t form = 0;
	if (!v || !v->ok)
		return;
	if (!arg)
		form = next_form(v);
	while (arg && form < UI_ARTICLE_FORMS && !str_eq(forms[form].name, arg))
		form++;
	if (form == UI_ARTICLE_FORMS)
		ui_status_say(&ui->status, true,
			_("An article has the views rendered, source, plain, fields, "
			  "comments and changes, not %s"),
			arg);
	else
		set_form(ui, v, (enum ui_article_form)form);
}

void
ui_article_source(struct ui *ui, const char *arg)
{
	(void)arg;
	struct ui_article *v = ui_article_in_focus(ui);
	if (v && v->ok)
		set_form(ui, v,
			v->form == UI_ARTICLE_SOURCE ? UI_ARTICLE_RENDERED
						     : UI_ARTICLE_SOURCE);
}

static bool
has_comments_feed(const struct ui_article *v)
{
	for (size_t i = 0; i < v->body.related_len; i++)
		if (v->body.related[i].rel == RELATED_COMMENTS_FEED)
			return true;
	return false;
}

void
ui_article_comments(struct ui *ui, const char *arg)
{
	(void)arg;
	struct ui_article *v = ui_article_in_focus(ui);
	if (!v || !v->ok)
		return;
	if (has_comments_feed(v) && v->form != UI_ARTICLE_COMMENTS) {
		engine_get_comments(ui->engine, v->id);
		ui_status_report(
			&ui->status, false, _("The comments are being fetched…"));
	} else if (str_empty(v->body.comments)) {
		ui_status_say(&ui->status, false,
			_("The feed names no page of comments for this item"));
	} else {
		ui_outside_browser_open(ui, v->body.comments);
	}
}

/* ---- the text of the page */

static void
show_page(struct ui *ui, struct ui_article *v, bool page)
{
	v->from_page = page;
	set_form(ui, v, UI_ARTICLE_RENDERED);
	ui_article_go(v, 0);
	if (page)
		ui_status_say(&ui->status, false, _("The text of the page; %s goes back"),
			ui_screen_key(ui, UI_ARTICLE, "full-text"));
	else
		ui_status_say(&ui->status, false, _("The feed's own text"));
}

void
ui_article_full_text(struct ui *ui, const char *arg)
{
	struct ui_article *v = ui_article_in_focus(ui);
	bool again = arg && str_eq(arg, "again");
	if (!v || !v->ok)
		return;
	if (v->form != UI_ARTICLE_RENDERED && !again) {
		set_form(ui, v, UI_ARTICLE_RENDERED);
		return;
	}
	if (v->page.text.text && !again) {
		show_page(ui, v, !v->from_page);
		return;
	}
	v->fetching = true;
	engine_fetch_pages(ui->engine, &v->id, 1);
	ui_status_report(&ui->status, false, _("The page is being fetched…"));
}

static void
page_came(struct ui *ui, struct ui_article *v, const struct engine_event *event)
{
	struct store_view view;
	if (event->error) {
		ui_status_say(&ui->status, true,
			_("The page's text could not be fetched: %s"), event->text);
	} else if (ui_open_view(ui, &view)) {
		int status = store_item_other(
			&view, v->id, STORE_ITEM_PAGE, &v->arena, &v->page);
		store_view_end(&view);
		/* Nothing moves while somebody reads further down. */
		if (status == OK && (v->fetching || v->top == 0))
			show_page(ui, v, true);
		else if (status == OK)
			ui_status_say(&ui->status, false,
				_("The text of the page is here; %s shows it"),
				ui_screen_key(ui, UI_ARTICLE, "full-text"));
	}
	v->fetching = false;
}

static void
comments_came(struct ui *ui, struct ui_article *v, const struct engine_event *event)
{
	if (event->error) {
		ui_status_say(&ui->status, true,
			_("The comments could not be fetched: %s"), event->text);
		return;
	}
	char *before = v->comments; /* a document may be made of them */
	v->comments = mem_strdup(event->text);
	set_form(ui, v, UI_ARTICLE_COMMENTS);
	free(before);
	ui_status_say(&ui->status, false, _("The comments; %s goes back"),
		ui_screen_key(ui, UI_ARTICLE, "full-text"));
}

/* ---- the episode */

/* Times that the feed's duration leaves out can be played once the file's is known. */
static void
remake_times(struct ui *ui, struct ui_article *v)
{
	bool more = v->plays > 0 && ui_article_episode_length(v) > v->plays;
	if (!more || v->form != UI_ARTICLE_RENDERED || v->jump || v->pick || v->found)
		return;
	uint32_t place = ui_article_place(v);
	ui_article_show_doc(ui, v, ui_article_doc(v));
	ui_article_go(v, place);
}

void
ui_article_episode_changed(
	struct ui *ui, struct ui_article *v, const struct store_view *view)
{
	if (ui_article_episode_again(v, view))
		ui_article_head_again(ui, v);
	remake_times(ui, v);
}

static void
episode_event(struct ui *ui, struct ui_article *v, const struct engine_event *event)
{
	struct store_view view;
	bool track = event->kind == ENGINE_TRACK && event->counted == v->id;
	if (!v->episode.there || (!track && event->kind != ENGINE_PLAYER) ||
		event->error || !ui_open_view(ui, &view))
		return;
	if (track) {
		ui_article_episode_read(v, &view);
		ui_article_head_again(ui, v);
	} else {
		ui_article_episode_changed(ui, v, &view);
	}
	store_view_end(&view);
}

void
ui_article_event(struct ui *ui, struct ui_view *view, const struct engine_event *event)
{
	struct ui_article *v = (struct ui_article *)view;
	if (v->ok)
		episode_event(ui, v, event);
	if (!v->ok || event->counted != v->id)
		return;
	if (event->kind == ENGINE_PAGE)
		page_came(ui, v, event);
	else if (event->kind == ENGINE_COMMENTS)
		comments_came(ui, v, event);
	else if (event->kind == ENGINE_IMAGE)
		ui_article_images_came(ui, v, event);
}
