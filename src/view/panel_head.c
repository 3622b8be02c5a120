/* SPDX-License-Identifier: MIT */
#include "view/panel_head.h"

#include "draw/font.h"
#include "draw/layout.h"
#include "view/position_text.h"
#include "view/program_text.h"
#include "view/verdict_text.h"

#include <math.h>

/* px at 1080 */
static const double badge_width = 216, badge_height = 50;
static const double name_height = 36, summary_height = 24;
static const double line_height = 25;

double panel_head_height(const View *view)
{
    double words = view->hide_summary ? 0 : summary_height;

    if (!view->no_caption)
        words += view->two_rows ? line_height : 2 * line_height;
    return view_px(view, name_height + words);
}

/* What is known of a program's launch; beside another, which launch it is. */
static void draw_result(const View *view, Rect box)
{
    bool ended = trace_ended(view->trace) && !view->cover;
    Statement known = {0};
    Text text = {0};
    Color color = COLOR_DIM;

    if (view->single && view->cover) /* the result is of the whole run */
        return;
    if (view->single || ended)
        color = program_text_verdict(view, &known);
    Font font = color == COLOR_FAULT ? FONT_STRONG : FONT_TEXT;
    if (view->single) /* the header has the launch of a single one */
        view_fit_line(&known, font, view_size(view, 16), box.w, &text);
    if (!text.length)
        statement_write_plain(&known, statement_levels(&known) - 1, &text);
    if (!view->single) {
        text_add(&text, text.length ? " · " : "");
        program_text_launch(view, &text);
    }
    if (text.length)
        view_text(view, box, font, 16, color, text.text);
    text_free(&text);
    statement_free(&known);
}

/* "up-sweep, level 2: store the sums"; "up-sweep, level 2". */
static void draw_phase(const View *view, Rect box)
{
    Text text = {0}, brief = {0};

    position_phase(view->analysed, view->position,
                   view->steps || view_hides_answer(view), &text);
    position_phase(view->analysed, view->position, true, &brief);
    view_thing(view, THING_SENTENCE, 0);
    view_text_fitting(view, box, view->single ? FONT_STRONG : FONT_TEXT,
                      view->single ? 24 : 17,
                      view->single ? COLOR_INK : COLOR_DIM,
                      (const char *[]){text.text, brief.text}, 2);
    text_free(&text);
    text_free(&brief);
}

static void draw_sentence(const View *view, Rect box)
{
    Statement statement = {0};
    Text text = {0};
    double line = fmax(view_px(view, line_height), view->least * 1.3);

    if (view_hides_answer(view))
        statement_say(&statement, 0, "%s", view->cover->about[view->panel]);
    else if (view->steps)
        verdict_text_step(view->analysed, view->position, &statement);
    else
        verdict_text_instruction(view->analysed, view->position, &statement);
    line = fmin(line, box.h);
    double size = view_fit_lines(&statement, box.w, (int)(box.h / line + 0.01),
                                 view_size(view, 17), view->least, &text);
    view_thing(view, THING_SENTENCE, 0);
    if (text.length)
        layout_paragraph(view->list, box, line, FONT_TEXT, size, view->least,
                         COLOR_INK, text.text);
    statement_free(&statement);
    text_free(&text);
}

/* "wrong values from step 4; cell 17 holds 68 and should hold 4", or as much of
 * it as fits, cut off the left of *BOX; false if there is nothing wrong. */
static bool draw_faults(const View *part, Rect *box)
{
    View whole = view_whole(part);
    Statement faults = {0};
    Text text = {0};

    verdict_text_faults(whole.analysed, &faults);
    bool any = faults.clauses_count > 0;
    if (any)
        verdict_text_place(part, &faults);
    view_fit_line(&faults, FONT_STRONG, part->least, box->w, &text);
    if (text.length) {
        double width = font_width(FONT_STRONG, view_size(part, 16), text.text);
        view_text(part, rect_cut_left(box, fmin(width + 1, box->w)),
                  FONT_STRONG, 16,
                  verdict_faults_color(whole.analysed, whole.position),
                  text.text);
        rect_cut_left(box, view_px(part, 16));
    }
    statement_free(&faults);
    text_free(&text);
    return any;
}

/* Where the run goes wrong, if it does, and then what the algorithm does. */
static void draw_summary(const View *part, Rect box)
{
    View whole = view_whole(part);
    const View *view = &whole;

    view_thing(view, THING_FRAME, 0);
    if (view->cover && (view->cover->names || view->cover->answer))
        return; /* "loads and stores of an iteration race for the same cells" */
    bool faults = !view->cover && draw_faults(part, &box);
    if (!faults ||
        view_least_width(view, FONT_TEXT, view->trace->run.summary) <= box.w)
        view_text(view, box, FONT_TEXT, 16, COLOR_DIM,
                  view->trace->run.summary);
}

/* The algorithm's name, cut off the left of BOX. */
static void draw_name(const View *view, Rect *box)
{
    bool hides = view->cover && view->cover->names;
    const char *name = hides ? SCENE_HIDDEN : trace_title(view->trace);
    double size = view_size(view, 26);
    double width = font_width(FONT_STRONG, size, name) + 1;

    view_thing(view, THING_FRAME, 0);
    draw_text(view->list, rect_cut_left(box, fmin(width, box->w * 0.6)),
              ALIGN_LEFT, FONT_STRONG, size, view->least, COLOR_INK, name);
    rect_cut_left(box, view_px(view, 20));
}

void panel_head_draw(const View *part, Rect box, PanelWait wait)
{
    View whole = view_whole(part);
    const View *view = &whole;
    Rect left = box;
    Rect right =
        rect_cut_right(&left, fmin(view_px(view, badge_width), box.w * 0.4));
    double height = view->two_rows ? name_height - 2 : badge_height;

    rect_cut_right(&left, view_px(view, 16));
    panel_badge_draw(view, rect_cut_top(&right, view_px(view, height)), wait);
    Rect top = rect_cut_top(&left, view_px(view, name_height));
    if (!view->single)
        draw_name(view, &top);
    draw_phase(view, top);
    view_thing(view, THING_FRAME, 0);
    if (!view->hide_summary && view->whole->proof.unchecked)
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
