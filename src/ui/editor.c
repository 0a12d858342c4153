/*
 * The user's editor, on the feeds file at the line of a feed, and on the config file.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/str.h"
#include "conf/feeds.h"
#include "conf/settings.h"
#include "conf/words.h"
#include "store/feed/feed.h"
#include "ui/core/setup.h"
#include "ui/core/ui.h"
#include "ui/loop.h"
#include "ui/outside/outside.h"
#include "ui/ui_inside.h"

#define FEEDS_FILE_MAX ((size_t)64 << 20)

static const char *
editor(void)
{
	const char *visual = getenv("VISUAL"), *plain = getenv("EDITOR");
	return !str_empty(visual) ? visual : !str_empty(plain) ? plain : "vi";
}

/* Appends a path as one word of a command line. */
static void
put_path(struct buf *out, const char *path)
{
	buf_addc(out, '\'');
	for (; *path; path++)
		if (*path == '\'')
			buf_adds(out, "'\\''");
		else if (*path == '%')
			buf_adds(out, "%%");
		else
			buf_addc(out, *path);
	buf_addc(out, '\'');
}

static bool
edit_file(struct ui *ui, const char *path, size_t line)
{
	struct buf command = BUF_INIT(0);
	buf_adds(&command, editor());
	if (line) /* vi, emacs, nano, joe, micro … understand this */
		buf_addf(&command, " +%zu", line);
	buf_addc(&command, ' ');
	put_path(&command, path);
	bool good = ui_outside_run_plain(ui, buf_str(&command), UI_RUN_ATTACHED, NULL);
	buf_done(&command);
	return good;
}

/* The line of the feeds file that begins with an address; 0: none. */
static size_t
line_of(const char *path, const char *url)
{
	struct buf file = BUF_INIT(FEEDS_FILE_MAX);
	size_t number = 0, found = 0, n = strlen(url);
	int status = file_read(path, &file, NULL);
	struct span rest = conf_lines(file.data, status == OK ? file.len : 0), line;
	while (!found && conf_line(&rest, &line)) {
		number++;
		if (line.n && line.p[0] == '"')
			line = (struct span){line.p + 1, line.n - 1};
		if (line.n >= n && memcmp(line.p, url, n) == 0 &&
			(line.n == n || strchr(" \t\"", line.p[n])))
			found = number;
	}
	buf_done(&file);
	return found;
}

void
ui_edit_feeds(struct ui *ui, const char *arg)
{
	struct ui_target target = {0};
	const struct ui_view *view = ui->focus;
	(void)arg;
	if (view->class->target)
		view->class->target(ui, ui->focus, &target);
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, target.feed);
	const char *path = ui->setup->feeds_path;
	if (edit_file(ui, path, feed ? line_of(path, feed->url) : 0))
		engine_reload_feeds(ui->engine);
}

void
ui_edit_config(struct ui *ui, const char *arg)
{
	if (!ui->settings->path)
		ui_status_say(&ui->status, false, _("No config file is in use"));
	else if (edit_file(ui, ui->settings->path, 0))
		ui_config_reload(ui, arg);
}
