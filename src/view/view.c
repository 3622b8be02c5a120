/* SPDX-License-Identifier: MIT */
#include "view/view.h"

#include "analysis/shared_races.h"
#include "draw/font.h"
#include "draw/layout.h"
#include "trace/variable.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool view_is_tall(double width, double height)
{
    return height > width;
}

double view_unit(const Scene *scene, double width, double height)
{
    double scale = scene->scale > 0 ? scene->scale : 1;
    bool tall = view_is_tall(width, height) && !scene->chart;

    return scale *
           fmin(width / (tall ? 1080 : 1920), height / (tall ? 1920 : 1080));
}

double view_least(const Scene *scene, double unit)
{
    double density = scene->density > 0 ? scene->density : 1;

    return fmax(9 * density, 12 * unit);
}

/* The least size of numbers in cells: less than that of other text on a large
 * frame, unless larger text was asked for. */
static double least_number(const Scene *scene, double least)
{
    double density = scene->density > 0 ? scene->density : 1;

    return scene->projector || scene->scale > 1
               ? least
               : fmax(9 * density, 0.75 * least);
}

/* Who is before whom at each bank; what goes to global memory waits for the
 * transactions before its own. */
static void set_ranks(View *view)
{
    const Trace *trace = view->trace;
    uint8_t lines[TRACE_MAX_BANKS] = {0};

    view->turns = view->cost.latency;
    for (int i = 0; trace_is_shared(view->running) && i < view->running->lanes;
         ++i)
        view->ranks[i] = lines[view->accesses[i].cell & (trace->run.k - 1)]++;
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
    size_t words = view->trace->run.words;

    view->values = base_alloc(words + 1, sizeof *view->values);
    view->intervals = base_alloc(words + 1, sizeof *view->intervals);
    trace_memory(view->trace, view->position - (view->progress < 1),
                 view->values, view->intervals);
    if (view->progress >= 1 || !trace_is_store(view->running))
        return;
    const Access *access = view->accesses;
    for (int i = 0; i < view->running->lanes; ++i, ++access) {
        if (!view_done(view, access))
            continue;
        trace_store(access, view->values + access->cell,
                    view->intervals + access->cell);
    }
}

/* Is the cell of ACCESS of instruction INDEX wrong after it? */
static bool leaves_wrong(const View *view, size_t index, const Access *access)
{
    const WrongWords *wrong = &view->analysed->wrong;

    return view_is_wrong(view, access) ||
           wrong_words_lost(wrong, access->cell, index);
}

/* Which cells of shared memory hold wrong words: what was stored last, and what
 * was loaded for an output that should be another. */
static void set_wrong(View *view)
{
    const Trace *trace = view->trace;

    if (!view->analysed->wrong.accesses)
        return;
    view->wrong = base_alloc((size_t)trace->run.words + 1, 1);
    for (size_t i = 0; i < view->position; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        bool load = trace_is_load(at), moves = load || trace_is_store(at);
        for (int lane = 0; moves && lane < at->lanes; ++lane, ++access)
            if ((at != view->running || view_done(view, access)) &&
                (!load || view_is_wrong(view, access)))
                view->wrong[access->cell] = leaves_wrong(view, i, access);
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
    double now = fmin(standings->cycle, standings->ends[panel]);
    for (int t = 0; t < scene->count; ++t) {
        double own = fmin(standings->cycle, standings->ends[t]);
        most = fmax(most, now - (own - standings->gaps[t]));
    }
    return most;
}

/* Has the last step come to its end? */
static bool ends_step(const View *view)
{
    return view->position == view->trace->instructions_count ||
           view->running[1].step != view->running->step;
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
                 .progress = 1,
                 .zooms = scene->zooms,
                 .replay = lead_of(scene, panel),
                 .single = scene->count == 1,
                 .keys = scene->keys,
                 .cover = scene->cover,
                 .stretch = 1,
                 .no_caption = scene->no_caption};

    BASE_CHECK(view.position <= trace->instructions_count);
    view.unit = view_unit(scene, list->width, list->height);
    view.least = view_least(scene, view.unit);
    view.least_number = least_number(scene, view.least);
    if (view.position) {
        view.running = trace->instructions + view.position - 1;
        view.accesses = trace_accesses(trace, view.running);
        view.cost = bank_cost(trace, view.running, view.queues);
        view.progress = layout_clamp(1 - scene->remains[panel], 0, 1);
        set_ranks(&view);
    }
    view.steps = scene->steps && !trace_is_program(trace) && view.position &&
                 view.progress >= 1 && ends_step(&view);
    if (view.steps)
        view.step_first = trace_step(trace, view.running)->first_instruction;
    uint32_t threads = scene_threads(scene, panel, &view.thread);
    view.chosen = scene->thread && scene->thread <= threads;
    set_memory(&view);
    set_wrong(&view);
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
    if (whole.position) {
        whole.running = whole.trace->instructions +
                        analysed_running(whole.analysed, whole.position);
        whole.accesses = trace_accesses(whole.trace, whole.running);
    }
    return whole;
}

