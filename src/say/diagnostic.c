/* SPDX-License-Identifier: MIT */
#include "say/diagnostic.h"

#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
#include "say/badge.h"
#include "say/finding.h"
#include "say/finding_note.h"
#include "say/result_words.h"
#include "trace/variable.h"
#include "util/wrap.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    SCREEN_LINES = 24,
    INDENT = 4,      /* of a line that continues another */
    LEAST_WIDTH = 30 /* below it, lines are not wrapped */
};

DiagnosticStyle diagnostic_style(FILE *out, bool verbose)
{
    DiagnosticStyle style = {.verbose = verbose};
    const char *columns = getenv("COLUMNS"), *no_color = getenv("NO_COLOR");
    struct winsize size;

    if (!isatty(fileno(out)))
        return style;
    style.color = !no_color || !no_color[0];
    style.width = columns ? atoi(columns) : 0;
    if (style.width <= 0 && ioctl(fileno(out), TIOCGWINSZ, &size) == 0)
        style.width = size.ws_col;
    if (style.width < LEAST_WIDTH)
        style.width = 0;
    return style;
}

/* ---- Lines ----------------------------------------------------------------*/

static const char *const colors[SEVERITY_COUNT] = {
    [SEVERITY_FAULT] = "\033[1;31m",
    [SEVERITY_COST] = "\033[1;33m",
    [SEVERITY_NOTE] = "\033[1;34m",
    [SEVERITY_GOOD] = "\033[1;32m",
};

static void add_colored(Severity severity, const DiagnosticStyle *style,
                        const char *words, Text *text)
{
    if (style->color)
        text_add(text, "%s%s\033[0m", colors[severity], words);
    else
        text_add(text, "%s", words);
}

void diagnostic_line(Severity severity, const char *title, const char *place,
                     const char *words, const DiagnosticStyle *style,
                     Text *text)
{
    int column = wrap_columns(title, strlen(title)) + 2;

    add_colored(severity, style, title, text);
    text_add(text, "  ");
    if (place[0]) {
        text_add(text, "%s  ", place);
        column += wrap_columns(place, strlen(place)) + 2;
    }
    wrap_add(text, style->width, column, "", INDENT, words);
}

/* "   fix: add __syncthreads() before line 16" */
static void add_hint(const DiagnosticStyle *style, const char *name,
                     const char *words, Text *text)
{
    int column = (int)strlen(name) + 5;

    if (!words || !words[0])
        return;
    text_add(text, "   %s: ", name);
    wrap_add(text, style->width, column, "", column, words);
}

/* ---- Excerpts -------------------------------------------------------------*/

/* A place to underline: columns BEGIN to END - 1 of its line. */
typedef struct {
    uint32_t source, line;
    Text code; /* the line, without tabs and what is behind its end */
    size_t begin, end;
    char mark;
    const char *label;
} Mark;

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Behind the brackets that open at AT, or AT. */
static const char *skip_index(const char *at)
{
    while (*at == '[') {
        int depth = 0;
        const char *end = at;
        do {
            depth += (*end == '[') - (*end == ']');
            ++end;
        } while (*end && depth > 0);
        at = end;
    }
    return at;
}

/* True if the value before AT is stored to; *BOTH: it is loaded, too. */
static bool is_stored(const char *at, bool *both)
{
    at += strspn(at, " ");
    *both = strncmp(at, "++", 2) == 0 || strncmp(at, "--", 2) == 0 ||
            (at[0] && strchr("+-*/%&|^", at[0]) && at[1] == '=') ||
            strncmp(at, "<<=", 3) == 0 || strncmp(at, ">>=", 3) == 0;
    return *both || (at[0] == '=' && at[1] != '=');
}

/* The only plain assignment of CODE; NULL: there is none, or several. */
static const char *find_assignment(const char *code)
{
    const char *found = NULL;

    for (const char *at = strchr(code, '='); at; at = strchr(at + 1, '=')) {
        if (at[1] == '=' || at == code || strchr("=!<>+-*/%&|^", at[-1]))
            continue;
        if (found)
            return NULL;
        found = at;
    }
    return found;
}

