/*
 * A template is read once into a list of parts; conditions are jumps in it. A row becomes
 * pieces, the text of the parts that apply to it. Then the cells of the pieces are
 * decided: first those that only depend on the row itself, then columns of all rows, and
 * at last those that share what is left.
 */
#include "config.h"

#include "output/template.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "output/field.h"

#define WIDTH_MAX 1000
#define DEPTH_MAX 8 /* of conditions in one another */
#define SHARE_MIN 8 /* cells that a column with * gets at least */

enum part_kind {
	PART_TEXT,
	PART_FIELD,
	PART_ELEMENT,
	PART_IF,
	PART_ELSE,
	PART_END,
};

enum part_size {
	SIZE_NONE,
	SIZE_CELLS,  /* exactly */
	SIZE_MOST,   /* at most */
	SIZE_WIDEST, /* as the widest, at most */
	SIZE_SHARE,  /* of what is left */
};

/* What a condition asks for. */
enum subject {
	SUBJECT_FIELD,
	SUBJECT_WIDTH,
	SUBJECT_MIXED,
};

struct part {
	enum part_kind kind;
	char *text; /* literal text; the format of a time */
	size_t len;
	const struct output_field *field;
	int element; /* PART_FIELD: its own; -1: none */
	enum part_size size;
	size_t width; /* cells, per cent or weight */
	bool percent, right;
	enum subject subject; /* of a PART_IF */
	bool negate;
	char compare; /* '<', '>' or 0 */
	uint64_t number;
	size_t next; /* PART_IF: the part to continue at if it is not true; PART_ELSE: the
			part after the end */
};

struct output_template {
	const struct output_field *fields;
	const char *const *elements;
	struct part *parts;
	size_t len, cap;
	bool ended; /* with \n or \0 */
};

/* ---- reading */

/* Where the reader of a template is. */
struct reader {
	struct output_template *t;
	const char *rest;
	size_t open[DEPTH_MAX]; /* conditions: their last part that jumps */
	size_t depth;
	struct err *err;
};

static struct part *
add_part(struct output_template *t, enum part_kind kind)
{
	struct part *part = VEC_PUSH(t->parts, t->len, t->cap);
	*part = (struct part){.kind = kind, .element = -1};
	return part;
}

/* Literal text goes to the text before it. */
static void
add_text(struct output_template *t, const char *text, size_t len)
{
	struct part *last = t->len ? &t->parts[t->len - 1] : NULL;
	if (!last || last->kind != PART_TEXT)
		last = add_part(t, PART_TEXT);
	last->text = mem_realloc(last->text, last->len + len + 1, 1);
	memcpy(last->text + last->len, text, len);
	last->len += len;
	last->text[last->len] = '\0';
}

static int
element_of(const struct output_template *t, struct span name)
{
	for (int i = 0; t->elements && t->elements[i]; i++)
		if (span_ieq(name, t->elements[i]))
			return i;
	return -1;
}

/* Takes a number off the front of *s; fallback if there is none. */
static uint64_t
take_number(struct span *s, uint64_t fallback)
{
	uint64_t number = 0;
	size_t n = 0;
	while (n < s->n && n < 9 && str_digit(s->p[n]))
		number = 10 * number + (uint64_t)(s->p[n++] - '0');
	s->p += n;
	s->n -= n;
	return n ? number : fallback;
}

static bool
take_char(struct span *s, char c)
{
	if (s->n == 0 || s->p[0] != c)
		return false;
	s->p++;
	s->n--;
	return true;
}

/* Takes a size off the front of *s. False: there is none. */
static bool
take_size(struct part *part, struct span *s)
{
	part->right = take_char(s, '-');
	bool share = take_char(s, '*');
	part->size = share               ? SIZE_SHARE
		     : take_char(s, '<') ? SIZE_MOST
		     : take_char(s, '=') ? SIZE_WIDEST
					 : SIZE_CELLS;
	part->width = (size_t)take_number(s, share);
	part->percent = !share && take_char(s, '%');
	return part->width >= 1 && part->width <= WIDTH_MAX &&
	       (s->n == 0 || *s->p == ' ');
}

static int
read_detail(struct part *part, struct span detail, struct err *err)
{
	const struct span whole = detail;
	bool time = part->field->type == OUTPUT_TIME;
	bool formatted =
		time && (detail.n && (detail.p[0] == '%' || str_alpha(detail.p[0])));
	if (!formatted && !take_size(part, &detail))
		goto wrong;
	detail = span_trim(detail);
	if (detail.n == 0)
		return OK;
	if (!time || (detail.p[0] != '%' && !span_eq(detail, "short") &&
			     !span_eq(detail, "ago")))
		goto wrong;
	free(part->text);
	part->text = mem_strndup(detail.p, detail.n);
	return OK;
wrong:
	return err_set(err, ERR_INVALID,
		_("{%s:%.*s}: after the colon, write a width from 1 to %d, perhaps with "
		  "<, =, - or %%, or write *; for a time, a format as well: short, ago, "
		  "or one that begins with %%"),
		part->field->name, SPAN_FMT(whole), WIDTH_MAX);
}

