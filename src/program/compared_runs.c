/* SPDX-License-Identifier: MIT */
#include "program/compared_runs.h"

#include "program/launch_notes.h"
#include "program/local_values.h"
#include "program/random_elements.h"
#include "trace/limits.h"
#include "trace/sum_result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Recorded sums --------------------------------------------------------*/

/* Of the elements before each one: their sum as an integer, modulo 2^64, or as
 * a number, and the sum of their magnitudes. */
typedef struct {
    uint64_t bits;
    long double number, magnitude;
} Before;

static long double element_number(uint64_t bits, uint32_t element)
{
    double x = 0;

    if (element == ELEMENT_F32)
        return (long double)op_float((Word)bits);
    if (element == ELEMENT_F64)
        memcpy(&x, &bits, sizeof x);
    return (long double)x;
}

static Before *add_up(const ComparedRuns *compared, NoteBytes given)
{
    uint64_t n = given.bytes / compared->given_width;
    Before *before = base_alloc((size_t)n + 1, sizeof *before);

    for (uint64_t i = 0; i < n; ++i) {
        uint64_t bits = element_extend(compared->input.given_element,
                                       given.at + i * compared->given_width);
        long double x = element_number(bits, compared->input.element);
        before[i + 1] = (Before){before[i].bits + bits, before[i].number + x,
                                 before[i].magnitude + fabsl(x)};
    }
    return before;
}

/* True if IS can be the sum of the elements FIRST to END - 1. */
static bool is_sum(const Before *before, uint32_t first, uint32_t end,
                   uint64_t is, uint32_t element)
{
    uint64_t mask = UINT64_MAX >> (64 - 8 * element_width(element));
    const Before *a = &before[first], *b = &before[end];

    if (!element_is_float(element))
        return ((b->bits - a->bits - is) & mask) == 0;
    long double unit = element == ELEMENT_F32 ? 0x1p-24L : 0x1p-53L;
    long double most =
        2 * unit * (long double)(end - first) * (b->magnitude - a->magnitude);
    long double error = element_number(is, element) - (b->number - a->number);
    /* what is no number, or comes of none, shows nothing */
    return !isfinite(error) || fabsl(error) <= most + 0x1p-60L * b->magnitude;
}

/* Those of OUTPUTS become INTERVAL_TOP whose sum of what the recorded run was
 * GIVEN differs from what it has LEFT; of floating-point numbers by more than
 * additions in any order can. */
static void check_recorded(const ComparedRuns *compared, InputSpan *outputs,
                           NoteBytes given, NoteBytes left)
{
    uint32_t element = compared->input.element, width = compared->width;

    if (!given.at || !left.at || !width)
        return;
    uint64_t n = given.bytes / compared->given_width;
    Before *before = add_up(compared, given);
    for (uint32_t i = 0; i < compared->outputs && i < left.bytes / width; ++i) {
        InputSpan x = outputs[i];
        if (input_span_is_range(x) && x.last < n &&
            !is_sum(before, x.first, x.last + 1,
                    element_extend(element, left.at + (size_t)i * width),
                    element))
            outputs[i] = input_span(INTERVAL_TOP);
    }
    free(before);
}

/* ---- Touched elements -----------------------------------------------------*/

/* Elements of WIDTH bytes each, of which the first COUNT are known. */
typedef struct {
    uint32_t width, count;
    bool *loaded, *stored; /* of each element; freed by touched_free */
    bool loaded_behind;    /* elements behind these are loaded */
} TouchedElements;

/* Notes the elements whose bytes ACCESS touches. */
static void note(TouchedElements *touched, const AccessTraits *traits,
                 const Access *access)
{
    for (unsigned b = 0; b < sizeof(Word); ++b) {
        uint64_t byte = (uint64_t)access->cell * sizeof(Word) + b;
        uint64_t at = byte / touched->width;
        if (!(access->bytes >> b & 1))
            continue;
        if (at >= touched->count) {
            touched->loaded_behind |= traits->brings;
            continue;
        }
        touched->loaded[at] |= traits->brings;
        touched->stored[at] |= traits->writes;
    }
}

