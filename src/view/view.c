/* SPDX-License-Identifier: MIT
 *
 * view - the moment, sizes and colours; see view.h.
 */
#include "view/view.h"

#include "analysis/global_memory.h"
#include "draw/font.h"
#include "view/animation.h"

#include <stdlib.h>

bool view_is_tall(double width, double height)
{
    return height > width;
}

double view_unit(const Scene *scene, double width, double height)
{
    double scale = scene->scale > 0 ? scene->scale : 1;
    bool tall = view_is_tall(width, height) && !scene->chart;

    return scale * layout_least(width / (tall ? 1080 : 1920),
                                height / (tall ? 1920 : 1080));
}

double view_least(const Scene *scene, double unit)
{
    double density = scene->density > 0 ? scene->density : 1;

    return layout_most(9 * density, 12 * unit);
}

/* Who is before whom at each bank; what goes to global memory waits for the
 * transactions before its own. */
static void set_ranks(View *view)
{
    const Trace *trace = view->analysed->trace;
    const Access *accesses = trace_accesses(trace, view->running);
    uint8_t lines[TRACE_MAX_BANKS] = {0};

    view->turns = view->cost.latency;
    for (int i = 0; trace_is_shared(view->running) && i < view->running->lanes;
         ++i)
        view->ranks[i] = lines[accesses[i].cell & (trace->run.k - 1)]++;
    if (trace_is_global(view->running))
        view->turns =
            cost_turns(view->whole->trace,
                       view->whole->trace->instructions +
                           analysed_running(view->whole, view->whole_position),
                       view->ranks);
}

/* Shared memory now: with the stores that have arrived. */
static void set_memory(View *view)
{
    const Trace *trace = view->analysed->trace;
    size_t words = trace->run.words;

    view->values = base_alloc(words + 1, sizeof *view->values);
    view->intervals = base_alloc(words + 1, sizeof *view->intervals);
    trace_memory(trace, view->position - (view->moment < 1), view->values,
                 view->intervals);
    if (view->moment >= 1 || view->running->kind != ACCESS_STORE)
        return;
    const Access *access = trace_accesses(trace, view->running);
    for (int i = 0; i < view->running->lanes; ++i, ++access) {
        if (animation_served(view, i) < 1)
            continue;
        view->values[access->cell] = access->value;
        view->intervals[access->cell] = access->interval;
    }
}

/* How far a trace that leads is past the place that corresponds to where the
 * last one is; only where timelines are in the same cycles. */
static double lead_of(const Scene *scene, int panel)
{
    const Standings *standings = &scene->standings;
    double most = 0;

    if (!standings->on || standings->measured || standings->leader != panel)
        return 0;
    double now = layout_least(standings->cycle, standings->ends[panel]);
    for (int t = 0; t < scene->count; ++t) {
        double own = layout_least(standings->cycle, standings->ends[t]);
        most = layout_most(most, now - (own - standings->gaps[t]));
    }
    return most;
}

View view_open(DisplayList *list, const Scene *scene, int panel)
{
    const AnalysedTrace *whole = scene->analysed_traces[panel];
    size_t position = scene->positions[panel];
    const AnalysedTrace *analysed = analysed_block(whole, &position);
    const Trace *trace = analysed->trace;
    View view = {.list = list,
                 .analysed = analysed,
                 .panel = panel,
                 .position = position,
                 .whole = whole,
                 .whole_position = scene->positions[panel],
                 .moment = 1,
                 .zooms = scene->zooms,
                 .replay = lead_of(scene, panel),
                 .alone = scene->count == 1,
                 .silent = scene->silent};

    BASE_CHECK(view.position <= trace->instructions_count);
    view.unit = view_unit(scene, list->width, list->height);
    view.least = view_least(scene, view.unit);
    if (view.position) {
        view.running = trace->instructions + view.position - 1;
        view.cost = bank_cost(trace, view.running, view.queues);
        view.moment = layout_clamp(1 - scene->remains[panel], 0, 1);
        set_ranks(&view);
    }
    set_memory(&view);
    return view;
}

