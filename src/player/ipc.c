#include "config.h"

#include "player/ipc.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/utf8.h"

#define TEXT_MAX 500 /* bytes of a title or an error */

/* ---- to mpv */

static void
put_line(struct buf *out, json_t *message, int64_t id)
{
	json_object_set_new(message, "request_id", json_integer(id));
	char *text = json_dumps(message, JSON_COMPACT);
	buf_adds(out, text ? text : "{}");
	buf_addc(out, '\n');
	free(text);
	json_decref(message);
}

static void
put_words(struct buf *out, int64_t id, json_t *words)
{
	json_t *message = json_object();
	json_object_set_new(message, "command", words);
	put_line(out, message, id);
}

static void
set_text(json_t *options, const char *name, const char *value)
{
	if (value)
		json_object_set_new(options, name, json_string(value));
}

/* Options of a file must be text. */
static void
set_number(json_t *options, const char *name, double value)
{
	char text[40];
	snprintf(text, sizeof text, "%.3f", value);
	for (char *p = text; *p; p++)
		if (*p == ',')
			*p = '.'; /* independent of the locale */
	set_text(options, name, text);
}

void
player_message_load(struct buf *out, int64_t id, const struct player_load *load)
{
	json_t *command = json_object(), *options = json_object(), *message;
	set_number(options, "start", load->start);
	set_number(options, "speed", load->speed);
	set_text(options, "pause", load->paused ? "yes" : "no");
	/* Keeps mpv from following a playlist or the like, whatever its name is. */
	set_text(options, "demuxer", "lavf");
	set_text(options, "force-media-title", load->title);
	set_text(options, "user-agent", load->user_agent);
	set_text(command, "name", "loadfile");
	set_text(command, "url", load->url);
	set_text(command, "flags", "replace");
	json_object_set_new(command, "options", options);
	message = json_object();
	json_object_set_new(message, "command", command);
	put_line(out, message, id);
}

void
player_message_command(struct buf *out, int64_t id, const char *const *words)
{
	json_t *list = json_array();
	for (; *words; words++)
		json_array_append_new(list, json_string(*words));
	put_words(out, id, list);
}

void
player_message_seek(struct buf *out, int64_t id, double seconds, bool relative)
{
	json_t *list = json_array();
	json_array_append_new(list, json_string("seek"));
	json_array_append_new(list, json_real(seconds));
	json_array_append_new(
		list, json_string(relative ? "relative+exact" : "absolute+exact"));
	put_words(out, id, list);
}

static void
put_property(struct buf *out, int64_t id, const char *property, json_t *value)
{
	json_t *list = json_array();
	json_array_append_new(list, json_string("set_property"));
	json_array_append_new(list, json_string(property));
	json_array_append_new(list, value);
	put_words(out, id, list);
}

void
player_message_set_flag(struct buf *out, int64_t id, const char *property, bool value)
{
	put_property(out, id, property, json_boolean(value));
}

void
player_message_set_number(struct buf *out, int64_t id, const char *property, double value)
{
	put_property(out, id, property, json_real(value));
}

void
player_message_get(struct buf *out, int64_t id, const char *property)
{
	const char *const words[] = {"get_property", property, NULL};
	player_message_command(out, id, words);
}

void
player_message_observe(struct buf *out, int64_t id, int number, const char *property)
{
	json_t *list = json_array();
	json_array_append_new(list, json_string("observe_property"));
	json_array_append_new(list, json_integer(number));
	json_array_append_new(list, json_string(property));
	put_words(out, id, list);
}

/* ---- from mpv */

/* Text from a file or a server, as one line that is safe to show; NULL for none. */
static char *
clean(struct arena *arena, const json_t *text)
{
	struct buf line = BUF_INIT(0);
	const char *s = json_string_value(text);
	if (s)
		utf8_clean_line(&line, s, json_string_length(text), TEXT_MAX);
	char *copy = line.len ? arena_strdup(arena, buf_str(&line)) : NULL;
	buf_done(&line);
	return copy;
}

/* "ch3" is what libavformat calls a chapter without a title. */
static bool
is_made_up(const char *title)
{
	const char *p = title;
	if (p && (*p == 'c' || *p == 'C'))
		p++;
	else
		return false;
	p += *p == 'h';
	const char *digits = p;
	while (str_digit(*p))
		p++;
	return p > digits && !*p;
}

