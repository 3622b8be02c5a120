/* SPDX-License-Identifier: MIT */
#include "view/panel_badge.h"

#include "draw/font.h"
#include "draw/layout.h"
#include "say/say.h"
#include "view/view_bank.h"
#include "view/view_marks.h"

size_t panel_badge_number(const View *view)
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
    if (view->service->cost.wavefronts > 1)
        return COLOR_ALARM;
    if (view->service->cost.latency >
        1) /* a conflict in the model, none on a GPU */
        return COLOR_DIM;
    return is_spoiled(view) ? COLOR_DIM : COLOR_GOOD;
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
    Statement race = {0};

    say_conflict(analysed->trace, panel_badge_number(view), &badge.verdict,
                 &badge.detail);
    const char *fault = say_race(analysed->trace, &analysed->races,
                                 panel_badge_number(view), &race)
                            ? "race"
                        : verdict_goes_wrong(analysed, view->position)
                            ? "goes wrong"
                            : NULL;
    statement_free(&race);
    if (!fault) {
        if (view_is_shared(view) && view->service->cost.latency == 1 &&
            is_spoiled(view))
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
    Service service;
    uint32_t most = 0;

    at.steps = false;
    at.service = &service;
    for (size_t i = view->step_first; view_is_of_step(view, i); ++i) {
        at.position =
            issue_order_place(view->trace, view->analysed->order, i) + 1;
        at.running = view->trace->instructions + i;
        at.accesses = trace_accesses(view->trace, at.running);
        service = service_of(view->trace, at.running);
        Badge badge = instruction_badge(&at);
        uint32_t own =
            badge.loud ? UINT32_MAX
                       : 256u * service.cost.wavefronts + service.cost.latency;
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

Badge panel_badge(const View *view, PanelWait wait, double width)
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
    view_thing(view, THING_SENTENCE, 0);
    Shape *frame = draw_rect(view->list, box, view_px(view, 8), COLOR_NONE);
    view_edge(view, frame, COLOR_DIM, 2);
    frame->dashed = true;
    view_label(view, box, FONT_STRONG, 22, COLOR_DIM, "?");
}

void panel_badge_draw(const View *view, Rect box, PanelWait wait)
{
    if (view_hides_answer(view)) {
        draw_unknown(view, box);
        return;
    }
    Rect inside = rect_inset(box, view_px(view, 8), view_px(view, 4));
    Badge badge = panel_badge(view, wait, inside.w);
    bool lines = inside.h * 0.45 >= view->least;

    if (!lines && wait.standing[0] && !badge.loud && !verdict_is_due(view)) {
        text_free(&badge.verdict);
        text_add(&badge.verdict, "%s", wait.standing);
        badge.color = COLOR_INK;
    }
    if (view_least_width(view, FONT_STRONG, badge.verdict.text) <= inside.w) {
        view_thing(view, THING_SENTENCE, 0);
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
