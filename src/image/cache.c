#include "config.h"

#include "image/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/vec.h"
#include "image/limits.h"
#include "image/raster.h"

#define FILE_MAX (64 + 3 * (size_t)IMAGE_SIDE_MAX * IMAGE_SIDE_MAX)

static char *
directory(const char *store_path)
{
	return file_beside(store_path, "pictures");
}

static char *
path_of(const char *store_path, const char *url)
{
	char name[40] = "", *dir = directory(store_path);
	struct hash128 hash = hash128(url, strlen(url));
	for (size_t i = 0; i < sizeof hash.bytes; i++)
		snprintf(name + 2 * i, 3, "%02x", hash.bytes[i]);
	char *path = file_join(dir, name);
	free(dir);
	return path;
}

bool
image_cache_read(const char *store_path, const char *url, struct buf *bytes,
	struct image_raster *raster)
{
	struct buf read = BUF_INIT(FILE_MAX);
	char *path = path_of(store_path, url);
	bool ok = file_read(path, &read, NULL) == OK &&
		  image_raster_read((struct span){read.data, read.len}, raster) == OK;
	free(path);
	if (!ok) {
		buf_done(&read);
		return false;
	}
	*bytes = read;
	return true;
}

/* ---- how much there is */

/* Without this, a limit of bytes would let a feed fill the directory with tiny ones. */
static uint64_t
on_disk(uint64_t bytes)
{
	return (bytes + 4095) / 4096 * 4096;
}

struct kept {
	char *name;
	int64_t size, used; /* bytes; when it came, in seconds */
};

static int
compare_kept(const void *a, const void *b)
{
	const struct kept *x = a, *y = b;
	return x->used < y->used ? -1 : x->used > y->used;
}

static size_t
list(int dir, struct kept **out, uint64_t *bytes)
{
	struct kept *kept = NULL;
	size_t len = 0, cap = 0;
	int fd = dup(dir);
	DIR *entries = fd >= 0 ? fdopendir(fd) : NULL;
	struct stat st;
	*bytes = 0;
	for (struct dirent *entry; entries && (entry = readdir(entries));) {
		if (fstatat(dir, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
			!S_ISREG(st.st_mode))
			continue;
		uint64_t size = on_disk((uint64_t)st.st_size);
		*VEC_PUSH(kept, len, cap) = (struct kept){
			mem_strdup(entry->d_name), (int64_t)size, st.st_mtime};
		*bytes += size;
	}
	if (entries)
		closedir(entries);
	*out = kept;
	return len;
}

uint64_t
image_cache_trim(const char *store_path, uint64_t most, bool dry)
{
	struct kept *kept;
	uint64_t all, gone = 0;
	char *path = directory(store_path);
	int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(path);
	if (dir < 0)
		return 0;
	size_t len = list(dir, &kept, &all);
	if (len)
		qsort(kept, len, sizeof *kept, compare_kept);
	for (size_t i = 0; i < len; i++) {
		if (all - gone > most && (dry || unlinkat(dir, kept[i].name, 0) == 0))
			gone += (uint64_t)kept[i].size;
		free(kept[i].name);
	}
	free(kept);
	close(dir);
	return gone;
}

/* ---- keeping */

/* Readers of the file check that it is complete, so nothing waits for the disk. */
static bool
write_file(const char *path, const struct buf *bytes)
{
	struct buf name = BUF_INIT(0);
	buf_addf(&name, "%s.new", path);
	char *new = buf_take(&name);
	int fd = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	bool ok = fd >= 0 && file_write_all(fd, bytes->data, bytes->len);
	if (fd >= 0)
		ok &= close(fd) == 0;
	ok = ok && rename(new, path) == 0;
	if (!ok && fd >= 0)
		unlink(new);
	free(new);
	return ok;
}

int
image_cache_keep(const char *store_path, const char *url, const struct buf *bytes,
	uint64_t most, struct err *err)
{
	char *dir = directory(store_path), *path = path_of(store_path, url);
	uint64_t size = on_disk(bytes->len);
	int status = file_make_dirs(dir, err);
	if (status == OK) {
		image_cache_trim(store_path, most > size ? most - size : 0, false);
		if (!write_file(path, bytes))
			status = err_set_errno(err, ERR_IO, _("cannot write %s"), path);
	}
	free(dir);
	free(path);
	return status;
}
