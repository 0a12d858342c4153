/*
 * A command may be about a thousand selected items, whose texts are read and given away
 * in slices. Programs that run beside the reader are started as others end.
 */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "ui/core/slice.h"
#include "ui/core/ui.h"
#include "ui/items/select.h"
#include "ui/outside/outside.h"

#define SLICE_MAX 32 /* items in a slice */

struct ui_outside_job {
	struct ui_outside_each each;
	uint64_t *ids;
	size_t len, at;
	bool waits; /* until a program has ended */
};

static void
say_crowded(struct ui *ui, bool error)
{
	ui_status_say(
		&ui->status, error, _("%d programs are still running"), UI_CHILDREN_MAX);
}

static void
finish(struct ui *ui, bool all)
{
	struct ui_outside_job job = *ui->job;
	free(ui->job);
	ui->job = NULL;
	free(job.ids);
	job.each.end(ui, job.each.data, all);
}

static bool
do_one(struct ui *ui, const struct ui_outside_each *each, uint64_t id)
{
	struct ui_outside of;
	if (!ui_outside_item(ui, &of, id))
		return true; /* it was deleted meanwhile */
	bool good = each->one(ui, each->data, &of);
	ui_outside_done(&of);
	return good;
}

bool
ui_outside_step(struct ui *ui)
{
	struct ui_outside_job *job = ui->job;
	struct ui_slice slice = ui_slice_begin(SLICE_MAX);
	if (!job)
		return false;
	bool waited = job->waits, good = true;
	while (good && job->at < job->len && ui_slice_next(&slice)) {
		job->waits = job->each.beside && !ui_outside_run_room(ui);
		if (job->waits)
			break;
		good = do_one(ui, &job->each, job->ids[job->at++]);
	}
	if (job->waits && !waited)
		say_crowded(ui, false);
	if (!good || job->at == job->len)
		finish(ui, good);
	return ui_outside_busy(ui);
}

bool
ui_outside_busy(const struct ui *ui)
{
	return ui->job && !ui->job->waits;
}

bool
ui_outside_stop(struct ui *ui)
{
	if (!ui->job)
		return false;
	finish(ui, false);
	return true;
}

void
ui_outside_end(struct ui *ui)
{
	if (!ui->job)
		return;
	ui->job->each.end(NULL, ui->job->each.data, false);
	free(ui->job->ids);
	free(ui->job);
	ui->job = NULL;
}

void
ui_outside_each_of(
	struct ui *ui, const uint64_t *ids, size_t len, struct ui_outside_each each)
{
	if (ui->job) {
		say_crowded(ui, true);
		each.end(ui, each.data, false);
		return;
	}
	ui->job = mem_alloc(sizeof *ui->job);
	*ui->job = (struct ui_outside_job){
		.each = each, .ids = mem_dup(ids, len * sizeof *ids), .len = len};
	ui_outside_step(ui);
}

void
ui_outside_each(struct ui *ui, struct ui_outside_each each)
{
	size_t selected = ui_items_select_len(ui);
	struct ui_outside of;
	if (selected > UI_OUTSIDE_MAX) {
		ui_status_say(&ui->status, true,
			_("At most %d items can be passed on at once"), UI_OUTSIDE_MAX);
		each.end(ui, each.data, false);
		return;
	}
	if (selected > 1) {
		ui_outside_each_of(ui, ui_items_select_ids(ui), selected, each);
		return;
	}
	bool good = ui_outside_take(ui, &of);
	if (good) {
		good = each.one(ui, each.data, &of);
		ui_outside_done(&of);
	}
	each.end(ui, each.data, good);
}
