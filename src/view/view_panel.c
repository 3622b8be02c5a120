/* SPDX-License-Identifier: MIT
 *
 * view_panel - the panel of one trace: all that a frame shows of the trace
 * except its timeline.
 *
 *     an algorithm                 a program alone
 *     ┌──────────────────────┐     ┌────────┬─────────────┐
 *     │ name       [ badge ] │     │ source │ sentence [] │
 *     │ sentence             │     │        │ findings    │
 *     │ blocks               │     │        │ memory      │
 *     │ tree, or map, camera │     │        │ queues      │
 *     │ memory, queues       │     └────────┴─────────────┘
 *     └──────────────────────┘
 *
 * In a panel that is much wider than it is high, memory stands beside the tree.
 * Details add the source, totals and global memory, beside or below.  What has
 * no room is left out, the least important first, and nothing is made smaller.
 */

#include "view/computation.h"
#include "view/panel_words.h"
#include "view/view_motion.h"
#include "view/views.h"

#include <math.h>

/* px at 1080 */
static const double pad_x = 22, pad_y = 16, corner = 14, gap = 14;
static const double source_least = 420, rows_of_source = 6;

/* From what width to a height on parts stand side by side. */
static const double beside_from = 1.45, findings_share = 0.36;
static const double least_left = 0.46; /* beside the code, of the width */
/* Beside another program, of the least text: a heading and one finding. */
static const double few_findings = 8;
enum { BANKS_BESIDE = 16 }; /* more of them need the whole width */

/* The parts of a panel; NULL: it has none of them. */
typedef struct {
    const View *view;
    PanelWords words;
    Box *root, *findings, *source, *blocks, *upper, *memory, *alone;
    double blocks_full; /* height from which on blocks are cards */
} Panel;

/* ---- The body -------------------------------------------------------------*/

/* What all blocks do: cards and arrays where there is room, else a line. */
static void add_blocks(Panel *panel, Box *parent)
{
    const View *view = panel->view;
    double line = view_block_strip_height(view);
    bool arrays = view_has(view->whole, AREA_BLOCKS) || view->details;

    if (line <= 0 && !arrays)
        return;
    panel->blocks_full = arrays ? view_blocks_height(view) : INFINITY;
    panel->blocks = box_part(parent, 0, line > 0 ? line : panel->blocks_full);
    if (arrays)
        box_likes(panel->blocks, 0, panel->blocks_full);
    box_importance(panel->blocks, line > 0 ? RANK_BLOCKS : RANK_ARRAYS);
}

/* The computation. */
static void add_upper(Panel *panel, Box *parent, double width, bool program)
{
    const View *view = panel->view;
    double likes = view_computation_height(view, width);

    panel->upper = box_part(parent, 0, view_computation_least(view, width));
    box_likes(panel->upper, 0, likes);
    box_grow_to(panel->upper, 1, 1.8 * likes);
    box_importance(panel->upper, program ? RANK_UPPER_OF_PROGRAM : RANK_UPPER);
}

static void add_memory(Panel *panel, Box *parent)
{
    double least = view_memory_least(panel->view);

    if (least <= 0)
        return;
    panel->memory = box_part(parent, 0, least);
    double all = fmax(least, view_memory_height(panel->view));
    double likes = fmax(2 * least, view_memory_likes(panel->view));
    box_likes(panel->memory, 0, fmin(likes, all));
    box_importance(box_grow_to(panel->memory, 2, 2 * all), RANK_MEMORY);
}

static void add_source(Panel *panel, Box *parent, int rank)
{
    const View *view = panel->view;

    panel->source = box_part(parent, view_px(view, source_least),
                             (rows_of_source + 1) * ceil(view->least * 1.5));
    box_importance(box_grow(panel->source, 1), rank);
}

/* What was found, where there is some: at least LEAST pixels high. */
static void add_findings(Panel *panel, Box *parent, double least, int rank)
{
    double likes = view_findings_height(panel->view);

    panel->findings = box_part(parent, 0, fmin(likes, least));
    box_importance(box_likes(panel->findings, 0, likes), rank);
}

/* Of an algorithm. */
static void add_body(Panel *panel, Box *parent, double width, bool beside)
{
    const View *view = panel->view;
    double between = view_px(view, gap);
    Box *body = beside ? box_row(parent, 2 * between) : NULL;
    Box *upper = box_column(beside ? body : parent, between);

    box_grow(upper, 1);
    add_blocks(panel, upper);
    add_upper(panel, upper, beside ? width / 2 : width, false);
    if (view->trace->run.words) {
        Box *lower = box_grow(box_column(beside ? body : upper, between), 1);
        if (beside) {
            box_grow(body, 1);
            box_least(lower, width * 0.4, 0);
            box_least(upper, width * 0.4, 0);
        }
        add_memory(panel, lower);
    }
    if (view->details)
        panel_words_add_totals(view, upper);
    if (!view->single && analysed_has_lines(view->whole))
        add_findings(panel, upper, few_findings * view->least, RANK_TOTALS);
}

