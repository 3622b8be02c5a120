/* SPDX-License-Identifier: MIT
 *
 * frame_spec - see frame_spec.h.
 */
#include "export/frame_spec.h"

#include "draw/paint_cairo.h"
#include "export/crop.h"
#include "export/single_view.h"
#include "text/narrate.h"
#include "view/frame.h"
#include "view/position_text.h"

#include <math.h>
#include <stdlib.h>

/* px at 1080 between two cuts */
static const double cut_gap = 40;

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
    crop_pieces(list, boxes, count, round(cut_gap * spec->height / 1080));
}

void frame_spec_draw(const FrameSpec *spec, const Moment *moment,
                     DisplayList *list)
{
    Scene scene = {.count = spec->count,
                   .theme = spec->theme,
                   .scale = spec->text_scale,
                   .silent = spec->silent};
    double width = spec->width, height = spec->height;

    for (int t = 0; t < spec->count; ++t) {
        scene.analysed_traces[t] = spec->analysed_traces[t];
        scene.positions[t] = moment->positions[t];
        scene.remains[t] = moment->remains[t];
    }
    scene.standings = moment->standings;
    if (spec->kind == FRAME_SPEC_VIEW)
        single_view_draw(list, &scene, spec->area, width, height);
    else
        frame_draw(list, &scene, width, height);
    if (spec->kind == FRAME_SPEC_CROP)
        crop(spec, list);
    if (spec->scale > 1)
        crop_scale(list, spec->scale);
    list->width = ceil(list->width);
    list->height = ceil(list->height);
    if (spec->transparent)
        crop_grounds(list);
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

/* One colour of a pixel that is BLACK on black and WHITE on white. */
static uint32_t unmixed(uint32_t black, uint32_t alpha, int shift)
{
    uint32_t part = (black >> shift & 255) * 255 / alpha;

    return (part < 255 ? part : 255) << shift;
}

/* What is painted on black and on white alike covers; what differs lets
 * through. */
static void unmix(uint32_t *on_black, const uint32_t *on_white, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        uint32_t black = on_black[i];
        uint32_t through = (on_white[i] >> 8 & 255) - (black >> 8 & 255);
        uint32_t alpha = through > 255 ? 255 : 255 - through;
        on_black[i] = alpha ? alpha << 24 | unmixed(black, alpha, 16) |
                                  unmixed(black, alpha, 8) |
                                  unmixed(black, alpha, 0)
                            : 0;
    }
}

void frame_spec_paint(const FrameSpec *spec, const DisplayList *list,
                      uint32_t *pixels)
{
    int width = (int)list->width, height = (int)list->height;
    size_t count = (size_t)width * (size_t)height;

    if (!spec->transparent) {
        paint_cairo(list, spec->theme, pixels, width, height, width * 4);
        return;
    }
    uint32_t *on_white = base_alloc(count, sizeof *on_white);
    paint_cairo_on(list, spec->theme, 0, pixels, width, height, width * 4);
    paint_cairo_on(list, spec->theme, 0xffffff, on_white, width, height,
                   width * 4);
    unmix(pixels, on_white, count);
    free(on_white);
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
        size_t lies = at ? analysed_running(analysed, at) + 1 : 0;
        Text one = {0};
        narrate_instruction(analysed->trace, lies, &one);
        narrate_race(analysed->trace, &analysed->races, lies, &one);
        if (spec->count > 1)
            text_add(text, "%s%s: ", t ? " " : "", analysed->trace->run.title);
        text_add(text, "%s", one.text ? one.text : "");
        text_free(&one);
    }
}