void view_close(View *view)
{
    free(view->values);
    free(view->intervals);
    free(view->wrong);
    view->values = view->intervals = NULL;
    view->wrong = NULL;
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
    return fmax(at_1080 * view->unit, view->least);
}

Shape *view_text(const View *view, Rect box, Font font, double at_1080,
                 Color color, const char *text)
{
    return draw_text(view->list, box, ALIGN_LEFT, font,
                     view_size(view, at_1080), view->least, color, text);
}

Shape *view_text_fitting(const View *view, Rect box, Font font, double at_1080,
                         Color color, const char *const texts[], int count)
{
    for (int i = 0; i < count; ++i)
        if (texts[i][0] && font_width(font, view->least, texts[i]) <= box.w)
            return view_text(view, box, font, at_1080, color, texts[i]);
    return NULL;
}

/* The part of BOX that TEXT may fill, of at most SIZE, so that it keeps apart
 * from what is in the next box. */
static Rect apart_in(Rect box, Font font, double size, const char *text)
{
    double fits = box.w / (font_width(font, 1, text) + VIEW_APART);

    return rect_inset(box, fmin(size, fits) * VIEW_APART / 2, 0);
}

Shape *view_label(const View *view, Rect box, Font font, double at_1080,
                  Color color, const char *text)
{
    double size = view_size(view, at_1080);

    if (view_least_width(view, font, text) > box.w + 1e-6)
        return NULL;
    return draw_text(view->list, apart_in(box, font, size, text), ALIGN_CENTER,
                     font, size, view->least, color, text);
}

void view_tag(const View *view, TagKind kind, uint32_t index)
{
    draw_tag(view->list, kind, view->panel, index);
}

void view_strip(const View *view, Rect box, bool down, uint32_t stride,
                uint32_t count)
{
    display_list_strip(view->list, box, down, stride, count);
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

    if (!trace_is_program(view->trace))
        return false;
    if (trace_is_shared(at))
        return race_at(&view->analysed->races, at->step, access->cell) != NULL;
    if (!trace_is_global(at))
        return false;
    uint32_t pair = trace_traits_of(at)->pair;
    uint32_t word = pair ? 2 * trace_pair_index(access) : access->cell;
    for (uint32_t i = word; i <= word + pair; ++i)
        if (race_at_word(view->trace, &view->analysed->races, view_grid(view),
                         at->array, i))
            return true;
    return false;
}

bool view_races(const View *view, const Access *access)
{
    const Instruction *at = view->running;

    return view_is_raced(view, access) &&
           (!trace_is_shared(at) || shared_races_has(view->trace, at, access));
}

void view_unwritten(const View *view, Rect box)
{
    Shape *shape = draw_rect(view->list, box, 0, COLOR_NONE);

    shape->edge = COLOR_EDGE;
    shape->hatch = fmax(4, view_px(view, 8));
    shape->alpha = 0.75;
}

