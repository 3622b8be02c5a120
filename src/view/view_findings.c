/* SPDX-License-Identifier: MIT
 *
 * view_findings - draws what is worth saying of a run, the worst first:
 *
 *     Findings
 *     (x)  Race                                              [ Show   ]
 *          Lines 16 and 12: thread 0 stores temp[63] while thread 31
 *          may still load it.
 *          Add __syncthreads() before line 16.
 *     (!)  35 bank conflicts                                 [ Try it ]
 *          Line 12: a stride of 2 brings 2 lanes to one bank.
 *     4 more
 *
 * A finding that has no room is left out whole: first those that are like one
 * before them.  Only a window has buttons.
 */
#include "view/views.h"

#include "draw/font.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double heading_text = 28, title_text = 26; /* px at 1080 */
static const double said_text = 24, remedy_text = 22, button_text = 22;
static const double line_share = 1.36; /* of the size of its text */
static const double disc_share = 1.5, gap_likes = 14, button_pad = 20;
static const double panel_share = 0.46; /* of a frame's width, as a guess */

enum { SAID_LINES = 2, REMEDY_LINES = 2, NOTES_LIKED = 4 };

/* Where the parts of one finding stand in a panel, and what they say there. */
typedef struct {
    const FindingNote *note;
    Text said, remedy;
    double said_size, remedy_size;
    double height, remedy_height;
    bool shown;
} Row;

typedef struct {
    const View *view;
    const FindingNotes *notes;
    Row *rows;                   /* of all notes */
    double width, disc, buttons; /* disc: with the space after it */
} Panel;

static double line_of(double size)
{
    return ceil(size * line_share);
}

/* The diameter of a sign, as high as the line of a title. */
static double disc_of(const View *view)
{
    return view_size(view, title_text) * disc_share;
}

/* Sets what a part of a row says, as long as it fits in LINES, and returns its
 * height. */
static double fit_part(const Panel *at, const Statement *statement, int lines,
                       double size, Text *text, double *fits)
{
    const View *view = at->view;
    double width = at->width - at->disc - at->buttons;

    *fits = size;
    if (!statement->clauses_count)
        return 0;
    *fits = view_fit_lines(statement, width, lines, size,
                           fmin(size, view->least), text);
    int used = layout_lines(FONT_TEXT, *fits, width, text->text);
    if (used > lines) { /* even its briefest form */
        text_free(text);
        *text = (Text){0};
        return 0;
    }
    return used * line_of(*fits);
}

/* Sets what a row says and how high it is; a frame needs few of them. */
static double fit_row(const Panel *at, Row *row)
{
    const View *view = at->view;

    if (row->height > 0)
        return row->height;
    row->remedy_height =
        fit_part(at, &row->note->remedy, REMEDY_LINES,
                 view_size(view, remedy_text), &row->remedy, &row->remedy_size);
    row->height =
        disc_of(view) + row->remedy_height +
        fit_part(at, &row->note->said, SAID_LINES, view_size(view, said_text),
                 &row->said, &row->said_size);
    return row->height += view_px(view, gap_likes);
}

static const char *const button_names[] = {
    [FINDING_SHOW] = "Show", [FINDING_TRY] = "Try it"};

static double button_width(const View *view)
{
    return font_width(FONT_STRONG, view_size(view, button_text), "Try it") +
           2 * view_px(view, button_pad);
}

/* The panel of VIEW in a box of WIDTH pixels; free it with panel_free. */
static Panel panel_of(const View *view, double width)
{
    Panel at = {.view = view,
                .notes = analysed_notes(view->whole),
                .width = width,
                .disc = disc_of(view) + view_px(view, 14)};

    if (view->keys)
        at.buttons = button_width(view) + view_px(view, 16);
    at.rows = base_alloc(at.notes->notes_count + 1, sizeof *at.rows);
    for (size_t i = 0; i < at.notes->notes_count; ++i)
        at.rows[i].note = at.notes->notes + i;
    return at;
}

