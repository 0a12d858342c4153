/*
 * What the terminal is asked, and what it answers: its background, and which pictures it
 * shows. An answer is read like a key, in pieces on slow lines, and may never come. Only
 * for term.c, keyboard.c and graphic.c. UI thread.
 */
#ifndef UI_TERMINAL_TERM_REPLY_H
#define UI_TERMINAL_TERM_REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct ui_answers {
	int64_t ground_asked; /* when; 0: not, or it was answered */
	int ground;           /* enum ui_ground: what it said; to be read */
	int64_t asked;        /* the same about pictures */
	bool pictures;        /* they were asked about at all */
	bool news;            /* something came that is to be read */
	/* About pictures: */
	bool kitty;        /* it knows kitty's protocol … */
	bool placeholders; /* … and cells of text that stand for pictures */
	bool sixel;
	size_t colors;                  /* that sixels may have; 0: unknown */
	size_t cell_width, cell_height; /* pixels; 0: unknown */
	pid_t tmux;                     /* the program that is asked; 0: none */
	int tmux_fd;                    /* its answer */
	int64_t tmux_asked;
};

void ui_answers_ask_ground(struct ui_answers *answers);
/* Asks about pictures; call it once. */
void ui_answers_ask_pictures(struct ui_answers *answers);
/* The window has changed, and its cells may have. */
void ui_answers_ask_cell(struct ui_answers *answers);
/* Whether an answer can still come, by the longest time that answers take. */
bool ui_answers_awaited(const struct ui_answers *answers);
/* When ui_answers_step has to be called (time_mono_ms); 0: not. */
int64_t ui_answers_due(const struct ui_answers *answers);
void ui_answers_step(struct ui_answers *answers);
/* Ends the program that is still being asked. */
void ui_answers_stop(struct ui_answers *answers);

/* Read a string (its introducer, ']', 'P' or '_', and its text) and a control sequence
 * (its parameters and its final byte), if they are answers. */
void ui_answers_string(struct ui_answers *answers, int introducer, const char *text);
void ui_answers_control(struct ui_answers *answers, const char *parameters, int final);

#endif
