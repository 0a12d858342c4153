/*
 * Writes JSON, one object per line.
 *
 *	cli_json_begin(out);
 *	cli_json_string(out, "title", title);
 *	cli_json_end(out);                      {"title":"…"} and LF
 */
#ifndef CLI_CORE_JSON_H
#define CLI_CORE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct enclosure;
struct media;

void cli_json_begin(struct buf *out);
void cli_json_end(struct buf *out);
/* Add a member. A string that is NULL becomes null; bytes that are not UTF-8 become
 * U+FFFD. */
void cli_json_string(struct buf *out, const char *key, const char *value);
void cli_json_strings(struct buf *out, const char *key, char *const *values, size_t len);
void cli_json_number(struct buf *out, const char *key, uint64_t value);
void cli_json_integer(struct buf *out, const char *key, int64_t value);
/* Infinity and NaN become null. */
void cli_json_real(struct buf *out, const char *key, double value);
void cli_json_bool(struct buf *out, const char *key, bool value);
/* Add a member that is a list; call cli_json_item before each element. */
void cli_json_list(struct buf *out, const char *key);
void cli_json_element(struct buf *out);
void cli_json_list_end(struct buf *out);
/* Add an object to a list; fill it between the two. */
void cli_json_close(struct buf *out);
/* Add a string or a number to a list. */
void cli_json_text(struct buf *out, const char *value);
void cli_json_figure(struct buf *out, double value);
/* Adds what is known of them; for a rendition within its object. */
void cli_json_media(struct buf *out, const struct media *media);
void cli_json_rendition(struct buf *out, const struct enclosure *enclosure);
/* Adds seconds since 1970; TIME_NONE becomes null. */
void cli_json_time(struct buf *out, const char *key, int64_t value);

#endif
