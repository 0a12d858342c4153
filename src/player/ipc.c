#include "config.h"

#include "player/ipc.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/scan_json.h"
#include "base/str.h"

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
clean(struct arena *arena, const struct scan_field *text)
{
	return scan_line(text, arena, TEXT_MAX);
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

struct reading {
	struct arena *arena;
	struct player_event *out;
	bool unsorted;
};

enum chapter_field {
	TITLE,
	TIME,
};

static void
read_chapter(void *data, const struct scan_field *fields)
{
	struct reading *r = data;
	struct player_event *out = r->out;
	double time = 0;
	scan_number(&fields[TIME], &time);
	if (out->chapters_len == PLAYER_CHAPTERS_MAX || time > 1e7)
		return;
	out->chapters = arena_push(
		r->arena, out->chapters, out->chapters_len, sizeof *out->chapters);
	struct player_chapter *c = &out->chapters[out->chapters_len++];
	/* The first chapter of an MP3 begins a little before 0. */
	c->start = time > 0 ? (int64_t)(time * 1000 + 0.5) : 0;
	c->title = clean(r->arena, &fields[TITLE]);
	if (is_made_up(c->title))
		c->title = NULL;
	r->unsorted |= out->chapters_len > 1 && c[-1].start > c->start;
}

/* False: it is not JSON. */
static bool
read_chapters(struct span list, struct arena *arena, struct player_event *out)
{
	struct scan_field fields[] = {
		[TITLE] = {.name = "title"}, [TIME] = {.name = "time"}};
	struct reading reading = {.arena = arena, .out = out};
	/* An empty list is not the same as none. */
	out->chapters = arena_push(arena, NULL, 0, sizeof *out->chapters);
	bool whole =
		scan_rows(list, NULL, fields, COUNT_OF(fields), read_chapter, &reading);
	if (reading.unsorted)
		qsort(out->chapters, out->chapters_len, sizeof *out->chapters, by_start);
	return whole;
}

static int64_t
integer(const struct scan_field *field)
{
	double value = 0;
	bool good = scan_number(field, &value) && fabs(value) < 1e15;
	return good ? (int64_t)value : 0;
}

/* mpv's number of a file, in the answer to a load. */
static int64_t
entry_of(const struct scan_field *data)
{
	struct scan_field entry = {.name = "playlist_entry_id"};
	bool good = data->kind == SCAN_OBJECT && scan_object(data->text, &entry, 1);
	return good ? integer(&entry) : 0;
}

static bool
read_value(const struct scan_field *value, struct arena *arena, struct player_event *out)
{
	out->has_number = scan_number(value, &out->value);
	out->has_flag = value->kind == SCAN_TRUE || value->kind == SCAN_FALSE;
	out->flag = value->kind == SCAN_TRUE;
	out->text = clean(arena, value);
	return value->kind != SCAN_LIST || read_chapters(value->text, arena, out);
}

static enum player_end
end_of(const struct scan_field *reason)
{
	static const char *const reasons[] = {"eof", "stop", "quit", "error", "redirect"};
	for (int i = 0; i < PLAYER_END_UNKNOWN; i++)
		if (reason->kind == SCAN_STRING && span_eq(reason->text, reasons[i]))
			return (enum player_end)i;
	return PLAYER_END_UNKNOWN;
}

static enum player_event_kind
kind_of(struct span event)
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
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (span_eq(event, kinds[i].name))
			return kinds[i].kind;
	return PLAYER_UNKNOWN;
}

enum field {
	EVENT,
	ID,
	DATA,
	ENTRY,
	REASON,
	FILE_ERROR,
	REQUEST,
	ERROR,
};

static bool
read_event(const struct scan_field *fields, struct arena *arena, struct player_event *out)
{
	int64_t number = integer(&fields[ID]);
	out->kind = kind_of(fields[EVENT].text);
	out->entry = integer(&fields[ENTRY]);
	out->end = end_of(&fields[REASON]);
	out->error = clean(arena, &fields[FILE_ERROR]);
	out->number = number > 0 && number < 1000 ? (int)number : 0;
	return out->kind != PLAYER_CHANGED || read_value(&fields[DATA], arena, out);
}

static bool
read_reply(const struct scan_field *fields, struct arena *arena, struct player_event *out)
{
	const struct scan_field *error = &fields[ERROR];
	out->id = integer(&fields[REQUEST]);
	if (out->id <= 0)
		return true; /* an answer to a line that was not ours */
	out->kind = PLAYER_REPLY;
	if (error->kind != SCAN_STRING || !span_eq(error->text, "success"))
		out->error = clean(arena, error);
	if (!out->error && error->kind != SCAN_STRING)
		out->error = arena_strdup(arena, "?");
	out->entry = entry_of(&fields[DATA]);
	return read_value(&fields[DATA], arena, out);
}

void
player_message_read(
	const char *line, size_t n, struct arena *arena, struct player_event *out)
{
	const struct player_event nothing = {
		.kind = PLAYER_UNKNOWN, .end = PLAYER_END_UNKNOWN};
	struct scan_field fields[] = {[EVENT] = {.name = "event"},
		[ID] = {.name = "id"},
		[DATA] = {.name = "data"},
		[ENTRY] = {.name = "playlist_entry_id"},
		[REASON] = {.name = "reason"},
		[FILE_ERROR] = {.name = "file_error"},
		[REQUEST] = {.name = "request_id"},
		[ERROR] = {.name = "error"}};
	*out = nothing;
	if (!scan_object((struct span){line, n}, fields, COUNT_OF(fields)))
		return;
	bool good = fields[EVENT].kind == SCAN_STRING ? read_event(fields, arena, out)
						      : read_reply(fields, arena, out);
	if (!good)
		*out = nothing;
}