static int
read_field(struct reader *r, struct span inside)
{
	struct output_template *t = r->t;
	struct span rest = inside, name;
	span_split(&rest, ':', &name);
	const struct output_field *field = output_field_find(t->fields, name);
	if (!field)
		return output_field_unknown(t->fields, name, r->err);
	struct part *part = add_part(t, PART_FIELD);
	part->field = field;
	part->text = mem_strdup(OUTPUT_TIME_FORMAT);
	part->element = field->element ? element_of(t, span_of(field->element)) : -1;
	return rest.p ? read_detail(part, rest, r->err) : OK;
}

/* {#ELEMENT} and {#} */
static int
read_element(struct reader *r, struct span name)
{
	int element = name.n ? element_of(r->t, name) : -1;
	if (name.n && element < 0 && r->t->elements)
		return err_set(r->err, ERR_INVALID,
			_("unknown element \"%.*s\"; courant-config(5) lists them"),
			SPAN_FMT(name));
	add_part(r->t, PART_ELEMENT)->element = element;
	return OK;
}

/* {?NAME} */
static int
read_condition(struct reader *r, struct span inside)
{
	struct part part = {.kind = PART_IF, .element = -1};
	part.negate = take_char(&inside, '!');
	struct span name = {inside.p, 0};
	while (name.n < inside.n && inside.p[name.n] != '<' && inside.p[name.n] != '>')
		name.n++;
	struct span rest = {inside.p + name.n, inside.n - name.n};
	if (rest.n) {
		part.compare = *rest.p;
		take_char(&rest, part.compare);
		const char *from = rest.p;
		part.number = take_number(&rest, 0);
		if (rest.n || rest.p == from)
			return err_set(r->err, ERR_INVALID,
				_("{?%.*s}: write a number after %c"), SPAN_FMT(inside),
				part.compare);
	}
	if (span_eq(name, "width"))
		part.subject = SUBJECT_WIDTH;
	else if (span_eq(name, "mixed"))
		part.subject = SUBJECT_MIXED;
	else
		part.field = output_field_find(r->t->fields, name);
	if (part.subject == SUBJECT_FIELD && !part.field)
		return output_field_unknown(r->t->fields, name, r->err);
	if (r->depth == DEPTH_MAX)
		return err_set(r->err, ERR_INVALID,
			_("conditions are nested more than %d deep"), DEPTH_MAX);
	r->open[r->depth++] = r->t->len;
	*add_part(r->t, PART_IF) = part;
	return OK;
}

/* {:} and {/} */
static int
read_turn(struct reader *r, enum part_kind kind)
{
	struct output_template *t = r->t;
	size_t *open = r->depth ? &r->open[r->depth - 1] : NULL;
	if (!open || (kind == PART_ELSE && t->parts[*open].kind == PART_ELSE))
		return err_set(r->err, ERR_INVALID, _("{%s} has no {?…} before it"),
			kind == PART_ELSE ? ":" : "/");
	add_part(t, kind);
	t->parts[*open].next = t->len; /* the part after this one */
	if (kind == PART_ELSE)
		*open = t->len - 1;
	else
		r->depth--;
	return OK;
}

static int
read_braces(struct reader *r)
{
	const char *from = r->rest + 1, *end = strchr(from, '}');
	if (!end)
		return err_set(r->err, ERR_INVALID,
			_("a { is not closed; write {{ for a literal brace"));
	struct span inside = {from, (size_t)(end - from)};
	r->rest = end + 1;
	if (take_char(&inside, '#'))
		return read_element(r, inside);
	if (take_char(&inside, '?'))
		return read_condition(r, inside);
	if (span_eq(inside, ":"))
		return read_turn(r, PART_ELSE);
	if (span_eq(inside, "/"))
		return read_turn(r, PART_END);
	return read_field(r, inside);
}

static int
read_escape(struct reader *r)
{
	static const char letters[] = "tn\\0e";
	static const char meant[] = "\t\n\\\0\033";
	char c = r->rest[1];
	const char *found = c ? strchr(letters, c) : NULL;
	if (!found)
		return err_set(r->err, ERR_INVALID,
			_("a backslash must be followed by t, n, 0, e or \\"));
	add_text(r->t, &meant[found - letters], 1);
	r->rest += 2;
	r->t->ended = !*r->rest && (c == 'n' || c == '0');
	return OK;
}

