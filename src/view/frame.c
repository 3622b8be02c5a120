/* SPDX-License-Identifier: MIT */
#include "view/frame.h"

#include "draw/font.h"
#include "trace/value.h"
#include "view/position_text.h"
#include "view/program_text.h"
#include "view/verdict_text.h"
#include "view/view_panel.h"
#include "view/views.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* px at 1080 */
static const double margin = 26, title_height = 68, panel_gap = 12;
static const double legend_height = 26, timeline_height = 38;
static const double timeline_gap = 8, foot_height = 14;

enum {
    MOST_NAMES = 6,       /* in a queue, before it becomes a bar */
    BAR_ROOM = 3,         /* names in whose place a bar stands */
    TWO_ROWS_ROOM = 2,    /* the same in panels in two rows */
    SUMMARY_HEIGHT = 960, /* px at 1080: where blocks, or ... */
    TALL = 12,            /* ... more rows of memory than this, need the room */
    NAMED_BANKS = 16,     /* most banks with names under them */
};

typedef struct {
    DisplayList *list;
    const Scene *scene;
    View views[PLAYER_MAX_TRACES];
    View wholes[PLAYER_MAX_TRACES]; /* the same, as all blocks together */
    double unit, least;
} Frame;

/* Does the frame show one program? */
static bool is_program(const Scene *scene)
{
    return scene->count == 1 &&
           trace_is_program(scene->analysed_traces[0]->trace);
}

/* "recorded on the CPU machine and NVIDIA H200". */
static void add_machines(const Scene *scene, Text *text)
{
    for (int i = 0; i < scene->count; ++i) {
        const Run *run = &scene->analysed_traces[i]->trace->run;
        bool again = false;
        for (int j = 0; j < i; ++j)
            again |= strcmp(scene->analysed_traces[j]->trace->run.device_name,
                            run->device_name) == 0;
        if (!again)
            text_add(text, "%s%s%s", i == 0 ? "recorded on " : " and ",
                     run->device[0] == 'c' ? "the " : "", run->device_name);
    }
}

static void add_what(const Frame *frame, Text *text)
{
    const AnalysedTrace *analysed = frame->scene->analysed_traces[0];
    const Run *run = &analysed->trace->run;
    if (is_program(frame->scene)) {
        program_text_launch(frame->wholes, text);
        return;
    }
    if (trace_is_program(analysed->trace)) {
        text_add(text, "%s · %u banks · ", run->command, run->k);
        add_machines(frame->scene, text);
        return;
    }
    if (run->condition[0])
        text_add(text, "keeps %s", run->condition);
    else
        text_add(text, "%s %s", run->inclusive ? "inclusive" : "exclusive",
                 op_noun(analysed->op));
    text_add(text, " · n = %u · %u banks · ", run->n, run->k);
    add_machines(frame->scene, text);
}

static void draw_title(const Frame *frame, Rect box)
{
    const Scene *scene = frame->scene;
    Text title = {0}, what = {0}, where = {0};
    double large = fmax(28 * frame->unit, frame->least);
    double small = fmax(17 * frame->unit, frame->least);

    scene_title(scene, &title);
    add_what(frame, &what);
    position_text(scene, &where);
    draw_tag(frame->list, TAG_FRAME, 0, 0);
    double width = font_width(FONT_STRONG, large, title.text);
    draw_text(frame->list, rect_cut_left(&box, fmin(width + 1, box.w * 0.45)),
              ALIGN_LEFT, FONT_STRONG, large, frame->least, COLOR_INK,
              title.text);
    rect_cut_left(&box, 36 * frame->unit);
    Font where_font = scene->standings.on ? FONT_STRONG : FONT_TEXT;
    width = font_width(where_font, small, where.text);
    draw_text(frame->list, rect_cut_right(&box, fmin(width + 1, box.w * 0.5)),
              ALIGN_RIGHT, where_font, small, frame->least,
              scene->standings.on ? COLOR_INK : COLOR_DIM, where.text);
    rect_cut_right(&box, 24 * frame->unit);
    draw_text(frame->list, box, ALIGN_LEFT, FONT_TEXT, small, frame->least,
              COLOR_DIM, what.text);
    text_free(&title);
    text_free(&what);
    text_free(&where);
}

