/* SPDX-License-Identifier: MIT */
#include "view/bank_layout.h"

#include "draw/font.h"
#include "draw/layout.h"
#include "view/camera.h"
#include "view/view_bank.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* px at 1080 */
static const double column_gap = 8, row_gap = 4, thin_column = 3;
static const double thin_row = 5, rail_height = 12, row_likes = 46;
static const double widest_column = 300, highest_row = 120;

enum {
    THIN_LINES = 4, /* instead of a run of folded rows, at most */
    NAMES = 6       /* in a queue, at most */
};

/* ---- Columns --------------------------------------------------------------*/

int bank_layout_digits(const BankLayout *layout)
{
    int digits = camera_digits(layout->view);

    return view_is_shared(layout->view)
               ? int_most(digits, layout->camera->digits)
               : digits;
}

/* The width of a column that takes a value and the name of a thread; with
 * NAMED, "T31 ▶ 27" and "bank 0". */
static double column_least(const BankLayout *layout, bool named)
{
    const View *view = layout->view;
    int digits = bank_layout_digits(layout);
    int threads = (int)view->trace->run.threads - 1;
    char name[16];

    snprintf(name, sizeof name, "T%d", threads > 0 ? threads : 0);
    double thread = font_width(FONT_CODE_STRONG, view->least, name);
    double value = view_digits_width(digits, view->least);
    double width = named ? value + thread + view_digits_width(3, view->least)
                         : fmax(value, thread);

    if (named)
        width = fmax(width, font_width(FONT_STRONG, view->least, "bank 00"));
    return width + VIEW_APART * view->least + view_px(view, 8 + column_gap);
}

/* Opens a bank if there is ROOM for one more. */
static void open_bank(BankLayout *layout, uint32_t bank, uint32_t *room)
{
    if (*room == 0 || layout->open[bank])
        return;
    layout->open[bank] = true;
    --*room;
}

/* Writes the bank that the access of a card goes to, or both of a number of two
 * words, to BANKS; returns how many, 0 if it goes to none. */
static int banks_of(const BankLayout *layout, const CameraCard *card,
                    uint32_t banks[2])
{
    const View *view = layout->view;
    const Access *other;

    if (!card->access || !trace_is_shared(card->by))
        return 0;
    banks[0] = bank_of(view->trace, card->access->cell);
    if (number_half(view->trace, card->by, card->access, &other) == HALF_NONE)
        return 1;
    banks[1] = bank_of(view->trace, other->cell);
    return 2;
}

/* Opens the banks of the camera's cards, then of all requests, then others. */
static void open_banks(BankLayout *layout, uint32_t room)
{
    const View *view = layout->view;
    const Camera *camera = layout->camera;
    uint32_t k = view->trace->run.k;

    for (size_t i = 0; i < camera->cards_count; ++i) {
        uint32_t banks[2];
        int count = banks_of(layout, camera->cards + i, banks);
        for (int b = 0; b < count; ++b)
            open_bank(layout, banks[b], &room);
    }
    for (int i = 0; view_is_shared(view) && i < view->running->lanes; ++i)
        open_bank(layout, bank_of(view->trace, view->accesses[i].cell), &room);
    for (uint32_t bank = 0; bank < k && room > 0; ++bank)
        open_bank(layout, bank, &room);
}

/* The number of banks that the camera's cards go to. */
static double count_banks(const BankLayout *layout)
{
    const Camera *camera = layout->camera;
    bool seen[TRACE_MAX_BANKS] = {false};
    double count = 0;

    for (size_t i = 0; i < camera->cards_count; ++i) {
        uint32_t banks[2];
        int of_card = banks_of(layout, camera->cards + i, banks);
        for (int b = 0; b < of_card; ++b) {
            count += !seen[banks[b]];
            seen[banks[b]] = true;
        }
    }
    return count;
}

static double label_room(const View *view, double width)
{
    return fmin(bank_label_width(view) + view_px(view, 6), width * 0.3);
}

