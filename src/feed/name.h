/*
 * The namespaces that the parsers' tables know, by their URIs.
 */
#ifndef FEED_NAME_H
#define FEED_NAME_H

#include "base/str.h"

enum ns {
	NS_NONE,  /* no namespace */
	NS_OTHER, /* one that no table knows */
	NS_RSS,   /* RSS 0.90, 1.0, and what 2.0 documents claim to be in */
	NS_ATOM,  /* 0.3 and 1.0 */
	NS_CDF,
	NS_OPML,
	NS_RDF,
	NS_XML,
	NS_XHTML,
	NS_DC,
	NS_DCTERMS,
	NS_CONTENT,
	NS_MEDIA,
	NS_ITUNES,
	NS_PODCAST,
	NS_CHAPTERS, /* Podlove Simple Chapters */
	NS_SYNDICATION,
	NS_SLASH,
	NS_THREADING,
	NS_WFW,
	NS_CC,
	NS_GPLAY,
	NS_FEEDBURNER,
	NS_HISTORY, /* RFC 5005 */
	NS_MAX
};

enum ns feed_ns_of_uri(struct span uri);
/* What a prefix usually stands for, whatever the case of its letters. This is for
 * documents that do not declare it, or bind it to an address that nobody knows. NS_OTHER:
 * it is not well known. */
enum ns feed_ns_of_prefix(struct span prefix);

#endif
