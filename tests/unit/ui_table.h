/*
 * Runs every command of the reader's table in every place where it can be given, turn by
 * turn as the loop does, and measures the turns.
 */
#ifndef TESTS_UNIT_UI_TABLE_H
#define TESTS_UNIT_UI_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui_helper.h"

#define TABLE_RUNS_MAX 4096

struct ui_command;

struct table_run {
	const char *place, *command;
	uint64_t turn, all; /* of the longest turn, of all */
};

struct table_runs {
	uint64_t (*meter)(void); /* reads a counter that only grows */
	struct table_run list[TABLE_RUNS_MAX];
	size_t len;
};

/* Needs a filled store, which it leaves as it is. The reader is reopened for each
 * command. */
void ui_table_run(struct reader *r, struct table_runs *runs);

/* Commands that need a terminal. */
bool ui_table_leaves_out(const struct ui_command *command);

#endif
