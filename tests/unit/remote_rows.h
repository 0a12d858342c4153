/*
 * Tables of tests for the backends of feed servers: what an answer tells (recorded.h has
 * the lines), and what a step asks. Every answer of a table is also given cut at each
 * byte and with each of its numbers replaced, and each file of the table's folders in
 * tests/remote/recorded must have a row.
 */
#ifndef TESTS_UNIT_REMOTE_ROWS_H
#define TESTS_UNIT_REMOTE_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "remote/remote.h"

struct remote_told {
	const char *file; /* "ttrss/04-login.json", or NULL: status and body */
	long status;
	const char *body;
	enum remote_step step;
	struct remote_arg arg;
	enum remote_verdict verdict;
	const char *told;  /* NULL: whatever it is */
	const char *error; /* a part of the sentence; NULL: whatever it is */
	const char *quirk; /* of the session, before; NULL: the general one */
	bool sent;         /* the recorded request is what the step asks */
	bool loose;        /* numbers of the answer may be texts to it, or cut off: others
			      are told then */
};

struct remote_asked {
	enum remote_step step;
	struct remote_arg arg;
	const char *text;  /* as recorded_ask has it, without header lines */
	const char *quirk; /* as above */
};

struct remote_rows {
	const struct remote_backend *backend;
	const char *base, *user, *password;
	const char *token; /* of the session; NULL: none */
	const struct remote_told *tolds;
	size_t tolds_len;
	const struct remote_asked *askeds;
	size_t askeds_len;
	const char *const *sets;    /* folders; ends with NULL */
	const char *const *unasked; /* files that no step has; ends with NULL */
};

/* Cases for cmocka, whose initial state is a struct remote_rows. */
void remote_rows_tell(void **state);
void remote_rows_ask(void **state);
void remote_rows_damage(void **state);
void remote_rows_cover(void **state);

#define REMOTE_ROWS(rows)                                                                \
	cmocka_unit_test_prestate(remote_rows_tell, (rows)),                             \
		cmocka_unit_test_prestate(remote_rows_ask, (rows)),                      \
		cmocka_unit_test_prestate(remote_rows_damage, (rows)),                   \
		cmocka_unit_test_prestate(remote_rows_cover, (rows))

/* For tables: ids of items that are numbers, and texts. */
#define ROW_TEXT(s)                                                                      \
	{                                                                                \
		(s), sizeof(s) - 1                                                       \
	}

#endif
