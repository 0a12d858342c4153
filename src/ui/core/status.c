#include "config.h"

#include "ui/core/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "ui/command/binding.h"
#include "ui/command/command.h"
#include "ui/draw/lines.h"

#define SENTENCE_MAX 1024
#define STAY_MS 4000   /* that a message stays beside what is reported */
#define NOTES_MS 3000  /* within which faults are counted together */
#define PLACE_MARGIN 6 /* cells around a text and the place, or a failure's sign */
#define MESSAGE_MIN 18 /* cells of a message, and around it, that progress leaves */
#define HELP_CELLS 5   /* for its key and the blanks around it */

void
ui_status_init(struct ui_status *status)
{
	*status = (struct ui_status){.text = BUF_INIT(0), .first = BUF_INIT(0)};
}

void
ui_status_done(struct ui_status *status)
{
	buf_done(&status->text);
	buf_done(&status->first);
	for (size_t i = 0; i < UI_STATUS_MESSAGES; i++)
		free(status->messages[i].text);
}

/* Keeps a message, but not twice in a row. */
static void
keep(struct ui_status *status, const char *text, bool error)
{
	if (status->messages_len && str_eq(ui_status_message(status, 0)->text, text))
		return;
	struct ui_status_message *message = &status->messages[status->messages_next];
	free(message->text);
	*message = (struct ui_status_message){time_wall(), error, mem_strdup(text)};
	status->messages_next = (status->messages_next + 1) % UI_STATUS_MESSAGES;
	status->messages_len += status->messages_len < UI_STATUS_MESSAGES;
}

const struct ui_status_message *
ui_status_message(const struct ui_status *status, size_t n)
{
	size_t last = status->messages_next + UI_STATUS_MESSAGES - 1;
	return &status->messages[(last - n) % UI_STATUS_MESSAGES];
}

static void
show(struct ui_status *status, bool error, const char *text)
{
	buf_clear(&status->text);
	buf_adds(&status->text, text);
	status->number++;
	status->own = 0;
	status->error = error;
	status->kept = false;
	status->notes = 0;
}

/* Appends a text to a message that the user has hardly had time to read. */
static void
show_behind(struct ui_status *status, bool error, const char *text)
{
	size_t own = time_mono_ms() - status->said < STAY_MS ? status->own : 0;
	if (!own || status->text.len < own) {
		show(status, error, text);
		return;
	}
	struct buf both = BUF_INIT(0);
	buf_addf(&both, "%.*s; %s", (int)own, buf_str(&status->text), text);
	show(status, error || status->own_error, buf_str(&both));
	status->own = own;
	buf_done(&both);
}

/* All that is shown stays in front of reports for a time. */
static void
keep_in_front(struct ui_status *status)
{
	status->own = status->text.len;
	status->own_error = status->error;
	status->said = time_mono_ms();
}

/* behind: a message that is still fresh stays in front of this one; stays: this one then
 * stays in front of others for a time. */
PRINTF(5, 0)
static void
give(struct ui_status *status, bool error, bool behind, bool stays, const char *fmt,
	va_list args)
{
	char sentence[SENTENCE_MAX];
	vsnprintf(sentence, sizeof sentence, fmt, args);
	if (behind)
		show_behind(status, error, sentence);
	else
		show(status, error, sentence);
	keep(status, sentence, error);
	if (stays)
		keep_in_front(status);
}

void
ui_status_say(struct ui_status *status, bool error, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	give(status, error, false, true, fmt, args);
	va_end(args);
}

void
ui_status_outcome(struct ui_status *status, bool error, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	give(status, error, true, true, fmt, args);
	va_end(args);
}

void
ui_status_report(struct ui_status *status, bool error, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	give(status, error, true, false, fmt, args);
	va_end(args);
}

void
ui_status_offer(struct ui_status *status, const char *words)
{
	show(status, false, words);
}

