/*
 * XML as events with namespaces resolved. Only this file uses the mxml library, 3.x or
 * 4.x.
 */
#ifndef FEED_XML_H
#define FEED_XML_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "feed/name.h"
#include "feed/repair_note.h"
#include "feed/repair_xml.h"

struct xml_attr {
	const char *name; /* as written, with prefix */
	size_t colon;     /* where the name without prefix starts; 0: it has no prefix */
	const char *value;
};

struct xml_element {
	enum ns ns;
	const char *uri;    /* of the namespace as written; NULL none */
	const char *local;  /* name without prefix */
	const char *name;   /* as written */
	struct span prefix; /* n 0: none */
	bool by_prefix; /* the namespace is unknown: ns is what the prefix stands for */
	const struct xml_attr *attrs;
	size_t attrs_len;
	size_t line; /* of its start tag */
};

/* Events, in document order. What is handed over is valid during the call only, except
 * that texts and attribute values live as long as the struct repaired. */
struct xml_handler {
	void (*start)(void *data, const struct xml_element *element);
	/* cut: the document ended before this element did. */
	void (*end)(void *data, bool cut);
	void (*text)(void *data, const char *text, size_t n);
};

/* Runs through the document and calls the handler. Any thread. */
void feed_xml_read(const struct repaired *document, const struct xml_handler *handler,
	void *data, struct notes *notes);

/* The value of an attribute, by its name without a prefix; NULL if there is none. ASCII
 * case is ignored. An attribute with a prefix counts if the plain one is missing, since
 * some put attributes into the namespace of the element. Those of XML itself (xml:,
 * xmlns:) never do. */
const char *feed_xml_attr(const struct xml_element *element, const char *name);

#endif
