/* SPDX-License-Identifier: MIT */
#include "view/view_panel.h"

#include "draw/font.h"
#include "text/narrate.h"
#include "text/phrases.h"
#include "view/view_bank.h"
#include "view/program_text.h"
#include "view/verdict_text.h"
#include "view/view_marks.h"
#include "view/views.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* px at 1080 */
static const double pad_x = 22, pad_y = 14;
static const double badge_width = 216, badge_height = 50;
static const double name_height = 36, summary_height = 24;
static const double line_height = 25;
static const double totals_height = 30;
/* Of the title and the numbers over queues alone. */
static const double queues_title = 34, bank_height = 24;
static const double tree_row = 31, flow_row = 54; /* at least */
static const double work_gap = 16;
static const double lower_height = 190;   /* five lines of source */
static const double source_least = 420;   /* width, beside a tree */
static const double source_share = 0.375; /* of a program's panel */
static const double flat_from = 2.7;      /* widths to a height */
static const double flat_in_rows = 1.9;   /* in panels of two rows */

/* Everything over the tree. */
static double head_height(const View *view)
{
    double words = view->hide_summary ? 0 : summary_height;

    if (!view->no_caption)
        words += view->two_rows ? line_height : 2 * line_height;
    return view_px(view, name_height + words);
}

/* Rows of a flow, about: runs of steps of one level, but for the last step,
 * which writes back. */
static double rounds_of(const Trace *trace)
{
    double rounds = 0;

    for (size_t s = 0; s + 1 < trace->steps_count; ++s)
        rounds += s == 0 || trace->steps[s].level == 0 ||
                  trace->steps[s].level != trace->steps[s - 1].level;
    return fmax(rounds, 2);
}

/* The height at which the tree or flow is easy to read. */
static double upper_likes(const View *view)
{
    const AnalysedTrace *analysed = view->analysed;
    double rows = analysed->tree.levels
                      ? (analysed->tree.levels + 1.5) * tree_row
                      : (rounds_of(analysed->trace) + 0.5) * flow_row;

    if (!analysed->tree.levels && view_lanes_fit(view))
        return view_lanes_height(view);
    return view_px(view, rows);
}

/* What the lower half needs under a view of blocks, so that the source can be
 * followed, and locals, which are under it, be seen. */
static double lower_least(const View *view)
{
    bool locals = !trace_is_program(view->trace);

    return view_px(view, lower_height) +
           (locals ? view_locals_height(view) : 0);
}

/* The least height at which the tree or flow is easy to read; where blocks
 * leave little, the lower half gets enough to follow the source. */
static double upper_least(const View *view, double body)
{
    const AnalysedTrace *analysed = view->analysed;
    bool lanes = !analysed->tree.levels && view_lanes_fit(view);
    double likes = upper_likes(view);
    if (!analysed_has_sums(view->analysed))
        return 0;
    double least =
        layout_clamp(likes, body * 0.36, body * (lanes ? 0.64 : 0.56));

    if (view->whole == view->analysed)
        return least;
    return fmax(fmin(least, body - lower_least(view)), body * 0.45);
}

/* The view of all blocks is above the views of the running block. */
static double blocks_height(const View *view, double body)
{
    return view_shows_blocks(view) ? fmin(view_blocks_height(view), body * 0.42)
                                   : 0;
}

/* What memory and queues like, and with WORK the numbers under them. */
static double memory_likes(const View *view, bool work)
{
    double under = work ? view_work_height(view) : 0;

    return view_memory_height(view) + view_px(view, 8) +
           (under > 0 ? under + view_px(view, work_gap) : 0);
}

static bool is_flat(const View *view, double w, double h)
{
    return w > (view->two_rows ? flat_in_rows : flat_from) * h;
}

bool view_panel_fits_arrays(const View *view, double w, double h)
{
    double arrays = view_blocks_height(view) + view_px(view, 10);

    w -= 2 * view_px(view, pad_x);
    h -= head_height(view) + 2 * view_px(view, pad_y);
    if (view->two_rows || is_flat(view, w, h) ||
        trace_is_program(view->trace) || view_shows_blocks(view))
        return false;
    double lower = fmax(memory_likes(view, true), (h - arrays) * 0.42);
    return h - arrays - lower >= upper_likes(view);
}

