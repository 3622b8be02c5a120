/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/lane_layout.c: registers stand in their order, within what
 * holds them, none over another; words come from where they were, and rows and
 * cells say what they hold.
 */
#include "draw/font.h"
#include "analysis/tile_status.h"
#include "view/lane_layout.h"
#include "stage.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const double slack = 1e-6;

/* Cells one beside the other, rows one below the other with room for lines,
 * all within the box. */
static void check_cells(const LaneLayout *at, Rect box)
{
    const View *view = at->view;
    double before = at->head.y + at->head.h;

    g_assert_true(rect_is_within(at->head, box, slack));
    for (size_t r = at->top; r < at->bottom; ++r) {
        Rect row = lane_layout_box(at, r, at->first);
        if (r > at->top)
            g_assert_cmpfloat_with_epsilon(
                row.y - lane_layout_box(at, r - 1, at->first).y, at->row,
                r == 1 ? at->row : slack);
        g_assert_cmpfloat(row.y, >=, before - slack);
        before = row.y + at->cell + at->note * at->notes;
        for (uint32_t t = at->first; t < at->end; ++t) {
            Rect cell = lane_layout_box(at, r, t);
            double middle = at->box.x + (t - at->first + 0.5) * at->pitch;
            g_assert_cmpfloat_with_epsilon(cell.x + cell.w / 2, middle, slack);
            g_assert_cmpfloat(cell.y, ==, row.y);
            g_assert_cmpfloat(cell.w, <=, at->pitch);
            g_assert_cmpfloat(cell.w, >=, at->pitch * 0.5);
            if (at->pitch > 25)
                g_assert_cmpfloat(cell.w, <, at->pitch * 0.95);
            g_assert_cmpfloat(rect_right(cell), <=, rect_right(box) + slack);
            g_assert_cmpfloat(cell.h, ==, at->cell);
        }
    }
    g_assert_cmpfloat(before, <=, rect_bottom(box) + slack);
    g_assert_cmpfloat(rect_right(at->labels), <, at->box.x);
    g_assert_true(rect_is_within(at->labels, box, slack));
    g_assert_cmpfloat(at->labels.w, <=, box.w / 5);
    g_assert_cmpfloat(at->cell, <=, view_px(view, 40) + slack);
    g_assert_cmpint(at->notes > 0, ==, at->note > 0);
    if (at->notes)
        g_assert_cmpfloat(at->note, >, view->least);
}

/* The rows shown are as many as there is room for, the running one among them
 * with that after it. */
static void check_window(const LaneLayout *at, double height)
{
    const View *view = at->view;
    size_t shown = at->bottom - at->top;
    double each = fmax(view_px(view, 58), view->least * 4.4);

    g_assert_cmpuint(at->bottom, <=, at->count);
    g_assert_cmpuint(shown, >=, 1);
    if (shown < at->count && shown > 1) {
        g_assert_cmpfloat((double)shown * each, <=, height + slack);
        g_assert_cmpfloat((double)(shown + 1) * each, >, height - slack);
    }
    if (!view->running)
        return;
    uint32_t running = (uint32_t)registers_row(at->lanes, view->position - 1);
    g_assert_cmpuint(at->rows[at->now], ==, running);
    g_assert_cmpuint(at->now, >=, at->top);
    g_assert_cmpuint(at->now, <, at->bottom);
    if (shown > 2 && at->now + 1 < at->count)
        g_assert_cmpuint(at->now + 1, <, at->bottom);
    if (at->top > 0 && at->bottom < at->count)
        g_assert_cmpuint(at->now, ==, at->bottom - (shown > 2 ? 2 : 1));
    uint32_t runs = 0;
    for (uint32_t t = at->first; t < at->end; ++t)
        runs += lane_layout_runs(at, lane_layout_cell(at, at->now, t));
    g_assert_cmpuint(runs, ==, trace_lanes(view->trace, view->running));
}

/* Words come down the column of the lane that they come from, from under its
 * cell, and turn between the last two rows.  If the lane has had another word
 * since, they come down between the cells of that lane and the next. */
