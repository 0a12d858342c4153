/*
 * Files that were removed: reported once a day, or at the end of a single round.
 */
#include "config.h"

#include "base/i18n.h"
#include "base/size.h"
#include "base/time.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/media/download_inside.h"

void
engine_media_removed_tell(struct engine *e)
{
	struct media_removed *r = &e->media->removed;
	char bytes[SIZE_TEXT];
	if (!r->len)
		return;
	const char *text =
		r->unplayed ? P_("the file of %zu episode was removed, %s; undo brings "
				 "it back for a day",
				      "the files of %zu episodes were removed, %s; undo "
				      "brings them back for a day",
				      r->len)
			    : P_("the file of %zu played episode was removed, %s; undo "
				 "brings it back for a day",
				      "the files of %zu played episodes were removed, "
				      "%s; undo brings them back for a day",
				      r->len);
	engine_event_note(e, false, text, r->len, size_format(r->size, bytes));
	*r = (struct media_removed){.reported = engine_now(e)};
}

void
engine_media_removed_add(struct engine *e, size_t len, size_t unplayed, int64_t size)
{
	struct media_removed *r = &e->media->removed;
	int64_t since = engine_now(e) - r->reported;
	r->len += len;
	r->unplayed += unplayed;
	r->size += size;
	if (!e->media->once && (since < 0 || since >= TIME_DAY))
		engine_media_removed_tell(e);
}
