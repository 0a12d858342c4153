/*
 * Private to the files of the article: what was read of the item, and how far it is laid
 * out.
 */
#ifndef UI_ARTICLE_ARTICLE_INSIDE_H
#define UI_ARTICLE_ARTICLE_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "player/listening.h"
#include "render/find_words.h"
#include "store/item/item.h"
#include "store/media/media.h"
#include "store/media/track.h"
#include "ui/article/links.h"
#include "ui/core/ui_view.h"
#include "ui/draw/lines.h"

struct engine_event;
struct render_doc;
struct render_line;
struct ui_picture;

#define UI_ARTICLE_BACK 16 /* jumps that can be taken back */
/* Jumps to chapters, which stand above the text, begin here; below are those of the text
 * (RENDER_JUMPS_MAX). */
#define UI_ARTICLE_CHAPTERS 0x4000

/* Something a key asked for that needs more of the layout than there is yet. */
enum ui_article_wait {
	UI_ARTICLE_NOTHING,
	UI_ARTICLE_END,
	UI_ARTICLE_FIND,
	UI_ARTICLE_LINKS,
	UI_ARTICLE_PICK,
	UI_ARTICLE_OUTLINE,
};

/* The forms in which an article is shown. */
enum ui_article_form {
	UI_ARTICLE_RENDERED,
	UI_ARTICLE_SOURCE,
	UI_ARTICLE_PLAIN,
	UI_ARTICLE_FIELDS,   /* the item's, instead of its text */
	UI_ARTICLE_COMMENTS, /* on it, instead of its text */
	UI_ARTICLE_CHANGES,  /* since the version before */
	UI_ARTICLE_FORMS,
};

/* Whether the pictures of the text are shown. */
enum ui_article_images {
	UI_ARTICLE_IMAGES_UNASKED,
	UI_ARTICLE_IMAGES_OFFERED, /* the worker knows of them */
	UI_ARTICLE_IMAGES_SHOWN,
};

/* The episode of the item. */
struct ui_article_episode {
	bool there;
	struct arena arena; /* stored */
	struct store_episode stored;
	struct store_chapters chapters; /* in the article's arena */
	struct player_rules rules;      /* of its feed, if it was begun */
	char *said;                     /* the line about it */
};

struct ui_article {
	struct ui_view view;
	struct ui *ui;
	uint64_t id;
	struct arena arena; /* item and body */
	struct store_item item;
	struct store_item_body body;
	struct store_item_text page, earlier; /* text NULL: none */
	enum ui_article_form form;
	uint32_t read_at; /* the place in the text, while another form is shown */
	bool from_page;   /* the text is that of the page */
	char *comments;   /* as HTML, as far as they were fetched; NULL: not yet */
	bool fetching;    /* the user waits for that */
	enum ui_article_images images;
	size_t images_message; /* number of the message that they are being fetched */
	struct ui_picture *pictures; /* their cells, as far as they were drawn */
	size_t pictures_len;
	char **also; /* feeds that have the item's page as well */
	size_t also_len;
	struct ui_article_episode episode;
	int64_t plays; /* length of the episode for times in doc; 0: it has none */
	bool ok;
	struct err err;
	struct render_doc *doc;
	struct ui_lines head, foot;
	struct ui_links links;
	bool all_links; /* including those after the text's */
	struct {
		const char *text; /* of which words are counted … */
		size_t at;        /* … up to here */
		struct item_count count;
	} counted;
	size_t width;        /* for which it is laid out; 0: not yet */
	uint64_t generation; /* of the settings that it is laid out by */
	bool complete;       /* the text is laid out to its end */
	size_t top, height;
	enum ui_article_wait wait;
	/* The place in the text (render_text) of the first line, as long as nobody moves:
	 * other widths start from it again and again, so that none moves it. */
	uint32_t place;
	bool placed, seeking; /* it is known, and searched for in the new layout */
	size_t pick;          /* number of the picked link; 0: none */
	size_t jump;          /* number of the picked jump (line.h, or above); 0: none */
	uint32_t pick_at;     /* the place of either, if Tab picked it */
	bool typing;          /* the next digit continues this number */
	uint32_t back[UI_ARTICLE_BACK]; /* the places that jumps started from */
	size_t back_len;
	const struct match *marked; /* the words of the search that it is from */
	char *found;                /* the words that are marked */
	struct render_words words;
	struct render_hit *hits; /* where they are, as far as searched: */
	size_t hits_len, hits_cap;
	uint32_t find_at;
	bool find_done;
	size_t hit; /* the one that is shown, from 1; 0: none yet */
};

/* article.c */

/* The number of lines of the text so far, and of everything shown. */
size_t ui_article_body(const struct ui_article *v);
size_t ui_article_lines(const struct ui_article *v);
/* Starts a new layout if the width of the view has changed. */
void ui_article_layout(struct ui *ui, struct ui_article *v);
/* Makes sure that a line of the text is on the screen: if it was not, at a third of the
 * height. */
