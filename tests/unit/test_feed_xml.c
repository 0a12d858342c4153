/*
 * Elements, attributes and texts come in the order of the document, whichever of them the
 * XML library sees.
 */
#include "config.h"

#include "tests/unit/unit.h"

#include "base/buf.h"
#include "feed/repair_xml.h"
#include "feed/xml.h"

static void
on_start(void *data, const struct xml_element *e)
{
	buf_addf(data, "<%s", e->name);
	for (size_t i = 0; i < e->attrs_len; i++)
		buf_addf(data, " %s=%s", e->attrs[i].name, e->attrs[i].value);
	buf_addf(data, ":%d>", (int)e->ns);
}

static void
on_end(void *data, bool cut)
{
	buf_adds(data, cut ? "<cut>" : "</>");
}

static void
on_text(void *data, const char *text, size_t n)
{
	buf_add(data, text, n);
}

static const struct {
	const char *document, *events, *skeleton;
} rows[] = {
	{"", "", "<x></x>"},
	{"<a/>", "<a:0></>", "<x></x>"},
	{"<a>1</a>", "<a:0>1</>", "<x></x>"},
	{"<a b='c'/><d/>", "<a b=c:0></><d:0></>", "<x></x>"},
	{"<a>1<b>2</b>3<c d='e'>4</c>5</a>", "<a:0>1<b:0>2</>3<c d=e:0>4</>5</>",
		"<x><a></a></x>"},
	{"<a><b/><c><d/></c><e/></a><f/>",
		"<a:0><b:0></><c:0><d:0></></><e:0></></><f:0></>",
		"<x><a><a></a></a></x>"},
	{"<a><b><c/></b><b><c>1</c>2</b></a>",
		"<a:0><b:0><c:0></></><b:0><c:0>1</>2</></>",
		"<x><a><a></a><a></a></a></x>"},
	{"<a><item>1<item>2</a>", "<a:0><item:0>1</><item:0>2</></>", "<x><a></a></x>"},
	{"<a><b>1<c>2", "<a:0><b:0>1<c:0>2<cut><cut><cut>", "<x><a><a></a></a></x>"},
	{"<a><b>1</b><c", "<a:0><b:0>1</><cut>", "<x><a></a></x>"},
	{"<a><b></A ><c></d></c>", "<a:0><b:0></></><c:0></>", "<x><a></a></x>"},
};

static char *
events(const char *document, struct repaired *repaired)
{
	static const struct xml_handler handler = {on_start, on_end, on_text};
	struct buf out = BUF_INIT(0);
	struct notes notes = {0};
	feed_repair(span_of(document), repaired, &notes);
	feed_xml_read(repaired, &handler, &out, &notes);
	return buf_take(&out);
}

static void
all_come_in_order(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct repaired repaired;
		char *got = events(rows[i].document, &repaired);
		assert_string_equal(got, rows[i].events);
		assert_string_equal(buf_str(&repaired.xml), rows[i].skeleton);
		feed_repaired_done(&repaired);
		free(got);
	}
}

/* A namespace that an element declares holds in it and nowhere else, whether or not there
 * are elements in it. */
static void
namespaces_end_with_their_element(void **state)
{
	(void)state;
	static const char document[] =
		"<a><b xmlns='http://www.w3.org/2005/Atom'/><c/>"
		"<b xmlns='http://www.w3.org/2005/Atom'><d/></b><c/></a>";
	struct repaired repaired;
	struct buf want = BUF_INIT(0);
	const char *atom = "xmlns=http://www.w3.org/2005/Atom";
	buf_addf(&want, "<a:0><b %s:%d></><c:0></><b %s:%d><d:%d></></><c:0></></>", atom,
		(int)NS_ATOM, atom, (int)NS_ATOM, (int)NS_ATOM);
	char *got = events(document, &repaired);
	assert_string_equal(got, buf_str(&want));
	feed_repaired_done(&repaired);
	buf_done(&want);
	free(got);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_come_in_order),
		cmocka_unit_test(namespaces_end_with_their_element),
	};
	return UNIT_RUN(tests);
}
