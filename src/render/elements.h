/*
 * What HTML's elements mean: calls of flow.h. Private to render.
 */
#ifndef RENDER_ELEMENTS_H
#define RENDER_ELEMENTS_H

#include <gumbo.h>
#include <stdbool.h>
#include <stdint.h>

#include "render/flow.h"

enum rule_flag {
	RULE_SKIP = 1 << 0, /* skip its content */
	RULE_LINE = 1 << 1, /* a line break before and after */
	RULE_GAP = 1 << 2,  /* a blank line before and after */
};

struct rule {
	uint16_t flags; /* enum rule_flag */
	uint16_t style;
	void (*start)(struct flow *flow, const GumboNode *node);
	void (*end)(struct flow *flow);
};

/* The rule for an element, and for one of a name that gumbo knows. Never NULL. */
const struct rule *render_rule_of(const GumboNode *node);
const struct rule *render_rule_named(const char *name);

bool render_rule_is_link(const struct rule *rule);
bool render_rule_is_list(const struct rule *rule);
bool render_rule_is_item(const struct rule *rule);
bool render_rule_is_summary(const struct rule *rule);

#endif
