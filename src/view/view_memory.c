/* SPDX-License-Identifier: MIT
 *
 * view_memory - draws shared memory with one column a bank, and the queues
 * below the banks.
 *
 *             0      1      2      3        the banks
 *       0  [41<T0][  3 ][  12 ][  7 ]       cell 0 and its three neighbours
 *       4  [  2  ][ 18 ][ /// ][  7 ]       /// was never written
 *          ------ ------ ------ ------
 *  queues   T0                              the lanes that wait at each bank
 *           T2
 *          2 waiting
 *
 * If there are too many rows, those not in use are folded (row_folding.h); if
 * columns are too narrow for values, cells are drawn as a map of colours, with
 * a lens under it: the words that move.
 */
#include "view/shown_value.h"
#include "view/views.h"

#include "draw/font.h"
#include "draw/layout.h"
#include "trace/value.h"
#include "trace/variable.h"
#include "view/memory_grid.h"
#include "view/items.h"
#include "view/row_folding.h"
#include "view/view_marks.h"
#include "view/view_motion.h"

#include <math.h>
#include <stdlib.h>

static const double title_height = 24; /* px at 1080, as all of these */
static const double numbers_height = 20;

static const double line_share = 1.15; /* of the size of a number, its line */

enum {
    COMMON_DIGITS = 4, /* of a program's values; longer ones shrink */
    MOST_LINES = 4     /* that a number has */
};

static double row_likes(const View *view)
{
    return view_px(view, view->single || bank_is_star(view) ? 32 : 25);
}

double view_memory_width(const View *view)
{
    return bank_label_width(view) + view->trace->run.k * bank_likes_width(view);
}

/* The part of a cell that text may fill. */
static Rect cell_inside(const View *view, Rect box)
{
    return rect_inset(box, fmin(view_px(view, 3), box.w / 50), 0);
}

/* Is there a cell in which "T0 ▶ 41" does not fit? */
static bool must_be_brief(const MemoryGrid *grid)
{
    const View *view = grid->view;
    Rect cell = bank_column(&grid->columns, 0, 0, 1);
    char text[96];

    for (uint32_t c = 0; view->steps && c < view->trace->run.words; ++c) {
        const Access *last = grid->stepped.last[c];
        if (!last)
            continue;
        memory_grid_moved(grid, last, c, true, text);
        if (view_least_width(view, FONT_CODE_STRONG, text) >
            cell_inside(view, cell).w)
            return true;
    }
    if (!view_is_shared(view) || view->steps)
        return false;
    for (int i = 0; i < view->running->lanes; ++i) {
        memory_grid_moved(grid, view->accesses + i, view->accesses[i].cell,
                          false, text);
        if (view_least_width(view, FONT_CODE_STRONG, text) >
            cell_inside(view, cell).w)
            return true;
    }
    return false;
}

/* The part of shared memory that a value is written on: a cell, or both cells
 * of a number of 8 bytes. */
typedef struct {
    Rect box;
    uint32_t cell; /* the first one */
    bool none;     /* nothing is written: it is, on the second cell */
} Written;

/* Do both cells of a number, the second of which is CELL, look the same? */
static bool is_joined(const MemoryGrid *grid, uint32_t cell)
{
    const View *view = grid->view;
    const Access *low = memory_grid_access(grid, cell - 1),
                 *high = memory_grid_access(grid, cell);

    if (view->moment->intervals[cell - 1] == INTERVAL_UNSET ||
        view->moment->intervals[cell] == INTERVAL_UNSET || !low != !high)
        return false;
    return !low ||
           (memory_grid_shows(view, low) == memory_grid_shows(view, high) &&
            view_access_color(view, low) == view_access_color(view, high));
}

/* What CELL in BOX is drawn as: the second cell of a number as both. */
static Written written_on(const MemoryGrid *grid, Rect box, uint32_t cell)
{
    const View *view = grid->view;
    Half half = number_cell_half(view->trace, view_grid(view), cell);
    Written at = {box, cell, false};

    if (half == HALF_LOW) {
        at.none = is_joined(grid, cell + 1);
    } else if (half == HALF_HIGH && is_joined(grid, cell)) {
        at.box.x -= grid->columns.pitch;
        at.box.w += grid->columns.pitch;
        --at.cell;
    }
    return at;
}

