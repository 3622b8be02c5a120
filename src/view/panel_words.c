/* SPDX-License-Identifier: MIT */
#include "view/panel_words.h"

#include "analysis/sum_results.h"
#include "analysis/what_if.h"
#include "draw/font.h"
#include "draw/layout.h"
#include "say/phrases.h"

#include <math.h>

/* px at 1080 */
static const double name_text = 38, badge_text = 25, sentence_text = 28;
static const double totals_text = 22, gap = 14;

static const double badge_share = 1.9; /* of the badge's text, its height */

static TextStyle style_of(const View *view, Font font, double at_1080,
                          Color color)
{
    return (TextStyle){font, view_size(view, at_1080), color, ALIGN_LEFT};
}

static Thing thing_of(const View *view, ThingKind kind)
{
    return (Thing){kind, 0, 0, view->panel + 1};
}

static double badge_width(const PanelWords *words)
{
    const Text *verdict = &words->badge.verdict;
    double size = view_size(words->view, badge_text);
    double mark = words->badge.loud ? size : 0;

    return verdict->length ? ceil(font_width(FONT_STRONG, size, verdict->text) +
                                  mark + 1.2 * size)
                           : 0;
}

static void add_badge(PanelWords *words, Box *row)
{
    double height = badge_share * view_size(words->view, badge_text);

    if (words->badge.verdict.length)
        words->sign = box_importance(box_part(row, badge_width(words), height),
                                     RANK_BADGE);
}

void panel_words_draw(const PanelWords *words)
{
    const View *view = words->view;
    const Badge *badge = &words->badge;
    Color fill = badge->loud ? COLOR_FAULT : COLOR_CONFLICT;
    bool loud = badge->loud || badge->color == COLOR_ALARM;
    Color ink = loud ? view_on(fill) : badge->color;
    Rect place = words->sign ? box_place(words->sign) : (Rect){0, 0, 0, 0};

    if (rect_is_empty(place))
        return;
    view_thing(view, THING_SENTENCE, 0);
    Shape *frame = draw_rect(view->list, place, view_px(view, 10),
                             loud ? fill : COLOR_NONE);
    view_edge(view, frame, loud ? fill : badge->color, 3);
    Rect inside = place;
    if (badge->loud)
        rect_cut_left(&inside, view_size(view, badge_text));
    Shape *text = view_label(view, inside, FONT_STRONG, badge_text, ink,
                             badge->verdict.text);
    if (text && badge->loud) {
        double side = text->box.h * 0.9;
        double x = text->box.x - text->box.h * 0.6 - side;
        if (x >= place.x + view_px(view, 4))
            draw_cross(view->list,
                       (Rect){x, text->box.y + (text->box.h - side) / 2, side,
                              side},
                       side / 4, ink);
    }
}

static double brief_width(const Statement *statement, const TextStyle *style)
{
    Text text = {0};
    int levels = statement_levels(statement);

    if (levels)
        statement_write(statement, levels - 1, &text);
    double width =
        text.length ? font_width(style->font, style->size, text.text) : 0;
    text_free(&text);
    return ceil(width);
}

/* Where the run goes wrong, beside a badge that does not say so.  Returns the
 * least width of that. */
static double add_faults(const PanelWords *words, Box *row)
{
    const View *view = words->view;
    Statement faults = {0};

    if (view->cover || words->badge.loud)
        return 0;
    verdict_text_faults(view->whole, &faults);
    TextStyle style =
        style_of(view, FONT_STRONG, totals_text,
                 verdict_faults_color(view->whole, view->whole_position));
    double width = brief_width(&faults, &style);
    Box *text = box_statement(row, &style, &faults);
    if (text)
        box_importance(box_thing(text, thing_of(view, THING_SENTENCE)),
                       RANK_FAULTS);
    return width;
}

/* What the layout that is tried would save, in the whole run. */
static void say_predicted(const View *view, Statement *statement)
{
    const WhatIf *array = view->predicted->array;
    const Conflicts *left = array->predicted + view->predicted->remedy;
    Text layout = {0};

    what_if_write(view->whole->trace, array, view->predicted->remedy, &layout);
    statement_say(statement, 0,
                  "Predicted: %s; %llu of %llu bank conflicts remain",
                  layout.text, (unsigned long long)(left->load + left->store),
                  (unsigned long long)(array->now.load + array->now.store));
    text_free(&layout);
}

/* In WIDTH pixels; its line is there without words, too, so that nothing moves.
 */