static void lay_columns(BankLayout *layout)
{
    const View *view = layout->view;
    uint32_t k = view->trace->run.k, count = 0;
    double thin = view_px(view, thin_column);

    layout->label = label_room(view, layout->box.w);
    double width = layout->box.w - layout->label, x = 0;
    uint32_t room = k;
    if (k * column_least(layout, false) > width) {
        double all = (width - thin * k) / column_least(layout, true);
        double most = (width - thin * k) / column_least(layout, false);
        all = fmax(all, fmin(most, count_banks(layout)));
        room = (uint32_t)layout_clamp(floor(all), 1, k);
    }
    open_banks(layout, room);
    for (uint32_t bank = 0; bank < k; ++bank)
        count += layout->open[bank];
    thin = fmin(thin, width * 0.3 / k);
    double pitch = (width - thin * (k - count)) / count;
    pitch = floor(fmin(pitch, view_px(view, widest_column)));
    x = round(layout->box.x + layout->label);
    for (uint32_t bank = 0; bank < k; ++bank) {
        double own = layout->open[bank] ? pitch : thin;
        double gap = layout->open[bank] ? view_px(view, column_gap) : thin / 3;
        layout->xs[bank] = x;
        layout->widths[bank] = own - gap;
        x += own;
    }
    layout->column = pitch - view_px(view, column_gap);
}

/* ---- Rows -----------------------------------------------------------------*/

/* Marks the cells of the cards alone, if the rows of all requests are too many.
 */
static uint8_t *cells_of_cards(const BankLayout *layout)
{
    const View *view = layout->view;
    uint8_t *cells = base_alloc((size_t)view->trace->run.words + 1, 1);

    for (size_t i = 0; i < layout->camera->cards_count; ++i) {
        const CameraCard *card = layout->camera->cards + i;
        if (card->access && trace_is_shared(card->by))
            cells[card->access->cell] = 1;
    }
    return cells;
}

double bank_layout_thin(uint32_t count)
{
    return fmin(count, THIN_LINES);
}

/* The height of the rows at ROW pixels each. */
static double rows_height(const BankLayout *layout, double row)
{
    double height = 0;

    for (size_t i = 0; i < layout->rows.lines_count; ++i) {
        const RowLine *line = layout->rows.lines + i;
        height += line->hidden ? bank_layout_thin(line->count) * layout->thin +
                                     view_px(layout->view, row_gap)
                               : row;
    }
    return height;
}

static double row_least(const View *view)
{
    return ceil(view->least * 1.25) + view_px(view, row_gap);
}

static bool is_row_touched(const View *view, const uint8_t *cells, uint32_t row)
{
    uint32_t k = view->trace->run.k, end = row * k + k;

    for (uint32_t c = row * k; c < end && c < view->trace->run.words; ++c)
        if (cells[c])
            return true;
    return false;
}

/* The touched rows alone, at most MOST of them; the others are folded. */
static RowFolding touched_rows(const View *view, const uint8_t *cells,
                               uint32_t most)
{
    uint32_t all = view_memory_rows(view->analysed);
    RowFolding rows = {0};

    for (uint32_t row = 0; row < all; ++row) {
        RowLine line = {.row = row, .count = 1};
        line.hidden = most == 0 || !is_row_touched(view, cells, row);
        RowLine *last =
            rows.lines_count ? rows.lines + rows.lines_count - 1 : NULL;
        most -= !line.hidden;
        if (line.hidden && last && last->hidden)
            ++last->count;
        else
            base_push(&rows, lines, line);
    }
    return rows;
}

/* Folded rows are thin, so there may be room for more of the others. */
static void widen_rows(BankLayout *layout, const uint8_t *cells, uint32_t room,
                       double height)
{
    const View *view = layout->view;
    uint32_t all = view_memory_rows(view->analysed);
    double likes = view_px(view, row_likes);

    for (int more = 1; more <= 3 && room + 1 <= all; ++more) {
        RowFolding before = layout->rows;
        layout->rows = row_folding_plan(all, view->trace->run.k,
                                        view->trace->run.words, cells, ++room);
        RowFolding other = before;
        bool fits = rows_height(layout, likes) <= height;
        if (!fits) {
            other = layout->rows;
            layout->rows = before;
        }
        row_folding_free(&other);
        if (!fits)
            return;
    }
}

/* Are all touched rows shown? */
static bool shows_all(const BankLayout *layout, const uint8_t *cells)
{
    for (size_t i = 0; i < layout->rows.lines_count; ++i) {
        const RowLine *line = layout->rows.lines + i;
        for (uint32_t r = 0; line->hidden && r < line->count; ++r)
            if (is_row_touched(layout->view, cells, line->row + r))
                return false;
    }
    return true;
}

/* Folds rows so that those that are left fit in HEIGHT: the touched rows first,
 * then their neighbours. */
