/*
 * Addresses of links: made absolute and printable, numbered, and shown so that they do
 * not mislead (case 17).
 */
#ifndef RENDER_LINK_H
#define RENDER_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

struct render_doc;

/* Bytes of all the addresses of a text: a long base may stand before each of tens of
 * thousands, which costs memory and time. */
#define RENDER_ADDRESSES_MAX ((size_t)8 << 20)

/* The address as it may be shown before it is opened: one clean line and, when the host
 * is not plain ASCII, what the network will be asked for behind it in brackets
 * ("https://bücher.example/ (xn--bcher-kva.example)"). Owned by arena. Any thread. */
char *render_link_show(struct arena *arena, const char *url);

/* javascript:, data: and their like: shown as text, never a link (case 25). */
bool render_link_scripted(struct span href);
/* href made absolute and clean; NULL past RENDER_ADDRESSES_MAX. */
const char *
render_link_address(struct render_doc *doc, const char *base, struct span href);
/* The number of url in doc, a new one for a new address; 0 past RENDER_LINKS_MAX. kind
 * must be a constant. */
uint16_t render_link_number(struct render_doc *doc, const char *url, const char *kind);
/* The shown text is itself an address, of another host than url's. */
bool render_link_misleads(struct span shown, const char *url);
/* Host of url without a leading "www.", punycode where it is not ASCII; "" when it has
 * none. */
void render_link_host(const char *url, char *out, size_t size);

#endif
