/*
 * Every command of the reader's table in every place where it can be given, turn by turn
 * as the loop does it, for what wants to know how much a turn costs.
 */
#ifndef TESTS_UNIT_UI_TABLE_H
#define TESTS_UNIT_UI_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "ui_helper.h"

#define TABLE_RUNS_MAX 1024

struct table_run {
	const char *place, *command;
	uint64_t turn, all; /* the most of a turn, the sum */
};

struct table_runs {
	uint64_t (*meter)(void); /* counts what is spent; only grows */
	struct table_run list[TABLE_RUNS_MAX];
	size_t len;
};

/* On a filled store; the reader is opened anew for each command, and stores nothing. */
void ui_table_run(struct reader *r, struct table_runs *runs);

#endif
