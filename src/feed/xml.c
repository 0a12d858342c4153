/*
 * mxml parses the skeleton that feed_repair makes (see there): tags without names,
 * attributes or texts, and without those of leaves. Here all of that is put back from its
 * pool, which has it in the same order, and the names get their namespaces. The skeleton
 * is well-formed by construction, so the library has nothing to complain about; its error
 * callback is set all the same, since it would otherwise print on the terminal.
 */
#include "config.h"

#include "feed/xml.h"

#include <mxml.h>
#include <string.h>

#include "base/str.h"

#define BINDINGS_MAX 256 /* namespace declarations in force at one time */

struct binding {
	struct span prefix;
	const char *uri;
	enum ns ns;
	bool by_prefix;
	size_t depth; /* of the element that declares it */
};

struct reader {
	const struct repaired *document;
	const struct xml_handler *handler;
	void *data;
	struct notes *notes;
	size_t depth; /* open elements, the synthetic root counted */
	struct binding bindings[BINDINGS_MAX];
	size_t bindings_len;
	struct xml_attr attrs[REPAIR_ATTRS_MAX];
	size_t starts, ends; /* elements opened and closed so far */
	size_t text_at;      /* where the next text is in the pool */
};

/* The next piece of the pool. */
static struct span
next_text(struct reader *r)
{
	const struct buf *pool = &r->document->text;
	if (r->text_at >= pool->len)
		return (struct span){"", 0};
	struct span text = span_of(pool->data + r->text_at);
	r->text_at += text.n + 1;
	return text;
}

/* Passes on the text before a tag. */
static void
pass_text(struct reader *r)
{
	struct span text = next_text(r);
	if (text.n)
		r->handler->text(r->data, text.p, text.n);
}

/* ---- namespaces */

static void
bind(struct reader *r, const char *prefix, const char *uri)
{
	if (r->bindings_len == BINDINGS_MAX)
		return;
	struct binding *b = &r->bindings[r->bindings_len++];
	*b = (struct binding){
		.prefix = span_of(prefix),
		.uri = *uri ? uri : NULL,
		.ns = feed_ns_of_uri(span_of(uri)),
		.depth = r->depth,
	};
	/* A well-known prefix says more than an unknown address: many addresses are made
	 * up, or are that of the module's documentation. No address at all says nothing.
	 */
	if ((b->ns == NS_OTHER || !*uri) && b->prefix.n) {
		b->ns = feed_ns_of_prefix(b->prefix);
		b->by_prefix = b->ns != NS_OTHER;
	}
}

static void
resolve(struct reader *r, struct xml_element *element)
{
	for (size_t i = r->bindings_len; i > 0; i--) {
		const struct binding *b = &r->bindings[i - 1];
		if (span_same(b->prefix, element->prefix)) {
			element->ns = b->ns;
			element->uri = b->uri;
			element->by_prefix = b->by_prefix;
			return;
		}
	}
	element->uri = NULL;
	element->ns = NS_NONE;
	if (!element->prefix.n)
		return;
	element->ns = feed_ns_of_prefix(element->prefix);
	if (element->ns != NS_XML) {
		feed_note_line(r->notes, NOTE_PREFIX, element->line);
		feed_note_detail(r->notes, NOTE_PREFIX, element->prefix);
	}
}

/* ---- events */

static struct repaired_tag
tag_of(const struct repaired *document, size_t element)
{
	struct repaired_tag tag = {0};
	if ((element + 1) * sizeof tag <= document->tags.len)
		memcpy(&tag, document->tags.data + element * sizeof tag, sizeof tag);
	return tag;
}

static void
start(struct reader *r)
{
	pass_text(r);
	r->depth++;
	const char *name = next_text(r).p;
	struct repaired_tag tag = tag_of(r->document, r->starts++);
	struct xml_element element = {
		.name = name,
		.local = name,
		.attrs = r->attrs,
		.attrs_len = tag.attrs,
		.line = tag.line,
	};
	for (size_t i = 0; i < element.attrs_len; i++) {
		struct xml_attr *attr = &r->attrs[i];
		attr->name = next_text(r).p;
		attr->value = next_text(r).p;
		const char *colon = strchr(attr->name, ':');
		attr->colon = colon ? (size_t)(colon + 1 - attr->name) : 0;
		if (strncmp(attr->name, "xmlns", 5) == 0 &&
			(attr->name[5] == '\0' || attr->name[5] == ':'))
			bind(r, attr->name + 5 + (attr->name[5] == ':'), attr->value);
	}
	const char *colon = strchr(name, ':');
	if (colon && colon[1]) {
		element.prefix = (struct span){name, (size_t)(colon - name)};
		element.local = colon + 1;
	} else {
		element.prefix = (struct span){name, 0};
	}
	resolve(r, &element);
	r->handler->start(r->data, &element);
}

