/* SPDX-License-Identifier: MIT
 *
 * document - see document.h.
 */
#include "export/document.h"

#include "base/draft.h"
#include "paint/paint_pdf.h"
#include "base/stop.h"

static bool take(void *to, const void *data, size_t bytes)
{
    return draft_write(to, data, bytes);
}

/* "Step 3: up-sweep, level 2" where another step begins, else nothing. */
static void add_label(const Reel *reel, size_t page, Text *label)
{
    const Moment *moment = reel->moments.moments + page;
    const Trace *trace = reel->shot.exhibits[0]->trace;

    if (!moment->started) {
        text_add(label, "Start");
        return;
    }
    if (page > 0 && moment[-1].started && moment[-1].step == moment->step)
        return;
    text_add(label, "Step %u", moment->step + 1);
    if (moment->step >= trace->steps_count)
        return;
    const Step *step = trace->steps + moment->step;
    text_add(label, ": %s", trace_phase(trace, step));
    if (step->level)
        text_add(label, ", level %d", step->level);
}

bool document_write(const Reel *reel, const char *path, Error *error)
{
    Draft draft;
    Text title = {0};
    Canvas canvas = {0};
    bool good = true;

    if (!draft_open(&draft, path, error))
        return false;
    shot_title(&reel->shot, NULL, &title);
    Pdf *pdf = paint_pdf_open(take, &draft, title.text);
    for (size_t i = 0; good && i < reel->moments.moments_count; ++i) {
        Text label = {0};
        add_label(reel, i, &label);
        shot_draw(&reel->shot, reel->moments.moments + i, &canvas);
        paint_pdf_page(pdf, &canvas, reel->shot.theme, reel->shot.transparent,
                       label.text);
        text_free(&label);
        reel_tell(reel, i + 1);
        good = !stop_asked() && !draft.why;
    }
    bool written = paint_pdf_close(pdf);
    canvas_free(&canvas);
    text_free(&title);
    if (stop_asked())
        good = error_set(error, ERROR_FAILED, "stopped before it was done");
    else if (written || draft.why)
        return draft_keep(&draft, error);
    else
        good =
            error_set(error, ERROR_FAILED,
                      "Cairo cannot make %.200s; try a smaller --size", path);
    draft_drop(&draft);
    return good;
}
