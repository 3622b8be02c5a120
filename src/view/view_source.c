/* SPDX-License-Identifier: MIT
 *
 * view_source - draws the source of the kernel and highlights the running line.
 *
 * As many lines are shown as there is room for.  They stand still while the
 * running line moves: those that the trace runs, if they all fit, or else those
 * of the phase or of the step.  The indentation that all lines share is left
 * out.
 */
#include "view/views.h"

#include "analysis/machine_code.h"
#include "draw/font.h"
#include "view/source_margin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Machine code --------------------------------------------------------*/

/* What a GPU's compiler made of the running line, below the source of a program
 * that was recorded on a GPU.  Where there is not room for all, instructions
 * that do not touch memory are left out first.
 *
 *     s[b] += s[a];
 *     ----------------------------------------
 *     machine code of line 40, 9 instructions
 *     0300  LDS R7, [R4+-0x4]
 *     0310  LDS R8, [R4]
 *     0340  STS [R4], R7 */

enum { ROWS = 6, MOST = 256 };
static const double row_height = 20, text_size = 14; /* px at 1080 */

static double view_machine_code_height(const View *view)
{
    return machine_code_is_told(view->trace)
               ? 8 * view->unit + (ROWS + 1) * fmax(view_px(view, row_height),
                                                    view->least * 1.3)
               : 0;
}

/* Of COUNT lines those that are shown, in their order; their number. */
static size_t choose(CodeLine *lines, size_t count)
{
    size_t memory = 0, kept = 0, others;

    for (size_t i = 0; i < count; ++i)
        memory += lines[i].memory;
    others = memory < ROWS ? ROWS - memory : 0;
    for (size_t i = 0; i < count && kept < ROWS; ++i) {
        if (!lines[i].memory && others == 0 && count > ROWS)
            continue;
        others -= !lines[i].memory && others > 0;
        lines[kept++] = lines[i];
    }
    return kept;
}

static void view_machine_code(const View *view, Rect box)
{
    CodeLine lines[MOST];
    char text[200];
    double height = fmax(view_px(view, row_height), view->least * 1.3);

    view_thing(view, THING_FRAME, 0);
    draw_rect(view->list, rect_cut_top(&box, fmax(1, view_px(view, 1))), 0,
              COLOR_EDGE);
    rect_cut_top(&box, 7 * view->unit);
    box = rect_inset(box, view_px(view, 12), 0);
    if (!view->running)
        return;
    const Source *source = trace_source_of(view->trace, view->running);
    size_t all =
        machine_code_of(view->trace, source, view->running->site, lines, MOST);
    snprintf(text, sizeof text,
             all ? "machine code of line %u: %zu instruction%s"
                 : "no machine code for line %u",
             view->running->site, all, all == 1 ? "" : "s");
    view_text(view, rect_cut_top(&box, height), FONT_TEXT, text_size, COLOR_DIM,
              text);
    size_t count = choose(lines, all < MOST ? all : MOST);
    for (size_t i = 0; i < count; ++i) {
        snprintf(text, sizeof text, "%.*s",
                 lines[i].length < 160 ? lines[i].length : 160, lines[i].text);
        view_text(view, rect_cut_top(&box, height),
                  lines[i].memory ? FONT_CODE_STRONG : FONT_CODE, text_size,
                  lines[i].memory ? COLOR_INK : COLOR_DIM, text);
    }
}

/* ---- The source ----------------------------------------------------------*/

static const double title_height = 24; /* px at 1080 */
static const double line_likes = 23, text_likes = 15.5;
/* The same where a trace is alone, if many lines fit then. */
static const double wide_line = 27, wide_text = 18.5;

enum {
    MANY_LINES = 9,
    FEW_LINES = 6,   /* fewer do not stand still */
    LINES_AROUND = 3 /* those that are pointed at */
};

