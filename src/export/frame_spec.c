/* SPDX-License-Identifier: MIT
 *
 * frame_spec - drawing, cropping and describing a moment; see frame_spec.h.
 */
#include "export/frame_spec.h"

#include "say/phrases.h"
#include "view/frame.h"
#include "view/position_text.h"
#include "view/verdict_text.h"
#include "view/views.h"

#include <math.h>
#include <string.h>

/* ---- Moments -------------------------------------------------------------*/

/* px at 1080 between two crops */
static const double crop_gap = 40;
static const double crop_margin = 4; /* px around a view */

/* ---- Crop --------------------------------------------------------------- */

static void transform(Shape *shape, double dx, double dy, double scale)
{
    shape->box.x = (shape->box.x + dx) * scale;
    shape->box.y = (shape->box.y + dy) * scale;
    shape->box.w *= scale;
    shape->box.h *= scale;
    for (int i = 0; i < 4; ++i) {
        shape->x[i] = (shape->x[i] + dx) * scale;
        shape->y[i] = (shape->y[i] + dy) * scale;
    }
    shape->radius *= scale;
    shape->width *= scale;
    shape->size *= scale;
    shape->baseline = (shape->baseline + dy) * scale;
}

void crop_scale(DisplayList *list, double scale)
{
    for (size_t i = 0; i < list->shapes_count; ++i)
        transform(list->shapes + i, 0, 0, scale);
    list->width *= scale;
    list->height *= scale;
}

/* Does SHAPE lie in BOX? */
static bool lies_in(const Shape *shape, Rect box)
{
    return shape->box.x >= box.x && shape->box.y >= box.y &&
           shape->box.x + shape->box.w <= box.x + box.w &&
           shape->box.y + shape->box.h <= box.y + box.h;
}

void crop_pieces(DisplayList *list, const Rect boxes[], int count, double gap)
{
    double lefts[DISPLAY_LIST_PANELS], width = -gap, height = 0;
    size_t kept = 0;

    BASE_CHECK(count >= 1 && count <= DISPLAY_LIST_PANELS);
    for (int i = 0; i < count; ++i) {
        lefts[i] = width + gap;
        width = lefts[i] + boxes[i].w;
        height = boxes[i].h > height ? boxes[i].h : height;
    }
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        int piece = count > 1 ? shape->thing.trace - 1 : 0;
        if (piece >= count || !lies_in(shape, boxes[piece]))
            continue;
        list->shapes[kept] = *shape;
        transform(list->shapes + kept++, lefts[piece] - boxes[piece].x,
                  -boxes[piece].y, 1);
    }
    list->shapes_count = kept;
    list->width = width;
    list->height = height;
}

void crop_grounds(DisplayList *list)
{
    for (size_t i = 0; i < list->shapes_count; ++i) {
        Shape *shape = list->shapes + i;
        bool ground =
            shape->thing.kind == THING_FRAME && shape->kind == SHAPE_RECT &&
            (shape->fill == COLOR_PANEL || shape->fill == COLOR_PAPER);
        if (ground)
            shape->fill = COLOR_NONE;
    }
}

/* BOX, and what its view draws a little beyond it. */
static Rect with_margin(Rect box, Area area)
{
    double more = area == AREA_TIMELINE ? 10 : crop_margin;
    double left = floor(box.x - more), top = floor(box.y - more);

    return (Rect){left, top, ceil(box.x + box.w + more) - left,
                  ceil(box.y + box.h + more) - top};
}

static Rect rect_both(Rect a, Rect b)
{
    double left = fmin(a.x, b.x), top = fmin(a.y, b.y);

    return (Rect){left, top, fmax(a.x + a.w, b.x + b.w) - left,
                  fmax(a.y + a.h, b.y + b.h) - top};
}

static bool is_bank_name(const Shape *shape, int panel)
{
    return shape->kind == SHAPE_TEXT && shape->thing.kind == THING_BANK &&
           shape->thing.trace == panel + 1;
}

/* BOX of the queues of PANEL with a line for the names of the banks, which are
 * brought there from over memory; what else is in that line leaves LIST. */
static Rect with_bank_names(DisplayList *list, int panel, Rect box)
{
    double line = 0;

    for (size_t i = 0; i < list->shapes_count; ++i)
        if (is_bank_name(list->shapes + i, panel))
            line = fmax(line, ceil(list->shapes[i].size * 1.5));
    const Rect head = {box.x, box.y - line, box.w, line};
    for (size_t i = 0; i < list->shapes_count; ++i) {
        Shape *shape = list->shapes + i;
        if (is_bank_name(shape, panel))
            transform(shape, 0, box.y - line * 0.3 - shape->baseline, 1);
        else if (lies_in(shape, head))
            transform(shape, 0, -2 * list->height, 1);
    }
    return (Rect){head.x, head.y, head.w, head.h + box.h};
}

