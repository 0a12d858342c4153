/* Paths of the folders of accounts, whatever a server says is in what. */
#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/str.h"
#include "engine/account/account_inside.h"
#include "remote/quirk.h"
#include "unit.h"

static const struct remote_quirk nests = {.flags = REMOTE_NESTED}, flat = {.flags = 0};

static void
add(struct account *a, const char *id, const char *name, const char *parent)
{
	engine_account_folder_add(a, &(struct remote_folder){.kind = REMOTE_FOLDER,
					     .id = span_of(id),
					     .name = span_of(name),
					     .parent = span_of(parent)});
}

static void
done(struct account *a)
{
	map_done(&a->folders);
	arena_done(&a->arena);
}

static void
folders_are_paths(void **state)
{
	struct account a = {.arena = ARENA_INIT, .folders = MAP_INIT};
	(void)state;
	a.session.quirk = &nests;
	add(&a, "3", "Ships", "2");
	add(&a, "1", "News", "");
	add(&a, "2", "Sea", "1");
	assert_string_equal(
		engine_account_folder_path(&a, span_of("3")), "News/Sea/Ships");
	assert_true(span_eq(engine_account_folder_id(&a, "News/Sea"), "2"));
	/* What the server did not name is called by its id. */
	assert_string_equal(engine_account_folder_path(&a, span_of("9")), "9");
	assert_true(span_eq(engine_account_folder_id(&a, "Land"), "Land"));
	a.session.quirk = &flat;
	add(&a, "4", "a/b", "");
	assert_string_equal(engine_account_folder_path(&a, span_of("4")), "a/b");
	done(&a);
}

/* Folders that are in each other have an end. */
static void
circles_end(void **state)
{
	struct account a = {.arena = ARENA_INIT, .folders = MAP_INIT};
	(void)state;
	a.session.quirk = &nests;
	add(&a, "1", "one", "2");
	add(&a, "2", "two", "1");
	add(&a, "3", "self", "3");
	const char *path = engine_account_folder_path(&a, span_of("1"));
	assert_true(strlen(path) < 1000);
	assert_string_equal(path + strlen(path) - 8, "/two/one");
	assert_true(strlen(engine_account_folder_path(&a, span_of("3"))) < 1000);
	done(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(folders_are_paths),
		cmocka_unit_test(circles_end),
	};
	return UNIT_RUN(tests);
}
