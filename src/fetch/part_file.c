#include "config.h"

#include "fetch/part_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#ifdef FALLOC_FL_KEEP_SIZE /* Linux */
#include <sys/vfs.h>
#endif

#include "base/buf.h"
#include "base/err.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/utf8.h"
#include "fetch/http_request.h"
#include "fetch/result.h"

#define SUFFIX ".part"
#define TMPFS 0x01021994 /* its f_type: linux/magic.h, which musl comes without */
#define NAME_BYTES 255   /* of a name on the usual file systems */
/* Bytes between checks of the free space: other programs write to the disk as well. */
#define CHECK_EVERY ((int64_t)16 << 20)
#define COMPARED 16384 /* bytes that are compared at a time */

static const char taken[] = N_("%s exists already and is not overwritten");
static const char not_plain[] = N_("%s is in the way: it is not a plain file of yours");
static const char unwritten[] = N_("cannot write %s");
static const char unread[] = N_("cannot read %s");
static const char unlike[] =
	N_("%s: this is not the file that its feed promises (integrity)");

/* Fills err with a sentence about the file called name, followed by the text of code, an
 * errno, unless that is 0. */
static int
complain(struct err *err, enum status status, const char *sentence, const char *name,
	int code)
{
	struct buf shown = BUF_INIT(0);
	utf8_clean_line(&shown, name, strlen(name), 0);
	errno = code;
	if (code)
		err_set_errno(err, status, sentence, buf_str(&shown));
	else
		err_set(err, status, sentence, buf_str(&shown));
	buf_done(&shown);
	return status;
}

static bool
is_full(int code)
{
	return code == ENOSPC || code == EDQUOT;
}

/* Fills err with why a call that writes failed, by errno. */
static int
write_failed(struct err *err, const char *name)
{
	int code = errno;
	if (is_full(code))
		return complain(err, ERR_FULL,
			_("%s: the disk is full; what has arrived is kept and can be "
			  "resumed"),
			name, 0);
	if (code == EFBIG)
		return complain(err, ERR_FULL,
			_("%s: files this large are not allowed here; what has arrived "
			  "is kept and can be resumed"),
			name, 0);
	return complain(err, ERR_IO, _(unwritten), name, code);
}

int
fetch_part_init(struct fetch_part *part, const struct fetch_file *file, struct err *err)
{
	const char *name = file->name;
	*part = (struct fetch_part){.dir = -1, .fd = -1, .keep_free = file->keep_free};
	fetch_integrity_init(&part->integrity, file->integrity);
	if (str_empty(name) || strchr(name, '/') || str_eq(name, ".") ||
		str_eq(name, "..") || strlen(name) + strlen(SUFFIX) > NAME_BYTES)
		return complain(err, ERR_INVALID,
			_("\"%s\" is not the name of a file that can be written"),
			name ? name : "", 0);
	part->dir = fcntl(file->dir, F_DUPFD_CLOEXEC, 0);
	if (part->dir < 0)
		return complain(err, ERR_IO, _(unwritten), name, errno);
	part->name = file->keep_part ? NULL : mem_strdup(name);
	part->part = mem_alloc(strlen(name) + sizeof SUFFIX);
	memcpy(part->part, name, strlen(name));
	memcpy(part->part + strlen(name), SUFFIX, sizeof SUFFIX);
	return OK;
}

void
fetch_part_close(struct fetch_part *part)
{
	if (part->fd >= 0)
		close(part->fd);
	part->fd = -1;
}

void
fetch_part_done(struct fetch_part *part)
{
	fetch_part_close(part);
	if (part->dir >= 0)
		close(part->dir);
	free(part->name);
	free(part->part);
	fetch_integrity_done(&part->integrity);
	*part = (struct fetch_part){.dir = -1, .fd = -1};
}

static bool
same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* ERR_DENIED when the final name is taken. A crash between the link and the unlink of
 * fetch_file_publish leaves one file with both names: then the part's name is removed. */
static int
look_at_name(const struct fetch_part *part, struct err *err)
{
	struct stat there, ours;
	if (!part->name || fstatat(part->dir, part->name, &there, AT_SYMLINK_NOFOLLOW))
		return OK;
	if (fstatat(part->dir, part->part, &ours, AT_SYMLINK_NOFOLLOW) == 0 &&
		same_file(&there, &ours))
		unlinkat(part->dir, part->part, 0);
	return complain(err, ERR_DENIED, _(taken), part->name, 0);
}

