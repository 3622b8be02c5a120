/* SPDX-License-Identifier: MIT */
#include "view/lane_layout.h"

#include "analysis/shuffle.h"
#include "draw/font.h"
#include "trace/variable.h"
#include "view/shown_value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Is it a sum of elements of 8 bytes, or of fewer than 4? */
static bool is_of_no_word(const View *view, const RegisterCell *cell)
{
    return lane_is_made(view->moment, cell) && cell->sum != REGISTERS_NEVER &&
           !trace_sum_is_of_words(view->trace, view->trace->sums + cell->sum);
}

Number lane_number(const View *view, const RegisterCell *cell)
{
    if (cell->sum == REGISTERS_NEVER || lane_is_made(view->moment, cell))
        return registers_number(&view->analysed->lanes, cell);
    return number_moved(view->trace,
                        view->trace->instructions + cell->instruction,
                        view->trace->accesses + cell->access);
}

const char *lane_text(const View *view, const RegisterCell *cell, Font font,
                      double width, char text[VALUE_TEXT])
{
    Number number = lane_number(view, cell);

    if (number.element != ELEMENT_OTHER)
        return number_text(number, true, text);
    if (is_of_no_word(view, cell))
        return shown_value(OP_INTERVAL, cell->interval, false, text);
    return view_value(view, lane_word(view->moment, cell), font, width, text);
}

/* An operand of the sum of CELL: as a number, or as scene_operand has it. */
static const char *operand_text(const View *view, const RegisterCell *cell,
                                bool right, char text[VALUE_TEXT])
{
    Number number = registers_operand(&view->analysed->lanes, cell, right);

    return number.element == ELEMENT_OTHER
               ? shown_value_operand(view->trace, view->trace->sums + cell->sum,
                                     right, true, text)
               : number_text(number, true, text);
}

bool lane_sum_text(const View *view, const RegisterCell *cell,
                   char text[LANE_TEXT])
{
    char left[VALUE_TEXT], right[VALUE_TEXT];

    if (!lane_is_made(view->moment, cell))
        return false;
    snprintf(text, 3 * VALUE_TEXT, "%s %s %s",
             operand_text(view, cell, false, left),
             op_sign(view->trace->run.op),
             operand_text(view, cell, true, right));
    return true;
}

void lane_add_result(const View *view, const RegisterCell *cell,
                     char text[LANE_TEXT])
{
    Number number = lane_number(view, cell);
    char value[VALUE_TEXT];
    size_t length = strlen(text);

    if (number.element != ELEMENT_OTHER)
        number_text(number, true, value);
    else if (is_of_no_word(view, cell))
        shown_value(OP_INTERVAL, cell->interval, false, value);
    else
        shown_value(view->trace->run.op, cell->value, true, value);
    snprintf(text + length, LANE_TEXT - length, " = %s", value);
}

/* An access of the block, as the whole trace has it: there it stands for inputs
 * of all blocks. */
static const Access *in_whole(const View *view, uint32_t access,
                              uint32_t instruction)
{
    const Trace *whole = view->whole->trace;

    if (view->whole == view->analysed)
        return whole->accesses + access;
    uint32_t origin = view->analysed->origins[instruction];
    return whole->accesses + whole->instructions[origin].first_access + access -
           view->trace->instructions[instruction].first_access;
}

/* Does it hand on what is no sum, as the whole trace has it? */
static bool is_plain(const View *view, uint32_t instruction)
{
    bool part = view->whole != view->analysed;

    return view->whole
        ->numbers[part ? view->analysed->origins[instruction] : instruction];
}

bool lane_label(const View *view, const RegisterCell *cell,
                char text[VALUE_TEXT])
{
    const Trace *part = view->trace;
    Word interval;

    if (!lane_is_begun(view->moment, cell) || cell->kept)
        return false;
    if (!lane_is_made(view->moment, cell)) {
        if (is_plain(view, cell->instruction))
            return false;
        interval = in_whole(view, cell->access, cell->instruction)->interval;
    } else {
        uint32_t access = part->sums[cell->sum].access;
        size_t first =
            (size_t)(trace_sums(part, part->accesses + access) - part->sums);
        const Sum *sum =
            trace_sums(view->whole->trace,
                       in_whole(view, access,
                                (uint32_t)(trace_instruction_of(part, access) -
                                           part->instructions))) +
            (cell->sum - first);
        interval = interval_join(sum->left_interval, sum->right_interval);
    }
    value_format_interval(interval, text);
    return true;
}

