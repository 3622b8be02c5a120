/* SPDX-License-Identifier: MIT */
#include "view/frame.h"

#include "draw/display_list.h"
#include "draw/font.h"
#include "say/phrases.h"
#include "trace/value.h"
#include "view/frame_views.h"
#include "view/light.h"
#include "view/position_text.h"
#include "view/program_text.h"
#include "view/projector_frame.h"
#include "view/views.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* px at 1080 */
static const double margin = 26, title_height = 68, panel_gap = 12;
static const double foot_height = 14;

/* By how much a banner is larger for the last row. */
static const double banner_projector = 1.35;

typedef struct {
    DisplayList *list;
    const Scene *scene;
    View views[PLAYER_MAX_TRACES];
    View wholes[PLAYER_MAX_TRACES]; /* the same, as all blocks together */
    double unit, least;
} Frame;

/* "recorded on the simulator and NVIDIA H200". */
static void add_machines(const Scene *scene, Text *text)
{
    for (int i = 0; i < scene->count; ++i) {
        const Run *run = &scene->analysed_traces[i]->trace->run;
        bool again = false;
        for (int j = 0; j < i; ++j)
            again |= strcmp(scene->analysed_traces[j]->trace->run.device_name,
                            run->device_name) == 0;
        if (!again)
            text_add(text, "%s%s%s", i == 0 ? " · recorded on " : " and ",
                     run->device[0] == 'c' ? "the " : "", run->device_name);
    }
}

/* What is recorded; BRIEF: without the machines. */
static void add_what(const Frame *frame, bool brief, Text *text)
{
    const AnalysedTrace *analysed = frame->scene->analysed_traces[0];
    const Run *run = &analysed->trace->run;
    if (frame->scene->count == 1 && !analysed->trace->grids->tiled) {
        program_text_launch(frame->wholes, text);
        return;
    }
    if (trace_command(analysed->trace)) {
        text_add(text, "%s · %u banks", run->command, run->k);
        if (!brief)
            add_machines(frame->scene, text);
        return;
    }
    if (run->condition[0])
        text_add(text, "keeps %s", run->condition);
    else
        text_add(text, "%s %s", run->inclusive ? "inclusive" : "exclusive",
                 op_noun(analysed->op));
    text_add(text, " · ");
    phrase_sizes(analysed->trace, text);
    if (!brief)
        add_machines(frame->scene, text);
}

/* What is recorded, as fully as there is room for. */
static void draw_what(const Frame *frame, Rect box)
{
    const Trace *trace = frame->scene->analysed_traces[0]->trace;
    Text full = {0}, brief = {0}, sizes = {0}, briefest = {0};

    add_what(frame, false, &full);
    add_what(frame, true, &brief);
    phrase_sizes(trace, &sizes);
    text_add(&briefest, "n = %u · k = %u", trace->run.n, trace->run.k);
    view_text_fitting(frame->views, box, FONT_TEXT, 17, COLOR_DIM,
                      (const char *[]){full.text, brief.text, sizes.text,
                                       briefest.text},
                      trace_command(trace) ? 2 : 4);
    text_free(&full);
    text_free(&brief);
    text_free(&sizes);
    text_free(&briefest);
}

/* "Reduce and 3 others", where all names are too long for WIDTH. */
static void shorten_title(const Frame *frame, double width, Text *title)
{
    const Scene *scene = frame->scene;

    if (scene->count < 2 ||
        font_width(FONT_STRONG, frame->least, title->text) <= width)
        return;
    text_free(title);
    text_add(title, "%s and %d other%s",
             trace_title(scene->analysed_traces[0]->trace), scene->count - 1,
             scene->count > 2 ? "s" : "");
}

static void draw_title(const Frame *frame, Rect box)
{
    const Scene *scene = frame->scene;
    Text title = {0}, where = {0};
    double large = fmax(28 * frame->unit, frame->least);
    double small = fmax(17 * frame->unit, frame->least);

    if (scene->cover && scene->cover->names)
        text_add(&title, SCENE_HIDDEN_TITLE);
    else
        scene_title(scene, &title);
    position_text(scene, &where);
    draw_thing(frame->list, THING_FRAME, 0, 0);
    shorten_title(frame, box.w * 0.45, &title);
    double width = font_width(FONT_STRONG, large, title.text);
    draw_text(frame->list, rect_cut_left(&box, fmin(width + 1, box.w * 0.45)),
              ALIGN_LEFT, FONT_STRONG, large, frame->least, COLOR_INK,
              title.text);
    rect_cut_left(&box, 36 * frame->unit);
    Font where_font = scene->standings.on ? FONT_STRONG : FONT_TEXT;
    width = font_width(where_font, small, where.text);
    draw_text(frame->list, rect_cut_right(&box, fmin(width + 1, box.w)),
              ALIGN_RIGHT, where_font, small, frame->least,
              scene->standings.on ? COLOR_INK : COLOR_DIM, where.text);
    rect_cut_right(&box, 24 * frame->unit);
    double pointed = light_legend_width(scene, small, box.w * 0.6);
    if (pointed > 0) {
        light_legend(frame->list, scene, rect_cut_right(&box, pointed), small);
        rect_cut_right(&box, 24 * frame->unit);
    }
    draw_what(frame, box);
    text_free(&title);
    text_free(&where);
}