typedef struct {
    const char *text;
    int length;
    int number; /* from 1 */
    int hang;   /* spaces before it, if it continues a line broken in two */
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

/* The lines of the kernel that LINE is of, from __global__ to the brace that
 * ends it; the first kernel's if it is of none; all of them if there is none.
 */
static void find_kernel(const Lines *all, int line, int *first, int *end)
{
    int count = (int)all->lines_count;

    *first = count;
    for (int i = 0; i < count && (i <= line || *first == count); ++i)
        if (line_starts(all->lines + i, "__global__"))
            *first = i;
    for (*end = *first; *end < count; ++*end)
        if (line_starts(all->lines + *end, "}"))
            break;
    if (*end == count) {
        *first = 0;
        *end = count;
    } else {
        ++*end;
    }
}

/* Lines from FIRST to LAST, from 0; none if LAST is before FIRST. */
typedef struct {
    int first, last;
} LineRange;

static int range_length(LineRange range)
{
    return range.last - range.first + 1;
}

static void range_add(LineRange *range, int line)
{
    bool empty = range->last < range->first;

    if (empty || line < range->first)
        range->first = line;
    if (empty || line > range->last)
        range->last = line;
}

/* The lines of SOURCE that steps FIRST to END - 1 of TRACE run, with those that
 * name the steps. */
static LineRange lines_of_steps(const Trace *trace, uint32_t source,
                                size_t first, size_t end)
{
    LineRange range = {0, -1};

    for (size_t s = first; s < end; ++s) {
        const Step *step = trace->steps + s;
        if (step->site && trace_grid(trace, step)->source == source)
            range_add(&range, step->site - 1);
        for (uint32_t i = 0; i < step->instruction_count; ++i) {
            const Instruction *at =
                trace->instructions + step->first_instruction + i;
            if (at->source == source && at->site)
                range_add(&range, at->site - 1);
        }
    }
    return range;
}

/* The lines that stay in the window while the running line moves among them:
 * the whole trace's if they fit in ROOM, or else the phase's, or the step's; or
 * else the running line. */
static LineRange still_lines(const View *view, uint32_t source, int room)
{
    const Trace *trace = view->trace, *whole = view->whole->trace;
    LineRange range = lines_of_steps(whole, source, 0, whole->steps_count);
    LineRange ended = range;

    if (whole->run.ended_line > 0 && whole->run.ended_source == source)
        range_add(&ended, (int)whole->run.ended_line - 1);
    if (range_length(ended) <= room)
        range = ended;
    if (!view->running || range_length(range) <= room)
        return range;
    int running = view->running->site - 1;
    if (room < FEW_LINES)
        return (LineRange){running, running};
    size_t now = view->running->step, first = now, end = now + 1;
    while (first > 0 &&
           trace->steps[first - 1].phase == trace->steps[now].phase)
        --first;
    while (end < trace->steps_count &&
           trace->steps[end].phase == trace->steps[now].phase)
        ++end;
    range = lines_of_steps(trace, source, first, end);
    if (range_length(range) > room)
        range = lines_of_steps(trace, source, now, now + 1);
    return range_length(range) > room ? (LineRange){running, running} : range;
}

/* START, or as little before or after it as shows, within ROOM lines, the ones
 * that are pointed at. */
static int start_pointed(const View *view, const Lines *all, int room,
                         int start)
{
    int first = view->pointed_first - 1, last = view->pointed_last - 1;

    if (first < 0 || last >= (int)all->lines_count || last - first >= room)
        return start;
    int spare = room - (last - first + 1);
    int around = spare / 2 < LINES_AROUND ? spare / 2 : LINES_AROUND;
    if (last >= start + room)
        start = last + around - room + 1;
    if (first < start)
        start = first - around;
    if (start + room > (int)all->lines_count)
        start = (int)all->lines_count - room;
    return start < 0 ? 0 : start;
}

/* The first of ROOM lines to show. */
static int window_start(const View *view, const Lines *all, uint32_t source,
                        int room)
{
    int first, end, running = view->running ? view->running->site - 1 : -1;
    LineRange still = still_lines(view, source, room);

    find_kernel(all, running, &first, &end);
    if (running >= 0 && (still.first < first || still.last >= end)) {
        first = 0;
        end = (int)all->lines_count;
    }
    int length = range_length(still);
    int start = length < 1 || length > room
                    ? first
                    : still.first - (room - length + 1) / 2;
    start = start + room > end ? end - room : start;
    start = start < first ? first : start;
    return view->running ? start : start_pointed(view, all, room, start);
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

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The length of the longest of COUNT lines, when LEFT of them, the longest
 * ones, are left out: those are cut, so that the others are larger. */
static int longest_of(const Line *lines, int count, int indent, int left)
{
    int *lengths = base_alloc((size_t)count + 1, sizeof *lengths);

    for (int i = 0; i < count; ++i)
        lengths[i] = lines[i].length - indent;
    qsort(lengths, (size_t)count, sizeof *lengths, compare_ints);
    int longest = count > left ? lengths[count - 1 - left] : 1;
    free(lengths);
    return longest > 1 ? longest : 1;
}

/* The size at which COUNT lines fit in WIDTH, if it is not too small. */
static double fitting_size(const View *view, const Line *lines, int count,
                           int indent, double width, double height,
                           double likes)
{
    double one = font_width(FONT_CODE_STRONG, 1, "0");
    double size = fmin(view_px(view, likes), height * 0.7);
    int left = analysed_has_lines(view->whole) ? count / 8 : 0;
    int longest = longest_of(lines, count, indent, left);
    return fmax(view->least, fmin(size, width / (longest * one)));
}

static bool is_comment(const Line *line)
{
    int at = indentation(line);

    return at < line->length &&
           (line->text[at] == '*' || strncmp(line->text + at, "/*", 2) == 0 ||
            strncmp(line->text + at, "//", 2) == 0);
}

/* TEXT, which it takes over, cut to MOST characters. */
static char *shortened(char *text, double most)
{
    static const char more[] = "…";
    size_t at = 0;
    double length = 0;

    for (const char *byte = text; *byte; ++byte)
        length += ((unsigned char)*byte & 0xc0) != 0x80;
    if (length <= most + 1e-6)
        return text;
    for (double count = 1; text[at] && count + 1 <= most; ++count)
        for (++at; ((unsigned char)text[at] & 0xc0) == 0x80; ++at)
            ;
    text = base_realloc(text, at + sizeof more, 1);
    memcpy(text + at, more, sizeof more);
    return text;
}

/* The line that runs; while something is asked, the one that comes next.  0:
 * none. */
static int running_site(const View *view)
{
    if (view_hides_answer(view) && view->cover->lines[view->panel])
        return view->cover->lines[view->panel];
    return view->running ? view->running->site : 0;
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
                  view_hides_answer(view)
                      ? COLOR_GOOD
                      : view_instruction_color(view->analysed,
                                               view->position - 1));
    }
    if (line->length + line->hang <= indent)
        return;
    int skip = indentation(line);
    double step = font_width(FONT_CODE, size, "0");
    char *text =
        base_memdup(line->text + skip, (size_t)(line->length - skip) + 1);
    text[line->length - skip] = '\0';
    if (view->cover && view->cover->names &&
        strncmp(text, "__global__", 10) == 0)
        text[0] = '\0'; /* it has the name */
    Rect place = rect_inset(box, pad, 0);
    rect_cut_left(&place, (skip + line->hang - indent) * step);
    text = shortened(text, place.w / step);
    draw_text(view->list, place, ALIGN_LEFT,
              running ? FONT_CODE_STRONG : FONT_CODE, size, view->least,
              running || !is_comment(line) ? COLOR_INK : COLOR_DIM, text);
    free(text);
}