/* True if a thread shows in this row the sum with the word that it read. */
static bool shows_sums(const View *view, const RegisterRow *line)
{
    const WarpRegisters *lanes = &view->analysed->lanes;
    size_t row = (size_t)(line - lanes->rows);

    if (!trace_traits((AccessKind)line->kind)->brings)
        return false;
    for (uint32_t thread = 0; thread < lanes->threads; ++thread)
        if (lane_is_made(view->moment, registers_cell(lanes, row, thread)))
            return true;
    return false;
}

void lane_row_name(const View *view, const RegisterRow *line, Text *text)
{
    const Trace *trace = view->trace;
    const Instruction *first = trace->instructions + line->first;
    int distance = shuffle_distance(trace, first);
    const AccessTraits *traits = trace_traits((AccessKind)line->kind);
    bool counts = !trace_is_update(first) ||
                  trace->arrays[first->array].holds == HOLDS_NUMBERS;
    const char *caption = counts ? traits->caption : "update ";

    if (line->alone) {
        text_add(text, "%s", op_verb(view->analysed->op));
        return;
    }
    if (tile_status_count(trace, first)) {
        text_add(text, "%s%s",
                 trace_is_global_store(first) ? "publish" : "look back",
                 line->words == 1  ? ""
                 : line->word == 0 ? ", state"
                                   : ", sum");
        return;
    }
    text_add(text, "%s", caption);
    if (caption[strlen(caption) - 1] == ' ')
        text_add(text, "%s", trace->arrays[first->array].name);
    if (line->words > 1)
        text_add(text, ", %d of %d", line->word + 1, line->words);
    if (!trace_is_shuffle(first)) {
        if (shows_sums(view, line))
            text_add(text, ", %s", op_verb(view->analysed->op));
        return;
    }
    if (shuffle_source(trace, first) >= 0 && first->lanes > 1)
        text_add(text, " from %d", shuffle_source(trace, first));
    else if (distance)
        text_add(text, " %s by %d", distance > 0 ? "up" : "down",
                 abs(distance));
}

/* Have two rows one name, as executions of one line in one step? */
static bool is_again(const Trace *trace, const RegisterRow *a,
                     const RegisterRow *b)
{
    const Instruction *x = trace->instructions + a->first;
    const Instruction *y = trace->instructions + b->first;

    return a->step == b->step && a->site == b->site && a->word == b->word &&
           a->alone == b->alone && x->source == y->source &&
           x->place == y->place && a->kind == b->kind &&
           (!trace_is_shuffle(x) ||
            (shuffle_distance(trace, x) == shuffle_distance(trace, y) &&
             shuffle_source(trace, x) == shuffle_source(trace, y)));
}

uint32_t lane_row_turn(const View *view, const RegisterRow *line)
{
    const WarpRegisters *lanes = &view->analysed->lanes;
    uint32_t turn = 0, all = 0;

    if (line->alone)
        return 0;
    for (const RegisterRow *row = lanes->rows;
         row < lanes->rows + lanes->rows_count; ++row)
        if (is_again(view->trace, row, line)) {
            ++all;
            turn += row <= line;
        }
    return all > 1 ? turn : 0;
}

/* The line NUMBER, from 1, of TEXT without blanks before it; its *LENGTH. */
static const char *find_line(const char *text, uint32_t number, size_t *length)
{
    while (number > 1 && *text) {
        text += strcspn(text, "\n");
        text += *text == '\n';
        --number;
    }
    text += strspn(text, " \t");
    *length = strcspn(text, "\n");
    return text;
}

/* The statement in LENGTH bytes from *CODE on, without its type; 0 bytes if
 * they are no whole one. */