/* With its source beside or below. */
static void add_detailed(Panel *panel, Box *parent, double width, bool beside)
{
    double between = view_px(panel->view, gap);
    Box *body =
        beside ? box_row(parent, 2 * between) : box_column(parent, between);
    Box *left = box_grow(box_column(body, between), 3);
    box_least(left, beside ? width * 0.45 : 0, 0);

    box_grow(body, 1);
    if (beside)
        box_least(left, width * least_left, 0);
    add_body(panel, left, beside ? width * 0.6 : width, false);
    add_source(panel, box_grow(box_column(body, between), 2), RANK_DETAILS);
}

/* Of a program alone: its source, what was found, and its memory. */
static void add_program(Panel *panel, Box *parent, double width, double height,
                        bool beside)
{
    const View *view = panel->view;
    double between = view_px(view, gap);
    Box *body =
        beside ? box_row(parent, 2 * between) : box_column(parent, between);

    box_grow(body, 1);
    Box *left = box_column(body, between);
    Box *right = box_column(body, between);
    if (beside) {
        box_least(left, width * least_left, 0);
        box_least(right, width * least_left, 0);
    }
    add_source(panel, left, RANK_SOURCE);
    box_grow(left, beside ? 0 : 2);
    box_grow(right, 1);
    panel->words =
        panel_words_add(view, right, beside ? width * least_left : width);
    add_findings(panel, right, findings_share * height, RANK_FINDINGS);
    add_blocks(panel, right);
    add_memory(panel, right);
    if (analysed_has_sums(view->analysed))
        add_upper(panel, right, width / 2, true);
    if (view->details)
        panel_words_add_totals(view, right);
}

/* ---- Drawing --------------------------------------------------------------*/

static Rect place_of(const Box *box)
{
    return box ? box_place(box) : (Rect){0, 0, 0, 0};
}

static void draw_blocks(const Panel *panel, Rect box)
{
    if (box.h >= panel->blocks_full * 0.85)
        view_blocks(panel->view, box);
    else if (!rect_is_empty(box))
        view_block_strip(panel->view, box);
}

/* ---- A part alone ---------------------------------------------------------*/

bool view_has(const AnalysedTrace *analysed, Area area)
{
    const Trace *trace = analysed->trace;

    if (area == AREA_TREE)
        return analysed_has_sums(analysed);
    if (area == AREA_BLOCKS)
        return trace->blocks_count > 1 || trace->run.words == 0 ||
               trace->arrays_count > GLOBAL_FIRST_SCRATCH;
    if (area == AREA_MEMORY || area == AREA_QUEUES)
        return trace->run.words > 0;
    return true;
}

static void draw_alone(const View *view, Area area, Rect box, Rect panel)
{
    if (area == AREA_BLOCKS)
        view_blocks(view, box);
    else if (area == AREA_SOURCE)
        view_source(view, box);
    else if (area == AREA_QUEUES)
        view_queues(view, box);
    else if (area != AREA_TREE)
        view_memory(view, box);
    else
        view_computation(view, box);
    view_motion(view, panel);
}

/* Head and one part, which has all the room. */
static void add_alone(Panel *panel, double width)
{
    panel->words = panel_words_add(panel->view, panel->root, width);
    panel->alone = box_grow(box_part(panel->root, 0, 0), 1);
}

static void draw_parts(const Panel *panel)
{
    const View *view = panel->view;
    Rect upper = place_of(panel->upper);
    Rect findings = place_of(panel->findings);

    box_draw(panel->root, view->list);
    panel_words_draw(&panel->words);
    if (!rect_is_empty(findings))
        view_findings(view, findings);
    if (panel->alone) {
        Rect box = place_of(panel->alone);
        if (view_has(view->whole, (Area)(view->only - 1)))
            draw_alone(view, (Area)(view->only - 1), box,
                       place_of(panel->root));
        return;
    }
    draw_blocks(panel, place_of(panel->blocks));
    view_computation(view, upper);
    view_memory(view, place_of(panel->memory));
    if (!rect_is_empty(place_of(panel->source)))
        view_source(view, place_of(panel->source));
    view_motion(view, place_of(panel->root));
}

