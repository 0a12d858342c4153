/*
 * LMDB trusts its file: a page beyond the end of a truncated one is a SIGBUS, a page
 * number of garbage a wild pointer. So, where the file may have suffered, it is looked at
 * first, through pread and not through the map: what is missing is then a short read.
 * This needs no child process to die in our place, works beside running threads and
 * writers, and touches branch pages only, which is under 1 % of a store.
 *
 * A read transaction keeps the pages of one state from being used again while we walk
 * them. The layout is that of LMDB's data version 1 (lmdb 0.9), as its mdb.c describes
 * it; the struct members are as wide as there. A file of another version is left to LMDB.
 *
 * How long the file must be: pages at its end that belong to nobody were perhaps never
 * written, so a healthy file may be shorter than its last page number says. But then
 * each page past the end must stand in the list of free pages.
 */
#include "config.h"

#include "store/pages.h"

#include <lmdb.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "store/db.h"

#define META_MAGIC 0xBEEFC0DEu
#define META_VERSION 1u
#define PAGE_NONE SIZE_MAX
#define DEPTH_MAX 32 /* LMDB's own limit */
#define TRIES 8

enum page_flag {
	PAGE_BRANCH = 0x01,
	PAGE_LEAF = 0x02,
	PAGE_OVERFLOW = 0x04,
};

enum node_flag {
	NODE_BIG = 0x01, /* the value stands in overflow pages */
	NODE_TREE = 0x02 /* the value is a named table */
};

struct page_head {
	size_t number;
	uint16_t pad, flags;
	uint16_t lower, upper; /* overflow pages: one u32, how many there are */
};

struct node_head {
	uint16_t low, high; /* value size, or the lower bits of a page number */
	uint16_t flags;     /* or its bits 32-47 */
	uint16_t key_size;
};

struct tree {
	uint32_t pad;
	uint16_t flags, depth;
	size_t branches, leaves, overflows, entries, root;
};

struct meta {
	uint32_t magic, version;
	void *address;
	size_t map_size;
	struct tree trees[2]; /* free pages, the table of tables */
	size_t last_page, txn;
};

struct walk {
	int fd;
	size_t page_size, pages; /* whole pages that the file has */
	bool all;
	size_t free_past_end; /* counted while the list of free pages is walked */
	bool in_free_list;
	size_t visited, visit_max; /* more than the file has: a loop */
};

static bool
read_at(const struct walk *w, void *to, size_t n, size_t at)
{
	return pread(w->fd, to, n, (off_t)at) == (ssize_t)n;
}

static bool
read_page(struct walk *w, size_t number, uint8_t *page, struct page_head *head)
{
	if (number < 2 || number >= w->pages || ++w->visited > w->visit_max ||
		!read_at(w, page, w->page_size, number * w->page_size))
		return false;
	memcpy(head, page, sizeof *head);
	return head->number == number;
}

/* The node at index i of a page: its head, key and what follows, all inside the page. */
static bool
node_at(const struct walk *w, const uint8_t *page, size_t i, struct node_head *node,
	const uint8_t **value, size_t *room)
{
	uint16_t at;
	memcpy(&at, page + sizeof(struct page_head) + 2 * i, sizeof at);
	if (at < sizeof(struct page_head) || at + sizeof *node > w->page_size)
		return false;
	memcpy(node, page + at, sizeof *node);
	size_t end = (size_t)at + sizeof *node + node->key_size;
	if (end > w->page_size)
		return false;
	*value = page + end;
	*room = w->page_size - end;
	return true;
}

static bool walk_tree(struct walk *w, size_t number, size_t level, size_t depth);

/* A list of free pages: its length, then the numbers. */
static bool
take_free_list(struct walk *w, const uint8_t *value, size_t n)
{
	size_t count;
	if (n < sizeof count)
		return false;
	memcpy(&count, value, sizeof count);
	if (count > n / sizeof count - 1)
		return false;
	for (size_t i = 1; i <= count; i++) {
		size_t number;
		memcpy(&number, value + i * sizeof number, sizeof number);
		w->free_past_end += number >= w->pages;
	}
	return true;
}

static bool
check_overflow(struct walk *w, size_t number, size_t size)
{
	struct page_head head;
	if (number < 2 || number >= w->pages ||
		!read_at(w, &head, sizeof head, number * w->page_size))
		return false;
	uint32_t count;
	memcpy(&count, &head.lower, sizeof count);
	if (head.number != number || !(head.flags & PAGE_OVERFLOW) ||
		count > w->pages - number ||
		size > (size_t)count * w->page_size - sizeof head)
		return false;
	if (!w->in_free_list)
		return true;
	uint8_t *list = mem_alloc(size);
	bool good = read_at(w, list, size, number * w->page_size + sizeof head) &&
		    take_free_list(w, list, size);
	free(list);
	return good;
}

