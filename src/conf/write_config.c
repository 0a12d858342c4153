#include "config.h"

#include "conf/write_config.h"

#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/str.h"
#include "conf/config_file.h"
#include "conf/option.h"
#include "conf/words.h"

/* Whether a line sets the option. */
static bool
sets(struct span line, const char *name)
{
	const char *equals = line.n ? memchr(line.p, '=', line.n) : NULL;
	return equals &&
	       span_eq(span_trim((struct span){line.p, (size_t)(equals - line.p)}), name);
}

static void
put_line(struct buf *out, struct span line)
{
	buf_add(out, line.p, line.n);
	buf_addc(out, '\n');
}

/* Puts a statement before all sections; name, if there is one, is an option, and the
 * lines that set it are replaced. */
static int
put(const char *path, const char *name, struct span statement, struct err *err)
{
	struct buf old = BUF_INIT(CONF_FILE_MAX), new = BUF_INIT(0);
	int status = file_read(path, &old, err);
	if (status != OK && status != ERR_NOT_FOUND)
		goto out;
	struct span rest = {buf_str(&old), old.len}, line;
	bool section = false, done = false;
	while (span_split(&rest, '\n', &line)) {
		struct span text = span_trim(line);
		section |= text.n && text.p[0] == '[';
		if (section && !done) { /* options of all feeds are before it */
			put_line(&new, statement);
			done = true;
		}
		if (!section && name && sets(text, name)) {
			if (!done)
				put_line(&new, statement);
			done = true;
		} else if (line.n || rest.n) {
			put_line(&new, line);
		}
	}
	if (!done)
		put_line(&new, statement);
	status = file_write(path, new.data, new.len, 0600, err);
out:
	buf_done(&old);
	buf_done(&new);
	return status;
}

int
conf_write_option(const char *path, const char *name, const char *value, struct err *err)
{
	struct buf line = BUF_INIT(0);
	int status = conf_option_check(name, value, err);
	if (status != OK)
		return status;
	buf_addf(&line, "%s = ", name);
	conf_value_format(&line, value);
	status = put(path, name, (struct span){line.data, line.len}, err);
	buf_done(&line);
	return status;
}

int
conf_write_statement(const char *path, const char *statement, struct err *err)
{
	return put(path, NULL, span_of(statement), err);
}