/* All panels show input and output, or none, but for those that do anyway. */
static void choose_arrays(Frame *frame, double w, double h)
{
    bool fit = true;

    if (frame->scene->count == 1)
        w = frame->list->width;
    for (int t = 0; t < frame->scene->count; ++t)
        fit &= view_shows_blocks(frame->views + t) ||
               view_panel_fits_arrays(frame->views + t, w, h);
    for (int t = 0; t < frame->scene->count; ++t)
        frame->views[t].arrays = fit;
}

/* One or two panels stand side by side; more in rows of two, the last one of
 * three as wide as two.  In a tall frame each has a row. */
static void draw_panels(Frame *frame, Rect box)
{
    int count = frame->scene->count;
    int abreast = view_is_tall(frame->list->width, frame->list->height) ? 1 : 2;
    int rows = (count + abreast - 1) / abreast;
    double gap = panel_gap * frame->unit, lower = 0, most = 0;
    double height = (box.h - gap * (rows - 1)) / rows;

    choose_arrays(frame, (box.w - gap * (abreast - 1)) / abreast, height);
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
                       frame_wait(frame->scene, t), lower);
            rect_cut_left(&row, gap);
        }
        rect_cut_top(&box, gap);
    }
}

static void close_views(Frame *frame)
{
    for (int t = 0; t < frame->scene->count; ++t)
        view_close(frame->views + t);
}

/* The factor by which text is larger for the last row in the view of time. */
static const double time_projector = 2;

static Rect open_frame(Frame *frame, double width, double height)
{
    const Scene *scene = frame->scene;

    display_list_clear(frame->list, width, height);
    frame->unit = view_unit(scene, width, height);
    frame->least = view_least(scene, frame->unit);
    frame_views(frame->list, scene, frame->views);
    for (int t = 0; t < scene->count; ++t)
        frame->wholes[t] = view_whole(frame->views + t);
    return rect_inset((Rect){0, 0, width, height}, margin * frame->unit, 0);
}

static void draw_time(DisplayList *list, const Scene *scene, double width,
                      double height)
{
    Scene larger = *scene;
    Frame frame = {.list = list, .scene = &larger};

    larger.projector = false;
    if (scene->projector)
        larger.scale = fmax(scene->scale, time_projector);
    Rect box = open_frame(&frame, width, height);
    draw_title(&frame, rect_cut_top(&box, title_height * frame.unit));
    view_time(frame.wholes, scene->count, scene->costs, box);
    close_views(&frame);
}

static void draw_frame(DisplayList *list, const Scene *scene, double width,
                       double height)
{
    Frame frame = {.list = list, .scene = scene};

    if (scene->time) {
        draw_time(list, scene, width, height);
        return;
    }
    if (projector_frame_is_for(scene)) {
        projector_frame_draw(list, scene, width, height);
        return;
    }
    Rect box = open_frame(&frame, width, height);
    double lines = foot_height * frame.unit +
                   view_timelines_height(frame.wholes, scene->count);
    draw_title(&frame, rect_cut_top(&box, title_height * frame.unit));
    Rect foot = rect_cut_bottom(&box, lines);
    rect_cut_top(&foot, 6 * frame.unit);
    draw_panels(&frame, box);
    view_timelines(frame.wholes, scene->count, foot);
    close_views(&frame);
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
}

/* The unit of a banner WIDTH pixels wide, LARGE if it is then at most MOST
 * pixels high. */
static double banner_unit(const Banner *banner, double width, double large,
                          double most, double least)
{
    double unit = large;

    while (unit > large / 2 && banner_height(banner, width, unit, least) > most)
        unit *= 0.95;
    return unit;
}

/* The frame with a banner above: it is lower, and as large otherwise. */
static void draw_below_banner(DisplayList *list, const Scene *scene,
                              double width, double height)
{
    double unit = view_unit(scene, width, height);
    double large = scene->projector ? unit * banner_projector : unit;
    double least = view_least(scene, unit), most = floor(height * 0.4);
    Rect box = {margin * unit, 0, width - 2 * margin * unit, 0};
    Scene below = *scene;

    large = banner_unit(scene->banner, box.w, large, most, least);
    box.h = fmin(banner_height(scene->banner, box.w, large, least), most);
    double above = box.h;
    below.banner = NULL;
    double low = view_unit(&below, width, height - above);
    below.scale = (scene->scale > 0 ? scene->scale : 1) * sqrt(unit / low);
    draw_all(list, &below, width, height - above);
    banner_lower(list, above);
    banner_draw(list, scene->banner, box, large, least);
}

void frame_draw(DisplayList *list, const Scene *scene, double width,
                double height)
{
    if (scene->banner)
        draw_below_banner(list, scene, width, height);
    else
        draw_all(list, scene, width, height);
}
