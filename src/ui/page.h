/*
 * A page of plain text: what a program printed, or a part of the manual. UI thread.
 */
#ifndef UI_PAGE_H
#define UI_PAGE_H

struct buf;
struct ui;

/* Shows text, which is copied, as it is broken into lines. */
void ui_page_show(struct ui *ui, const char *title, const struct buf *text);

#endif