void view_panel_lower(const View *view, double height, double *likes,
                      double *most)
{
    double body = height - head_height(view) - 2 * view_px(view, pad_y);

    body -= blocks_height(view, body);
    *most = body - upper_least(view, body);
    if (!analysed_has_sums(view->analysed)) {
        *likes = *most;
        return;
    }
    double memory = memory_likes(view, view->arrays);
    bool locals = view->whole != view->analysed && view->trace->locals_count;
    *likes = layout_clamp(locals ? fmax(memory, lower_least(view)) : memory,
                          body * 0.42, *most);
}

/* The running instruction as narrate counts: as they lie, from 1. */
static size_t narrated(const View *view)
{
    return view->position ? analysed_running(view->analysed, view->position) + 1
                          : 0;
}

/* Nothing is good of a run that went wrong, or in which threads race. */
static bool is_spoiled(const View *view)
{
    View whole = view_whole(view);

    return whole.analysed->races.races_count > 0 ||
           verdict_went_bad(whole.analysed, whole.position);
}

static Color verdict_color(const View *view)
{
    if (!view_is_shared(view))
        return COLOR_DIM;
    if (view->cost.wavefronts > 1)
        return COLOR_ALARM;
    if (view->cost.latency > 1) /* a conflict in the model, none on a GPU */
        return COLOR_DIM;
    return is_spoiled(view) ? COLOR_DIM : COLOR_GOOD;
}

/* What is known of a program's launch, in place of a summary; beside another,
 * which launch it is. */
static void draw_result(const View *view, Rect box)
{
    Text text = {0};
    Color color = COLOR_DIM;
    Font font = FONT_TEXT;

    if (!view->single) { /* the header has it of a single one */
        program_text_launch(view, &text);
        view_text(view, box, font, 16, color, text.text);
        text_free(&text);
        return;
    }
    if (view->cover) /* it tells of the whole run */
        return;
    for (int brief = 0; brief < PROGRAM_TEXT_BRIEFS; ++brief) {
        text_free(&text);
        color = program_text_verdict(view, brief, &text);
        font = color == COLOR_FAULT ? FONT_STRONG : FONT_TEXT;
        if (font_width(font, view_size(view, 16), text.text) <= box.w)
            break;
    }
    view_text(view, box, font, 16, color, text.text);
    text_free(&text);
}

/* "waits for Padding", or without the other where that is too long. */
static void add_wait(const View *view, PanelWait wait, double width, Text *text)
{
    Text over = {0};

    text_add(&over, "waits for %s", wait.other);
    text_add(text, "%s",
             view_least_width(view, FONT_TEXT, over.text) <= width ? over.text
                                                                   : "waits");
    text_free(&over);
}

/* Why a badge without a conflict is not green: "but wrong since step 4". */
static void add_reserve(const View *view, Badge *badge)
{
    View whole = view_whole(view);
    Text reserve = {0};

    verdict_text_reserve(whole.analysed, whole.position, &reserve);
    text_free(&badge->detail);
    badge->detail = reserve;
    badge->reserved = true;
}

/* What the badge says of the running instruction: a race or a wrong word, and
 * nothing that would soothe under it; or else its conflict. */
static Badge instruction_badge(const View *view)
{
    const AnalysedTrace *analysed = view->analysed;
    Badge badge = {.color = verdict_color(view)};
    Text race = {0};

    narrate_verdict(analysed->trace, narrated(view), &badge.verdict,
                    &badge.detail);
    const char *fault =
        narrate_race(analysed->trace, &analysed->races, narrated(view), &race)
            ? "race"
        : verdict_goes_wrong(analysed, view->position) ? "goes wrong"
                                                       : NULL;
    text_free(&race);
    if (!fault) {
        if (view_is_shared(view) && view->cost.latency == 1 && is_spoiled(view))
            add_reserve(view, &badge);
        return badge;
    }
    badge_free(&badge);
    text_add(&badge.verdict, "%s", fault);
    badge.color = COLOR_FAULT;
    badge.loud = true;
    return badge;
}

/* How many of the step's instructions on shared memory have conflicts: in place
 * of what the worst of them asks for, where there are several. */
