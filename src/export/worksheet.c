/* SPDX-License-Identifier: MIT
 *
 * worksheet - questions on A4 paper, two a page where they fit, with frames
 * that hide the answers; and a second file with the solutions.
 */
#include "export/exercise.h"

#include "draw/layout.h"
#include "export/image_file.h"
#include "say/phrases.h"
#include "view/frame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_LINES = 6 };

/* Pixels, of which two are a point: A4 is 595 x 842 points. */
static const double page_width = 1190, page_height = 1684, edge = 76;
static const double head_height = 64, frame_height = 430;
static const double text_size = 22, small_size = 19, least_edge = 2;
static const double between = 24; /* questions */
static const double tick = 36;    /* the square of a choice, and a gap */

typedef struct {
    const Exercise *exercise;
    bool solution; /* with the answers */
    Pdf *pdf;
    DisplayList page;
    DisplayList item; /* the question that is set, from the top of a page */
    double bottom;    /* of the last question of the page; 0: it has none */
    int questions, pages;
} Sheet;

/* A thin pale line gets lost in print. */
static void strengthen(Shape *shape)
{
    if (shape->edge == COLOR_EDGE)
        shape->width = fmax(shape->width, least_edge);
}

/* Adds the shapes of LIST to PAGE, moved by DX, DY. */
static void add_list(DisplayList *page, const DisplayList *list, double dx,
                     double dy)
{
    for (size_t i = 0; i < list->shapes_count; ++i) {
        Shape shape = list->shapes[i];
        strengthen(&shape);
        shape.box.x += dx;
        shape.box.y += dy;
        shape.baseline += dy;
        for (int p = 0; p < 4; ++p) {
            shape.x[p] += dx;
            shape.y[p] += dy;
        }
        if (shape.kind == SHAPE_TEXT) {
            const char *text = shape_text(list, list->shapes + i);
            shape.text = page->texts.length;
            text_add_bytes(&page->texts, text, strlen(text) + 1);
        }
        base_push(page, shapes, shape);
    }
}

static void draw_words(DisplayList *list, Rect box, Font font, double size,
                       const char *text)
{
    draw_text(list, box, ALIGN_LEFT, font, size, size * 0.6, COLOR_INK, text);
}

/* Sets TEXT in as many lines as it needs, and cuts them off *BOX. */
static void draw_lines(DisplayList *list, Rect *box, Font font, double size,
                       const char *text)
{
    double line = size * 1.33;
    int lines = layout_paragraph(list, *box, line, font, size, size * 0.7,
                                 COLOR_INK, text);

    rect_cut_top(box, lines * line);
}

/* ---- Pages ----------------------------------------------------------------*/

static void draw_head(Sheet *sheet)
{
    Rect row = {edge, edge * 0.6, page_width - 2 * edge, head_height * 0.6};
    Text title = {0}, note = {0};

    question_title(sheet->exercise->player.traces, sheet->exercise->count,
                   &title);
    if (strcmp(title.text, SCENE_HIDDEN) == 0)
        title.text[0] = SCENE_HIDDEN_TITLE[0];
    text_add(&title, ", ");
    phrase_sizes(sheet->exercise->player.traces[0], &title);
    text_add(&title, "%s", sheet->solution ? ": solution" : "");
    if (sheet->exercise->options->seed)
        text_add(&note, "sheet %llu, ",
                 (unsigned long long)sheet->exercise->options->seed);
    text_add(&note, "page %d", sheet->pages + 1);
    Rect right = rect_cut_right(&row, 300);
    draw_words(&sheet->page, row, FONT_STRONG, 28, title.text);
    draw_text(&sheet->page, right, ALIGN_RIGHT, FONT_TEXT, small_size, 10,
              COLOR_DIM, note.text);
    if (!sheet->solution && sheet->pages == 0) {
        Rect name = {edge, edge * 0.6 + head_height * 0.62,
                     page_width - 2 * edge, 30};
        draw_words(&sheet->page, name, FONT_TEXT, small_size, "Name:");
        draw_line(&sheet->page, edge + 70, name.y + 26, edge + 560, name.y + 26,
                  1.5, COLOR_INK);
    }
    text_free(&title);
    text_free(&note);
}

static void end_page(Sheet *sheet)
{
    char label[32];

    if (!sheet->page.shapes_count)
        return;
    snprintf(label, sizeof label, "Page %d", sheet->pages + 1);
    paint_pdf_page(sheet->pdf, &sheet->page, THEME_PRINT, false, label);
    ++sheet->pages;
    sheet->bottom = 0;
    display_list_clear(&sheet->page, page_width, page_height);
}

/* ---- Questions ------------------------------------------------------------*/

static void draw_question(Sheet *sheet, Rect *box, const Question *question)
{
    Text text = {0};

    text_add(&text, "%d. ", sheet->questions + 1);
    if (sheet->exercise->count > 1) {
        question_name(sheet->exercise->player.traces[question->panel], &text);
        text_add(&text, ". ");
    }
    if (question->about.length)
        text_add(&text, "Next: %s. ", question->about.text);
    text_add(&text, "%s", question->sentence.text);
    draw_lines(&sheet->item, box, FONT_STRONG, text_size, text.text);
    rect_cut_top(box, 8);
    text_free(&text);
}

static void draw_frame(Sheet *sheet, Rect *box, const Scene *scene)
{
    Scene print = *scene;
    DisplayList frame = {0};

    print.theme = THEME_PRINT;
    print.scale = 0.72 * 1080 / frame_height * box->w / 1920 * 1.45;
    frame_draw(&frame, &print, box->w, frame_height);
    add_list(&sheet->item, &frame, box->x, box->y);
    display_list_free(&frame);
    rect_cut_top(box, frame_height + 6);
}

