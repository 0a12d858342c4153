/*
 * Case 122 with the whole program. Commands are killed at any moment of a refresh, of
 * what a user does, and of maintenance. Afterwards the store opens and is sound to the
 * last entry and counter. What was acknowledged (the command ended well) is there; after
 * a command that was killed, each item is as it was before, or as it was to be.
 *
 * CRASH_KILLS is the number of deaths (50), CRASH_SEED the seed. make crash does a
 * thousand.
 */
#include "config.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/str.h"
#include "base/time.h"
#include "chance.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/open.h"
#include "unit/store_helper.h"
#include "unit/unit.h"

#define KILLS 50
#define FEEDS 4
#define SHOWN 24 /* items of a document */
#define ITEMS_MAX 30000
#define TITLE 16
#define ARGS 16
#define GONE (-1) /* flags of an item that gc deleted: it never comes back */

struct seen {
	char title[TITLE];
	uint64_t id;
	int flags;
};

struct state {
	struct seen *list; /* by title */
	size_t len;
};

struct rig {
	struct fixture store; /* to look at it between commands */
	char dir[200];
	char backup[256];
	int published[FEEDS]; /* items, so far */
	struct state now, saved;
	bool have_backup;
	int64_t took[16]; /* microseconds that each kind of command takes */
	struct chance chance;
	int kills, whole;
};

/* ---- Looking at the store */

static int
by_title(const void *a, const void *b)
{
	return strcmp(((const struct seen *)a)->title, ((const struct seen *)b)->title);
}

static const struct seen *
find(const struct state *state, const char *title)
{
	struct seen key = {.id = 0};
	snprintf(key.title, sizeof key.title, "%s", title);
	return state->len ? bsearch(&key, state->list, state->len, sizeof key, by_title)
			  : NULL;
}

static int
flags_of(const struct state *state, const char *title)
{
	const struct seen *seen = find(state, title);
	return seen ? seen->flags : GONE;
}

/* Opens the store, checks all of it and reads what the user sees. */
static struct state
look(struct rig *r)
{
	static const struct store_scope all = {STORE_ALL, 0, NULL};
	struct state state = {calloc(ITEMS_MAX, sizeof *state.list), 0};
	struct store_key *keys = calloc(ITEMS_MAX, sizeof *keys);
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct err err = {0};
	int status = store_open(&r->store.store, r->store.dir, &err);
	if (status)
		print_error("%s\n", err.text);
	assert_int_equal(status, OK);
	assert_sound(&r->store);
	assert_int_equal(store_view_begin(r->store.store, &view, NULL), OK);
	assert_int_equal(
		store_item_keys(&view, &all, NULL, keys, ITEMS_MAX, &state.len), OK);
	for (size_t i = 0; i < state.len; i++) {
		struct store_item item;
		assert_int_equal(store_item(&view, keys[i].id, &arena, &item), OK);
		state.list[i].id = item.id;
		state.list[i].flags = item.flags;
		snprintf(state.list[i].title, TITLE, "%s", item.title);
		arena_reset(&arena);
	}
	store_view_end(&view);
	store_close(r->store.store);
	arena_done(&arena);
	free(keys);
	if (state.len)
		qsort(state.list, state.len, sizeof *state.list, by_title);
	return state;
}

static struct state
copy(const struct state *from)
{
	struct state state = {calloc(ITEMS_MAX, sizeof *state.list), from->len};
	if (from->len)
		memcpy(state.list, from->list, from->len * sizeof *from->list);
	return state;
}

static void
add(struct state *state, const char *title, uint64_t id, int flags)
{
	assert_true(state->len < ITEMS_MAX);
	struct seen *seen = &state->list[state->len++];
	snprintf(seen->title, TITLE, "%s", title);
	seen->id = id;
	seen->flags = flags;
}

static void
sort(struct state *state)
{
	qsort(state->list, state->len, sizeof *state->list, by_title);
}

/* ---- The commands */

enum action {
	REFRESH,
	MARK_ALL,
	UNREAD,
	STAR,
	TAG,
	UNDO,
	GC,
	COMPACT,
	BACKUP,
	RESTORE,
	ACTIONS,
};

static const char *const names[ACTIONS] = {"refresh", "mark all", "unread", "star", "tag",
	"undo", "gc", "compact", "backup", "restore"};

