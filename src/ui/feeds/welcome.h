/*
 * What the list of feeds shows while there are none: how to begin, and why accounts have
 * brought nothing. UI thread.
 */
#ifndef UI_FEEDS_WELCOME_H
#define UI_FEEDS_WELCOME_H

struct ui;
struct ui_frame;

void ui_feeds_welcome(struct ui *ui, struct ui_frame *frame);

#endif
