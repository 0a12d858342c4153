#include "config.h"

#include "unit.h"

#include "remote_rows.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>

#include "mutate.h"
#include "recorded.h"
#include "remote/quirk.h"

static void
open_session(
	struct remote_session *session, const struct remote_rows *rows, const char *quirk)
{
	remote_session_init(session, rows->backend);
	session->base = rows->base;
	session->user = rows->user;
	session->password = rows->password;
	if (rows->token)
		buf_adds(&session->token, rows->token);
	if (quirk)
		session->quirk = remote_quirk_named(rows->backend->name, quirk);
	assert_non_null(session->quirk);
}

static void
open_row(struct recorded *rec, const struct remote_told *row)
{
	if (row->file)
		recorded_open(rec, row->file);
	else
		recorded_make(rec, row->status ? row->status : 200, span_of(row->body));
}

static const char *
name_of(const struct remote_told *row)
{
	return row->file ? row->file : row->body;
}

/* ---- the recorded request is the one that is built */

/* Bodies are equal as bytes, or as JSON. */
static void
compare_bodies(const char *name, const struct buf *built, const char *sent)
{
	json_t *a = json_loads(buf_str(built), JSON_DECODE_ANY, NULL),
	       *b = sent ? json_loads(sent, JSON_DECODE_ANY, NULL) : NULL;
	bool same = (a && b && json_equal(a, b)) ||
		    strcmp(buf_str(built), sent ? sent : "") == 0;
	json_decref(a);
	json_decref(b);
	if (!same)
		fail_msg("%s: body %s, not %s", name, buf_str(built), sent);
}

static void
compare_sent(const struct recorded *rec, const struct remote_rows *rows,
	const struct remote_session *session, const struct remote_told *row)
{
	static const char *const methods[] = {"GET", "POST", "PUT", "DELETE"};
	const json_t *request = json_object_get(rec->root, "request");
	const char *path = json_string_value(json_object_get(request, "path"));
	struct remote_ask ask;
	remote_ask_init(&ask);
	if (!rows->backend->ask(session, row->step, &row->arg, &ask))
		fail_msg("%s: no such step", row->file);
	assert_string_equal(methods[ask.method],
		json_string_value(json_object_get(request, "method")));
	const char *built = strstr(buf_str(&ask.url), "://");
	built = built ? strchr(built + 3, '/') : NULL;
	assert_non_null(built);
	assert_string_equal(built, path);
	compare_bodies(row->file, &ask.body,
		json_string_value(json_object_get(request, "body")));
	remote_ask_done(&ask);
}

void
remote_rows_tell(void **state)
{
	const struct remote_rows *rows = *state;
	for (size_t i = 0; i < rows->tolds_len; i++) {
		const struct remote_told *row = &rows->tolds[i];
		struct remote_session session;
		struct recorded rec;
		open_session(&session, rows, row->quirk);
		open_row(&rec, row);
		if (row->sent)
			compare_sent(&rec, rows, &session, row);
		enum remote_verdict verdict = recorded_take(
			&rec, rows->backend, &session, row->step, &row->arg);
		if (verdict != row->verdict)
			fail_msg("row %zu, %s: verdict %d, not %d (%s)", i, name_of(row),
				verdict, row->verdict, rec.err.text);
		if (row->told && strcmp(buf_str(&rec.told), row->told) != 0)
			fail_msg("row %zu, %s: told\n%snot\n%s", i, name_of(row),
				buf_str(&rec.told), row->told);
		if (row->error && !strstr(rec.err.text, row->error))
			fail_msg("%s: said \"%s\"", name_of(row), rec.err.text);
		if (verdict != REMOTE_OK && !*rec.err.text)
			fail_msg("%s: nothing said", name_of(row));
		recorded_close(&rec);
		remote_session_done(&session);
	}
}

/* "METHOD url\nbody": headers are left out. */
static char *
without_headers(const struct remote_ask *ask)
{
	static const char *const methods[] = {"GET", "POST", "PUT", "DELETE"};
	struct buf text = BUF_INIT(0);
	buf_addf(&text, "%s %s", methods[ask->method], buf_str(&ask->url));
	if (ask->body.len > 0)
		buf_addf(&text, "\n%s", buf_str(&ask->body));
	return buf_take(&text);
}

void
remote_rows_ask(void **state)
{
	const struct remote_rows *rows = *state;
	for (size_t i = 0; i < rows->askeds_len; i++) {
		const struct remote_asked *row = &rows->askeds[i];
		struct remote_session session;
		struct remote_ask ask;
		open_session(&session, rows, row->quirk);
		remote_ask_init(&ask);
		bool has = rows->backend->ask(&session, row->step, &row->arg, &ask);
		char *text = has ? without_headers(&ask) : strdup("none");
		if (strcmp(text, row->text) != 0)
			fail_msg("row %zu: asks\n%s\nnot\n%s", i, text, row->text);
		free(text);
		remote_ask_done(&ask);
		remote_session_done(&session);
	}
}

/* ---- damage */

static enum remote_verdict
give(const struct remote_rows *rows, const struct remote_told *row, struct recorded *rec)
{
	struct remote_session session;
	open_session(&session, rows, row->quirk);
	enum remote_verdict verdict =
		recorded_take(rec, rows->backend, &session, row->step, &row->arg);
	if (verdict != REMOTE_OK && !*rec->err.text)
		fail_msg("%s: nothing said", name_of(row));
	remote_session_done(&session);
	return verdict;
}

