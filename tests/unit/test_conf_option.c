#include "config.h"

#include "tests/unit/unit.h"

#include "base/buf.h"
#include "base/err.h"
#include "conf/key.h"
#include "conf/option.h"

static void
every_default_is_taken_and_given_back(void **state)
{
	(void)state;
	struct options options;
	struct buf text = BUF_INIT(0);
	conf_options_init(&options);
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o)) {
		struct err err = {0};
		assert_int_equal(conf_option_check(o->name, o->fallback, &err), OK);
		buf_clear(&text);
		conf_option_get(&options, o, &text);
		assert_string_equal(buf_str(&text), o->fallback);
		assert_int_equal(
			conf_option_set(&options, o->name, buf_str(&text), &err), OK);
	}
	buf_done(&text);
	conf_options_done(&options);
}

/* The defaults that the specification fixes. */
static void
defaults_are_those_specified(void **state)
{
	(void)state;
	struct options o;
	conf_options_init(&o);
	assert_int_equal(o.fetch_window, 128);
	assert_int_equal(o.host_connections, 2);
	assert_int_equal(o.host_gap, 500);
	assert_string_equal(o.fetch_mode, "rolling");
	assert_int_equal(o.min_interval, 15 * 60 * 1000);
	assert_int_equal(o.max_interval, 24 * 3600 * 1000);
	assert_int_equal(o.connect_timeout, 15000);
	assert_int_equal(o.timeout, 120000);
	assert_int_equal(o.low_speed_timeout, 30000);
	assert_int_equal(o.body_limit, 32 * 1000 * 1000);
	assert_int_equal(o.redirects, 10);
	assert_string_equal(o.strategy, "moving-average");
	conf_options_done(&o);
}

static void
choices_may_be_a_number(void **state)
{
	(void)state;
	static const struct {
		const char *value;
		bool good;
		size_t links;
	} cases[] = {{"yes", true, SIZE_MAX}, {"no", true, 0}, {"12", true, 12},
		{"-1", false, 0}, {"some", false, 0}, {"NUMBER", false, 0}};
	struct options o;
	conf_options_init(&o);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct err err;
		int status = conf_option_set(&o, "show-links", cases[i].value, &err);
		assert_int_equal(status == OK, cases[i].good);
		if (cases[i].good)
			assert_int_equal(conf_options_links(&o), cases[i].links);
	}
	conf_options_done(&o);
}

static void
rows_are_sound(void **state)
{
	(void)state;
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o)) {
		assert_non_null(o->brief);
		assert_ptr_equal(conf_option(o->name), o);
		for (const struct option *b = o + 1; b->name; b++) {
			assert_string_not_equal(o->name, b->name);
			assert_int_not_equal(o->offset, b->offset);
		}
	}
	assert_null(conf_option("no-such-option"));
	assert_ptr_equal(conf_option("title"), conf_option("window-title"));
}

static void
values_are_read_as_documented(void **state)
{
	(void)state;
	static const struct {
		const char *name, *value, *back;
	} good[] = {
		{"fetch-window", "256", "256"},
		{"fetch-window", " 1 ", "1"},
		{"host-connections", "0", "0"},
		{"host-gap", "500ms", "500ms"},
		{"min-interval", "1h30m", "1h30m"},
		{"min-interval", "900", "15m"},
		{"max-interval", "31d", "31d"},
		{"body-limit", "500k", "500k"},
		{"body-limit", "1M", "1M"},
		{"body-limit", "2000000", "2M"},
		{"body-limit", "2097152", "2097152"},
		{"speed", "1.4", "1.4"},
		{"speed", "1.4x", "1.4"},
		{"speed", "140%", "1.4"},
		{"speed", "140", "1.4"},
		{"speed", " 0.25 ", "0.25"},
		{"speed", "4", "4"},
		{"speed", "25", "0.25"},
		{"played-at", "95%", "95%"},
		{"played-at", "90", "90%"},
		{"played-at", "60s", "1m"},
		{"rewind", "auto", "auto"},
		{"rewind", "yes", "auto"},
		{"rewind", "no", "no"},
		{"rewind", "0", "no"},
		{"rewind", "5s", "5s"},
		{"keep-played", "never", "never"},
		{"keep-played", "0", "0"},
		{"keep-played", "2d", "2d"},
		{"keep-unplayed", "never", "never"},
		{"keep-unplayed", "0", "never"},
		{"keep-unplayed", "30d", "30d"},
		{"auto-refresh", "OFF", "no"},
		{"auto-refresh", "true", "yes"},
		{"log-level", "debug", "debug"},
		{"browser", "firefox --new-tab \"%u\"", "firefox --new-tab \"%u\""},
		{"text-width", "0", "0"},
	};
	struct options options;
	struct buf text = BUF_INIT(0);
	conf_options_init(&options);
	for (size_t i = 0; i < COUNT_OF(good); i++) {
		struct err err = {0};
		buf_clear(&text);
		assert_int_equal(
			conf_option_set(&options, good[i].name, good[i].value, &err), OK);
		conf_option_get(&options, conf_option(good[i].name), &text);
		assert_string_equal(buf_str(&text), good[i].back);
	}
	buf_done(&text);
	conf_options_done(&options);
}