/* The part of a cell that a program's number may fill. */
static Rect number_inside(Rect box)
{
    return rect_inset(box, 0.5, 0);
}

/* How the numbers of ROW are written, which is drawn at Y and H high. */
static void choose_numbers(const MemoryGrid *grid, uint32_t row, double y,
                           double h)
{
    const View *view = grid->view;
    uint32_t k = view->trace->run.k;
    MemoryNumbers *numbers = grid->numbers + row;

    *numbers = (MemoryNumbers){.first = row * k, .height = h};
    for (uint32_t bank = 0; bank < k; ++bank) {
        uint32_t cell = row * k + bank;
        if (cell >= view->trace->run.words ||
            view->moment->intervals[cell] == INTERVAL_UNSET)
            continue;
        Written at =
            written_on(grid, bank_column(&grid->columns, bank, y, h), cell);
        if (!at.none)
            numbers->widths[at.cell - numbers->first] = number_inside(at.box).w;
    }
    memory_numbers_choose(view, numbers);
}

/* The size of all values of a program that fit in one cell: so that those side
 * by side do not look like one number. */
static double program_text_size(const MemoryGrid *grid)
{
    const View *view = grid->view;
    double width = grid->columns.pitch - grid->columns.gap - view_px(view, 4);
    double digits = layout_clamp(view->analysed->digits, 1, COMMON_DIGITS);
    double one = font_width(FONT_CODE_STRONG, 1, "0");

    if (digits * one * view->least > width)
        digits = fmax(1, floor(width / (one * view->least)));
    return fmin(memory_grid_text(view), width / (digits * one) / view->unit);
}

/* A program's values are of several types: "…" stands for one that is too long.
 */
static void write_value(const MemoryGrid *grid, const Written *at, Font font,
                        Color color)
{
    const View *view = grid->view;
    char text[VALUE_TEXT];

    if (view_has_variables(view)) {
        memory_numbers_draw(view,
                            grid->numbers + bank_row(view->trace, at->cell),
                            at->cell, number_inside(at->box), font,
                            program_text_size(grid) * view->unit, color);
        return;
    }
    Rect inside = cell_inside(view, at->box);
    view_cell_value(view, at->cell, font, inside.w, text);
    view_number(view, inside, font, memory_grid_text(view), color, text);
}

static void draw_touched(const MemoryGrid *grid, Rect box, const Access *access)
{
    const View *view = grid->view;
    Color color = view_access_color(view, access);
    Written at = written_on(grid, box, access->cell);
    uint32_t threads[2];
    char text[96];

    Shape *shape = draw_rect(view->list, at.box, view_px(view, 3), color);
    if (memory_grid_threads(grid, access->cell, view->steps, threads) == 1)
        view_thread(view, shape, threads[0]);
    Color on = view_on(color);
    if (memory_grid_wrong(view, access->cell))
        on = view_fill_wrong(view, shape);
    else if (view_is_raced(view, access))
        view_mark_raced(view, shape);
    if (at.none)
        return;
    if (grid->brief || !view_done(view, access)) {
        write_value(grid, &at, FONT_CODE_STRONG, on);
        return;
    }
    memory_grid_moved(grid, access, at.cell, view->steps, text);
    view_number(view, cell_inside(view, at.box), FONT_CODE_STRONG,
                memory_grid_text(view), on, text);
}

/* A cell with what it holds. */
static void draw_held(const MemoryGrid *grid, Rect box, uint32_t cell)
{
    const View *view = grid->view;

    if (view->moment->intervals[cell] == INTERVAL_UNSET) {
        view_unwritten(view, box);
        return;
    }
    Written at = written_on(grid, box, cell);
    bool wrong = memory_grid_wrong(view, cell);
    Shape *shape = draw_rect(view->list, at.box, view_px(view, 3), COLOR_CELL);
    Color on = wrong ? view_fill_wrong(view, shape) : COLOR_INK;
    if (!at.none)
        write_value(grid, &at, wrong ? FONT_CODE_STRONG : FONT_CODE, on);
}

static void draw_cell(const MemoryGrid *grid, Rect box, uint32_t cell)
{
    const View *view = grid->view;
    const Access *access = memory_grid_access(grid, cell);

    view_thing(view, THING_CELL, cell);
    if (access && memory_grid_shows(view, access)) {
        draw_touched(grid, box, access);
        return;
    }
    draw_held(grid, box, cell);
    if (access) /* which waits */
        view_edge(view,
                  draw_rect(view->list, written_on(grid, box, cell).box,
                            view_px(view, 3), COLOR_NONE),
                  view_access_color(view, access), 2);
}