static void
write_document(struct rig *r, int feed)
{
	struct buf text = BUF_INIT(0);
	char path[300];
	int last = r->published[feed], first = last > SHOWN ? last - SHOWN : 0;
	buf_adds(&text, "<rss version=\"2.0\"><channel><title>feed</title>");
	for (int i = last; i-- > first;)
		buf_addf(&text,
			"<item><guid>%d.%05d</guid><title>%d.%05d</title>"
			"<description>%0*d</description></item>",
			feed, i, feed, i, 50 + i * 37 % 3000, 7);
	buf_adds(&text, "</channel></rss>");
	snprintf(path, sizeof path, "%s/feed%d.xml", r->dir, feed);
	assert_int_equal(file_write(path, text.data, text.len, 0600, NULL), OK);
	buf_done(&text);
}

/* Adds new items to the documents. `to` gets what a complete refresh makes of `from`. */
static void
publish(struct rig *r, struct state *to)
{
	size_t had = to->len;
	for (int feed = 0; feed < FEEDS; feed++) {
		r->published[feed] += (int)chance_draw(&r->chance, 9);
		write_document(r, feed);
		int last = r->published[feed];
		for (int i = last > SHOWN ? last - SHOWN : 0; i < last; i++) {
			char title[TITLE];
			const struct state before = {to->list, had};
			snprintf(title, sizeof title, "%d.%05d", feed, i);
			if (!find(&before, title))
				add(to, title, 0, ITEM_UNREAD);
		}
	}
	sort(to);
}

/* Some items get flags and others lose them; their ids go to args. */
static int
choose(struct rig *r, struct state *to, char numbers[][24], const char **args, int most,
	int set, int clear)
{
	int n = 0;
	for (int tries = 0; to->len && n < most && tries < 100; tries++) {
		struct seen *seen = &to->list[chance_draw(&r->chance, (uint32_t)to->len)];
		if (seen->flags == GONE)
			continue;
		seen->flags = (seen->flags | set) & ~clear;
		snprintf(numbers[n], sizeof numbers[n], "%llu",
			(unsigned long long)seen->id);
		args[n] = numbers[n];
		n++;
	}
	args[n] = NULL;
	return n;
}

static pid_t
start(struct rig *r, const char *const *args, int *alive)
{
	int ends[2];
	char program[512];
	const char *argv[ARGS + 4] = {"courant", "-C", r->dir};
	const char *builddir = getenv("builddir");
	snprintf(program, sizeof program, "%s/src/courant", builddir ? builddir : ".");
	for (size_t i = 0; args[i]; i++)
		argv[3 + i] = args[i];
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		int null = open("/dev/null", O_RDWR);
		dup2(null, 0);
		dup2(null, 1);
		if (!getenv("CRASH_SHOW"))
			dup2(null, 2);
		close(ends[0]);
		execv(program, (char **)(uintptr_t)argv);
		_exit(127);
	}
	assert_true(child > 0);
	close(ends[1]);
	/* Becomes readable when the process ends, which closes the other end. */
	*alive = ends[0];
	return child;
}

/* Kills it after after_us; less than 0: never. Returns the exit status, or -1 if it was
 * killed. */
static int
run(struct rig *r, const char *const *args, int64_t after_us)
{
	int alive, code;
	pid_t child = start(r, args, &alive);
	struct pollfd wait = {alive, POLLIN, 0};
	struct timespec time = {after_us / 1000000, after_us % 1000000 * 1000};
	if (after_us >= 0 && ppoll(&wait, 1, &time, NULL) == 0)
		kill(child, SIGKILL);
	assert_int_equal(waitpid(child, &code, 0), child);
	close(alive);
	if (WIFSIGNALED(code)) {
		assert_int_equal(WTERMSIG(code), SIGKILL);
		return -1;
	}
	assert_int_not_equal(WEXITSTATUS(code), 127);
	return WEXITSTATUS(code);
}

/* ---- What must hold afterwards */

static void
fail_item(enum action action, bool killed, const char *title, int before, int wanted,
	int found)
{
	print_error("%s, %s: item %s was %d, to be %d, is %d\n", names[action],
		killed ? "killed" : "done", title, before, wanted, found);
	fail();
}

/* Each item as before or as wanted; all as wanted when it was done; and for what is one
 * step, all of them alike. Tells whether any is as before that was to change. */
