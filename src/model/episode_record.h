/*
 * What is stored of an episode besides its item: how far it was listened to, and its
 * file.
 */
#ifndef MODEL_EPISODE_RECORD_H
#define MODEL_EPISODE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "model/claim_record.h"

/* How far an item was listened to. Times of the media are in milliseconds. */
struct listen_record {
	int64_t position, duration; /* 0: from the start; unknown */
	int64_t heard;              /* in all */
	bool played;                /* to its end */
	bool broke;                 /* the file ended before its end */
	int64_t before;        /* the position that was lost when it was marked played */
	uint64_t anchor;       /* hash of the chapter's title at the position, and */
	int64_t anchor_offset; /* its distance from the chapter's start; 0: none */
	int32_t speed;         /* percent; 0: as the options say */
	char *enclosure;       /* the address that the user chose; NULL: media_pick */
	int64_t started, sampled; /* when it was last started, and last stored */
	int64_t server_time; /* a server's time of it, of a clock ahead of this one */
	int64_t jumped;      /* where the last long jump began; 0: there was none */
};

enum download_state {         /* stored */
	DOWNLOAD_WAITING = 0, /* until its time, or being fetched: then it is claimed */
	DOWNLOAD_HELD = 1,    /* by the user */
	DOWNLOAD_FAILED = 2,  /* needs the user */
	DOWNLOAD_HERE = 3,    /* whole, under its name */
	DOWNLOAD_DROPPED = 4, /* to the trash, for a day */
};

/* A file that is wanted, or here. */
struct download_record {
	int32_t state;
	char *url, *type; /* of the enclosure, as the feed last named it */
	char *path;       /* below the directory of media, without ".part"; NULL: none */
	char *error;      /* why the last try failed; NULL: it did not */
	int64_t size;     /* bytes that are here */
	int64_t total;    /* bytes in all; 0: unknown */
	char *validator;  /* of what is here */
	char *hop;        /* where redirects led last; NULL: nowhere else */
	int64_t hop_time;
	char *via; /* the servers that redirected, "a.example, b.example"; NULL: none */
	int64_t asked, next, done; /* last wanted; next to be worked on; complete */
	int32_t tries, status;     /* failed in a row; HTTP status of the last one */
	int64_t failing;  /* since when tries have failed; TIME_NONE: they have not */
	int32_t was;      /* state before it was dropped or held */
	int32_t restarts; /* how often what was here was of no use */
	bool afresh;      /* its server's ranges are unreliable */
	bool foreign;     /* its file was not written by us: never deleted */
	bool trashed;     /* its file is in the trash */
	bool automatic;   /* the user did not ask for it */
	bool chosen;      /* the user chose this enclosure */
	int64_t promised; /* its size by the feed, when wanted; 0: unknown */
	/* Another version. While this one is being fetched, it is the earlier one, which
	 * stays where it is; once this one is here, what the user can exchange it for:
	 * the worker moves it to the trash for a day. NULL: there is none. */
	char *former, *former_url;
	int64_t former_promised, former_size;
	uint64_t former_device, former_inode; /* inode 0: only a part of it was here */
	bool former_trashed;                  /* it is in the trash, until `next` */
	uint64_t device, inode;               /* of the file, or of its part */
	struct claim_record claim; /* of the process that fetches it; pid 0: none */
};

enum player_state { /* stored */
	PLAYER_NONE = 0,
	PLAYER_STARTING = 1, /* mpv is started, or a file is being loaded */
	PLAYER_PLAYING = 2,
	PLAYER_PAUSED = 3,
	PLAYER_WAITING = 4, /* for more of the file */
};

/* What is played, as other processes see it. */
struct player_record {
	int32_t state;
	uint64_t item;
	int64_t position, duration; /* milliseconds; duration 0: unknown */
	int64_t at;                 /* when it was there, in seconds */
	int32_t speed;              /* percent */
	bool other;                 /* by another player than mpv */
	struct claim_record claim;  /* of the process that plays */
};

#endif