static void fold_rows(BankLayout *layout, double height)
{
    const View *view = layout->view;
    uint32_t all = view_memory_rows(view->analysed);
    uint8_t *cells = cells_of_cards(layout);
    double least = row_least(view);
    uint32_t room = (uint32_t)fmax(1, floor(height / view_px(view, row_likes)));

    layout->rows = row_folding_plan(all, view->trace->run.k,
                                    view->trace->run.words, cells, room);
    widen_rows(layout, cells, room, height);
    if (!shows_all(layout, cells))
        for (uint32_t most = (uint32_t)fmax(1, floor(height / least)); most > 0;
             --most) {
            row_folding_free(&layout->rows);
            layout->rows = touched_rows(view, cells, most);
            if (rows_height(layout, least) <= height)
                break;
        }
    free(cells);
}

static void lay_rows(BankLayout *layout, Rect box)
{
    const View *view = layout->view;
    double folded, y = box.y;
    size_t shown = 0;

    layout->thin = fmax(2, round(view_px(view, thin_row)));
    fold_rows(layout, box.h);
    for (size_t i = 0; i < layout->rows.lines_count; ++i)
        shown += !layout->rows.lines[i].hidden;
    folded = rows_height(layout, 0);
    double likes = layout_clamp(box.h / 6, view_px(view, row_likes),
                                view_px(view, highest_row));
    layout->row = fmin(likes, (box.h - folded) / fmax(1, (double)shown));
    layout->cell = layout->row - view_px(view, row_gap);
    layout->ys = base_alloc(layout->rows.lines_count + 1, sizeof *layout->ys);
    for (size_t i = 0; i < layout->rows.lines_count; ++i) {
        const RowLine *line = layout->rows.lines + i;
        layout->ys[i] = y;
        y += line->hidden ? bank_layout_thin(line->count) * layout->thin +
                                view_px(view, row_gap)
                          : layout->row;
    }
    if (folded <= 0) /* a memory that is low, always */
        layout->queues.y = fmin(layout->queues.y, y + view_px(view, 8));
}

static double name_pitch(const View *view)
{
    return ceil(view->least * 1.3) + view_px(view, 4);
}

double bank_layout_least_height(const View *view)
{
    if (view->trace->run.words == 0)
        return 0;
    return view->least * 1.4 + row_least(view) + view_px(view, rail_height) +
           2 * view_px(view, THIN_LINES * thin_row + row_gap) +
           name_pitch(view);
}

/* A line at the foot of *BOX, cut off, for what is folded: if a bank is, or if
 * not all rows can be as high as text, and there is room for a line. */
static Rect cut_note(const BankLayout *layout, Rect *box)
{
    const View *view = layout->view;
    double height = ceil(view->least * 1.35);
    double rows = view_memory_rows(view->analysed) * row_least(view);
    bool folds = rows > box->h * 0.6;

    for (uint32_t bank = 0; bank < view->trace->run.k; ++bank)
        folds |= !layout->open[bank];
    if (!folds || box->h < bank_layout_least_height(view) + 4 * height)
        return (Rect){0, 0, 0, 0};
    return rect_cut_bottom(box, height);
}

BankLayout bank_layout_of(const View *view, const Camera *camera, Rect box)
{
    BankLayout layout = {.view = view, .camera = camera, .box = box};

    lay_columns(&layout);
    layout.note = cut_note(&layout, &box);
    layout.touched = service_touched(view->service, view->trace->run.words);
    layout.head = view->least * 1.4;
    layout.rail = view_px(view, rail_height);
    layout.name =
        layout_clamp(box.h / 12, name_pitch(view), name_pitch(view) * 1.6);
    double rest = box.h - layout.head - layout.rail;
    double most = floor((rest - row_least(view)) * 0.5 / layout.name);
    layout.room = (int)layout_clamp(most, 1, NAMES);
    if (view->longest < layout.room)
        layout.room = view->longest > 0 ? view->longest : 1;
    layout.queues = box;
    rect_cut_top(&box, layout.head);
    layout.queues =
        rect_cut_bottom(&box, layout.rail + layout.room * layout.name);
    lay_rows(&layout, box);
    return layout;
}

void bank_layout_free(BankLayout *layout)
{
    free(layout->touched);
    free(layout->ys);
    row_folding_free(&layout->rows);
}

Rect bank_layout_cell(const BankLayout *layout, size_t line, uint32_t bank)
{
    return (Rect){layout->xs[bank], layout->ys[line], layout->widths[bank],
                  layout->cell};
}

int bank_layout_line(const BankLayout *layout, uint32_t row)
{
    for (size_t i = 0; i < layout->rows.lines_count; ++i) {
        const RowLine *line = layout->rows.lines + i;
        if (row >= line->row && row < line->row + line->count)
            return line->hidden ? -1 : (int)i;
    }
    return -1;
}
