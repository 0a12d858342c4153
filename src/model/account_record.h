/*
 * What is kept of an account of a feed server, and of its feeds, from one sync to the
 * next. Times are wall time of this machine where nothing else is said.
 */
#ifndef MODEL_ACCOUNT_RECORD_H
#define MODEL_ACCOUNT_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An account of a feed server. */
struct account_record {
	char *key;  /* 16 hexadecimal digits: the same on every machine */
	char *name; /* as the config calls it */
	char *protocol, *url, *user;
	char *server, *version; /* the quirk's name; NULL: unknown */
	char *token, *edit;     /* of the session: secret */
	int64_t synced;         /* the last whole sync began then, by our clock */
	int64_t full;           /* and the last that read all lists */
	int64_t since;          /* by the server's clock: when that one began */
	int64_t tried;          /* the last attempt */
	int64_t rest;      /* no attempt before then; INT64_MAX: until the user acts */
	char *why;         /* why it rests or failed, a sentence; NULL: it did not */
	uint64_t overview; /* hash of the last overview */
	uint32_t failures; /* in a row */
	bool paused;
	bool first;             /* the first sync is done */
	bool few;               /* the last list of feeds had less than half of them */
	int64_t left[2], reset; /* requests, one more than are left; 0: no limit */
	uint64_t here;          /* hash of its feeds here */
	uint32_t epoch;         /* how often that changed */
	int64_t max;            /* how many items there was room for; 0: not known */
	char **labels;          /* of items: those that both sides agreed on */
	size_t labels_len;
	char **hidden; /* ids of feeds that the server's lists of all items leave out */
	size_t hidden_len;
};

/* A feed of an account, as the server had it when both sides last agreed. */
struct remotefeed_record {
	char *id, *url, *title, *site;
	char **folders;
	size_t folders_len;
	/* Of a podcast: its feed here, if both sides followed it at the last sync; 0:
	 * only the server follows it. */
	uint32_t feed;
	bool left; /* of a podcast with a feed here: the server no longer lists it, and
		      the user has to decide */
};

#endif