static void
wrong_values_change_nothing_and_say_what_is_right(void **state)
{
	(void)state;
	static const struct {
		const char *name, *value, *says;
	} bad[] = {
		{"fetch-windw", "1", "did you mean fetch-window"},
		{"reload-time", "30", "max-interval"},
		{"zzzzzz", "1", "courant-config(5)"},
		{"fetch-window", "0", "from 1 to 1024"},
		{"fetch-window", "1025", "from 1 to 1024"},
		{"fetch-window", "many", "whole number"},
		{"fetch-window", "", "whole number"},
		{"fetch-window", "99999999999999999999", "whole number"},
		{"min-interval", "soon", "15m"},
		{"min-interval", "1s", "from 2m to 31d"},
		{"body-limit", "big", "32M"},
		{"speed", "fast", "a speed such as 1.4"},
		{"speed", "-1.4", "a speed such as 1.4"},
		{"speed", "1.4%", "a speed such as 1.4"},
		{"speed", "x", "a speed such as 1.4"},
		{"speed", "5", "from 0.25 to 4"},
		{"speed", "5x", "from 0.25 to 4"},
		{"speed", "401%", "from 0.25 to 4"},
		{"played-at", "0", "percent such as 95%"},
		{"played-at", "0s", "percent such as 95%"},
		{"played-at", "60s%", "percent such as 95%"},
		{"played-at", "101%", "to 100%"},
		{"played-at", "2d", "to 100%"},
		{"rewind", "never", "choose one of auto, yes, no, SPAN"},
		{"rewind", "11m", "from 0 to 10m"},
		{"keep-played", "auto", "choose one of never, SPAN"},
		{"skip-start", "never", "a duration such as"},
		{"body-limit", "-1", "32M"},
		{"body-limit", "9999999999999G", "32M"},
		{"auto-refresh", "perhaps", "yes or no"},
		{"log-level", "loud", "error, warn, info, debug"},
		{"strategy", "guess", "moving-average"},
		{"browser", "a\nb", "control character"},
	};
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		struct options options, before;
		struct err err = {0};
		conf_options_init(&options);
		before = options;
		assert_int_equal(
			conf_option_set(&options, bad[i].name, bad[i].value, &err),
			ERR_INVALID);
		assert_non_null(strstr(err.text, bad[i].says));
		assert_memory_equal(&options, &before, sizeof options);
		conf_options_done(&options);
	}
}

static void
a_secret_is_not_quoted(void **state)
{
	(void)state;
	struct err err = {0};
	assert_int_equal(
		conf_option_check("proxy", "http://u:hush@h\x01", &err), ERR_INVALID);
	assert_null(strstr(err.text, "hush"));
}

static void
a_choice_may_have_a_parameter(void **state)
{
	(void)state;
	struct err err;
	assert_int_equal(conf_option_check("strategy", "fixed", &err), OK);
	assert_int_equal(conf_option_check("strategy", "fixed:1h", &err), OK);
	assert_int_equal(conf_option_check("strategy", "fixed:", &err), ERR_INVALID);
	assert_int_equal(conf_option_check("strategy", "fixe", &err), ERR_INVALID);
	assert_int_equal(conf_option_check("strategy", "fixed:soon", &err), ERR_INVALID);
	assert_non_null(
		strstr(err.text, "strategy = fixed:soon: what follows the colon"));
	assert_int_equal(conf_option_check("strategy", "fixed:0", &err), ERR_INVALID);
}

static void
keys_round_trip(void **state)
{
	(void)state;
	static const struct {
		const char *name, *shown;
		uint32_t key;
	} keys[] = {
		{"a", "a", 'a'},
		{"A", "A", 'A'},
		{"#", "#", '#'},
		{"^", "^", '^'},
		{"é", "é", 0xe9},
		{"enter", "Enter", 13},
		{"Return", "Enter", 13},
		{"SPACE", "Space", ' '},
		{"Tab", "Tab", 9},
		{"^R", "^R", 0x12},
		{"C-r", "^R", 0x12},
		{"F5", "F5", KEY_FUNCTION + 5},
		{"f12", "F12", KEY_FUNCTION + 12},
		{"M-x", "M-x", KEY_META + 'x'},
		{"pgdn", "PageDown", KEY_PAGE_DOWN},
	};
	char name[16];
	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		uint32_t key = 0;
		struct err err;
		assert_int_equal(conf_key_parse(keys[i].name, &key, &err), OK);
		assert_int_equal(key, keys[i].key);
		conf_key_format(key, name, sizeof name);
		assert_string_equal(name, keys[i].shown);
	}
	static const char *const wrong[] = {
		"", "F0", "F13", "entr", "C-", "\x01", "\xff", "ab", "M-"};
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		uint32_t key = 7;
		struct err err = {0};
		assert_int_equal(conf_key_parse(wrong[i], &key, &err), ERR_INVALID);
		assert_int_equal(key, 7);
		assert_true(strlen(err.text) > 0);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_default_is_taken_and_given_back),
		cmocka_unit_test(defaults_are_those_specified),
		cmocka_unit_test(choices_may_be_a_number),
		cmocka_unit_test(rows_are_sound),
		cmocka_unit_test(values_are_read_as_documented),
		cmocka_unit_test(wrong_values_change_nothing_and_say_what_is_right),
		cmocka_unit_test(a_secret_is_not_quoted),
		cmocka_unit_test(a_choice_may_have_a_parameter),
		cmocka_unit_test(keys_round_trip),
	};
	return UNIT_RUN(tests);
}
