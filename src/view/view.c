/* SPDX-License-Identifier: MIT */
#include "view/view.h"

#include "draw/layout.h"

#include <math.h>
#include <stdlib.h>

bool view_is_tall(double width, double height)
{
    return height > width;
}

double view_unit(const Scene *scene, double width, double height)
{
    double scale = scene->scale > 0 ? scene->scale : 1;

    if (scene->chart)
        return scale * fmin(width / 1920, height / 1080);
    return scale * fmin(width, height) / 1080;
}

double view_least(const Scene *scene, double unit)
{
    double density = scene->density > 0 ? scene->density : 1;
    double scale = scene->scale > 0 ? scene->scale : 1;

    return fmax(12 * density,
                (scene->projector ? 24 : 20) * unit / fmin(scale, 1));
}

/* Has the last step come to its end? */
static bool ends_step(const View *view)
{
    return view->position == view->trace->instructions_count ||
           view->running[1].step != view->running->step;
}

/* The longest queue of all traces. */
static int longest_queue(const Scene *scene)
{
    int longest = 1;

    for (int t = 0; t < scene->count; ++t)
        longest = int_most(longest, scene->analysed_traces[t]->longest);
    return longest;
}

/* Sets which lines of its source the scene points at in the panel of VIEW. */
static void set_pointed(View *view, const Scene *scene)
{
    for (int i = 0; i < scene->things_count; ++i) {
        const Thing *thing = scene->things + i;
        int line = (int)thing->b;
        if (thing->kind != THING_LINE || thing->a != 0 ||
            !thing_is_of(thing, view->panel))
            continue;
        if (!view->pointed_first || line < view->pointed_first)
            view->pointed_first = line;
        if (line > view->pointed_last)
            view->pointed_last = line;
    }
}

/* Of several traces the rows of the tallest shared memory. */
static uint32_t tallest_memory(const Scene *scene, const AnalysedTrace *own)
{
    uint32_t rows = view_memory_rows(own);

    for (int t = 0; scene->count > 1 && t < scene->count; ++t) {
        uint32_t other = view_memory_rows(scene->analysed_traces[t]);
        rows = other > rows ? other : rows;
    }
    return rows;
}

View view_open(DisplayList *list, const Scene *scene, int panel)
{
    const AnalysedTrace *whole = scene->analysed_traces[panel];
    size_t position = scene->positions[panel];
    const AnalysedTrace *analysed = analysed_block(whole, &position);
    const Trace *trace = analysed->trace;
    View view = {.list = list,
                 .analysed = analysed,
                 .trace = trace,
                 .panel = panel,
                 .position = position,
                 .whole = whole,
                 .whole_position = scene->positions[panel],
                 .single = scene->count == 1,
                 .keys = scene->keys,
                 .predicted = panel == 0 && scene->predicted.array
                                  ? &scene->predicted
                                  : NULL,
                 .cover = scene->cover,
                 .details = scene->details,
                 .only = scene->only,
                 .stretch = 1,
                 .longest = longest_queue(scene),
                 .rows = tallest_memory(scene, analysed),
                 .no_caption = scene->no_caption};

    BASE_CHECK(view.position <= trace->instructions_count);
    view.unit = view_unit(scene, list->width, list->height);
    view.least = view_least(scene, view.unit);

    double progress =
        position ? layout_clamp(1 - scene->remains[panel], 0, 1) : 1;
    view.all = moment_at(whole->moments, view.whole_position, progress);
    view.moment = view.all;
    if (analysed != whole) {
        view.moment = moment_at(analysed->moments, position, progress);
        moment_serve_as(view.moment, view.all);
    }
    view.service = &view.moment->service;
    view.running = view.service->at;
    view.accesses = view.service->accesses;
    view.steps =
        scene->steps && view.position && progress >= 1 && ends_step(&view);
    if (view.steps)
        view.step_first = trace_step(trace, view.running)->first_instruction;
    uint32_t threads = scene_threads(scene, panel, &view.thread);
    view.chosen = scene->thread && scene->thread <= threads;
    set_pointed(&view, scene);
    return view;
}

void view_thread(const View *view, Shape *shape, uint32_t thread)
{
    if (!shape)
        return;
    shape->thread = thread + 1;
    if (view->trace->locals_count > 0 && view->chosen &&
        thread == view->thread && shape->kind == SHAPE_RECT)
        view_edge(view, shape, COLOR_INK, 3);
}

bool view_hides_answer(const View *view)
{
    return view->cover && view->cover->answer;
}

View view_whole(const View *view)
{
    View whole = *view;

    whole.analysed = view->whole;
    whole.trace = view->whole->trace;
    whole.position = view->whole_position;
    if (whole.steps && whole.whole != view->analysed)
        whole.step_first = view->analysed->origins[view->step_first];
    whole.service = &view->all->service;
    if (whole.position) {
        whole.running = view->all->service.at;
        whole.accesses = view->all->service.accesses;
    }
    return whole;
}

