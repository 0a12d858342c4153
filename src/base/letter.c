#include "config.h"

#include "base/letter.h"

#include <stdlib.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

#include "base/attr.h"
#include "base/mem.h"
#include "base/utf8.h"

_Atomic(struct letter *) letter_pages[LETTER_PAGES];

/* The base of letters that Unicode does not decompose, though people type them without
 * their strokes. */
static uint32_t
undecomposed(uint32_t cp)
{
	switch (cp) {
	case 0x00f8: /* ø */
		return 'o';
	case 0x0111: /* đ */
		return 'd';
	case 0x0127: /* ħ */
		return 'h';
	case 0x0131: /* ı */
		return 'i';
	case 0x0142: /* ł */
		return 'l';
	case 0x0167: /* ŧ */
		return 't';
	default:
		return cp;
	}
}

static uint32_t
base_of(uint32_t cp)
{
	ucs4_t parts[UC_DECOMPOSITION_MAX_LENGTH];
	/* After the end there are syllables and signs, whose marks are not accents. */
	if (cp < 0xc0 || cp >= LETTER_BASES_END || cp == 0x0439)
		return cp;
	/* ế decomposes to ê and a mark, and ê in turn to e and a mark. */
	while (uc_canonical_decomposition(cp, parts) > 0 && parts[0] != cp)
		cp = parts[0];
	return undecomposed(cp);
}

/* Scripts without blanks, and Hangul, where particles are attached to words. Characters
 * in these ranges that are not letters separate words all the same. */
static const struct utf8_range ideographs[] = {
	{0x0e00, 0x0eff},   /* Thai, Lao */
	{0x1000, 0x109f},   /* Myanmar */
	{0x1100, 0x11ff},   /* Hangul jamo */
	{0x1780, 0x17ff},   /* Khmer */
	{0x2e80, 0x2fdf},   /* radicals */
	{0x3005, 0x3007},   /* ideographs' repetition, closing, zero */
	{0x3021, 0x3029},   /* Hangzhou numerals */
	{0x3031, 0x30ff},   /* kana */
	{0x3100, 0x318f},   /* Bopomofo, Hangul */
	{0x31a0, 0x31ff},   /* Bopomofo, kana */
	{0x3400, 0x4dbf},   /* Han */
	{0x4e00, 0xa4cf},   /* Han, Yi */
	{0xa960, 0xa97f},   /* Hangul jamo */
	{0xac00, 0xd7ff},   /* Hangul syllables */
	{0xf900, 0xfaff},   /* Han, compatibility */
	{0xff66, 0xffdc},   /* half-width kana and Hangul */
	{0x1b000, 0x1b16f}, /* kana */
	{0x20000, 0x3ffff}, /* Han */
};

static enum letter_kind
kind_of(uint32_t cp)
{
	if (cp < 0x80)
		return (cp >= '0' && cp <= '9') ||
				       ((cp | 0x20) >= 'a' && (cp | 0x20) <= 'z')
			       ? LETTER_WORD
			       : LETTER_SEPARATOR;
	if (!uc_is_general_category_withtable(
		    cp, UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_M | UC_CATEGORY_MASK_N))
		return LETTER_SEPARATOR;
	return utf8_in(ideographs, COUNT_OF(ideographs), cp) ? LETTER_IDEOGRAPH
							     : LETTER_WORD;
}

/* Below this are the marks of the alphabets that have accents. */
#define ACCENTS_END 0x700

static struct letter
make_letter(uint32_t cp)
{
	uint32_t lower = cp == LETTER_FINAL_SIGMA ? LETTER_SIGMA : uc_tolower(cp);
	bool mark = cp >= 0x300 && uc_is_general_category_withtable(
					   cp, UC_CATEGORY_MASK_Mn | UC_CATEGORY_MASK_Me);
	uint32_t base = mark && cp < ACCENTS_END ? 0 : base_of(lower);
	return (struct letter){.lower = lower & 0xffffff,
		.kind = kind_of(cp) & 3,
		.mark = mark,
		.accent = base != lower,
		.base = base};
}

/* Two threads may make the same page at once; the first one's is kept. */
const struct letter *
letter_page(uint32_t page)
{
	struct letter *made = mem_alloc(LETTER_PAGE * sizeof *made), *kept = NULL;
	for (uint32_t i = 0; i < LETTER_PAGE; i++)
		made[i] = make_letter(page * LETTER_PAGE + i);
	if (atomic_compare_exchange_strong(&letter_pages[page], &kept, made))
		return made;
	free(made);
	return kept;
}

uint32_t
letter_compose(uint32_t cp, uint32_t mark)
{
	return uc_composition(cp, mark);
}