static void panel_free(Panel *at)
{
    for (size_t i = 0; i < at->notes->notes_count; ++i) {
        text_free(&at->rows[i].said);
        text_free(&at->rows[i].remedy);
    }
    free(at->rows);
}

/* True if no note before it is of the same kind. */
static bool is_first(const Panel *at, size_t i)
{
    for (size_t before = 0; before < i; ++before)
        if (at->rows[before].note->kind == at->rows[i].note->kind)
            return false;
    return true;
}

static double more_height(const View *view)
{
    return line_of(view_size(view, remedy_text));
}

/* True if ROW fits in HEIGHT: without its remedy, if IMPORTANT. */
static bool fits(const Panel *at, Row *row, double height, bool important)
{
    if (fit_row(at, row) > height && important && row->remedy.length) {
        text_free(&row->remedy);
        row->remedy = (Text){0};
        row->height -= row->remedy_height;
    }
    return row->height <= height;
}

/* Chooses what fits in HEIGHT: the first note of each kind, then the others.
 * Returns how many are left out. */
static size_t choose(Panel *at, double height)
{
    size_t count = at->notes->notes_count, left = count;
    double all = 0;

    for (size_t i = 0; i < count && all <= height; ++i)
        all += fit_row(at, at->rows + i);
    if (all > height)
        height -= more_height(at->view);
    for (int pass = 0; pass < 2; ++pass)
        for (size_t i = 0; i < count && height > disc_of(at->view); ++i) {
            Row *row = at->rows + i;
            if (row->shown || is_first(at, i) != (pass == 0) ||
                !fits(at, row, height, pass == 0))
                continue;
            row->shown = true;
            height -= row->height;
            --left;
        }
    return left;
}

/* ---- Drawing --------------------------------------------------------------*/

static const Color fills[SEVERITY_COUNT] = {
    [SEVERITY_FAULT] = COLOR_FAULT,
    [SEVERITY_COST] = COLOR_CONFLICT,
    [SEVERITY_NOTE] = COLOR_DIM,
    [SEVERITY_GOOD] = COLOR_GOOD,
};
static const Color inks[SEVERITY_COUNT] = {
    [SEVERITY_FAULT] = COLOR_FAULT,
    [SEVERITY_COST] = COLOR_ALARM,
    [SEVERITY_NOTE] = COLOR_INK,
    [SEVERITY_GOOD] = COLOR_GOOD,
};

/* The sign in a disc. */
static void draw_sign(const View *view, Rect box, Severity severity)
{
    Rect inside = rect_around(box.x + box.w / 2, box.y + box.h / 2,
                              box.w * 0.34, box.h * 0.34);
    Color on =
        severity == SEVERITY_NOTE ? COLOR_PANEL : view_on(fills[severity]);

    draw_rect(view->list, box, box.w / 2, fills[severity]);
    if (severity == SEVERITY_FAULT)
        draw_cross(view->list, inside, inside.w / 4, on);
    else if (severity == SEVERITY_GOOD)
        draw_check(view->list, inside, inside.w / 4, on);
    else
        view_label(view, box, FONT_STRONG, title_text, on,
                   severity == SEVERITY_COST ? "!" : "i");
}

/* True if the memory is shown with the remedy of NOTE: its button undoes it. */
static bool is_tried(const View *view, const FindingNote *note)
{
    const Findings *all = analysed_findings(view->whole);

    return view->predicted &&
           view->predicted->array == all->findings[note->finding].array;
}

static void draw_button(const View *view, Rect box, const FindingNote *note,
                        FindingPart part)
{
    bool undoes = part == FINDING_TRY && is_tried(view, note);
    Color ink = inks[note->severity];

    view_pair(view, THING_FINDING, note->finding, part);
    Shape *shape = draw_rect(view->list, box, view_px(view, 8), COLOR_PANEL);
    view_edge(view, shape, ink, 2);
    view_label(view, box, FONT_STRONG, button_text, ink,
               undoes ? "Undo" : button_names[part]);
}