static size_t find_statement(const char **code, size_t length)
{
    static const char *const types[] = {"T ", "Four<T> ", "int "};
    const char *end = memchr(*code, ';', length);
    int depth = 0;

    for (const char *at = *code; end && at < end; ++at)
        depth += (*at == '(') - (*at == ')');
    if (!end || depth != 0)
        return 0;
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
        if (strncmp(*code, types[i], strlen(types[i])) == 0) {
            *code += strlen(types[i]);
            break;
        }
    return (size_t)(end - *code);
}

/* What the statement of AT passes on: the first argument of a shuffle, the
 * right side of a store. */
static void add_operand(const Instruction *at, const char *code, size_t length,
                        Text *text)
{
    bool shuffles = trace_is_shuffle(at);
    const char *from = strstr(code, shuffles ? "shuffle" : " = ");
    const char *end = code + length;
    int depth = 0;

    if (!from || from >= end || (!shuffles && !trace_traits_of(at)->writes))
        return;
    from += shuffles ? strcspn(from, "(") + 1 : strlen(" = ");
    const char *last = from;
    while (last < end && (!shuffles || *last != ',' || depth != 0)) {
        depth += (*last == '(') - (*last == ')');
        ++last;
    }
    text_add(text, "of %.*s", (int)(last - from), from);
}

void lane_row_code(const View *view, const RegisterRow *line, bool brief,
                   Text *text)
{
    const Trace *trace = view->trace;
    const Instruction *at = trace->instructions + line->first;
    const char *source = trace_source_of(trace, at)->text;
    size_t length;

    if (line->alone || line->word > 0 || !source || !line->site)
        return;
    const char *code = find_line(source, line->site, &length);
    length = find_statement(&code, length);
    if (!length)
        return;
    if (brief)
        add_operand(at, code, length, text);
    else
        text_add(text, "%.*s", (int)length, code);
}

static const double label_width = 130; /* px at 1080, as all of these */
static const double wide_label = 242;  /* with the statement under the name */
static const double roomy_lane = 200, roomy_thread = 60; /* then */
static const double head_height = 24, strip_gap = 6;
static const double cell_likes = 40, lines_likes = 30, row_least = 58;
static const double widest_lane = 430;

double lane_layout_height(const View *view)
{
    double rows = (double)view->analysed->lanes.rows_count;

    return view_px(view, head_height +
                             fmin(rows, 6) * (cell_likes + lines_likes + 20));
}

const RegisterCell *lane_layout_cell(const LaneLayout *at, size_t row,
                                     uint32_t thread)
{
    return registers_cell(at->lanes, at->rows[row], thread);
}

/* Its place among the rows of the warp; before the first, where there is none.
 */
static size_t place_of(const LaneLayout *at, uint32_t row)
{
    size_t place = 0;

    while (place < at->count && at->rows[place] < row)
        ++place;
    return place;
}

Rect lane_layout_box(const LaneLayout *at, size_t row, uint32_t thread)
{
    double gap = at->pitch > 24 ? at->pitch * 0.12 : at->pitch > 3 ? 1 : 0;
    double lines = at->row - at->cell - at->note * at->notes;
    double y = at->box.y + (double)(row - at->top) * at->row;

    if (row > 0 || at->top > 0)
        y += lines;
    if (at->top == 0)
        y -= row > 0 ? lines : 0;
    return (Rect){at->box.x + (thread - at->first) * at->pitch + gap / 2, y,
                  at->pitch - gap, at->cell};
}

bool lane_layout_runs(const LaneLayout *at, const RegisterCell *cell)
{
    return !at->view->steps && lane_runs(at->view->moment, cell);
}

/* Does every sum of the warp fit under its cell, or, spelled out with its
 * result, in it? */
static bool notes_fit(const LaneLayout *at, bool within)
{
    const View *view = at->view;
    char text[LANE_TEXT];

    for (size_t r = at->top; r < at->bottom; ++r)
        for (uint32_t t = at->first; t < at->end; ++t) {
            const RegisterCell *cell = lane_layout_cell(at, r, t);
            if (!lane_sum_text(at->view, cell, text))
                continue;
            if (within)
                lane_add_result(at->view, cell, text);
            double width =
                font_width(FONT_CODE_STRONG,
                           within ? view_size(view, 20) : view->least, text);
            if (width > at->pitch * 0.86)
                return false;
        }
    return true;
}