/* ---- Names of a program's variables ---------------------------------------*/

double view_memory_height(const View *view)
{
    return view_px(view, (view->two_rows ? 0 : title_height) + numbers_height) +
           row_likes(view) * view_memory_rows(view->analysed) +
           memory_names_room(view) *
               memory_names_count(view, 0, view_memory_rows(view->analysed)) +
           view_queues_height(view);
}

/* ---- Rows -----------------------------------------------------------------*/

static double row_gap(const View *view)
{
    return fmax(1, round(view_px(view, 2)));
}

static void draw_row(const MemoryGrid *grid, uint32_t row, double y,
                     double pitch)
{
    double gap = row_gap(grid->view);

    if (grid->numbers)
        choose_numbers(grid, row, y, pitch - gap);
    memory_grid_label(grid, row, y, pitch - gap);
    for (uint32_t bank = 0; bank < grid->view->trace->run.k; ++bank) {
        uint32_t cell = row * grid->view->trace->run.k + bank;
        if (cell < grid->view->trace->run.words)
            draw_cell(grid, bank_column(&grid->columns, bank, y, pitch - gap),
                      cell);
    }
}

/* One line for rows that are not shown: "cells 32 to 251". */
static void draw_hidden(const MemoryGrid *grid, const RowLine *line, double y,
                        double pitch)
{
    const View *view = grid->view;
    const Run *run = &view->trace->run;
    uint32_t first = line->row * run->k;
    uint32_t last = (line->row + line->count) * run->k - 1;
    Rect box = {grid->columns.x, y, grid->columns.pitch * run->k, pitch};
    Text text = {0};

    last = last < run->words ? last : run->words - 1;
    if (view_has_variables(view)) {
        variable_cell_name(view->trace, view_grid(view), first, &text);
        text_add(&text, " to ");
        variable_cell_name(view->trace, view_grid(view), last, &text);
    } else {
        text_add(&text, "cells %u to %u", first, last);
    }
    text_add(&text, " hidden");
    if (line->touched)
        text_add(&text, ", %u of them in use", line->touched);
    view_thing(view, THING_TOTALS, first);
    if (pitch >= view_size(view, 12.5) * 1.2) /* it would touch the values */
        view_label(view, box, FONT_TEXT, 12.5,
                   line->touched ? COLOR_ALARM : COLOR_DIM, text.text);
    text_free(&text);
}

/* The height of all names over the rows of PLAN; 0 if there is no room. */
static double names_height(const MemoryGrid *grid, const RowFolding *plan)
{
    double least = memory_grid_least(grid->view), height = 0;

    for (size_t i = 0; i < plan->lines_count; ++i)
        if (!plan->lines[i].hidden &&
            memory_names_has(grid->view, grid->first + plan->lines[i].row))
            height += memory_names_room(grid->view);
    return height + least * (double)plan->lines_count <= grid->box.h ? height
                                                                     : 0;
}

/* The height of a row that is PITCH high where numbers have one line, and has
 * at most LINES of them. */
static double row_height(const MemoryGrid *grid, uint32_t row, int lines,
                         double pitch)
{
    const View *view = grid->view;
    double width = grid->columns.pitch - grid->columns.gap - 1;
    int likes = int_least(lines, memory_numbers_likes(view, row, width));

    return likes < 2 ? pitch
                     : fmax(pitch, ceil(likes * view->least * line_share) +
                                       2 * row_gap(view));
}

/* The lines that numbers may have in rows that are higher for it, if NAMES,
 * pixels, and those rows fit. */
static int choose_lines(const MemoryGrid *grid, const RowFolding *plan,
                        double names, double pitch)
{
    int lines = grid->view->single && view_has_variables(grid->view) &&
                        grid->rows == plan->lines_count
                    ? MOST_LINES
                    : 1;

    for (; lines > 1; --lines) {
        double height = names;
        for (size_t i = 0; i < plan->lines_count; ++i)
            height += row_height(grid, grid->first + plan->lines[i].row, lines,
                                 pitch);
        if (height <= grid->box.h)
            break;
    }
    return lines;
}

