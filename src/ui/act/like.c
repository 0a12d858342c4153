/*
 * Rules made by a key: what the item under the cursor has in common with others (feed,
 * author, tags, words of the title) is offered as queries, with the number of items that
 * each finds. The chosen one becomes a rule, which the user may still change (its query
 * is then counted again); then it is written to the config file and applied to what is
 * stored.
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fold.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "base/word.h"
#include "conf/rule.h"
#include "conf/settings.h"
#include "conf/words.h"
#include "conf/write_config.h"
#include "engine/api.h"
#include "model/item.h"
#include "query/query.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "ui/act/act.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/page/page.h"

#define WORDS 6      /* of the title */
#define WORD_LEAST 4 /* bytes */
#define TAGS 4       /* of the feed */
#define COUNTING "…"
#define UNCOUNTED "?" /* it is not a query */

struct proposals {
	struct ui_choice *rows;
	size_t len, cap;
};

static void
add(struct proposals *p, const char *query, const char *text)
{
	*VEC_PUSH(p->rows, p->len, p->cap) = (struct ui_choice){.text = mem_strdup(text),
		.detail = mem_strdup(COUNTING),
		.value = mem_strdup(query)};
}

static bool
has(const char *const *words, size_t len, struct span word)
{
	for (size_t i = 0; i < len; i++)
		if (span_eq(word, words[i]))
			return true;
	return false;
}

static void
add_title(struct ui *ui, struct proposals *p, const char *title, const char *in_feed)
{
	struct buf folded = BUF_INIT(0);
	struct arena *arena = &ui->scratch;
	const char *words[WORDS];
	size_t len = 0;
	fold_text(&folded, title, strlen(title), false, FOLD_CASE);
	struct word_walk walk = word_walk((struct span){folded.data, folded.len});
	while (len < WORDS && word_next(&walk))
		if (walk.word.n >= WORD_LEAST && !has(words, len, walk.word))
			words[len++] = arena_strndup(arena, walk.word.p, walk.word.n);
	buf_done(&folded);
	for (size_t i = 0; i < len; i++) {
		const char *query = arena_printf(arena, "title:%s", words[i]);
		add(p, query, arena_printf(arena, _("“%s” in the title"), words[i]));
	}
	for (size_t i = 0; i < len && in_feed; i++) {
		const char *query =
			arena_printf(arena, "%s and title:%s", in_feed, words[i]);
		add(p, query,
			arena_printf(
				arena, _("“%s” in the title, in this feed"), words[i]));
	}
}

static void
add_author(struct ui *ui, struct proposals *p, const char *author, const char *in_feed)
{
	if (str_empty(author))
		return;
	const char *by = query_compare(&ui->scratch, "author = ", author);
	add(p, by, arena_printf(&ui->scratch, _("by %s"), author));
	if (in_feed)
		add(p, arena_printf(&ui->scratch, "%s and %s", in_feed, by),
			arena_printf(&ui->scratch, _("by %s, in this feed"), author));
}

static void
propose(struct ui *ui, const struct store_item *item, struct proposals *p)
{
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, item->feed);
	const char *in_feed =
		feed ? query_compare(&ui->scratch, "feed-url = ", feed->address) : NULL;
	if (in_feed)
		add(p, in_feed,
			arena_printf(&ui->scratch, _("in the feed %s"),
				ui_catalog_title(&ui->catalog, feed->id, &ui->scratch)));
	add_author(ui, p, item->author, in_feed);
	for (size_t i = 0; feed && i < feed->tags_len && i < TAGS; i++)
		add(p, query_compare(&ui->scratch, "tag:", feed->tags[i]),
			arena_printf(&ui->scratch, _("in feeds with the tag %s"),
				feed->tags[i]));
	if (!str_empty(item->title))
		add_title(ui, p, item->title, in_feed);
}

/* ---- The rule. */

static void
apply(struct ui *ui, const struct conf_rule *rule)
{
	char score[ENGINE_SCORE_BYTES];
	struct engine_action *also =
		arena_alloc(&ui->scratch, (rule->acts_len + 1) * sizeof *also);
	struct engine_action action = engine_rule_action(rule, score, also);
	action.chain = ++ui->keys.chain;
	action.target = (struct engine_target){.kind = TARGET_QUERY,
		.query = rule->query,
		.scope = {.kind = STORE_ALL},
		.upto = ui->catalog.last_id};
	engine_do(ui->engine, &action);
}

static bool
is_there(const struct ui *ui, const struct conf_rule *rule)
{
	const struct config *config = &ui->settings->config;
	for (size_t i = 0; i < config->rules_len; i++)
		if (str_eq(config->rules[i].text, rule->text))
			return true;
	return false;
}