static int
open_or_make(const struct fetch_part *part)
{
	/* O_NONBLOCK: a FIFO of that name must not keep us waiting. */
	const int flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
	int fd = openat(part->dir, part->part, flags);
	if (fd < 0 && errno == ENOENT)
		fd = openat(part->dir, part->part, flags | O_CREAT | O_EXCL, 0600);
	return fd;
}

/* Checks that what was opened is a plain file of ours that has no other name. */
static int
look_at_part(const struct fetch_part *part, int fd, int64_t *size, struct err *err)
{
	struct stat st, there;
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_nlink > 1 ||
		st.st_uid != geteuid())
		return complain(err, ERR_DENIED, _(not_plain), part->part, 0);
	/* The previous holder of the lock may have given the file its final name. */
	if ((flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) ||
		fstatat(part->dir, part->part, &there, AT_SYMLINK_NOFOLLOW) != 0 ||
		!same_file(&st, &there))
		return complain(err, ERR_BUSY, _("%s is already being downloaded"),
			part->part, 0);
	*size = st.st_size;
	return OK;
}

int
fetch_part_open(struct fetch_part *part, struct err *err)
{
	int status = look_at_name(part, err);
	if (status != OK)
		return status;
	int fd = open_or_make(part);
	if (fd < 0 &&
		(errno == ELOOP || errno == EMLINK || errno == ENXIO || errno == EISDIR))
		return complain(err, ERR_DENIED, _(not_plain), part->part, 0);
	if (fd < 0)
		return write_failed(err, part->part);
	status = look_at_part(part, fd, &part->size, err);
	if (status != OK) {
		close(fd);
		return status;
	}
	part->checked_at = part->size;
	part->fd = fd;
	fetch_integrity_restart(&part->integrity);
	return OK;
}

int
fetch_part_clear(struct fetch_part *part, struct err *err)
{
	if (part->size > 0 && ftruncate(part->fd, 0) != 0)
		return write_failed(err, part->part);
	part->size = part->checked_at = 0;
	fetch_integrity_restart(&part->integrity);
	return OK;
}

/* Reserves the blocks of everything that is still to come, so that no other program takes
 * them. The file grows as before. Where that is not possible, checks of the free space
 * have to do; in memory (tmpfs) it would mean filling the blocks with zeros. */
static int
reserve(const struct fetch_part *part, int64_t more, struct err *err)
{
#ifdef FALLOC_FL_KEEP_SIZE
	struct statfs fs;
	if (more <= 0 || fstatfs(part->fd, &fs) != 0 || fs.f_type == TMPFS ||
		fallocate(part->fd, FALLOC_FL_KEEP_SIZE, (off_t)part->size,
			(off_t)more) == 0)
		return OK;
	return is_full(errno) ? write_failed(err, part->part) : OK;
#else
	(void)part, (void)more, (void)err;
	return OK;
#endif
}

int
fetch_part_check_space(struct fetch_part *part, int64_t total, struct err *err)
{
	struct statvfs fs;
	part->checked_at = part->size;
	/* Some file systems do not count their blocks. */
	if (fstatvfs(part->fd, &fs) != 0 || fs.f_blocks == 0 || fs.f_frsize == 0)
		return OK;
	int64_t more = total > part->size ? total - part->size : 0;
	int64_t left = fs.f_bavail > (uint64_t)INT64_MAX / fs.f_frsize
			       ? INT64_MAX
			       : (int64_t)(fs.f_bavail * fs.f_frsize);
	if (left - part->keep_free >= more)
		return reserve(part, more, err);
	return complain(err, ERR_FULL,
		_("%s: there is too little space on the disk; what has arrived is kept "
		  "and can be resumed"),
		part->part, 0);
}

/* Returns how many of the n bytes at offset `at` the file already has, and sets *same to
 * whether those are equal. */