/* Marks the side of the assignment that is stored to, or loaded; or all. */
static void find_side(Mark *mark, bool stores)
{
    const char *code = mark->code.text, *at = find_assignment(code);

    mark->begin = strspn(code, " ");
    mark->end = mark->code.length;
    if (!at)
        return;
    if (!stores)
        mark->begin = (size_t)(at - code) + 1 + strspn(at + 1, " ");
    mark->end = mark->begin + strcspn(code + mark->begin, stores ? "=" : ";");
    while (mark->end > mark->begin && code[mark->end - 1] == ' ')
        --mark->end;
}

/* Marks the first NAME in the line that is accessed by IS; or else a side of
 * its assignment. */
static void find_name(Mark *mark, const char *name, const AccessTraits *is)
{
    const char *code = mark->code.text;
    bool only_stores = is && is->writes && !is->brings;
    bool only_loads = is && is->brings && !is->writes;
    size_t length = strlen(name);

    find_side(mark, only_stores);
    for (const char *at = code; length && (at = strstr(at, name)); ++at) {
        const char *end = skip_index(at + length);
        bool both = false, stored = is_stored(end, &both);
        if ((at > code && is_name(at[-1])) || is_name(at[length]) ||
            (only_stores && !stored) || (only_loads && stored && !both))
            continue;
        mark->begin = (size_t)(at - code);
        mark->end =
            only_stores ? mark->begin + strcspn(at, ";") : (size_t)(end - code);
        return;
    }
}

/* Fills the line of MARK: without tabs, a comment or blanks at its end. */
static void read_code(const Trace *trace, Mark *mark)
{
    const char *at = trace->sources[mark->source].text;

    for (uint32_t line = 1; line < mark->line && *at; ++line) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    for (; *at && *at != '\n' && strncmp(at, "//", 2) != 0; ++at)
        text_add(&mark->code, *at == '\t' ? "    " : "%c", *at);
    while (mark->code.length &&
           strchr(" \r", mark->code.text[mark->code.length - 1]))
        mark->code.text[--mark->code.length] = '\0';
    if (!mark->code.text)
        text_add(&mark->code, "%s", "");
}

/* The name of the array that the access at PLACE is to, "" if not known. */
static const char *array_name(const Trace *trace, const FindingPlace *place,
                              const Race *race)
{
    if (place->instruction == FINDING_NOWHERE)
        return "";
    const Instruction *at = trace->instructions + place->instruction;
    uint32_t grid = trace_block(trace, trace_step(trace, at))->grid;
    if (trace_is_global(at))
        return trace->arrays[at->array].name;
    if (!trace_is_shared(at))
        return "";
    const Variable *variable =
        trace_variable_at(trace, grid,
                          race ? race->cell : trace_accesses(trace, at)->cell);
    return variable ? variable->name : "";
}

static Mark mark_of(const Findings *all, const Finding *finding,
                    const FindingPlace *place, char mark, const char *label)
{
    const Trace *trace = all->trace;
    Mark made = {place->source, place->line, {0}, 0, 0, mark, label};
    const AccessTraits *is =
        place->instruction == FINDING_NOWHERE
            ? NULL
            : trace_traits_of(trace->instructions + place->instruction);

    read_code(trace, &made);
    find_name(&made, array_name(trace, place, finding->race), is);
    return made;
}

static void add_mark(Severity severity, const Mark *mark,
                     const DiagnosticStyle *style, Text *text)
{
    const char *code = mark->code.text;
    int before = wrap_columns(code, mark->begin);
    int marked = wrap_columns(code + mark->begin, mark->end - mark->begin);
    int column = 8 + before + marked + 1;
    Text marks = {0};

    if (style->width && 8 + before + marked > style->width)
        marked = style->width > 8 + before ? style->width - 8 - before : 0;
    for (int i = 0; i < marked; ++i)
        text_add(&marks, "%c", mark->mark);
    text_add(text, "      | %*s", before, "");
    if (marks.text)
        add_colored(severity, style, marks.text, text);
    text_free(&marks);
    if (!mark->label || !mark->label[0]) {
        text_add(text, "\n");
        return;
    }
    if (style->width &&
        column + wrap_columns(mark->label, strlen(mark->label)) >
            style->width) {
        text_add(text, "\n      |   ");
        wrap_add(text, style->width, 10, "      |", 10, mark->label);
        return;
    }
    text_add(text, " %s\n", mark->label);
}

