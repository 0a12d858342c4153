/*
 * The feeds that need attention: those whose polls fail, and those that have been silent
 * for unusually long; with what is known about the one under the cursor, and what can be
 * done about it. UI thread.
 */
#ifndef UI_FEEDS_FAILING_H
#define UI_FEEDS_FAILING_H

#include <stdbool.h>
#include <stdint.h>

struct ui;
struct ui_view;

enum ui_failing_kind {
	UI_FAILING_ERRORS,
	UI_FAILING_SILENT,
};

struct ui_view *ui_feeds_failing_new(struct ui *ui, enum ui_failing_kind kind);
uint64_t ui_feeds_failing_count(const struct ui *ui, enum ui_failing_kind kind);
/* Shows the other kind in the same view. */
void ui_feeds_failing_turn(struct ui *ui, struct ui_view *view);

#endif
