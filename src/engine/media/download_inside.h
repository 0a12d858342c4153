/*
 * What the files of downloads share.
 */
#ifndef ENGINE_MEDIA_DOWNLOAD_INSIDE_H
#define ENGINE_MEDIA_DOWNLOAD_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/map.h"
#include "engine/job/job.h"
#include "model/episode_record.h"

struct arena;
struct engine;

struct fetch_progress;
struct fetch_result;
struct media_command;
struct media_tries;
struct options;

/* Seconds until a disk that is full or not mounted is tried again. */
#define ENGINE_MEDIA_DISK_WAIT (10 * TIME_MINUTE)

/* A download under way. */
struct media_run {
	uint64_t item, tag;            /* tag: of its job */
	struct media_command *command; /* NULL: it is that job's; else there is none */
	char *site;                    /* as by engine_media_site */
	int64_t from;                  /* bytes when it began, */
	int64_t size;                  /* as last reported, and */
	int64_t stored;                /* as last stored */
	int64_t stored_ms;             /* when: mono time */
	int64_t total;                 /* likewise; 0: unknown */
	/* Of media-limit (limit.c): the bytes that it may have; whether it has begun to
	 * come, and whether it needs more than there is. */
	int64_t granted;
	bool begun, over;
};

/* Files that were removed, and not reported yet. */
struct media_removed {
	size_t len, unplayed; /* unplayed: of them */
	int64_t size;
	int64_t reported; /* when it last was */
};

struct engine_media {
	bool on;            /* works off what waits */
	bool once;          /* until nothing is left */
	bool reread;        /* look at the rows in the next step */
	int64_t reread_ms;  /* mono time of the next look; INT64_MAX: none */
	bool idle;          /* the next look is not worth waking up for */
	int64_t tick_ms;    /* … of the next progress */
	int64_t clean;      /* when to look again for files that nobody needs */
	bool failed;        /* of this round, one has failed */
	bool dir_reported;  /* the user knows that the directory cannot be used, */
	bool full_reported; /* … or that the disk is full */
	bool away;          /* the directory is not mounted, as last reported */
	/* What was found when there was no room for a file: how much all take, and how
	 * much could be freed. It saves looking at all files again for each of those
	 * that do not fit either. used -1: unknown, since something may have changed. */
	struct {
		int64_t used, spare;
	} full;
	struct media_removed removed;
	struct media_tries *tries;
	struct map refusals; /* of ranges: how many, by site */
	struct media_run *runs;
	size_t len, cap;
};

/* Begins with a struct engine_job. */
struct media_job {
	struct engine_job job;
	uint64_t item;
	bool hop; /* the address is where redirects led last */
};

/* download.c: stores a row that this process has claimed, or deletes it (gone). Failures
 * are reported: the claim ends with its time. */
bool engine_media_row_put(struct engine *engine, uint64_t item,
	const struct download_record *record, bool claimed, bool gone);
/* start.c: sends the request of a row that was claimed by this process. *run: what runs
 * now, with a site; NULL there: the file was here already. ERR_BUSY: not now, and
 * `record` says why and when (store it). */
int engine_media_start(struct engine *engine, int dir, uint64_t item,
	struct download_record *record, struct arena *arena, struct media_run *run,
	struct err *err) MUST_USE;
/* answer.c: of the class of its jobs */
extern const struct engine_job_class engine_media_class;
/* command.c: starts the command that options name, which writes NAME.part in a folder;
 * most: the largest size allowed, in bytes. ERR_BUSY: an earlier command is still writing
 * it. */
int engine_media_command_start(struct engine *engine, const struct options *options,
	int folder, const char *name, const struct download_record *record, int64_t most,
	struct media_command **out, struct err *err) MUST_USE;
/* The largest size allowed from now on, in bytes. */
void engine_media_command_limit(struct media_command *command, int64_t most);
/* Bytes that have come. */
int64_t engine_media_command_size(struct media_command *command);
/* Whether it has ended, or had to be stopped: then *out says how, and owns nothing. */
bool engine_media_command_ended(
	struct media_command *command, struct fetch_result *out) MUST_USE;
/* Milliseconds until that is to be checked again. */
int64_t engine_media_command_wait(const struct media_command *command);
/* Stops it if it runs; what has come stays. NULL is accepted. */
void engine_media_command_free(struct media_command *command);

/* ---- tries.c */

struct media_tries *engine_media_tries_new(void);
void engine_media_tries_free(struct media_tries *tries);
/* Remembers a try that is over. why: it failed; NULL: it did not. */
void engine_media_tries_put(struct engine *engine, uint64_t item,
	const struct fetch_result *answer, const struct download_record *record,
	const char *why);

/* ---- */

/* settle.c: does what a claimed row wants that is not fetching, or the next step of that;
 * r->next says when more is due. *gone: the row is over, too. */
int engine_media_settle(struct engine *engine, int dir, uint64_t item,
	struct download_record *record, bool *gone, struct err *err) MUST_USE;

/* ---- runs.c */

/* Adds a run to the list, which owns its pointers from then on. */
void engine_media_run_add(struct engine *engine, const struct media_run *run);
/* Takes a run out of the list. How many bytes were here when it began. */
int64_t engine_media_run_end(struct engine *engine, uint64_t item);
/* Stops the item's, if there is one. What has come stays, as does the claim. */
void engine_media_run_stop(struct engine *engine, uint64_t item);
void engine_media_runs_done(struct engine *engine);
/* Does one of them come from there, too? */
bool
engine_media_runs_use(const struct engine *engine, const struct download_record *record);
/* Only one download at a time comes from a site: for the item that a listener awaits, the
 * others from there stop, and continue later. */
void engine_media_runs_give_way(
	struct engine *engine, uint64_t awaited, const struct download_record *record);
/* Ends what the user no longer wants. */
void engine_media_runs_drop_unwanted(struct engine *engine);
/* False: its request has yet to begin. */
bool engine_media_run_progress(const struct engine *engine, const struct media_run *run,
	struct fetch_progress *out);
/* Reports and stores progress when it is due. */
void engine_media_runs_step(struct engine *engine);

/* ---- limit.c */

/* Bytes of all files that are here or in the trash, of all parts, and of what comes now,
 * except of one item (0: of all). */
int64_t engine_media_used(struct engine *engine, uint64_t except);
/* Shares the room that media-limit leaves among the runs: whenever they may have changed.
 */
void engine_media_limit_share(struct engine *engine);

/* ---- removed.c */

/* Reports what was removed since the last report. */
void engine_media_removed_tell(struct engine *engine);
/* Files were removed (len may be 0): reports that when it is time to. */
void engine_media_removed_add(
	struct engine *engine, size_t len, size_t unplayed, int64_t size);

/* ---- sites.c */

/* Whose servers the file comes from: the registrable domain to which redirects led last,
 * or else of its address; where there is none, the host. free() it. */
char *engine_media_site(const struct download_record *record);
/* Notes that its site sent all of a file, although a part was asked for. */
void
engine_media_site_refused(struct engine *engine, const struct download_record *record);
/* Whether that has happened often enough not to ask it for parts any more. */
bool engine_media_site_refuses(
	const struct engine *engine, const struct download_record *record);

/* ---- */

/* When to try again after this many failures; TIME_NONE: not without the user. */
int64_t engine_media_retry(int tries, bool missing, int64_t now);
/* Tells the user how a download is going. status: of its last try; text: why it failed;
 * NULL: it did not. */
void engine_media_tell(struct engine *engine, uint64_t item,
	const struct download_record *record, int status, const char *text);

#endif
