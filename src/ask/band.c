/* SPDX-License-Identifier: MIT */
#include "ask/band.h"

#include "util/wrap.h"

#include <math.h>
#include <string.h>

/* px at 1080 */
static const double pad_x = 34, pad_y = 12, head_size = 20, title_size = 31;
static const double text_size = 34, most_letters = 1.25, gap = 14,
                    choice_pad = 14;
/* Of the height of frame and band. */
static const double usual_share = 0.245, projector_share = 0.3;

enum { MOST_TRIES = 25 };

typedef struct {
    DisplayList *list; /* NULL: heights are only added up */
    const Band *band;
    double unit, least;
    double letters; /* factor on the size of the text */
} Drawing;

int band_height(double height, bool projector)
{
    return (int)floor(height * (projector ? projector_share : usual_share));
}

static double px(const Drawing *drawing, double at_1080)
{
    return round(at_1080 * drawing->unit);
}

static double size_of(const Drawing *drawing, double at_1080)
{
    return layout_most(at_1080 * drawing->unit, drawing->least);
}

/* Of what is made smaller where there is much of it. */
static double letters_of(const Drawing *drawing, double at_1080)
{
    return layout_most(at_1080 * drawing->unit * drawing->letters,
                       drawing->least);
}

static double line_of(double size)
{
    return ceil(size * 1.32);
}

/* Draws TEXT at the top of *BOX, which loses that height. */
static void paragraph(const Drawing *drawing, Rect *box, Font font, double size,
                      Color color, const char *text)
{
    int lines = layout_lines(font, size, box->w, text);
    Rect place = rect_cut_top(box, lines * line_of(size));

    if (drawing->list)
        layout_paragraph(drawing->list, place, line_of(size), font, size,
                         drawing->least, color, text);
}

/* The paragraphs of TEXT, which line ends part. */
static void paragraphs(const Drawing *drawing, Rect *box, double size,
                       Color color, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        Text one = {0};
        Text printed = {0};
        text_add_bytes(&one, text, length);
        wrap_quotes(one.text, &printed);
        paragraph(drawing, box, FONT_TEXT, size, color,
                  printed.length ? printed.text : "");
        text_free(&one);
        text_free(&printed);
        text += length + (text[length] == '\n');
        if (*text)
            rect_cut_top(box, size * 0.3);
    }
}

static const Answer *given_of(const Band *band)
{
    return band->turn ? turn_given(band->turn) : NULL;
}

/* ---- Choices ------------------------------------------------------------ */

static void choice_label(const Drawing *drawing, int i, Text *label)
{
    text_add(label, "%d:  %s", i + 1, drawing->band->question->choices[i]);
}

static double choice_width(const Drawing *drawing, int i, double size)
{
    Text label = {0};

    choice_label(drawing, i, &label);
    double width = font_width(FONT_STRONG, size, label.text);
    text_free(&label);
    return ceil(width) + 1 + 2 * px(drawing, choice_pad);
}

static void draw_choice(const Drawing *drawing, int i, Rect box, double size)
{
    const Band *band = drawing->band;
    bool right = band->tells && i == band->question->right.numbers[0];
    const Answer *given = given_of(band);
    bool wrong = band->tells && !right && given && given->numbers[0] == i;
    Text label = {0};

    if (!drawing->list)
        return;
    choice_label(drawing, i, &label);
    draw_thing(drawing->list, THING_CHOICE, 0, (uint32_t)i);
    Shape *ground = draw_rect(drawing->list, box, px(drawing, 7),
                              right ? COLOR_GOOD : COLOR_CELL);
    ground->edge = wrong ? COLOR_FAULT : right ? COLOR_GOOD : COLOR_EDGE;
    ground->width = layout_most(1, px(drawing, wrong ? 3 : 1));
    ground->dashed = wrong;
    draw_text(drawing->list, rect_inset(box, px(drawing, choice_pad), 0),
              ALIGN_LEFT, FONT_STRONG, size, drawing->least,
              right ? COLOR_ON_STRONG : COLOR_INK, label.text);
    text_free(&label);
    draw_thing(drawing->list, THING_SENTENCE, 0, 0);
}

/* The choices beside each other, in as many rows as they need. */
static void choices(const Drawing *drawing, Rect *box, double size)
{
    const Question *asked = drawing->band->question;
    double height = ceil(size * 1.6), between = px(drawing, gap);
    Rect row = rect_cut_top(box, height);

    for (int i = 0; i < QUESTION_CHOICES && asked->choices[i]; ++i) {
        double width = layout_least(choice_width(drawing, i, size), box->w);
        if (width > row.w) {
            rect_cut_top(box, px(drawing, 6));
            row = rect_cut_top(box, height);
            row.x = box->x;
            row.w = box->w;
        }
        draw_choice(drawing, i, rect_cut_left(&row, width), size);
        rect_cut_left(&row, between);
    }
}

/* The field with what is typed, and why it is no answer, in ROW. */
static void field(const Drawing *drawing, Rect row, double size)
{
    const Turn *turn = drawing->band->turn;
    Rect place =
        rect_cut_left(&row, layout_least(px(drawing, 12 * choice_pad), row.w));
    Shape *ground = draw_rect(drawing->list, place, px(drawing, 7), COLOR_CELL);

    ground->edge = COLOR_EDGE;
    ground->width = layout_most(1, px(drawing, 1));
    draw_text(drawing->list, rect_inset(place, px(drawing, choice_pad), 0),
              ALIGN_LEFT, FONT_STRONG, size, drawing->least, COLOR_INK,
              turn->typed);
    rect_cut_left(&row, px(drawing, gap));
    if (turn->error[0] || turn->hinted)
        draw_text(drawing->list, row, ALIGN_LEFT, FONT_TEXT, size * 0.8,
                  drawing->least, turn->error[0] ? COLOR_FAULT : COLOR_DIM,
                  turn->error[0] ? turn->error
                                 : drawing->band->question->hint.text);
}

