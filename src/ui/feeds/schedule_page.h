/*
 * Pages about the schedule: of the feed under the cursor, and of all feeds. UI thread.
 */
#ifndef UI_FEEDS_SCHEDULE_PAGE_H
#define UI_FEEDS_SCHEDULE_PAGE_H

struct ui;

/* The functions of the tables of commands. */
void ui_feeds_schedule_show(struct ui *ui, const char *arg);
void ui_feeds_schedule_all(struct ui *ui, const char *arg);

#endif
