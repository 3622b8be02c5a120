/* SPDX-License-Identifier: MIT */
#include "window/words_panel.h"

#include "say/glossary.h"

#include <math.h>

enum { MOST_TRIES = 30, COLUMNS = 3 };

/* px at 1080 */
static const double pad = 28, head_size = 26, text_size = 18, small_size = 16;
static const double panel_width = 1800, column_gap = 40, row_gap = 9;

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
    return ceil(size_of(panel, at_1080) * 1.35);
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
              size_of(panel, head_size), panel->least, COLOR_INK, "Glossary");
    draw_text(panel->list, right, ALIGN_RIGHT, FONT_TEXT,
              size_of(panel, text_size), panel->least, COLOR_DIM,
              "Esc or a click: close");
}

typedef struct {
    double around, head, width, column, height;
    size_t starts[COLUMNS + 1]; /* the first word of each column; the end */
} Places;

/* Columns take words in turn, each about its share of the height of all. */
static Places places_at(const Panel *panel, Rect above)
{
    Places at = {.around = gap_of(panel, pad),
                 .head = line_of(panel, head_size) * 1.4};
    size_t count;
    const GlossaryWord *words = glossary_all(&count);
    double gaps = (COLUMNS - 1) * gap_of(panel, column_gap);
    double all = 0, before = 0, start = 0, highest = 0;
    int column = 0;

    at.width = layout_least(panel_width * panel->usual, above.w - 8);
    at.column = floor((at.width - 2 * at.around - gaps) / COLUMNS);
    for (size_t i = 0; i < count; ++i)
        all += row_height(panel, at.column, words + i);
    for (size_t i = 0; i < count; ++i) {
        double height = row_height(panel, at.column, words + i);
        if (before + height / 2 > (column + 1) * all / COLUMNS &&
            column + 1 < COLUMNS) {
            at.starts[++column] = i;
            start = before;
        }
        before += height;
        highest = layout_most(highest, before - start);
    }
    while (column < COLUMNS)
        at.starts[++column] = count;
    at.height = at.head + 2 * at.around + highest;
    return at;
}

/* If the words do not fit, letters and gaps become smaller; if even the least
 * are too large, the last words of a column are left out. */
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
    for (int c = 0; c < COLUMNS; ++c) {
        Rect rest = rect_cut_left(&box, at.column);
        rect_cut_left(&box, gap_of(&panel, column_gap));
        for (size_t i = at.starts[c]; i < at.starts[c + 1]; ++i) {
            double row = row_height(&panel, at.column, words + i);
            if (row > rest.h + 0.5)
                break;
            draw_word(&panel, rect_cut_top(&rest, row), words + i);
        }
    }
}
