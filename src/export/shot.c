/* SPDX-License-Identifier: MIT
 *
 * shot - see shot.h.
 */
#include "export/shot.h"

#include "export/cut.h"
#include "export/solo.h"
#include "paint/paint_cairo.h"
#include "view/frame.h"
#include "view/where.h"
#include "words/narrate.h"

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

/* Views that stand side by side do so in the cut; the timelines, which stand
 * one below the other, stay so, and their names with them. */
static void crop(const Shot *shot, Canvas *canvas)
{
    Rect boxes[CANVAS_PANELS];
    bool rows = shot->area == AREA_TIMELINE;
    int count = rows ? 1 : shot->count;

    for (int t = 0; t < shot->count; ++t)
        boxes[t] = with_margin(canvas->areas[shot->area][t], shot->area);
    for (int t = 1; rows && t < shot->count; ++t)
        boxes[0] = rect_both(boxes[0], boxes[t]);
    cut_pieces(canvas, boxes, count, round(cut_gap * shot->height / 1080));
}

void shot_draw(const Shot *shot, const Moment *moment, Canvas *canvas)
{
    Scene scene = {.count = shot->count,
                   .theme = shot->theme,
                   .scale = shot->text_scale,
                   .silent = shot->silent};
    double width = shot->width, height = shot->height;

    for (int t = 0; t < shot->count; ++t) {
        scene.exhibits[t] = shot->exhibits[t];
        scene.positions[t] = moment->positions[t];
        scene.remains[t] = moment->remains[t];
    }
    scene.contest = moment->contest;
    if (shot->kind == SHOT_VIEW)
        solo_draw(canvas, &scene, shot->area, width, height);
    else
        frame_draw(canvas, &scene, width, height);
    if (shot->kind == SHOT_CROP)
        crop(shot, canvas);
    if (shot->scale > 1)
        cut_scale(canvas, shot->scale);
    canvas->width = ceil(canvas->width);
    canvas->height = ceil(canvas->height);
    if (shot->transparent)
        cut_grounds(canvas);
}

void shot_size(const Shot *shot, int *width, int *height)
{
    Canvas canvas = {0};
    Moment start = {0};

    shot_draw(shot, &start, &canvas);
    *width = (int)canvas.width;
    *height = (int)canvas.height;
    canvas_free(&canvas);
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

void shot_paint(const Shot *shot, const Canvas *canvas, uint32_t *pixels)
{
    int width = (int)canvas->width, height = (int)canvas->height;
    size_t count = (size_t)width * (size_t)height;

    if (!shot->transparent) {
        paint_cairo(canvas, shot->theme, pixels, width, height, width * 4);
        return;
    }
    uint32_t *on_white = base_alloc(count, sizeof *on_white);
    paint_cairo_on(canvas, shot->theme, 0, pixels, width, height, width * 4);
    paint_cairo_on(canvas, shot->theme, 0xffffff, on_white, width, height,
                   width * 4);
    unmix(pixels, on_white, count);
    free(on_white);
}

void shot_title(const Shot *shot, const Moment *moment, Text *text)
{
    uint32_t steps;

    for (int t = 0; t < shot->count; ++t)
        text_add(text, "%s%s", t ? " beside " : "",
                 shot->exhibits[t]->trace->run.title);
    if (!moment)
        return;
    where_step(shot->exhibits, shot->count, moment->positions, &steps);
    if (moment->started)
        text_add(text, ", step %u of %u", moment->step + 1, steps);
    else
        text_add(text, ", start");
}

void shot_sentence(const Shot *shot, const Moment *moment, Text *text)
{
    for (int t = 0; t < shot->count; ++t) {
        const Exhibit *exhibit = shot->exhibits[t];
        size_t at = moment->positions[t];
        size_t lies = at ? exhibit_running(exhibit, at) + 1 : 0;
        Text one = {0};
        narrate_instruction(exhibit->trace, lies, &one);
        narrate_race(exhibit->trace, &exhibit->races, lies, &one);
        if (shot->count > 1)
            text_add(text, "%s%s: ", t ? " " : "", exhibit->trace->run.title);
        text_add(text, "%s", one.text ? one.text : "");
        text_free(&one);
    }
}
