#include "config.h"

#include "cli/read/why_item.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "base/link.h"
#include "base/str.h"
#include "base/url.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "cli/core/feed_options.h"
#include "cli/core/find.h"
#include "cli/core/json.h"
#include "cli/read/why_account.h"
#include "conf/option.h"
#include "conf/rule.h"
#include "conf/settings.h"
#include "conf/words.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/item/rule.h"
#include "store/score/priority.h"
#include "store/score/taste.h"

struct why {
	struct cli *cli;
	struct arena arena;
	struct store_item item;
	struct store_feed feed;
	struct taste taste;
	int64_t priority; /* what its feed's priority adds to its score */
	char **also;      /* titles of the other feeds that have it */
	size_t also_len;
	const char *filters[2]; /* "only=QUERY", "skip=QUERY"; NULL: not set */
	struct cli_read_account account;
	struct buf out;
};

/* Reads the options only and skip of the item's feed, as they are now. */
static void
read_filters(struct why *w)
{
	struct options own;
	cli_feed_options(w->cli, w->feed.url, &own);
	if (!str_empty(own.only))
		w->filters[0] = arena_printf(&w->arena, "only=%s", own.only);
	if (!str_empty(own.skip))
		w->filters[1] = arena_printf(&w->arena, "skip=%s", own.skip);
	conf_options_done(&own);
}

/* The rule with this hash, in arena. */
static const char *
rule_text(struct why *w, uint64_t hash)
{
	const struct config *config = &w->cli->settings->config;
	for (size_t i = 0; i < config->rules_len; i++) {
		const struct conf_rule *rule = &config->rules[i];
		if (store_item_rule_hash(rule->text) == hash)
			return arena_printf(&w->arena, _("rule %zu (%s:%d): %s"), i + 1,
				rule->file, rule->line, rule->text);
	}
	for (size_t i = 0; i < COUNT_OF(w->filters); i++)
		if (w->filters[i] && store_item_rule_hash(w->filters[i]) == hash)
			return arena_printf(
				&w->arena, _("the feed's option %s"), w->filters[i]);
	return _("a rule that has been changed or removed since");
}

/* Is it shown, in hundredths? */
static bool
counts(const struct taste_part *part)
{
	return part->weight <= -.005 || part->weight >= .005;
}

/* The sum by part. */
static void
put_score(struct why *w)
{
	static const char *const kinds[] = {
		[TASTE_FEED] = N_("the feed"), [TASTE_AUTHOR] = N_("the author")};
	const struct taste *t = &w->taste;
	int interest = taste_interest(t);
	buf_addf(&w->out,
		_("\nScore: %" PRId64 ", %" PRId64 " by rules, %+d by interest\n"),
		w->item.score + STORE_INTEREST_WORTH(interest) + w->priority,
		w->item.score, STORE_INTEREST_WORTH(interest));
	if (w->priority)
		buf_addf(&w->out, _("Priority of its feed: %+d\n"), (int)w->priority);
	bool known = false;
	for (size_t i = 0; i < t->len; i++)
		known |= counts(&t->parts[i]);
	if (known)
		buf_addf(&w->out, _("Interest: %d of 100, from %+.2f:\n"), interest,
			taste_sum(t));
	else
		buf_addf(&w->out,
			_("Interest: %d of 100; nothing has been learned yet\n"),
			interest);
	for (size_t i = 0; i < t->len; i++) {
		const struct taste_part *part = &t->parts[i];
		if (!counts(part))
			continue;
		buf_addf(&w->out, "  %+.2f  ", part->weight);
		cli_clean(&w->out,
			part->kind == TASTE_WORD ? part->text : _(kinds[part->kind]));
		buf_addc(&w->out, '\n');
	}
}

static void
json_taste(struct why *w)
{
	static const char *const kinds[] = {
		[TASTE_FEED] = "feed", [TASTE_AUTHOR] = "author", [TASTE_WORD] = "word"};
	cli_json_integer(&w->out, "interest", taste_interest(&w->taste));
	cli_json_list(&w->out, "interest_parts");
	for (size_t i = 0; i < w->taste.len; i++) {
		const struct taste_part *part = &w->taste.parts[i];
		cli_json_element(&w->out);
		cli_json_begin(&w->out);
		cli_json_string(&w->out, "kind", kinds[part->kind]);
		cli_json_string(
			&w->out, "word", part->kind == TASTE_WORD ? part->text : NULL);
		cli_json_real(&w->out, "weight", part->weight);
		cli_json_close(&w->out);
	}
	cli_json_list_end(&w->out);
}

static void
put_text(struct why *w)
{
	const struct store_item *item = &w->item;
	cli_clean(&w->out, item->title ? item->title : "");
	buf_addf(&w->out, "\n%s", _("Feed: "));
	cli_clean(&w->out, w->feed.title ? w->feed.title : w->feed.address);
	put_score(w);
	if (item->flags & ITEM_HIDDEN)
		buf_adds(&w->out, _("It is hidden.\n"));
	for (size_t i = 0; i < w->also_len; i++) {
		buf_adds(&w->out, i ? ", " : _("Also in: "));
		cli_clean(&w->out, w->also[i]);
	}
	buf_adds(&w->out, w->also_len ? "\n" : "");
	cli_read_account_text(&w->account, &w->out);
	buf_adds(&w->out, item->rules_len ? _("Rules that matched it:\n")
					  : _("No rule matched it.\n"));
	for (size_t i = 0; i < item->rules_len; i++) {
		buf_adds(&w->out, "  ");
		cli_clean(&w->out, rule_text(w, item->rules[i]));
		buf_addc(&w->out, '\n');
	}
}