/* What answers, and where it is typed. */
static void typing(const Drawing *drawing, Rect *box, double size)
{
    const Band *band = drawing->band;
    Rect row = rect_cut_top(box, ceil(size * 1.6));
    Text how = {0};

    text_add(&how, "Answer with %s%s", band->question->how.text,
             band->turn ? ":" : ".");
    double width = layout_least(ceil(font_width(FONT_TEXT, size, how.text)) + 1,
                                band->turn ? row.w * 0.7 : row.w);
    Rect place = rect_cut_left(&row, width);
    rect_cut_left(&row, px(drawing, gap));
    if (drawing->list)
        draw_text(drawing->list, place, ALIGN_LEFT, FONT_TEXT, size,
                  drawing->least, COLOR_DIM, how.text);
    if (drawing->list && band->turn)
        field(drawing, row, size);
    text_free(&how);
}

/* Whether what was typed is right, and what is. */
static void typed_verdict(const Drawing *drawing, Rect *box, double size)
{
    const Band *band = drawing->band;
    const Question *asked = band->question;
    const Answer *given = given_of(band);
    bool right = given && question_is_right(asked, given);
    Text text = {0};

    question_verdict(asked, given, &text);
    paragraph(drawing, box, FONT_STRONG, size,
              !given  ? COLOR_INK
              : right ? COLOR_GOOD
                      : COLOR_FAULT,
              text.text);
    text_free(&text);
}

static void question(const Drawing *drawing, Rect *box)
{
    const Band *band = drawing->band;
    const Question *asked = band->question;
    double size = letters_of(drawing, text_size);

    rect_cut_top(box, px(drawing, 8));
    Text printed = {0};
    wrap_quotes(asked->sentence.text, &printed);
    paragraph(drawing, box, FONT_STRONG, size, COLOR_INK, printed.text);
    text_free(&printed);
    rect_cut_top(box, px(drawing, 6));
    if (asked->form == ANSWER_CHOICE)
        choices(drawing, box, size * 0.92);
    else if (band->tells)
        typed_verdict(drawing, box, size * 0.92);
    else
        typing(drawing, box, size * 0.92);
    if (!band->tells)
        return;
    rect_cut_top(box, px(drawing, 6));
    paragraphs(drawing, box, size * 0.92, COLOR_INK, band->wrong);
    paragraphs(drawing, box, size * 0.92, COLOR_INK, asked->why.text);
}

/* ---- The band ----------------------------------------------------------- */

/* The keys, from the right end of *LINE on. */
static void draw_keys(const Drawing *drawing, Rect *line, double size)
{
    const Band *band = drawing->band;
    double around = px(drawing, choice_pad / 2);

    for (int i = band->keys_count; i-- > 0;) {
        const char *label = band->keys[i].label;
        double width = ceil(font_width(FONT_TEXT, size, label)) + 2 * around;
        Rect place = rect_cut_right(line, width);
        draw_thing(drawing->list, THING_ANSWER, 0, (uint32_t)i);
        draw_rect(drawing->list, place, px(drawing, 5), COLOR_CELL);
        draw_text(drawing->list, rect_inset(place, around - 0.5, 0), ALIGN_LEFT,
                  FONT_TEXT, size, drawing->least, COLOR_INK, label);
        rect_cut_right(line, px(drawing, gap / 2));
    }
    draw_thing(drawing->list, THING_SENTENCE, 0, 0);
}

static void head(const Drawing *drawing, Rect *box)
{
    double size = size_of(drawing, head_size);
    Rect line = rect_cut_top(box, line_of(size));

    if (!drawing->list)
        return;
    draw_keys(drawing, &line, size);
    draw_text(drawing->list, line, ALIGN_LEFT, FONT_TEXT, size, drawing->least,
              COLOR_DIM, drawing->band->head);
}

/* All that stands under the first line; what *BOX has left is unused. */
static void body(const Drawing *drawing, Rect *box)
{
    const Band *band = drawing->band;

    if (band->title)
        paragraph(drawing, box, FONT_STRONG, letters_of(drawing, title_size),
                  COLOR_INK, band->title);
    rect_cut_top(box, px(drawing, 2));
    if (band->text)
        paragraphs(drawing, box, letters_of(drawing, text_size), band->ink,
                   band->text);
    if (band->question)
        question(drawing, box);
}

/* The height that the body takes. */
static double body_height(const Drawing *drawing, double width)
{
    const double enough = 1e6;
    Drawing dry = *drawing;
    Rect box = {0, 0, width, enough};

    dry.list = NULL;
    body(&dry, &box);
    return enough - box.h;
}

void band_draw(DisplayList *list, const Band *band, Rect box, double unit,
               double least)
{
    Drawing drawing = {list, band, unit, least, most_letters};
    Rect line = box;

    draw_thing(list, THING_SENTENCE, 0, 0);
    draw_rect(list, box, 0, COLOR_PANEL);
    draw_rect(list, rect_cut_top(&line, layout_most(1, px(&drawing, 2))), 0,
              COLOR_EDGE);
    box = rect_inset(box, px(&drawing, pad_x), px(&drawing, pad_y));
    head(&drawing, &box);
    for (int i = 0; i < MOST_TRIES && body_height(&drawing, box.w) > box.h; ++i)
        drawing.letters = i ? drawing.letters * 0.95 : 1;
    body(&drawing, &box);
}
