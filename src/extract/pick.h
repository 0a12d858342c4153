/*
 * Where in a page the article is. Private to extract.
 */
#ifndef EXTRACT_PICK_H
#define EXTRACT_PICK_H

#include <stddef.h>
#include <stdint.h>

struct extract_tree;

/* Nodes: whole holds the article, body its text. What is in whole but not in body may be
 * an author's name, a first picture or notes, but is other things as well. */
struct extract_pick {
	uint32_t whole, body;
};

struct extract_pick extract_pick(const struct extract_tree *tree);

#endif