Shape *view_number(const View *view, Rect box, Font font, double at_1080,
                   Color color, const char *text)
{
    bool fits = view_least_width(view, font, text) <= box.w + 1e-6;

    if (!fits && view_number_width(view, font, text) <= box.w + 1e-6)
        return draw_text(view->list,
                         apart_in(box, font, view->least_number, text),
                         ALIGN_CENTER, font, view->least_number,
                         view->least_number, color, text);
    if (!fits && view_least_width(view, font, "0000") > box.w)
        return NULL;
    at_1080 = fmin(at_1080, box.h * 0.85 / view->unit);
    return view_label(view, box, font, at_1080, color, fits ? text : "…");
}

const char *view_value(const View *view, Word value, Font font, double width,
                       char text[VALUE_TEXT])
{
    const Run *run = &view->trace->run;
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

const char *view_number_text(Number number, char text[VALUE_TEXT])
{
    enum { FULL = 7, MOST = 10, FEW_DECIMALS = 3 };

    number_text(number, false, text);
    const char *point = strchr(text, '.');
    bool few = point && strlen(point + 1) <= FEW_DECIMALS;
    return strlen(text) > (few ? MOST : FULL) ? number_text(number, true, text)
                                              : text;
}

const char *view_moved(const View *view, const Instruction *at,
                       const Access *access, char text[VALUE_TEXT])
{
    Number number = number_moved(view->trace, at, access);

    return number.element == ELEMENT_OTHER
               ? scene_value(view->trace->run.op, access->value, true, text)
               : view_number_text(number, text);
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
    return number_is_typed(view->trace);
}

/* Prints the number in CELL rounded so that it fits in WIDTH at SIZE; false if
 * it does not fit. */
static bool shorten_cell(const View *view, uint32_t cell, Font font,
                         double width, double size, char text[VALUE_TEXT])
{
    double room = width + 1e-6 - VIEW_APART * size;
    double most = floor(room / font_width(font, size, "0"));

    return most > 0 &&
           number_shorten(variable_memory_number(view->trace, view_grid(view),
                                                 cell, view->values),
                          (size_t)most, text);
}

/* Smaller text is for digits that matter: all of an integer's, and the first
 * one of a fraction's. */
const char *view_cell_value(const View *view, uint32_t cell, Font font,
                            double width, char text[VALUE_TEXT])
{
    uint32_t grid = view_grid(view);
    char rounded[VALUE_TEXT];

    if (!view_has_variables(view))
        return view_value(view, view->values[cell], font, width, text);
    variable_memory_value(view->trace, grid, cell, view->values, false, text);
    bool fraction = strchr(text, '.') != NULL;
    if (view_least_width(view, font, text) <= width + 1e-6 ||
        (!fraction && view_number_width(view, font, text) <= width + 1e-6))
        return text;
    variable_memory_value(view->trace, grid, cell, view->values, true, text);
    if (view_least_width(view, font, text) <= width + 1e-6)
        return text;
    if ((shorten_cell(view, cell, font, width, view->least, rounded) &&
         strchr(rounded, '.')) ||
        (view_number_width(view, font, text) > width + 1e-6 &&
         shorten_cell(view, cell, font, width, view->least_number, rounded)))
        memcpy(text, rounded, sizeof rounded);
    return text;
}

const char *view_cell_text(const View *view, uint32_t cell,
                           char text[VALUE_TEXT])
{
    uint32_t grid = view_grid(view);

    if (!view_has_variables(view))
        return scene_value(view->trace->run.op, view->values[cell], true, text);
    Number number =
        variable_memory_number(view->trace, grid, cell, view->values);
    return number.element == ELEMENT_OTHER
               ? variable_memory_value(view->trace, grid, cell, view->values,
                                       true, text)
               : view_number_text(number, text);
}

double view_least_width(const View *view, Font font, const char *text)
{
    return font_width(font, view->least, text) + VIEW_APART * view->least;
}

double view_number_width(const View *view, Font font, const char *text)
{
    return font_width(font, view->least_number, text) +
           VIEW_APART * view->least_number;
}

uint32_t view_memory_rows(const AnalysedTrace *analysed)
{
    return (analysed->trace->run.words + analysed->trace->run.k - 1) /
           analysed->trace->run.k;
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

const Instruction *view_instruction_of(const View *view, const Access *access)
{
    const Trace *trace = view->trace;

    return trace_instruction_of(trace, (size_t)(access - trace->accesses));
}

bool view_is_of_step(const View *view, size_t index)
{
    return view->steps && view->running && index >= view->step_first &&
           index < view->trace->instructions_count &&
           view->trace->instructions[index].step == view->running->step;
}

/* The same of an access of any instruction of the step. */
static Color step_color(const View *view, const Access *access)
{
    const Instruction *at = view_instruction_of(view, access);
    uint8_t queues[TRACE_MAX_BANKS];

    if (trace_is_shared(at) &&
        bank_cost(view->trace, at, queues).wavefronts > 1 &&
        queues[access->cell & (view->trace->run.k - 1)] > 1)
        return COLOR_CONFLICT;
    return kind_color(at);
}

Color view_access_color(const View *view, const Access *access)
{
    uint32_t bank = access->cell & (view->trace->run.k - 1);

    if (view->steps)
        return step_color(view, access);
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
    case COLOR_FAULT:
    case COLOR_GOOD:
        return COLOR_ON_STRONG;
    case COLOR_STORE:
    case COLOR_GLOBAL:
        return COLOR_ON_BRIGHT;
    default:
        return COLOR_INK;
    }
}

void view_moved_text(const Instruction *by, const char *who, const char *value,
                     char *text, size_t room)
{
    bool stored = trace_is_store(by);

    snprintf(text, room, "%s ▶ %s", stored ? who : value, stored ? value : who);
}

uint8_t *view_touched(const View *view)
{
    if (!view_is_shared(view))
        return NULL;
    uint8_t *touched = base_alloc((size_t)view->trace->run.words + 1, 1);
    const Access *accesses = trace_accesses(view->trace, view->running);
    for (int i = view->running->lanes - 1; i >= 0; --i)
        touched[accesses[i].cell] = (uint8_t)(i + 1);
    return touched;
}

bool view_shows_blocks(const View *view)
{
    return view->arrays || view->whole->trace->blocks_count > 1 ||
           view->whole->trace->run.words == 0 ||
           view->whole->trace->arrays_count > GLOBAL_FIRST_SCRATCH;
}

/* ---- Movement -----------------------------------------------------------*/

/* Cycles, or transactions, that the running instruction takes. */
static double cycles_of(const View *view)
{
    return view->turns ? view->turns : 1;
}

/* Of the first cycle, for entering the queues. */
static double entry_of(const View *view)
{
    return view_is_shared(view) ? TIMELINE_ENTRY : 0;
}

bool view_is_moving(const View *view)
{
    return view->progress < 1;
}

double view_entered(const View *view)
{
    if (!view_is_moving(view) || !view_is_shared(view))
        return 1;
    return layout_clamp(view->progress * cycles_of(view) / entry_of(view), 0,
                        1);
}

double view_served(const View *view, const Access *access)
{
    if (!view_is_moving(view))
        return 1;
    double cycles = cycles_of(view), entry = entry_of(view);
    double slot = (cycles - entry) / cycles;
    double since = view->progress * cycles - entry -
                   view->ranks[access - view->accesses] * slot;

    return layout_clamp(since / slot, 0, 1);
}

uint32_t view_cycles(const View *view)
{
    const uint32_t *starts = view->analysed->banks.starts;

    if (!view_is_moving(view) || view->position == 0)
        return starts[view->position];
    double cycles = cycles_of(view), entry = entry_of(view);
    double slot = (cycles - entry) / cycles;
    double over = floor((view->progress * cycles - entry) / slot + 1e-9);

    return starts[view->position - 1] +
           (uint32_t)layout_clamp(over, 0, view->cost.latency);
}

bool view_begun(const View *view, const Access *access)
{
    return view_served(view, access) > 0;
}

bool view_done(const View *view, const Access *access)
{
    return view_served(view, access) >= 1;
}

int view_begun_at(const View *view, uint32_t bank)
{
    int begun = 0;

    if (!view_is_moving(view))
        return view->queues[bank];
    for (int i = 0; i < view->running->lanes; ++i)
        begun += (view->accesses[i].cell & (view->trace->run.k - 1)) == bank &&
                 view_begun(view, view->accesses + i);
    return begun;
}
