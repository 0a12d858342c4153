/*
 * `:help WORD`: what the manual says about a command, an option or a key, with the keys
 * and values of this reader; or a page of the manual, as man shows it.
 */
#include "config.h"

#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "conf/key.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "conf/topic.h"
#include "ui/core/ui.h"
#include "ui/keys/help.h"
#include "ui/outside/outside.h"
#include "ui/page/page.h"

static void
put_keys(struct ui *ui, const struct ui_command *c, struct buf *out)
{
	for (const struct ui_context_name *where = ui_contexts; where->name; where++) {
		struct buf keys = BUF_INIT(0);
		ui_bindings_keys(&ui->bindings, where->contexts, c, 0, &keys);
		if (keys.len)
			buf_addf(out, "  %s: %s\n", _(where->title), buf_str(&keys));
		buf_done(&keys);
	}
}

static void
put_command(struct ui *ui, const struct ui_command *c, struct buf *out)
{
	buf_addf(out, ":%s\n\n%s.\n", c->name, _(c->brief));
	if (c->detail)
		buf_addf(out, "%s\n", _(c->detail));
	buf_addc(out, '\n');
	put_keys(ui, c, out);
}

static void
put_option(struct ui *ui, const struct option *o, struct buf *out)
{
	struct buf value = BUF_INIT(0);
	if (!(o->flags & OPTION_SECRET))
		conf_option_get(&ui->settings->options, o, &value);
	conf_topic_option(out, o, o->flags & OPTION_SECRET ? "…" : buf_str(&value));
	buf_done(&value);
}

void
ui_keys_about(struct buf *out, const char *word)
{
	const char *arg;
	const struct ui_command *c =
		ui_alias(word[0] == ':' ? word + 1 : word, false, &arg, NULL);
	if (!c)
		return;
	buf_addf(out, _("In the reader, :%s\n\n%s.\n"), c->name, _(c->brief));
	if (c->detail)
		buf_addf(out, "%s\n", _(c->detail));
	if (!str_empty(c->keys))
		buf_addf(out, _("Keys: %s\n"), c->keys);
}

static const struct ui_command *
bound(struct ui *ui, int context, const uint32_t *keys, size_t len)
{
	const struct ui_binding *b =
		ui_bindings_find(&ui->bindings, 0, context, keys, len);
	return b && b->acts_len ? b->acts[0].command : NULL;
}

/* Every command that these keys run somewhere, once. */
static void
put_bound(struct ui *ui, const char *word, struct buf *out)
{
	uint32_t keys[CONF_KEYS_MAX];
	size_t len;
	if (conf_keys_parse(word, keys, &len, NULL) != OK)
		return;
	for (int context = 1; context & UI_EVERYWHERE; context <<= 1) {
		const struct ui_command *c = bound(ui, context, keys, len);
		bool again = false;
		for (int before = 1; before < context && !again; before <<= 1)
			again = bound(ui, before, keys, len) == c;
		if (!c || again)
			continue;
		buf_adds(out, out->len ? "\n" : "");
		put_command(ui, c, out);
	}
}

/* All that has the word in its name or is about it. */
static void
put_matches(const char *word, struct buf *out)
{
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c))
		if (str_ifind(c->name, strlen(c->name), word) ||
			str_ifind(_(c->brief), strlen(_(c->brief)), word))
			buf_addf(out, ":%s  %s\n", c->name, _(c->brief));
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o))
		if (str_ifind(o->name, strlen(o->name), word) ||
			str_ifind(_(o->brief), strlen(_(o->brief)), word))
			buf_addf(out, "%s =  %s\n", o->name, _(o->brief));
}

/* True if man has shown it. */
static bool
show_page(struct ui *ui, const struct conf_page *page)
{
	struct buf line = BUF_INIT(0);
	buf_addf(&line, "man %s %s", page->section, page->name);
	bool shown = ui_outside_run_plain(ui, buf_str(&line), UI_RUN_TRIED, NULL);
	buf_done(&line);
	return shown;
}

void
ui_keys_manual(struct ui *ui, const char *word)
{
	const char *arg;
	const struct option *option = conf_option(word);
	const struct ui_command *command =
		ui_alias(word[0] == ':' ? word + 1 : word, false, &arg, NULL);
	const struct conf_page *page = conf_page(word);
	struct buf text = BUF_INIT(0);
	if (command)
		put_command(ui, command, &text);
	if (option)
		buf_adds(&text, command ? "\n" : "");
	if (option)
		put_option(ui, option, &text);
	conf_topic_query(&text, word);
	if (page && !text.len && show_page(ui, page))
		return;
	if (page)
		buf_addf(&text, _("%s(%s): %s. Read it with: man %s %s\n"), page->name,
			page->section, _(page->brief), page->section, page->name);
	if (!text.len)
		put_bound(ui, word, &text);
	if (!text.len)
		put_matches(word, &text);
	if (text.len)
		ui_page_show(ui, word, &text);
	else
		ui_status_say(
			&ui->status, false, _("The manual says nothing about %s"), word);
	buf_done(&text);
}