/* Rows that the warp takes part in come first into the window: the running one
 * with that after it, or, where there are but two, with that before it. */
static void choose_rows(LaneLayout *at, size_t room)
{
    size_t count = at->count, after = room > 2 ? 2 : 1;

    at->top = 0;
    at->bottom = count;
    if (count <= room)
        return;
    if (at->view->running && at->now + after > room)
        at->top = at->now + after - room;
    if (at->top + room > count)
        at->top = count - room;
    at->bottom = at->top + room;
}

static void lay_out(LaneLayout *at, Rect box)
{
    const View *view = at->view;
    double least = fmax(view_px(view, row_least), view->least * 4.4);
    size_t room = (size_t)(box.h / least);

    double label = view_px(view, label_width), wide = view_px(view, wide_label);
    if (wide <= box.w / 5 &&
        (box.w - wide) / (at->end - at->first) >= view_px(view, roomy_lane) &&
        (box.w - wide) / at->lanes->threads >= view_px(view, roomy_thread))
        label = wide;
    at->labels = rect_cut_left(&box, fmin(label, box.w / 5));
    rect_cut_right(&at->labels, view_px(view, 8));
    at->box = box;
    at->pitch = fmin(box.w / (at->end - at->first), view_px(view, widest_lane));
    choose_rows(at, room < 1 ? 1 : room);
    size_t shown = at->bottom - at->top;
    at->row = fmin(box.h / (double)shown, view_px(view, 108));
    at->text = at->pitch * 0.88 >= view_least_width(view, FONT_CODE, "00");
    at->cell = fmin(view_px(view, cell_likes), at->row * 0.46);
    double line = view->least * 1.45, left = at->row - at->cell - line * 1.1;
    at->spelled =
        at->text && at->pitch > view_px(view, 150) && notes_fit(at, true);
    if (at->spelled)
        at->notes = left >= 2 * line;
    else if (at->text && notes_fit(at, false))
        at->notes = left >= 3.4 * line ? 2 : left >= 2 * line ? 1 : 0;
    at->note = at->notes ? line : 0;
    /* The first of all rows has no lines above it. */
    if (at->top == 0) {
        double lines = at->row - at->cell - at->note * at->notes;
        at->row = fmin((box.h + lines) / (double)shown, view_px(view, 116));
    }
}

/* The rows in which any thread of the warp ever does something. */
static void find_rows(LaneLayout *at)
{
    at->rows = base_alloc(at->lanes->rows_count + 1, sizeof *at->rows);
    for (uint32_t r = 0; r < at->lanes->rows_count; ++r)
        for (uint32_t t = at->first; t < at->end; ++t)
            if (registers_cell(at->lanes, r, t)->instruction !=
                REGISTERS_NEVER) {
                at->rows[at->count++] = r;
                break;
            }
}

LaneLayout lane_layout(const View *view, Rect box)
{
    LaneLayout at = {.view = view, .lanes = &view->analysed->lanes};
    uint32_t k = view->trace->run.k;

    at.warp = view->running ? view->running->warp : 0;
    at.first = at.warp * k;
    at.end =
        at.first + k < at.lanes->threads ? at.first + k : at.lanes->threads;
    find_rows(&at);
    if (view->running)
        at.now = place_of(&at, (uint32_t)registers_row(at.lanes,
                                                       view->position - 1));
    if (at.lanes->threads > k) {
        at.strip = rect_cut_top(&box, view_px(view, head_height));
        rect_cut_top(&box, view_px(view, strip_gap));
    }
    at.head = rect_cut_top(&box, view_px(view, head_height));
    lay_out(&at, box);
    at.strip.x = at.box.x;
    at.strip.w = at.box.w;
    return at;
}

void lane_layout_free(LaneLayout *at)
{
    free(at->rows);
    *at = (LaneLayout){0};
}

/* ---- Where words come from -----------------------------------------------*/

/* The number that the shuffle of CELL brings. */
static Number number_taken(const LaneLayout *at, const RegisterCell *cell)
{
    const Trace *trace = at->view->trace;

    return number_moved(trace, trace->instructions + cell->instruction,
                        trace->accesses + cell->access);
}