void
ui_status_drop(struct ui_status *status, size_t number)
{
	if (status->number == number)
		buf_clear(&status->text);
}

void
ui_status_note(struct ui_status *status, const char *sentence, int64_t now)
{
	bool follows =
		status->text.len && status->notes && now - status->noted < NOTES_MS;
	size_t notes = follows ? status->notes : 0;
	if (notes) {
		/* the count comes first, since long sentences are cut */
		char counted[SENTENCE_MAX];
		snprintf(counted, sizeof counted, _("1 of %zu: %s"), notes + 1,
			buf_str(&status->first));
		show_behind(status, true, counted);
	} else {
		buf_clear(&status->first);
		buf_adds(&status->first, sentence);
		status->noted = now;
		show_behind(status, true, sentence);
	}
	keep(status, sentence, true);
	status->notes = notes + 1;
}

void
ui_status_tell(struct ui_status *status, bool error, const char *sentence)
{
	ui_status_report(status, error, "%s", sentence);
	status->kept = true;
}

void
ui_status_summary(struct ui_status *status, const char *held)
{
	const struct engine_counts *c = &status->counts;
	size_t asked = c->done - c->held;
	if (c->done == 0) {
		bool account = status->kept || status->error; /* its message stays */
		if (!account || !status->text.len)
			ui_status_report(
				status, false, _("All feeds were polled a moment ago"));
		status->kept = false;
		return;
	}
	struct buf text = BUF_INIT(0);
	buf_addf(&text, P_("%zu feed polled", "%zu feeds polled", asked), asked);
	buf_addf(&text, P_(", %zu new item", ", %zu new items", c->added), c->added);
	if (c->edited)
		buf_addf(&text, _(", %zu edited"), c->edited);
	if (c->failed)
		buf_addf(&text, _(", %zu failed"), c->failed);
	if (held)
		buf_addf(&text, "; %s", held);
	else if (c->held)
		buf_addf(&text, _(", %zu skipped"), c->held);
	if (status->kept && status->text.len)
		buf_addf(&status->text, "; %s", buf_str(&text));
	else
		ui_status_report(status, c->failed > 0 && c->failed == c->done, "%s",
			buf_str(&text));
	status->kept = false;
	buf_done(&text);
}

/* "128/1000 · 3 failed · 57 new · waiting for planet.example". */
static void
put_progress(
	const struct ui_status *status, bool sums, const char *awaited, struct buf *out)
{
	const struct engine_counts *c = &status->counts;
	buf_clear(out);
	buf_addf(out, _("reloading %zu/%zu"), c->done, c->total);
	if (c->failed && sums)
		buf_addf(out, P_(" · %zu failed", " · %zu failed", c->failed), c->failed);
	if (c->added && sums)
		buf_addf(out, P_(" · %zu new", " · %zu new", c->added), c->added);
	if (awaited)
		buf_addf(out, _(" · waiting for %s"), awaited);
}

/* How much of the message fits; the rest goes on another row, if there is one. */
static size_t
first_part(const char *text, size_t cells, const char **rest)
{
	size_t n = strlen(text), cut = n;
	if (rest && n)
		cut = ui_lines_fit(text, n, cells);
	if (rest)
		*rest = ui_lines_rest(text + cut);
	return cut;
}

/* Whether a text has room beside a message or detail. */
static bool
fits(const struct ui_row *row, const char *text, const char *place)
{
	return ui_row_measure(row, text) + ui_row_measure(row, place) + PLACE_MARGIN <=
	       row->width;
}

/* A message that lacks room takes it from the progress: first from the counts of failed
 * and new, which the summary will repeat, then from the feed that is waited for, and in
 * the end all of it. */
static void
progress(const struct ui_status *status, const struct ui_row *row, const char *awaited,
	struct buf *out)
{
	const char *message = buf_str(&status->text);
	put_progress(status, true, awaited, out);
	if (!*message || fits(row, message, buf_str(out)))
		return;
	put_progress(status, false, awaited, out);
	if (fits(row, message, buf_str(out)))
		return;
	put_progress(status, false, NULL, out);
	if (ui_row_measure(row, buf_str(out)) + MESSAGE_MIN > row->width)
		buf_clear(out);
}

