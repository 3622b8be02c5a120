/* SPDX-License-Identifier: MIT */
#include "view/projector_frame.h"

#include "analysis/recorded_launches.h"
#include "draw/font.h"
#include "say/phrases.h"
#include "view/bank_window.h"
#include "view/camera.h"
#include "view/frame_views.h"
#include "view/light.h"
#include "view/position_text.h"
#include "view/verdict_text.h"
#include "view/view_camera.h"
#include "view/view_map.h"
#include "view/view_marks.h"
#include "view/views.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* px at 1080 */
static const double least_text = 24, margin = 28, title_height = 76;
static const double panel_gap = 20, pad = 24, title_text = 44;
static const double name_text = 42, badge_text = 28;
static const double mark_share = 1.1; /* of the size of a text, its cross */
static const double sentence_text = 30, side_gap = 28, wide_from = 1.45;

/* The scale of text from which on the ordinary layout would cut it. */
static const double enlarged = 1.5;

bool projector_frame_is_for(const Scene *scene)
{
    return !scene->chart && (scene->projector || scene->scale >= enlarged);
}

/* How much larger than the least that is promised. */
static double scale_of(const Scene *scene)
{
    double scale = scene->scale > 0 ? scene->scale : 1;

    return fmax(1, scene->projector ? scale : scale / enlarged);
}

double projector_frame_least(const Scene *scene, double height)
{
    double density = scene->density > 0 ? scene->density : 1;

    return fmax(9 * density, least_text * scale_of(scene) * height / 1080);
}

typedef struct {
    DisplayList *list;
    const Scene *scene;
    View views[PLAYER_MAX_TRACES];
    View wholes[PLAYER_MAX_TRACES];
    PanelWait waits[PLAYER_MAX_TRACES];
    bool same_phase; /* of all panels: the title has it */
} ProjectorFrame;

/* Draws the first of COUNT texts that fits in BOX at the least size, and frees
 * them all; false if none does. */
static bool draw_first(const View *view, Rect box, Align align, Font font,
                       double at_1080, Color color, Text *texts, int count)
{
    bool drawn = false;

    for (int i = 0; i < count; ++i) {
        if (!drawn && texts[i].length &&
            view_least_width(view, font, texts[i].text) <= box.w)
            drawn = draw_text(view->list, box, align, font,
                              view_size(view, at_1080), view->least, color,
                              texts[i].text) != NULL;
        text_free(texts + i);
    }
    return drawn;
}

/* ---- Title ----------------------------------------------------------------*/

/* "LeftRight beside Padding"; where that is too long, how many. */
static void title_texts(const ProjectorFrame *frame, Text texts[2])
{
    if (frame->scene->cover && frame->scene->cover->names) {
        text_add(texts, SCENE_HIDDEN_TITLE);
        text_add(texts + 1, "%s", texts->text);
        return;
    }
    scene_title(frame->scene, texts);
    if (frame->scene->count > 1)
        text_add(texts + 1, "%d traces", frame->scene->count);
    else
        text_add(texts + 1, "%s",
                 frame->scene->analysed_traces[0]->trace->run.algorithm);
}

/* "step 3 of 12", of one algorithm with several launches "launch 1 of 4 · "
 * before it; nothing at the start. */
static void add_step(const Scene *scene, Text *text)
{
    const AnalysedTrace *first = scene->analysed_traces[0];
    const Trace *trace = first->trace;
    uint32_t steps, step = position_step(scene->analysed_traces, scene->count,
                                         scene->positions, &steps);

    if (step == 0)
        return;
    if (scene->count == 1 && trace->grids_count > 1) {
        const Instruction *running =
            trace->instructions + analysed_running(first, scene->positions[0]);
        recorded_launches_place(
            trace, trace_block(trace, trace_step(trace, running))->grid, text);
        text_add(text, " · ");
    }
    text_add(text, "step %u of %u", step, steps);
}

/* "64 numbers, 4 banks". */
static void add_sizes(const Scene *scene, Text *text)
{
    const Run *run = &scene->analysed_traces[0]->trace->run;

    if (run->origin != ORIGIN_PROGRAM) {
        phrase_count(run->n, "number", text);
        text_add(text, ", ");
    }
    phrase_count(run->k, "bank", text);
}

/* "up-sweep, level 3: store the sums". */
static void add_phase(const View *view, Text *text)
{
    View whole = view_whole(view);

    position_phase(whole.analysed, whole.position, whole.steps, text);
}

/* "64 numbers on a small GPU with 4 banks · step 3 of 15 · up-sweep, level 3",
 * and briefer. */