/* Rows with values: all of them, or those in use and their neighbours.  All of
 * these return where they end. */
static double draw_rows(const MemoryGrid *grid, uint32_t room)
{
    const View *view = grid->view;
    double pitch = fmin(row_likes(view), grid->box.h / fmin(room, grid->rows));
    double y = round(grid->box.y);
    uint32_t k = view->trace->run.k;
    uint32_t cells = view->trace->run.words - grid->first * k;
    RowFolding plan =
        row_folding_plan(grid->rows, k,
                         cells < grid->rows * k ? cells : grid->rows * k,
                         grid->touched ? grid->touched + grid->first * k : NULL,
                         room);

    double names = names_height(grid, &plan);
    if (names > 0)
        pitch = fmin(row_likes(view),
                     (grid->box.h - names) / (double)plan.lines_count);
    double one = fmax(1, floor(pitch));
    int lines = choose_lines(grid, &plan, names, one);
    for (size_t i = 0; i < plan.lines_count; ++i, y += pitch) {
        plan.lines[i].row += grid->first;
        pitch =
            lines > 1 ? row_height(grid, plan.lines[i].row, lines, one) : one;
        if (names > 0 && !plan.lines[i].hidden &&
            memory_names_has(view, plan.lines[i].row)) {
            double top = y;
            y += memory_names_room(view);
            memory_names_draw(grid, plan.lines[i].row, top, y + pitch);
        }
        for (uint32_t j = 0; j < plan.lines[i].count; ++j)
            grid->lines[plan.lines[i].row + j] = (Rect){0, y, 0, pitch};
        if (plan.lines[i].hidden)
            draw_hidden(grid, plan.lines + i, y, pitch);
        else
            draw_row(grid, plan.lines[i].row, y, pitch);
    }
    row_folding_free(&plan);
    return y;
}

/* Are rows left out, or thinner than text? */
static bool is_folded(const MemoryGrid *grid)
{
    return grid->box.h >= 1 && memory_grid_room(grid) < grid->rows;
}

static double draw_grid(const MemoryGrid *grid)
{
    if (grid->rows == 0 || grid->box.h < 1)
        return grid->box.y;
    return memory_grid_is_map(grid) ? memory_map_draw(grid)
                                    : draw_rows(grid, memory_grid_room(grid));
}

/* ---- The lens on a map ----------------------------------------------------*/

/* The value that an access moves; "" of a part of a number, and of what is
 * wider than a column of a program's memory. */
static void token_text(const MemoryGrid *grid, const Access *access,
                       char text[VALUE_TEXT])
{
    const View *view = grid->view;
    uint32_t of = view_grid(view);

    if (!view_has_variables(view)) {
        shown_value(view->trace->run.op, access->value, true, text);
        return;
    }
    if (number_cell_half(view->trace, of, access->cell) == HALF_NONE)
        variable_cell_value(view->trace, of, access->cell, access->value, text);
    if (view_least_width(view, FONT_CODE_STRONG, text) > grid->columns.pitch)
        text[0] = '\0';
}

/* Values on their way between a cell and the queue of its bank. */
static void draw_tokens(const MemoryGrid *grid, Rect queues)
{
    const View *view = grid->view;
    Token tokens[TRACE_MAX_BANKS];
    int count = service_tokens(view->service, tokens);

    for (int i = 0; i < count; ++i) {
        const Access *access = tokens[i].access;
        bool store = tokens[i].to.kind == THING_CELL;
        uint32_t row = bank_row(view->trace, access->cell);
        if (!view_is_under_way(view, tokens + i) || row < grid->first ||
            row >= grid->first + grid->rows)
            continue;
        Rect line = grid->lines[row];
        Rect cell =
            bank_column(&grid->columns, bank_of(view->trace, access->cell),
                        line.y, line.h);
        Rect place = view_queue_head(view, &grid->columns, queues,
                                     bank_of(view->trace, access->cell));
        char text[VALUE_TEXT] = "";
        if (memory_grid_takes_text(grid))
            token_text(grid, access, text);
        view_token(view, tokens + i, store ? place : cell, store ? cell : place,
                   memory_grid_text(view), text);
    }
}

/* If not all rows are drawn with their values, draws a strip beside them: how
 * often each row of the whole memory is used in this step, and which part is
 * visible. */
