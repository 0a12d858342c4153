/*
 * Copying, saving, bookmarking and sharing items.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "ui/core/complete.h"
#include "ui/core/ui.h"
#include "ui/items/select.h"
#include "ui/outside/outside.h"
#include "ui/terminal/term.h"

/* ---- copy */

static void
put_link(struct buf *out, const struct ui_outside *of)
{
	buf_adds(out, of->fields.url ? of->fields.url : "");
}

static void
put_title(struct buf *out, const struct ui_outside *of)
{
	buf_adds(out, of->fields.title ? of->fields.title : "");
}

static void
put_markdown(struct buf *out, const struct ui_outside *of)
{
	const char *title = of->fields.title, *url = of->fields.url;
	buf_addc(out, '[');
	for (const char *p = title ? title : ""; *p; p++) {
		if (strchr("\\[]*_`<>", *p))
			buf_addc(out, '\\');
		buf_addc(out, *p);
	}
	buf_addf(out, "](<%s>)", url ? url : "");
}

static void
put_text(struct buf *out, const struct ui_outside *of)
{
	if (of->item)
		output_document(of->item, OUTPUT_TEXT,
			&(struct output_style){.width = 10000}, out);
	else
		put_title(out, of);
}

static void
put_feed(struct buf *out, const struct ui_outside *of)
{
	const char *url = of->fields.feed_url;
	buf_adds(out, url ? url : "");
}

static const struct {
	const char *name, *message;
	void (*put)(struct buf *out, const struct ui_outside *of);
} parts[] = {
	{"link", N_("Copied: %s"), put_link},
	{"title", N_("Copied: %s"), put_title},
	{"markdown", N_("Copied: %s"), put_markdown},
	{"text", N_("The text was copied"), put_text},
	{"feed", N_("Copied: %s"), put_feed},
};

void
ui_outside_copied(struct ui *ui, const struct buf *text, const char *message)
{
	const char *line = ui->options->clipboard_command;
	const char *end = strchr(buf_str(text), '\n');
	if (!text->len)
		ui_status_say(&ui->status, true, _("There is nothing to copy"));
	else if (!str_empty(line) &&
		 !ui_outside_run_plain(ui, line, UI_RUN_DETACHED, text))
		return; /* it has said why */
	else if (str_empty(line) && !ui_term_clipboard(buf_str(text), text->len))
		ui_status_say(&ui->status, true,
			_("That is too much for the terminal; set clipboard-command"));
	else if (end)
		ui_status_say(&ui->status, false,
			P_("%zu byte copied", "%zu bytes copied", text->len), text->len);
	else
		ui_status_say(&ui->status, false, message, buf_str(text));
}

#define LINK SIZE_MAX

/* What is to be copied; part LINK: the link of a number. */
static int
read_part(const char *arg, size_t *part, int64_t *number, struct err *err)
{
	bool link = str_int(span_of(arg), number) == OK && *number > 0;
	*part = link ? LINK : 0;
	while (*part < COUNT_OF(parts) && !str_eq(parts[*part].name, arg))
		++*part;
	return *part != COUNT_OF(parts)
		       ? OK
		       : err_set(err, ERR_INVALID,
				 _("copy takes link, title, markdown, text, feed, or the "
				   "number of a link"));
}

int
ui_outside_copy_check(const char *arg, struct err *err)
{
	size_t part;
	int64_t number;
	return read_part(arg, &part, &number, err);
}

struct copying {
	size_t part;
	struct buf text;
	size_t len; /* of what is in it */
};

static bool
copy_one(struct ui *ui, void *data, struct ui_outside *of)
{
	struct copying *c = data;
	(void)ui;
	if (c->len++)
		buf_addc(&c->text, '\n');
	parts[c->part].put(&c->text, of);
	return true;
}

static void
copy_end(struct ui *ui, void *data, bool all)
{
	struct copying *c = data;
	if (ui && all)
		ui_outside_copied(ui, &c->text, _(parts[c->part].message));
	buf_done(&c->text);
	free(c);
}