/* Do two instructions belong to one turn (see player.h)? */
static bool same_turn(const Instruction *a, const Instruction *b)
{
    return a->step == b->step && a->warp == b->warp &&
           a->occurrence == b->occurrence;
}

/* The progress of a trace within its step and its turn. */
typedef struct {
    const Instruction *last; /* executed */
    uint32_t turn_done;      /* instructions of its turn */
    bool turn_over, step_over;
} Standing;

static Standing standing_of(const Scene *scene, int t)
{
    const Trace *trace = scene->analysed_traces[t]->trace;
    size_t position = scene->positions[t];
    const Instruction *last = trace->instructions + position - 1;
    Standing standing = {.last = last};
    bool end = position == trace->instructions_count;

    standing.step_over = end || last[1].step != last->step;
    standing.turn_over = end || !same_turn(last, last + 1);
    while (position-- > 0 && same_turn(trace->instructions + position, last))
        ++standing.turn_done;
    return standing;
}

/* Does trace OTHER go on where trace T, which has executed all of its step or
 * turn, cannot?  Sets *LESS if T has only executed fewer instructions. */
static bool goes_on(const Standing *own, const Standing *other, bool *less)
{
    bool ahead = own->last->step < other->last->step;
    bool together = same_turn(own->last, other->last);

    *less = together && own->turn_done < other->turn_done;
    if (own->step_over)
        return ahead ||
               (own->last->step == other->last->step && !other->step_over);
    return together && !other->turn_over;
}

/* Has trace T executed all of its step or turn, but less than another? */
static PanelWait wait_of(const Scene *scene, int t)
{
    PanelWait wait = {0};
    bool any = false, less;

    if (scene->standings.on && scene->count > 1)
        position_standing(scene, t, wait.standing, sizeof wait.standing);
    if (scene->standings.on || scene->remains[t] > 0)
        return wait;
    for (int i = 0; i < scene->count; ++i)
        if (scene->count < 2 || !scene->positions[i] ||
            scene->analysed_traces[i]->parts)
            return wait;
    Standing own = standing_of(scene, t);
    for (int i = 0; i < scene->count && own.turn_over; ++i) {
        Standing other = standing_of(scene, i);
        if (i == t)
            continue;
        if (goes_on(&own, &other, &less) && !wait.other)
            wait.other = scene_name(scene->analysed_traces[i]->trace);
        any |= less;
    }
    if (any || wait.other)
        wait.done = own.step_over ? "step" : "turn";
    return wait;
}

/* One or two panels stand side by side; more in rows of two, the last one of
 * three as wide as two.  In a tall frame each has a row. */
static void draw_panels(const Frame *frame, Rect box)
{
    int count = frame->scene->count;
    int abreast = view_is_tall(frame->list->width, frame->list->height) ? 1 : 2;
    int rows = (count + abreast - 1) / abreast;
    double gap = panel_gap * frame->unit, lower = 0, most = 0;
    double height = (box.h - gap * (rows - 1)) / rows;

    for (int t = 0; t < count; ++t) {
        double likes, own;
        view_panel_lower(frame->views + t, height, &likes, &own);
        lower = fmax(lower, likes);
        most = t ? fmin(most, own) : own;
    }
    lower = fmin(lower, most);
    for (int first = 0; first < count; first += abreast) {
        int in_row = count - first < abreast ? 1 : abreast;
        Rect row = rect_cut_top(&box, height);
        double width = (row.w - gap * (in_row - 1)) / in_row;
        for (int t = first; t < first + in_row; ++t) {
            view_panel(frame->views + t, rect_cut_left(&row, width),
                       wait_of(frame->scene, t), lower);
            rect_cut_left(&row, gap);
        }
        rect_cut_top(&box, gap);
    }
}