uint32_t lane_layout_taken(const LaneLayout *at, size_t row, uint32_t thread,
                           uint32_t *from)
{
    const RegisterCell *cell = lane_layout_cell(at, row, thread);
    const Access *access = at->view->trace->accesses + cell->access;

    *from = at->first + access->cell;
    if (cell->alone ||
        !trace_is_shuffle(at->view->trace->instructions + cell->instruction) ||
        cell->kept || access->cell == access->lane || *from >= at->end ||
        row == 0)
        return REGISTERS_NEVER;
    uint32_t origin =
        registers_origin(at->lanes, at->rows[row], *from, access->value,
                         access->interval, number_taken(at, cell));
    return origin == REGISTERS_NEVER ? at->rows[row - 1] : origin;
}

/* The row above ROW that shows the left or the RIGHT operand of CELL's sum. */
static uint32_t operand_row(const LaneLayout *at, size_t row, uint32_t thread,
                            const RegisterCell *cell, bool right)
{
    const Sum *sum = at->view->trace->sums + cell->sum;

    return registers_origin(at->lanes, at->rows[row], thread,
                            right ? sum->right : sum->left,
                            right ? sum->right_interval : sum->left_interval,
                            registers_operand(at->lanes, cell, right));
}

uint32_t lane_layout_own(const LaneLayout *at, size_t row, uint32_t thread)
{
    const RegisterCell *cell = lane_layout_cell(at, row, thread);
    const Trace *trace = at->view->trace;
    const Access *access = trace->accesses + cell->access;
    bool shuffled = trace_is_shuffle(trace->instructions + cell->instruction);

    if (cell->alone)
        return operand_row(at, row, thread, cell, true);
    if (cell->sum != REGISTERS_NEVER) {
        const Sum *sum = trace->sums + cell->sum;
        bool left = sum->left == access->value &&
                    sum->left_interval == access->interval;
        return operand_row(at, row, thread, cell, left);
    }
    if (cell->kept)
        return registers_origin(at->lanes, at->rows[row], thread, cell->value,
                                cell->interval,
                                registers_number(at->lanes, cell));
    if (shuffled && access->cell != access->lane)
        return REGISTERS_NEVER;
    return registers_origin(at->lanes, at->rows[row], thread, access->value,
                            access->interval, number_taken(at, cell));
}

/* Is the word that TO takes in ROW, if it is another thread's, that which FROM
 * shows in row ORIGIN? */
static bool shows_word(const LaneLayout *at, uint32_t origin, uint32_t from,
                       size_t row, uint32_t to)
{
    const RegisterCell *source = registers_cell(at->lanes, origin, from);
    const RegisterCell *cell = lane_layout_cell(at, row, to);
    const Access *access = at->view->trace->accesses + cell->access;

    return from == to ||
           (source->instruction != REGISTERS_NEVER &&
            registers_holds(at->lanes, source, access->value, access->interval,
                            number_taken(at, cell)));
}

LanePath lane_layout_path(const LaneLayout *at, uint32_t origin, uint32_t from,
                          size_t row, uint32_t to)
{
    size_t from_row = place_of(at, origin);
    Rect below = lane_layout_box(at, row, to);
    LanePath path = {.x1 = below.x + below.w / 2,
                     .end = below.y,
                     .y0 = at->box.y};

    path.from = path.x0 = path.x1 + ((double)from - (double)to) * at->pitch;
    path.beside =
        registers_cell(at->lanes, at->rows[row], from)->above != origin ||
        !shows_word(at, origin, from, row, to);
    if (path.beside) /* between its cells and the next lane's */
        path.x0 += (at->pitch + below.w) / 4;
    if (from_row >= at->top && from_row < at->bottom)
        path.y0 = lane_layout_box(at, from_row, from).y + at->cell +
                  at->note * at->notes;
    double gap = at->row - at->cell - at->note * at->notes;
    path.start = path.end - fmin(path.end - path.y0, gap);
    if (path.start <= path.y0 + 1)
        path.start = path.y0;
    return path;
}
