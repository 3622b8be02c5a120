/* SPDX-License-Identifier: MIT */
#include "view/bank_window.h"

#include "draw/font.h"
#include "trace/variable.h"
#include "view/view_bank.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* px at 1080 */
static const double column_gap = 8, row_gap = 4, thin_column = 3;
static const double thin_row = 5, rail_height = 12, row_likes = 46;
static const double widest_column = 300, highest_row = 120;

enum {
    THIN_LINES = 4, /* in place of a run of folded rows, at most */
    NAMES = 6       /* in a queue, at most */
};

/* ---- Columns --------------------------------------------------------------*/

static uint32_t bank_of(const View *view, const Access *access)
{
    return access->cell & (view->trace->run.k - 1);
}

/* The width of a column that takes a value and the name of a thread; with
 * NAMED, "T31 ▶ 27" and "bank 0". */
static double column_least(const View *view, bool named)
{
    int digits = camera_digits(view);
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
static void open_bank(BankWindow *window, uint32_t bank, uint32_t *room)
{
    if (*room == 0 || window->open[bank])
        return;
    window->open[bank] = true;
    --*room;
}

/* Opens the banks of the camera's cards, then of all requests, then others. */
static void open_banks(BankWindow *window, uint32_t room)
{
    const View *view = window->view;
    const Camera *camera = window->camera;
    uint32_t k = view->trace->run.k;

    for (size_t i = 0; i < camera->cards_count; ++i) {
        const CameraCard *card = camera->cards + i;
        if (card->access && trace_is_shared(card->by))
            open_bank(window, bank_of(view, card->access), &room);
    }
    for (int i = 0; view_is_shared(view) && i < view->running->lanes; ++i)
        open_bank(window, bank_of(view, view->accesses + i), &room);
    for (uint32_t bank = 0; bank < k && room > 0; ++bank)
        open_bank(window, bank, &room);
}

/* The number of banks that the camera's cards go to. */
static double count_banks(const BankWindow *window)
{
    const Camera *camera = window->camera;
    bool seen[TRACE_MAX_BANKS] = {false};
    double count = 0;

    for (size_t i = 0; i < camera->cards_count; ++i) {
        const CameraCard *card = camera->cards + i;
        if (!card->access || !trace_is_shared(card->by))
            continue;
        uint32_t bank = bank_of(window->view, card->access);
        count += !seen[bank];
        seen[bank] = true;
    }
    return count;
}

static double label_room(const View *view, double width)
{
    return fmin(bank_label_width(view) + view_px(view, 6), width * 0.3);
}

static void lay_columns(BankWindow *window)
{
    const View *view = window->view;
    uint32_t k = view->trace->run.k, count = 0;
    double thin = view_px(view, thin_column);

    window->label = label_room(view, window->box.w);
    double width = window->box.w - window->label, x = 0;
    uint32_t room = k;
    if (k * column_least(view, false) > width) {
        double all = (width - thin * k) / column_least(view, true);
        double most = (width - thin * k) / column_least(view, false);
        all = fmax(all, fmin(most, count_banks(window)));
        room = (uint32_t)layout_clamp(floor(all), 1, k);
    }
    open_banks(window, room);
    for (uint32_t bank = 0; bank < k; ++bank)
        count += window->open[bank];
    thin = fmin(thin, width * 0.3 / k);
    double pitch = (width - thin * (k - count)) / count;
    pitch = floor(fmin(pitch, view_px(view, widest_column)));
    x = round(window->box.x + window->label);
    for (uint32_t bank = 0; bank < k; ++bank) {
        double own = window->open[bank] ? pitch : thin;
        double gap = window->open[bank] ? view_px(view, column_gap) : thin / 3;
        window->xs[bank] = x;
        window->widths[bank] = own - gap;
        x += own;
    }
    window->column = pitch - view_px(view, column_gap);
}

/* ---- Rows -----------------------------------------------------------------*/

/* Marks the cells of the cards alone, if the rows of all requests are too many.
 */
static uint8_t *cells_of_cards(const BankWindow *window)
{
    const View *view = window->view;
    uint8_t *cells = base_alloc((size_t)view->trace->run.words + 1, 1);

    for (size_t i = 0; i < window->camera->cards_count; ++i) {
        const CameraCard *card = window->camera->cards + i;
        if (card->access && trace_is_shared(card->by))
            cells[card->access->cell] = 1;
    }
    return cells;
}

/* How many thin lines stand for a run of COUNT rows. */
static double thin_lines(uint32_t count)
{
    return fmin(count, THIN_LINES);
}

/* The height of the rows at ROW pixels each. */
static double rows_height(const BankWindow *window, double row)
{
    double height = 0;

    for (size_t i = 0; i < window->rows.lines_count; ++i) {
        const RowLine *line = window->rows.lines + i;
        height += line->hidden ? thin_lines(line->count) * window->thin +
                                     view_px(window->view, row_gap)
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
static void widen_rows(BankWindow *window, const uint8_t *cells, uint32_t room,
                       double height)
{
    const View *view = window->view;
    uint32_t all = view_memory_rows(view->analysed);
    double likes = view_px(view, row_likes);

    for (int more = 1; more <= 3 && room + 1 <= all; ++more) {
        RowFolding before = window->rows;
        window->rows = row_folding_plan(all, view->trace->run.k,
                                        view->trace->run.words, cells, ++room);
        RowFolding other = before;
        bool fits = rows_height(window, likes) <= height;
        if (!fits) {
            other = window->rows;
            window->rows = before;
        }
        row_folding_free(&other);
        if (!fits)
            return;
    }
}

/* Are all touched rows shown? */
static bool shows_all(const BankWindow *window, const uint8_t *cells)
{
    for (size_t i = 0; i < window->rows.lines_count; ++i) {
        const RowLine *line = window->rows.lines + i;
        for (uint32_t r = 0; line->hidden && r < line->count; ++r)
            if (is_row_touched(window->view, cells, line->row + r))
                return false;
    }
    return true;
}

/* Folds rows so that those that are left fit in HEIGHT: the touched rows first,
 * then their neighbours. */
static void fold_rows(BankWindow *window, double height)
{
    const View *view = window->view;
    uint32_t all = view_memory_rows(view->analysed);
    uint8_t *cells = cells_of_cards(window);
    double least = row_least(view);
    uint32_t room = (uint32_t)fmax(1, floor(height / view_px(view, row_likes)));

    window->rows = row_folding_plan(all, view->trace->run.k,
                                    view->trace->run.words, cells, room);
    widen_rows(window, cells, room, height);
    if (!shows_all(window, cells))
        for (uint32_t most = (uint32_t)fmax(1, floor(height / least)); most > 0;
             --most) {
            row_folding_free(&window->rows);
            window->rows = touched_rows(view, cells, most);
            if (rows_height(window, least) <= height)
                break;
        }
    free(cells);
}

static void lay_rows(BankWindow *window, Rect box)
{
    const View *view = window->view;
    double folded, y = box.y;
    size_t shown = 0;

    window->thin = fmax(2, round(view_px(view, thin_row)));
    fold_rows(window, box.h);
    for (size_t i = 0; i < window->rows.lines_count; ++i)
        shown += !window->rows.lines[i].hidden;
    folded = rows_height(window, 0);
    double likes = layout_clamp(box.h / 6, view_px(view, row_likes),
                                view_px(view, highest_row));
    window->row = fmin(likes, (box.h - folded) / fmax(1, (double)shown));
    window->ys = base_alloc(window->rows.lines_count + 1, sizeof *window->ys);
    for (size_t i = 0; i < window->rows.lines_count; ++i) {
        const RowLine *line = window->rows.lines + i;
        window->ys[i] = y;
        y += line->hidden ? thin_lines(line->count) * window->thin +
                                view_px(view, row_gap)
                          : window->row;
    }
    if (folded <= 0) /* a memory that is low, always */
        window->queues.y = fmin(window->queues.y, y + view_px(view, 8));
}

static double name_pitch(const View *view)
{
    return ceil(view->least * 1.3) + view_px(view, 4);
}

double bank_window_least_height(const View *view)
{
    if (view->trace->run.words == 0)
        return 0;
    return view->least * 1.4 + row_least(view) + view_px(view, rail_height) +
           2 * view_px(view, THIN_LINES * thin_row + row_gap) +
           name_pitch(view);
}

/* A line at the foot of *BOX, cut off, for what is folded: if a bank is, or if
 * not all rows can be as high as text, and there is room for a line. */
static Rect cut_note(const BankWindow *window, Rect *box)
{
    const View *view = window->view;
    double height = ceil(view->least * 1.35);
    double rows = view_memory_rows(view->analysed) * row_least(view);
    bool folds = rows > box->h * 0.6;

    for (uint32_t bank = 0; bank < view->trace->run.k; ++bank)
        folds |= !window->open[bank];
    if (!folds || box->h < bank_window_least_height(view) + 4 * height)
        return (Rect){0, 0, 0, 0};
    return rect_cut_bottom(box, height);
}

BankWindow bank_window_of(const View *view, const Camera *camera, Rect box)
{
    BankWindow window = {.view = view, .camera = camera, .box = box};

    lay_columns(&window);
    window.note = cut_note(&window, &box);
    window.touched = view_touched(view);
    window.head = view->least * 1.4;
    window.name =
        layout_clamp(box.h / 12, name_pitch(view), name_pitch(view) * 1.6);
    double rest = box.h - window.head - view_px(view, rail_height);
    double most = floor((rest - row_least(view)) * 0.5 / window.name);
    window.room = (int)layout_clamp(most, 1, NAMES);
    if (view->longest < window.room)
        window.room = view->longest > 0 ? view->longest : 1;
    window.queues = box;
    rect_cut_top(&box, window.head);
    window.queues = rect_cut_bottom(&box, view_px(view, rail_height) +
                                              window.room * window.name);
    lay_rows(&window, box);
    return window;
}

void bank_window_free(BankWindow *window)
{
    free(window->touched);
    free(window->ys);
    row_folding_free(&window->rows);
}

/* ---- Cells ----------------------------------------------------------------*/

static const Access *touching(const BankWindow *window, uint32_t cell)
{
    if (!window->touched || !window->touched[cell])
        return NULL;
    return window->view->accesses + window->touched[cell] - 1;
}

/* A load shows from when it is served; a store when it has arrived. */
static bool shows(const View *view, const Access *access)
{
    return trace_is_store(view->running) ? view_done(view, access)
                                         : view_begun(view, access);
}

static Rect cell_box(const BankWindow *window, size_t line, uint32_t bank)
{
    double gap = view_px(window->view, row_gap);

    return (Rect){window->xs[bank], window->ys[line], window->widths[bank],
                  window->row - gap};
}

/* The size of the values, the same in all cells. */
static double value_size(const BankWindow *window)
{
    const View *view = window->view;
    int digits = int_most(2, camera_digits(view));
    double width = (window->column - view_px(view, 8)) /
                   (view_digits_width(digits, 1) + VIEW_APART);
    double height = (window->row - view_px(view, row_gap)) * 0.68;

    return fmax(view->least, fmin(width, height)) / view->unit;
}

/* What an access of the running instruction moves, see view_moved_text. */
static void access_text(const View *view, const Access *access, char text[96])
{
    char value[VALUE_TEXT], who[32];
    int lanes = 0;

    view_cell_value(view, access->cell, FONT_CODE_STRONG, 0, value);
    for (int i = 0; i < view->running->lanes; ++i)
        lanes += view->accesses[i].cell == access->cell;
    snprintf(who, sizeof who, "T%u",
             trace_thread(view->trace, view->running, access));
    if (lanes > 1)
        snprintf(who, sizeof who, "%d lanes", lanes);
    view_moved_text(view->running, who, value, text, 96);
}

/* The size at which all cells that are touched say by whom; 0: too small. */
static double access_size(const BankWindow *window)
{
    const View *view = window->view;
    double size = value_size(window) * view->unit;
    double width = window->column - view_px(view, 8);
    char text[96];

    for (int i = 0; view_is_shared(view) && i < view->running->lanes; ++i) {
        const Access *access = view->accesses + i;
        if (!window->open[bank_of(view, access)])
            continue;
        access_text(view, access, text);
        size = fmin(size, width / (font_width(FONT_CODE_STRONG, 1, text) +
                                   VIEW_APART));
    }
    return size < view->least ? 0 : size / view->unit;
}

static void write_cell(const BankWindow *window, Rect box, uint32_t cell,
                       Font font, Color color)
{
    const View *view = window->view;
    Rect inside = rect_inset(box, view_px(view, 3), 0);
    char text[VALUE_TEXT];

    view_cell_value(view, cell, font, inside.w, text);
    if (view_least_width(view, font, text) > inside.w + 1e-6)
        snprintf(text, sizeof text, "…");
    view_label(view, inside, font, value_size(window), color, text);
}

static void draw_touched(const BankWindow *window, Rect box,
                         const Access *access, double size)
{
    const View *view = window->view;
    Color color = view_access_color(view, access);
    char text[96];

    Shape *shape = draw_rect(view->list, box, view_px(view, 6), color);
    view_thread(view, shape, trace_thread(view->trace, view->running, access));
    Color on = view_on(color);
    if (view->wrong && view->wrong[access->cell])
        on = view_fill_wrong(view, shape);
    else if (view_is_raced(view, access))
        view_mark_raced(view, shape);
    access_text(view, access, text);
    if (size > 0 && view_done(view, access))
        view_label(view, rect_inset(box, view_px(view, 3), 0), FONT_CODE_STRONG,
                   size, on, text);
    else
        write_cell(window, box, access->cell, FONT_CODE_STRONG, on);
}

static void draw_cell(const BankWindow *window, Rect box, uint32_t cell,
                      double size)
{
    const View *view = window->view;
    const Access *access = touching(window, cell);
    bool wrong = view->wrong && view->wrong[cell];

    view_tag(view, TAG_CELL, cell);
    if (access && shows(view, access)) {
        draw_touched(window, box, access, size);
        return;
    }
    if (view->intervals[cell] == INTERVAL_UNSET) {
        view_unwritten(view, box);
    } else {
        Shape *shape = draw_rect(view->list, box, view_px(view, 6), COLOR_CELL);
        Color on = wrong ? view_fill_wrong(view, shape) : COLOR_INK;
        write_cell(window, box, cell, wrong ? FONT_CODE_STRONG : FONT_CODE, on);
    }
    if (!access)
        return;
    Shape *edge = draw_rect(view->list, box, view_px(view, 6), COLOR_NONE);
    view_edge(view, edge, view_access_color(view, access), 3);
    edge->dashed = true;
}

/* A cell of a folded bank or row: its colour alone. */
static void draw_thin_cell(const BankWindow *window, Rect box, uint32_t cell)
{
    const View *view = window->view;
    const Access *access = touching(window, cell);
    Color color = access && shows(view, access)
                      ? view_access_color(view, access)
                  : view->wrong && view->wrong[cell] ? COLOR_FAULT
                                                     : COLOR_EDGE;

    view_tag(view, TAG_CELL, cell);
    draw_rect(view->list, box, 0, color);
}

static void draw_row_label(const BankWindow *window, uint32_t row, double y)
{
    const View *view = window->view;
    Rect box = {window->box.x, y, window->label - view_px(view, 10),
                window->row - view_px(view, row_gap)};
    char label[BANK_LABEL];

    bank_row_label(view, row, box.w, label);
    view_tag(view, TAG_TOTALS, row);
    if (view_least_width(view, FONT_CODE, label) <= box.w)
        draw_text(view->list, box, ALIGN_RIGHT, FONT_CODE, view_size(view, 24),
                  view->least, COLOR_DIM, label);
}

static void draw_row(const BankWindow *window, size_t line, double size)
{
    const View *view = window->view;
    uint32_t k = view->trace->run.k, row = window->rows.lines[line].row;

    draw_row_label(window, row, window->ys[line]);
    for (uint32_t bank = 0; bank < k; ++bank) {
        uint32_t cell = row * k + bank;
        Rect box = cell_box(window, line, bank);
        if (cell >= view->trace->run.words)
            break;
        if (window->open[bank])
            draw_cell(window, box, cell, size);
        else
            draw_thin_cell(window, box, cell);
    }
}

/* The requests to folded rows FIRST to END - 1 at BANK, as a colour. */
static Color folded_color(const BankWindow *window, uint32_t first,
                          uint32_t end, uint32_t bank)
{
    const View *view = window->view;
    uint32_t k = view->trace->run.k;

    for (int i = 0; view_is_shared(view) && i < view->running->lanes; ++i) {
        const Access *access = view->accesses + i;
        if (access->cell / k >= first && access->cell / k < end &&
            bank_of(view, access) == bank && shows(view, access))
            return view_access_color(view, access);
    }
    return COLOR_EDGE;
}

static void draw_folded(const BankWindow *window, size_t line)
{
    const View *view = window->view;
    const RowLine *at = window->rows.lines + line;
    uint32_t lines = (uint32_t)thin_lines(at->count);

    for (uint32_t i = 0; i < lines; ++i)
        for (uint32_t bank = 0; bank < view->trace->run.k; ++bank) {
            uint32_t first =
                at->row + (uint32_t)((uint64_t)at->count * i / lines);
            uint32_t end =
                at->row + (uint32_t)((uint64_t)at->count * (i + 1) / lines);
            Rect box = {window->xs[bank], window->ys[line] + i * window->thin,
                        window->widths[bank],
                        fmax(1, round(window->thin * 0.45))};
            view_tag(view, TAG_TOTALS, first);
            draw_rect(view->list, box, 0,
                      folded_color(window, first, end, bank));
        }
}

/* ---- Banks and queues -----------------------------------------------------*/

static void draw_heads(const BankWindow *window)
{
    const View *view = window->view;
    uint32_t k = view->trace->run.k;
    char text[24];
    bool full =
        font_width(FONT_STRONG, view->least, "bank 00") <= window->column;
    Rect label = {window->box.x, window->box.y,
                  window->label - view_px(view, 10), window->head};

    view_tag(view, TAG_BANK, k);
    /* over the cells' numbers, or before those of the banks */
    const char *words[] = {full ? "cell" : "bank ▶", full ? "" : "bank"};
    for (int i = 0; i < 2; ++i)
        if (view_least_width(view, FONT_TEXT, words[i]) <= label.w) {
            draw_text(view->list, label, ALIGN_RIGHT, FONT_TEXT,
                      view_size(view, 24), view->least, COLOR_DIM, words[i]);
            break;
        }
    for (uint32_t bank = 0; bank < k; ++bank) {
        Rect box = {window->xs[bank], window->box.y, window->widths[bank],
                    window->head};
        if (!window->open[bank])
            continue;
        snprintf(text, sizeof text, full ? "bank %u" : "%u", bank);
        view_tag(view, TAG_BANK, bank);
        view_label(view, box, FONT_STRONG, 24, COLOR_DIM, text);
    }
}

/* The first name that is shown of a queue at BANK: it moves up while it is
 * served. */
static int first_shown(const BankWindow *window, uint32_t bank)
{
    const View *view = window->view;
    int length = view->queues[bank], most = length - window->room;

    if (!view_is_moving(view) || most <= 0)
        return 0;
    int begun = view_begun_at(view, bank) - 1;
    return int_most(0, int_least(begun, most));
}

static Rect name_box(const BankWindow *window, uint32_t bank, int place)
{
    const View *view = window->view;
    double y = window->queues.y + view_px(view, rail_height);
    double width = fmin(window->widths[bank], view_px(view, 150));
    Rect box = {window->xs[bank] + (window->widths[bank] - width) / 2,
                y + place * window->name, width,
                window->name - view_px(view, 4)};

    return box;
}

/* Where access I stands in line, or would if the line were shown that far. */
static Rect place_of(const BankWindow *window, int i)
{
    const View *view = window->view;
    uint32_t bank = bank_of(view, view->accesses + i);
    int place = view->ranks[i] - first_shown(window, bank);

    return name_box(window, bank,
                    int_most(0, int_least(place, window->room - 1)));
}

static void draw_name(const BankWindow *window, Rect box, int i)
{
    const View *view = window->view;

    view_queue_name(view, box, i, FONT_CODE_STRONG,
                    fmax(26, box.h * 0.7 / view->unit));
}

/* "+6" where so many more are in line. */
static void draw_more(const BankWindow *window, uint32_t bank, int more)
{
    char text[16];

    snprintf(text, sizeof text, "+%d", more);
    view_label(window->view, name_box(window, bank, window->room - 1),
               FONT_CODE_STRONG, 26, COLOR_ALARM, text);
}

static void draw_queue(const BankWindow *window, uint32_t bank)
{
    const View *view = window->view;
    int first = first_shown(window, bank);
    int left = view->queues[bank] - first, room = window->room;

    if (left > room)
        --room;
    for (int i = 0; i < view->running->lanes; ++i) {
        int place = view->ranks[i] - first;
        if (bank_of(view, view->accesses + i) != bank || place < 0 ||
            place >= room)
            continue;
        draw_name(window, name_box(window, bank, place), i);
    }
    if (left > window->room)
        draw_more(window, bank, left - room);
}

/* The queue of a folded bank: a bar as long as the queue is. */
static void draw_bar(const BankWindow *window, uint32_t bank)
{
    const View *view = window->view;
    double y = window->queues.y + view_px(view, rail_height);
    double all = window->room * window->name - view_px(view, 4);
    double height = fmax(2, all * view->queues[bank] / view->longest);
    bool waits = view_bank_conflicts(view, bank);
    Color color = waits                          ? COLOR_CONFLICT
                  : trace_is_load(view->running) ? COLOR_LOAD
                                                 : COLOR_STORE;

    view_tag(view, TAG_QUEUE, bank);
    draw_rect(view->list,
              (Rect){window->xs[bank], y, fmax(1, window->widths[bank]),
                     height},
              0, color);
}

static void draw_queues(const BankWindow *window)
{
    const View *view = window->view;
    double rail = fmax(2, round(view_px(view, 4)));
    bool entering = view_entered(view) < 1;

    display_list_area(view->list, AREA_QUEUES, view->panel, window->queues);
    for (uint32_t bank = 0; bank < view->trace->run.k; ++bank) {
        Rect box = {window->xs[bank], round(window->queues.y),
                    fmax(1, window->widths[bank]), rail};
        view_tag(view, TAG_QUEUE, bank);
        draw_rect(view->list, box, 0, COLOR_INK);
        if (view_hides_answer(view) && window->open[bank]) {
            box.y += view_px(view, rail_height);
            box.h = window->name;
            view_label(view, box, FONT_STRONG, 24, COLOR_DIM, "?");
        }
        if (view_hides_answer(view) || !view_is_shared(view) ||
            view->queues[bank] == 0 || entering)
            continue;
        if (window->open[bank])
            draw_queue(window, bank);
        else
            draw_bar(window, bank);
    }
}

/* ---- Motion ---------------------------------------------------------------*/

/* Requests on their way from over the banks into the queues. */
static void draw_entering(const BankWindow *window)
{
    const View *view = window->view;
    double entered = view_entered(view);

    for (int i = 0; i < view->running->lanes; ++i) {
        Rect to = place_of(window, i), from = to;
        uint32_t bank = bank_of(view, view->accesses + i);
        if (!window->open[bank] || view->ranks[i] >= window->room)
            continue;
        from.y = window->box.y + window->box.h - to.h;
        view_tag(view, TAG_MOTION, 0);
        to.y = view_eased(from.y, to.y, entered);
        draw_name(window, to, i);
    }
}

/* The line that shows a row; -1: it is folded. */
static int line_of(const BankWindow *window, uint32_t row)
{
    for (size_t i = 0; i < window->rows.lines_count; ++i) {
        const RowLine *line = window->rows.lines + i;
        if (row >= line->row && row < line->row + line->count)
            return line->hidden ? -1 : (int)i;
    }
    return -1;
}

/* Values on their way between the queues and the cells. */
static void draw_tokens(const BankWindow *window)
{
    const View *view = window->view;
    bool store = trace_is_store(view->running);

    for (int i = 0; i < view->running->lanes; ++i) {
        const Access *access = view->accesses + i;
        double served = view_served(view, access);
        uint32_t bank = bank_of(view, access);
        int line = line_of(window, access->cell / view->trace->run.k);
        char text[VALUE_TEXT] = "";
        if (served <= 0 || served >= 1 || line < 0 || !window->open[bank])
            continue;
        Rect cell = cell_box(window, (size_t)line, bank);
        /* at the head of the queue, where it covers no name */
        Rect place = {window->xs[bank],
                      window->queues.y - view_size(view, 26) * 0.7,
                      window->widths[bank], 0};
        if (!view_has_variables(view))
            scene_value(view->trace->run.op, access->value, true, text);
        if (view_least_width(view, FONT_CODE_STRONG, text) > cell.w)
            text[0] = '\0';
        view_moving(view, store ? place : cell, store ? cell : place, served,
                    26, view_access_color(view, access), text);
    }
}

/* "banks 4 to 15" of those that are folded, or "12 more banks" if others are
 * between them; nothing if all are open. */
static void add_folded_banks(const BankWindow *window, Text *text)
{
    uint32_t k = window->view->trace->run.k, first = k, last = 0, count = 0;

    for (uint32_t bank = 0; bank < k; ++bank) {
        if (window->open[bank])
            continue;
        first = count ? first : bank;
        last = bank;
        ++count;
    }
    if (count == 1)
        text_add(text, "bank %u", first);
    else if (count && last - first + 1 == count)
        text_add(text, "banks %u to %u", first, last);
    else if (count)
        text_add(text, "%u more banks", count);
}

/* The same of folded rows: "cells 224 to 255", "48 more rows". */
static void add_folded_rows(const BankWindow *window, Text *text)
{
    const Run *run = &window->view->trace->run;
    const RowLine *one = NULL;
    uint32_t count = 0, runs = 0;

    for (size_t i = 0; i < window->rows.lines_count; ++i) {
        const RowLine *line = window->rows.lines + i;
        if (!line->hidden)
            continue;
        one = line;
        count += line->count;
        ++runs;
    }
    if (runs == 1) {
        uint32_t end = (one->row + one->count) * run->k;
        text_add(text, "cells %u to %u", one->row * run->k,
                 (end < run->words ? end : run->words) - 1);
    } else if (runs) {
        text_add(text, "%u more rows", count);
    }
}

static void draw_note(const BankWindow *window)
{
    Text banks = {0}, rows = {0}, full = {0}, brief = {0};

    add_folded_banks(window, &banks);
    add_folded_rows(window, &rows);
    if (banks.length || rows.length) {
        const char *first = banks.length ? banks.text : rows.text;
        text_add(&full, "%s%s%s, folded", first,
                 banks.length && rows.length ? " and " : "",
                 banks.length && rows.length ? rows.text : "");
        text_add(&brief, "%s, folded", first);
        view_tag(window->view, TAG_FRAME, 0);
        view_text_fitting(window->view, window->note, FONT_TEXT, 24, COLOR_DIM,
                          (const char *[]){full.text, brief.text, first}, 3);
    }
    text_free(&banks);
    text_free(&rows);
    text_free(&full);
    text_free(&brief);
}

void bank_window_draw(const BankWindow *window)
{
    const View *view = window->view;
    double size = access_size(window);

    display_list_area(view->list, AREA_MEMORY, view->panel, window->box);
    draw_heads(window);
    for (size_t i = 0; i < window->rows.lines_count; ++i)
        if (window->rows.lines[i].hidden)
            draw_folded(window, i);
        else
            draw_row(window, i, size);
    draw_queues(window);
    if (window->note.h > 0)
        draw_note(window);
    if (!view_is_moving(view) || !view_is_shared(view))
        return;
    if (view_entered(view) < 1)
        draw_entering(window);
    else
        draw_tokens(window);
}