static void add_code(const Mark *mark, const DiagnosticStyle *style, Text *text)
{
    size_t length = mark->code.length;

    while (style->width && length &&
           wrap_columns(mark->code.text, length) + 8 > style->width)
        --length;
    text_add(text, "%5u | ", mark->line);
    text_add_bytes(text, mark->code.text, length);
    text_add(text, "\n");
}

/* The lines of both places of FINDING, or of one, the upper one first. */
static void add_excerpt(const Findings *all, const Finding *finding,
                        const FindingWords *words, const DiagnosticStyle *style,
                        Text *text)
{
    Mark marks[2];
    int count = 0;

    if (finding->at.line == FINDING_NOWHERE)
        return;
    marks[count++] = mark_of(all, finding, &finding->at, '^', words->at.text);
    if (finding->other.line != FINDING_NOWHERE)
        marks[count++] =
            mark_of(all, finding, &finding->other, '-', words->other.text);
    bool swap = count == 2 && marks[1].source == marks[0].source &&
                marks[1].line <= marks[0].line;
    for (int i = 0; i < count; ++i) {
        const Mark *mark = marks + (swap ? 1 - i : i);
        const Mark *last = marks + (swap ? 1 : 0);
        bool same =
            i == 1 && last->line == mark->line && last->source == mark->source;
        if (i == 1 && last->source != mark->source)
            text_add(text, "  %s:\n", all->trace->sources[mark->source].name);
        if (!same)
            add_code(mark, style, text);
        add_mark(finding->severity, mark, style, text);
    }
    for (int i = 0; i < count; ++i)
        text_free(&marks[i].code);
}

/* ---- Findings -------------------------------------------------------------*/

/* What is printed, in its order, of one finding. */
typedef struct {
    const Finding *finding;
    Text text;
    int lines;
    bool shown;
} Printout;

static void add_finding(const Findings *all, const Finding *finding,
                        const DiagnosticStyle *style, Text *text)
{
    FindingWords words = finding_words(all, finding);
    const FindingPlace *at = &finding->at;
    Text is = {0}, place = {0}, fix = {0};

    statement_write_plain(&words.is, 0, &is);
    if (words.evidence.clauses_count) {
        text_add(&is, " (");
        statement_write_plain(&words.evidence, 0, &is);
        text_add(&is, ")");
    }
    if (at->line != FINDING_NOWHERE && finding->kind != FINDING_ENDED)
        text_add(&place, "%s:%u", all->trace->sources[at->source].name,
                 at->line);
    diagnostic_line(finding->severity, finding_title(finding->kind),
                    place.text ? place.text : "", is.text ? is.text : "", style,
                    text);
    if (finding->severity == SEVERITY_FAULT || style->verbose ||
        finding->kind == FINDING_ARITHMETIC)
        add_excerpt(all, finding, &words, style, text);
    if (style->verbose)
        add_hint(style, "where", words.where.text, text);
    add_hint(style, "why", words.why.text, text);
    text_add(&fix, "%s", words.fix.text ? words.fix.text : "");
    finding_write_prediction(finding, &fix);
    add_hint(style, "fix", fix.text, text);
    text_free(&is);
    text_free(&place);
    text_free(&fix);
    finding_words_free(&words);
}

static bool has_races_checked(const Findings *all)
{
    return !trace_command(all->trace) ||
           recorded_launches_complete(all->trace) > 0;
}

typedef struct {
    const Findings *all;
    const DiagnosticStyle *style;
    Printout *blocks;
    size_t blocks_count, blocks_capacity;
} Printed;

static void add_block(Printed *printed, const Finding *finding)
{
    Printout block = {.finding = finding};

    add_finding(printed->all, finding, printed->style, &block.text);
    for (const char *at = block.text.text; *at; ++at)
        block.lines += *at == '\n';
    base_push(printed, blocks, block);
}

/* Chooses the first of each kind; then, while the screen has room, the other
 * results, and then the others. */
static void choose(Printed *printed)
{
    int lines = 2; /* of the summary */

    for (int pass = 0; pass < 3; ++pass)
        for (size_t b = 0; b < printed->blocks_count; ++b) {
            Printout *block = printed->blocks + b;
            FindingKind kind = block->finding->kind;
            bool first = b == 0 || block[-1].finding->kind != kind;
            int needs = block->lines + (block->lines > 1) + first;
            if (pass != (first ? 0 : kind == FINDING_RESULT ? 1 : 2))
                continue;
            block->shown = first || printed->style->verbose ||
                           lines + needs <= SCREEN_LINES;
            lines += block->shown ? needs : 0;
        }
}