static void check_paths(const LaneLayout *at)
{
    uint32_t from;

    for (size_t r = at->top; r < at->bottom; ++r)
        for (uint32_t t = at->first; t < at->end; ++t) {
            const RegisterCell *cell = lane_layout_cell(at, r, t);
            if (cell->instruction == REGISTERS_NEVER)
                continue;
            uint32_t own = lane_layout_own(at, r, t);
            uint32_t origin = lane_layout_taken(at, r, t, &from);
            g_assert_true(own == REGISTERS_NEVER || own < at->rows[r]);
            if (origin == REGISTERS_NEVER)
                continue;
            g_assert_cmpuint(origin, <, at->rows[r]);
            LanePath path = lane_layout_path(at, origin, from, r, t);
            Rect to = lane_layout_box(at, r, t);
            Rect above = lane_layout_box(at, r, from);
            g_assert_cmpfloat_with_epsilon(path.x1, to.x + to.w / 2, slack);
            uint32_t last = REGISTERS_NEVER; /* row in which FROM has a word */
            for (uint32_t row = 0; row < at->rows[r]; ++row)
                if (registers_cell(at->lanes, row, from)->instruction !=
                    REGISTERS_NEVER)
                    last = row;
            Word word = at->view->trace->accesses[cell->access].value;
            if (last == REGISTERS_NEVER ||
                registers_cell(at->lanes, last, from)->value != word)
                g_assert_true(path.beside);
            g_assert_cmpfloat_with_epsilon(path.from, above.x + above.w / 2,
                                           slack);
            if (path.beside) {
                g_assert_cmpfloat(path.x0, >, rect_right(above) - slack);
                g_assert_cmpfloat(path.x0, <=,
                                  above.x + (above.w + at->pitch) / 2 + slack);
            } else {
                g_assert_cmpfloat(path.x0, ==, path.from);
                g_assert_cmpuint(origin, ==, last);
            }
            g_assert_cmpfloat(path.end, ==, to.y);
            g_assert_cmpfloat(path.start, >=, path.y0 - slack);
            g_assert_cmpfloat(path.start, <=, path.end);
            g_assert_cmpfloat(path.y0, >=, at->box.y - slack);
            g_assert_true(path.start == path.y0 || path.start > path.y0 + 1);
            if (origin < at->rows[at->top])
                g_assert_cmpfloat(path.y0, ==, at->box.y);
            else
                g_assert_cmpfloat(path.y0, >, at->box.y);
            double gap = at->row - at->cell - at->note * at->notes;
            g_assert_cmpfloat(path.end - path.start, <=, gap + 1 + slack);
        }
}

static void check_table(Stage *stage, size_t p, double width, double height)
{
    Rect box = {30, 40, width, height};
    View view = stage_view(stage, p, 1);
    LaneLayout at = lane_layout(&view, box);
    uint32_t k = view.analysed->trace->run.k, threads = at.lanes->threads;

    g_assert_cmpuint(at.first, ==, view.running ? view.running->warp * k : 0);
    g_assert_cmpuint(at.end, ==, MIN(at.first + k, threads));
    g_assert_cmpint(at.strip.h > 0, ==, threads > k);
    if (at.strip.h > 0) {
        g_assert_cmpfloat(at.strip.y, ==, box.y);
        g_assert_cmpfloat(rect_bottom(at.strip), <, at.head.y);
        g_assert_cmpfloat(at.strip.x, ==, at.box.x);
        g_assert_cmpfloat(at.strip.w, ==, at.box.w);
    }
    g_assert_cmpfloat(at.pitch, <=, view_px(&view, 430));
    for (size_t r = 0; r < at.count; ++r) {
        uint32_t took_part = 0;
        for (uint32_t t = at.first; t < at.end; ++t)
            took_part +=
                lane_layout_cell(&at, r, t)->instruction != REGISTERS_NEVER;
        g_assert_cmpuint(took_part, >, 0);
    }
    check_window(&at, rect_bottom(box) - rect_bottom(at.head));
    check_cells(&at, box);
    check_paths(&at);
    lane_layout_free(&at);
    view_close(&view);
}

static void test_registers(void)
{
    static const struct {
        const char *name;
        uint32_t n, k;
    } cases[] = {{"warp-shuffle", 8, 8},    {"warp-shuffle", 32, 32},
                 {"block-shuffle", 64, 8},  {"block-shuffle", 27, 8},
                 {"vector-shuffle", 64, 8}, {"vector-shuffle", 27, 4}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Stage *stage =
            stage_new(cases[i].name, OP_ADD, cases[i].n, cases[i].k, true);
        for (size_t p = 0; p <= stage->traces[0]->instructions_count; ++p)
            for (double width = 200; width < 1900; width *= 2.1)
                for (double height = 130; height < 900; height *= 1.45)
                    check_table(stage, p, width, height);
        stage_free(stage);
    }
}