/* A part of a JSON text is never taken for a whole one. */
static void
cut(const struct remote_rows *rows, const struct remote_told *row, bool everywhere)
{
	struct recorded rec;
	open_row(&rec, row);
	struct span whole = rec.body;
	bool json = whole.n > 0 && (whole.p[0] == '{' || whole.p[0] == '[');
	/* A copy of its own, so that reading past its end is found. */
	size_t step = everywhere ? 1 : whole.n / 64 + 1;
	for (size_t n = 0; json && n < span_trim(whole).n; n += step) {
		char *part = malloc(n + 1);
		memcpy(part, whole.p, n);
		rec.body = (struct span){part, n};
		enum remote_verdict verdict = give(rows, row, &rec);
		if (row->verdict == REMOTE_OK && verdict == REMOTE_OK && rec.status < 300)
			fail_msg("%s: %zu of %zu bytes are enough", name_of(row), n,
				whole.n);
		free(part);
	}
	rec.body = whole;
	recorded_close(&rec);
}

/* A number as a text says the same. Otherwise nothing is told of what is not there. */
static void
replace_numbers(const struct remote_rows *rows, const struct remote_told *row)
{
	struct recorded rec;
	open_row(&rec, row);
	struct span whole = rec.body;
	size_t count = mutate_numbers(whole), step = count / 40 + 1;
	for (size_t i = 0; i < count * MUTATIONS; i++) {
		if (i / MUTATIONS % step)
			continue; /* enough of a long answer */
		enum mutation mutation = (enum mutation)(i % MUTATIONS);
		char *text = mutate_number(whole, i / MUTATIONS, mutation);
		rec.body = span_of(text);
		enum remote_verdict verdict = give(rows, row, &rec);
		if (mutation == MUTATE_STRING && !row->loose && row->told &&
			(verdict != row->verdict ||
				strcmp(buf_str(&rec.told), row->told) != 0))
			fail_msg("%s: otherwise with %s:\n%s", name_of(row), text,
				buf_str(&rec.told));
		if (strstr(buf_str(&rec.told), "id \n") ||
			strstr(buf_str(&rec.told), "item  "))
			fail_msg("%s: an empty id with %s", name_of(row), text);
		free(text);
	}
	rec.body = whole;
	recorded_close(&rec);
}

/* What PHP writes before an answer takes nothing from it. */
static void
put_before(const struct remote_rows *rows, const struct remote_told *row)
{
	static const char *const befores[] = {"\xef\xbb\xbf", " \n",
		("<br />\n<b>Deprecated</b>:  Old way in <b>/x.php</b> on line "
		 "<b>3</b><br />\n"),
		"\nNotice: a in /x.php on line 3\n\nDeprecated: b in /y.php on line 4\n"};
	struct recorded rec;
	open_row(&rec, row);
	struct span whole = rec.body, trimmed = span_trim(whole);
	bool json = trimmed.n && (*trimmed.p == '{' || *trimmed.p == '[');
	bool exact =
		json && row->told && !strstr(row->told, "more "); /* the body itself */
	for (size_t i = 0; exact && i < COUNT_OF(befores); i++) {
		struct buf text = BUF_INIT(0);
		buf_adds(&text, befores[i]);
		buf_add(&text, whole.p, whole.n);
		rec.body = (struct span){buf_str(&text), text.len};
		if (give(rows, row, &rec) != row->verdict ||
			strcmp(buf_str(&rec.told), row->told) != 0)
			fail_msg("%s: otherwise behind %s:\n%s", name_of(row), befores[i],
				buf_str(&rec.told));
		buf_done(&text);
	}
	rec.body = whole;
	recorded_close(&rec);
}

static void
nest(const struct remote_rows *rows, const struct remote_told *row, struct span nested)
{
	struct recorded rec;
	recorded_make(&rec, 200, nested);
	assert_int_not_equal(give(rows, row, &rec), REMOTE_OK);
	recorded_close(&rec);
}

void
remote_rows_damage(void **state)
{
	const struct remote_rows *rows = *state;
	bool seen[REMOTE_STEPS] = {false};
	struct buf nested = BUF_INIT(0);
	while (nested.len < (size_t)4 << 20)
		buf_adds(&nested, "[{\"a\":[{\"a\":[{\"a\":[{\"a\":");
	for (size_t i = 0; i < rows->tolds_len; i++) {
		const struct remote_told *row = &rows->tolds[i];
		cut(rows, row, !seen[row->step]);
		replace_numbers(rows, row);
		put_before(rows, row);
		if (!seen[row->step])
			nest(rows, row, (struct span){nested.data, nested.len});
		seen[row->step] = true;
	}
	buf_done(&nested);
}

/* ---- every recorded exchange has its row */

static bool
is_listed(const struct remote_rows *rows, const char *file)
{
	for (size_t i = 0; i < rows->tolds_len; i++)
		if (rows->tolds[i].file && strcmp(rows->tolds[i].file, file) == 0)
			return true;
	for (size_t i = 0; rows->unasked && rows->unasked[i]; i++)
		if (strcmp(rows->unasked[i], file) == 0)
			return true;
	return false;
}

void
remote_rows_cover(void **state)
{
	const struct remote_rows *rows = *state;
	const char *srcdir = getenv("srcdir");
	for (size_t i = 0; rows->sets && rows->sets[i]; i++) {
		char path[512];
		(void)snprintf(path, sizeof path, "%s/tests/remote/recorded/%s",
			srcdir ? srcdir : ".", rows->sets[i]);
		DIR *dir = opendir(path);
		if (!dir)
			fail_msg("%s is not there", path);
		for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
			(void)snprintf(
				path, sizeof path, "%s/%s", rows->sets[i], e->d_name);
			if (e->d_name[0] != '.' && !is_listed(rows, path))
				fail_msg("%s has no row", path);
		}
		closedir(dir);
	}
}