static void
end(struct reader *r)
{
	r->depth--;
	while (r->bindings_len && r->bindings[r->bindings_len - 1].depth > r->depth)
		r->bindings_len--;
	pass_text(r);
	/* End tags that the document lacks come last. */
	r->ends++;
	r->handler->end(r->data, r->ends > r->document->elements - r->document->open);
}

/* Whether the next element is a leaf and a child of the one that is open. */
static bool
is_leaf(const struct reader *r)
{
	size_t next = r->starts, depth = r->depth - 1; /* of a child */
	return next < r->document->elements && tag_of(r->document, next).depth == depth &&
	       tag_of(r->document, next + 1).depth <= depth;
}

/* Passes on the leaves before a tag of the skeleton. */
static void
pass_leaves(struct reader *r)
{
	while (is_leaf(r)) {
		start(r);
		end(r);
	}
}

static void
on_open(struct reader *r)
{
	if (r->depth == 0) {
		r->depth = 1;
		return;
	}
	pass_leaves(r);
	start(r);
}

static void
on_close(struct reader *r)
{
	pass_leaves(r);
	if (r->depth > 1)
		end(r);
}

/* ---- the library: 3.x and 4.x differ in how options and callbacks are passed */

#if MXML_MAJOR_VERSION < 4

static void
ignore_error(const char *message)
{
	(void)message;
}

static void
on_event(mxml_node_t *node, mxml_sax_event_t event, void *data)
{
	struct reader *r = data;
	(void)node;
	if (event == MXML_SAX_ELEMENT_OPEN)
		on_open(r);
	else if (event == MXML_SAX_ELEMENT_CLOSE)
		on_close(r);
}

static void
load(struct reader *r)
{
	/* mxml keeps the callback in thread-specific data, so this sets it for this
	 * thread only. */
	mxmlSetErrorCallback(ignore_error);
	mxmlDelete(mxmlSAXLoadString(
		NULL, buf_str(&r->document->xml), MXML_OPAQUE_CALLBACK, on_event, r));
}

#else

static void
ignore_error(void *data, const char *message)
{
	(void)data;
	(void)message;
}

static bool
on_event(void *data, mxml_node_t *node, mxml_sax_event_t event)
{
	struct reader *r = data;
	(void)node;
	if (event == MXML_SAX_EVENT_ELEMENT_OPEN)
		on_open(r);
	else if (event == MXML_SAX_EVENT_ELEMENT_CLOSE)
		on_close(r);
	return true;
}

static void
load(struct reader *r)
{
	mxml_options_t *options = mxmlOptionsNew();
	mxmlOptionsSetTypeValue(options, MXML_TYPE_OPAQUE);
	mxmlOptionsSetErrorCallback(options, ignore_error, NULL);
	mxmlOptionsSetSAXCallback(options, on_event, r);
	mxmlDelete(mxmlLoadString(NULL, options, buf_str(&r->document->xml)));
	mxmlOptionsDelete(options);
}

#endif

void
feed_xml_read(const struct repaired *document, const struct xml_handler *handler,
	void *data, struct notes *notes)
{
	struct reader r = {
		.document = document,
		.handler = handler,
		.data = data,
		.notes = notes,
	};
	load(&r);
}

const char *
feed_xml_attr(const struct xml_element *element, const char *name)
{
	const struct xml_attr *found = NULL;
	for (size_t i = 0; i < element->attrs_len; i++) {
		const struct xml_attr *attr = &element->attrs[i];
		if (str_ieq(attr->name, name))
			return attr->value;
		if (attr->colon && !found && str_ieq(attr->name + attr->colon, name) &&
			!str_starts(attr->name, "xml"))
			found = attr;
	}
	return found ? found->value : NULL;
}
