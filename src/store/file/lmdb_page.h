/*
 * Pages of a data file, read with pread and not through a map, so that the worst that a
 * damaged file can cause is a short read. The layout is that of LMDB's data version 1
 * (lmdb 0.9), as its mdb.c describes it, and the members have the same width.
 */
#ifndef STORE_FILE_LMDB_PAGE_H
#define STORE_FILE_LMDB_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PAGE_MAGIC 0xBEEFC0DEu
#define PAGE_VERSION 1u
#define PAGE_METAS 2       /* meta pages at the beginning of a file */
#define PAGE_NONE SIZE_MAX /* the root of an empty tree */
#define PAGE_DEPTH_MAX 32  /* LMDB's own limit */

enum page_flag {
	PAGE_BRANCH = 0x01,
	PAGE_LEAF = 0x02,
	PAGE_OVERFLOW = 0x04,
	PAGE_IN_MEMORY = 0xc010, /* of pages being written; without meaning here */
};

enum page_node_flag {
	NODE_BIG = 0x01, /* the value is in overflow pages */
	NODE_TREE = 0x02 /* the value is a named table */
};

struct page_head {
	size_t number;
	uint16_t pad, flags;
	uint16_t lower, upper; /* in overflow pages: one u32, their number */
};

struct page_node_head {
	/* Size of the value, or the lower bits of a page number. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	uint16_t high, low;
#else
	uint16_t low, high;
#endif
	uint16_t flags; /* or bits 32 to 47 of the page number */
	uint16_t key_size;
};

struct page_tree {
	uint32_t pad;
	uint16_t flags, depth;
	size_t branches, leaves, overflows, entries, root;
};

struct page_meta {
	uint32_t magic, version;
	void *address;
	size_t map_size;
	struct page_tree trees[2]; /* free pages; the table of tables */
	size_t last_page, txn;
};

struct page_file {
	int fd;
	size_t page_size, pages;   /* pages: whole pages in the file */
	size_t visited, visit_max; /* visiting more pages than there are means a loop */
};

/* A node of a page that was read. */
struct page_node {
	struct page_node_head head;
	const uint8_t *key, *value;
	size_t room; /* from value to the end of the page */
};

bool store_file_page_at(const struct page_file *file, void *to, size_t n, size_t at);
/* Reads meta page i, 0 or 1. False if it does not have the known layout. */
bool store_file_page_meta(const struct page_file *file, size_t i, struct page_meta *meta);
/* Finds the size of a page from one of the meta pages. False if neither is usable. */
bool store_file_page_size(struct page_file *file);
/* Reads a branch or leaf page, page_size bytes. False if it is not there or of another
 * kind. */
bool store_file_page_read(
	struct page_file *file, size_t number, uint8_t *page, struct page_head *head);
/* The number of nodes in a page. False if its head makes no sense, or belongs to a kind
 * of page that our tables do not have. */
bool store_file_page_nodes(
	const struct page_file *file, const struct page_head *head, size_t *len);
/* Node i. False if it is not completely inside the page. */
bool store_file_page_node(const struct page_file *file, const uint8_t *page, size_t i,
	struct page_node *node);
/* For a branch page: the number of the page below. For a leaf: the length of the
 * value. */
size_t store_file_page_child(const struct page_node *node);
size_t store_file_page_value(const struct page_node *node);
/* Finds the pages of a long value of `size` bytes; *at is where it begins in the file.
 * False if they are not there. */
bool store_file_page_overflow(const struct page_file *file, const struct page_node *node,
	size_t size, size_t *at);

#endif
