/*
 * newsboat's settings of a service (urls-source and what belongs to it) as a section
 * [account newsboat]. A password that is written there is not imported.
 */
#ifndef IMPORT_NEWSBOAT_ACCOUNT_H
#define IMPORT_NEWSBOAT_ACCOUNT_H

#include <stdbool.h>

struct import_line;
struct import_list;

#define IMPORT_SERVICE_LINES 32

struct import_newsboat_account {
	const char *source; /* NULL: none, or the feeds file */
	int line;           /* that says so */
	struct {
		const char *name, *value;
	} lines[IMPORT_SERVICE_LINES]; /* that may belong to it */
	int len;
};

/* True: the line is about a service. */
bool import_newsboat_account_take(struct import_newsboat_account *account,
	struct import_list *list, const struct import_line *line);
/* At the end, as it begins a section. */
void import_newsboat_account_put(
	const struct import_newsboat_account *account, struct import_list *list);
/* If the config is not imported: remarks how to set up the account here. */
void import_newsboat_account_remark(
	const struct import_newsboat_account *account, struct import_list *list);

#endif