static bool
compare(struct rig *r, enum action action, bool killed, const struct state *wanted,
	const struct state *found)
{
	size_t old = 0, new = 0;
	for (size_t i = 0; i < wanted->len; i++) {
		const char *title = wanted->list[i].title;
		int before = flags_of(&r->now, title), to = wanted->list[i].flags,
		    is = flags_of(found, title);
		/* gc may delete items that are read and not marked. */
		bool taken = action == GC && is == GONE &&
			     !(before & (ITEM_UNREAD | ITEM_STARRED | ITEM_TAGGED));
		if (is != to && !taken && (!killed || is != before))
			fail_item(action, killed, title, before, to, is);
		if (before != to) {
			old += is == before;
			new += is == to;
		}
	}
	if (action == RESTORE && old && new)
		fail_msg("half restored");
	for (size_t i = 0; i < found->len; i++)
		if (!find(wanted, found->list[i].title))
			fail_item(action, killed, found->list[i].title, GONE, GONE,
				found->list[i].flags);
	return old > 0;
}

/* Only the test knows what is gone. */
static struct state
remember(const struct state *known, struct state found)
{
	size_t had = found.len;
	for (size_t i = 0; i < known->len; i++) {
		const struct state before = {found.list, had};
		if (!find(&before, known->list[i].title))
			add(&found, known->list[i].title, 0, GONE);
	}
	sort(&found);
	return found;
}

/* The undo may be partial. Redo must bring everything back. */
static void
redo_all(struct rig *r)
{
	static const char *const redo[] = {"undo", "--redo", NULL};
	int status;
	while ((status = run(r, redo, -1)) == 0)
		;
	assert_int_equal(status, 1);
}

struct round {
	enum action action;
	const char *args[ARGS];
	char numbers[ARGS][24];
	struct state wanted;
};

static void
prepare(struct rig *r, struct round *round)
{
	static const struct {
		const char *args[4];
		int set, clear; /* for items whose ids follow */
	} lines[ACTIONS] = {
		[REFRESH] = {{"refresh"}, 0, 0},
		[MARK_ALL] = {{"mark", "is:unread"}, 0, 0},
		[UNREAD] = {{"mark", "--unread"}, ITEM_UNREAD, 0},
		[STAR] = {{"star"}, ITEM_STARRED, 0},
		[TAG] = {{"tag", "later"}, ITEM_TAGGED, 0},
		[UNDO] = {{"undo"}, 0, 0},
		[GC] = {{"-o", "keep-items=15", "gc"}, 0, 0},
		[COMPACT] = {{"compact"}, 0, 0},
		[BACKUP] = {{"backup"}, 0, 0},
		[RESTORE] = {{"restore"}, 0, 0},
	};
	enum action action = round->action;
	int n = 0;
	for (; n < 4 && lines[action].args[n]; n++)
		round->args[n] = lines[action].args[n];
	round->wanted = copy(action == RESTORE ? &r->saved : &r->now);
	if (action == BACKUP || action == RESTORE)
		round->args[n++] = r->backup;
	round->args[n] = NULL;
	if (lines[action].set)
		choose(r, &round->wanted, round->numbers, round->args + n, 6,
			lines[action].set, lines[action].clear);
	if (action == REFRESH)
		publish(r, &round->wanted);
	for (size_t i = 0; action == MARK_ALL && i < round->wanted.len; i++)
		if (round->wanted.list[i].flags != GONE)
			round->wanted.list[i].flags &= ~ITEM_UNREAD;
	/* Restoring undoes everything since the backup. */
	for (size_t i = 0; action == RESTORE && i < r->now.len; i++)
		if (!find(&r->saved, r->now.list[i].title))
			add(&round->wanted, r->now.list[i].title, 0, GONE);
	sort(&round->wanted);
}

static void
clear_copies(struct rig *r)
{
	char path[300];
	for (int i = 1; i <= 2; i++) {
		snprintf(path, sizeof path, "%s/before-restore-%d.mdb", r->store.dir, i);
		unlink(path);
	}
}

