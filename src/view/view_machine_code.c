/* SPDX-License-Identifier: MIT
 *
 * view_machine_code - draws what a GPU's compiler made of the running line,
 * below the source of a program that was recorded on a GPU.  Where there is not
 * room for all, instructions that do not touch memory are left out first.
 *
 *     s[b] += s[a];
 *     ----------------------------------------
 *     machine code of line 40, 9 instructions
 *     0300  LDS R7, [R4+-0x4]
 *     0310  LDS R8, [R4]
 *     0340  STS [R4], R7
 */
#include "view/views.h"

#include "analysis/machine_code.h"

#include <math.h>
#include <stdio.h>

enum { ROWS = 6, MOST = 256 };
static const double row_height = 20, text_size = 14; /* px at 1080 */

double view_machine_code_height(const View *view)
{
    return machine_code_is_told(view->trace)
               ? 8 * view->unit + (ROWS + 1) * fmax(view_px(view, row_height),
                                                    view->least * 1.3)
               : 0;
}

/* Of COUNT lines those that are shown, in their order; their number. */
static size_t choose(CodeLine *lines, size_t count)
{
    size_t memory = 0, kept = 0, others;

    for (size_t i = 0; i < count; ++i)
        memory += lines[i].memory;
    others = memory < ROWS ? ROWS - memory : 0;
    for (size_t i = 0; i < count && kept < ROWS; ++i) {
        if (!lines[i].memory && others == 0 && count > ROWS)
            continue;
        others -= !lines[i].memory && others > 0;
        lines[kept++] = lines[i];
    }
    return kept;
}

void view_machine_code(const View *view, Rect box)
{
    CodeLine lines[MOST];
    char text[200];
    double height = fmax(view_px(view, row_height), view->least * 1.3);

    view_thing(view, THING_FRAME, 0);
    draw_rect(view->list, rect_cut_top(&box, fmax(1, view_px(view, 1))), 0,
              COLOR_EDGE);
    rect_cut_top(&box, 7 * view->unit);
    box = rect_inset(box, view_px(view, 12), 0);
    if (!view->running)
        return;
    const Source *source = trace_source_of(view->trace, view->running);
    size_t all =
        machine_code_of(view->trace, source, view->running->site, lines, MOST);
    snprintf(text, sizeof text,
             all ? "machine code of line %u: %zu instruction%s"
                 : "no machine code for line %u",
             view->running->site, all, all == 1 ? "" : "s");
    view_text(view, rect_cut_top(&box, height), FONT_TEXT, text_size, COLOR_DIM,
              text);
    size_t count = choose(lines, all < MOST ? all : MOST);
    for (size_t i = 0; i < count; ++i) {
        snprintf(text, sizeof text, "%.*s",
                 lines[i].length < 160 ? lines[i].length : 160, lines[i].text);
        view_text(view, rect_cut_top(&box, height),
                  lines[i].memory ? FONT_CODE_STRONG : FONT_CODE, text_size,
                  lines[i].memory ? COLOR_INK : COLOR_DIM, text);
    }
}
