/*
 * Parts of the texts that chapters and transcripts come from. Pure.
 */
#ifndef EPISODE_TEXT_H
#define EPISODE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

struct arena;
struct buf;
struct scan_field;

/* One clean line, in arena; NULL: nothing of it is visible. */
char *episode_line(struct arena *arena, struct span text);
/* The same of a string in JSON; NULL also if it is none. */
char *episode_json_line(struct arena *arena, const struct scan_field *field);
/* A time in seconds, as a number or a text in JSON, in milliseconds; -1: none. */
int64_t episode_json_time(const struct scan_field *field);

/* Calls piece for the text that HTML shows between two breaks (paragraphs, list items,
 * line breaks), one piece after the other. tag (may be NULL) is called where elements
 * begin and end; then cite and time break as well. */
typedef void episode_piece(void *data, struct span text);
typedef void episode_tag(void *data, struct span name, bool end);
void episode_html(struct span html, episode_piece *piece, episode_tag *tag, void *data);
/* Appends text with its character references decoded. */
void episode_unescape(struct buf *out, struct span text);

#endif
