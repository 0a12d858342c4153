/*
 * Lists in JSON, as transcripts and chapters have them: {"NAME": [{…}, …]}. Read in one
 * pass that makes no tree, since they may have a hundred thousand rows. Pure.
 */
#ifndef EPISODE_JSON_H
#define EPISODE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

struct arena;
struct buf;

enum episode_json_kind {
	EPISODE_JSON_NONE, /* the row does not have it */
	EPISODE_JSON_STRING,
	EPISODE_JSON_NUMBER,
	EPISODE_JSON_FALSE,
	EPISODE_JSON_OTHER,
};

/* A field of a row that the caller looks for by its name. */
struct episode_json_field {
	const char *name;
	enum episode_json_kind kind;
	struct span text; /* of a string without the quotes, its escapes still in it */
};

/* Calls row for each object in the document's list of that name, with what it has of the
 * fields. False: the list is not there, or is not JSON up to its end. */
bool episode_json_rows(struct span document, const char *list,
	struct episode_json_field *fields, size_t len,
	void (*row)(void *data, const struct episode_json_field *fields), void *data);

/* A time in seconds, as a number or a text, in milliseconds; -1: none. */
int64_t episode_json_time(const struct episode_json_field *field);
/* One clean line, in arena; NULL: it is not text, or nothing of it is visible. */
char *episode_json_line(struct arena *arena, const struct episode_json_field *field);

#endif