/* Where the parts of a panel stand: memory below the computation or beside it,
 * the code of details below or beside them, or left out. */
typedef enum { STACKED, BESIDE, CODE_BELOW, CODE_BESIDE } Arrangement;

static bool is_program(const View *view)
{
    return view->single && analysed_has_lines(view->whole);
}

/* The rank of the most important part that PANEL has no room for. */
static int lost(const Panel *panel)
{
    const struct {
        const Box *box;
        int rank;
    } parts[] = {{panel->memory, RANK_MEMORY},
                 {panel->upper,
                  is_program(panel->view) ? RANK_UPPER_OF_PROGRAM : RANK_UPPER},
                 {panel->source,
                  is_program(panel->view) ? RANK_SOURCE : RANK_DETAILS},
                 {panel->blocks, RANK_BLOCKS},
                 {panel->findings, RANK_FINDINGS}};
    int most = panel->view->details && !panel->source ? RANK_DETAILS : 0;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        if (parts[i].box && rect_is_empty(box_place(parts[i].box)))
            most = int_most(most, parts[i].rank);
    return most;
}

/* Blocks have all that they like, if all else has room beside it, or a line. */
static void settle_blocks(const Panel *panel, Rect box)
{
    Rect place = place_of(panel->blocks);
    int most = lost(panel);

    if (rect_is_empty(place) || place.h >= panel->blocks_full * 0.85)
        return;
    box_least(panel->blocks, 0, panel->blocks_full);
    box_layout(panel->root, box);
    if (lost(panel) <= most)
        return;
    box_least(panel->blocks, 0, place.h);
    box_likes(panel->blocks, 0, 0);
    box_layout(panel->root, box);
}

static Panel panel_in(const View *view, Rect box, Arrangement arrangement)
{
    Panel panel = {.view = view};
    double width = box.w - 2 * view_px(view, pad_x);

    panel.root = box_pad(box_column(NULL, view_px(view, gap * 0.7)),
                         view_px(view, pad_x), view_px(view, pad_y));
    if (view->only) {
        add_alone(&panel, width);
    } else if (is_program(view)) {
        add_program(&panel, panel.root, width, box.h, arrangement == BESIDE);
    } else {
        panel.words = panel_words_add(view, panel.root, width);
        if (arrangement >= CODE_BELOW)
            add_detailed(&panel, panel.root, width, arrangement == CODE_BESIDE);
        else
            add_body(&panel, panel.root, width, arrangement == BESIDE);
    }
    box_layout(panel.root, box);
    settle_blocks(&panel, box);
    return panel;
}

static void free_panel(Panel *panel)
{
    panel_words_free(&panel->words);
    box_free(panel->root);
}

/* Has all of the computation, in this width, room over the memory, or have its
 * cards room over all of the memory? */
static bool fits_stacked(const View *view, double width, double height)
{
    double memory = 1.3 * view_memory_least(view);

    return view_computation_is_whole(view, width, height - memory) ||
           view_computation_height(view, width) + view_memory_height(view) <
               height;
}

/* Is it better to have the parts of a panel side by side? */
static bool is_wide(const View *view, Rect box)
{
    double body = box.h - view_px(view, 80);

    if (is_program(view) || view->details)
        return box.w > beside_from * body;
    return view->trace->run.k <= BANKS_BESIDE && box.w > beside_from * body &&
           !fits_stacked(view, box.w - 2 * view_px(view, pad_x), body);
}

/* The arrangement that has room for what is important, the first one of
 * several. */
static Panel best_panel(const View *view, Rect box)
{
    static const Arrangement orders[2][4] = {{CODE_BELOW, CODE_BESIDE, STACKED,
                                              BESIDE},
                                             {CODE_BESIDE, CODE_BELOW, BESIDE,
                                              STACKED}};
    bool code = view->details && !is_program(view) && !view->only;
    Panel best = {0};

    for (int i = code ? 0 : 2; i < 4; ++i) {
        Panel panel = panel_in(view, box, orders[is_wide(view, box)][i]);
        if (best.root && lost(&panel) >= lost(&best)) {
            free_panel(&panel);
            continue;
        }
        if (best.root)
            free_panel(&best);
        best = panel;
        if (lost(&best) == 0)
            break;
    }
    return best;
}

void view_panel(const View *view, Rect box)
{
    view_thing(view, THING_FRAME, 0);
    Shape *ground =
        draw_rect(view->list, box, view_px(view, corner), COLOR_PANEL);
    view_edge(view, ground, COLOR_EDGE, 2);
    Panel panel = best_panel(view, box);
    draw_parts(&panel);
    free_panel(&panel);
}