static void place_texts(const ProjectorFrame *frame, Text texts[5])
{
    const Scene *scene = frame->scene;
    Text *where = texts + 2, *step = texts + 3;

    if (scene->standings.on) {
        position_text(scene, texts);
        text_add(texts + 1, "cycle %.0f", floor(scene->standings.cycle));
        return;
    }
    add_step(scene, step);
    if (frame->same_phase) {
        if (step->length)
            text_add(where, "%s · ", step->text);
        add_phase(frame->views, where);
    } else {
        position_text(scene, where);
    }
    phrase_sizes(scene->analysed_traces[0]->trace, texts);
    text_add(texts, " · %s", where->text);
    add_sizes(scene, texts + 1);
    text_add(texts + 1, " · %s", where->text);
    add_sizes(scene, texts + 4);
}

static void draw_title(const ProjectorFrame *frame, Rect box)
{
    const View *view = frame->views;
    Text titles[2] = {{0}, {0}}, places[5] = {{0}};

    title_texts(frame, titles);
    place_texts(frame, places);
    double width =
        font_width(FONT_STRONG, view_size(view, title_text), titles[0].text) +
        1;
    draw_thing(frame->list, THING_FRAME, 0, 0);
    Rect left = rect_cut_left(&box, fmin(width, box.w * 0.55));
    draw_first(view, left, ALIGN_LEFT, FONT_STRONG, title_text, COLOR_INK,
               titles, 2);
    rect_cut_left(&box, view_px(view, 36));
    double size = view_size(view, 30);
    double pointed = light_legend_width(frame->scene, size, box.w * 0.5);
    if (pointed > 0) {
        light_legend(frame->list, frame->scene, rect_cut_left(&box, pointed),
                     size);
        rect_cut_left(&box, view_px(view, 30));
    }
    draw_first(view, box, ALIGN_RIGHT, FONT_TEXT, 30,
               frame->scene->standings.on ? COLOR_INK : COLOR_DIM, places, 5);
}

/* ---- The head of a panel --------------------------------------------------*/

static double badge_height(const View *view)
{
    return view->two_rows ? view->least * 1.6 : view_px(view, badge_text * 2);
}

/* The badge at the right end of *BOX, which becomes what is left of it. */
static void draw_badge(const View *view, Rect *box, PanelWait wait)
{
    if (view_hides_answer(view))
        return;
    View whole = view_whole(view);
    Badge badge = panel_badge(&whole, wait, box->w);
    double size = view_size(view, badge_text);
    double pads = view_px(view, view->two_rows ? 28 : 56);
    double mark = badge.loud ? size * mark_share : 0;
    double width =
        font_width(FONT_STRONG, size, badge.verdict.text) + pads + mark;
    double least =
        view_least_width(view, FONT_STRONG, badge.verdict.text) + pads / 2;

    if (width > box->w * 0.55)
        width = fmax(least, box->w * 0.55);
    if (badge.verdict.length && least <= box->w) {
        bool loud = badge.loud || (view_is_shared(view) && !view->steps &&
                                   badge.color == COLOR_ALARM);
        Rect place = rect_cut_right(box, width);
        place.h = badge_height(view);
        view_thing(view, THING_SENTENCE, 0);
        Color fill = badge.loud ? COLOR_FAULT : COLOR_CONFLICT;
        Color ink = loud ? view_on(fill) : badge.color;
        Shape *frame = draw_rect(view->list, place, view_px(view, 10),
                                 loud ? fill : COLOR_NONE);
        view_edge(view, frame, loud ? fill : badge.color, 4);
        Rect inside = rect_inset(place, view_px(view, 6), 0);
        if (width >= least + mark)
            rect_cut_left(&inside, mark);
        Shape *text = view_label(view, inside, FONT_STRONG, badge_text, ink,
                                 badge.verdict.text);
        if (text && badge.loud)
            view_cross_before(view, text->box, place.x + view_px(view, 4), ink);
        rect_cut_right(box, view_px(view, 16));
    }
    badge_free(&badge);
}

/* Draws the first level of STATEMENT that fits at its full size, else at the
 * least, and frees it. */
static void draw_statement(const View *view, Rect box, Font font,
                           double at_1080, Color color, Statement *statement)
{
    Text text = {0};

    view_fit_line(statement, font, view_size(view, at_1080), box.w, &text);
    if (!text.length)
        view_fit_line(statement, font, view->least, box.w, &text);
    if (text.length)
        view_text(view, box, font, at_1080, color, text.text);
    text_free(&text);
    statement_free(statement);
}

/* Where the run goes wrong; nothing of one that is right, or hidden. */
static Statement faults_of(const View *view)
{
    Statement faults = {0};

    if (!view->cover)
        verdict_text_faults(view->whole, &faults);
    return faults;
}