/* In Hillis and Steele's shuffles both words of a sum come from the row above;
 * what a lane keeps comes from its own column. */
static void test_origins(void)
{
    enum { N = 8 };
    Stage *stage = stage_new("warp-shuffle", OP_ADD, N, N, true);

    for (uint32_t row = 1; row < 4; ++row) {
        View view = stage_view(stage, row + 1, 1);
        LaneLayout at = lane_layout(&view, (Rect){0, 0, 900, 700});
        uint32_t away = 1u << (row - 1), from;
        for (uint32_t t = 0; t < N; ++t) {
            uint32_t taken = lane_layout_taken(&at, row, t, &from);
            g_assert_cmpuint(taken, ==, t < away ? REGISTERS_NEVER : row - 1);
            if (t >= away)
                g_assert_cmpuint(from, ==, t - away);
            g_assert_cmpuint(lane_layout_own(&at, row, t), ==, row - 1);
        }
        lane_layout_free(&at);
        view_close(&view);
    }
    stage_free(stage);
}

/* The statement of a row is in its kernel's source, and what it hands on is in
 * the statement. */
static void test_row_codes(void)
{
    static const struct {
        const char *name, *code, *operand;
    } wanted[] = {
        {"vector-shuffle", "left = shuffle_up(sum[r], d)", "of sum[r]"},
        {"vector-shuffle", "row = shuffle(sum[0], lanes - 1)", "of sum[0]"},
        {"vector-shuffle", "s[1 + warp] = sum[1]", "of sum[1]"},
        {"vector-shuffle", "s[0] = tiles", "of tiles"},
        {"vector-shuffle", "y = lane <= last ? s[w] : op.identity()", NULL},
        {"vector-shuffle", "x[r] = load4(in + i)", NULL},
        {"look-back", "left_full = shuffle_up(full, d)", "of full"},
        {"look-back", "before = op(shuffle(before, 0), ahead)", "of before"},
        {"look-back", "totals[w] = lane == 0 ? tile_sum : before",
         "of lane == 0 ? tile_sum : before"}};

    for (size_t w = 0; w < G_N_ELEMENTS(wanted); ++w) {
        Stage *stage = stage_new(wanted[w].name, OP_ADD, 64, 4, true);
        View view = stage_view(stage, 1, 1);
        const WarpRegisters *lanes = &view.analysed->lanes;
        uint32_t seen = 0;
        for (size_t r = 0; r < lanes->rows_count; ++r) {
            Text code = {0}, brief = {0};
            lane_row_code(&view, lanes->rows + r, false, &code);
            lane_row_code(&view, lanes->rows + r, true, &brief);
            g_assert_true(code.length > 0 || brief.length == 0);
            if (lanes->rows[r].alone || lanes->rows[r].word > 0)
                g_assert_cmpuint(code.length, ==, 0);
            if (code.length && strcmp(code.text, wanted[w].code) == 0) {
                g_assert_cmpstr(brief.text, ==, wanted[w].operand);
                ++seen;
            }
            text_free(&code);
            text_free(&brief);
        }
        g_assert_cmpuint(seen, >, 0);
        view_close(&view);
        stage_free(stage);
    }
}

/* ---- Words --------------------------------------------------------------- */

/* What a row of the table is, from its first instruction. */
static void name_row(const Trace *trace, const Instruction *at, int word,
                     GString *name)
{
    const Access *access = trace_accesses(trace, at);
    uint32_t source = access->cell;
    int distance = 0;
    bool one = at->lanes > 1;

    g_string_truncate(name, 0);
    if (tile_status_count(trace, at))
        g_string_printf(name, "%s, %s",
                        at->kind == ACCESS_GSTORE ? "publish" : "look back",
                        word ? "sum" : "state");
    else if (at->kind == ACCESS_GLOAD)
        g_string_printf(name, "read %s", trace->arrays[at->array].name);
    else if (at->kind == ACCESS_GSTORE)
        g_string_printf(name, "write %s", trace->arrays[at->array].name);
    else if (at->kind == ACCESS_ATOMIC)
        g_string_printf(name, "count in %s", trace->arrays[at->array].name);
    else if (at->kind != ACCESS_SHFL)
        g_string_assign(name, at->kind == ACCESS_LOAD ? "load" : "store");
    if (at->kind != ACCESS_SHFL)
        return;
    for (int i = 0; i < at->lanes; ++i) {
        one = one && access[i].cell == source;
        if (access[i].cell != access[i].lane)
            distance = (int)access[i].lane - (int)access[i].cell;
    }
    if (one)
        g_string_printf(name, "shuffle from %u", source);
    else
        g_string_printf(name, "shuffle up by %d", distance);
}