/* "Try it" where a padding is predicted, below "Show" if both have room. */
static void draw_buttons(const View *view, Rect box, const FindingNote *note)
{
    double height = line_of(view_size(view, button_text)) * 1.2;
    double gap = view_px(view, 6);
    bool both = note->has_moment && note->pads && box.h >= 2 * height + gap;

    if (note->has_moment && (!note->pads || both)) {
        draw_button(view, rect_cut_top(&box, height), note, FINDING_SHOW);
        rect_cut_top(&box, gap);
    }
    if (note->pads)
        draw_button(view, rect_cut_top(&box, height), note, FINDING_TRY);
}

static void draw_part(const View *view, Rect *box, double size, Color color,
                      const Text *text)
{
    if (!text->length)
        return;
    int used =
        layout_paragraph(view->list, *box, line_of(size), FONT_TEXT, size,
                         fmin(size, view->least), color, text->text);
    rect_cut_top(box, used * line_of(size));
}

static void draw_row(const Panel *at, Rect box, const Row *row)
{
    const View *view = at->view;
    const FindingNote *note = row->note;
    double disc = disc_of(view);

    rect_cut_bottom(&box, view_px(view, gap_likes));
    view_pair(view, THING_FINDING, note->finding, FINDING_TEXT);
    Rect sign = rect_cut_left(&box, at->disc);
    draw_sign(view, (Rect){sign.x, sign.y, disc, disc}, note->severity);
    Rect buttons = rect_cut_right(&box, at->buttons);
    view_text(view, rect_cut_top(&box, disc), FONT_STRONG, title_text,
              inks[note->severity], note->title.text);
    draw_part(view, &box, row->said_size, COLOR_INK, &row->said);
    draw_part(view, &box, row->remedy_size, COLOR_DIM, &row->remedy);
    if (view->keys)
        draw_buttons(view, rect_inset(buttons, 0, view_px(view, 2)), note);
}

static void draw_rows(Panel *at, Rect box)
{
    const View *view = at->view;
    size_t left = choose(at, box.h);
    char text[32];

    for (size_t i = 0; i < at->notes->notes_count; ++i)
        if (at->rows[i].shown)
            draw_row(at, rect_cut_top(&box, at->rows[i].height), at->rows + i);
    if (left == 0)
        return;
    snprintf(text, sizeof text, view->keys ? "%zu more ..." : "%zu more", left);
    rect_cut_left(&box, at->disc);
    view_pair(view, THING_FINDING, 0, FINDING_MORE);
    view_text(view, rect_cut_top(&box, more_height(view)), FONT_TEXT,
              remedy_text, view->keys ? COLOR_INK : COLOR_DIM, text);
}

double view_findings_height(const View *view)
{
    bool tall = view_is_tall(view->list->width, view->list->height);
    Panel at = panel_of(view, view->list->width * (tall ? 0.9 : panel_share));
    size_t count = 0;
    double height =
        line_of(view_size(view, heading_text)) + view_px(view, gap_likes);

    for (size_t i = 0; i < at.notes->notes_count && count < NOTES_LIKED; ++i)
        if (is_first(&at, i)) {
            height += fit_row(&at, at.rows + i);
            ++count;
        }
    if (count < at.notes->notes_count)
        height += more_height(view);
    panel_free(&at);
    return height;
}

void view_findings(const View *view, Rect box)
{
    double head = line_of(view_size(view, heading_text));

    view_thing(view, THING_FRAME, 0);
    view_text(view, rect_cut_top(&box, head), FONT_STRONG, heading_text,
              COLOR_INK, "Findings");
    rect_cut_top(&box, view_px(view, gap_likes));
    if (view->cover) {
        view_text(view, rect_cut_top(&box, more_height(view)), FONT_TEXT,
                  remedy_text, COLOR_DIM, "hidden while a question is asked");
        return;
    }
    Panel at = panel_of(view, box.w);
    draw_rows(&at, box);
    panel_free(&at);
}
