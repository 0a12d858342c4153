/* Texts that are nearly the same: pairs labelled by how they were made. */
#include "config.h"

#include "tests/unit/unit.h"

#include "base/buf.h"
#include "base/near.h"

#define SEA                                                                              \
	"The harbour of the old town was closed on Friday after a crane fell onto the "  \
	"quay during the storm. Nobody was hurt, said the harbour master, but ships "    \
	"will have to wait outside until divers have looked at the bottom. Work is "     \
	"expected to take three days, and the ferry to the islands leaves from the "     \
	"northern pier as long as that lasts."
#define RELEASE(VERSION, FIXES)                                                          \
	"Version " VERSION " of the program is there. It mends " FIXES " faults that "   \
	"users have reported since the last version, brings translations up to date "    \
	"and needs no changes of your settings. Packages for all systems are on the "    \
	"site, as usual, together with their signatures and a list of changes."

static const struct {
	const char *what;
	const char *title, *text, *other_title, *other_text;
	bool same;
} pairs[] = {
	{"itself", "Harbour closed", SEA, "Harbour closed", SEA, true},
	{"other markup", "Harbour closed", SEA, "Harbour closed",
		"<p>The <b>harbour</b> of the old town was closed on Friday after a "
		"<a href='x'>crane</a> fell onto the quay during the storm.</p><p>Nobody "
		"was hurt, said the harbour master, but ships will have to wait outside "
		"until divers have looked at the bottom.</p>",
		true},
	{"another headline", "Harbour closed", SEA, "Ships wait after the storm", SEA,
		true},
	{"cut off", "Harbour closed", SEA, "Harbour closed",
		"The harbour of the old town was closed on Friday after a crane fell "
		"onto the quay during the storm. Nobody was hurt, said the harbour …",
		true},
	{"a dateline before", "Harbour closed", SEA, "Harbour closed",
		"NORTHPORT (Evening Post) - " SEA " Additional reporting by A. Smith",
		true},
	{"capitals", "HARBOUR CLOSED", SEA, "Harbour closed", SEA, true},
	{"another text", "Harbour closed", SEA, "Harbour closed", RELEASE("2", "12"),
		false},
	{"another version", "Program 2.1", RELEASE("2.1", "12"), "Program 2.2",
		RELEASE("2.2", "31"), false},
	{"the same version", "Program 2.1", RELEASE("2.1", "12"), "Program 2.1 is there",
		RELEASE("2.1", "12"), true},
	{"too short", "Open thread", "Say what you like.", "Open thread",
		"Say what you like.", false},
	{"a quotation of it", "What I think of harbours",
		"Yesterday I read in the paper: the harbour of the old town was closed "
		"on Friday. That reminds me of my youth, when my father took me to the "
		"pier each Sunday to see what the fishermen had caught at night, and "
		"what the cats had left of it. We never had much money for anything but "
		"ice, and the ferry was for other people than us.",
		"Harbour closed", SEA, false},
	{"nothing", NULL, NULL, NULL, NULL, false},
};

static void
read_text(struct near_text *out, const char *title, const char *text)
{
	struct buf scratch = BUF_INIT(0);
	near_read(out, &scratch, span_of(title), span_of(text), true);
	buf_done(&scratch);
}

static bool
is_same(const struct near_text *a, const struct near_text *b)
{
	struct near_set set;
	near_set(&set, &a->kept);
	return near_compare(&a->kept, &set, &b->kept) >= NEAR_WITHOUT;
}

static void
test_pairs(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(pairs); i++) {
		struct near_text a, b;
		read_text(&a, pairs[i].title, pairs[i].text);
		read_text(&b, pairs[i].other_title, pairs[i].other_text);
		if (is_same(&a, &b) != pairs[i].same || is_same(&b, &a) != pairs[i].same)
			fail_msg("%s", pairs[i].what);
	}
}

/* Keys ascend, and differ. */
static void
test_keys(void **state)
{
	struct near_text text;
	(void)state;
	read_text(&text, "Harbour closed", SEA);
	for (size_t i = 1; i < NEAR_KEYS; i++)
		assert_true(text.keys[i - 1] && text.keys[i - 1] < text.keys[i]);
	read_text(&text, "Harbour closed", "After the storm.");
	assert_int_equal(text.keys[0], 0);
	read_text(&text, "", "la la la la la la la la la la la la la la la la la la");
	assert_true(text.keys[0]);
	for (size_t i = 1; i < NEAR_KEYS; i++)
		assert_int_equal(text.keys[i], 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pairs),
		cmocka_unit_test(test_keys),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