void
ui_status_row(const struct ui_status *status, struct ui_row *row,
	const struct ui_status_line *line, const char **rest)
{
	struct buf right = BUF_INIT(0);
	if (rest)
		*rest = "";
	if (status->running)
		progress(status, row, line->awaited, &right);
	const char *left = status->text.len ? buf_str(&status->text)
			   : line->detail   ? line->detail
					    : "";
	if (!right.len && line->place && fits(row, left, line->place))
		buf_adds(&right, line->place);
	size_t taken = right.len ? ui_row_measure(row, buf_str(&right)) + 2 : 1;
	bool failed = status->text.len ? status->error : line->error;
	ui_row_blank(row, 1);
	size_t room = row->width > taken + 2 ? row->width - taken - 2 : 0;
	if (room > 12 || !right.len) {
		if (failed)
			ui_row_put(row, STYLE_STATUS | STYLE_BOLD, "! ", 2);
		size_t cells = room > row->cells ? room + 1 - row->cells : 0;
		size_t n = first_part(left, cells, rest);
		ui_row_put_n(
			row, STYLE_STATUS | (failed ? STYLE_BOLD : 0), left, n, cells);
	}
	if (right.len) {
		ui_row_to(row, row->width > taken - 1 ? row->width - taken + 1 : 1);
		ui_row_put(row, STYLE_STATUS | STYLE_BOLD, buf_str(&right),
			ui_row_left(row));
	}
	ui_row_end(row);
	buf_done(&right);
}

void
ui_status_rest(
	const struct ui_status *status, struct ui_row *row, bool error, const char *rest)
{
	bool failed = status->text.len ? status->error : error;
	ui_row_blank(row, failed ? 3 : 1);
	ui_row_put(row, STYLE_STATUS | (failed ? STYLE_BOLD : 0), rest, ui_row_left(row));
	ui_row_end(row);
}

/* Puts a key and what it does, if both fit. */
static void
hint(struct ui_row *row, const struct ui_bindings *bindings, int context,
	const struct ui_command *command, const char *label, size_t cells)
{
	struct buf key = BUF_INIT(0);
	ui_bindings_keys(bindings, context, command, 1, &key);
	size_t want = ui_row_measure(row, buf_str(&key)) + ui_row_measure(row, label) + 3;
	if (key.len && want <= cells) {
		ui_row_put(row, STYLE_KEY, buf_str(&key), want);
		ui_row_blank(row, 1);
		ui_row_put(row, STYLE_HINT, label, want);
		ui_row_blank(row, 2);
	}
	buf_done(&key);
}

/* The commands that matter while something is under way; a hint of NULL is the command's
 * own. */
