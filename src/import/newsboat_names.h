/*
 * What podboat calls the files of episodes (download-path, download-filename-format), as
 * our option media-name.
 */
#ifndef IMPORT_NEWSBOAT_NAMES_H
#define IMPORT_NEWSBOAT_NAMES_H

struct import_line;
struct import_list;

/* Puts the option. The folders of a path begin at its first %. A line without words is
 * missing. */
void import_newsboat_names(struct import_list *list, const struct import_line *path,
	const struct import_line *names);

#endif