static void
put_json(struct why *w)
{
	const struct store_item *item = &w->item;
	cli_json_begin(&w->out);
	cli_json_number(&w->out, "id", item->id);
	cli_json_string(&w->out, "title", item->title);
	cli_json_number(&w->out, "feed", item->feed);
	cli_json_integer(&w->out, "score",
		item->score + STORE_INTEREST_WORTH(taste_interest(&w->taste)) +
			w->priority);
	cli_json_integer(&w->out, "priority", w->priority);
	json_taste(w);
	cli_json_bool(&w->out, "hidden", item->flags & ITEM_HIDDEN);
	cli_json_strings(&w->out, "also_in", w->also, w->also_len);
	cli_json_list(&w->out, "rules");
	for (size_t i = 0; i < item->rules_len; i++)
		cli_json_text(&w->out, rule_text(w, item->rules[i]));
	cli_json_list_end(&w->out);
	cli_read_account_json(&w->account, &w->out);
	cli_json_end(&w->out);
}

static int
read_item(struct why *w, uint64_t id, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(w->cli->store, &view, err);
	if (status != OK)
		return status;
	status = store_item(&view, id, &w->arena, &w->item);
	if (status == OK)
		status = store_score_taste(&view, w->item.id, &w->taste);
	if (status == OK)
		w->priority = store_score_priority(&view, w->item.feed);
	if (status == OK)
		status = store_feed_also(
			&view, w->item.id, &w->arena, &w->also, &w->also_len);
	if (status == OK)
		status = store_feed(&view, w->item.feed, &w->arena, &w->feed);
	if (status == OK)
		cli_read_account_of_item(&view, w->item.id, &w->arena, &w->account);
	store_view_end(&view);
	return status;
}

/* ---- Which item is meant? */

struct search {
	struct cli *cli;
	struct arena arena;
	const char *word, *link; /* link: the word, as addresses are opened and copied */
	uint64_t *ids;
	size_t len;
};

static bool
take(void *data, const struct store_key *hits, size_t len)
{
	struct search *s = data;
	struct store_view view;
	if (store_view_begin(s->cli->store, &view, NULL) != OK)
		return false;
	for (size_t i = 0; i < len; i++) {
		struct store_item item;
		/* Damaged items are left to courant check. */
		if (store_item(&view, hits[i].id, &s->arena, &item) != OK ||
			(!str_eq(item.guid, s->word) && !str_eq(item.link, s->word) &&
				!str_eq(link_untracked(&s->arena, item.link), s->link)))
			continue;
		s->ids = arena_push(&s->arena, s->ids, s->len, sizeof *s->ids);
		s->ids[s->len++] = item.id;
	}
	store_view_end(&view);
	return true;
}

/* By the id that the feed gives it, or by its address, with or without the parameters for
 * tracking. */
static int
search(struct search *s, struct err *err)
{
	static const struct store_scope hidden = {.kind = STORE_HIDDEN};
	struct cli_session session = {0};
	struct buf query = BUF_INIT(0);
	s->link = link_untracked(&s->arena, s->word);
	buf_adds(&query, "guid=");
	conf_word_format(&query, s->word, true);
	if (url_is_web(s->word)) {
		buf_adds(&query, " or link:");
		conf_word_format(&query,
			arena_strndup(&s->arena, s->word, strcspn(s->word, "?#")), true);
	}
	int status = cli_session_begin(&session, s->cli, false, err);
	if (status == OK)
		status = cli_find_each(&session, buf_str(&query), NULL, take, s, err);
	if (status == OK)
		status = cli_find_each(&session, buf_str(&query), &hidden, take, s, err);
	cli_session_end(&session);
	buf_done(&query);
	return status;
}

static int
find_items(struct search *s, struct err *err)
{
	int64_t number = 0;
	bool named = str_starts(s->word, CLI_READ_ITEM);
	const char *text = s->word + (named ? strlen(CLI_READ_ITEM) : 0);
	if (str_int(span_of(text), &number) == OK) {
		s->ids = arena_push(&s->arena, NULL, 0, sizeof *s->ids);
		s->ids[s->len++] = (uint64_t)number;
		return OK;
	}
	return str_empty(text) ? OK : search(s, err);
}

/* ---- */

static int
tell_item(struct cli *cli, uint64_t id, bool json, struct buf *out, struct err *err)
{
	struct why w = {.cli = cli, .arena = ARENA_INIT, .out = BUF_INIT(0)};
	int status = read_item(&w, id, err);
	if (status == OK) {
		read_filters(&w);
		if (json)
			put_json(&w);
		else
			put_text(&w);
		if (out->len && !json)
			buf_addc(out, '\n');
		buf_add(out, buf_str(&w.out), w.out.len);
	}
	buf_done(&w.out);
	arena_done(&w.arena);
	return status;
}

static int
tell_items(struct search *s, const struct err *none, bool json, struct err *err)
{
	struct buf out = BUF_INIT(0);
	int status = find_items(s, err);
	if (status == OK && !s->len)
		status = ERR_NOT_FOUND;
	for (size_t i = 0; status == OK && i < s->len; i++)
		status = tell_item(s->cli, s->ids[i], json, &out, err);
	if (status == OK && json)
		cli_write(&out);
	else if (status == OK)
		cli_print(&out);
	buf_done(&out);
	if (status == ERR_NOT_FOUND && none)
		*err = *none;
	else if (status == ERR_NOT_FOUND)
		err_set(err, status,
			_("there is no item %s; courant list --items shows the items"),
			s->word);
	return status;
}

int
cli_read_why_item(struct cli *cli, const char *word, const struct err *none, bool json)
{
	struct search s = {.cli = cli, .arena = ARENA_INIT, .word = word};
	struct err err = {0};
	int status = tell_items(&s, none, json, &err);
	arena_done(&s.arena);
	return status == OK ? CLI_OK : cli_session_failed(status, &err);
}
