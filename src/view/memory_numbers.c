/* SPDX-License-Identifier: MIT */
#include "view/memory_numbers.h"

#include "draw/font.h"
#include "say/short_number.h"
#include "trace/variable.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char too_long[] = "…";
/* Of the size of a text, the height of a line with a comma. */
static const double comma_share = 1.2;

enum { MOST_LINES = 4, MOST_DECIMALS = 3 };

/* How a number of a row comes out, from the best on. */
typedef enum { COMES_FULL, COMES_ROUNDED, COMES_ALIKE, COMES_NOT } Comes;

/* A row comes out as its worst number does; one that leaves numbers out, worse
 * by each. */
enum { COMES_AT_WORST = COMES_NOT + TRACE_MAX_BANKS + 1 };

/* ---- Lines ----------------------------------------------------------------*/

/* May a line end before AT, which is within the text FROM? */
static bool may_break(const char *from, const char *at)
{
    return at > from && (*at == '.' || at[-1] == ',' ||
                         (*at == 'e' && isdigit((unsigned char)at[-1])));
}

/* Breaks TEXT into at most LINES of at most MOST characters; false if there is
 * no room. */
static bool break_lines(const char *text, size_t most, int lines,
                        char wrapped[MEMORY_NUMBER_TEXT])
{
    size_t length = 0, line = 0;

    while (*text) {
        size_t part = 1, space = *text == ' ';
        while (text[part] && text[part] != ' ' &&
               !may_break(text + space, text + part))
            ++part;
        bool fits = line + part <= most;
        if (!fits && (part - space > most || --lines < 1))
            return false;
        if (!fits && length > 0)
            wrapped[length++] = '\n';
        size_t skip = fits ? 0 : space;
        memcpy(wrapped + length, text + skip, part - skip);
        length += part - skip;
        line = (fits ? line : 0) + part - skip;
        text += part;
    }
    wrapped[length] = '\0';
    return true;
}

/* Groups the digits of whole numbers, so that they may be broken: "1,040.5". */
static void group(const char *text, char grouped[MEMORY_NUMBER_TEXT])
{
    bool whole = true; /* not behind a point */

    while (*text) {
        size_t digits = strspn(text, "0123456789");
        if (digits == 0) {
            whole = *text == ' ' || (whole && *text == '-');
            *grouped++ = *text++;
            continue;
        }
        for (; digits > 0; --digits) {
            *grouped++ = *text++;
            if (whole && digits > 1 && digits % 3 == 1)
                *grouped++ = ',';
        }
    }
    *grouped = '\0';
}

/* Breaks TEXT for ROW; in a group of digits only where the row does that. */
static bool wrap(const MemoryNumbers *row, const char *text, size_t most,
                 char wrapped[MEMORY_NUMBER_TEXT])
{
    char grouped[MEMORY_NUMBER_TEXT];

    if (break_lines(text, most, row->lines, wrapped))
        return true;
    group(text, grouped);
    return row->groups && row->lines > 1 &&
           break_lines(grouped, most, row->lines, wrapped);
}

static double digit_width(void)
{
    return fmax(font_width(FONT_CODE, 1, "0"),
                font_width(FONT_CODE_STRONG, 1, "0"));
}

/* Of text of SIZE, whose digits are DIGIT ems wide, what fits in WIDTH. */
static size_t characters(double width, double size, double digit)
{
    double room = width + 1e-6 - VIEW_APART * size;

    return (size_t)fmax(0, floor(room / (digit * size)));
}

/* The lines that the numbers of a VARIABLE like, WIDTH wide. */
static int variable_likes(const View *view, const Variable *variable,
                          double width)
{
    bool small = element_width(variable->element) < sizeof(Word);
    bool fractions =
        variable->members.count || element_is_float(variable->element);
    double size = fractions ? view->least : view->least_number;

    if (strncmp(variable->type, "bool", strlen("bool")) == 0)
        return 2;
    if (small && !variable->members.count)
        return element_width(variable->element) ? MOST_LINES : 1;
    return view->analysed->digits > characters(width, size, digit_width()) ? 3
                                                                           : 1;
}

int memory_numbers_likes(const View *view, uint32_t row, double width)
{
    const Trace *trace = view->trace;
    uint32_t k = trace->run.k;
    int most = 1;

    for (uint32_t cell = row * k; cell < row * k + k; ++cell) {
        const Variable *variable =
            trace_variable_at(trace, view_grid(view), cell);
        if (variable)
            most = int_most(most, variable_likes(view, variable, width));
    }
    return most;
}