static const struct mode_hint {
	const char *command, *hint;
} mode_hints[UI_MODES][10] = {
	[UI_MODE_EMPTY] = {{"add", NULL}, {"import", NULL}, {"back", NULL}},
	[UI_MODE_SELECTED] = {{"star", NULL}, {"toggle-read", N_("read")},
		{"tag", N_("tag")}, {"delete", N_("delete")}, {"copy", N_("copy")},
		{"browser", NULL}, {"escape", N_("unselect")}},
	[UI_MODE_FILTERED] = {{"open", NULL}, {"filter", N_("other words")},
		{"escape", N_("show all")}, {"next-unread", NULL}, {"mark-read", NULL}},
	[UI_MODE_FOUND] = {{"next-hit", N_("next")}, {"previous-hit", N_("previous")},
		{"find", N_("other words")}, {"escape", N_("done")}},
	[UI_MODE_EPISODE] = {{"open", NULL}, {"play", N_("play")},
		{"enqueue", N_("queue")}, {"download", N_("download")}, {"star", NULL},
		{"tag", N_("tag")}, {"toggle-read", N_("read")}, {"back", NULL}},
	[UI_MODE_LISTEN] = {{"back", NULL}, {"next-unread", NULL}, {"play", N_("play")},
		{"enqueue", N_("queue")}, {"download", N_("download")},
		{"chapters", N_("chapters")}, {"star", NULL}, {"browser", NULL},
		{"links", NULL}},
	[UI_MODE_QUEUE] = {{"play-this", N_("play")}, {"reorder", N_("move")},
		{"download", N_("download")}, {"remove", NULL}, {"open-text", NULL},
		{"chapters", N_("chapters")}, {"turn", NULL}, {"back", NULL}},
	[UI_MODE_DOWNLOADS] = {{"download", N_("pause")}, {"reorder", N_("move")},
		{"remove", NULL}, {"turn", NULL}, {"more-downloads", N_("fewer or more")},
		{"stop", N_("hold all")}, {"open", NULL}, {"play", N_("play")},
		{"back", NULL}},
	[UI_MODE_CHAPTERS] = {{"open", N_("play")}, {"skip-chapter", NULL},
		{"browser", NULL}, {"copy-place", NULL}, {"other-chapters", NULL},
		{"find-said", NULL}, {"back", NULL}},
	[UI_MODE_TRANSCRIPT] = {{"open", N_("play")}, {"follow", NULL},
		{"find-said", NULL}, {"copy-place", NULL}, {"other-language", NULL},
		{"back", NULL}},
};

/* There is not much room, so some hints are left out: that of Enter in an article, where
 * it turns the page unless a link is picked, and those for fetching, which belong to the
 * list of feeds. */
static bool
is_hinted(const struct ui_command *command, int context)
{
	static const struct {
		const char *name;
		int contexts;
	} untold[] = {
		{"open", UI_ARTICLE},
		{"reload", UI_ITEMS | UI_ARTICLE},
		{"reload-all", UI_ITEMS | UI_ARTICLE},
		{"add", UI_ITEMS},
		{"next-item", UI_ITEMS},
		{"import", UI_EVERYWHERE},
	};
	for (size_t i = 0; i < COUNT_OF(untold); i++)
		if (str_eq(command->name, untold[i].name) && untold[i].contexts & context)
			return false;
	return command->hint && command->contexts & context;
}

static const char *
label_of(const struct ui_command *command, const char *label, bool first)
{
	return first && str_eq(command->name, "back") ? _("quit")
						      : _(label ? label : command->hint);
}

void
ui_status_hints(struct ui_row *row, const struct ui_bindings *bindings,
	const struct ui_status_where *where)
{
	const struct ui_command *help = ui_command("help"), *c;
	const struct mode_hint *mode = mode_hints[where->mode];
	int context = where->context;
	size_t last = help->contexts & context
			      ? ui_row_measure(row, _(help->hint)) + HELP_CELLS
			      : 0;
	ui_row_blank(row, 1);
	for (const struct mode_hint *m = mode; m->command && ui_row_left(row) > last;
		m++) {
		c = ui_command(m->command);
		bool found = where->mode == UI_MODE_FOUND && c->contexts & UI_FOUND;
		hint(row, bindings, found ? UI_FOUND : context, c,
			label_of(c, m->hint, where->first), ui_row_left(row) - last);
	}
	if (where->running && !mode->command)
		hint(row, bindings, context, ui_command("stop"), _("stop"),
			ui_row_left(row) - last);
	for (c = ui_commands[0]; c && !mode->command; c = ui_command_next(c))
		if (c != help && is_hinted(c, context) && ui_row_left(row) > last)
			hint(row, bindings, context, c, label_of(c, NULL, where->first),
				ui_row_left(row) - last);
	if (last) /* help, which leads to all others, is always shown */
		hint(row, bindings, context, help, _(help->hint), ui_row_left(row));
	ui_row_end(row);
}
