/*
 * Keys of courant listen on a terminal: those that follow - in the reader.
 */
#ifndef CLI_MEDIA_LISTEN_KEYS_H
#define CLI_MEDIA_LISTEN_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

struct options;

/* Lets the terminal give each key at once, unseen. False: standard input or output is not
 * a terminal; then nothing is changed. */
bool cli_media_keys_begin(struct termios *before);
void cli_media_keys_end(const struct termios *before);
/* Writes the line for which a key stands; false: for none. */
bool cli_media_key_line(char key, const struct options *options, char *out, size_t size);

#endif