/* The choices, each with a square to tick, in as many rows as they need. */
static void draw_choices(Sheet *sheet, Rect *box, const Question *question)
{
    Rect row = {box->x, box->y, 0, 0};

    for (int i = 0; i < question_choices(question); ++i) {
        double width =
            font_width(FONT_TEXT, text_size, question->choices[i]) + 2;
        if (tick + width > row.w) {
            rect_cut_top(box, row.h);
            row = (Rect){box->x, box->y, box->w, 36};
        }
        Rect square = {row.x, row.y + 6, 24, 24};
        Shape *shape = draw_rect(&sheet->item, square, 3, COLOR_NONE);
        shape->edge = COLOR_INK;
        shape->width = 1.5;
        rect_cut_left(&row, tick);
        Rect place = {row.x, row.y + 3, fmin(width, row.w), box->h};
        draw_lines(&sheet->item, &place, FONT_TEXT, text_size,
                   question->choices[i]);
        row.h = fmax(row.h, place.y - row.y);
        rect_cut_left(&row, width + 50);
    }
    rect_cut_top(box, row.h);
}

/* Choices to tick, or a line to write on. */
static void draw_blank(Sheet *sheet, Rect *box, const Question *question)
{
    if (question->choices[0]) {
        draw_choices(sheet, box, question);
        return;
    }
    Rect row = rect_cut_top(box, 36);
    draw_words(&sheet->item, (Rect){row.x, row.y, 130, row.h}, FONT_TEXT,
               text_size, "Answer:");
    draw_line(&sheet->item, row.x + 110, row.y + 32, row.x + 560, row.y + 32,
              1.5, COLOR_INK);
}

static void draw_solution(Sheet *sheet, Rect *box, const Question *question)
{
    const char *why = question->why.text;
    Text text = {0};

    text_add(&text, "Answer: %s", question->answer.text);
    draw_lines(&sheet->item, box, FONT_STRONG, text_size, text.text);
    text_free(&text);
    while (*why) {
        int length = (int)strcspn(why, "\n");
        text = (Text){0};
        text_add(&text, "%.*s", length, why);
        draw_lines(&sheet->item, box, FONT_TEXT, small_size, text.text);
        text_free(&text);
        why += length + (why[length] == '\n');
    }
}

/* The source up to the line that comes next, which is strong. */
static void draw_source(Sheet *sheet, Rect *box, const Question *question)
{
    Text text = {0};

    question_source(question, sheet->exercise->traces[question->panel],
                    SOURCE_LINES, &text);
    for (char *line = text.text; line && *line;) {
        char *end = line + strcspn(line, "\n");
        bool last = !*end || !end[1];
        bool more = *end != '\0';
        *end = '\0';
        draw_words(&sheet->item, rect_cut_top(box, small_size * 1.2),
                   last ? FONT_CODE_STRONG : FONT_CODE, small_size * 0.9, line);
        line = end + more;
    }
    rect_cut_top(box, 8);
    text_free(&text);
}

/* Where a question of HEIGHT goes: the second one of a page to its middle, or
 * as near as it can; to a new page if it does not fit. */
static double place_of(Sheet *sheet, double height)
{
    double top = edge * 0.6 + head_height * 1.35;
    double last = page_height - edge * 0.6;
    double middle = fmin((top + last) / 2, last - height);

    if (sheet->bottom > 0 && sheet->bottom + between <= last - height)
        return fmax(middle, sheet->bottom + between);
    end_page(sheet);
    draw_head(sheet);
    return top;
}

static void add_to_sheet(Sheet *sheet, int page)
{
    const Question *question = exercise_question(sheet->exercise, page);
    Rect box = {edge, 0, page_width - 2 * edge, 10 * page_height};

    display_list_clear(&sheet->item, page_width, page_height);
    draw_question(sheet, &box, question);
    draw_frame(sheet, &box, sheet->exercise->scenes + page);
    draw_source(sheet, &box, question);
    if (sheet->solution)
        draw_solution(sheet, &box, question);
    else
        draw_blank(sheet, &box, question);
    double y = place_of(sheet, box.y);
    add_list(&sheet->page, &sheet->item, 0, y);
    sheet->bottom = y + box.y;
    ++sheet->questions;
}

/* ---- Files ----------------------------------------------------------------*/

static bool add_pages(void *user, Pdf *pdf, Error *error)
{
    Sheet *sheet = user;

    (void)error;
    sheet->pdf = pdf;
    display_list_clear(&sheet->page, page_width, page_height);
    for (int i = sheet->solution; i < sheet->exercise->pages; i += 2)
        add_to_sheet(sheet, i);
    end_page(sheet);
    display_list_free(&sheet->page);
    display_list_free(&sheet->item);
    return true;
}

bool exercise_worksheet(const Trace *const traces[], int count,
                        const ExerciseOptions *options, const char *path,
                        Text *told, Error *error)
{
    const char *dot = strrchr(path, '.');
    Text second = {0};
    Exercise exercise;
    Sheet sheet = {.exercise = &exercise};
    Sheet solution = {.exercise = &exercise, .solution = true};

    text_add(&second, "%.*s-solution%s", (int)(dot - path), path, dot);
    bool good = exercise_open(&exercise, traces, count, options, error) &&
                pdf_file_make(path, "Worksheet", add_pages, &sheet, error) &&
                pdf_file_make(second.text, "Worksheet: solution", add_pages,
                              &solution, error);
    if (good) {
        exercise_count(&exercise, told);
        text_add(told, ": %s and %s", path, second.text);
    }
    exercise_close(&exercise);
    text_free(&second);
    return good;
}
