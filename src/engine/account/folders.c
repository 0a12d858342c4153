/*
 * Folders of a server. Here a folder is its path, a name in which slashes nest where the
 * server nests; at the server it may be a number.
 */
#include "config.h"

#include "engine/account/account_inside.h"
#include "remote/quirk.h"

#define DEPTH_MAX 32 /* folders in folders; more than that is a cycle */

/* A folder of the server, in the sync's arena. */
struct account_folder {
	struct span id, name, parent;
};

void
engine_account_folder_add(struct account *a, const struct remote_folder *folder)
{
	struct account_folder *to = arena_alloc(&a->arena, sizeof *to);
	*to = (struct account_folder){arena_span(&a->arena, folder->id),
		arena_span(&a->arena, folder->name),
		arena_span(&a->arena, folder->parent)};
	*map_put(&a->folders, to->id.p, to->id.n) = to;
}

/* Adds the path, the outermost folder first. Where folders nest, a slash in a name is not
 * a level; where they don't, tag_of takes care of it. */
static void
put_path(struct account *a, struct buf *out, struct span id, int depth)
{
	const struct account_folder *folder = map_get(&a->folders, id.p, id.n);
	struct span name = folder ? folder->name : id;
	bool nested = a->session.quirk->flags & REMOTE_NESTED;
	if (folder && folder->parent.n > 0 && depth < DEPTH_MAX) {
		put_path(a, out, folder->parent, depth + 1);
		buf_addc(out, '/');
	}
	for (size_t i = 0; i < name.n; i++)
		if (nested && name.p[i] == '/')
			buf_adds(out, ENGINE_ACCOUNT_SLASH);
		else
			buf_addc(out, name.p[i]);
}

char *
engine_account_folder_path(struct account *a, struct span id)
{
	struct buf path = BUF_INIT(0);
	put_path(a, &path, id, 0);
	char *out = arena_strndup(&a->arena, buf_str(&path), path.len);
	buf_done(&path);
	return out;
}

/* The folder with this path, or NULL. */
static const struct account_folder *
find(struct account *a, const char *path)
{
	for (size_t i = 0; i < a->folders.count; i++) {
		const struct account_folder *folder = a->folders.entries[i].value;
		if (str_eq(engine_account_folder_path(a, folder->id), path))
			return folder;
	}
	return NULL;
}

struct span
engine_account_folder_id(struct account *a, const char *path)
{
	const struct account_folder *folder = path && *path ? find(a, path) : NULL;
	return folder ? folder->id : span_of(path);
}

bool
engine_account_folder_missing(struct account *a, const char *path)
{
	struct remote_ask ask;
	const struct remote_arg arg = {.title = span_of(path)};
	if (!path || !*path || a->session.quirk->flags & REMOTE_FOLDERS_MADE ||
		find(a, path))
		return false;
	remote_ask_init(&ask);
	bool can = a->backend->ask(&a->session, REMOTE_MAKE_FOLDER, &arg, &ask);
	remote_ask_done(&ask);
	return can;
}