/* The name; of a trace alone, whose name is the title, what goes wrong. */
static void draw_name(const ProjectorFrame *frame, const View *view, Rect box)
{
    Text names[2] = {{0}, {0}}, phase[1] = {{0}};
    Statement faults = faults_of(view);

    if (!view->single) {
        const Trace *trace = view->whole->trace;
        bool hides = view->cover && view->cover->names;
        const char *hidden = SCENE_HIDDEN;
        text_add(names, "%s", hides ? hidden : trace_title(trace));
        text_add(names + 1, "%s", hides ? hidden : trace->run.algorithm);
        double width =
            font_width(FONT_STRONG, view_size(view, name_text), names->text);
        view_thing(view, THING_FRAME, 0);
        draw_first(view, rect_cut_left(&box, fmin(width + 1, box.w)),
                   ALIGN_LEFT, FONT_STRONG, name_text, COLOR_INK, names, 2);
        rect_cut_left(&box, view_px(view, 18));
    }
    view_thing(view, THING_SENTENCE, 1);
    if (faults.clauses_count) {
        draw_statement(view, box, FONT_STRONG, 26,
                       verdict_faults_color(view->whole, view->whole_position),
                       &faults);
        return;
    }
    if (!frame->same_phase && !view_hides_answer(view))
        add_phase(view, phase);
    draw_first(view, box, ALIGN_LEFT, FONT_TEXT, 26, COLOR_DIM, phase, 1);
}

static void draw_sentence(const View *view, Rect box, PanelWait wait)
{
    Statement statement = {0};

    if (view_hides_answer(view))
        statement_say(&statement, 0, "%s", view->cover->about[view->panel]);
    else
        verdict_text_now(view, wait.other, &statement);
    view_thing(view, THING_SENTENCE, 0);
    draw_statement(view, box, FONT_TEXT, sentence_text, COLOR_INK, &statement);
}

/* Cuts the head off *BOX.  A trace alone has no name in its panel, so that its
 * sentence stands beside the badge. */
static void draw_head(const ProjectorFrame *frame, const View *view, Rect *box,
                      PanelWait wait)
{
    bool caption = !view->no_caption;
    double line =
        view->two_rows ? view->least * 1.5 : view_px(view, sentence_text * 1.6);
    Rect row = rect_cut_top(box, badge_height(view));
    Statement faults = faults_of(view);

    draw_badge(view, &row, wait);
    if (!view->single || faults.clauses_count) {
        draw_name(frame, view, row);
        if (caption)
            draw_sentence(view, rect_cut_top(box, line), wait);
    } else if (caption) {
        draw_sentence(view, row, wait);
    }
    rect_cut_top(box, view_px(view, view->two_rows ? 4 : 10));
    statement_free(&faults);
}

/* ---- The body of a panel --------------------------------------------------*/

/* Where the parts of a panel stand; those that are empty are left out. */
typedef struct {
    Rect blocks, map, camera, memory;
} PanelLayout;

/* Divides BOX among blocks, map and camera: the map gives way first, then the
 * blocks. */
static void lay_upper(const View *view, Rect box, PanelLayout *at)
{
    double blocks = view_map_blocks_height(view);
    double map = view_map_height(view), least = camera_least_height(view);
    double gap = view_px(view, 12);
    double likes = camera_likes_height(view, box.w);

    if (blocks > 0 && box.h - blocks >= least) {
        at->blocks = rect_cut_top(&box, blocks);
        rect_cut_top(&box, gap / 2);
    }
    if (map > 0) /* the more of what the camera does not need */
        map = fmax(fmin(map, box.h - least - gap),
                   fmin(view_map_most(view), box.h - 1.6 * likes - gap));
    if (map >= view_px(view, 36)) {
        at->map = rect_cut_top(&box, map);
        rect_cut_top(&box, gap);
    }
    if (box.h >= least * 0.98)
        at->camera = box;
}

/* The height of map and camera over the memory. */
static double upper_height(const View *view, Rect box)
{
    double likes = view_map_blocks_height(view) + view_map_height(view) +
                   view_px(view, 24) + camera_likes_height(view, box.w);
    double memory = bank_layout_least_height(view);

    return fmin(likes, fmax(box.h - memory, box.h * 0.42));
}

static PanelLayout lay_body(const View *view, Rect box)
{
    PanelLayout at = {.memory = {0, 0, 0, 0}};
    double memory = bank_layout_least_height(view);
    double gap = view_px(view, side_gap);
    bool fits = memory > 0 && box.h >= memory;

    if (fits && box.w > wide_from * box.h) {
        double share = view->two_rows ? 0.42 : 0.5;
        at.memory = rect_cut_right(&box, (box.w - gap) * share);
        rect_cut_right(&box, gap);
    } else if (fits && box.h < memory + camera_least_height(view) + gap) {
        at.memory = box; /* queues show more than cards */
        return at;
    } else if (fits) {
        Rect upper = rect_cut_top(&box, upper_height(view, box));
        rect_cut_top(&box, view_px(view, 14));
        at.memory = box;
        box = upper;
    }
    lay_upper(view, box, &at);
    return at;
}