/* Views that are side by side in the frame are side by side in the crop; the
 * timelines stay one below the other, together with their names.  Sets the left
 * sides and the widths of the crop's COUNT pieces. */
static int crop(const FrameSpec *spec, DisplayList *list,
                Rect pieces[DISPLAY_LIST_PANELS])
{
    Rect boxes[DISPLAY_LIST_PANELS] = {{0, 0, 0, 0}};
    bool rows = spec->area == AREA_TIMELINE;
    int count = rows ? 1 : spec->count;
    double gap = round(crop_gap * spec->height / 1080), left = 0;

    for (int t = 0; t < spec->count; ++t)
        boxes[t] = with_margin(list->areas[spec->area][t], spec->area);
    for (int t = 0; spec->area == AREA_QUEUES && t < spec->count; ++t)
        boxes[t] = with_bank_names(list, t, boxes[t]);
    for (int t = 1; rows && t < spec->count; ++t)
        boxes[0] = rect_both(boxes[0], boxes[t]);
    crop_pieces(list, boxes, count, gap);
    for (int i = 0; i < count; ++i) {
        pieces[i] = (Rect){left, 0, boxes[i].w, boxes[i].h};
        left += boxes[i].w + gap;
    }
    return count;
}

/* Makes room of HEIGHT pixels over all shapes of LIST. */
static void crop_down(DisplayList *list, double height)
{
    for (size_t i = 0; i < list->shapes_count; ++i)
        transform(list->shapes + i, 0, height, 1);
    list->height += height;
}

/* What is wrong with a trace: where that begins, and at its END how it ends. */
static void fault_text(const AnalysedTrace *analysed, bool end, Text *text)
{
    Statement faults = {0};

    if (end)
        verdict_text_wrong(analysed, analysed->trace->instructions_count,
                           &faults);
    else
        verdict_text_faults(analysed, &faults);
    statement_take(&faults, text);
}

/* The lines that the longer of both needs in WIDTH pixels. */
static int fault_lines(const AnalysedTrace *analysed, double size, double width)
{
    int most = 0;

    for (int end = 0; end < 2; ++end) {
        Text text = {0};
        fault_text(analysed, end, &text);
        if (text.length)
            most = int_most(most,
                            layout_lines(FONT_STRONG, size, width, text.text));
        text_free(&text);
    }
    return most;
}

/* A run that goes wrong says so over each piece, too.  Without WORDS, only the
 * room for it, which is the same at every moment. */
static void add_faults(const FrameSpec *spec, const Scene *scene,
                       DisplayList *list, const Rect pieces[], int count)
{
    double unit = view_unit(scene, spec->width, spec->height);
    double least = view_least(scene, unit), size = fmax(16 * unit, least);
    double line = ceil(size * 1.4);
    int lines = 0;

    for (int i = 0; i < spec->count; ++i)
        lines = int_most(lines, fault_lines(spec->analysed_traces[i], size,
                                            pieces[i < count ? i : 0].w -
                                                2 * crop_margin));
    if (lines == 0)
        return;
    crop_down(list, lines * line);
    for (int i = 0; i < count; ++i) {
        const AnalysedTrace *analysed = spec->analysed_traces[i];
        Text text = {0};
        fault_text(analysed,
                   scene->positions[i] == analysed->trace->instructions_count,
                   &text);
        draw_thing(list, THING_SENTENCE, i, 0);
        if (text.length)
            layout_paragraph(list,
                             rect_inset((Rect){pieces[i].x, 0, pieces[i].w,
                                               lines * line},
                                        crop_margin, 0),
                             line, FONT_STRONG, size, least, COLOR_FAULT,
                             text.text);
        text_free(&text);
    }
}

/* Over pieces that are side by side, whose they are; without WORDS, only the
 * room for it. */
static void add_names(const FrameSpec *spec, const Scene *scene,
                      DisplayList *list, const Rect pieces[], int count)
{
    double unit = view_unit(scene, spec->width, spec->height);
    double least = view_least(scene, unit);
    double size = fmax((spec->projector ? 32 : 20) * unit, least);
    double height = ceil(size * 1.5);

    if (count < 2)
        return;
    crop_down(list, height);
    for (int i = 0; i < count; ++i) {
        Rect box = rect_inset((Rect){pieces[i].x, 0, pieces[i].w, height},
                              crop_margin, 0);
        draw_thing(list, THING_FRAME, i, 0);
        draw_text(list, box, ALIGN_LEFT, FONT_STRONG, size, least, COLOR_INK,
                  trace_title(spec->analysed_traces[i]->trace));
    }
}

