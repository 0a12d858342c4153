#include "config.h"

#include "import/database.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef HAVE_SQLITE
#include <sqlite3.h>
#endif

#include "base/err.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "import/format.h"

#define HEADER "SQLite format 3"

bool
import_database_known(struct span head)
{
	return head.n > sizeof HEADER && memcmp(head.p, HEADER, sizeof HEADER) == 0;
}

/* The columns between the brackets of the table's line. */
static bool
find_table(struct span tables, const char *table, struct span *columns)
{
	struct span line;
	size_t n = strlen(table);
	while (span_split(&tables, '\n', &line)) {
		if (line.n < n + 2 || !str_ieqn(line.p, table, n) || line.p[n] != '(')
			continue;
		*columns = (struct span){line.p + n + 1, line.n - n - 2};
		return true;
	}
	return false;
}

bool
import_database_has(struct span tables, const char *table, const char *column)
{
	struct span columns, one;
	if (!find_table(tables, table, &columns))
		return false;
	if (!column)
		return true;
	while (span_split(&columns, ',', &one))
		if (one.n == strlen(column) && str_ieqn(one.p, column, one.n))
			return true;
	return false;
}

#ifdef HAVE_SQLITE

/* How often a database in use is copied until no write happens during the copy. */
#define COPIES 5
#define CHUNK ((size_t)1 << 20)

/* The database may be hostile. A query stops after this many steps of SQLite's machine,
 * or if it returns much more than the file can hold. */
#define STEPS_MAX 4000000000
#define STEPS_AT_ONCE 1000000
#define TEXT_PER_BYTE 4
#define TEXT_SLACK ((int64_t)64 << 20)
#define ROW_BYTES 64 /* at least, counted as text */

struct import_database {
	sqlite3 *db;
	char dir[64];      /* with the copy; empty once it is open */
	struct buf tables; /* as import_database_tables has them */
	int64_t size;      /* of the copy, in bytes */
	int64_t steps;     /* left to the query */
	int64_t text;      /* bytes left to it */
};

struct import_row {
	sqlite3_stmt *stmt;
	struct import_database *db;
};

static const char *const beside[] = {"", "-wal", "-journal"};

/* The journal of a transaction over several databases ends with the name of a file that
 * SQLite deletes when it is done, and that may be any file. No supported program writes
 * such journals. */
static bool
names_file(const char *path)
{
	static const char magic[8] = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
	char end[sizeof magic] = "";
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	off_t size = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);
	bool names = size >= 16 &&
		     pread(fd, end, sizeof end, size - (off_t)sizeof end) ==
			     (ssize_t)sizeof end &&
		     memcmp(end, magic, sizeof end) == 0;
	if (fd >= 0)
		close(fd);
	return names;
}