/* Do threads show in ROW the sum with what they read from memory? */
static bool adds_in_row(const View *view, const RegisterRow *line)
{
    const WarpRegisters *lanes = &view->analysed->lanes;
    size_t row = (size_t)(line - lanes->rows);
    bool adds = false;

    for (uint32_t t = 0; t < lanes->threads; ++t)
        adds |= lane_is_made(view->moment, registers_cell(lanes, row, t));
    return adds && line->kind != ACCESS_SHFL &&
           trace_traits((AccessKind)line->kind)->brings;
}

static void test_row_names(void)
{
    static const char *const names[] = {"warp-shuffle", "block-shuffle",
                                        "look-back"};
    GString *wanted = g_string_new("");
    GHashTable *seen =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a) {
        Stage *stage = stage_new(names[a], OP_ADD, 64, 8, true);
        for (size_t p = 1; p <= stage->traces[0]->instructions_count; p += 3) {
            View view = stage_view(stage, p, 1);
            const WarpRegisters *lanes = &view.analysed->lanes;
            for (size_t r = 0; r < lanes->rows_count; ++r) {
                Text name = {0};
                lane_row_name(&view, lanes->rows + r, &name);
                name_row(view.analysed->trace,
                         view.analysed->trace->instructions +
                             lanes->rows[r].first,
                         lanes->rows[r].word, wanted);
                if (lanes->rows[r].alone)
                    g_string_assign(wanted, "add");
                else if (adds_in_row(&view, lanes->rows + r))
                    g_string_append(wanted, ", add");
                g_assert_cmpstr(name.text, ==, wanted->str);
                g_hash_table_add(seen, g_strdup(name.text));
                text_free(&name);
            }
            view_close(&view);
        }
        stage_free(stage);
    }
    g_assert_true(g_hash_table_contains(seen, "shuffle up by 4"));
    g_assert_true(g_hash_table_contains(seen, "read in"));
    g_assert_cmpuint(g_hash_table_size(seen), >, 6);
    g_hash_table_destroy(seen);
    g_string_free(wanted, TRUE);
}

/* A row that is not the only one of its name in its step says which it is. */
static void test_row_turns(void)
{
    Stage *stage = stage_new("vector-shuffle", OP_ADD, 64, 4, false);
    bool first = false, second = false;

    for (size_t p = 1; p <= stage->traces[0]->instructions_count; ++p) {
        stage_draw_at(stage, p, 1920, 1080);
        g_assert_false(stage_says(stage, "write out, 1 of 4"));
        if (stage_says(stage, "2nd write out, 1 of 4")) {
            first |= stage_says(stage, "1st write out, 4 of 4");
            second = true;
        }
    }
    g_assert_true(first);
    g_assert_true(second);
    stage_free(stage);
}

/* What a cell shows, while the words of its row are under way and when they
 * have come: its word, its sum, and of which inputs this is the sum. */
static void check_words(const View *view, size_t row, uint32_t thread,
                        Word *held, const char *wanted)
{
    const RegisterCell *cell =
        registers_cell(&view->analysed->lanes, row, thread);
    char text[LANE_TEXT], label[VALUE_TEXT];
    bool now = cell->instruction + 1 == view->position;
    bool begun = cell->instruction < view->position;
    bool rest = !view_is_moving(view);
    bool sum = cell->sum != REGISTERS_NEVER && begun;

    g_assert_cmpint(lane_is_begun(view->moment, cell), ==, begun);
    g_assert_cmpint(lane_is_done(view->moment, cell), ==,
                    begun && (rest || !now || cell->kept ||
                              view->running->kind == ACCESS_GSTORE));
    g_assert_cmpint(lane_is_made(view->moment, cell), ==, sum);
    g_assert_cmpint(lane_sum_text(view, cell, text), ==, sum);
    if (sum) {
        const Sum *of = view->analysed->trace->sums + cell->sum;
        char *words = g_strdup_printf("%u + %u", of->left, of->right);
        g_assert_cmpstr(text, ==, words);
        g_free(words);
        lane_add_result(view, cell, text);
        words = g_strdup_printf("%u + %u = %u", of->left, of->right,
                                of->left + of->right);
        g_assert_cmpstr(text, ==, words);
        g_free(words);
    }
    if (begun && !cell->kept) {
        g_assert_true(lane_label(view, cell, label));
        g_assert_cmpstr(label, ==, wanted);
        *held = lane_word(view->moment, cell);
    } else {
        g_assert_false(lane_label(view, cell, label));
    }
}

