/*
 * Addresses of links: makes them absolute and printable, numbers them, and displays them
 * so that they do not mislead (case 17).
 */
#ifndef RENDER_LINK_LIST_H
#define RENDER_LINK_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

struct buf;
struct render_doc;

/* Bytes that all addresses of a text may have. A long base in front of tens of thousands
 * of them would take too much memory and time. */
#define RENDER_ADDRESSES_MAX ((size_t)8 << 20)

/* The address as displayed before it is opened: one clean line, followed, if the host is
 * not ASCII, by the name that will be looked up ("https://bücher.example/
 * (xn--bcher-kva.example)"). Owned by arena. Any thread. */
char *render_link_show(struct arena *arena, const char *url);

/* Is it javascript:, data: or the like? Those are displayed as text, not as links
 * (case 25). */
bool render_link_scripted(struct span href);
/* Makes href absolute and clean; NULL once RENDER_ADDRESSES_MAX is reached. */
const char *
render_link_address(struct render_doc *doc, const char *base, struct span href);
/* The number of url in doc; a new address gets a new one. 0 if there are already
 * RENDER_LINKS_MAX. kind must be a constant. */
uint16_t render_link_number(struct render_doc *doc, const char *url, const char *kind);
/* Forgets the last links whose words start at or after a place of the text. */
void render_link_drop(struct render_doc *doc, uint32_t from);
/* The name of the place in the text that href leads to, when it is a fragment of the
 * item's own page (doc->page) or of base; else NULL. Owned by doc. */
const char *render_link_jump(struct render_doc *doc, const char *base, struct span href);
/* Does the address end in the name of a picture? */
bool render_link_picture(const char *url);
/* Addresses in running text. Where the scheme in front of the colon at s + colon starts,
 * but not before from; colon if there is none. */
size_t render_link_scheme(const char *s, size_t from, size_t colon);
/* The length of the web address at s, without the punctuation of the sentence around it,
 * and without a closing bracket that it did not open; 0 if there is none. */
size_t render_link_length(const char *s, size_t n);
/* Appends text without the places where it may break, as it is seen. */
void render_link_plain(struct buf *out, struct span s);
/* Does the displayed text look like an address on a host other than url's? */
bool render_link_misleads(struct span shown, const char *url);
/* The host of url without a leading "www.", in Punycode if it is not ASCII; "" if there
 * is none. */
void render_link_host(const char *url, char *out, size_t size);

#endif
