/*
 * Case 126 with the whole program: the store's file is damaged by chance in every way
 * that disks and people do, and all commands are run on it, one after the other, each
 * with other arguments every time (tests/faults/lines.sh prints them). None hangs, none
 * dies without saying so, and after a repair that succeeded the store is sound.
 *
 * CRASH_KILLS is the number of stores (12), CRASH_SEED the seed. make crash does a
 * thousand.
 */
#include "config.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/str.h"
#include "base/time.h"
#include "chance.h"
#include "unit/unit.h"

#define STORES 12
#define FEEDS 6
#define ITEMS 60
#define PAGE 4096
#define CPU_S 30    /* a command that takes more than that does not end */
#define WAIT_S 600  /* nor does one that waits so long, on however busy a machine */
#define STOP_MS 100 /* what runs until it is stopped */
#define ARGS 8

struct rig {
	char dir[200], data[256], command[512];
	struct buf sound; /* the store's file, undamaged */
	struct buf file;  /* and damaged */
	struct buf feeds;
	struct buf lines; /* command lines, each of which ends with '\0' */
	struct chance chance;
	size_t crashes, repaired, given_up;
};

/* ---- running courant */

/* The exit status, or 128 and the signal; what it said on standard error goes to *said.
 */
static int
run(const struct rig *r, const char *const *args, struct buf *said)
{
	const char *argv[ARGS + 4] = {r->command, "-C", r->dir};
	char path[256];
	for (size_t i = 0; args[i]; i++)
		argv[3 + i] = args[i];
	snprintf(path, sizeof path, "%s/said", r->dir);
	pid_t pid = fork();
	if (pid == 0) {
		const struct rlimit none = {0, 0}, time = {CPU_S, 2 * CPU_S};
		int null = open("/dev/null", O_RDWR), err;
		err = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
		dup2(null, 0);
		dup2(null, 1);
		dup2(err, 2);
		setrlimit(RLIMIT_CORE, &none);
		setrlimit(RLIMIT_CPU, &time);
		alarm(WAIT_S);
		execv(r->command, (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	int status;
	bool stopped =
		str_eq(args[0], "daemon") || (args[1] && str_eq(args[1], "--follow"));
	if (stopped) {
		poll(NULL, 0, STOP_MS);
		kill(pid, SIGTERM);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (stopped && WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM)
		status = 0; /* it had not begun */
	buf_clear(said);
	assert_int_equal(file_read(path, said, NULL), OK);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void
write_file(const struct rig *r, const char *name, const struct buf *text)
{
	char path[256];
	snprintf(path, sizeof path, "%s/%s", r->dir, name);
	assert_int_equal(
		file_write(path, text->data ? text->data : "", text->len, 0600, NULL),
		OK);
}

static void
write_feeds(struct rig *r)
{
	struct buf lines = BUF_INIT(0), feed = BUF_INIT(0);
	char name[32];
	for (int i = 0; i < FEEDS; i++) {
		buf_clear(&feed);
		buf_addf(
			&feed, "<rss version=\"2.0\"><channel><title>Feed %d</title>", i);
		for (int k = 0; k < ITEMS; k++) {
			buf_addf(&feed,
				"<item><guid>%d-%d</guid><title>Item %d</title>"
				"<description>",
				i, k, k);
			for (int w = 0; w < 40 + k * 6; w++)
				buf_addf(&feed, "word%d ", (w * 7 + k * 31 + i) % 997);
			buf_adds(&feed, "</description></item>");
		}
		buf_adds(&feed, "</channel></rss>");
		snprintf(name, sizeof name, "feed%d.xml", i);
		write_file(r, name, &feed);
		buf_addf(&lines, "file://%s/%s tag%d\n", r->dir, name, i % 2);
	}
	write_file(r, "feeds", &lines);
	write_file(r, "feed.xml", &feed);
	buf_add(&r->feeds, lines.data, lines.len);
	buf_clear(&lines);
	buf_adds(&lines, "player = false\n");
	write_file(r, "config", &lines);
	buf_done(&lines);
	buf_done(&feed);
}

static const char *const refresh[] = {"refresh", NULL};

static void
make_store(struct rig *r)
{
	static const char *const used[][ARGS] = {
		{"star", "feed:\"Feed 1\"", NULL},
		{"tag", "kept", "feed:\"Feed 2\"", NULL},
		{"mark", "feed:\"Feed 3\"", NULL},
		{"backup", "copy.mdb", NULL},
		{"state", "export", "states", NULL},
		{"export", "--traces", "trace", NULL},
		{"export", "--newsboat", "list", NULL},
	};
	struct buf said = BUF_INIT(0);
	write_feeds(r);
	assert_int_equal(run(r, refresh, &said), 0);
	for (size_t i = 0; i < COUNT_OF(used); i++)
		assert_int_equal(run(r, used[i], &said), 0);
	assert_int_equal(file_read(r->data, &r->sound, NULL), OK);
	assert_true(r->sound.len > (size_t)60 * PAGE);
	buf_done(&said);
}

/* ---- damage */

static size_t
draw(struct rig *r, size_t below)
{
	return chance_draw(&r->chance, (uint32_t)below);
}

static char *
page(struct rig *r, struct buf *file)
{
	return file->data + draw(r, file->len / PAGE) * PAGE;
}

static void
scribble(struct rig *r, char *to, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = (char)draw(r, 256);
}

static void
one_byte(struct rig *r, struct buf *file)
{
	scribble(r, file->data + draw(r, file->len), 1);
}

static void
meta_byte(struct rig *r, struct buf *file)
{
	scribble(r, file->data + draw(r, 2) * PAGE + draw(r, 152), 1);
}

static void
zeroed(struct rig *r, struct buf *file)
{
	memset(page(r, file), 0, PAGE);
}

static void
random_page(struct rig *r, struct buf *file)
{
	scribble(r, page(r, file), PAGE);
}

static void
misplaced(struct rig *r, struct buf *file)
{
	memmove(page(r, file), page(r, file), PAGE);
}

static void
cut(struct rig *r, struct buf *file)
{
	buf_cut(file, draw(r, file->len));
}

static void
cut_at_page(struct rig *r, struct buf *file)
{
	buf_cut(file, draw(r, file->len / PAGE) * PAGE);
}

static void
many_zeroed(struct rig *r, struct buf *file)
{
	for (int i = 0; i < 20; i++)
		zeroed(r, file);
}

/* The page's head: number, flags, bounds, and the first places of nodes. */
static void
heads(struct rig *r, struct buf *file)
{
	for (int i = 0; i < 4; i++)
		scribble(r, page(r, file) + draw(r, 24), 2);
}

/* Nodes of a page lead somewhere else, which may be a circle. */
static void
circle(struct rig *r, struct buf *file)
{
	for (int i = 0; i < 8; i++) {
		char *at = page(r, file);
		uint16_t number = (uint16_t)draw(r, file->len / PAGE);
		memcpy(at + 16 + draw(r, PAGE - 18) / 2 * 2, &number, sizeof number);
	}
}

static void (*const ways[])(struct rig *r, struct buf *file) = {one_byte, meta_byte,
	zeroed, random_page, misplaced, cut, cut_at_page, many_zeroed, heads, circle};

/* The damaged file takes the store's place. */
static void
put(struct rig *r)
{
	static const char *const signs[] = {"clean", "lock.mdb"};
	char path[256];
	for (size_t i = 0; i < COUNT_OF(signs); i++) {
		snprintf(path, sizeof path, "%s/store/%s", r->dir, signs[i]);
		unlink(path);
	}
	write_file(r, "store/data.mdb", &r->file);
	write_file(r, "feeds", &r->feeds);
}

static void
damage(struct rig *r, size_t way)
{
	buf_clear(&r->file);
	buf_add(&r->file, r->sound.data, r->sound.len);
	ways[way](r, &r->file);
	put(r);
}

/* ---- the test */

/* Reads the command lines, each of which ends with '\0' then. */
static void
read_lines(struct rig *r)
{
	char script[1200], path[256];
	const char *source = getenv("srcdir");
	snprintf(path, sizeof path, "%s/lines", r->dir);
	snprintf(script, sizeof script, "sh '%s/tests/faults/lines.sh' '%s' >'%s'",
		source ? source : ".", r->command, path);
	pid_t pid = fork();
	if (pid == 0) {
		execlp("sh", "sh", "-c", script, (char *)NULL);
		_exit(127);
	}
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(file_read(path, &r->lines, NULL), OK);
	assert_true(r->lines.len > 1000);
	for (size_t i = 0; i < r->lines.len; i++)
		if (r->lines.data[i] == '\n')
			r->lines.data[i] = '\0';
}

static void
judge(struct rig *r, size_t way, const char *command, int status, const struct buf *said)
{
	if (status == 128 + SIGALRM || status == 128 + SIGXCPU)
		fail_msg("way %zu: %s hangs", way, command);
	r->crashes += status >= 128;
	if (status >= 128 && !strstr(buf_str(said), "courant: crashed"))
		fail_msg("way %zu: %s dies by signal %d without a word: %s", way, command,
			status - 128, buf_str(said));
	if (status == 1 && !said->len)
		fail_msg("way %zu: %s fails (%d) and does not say why", way, command,
			status);
}

static void
repair(struct rig *r, size_t way)
{
	static const char *const mend[] = {"check", "--repair", NULL};
	static const char *const check[] = {"check", NULL};
	struct buf said = BUF_INIT(0);
	int status = run(r, mend, &said);
	judge(r, way, "check --repair", status, &said);
	assert_true(status < 128);
	r->repaired += status == 0;
	r->given_up += status != 0;
	if (status == 0)
		assert_int_equal(run(r, check, &said), 0);
	buf_done(&said);
}

/* Runs a command line. What mends the store, or replaces it, leaves it to the next as it
 * was. */
static void
run_line(struct rig *r, size_t way, const char *line)
{
	struct buf said = BUF_INIT(0);
	char **words;
	size_t count;
	assert_int_equal(str_words(line, &words, &count), 0);
	assert_true(count && count < ARGS);
	judge(r, way, line, run(r, (const char *const *)words, &said), &said);
	if (str_eq(words[0], "restore") || strstr(line, "--repair"))
		put(r);
	free(words);
	buf_done(&said);
}

/* Runs each command with one of its lines, another one in each round. */
static void
run_all(struct rig *r, size_t way, size_t round)
{
	const char *end = r->lines.data + r->lines.len, *next;
	for (const char *first = r->lines.data; first < end; first = next) {
		const char *list[64];
		size_t n = 0, name = strcspn(first, " ");
		for (next = first;
			next < end && n < COUNT_OF(list) &&
			strncmp(next, first, name) == 0 && strcspn(next, " ") == name;
			next += strlen(next) + 1)
			list[n++] = next;
		run_line(r, way, list[round % n]);
	}
}

static void
nothing_hangs_or_dies_in_silence(void **state)
{
	struct rig *r = *state;
	int stores = chance_kills(STORES);
	read_lines(r);
	for (int i = 0; i < stores; i++) {
		size_t way = (size_t)i % COUNT_OF(ways);
		damage(r, way);
		run_all(r, way, (size_t)i + (size_t)i / COUNT_OF(ways));
		damage(r, way);
		repair(r, way);
	}
	print_message("# %d stores: %zu commands crashed, %zu repairs, %zu given up\n",
		stores, r->crashes, r->repaired, r->given_up);
}

/* The bytes that are made wrong below stand there in a store of 64 bits, little end
 * first. */
static void
skip_other_layouts(void)
{
	const uint16_t one = 1;
	if (sizeof(size_t) != sizeof(uint64_t) || *(const unsigned char *)&one != 1)
		skip();
}

/* One wrong byte of a meta page, while the other one is whole: LMDB calls it busy, or of
 * another version. */
static void
a_wrong_meta_page_is_repaired(void **state)
{
	static const struct {
		size_t at;
		char value;
	} wrong[] = {
		{143, 35}, {143, 1}, {20, 7}, {PAGE + 143, 35}, {PAGE + 20, 7}, {16, 1}};
	static const char *const mend[] = {"check", "--repair", NULL};
	static const char *const list[] = {"list", NULL};
	struct rig *r = *state;
	struct buf said = BUF_INIT(0);
	skip_other_layouts();
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		damage(r, 0);
		struct buf file = BUF_INIT(0);
		buf_add(&file, r->sound.data, r->sound.len);
		file.data[wrong[i].at] = wrong[i].value;
		assert_int_equal(
			file_write(r->data, file.data, file.len, 0600, NULL), OK);
		buf_done(&file);
		assert_int_equal(run(r, list, &said), 1);
		assert_non_null(strstr(buf_str(&said), "damaged"));
		assert_int_equal(run(r, mend, &said), 0);
		assert_int_equal(run(r, list, &said), 0);
	}
	buf_done(&said);
}

/* Points the table of META, which every command reads first, to a page at the file's end
 * that is a leaf by its head, and whose nodes are beyond the end: what LMDB would read
 * there is not mapped. */
static void
lead_astray(struct buf *file)
{
	static const char node[] = "\2\0\4\0meta"; /* flags, length of the key, the key */
	const size_t tree = 8 + 40;                /* from there to the tree's root */
	uint64_t last = file->len / PAGE - 1;
	struct {
		uint64_t number;
		uint16_t pad, flags, lower, upper;
	} head = {last, 0, 2, 4000, 4000};
	size_t found = 0;
	for (size_t i = 0; i + tree + sizeof last <= file->len; i++)
		if (memcmp(file->data + i, node, sizeof node - 1) == 0) {
			memcpy(file->data + i + tree, &last, sizeof last);
			found++;
		}
	assert_true(found > 0);
	memset(file->data + last * PAGE, 0xff, PAGE);
	memcpy(file->data + last * PAGE, &head, sizeof head);
}

/* The first table that is read is checked down to its leaves before; so also when the
 * store was closed in order, and its file has the time that it had. */
static void
the_first_table_is_not_trusted(void **state)
{
	static const char *const all[][ARGS] = {{"list"}, {"check"}, {"refresh"}};
	static const char *const mend[] = {"check", "--repair", NULL};
	struct rig *r = *state;
	struct buf said = BUF_INIT(0), file = BUF_INIT(0);
	struct stat st;
	skip_other_layouts();
	for (int marked = 0; marked < 2; marked++) {
		buf_clear(&file);
		buf_add(&file, r->sound.data, r->sound.len);
		damage(r, 0);
		assert_int_equal(
			file_write(r->data, file.data, file.len, 0600, NULL), OK);
		assert_int_equal(run(r, refresh, &said), 0);
		buf_clear(&file);
		assert_int_equal(file_read(r->data, &file, NULL), OK);
		assert_int_equal(stat(r->data, &st), 0);
		lead_astray(&file);
		int fd = open(r->data, O_WRONLY);
		assert_int_equal(pwrite(fd, file.data, file.len, 0), file.len);
		if (marked)
			futimens(fd, (struct timespec[]){st.st_atim, st.st_mtim});
		close(fd);
		for (size_t k = 0; k < COUNT_OF(all); k++) {
			assert_int_equal(run(r, all[k], &said), 1);
			assert_non_null(strstr(buf_str(&said), "is damaged"));
		}
		assert_int_equal(run(r, mend, &said), 0);
		assert_int_equal(run(r, all[1], &said), 0);
	}
	buf_done(&said);
	buf_done(&file);
}

/* ---- set-up */

static int
set_up(void **state)
{
	const char *tmp = getenv("TMPDIR"), *build = getenv("builddir");
	struct rig *r = calloc(1, sizeof *r);
	snprintf(r->dir, sizeof r->dir, "%s/courant-damage.XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(r->dir))
		return -1;
	snprintf(r->data, sizeof r->data, "%s/store/data.mdb", r->dir);
	snprintf(r->command, sizeof r->command, "%s/src/courant", build ? build : ".");
	r->chance = chance_begin(126);
	if (chdir(r->dir) != 0)
		return -1;
	make_store(r);
	*state = r;
	return 0;
}

static int
tear_down(void **state)
{
	struct rig *r = *state;
	char command[300];
	buf_done(&r->sound);
	buf_done(&r->file);
	buf_done(&r->feeds);
	buf_done(&r->lines);
	snprintf(command, sizeof command, "%s", r->dir);
	free(r);
	if (chdir("/") != 0)
		return -1;
	pid_t pid = fork();
	if (pid == 0) {
		execlp("rm", "rm", "-rf", command, (char *)NULL);
		_exit(127);
	}
	return waitpid(pid, NULL, 0) == pid ? 0 : -1;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_wrong_meta_page_is_repaired),
		cmocka_unit_test(the_first_table_is_not_trusted),
		cmocka_unit_test(nothing_hangs_or_dies_in_silence),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