void ui_article_reveal(struct ui_article *v, size_t line);
/* Lays out more of the text, for that long. */
void ui_article_layout_step(struct ui_article *v, int64_t budget_us);
/* Looks for the place that was asked for, in the lines that there are. */
void ui_article_find_place(struct ui_article *v);
/* Goes to a place in the text. */
void ui_article_go(struct ui_article *v, uint32_t place);
/* The place in the text of the first line shown. */
uint32_t ui_article_place(const struct ui_article *v);
/* The article that has the focus, or NULL. */
struct ui_article *ui_article_in_focus(struct ui *ui);
/* Keeps the first line shown within the lines there are. */
void ui_article_clamp(struct ui_article *v);

/* Shows another document of the item, which is taken; NULL: an empty one. */
void ui_article_show_doc(struct ui *ui, struct ui_article *v, struct render_doc *doc);

/* article_form.c */

/* The text of the item that is shown. */
const struct text *ui_article_text(const struct ui_article *v, size_t *len);
/* What is to be shown, in its form; NULL: nothing. */
struct render_doc *ui_article_doc(struct ui_article *v);
/* For the title bar; NULL: the usual one. */
const char *ui_article_form_name(const struct ui_article *v);
/* The store, or what is played, has changed. */
void ui_article_episode_changed(
	struct ui *ui, struct ui_article *v, const struct store_view *view);
/* The event of the class. */
void
ui_article_event(struct ui *ui, struct ui_view *view, const struct engine_event *event);

/* article_episode.c */

/* Reads what is known of the item's episode. */
void ui_article_episode_read(struct ui_article *v, const struct store_view *view);
void ui_article_episode_forget(struct ui_article *v);
/* The length of the episode in milliseconds, for times in the text; 0: there is none. */
int64_t ui_article_episode_length(const struct ui_article *v);
/* The place in the episode to which the picked jump leads; -1: it leads elsewhere. */
int64_t ui_article_episode_time(const struct ui_article *v);
/* Whether the link of a line is the chapter that is heard. */
bool ui_article_episode_is_now(const struct ui_article *v, uint16_t link);
/* Adds its lines to the head. */
void ui_article_episode_head(struct ui *ui, struct ui_article *v);
/* Reads again how far it was heard and downloaded. True: the head says something else. */
bool ui_article_episode_again(struct ui_article *v, const struct store_view *view);

/* article_find.c */

/* Looks for more of the words that are to be found. True if that is done. */
bool ui_article_find_step(struct ui *ui, struct ui_article *v);
/* The first hit that ends after a place. */
size_t ui_article_hit_after(const struct ui_article *v, uint32_t place);
/* Forgets the words and their hits. */
void ui_article_find_end(struct ui_article *v);

/* article_links.c */

/* Whether the link of a line or row, a jump or another one, is picked. */
bool ui_article_is_picked(const struct ui_article *v, uint16_t link);
/* Picks the jump of a row (RENDER_JUMP, without that bit); false: there is none. */
bool ui_article_pick_jump(struct ui_article *v, size_t index);
/* Goes where the picked jump leads. False: none is picked. */
bool ui_article_follow(struct ui *ui, struct ui_article *v);
/* Unfolds what is folded, or folds it again; 0: unfolds all. */
void ui_article_fold(struct ui *ui, struct ui_article *v, uint16_t fold);
/* Opens a list of the headings, once all is laid out. */
void ui_article_list_headings(struct ui *ui, struct ui_article *v);

/* article_wait.c */

/* Does something now if the layout allows it, or else later. May be called before the
 * article was ever drawn, since keys can come that early. */
void ui_article_wait_for(struct ui *ui, struct ui_article *v, enum ui_article_wait wait);
/* Does as much of what was asked for as the layout now allows. */
void ui_article_go_on(struct ui *ui, struct ui_article *v);

/* article_images.c */

/* The article was opened: the option images decides. Does something only once. */
void ui_article_images_opened(struct ui_article *v);
void ui_article_images_came(
	struct ui *ui, struct ui_article *v, const struct engine_event *event);
/* Draws a picture's line, after its margin. */
void ui_article_images_draw(
	struct ui_article *v, struct ui_row *row, const struct render_line *line);
void ui_article_images_done(struct ui_article *v);

/* article_draw.c */

/* Makes the lines above the text, which say its length once all words are counted. */
void ui_article_head(struct ui *ui, struct ui_article *v);
/* Makes them again after what they say has changed. The line at the top of the screen
 * stays there. */
void ui_article_head_again(struct ui *ui, struct ui_article *v);
/* Counts more of the words. True once they are all counted. */
bool ui_article_count_step(struct ui *ui, struct ui_article *v);
/* The draw of the class. */
void ui_article_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption);

#endif