/* Those of ARRAY, an index into trace->arrays, in grid G. */
static TouchedElements touched_elements(const Trace *trace, uint32_t g,
                                        uint8_t array, uint32_t width,
                                        uint32_t count)
{
    TouchedElements touched = {.width = width,
                               .count = count,
                               .loaded =
                                   base_alloc((size_t)count + 1, sizeof(bool)),
                               .stored =
                                   base_alloc((size_t)count + 1, sizeof(bool))};
    uint32_t first, end, from, to;

    trace_grid_blocks(trace, g, &first, &end);
    for (uint32_t b = first; b < end; ++b) {
        trace_block_instructions(trace, &trace->blocks[b], &from, &to);
        for (uint32_t i = from; i < to; ++i) {
            const Instruction *at = &trace->instructions[i];
            const Access *access = trace_accesses(trace, at);
            bool here = trace_is_global(at) && at->array == array;
            for (int l = 0; here && l < at->lanes; ++l)
                note(&touched, trace_traits_of(at), &access[l]);
        }
    }
    return touched;
}

static void touched_free(TouchedElements *touched)
{
    free(touched->loaded);
    free(touched->stored);
}

/* ---- Runs -----------------------------------------------------------------*/

ComparedRuns compared_none(uint32_t given, uint64_t bytes, uint32_t left)
{
    uint32_t width = element_width(given);
    uint32_t sums = element_may_widen(given, left) ? left : given;

    return (ComparedRuns){.input = {.given_element = given, .element = sums},
                          .given_width = width,
                          .width = element_width(sums),
                          .all = width ? bytes / width : 0};
}

bool compared_add(ComparedRuns *compared, const NoteBytes *given,
                  const NoteBytes *left)
{
    uint32_t run = compared->input.trials;

    if (!given->at || !left->at || !compared->width || run == TRIALS_MOST)
        return false;
    uint64_t count = given->bytes / compared->given_width;
    uint64_t outputs = left->bytes / compared->width;
    if (count == 0)
        return false;
    if (count > LIMITS_ELEMENTS)
        count = LIMITS_ELEMENTS;
    if (outputs > LIMITS_ELEMENTS)
        outputs = LIMITS_ELEMENTS;
    if (left->bytes >= PROGRAM_CONTENTS || outputs == LIMITS_ELEMENTS)
        compared->outputs_cut = true;
    if (run == 0 || count < compared->input.count)
        compared->input.count = (uint32_t)count;
    if (run == 0 || outputs < compared->outputs)
        compared->outputs = (uint32_t)outputs;
    compared->input.given[run] = given->at;
    compared->left[run] = left->at;
    compared->input.trials = run + 1;
    return true;
}

/* True if a run left something else in output I than another one. */
static bool differ(const ComparedRuns *compared, uint32_t i)
{
    size_t width = compared->width, at = i * width;

    for (uint32_t t = 1; t < compared->input.trials; ++t)
        if (memcmp(compared->left[t] + at, compared->left[0] + at, width) != 0)
            return true;
    return false;
}

/* Marks as unset the outputs, of ARRAY, that grid G did not store.  Of one that
 * adds in place, what was there is an output, too. */
static void unset_others(const ComparedRuns *compared, const Trace *trace,
                         uint32_t g, uint8_t array, InputSpan *outputs)
{
    bool all = trace_grid_is_whole(trace, g), own = array == trace->grids[g].in;
    TouchedElements touched =
        touched_elements(trace, g, array, compared->width, compared->outputs);

    for (uint32_t i = 0; i < compared->outputs; ++i)
        if (!touched.stored[i] && !(own && i < compared->end) &&
            (all || !differ(compared, i)))
            outputs[i] = input_span(INTERVAL_UNSET);
    touched_free(&touched);
}

/* ---- The inputs that count ------------------------------------------------*/

/* Adds the elements of ARRAY that grid G loads to those that count. */
static void use_loaded(ComparedRuns *compared, const Trace *trace, uint32_t g,
                       uint8_t array)
{
    uint32_t count = compared->input.count;
    TouchedElements touched =
        touched_elements(trace, g, array, compared->given_width, count);

    for (uint32_t i = 0; i < count; ++i) {
        if (!touched.loaded[i])
            continue;
        if (compared->first == compared->end)
            compared->first = compared->end = i;
        if (i < compared->first)
            compared->first = i;
        if (i >= compared->end)
            compared->end = i + 1;
    }
    compared->cut |= touched.loaded_behind;
    touched_free(&touched);
}

/* True if a variable of the kernel of grid G has the value COUNT when its first
 * thread makes an access, as the parameter n. */
