/* SPDX-License-Identifier: MIT */
#include "view/frame.h"

#include "analysis/sum_results.h"
#include "draw/font.h"
#include "say/phrases.h"
#include "view/box.h"
#include "view/position_text.h"
#include "view/views.h"

#include <math.h>
#include <string.h>

/* px at 1080 */
static const double margin = 28, panel_gap = 18, title_text = 40;
static const double facts_text = 27, title_gap = 36, title_pad = 10;
static const double mark_height = 10;

/* By how much timelines are higher where nothing else is shown. */
static const double larger_alone = 7;


/* Of the least text, the height of a panel before which timelines go. */
static const double least_panel = 16;

/* Of the height of a frame, all panels need at most. */
static const double panels_share = 0.7;

/* What is left out for lack of room, from the first to the last. */
enum { RANK_LEGEND = 1, RANK_FACTS, RANK_TIMELINES, RANK_TITLE };

typedef struct {
    DisplayList *list;
    const Scene *scene;
    View views[PLAYER_MAX_TRACES];
    View wholes[PLAYER_MAX_TRACES]; /* the same, as all blocks together */
    Box *root, *timelines, *panels[PLAYER_MAX_TRACES];
} Frame;

/* ---- Title ----------------------------------------------------------------*/

/* "LeftRight beside Padding"; where that is too long, how many. */
static void add_names(const Frame *frame, Box *row)
{
    const Scene *scene = frame->scene;
    const View *view = frame->views;
    TextStyle style = {FONT_STRONG, view_size(view, title_text), COLOR_INK,
                       ALIGN_LEFT};
    Text name = {0}, brief = {0};

    if (scene->cover && scene->cover->names) {
        text_add(&name, SCENE_HIDDEN_TITLE);
        text_add(&brief, SCENE_HIDDEN_TITLE);
    } else {
        scene_title(scene, &name);
        if (scene->count > 1)
            text_add(&brief, "%d traces", scene->count);
        else
            text_add(&brief, "%s",
                     scene->analysed_traces[0]->trace->run.algorithm);
    }
    Box *box = box_or(box_text(row, &style, name.text), brief.text);
    box_thing(box_importance(box, RANK_TITLE), (Thing){THING_FRAME, 0, 0, 1});
    text_free(&name);
    text_free(&brief);
}

/* "64 numbers, 4 banks", and of a GPU which. */
static void add_what(const Frame *frame, Text *text)
{
    const Trace *trace = frame->scene->analysed_traces[0]->trace;
    const Run *run = &trace->run;

    if (frame->scene->count == 1 && !trace->grids->tiled) {
        position_launch(frame->wholes->analysed, frame->wholes->position, text);
        return;
    }
    if (!trace_command(trace)) {
        phrase_count(run->n, "number", text);
        text_add(text, ", ");
    }
    phrase_count(run->k, "bank", text);
    if (run->device[0] != 'c')
        text_add(text, " · %s", run->device_name);
}

/* "step 3 of 12". */
static void add_step(const Scene *scene, Text *text)
{
    uint32_t steps, step = position_step(scene->analysed_traces, scene->count,
                                         scene->positions, &steps);

    if (step)
        text_add(text, "step %u of %u", step, steps);
}

/* What is recorded, and where we are; and briefer. */
static void add_facts(const Frame *frame, Box *row)
{
    const Scene *scene = frame->scene;
    TextStyle style = {FONT_TEXT, view_size(frame->views, facts_text),
                       scene->standings.on ? COLOR_INK : COLOR_DIM,
                       ALIGN_RIGHT};
    Text what = {0}, where = {0}, step = {0}, full = {0}, brief = {0};

    add_what(frame, &what);
    position_text(scene, &where);
    add_step(scene, &step);
    text_add(&full, "%s · %s", what.text, where.text);
    Box *box = box_text(row, &style, full.text);
    if (step.length) {
        text_add(&brief, "%s · %s", what.text, step.text);
        box_or(box_or(box, brief.text), where.text);
        box_or(box, step.text);
    } else {
        box_or(box, where.text);
    }
    box_thing(box, (Thing){THING_FRAME, 0, 0, 1});
    box_grow(box_importance(box, RANK_FACTS), 1);
    text_free(&what);
    text_free(&where);
    text_free(&step);
    text_free(&full);
    text_free(&brief);
}

/* What is pointed at, or how much. */
static void add_pointed(const Frame *frame, Box *row)
{
    TextStyle style = {FONT_STRONG, view_size(frame->views, facts_text),
                       COLOR_INK, ALIGN_LEFT};
    Text names = {0}, brief = {0};

    light_names(frame->scene, false, &names);
    light_names(frame->scene, true, &brief);
    if (names.length) {
        Box *box = box_or(box_text(row, &style, names.text), brief.text);
        box_thing(box_importance(box, RANK_LEGEND),
                  (Thing){THING_FRAME, 0, 0, 1});
    }
    text_free(&names);
    text_free(&brief);
}