/* ---- Numbers --------------------------------------------------------------*/

/* As much of NUMBER as there is room for. */
static bool shorten(const MemoryNumbers *row, Number number, size_t most,
                    char text[VALUE_TEXT])
{
    char wrapped[MEMORY_NUMBER_TEXT];

    if (row->shortens == SHORT_NONE)
        return false;
    if (row->shortens == SHORT_POWER && !element_is_float(number.element))
        return number_power(number, 1, text) && wrap(row, text, most, wrapped);
    bool found = false, rounded = true;
    for (size_t length = most * (size_t)row->lines; length > 0; --length) {
        char shorter[VALUE_TEXT];
        if (!number_shorten(number, length, shorter) ||
            !wrap(row, shorter, most, wrapped))
            continue;
        if (found && (rounded || number_is_rounded(number, shorter)))
            break;
        found = true; /* "1.0e6" rather than "1.00e6" */
        rounded = number_is_rounded(number, shorter);
        memcpy(text, shorter, sizeof shorter);
    }
    if (found)
        return true;
    for (int digits = 3; digits > 1; --digits)
        if (number_power(number, digits, text) &&
            wrap(row, text, most, wrapped))
            return true;
    return false;
}

static bool is_zero(const char *text)
{
    return strpbrk(text, "123456789in") == NULL;
}

/* The fixed TEXT of NUMBER, or a shorter one, where that says no more than
 * "0.0". */
static void show_small(const MemoryNumbers *row, Number number, size_t most,
                       char text[VALUE_TEXT])
{
    char full[VALUE_TEXT], small[VALUE_TEXT];

    number_text(number, false, full);
    if (is_zero(text) && !is_zero(full) && shorten(row, number, most, small))
        memcpy(text, small, sizeof small);
}

/* With so many digits after the point as all of the row; false, and *FORM is
 * not for this row, if it would have room for fewer. */
static bool fix(const MemoryNumbers *row, Number number, size_t most,
                char text[VALUE_TEXT], bool *form)
{
    char wrapped[MEMORY_NUMBER_TEXT], whole[VALUE_TEXT];

    if (!number_fixed(number, 0, whole) ||
        !number_fixed(number, row->decimals, text))
        return shorten(row, number, most, text);
    bool fits = wrap(row, text, most, wrapped);
    if (!fits && row->decimals > 0 && strlen(whole) <= most)
        *form = false;
    if (fits)
        show_small(row, number, most, text);
    return fits || shorten(row, number, most, text);
}

static bool number_in(const MemoryNumbers *row, Number number, size_t most,
                      char text[VALUE_TEXT], bool *form)
{
    char wrapped[MEMORY_NUMBER_TEXT];

    if (row->form == NUMBERS_FIXED && element_is_float(number.element))
        return fix(row, number, most, text, form);
    number_text(number, row->form != NUMBERS_FULL, text);
    if (wrap(row, text, most, wrapped))
        return true;
    *form &= row->form == NUMBERS_FIXED;
    return *form && shorten(row, number, most, text);
}

/* The numbers that are in a cell. */
typedef struct {
    Number numbers[VARIABLE_NUMBERS];
    int count;
} CellNumbers;

static CellNumbers numbers_of(const View *view, uint32_t cell)
{
    CellNumbers holds;

    holds.count = variable_cell_numbers(view->trace, view_grid(view), cell,
                                        view->moment->values, holds.numbers);
    return holds;
}

/* Prints what CELL HOLDS; *FORM becomes false if the row's form is not for it.
 */
static Comes print(const View *view, const MemoryNumbers *row, uint32_t cell,
                   const CellNumbers *holds, char text[MEMORY_NUMBER_TEXT],
                   bool *form)
{
    double width = row->widths[cell - row->first];
    const Number *numbers = holds->numbers;
    int count = holds->count;
    size_t most = characters(width, row->least, row->digit), length = 0;
    char all[VARIABLE_NUMBERS * VALUE_TEXT] = "";
    Comes comes = COMES_FULL;

    if (count == 0) { /* bits, or the upper half of a number */
        variable_memory_value(view->trace, view_grid(view), cell,
                              view->moment->values, false, text);
        if (strlen(text) > most)
            strcpy(text, too_long);
        return COMES_FULL;
    }
    for (int i = 0; i < count; ++i) {
        char one[VALUE_TEXT];
        if (!number_in(row, numbers[i], most, one, form))
            return COMES_NOT;
        if (number_is_rounded(numbers[i], one))
            comes = COMES_ROUNDED;
        length += (size_t)snprintf(all + length, sizeof all - length, "%s%s",
                                   i ? " " : "", one);
    }
    return wrap(row, all, most, text) ? comes : COMES_NOT;
}

