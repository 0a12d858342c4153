/*
 * A format: how its files are recognised by their content, and read.
 */
#ifndef IMPORT_FORMAT_H
#define IMPORT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct import_list;

/* How many bytes of a file are used to recognise its format: of a file that the user
 * names, and of one that was found in a directory. What identifies the format may come
 * after a long text. */
#define IMPORT_HEAD_NAMED ((size_t)4 << 20)
#define IMPORT_HEAD ((size_t)64 << 10)
#define IMPORT_FILE_MAX ((size_t)256 << 20)

/* The beginning of a file, and its name. */
struct import_probe {
	const char *path;
	const char *name;   /* the last part of the path */
	const char *parent; /* the part before, or "" */
	struct span head;
	const char *only;   /* the program that the user named; NULL: none */
	bool named;         /* by the user, not found in a directory */
	struct span tables; /* of a database: "table(column,column…)", one a line */
};

enum import_flag {
	/* Many programs write such files: one in a directory counts only if the directory
	 * has no file in a format of a single program, and never at a usual place. */
	IMPORT_COMMON = 1 << 0,
	IMPORT_CONFIG = 1 << 1, /* options, keys, colours: read only on request */
	/* The file is read as it is; all others are UTF-8 before they are read. */
	IMPORT_DECODES = 1 << 2,
};

struct import_format {
	const char *program; /* as --from takes it */
	const char *title;   /* for people */
	int rank;            /* files of a program are read in this order */
	int flags;           /* enum import_flag */
	/* Is it one? */
	bool (*known)(const struct import_probe *probe);
	/* Adds the content to the list. For a database, bytes is empty. */
	void (*read)(struct import_list *list, const char *path, struct span bytes);
};

/* Ends with a row without a program. The first row that recognises a file reads it. */
extern const struct import_format import_formats[];

/* Where programs have their files: a directory or a file, with $HOME, $XDG_CONFIG_HOME
 * and $XDG_DATA_HOME. What is found at one place of a program is not looked for at its
 * later ones, which may be of an older version. Ends with a row without a program. */
struct import_place {
	const char *program, *path;
};
extern const struct import_place import_places[];

#endif
