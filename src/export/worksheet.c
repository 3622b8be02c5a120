/* SPDX-License-Identifier: MIT
 *
 * worksheet - questions on paper: A4, two a page, with frames whose answers are
 * blank; and the same with what is right, and why.
 */
#include "export/exercise.h"

#include "draw/layout.h"
#include "draw/paint_pdf.h"
#include "util/atomic_file.h"
#include "view/frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_LINES = 6 };

/* Pixels, of which two are a point: A4 is 595 x 842 points. */
static const double page_width = 1190, page_height = 1684, edge = 76;
static const double head_height = 64, frame_height = 430;
static const double text_size = 22, small_size = 19;

typedef struct {
    const Trace *const *traces;
    const ExerciseOptions *options;
    int count;     /* traces */
    bool solution; /* with the answers */
    Pdf *pdf;
    DisplayList page;
    int questions, pages;
} Sheet;

static bool put(void *to, const void *data, size_t bytes)
{
    return atomic_file_write(to, data, bytes);
}

/* Adds the shapes of LIST to PAGE, moved by DX, DY. */
static void add_list(DisplayList *page, const DisplayList *list, double dx,
                     double dy)
{
    for (size_t i = 0; i < list->shapes_count; ++i) {
        Shape shape = list->shapes[i];
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

static void draw_words(Sheet *sheet, Rect box, Font font, double size,
                       const char *text)
{
    draw_text(&sheet->page, box, ALIGN_LEFT, font, size, size * 0.6, COLOR_INK,
              text);
}

/* ---- Pages ----------------------------------------------------------------*/

static void draw_head(Sheet *sheet)
{
    Rect row = {edge, edge * 0.6, page_width - 2 * edge, head_height * 0.6};
    const Run *run = &sheet->traces[0]->run;
    Text title = {0}, note = {0};

    for (int t = 0; t < sheet->count; ++t)
        text_add(&title, "%s%s", t ? " beside " : "",
                 scene_name(sheet->traces[t]));
    text_add(&title, ", n = %u, %u banks%s", run->n, run->k,
             sheet->solution ? ": solution" : "");
    text_add(&note, "sheet %llu, page %d",
             (unsigned long long)sheet->options->seed, sheet->pages + 1);
    Rect right = rect_cut_right(&row, 300);
    draw_words(sheet, row, FONT_STRONG, 28, title.text);
    draw_text(&sheet->page, right, ALIGN_RIGHT, FONT_TEXT, small_size, 10,
              COLOR_DIM, note.text);
    if (!sheet->solution && sheet->pages == 0) {
        Rect name = {edge, edge * 0.6 + head_height * 0.62,
                     page_width - 2 * edge, 30};
        draw_words(sheet, name, FONT_TEXT, small_size, "Name:");
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
    display_list_clear(&sheet->page, page_width, page_height);
}

/* ---- Questions ------------------------------------------------------------*/

static Rect place_of(const Sheet *sheet)
{
    double top = edge * 0.6 + head_height * 1.35;
    double height = (page_height - top - edge * 0.6) / 2;

    return (Rect){edge, top + height * (sheet->questions % 2),
                  page_width - 2 * edge, height - 24};
}

static void draw_question(Sheet *sheet, Rect *box, const Asking *asking)
{
    const Question *question = &asking->quiz.question;
    Text text = {0};

    text_add(&text, "%d. ", sheet->questions + 1);
    if (sheet->count > 1)
        text_add(&text, "%s. ", scene_name(sheet->traces[question->panel]));
    if (question->about[0])
        text_add(&text, "Next: %s. ", question->about);
    text_add(&text, "%s", question->sentence);
    double line = text_size * 1.3;
    int lines =
        layout_paragraph(&sheet->page, (Rect){box->x, box->y, box->w, line * 3},
                         line, FONT_STRONG, text_size, text_size * 0.7,
                         COLOR_INK, text.text);
    rect_cut_top(box, lines * line + 8);
    text_free(&text);
}

/* Choices to tick, or a line to write on. */
static void draw_blank(Sheet *sheet, Rect box, const Question *question)
{
    double x = box.x;

    for (int i = 0; i < QUESTION_CHOICES && question->choices[i]; ++i) {
        double width = font_width(FONT_TEXT, text_size, question->choices[i]);
        Rect square = {x, box.y + 6, 24, 24};
        Shape *shape = draw_rect(&sheet->page, square, 3, COLOR_NONE);
        shape->edge = COLOR_INK;
        shape->width = 1.5;
        draw_words(sheet, (Rect){x + 36, box.y, width + 2, 36}, FONT_TEXT,
                   text_size, question->choices[i]);
        x += 36 + width + 50;
    }
    if (question->choices[0])
        return;
    draw_words(sheet, (Rect){x, box.y, 130, 36}, FONT_TEXT, text_size,
               "Answer:");
    draw_line(&sheet->page, x + 110, box.y + 32, x + 560, box.y + 32, 1.5,
              COLOR_INK);
}

static void draw_solution(Sheet *sheet, Rect box, const Question *question)
{
    double line = small_size * 1.35;
    const char *why = question->why;
    Text text = {0};

    text_add(&text, "Answer: %s", question->answer);
    draw_words(sheet, rect_cut_top(&box, 34), FONT_STRONG, text_size,
               text.text);
    text_free(&text);
    while (*why && box.h >= line * 0.9) {
        int length = (int)strcspn(why, "\n");
        text = (Text){0};
        text_add(&text, "%.*s", length, why);
        int lines =
            layout_paragraph(&sheet->page, box, line, FONT_TEXT, small_size,
                             small_size * 0.7, COLOR_INK, text.text);
        text_free(&text);
        rect_cut_top(&box, lines * line);
        why += length + (why[length] == '\n');
    }
}

/* The source up to the line that comes next, which is strong. */
static void draw_source(Sheet *sheet, Rect *box, const Asking *asking)
{
    Text text = {0};

    asking_source(asking, SOURCE_LINES, &text);
    for (char *line = text.text; line && *line;) {
        char *end = line + strcspn(line, "\n");
        bool last = !*end || !end[1];
        bool more = *end != '\0';
        *end = '\0';
        draw_words(sheet, rect_cut_top(box, small_size * 1.2),
                   last ? FONT_CODE_STRONG : FONT_CODE, small_size * 0.9, line);
        line = end + more;
    }
    rect_cut_top(box, 8);
    text_free(&text);
}

static void add_to_sheet(void *user, const Asking *asking, const Scene *scene)
{
    Sheet *sheet = user;
    Scene print = *scene;
    DisplayList frame = {0};

    if ((asking->state == ASKING_TOLD) != sheet->solution)
        return;
    if (sheet->questions % 2 == 0) {
        end_page(sheet);
        draw_head(sheet);
    }
    Rect box = place_of(sheet);
    draw_question(sheet, &box, asking);
    print.theme = THEME_PRINT;
    print.scale = 0.72 * 1080 / frame_height * box.w / 1920 * 1.45;
    frame_draw(&frame, &print, box.w, frame_height);
    add_list(&sheet->page, &frame, box.x, box.y);
    display_list_free(&frame);
    rect_cut_top(&box, frame_height + 6);
    draw_source(sheet, &box, asking);
    if (sheet->solution)
        draw_solution(sheet, box, &asking->quiz.question);
    else
        draw_blank(sheet, box, &asking->quiz.question);
    ++sheet->questions;
}

/* ---- Files ----------------------------------------------------------------*/

static bool write_sheet(Sheet *sheet, const char *path, Error *error)
{
    AtomicFile output;
    Error failed = {ERROR_NONE, ""};

    if (!base_may_replace(path, error) ||
        !atomic_file_open(&output, path, error))
        return false;
    sheet->pdf =
        paint_pdf_open(put, &output,
                       sheet->solution ? "Worksheet: solution" : "Worksheet");
    display_list_clear(&sheet->page, page_width, page_height);
    bool good = exercise_walk(sheet->traces, sheet->count, sheet->options,
                              add_to_sheet, sheet, &failed) > 0;
    end_page(sheet);
    display_list_free(&sheet->page);
    good = paint_pdf_close(sheet->pdf) && good;
    if (good || (output.why && !failed.kind))
        return atomic_file_keep(&output, error);
    atomic_file_drop(&output);
    if (failed.kind)
        *error = failed;
    return failed.kind ? false
                       : error_set(error, ERROR_FAILED,
                                   "Cairo cannot make %.200s", path);
}

bool exercise_worksheet(const Trace *const traces[], int count,
                        const ExerciseOptions *options, const char *path,
                        Text *told, Error *error)
{
    const char *dot = strrchr(path, '.');
    Text second = {0};
    Sheet sheet = {.traces = traces, .count = count, .options = options};
    Sheet solution = sheet;

    solution.solution = true;
    text_add(&second, "%.*s-solution%s", (int)(dot - path), path, dot);
    bool good = write_sheet(&sheet, path, error) &&
                write_sheet(&solution, second.text, error);
    if (good)
        text_add(told, "%d questions: %s and %s", sheet.questions, path,
                 second.text);
    text_free(&second);
    return good;
}
