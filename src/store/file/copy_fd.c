/*
 * Data are synced to the disk in pieces. Syncing a large file at its end would take most
 * of the time, without progress and without reacting to signals.
 */
#include "config.h"

#include "store/file/copy_fd.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/mem.h"

#define CHUNK ((size_t)1 << 20)
#define PIECE ((uint64_t)32 << 20)

static bool
go_on(const struct copy_progress *progress, uint64_t done)
{
	return !progress->go_on || progress->go_on(progress->data, done);
}

static int
sync_now(int to)
{
	return fsync(to) == 0 ? 0 : errno;
}

int
store_file_copy_fd(int from, int to, const struct copy_progress *progress)
{
	char *bytes = mem_alloc(CHUNK);
	uint64_t done = 0, synced = 0;
	int code = go_on(progress, 0) ? 0 : ECANCELED;
	while (!code) {
		ssize_t n = read(from, bytes, CHUNK);
		if (n == 0)
			break;
		if (n > 0) {
			code = file_write_all(to, bytes, (size_t)n) ? 0 : errno;
			done += (uint64_t)n;
		} else if (errno != EINTR) {
			code = errno;
		}
		if (!code && done - synced >= PIECE) {
			code = sync_now(to);
			synced = done;
		}
		if (!code && !go_on(progress, done))
			code = ECANCELED;
	}
	free(bytes);
	if (!code)
		code = sync_now(to);
	return code || go_on(progress, done) ? code : ECANCELED;
}

int
store_file_copy_stopped(struct err *err)
{
	return err_set(err, ERR_CANCELLED, _("stopped; nothing was changed"));
}
