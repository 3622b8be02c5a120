/* SPDX-License-Identifier: MIT
 *
 * words_panel - see words_panel.h.
 */
#include "window/words_panel.h"

#include "say/glossary.h"

#include <math.h>
#include <stdio.h>

enum { MOST_TRIES = 30 };

/* px at 1080 */
static const double pad = 32, head_size = 26, text_size = 18, small_size = 16;
static const double panel_width = 1500, column_gap = 48, row_gap = 10;

typedef struct {
    DisplayList *list;
    double unit, least;
    double usual; /* the unit before it was made smaller */
} Panel;

static double size_of(const Panel *panel, double at_1080)
{
    return layout_most(at_1080 * panel->unit, panel->least);
}

static double line_of(const Panel *panel, double at_1080)
{
    return ceil(size_of(panel, at_1080) * 1.4);
}

static double gap_of(const Panel *panel, double at_1080)
{
    return round(at_1080 * panel->unit);
}

static double row_height(const Panel *panel, double width,
                         const GlossaryWord *word)
{
    int lines =
        layout_lines(FONT_TEXT, size_of(panel, small_size), width, word->text);

    return line_of(panel, text_size) + lines * line_of(panel, small_size) +
           gap_of(panel, row_gap);
}

static void draw_word(const Panel *panel, Rect row, const GlossaryWord *word)
{
    double size = size_of(panel, text_size);
    Rect line = rect_cut_top(&row, line_of(panel, text_size));
    double width = ceil(font_width(FONT_STRONG, size, word->word)) + 1;

    draw_text(panel->list, rect_cut_left(&line, width), ALIGN_LEFT, FONT_STRONG,
              size, panel->least, COLOR_INK, word->word);
    rect_cut_left(&line, gap_of(panel, 24));
    if (word->cuda[0])
        draw_text(panel->list, line, ALIGN_RIGHT, FONT_CODE,
                  size_of(panel, small_size), panel->least, COLOR_INK,
                  word->cuda);
    layout_paragraph(panel->list, row, line_of(panel, small_size), FONT_TEXT,
                     size_of(panel, small_size), panel->least, COLOR_DIM,
                     word->text);
}

static void draw_head(const Panel *panel, Rect box)
{
    Rect right = rect_cut_right(&box, box.w / 2);

    draw_text(panel->list, box, ALIGN_LEFT, FONT_STRONG,
              size_of(panel, head_size), panel->least, COLOR_INK,
              "Words, and CUDA's");
    draw_text(panel->list, right, ALIGN_RIGHT, FONT_TEXT,
              size_of(panel, text_size), panel->least, COLOR_DIM,
              "Escape or a click closes this");
}

/* The height of the words from FIRST to before END in a column. */
static double column_height(const Panel *panel, double width, size_t first,
                            size_t end)
{
    size_t count;
    const GlossaryWord *words = glossary_all(&count);
    double height = 0;

    for (size_t i = first; i < end; ++i)
        height += row_height(panel, width, words + i);
    return height;
}

typedef struct {
    double around, head, width, column, height;
    size_t count, half;
} Places;

static Places places_at(const Panel *panel, Rect above)
{
    Places at = {.around = gap_of(panel, pad),
                 .head = line_of(panel, head_size) * 1.4};

    glossary_all(&at.count);
    at.half = (at.count + 1) / 2;
    at.width = layout_least(panel_width * panel->usual, above.w - 8);
    at.column = (at.width - 2 * at.around - gap_of(panel, column_gap)) / 2;
    at.height = at.head + 2 * at.around +
                layout_most(column_height(panel, at.column, 0, at.half),
                            column_height(panel, at.column, at.half, at.count));
    return at;
}

/* Half of the words are in each column.  Where they have no room, letters and
 * gaps are smaller; where even the least are too large, the last words are left
 * out. */
void words_panel_draw(DisplayList *list, Rect above, double unit, double least)
{
    Panel panel = {list, unit, least, unit};
    Places at = places_at(&panel, above);
    size_t count;
    const GlossaryWord *words = glossary_all(&count);

    for (int n = 0; n < MOST_TRIES && at.height > above.h - 8; ++n) {
        panel.unit *= 0.94;
        at = places_at(&panel, above);
    }
    Rect box =
        rect_around(round(above.x + above.w / 2), round(above.y + above.h / 2),
                    at.width, layout_least(at.height, above.h - 8));
    draw_rect(list, above, 0, COLOR_PAPER)->alpha = 0.75;
    Shape *ground = draw_rect(list, box, gap_of(&panel, 12), COLOR_PANEL);
    ground->edge = COLOR_EDGE;
    ground->width = layout_most(1, round(unit));
    box = rect_inset(box, at.around, at.around);
    draw_head(&panel, rect_cut_top(&box, at.head));
    for (int c = 0; c < 2; ++c) {
        Rect rest = rect_cut_left(&box, at.column);
        rect_cut_left(&box, gap_of(&panel, column_gap));
        for (size_t i = c ? at.half : 0; i < (c ? count : at.half); ++i) {
            double row = row_height(&panel, at.column, words + i);
            if (row > rest.h + 0.5)
                break;
            draw_word(&panel, rect_cut_top(&rest, row), words + i);
        }
    }
}