static void test_words(void)
{
    enum { N = 8 };
    static const double moments[] = {0.01, 1};
    Stage *stage = stage_new("warp-shuffle", OP_ADD, N, N, true);
    const Trace *trace = stage->traces[0];
    Word sums[N + 1] = {0};

    for (uint32_t i = 0; i < N; ++i)
        sums[i + 1] = sums[i] + trace->input[i];
    for (size_t p = 1; p <= 4; ++p)
        for (size_t m = 0; m < G_N_ELEMENTS(moments); ++m) {
            View view = stage_view(stage, p, moments[m]);
            for (uint32_t row = 0; row < 4; ++row)
                for (uint32_t t = 0; t < N; ++t) {
                    uint32_t width = MIN(1u << row, t + 1);
                    uint32_t first = t + 1 - width;
                    Word held = sums[t + 1] - sums[first];
                    char *wanted = width > 1
                                       ? g_strdup_printf("Σx%u..x%u", first, t)
                                       : g_strdup_printf("x%u", t);
                    check_words(&view, row, t, &held, wanted);
                    g_assert_cmpuint(held, ==, sums[t + 1] - sums[first]);
                    g_free(wanted);
                }
            view_close(&view);
        }
    stage_free(stage);
}

/* The labels of the row of the running instruction of a block, of eight inputs
 * from BASE on. */
static void check_labels(const View *view, uint32_t base)
{
    const WarpRegisters *lanes = &view->analysed->lanes;
    size_t row = registers_row(lanes, view->position - 1);

    for (uint32_t t = 0; t < 8; ++t) {
        const RegisterCell *cell = registers_cell(lanes, row, t);
        uint32_t width = MIN(1u << row, t + 1), last = base + t;
        char label[VALUE_TEXT];
        if (!lane_label(view, cell, label)) {
            g_assert_true(cell->kept);
            continue;
        }
        char *wanted =
            width > 1 ? g_strdup_printf("Σx%u..x%u", last + 1 - width, last)
                      : g_strdup_printf("x%u", last);
        g_assert_cmpstr(label, ==, wanted);
        g_free(wanted);
    }
}

/* In a block of several, labels are of the inputs of the whole. */
static void test_labels_of_blocks(void)
{
    Stage *stage = stage_new("three-phase:warp-shuffle", OP_ADD, 32, 8, true);
    const Trace *trace = stage->traces[0];
    uint32_t seen = 0;

    for (size_t p = 1; p <= trace->instructions_count; ++p) {
        View view = stage_view(stage, p, 1), whole = view_whole(&view);
        const Block *block =
            trace_block(trace, trace_step(trace, whole.running));
        size_t row =
            view.analysed->lanes.rows_count
                ? registers_row(&view.analysed->lanes, view.position - 1)
                : 99;
        size_t b = (size_t)(block - trace->blocks);
        if (block->grid == 0 && row < 4) {
            check_labels(&view, stage->analysed_traces[0]->sums[b].tile * 8);
            ++seen;
        }
        view_close(&view);
    }
    g_assert_cmpuint(seen, ==, 16);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/lane_layout/registers", test_registers);
    g_test_add_func("/lane_layout/origins", test_origins);
    g_test_add_func("/lane_layout/names of rows", test_row_names);
    g_test_add_func("/lane_layout/turns of rows", test_row_turns);
    g_test_add_func("/lane_layout/statements of rows", test_row_codes);
    g_test_add_func("/lane_layout/words", test_words);
    g_test_add_func("/lane_layout/labels of blocks", test_labels_of_blocks);
    int failed = g_test_run();
    font_done();
    return failed;
}
