/*
 * A reader with a clock of ours, a store of its own and the loopback server: what both
 * parts of the politeness score begin and end with. What fails ends the program.
 */
#ifndef TESTS_HTTP_POLITE_H
#define TESTS_HTTP_POLITE_H

#include <stdbool.h>
#include <stdint.h>

#include "conf/settings.h"
#include "engine/api.h"
#include "http/server.h"

#define POLITE_START ((int64_t)1793577600) /* Mon, 02 Nov 2026, 00:00 UTC */

struct polite {
	int64_t now;      /* by the reader's clock */
	int64_t slept_ms; /* beside the time that really passes */
	int64_t begun_ms; /* of a clock that continues, since when */
	char dir[256], feeds[300], data[300];
	struct http_server *server;
	struct settings *settings;
	struct store *store;
	struct engine *engine;
};

struct err;

_Noreturn void polite_die(const char *what, const struct err *err);

/* The directory, and the server with its script. */
void polite_server(struct polite *p, const char *script);
/* The feeds file and the store. */
void polite_store(struct polite *p, const char *lines);
/* The reader. ticks: its clock continues from now by itself; it has a schedule. */
void polite_start(struct polite *p, bool ticks);
/* Ends what runs, and removes the directory. */
void polite_end(struct polite *p);

void polite_set_now(struct polite *p, int64_t now);
void polite_set_slept(struct polite *p, int64_t ms);

/* To the end of a refresh, or that time (time_mono_ms); false: it took too long. */
bool polite_wait(struct polite *p, int64_t end);

#endif