void memory_numbers_text(const View *view, const MemoryNumbers *row,
                         uint32_t cell, char text[MEMORY_NUMBER_TEXT])
{
    CellNumbers holds = numbers_of(view, cell);
    bool form = true;

    if (print(view, row, cell, &holds, text, &form) == COMES_NOT)
        strcpy(text, too_long);
}

/* ---- Rows -----------------------------------------------------------------*/

/* Do two cells hold different numbers of the same kind? */
static bool differ(const CellNumbers *a, const CellNumbers *b)
{
    for (int i = 0; a->count == b->count && i < a->count; ++i)
        if (a->numbers[i].element == b->numbers[i].element &&
            a->numbers[i].bits != b->numbers[i].bits)
            return true;
    return false;
}

/* True if bank B has the text of a bank before it that holds another value. */
static bool is_alike(const CellNumbers *cells, uint32_t b,
                     char texts[][MEMORY_NUMBER_TEXT])
{
    for (uint32_t other = 0; other < b; ++other)
        if (strcmp(texts[b], texts[other]) == 0 && !strstr(texts[b], "nan") &&
            differ(cells + b, cells + other))
            return true;
    return false;
}

/* How the numbers come out in the form that ROW has; false if that is not for
 * them. */
static bool try_form(const View *view, const CellNumbers *cells,
                     MemoryNumbers *row, int *worst)
{
    char texts[TRACE_MAX_BANKS][MEMORY_NUMBER_TEXT];
    bool form = true;
    int left_out = 0;

    *worst = COMES_FULL;
    row->rounded = false;
    for (uint32_t b = 0; b < view->trace->run.k; ++b) {
        texts[b][0] = '\0';
        if (row->widths[b] <= 0)
            continue;
        Comes comes =
            print(view, row, row->first + b, cells + b, texts[b], &form);
        if (!form)
            return false;
        if (comes == COMES_NOT)
            texts[b][0] = '\0';
        else if (is_alike(cells, b, texts))
            comes = COMES_ALIKE;
        row->rounded |= comes == COMES_ROUNDED || comes == COMES_ALIKE;
        left_out += comes == COMES_NOT;
        *worst = int_most(*worst, (int)comes);
    }
    *worst += left_out;
    return true;
}

/* Tries a form with one line and with all, in larger or in SMALL text; what is
 * better than *BEST becomes *ROW. */
static void try_rooms(const View *view, const CellNumbers *cells,
                      MemoryNumbers form, bool small, MemoryNumbers *row,
                      int *best)
{
    if (small && view->least_number >= view->least)
        return;
    form.least = small ? view->least_number : view->least;
    form.lines = 1;
    int most =
        (int)layout_clamp(floor(row->height / form.least), 1, MOST_LINES);
    for (int i = 0; i < (most > 1 ? 2 : 1); ++i, form.lines = most) {
        int comes;
        if (!try_form(view, cells, &form, &comes) || comes >= *best)
            continue;
        *best = comes;
        *row = form;
    }
}

/* The longest line of all numbers, and the most lines of one. */
static void measure(const View *view, MemoryNumbers *row)
{
    row->longest = 1;
    row->most_lines = 1;
    for (uint32_t b = 0; b < view->trace->run.k; ++b) {
        char text[MEMORY_NUMBER_TEXT], *line = text;
        int lines = 0;
        if (row->widths[b] <= 0)
            continue;
        memory_numbers_text(view, row, row->first + b, text);
        for (bool more = true; more && strcmp(text, too_long) != 0; ++line) {
            size_t length = strcspn(line, "\n");
            more = line[length] != '\0';
            row->longest = length > row->longest ? length : row->longest;
            line += length;
            ++lines;
        }
        row->most_lines = int_most(row->most_lines, lines);
    }
}

/* The decimals that a float of the row needs, at most MOST_DECIMALS. */
static int needed_decimals(const View *view, const CellNumbers *cells,
                           const MemoryNumbers *row)
{
    size_t most = 0;

    for (uint32_t b = 0; b < view->trace->run.k; ++b)
        for (int i = 0; row->widths[b] > 0 && i < cells[b].count; ++i) {
            char text[VALUE_TEXT];
            number_text(cells[b].numbers[i], false, text);
            const char *point = strchr(text, '.');
            if (point)
                most = strlen(point + 1) > most ? strlen(point + 1) : most;
        }
    return most < MOST_DECIMALS ? (int)most : MOST_DECIMALS;
}

