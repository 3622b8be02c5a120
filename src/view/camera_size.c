/* SPDX-License-Identifier: MIT */
#include "view/camera_size.h"

#include "view/memory_numbers.h"

#include <math.h>
#include <stdio.h>

static const double largest = 2.8; /* scale */

int camera_digits(const View *view)
{
    const Run *run = &view->trace->run;
    char last[16];

    if (run->op == OP_INTERVAL) /* "48-63", of a block in the whole array */
        return 2 * snprintf(last, sizeof last, "%u",
                            view->whole->trace->run.n - 1) +
               1;
    const Array *in = view->trace->arrays + view->trace->grids->in;
    bool both = view_has_variables(view) && number_bytes(in) > sizeof(Word);
    int digits = view->analysed->digits; /* a number of two words has both's */
    return int_most(1,
                    int_least(both ? 2 * digits : digits, CAMERA_MOST_DIGITS));
}

double camera_value_ems(int digits)
{
    return view_digits_width(digits, 1) + VIEW_APART;
}

double camera_row_height(const View *view, bool has_rows, double scale)
{
    double label = view->least * CAMERA_LABEL_SHARE * fmin(scale, 1.4);
    double node = view_px(view, CAMERA_NODE_TEXT * 1.5) * scale;
    double rows = view_px(view, CAMERA_CHILD_TEXT * 1.4 + 22) * scale;

    return label + node + (has_rows ? rows : 0) + view_px(view, 8);
}

double camera_least_height(const View *view)
{
    return camera_row_height(view, analysed_has_sums(view->analysed), 0.82);
}

double camera_scale(const View *view, bool has_rows, int digits, double count,
                    double width)
{
    double pitch = width / fmax(1, count);
    double room =
        has_rows
            ? (pitch - view_px(view, CAMERA_CARD_GAP + CAMERA_PAIR_GAP)) / 2
            : pitch - view_px(view, CAMERA_CARD_GAP);
    double size = (room - view_px(view, 2)) / camera_value_ems(digits);

    return layout_clamp(size / view_px(view, CAMERA_CHILD_TEXT), 0.82, largest);
}

double camera_likes_height(const View *view, double width)
{
    const Run *run = &view->trace->run;
    uint32_t lanes = run->threads < run->k ? run->threads : run->k;
    bool has_rows = analysed_has_sums(view->analysed);

    return camera_row_height(
        view, has_rows,
        fmin(camera_scale(view, has_rows, camera_digits(view), lanes, width),
             1.5));
}
