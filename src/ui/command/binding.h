/*
 * What keys do: those of the chosen preset, changed by the bind lines of the config. A
 * binding is a sequence of keys in a context and one or several commands. No sequence
 * begins with another one of the same context, so that no key has to wait for a time-out.
 * Pure.
 */
#ifndef UI_COMMAND_BINDING_H
#define UI_COMMAND_BINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "conf/key.h"

struct config_words;
struct ui_command;

#define UI_CHAIN_MAX 8 /* commands of a binding */

/* A command with its argument, which may be NULL. */
struct ui_act {
	const struct ui_command *command;
	char *arg;
};

struct ui_binding {
	int section; /* 0: everywhere; otherwise for the tag sections[section - 1] */
	int context; /* one bit */
	uint32_t keys[CONF_KEYS_MAX];
	size_t len;
	struct ui_act acts[UI_CHAIN_MAX];
	size_t acts_len; /* 0: the keys do nothing in this section */
	char *text;      /* what it does, from the bind line; NULL: as its command says */
	bool own;        /* from a bind line */
	bool spare;      /* of courant's keys, since the preset leaves them free */
	int rank;        /* the smaller, the earlier it is shown */
};

struct ui_bindings {
	struct ui_binding **list; /* by section, context and keys */
	size_t len, cap;
	char **sections; /* tags that have bindings of their own */
	size_t sections_len, sections_cap;
	int preset;
	int ranks; /* given so far */
};

/* The choices of the option keys, in its order; preset: one of them by name. */
enum ui_preset {
	UI_KEYS_COURANT,
	UI_KEYS_NEWSBOAT,
	UI_KEYS_VIM,
	UI_PRESETS,
};
enum ui_preset ui_preset(const char *name);

void ui_bindings_init(struct ui_bindings *bindings, enum ui_preset preset);
void ui_bindings_done(struct ui_bindings *bindings);

/* Binds keys to acts, which are copied, in contexts of a section, or unbinds them if
 * there is none. Bindings of the same keys give way, and longer ones if they are spare.
 * ERR_INVALID, and nothing is changed, if the keys would never be complete. */
int ui_bindings_put(struct ui_bindings *bindings, const struct ui_binding *binding,
	int contexts, struct err *err) MUST_USE;
/* The number of a tag's section. */
int ui_bindings_section(struct ui_bindings *bindings, const char *tag);

/* Applies a bind line: CONTEXT KEYS COMMAND [ARGUMENT…] [; COMMAND…] [-- TEXT]; the
 * command "none" unbinds the keys. ERR_INVALID, and nothing is changed, if it is
 * faulty. */
int ui_bindings_line(struct ui_bindings *bindings, const struct config_words *line,
	struct err *err) MUST_USE;

/* The bindings of a section and context that begin with the keys: returns their number,
 * and where the first of them is in the list. */
size_t ui_bindings_range(const struct ui_bindings *bindings, int section, int context,
	const uint32_t *keys, size_t len, size_t *from);
/* The binding of exactly these keys; NULL: none. */
const struct ui_binding *ui_bindings_find(const struct ui_bindings *bindings, int section,
	int context, const uint32_t *keys, size_t len);
/* Appends the names of a command's keys in a context, at most max (0: all), separated by
 * blanks. */
void ui_bindings_keys(const struct ui_bindings *bindings, int context,
	const struct ui_command *command, size_t max, struct buf *out);
/* What a binding does, in one line; "": what its commands say. */
const char *ui_binding_brief(const struct ui_binding *binding);
/* Appends what a binding runs: "mark-read ; next-unread". */
void ui_binding_words(const struct ui_binding *binding, struct buf *out);

/* alias.c */
/* The command with this name, which is one of the table, a unique prefix of one, or
 * newsboat's; *arg: an argument that goes with the name, or NULL. NULL, with a sentence
 * that names similar ones, if there is none. prefix: whether prefixes count. */
const struct ui_command *
ui_alias(const char *name, bool prefix, const char **arg, struct err *err);
/* The same for a name typed after `:`, where prefixes count and vim's own name goes
 * before that of a command. */
const struct ui_command *ui_alias_typed(
	enum ui_preset preset, const char *name, const char **arg, struct err *err);
/* Whether a line is newsboat's: bind-key, macro …, or bind KEYS DIALOGS OPERATION…. */
bool ui_alias_foreign(const struct config_words *line);
/* The bind line that does what such a line says, in arena; NULL: there is none. */
const char *ui_alias_line(struct arena *arena, const struct config_words *line);

#endif