/* "and 3 more like it", of a kind of which B is the last. */
static void add_more(const Printed *printed, size_t b, Text *text)
{
    FindingKind kind = printed->blocks[b].finding->kind;
    size_t hidden = 0;

    if (b + 1 < printed->blocks_count &&
        printed->blocks[b + 1].finding->kind == kind)
        return;
    for (size_t i = 0; i <= b; ++i)
        hidden += printed->blocks[i].finding->kind == kind &&
                  !printed->blocks[i].shown;
    if (hidden)
        text_add(text, "   and %zu more like it (--verbose)\n", hidden);
}

/* What the program computes although its threads race; NULL: not known. */
static const SumResult *raced_result(const Findings *all)
{
    const Trace *trace = all->trace;

    if (!all->proof->unchecked || all->proof->race_free || trace_ended(trace) ||
        trace->grids_count == 0)
        return NULL;
    const SumResult *result =
        badge_result(trace, (uint32_t)trace->grids_count - 1);
    return result_kind(result->kind, result->op)[0] ? result : NULL;
}

static void add_raced_result(const Findings *all, const DiagnosticStyle *style,
                             Text *text)
{
    const SumResult *result = raced_result(all);
    Text words = {0};

    if (!result)
        return;
    result_write(all->trace, result, &words);
    text_add(&words, "; a race can change it");
    diagnostic_line(SEVERITY_NOTE, "result", "", words.text, style, text);
    text_free(&words);
}

void diagnostic_write(const Findings *all, const DiagnosticStyle *style,
                      Text *text)
{
    Printed printed = {.all = all, .style = style};
    bool wide = false; /* the last one has several lines */
    Text ask = {0};

    for (int order = -1; order <= SEVERITY_COUNT; ++order)
        for (size_t f = 0; f < all->findings_count; ++f) {
            const Finding *at = all->findings + f;
            if (finding_order(at) == order &&
                (style->verbose || !finding_is_plain(all, at)))
                add_block(&printed, at);
        }
    choose(&printed);
    for (size_t b = 0; b < printed.blocks_count; ++b) {
        Printout *block = printed.blocks + b;
        if (block->shown) {
            text_add(text, b > 0 && (wide || block->lines > 1) ? "\n" : "");
            text_add(text, "%s", block->text.text);
            wide = block->lines > 1;
        }
        add_more(&printed, b, text);
        text_free(&block->text);
    }
    if (raced_result(all))
        text_add(text, wide ? "\n" : "");
    add_raced_result(all, style, text);
    if (!findings_fault(all, FAULT_NONE))
        result_ask(all->trace, &ask);
    add_hint(style, "ask", ask.text, text);
    text_free(&ask);
    free(printed.blocks);
}

/* ---- The summary ----------------------------------------------------------*/

static size_t count_kind(const Findings *all, FindingKind kind)
{
    size_t count = 0;

    for (size_t f = 0; f < all->findings_count; ++f)
        count += all->findings[f].kind == kind;
    return count;
}

/* "right", "wrong", "not checked", "unknown" */
static const char *result_state(const Findings *all)
{
    bool other = false;

    if (findings_first(all, FINDING_WRONG) ||
        findings_first(all, FINDING_UNEXPECTED))
        return "wrong";
    if (findings_first(all, FINDING_PROVED))
        return "proved";
    if (raced_result(all))
        return "right this time";
    for (size_t f = 0; f < all->findings_count; ++f) {
        const Finding *at = all->findings + f;
        if (at->kind == FINDING_RESULT && at->severity == SEVERITY_GOOD)
            return "right";
        other |= at->kind == FINDING_RESULT && at->result->kind != SUM_UNKNOWN;
    }
    return other ? "unknown" : "not checked";
}

/* "right for 2 of 4 launches, unknown for 2", unless all launches together have
 * a right result. */