static bool
check_leaf_node(
	struct walk *w, const struct node_head *node, const uint8_t *value, size_t room)
{
	size_t size = node->low | (size_t)node->high << 16;
	if (node->flags & NODE_BIG) {
		size_t number;
		if (room < sizeof number)
			return false;
		memcpy(&number, value, sizeof number);
		return check_overflow(w, number, size);
	}
	if (size > room)
		return false;
	if (w->in_free_list)
		return take_free_list(w, value, size);
	if (!(node->flags & NODE_TREE))
		return true;
	struct tree tree;
	if (size != sizeof tree)
		return false;
	memcpy(&tree, value, sizeof tree);
	bool all = w->all;
	bool good = tree.root == PAGE_NONE || walk_tree(w, tree.root, 1, tree.depth);
	w->all = all;
	return good;
}

static bool
check_branch_node(
	struct walk *w, const struct node_head *node, size_t level, size_t depth)
{
	size_t child = node->low | (size_t)node->high << 16;
	if (sizeof child > 4)
		child |= (uint64_t)node->flags << 32;
	/* A leaf need only be there, unless all pages are wanted. */
	if (level + 1 == depth && !w->all)
		return child >= 2 && child < w->pages;
	return walk_tree(w, child, level + 1, depth);
}

static bool
walk_nodes(struct walk *w, const uint8_t *page, const struct page_head *head,
	size_t level, size_t depth)
{
	bool leaf = head->flags & PAGE_LEAF;
	if (leaf != (level == depth) || !(head->flags & (PAGE_LEAF | PAGE_BRANCH)) ||
		head->lower < sizeof *head || head->lower > head->upper ||
		head->upper > w->page_size)
		return false;
	size_t count = (head->lower - sizeof *head) / 2;
	for (size_t i = 0; i < count; i++) {
		struct node_head node;
		const uint8_t *value;
		size_t room;
		if (!node_at(w, page, i, &node, &value, &room))
			return false;
		if (!(leaf ? check_leaf_node(w, &node, value, room)
			   : check_branch_node(w, &node, level, depth)))
			return false;
	}
	return count > 0;
}

static bool
walk_tree(struct walk *w, size_t number, size_t level, size_t depth)
{
	if (depth < level || depth > DEPTH_MAX)
		return false;
	struct page_head head;
	uint8_t *page = mem_alloc(w->page_size);
	bool good = read_page(w, number, page, &head) &&
		    walk_nodes(w, page, &head, level, depth);
	free(page);
	return good;
}

static bool
walk_root(struct walk *w, const struct tree *tree)
{
	return tree->root == PAGE_NONE || walk_tree(w, tree->root, 1, tree->depth);
}

static bool
check_state(struct walk *w, const struct meta *meta)
{
	/* The table of tables is read to its leaves: they hold the roots of the rest. */
	bool all = w->all;
	if (!walk_root(w, &meta->trees[1]))
		return false;
	if (meta->last_page < w->pages && !all)
		return true;
	w->all = w->in_free_list = true;
	if (!walk_root(w, &meta->trees[0]))
		return false;
	size_t past_end = meta->last_page < w->pages ? 0 : meta->last_page + 1 - w->pages;
	return w->free_past_end >= past_end;
}

/* The meta page of state txn: there are two, written in turn. */
static bool
find_meta(const struct walk *w, size_t txn, struct meta *meta)
{
	for (size_t i = 0; i < 2; i++)
		if (read_at(w, meta, sizeof *meta,
			    i * w->page_size + sizeof(struct page_head)) &&
			meta->txn == txn)
			return true;
	return false;
}

static bool
known_layout(const struct walk *w)
{
	struct meta meta;
	return read_at(w, &meta, sizeof meta, sizeof(struct page_head)) &&
	       meta.magic == META_MAGIC && meta.version == META_VERSION &&
	       meta.trees[0].pad == w->page_size;
}

/* ERR_BUSY: writers were so quick that both meta pages are newer than our state. */
static int
check_once(struct store *store, bool all, bool *good)
{
	struct walk w = {.all = all};
	MDB_txn *txn;
	MDB_stat stat;
	struct stat file;
	struct meta meta;
	int code = store_transact_begin(store, MDB_RDONLY, &txn);
	if (code)
		return code;
	mdb_env_stat(store->env, &stat);
	mdb_env_get_fd(store->env, &w.fd);
	w.page_size = stat.ms_psize;
	*good = true;
	if (fstat(w.fd, &file) == 0 && known_layout(&w)) {
		w.pages = (size_t)file.st_size / w.page_size;
		w.visit_max = w.pages + 2;
		if (find_meta(&w, mdb_txn_id(txn), &meta))
			*good = check_state(&w, &meta);
		else
			code = ERR_BUSY;
	}
	mdb_txn_abort(txn);
	store_transact_end(store);
	return code;
}

int
store_pages_check(struct store *store, bool all, struct err *err)
{
	bool good = true;
	int code = ERR_BUSY;
	for (int i = 0; i < TRIES && code == ERR_BUSY; i++)
		code = check_once(store, all, &good);
	if (code && code != ERR_BUSY)
		return store_db_fail(store, code, err, _("cannot look at the pages"));
	if (good)
		return OK;
	return err_set(err, ERR_DAMAGED,
		_("the store %s is damaged: pages are missing or not what they should "
		  "be. It was left as it is: put a backup of %s in its place, or move "
		  "it away to begin anew"),
		store->dir, store->path);
}