static void add_title(Frame *frame)
{
    const View *view = frame->views;
    Box *row = box_row(frame->root, view_px(view, title_gap));

    box_pad(row, 0, view_px(view, title_pad));
    add_names(frame, row);
    add_pointed(frame, row);
    add_facts(frame, row);
}

/* Why one trace leads the other. */
static void add_lead(Frame *frame)
{
    TextStyle style = {FONT_TEXT, view_size(frame->views, facts_text),
                       COLOR_INK, ALIGN_LEFT};
    Statement statement = {0};

    if (!position_lead(frame->scene, &statement))
        return;
    Box *box = box_statement(frame->root, &style, &statement);
    box_pad(box_importance(box, RANK_LEGEND), 0,
            view_px(frame->views, title_pad) / 2);
}

/* ---- Panels ---------------------------------------------------------------*/

/* One or two panels stand side by side; more in rows of two, the last one of
 * three as wide as two.  In a tall frame each has a row. */
static void add_panels(Frame *frame)
{
    int count = frame->scene->count;
    int abreast = view_is_tall(frame->list->width, frame->list->height) ? 1 : 2;
    double gap = view_px(frame->views, panel_gap);
    double share = panels_share * frame->list->height * abreast /
                   (count + count % abreast);
    double least = fmin(least_panel * frame->views->least, share);
    Box *column = box_grow(box_column(frame->root, gap), 1), *row = NULL;

    for (int t = 0; t < count; ++t) {
        if (t % abreast == 0)
            row = box_grow(box_row(column, gap), 1);
        frame->panels[t] = box_grow(box_part(row, 0, least), 1);
    }
}

static void draw_panels(const Frame *frame)
{
    for (int t = 0; t < frame->scene->count; ++t)
        view_panel(frame->views + t, box_place(frame->panels[t]));
}

/* ---- Frame ----------------------------------------------------------------*/

/* Alone they fill the frame. */
static void add_timelines(Frame *frame)
{
    const View *view = frame->views;
    double height = view_timelines_height(frame->wholes, frame->scene->count);

    bool alone = frame->scene->only > 0;
    Box *above = box_part(frame->root, 0, view_px(view, mark_height));

    frame->timelines =
        box_importance(box_part(frame->root, 0, height), RANK_TIMELINES);
    if (alone) {
        box_likes(frame->timelines, 0, larger_alone * height);
        box_grow(above, 1);
        box_grow(box_part(frame->root, 0, 0), 1);
    }
}

static void lay_frame(Frame *frame, double width, double height)
{
    const Scene *scene = frame->scene;
    const View *view = frame->views;
    bool lines = scene->only == 1 + AREA_TIMELINE;

    frame->root = box_column(NULL, 0);
    box_pad(frame->root, view_px(view, margin), view_px(view, title_pad));
    add_title(frame);
    add_lead(frame);
    if (!lines)
        add_panels(frame);
    if (!scene->only || lines)
        add_timelines(frame);
    box_layout(frame->root, (Rect){0, 0, width, height});
}

static void draw_time(const Frame *frame)
{
    int count = frame->scene->count;
    Rect first = box_place(frame->panels[0]);
    Rect last = box_place(frame->panels[count - 1]);

    view_time(frame->wholes, count, frame->scene->costs,
              (Rect){first.x, first.y, last.x + last.w - first.x,
                     last.y + last.h - first.y});
}

static void open_views(Frame *frame)
{
    const Scene *scene = frame->scene;

    for (int t = 0; t < scene->count; ++t) {
        View *view = frame->views + t;
        *view = view_open(frame->list, scene, t);
        if (view->steps) /* cards, cells and queues are of one instruction */
            *view = view_longest(view);
        frame->wholes[t] = view_whole(view);
    }
}

static void draw_frame(DisplayList *list, const Scene *scene, double width,
                       double height)
{
    Frame frame = {.list = list, .scene = scene};

    display_list_clear(list, width, height);
    open_views(&frame);
    lay_frame(&frame, width, height);
    box_draw(frame.root, list);
    if (scene->only == 1 + AREA_TIME)
        draw_time(&frame);
    else if (frame.panels[0])
        draw_panels(&frame);
    if (frame.timelines && !rect_is_empty(box_place(frame.timelines)))
        view_timelines(frame.wholes, scene->count, box_place(frame.timelines));
    for (int t = 0; t < scene->count; ++t)
        view_close(frame.views + t);
    box_free(frame.root);
}

/* The picture of a program that no longer compiles is pale. */
static void dim(DisplayList *list)
{
    draw_thing(list, THING_NONE, -1, 0);
    draw_rect(list, (Rect){0, 0, list->width, list->height}, 0, COLOR_PAPER)
        ->alpha = 0.6;
}

static void draw_all(DisplayList *list, const Scene *scene, double width,
                     double height)
{
    if (scene->chart) {
        view_chart_frame(list, scene, width, height);
        return;
    }
    draw_frame(list, scene, width, height);
    if (!scene->cover || !scene->cover->answer) /* lights lead to others */
        light_draw(list, scene);
    if (scene->dimmed)
        dim(list);
}

void frame_draw(DisplayList *list, const Scene *scene, double width,
                double height)
{
    draw_all(list, scene, width, height);
}