/* All of a row have one number of decimals. */
static void choose_fixed(const View *view, const CellNumbers *cells,
                         MemoryNumbers form, MemoryNumbers *row, int *best)
{
    for (int d = needed_decimals(view, cells, row);
         d >= 0 && *best > COMES_ROUNDED; --d) {
        form.decimals = d;
        try_rooms(view, cells, form, false, row, best);
        if (d < 2)
            try_rooms(view, cells, form, true, row, best);
    }
}

/* The forms with all digits, or four: rather in smaller text than with groups
 * of digits on several lines.  Smaller text is for all digits. */
static void choose_digits(const View *view, const CellNumbers *cells,
                          MemoryNumbers form, MemoryNumbers *row, int *best)
{
    static const struct {
        NumberForm form;
        bool small, groups;
    } tries[] = {{NUMBERS_FULL, false, false},
                 {NUMBERS_BRIEF, false, false},
                 {NUMBERS_FULL, true, false},
                 {NUMBERS_FULL, false, true},
                 {NUMBERS_FULL, true, true}};

    for (size_t i = 0; i<sizeof tries / sizeof *tries && * best> COMES_FULL;
         ++i) {
        form.form = tries[i].form;
        form.groups = tries[i].groups;
        try_rooms(view, cells, form, tries[i].small, row, best);
    }
}

void memory_numbers_choose(const View *view, MemoryNumbers *row)
{
    CellNumbers cells[TRACE_MAX_BANKS];
    int best = COMES_AT_WORST;

    row->digit = digit_width();
    MemoryNumbers form = *row;
    for (uint32_t b = 0; b < view->trace->run.k; ++b)
        if (row->widths[b] > 0)
            cells[b] = numbers_of(view, row->first + b);
    choose_digits(view, cells, form, row, &best);
    form.form = NUMBERS_FIXED;
    form.groups = true;
    for (int i = SHORT_DIGITS; i <= SHORT_NONE && best > COMES_FULL; ++i) {
        if (best > COMES_NOT) /* so that all that is too long looks alike */
            best = COMES_AT_WORST;
        form.shortens = (NumberShort)i;
        choose_fixed(view, cells, form, row, &best);
    }
    measure(view, row);
}

/* ---- Drawing --------------------------------------------------------------*/

/* The size of all numbers of the row, where that is the same. */
static double lines_size(const MemoryNumbers *row, double width, double size)
{
    double one = font_width(FONT_CODE_STRONG, 1, "0");

    size = fmin(size, row->height / row->most_lines * 0.9);
    size = fmin(size, width / ((double)row->longest * one + VIEW_APART));
    return fmax(size, row->least);
}

/* Draws the COUNT lines of TEXT, which become strings. */
static void draw_lines(const View *view, const MemoryNumbers *row, char *text,
                       int count, Rect box, Font font, double size, Color color)
{
    double apart = fmin(box.h / count, size * 1.15);
    double height = fmax(apart, size * comma_share);
    Rect line =
        rect_around(box.x + box.w / 2,
                    box.y + box.h / 2 - apart * (count - 1) / 2, box.w, height);

    line = rect_inset(line, size * VIEW_APART / 2, 0);
    for (; count > 0; --count) {
        size_t length = strcspn(text, "\n");
        text[length] = '\0';
        draw_text(view->list, line, ALIGN_CENTER, font, size, row->least, color,
                  text);
        line.y += apart;
        text += length + 1;
    }
}

void memory_numbers_draw(const View *view, const MemoryNumbers *row,
                         uint32_t cell, Rect box, Font font, double size,
                         Color color)
{
    char text[MEMORY_NUMBER_TEXT];
    int lines = 1;

    memory_numbers_text(view, row, cell, text);
    for (const char *at = text; (at = strchr(at, '\n')); ++at)
        ++lines;
    if (row->most_lines > 1 ||
        (row->form == NUMBERS_FIXED && row->decimals > 0))
        size = lines_size(row, box.w, size);
    if (row->most_lines > 1)
        draw_lines(view, row, text, lines, box, font, size, color);
    else
        view_number(view, box, font, size / view->unit, color, text);
}
