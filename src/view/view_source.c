/* SPDX-License-Identifier: MIT
 *
 * view_source - draws the source of the kernel and highlights the running line.
 *
 * As many lines are shown as there is room for.  The running line is in the
 * middle, except near the start and end of the kernel.  The indentation that
 * all lines share is left out.
 */
#include "view/views.h"

#include "draw/font.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double title_height = 24; /* px at 1080 */
static const double line_likes = 23, text_likes = 15.5;
/* The same where a trace is alone, if many lines fit then. */
static const double wide_line = 27, wide_text = 18.5;

enum { MANY_LINES = 9 };

typedef struct {
    const char *text;
    int length;
    int number; /* from 1 */
    int hang;   /* spaces before it, if it goes on with a line broken in two */
} Line;

typedef struct {
    Line *lines;
    size_t lines_count, lines_capacity;
} Lines;

static Lines split(const char *text)
{
    Lines all = {0};

    while (*text) {
        size_t length = strcspn(text, "\n");
        Line line = {text, (int)length, (int)all.lines_count + 1, 0};
        base_push(&all, lines, line);
        text += length;
        text += *text == '\n';
    }
    return all;
}

static bool line_starts(const Line *line, const char *word)
{
    return strncmp(line->text, word, strlen(word)) == 0;
}

/* The lines of the kernel, from KERNEL to the brace that ends it; all of them
 * if it is not written like that. */
static void find_kernel(const Lines *all, int *first, int *end)
{
    int count = (int)all->lines_count;

    for (*first = 0; *first < count; ++*first)
        if (line_starts(all->lines + *first, "KERNEL("))
            break;
    for (*end = *first; *end < count; ++*end)
        if (line_starts(all->lines + *end, "}"))
            break;
    if (*first == count || *end == count) {
        *first = 0;
        *end = count;
    } else {
        ++*end;
    }
}

/* The first of ROOM lines to show. */
static int window_start(const Lines *all, int running, int room)
{
    int first, end;

    find_kernel(all, &first, &end);
    if (running >= 0 && (running < first || running >= end)) {
        first = 0;
        end = (int)all->lines_count;
    }
    int start = running < 0 ? first : running - room / 2;
    start = start + room > end ? end - room : start;
    return start < first ? first : start;
}

static int indentation(const Line *line)
{
    int spaces = 0;

    while (spaces < line->length && line->text[spaces] == ' ')
        ++spaces;
    return spaces;
}

/* Spaces that COUNT lines share; blank lines do not count. */
static int shared_indentation(const Line *lines, int count)
{
    int shared = INT16_MAX;

    for (int i = 0; i < count; ++i) {
        int spaces = indentation(lines + i);
        if (spaces < lines[i].length && spaces < shared)
            shared = spaces;
    }
    return shared == INT16_MAX ? 0 : shared;
}

/* The size at which COUNT lines fit in WIDTH, if it is not too small. */
static double fitting_size(const View *view, const Line *lines, int count,
                           int indent, double width, double height,
                           double likes)
{
    double one = font_width(FONT_CODE_STRONG, 1, "0"), size;
    int longest = 1;

    for (int i = 0; i < count; ++i)
        if (lines[i].length - indent > longest)
            longest = lines[i].length - indent;
    size = fmin(view_px(view, likes), height * 0.7);
    return fmax(view->least, fmin(size, width / (longest * one)));
}

static bool is_comment(const Line *line)
{
    int at = indentation(line);

    return at < line->length &&
           (line->text[at] == '*' || strncmp(line->text + at, "/*", 2) == 0 ||
            strncmp(line->text + at, "//", 2) == 0);
}

static void draw_code_line(const View *view, Rect box, const Line *line,
                           int indent, double size, bool running)
{
    double pad = view_px(view, 12);

    if (running) {
        Rect bar = rect_inset(box, view_px(view, 4), 0);
        draw_rect(view->list, bar, view_px(view, 3), COLOR_RUNNING);
        draw_rect(view->list,
                  (Rect){bar.x, bar.y, fmax(2, view_px(view, 4)), bar.h}, 0,
                  view_instruction_color(view->analysed, view->position - 1));
    }
    if (line->length + line->hang <= indent)
        return;
    int skip = indentation(line);
    double step = font_width(FONT_CODE, size, "0");
    char *text =
        base_memdup(line->text + skip, (size_t)(line->length - skip) + 1);
    text[line->length - skip] = '\0';
    Rect place = rect_inset(box, pad, 0);
    rect_cut_left(&place, (skip + line->hang - indent) * step);
    draw_text(view->list, place, ALIGN_LEFT,
              running ? FONT_CODE_STRONG : FONT_CODE, size, view->least,
              running || !is_comment(line) ? COLOR_INK : COLOR_DIM, text);
    free(text);
}

