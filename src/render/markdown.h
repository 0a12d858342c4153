/*
 * A document as CommonMark (0.30), with tables, task lists and struck out text as GitHub
 * writes them. Pure.
 */
#ifndef RENDER_MARKDOWN_H
#define RENDER_MARKDOWN_H

struct buf;
struct render_doc;

/* Appends the document, which must have been read to its end (render_layout_step was
 * true). What is read back from it has the same blocks: headings, paragraphs, quotes,
 * lists, code, rules. */
void render_markdown(const struct render_doc *doc, struct buf *out);

#endif
