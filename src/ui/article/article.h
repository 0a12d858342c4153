/*
 * Reading an item. UI thread.
 */
#ifndef UI_ARTICLE_ARTICLE_H
#define UI_ARTICLE_ARTICLE_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/command/command.h"

struct ui;
struct ui_view;

/* A view of an item, which is marked as read when it gets the focus. */
struct ui_view *ui_article_new(struct ui *ui, uint64_t item);
/* Shows another item in the same view. */
void ui_article_show(struct ui *ui, struct ui_view *view, uint64_t item);
/* Forgets the picked link and the found words of an article; false if there are none, or
 * view is not an article. */
bool ui_article_drop(struct ui_view *view);

/* Writes down how far the article with the focus has been read: the reader may be killed.
 */
void ui_article_keep_place(struct ui *ui);

/* Goes back to where the last jump within the article with the focus started; false if
 * there was none. */
bool ui_article_back(struct ui *ui);
/* Makes the text of the article that has the focus wider, or narrower; false: there is
 * none. */
bool ui_article_widen(struct ui *ui, bool shrink);

/* The functions of the tables of commands. */
/* article.c */
void ui_article_next(struct ui *ui, const char *arg);
void ui_article_previous(struct ui *ui, const char *arg);
void ui_article_links(struct ui *ui, const char *arg);
void ui_article_pick(struct ui *ui, const char *arg);
void ui_article_read_on(struct ui *ui, const char *arg);
/* article_find.c */
void ui_article_find(struct ui *ui, const char *arg);
void ui_article_next_hit(struct ui *ui, const char *arg);
void ui_article_previous_hit(struct ui *ui, const char *arg);
/* article_links.c */
void ui_article_next_link(struct ui *ui, const char *arg);
void ui_article_previous_link(struct ui *ui, const char *arg);
void ui_article_next_heading(struct ui *ui, const char *arg);
void ui_article_previous_heading(struct ui *ui, const char *arg);
void ui_article_outline(struct ui *ui, const char *arg);

/* article_form.c */
void ui_article_images(struct ui *ui, const char *arg);
void ui_article_full_text(struct ui *ui, const char *arg);
void ui_article_source(struct ui *ui, const char *arg);
void ui_article_view(struct ui *ui, const char *arg);
void ui_article_comments(struct ui *ui, const char *arg);

/* Commands of reading, and of searching; ends with a row without a name. */
extern const struct ui_command ui_article_commands[];

#endif
