/*
 * What is special about where the store lies (case 131).
 */
#include "config.h"

#include <stdint.h>
#include <sys/param.h>
#ifdef __linux__
#include <sys/vfs.h>
#else
#include <sys/mount.h>
#endif

#include "base/attr.h"
#include "base/i18n.h"
#include "store/db.h"

/* LMDB's locks and its map hold among the processes of one computer. */
static bool
is_remote(const char *dir)
{
	struct statfs fs;
	if (statfs(dir, &fs) != 0)
		return false;
#ifdef __linux__
	/* statfs(2): NFS, SMB, CIFS, SMB2, 9P, AFS, Ceph, CODA. */
	static const uint32_t remote[] = {0x6969, 0x517b, 0xff534d42, 0xfe534d42,
		0x01021997, 0x5346414f, 0x00c36400, 0x73757245};
	for (size_t i = 0; i < COUNT_OF(remote); i++)
		if ((uint32_t)fs.f_type == remote[i])
			return true;
	return false;
#elif defined(MNT_LOCAL)
	return !(fs.f_flags & MNT_LOCAL);
#else
	return false;
#endif
}

const char *
store_notice(const struct store *store)
{
	if (store->read_only)
		return _("The store can only be read: nothing that you do is kept");
	if (is_remote(store->dir))
		return _("The store is on a network file system: let only one computer "
			 "use it at a time");
	return NULL;
}
