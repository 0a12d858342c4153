/*
 * Judges what a program writes to its terminal, byte by byte: an allow-list of control
 * sequences (what terminfo's xterm entry and bracketed paste need, nothing else), valid
 * UTF-8 without characters that steer or hide, and which modes were left switched on.
 */
#ifndef TUI_ANSI_H
#define TUI_ANSI_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

#define ANSI_SEQUENCE_MAX 64

enum ansi_state {
	ANSI_GROUND,
	ANSI_UTF8,
	ANSI_ESCAPE,
	ANSI_CHARSET,
	ANSI_CSI,
	ANSI_OSC,
	ANSI_PICTURE, /* kitty's protocol, a sixel, or a string for what is beyond tmux */
	ANSI_STRING_END, /* after the ESC of its ST */
};

struct ansi {
	enum ansi_state state;
	unsigned char held[ANSI_SEQUENCE_MAX]; /* the sequence or character so far */
	size_t held_len, need;                 /* need: bytes of the UTF-8 character */
	bool escaped;      /* in a picture: the last byte was an ESC */
	size_t offset;     /* bytes judged */
	struct buf faults; /* a line for each of the first few */
	size_t faults_len;
	unsigned modes; /* a bit for each row of the table that is not as at the start */
	bool keypad;
};

void ansi_init(struct ansi *ansi);
void ansi_done(struct ansi *ansi);
void ansi_feed(struct ansi *ansi, const unsigned char *bytes, size_t n);
/* Appends a line for each mode that is not as it was at the start; true when none is. */
bool ansi_restored(const struct ansi *ansi, struct buf *why);

#endif