/* Reads the statement of a rule. */
static int
read_rule(struct ui *ui, const char *line, struct conf_rule *rule, struct err *err)
{
	struct conf_word *words;
	size_t len;
	int status = conf_words(&ui->scratch, span_of(line), &words, &len, err);
	return status == OK ? conf_rule_read(&ui->scratch, words, len, rule, err)
			    : status;
}

static void
keep(struct ui *ui, const char *text)
{
	struct err err = {0};
	struct conf_rule rule = {0};
	const char *line = arena_printf(&ui->scratch, "rule %s", text);
	int status = read_rule(ui, line, &rule, &err);
	if (status == OK && !ui->settings->path)
		status = err_set(&err, ERR_IO, _("there is no config file to write to"));
	bool there = status == OK && is_there(ui, &rule);
	if (status == OK && !there)
		status = conf_write_statement(ui->settings->path, line, &err);
	if (status != OK) {
		ui_refuse(ui, err.text);
		return;
	}
	if (!there)
		ui->above->reload_config(ui, NULL);
	ui_status_report(&ui->status, false, /* until it was applied */
		there ? _("This rule exists already; it is applied again")
		      : _("Kept in %s: %s"),
		ui->settings->path, line);
	apply(ui, &rule);
}

/* ---- The prompt for it. */

static const char *
label(struct ui *ui, const char *found)
{
	buf_clear(&ui->like.label);
	buf_addf(&ui->like.label, _("Rule (finds %s):"), found);
	return buf_str(&ui->like.label);
}

/* The query of a rule that may not be complete; empty if it has none that is valid. */
static const char *
query_of(struct ui *ui, const char *text)
{
	struct err err;
	struct conf_word *words;
	size_t len;
	bool is = conf_words(&ui->scratch, span_of(text), &words, &len, &err) == OK &&
		  len && query_check(words[0].text, &err) == OK;
	return is ? words[0].text : "";
}

static void
count(struct ui *ui, const char *query)
{
	free(ui->like.query);
	ui->like.query = mem_strdup(query);
	ui->like.round++;
	if (*query)
		engine_count(ui->engine, ui->like.round, 0, query);
}

static void
changed(struct ui *ui, const char *text)
{
	const char *query = query_of(ui, text);
	if (str_eq(query, ui->like.query))
		return;
	ui->prompt.label = label(ui, *query ? COUNTING : UNCOUNTED);
	count(ui, query);
}

static void
chosen(struct ui *ui, const struct ui_choice *choice)
{
	struct buf text = BUF_INIT(0);
	conf_word_format(&text, choice->value, true);
	buf_addf(&text, " %s", ui->like.act);
	ui->like.view = NULL;
	ui_prompt_start(&ui->prompt, label(ui, choice->detail), buf_str(&text), NULL);
	ui->prompt.accept = keep;
	ui->prompt.complete = NULL;
	ui->prompt.changed = changed;
	count(ui, choice->value); /* the list may not have counted it yet */
	buf_done(&text);
}

/* ---- */

/* Whether rules can act like this. What an action takes may be left to the prompt. */
static bool
can_act(struct ui *ui, const char *act)
{
	struct err err = {0};
	struct conf_rule rule = {0};
	const char *line = arena_printf(&ui->scratch, "rule \"id > 0\" %s", act);
	if (conf_rule_has_action(act) || read_rule(ui, line, &rule, &err) == OK)
		return true;
	ui_refuse(ui, err.text);
	return false;
}

void
ui_act_make_rule(struct ui *ui, const char *arg)
{
	struct ui_target target;
	struct store_view view;
	struct store_item item;
	struct proposals p = {0};
	const char *act = str_empty(arg) ? "hide" : arg;
	if (!ui_act_on_item(ui, &target) || !can_act(ui, act) || !ui_open_view(ui, &view))
		return;
	if (store_item(&view, target.item, &ui->scratch, &item) == OK)
		propose(ui, &item, &p);
	store_view_end(&view);
	if (!p.len)
		return;
	free(ui->like.act);
	ui->like.act = mem_strdup(act);
	ui->like.round++;
	for (size_t i = 0; i < p.len; i++)
		engine_count(ui->engine, ui->like.round, i, p.rows[i].value);
	ui->like.view = ui_page_choose(ui,
		arena_printf(&ui->scratch, _("Rule: %s items…"), ui->like.act), p.rows,
		p.len, chosen);
	ui_push(ui, ui->like.view);
}

void
ui_act_counted(struct ui *ui, const struct engine_event *event)
{
	struct ui_view *view = ui->top;
	if (event->search != ui->like.round)
		return;
	const char *text = event->error
				   ? UNCOUNTED
				   : arena_printf(&ui->scratch,
					     P_("%zu item", "%zu items", event->counted),
					     (size_t)event->counted);
	if (ui->prompt.changed == changed)
		ui->prompt.label = label(ui, text);
	while (view && view != ui->like.view)
		view = view->below;
	if (view)
		ui_page_choose_detail(view, event->feed, text);
	ui->dirty = true;
}