void
ui_outside_copy(struct ui *ui, const char *arg)
{
	int64_t number = (int64_t)ui->keys.given;
	size_t part = number > 0 ? LINK : 0;
	struct err err;
	if (arg && read_part(arg, &part, &number, &err) != OK) {
		ui_status_say(&ui->status, true, "%s", err.text);
		return;
	}
	if (part == LINK && !ui_act_pick(ui, (size_t)number))
		return;
	if (part == LINK)
		part = 0; /* which is that of what is picked */
	struct copying *c = mem_alloc(sizeof *c);
	*c = (struct copying){.part = part, .text = BUF_INIT(0)};
	ui_outside_each(ui,
		(struct ui_outside_each){.one = copy_one, .end = copy_end, .data = c});
}

/* ---- save */

static enum output_kind
kind_of_file(const char *path)
{
	const char *dot = strrchr(path, '.');
	for (int i = 0; dot && i < OUTPUT_KINDS; i++)
		if (str_ieq(dot, output_kind_ending((enum output_kind)i)))
			return (enum output_kind)i;
	return OUTPUT_TEXT;
}

/* Makes a new file; never follows a link, or replaces what is there. */
static bool
write_new(struct ui *ui, const char *path, const struct buf *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	bool good = fd >= 0 && file_write_all(fd, text->data, text->len);
	int code = errno;
	if (fd >= 0)
		close(fd);
	if (fd >= 0 && !good)
		unlink(path);
	if (good)
		return true;
	ui_status_say(&ui->status, true,
		code == EEXIST ? _("This file exists: %s; choose another name")
			       : _("%s cannot be written: %s"),
		path, strerror(code));
	return false;
}

/* Where items are saved: the option, or else the working directory. */
static char *
save_dir(const struct ui *ui)
{
	return str_empty(ui->options->save_dir) ? mem_strdup(".")
						: file_expand_home(ui->options->save_dir);
}

/* A path in a directory for an item, under which there is nothing yet; in arena. */
static const char *
free_path(struct arena *arena, const char *dir, const struct store_item *item,
	enum output_kind kind)
{
	const char *name = output_file_name(arena, item);
	const char *ending = output_kind_ending(kind);
	const char *path = arena_printf(arena, "%s/%s%s", dir, name, ending);
	struct stat st;
	for (int i = 2; i < 1000 && lstat(path, &st) == 0; i++)
		path = arena_printf(arena, "%s/%s-%d%s", dir, name, i, ending);
	return path;
}

static bool
save_one(struct ui *ui, const struct output_item *item, const char *path)
{
	struct buf text = BUF_INIT(0);
	const struct output_style style = {.width = ui_outside_width(ui)};
	output_document(item, kind_of_file(path), &style, &text);
	bool good = write_new(ui, path, &text);
	buf_done(&text);
	return good;
}

static void save_given(struct ui *ui, const char *given);

/* Asks for a file, with a suggestion or what was refused. */
static void
ask_file(struct ui *ui, const char *given)
{
	ui_prompt_start(&ui->prompt, _("Save as:"), given, &ui->files);
	ui->prompt.accept = save_given;
	ui->prompt.complete = ui_complete_file;
}

