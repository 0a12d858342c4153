/*
 * Subscribing. An address that is typed or pasted goes to the worker, which answers with
 * the feeds that it found there: a single one is subscribed to at once; if there are
 * several, the user chooses. Importing lists is entirely up to the worker.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "conf/feeds.h"
#include "output/preview.h"
#include "output/shown_address.h"
#include "ui/act/act.h"
#include "ui/core/complete.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds.h"
#include "ui/outside/outside.h"
#include "ui/page/page.h"

/* ---- several addresses */

/* Has a scheme, and what it names can be polled. */
static bool
is_address(struct ui *ui, const char *word)
{
	enum source source;
	char *url;
	struct err err;
	return strstr(word, "://") &&
	       conf_feeds_url(&ui->scratch, word, false, &source, &url, &err) == OK;
}

/* Several addresses, such as a pasted list, are subscribed to together. They have to be
 * the addresses of feeds: pages are not searched for them. Words among them are left out.
 * False: there is one, perhaps with tags. */
static bool
add_several(struct ui *ui, char **words, size_t len)
{
	size_t addresses = 0;
	for (size_t i = 0; i < len; i++)
		addresses += is_address(ui, words[i]);
	if (addresses < 2)
		return false;
	buf_clear(&ui->several.left);
	const char **urls = arena_alloc(&ui->scratch, addresses * sizeof *urls);
	size_t n = 0;
	for (size_t i = 0; i < len; i++) {
		if (is_address(ui, words[i]))
			urls[n++] = words[i];
		else
			buf_addf(&ui->several.left, " %s",
				output_address(&ui->scratch, words[i]));
	}
	engine_subscribe_all(ui->engine, urls, n);
	ui->several.waiting += addresses;
	ui_status_report(
		&ui->status, false, _("Subscribing to %zu addresses"), addresses);
	return true;
}

/* What became of all of them. */
static void
say_several(struct ui *ui)
{
	const size_t added = ui->several.added, there = ui->several.there,
		     failed = ui->several.failed;
	struct buf text = BUF_INIT(0);
	buf_addf(&text, P_("%zu feed added", "%zu feeds added", added), added);
	if (there)
		buf_addf(&text, _(", %zu already there"), there);
	if (failed)
		buf_addf(&text, _(", %zu failed"), failed);
	if (ui->several.left.len)
		buf_addf(&text, _("; left out:%s"), buf_str(&ui->several.left));
	ui_status_tell(&ui->status, failed || ui->several.left.len > 0, buf_str(&text));
	buf_done(&text);
}

bool
ui_act_added(struct ui *ui, const struct engine_event *event)
{
	if (!ui->several.waiting || (!event->error && !event->feed))
		return false;
	*(event->error           ? &ui->several.failed
		: event->changed ? &ui->several.added
				 : &ui->several.there) += 1;
	if (event->error)
		ui_status_report(&ui->status, true, "%s", event->text);
	ui->stale = true;
	if (--ui->several.waiting > 0)
		return true;
	ui_feeds_reload(ui);
	if (event->feed)
		ui_feeds_select(ui, event->feed);
	say_several(ui);
	ui->several.added = ui->several.there = ui->several.failed = 0;
	return true;
}

/* ---- one */

static void
look_at(struct ui *ui, const char *url, const char *text, bool preview)
{
	ui_status_report(&ui->status, false, _("Looking at %s"),
		output_address(&ui->scratch, url));
	ui->looking = ui->status.number;
	engine_discover(ui->engine, text, preview);
}

static void
end_preview(struct ui *ui)
{
	if (ui->preview_shown && ui->focus->class->context == UI_PAGE)
		ui_pop(ui);
	ui->preview_shown = false;
}

static void
add_given(struct ui *ui, const char *text)
{
	end_preview(ui);
	char **words;
	size_t len;
	enum source source;
	char *url;
	struct err err = {0};
	if (str_words(text, &words, &len) != OK) {
		ui_refuse(ui, _("A quotation mark is not closed"));
		return;
	}
	if (len == 0 || add_several(ui, words, len)) {
		free(words);
		return;
	}
	if (conf_feeds_url(&ui->scratch, words[0], false, &source, &url, &err) != OK) {
		free(words);
		ui_refuse(ui, err.text);
		return;
	}
	free(ui->adding);
	ui->adding = words;
	look_at(ui, url, words[0], false);
}

/* Completes tags, which follow the address; before there is a tag, shows what is at the
 * address. */
static void
complete_or_preview(struct ui *ui, struct ui_prompt *prompt)
{
	const char *text = buf_str(&prompt->text);
	enum source source;
	char *url;
	struct err err;
	if (strchr(text, ' ')) {
		ui_complete_feed_tag(ui, prompt);
	} else if (conf_feeds_url(&ui->scratch, text, false, &source, &url, &err) != OK) {
		ui_status_say(&ui->status, true, "%s", err.text);
	} else {
		look_at(ui, url, text, true);
	}
}

void
ui_act_add(struct ui *ui, const char *arg)
{
	ui_ask(ui, arg,
		&(struct ui_question){.label = _("Address of a feed or page, then tags:"),
			.accept = add_given,
			.complete = complete_or_preview,
			.history = &ui->addresses});
}

