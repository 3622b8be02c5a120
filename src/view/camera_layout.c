/* SPDX-License-Identifier: MIT */
#include "view/camera_layout.h"

#include "view/camera_size.h"

#include <math.h>

static void set_labels(const Camera *camera, CameraLayout *at)
{
    const View *view = camera->view;
    double widest = camera_label_width(camera, 0, 1);
    double room = at->pitch - view_px(view, 14);

    if (widest * view->least > room) {
        widest = camera_label_width(camera, 1, 1);
        at->form = widest * view->least > room ? 2 : 1;
    }
    at->label_text = fmin(24 * fmin(fmax(1, at->scale), 1.4),
                          room / fmax(widest, 1e-6) / view->unit);
}

CameraLayout camera_layout_of(const Camera *camera)
{
    const View *view = camera->view;
    CameraLayout at = {.box = camera->box};
    double lines = (double)camera->lines;

    at.abreast = (camera->cards_count + camera->lines - 1) / camera->lines;
    double count = fmax(1, (double)at.abreast);
    at.line = at.box.h / lines;
    at.scale =
        camera_scale(view, camera->rows, camera->digits, count, at.box.w);
    while (at.scale > 0.83 &&
           camera_row_height(view, camera->rows, at.scale) > at.line)
        at.scale -= 0.02;
    double least = camera_card_width(camera, 0, view->least);
    at.pitch = fmin(at.box.w / count,
                    fmax(least, view_px(view, 300) * fmax(1, at.scale)));
    at.box.x += (at.box.w - at.pitch * count) / 2;
    at.label = view->least * CAMERA_LABEL_SHARE * fmin(fmax(at.scale, 1), 1.4);
    at.node = view_px(view, CAMERA_NODE_TEXT * 1.5) * at.scale;
    at.child =
        camera->rows ? view_px(view, CAMERA_CHILD_TEXT * 1.4) * at.scale : 0;
    double spare = at.line - at.label - at.node - at.child - view_px(view, 8);
    at.links =
        camera->rows ? layout_clamp(spare, 0, view_px(view, 48) * at.scale) : 0;
    double all = at.label + at.node + at.links + at.child + view_px(view, 8);
    double space = view_px(view, CAMERA_ROW_SPACE) * 2;
    at.line = fmin(at.line, all + space);
    at.box.y += fmax(0, (at.box.h - at.line * lines) / 2) +
                fmax(0, (at.line - all) / 2) + view_px(view, 2);
    set_labels(camera, &at);
    return at;
}

/* The left end and the top of card I. */
static double card_x(const CameraLayout *at, size_t i)
{
    return at->box.x + at->pitch * (double)(i % at->abreast);
}

static double card_y(const CameraLayout *at, size_t i)
{
    return at->box.y + at->line * (double)(i / at->abreast);
}

Rect camera_layout_label(const CameraLayout *at, size_t i)
{
    return (Rect){card_x(at, i), card_y(at, i), at->pitch, at->label};
}

Rect camera_layout_top(const Camera *camera, const CameraLayout *at, size_t i)
{
    const View *view = camera->view;
    double width = at->pitch * 0.56,
           least = camera_value_width(camera, view->least);

    if (width < least)
        width = fmin(least, at->pitch - view_px(view, CAMERA_CARD_GAP));
    return rect_around(card_x(at, i) + at->pitch / 2,
                       card_y(at, i) + at->label + at->node / 2, width,
                       at->node);
}

Rect camera_layout_child(const Camera *camera, const CameraLayout *at, size_t i,
                         int side)
{
    const View *view = camera->view;
    double gap = view_px(view, CAMERA_PAIR_GAP);
    double width = (at->pitch - view_px(view, CAMERA_CARD_GAP) - gap) / 2;
    double x = card_x(at, i) + view_px(view, CAMERA_CARD_GAP) / 2 +
               side * (width + gap);
    double most = at->pitch * 0.4;
    Rect box = {x, card_y(at, i) + at->label + at->node + at->links, width,
                at->child};

    if (width > most && most > camera_value_width(camera, view->least))
        box = rect_around(x + width / 2, box.y + box.h / 2, most, box.h);
    return box;
}
