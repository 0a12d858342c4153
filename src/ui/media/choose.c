/*
 * An attachment of an item that the user makes its episode.
 */
#include "config.h"

#include "base/str.h"
#include "engine/api.h"
#include "model/media.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/media/listen.h"
#include "ui/core/ui.h"
#include "ui/items/select.h"
#include "ui/media/ui_media.h"

/* Whether an address is that of one of an item's attachments, and not of the one that was
 * chosen before. */
static bool
is_choice(struct ui *ui, uint64_t item, const char *url)
{
	struct store_item_body body;
	struct store_view view;
	if (!ui_open_view(ui, &view))
		return false;
	if (store_item_body(&view, item, &ui->scratch, &body) != OK)
		body.enclosures_len = 0;
	const char *chosen = store_media_choice(&view, item, &ui->scratch);
	store_view_end(&view);
	size_t len = body.enclosures_len, i = media_find(body.enclosures, len, url);
	return i < len && str_eq(body.enclosures[i].url, url) &&
	       i != media_find(body.enclosures, len, chosen);
}

bool
ui_media_choose(struct ui *ui)
{
	struct ui_target target = {0};
	if (ui_items_select_len(ui) || !ui_act_on_item(ui, &target) || !target.picked ||
		!is_choice(ui, target.item, target.link))
		return false;
	if (!ui->keys.waiting_len) /* with what follows, one act */
		engine_chain(ui->engine, ++ui->keys.chain);
	engine_do(ui->engine, &(struct engine_action){.verb = ACTION_CHOOSE,
				      .address = target.link,
				      .target = engine_items(&target.item, 1)});
	return true;
}
