/*
 * What classes, roles and other attributes say an element is for. Private to extract.
 */
#ifndef EXTRACT_CLASS_H
#define EXTRACT_CLASS_H

struct extract_tree;

/* Sets the traits DROPPED, BODY, KEPT, MAIN and COMMENTS of all nodes. Sums and weights
 * must be there, and the weights are worked out again. */
void extract_class_read(struct extract_tree *tree);

#endif