static void count_step(const View *view, Text *detail)
{
    uint32_t shared = 0, queue = 0;

    for (size_t i = view->step_first; view_is_of_step(view, i); ++i) {
        const Instruction *at = view->trace->instructions + i;
        shared += trace_is_shared(at);
        queue += trace_is_shared(at) &&
                 bank_cost(view->trace, at, NULL).wavefronts > 1;
    }
    if (shared < 2)
        return;
    text_free(detail);
    if (queue)
        text_add(detail, "in %u of %u instructions", queue, shared);
    else
        text_add(detail, "in none of %u instructions", shared);
}

/* The worst of the badges of a step's instructions, the last one of several:
 * that whose queues are shown. */
static Badge step_badge(const View *view)
{
    View at = *view;
    Badge worst = {0};
    uint32_t most = 0;

    at.steps = false;
    for (size_t i = view->step_first; view_is_of_step(view, i); ++i) {
        at.position =
            issue_order_place(view->trace, view->analysed->order, i) + 1;
        at.running = view->trace->instructions + i;
        at.accesses = trace_accesses(view->trace, at.running);
        at.cost = bank_cost(view->trace, at.running, NULL);
        Badge badge = instruction_badge(&at);
        uint32_t own = badge.loud ? UINT32_MAX
                                  : 256u * at.cost.wavefronts + at.cost.latency;
        bool shared = trace_is_shared(at.running) || badge.loud;
        if (!worst.verdict.text || (shared && own >= most)) {
            badge_free(&worst);
            worst = badge;
            most = shared ? own : 0;
        } else {
            badge_free(&badge);
        }
    }
    if (!worst.loud && !worst.reserved)
        count_step(view, &worst.detail);
    return worst;
}

Badge view_panel_badge(const View *view, PanelWait wait, double width)
{
    bool end = verdict_is_due(view);
    Badge badge = end           ? verdict_badge(view)
                  : view->steps ? step_badge(view)
                                : instruction_badge(view);

    if (end && (badge.loud || !wait.standing[0]))
        return badge;
    if (wait.other && !view->steps) {
        text_free(&badge.detail);
        add_wait(view, wait, width, &badge.detail);
    } else if (wait.standing[0]) {
        text_free(&badge.detail);
        text_add(&badge.detail, "%s", wait.standing);
    }
    return badge;
}

/* In the place of a verdict that would give an answer away. */
static void draw_unknown(const View *view, Rect box)
{
    view_tag(view, TAG_SENTENCE, 0);
    Shape *frame = draw_rect(view->list, box, view_px(view, 8), COLOR_NONE);
    view_edge(view, frame, COLOR_DIM, 2);
    frame->dashed = true;
    view_label(view, box, FONT_STRONG, 22, COLOR_DIM, "?");
}

/* The badge is left out if its text does not fit.  In a badge of one line, the
 * gap on the clock of cycles takes the place of the verdict, which queues and
 * sentence show too; but not of one that is louder. */
static void draw_badge(const View *view, Rect box, PanelWait wait)
{
    if (view_hides_answer(view)) {
        draw_unknown(view, box);
        return;
    }
    Rect inside = rect_inset(box, view_px(view, 8), view_px(view, 4));
    Badge badge = view_panel_badge(view, wait, inside.w);
    bool lines = inside.h * 0.45 >= view->least;

    if (!lines && wait.standing[0] && !badge.loud && !verdict_is_due(view)) {
        text_free(&badge.verdict);
        text_add(&badge.verdict, "%s", wait.standing);
        badge.color = COLOR_INK;
    }
    if (view_least_width(view, FONT_STRONG, badge.verdict.text) <= inside.w) {
        view_tag(view, TAG_SENTENCE, 0);
        Color ink = badge.loud ? view_on(COLOR_FAULT) : badge.color;
        Shape *frame = draw_rect(view->list, box, view_px(view, 8),
                                 badge.loud ? COLOR_FAULT : COLOR_NONE);
        view_edge(view, frame, badge.color, 2);
        Rect top = inside;
        if (lines && badge.detail.length &&
            view_least_width(view, FONT_TEXT, badge.detail.text) <= inside.w)
            top = rect_cut_top(&inside, inside.h * 0.55);
        Shape *text =
            view_label(view, top, FONT_STRONG, 18, ink, badge.verdict.text);
        if (text && badge.loud)
            view_cross_before(view, text->box, top.x, ink);
        if (inside.h < top.h)
            view_label(view, inside, FONT_TEXT, 13,
                       badge.loud ? ink : COLOR_DIM, badge.detail.text);
    }
    badge_free(&badge);
}