static void
play(struct rig *r, enum action action)
{
	struct round round = {.action = action};
	if ((action == RESTORE && !r->have_backup) || (action != REFRESH && !r->now.len))
		return;
	prepare(r, &round);
	if (action > MARK_ALL && action <= TAG && !round.numbers[0][0]) {
		free(round.wanted.list);
		return;
	}
	/* Most of the time passes before the first write. One in five runs to its end. */
	int64_t after =
		r->took[action]
			? r->took[action] / 4 + chance_draw(&r->chance,
							(uint32_t)r->took[action] * 4 / 5)
			: -1;
	int64_t began = time_mono_us();
	int status = run(r, round.args, after);
	bool killed = status < 0;
	/* On a busy machine commands take longer than before, and would all be killed too
	 * early. */
	if (killed)
		r->took[action] += r->took[action] / 20;
	else
		r->took[action] = time_mono_us() - began;
	r->kills += killed;
	r->whole += !killed;
	/* There may be nothing to mark. */
	bool nothing = status == 3 && action == MARK_ALL;
	if (!killed && status != 0 && !nothing && action != UNDO)
		fail_msg("%s ended with %d", names[action], status);
	if (action == UNDO)
		redo_all(r);
	struct state found = look(r);
	bool left = compare(r, action, killed, &round.wanted, &found);
	if (action == BACKUP) {
		/* When it was killed, it left either the old file or the new one. */
		if (killed)
			assert_int_equal(run(r, round.args, -1), 0);
		free(r->saved.list);
		r->saved = copy(&r->now);
		r->have_backup = true;
	}
	/* Items that a restore took back may come again. */
	const struct state *known = action != RESTORE ? &round.wanted
				    : left            ? &r->now
						      : &r->saved;
	const struct state before_it = r->now; /* known may be that */
	r->now = action == REFRESH ? found : remember(known, found);
	free(before_it.list);
	if (action == REFRESH)
		for (size_t i = 0, had = found.len; i < round.wanted.len; i++) {
			const struct state before = {r->now.list, had};
			if (round.wanted.list[i].flags == GONE &&
				!find(&before, round.wanted.list[i].title))
				add(&r->now, round.wanted.list[i].title, 0, GONE);
		}
	sort(&r->now);
	free(round.wanted.list);
	clear_copies(r);
}

static int
set_up(void **state)
{
	struct rig *r = calloc(1, sizeof *r);
	struct buf lines = BUF_INIT(0);
	char path[300];
	const char *tmp = getenv("TMPDIR");
	snprintf(r->dir, sizeof r->dir, "%s/courant-crash.XXXXXX", tmp ? tmp : "/tmp");
	*state = r;
	if (!mkdtemp(r->dir))
		return -1;
	snprintf(r->store.dir, sizeof r->store.dir, "%s/store", r->dir);
	snprintf(r->backup, sizeof r->backup, "%s/copy.mdb", r->dir);
	for (int i = 0; i < FEEDS; i++)
		buf_addf(&lines, "file://%s/feed%d.xml\n", r->dir, i);
	snprintf(path, sizeof path, "%s/feeds", r->dir);
	if (file_write(path, lines.data, lines.len, 0600, NULL) != OK)
		return -1;
	buf_done(&lines);
	r->chance = chance_begin(7);
	r->now.list = calloc(ITEMS_MAX, sizeof *r->now.list);
	return 0;
}

static int
tear_down(void **state)
{
	static const char *const files[] = {"store/data.mdb", "store/lock.mdb",
		"store/clean", "store/compact.mdb", "store/restore/data.mdb",
		"store/restore/lock.mdb", "store/restore/clean", "store/restore", "store",
		"feeds", "log", "copy.mdb", "copy.mdb.part", "feed0.xml", "feed1.xml",
		"feed2.xml", "feed3.xml"};
	struct rig *r = *state;
	char path[300];
	clear_copies(r);
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		snprintf(path, sizeof path, "%s/%s", r->dir, files[i]);
		if (unlink(path) != 0)
			rmdir(path);
	}
	rmdir(r->dir);
	free(r->now.list);
	free(r->saved.list);
	free(r);
	return 0;
}

static void
killed_at_any_moment_nothing_is_lost(void **state)
{
	struct rig *r = *state;
	/* Refreshes and actions of users are frequent, maintenance is rarer. */
	static const enum action plan[] = {REFRESH, STAR, REFRESH, MARK_ALL, UNDO,
		REFRESH, BACKUP, TAG, UNREAD, COMPACT, REFRESH, GC, STAR, MARK_ALL, UNDO,
		RESTORE};
	int kills = chance_kills(KILLS);
	for (size_t i = 0; r->kills < kills; i++) {
		unit_goes_on();
		play(r, plan[i % COUNT_OF(plan)]);
	}
	/* At the end, one complete refresh has everything that was published. */
	struct round last = {.action = REFRESH};
	prepare(r, &last);
	assert_int_equal(run(r, last.args, -1), 0);
	struct state found = look(r);
	compare(r, REFRESH, false, &last.wanted, &found);
	free(found.list);
	free(last.wanted.list);
	print_message("# %d commands killed, %d ran to their end\n", r->kills, r->whole);
}

int
main(void)
{
	fixture_in_memory();
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			killed_at_any_moment_nothing_is_lost, set_up, tear_down),
	};
	return UNIT_RUN(tests);
}