static void
subscribe(struct ui *ui, const char *url)
{
	size_t len = 0;
	while (ui->adding && ui->adding[0] && ui->adding[1 + len])
		len++;
	engine_subscribe(ui->engine, url, NULL,
		(const char *const *)(len ? ui->adding + 1 : NULL), len);
	ui_status_report(&ui->status, false, _("Subscribing to %s"),
		output_address(&ui->scratch, url));
}

static void
candidate_chosen(struct ui *ui, const struct ui_choice *choice)
{
	subscribe(ui, choice->value);
}

/* Shows what is there as a page behind the prompt, in which Enter subscribes to it. */
static void
show_preview(struct ui *ui, const struct engine_event *event)
{
	struct buf text = BUF_INIT(0);
	if (!ui->prompt.open)
		return;
	end_preview(ui);
	for (size_t i = 0; i < event->candidates_len; i++) {
		const struct engine_candidate *one = &event->candidates[i];
		output_preview(one->title, output_address(&ui->scratch, one->url),
			&one->preview, &text);
	}
	ui_page_show(ui, _("What is there"), &text);
	ui->preview_shown = true;
	buf_done(&text);
}

/* Whether the address that was looked at is that of the last prompt: looking takes a
 * while, and another prompt may have been answered meanwhile. */
static bool
is_typed(const struct ui *ui)
{
	return ui->adding && strstr(buf_str(&ui->prompt.text), ui->adding[0]);
}

void
ui_act_candidates(struct ui *ui, const struct engine_event *event)
{
	size_t len = event->candidates_len;
	ui_status_drop(&ui->status, ui->looking);
	if (len == 0) {
		ui->prompt.taken &= is_typed(ui);
		ui_refuse(ui, event->text ? event->text : _("No feed was found there"));
		return;
	}
	if (event->preview) {
		show_preview(ui, event);
		return;
	}
	if (len == 1 && !event->confirm) {
		subscribe(ui, event->candidates[0].url);
		return;
	}
	if (event->confirm)
		ui_status_say(&ui->status, true, "%s", event->text);
	struct ui_choice *rows = mem_zalloc(len * sizeof *rows);
	for (size_t i = 0; i < len; i++) {
		const char *title = event->candidates[i].title;
		const char *url = event->candidates[i].url;
		rows[i].detail = mem_strdup(str_empty(title) ? "-" : title);
		rows[i].text = mem_strdup(url);
		rows[i].value = mem_strdup(url);
	}
	ui_push(ui, ui_page_choose(ui,
			    event->confirm ? _("Subscribe without encryption?")
					   : _("Which feed?"),
			    rows, len, candidate_chosen));
}

/* ---- pages that are kept */

static void
page_given(struct ui *ui, const char *text)
{
	char **words;
	size_t len;
	if (str_words(text, &words, &len) != OK) {
		ui_refuse(ui, _("A quotation mark is not closed"));
		return;
	}
	if (len > 0) {
		engine_save_page(
			ui->engine, words[0], (const char *const *)words + 1, len - 1);
		ui_status_report(&ui->status, false, _("Fetching %s"),
			output_address(&ui->scratch, words[0]));
	}
	free(words);
}

/* Suggests the page of the item, if there is one. */
void
ui_act_save_page(struct ui *ui, const char *arg)
{
	struct ui_outside of;
	const char *link = NULL;
	if (arg) {
		page_given(ui, arg);
		return;
	}
	if (ui->focus->class->context & (UI_ITEMS | UI_ARTICLE)) {
		if (ui_outside_take(ui, &of) && of.item)
			link = arena_strdup(&ui->scratch, of.fields.url);
		ui_outside_done(&of);
	}
	ui_prompt_start(&ui->prompt, _("Page to keep, then tags:"), link, &ui->addresses);
	ui->prompt.accept = page_given;
}

/* ---- imports */

static void
import_given(struct ui *ui, const char *text)
{
	struct span path = span_trim(span_of(text));
	if (path.n == 0)
		return;
	char *full = file_expand_home(arena_strndup(&ui->scratch, path.p, path.n));
	ui_status_report(&ui->status, false, _("Importing %s"), full);
	engine_import(ui->engine, full);
	free(full);
}

void
ui_act_import(struct ui *ui, const char *arg)
{
	if (arg) {
		import_given(ui, arg);
		return;
	}
	/* The first program that was found, by its name. */
	const char *offer = ui->offers_len ? ui->offers[0] : "";
	char *name = arena_strndup(&ui->scratch, offer, strcspn(offer, "\n"));
	ui_prompt_start(&ui->prompt, _("File or program to import:"), name, &ui->files);
	ui->prompt.accept = import_given;
	ui->prompt.complete = ui_complete_file;
}

/* Text pasted outside a prompt is an address to subscribe to, never keys. */
void
ui_act_paste(struct ui *ui, const char *text, size_t n)
{
	if (ui->prompt.open) {
		ui_prompt_insert(&ui->prompt, text, n);
		return;
	}
	if (!(ui->focus->class->context & (UI_FEEDS | UI_ITEMS)))
		return;
	ui_act_add(ui, NULL);
	ui_prompt_insert(&ui->prompt, text, n);
}