/* "up-sweep · level 2 · store the sums"; "up-sweep · level 2". */
static void draw_phase(const View *view, Rect box)
{
    Text text = {0}, brief = {0};

    if (view->running) {
        const Step *step = trace_step(view->trace, view->running);
        trace_step_name(view->trace, step,
                        trace_is_program(view->trace) ? ", " : " · ", &text);
        text_add(&brief, "%s", text.text);
        if (!view->steps && !view_hides_answer(view))
            text_add(&text, " · ");
    }
    if (!text.length && view_hides_answer(view))
        text_add(&text, "start");
    else if (!view->steps && !view_hides_answer(view))
        narrate_title(view->trace, narrated(view), &text);
    view_tag(view, TAG_SENTENCE, 0);
    view_text_fitting(view, box, view->single ? FONT_STRONG : FONT_TEXT,
                      view->single ? 24 : 17,
                      view->single ? COLOR_INK : COLOR_DIM,
                      (const char *[]){text.text, brief.text},
                      brief.length ? 2 : 1);
    text_free(&text);
    text_free(&brief);
}

static void draw_sentence(const View *view, Rect box)
{
    Text sentence = {0};
    double line = fmax(view_px(view, line_height), view->least * 1.3);

    if (view_hides_answer(view))
        text_add(&sentence, "%s", view->cover->about[view->panel]);
    else if (view->steps)
        verdict_text_step(view->analysed, view->position, &sentence);
    else
        verdict_text_told(view->analysed, view->position, &sentence);
    line = fmin(line, box.h);
    double size = verdict_text_fit(&sentence, box.w, (int)(box.h / line + 0.01),
                                   view_size(view, 17), view->least);
    view_tag(view, TAG_SENTENCE, 0);
    if (sentence.length)
        layout_paragraph(view->list, box, line, FONT_TEXT, size, view->least,
                         COLOR_INK, sentence.text);
    text_free(&sentence);
}

/* "Wrong sums since step 4: cell 17 holds 68 and should hold 4", or as much of
 * it as fits; dim while all of it lies ahead. */
static void draw_faults(const View *part, const char *faults, Rect *box)
{
    View whole = view_whole(part);
    Text place = {0}, all = {0};

    verdict_text_place(part, &place);
    text_add(&all, "%s%s", faults, place.length ? place.text : "");
    const char *text = view_least_width(part, FONT_STRONG, all.text) <= box->w
                           ? all.text
                           : faults;
    double width = font_width(FONT_STRONG, view_size(part, 16), text);
    view_text(part, rect_cut_left(box, fmin(width + 1, box->w)), FONT_STRONG,
              16, verdict_faults_color(whole.analysed, whole.position), text);
    rect_cut_left(box, view_px(part, 16));
    text_free(&place);
    text_free(&all);
}

/* Where the run goes wrong, if it does, and then what the algorithm does. */
static void draw_summary(const View *part, Rect box)
{
    View whole = view_whole(part);
    const View *view = &whole;
    Text faults = {0};

    view_tag(view, TAG_FRAME, 0);
    if (view->cover && (view->cover->names || view->cover->answer))
        return; /* "reads and writes of a round race for the same cells" */
    if (!view->cover)
        verdict_text_faults(view->analysed, view->position, view->keys,
                            &faults);
    if (faults.length)
        draw_faults(part, faults.text, &box);
    if (!faults.length ||
        view_least_width(view, FONT_TEXT, view->trace->run.summary) <= box.w)
        view_text(view, box, FONT_TEXT, 16, COLOR_DIM,
                  view->trace->run.summary);
    text_free(&faults);
}

/* The algorithm's name, cut off the left of BOX. */
static void draw_name(const View *view, Rect *box)
{
    const char *name =
        view->cover && view->cover->names ? "a scan" : scene_name(view->trace);
    double size = view_size(view, 26);
    double width = font_width(FONT_STRONG, size, name) + 1;

    view_tag(view, TAG_FRAME, 0);
    draw_text(view->list, rect_cut_left(box, fmin(width, box->w * 0.6)),
              ALIGN_LEFT, FONT_STRONG, size, view->least, COLOR_INK, name);
    rect_cut_left(box, view_px(view, 20));
}

