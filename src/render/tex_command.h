/*
 * The commands of TeX that formulas as text understand. Private to render; pure.
 */
#ifndef RENDER_TEX_COMMAND_H
#define RENDER_TEX_COMMAND_H

enum tex_kind {
	TEX_SIGN,     /* stands for text */
	TEX_RELATION, /* … with blanks around it */
	TEX_WORD,     /* a function: with blanks between it and letters */
	TEX_SKIP,     /* nothing: \left, \displaystyle */
	TEX_PLAIN,    /* its argument as it is: \mathrm{x} */
	TEX_TEXT,     /* … with its blanks: \text{a b} */
	TEX_DOUBLE,   /* \mathbb{R} */
	TEX_AROUND,   /* its argument between the first character and the rest: \ket{x} */
	TEX_ACCENT,   /* the text combines with its argument */
	TEX_FRACTION,
	TEX_BINOMIAL,
	TEX_ROOT,
};

struct tex_command {
	const char *name;
	enum tex_kind kind;
	const char *text;
};

/* NULL if the name, without its backslash, is not understood. */
const struct tex_command *render_tex_command(const char *name);

#endif
