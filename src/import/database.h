/*
 * Databases of other programs, by libsqlite3. They may be in use: a copy is opened, made
 * together with the files that SQLite keeps beside them, so nothing is written, locked or
 * created where the program has its own. They may also be hostile, so queries, views, and
 * the files beside a database are restricted.
 */
#ifndef IMPORT_DATABASE_H
#define IMPORT_DATABASE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/str.h"

struct err;
struct import_database;

bool import_database_known(struct span head);
/* ERR_INVALID: courant was built without SQLite. */
int import_database_open(
	const char *path, struct import_database **out, struct err *err) MUST_USE;
void import_database_close(struct import_database *db);

/* Appends "table(column,column)" for each table, one a line. */
void import_database_tables(struct import_database *db, struct buf *out);
/* Whether that list has the column; column NULL: the table. Case is ignored. */
bool import_database_has(struct span tables, const char *table, const char *column);

/* Calls row for each row of the query. Since programs add columns, {table.column~other}
 * in it stands for the column if the database has it, else for the other text; and
 * {table.column~this~other} for one of two texts. False if the query fails. */
struct import_row;
bool import_database_each(struct import_database *db, const char *query,
	void (*row)(void *data, const struct import_row *row), void *data);
/* A column by its number; "" and 0 if it is NULL. Text is valid during the call. */
const char *import_row_text(const struct import_row *row, int column);
int64_t import_row_number(const struct import_row *row, int column);

#endif
