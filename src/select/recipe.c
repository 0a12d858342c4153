#include "config.h"

#include "select/recipe.h"

#include "base/i18n.h"
#include "base/str.h"

static const char *const names[] = {
	[SELECT_TITLE] = "title",
	[SELECT_LINK] = "link",
	[SELECT_DATE] = "date",
	[SELECT_BODY] = "text",
};

static void
skip_blanks(struct select_text *text)
{
	while (text->at < text->end && str_space((unsigned char)*text->at))
		text->at++;
}

static struct span
word_at(const struct select_text *text, size_t from)
{
	struct span word = {text->at + from, 0};
	for (; word.p + word.n < text->end; word.n++) {
		unsigned char c = (unsigned char)word.p[word.n];
		if (!str_alpha(c) && !str_digit(c) && c != '-' && c != '_' && c != ':')
			break;
	}
	return word;
}

static int
read_attribute(struct select_text *text, struct select_part *part, struct err *err)
{
	if (text->at == text->end || *text->at != '@')
		return OK;
	part->attribute = word_at(text, 1);
	if (!part->attribute.n)
		return select_selector_fail(text, text->at, err,
			_("the name of an attribute is missing here"));
	text->at = part->attribute.p + part->attribute.n;
	return OK;
}

/* After the blanks: NAME=SELECTOR, NAME=SELECTOR@ATTRIBUTE or NAME=@ATTRIBUTE. */
static int
read_part(struct select_text *text, struct arena *arena, struct select_recipe *out,
	struct err *err)
{
	const char *at = text->at;
	struct span name = word_at(text, 0);
	size_t i = 0;
	while (i < SELECT_PARTS && !span_ieq(name, names[i]))
		i++;
	if (i == SELECT_PARTS || name.p + name.n == text->end || name.p[name.n] != '=')
		return select_selector_fail(text, at, err,
			_("after the items' selector, write title=, link=, date= or "
			  "text= "
			  "and a selector"));
	struct select_part *part = &out->parts[i];
	if (part->there)
		return select_selector_fail(
			text, at, err, _("this part was given already"));
	part->there = true;
	text->at = name.p + name.n + 1;
	int status = text->at < text->end && *text->at == '@'
			     ? OK
			     : select_selector_read(text, arena, &part->selector, err);
	return status == OK ? read_attribute(text, part, err) : status;
}

int
select_recipe_read(
	struct span s, struct arena *arena, struct select_recipe *out, struct err *err)
{
	struct select_text text = {s.p, s.p, s.p + s.n};
	*out = (struct select_recipe){0};
	int status = select_selector_read(&text, arena, &out->item, err);
	skip_blanks(&text);
	while (status == OK && text.at < text.end) {
		status = read_part(&text, arena, out, err);
		skip_blanks(&text);
	}
	return status;
}

int
select_recipe_plain(
	struct span s, struct arena *arena, struct selector *out, struct err *err)
{
	struct select_text text = {s.p, s.p, s.p + s.n};
	int status = select_selector_read(&text, arena, out, err);
	if (status == OK && text.at < text.end)
		status = select_selector_fail(
			&text, text.at, err, _("this cannot follow a selector"));
	return status;
}
