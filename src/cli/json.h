/*
 * JSON written line by line: an object is begun, gets its members, and is ended with LF.
 */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

void cli_json_begin(struct buf *out);
void cli_json_end(struct buf *out);
/* A member. Strings: NULL gives null; bytes that are not UTF-8 become U+FFFD. */
void cli_json_string(struct buf *out, const char *key, const char *value);
void cli_json_strings(struct buf *out, const char *key, char *const *values, size_t len);
void cli_json_number(struct buf *out, const char *key, uint64_t value);
/* Neither infinite nor no number; those give null. */
void cli_json_real(struct buf *out, const char *key, double value);
void cli_json_bool(struct buf *out, const char *key, bool value);
/* A member that is a list: begun, each element announced, ended. */
void cli_json_list(struct buf *out, const char *key);
void cli_json_element(struct buf *out);
void cli_json_list_end(struct buf *out);
/* An object as an element: announced, begun, filled, closed. */
void cli_json_close(struct buf *out);
/* A string or a number as an element. */
void cli_json_text(struct buf *out, const char *value);
void cli_json_figure(struct buf *out, double value);
/* Seconds since 1970; TIME_NONE gives null. */
void cli_json_time(struct buf *out, const char *key, int64_t value);

#endif
