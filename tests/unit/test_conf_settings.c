#include "config.h"

#include "tests/unit/unit.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "conf/settings.h"

struct fixture {
	char dir[512];
	char path[600];
	struct settings *now;
};

static void
put(struct fixture *f, const char *text)
{
	struct err err;
	assert_int_equal(file_write(f->path, text, strlen(text), 0600, &err), OK);
}

static int
set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);
	const char *tmp = getenv("TMPDIR");
	snprintf(f->dir, sizeof f->dir, "%s/courant-conf-XXXXXX", tmp ? tmp : "/tmp");
	assert_non_null(mkdtemp(f->dir));
	snprintf(f->path, sizeof f->path, "%s/config", f->dir);
	*state = f;
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *f = *state;
	conf_settings_unref(f->now);
	unlink(f->path);
	assert_int_equal(rmdir(f->dir), 0);
	free(f);
	return 0;
}

static const char *const overrides[] = {"text-width=50", "theme=mono"};

static void
load(struct fixture *f)
{
	struct err err = {0};
	assert_int_equal(conf_settings_load(
				 &f->now, f->path, overrides, COUNT_OF(overrides), &err),
		OK);
}

static void
the_command_line_overrides_the_file(void **state)
{
	struct fixture *f = *state;
	put(f, "text-width = 70\nhost-gap = 1s\nbind all x quit\n[a/b]\npriority = 3\n");
	load(f);
	assert_int_equal(f->now->options.text_width, 50);
	assert_int_equal(f->now->options.host_gap, 1000);
	assert_string_equal(f->now->options.theme, "mono");
	assert_int_equal(f->now->config.binds_len, 1);
	assert_int_equal(f->now->config.scoped_len, 1);
	assert_int_equal(f->now->generation, 1);
}

static void
without_a_file_there_are_defaults(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	load(f); /* a file that does not exist */
	assert_int_equal(f->now->options.host_gap, 500);
	conf_settings_unref(f->now);
	assert_int_equal(conf_settings_load(&f->now, NULL, NULL, 0, &err), OK);
	assert_int_equal(f->now->options.text_width, 80);
	assert_int_equal(f->now->config.errors_len, 0);
}

static void
wrong_pairs_of_the_command_line(void **state)
{
	struct fixture *f = *state;
	static const char *const wrong[] = {"text-width", "text-widht=3", "text-width=x"};
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		struct err err = {0};
		assert_int_equal(conf_settings_load(&f->now, NULL, &wrong[i], 1, &err),
			ERR_INVALID);
		assert_non_null(strstr(err.text, "-o"));
		assert_null(f->now);
	}
}

/* An old snapshot is untouched by what is read after it, faulty or not. */
static void
reloading_makes_another(void **state)
{
	struct fixture *f = *state;
	struct settings *next;
	struct err err = {0};
	put(f, "host-gap = 1s\ntheme = default\n");
	load(f);
	put(f, "host-gap = 2s\ntext-width = 33\nnonsense\n[x\nalso wrong\n");
	assert_int_equal(conf_settings_reload(&next, f->now, &err), OK);
	assert_int_equal(f->now->options.host_gap, 1000);
	assert_int_equal(next->options.host_gap, 2000);
	assert_int_equal(next->options.text_width, 50); /* still of the command line */
	assert_int_equal(next->generation, 2);
	assert_int_equal(f->now->generation, 1);
	assert_true(next->config.errors_len >= 2);
	assert_non_null(strstr(next->config.errors[0], "config:3: "));
	assert_non_null(strstr(next->config.errors[1], "config:4: "));
	conf_settings_unref(next);
	unlink(f->path);
	assert_int_equal(mkdir(f->path, 0700), 0);
	assert_int_equal(conf_settings_reload(&next, f->now, &err), ERR_IO);
	assert_int_equal(rmdir(f->path), 0);
	assert_int_equal(f->now->options.host_gap, 1000);
}

static void
references_are_counted(void **state)
{
	struct fixture *f = *state;
	load(f);
	struct settings *second = conf_settings_ref(f->now);
	assert_ptr_equal(second, f->now);
	conf_settings_unref(second);
	assert_string_equal(f->now->options.theme, "mono"); /* it is still there */
	assert_null(conf_settings_ref(NULL));
	conf_settings_unref(NULL);
}

static void
differences_are_named(void **state)
{
	struct fixture *f = *state;
	struct settings *next;
	struct err err = {0};
	struct buf names = BUF_INIT(0);
	load(f);
	put(f, "text-width = 33\nnetrc = yes\nuser-agent = me\nhost-gap = 500ms\n");
	assert_int_equal(conf_settings_reload(&next, f->now, &err), OK);
	buf_adds(&names, "here: ");
	conf_settings_changes(f->now, next, &names);
	assert_string_equal(buf_str(&names), "here: user-agent, netrc");
	assert_true(conf_settings_differ(f->now, next, "theme netrc"));
	assert_false(conf_settings_differ(f->now, next, "theme host-gap"));
	assert_false(conf_settings_differ(f->now, next, ""));
	buf_clear(&names);
	conf_settings_changes(next, next, &names);
	assert_string_equal(buf_str(&names), "");
	conf_settings_unref(next);
	buf_done(&names);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			the_command_line_overrides_the_file, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			without_a_file_there_are_defaults, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			wrong_pairs_of_the_command_line, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			reloading_makes_another, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			references_are_counted, set_up, tear_down),
		cmocka_unit_test_setup_teardown(differences_are_named, set_up, tear_down),
	};
	return UNIT_RUN(tests);
}
