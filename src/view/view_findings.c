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
#include "view/box.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double heading_text = 28, title_text = 26; /* px at 1080 */
static const double said_text = 24, remedy_text = 22, button_text = 22;
static const double line_share = 1.36; /* of the size of its text */
static const double disc_share = 1.5, gap_likes = 14, button_pad = 20;
static const double panel_share = 0.46; /* of a frame's width, as a guess */

enum { SAID_LINES = 2, REMEDY_LINES = 2, NOTES_LIKED = 4, MOST_NOTES = 20 };

/* One finding in a panel: its places. */
typedef struct {
    const FindingNote *note;
    Box *all, *disc, *buttons;
} Row;

typedef struct {
    const View *view;
    const FindingNotes *notes;
    Box *root;
    Row rows[MOST_NOTES];
    size_t count; /* of rows */
    double width; /* of texts */
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

static const char *const button_names[] = {
    [FINDING_SHOW] = "Show", [FINDING_TRY] = "Try it"};

static double button_width(const View *view)
{
    return font_width(FONT_STRONG, view_size(view, button_text), "Try it") +
           2 * view_px(view, button_pad);
}

static Thing thing_of(const View *view, const FindingNote *note)
{
    return (Thing){THING_FINDING, note->finding, FINDING_TEXT, view->panel + 1};
}

/* Adds STATEMENT as a paragraph, as far as it fits in LINES; NULL: not even its
 * briefest form does. */
static Box *add_part(const Panel *at, const Row *row, Box *column,
                     const Statement *statement, int lines, double at_1080,
                     Color color)
{
    const View *view = at->view;
    TextStyle style = {FONT_TEXT, view_size(view, at_1080), color, ALIGN_LEFT};
    Text text = {0};
    Box *box = NULL;

    if (statement->clauses_count)
        style.size = view_fit_lines(statement, at->width, lines, style.size,
                                    fmin(style.size, view->least), &text);
    if (text.length &&
        layout_lines(FONT_TEXT, style.size, at->width, text.text) <= lines)
        box = box_thing(box_paragraph(column, &style, text.text, 1),
                        thing_of(view, row->note));
    text_free(&text);
    return box;
}

/* True if no note before it is of the same kind. */
static bool is_first(const FindingNotes *notes, size_t i)
{
    for (size_t before = 0; before < i; ++before)
        if (notes->notes[before].kind == notes->notes[i].kind)
            return false;
    return true;
}

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

/* Adds note I.  The first of a kind is more important than its remedy, and that
 * more than others of the kind. */
static void add_row(Panel *at, size_t i)
{
    const View *view = at->view;
    const FindingNote *note = at->notes->notes + i;
    Row *row = at->rows + at->count;
    int late = MOST_NOTES - (int)at->count++;
    TextStyle title = {FONT_STRONG, view_size(view, title_text),
                       inks[note->severity], ALIGN_LEFT};

    row->note = note;
    row->all = box_row(at->root, view_px(view, gap_likes));
    box_importance(row->all,
                   late + (is_first(at->notes, i) ? 2 * MOST_NOTES : 0));
    row->disc = box_part(row->all, disc_of(view), disc_of(view));
    Box *words = box_grow(box_column(row->all, 0), 1);
    Box *name = box_text(words, &title, note->title.text);
    box_thing(box_least(name, 0, disc_of(view)), thing_of(view, note));
    add_part(at, row, words, &note->said, SAID_LINES, said_text, COLOR_INK);
    Box *remedy = add_part(at, row, words, &note->remedy, REMEDY_LINES,
                           remedy_text, COLOR_DIM);
    if (remedy)
        box_importance(remedy, MOST_NOTES + late);
    box_part(words, 0, view_px(view, gap_likes));
    if (view->keys)
        row->buttons = box_part(row->all, button_width(view), 0);
}

/* The panel of VIEW, WIDTH pixels wide, with the first notes of each kind alone
 * if FEW; free its root. */
static Panel panel_of(const View *view, double width, bool few)
{
    double beside = disc_of(view) + view_px(view, gap_likes);
    Panel at = {.view = view,
                .notes = analysed_notes(view->whole),
                .root = box_column(NULL, 0)};

    if (view->keys)
        beside += button_width(view) + view_px(view, gap_likes);
    at.width = width - beside;
    for (size_t i = 0; i < at.notes->notes_count &&
                       at.count < (few ? NOTES_LIKED : MOST_NOTES);
         ++i)
        if (!few || is_first(at.notes, i))
            add_row(&at, i);
    return at;
}

static double more_height(const View *view)
{
    return line_of(view_size(view, remedy_text));
}

/* How many notes have no place in BOX. */
static size_t lay(const Panel *at, Rect box)
{
    size_t left = at->notes->notes_count;

    box_layout(at->root, box);
    for (size_t i = 0; i < at->count; ++i)
        left -= !rect_is_empty(box_place(at->rows[i].all));
    return left;
}

/* ---- Drawing --------------------------------------------------------------*/

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

static void draw_rows(const Panel *at)
{
    const View *view = at->view;

    for (size_t i = 0; i < at->count; ++i) {
        const Row *row = at->rows + i;
        Rect disc = box_place(row->disc);
        if (rect_is_empty(box_place(row->all)))
            continue;
        view_pair(view, THING_FINDING, row->note->finding, FINDING_TEXT);
        draw_sign(view, (Rect){disc.x, disc.y, disc.w, disc.w},
                  row->note->severity);
        if (row->buttons)
            draw_buttons(view,
                         rect_inset(box_place(row->buttons), 0,
                                    view_px(view, 2)),
                         row->note);
    }
    box_draw(at->root, view->list);
}

/* "4 more", below the rows. */
static void draw_more(const Panel *at, Rect box, size_t left)
{
    double foot = box.y + box.h;
    char text[32];

    for (size_t i = 0; i < at->count; ++i) {
        Rect row = box_place(at->rows[i].all);
        box.y = rect_is_empty(row) ? box.y : fmax(box.y, row.y + row.h);
    }
    box.h = fmin(more_height(at->view), foot - box.y);
    snprintf(text, sizeof text,
             at->view->keys ? "%zu more ..." : "%zu more", left);
    rect_cut_left(&box, disc_of(at->view) + view_px(at->view, gap_likes));
    view_pair(at->view, THING_FINDING, 0, FINDING_MORE);
    view_text(at->view, box, FONT_TEXT, remedy_text,
              at->view->keys ? COLOR_INK : COLOR_DIM, text);
}

double view_findings_height(const View *view)
{
    bool tall = view_is_tall(view->list->width, view->list->height);
    double width = view->list->width * (tall ? 0.9 : panel_share);
    Panel at = panel_of(view, width, true);
    double height = line_of(view_size(view, heading_text)) +
                    view_px(view, gap_likes) + box_height(at.root, width);

    if (at.count < at.notes->notes_count)
        height += more_height(view);
    box_free(at.root);
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
    Panel at = panel_of(view, box.w, false);
    size_t left = lay(&at, box);
    if (left) {
        Rect above = box;
        rect_cut_bottom(&above, more_height(view));
        left = lay(&at, above);
    }
    draw_rows(&at);
    if (left)
        draw_more(&at, box, left);
    box_free(at.root);
}
