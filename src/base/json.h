/*
 * JSON strings (RFC 8259, section 7).
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

struct buf;

/* Appends text as a string, in quotes. Bytes that are not UTF-8 become U+FFFD; hidden
 * characters are escaped, so that the output is safe on a terminal. */
void json_put(struct buf *out, const char *text);
/* Appends a member of an object that was begun with {; value NULL: null. */
void json_put_member(struct buf *out, const char *key, const char *value);

#endif
