/*
 * Feeds that are named on a command line, each word for one.
 */
#ifndef CLI_PICK_H
#define CLI_PICK_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "cli/choose.h"

struct cli;
struct store_feed_duplicate;

struct cli_pick {
	struct arena arena;
	struct store_feed *feeds; /* all that have a line */
	size_t feeds_len;
	struct cli_choice choice; /* those picked, each once */
	struct store_feed_duplicate
		*twins; /* once read: feeds that moved to where others are */
	size_t twins_len;
};

/* Reads the feeds. cli_pick_done in any case. */
int cli_pick_begin(struct cli_pick *pick, struct cli *cli, struct err *err) MUST_USE;
void cli_pick_done(struct cli_pick *pick);
/* Reads the twins. */
int cli_pick_twins(struct cli_pick *pick, struct cli *cli, struct err *err) MUST_USE;
/* The feed with that id, NULL: none with a line. */
const struct store_feed *cli_pick_feed(const struct cli_pick *pick, uint32_t id);
/* Picks by number or address exactly, else by a part of the title. ERR_NOT_FOUND: there
 * is none such; ERR_INVALID: there are several. *feed is NULL for one that was picked
 * before. */
int cli_pick_one(struct cli_pick *pick, const char *word, const struct store_feed **feed,
	struct err *err) MUST_USE;

/* What to call a feed: its title, else its address without secrets; beside another that
 * is called the same, its address. */
const char *cli_pick_name(struct cli_pick *pick, const struct store_feed *feed);
const char *cli_pick_name_beside(struct cli_pick *pick, const struct store_feed *feed,
	const struct store_feed *other);
/* Picks one that is known already. */
void cli_pick_add(struct cli_pick *pick, uint32_t feed);

#endif