static void add_state(const Findings *all, Text *text)
{
    const char *state = result_state(all);
    uint32_t launches = 0, right = 0;
    bool other = false;

    text_add(text, "%s", state);
    for (size_t f = 0; f < all->findings_count; ++f) {
        const Finding *at = all->findings + f;
        bool good = at->severity == SEVERITY_GOOD;
        if (at->kind != FINDING_RESULT)
            continue;
        if (at->told == TOLD_PLAIN && good)
            return;
        if (at->told != TOLD_TITLED ||
            at->result != sum_result_of(all->trace, at->grid))
            continue;
        ++launches;
        right += good;
        other |= !good && at->result->kind != SUM_UNKNOWN;
    }
    if (strcmp(state, "right") == 0 && right > 0 && right < launches)
        text_add(text, " for %u of %u launches, %s for %u", right, launches,
                 other ? "unknown" : "not checked", launches - right);
}

/* "1 race", "no races" */
static void add_races(const Findings *all, Text *text)
{
    size_t races = count_kind(all, FINDING_RACE);

    if (races)
        text_add(text, races == 1 ? "%zu race" : "%zu races", races);
    else
        text_add(text, !has_races_checked(all) ? "races not checked"
                       : all->proof->race_free && !all->proof->race_cut
                           ? "no races"
                           : "races not all checked");
}

void diagnostic_summary(const char *name, const char *view, const Findings *all,
                        const DiagnosticStyle *style, Text *text)
{
    enum { GAP = 10 };
    static const FindingKind faults[] = {FINDING_ENDED,       FINDING_REFUSED,
                                         FINDING_UNCOPIED,    FINDING_UNDEFINED,
                                         FINDING_ABSENT_LANE, FINDING_RETURNED};
    const Finding *fault = findings_fault(all, FAULT_NONE);
    uint64_t conflicts = findings_conflicts(all);
    Text left = {0}, right = {0};

    text_add(&left, "%s: ", name);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i)
        if (findings_first(all, faults[i]) && faults[i] == FINDING_RETURNED)
            text_add(&left, "main returned %u, ", all->proof->returned);
        else if (findings_first(all, faults[i]))
            text_add(&left, "%s, ", finding_title(faults[i]));
    add_races(all, &left);
    text_add(&left, ", ");
    if (conflicts) {
        text_add_count(&left, conflicts);
        text_add(&left, conflicts == 1 ? " conflict, " : " conflicts, ");
    } else {
        text_add(&left, all->trace->run.words ? "no conflicts, "
                                              : "no shared memory, ");
    }
    text_add(&left, "result ");
    add_state(all, &left);
    text_add(&right, "see it: upsweep view %s", view);
    int columns = wrap_columns(left.text, left.length) +
                  wrap_columns(right.text, right.length);
    int gap = style->width && columns + GAP > style->width
                  ? style->width - columns
                  : GAP;
    add_colored(fault ? SEVERITY_FAULT : SEVERITY_GOOD, style, left.text, text);
    if (gap > 1)
        text_add(text, "%*s", gap, "");
    else
        text_add(text, "\n   ");
    text_add(text, "%s\n", right.text);
    text_free(&left);
    text_free(&right);
}

/* ---- A table of several runs ----------------------------------------------*/

DiagnosticRow diagnostic_row(const Findings *all)
{
    const Trace *trace = all->trace;
    const Finding *fault = findings_fault(all, FAULT_NONE);
    DiagnosticRow row = {.races = count_kind(all, FINDING_RACE),
                         .conflicts = findings_conflicts(all)};
    const char *state = result_state(all);

    if (!all->proof->unchecked) {
        if (!fault) {
            badge_write(all, &row.verdict, &row.result);
            return row;
        }
        FindingWords words = finding_words(all, fault);
        text_add(&row.verdict, "%s", finding_title(fault->kind));
        text_add(&row.result, "%s", words.is.clauses->text.text);
        finding_words_free(&words);
        return row;
    }
    text_add(&row.verdict, "%s", fault ? finding_title(fault->kind) : state);
    const SumResult *result =
        trace->grids_count
            ? badge_result(trace, (uint32_t)trace->grids_count - 1)
            : NULL;
    if (trace_ended(trace))
        text_add(&row.result, "%s", trace_ended(trace));
    else if (result && sum_result_is_wrong(trace, result))
        text_add(&row.result, "%u of %u wrong", result->wrong,
                 sum_result_outputs(result));
    else if (result && result_kind(result->kind, result->op)[0])
        text_add(&row.result, "%s%s", result_kind(result->kind, result->op),
                 row.races ? " this time" : "");
    else
        text_add(&row.result, "%s", state);
    return row;
}

void diagnostic_row_free(DiagnosticRow *row)
{
    text_free(&row->verdict);
    text_free(&row->result);
}