static size_t
compare(const struct fetch_part *part, int64_t at, const char *bytes, size_t n,
	bool *same)
{
	char there[COMPARED];
	int64_t known = part->size - at;
	size_t overlap = known <= 0 ? 0 : known < (int64_t)n ? (size_t)known : n;
	*same = true;
	for (size_t done = 0; done < overlap && *same;) {
		size_t want = overlap - done < COMPARED ? overlap - done : COMPARED;
		ssize_t got = pread(part->fd, there, want, (off_t)(at + (int64_t)done));
		if (got < 0 && errno == EINTR)
			continue;
		*same = got > 0 && memcmp(there, bytes + done, (size_t)got) == 0;
		done += got > 0 ? (size_t)got : 0;
	}
	return overlap;
}

int
fetch_part_put(
	struct fetch_part *part, int64_t at, const char *bytes, size_t n, struct err *err)
{
	bool same;
	size_t done = compare(part, at, bytes, n, &same);
	if (!same)
		return complain(err, ERR_DAMAGED,
			_("%s: the server now has another version of it"), part->part, 0);
	while (done < n) {
		ssize_t wrote =
			pwrite(part->fd, bytes + done, n - done, (off_t)part->size);
		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote < 0)
			return write_failed(err, part->part);
		/* What was here before is read when the file is complete. */
		if (part->integrity.size == part->size)
			fetch_integrity_add(
				&part->integrity, bytes + done, (size_t)wrote);
		done += (size_t)wrote;
		part->size += wrote;
	}
	if (part->keep_free > 0 && part->size - part->checked_at >= CHECK_EVERY)
		return fetch_part_check_space(part, -1, err);
	return OK;
}

/* Reads what was not added while it was written, and compares the sum. */
static int
check_integrity(struct fetch_part *part, struct err *err)
{
	struct fetch_integrity *integrity = &part->integrity;
	char bytes[COMPARED];
	while (integrity->sums && integrity->size < part->size) {
		ssize_t got =
			pread(part->fd, bytes, sizeof bytes, (off_t)integrity->size);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return complain(err, ERR_IO, _(unread), part->part, errno);
		fetch_integrity_add(integrity, bytes, (size_t)got);
	}
	if (fetch_integrity_fits(integrity))
		return OK;
	int status = fetch_part_clear(part, err);
	return status == OK ? complain(err, ERR_DAMAGED, _(unlike), part->part, 0)
			    : status;
}

int
fetch_part_finish(struct fetch_part *part, struct err *err)
{
	int status = check_integrity(part, err);
	if (status != OK)
		return status;
	if (fsync(part->fd) != 0)
		return write_failed(err, part->part);
	if (!part->name) {
		fetch_part_close(part);
		return OK;
	}
	/* The lock is kept until the end, so that nobody resumes it in between. */
	status = fetch_file_publish(part->dir, part->part, part->name, err);
	fetch_part_close(part);
	return status;
}

/* Whether link failed because the file system, such as FAT, has no hard links. */
static bool
has_no_links(int code)
{
	static const int codes[] = {EPERM, EOPNOTSUPP, ENOTSUP, ENOSYS, EMLINK};
	for (size_t i = 0; i < COUNT_OF(codes); i++)
		if (codes[i] == code)
			return true;
	return false;
}

/* Renames without a link. A file of that name made by somebody else between the two calls
 * would be lost. */
static int
move(int dir, const char *part, const char *name)
{
	struct stat st;
	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0) {
		errno = EEXIST;
		return -1;
	}
	return renameat(dir, part, dir, name);
}

/* A part is for its owner alone; others may read what is complete, if our umask lets
 * them. It can only be asked for by changing it, which other threads would notice, so
 * where /proc does not have it, the file stays as it is. */
static void
share(int dir, const char *part)
{
	struct buf text = BUF_INIT(0);
	static const char name[] = "\nUmask:";
	const char *line = NULL;
	if (file_read("/proc/self/status", &text, NULL) == OK)
		line = strstr(buf_str(&text), name);
	if (line)
		(void)!fchmodat(dir, part,
			0644 & ~(mode_t)strtoul(line + sizeof name - 1, NULL, 8), 0);
	buf_done(&text);
}

int
fetch_file_publish(int dir, const char *part, const char *name, struct err *err)
{
	share(dir, part);
	int code = linkat(dir, part, dir, name, 0);
	if (code == 0)
		unlinkat(dir, part, 0);
	else if (has_no_links(errno))
		code = move(dir, part, name);
	if (code == 0) {
		fsync(dir);
		return OK;
	}
	if (errno == EEXIST)
		return complain(err, ERR_DENIED, _(taken), name, 0);
	return write_failed(err, name);
}