static void draw_head(const View *part, Rect box, PanelWait wait)
{
    View whole = view_whole(part);
    const View *view = &whole;
    Rect left = box;
    Rect right =
        rect_cut_right(&left, fmin(view_px(view, badge_width), box.w * 0.4));
    double height = view->two_rows ? name_height - 2 : badge_height;

    rect_cut_right(&left, view_px(view, 16));
    draw_badge(view, rect_cut_top(&right, view_px(view, height)), wait);
    Rect top = rect_cut_top(&left, view_px(view, name_height));
    if (!view->single)
        draw_name(view, &top);
    draw_phase(view, top);
    view_tag(view, TAG_FRAME, 0);
    if (!view->hide_summary && trace_is_program(view->trace))
        draw_result(view, rect_cut_top(&left, view_px(view, summary_height)));
    else if (!view->hide_summary)
        draw_summary(part, rect_cut_top(&left, view_px(view, summary_height)));
    box.h -= left.y - box.y;
    box.y = left.y;
    if (view->single || (view->hide_summary && !view->two_rows))
        box.w = left.w;
    int lines = view->two_rows ? 1 : 2;
    if (!view->no_caption)
        draw_sentence(view,
                      rect_cut_top(&box, lines * view_px(view, line_height)));
}

/* Cycles that a GPU measured for the steps up to the one that runs. */
static uint64_t measured_cycles(const View *view)
{
    const Trace *trace = view->trace;
    uint64_t cycles = 0;

    if (trace->blocks_count > 1) /* blocks run beside each other */
        return 0;
    for (size_t s = 0; s < trace->steps_count; ++s)
        if (trace->steps[s].first_instruction < view->position)
            cycles += trace->steps[s].cycles;
    return cycles;
}

/* "so far: T 72 cycles · conflicts 0 · W 56 sums · memory 64 words", with GAP
 * between; at the end "in all: T 169 cycles ...". */
static void totals_text(const View *view, const char *gap, char *text,
                        size_t room)
{
    const AnalysedTrace *analysed = view->analysed;
    unsigned long long measured = measured_cycles(view);
    size_t done = view->position - (view->progress < 1);
    char clock[64] = "", sums[64] = "";

    if (measured)
        snprintf(clock, sizeof clock, "%sGPU %llu cycles", gap, measured);
    if (!trace_is_of_gpu(analysed->trace))
        snprintf(sums, sizeof sums, "%sW %u %ss", gap, analysed->work[done],
                 phrase_sum(analysed->trace));
    snprintf(text, room, "%s: T %u cycles%s%sconflicts %u%s%smemory %u words",
             done < analysed->trace->instructions_count ? "so far" : "in all",
             view_cycles(view), clock, gap, analysed->conflicts[done], sums,
             gap, analysed->trace->run.words);
}

static void draw_totals(const View *part, Rect box)
{
    View whole = view_whole(part);
    const View *view = &whole;
    static const char *const gaps[] = {"   ·   ", "  ·  ", " · "};
    const char *gap = gaps[0];
    char text[192];

    for (int i = 0; i < 3; ++i) {
        gap = gaps[i];
        totals_text(view, gap, text, sizeof text);
        if (font_width(FONT_STRONG, view_size(view, 16), text) <= box.w)
            break;
    }
    char *last; /* the last number gives way first */
    while (font_width(FONT_STRONG, view->least, text) > box.w &&
           (last = strstr(text, gap)) != NULL) {
        for (char *next = last; (next = strstr(next + 1, gap)) != NULL;)
            last = next;
        *last = '\0';
    }
    view_tag(view, TAG_TOTALS, 0);
    view_text(view, box, FONT_STRONG, 16, COLOR_INK, text);
}

/* Memory's width: a share of WIDTH, of which narrow banks need more. */
static double memory_width(const View *view, double width)
{
    uint32_t k = view->trace->run.k;
    double label = bank_label_width(view);
    double share = view->single ? 0.56 : k <= 8 ? 0.46 : k == 32 ? 0.42 : 0.5;
    double most = width * share - label;

    if (most >= 2 * k)
        most = floor(most / k) * k;
    return fmin(view_memory_width(view), label + most);
}

