/* SPDX-License-Identifier: MIT
 *
 * single_view - see single_view.h.
 *
 * A view that fills the frame is drawn larger by its own factor, centred
 * in the room that it does not use.
 */
#include "export/single_view.h"

#include "draw/display_list.h"
#include "draw/font.h"
#include "view/frame.h"
#include "view/frame_views.h"
#include "view/light.h"
#include "view/position_text.h"
#include "view/verdict_text.h"
#include "view/views.h"

#include <math.h>
#include <string.h>

/* px at 1080 */
static const double margin = 36, gap = 28;
static const double head_height = 60, line_height = 36;

enum { MOST_STRETCH = 4 }; /* of what is as wide as its box */
static const double most_queue_stretch = 3.5;

typedef struct {
    DisplayList *list;
    const Scene *scene;
    View views[PLAYER_MAX_TRACES];
    Area area;
    double unit, least; /* of heads and sentences */
} SingleView;

/* The part of BOX that a view as high as HEIGHT needs: its middle. */
static Rect middle(Rect box, double height)
{
    double spare = box.h - layout_least(height, box.h);

    return rect_inset(box, 0, floor(spare / 2));
}

bool single_view_has(const AnalysedTrace *analysed, Area area)
{
    const Trace *trace = analysed->trace;

    if (area == AREA_TREE)
        return analysed_has_sums(analysed);
    if (area == AREA_BLOCKS)
        return trace->blocks_count > 1 || trace->run.words == 0 ||
               trace->arrays_count > GLOBAL_FIRST_SCRATCH;
    if (area == AREA_MEMORY || area == AREA_QUEUES)
        return trace->run.words > 0;
    return true;
}

static double width_of(const View *view, Area area)
{
    return fmax(view_kinds[area].width(view), 1);
}

/* Draws the view in the middle of BOX. */
static void draw_centred(const View *view, Area area, Rect box)
{
    const ViewKind *kind = view_kinds + area;

    if (kind->width)
        box =
            rect_inset(box, (box.w - fmin(width_of(view, area), box.w)) / 2, 0);
    if (kind->height)
        box = middle(box, kind->height(view));
    kind->draw(view, box);
}

/* How much larger than in a whole frame to draw VIEW, to fill W x H. */
static double fitting(const View *view, Area area, double w, double h)
{
    const ViewKind *kind = view_kinds + area;
    double larger = view->single ? kind->larger : kind->larger_beside;

    if (!kind->width)
        return larger;
    larger = fmin(larger, w / width_of(view, area));
    larger = fmin(larger, h / kind->height(view));
    return fmax(larger, 1);
}

/* Writes the fullest of COUNT texts that fits at the left of BOX, cuts its
 * place off, and sets what it shows. */
static void write_fitting(const SingleView *single, const View *view, Rect *box,
                          ThingKind kind, uint32_t a, Color color,
                          const char *const texts[], int count)
{
    Font font = color == COLOR_DIM ? FONT_TEXT : FONT_STRONG;
    double size = layout_most(24 * single->unit, single->least);

    draw_thing(single->list, kind, view->panel, a);
    for (int i = 0; i < count; ++i) {
        if (font_width(font, single->least, texts[i]) > box->w)
            continue;
        double width = font_width(font, size, texts[i]) + 1;
        draw_text(single->list, rect_cut_left(box, layout_least(width, box->w)),
                  ALIGN_LEFT, font, size, single->least, color, texts[i]);
        rect_cut_left(box, 20 * single->unit);
        return;
    }
}

/* "race in step 2; wrong values from step 3"; "race in step 2". */
static void draw_faults(const SingleView *single, const View *view, Rect *box)
{
    Statement faults = {0};
    Text text = {0};

    verdict_text_faults(view->whole, &faults);
    view_fit_line(&faults, FONT_STRONG, single->least, box->w, &text);
    if (text.length)
        write_fitting(single, view, box, THING_FRAME, 1,
                      verdict_faults_color(view->whole, view->whole_position),
                      (const char *[]){text.text}, 1);
    statement_free(&faults);
    text_free(&text);
}

/* "up-sweep, level 3: store the sums"; "up-sweep, level 3". */
static void draw_phase(const SingleView *single, const View *view, Rect *box)
{
    Text text = {0}, step = {0};

    position_phase(view->whole, view->whole_position, view->steps, &text);
    position_phase(view->whole, view->whole_position, true, &step);
    write_fitting(single, view, box, THING_SENTENCE, 0, COLOR_DIM,
                  (const char *[]){text.text, step.text}, 2);
    text_free(&text);
    text_free(&step);
}

/* "LeftRight   up-sweep, level 3: store the sums". */
static void draw_head(const SingleView *single, const View *view, Rect box)
{
    const char *name = trace_title(view->analysed->trace);
    double large = layout_most(34 * single->unit, single->least);
    double width = font_width(FONT_STRONG, large, name) + 1;

    draw_thing(single->list, THING_FRAME, view->panel, 0);
    draw_text(single->list, rect_cut_left(&box, layout_least(width, box.w)),
              ALIGN_LEFT, FONT_STRONG, large, single->least, COLOR_INK, name);
    rect_cut_left(&box, 20 * single->unit);
    draw_faults(single, view, &box);
    draw_phase(single, view, &box);
}

static void say_moment(const View *view, Statement *statement)
{
    if (view->steps)
        verdict_text_step(view->whole, view->whole_position, statement);
    else
        verdict_text_instruction(view->whole, view->whole_position, statement);
}

