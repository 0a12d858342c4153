#include "config.h"

#include "ui/core/episode.h"

#include <inttypes.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/size.h"
#include "base/time.h"
#include "model/item.h"
#include "model/media.h"
#include "store/item/item.h"
#include "store/media/media.h"
#include "store/media/track.h"

void
ui_episode_clock(struct buf *out, int64_t ms)
{
	char text[32];
	time_format_clock(ms / 1000, text, sizeof text);
	buf_adds(out, text);
}

static void
put_time(struct buf *out, int64_t ms)
{
	if (ms >= 1000)
		ui_episode_clock(out, ms);
}

void
ui_episode_length(struct buf *out, const struct store_episode *episode, int64_t duration)
{
	int64_t length = episode->duration > 0 ? episode->duration : duration;
	if (episode->states & MEDIA_PLAYED) {
		buf_adds(out, _("played"));
		return;
	}
	put_time(out, episode->position);
	if (episode->position >= 1000 && length > 0)
		buf_addc(out, '/');
	put_time(out, length);
}

const char *
ui_episode_sign(const struct store_episode *episode)
{
	switch (episode->transfer) {
	case STORE_TRANSFER_WAITS:
		return episode->error ? "!" : "…";
	case STORE_TRANSFER_RUNS:
		return "↓";
	case STORE_TRANSFER_HELD:
		return "‖";
	case STORE_TRANSFER_FAILED:
		return "!";
	case STORE_TRANSFER_HERE:
		return episode->states & MEDIA_REPLACED ? "±" : "✓";
	default:
		return "";
	}
}

static void
put_share(struct buf *out, const struct store_episode *e)
{
	if (e->total > 0)
		buf_addf(out, "%d%%", (int)(e->size * 100 / e->total));
	else
		size_put(out, e->size);
}

void
ui_episode_state(struct buf *out, const struct store_episode *e)
{
	switch (e->transfer) {
	case STORE_TRANSFER_WAITS:
		if (e->error && e->status >= 400)
			buf_addf(out, "%d", (int)e->status);
		else if (e->size > 0 && !e->returns)
			put_share(out, e);
		else
			buf_adds(out, _("waits"));
		break;
	case STORE_TRANSFER_RUNS:
		put_share(out, e);
		break;
	case STORE_TRANSFER_HELD:
		buf_adds(out, _("held"));
		break;
	case STORE_TRANSFER_FAILED:
		if (e->status >= 400)
			buf_addf(out, "%d", (int)e->status);
		else
			buf_adds(out, _("failed"));
		break;
	case STORE_TRANSFER_HERE:
		size_put(out, e->size);
		break;
	default:
		break;
	}
}

void
ui_episode_summary(struct buf *out, const struct store_view *view, uint64_t item,
	const char *title, struct arena *arena)
{
	struct store_chapters chapters;
	struct store_item_body body;
	struct store_episode episode;
	buf_adds(out, title ? title : _("(no title)"));
	store_media_chapters(view, item, STORE_CHAPTERS_ALL, arena, &chapters);
	size_t n = chapters.chapters.len ? chapters.len[chapters.source] : 0;
	if (n)
		buf_addf(out, P_(" · %zu chapter", " · %zu chapters", n), n);
	if (store_item_body(view, item, arena, &body) == OK &&
		item_related_count(body.related, body.related_len, RELATED_TRANSCRIPT))
		buf_addf(out, " · %s", _("transcript"));
	store_media_episode(view, item, time_wall(), arena, &episode);
	if (*ui_episode_sign(&episode)) {
		buf_addf(out, " · %s ", ui_episode_sign(&episode));
		ui_episode_state(out, &episode);
	}
}

void
ui_episode_chapters_source(struct buf *out, const struct store_chapters *chapters)
{
	static const char *const texts[STORE_CHAPTERS_SOURCES] = {N_("from the file"),
		N_("from a document of the feed"), N_("from the feed"),
		N_("from the text")};
	if (chapters->source < STORE_CHAPTERS_SOURCES)
		buf_adds(out, _(texts[chapters->source]));
	if (chapters->longer && chapters->source != STORE_CHAPTERS_FILE)
		buf_adds(out, _(", may not fit the file"));
}