/* A view that stands on no panel has its ground's colour where it covers what
 * lies below. */
static void ground_on_paper(DisplayList *list)
{
    for (size_t i = 0; i < list->shapes_count; ++i) {
        Shape *shape = list->shapes + i;
        if (shape->fill == COLOR_PANEL)
            shape->fill = COLOR_PAPER;
        if (shape->edge == COLOR_PANEL)
            shape->edge = COLOR_PAPER;
    }
}

/* ---- Frame -------------------------------------------------------------- */

static Scene scene_of(const FrameSpec *spec, const FrameMoment *moment)
{
    /* within a frame, queues are far below the numbers of their banks */
    bool alone = spec->kind == FRAME_SPEC_VIEW ||
                 (spec->kind == FRAME_SPEC_CROP && spec->area == AREA_QUEUES);
    Scene scene = {.count = spec->count,
                   .theme = spec->theme,
                   .scale = spec->text_scale,
                   .projector = spec->projector,
                   /* of a frame, only details have the source */
                   .details = spec->details || (spec->kind == FRAME_SPEC_CROP &&
                                                spec->area == AREA_SOURCE),
                   .only = alone ? 1 + (int)spec->area : 0,
                   .thread = spec->thread,
                   .costs = spec->costs,
                   .no_caption = spec->no_caption,
                   .steps = spec->steps};

    for (int t = 0; t < spec->count; ++t) {
        scene.analysed_traces[t] = spec->analysed_traces[t];
        scene.positions[t] = moment->positions[t];
        scene.remains[t] = moment->remains[t];
    }
    memcpy(scene.things, spec->things, sizeof scene.things);
    scene.things_count = spec->things_count;
    scene.standings = moment->standings;
    return scene;
}

/* Makes a picture of a frame. */
static void finish(const FrameSpec *spec, const Scene *scene, DisplayList *list)
{
    Rect pieces[DISPLAY_LIST_PANELS];

    if (spec->kind == FRAME_SPEC_CROP) {
        int count = crop(spec, list, pieces);
        add_faults(spec, scene, list, pieces, count);
        add_names(spec, scene, list, pieces, count);
    }
    if (spec->kind != FRAME_SPEC_FRAME)
        ground_on_paper(list);
    if (spec->scale > 1)
        crop_scale(list, spec->scale);
    list->width = ceil(list->width);
    list->height = ceil(list->height);
    if (spec->transparent)
        crop_grounds(list);
}

void frame_spec_draw(const FrameSpec *spec, const FrameMoment *moment,
                     DisplayList *list)
{
    Scene scene = scene_of(spec, moment);

    frame_draw(list, &scene, spec->width, spec->height);
    finish(spec, &scene, list);
}

void frame_spec_size(const FrameSpec *spec, int *width, int *height)
{
    DisplayList list = {0};
    FrameMoment start = {0};

    frame_spec_draw(spec, &start, &list);
    *width = (int)list.width;
    *height = (int)list.height;
    display_list_free(&list);
}

void frame_spec_title(const FrameSpec *spec, const FrameMoment *moment,
                      Text *text)
{
    uint32_t steps;

    for (int t = 0; t < spec->count; ++t)
        text_add(text, "%s%s", t ? " beside " : "",
                 spec->analysed_traces[t]->trace->run.title);
    if (!moment) {
        text_add(text, ", ");
        phrase_sizes(spec->analysed_traces[0]->trace, text);
        return;
    }
    position_step(spec->analysed_traces, spec->count, moment->positions,
                  &steps);
    if (moment->started)
        text_add(text, ", step %u of %u", moment->step + 1, steps);
    else
        text_add(text, ", start");
}

void frame_spec_sentence(const FrameSpec *spec, const FrameMoment *moment,
                         Text *text)
{
    for (int t = 0; t < spec->count; ++t) {
        const AnalysedTrace *analysed = spec->analysed_traces[t];
        size_t at = moment->positions[t];
        Statement one = {0};
        if (spec->steps && at > 0)
            verdict_text_step(analysed, at, &one);
        else
            verdict_text_instruction(analysed, at, &one);
        if (spec->count > 1)
            text_add(text, "%s%s: ", t ? " " : "", analysed->trace->run.title);
        statement_take(&one, text);
    }
}