/* Memory, and under a low one the work. */
static void draw_memory(const View *view, Rect box)
{
    double work = view_work_height(view), gap = view_px(view, work_gap);

    if (work > 0 && box.h - view_memory_height(view) >= work + gap) {
        view_work(view, rect_cut_bottom(&box, work));
        rect_cut_bottom(&box, gap);
    }
    view_memory(view, box);
}

static void draw_lower(const View *view, Rect box)
{
    if (view->trace->run.words) {
        draw_memory(view, rect_cut_left(&box, memory_width(view, box.w)));
        rect_cut_left(&box, view_px(view, 22));
    }
    draw_totals(view, rect_cut_bottom(&box, view_px(view, totals_height)));
    view_source(view, box);
}

static void draw_tree(const View *view, Rect box)
{
    if (!analysed_has_sums(view->analysed))
        return;
    if (view->analysed->tree.levels)
        view_tree(view, box);
    else if (view_lanes_fit(view))
        view_lanes(view, box);
    else
        view_flow(view, box);
}

static double queues_height(const View *view)
{
    return view_queues_height(view) + view_px(view, queues_title + bank_height);
}

static void draw_queues(const View *view, Rect box)
{
    BankColumns columns = bank_columns(view, box);

    view_tag(view, TAG_FRAME, 0);
    view_text_fitting(
        view, rect_cut_top(&box, view_px(view, queues_title)), FONT_TEXT, 15,
        COLOR_DIM,
        view->steps
            ? (const char *[]){"the longest queues of the step: lanes that "
                               "wait at each bank",
                               "the longest queues of the step"}
            : (const char *[]){"lanes that wait at each bank", "queues"},
        2);
    view_bank_numbers(view, &columns,
                      rect_cut_top(&box, view_px(view, bank_height)));
    view_queues(view, &columns, box);
}

const ViewKind view_kinds[AREA_COUNT] = {
    [AREA_TREE] = {draw_tree, NULL, NULL, 1.5, 1.1},
    [AREA_BLOCKS] = {view_blocks, NULL, view_blocks_height, 1.5, 1.1},
    [AREA_MEMORY] = {view_memory, view_memory_width, view_memory_height, 6, 6},
    [AREA_QUEUES] = {draw_queues, view_memory_width, queues_height, 6, 6},
    [AREA_SOURCE] = {view_source, NULL, NULL, 1.6, 1.4},
    [AREA_TIMELINE] = {NULL, NULL, NULL, 2, 2},
    [AREA_TIME] = {NULL, NULL, NULL, 1, 1},
};

/* What all blocks do, HEIGHT high, over what one of them does. */
static void draw_upper(const View *view, Rect box, double height)
{
    Rect blocks = {0, 0, 0, 0}, lanes = {0, 0, 0, 0};

    if (height > 0) {
        blocks = rect_cut_top(&box, height);
        view_blocks(view, blocks);
        rect_cut_top(&box, view_px(view, 10));
    }
    draw_tree(view, box);
    if (!view->analysed->tree.levels && view_lanes_fit(view))
        lanes = box;
    view_blocks_moving(view, blocks, lanes);
}

/* Does the source fit under the memory, in a column WIDE of a box? */
static bool fits_under(const View *view, Rect box, double wide)
{
    return wide >= view_px(view, source_least) &&
           box.h - view_memory_height(view) >= view_px(view, lower_height);
}

/* Tree, memory and source side by side; what the memory does not need is the
 * tree's.  The source only where there is room left for it: beside the memory,
 * or under it. */
static void draw_flat(const View *view, Rect box)
{
    /* Who is asked needs the source. */
    double share = view->cover ? 0.6 : 0.46, most = view->cover ? 0.45 : 1;
    double gap = view_px(view, 22), half = box.w * share - gap / 2;
    bool words = view->trace->run.words > 0;
    double memory =
        words ? fmin(view_memory_width(view), half * most) + gap : 0;
    bool beside = half - memory >= view_px(view, source_least);
    double column = fmax(memory - gap, fmin(half, view_px(view, source_least)));
    bool under = !beside && fits_under(view, box, column);

    Rect right = rect_cut_right(&box, beside  ? half
                                      : under ? column
                                              : memory - gap);
    rect_cut_right(&box, gap);
    if (under) {
        view_memory(view, rect_cut_top(&right, view_memory_height(view)));
        rect_cut_top(&right, view_px(view, 8));
    } else if (words) {
        draw_memory(view, rect_cut_left(&right, memory - gap));
    }
    rect_cut_left(&right, under ? 0 : gap);
    if (beside || under)
        view_source(view, right);
    draw_totals(view, rect_cut_bottom(&box, view_px(view, totals_height)));
    draw_upper(view, box, blocks_height(view, box.h));
}