static int
by_start(const void *a, const void *b)
{
	const struct player_chapter *x = a, *y = b;
	return (x->start > y->start) - (x->start < y->start);
}

static void
read_chapters(const json_t *list, struct arena *arena, struct player_event *out)
{
	size_t len = json_array_size(list);
	if (len > PLAYER_CHAPTERS_MAX)
		len = PLAYER_CHAPTERS_MAX;
	out->chapters = arena_zalloc(arena, (len + 1) * sizeof *out->chapters);
	for (size_t i = 0; i < len; i++) {
		const json_t *entry = json_array_get(list, i);
		double time = json_number_value(json_object_get(entry, "time"));
		if (!json_is_object(entry) || !isfinite(time) || time > 1e7)
			continue;
		struct player_chapter *c = &out->chapters[out->chapters_len++];
		/* The first chapter of an MP3 begins a little before 0. */
		c->start = time > 0 ? (int64_t)(time * 1000 + 0.5) : 0;
		c->title = clean(arena, json_object_get(entry, "title"));
		if (is_made_up(c->title))
			c->title = NULL;
	}
	qsort(out->chapters, out->chapters_len, sizeof *out->chapters, by_start);
}

static void
read_value(const json_t *value, struct arena *arena, struct player_event *out)
{
	if (json_is_number(value) && isfinite(json_number_value(value))) {
		out->has_number = true;
		out->value = json_number_value(value);
	} else if (json_is_boolean(value)) {
		out->has_flag = true;
		out->flag = json_is_true(value);
	} else if (json_is_string(value)) {
		out->text = clean(arena, value);
	} else if (json_is_array(value)) {
		read_chapters(value, arena, out);
	}
}

static enum player_end
end_of(const char *reason)
{
	static const char *const reasons[] = {"eof", "stop", "quit", "error", "redirect"};
	for (int i = 0; i < PLAYER_END_UNKNOWN; i++)
		if (reason && strcmp(reason, reasons[i]) == 0)
			return (enum player_end)i;
	return PLAYER_END_UNKNOWN;
}

static enum player_event_kind
kind_of(const char *event)
{
	static const struct {
		const char *name;
		enum player_event_kind kind;
	} kinds[] = {
		{"idle", PLAYER_IDLE},
		{"start-file", PLAYER_STARTED},
		{"file-loaded", PLAYER_LOADED},
		{"seek", PLAYER_SEEKING},
		{"playback-restart", PLAYER_RESTARTED},
		{"end-file", PLAYER_ENDED},
		{"property-change", PLAYER_CHANGED},
	};
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(event, kinds[i].name) == 0)
			return kinds[i].kind;
	return PLAYER_UNKNOWN;
}

static int64_t
entry_of(const json_t *map)
{
	return json_integer_value(json_object_get(map, "playlist_entry_id"));
}

static void
read_object(const json_t *message, struct arena *arena, struct player_event *out)
{
	const char *event = json_string_value(json_object_get(message, "event"));
	const json_t *id = json_object_get(message, "request_id");
	if (event) {
		out->kind = kind_of(event);
		out->entry = entry_of(message);
		out->end = end_of(json_string_value(json_object_get(message, "reason")));
		out->error = clean(arena, json_object_get(message, "file_error"));
		json_int_t number = json_integer_value(json_object_get(message, "id"));
		out->number = number > 0 && number < 1000 ? (int)number : 0;
		if (out->kind == PLAYER_CHANGED)
			read_value(json_object_get(message, "data"), arena, out);
		return;
	}
	out->id = json_integer_value(id);
	if (out->id <= 0)
		return; /* an answer to a line that was not ours */
	out->kind = PLAYER_REPLY;
	const json_t *error = json_object_get(message, "error");
	if (!json_string_value(error) || strcmp(json_string_value(error), "success") != 0)
		out->error = clean(arena, error);
	if (!out->error && !json_string_value(error))
		out->error = arena_strdup(arena, "?");
	out->entry = entry_of(json_object_get(message, "data"));
	read_value(json_object_get(message, "data"), arena, out);
}

void
player_message_read(
	const char *line, size_t n, struct arena *arena, struct player_event *out)
{
	json_error_t error;
	*out = (struct player_event){.kind = PLAYER_UNKNOWN, .end = PLAYER_END_UNKNOWN};
	json_t *message = json_loadb(line, n, JSON_ALLOW_NUL, &error);
	if (json_is_object(message))
		read_object(message, arena, out);
	json_decref(message);
}