/* ---- Lines ----------------------------------------------------------------*/

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

/* The lines to show, with the RUNNING one and those that are RACED (NULL: none)
 * whole, and those after the running one (else those before it) fewer for that.
 */
static Lines whole_running(const Line *lines, int count, int running,
                           const bool *raced, int room, int indent, int most)
{
    Lines shown = {0};
    int end = 0; /* of the running line's parts */

    for (int i = 0; i < count; ++i) {
        bool runs = lines[i].number == running;
        if (runs || (raced && raced[lines[i].number]))
            push_parts(&shown, lines + i, indent, most);
        else
            base_push(&shown, lines, lines[i]);
        if (runs)
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

/* Does a line run, or is it one of the step that is shown as a whole? */
static bool line_runs(const View *view, uint32_t source, int number)
{
    if (!view->steps)
        return running_site(view) == number;
    for (size_t i = view->step_first; view_is_of_step(view, i); ++i) {
        const Instruction *at = view->trace->instructions + i;
        if (at->site == number && at->source == source)
            return true;
    }
    return false;
}

static void draw_window(const View *view, Rect box, const Lines *all,
                        uint32_t source)
{
    SourceMargin margin = source_margin(view, source, all->lines_count, box.w);
    int running = running_site(view) - 1;
    bool wide = view->single && box.h >= MANY_LINES * view_px(view, wide_line);
    double height =
        fmax(view_px(view, wide ? wide_line : line_likes), view->least * 1.35);
    if (margin.width > 0) {
        Rect head = rect_cut_top(&box, height);
        source_margin_head(&margin, rect_cut_left(&head, margin.width));
    }
    int room = (int)(box.h / height), count = (int)all->lines_count;

    if (room < 1 || count == 0) {
        source_margin_free(&margin);
        return;
    }
    int start = window_start(view, all, source, room);
    const Line *lines = all->lines + start;
    count = count - start < room ? count - start : room;
    int indent = shared_indentation(lines, count);
    double width = box.w - margin.width - view_px(view, 24);
    double size = fitting_size(view, lines, count, indent, width, height,
                               wide ? wide_text : text_likes);
    int most = (int)(width / font_width(FONT_CODE_STRONG, size, "0") + 1e-6);
    Lines shown = whole_running(lines, count, running + 1, margin.raced, room,
                                indent, most);
    for (size_t i = 0; i < shown.lines_count; ++i) {
        const Line *line = shown.lines + i;
        view_pair(view, THING_LINE, source, (uint32_t)line->number);
        Rect row = rect_cut_top(&box, height);
        Rect own = rect_cut_left(&row, margin.width);
        if (margin.width > 0 && line->hang == 0)
            source_margin_line(&margin, own, line->number);
        draw_code_line(view, row, line, indent, size,
                       line_runs(view, source, line->number));
    }
    source_margin_free(&margin);
    free(shown.lines);
}

void view_source(const View *view, Rect box)
{
    const Source *source = view->running
                               ? trace_source_of(view->trace, view->running)
                               : view->trace->sources;
    const char *file = base_name(source->name);
    Text place = {0}, title = {0}, brief = {0};

    display_list_area(view->list, AREA_SOURCE, view->panel, box);
    if (rect_is_empty(box))
        return;
    if (view->running && !view->steps) {
        text_add(&place, ", line %d", running_site(view));
        if (!view_hides_answer(view))
            trace_place_name(view->trace, view->running, ", ", &place);
    }
    const char *line = place.length ? place.text : "";
    if (view->cover && view->cover->names)
        file = "the kernel";
    bool whole = !(view->cover && view->cover->names);
    text_add(&title, "%s%s", whole ? source->name : file, line);
    text_add(&brief, "%s%s", file, line);
    view_thing(view, THING_FRAME, 0);
    view_text_fitting(view, rect_cut_top(&box, view_px(view, title_height)),
                      FONT_TEXT, 14, COLOR_DIM,
                      (const char *[]){title.text, brief.text,
                                       line + strspn(line, ", ")},
                      3);
    text_free(&place);
    text_free(&title);
    text_free(&brief);
    Shape *ground = draw_rect(view->list, box, view_px(view, 8), COLOR_PAPER);
    view_edge(view, ground, COLOR_EDGE, 1);
    Lines all = split(source->text);
    double below = view_locals_height(view);
    box = rect_inset(box, view->unit, view_px(view, 8));
    double most = box.h / 2;
    if (below > 0 && below < most)
        view_locals(view, rect_cut_bottom(&box, below));
    below = view_machine_code_height(view);
    if (below > 0 && below < most)
        view_machine_code(view, rect_cut_bottom(&box, below));
    draw_window(view, box, &all, (uint32_t)(source - view->trace->sources));
    free(all.lines);
}
