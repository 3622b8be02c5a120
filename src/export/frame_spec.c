/* SPDX-License-Identifier: MIT
 *
 * frame_spec - drawing, cropping and describing a moment; see frame_spec.h.
 */
#include "export/frame_spec.h"

#include "export/single_view.h"
#include "view/frame.h"
#include "view/position_text.h"
#include "view/verdict_text.h"
#include "view/views.h"

#include <math.h>
#include <string.h>

/* px at 1080 between two crops */
static const double crop_gap = 40;

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
    shape->hatch *= scale;
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

/* Does SHAPE lie in BOX?  Clips stay, for they go in pairs. */
static bool lies_in(const Shape *shape, Rect box)
{
    if (shape->kind == SHAPE_CLIP || shape->kind == SHAPE_UNCLIP)
        return true;
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
        int piece = count > 1 ? shape->tag.panel : 0;
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
            shape->tag.kind == TAG_FRAME && shape->kind == SHAPE_RECT &&
            (shape->fill == COLOR_PANEL || shape->fill == COLOR_PAPER);
        if (ground)
            shape->fill = COLOR_NONE;
    }
}

/* BOX, and what its view draws a little beyond it. */
static Rect with_margin(Rect box, Area area)
{
    double more = area == AREA_TIMELINE ? 10 : 4;
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

/* Views that are side by side in the frame are side by side in the crop; the
 * timelines stay one below the other, together with their names. */
static void crop(const FrameSpec *spec, DisplayList *list)
{
    Rect boxes[DISPLAY_LIST_PANELS];
    bool rows = spec->area == AREA_TIMELINE;
    int count = rows ? 1 : spec->count;

    for (int t = 0; t < spec->count; ++t)
        boxes[t] = with_margin(list->areas[spec->area][t], spec->area);
    for (int t = 1; rows && t < spec->count; ++t)
        boxes[0] = rect_both(boxes[0], boxes[t]);
    crop_pieces(list, boxes, count, round(crop_gap * spec->height / 1080));
}

/* ---- Frame -------------------------------------------------------------- */

static Scene scene_of(const FrameSpec *spec, const Moment *moment)
{
    Scene scene = {.count = spec->count,
                   .theme = spec->theme,
                   .scale = spec->text_scale,
                   .projector = spec->projector,
                   .thread = spec->thread,
                   .no_caption = spec->no_caption,
                   .steps = spec->steps};

    for (int t = 0; t < spec->count; ++t) {
        scene.analysed_traces[t] = spec->analysed_traces[t];
        scene.positions[t] = moment->positions[t];
        scene.remains[t] = moment->remains[t];
    }
    scene.standings = moment->standings;
    return scene;
}

/* Makes a picture of a frame. */
static void finish(const FrameSpec *spec, DisplayList *list)
{
    if (spec->kind == FRAME_SPEC_CROP)
        crop(spec, list);
    if (spec->scale > 1)
        crop_scale(list, spec->scale);
    list->width = ceil(list->width);
    list->height = ceil(list->height);
    if (spec->transparent)
        crop_grounds(list);
}

void frame_spec_draw(const FrameSpec *spec, const Moment *moment,
                     DisplayList *list)
{
    Scene scene = scene_of(spec, moment);

    if (spec->kind == FRAME_SPEC_VIEW && spec->projector)
        scene.scale = VIEW_PROJECTOR;
    if (spec->kind == FRAME_SPEC_VIEW)
        single_view_draw(list, &scene, spec->area, spec->width, spec->height);
    else
        frame_draw(list, &scene, spec->width, spec->height);
    finish(spec, list);
}

FrameLocals frame_spec_locals(const FrameSpec *spec, const Moment *moment,
                              const DisplayList *frame, int t)
{
    FrameLocals locals = {.spec = spec,
                          .scene = scene_of(spec, moment),
                          .box = frame->locals[t].box};

    display_list_clear(&locals.like, spec->width, spec->height);
    memcpy(locals.like.areas, frame->areas, sizeof frame->areas);
    locals.view = view_open(&locals.like, &locals.scene, t);
    locals.view.unit = frame->locals[t].unit;
    locals.view.least = frame->locals[t].least;
    return locals;
}

void frame_locals_draw(FrameLocals *locals, uint32_t thread, DisplayList *list)
{
    display_list_clear(list, locals->spec->width, locals->spec->height);
    memcpy(list->areas, locals->like.areas, sizeof list->areas);
    locals->view.list = list;
    locals->view.thread = thread;
    view_locals_of(&locals->view, locals->box);
    finish(locals->spec, list);
}

void frame_locals_close(FrameLocals *locals)
{
    view_close(&locals->view);
    display_list_free(&locals->like);
}

void frame_spec_size(const FrameSpec *spec, int *width, int *height)
{
    DisplayList list = {0};
    Moment start = {0};

    frame_spec_draw(spec, &start, &list);
    *width = (int)list.width;
    *height = (int)list.height;
    display_list_free(&list);
}

void frame_spec_title(const FrameSpec *spec, const Moment *moment, Text *text)
{
    uint32_t steps;

    for (int t = 0; t < spec->count; ++t)
        text_add(text, "%s%s", t ? " beside " : "",
                 spec->analysed_traces[t]->trace->run.title);
    if (!moment)
        return;
    position_step(spec->analysed_traces, spec->count, moment->positions,
                  &steps);
    if (moment->started)
        text_add(text, ", step %u of %u", moment->step + 1, steps);
    else
        text_add(text, ", start");
}

void frame_spec_sentence(const FrameSpec *spec, const Moment *moment,
                         Text *text)
{
    for (int t = 0; t < spec->count; ++t) {
        const AnalysedTrace *analysed = spec->analysed_traces[t];
        size_t at = moment->positions[t];
        Text one = {0};
        if (spec->steps && at > 0 && !trace_is_program(analysed->trace))
            verdict_text_step(analysed, at, &one);
        else
            verdict_text_told(analysed, at, &one);
        if (spec->count > 1)
            text_add(text, "%s%s: ", t ? " " : "", analysed->trace->run.title);
        text_add(text, "%s", one.text ? one.text : "");
        text_free(&one);
    }
}