/* Takes the next part off the rest, which is not empty. */
static int
read_part(struct reader *r)
{
	size_t n = strcspn(r->rest, "{}\\");
	if (n) {
		add_text(r->t, r->rest, n);
		r->rest += n;
		return OK;
	}
	if (*r->rest == '\\')
		return read_escape(r);
	if (r->rest[1] == *r->rest) {
		add_text(r->t, r->rest, 1);
		r->rest += 2;
		return OK;
	}
	if (*r->rest == '}')
		return err_set(r->err, ERR_INVALID,
			_("a } has no {; write }} for a literal brace"));
	return read_braces(r);
}

int
output_template_new(const struct output_field *fields, const char *const *elements,
	const char *text, struct output_template **out, struct err *err)
{
	struct output_template *t = mem_zalloc(sizeof *t);
	struct reader r = {.t = t, .rest = text, .err = err};
	int status = OK;
	t->fields = fields;
	t->elements = elements;
	while (*r.rest && status == OK)
		status = read_part(&r);
	if (status == OK && r.depth)
		status = err_set(err, ERR_INVALID, _("a {?…} has no {/} after it"));
	if (status == OK)
		*out = t;
	else
		output_template_free(t);
	return status;
}

void
output_template_free(struct output_template *t)
{
	for (size_t i = 0; t && i < t->len; i++)
		free(t->parts[i].text);
	free(t ? t->parts : NULL);
	free(t);
}

bool
output_template_uses(const struct output_template *t, const char *field)
{
	for (size_t i = 0; i < t->len; i++)
		if (t->parts[i].field && str_eq(t->parts[i].field->name, field))
			return true;
	return false;
}

/* ---- the pieces of a row */

static bool
is_true(const struct part *part, const void *row, const struct output_width *room)
{
	uint64_t value = part->subject == SUBJECT_WIDTH ? room->width
			 : part->subject == SUBJECT_MIXED
				 ? room->mixed
				 : output_field_number(part->field, row);
	bool is = part->compare == '<'   ? value < part->number
		  : part->compare == '>' ? value > part->number
					 : value > 0;
	return is != part->negate;
}

static const char *
value_of(const struct part *part, const void *row, const struct output_clock *clock,
	struct arena *arena, size_t *len)
{
	struct buf value = BUF_INIT(0);
	output_field_put(&value, part->field, row, part->text, clock);
	*len = value.len;
	const char *text = arena_strndup(arena, buf_str(&value), value.len);
	buf_done(&value);
	return text;
}

/* A count that is wider than its column, in thousands, millions …: cut off, it would be
 * another number. */
static void
shorten(const struct part *part, const void *row, struct arena *arena,
	struct output_piece *piece)
{
	uint64_t count = output_field_number(part->field, row);
	for (const char *unit = "kMG"; *unit && piece->len > part->width; unit++) {
		count /= 1000;
		piece->text = arena_printf(arena, "%" PRIu64 "%c", count, *unit);
		piece->len = strlen(piece->text);
	}
}

/* Returns how many there are; pieces has room for as many as the template has parts. */
static size_t
make_pieces(const struct output_template *t, const void *row,
	const struct output_width *room, struct arena *arena, struct output_piece *pieces)
{
	size_t len = 0;
	int element = -1;
	for (size_t i = 0; i < t->len; i++) {
		const struct part *part = &t->parts[i];
		struct output_piece piece = {.part = i, .cells = SIZE_MAX};
		if (part->kind == PART_ELSE ||
			(part->kind == PART_IF && !is_true(part, row, room)))
			i = part->next - 1;
		if (part->kind == PART_ELEMENT)
			element = part->element;
		if (part->kind != PART_TEXT && part->kind != PART_FIELD)
			continue;
		piece.text = part->text;
		piece.len = part->len;
		piece.field = part->field;
		piece.element = element >= 0 ? element : part->element;
		piece.right = part->right;
		if (part->field)
			piece.text = value_of(part, row, &room->clock, arena, &piece.len);
		if (part->field && part->field->count && part->size == SIZE_CELLS &&
			!part->percent)
			shorten(part, row, arena, &piece);
		pieces[len++] = piece;
	}
	return len;
}

/* ---- their cells */

static size_t
measure(const struct output_width *room, const struct output_piece *piece)
{
	size_t used;
	if (room->measure)
		return room->measure(room->data, piece->text);
	utf8_fit(piece->text, piece->len, SIZE_MAX, &used);
	return used;
}

static size_t
limit_of(const struct part *part, const struct output_width *room)
{
	return part->percent ? room->width * part->width / 100 : part->width;
}