/* Adds LINE to those shown, broken between words where it has more than MOST
 * characters after INDENT. */
static void push_parts(Lines *shown, const Line *line, int indent, int most)
{
    Line rest = *line;
    int blank = indentation(line);

    while (rest.length + rest.hang - indent > most) {
        Line part = rest;
        part.length = most + indent - rest.hang;
        while (part.length > blank && part.text[part.length] != ' ')
            --part.length;
        if (part.length <= blank)
            break;
        base_push(shown, lines, part);
        rest.text += part.length + 1;
        rest.length -= part.length + 1;
        rest.hang = indentation(line) + 4;
        blank = 0;
    }
    base_push(shown, lines, rest);
}

/* The lines to show, with the RUNNING one whole, and those after it (else those
 * before it) fewer for that. */
static Lines whole_running(const Line *lines, int count, int running, int room,
                           int indent, int most)
{
    Lines shown = {0};
    int end = 0; /* of the running line's parts */

    for (int i = 0; i < count; ++i) {
        if (lines[i].number != running) {
            base_push(&shown, lines, lines[i]);
            continue;
        }
        push_parts(&shown, lines + i, indent, most);
        end = (int)shown.lines_count;
    }
    if (end > room) {
        size_t over = (size_t)(end - room);
        shown.lines_count -= over;
        memmove(shown.lines, shown.lines + over,
                shown.lines_count * sizeof *shown.lines);
    }
    if (shown.lines_count > (size_t)room)
        shown.lines_count = (size_t)room;
    return shown;
}

static void draw_window(const View *view, Rect box, const Lines *all)
{
    int running = view->running ? view->running->site - 1 : -1;
    bool wide = view->single && box.h >= MANY_LINES * view_px(view, wide_line);
    double height =
        fmax(view_px(view, wide ? wide_line : line_likes), view->least * 1.35);
    int room = (int)(box.h / height), count = (int)all->lines_count;

    if (room < 1 || count == 0)
        return;
    int start = window_start(all, running, room);
    const Line *lines = all->lines + start;
    count = count - start < room ? count - start : room;
    int indent = shared_indentation(lines, count);
    double size =
        fitting_size(view, lines, count, indent, box.w - view_px(view, 24),
                     height, wide ? wide_text : text_likes);
    double width = box.w - view_px(view, 24);
    int most = (int)(width / font_width(FONT_CODE_STRONG, size, "0") + 1e-6);
    Lines shown = whole_running(lines, count, running + 1, room, indent, most);
    for (size_t i = 0; i < shown.lines_count; ++i) {
        const Line *line = shown.lines + i;
        view_tag(view, TAG_SOURCE, (uint32_t)line->number);
        draw_code_line(view, rect_cut_top(&box, height), line, indent, size,
                       line->number == running + 1);
    }
    free(shown.lines);
}

void view_source(const View *view, Rect box)
{
    const Source *source =
        view->running
            ? trace_source(view->trace, trace_step(view->trace, view->running))
            : view->trace->sources;
    char title[160];

    display_list_area(view->list, AREA_SOURCE, view->panel, box);
    if (rect_is_empty(box))
        return;
    if (view->running)
        snprintf(title, sizeof title, "%s, line %u", source->name,
                 view->running->site);
    else
        snprintf(title, sizeof title, "%s", source->name);
    view_tag(view, TAG_FRAME, 0);
    view_text(view, rect_cut_top(&box, view_px(view, title_height)), FONT_TEXT,
              14, COLOR_DIM, title);
    Shape *ground = draw_rect(view->list, box, view_px(view, 8), COLOR_PAPER);
    view_edge(view, ground, COLOR_EDGE, 1);
    Lines all = split(source->text);
    draw_window(view, rect_inset(box, view->unit, view_px(view, 8)), &all);
    free(all.lines);
}