static void draw_heat(const MemoryGrid *grid, double end)
{
    const View *view = grid->view;
    const Trace *trace = view->trace;
    double width = fmax(2, round(view_px(view, 4)));
    Rect box = {grid->columns.x - width - fmax(1, view_px(view, 2)),
                grid->box.y, width, end - grid->box.y};
    PixelBins heat = pixel_bins_new(box, true);
    double row = box.h / grid->all;

    for (size_t i = view->running
                        ? trace_step(trace, view->running)->first_instruction
                        : 0;
         i < view->position; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        bool waits = view->analysed->banks.costs[i].wavefronts > 1;
        for (int a = 0; trace_is_shared(at) && a < at->lanes; ++a) {
            double y = bank_row(trace, access[a].cell) * row;
            pixel_bins_heat(&heat, y, y + row, 1, waits);
        }
    }
    view_thing(view, THING_TOTALS, 0);
    draw_rect(view->list, box, 0, COLOR_CELL);
    pixel_bins_draw(&heat, view->list);
    if (grid->rows < grid->all) {
        Rect seen = {box.x - 1, box.y + grid->first * row, box.w + 2,
                     fmax(3, grid->rows * row)};
        Shape *frame = draw_rect(view->list, seen, 0, COLOR_NONE);
        view_edge(view, frame, COLOR_INK, 1);
    }
}

/* The visible rows. */
static void choose_rows(MemoryGrid *grid)
{
    const Zoom *zoom = grid->view->zooms + ZOOM_MEMORY;

    grid->rows = grid->all = view_memory_rows(grid->view->analysed);
    if (zoom->zoom <= 0 || grid->all == 0)
        return;
    double rows = fmax(ceil(grid->all / zoom_scale(zoom)),
                       floor(grid->box.h / row_likes(grid->view)));
    grid->rows = (uint32_t)layout_clamp(rows, 1, grid->all);
    grid->first = (uint32_t)fmin(floor(grid->all * zoom->from + 0.5),
                                 grid->all - grid->rows);
}

static bool has_rounded(const MemoryGrid *grid)
{
    for (uint32_t row = 0; grid->numbers && row < grid->all; ++row)
        if (grid->numbers[row].rounded)
            return true;
    return false;
}

void view_memory(const View *view, Rect box)
{
    MemoryGrid grid = {.view = view};

    display_list_area(view->list, AREA_MEMORY, view->panel, box);
    if (rect_is_empty(box))
        return;
    view_thing(view, THING_FRAME, 0);
    Rect title =
        rect_cut_top(&box, view->two_rows ? 0 : view_px(view, title_height));
    grid.columns = bank_columns(view, box);
    view_bank_numbers(view, &grid.columns,
                      rect_cut_top(&box, view_px(view, numbers_height)));
    Rect queues = rect_cut_bottom(&box, view_queues_height(view));
    grid.box = box;
    uint8_t *touched = service_touched(view->service, view->trace->run.words);
    if (view->steps)
        grid.stepped = step_cells_of(view->moment);
    grid.touched = touched;
    grid.brief = must_be_brief(&grid);
    choose_rows(&grid);
    grid.lines = base_alloc((size_t)grid.all + 1, sizeof *grid.lines);
    Rect lens = rect_cut_bottom(&grid.box, memory_map_lens_height(&grid));
    if (view_has_variables(view))
        grid.numbers = base_alloc((size_t)grid.all + 1, sizeof *grid.numbers);
    /* Beside another trace, queues stand at one height in both. */
    double end = draw_grid(&grid);
    view_thing(view, THING_FRAME, 0);
    if (!view->two_rows)
        memory_names_title(view, title, has_rounded(&grid));
    lens.y = fmin(lens.y, end);
    if (lens.h > 0)
        memory_map_lens(&grid, lens);
    end += lens.h;
    if (is_folded(&grid) || grid.rows < grid.all)
        draw_heat(&grid, end - lens.h);
    if (!view->single)
        end = fmax(end, box.y + view->rows * row_likes(view));
    queues.y = fmin(queues.y, end + view_px(view, 6));
    view_queues(view, &grid.columns, queues);
    if (view_is_moving(view) && view_is_shared(view))
        draw_tokens(&grid, queues);
    free(grid.numbers);
    free(grid.lines);
    step_cells_free(&grid.stepped);
    free(touched);
}