View view_whole(const View *view)
{
    View whole = *view;
    const Trace *trace = view->whole->trace;

    whole.analysed = view->whole;
    whole.position = view->whole_position;
    if (whole.position)
        whole.running = trace->instructions +
                        analysed_running(whole.analysed, whole.position);
    return whole;
}

void view_close(View *view)
{
    free(view->values);
    free(view->intervals);
    view->values = view->intervals = NULL;
}

double view_digits_width(int digits, double size)
{
    return digits * font_width(FONT_CODE, size, "0");
}

double view_px(const View *view, double at_1080)
{
    return at_1080 * view->unit;
}

double view_size(const View *view, double at_1080)
{
    return layout_most(at_1080 * view->unit, view->least);
}

Shape *view_label(const View *view, Rect box, Font font, double at_1080,
                  Color color, const char *text)
{
    return draw_text(view->list, box, ALIGN_CENTER, font,
                     view_size(view, at_1080), view->least, color, text);
}

Shape *view_number(const View *view, Rect box, Font font, double at_1080,
                   Color color, const char *text)
{
    if (view_least_width(view, font, text) > box.w + 1e-6 &&
        view_least_width(view, font, "0000") > box.w)
        return NULL;
    at_1080 = layout_least(at_1080, box.h * 0.85 / view->unit);
    return view_label(view, box, font, at_1080, color, text);
}

const char *view_value(const View *view, Word value, Font font, double width,
                       char text[VALUE_TEXT])
{
    const Run *run = &view->analysed->trace->run;
    Op op = run->op;

    /* Side by side, labels are all spelled out, or all are brief. */
    bool longest = op == OP_INTERVAL && run->n > 1;
    scene_value(op, longest ? interval_make(run->n - 2, run->n - 1) : value,
                false, text);
    bool brief = view_least_width(view, font, text) > width;
    scene_value(op, value, brief, text);
    if (view_least_width(view, font, text) > width)
        scene_value(op, value, true, text);
    return text;
}

double view_least_width(const View *view, Font font, const char *text)
{
    return font_width(font, view->least, text);
}

uint32_t view_memory_rows(const AnalysedTrace *analysed)
{
    const Run *run = &analysed->trace->run;

    return (run->words + run->k - 1) / run->k;
}

bool view_is_shared(const View *view)
{
    return view->running && trace_is_shared(view->running);
}

bool view_bank_conflicts(const View *view, uint32_t bank)
{
    return view->cost.wavefronts > 1 && view->queues[bank] > 1;
}

static Color kind_color(const Instruction *at)
{
    const AccessTraits *traits = trace_traits_of(at);

    if (traits->space == SPACE_SHARED)
        return traits->writes ? COLOR_STORE : COLOR_LOAD;
    return traits->space == SPACE_GLOBAL ? COLOR_GLOBAL : COLOR_GOOD;
}

Color view_access_color(const View *view, const Access *access)
{
    uint32_t bank = access->cell & (view->analysed->trace->run.k - 1);

    if (view_is_shared(view) && view_bank_conflicts(view, bank))
        return COLOR_CONFLICT;
    return kind_color(view->running);
}

Color view_instruction_color(const AnalysedTrace *analysed, size_t instruction)
{
    if (analysed->banks.costs[instruction].wavefronts > 1)
        return COLOR_CONFLICT;
    size_t index = issue_order_at(analysed->order, instruction);
    return kind_color(analysed->trace->instructions + index);
}

Color view_on(Color fill)
{
    switch (fill) {
    case COLOR_LOAD:
    case COLOR_CONFLICT:
    case COLOR_GOOD:
        return COLOR_ON_STRONG;
    case COLOR_STORE:
    case COLOR_GLOBAL:
        return COLOR_ON_BRIGHT;
    default:
        return COLOR_INK;
    }
}

uint8_t *view_touched(const View *view)
{
    const Trace *trace = view->analysed->trace;

    if (!view_is_shared(view))
        return NULL;
    uint8_t *touched = base_alloc((size_t)trace->run.words + 1, 1);
    const Access *accesses = trace_accesses(trace, view->running);
    for (int i = view->running->lanes - 1; i >= 0; --i)
        touched[accesses[i].cell] = (uint8_t)(i + 1);
    return touched;
}