static bool
is_dir(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool
is_about_several(const struct ui *ui)
{
	return ui_items_select_len(ui) > 1;
}

struct saving {
	char *given;  /* what was typed */
	char *path;   /* of a directory, or else of the file */
	bool several; /* each in a file of this kind */
	enum output_kind kind;
	bool refused; /* a file could not be written */
	size_t saved;
};

static bool
save_next(struct ui *ui, void *data, struct ui_outside *of)
{
	struct saving *s = data;
	if (!of->item) {
		ui_status_say(&ui->status, false, _("Put the cursor on an item first"));
		return false;
	}
	const char *path =
		is_dir(s->path) ? free_path(&of->arena, s->path, &of->item->item, s->kind)
				: s->path;
	s->refused = !save_one(ui, of->item, path);
	s->saved += !s->refused;
	if (!s->refused && !s->several)
		ui_status_say(&ui->status, false, _("Saved: %s"), path);
	return !s->refused;
}

static void
save_end(struct ui *ui, void *data, bool all)
{
	struct saving *s = data;
	(void)all;
	if (ui && s->refused)
		ask_file(ui, s->given); /* what was typed is not lost */
	else if (ui && s->saved && s->several)
		ui_status_say(&ui->status, false,
			P_("%zu item saved", "%zu items saved", s->saved), s->saved);
	free(s->given);
	free(s->path);
	free(s);
}

static void
save_given(struct ui *ui, const char *given)
{
	if (str_empty(given))
		return;
	char *path = file_expand_home(given);
	bool several = is_about_several(ui);
	if (several && !is_dir(path)) {
		ui_status_say(&ui->status, true,
			_("%s is not a directory; several items need one"), path);
		free(path);
		ask_file(ui, given);
		return;
	}
	struct saving *s = mem_alloc(sizeof *s);
	*s = (struct saving){.given = mem_strdup(given),
		.path = path,
		.several = several,
		.kind = ui->saves};
	ui_outside_each(ui,
		(struct ui_outside_each){.one = save_next, .end = save_end, .data = s});
}

void
ui_outside_save(struct ui *ui, const char *arg)
{
	struct ui_outside of;
	ui->saves = OUTPUT_TEXT;
	if (arg && !output_kind_named(arg, &ui->saves)) {
		save_given(ui, arg);
		return;
	}
	char *dir = save_dir(ui);
	if (is_about_several(ui)) {
		ask_file(ui, dir);
	} else if (ui_outside_take(ui, &of)) {
		if (of.item)
			ask_file(
				ui, free_path(&of.arena, dir, &of.item->item, ui->saves));
		else
			ui_status_say(
				&ui->status, false, _("Put the cursor on an item first"));
		ui_outside_done(&of);
	}
	free(dir);
}

/* ---- bookmark, mail, share */

static void
give(struct ui *ui, const char *line)
{
	enum ui_run_mode mode = UI_RUN_DETACHED;
	if (str_starts(line, "-"))
		mode = ui_outside_run_flags(&line);
	ui_outside_run_each(ui, line, mode);
}

void
ui_outside_bookmark(struct ui *ui, const char *arg)
{
	(void)arg;
	if (str_empty(ui->options->bookmark_command))
		ui_status_say(&ui->status, true,
			_("Set the option bookmark-command first, for instance to: buku "
			  "--add %%u"));
	else
		give(ui, ui->options->bookmark_command);
}

void
ui_outside_mail(struct ui *ui, const char *arg)
{
	(void)arg;
	give(ui, ui->options->mail_command);
}

static const struct config_words *
share_named(const struct ui *ui, const char *name)
{
	const struct config *config = &ui->settings->config;
	for (size_t i = 0; i < config->shares_len; i++)
		if (str_eq(config->shares[i].words[0], name))
			return &config->shares[i];
	return NULL;
}

static void
share_given(struct ui *ui, const char *name)
{
	const struct config_words *line = share_named(ui, name);
	if (line)
		give(ui, ui_outside_command(&ui->scratch, line));
	else
		ui_refuse(
			ui, arena_printf(&ui->scratch,
				    _("There is no share line for \"%s\" in the config"),
				    name));
}

void
ui_outside_share(struct ui *ui, const char *arg)
{
	const struct config *config = &ui->settings->config;
	if (arg) {
		share_given(ui, arg);
	} else if (config->shares_len == 1) {
		share_given(ui, config->shares[0].words[0]);
	} else if (!config->shares_len) {
		ui_status_say(&ui->status, true,
			_("The config has no share lines; see courant-config(5)"));
	} else {
		ui_prompt_start(&ui->prompt, _("Share with:"), NULL, &ui->shares);
		ui->prompt.accept = share_given;
		ui->prompt.complete = ui_complete_share;
	}
}