/* The cells of pieces that depend on nothing else. widest: of the values in each part. */
static void
size_alone(const struct output_template *t, struct output_piece *pieces, size_t len,
	const struct output_width *room, size_t *widest)
{
	for (size_t i = 0; i < len; i++) {
		const struct part *part = &t->parts[pieces[i].part];
		size_t most = limit_of(part, room), cells;
		if (part->size == SIZE_CELLS)
			pieces[i].cells = most;
		if (part->size != SIZE_MOST && part->size != SIZE_WIDEST)
			continue;
		cells = measure(room, &pieces[i]);
		cells = part->percent && room->width == 0 ? cells
			: cells < most                    ? cells
							  : most;
		pieces[i].cells = cells;
		if (cells > widest[pieces[i].part])
			widest[pieces[i].part] = cells;
	}
}

static bool
ends_line(const struct output_piece *piece)
{
	return !piece->field && memchr(piece->text, '\n', piece->len);
}

/* The cells of literal text on the line that it ends, or on the one that it begins. */
static size_t
cells_of_part(const struct output_piece *piece, bool ended)
{
	const char *first = memchr(piece->text, '\n', piece->len);
	size_t before = (size_t)(first - piece->text), used, from = piece->len;
	while (!ended && piece->text[from - 1] != '\n')
		from--;
	utf8_fit(ended ? piece->text : piece->text + from,
		ended ? before : piece->len - from, SIZE_MAX, &used);
	return used;
}

/* Shares what is left of a line of the row. */
static void
size_shares(const struct output_template *t, struct output_piece *pieces, size_t len,
	const struct output_width *room, const size_t *widest)
{
	size_t used = 0, weights = 0;
	for (size_t i = 0; i < len; i++) {
		const struct part *part = &t->parts[pieces[i].part];
		if (part->size == SIZE_WIDEST)
			pieces[i].cells = widest[pieces[i].part];
		if (part->size == SIZE_SHARE)
			weights += part->width;
		else if (ends_line(&pieces[i]))
			used += cells_of_part(&pieces[i], i > 0);
		else
			used += pieces[i].cells != SIZE_MAX ? pieces[i].cells
							    : measure(room, &pieces[i]);
	}
	size_t left = room->width > used ? room->width - used : 0;
	for (size_t i = 0; room->width && i < len; i++) {
		const struct part *part = &t->parts[pieces[i].part];
		if (part->size != SIZE_SHARE)
			continue;
		size_t share = left * part->width / weights;
		pieces[i].cells = share > SHARE_MIN ? share : SHARE_MIN;
		left -= share;
		weights -= part->width;
	}
}

struct output_lines
output_template_lay(const struct output_template *t, const void *const *rows, size_t len,
	const struct output_width *room, struct arena *arena)
{
	struct output_lines lines = {
		.pieces = arena_alloc(arena, (len + 1) * sizeof *lines.pieces),
		.lens = arena_alloc(arena, (len + 1) * sizeof *lines.lens),
		.len = len,
	};
	size_t *widest = arena_zalloc(arena, (t->len + 1) * sizeof *widest);
	for (size_t i = 0; i < len; i++) {
		lines.pieces[i] =
			arena_alloc(arena, (t->len + 1) * sizeof **lines.pieces);
		lines.lens[i] =
			rows[i] ? make_pieces(t, rows[i], room, arena, lines.pieces[i])
				: 0;
		size_alone(t, lines.pieces[i], lines.lens[i], room, widest);
	}
	for (size_t i = 0; i < len; i++)
		for (size_t from = 0, to; from < lines.lens[i]; from = to) {
			to = from + 1;
			while (to < lines.lens[i] && !ends_line(&lines.pieces[i][to]))
				to++;
			size_t with_end = to - from + (to < lines.lens[i]);
			size_shares(t, lines.pieces[i] + from, with_end, room, widest);
		}
	return lines;
}

/* ---- printing */

static void
put_piece(struct buf *out, const struct output_piece *piece)
{
	size_t cells = 0, n = piece->len;
	if (piece->cells == SIZE_MAX) {
		buf_add(out, piece->text, n);
		return;
	}
	n = utf8_fit(piece->text, piece->len, piece->cells, &cells);
	int blanks = (int)(piece->cells - cells);
	if (piece->right)
		buf_addf(out, "%*s", blanks, "");
	buf_add(out, piece->text, n);
	if (!piece->right)
		buf_addf(out, "%*s", blanks, "");
}

void
output_template_put(const struct output_template *t, const void *row,
	const struct output_width *room, struct buf *out)
{
	struct arena arena = ARENA_INIT;
	struct output_lines lines = output_template_lay(t, &row, 1, room, &arena);
	for (size_t i = 0; i < lines.lens[0]; i++) {
		const struct output_piece *piece = &lines.pieces[0][i];
		const struct part *part = &t->parts[piece->part];
		struct output_piece one = *piece;
		if (part->size == SIZE_WIDEST && !part->percent)
			one.cells = part->width;
		put_piece(out, &one);
	}
	if (!t->ended)
		buf_addc(out, '\n');
	arena_done(&arena);
}