static void draw_memory(const View *view, const Camera *camera, Rect box)
{
    BankLayout layout = bank_layout_of(view, camera, box);

    bank_window_draw(&layout);
    bank_layout_free(&layout);
}

static void draw_body(const View *view, Rect box)
{
    PanelLayout at = lay_body(view, box);
    Camera camera = camera_of(view, rect_inset(at.camera, view_px(view, 8),
                                               view_px(view, 4)));

    display_list_area(view->list, AREA_TREE, view->panel, at.camera);
    if (!rect_is_empty(at.blocks))
        view_map_blocks(view, at.blocks);
    if (!rect_is_empty(at.map))
        view_map(&camera, at.map);
    if (camera.cards_count > 0 && !rect_is_empty(at.camera)) {
        view_thing(view, THING_FRAME, 0);
        Shape *ground =
            draw_rect(view->list, at.camera, view_px(view, 10), COLOR_PAPER);
        view_edge(view, ground, COLOR_INK, 3);
        view_camera(&camera);
    }
    if (!rect_is_empty(at.memory))
        draw_memory(view, &camera, at.memory);
    camera_free(&camera);
}

static void draw_panel(const ProjectorFrame *frame, int t, Rect box)
{
    const View *view = frame->views + t;
    double inner = view_px(view, view->two_rows ? pad * 0.5 : pad);

    view_thing(view, THING_FRAME, 0);
    Shape *ground = draw_rect(view->list, box, view_px(view, 14), COLOR_PANEL);
    view_edge(view, ground, COLOR_EDGE, 2);
    box = rect_inset(box, view_px(view, pad), inner * 0.75);
    draw_head(frame, view, &box, frame->waits[t]);
    draw_body(view, box);
}

/* ---- Frame ----------------------------------------------------------------*/

static void draw_panels(const ProjectorFrame *frame, Rect box)
{
    const View *view = frame->views;
    int count = frame->scene->count;
    int abreast = view_is_tall(frame->list->width, frame->list->height) ? 1 : 2;
    int rows = (count + abreast - 1) / abreast;
    double gap = view_px(view, rows > 1 ? panel_gap * 0.6 : panel_gap);
    double height = (box.h - gap * (rows - 1)) / rows;

    for (int first = 0; first < count; first += abreast) {
        int in_row = count - first < abreast ? 1 : abreast;
        Rect row = rect_cut_top(&box, height);
        double width = (row.w - gap * (in_row - 1)) / in_row;
        for (int t = first; t < first + in_row; ++t) {
            draw_panel(frame, t, rect_cut_left(&row, width));
            rect_cut_left(&row, gap);
        }
        rect_cut_top(&box, gap);
    }
}

static bool all_same_phase(const ProjectorFrame *frame)
{
    Text first = {0};
    bool same = true;

    add_phase(frame->views, &first);
    for (int t = 1; t < frame->scene->count; ++t) {
        Text own = {0};
        add_phase(frame->views + t, &own);
        same &= strcmp(first.text, own.text) == 0;
        text_free(&own);
    }
    text_free(&first);
    return same;
}

static void open_views(ProjectorFrame *frame, double height)
{
    const Scene *scene = frame->scene;
    double least = projector_frame_least(scene, height);

    frame_views(frame->list, scene, frame->views);
    for (int t = 0; t < scene->count; ++t) {
        View *view = frame->views + t;
        if (view->steps) /* cards, cells and queues are of one instruction */
            *view = view_longest(view);
        view->unit = least / least_text;
        view->least = view->least_number = least;
        frame->wholes[t] = view_whole(view);
        frame->waits[t] = frame_wait(scene, t);
    }
    frame->same_phase = all_same_phase(frame);
}

void projector_frame_draw(DisplayList *list, const Scene *scene, double width,
                          double height)
{
    ProjectorFrame frame = {.list = list, .scene = scene};

    display_list_clear(list, width, height);
    open_views(&frame, height);
    const View *view = frame.views;
    Rect box =
        rect_inset((Rect){0, 0, width, height}, view_px(view, margin), 0);
    double lines = view_timelines_height(frame.wholes, scene->count);
    draw_title(&frame, rect_cut_top(&box, view_px(view, title_height)));
    Rect foot = rect_cut_bottom(&box, lines);
    rect_cut_bottom(&box, view_px(view, 20)); /* the mark of the present */
    draw_panels(&frame, box);
    view_timelines(frame.wholes, scene->count, foot);
    for (int t = 0; t < scene->count; ++t)
        view_close(frame.views + t);
}