static int
copy_bytes(const char *from, const char *to, struct err *err)
{
	int in = open(from, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (in < 0)
		return err_set_errno(err, ERR_IO, _("cannot read %s"), from);
	int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	char *chunk = mem_realloc(NULL, CHUNK, 1);
	ssize_t n = out < 0 ? -1 : 1;
	while (n > 0) {
		n = read(in, chunk, CHUNK);
		if (n > 0 && !file_write_all(out, chunk, (size_t)n))
			n = -1;
	}
	int status = n < 0 ? err_set_errno(err, ERR_IO, _("cannot copy %s"), from) : OK;
	free(chunk);
	close(in);
	if (out >= 0)
		close(out);
	return status;
}

/* A number that changes when the file does, made of its size and time; 0: the file is not
 * there, or is a pipe or a device. */
static uint64_t
print_of(const char *path)
{
	struct stat st;
	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return 0;
	return (uint64_t)st.st_size * 31 + (uint64_t)st.st_mtim.tv_sec * 1000003 +
	       (uint64_t)st.st_mtim.tv_nsec + 1;
}

static int
copy_once(const char *path, const char *dir, bool *same, struct err *err)
{
	uint64_t before[COUNT_OF(beside)], after[COUNT_OF(beside)];
	char from[4096], to[128];
	int status = OK;
	for (size_t i = 0; i < COUNT_OF(beside); i++) {
		snprintf(from, sizeof from, "%s%s", path, beside[i]);
		before[i] = print_of(from);
	}
	for (size_t i = 0; status == OK && i < COUNT_OF(beside); i++) {
		snprintf(from, sizeof from, "%s%s", path, beside[i]);
		snprintf(to, sizeof to, "%s/copy%s", dir, beside[i]);
		unlink(to);
		if (i == 0 || (before[i] && !names_file(from)))
			status = copy_bytes(from, to, err);
	}
	for (size_t i = 0; i < COUNT_OF(beside); i++) {
		snprintf(from, sizeof from, "%s%s", path, beside[i]);
		after[i] = print_of(from);
	}
	*same = memcmp(before, after, sizeof before) == 0;
	return status;
}

static int
copy(const char *path, const char *dir, struct err *err)
{
	bool same = false;
	int status = OK;
	for (int i = 0; status == OK && !same && i < COPIES; i++)
		status = copy_once(path, dir, &same, err);
	if (status == OK && !same)
		status = err_set(err, ERR_BUSY,
			_("%s is being written to; close its program and try again"),
			path);
	return status;
}

static void
read_tables(struct import_database *db)
{
	sqlite3_stmt *stmt = NULL;
	const char *query = "SELECT m.name || '(' || group_concat(c.name) || ')' FROM "
			    "sqlite_master m JOIN pragma_table_info(m.name) c WHERE "
			    "m.type = 'table' GROUP BY m.name";
	if (sqlite3_prepare_v2(db->db, query, -1, &stmt, NULL) == SQLITE_OK)
		while (sqlite3_step(stmt) == SQLITE_ROW)
			buf_addf(&db->tables, "%s\n", sqlite3_column_text(stmt, 0));
	sqlite3_finalize(stmt);
}

/* Queries are about tables; a view may compute whatever it likes. */
static void
drop_views(struct import_database *db)
{
	sqlite3_stmt *stmt = NULL;
	struct buf sql = BUF_INIT(0);
	if (sqlite3_prepare_v2(db->db,
		    "SELECT name FROM sqlite_master WHERE type = 'view'", -1, &stmt,
		    NULL) == SQLITE_OK)
		while (sqlite3_step(stmt) == SQLITE_ROW) {
			char *drop = sqlite3_mprintf(
				"DROP VIEW \"%w\";", sqlite3_column_text(stmt, 0));
			buf_adds(&sql, drop ? drop : "");
			sqlite3_free(drop);
		}
	sqlite3_finalize(stmt);
	sqlite3_exec(db->db, buf_str(&sql), NULL, NULL, NULL);
	buf_done(&sql);
}

static int
count_steps(void *data)
{
	struct import_database *db = data;
	db->steps -= STEPS_AT_ONCE;
	return db->steps < 0;
}

static void
set_limits(struct import_database *db)
{
	sqlite3_db_config(db->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
#ifdef SQLITE_DBCONFIG_TRUSTED_SCHEMA
	sqlite3_db_config(db->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
#endif
	sqlite3_limit(db->db, SQLITE_LIMIT_LENGTH, (int)IMPORT_FILE_MAX);
	sqlite3_progress_handler(db->db, STEPS_AT_ONCE, count_steps, db);
	db->steps = STEPS_MAX;
}

/* Its files stay open without names, so that nothing is left of them, however the program
 * ends. */
static void
remove_copy(struct import_database *db)
{
	char path[128];
	if (!*db->dir)
		return;
	for (size_t i = 0; i < COUNT_OF(beside); i++) {
		snprintf(path, sizeof path, "%s/copy%s", db->dir, beside[i]);
		unlink(path);
	}
	snprintf(path, sizeof path, "%s/copy-shm", db->dir);
	unlink(path);
	rmdir(db->dir);
	*db->dir = '\0';
}

int
import_database_open(const char *path, struct import_database **out, struct err *err)
{
	struct import_database *db = mem_zalloc(sizeof *db);
	const char *tmp = getenv("TMPDIR");
	char name[128];
	snprintf(db->dir, sizeof db->dir, "%s/courant-XXXXXX",
		tmp && *tmp && strlen(tmp) < 40 ? tmp : "/tmp");
	int status = mkdtemp(db->dir)
			     ? OK
			     : err_set_errno(err, ERR_IO, _("cannot create %s"), db->dir);
	if (status != OK) {
		free(db);
		return status;
	}
	status = copy(path, db->dir, err);
	snprintf(name, sizeof name, "%s/copy", db->dir);
	if (status == OK &&
		sqlite3_open_v2(name, &db->db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
		status = err_set(err, ERR_INVALID, _("%s cannot be opened: %s"), path,
			db->db ? sqlite3_errmsg(db->db) : "?");
	struct stat st;
	if (status == OK) {
		db->size = stat(name, &st) == 0 ? (int64_t)st.st_size : 0;
		set_limits(db);
		read_tables(db);
		drop_views(db);
		remove_copy(db);
		*out = db;
		return OK;
	}
	import_database_close(db);
	return status;
}

void
import_database_close(struct import_database *db)
{
	if (!db)
		return;
	sqlite3_close(db->db);
	remove_copy(db);
	buf_done(&db->tables);
	free(db);
}

void
import_database_tables(struct import_database *db, struct buf *out)
{
	buf_add(out, buf_str(&db->tables), db->tables.len);
}

/* Appends the text for a {placeholder} in a query; s is after the brace. */
static const char *
add_place(const struct import_database *db, struct buf *out, const char *s)
{
	struct span rest = {s, strcspn(s, "}")}, name, yes;
	const char *end = s + rest.n, *dot = memchr(s, '.', rest.n);
	const struct span tables = {buf_str(&db->tables), db->tables.len};
	char table[64], column[64];
	span_split(&rest, '~', &name);
	bool both = span_split(&rest, '~', &yes) && rest.p;
	snprintf(table, sizeof table, "%.*s", (int)(dot - s), s);
	snprintf(
		column, sizeof column, "%.*s", (int)(name.p + name.n - dot - 1), dot + 1);
	if (import_database_has(tables, table, column))
		name = both ? yes : name;
	else
		name = both ? rest : yes;
	buf_add(out, name.p, name.n);
	return end;
}

bool
import_database_each(struct import_database *db, const char *query,
	void (*row)(void *data, const struct import_row *row), void *data)
{
	struct buf sql = BUF_INIT(0);
	struct import_row at = {NULL, db};
	for (const char *s = query; *s; s++)
		if (*s == '{')
			s = add_place(db, &sql, s + 1);
		else
			buf_addc(&sql, *s);
	int code = sqlite3_prepare_v2(db->db, buf_str(&sql), -1, &at.stmt, NULL);
	buf_done(&sql);
	db->steps = STEPS_MAX;
	db->text = db->size * TEXT_PER_BYTE + TEXT_SLACK;
	while ((code == SQLITE_OK || code == SQLITE_ROW) && db->text > 0) {
		code = sqlite3_step(at.stmt);
		db->text -= ROW_BYTES;
		if (code == SQLITE_ROW)
			row(data, &at);
	}
	sqlite3_finalize(at.stmt);
	return code == SQLITE_DONE;
}

const char *
import_row_text(const struct import_row *row, int column)
{
	const unsigned char *text = sqlite3_column_text(row->stmt, column);
	row->db->text -= sqlite3_column_bytes(row->stmt, column);
	return text ? (const char *)text : "";
}

int64_t
import_row_number(const struct import_row *row, int column)
{
	return sqlite3_column_int64(row->stmt, column);
}

#else

int
import_database_open(const char *path, struct import_database **out, struct err *err)
{
	(void)out;
	return err_set(err, ERR_INVALID,
		_("%s is a database, and this courant was built without SQLite; install "
		  "libsqlite3's development files and build it again"),
		path);
}

void
import_database_close(struct import_database *db)
{
	(void)db;
}

void
import_database_tables(struct import_database *db, struct buf *out)
{
	(void)db;
	(void)out;
}

bool
import_database_each(struct import_database *db, const char *query,
	void (*row)(void *data, const struct import_row *row), void *data)
{
	(void)db;
	(void)query;
	(void)row;
	(void)data;
	return false;
}

const char *
import_row_text(const struct import_row *row, int column)
{
	(void)row;
	(void)column;
	return "";
}

int64_t
import_row_number(const struct import_row *row, int column)
{
	(void)row;
	(void)column;
	return 0;
}

#endif