static void add_sentence(const PanelWords *words, Box *parent, double width)
{
    const View *view = words->view;
    TextStyle style = style_of(view, FONT_TEXT, sentence_text, COLOR_INK);
    Statement statement = {0};

    if (view->no_caption)
        return;
    Box *line = box_least(box_row(parent, 0), 0, ceil(style.size * 1.35));
    box_importance(view->single ? box_grow(line, 1) : line, RANK_SENTENCE);
    if (view_hides_answer(view))
        statement_say(&statement, 0, "%s", view->cover->about[view->panel]);
    else if (view->predicted)
        say_predicted(view, &statement);
    else
        verdict_text_now(view, &statement);
    while (style.size > view->least && brief_width(&statement, &style) > width)
        style.size = fmax(view->least, 0.95 * style.size);
    Box *text = box_statement(line, &style, &statement);
    if (text)
        box_importance(box_thing(text, thing_of(view, THING_SENTENCE)),
                       RANK_WORDS);
}

/* A trace alone has no name in its panel: the title has it. */
PanelWords panel_words_add(const View *view, Box *column, double width)
{
    PanelWords made = {.view = view}, *words = &made;
    View whole = view_whole(view);
    const Trace *trace = view->whole->trace;
    bool hides = view->cover && view->cover->names;
    TextStyle strong = style_of(view, FONT_STRONG, name_text, COLOR_INK);
    Box *row = box_row(column, view_px(view, gap)), *left;

    if (view->predicted) {
        words->badge.color = COLOR_DIM;
        text_add(&words->badge.verdict, "predicted");
    } else if (!view_hides_answer(view)) {
        words->badge = verdict_badge(&whole);
    }
    box_least(row, 0, badge_share * view_size(view, badge_text));
    left = box_grow(box_row(row, view_px(view, gap)), 1);
    Box *slot = view->single ? box_grow(box_row(left, 0), 1) : column;
    if (!view->single) {
        Box *name =
            box_text(left, &strong, hides ? SCENE_HIDDEN : trace_title(trace));
        if (!hides)
            box_or(name, trace->run.algorithm);
        box_thing(name, thing_of(view, THING_FRAME));
    }
    double faults = add_faults(words, left);
    add_badge(words, row);
    if (view->single)
        width -= badge_width(words) + faults + 2 * view_px(view, gap);
    add_sentence(words, slot, width);
    return made;
}

/* ---- Totals ---------------------------------------------------------------*/

enum { TOTALS = 4 };

/* Writes "so far: 72 cycles", "0 conflicts", "56 additions" and "64 cells" into
 * TEXTS, and returns how many; at the end "in all: 169 cycles".  Without shared
 * memory there are no cycles: "so far: no shared memory", "31 additions".  The
 * additions of a program are left out if a sum was not found. */
static int write_totals(const View *whole, Text texts[TOTALS])
{
    const AnalysedTrace *analysed = whole->analysed;
    const Trace *trace = analysed->trace;
    uint32_t cells = trace->run.words;
    size_t done = whole->position - (whole->moment->progress < 1);
    bool ended = done == trace->instructions_count && !trace->run.unfinished;
    int count = 0;

    text_add(texts, "%s: ", ended ? "in all" : "so far");
    if (cells)
        phrase_count(view_cycles(whole), "cycle", texts + count++);
    else
        text_add(texts + count++, "no shared memory");
    if (cells)
        phrase_count(analysed->conflicts[done], "conflict", texts + count++);
    if (!trace_is_of_gpu(trace) && sum_results_tell_work(trace))
        phrase_count(analysed->work[done], phrase_work(trace), texts + count++);
    if (cells)
        phrase_count(cells, "cell", texts + count++);
    return count;
}

/* As many totals as fit: the last one gives way first. */
void panel_words_add_totals(const View *view, Box *column)
{
    View whole = view_whole(view);
    TextStyle style = style_of(view, FONT_STRONG, totals_text, COLOR_INK);
    Text texts[TOTALS] = {{0}};
    int count = write_totals(&whole, texts);
    Box *box = NULL;

    for (int left = count; left > 0; --left) {
        Text all = {0};
        for (int i = 0; i < left; ++i)
            text_add(&all, "%s%s", i ? " · " : "", texts[i].text);
        box = box ? box_or(box, all.text) : box_text(column, &style, all.text);
        text_free(&all);
    }
    box_importance(box_thing(box, thing_of(view, THING_TOTALS)), RANK_TOTALS);
    for (int i = 0; i < count; ++i)
        text_free(texts + i);
}

void panel_words_free(PanelWords *words)
{
    badge_free(&words->badge);
}