/* ---- The panel of a program -----------------------------------------------*/

/* A program stands beside its source, which is as high as the panel:
 *
 *     source    phase         [ verdict ]
 *               what happens
 *               all blocks
 *               memory, queues
 *               tree, lanes or flow
 *               totals
 */
static bool beside_source(const View *view)
{
    return !view->two_rows && trace_is_program(view->trace);
}

/* Of a panel ROOM high: head, blocks, memory and totals. */
static double others_height(const View *view, double room)
{
    return head_height(view) + blocks_height(view, room) +
           view_memory_height(view) + view_px(view, totals_height + 26);
}

/* Are there sums to show, and is there room for rows that can be read? */
static bool has_room_for_sums(const View *view, double room)
{
    double rows = view->analysed->tree.levels
                      ? view->analysed->tree.levels + 1
                      : rounds_of(view->analysed->trace);
    double left = room * (1 - source_share) - others_height(view, room);

    return analysed_has_sums(view->analysed) &&
           (view->single || left >= rows * view->least * 1.2);
}

/* In a tall frame, and beside another trace, it is under all others: there it
 * has what is left where no sums are shown. */
static Rect cut_source(const View *view, Rect *box, bool sums)
{
    bool tall = view_is_tall(view->list->width, view->list->height);
    double height = box->h * source_share;

    if (view->single && !tall)
        return rect_cut_left(box, round(box->w * source_share));
    double left = box->h - others_height(view, box->h);
    return rect_cut_bottom(box, round(sums ? height : fmax(height, left)));
}

/* The memory's height, where the sums need some of ROOM, too. */
static double program_memory_height(const View *view, double room, bool sums)
{
    double likes = view_memory_height(view) + view_px(view, 8);

    if (view->trace->run.words == 0)
        return 0;
    if (!sums)
        return room;
    double least = fmin(upper_least(view, room), room * 0.35);
    return fmin(likes, room - least);
}

static void draw_program(const View *view, Rect box, PanelWait wait)
{
    Rect blocks = {0, 0, 0, 0}, lanes = {0, 0, 0, 0};
    bool sums = has_room_for_sums(view, box.h);
    Rect source = cut_source(view, &box, sums);

    view_source(view, source);
    if (box.x > source.x) /* beside it */
        rect_cut_left(&box, view_px(view, 22));
    draw_head(view, rect_cut_top(&box, head_height(view)), wait);
    draw_totals(view, rect_cut_bottom(&box, view_px(view, totals_height)));
    double height = blocks_height(view, box.h);
    if (height > 0) {
        blocks = rect_cut_top(&box, height);
        view_blocks(view, blocks);
        rect_cut_top(&box, view_px(view, 10));
    }
    if (view->trace->run.words) {
        view_memory(view, rect_cut_top(&box, program_memory_height(view, box.h,
                                                                   sums)));
        rect_cut_top(&box, view_px(view, 8));
    }
    if (sums && box.h > 0) {
        draw_tree(view, box);
        if (!view->analysed->tree.levels && view_lanes_fit(view))
            lanes = box;
    }
    view_blocks_moving(view, blocks, lanes);
}

void view_panel(const View *view, Rect box, PanelWait wait, double lower)
{
    view_tag(view, TAG_FRAME, 0);
    Shape *ground = draw_rect(view->list, box, view_px(view, 10), COLOR_PANEL);
    view_edge(view, ground, COLOR_EDGE, 1);
    box = rect_inset(box, view_px(view, pad_x), view_px(view, pad_y));
    if (beside_source(view)) {
        draw_program(view, box, wait);
        return;
    }
    draw_head(view, rect_cut_top(&box, head_height(view)), wait);
    if (is_flat(view, box.w, box.h)) {
        draw_flat(view, box);
        return;
    }
    draw_lower(view, rect_cut_bottom(&box, lower));
    rect_cut_bottom(&box, view_px(view, 12));
    draw_upper(view, box, blocks_height(view, box.h + lower));
}