static void draw_sentence(const SingleView *single, const View *view, Rect box)
{
    double size = layout_most(26 * single->unit, single->least);
    Statement statement = {0};
    Text text = {0};

    say_moment(view, &statement);
    double line = layout_most(line_height * single->unit, size * 1.3);
    size = view_fit_lines(&statement, box.w, (int)(box.h / line + 0.01), size,
                          single->least, &text);
    draw_thing(single->list, THING_SENTENCE, view->panel, 1);
    if (text.length)
        layout_paragraph(single->list, box, line, FONT_TEXT, size,
                         single->least, COLOR_INK, text.text);
    statement_free(&statement);
    text_free(&text);
}

/* Lines of WIDTH that the longest of the sentences has, from two to five. */
static double sentence_lines(const SingleView *single, double width)
{
    double most = 2;

    for (int t = 0; t < single->scene->count; ++t) {
        const View *view = single->views + t;
        Statement statement = {0};
        Text text = {0};
        say_moment(view, &statement);
        statement_take(&statement, &text);
        most = fmax(most, layout_lines(FONT_TEXT,
                                       fmax(26 * single->unit, single->least),
                                       width, text.text));
        text_free(&text);
    }
    return fmin(most, 5);
}

/* Head and sentence of a view; the box that is left for itself. */
static Rect draw_around(const SingleView *single, const View *view, Rect column)
{
    draw_head(single, view, rect_cut_top(&column, head_height * single->unit));
    if (!single->scene->no_caption) {
        double lines = sentence_lines(single, column.w);
        draw_sentence(single, view,
                      rect_cut_bottom(&column,
                                      lines * line_height * single->unit));
        rect_cut_bottom(&column, 12 * single->unit);
    }
    return column;
}

/* Makes all views larger by the same. */
static void enlarge(SingleView *single, double larger)
{
    for (int t = 0; t < single->scene->count; ++t) {
        single->views[t].unit *= larger;
        if (single->area != AREA_BLOCKS) /* whose widths do not grow */
            single->views[t].least =
                view_least(single->scene, single->views[t].unit);
    }
}

/* All blocks are as wide as there is room; they fill the height, too, as far as
 * that looks well. */
static void stretch(SingleView *single, double h)
{
    double least = MOST_STRETCH / 2.0;

    for (int t = 0; t < single->scene->count; ++t)
        if (single_view_has(single->views[t].analysed, AREA_BLOCKS))
            least =
                fmin(least, h / view_blocks_height(single->views + t) * 0.96);
    for (int t = 0; t < single->scene->count; ++t)
        single->views[t].stretch = fmax(1, least);
}

/* Names in queues are as high as there is room for the longest queue, as far as
 * that looks well. */
static void stretch_queues(SingleView *single, double h)
{
    const ViewKind *kind = view_kinds + AREA_QUEUES;
    double least = most_queue_stretch;

    for (int t = 0; t < single->scene->count; ++t) {
        View *view = single->views + t;
        if (!single_view_has(view->analysed, AREA_QUEUES))
            continue;
        double once = kind->height(view);
        view->stretch = 2;
        double names = kind->height(view) - once;
        least = fmin(least, 1 + (h * 0.9 - once) / fmax(names, 1));
    }
    for (int t = 0; t < single->scene->count; ++t)
        single->views[t].stretch = fmax(1, least);
}

/* One view a trace, side by side. */
static void draw_columns(SingleView *single, Rect box)
{
    int count = single->scene->count;
    double between = gap * single->unit, larger = 100;
    double width = (box.w - between * (count - 1)) / count;
    Rect columns[PLAYER_MAX_TRACES];

    for (int t = 0; t < count; ++t) {
        const View *view = single->views + t;
        columns[t] = draw_around(single, view, rect_cut_left(&box, width));
        rect_cut_left(&box, between);
        larger = layout_least(larger, fitting(view, single->area, columns[t].w,
                                              columns[t].h));
    }
    enlarge(single, larger);
    if (single->area == AREA_BLOCKS)
        stretch(single, columns[0].h);
    if (single->area == AREA_QUEUES)
        stretch_queues(single, columns[0].h);
    for (int t = 0; t < count; ++t)
        if (single_view_has(single->views[t].analysed, single->area))
            draw_centred(single->views + t, single->area, columns[t]);
}

/* All timelines, one below the other, on one scale. */
static void draw_timelines(SingleView *single, Rect box)
{
    int count = single->scene->count;
    const View *first = single->views;

    enlarge(single, fitting(first, single->area, box.w, box.h));
    if (!single->scene->no_caption)
        for (int t = count; t-- > 0;)
            draw_sentence(single, single->views + t,
                          rect_cut_bottom(&box,
                                          2 * line_height * single->unit));
    double height = view_timelines_height(first, count);
    box = middle(box, fmin(box.h, MOST_STRETCH * height));
    view_timelines(single->views, count, box);
}

void single_view_draw(DisplayList *list, const Scene *scene, Area area,
                      double width, double height)
{
    SingleView single = {.list = list, .scene = scene, .area = area};

    if (area == AREA_TIME) {
        Scene time = *scene;
        time.time = true;
        frame_draw(list, &time, width, height);
        return;
    }
    display_list_clear(list, width, height);
    single.unit = view_unit(scene, width, height);
    single.least = view_least(scene, single.unit);
    frame_views(list, scene, single.views);
    Rect box = rect_inset((Rect){0, 0, width, height}, margin * single.unit,
                          20 * single.unit);
    if (area == AREA_TIMELINE)
        draw_timelines(&single, box);
    else
        draw_columns(&single, box);
    light_draw(list, scene);
    for (int t = 0; t < scene->count; ++t)
        view_close(single.views + t);
}
