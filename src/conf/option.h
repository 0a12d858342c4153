/*
 * The options: one table, from which parsing, defaults, help, the manual page and the
 * sample file are made. conf/settings.h says how they change while the program runs.
 */
#ifndef CONF_OPTION_H
#define CONF_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"

struct options {
	/* fetching */
	char *fetch_mode;
	int64_t fetch_window, host_connections, domain_connections;
	int64_t host_gap;                                    /* ms */
	int64_t connect_timeout, timeout, low_speed_timeout; /* ms */
	int64_t body_limit;                                  /* bytes */
	int64_t redirects;
	char *user_agent, *http_headers, *login;
	bool plain_login, netrc, ocsp_staple;
	char *proxy, *ca_file, *client_cert, *client_key, *pin;
	/* schedule */
	char *strategy;
	int64_t min_interval, max_interval;           /* ms */
	int64_t cycle;                                /* ms */
	int64_t requests_per_cycle, requests_per_day; /* of all feeds; 0: no budget */
	int64_t keep_items, keep_days;                /* 0: all */
	int64_t first_unread;                         /* 0: all */
	int64_t priority; /* of a feed beside the others; 1 usual */
	bool learn_interest;
	bool auto_refresh; /* the reader polls due feeds by itself */
	/* reading */
	char *browser;      /* command line, split into words; %u is the address */
	int64_t text_width; /* columns; 0: the window's */
	bool show_read;
	bool ignore_accents, search_relevance, search_index;
	char *date_format; /* for strftime */
	/* looks */
	char *theme;
	/* general */
	char *log_level;
	char *state_dir; /* logs of states, for other machines; "" none */
};

enum option_type {
	OPTION_BOOL,
	OPTION_INT,
	OPTION_SPAN, /* a duration, stored in milliseconds */
	OPTION_SIZE, /* bytes, with k, M, G */
	OPTION_STRING,
	OPTION_CHOICE, /* a string of choices */
};

enum option_flag {
	OPTION_PER_FEED = 1 << 0, /* may stand in a feeds line or a [tag] section */
	OPTION_SECRET = 1 << 1,   /* may hold a password: masked in messages */
};

struct option {
	const char *name;
	const char *group; /* heading in the manual; NULL: the row before's */
	enum option_type type;
	const char *fallback;       /* the default, as text */
	int64_t min, max;           /* of numbers, in the stored unit */
	const char *choices;        /* "a|b|c"; "a:*" takes a time after "a:" */
	const char *brief, *detail; /* for help; for the manual */
	int flags;
	size_t offset; /* in struct options */
};

/* The table; ends with a row without name. */
extern const struct option conf_options[];
const struct option *conf_option(const char *name);

void conf_options_init(struct options *options); /* to the defaults */
void conf_options_done(struct options *options);
/* A copy of its own, to be changed for one feed; conf_options_done it. */
void conf_options_copy(struct options *to, const struct options *from);

/* Sets one option from text. ERR_INVALID with a sentence (a suggestion for an unknown
 * name, the range or the choices for a wrong value); options is then untouched. */
int conf_option_set(struct options *options, const char *name, const char *value,
	struct err *err) MUST_USE;
/* As conf_option_set, but only looks whether it would do. */
int conf_option_check(const char *name, const char *value, struct err *err) MUST_USE;
/* Its value as text that conf_option_set takes. */
void conf_option_get(
	const struct options *options, const struct option *option, struct buf *out);
/* "a|b|c" as in a row's choices, its own or those given; NULL: it is free. */
const char *conf_option_values(const struct option *option);
/* The choices of a row that another layer owns (the strategies): set by main at start-up,
 * before any thread. The text is borrowed for good. */
void conf_option_choices(const char *name, const char *choices);

#endif