View view_longest(const View *view)
{
    View longest = *view;

    longest.service = moment_longest(view->moment);
    longest.running = longest.service->at;
    longest.accesses = longest.service->accesses;
    longest.elsewhere = longest.running != view->running;
    return longest;
}

void view_close(View *view)
{
    if (view->all != view->moment)
        moment_put(view->all);
    moment_put(view->moment);
    view->moment = view->all = NULL;
}

double view_px(const View *view, double at_1080)
{
    return at_1080 * view->unit;
}

double view_size(const View *view, double at_1080)
{
    return fmax(at_1080 * view->unit, view->least);
}

void view_thing(const View *view, ThingKind kind, uint32_t a)
{
    draw_thing(view->list, kind, view->panel, a);
}

void view_pair(const View *view, ThingKind kind, uint32_t a, uint32_t b)
{
    view->list->thing = (Thing){kind, a, b, view->panel + 1};
}

void view_block(const View *view, const Block *block)
{
    view_pair(view, THING_BLOCK, block->grid, block->index);
}

void view_edge(const View *view, Shape *shape, Color color, double at_1080)
{
    shape->edge = color;
    shape->width = fmax(1, view_px(view, at_1080));
}

bool view_is_wrong(const View *view, const Access *access)
{
    return wrong_words_shown(&view->analysed->wrong, view->trace, access);
}

bool view_is_raced(const View *view, const Access *access)
{
    const Instruction *at = view->running;

    if (trace_is_shared(at))
        return race_at(&view->analysed->races, at->step, access->cell) != NULL;
    if (!trace_is_global(at))
        return false;
    return race_at_word(view->trace, &view->analysed->races, view_grid(view),
                        at->array, access->cell);
}

bool view_moves_half(const View *view, const Instruction *at,
                     const Access *access)
{
    const Access *low;

    return number_half(view->trace, at, access, &low) == HALF_HIGH;
}

uint32_t view_grid(const View *view)
{
    const Trace *trace = view->trace;

    if (view->running)
        return trace_block(trace, trace_step(trace, view->running))->grid;
    return trace->blocks_count ? trace->blocks->grid : 0;
}

bool view_has_variables(const View *view)
{
    return trace_is_typed(view->trace);
}

uint32_t view_memory_rows(const AnalysedTrace *analysed)
{
    return bank_rows(analysed->trace);
}

bool view_is_shared(const View *view)
{
    return service_is_shared(view->service);
}

bool view_is_moving(const View *view)
{
    return moment_is_moving(view->moment);
}

double view_entered(const View *view)
{
    return service_entered(view->service, view->moment->progress);
}

double view_served(const View *view, const Access *access)
{
    return service_share(view->service, view->moment->progress, access);
}

bool view_begun(const View *view, const Access *access)
{
    return view_served(view, access) > 0;
}

bool view_done(const View *view, const Access *access)
{
    return view_served(view, access) >= 1;
}

uint32_t view_cycles(const View *view)
{
    const uint32_t *starts = view->analysed->banks.starts;

    if (!view_is_moving(view) || view->position == 0)
        return starts[view->position];
    return starts[view->position - 1] +
           service_cycles(view->service, view->moment->progress);
}

static Color kind_color(const Instruction *at)
{
    const AccessTraits *traits = trace_traits_of(at);

    if (traits->space != SPACE_SHARED && traits->space != SPACE_GLOBAL)
        return COLOR_GOOD;
    return traits->writes ? COLOR_STORE : COLOR_LOAD;
}

const Instruction *view_instruction_of(const View *view, const Access *access)
{
    const Trace *trace = view->trace;

    return trace_instruction_of(trace, (size_t)(access - trace->accesses));
}

bool view_is_of_step(const View *view, size_t index)
{
    const Trace *trace = view->trace;

    return view->steps && view->running && index >= view->step_first &&
           index < trace->instructions_count &&
           trace->instructions[index].step == view->running->step;
}

/* The same of an access of any instruction of the step. */
static Color step_color(const View *view, const Access *access)
{
    const Instruction *at = view_instruction_of(view, access);
    uint8_t queues[TRACE_MAX_BANKS];

    if (trace_is_shared(at) &&
        bank_cost(view->trace, at, queues).wavefronts > 1 &&
        queues[bank_of(view->trace, access->cell)] > 1)
        return COLOR_CONFLICT;
    return kind_color(at);
}

Color view_access_color(const View *view, const Access *access)
{
    if (view->steps)
        return step_color(view, access);
    if (view_is_shared(view) &&
        service_conflicts(view->service, bank_of(view->trace, access->cell)))
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
    case COLOR_FAULT:
    case COLOR_GOOD:
        return COLOR_ON_STRONG;
    case COLOR_STORE:
        return COLOR_ON_BRIGHT;
    default:
        return COLOR_INK;
    }
}