/* More timelines are lower. */
static double line_pitch(const Frame *frame)
{
    double height = frame->scene->count > 2 ? 26 : timeline_height;

    return (height + timeline_gap) * frame->unit;
}

static void draw_timelines(const Frame *frame, Rect box)
{
    TimeScale scale = time_scale(frame->wholes, frame->scene->count);

    Rect legend = rect_cut_top(&box, legend_height * frame->unit);
    rect_cut_bottom(&legend, timeline_gap * frame->unit);
    view_legend(frame->wholes, frame->scene->count, legend);
    for (int t = 0; t < frame->scene->count; ++t) {
        view_timeline(frame->wholes + t,
                      rect_cut_top(&box, line_pitch(frame) -
                                             timeline_gap * frame->unit),
                      &scale);
        rect_cut_top(&box, timeline_gap * frame->unit);
    }
}

/* How many names a queue of a program may have: more where no sums are shown
 * under them. */
static int named_room(const AnalysedTrace *analysed)
{
    const Trace *trace = analysed->trace;
    bool sums = analysed->work[trace->instructions_count] > 0;

    if (view_memory_rows(analysed) > TALL)
        return 0;
    return sums ? MOST_NAMES : 2 * MOST_NAMES;
}

/* Opens the views and sets what they share: sizes and room of the queues, and
 * the number of rows of memory above the queues. */
void frame_views(DisplayList *list, const Scene *scene,
                 View views[PLAYER_MAX_TRACES])
{
    double unit = view_unit(scene, list->width, list->height);
    bool two_rows = scene->count > 2, blocks = false, bad = false;
    int longest = 1, bar = two_rows ? TWO_ROWS_ROOM : BAR_ROOM;
    int most = two_rows ? TWO_ROWS_ROOM : MOST_NAMES;
    uint32_t rows = 0;

    for (int t = 0; t < scene->count; ++t) {
        const AnalysedTrace *analysed = scene->analysed_traces[t];
        uint32_t own = view_memory_rows(analysed);
        longest = analysed->longest > longest ? analysed->longest : longest;
        rows = own > rows ? own : rows;
        blocks |= analysed->parts != NULL;
        bad |= verdict_is_bad(analysed);
    }
    bool hide_summary = two_rows || (list->height < SUMMARY_HEIGHT * unit &&
                                     (blocks || rows > TALL));
    if (is_program(scene) || bad) /* a verdict stands there */
        hide_summary = false;
    bool names = longest <= most &&
                 scene->analysed_traces[0]->trace->run.k <= NAMED_BANKS;
    if (is_program(scene) && longest <= named_room(scene->analysed_traces[0]))
        names = true;
    for (int t = 0; t < scene->count; ++t) {
        views[t] = view_open(list, scene, t);
        views[t].longest = longest;
        views[t].rows = rows;
        views[t].two_rows = two_rows;
        views[t].hide_summary = hide_summary;
        views[t].queue_room = names || longest < bar ? longest : bar;
    }
}

void frame_draw(DisplayList *list, const Scene *scene, double width,
                double height)
{
    Frame frame = {.list = list, .scene = scene};

    if (scene->chart) {
        view_chart_frame(list, scene, width, height);
        return;
    }
    display_list_clear(list, width, height);
    frame.unit = view_unit(scene, width, height);
    frame.least = view_least(scene, frame.unit);
    frame_views(list, scene, frame.views);
    for (int t = 0; t < scene->count; ++t)
        frame.wholes[t] = view_whole(frame.views + t);

    Rect box = rect_inset((Rect){0, 0, width, height}, margin * frame.unit, 0);
    double lines = (legend_height + foot_height) * frame.unit +
                   line_pitch(&frame) * scene->count;
    draw_title(&frame, rect_cut_top(&box, title_height * frame.unit));
    Rect foot = rect_cut_bottom(&box, lines);
    rect_cut_top(&foot, 6 * frame.unit);
    draw_panels(&frame, box);
    draw_timelines(&frame, foot);
    for (int t = 0; t < scene->count; ++t)
        view_close(frame.views + t);
}
