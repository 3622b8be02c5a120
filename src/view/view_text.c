/* SPDX-License-Identifier: MIT
 *
 * view_text - texts and values that fit into their boxes; see view.h.
 */
#include "view/shown_value.h"
#include "view/view.h"

#include "draw/font.h"
#include "say/short_number.h"
#include "trace/variable.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

double view_digits_width(int digits, double size)
{
    return digits * font_width(FONT_CODE, size, "0");
}

double view_least_width(const View *view, Font font, const char *text)
{
    return font_width(font, view->least, text) + VIEW_APART * view->least;
}

Shape *view_text(const View *view, Rect box, Font font, double at_1080,
                 Color color, const char *text)
{
    return draw_text(view->list, box, ALIGN_LEFT, font,
                     view_size(view, at_1080), view->least, color, text);
}

Shape *view_text_fitting(const View *view, Rect box, Font font, double at_1080,
                         Color color, const char *const texts[], int count)
{
    for (int i = 0; i < count; ++i)
        if (texts[i][0] && font_width(font, view->least, texts[i]) <= box.w)
            return view_text(view, box, font, at_1080, color, texts[i]);
    return NULL;
}

/* Room for a statement. */
typedef struct {
    double size, width;
    int lines;
} Room;

static bool fits_room(const char *text, void *data)
{
    const Room *room = data;

    return layout_lines(FONT_TEXT, room->size, room->width, text) <=
           room->lines;
}

double view_fit_lines(const Statement *statement, double width, int lines,
                      double size, double least, Text *text)
{
    Room room = {least, width, lines};

    statement_fit(statement, fits_room, &room, text);
    while (text->length && size > least &&
           layout_lines(FONT_TEXT, size, width, text->text) > lines)
        size = fmax(least, size * 0.97);
    return size;
}

/* The part of BOX that TEXT may fill, of at most SIZE, so that it keeps apart
 * from what is in the next box. */
static Rect apart_in(Rect box, Font font, double size, const char *text)
{
    double fits = box.w / (font_width(font, 1, text) + VIEW_APART);

    return rect_inset(box, fmin(size, fits) * VIEW_APART / 2, 0);
}

Shape *view_label(const View *view, Rect box, Font font, double at_1080,
                  Color color, const char *text)
{
    double size = view_size(view, at_1080);

    if (view_least_width(view, font, text) > box.w + 1e-6)
        return NULL;
    return draw_text(view->list, apart_in(box, font, size, text), ALIGN_CENTER,
                     font, size, view->least, color, text);
}

const char *view_number_text(Number number, char text[VALUE_TEXT])
{
    enum { FULL = 7, MOST = 10, FEW_DECIMALS = 3 };

    number_text(number, false, text);
    const char *point = strchr(text, '.');
    bool few = point && strlen(point + 1) <= FEW_DECIMALS;
    return strlen(text) > (few ? MOST : FULL) ? number_text(number, true, text)
                                              : text;
}

const char *view_moved(const View *view, const Instruction *at,
                       const Access *access, char text[VALUE_TEXT])
{
    Number number = number_moved(view->trace, at, access);

    return number.element == ELEMENT_OTHER
               ? shown_value(view->trace->run.op, access->value, true, text)
               : view_number_text(number, text);
}

Rect view_beside_names(const View *whole, Rect box)
{
    enum { MOST_ARRAYS = 64 };
    const double gap = 12, most = 0.45; /* px at 1080; of the width */
    const Trace *trace = whole->trace;
    double names = view_least_width(whole, FONT_TEXT, "shown in turn");

    for (size_t a = 0; a < trace->arrays_count && a < MOST_ARRAYS; ++a)
        if (whole->analysed->touched >> a & 1)
            names = fmax(names, view_least_width(whole, FONT_CODE_STRONG,
                                                 trace->arrays[a].name));
    rect_cut_left(&box, fmin(names + view_px(whole, gap), box.w * most));
    return box;
}