static bool has_count(const Trace *trace, uint32_t g, uint32_t count)
{
    uint32_t first, end, from, to;
    size_t locals_count;
    bool found = false;

    trace_grid_blocks(trace, g, &first, &end);
    if (first == end)
        return false;
    trace_block_instructions(trace, &trace->blocks[first], &from, &to);
    if (from == to)
        return false;
    LocalValue *locals = trace_locals(trace, from, 0, &locals_count);
    for (size_t i = 0; i < locals_count; ++i)
        found |= locals[i].known && locals[i].depth == 0 &&
                 locals[i].local->kind == LOCAL_NUMBER &&
                 locals[i].value == count;
    free(locals);
    return found;
}

/* Adds the elements behind those that are not 0 before grid G, the first one of
 * the program, as GIVEN has them: a program that does not load them forgets
 * them, unless their number is given. */
static void use_given(ComparedRuns *compared, const Trace *trace, uint32_t g,
                      NoteBytes given)
{
    static const unsigned char zeros[sizeof(uint64_t)];
    uint32_t width = compared->given_width;
    uint64_t count = given.at ? given.bytes / width : 0;
    uint32_t known = compared->input.count;

    if (has_count(trace, g, compared->end - compared->first))
        return;
    for (uint32_t i = compared->end; i < count && i < known; ++i)
        if (memcmp(given.at + (size_t)i * width, zeros, width) != 0)
            compared->end = i + 1;
    compared->cut |= compared->all > known && compared->end == known;
}

/* Where it is not known what a launch loads: the inputs that count are those
 * that OUTPUTS, spans of them, are sums of. */
static void use_summed(ComparedRuns *compared, const InputSpan *outputs)
{
    compared->first = compared->end = 0;
    for (uint32_t i = 0; i < compared->outputs; ++i)
        if (input_span_is_range(outputs[i]) && outputs[i].last >= compared->end)
            compared->end = outputs[i].last + 1;
    compared->cut = compared->all > compared->input.count;
}

bool compared_undefined(const ComparedRuns *compared, uint32_t i)
{
    unsigned char undefined[sizeof(uint64_t)];

    memset(undefined, RANDOM_UNDEFINED, sizeof undefined);
    return i < compared->outputs && !differ(compared, i) &&
           memcmp(compared->left[0] + (size_t)i * compared->width, undefined,
                  compared->width) == 0;
}

/* Where it is not known what a launch stores: outputs that are undefined memory
 * in all runs become unset; and those that are the same in all runs, behind the
 * outputs of all inputs that count, are no outputs. */
static void unset_undefined(ComparedRuns *compared, InputSpan *outputs)
{
    for (uint32_t i = 0; i < compared->outputs; ++i)
        if (compared_undefined(compared, i))
            outputs[i] = input_span(INTERVAL_UNSET);
    while (compared->outputs > compared->end &&
           !differ(compared, compared->outputs - 1))
        --compared->outputs;
}

bool compared_is_constant(const ComparedRuns *compared)
{
    for (uint32_t i = 0; i < compared->outputs; ++i)
        if (differ(compared, i))
            return false;
    return true;
}

/* ---- All of it ------------------------------------------------------------*/

/* The intervals of the words of the trace's output, as its last launch left
 * them. A word of several elements has none. */
static void take_output(Trace *trace, const InputSpan *outputs,
                        const ComparedRuns *compared)
{
    uint32_t words = compared->width / (uint32_t)sizeof(Word);

    for (uint32_t i = 0; words && i < trace->run.n; ++i)
        if (i / words < compared->outputs)
            trace->output_interval[i] = input_span_name(outputs[i / words]);
}

void compared_settle(ComparedRuns *compared, const Question *question,
                     Trace *trace, InputSpan *outputs)
{
    const NoteArray *in = question->in, *out = question->out;
    uint32_t g = question->grid;
    bool all = in != NULL;

    for (uint32_t i = g; in && i < question->end; ++i) {
        use_loaded(compared, trace, i, trace->grids[g].in);
        all &= trace_grid_is_whole(trace, i);
    }
    if (!all)
        use_summed(compared, outputs);
    else if (!question->part)
        use_given(compared, trace, g, in->before);
    if (in && out)
        check_recorded(compared, outputs, in->before, out->after);
    if (question->together) {
        unset_undefined(compared, outputs);
        return;
    }
    if (g + 1 == trace->grids_count && question->array == trace->grids[g].out)
        take_output(trace, outputs, compared);
    unset_others(compared, trace, g, question->array, outputs);
}
