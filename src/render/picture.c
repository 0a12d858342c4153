#include "config.h"

#include "render/picture.h"

#include "base/str.h"
#include "base/vec.h"

void
render_picture_note(struct flow *flow, const char *url)
{
	struct render_doc *doc = flow->doc;
	if (!url || !doc->runs_len || flow->note_end != doc->text.len)
		return;
	uint32_t at = doc->runs[doc->runs_len - 1].start;
	/* What stood there before may have been dropped. */
	while (doc->pictures_len && doc->pictures[doc->pictures_len - 1].at > at)
		doc->pictures_len--;
	const struct picture *last =
		doc->pictures_len ? &doc->pictures[doc->pictures_len - 1] : NULL;
	if (last && last->at == at && str_eq(last->url, url))
		return;
	*VEC_PUSH(doc->pictures, doc->pictures_len, doc->pictures_cap) =
		(struct picture){.url = url, .at = at};
}
