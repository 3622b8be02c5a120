/* SPDX-License-Identifier: MIT
 *
 * view_work - draws the work of a scan: the number of additions so far, level
 * by level, beside the total and the work of a scan by one thread.
 *
 *     sums so far             15 + 14 + 12 = 41
 *     all of them             n log₂ n − n + 1 = 49
 *     a single thread needs   n − 1 = 15
 *
 * The closed form is shown if there is one for this n and it equals the number
 * counted; else only the number counted is shown.
 */
#include "view/views.h"

#include "catalog/catalog.h"
#include "draw/font.h"
#include "say/phrases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* px at 1080 */
static const double row_height = 27, label_width = 152;

enum { ROWS = 3 };

/* What cost_closed_work computes, written out. */
static const char *const formulas[] = {
    [FORM_SEQUENTIAL] = "n − 1",
    [FORM_HILLIS_STEELE] = "n log₂ n − n + 1",
    [FORM_NOPADDING] = "2(n − 1)",
    [FORM_PADDING] = "2(n − 1)",
    [FORM_LEFTRIGHT] = "2(n − 1)",
    [FORM_BRENT_KUNG] = "2(n − 1) − log₂ n",
    [FORM_REDUCE] = "2(n − 1) − log₂ n",
    [FORM_HYBRID] = NULL,
};

double view_work_height(const View *view)
{
    const AnalysedTrace *analysed = view->analysed;
    bool sums = analysed->work[analysed->trace->instructions_count] > 0;

    return view->whole == analysed && sums && !view->two_rows
               ? view_px(view, ROWS * row_height)
               : 0;
}

/* The operators that were applied before POSITION in the steps from S to END.
 */
static uint32_t work_in(const AnalysedTrace *analysed, size_t s, size_t end,
                        size_t position)
{
    const Step *last = analysed->trace->steps + end - 1;
    size_t from = analysed->trace->steps[s].first_instruction;
    size_t to = (size_t)last->first_instruction + last->instruction_count;

    from = from < position ? from : position;
    to = to < position ? to : position;
    return analysed->work[to] - analysed->work[from];
}

/* The first step after S that is of another level or sweep. */
static size_t level_end(const Trace *trace, size_t s)
{
    const Step *steps = trace->steps;
    PhaseKind phase = trace_phase_kind(trace, steps + s);
    bool sweep = phase == PHASE_UPSWEEP || phase == PHASE_DOWNSWEEP;
    size_t end = s + 1;

    while (end < trace->steps_count && steps[end].level == steps[s].level &&
           steps[s].level != 0 &&
           (!sweep || steps[end].phase == steps[s].phase))
        ++end;
    return end;
}

/* "15 + 14 + 12 = 41"; "41" where that is more than WIDTH has room for. */
static void add_so_far(const View *view, double size, double width, Text *text)
{
    const AnalysedTrace *analysed = view->analysed;
    const Trace *trace = analysed->trace;
    size_t done = view->position - (view->moment->progress < 1);
    size_t terms = 0;

    for (size_t s = 0, end; s < trace->steps_count; s = end) {
        end = level_end(trace, s);
        uint32_t work = work_in(analysed, s, end, done);
        if (work)
            text_add(text, "%s%u", terms++ ? " + " : "", work);
    }
    if (terms > 1)
        text_add(text, " = %u", analysed->work[done]);
    if (terms && font_width(FONT_CODE, size, text->text) <= width)
        return;
    text_free(text);
    text_add(text, "%u", analysed->work[done]);
}

/* "2(n − 1) = 30"; "30" where that is more than WIDTH has room for. */
static void add_all(const View *view, double width, Text *text)
{
    const AnalysedTrace *analysed = view->analysed;
    const Run *run = &analysed->trace->run;
    const Algorithm *algorithm = catalog_of(analysed->trace);
    ClosedForm form = algorithm ? algorithm->form : FORM_NONE;
    uint32_t all = analysed->work[analysed->trace->instructions_count];
    double closed = cost_closed_work(form, run->n, false, 0).W;
    double own = cost_closed_work(form, run->n, true, 0).W - closed;

    if (formulas[form] && closed + (run->inclusive ? own : 0) == all)
        text_add(text, "%s%s = ", formulas[form],
                 run->inclusive && own > 0 ? " + n" : "");
    text_add(text, "%u", all);
    if (view_least_width(view, FONT_CODE, text->text) <= width)
        return;
    text_free(text);
    text_add(text, "%u", all);
}

static void draw_row(const View *view, Rect row, const char *const labels[2],
                     const char *value)
{
    Rect left =
        rect_cut_left(&row, fmin(view_px(view, label_width), row.w * 0.4));

    rect_cut_right(&left, view_px(view, 10));
    view_thing(view, THING_TOTALS, 0);
    view_text_fitting(view, left, FONT_TEXT, 14, COLOR_DIM, labels, 2);
    view_text(view, row, FONT_CODE, 17, COLOR_INK, value);
}

void view_work(const View *view, Rect box)
{
    static const char *const labels[ROWS][2] = {{"additions so far", "so far"},
                                                {"additions in total", "total"},
                                                {"one thread alone",
                                                 "one thread"}};
    Text values[ROWS] = {{0}};
    static const char *const results[2] = {"results so far", "so far"};
    double height = box.h / ROWS;
    double width = box.w - view_px(view, label_width);
    uint32_t n = view->trace->run.n;

    add_so_far(view, view_size(view, 17), width, values);
    if (view->cover)
        text_add(values + 1, "?");
    else
        add_all(view, width, values + 1);
    text_add(values + 2, "n − 1 = %u", n - 1);
    for (int i = 0; i < ROWS; ++i) {
        draw_row(view, rect_cut_top(&box, height),
                 i || phrase_adds(view->trace) ? labels[i] : results,
                 values[i].text);
        text_free(values + i);
    }
}
