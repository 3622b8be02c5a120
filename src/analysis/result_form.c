/* SPDX-License-Identifier: MIT */
#include "analysis/result_form.h"

#include "trace/element.h"
#include "trace/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Numbers --------------------------------------------------------------*/

/* A number as an integer, or as a floating-point one. */
typedef union {
    uint64_t bits;
    double real;
} Number;

static bool is_signed(uint32_t element)
{
    return element == ELEMENT_I8 || element == ELEMENT_I16 ||
           element == ELEMENT_I32 || element == ELEMENT_I64;
}

static Number number_at(uint32_t element, const unsigned char *array,
                        uint64_t i)
{
    uint64_t bits = element_extend(element, array + i * element_width(element));
    Number number = {.bits = bits};

    if (element == ELEMENT_F32)
        number.real = (double)op_float((Word)bits);
    return number;
}

static Number given_at(const ResultRuns *runs, uint32_t t, uint64_t i)
{
    return number_at(runs->given_element, runs->given[t], i);
}

static Number left_at(const ResultRuns *runs, uint32_t t, uint64_t i)
{
    return number_at(runs->element, runs->left[t], i);
}

static uint64_t mask_of(uint32_t element)
{
    return UINT64_MAX >> (64 - 8 * element_width(element));
}

static double rounded(uint32_t element, double x)
{
    return element == ELEMENT_F32 ? (double)(float)x : x;
}

static Number of_real(uint32_t element, double x)
{
    return (Number){.real = rounded(element, x)};
}

static bool is_less(uint32_t element, Number x, Number y)
{
    if (element_is_float(element))
        return x.real < y.real;
    return is_signed(element) ? (int64_t)x.bits < (int64_t)y.bits
                              : x.bits < y.bits;
}

/* True if X and Y are the same number; of floating-point ones, nearly if a
 * calculation on numbers as large as MAGNITUDE has rounded them. */
static bool is_equal(uint32_t element, Number x, Number y, double magnitude)
{
    double unit = element == ELEMENT_F32 ? 0x1p-22 : 0x1p-50;

    if (!element_is_float(element))
        return ((x.bits ^ y.bits) & mask_of(element)) == 0;
    return x.real == y.real || fabs(x.real - y.real) <= unit * magnitude;
}

/* X joined with Y, which comes after it. */
static Number join(SumOperator op, uint32_t element, Number x, Number y)
{
    bool real = element_is_float(element);

    switch (op) {
    case SUM_MAX:
        return is_less(element, x, y) ? y : x;
    case SUM_MIN:
        return is_less(element, y, x) ? y : x;
    case SUM_PRODUCT:
        return real ? of_real(element, x.real * y.real)
                    : (Number){.bits = x.bits * y.bits};
    case SUM_AND:
        return (Number){.bits = x.bits & y.bits};
    case SUM_OR:
        return (Number){.bits = x.bits | y.bits};
    case SUM_XOR:
        return (Number){.bits = x.bits ^ y.bits};
    default:
        return real ? of_real(element, x.real + y.real)
                    : (Number){.bits = x.bits + y.bits};
    }
}

/* ---- Which runs judge an operator -----------------------------------------*/

/* True if run T judges OP: sums of floating-point numbers must be exact, and
 * products must not overflow. */
static bool judges(const ResultRuns *runs, SumOperator op, uint32_t t)
{
    if (!element_is_float(runs->element))
        return true;
    if (op == SUM_PRODUCT)
        return runs->style[t] == RUN_FACTORS;
    return op != SUM_ADD || runs->style[t] == RUN_PLAIN;
}

static bool has_style(const ResultRuns *runs, RunStyle style)
{
    for (uint32_t t = 0; t < runs->runs; ++t)
        if (runs->style[t] == style)
            return true;
    return false;
}

/* True if there are runs that distinguish OP from other operators. */
static bool can_tell(const ResultRuns *runs, SumOperator op)
{
    bool real = element_is_float(runs->element);

    switch (op) {
    case SUM_MAX:
    case SUM_MIN:
        return has_style(runs, RUN_RISING) && has_style(runs, RUN_FALLING);
    case SUM_PRODUCT:
        return has_style(runs, RUN_FACTORS);
    case SUM_OR:
        return !real && has_style(runs, RUN_SPARSE);
    case SUM_AND:
        return !real && has_style(runs, RUN_DENSE);
    case SUM_XOR:
        return !real && has_style(runs, RUN_PLAIN);
    default:
        return (runs->parts > 1 || runs->kept_count > 0) &&
               has_style(runs, RUN_PLAIN);
    }
}

/* ---- Scans and reductions -------------------------------------------------*/

/* What each output is to be. */
typedef struct {
    SumKind kind;
    SumOperator op;
    uint32_t part;          /* of each element; see ResultRuns.parts */
    uint32_t segment;       /* as SumResult.segment, in elements */
    bool from_zero;         /* 0 is joined in, too */
    const KeptArray *heads; /* where segments begin; NULL: see segment */
} Form;

/* How far outputs have a form. */
typedef struct {
    uint32_t fits, wrong, first_wrong, segments;
    uint32_t vary; /* outputs that fit, and are to be others in other runs, or
                      than the one before: not the zeros of a product by 0 */
} Fit;

static bool is_stored(const ResultRuns *runs, uint64_t i)
{
    return i < runs->outputs && !input_span_is(runs->stored[i], INTERVAL_UNSET);
}

static uint32_t elements_of(const ResultRuns *runs)
{
    return (runs->end - runs->first) / runs->parts;
}

/* True if a segment begins at element I. HEADS are flags, or the number or key
 * of each element's segment. */
static bool begins_at(const KeptArray *heads, bool flags, uint32_t i)
{
    Number here = number_at(heads->element, heads->at, i);

    if (i == 0)
        return true;
    if (flags)
        return element_is_float(heads->element) ? here.real != 0
                                                : here.bits != 0;
    return here.bits != number_at(heads->element, heads->at, i - 1).bits;
}

/* True if most elements of HEADS are flags that are not set. */
static bool are_flags(const KeptArray *heads, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i)
        if (number_at(heads->element, heads->at, i).bits > 1)
            return false;
    return true;
}

/* The inputs that output element I of FORM is made of: FIRST to END - 1. */
static void inputs_of(const Form *form, uint32_t n, bool flags, uint32_t i,
                      uint32_t *first, uint32_t *end)
{
    uint32_t segment = form->segment;

    if (form->kind == SUM_REDUCE) {
        *first = i * segment;
        *end = segment < n - *first ? *first + segment : n;
        return;
    }
    *end = form->kind == SUM_INCLUSIVE ? i + 1 : i;
    if (!form->heads) {
        *first = i / segment * segment;
        return;
    }
    *first = i;
    while (*first > 0 && !begins_at(form->heads, flags, *first))
        --*first;
}

/* What run T should leave in each output of FORM; COUNT of them.  Where
 * an exclusive scan begins it is what the first run left there. */
static void make_wanted(const ResultRuns *runs, const Form *form, bool flags,
                        uint32_t t, uint32_t count, Number *wanted)
{
    uint32_t n = elements_of(runs), from = UINT32_MAX, to = 0, element;
    Number zero = {.bits = 0}, so_far = zero;
    bool any = false;

    element = runs->element;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t first, end;
        inputs_of(form, n, flags, i, &first, &end);
        if (first != from || end < to) {
            from = to = first;
            any = form->from_zero || form->kind == SUM_EXCLUSIVE;
            so_far = form->kind == SUM_EXCLUSIVE ? left_at(runs, 0, form->part)
                                                 : zero;
        }
        for (; to < end; ++to) {
            Number x =
                given_at(runs, t,
                         runs->first + (uint64_t)to * runs->parts + form->part);
            so_far = any ? join(form->op, element, so_far, x) : x;
            any = true;
        }
        wanted[i] = so_far;
    }
}

/* How far the outputs have FORM. */
static Fit fit_of(const ResultRuns *runs, const Form *form)
{
    uint32_t n = elements_of(runs), parts = runs->parts;
    uint32_t count =
        form->kind == SUM_REDUCE ? (n + form->segment - 1) / form->segment : n;
    Number *wanted = base_alloc((size_t)count + 1, sizeof *wanted);
    Number *before = base_alloc((size_t)count + 1, sizeof *before);
    uint8_t *wrong = base_alloc((size_t)count + 1, 1);
    uint8_t *vary = base_alloc((size_t)count + 1, 1);
    bool any = false, flags = form->heads && are_flags(form->heads, n);
    Fit fit = {.first_wrong = count};

    for (uint32_t t = 0; t < runs->runs; ++t) {
        if (!judges(runs, form->op, t))
            continue;
        make_wanted(runs, form, flags, t, count, wanted);
        for (uint32_t i = 0; i < count; ++i) {
            uint64_t at = (uint64_t)i * parts + form->part;
            vary[i] |= (any && before[i].bits != wanted[i].bits) ||
                       (i > 0 && wanted[i - 1].bits != wanted[i].bits);
            if (!is_stored(runs, at))
                wrong[i] = 1;
            else
                wrong[i] |= !is_equal(runs->element, wanted[i],
                                      left_at(runs, t, at), 0);
        }
        memcpy(before, wanted, count * sizeof *wanted);
        any = true;
    }
    for (uint32_t i = 0; i < count; ++i) {
        fit.wrong += wrong[i];
        fit.vary += vary[i] && !wrong[i];
        if (wrong[i] && fit.first_wrong == count)
            fit.first_wrong = i;
    }
    fit.fits = count - fit.wrong;
    for (uint32_t i = 0; i < n && form->heads; ++i)
        fit.segments += begins_at(form->heads, flags, i);
    free(wanted);
    free(before);
    free(wrong);
    free(vary);
    return fit;
}

/* The best form so far. */
typedef struct {
    Form form;
    Fit fit;
} Best;

static void try_form(const ResultRuns *runs, Form form, Best *best)
{
    if (form.segment == 0)
        return;
    Fit fit = fit_of(runs, &form);
    uint64_t all = (uint64_t)fit.fits + fit.wrong;
    uint64_t best_all = (uint64_t)best->fit.fits + best->fit.wrong;

    uint64_t more = fit.fits * best_all, before = best->fit.fits * all;
    if (best->form.kind == SUM_UNKNOWN || more > before ||
        (more == before && fit.fits > best->fit.fits))
        *best = (Best){form, fit};
}

/* How many elements of the output were stored. */
static uint32_t stored_elements(const ResultRuns *runs)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < runs->outputs; i += runs->parts)
        count += is_stored(runs, i);
    return count;
}

/* Tries all scans and reductions of part PART by OP. */
static Best try_operator(const ResultRuns *runs, SumOperator op, uint32_t part)
{
    static const SumKind scans[] = {SUM_INCLUSIVE, SUM_EXCLUSIVE};
    uint32_t n = elements_of(runs), count = stored_elements(runs);
    bool zero = op == SUM_MAX &&
                (is_signed(runs->element) || element_is_float(runs->element));
    Best best = {.form.kind = SUM_UNKNOWN};

    for (int from_zero = 0; from_zero <= zero; ++from_zero) {
        Form form = {SUM_REDUCE, op, part, n, from_zero, NULL};
        if (count < n || count == 1)
            try_form(runs, form, &best);
        if (count > 1 && count < n) {
            form.segment = (n + count - 1) / count;
            try_form(runs, form, &best);
            form.segment = (uint32_t)base_power_of_two(form.segment);
            if ((n + form.segment - 1) / form.segment == count)
                try_form(runs, form, &best);
        }
        for (size_t s = 0; s < 2 && n > 1 && 2 * (uint64_t)count >= n; ++s) {
            form = (Form){scans[s], op, part, n, from_zero, NULL};
            try_form(runs, form, &best);
            for (uint32_t k = 0; k < runs->kept_count && best.fit.wrong; ++k)
                if (runs->kept[k].count >= n) {
                    form.heads = &runs->kept[k];
                    try_form(runs, form, &best);
                }
            form.heads = NULL;
            for (form.segment = 2; form.segment < n && best.fit.wrong;
                 form.segment *= 2)
                try_form(runs, form, &best);
        }
    }
    return best;
}

/* Fewer outputs than half of N, unless it is one of few, say nothing. */
static bool is_near(const Best *best, uint32_t n)
{
    uint64_t all = (uint64_t)best->fit.fits + best->fit.wrong;

    return best->form.kind != SUM_UNKNOWN && n > 1 &&
           2 * (uint64_t)best->fit.vary + 2 > best->fit.fits &&
           (best->fit.wrong == 0 || (all > 4 && 2 * best->fit.fits > all));
}

static bool same_shape(const Form *x, const Form *y)
{
    return x->kind == y->kind && x->segment == y->segment &&
           x->heads == y->heads;
}

/* RESULT becomes the form FORM, of the operators OPS. */
static void take_form(const ResultRuns *runs, const Form *form, const Fit *fit,
                      uint32_t ops, SumResult *result)
{
    uint32_t n = elements_of(runs), first_wrong = fit->first_wrong;

    result->kind = fit->wrong ? SUM_OTHER : form->kind;
    result->nearest = form->kind;
    result->op = ops;
    result->parts = runs->parts;
    result->n = n;
    result->count = stored_elements(runs);
    result->first_input = runs->first / runs->parts;
    result->first_output = 0;
    result->segment = form->segment;
    result->segments = fit->segments;
    result->from_zero = form->from_zero;
    result->wrong = fit->wrong;
    result->first_wrong = first_wrong;
    if (form->heads) {
        free(result->form);
        result->form = printable_name(form->heads->name, "", LIMITS_NAME);
    }
    if (!fit->wrong)
        return;
    uint32_t first, end;
    inputs_of(form, n, form->heads && are_flags(form->heads, n), first_wrong,
              &first, &end);
    result->is = input_span(is_stored(runs, (uint64_t)first_wrong * runs->parts)
                                ? INTERVAL_TOP
                                : INTERVAL_UNSET);
    result->wanted = end > first ? (InputSpan){result->first_input + first,
                                               result->first_input + end - 1}
                                 : input_span(INTERVAL_IDENTITY);
}

/* What most outputs are that plain runs left; RESULT has it as its guess. */
static void guess_operator(const ResultRuns *runs, SumResult *result)
{
    ResultRuns plain = *runs;
    Best best = {.form.kind = SUM_UNKNOWN};

    plain.parts = 1;
    plain.runs = 0;
    for (uint32_t t = 0; t < runs->runs; ++t)
        if (runs->style[t] == RUN_PLAIN || runs->style[t] == RUN_RECORDED) {
            plain.given[plain.runs] = runs->given[t];
            plain.left[plain.runs] = runs->left[t];
            plain.style[plain.runs++] = runs->style[t];
        }
    for (SumOperator op = SUM_MAX; op <= SUM_MIN && runs->parts == 1; ++op) {
        Best try = try_operator(&plain, op, 0);
        if (try.form.kind != SUM_UNKNOWN && try.fit.fits > best.fit.fits)
            best = try;
    }
    if (best.fit.fits <= result->guess_fits ||
        best.fit.fits <= best.fit.wrong || best.fit.wrong == 0)
        return;
    result->guess = best.form.kind;
    result->guess_op = (uint32_t)best.form.op;
    result->guess_fits = best.fit.fits;
    result->guess_wrong = best.fit.first_wrong;
}

/* Scans and reductions: of each part the operator that fits best, all of one
 * shape. */
static bool find_operators(const ResultRuns *runs, SumResult *result)
{
    Best whole = {.form.kind = SUM_UNKNOWN};
    uint32_t ops = 0;

    for (uint32_t part = 0; part < runs->parts; ++part) {
        Best best = {.form.kind = SUM_UNKNOWN};
        for (SumOperator op = 0; op < SUM_OPERATORS; ++op) {
            if (!can_tell(runs, op))
                continue;
            Best try = try_operator(runs, op, part);
            if (is_near(&try, elements_of(runs)) &&
                (best.form.kind == SUM_UNKNOWN || try.fit.fits > best.fit.fits))
                best = try;
        }
        if (best.form.kind == SUM_UNKNOWN ||
            (part > 0 && !same_shape(&best.form, &whole.form)))
            return false;
        ops |= (uint32_t)best.form.op << 4 * part;
        if (part == 0 || best.fit.fits < whole.fit.fits)
            whole = best;
    }
    take_form(runs, &whole.form, &whole.fit, ops, result);
    return true;
}

/* ---- Functions of each element --------------------------------------------*/

/* What out[i] may be of x = in[i] and y, which is y[i] of another array. */
typedef enum {
    MAP_LINE,    /* a * x + b */
    MAP_PLUS,    /* x + y */
    MAP_MINUS,   /* x - y */
    MAP_FROM,    /* y - x */
    MAP_TIMES,   /* x * y */
    MAP_SCALED,  /* a * x + y */
    MAP_LESS,    /* the lesser of x and y */
    MAP_GREATER, /* the greater */
    MAP_SQUARE,  /* x * x */
    MAP_ABSOLUTE,
    MAP_POSITIVE, /* x, or 0 if that is greater */
    MAP_FORMS
} MapForm;

typedef struct {
    MapForm form;
    const KeptArray *other;
    Number a, b;
} Map;

static Number map_of(const Map *map, uint32_t element, Number x, Number y,
                     double *magnitude)
{
    bool real = element_is_float(element);
    Number zero = {.bits = 0}, a = map->a, b = map->b;

    switch (map->form) {
    case MAP_LINE:
    case MAP_SCALED:
        b = map->form == MAP_SCALED ? y : b;
        *magnitude = real ? fabs(a.real * x.real) + fabs(b.real) : 0;
        return real ? of_real(element, a.real * x.real + b.real)
                    : (Number){.bits = a.bits * x.bits + b.bits};
    case MAP_PLUS:
        return join(SUM_ADD, element, x, y);
    case MAP_MINUS:
        return real ? of_real(element, x.real - y.real)
                    : (Number){.bits = x.bits - y.bits};
    case MAP_FROM:
        return real ? of_real(element, y.real - x.real)
                    : (Number){.bits = y.bits - x.bits};
    case MAP_TIMES:
        return join(SUM_PRODUCT, element, x, y);
    case MAP_LESS:
        return join(SUM_MIN, element, x, y);
    case MAP_GREATER:
        return join(SUM_MAX, element, x, y);
    case MAP_SQUARE:
        return join(SUM_PRODUCT, element, x, x);
    case MAP_ABSOLUTE:
        if (real)
            return (Number){.real = fabs(x.real)};
        return is_less(element, x, zero) ? (Number){.bits = 0 - x.bits} : x;
    default:
        return join(SUM_MAX, element, x, zero);
    }
}

static Number other_at(const Map *map, uint32_t i)
{
    return map->other ? number_at(map->other->element, map->other->at, i)
                      : (Number){.bits = 0};
}

/* True, with a and b, if the line through element I and one after it of the
 * first run may be the function: integers have whole factors. */
static bool find_line(const ResultRuns *runs, uint32_t i, Map *map)
{
    uint32_t n = runs->end;
    bool real = element_is_float(runs->element),
         scaled = map->form == MAP_SCALED;

    for (uint32_t j = i + 1; j < n; ++j) {
        Number x = given_at(runs, 0, i), z = given_at(runs, 0, j);
        Number u = left_at(runs, 0, i), v = left_at(runs, 0, j);
        Number none = {.bits = 0};
        Number y = scaled ? other_at(map, i) : none;
        Number w = scaled ? other_at(map, j) : none;
        if (real) {
            double run = z.real - x.real;
            if (run == 0)
                continue;
            map->a.real = ((v.real - w.real) - (u.real - y.real)) / run;
            if (fabs(map->a.real - (double)(float)map->a.real) <
                1e-5 * fabs(map->a.real))
                map->a.real = (double)(float)map->a.real;
            map->a.real = rint(map->a.real * 4096) / 4096;
            map->b.real = rounded(runs->element, u.real - map->a.real * x.real);
            return true;
        }
        uint64_t run = z.bits - x.bits, mask = mask_of(runs->element);
        if (!(run & 1))
            continue; /* odd numbers have an inverse */
        uint64_t inverse = run;
        for (int k = 0; k < 6; ++k)
            inverse *= 2 - run * inverse;
        map->a.bits = ((v.bits - w.bits) - (u.bits - y.bits)) * inverse & mask;
        map->b.bits = u.bits - map->a.bits * x.bits;
        map->b = number_at(runs->element, (const unsigned char *)&map->b, 0);
        if (!scaled && j + 1 < n && map->a.bits > 0xffff &&
            map->a.bits < mask - 0xffff)
            continue;
        return true;
    }
    return false;
}

static Fit fit_map(const ResultRuns *runs, const Map *map)
{
    uint32_t n = runs->end;
    Fit fit = {.first_wrong = n};

    for (uint32_t i = runs->first; i < n; ++i) {
        bool wrong = !is_stored(runs, i);
        for (uint32_t t = 0; t < runs->runs && !wrong; ++t) {
            double magnitude = 0;
            Number y = map_of(map, runs->element, given_at(runs, t, i),
                              other_at(map, i), &magnitude);
            wrong = !is_equal(runs->element, y, left_at(runs, t, i), magnitude);
        }
        fit.wrong += wrong;
        fit.fits += !wrong;
        if (wrong && fit.first_wrong == n)
            fit.first_wrong = i;
    }
    return fit;
}

static void add_number(uint32_t element, Number x, Text *text)
{
    if (element_is_float(element))
        text_add(text, "%.6g", x.real);
    else if (is_signed(element) || x.bits > mask_of(element) / 2)
        text_add(text, "%lld",
                 (long long)((int64_t)(x.bits
                                       << (64 - 8 * element_width(element))) >>
                             (64 - 8 * element_width(element))));
    else
        text_add(text, "%llu", (unsigned long long)x.bits);
}

/* "2 * in[i] + b[i]" */
static void add_map(const Map *map, uint32_t element, const char *in,
                    Text *text)
{
    static const char *const words[MAP_FORMS] = {
        [MAP_PLUS] = "%s[i] + %s[i]",     [MAP_MINUS] = "%s[i] - %s[i]",
        [MAP_TIMES] = "%s[i] * %s[i]",    [MAP_SCALED] = "%s[i] + %s[i]",
        [MAP_LESS] = "min(%s[i], %s[i])", [MAP_GREATER] = "max(%s[i], %s[i])",
        [MAP_SQUARE] = "%s[i] * %s[i]",   [MAP_ABSOLUTE] = "|%s[i]|",
        [MAP_POSITIVE] = "max(%s[i], 0)"};
    Number zero = {.bits = 0};
    bool offset =
        element_is_float(element) ? map->b.real != 0 : map->b.bits != 0;

    bool one = element_is_float(element) ? map->a.real == 1 : map->a.bits == 1;
    if (!one && (map->form == MAP_LINE || map->form == MAP_SCALED)) {
        add_number(element, map->a, text);
        text_add(text, " * ");
    }
    if (map->form == MAP_LINE) {
        text_add(text, "%s[i]", in);
        bool negative = is_less(element, map->b, zero);
        Number b = map->b;
        if (negative && element_is_float(element))
            b.real = -b.real;
        else if (negative)
            b.bits = 0 - b.bits;
        if (offset) {
            text_add(text, negative ? " - " : " + ");
            add_number(element, b, text);
        }
    } else if (map->form == MAP_FROM) {
        text_add(text, "%s[i] - %s[i]", map->other->name, in);
    } else {
        const char *other = map->other ? map->other->name : in;
        const char *at = words[map->form];
        for (bool first = true; *at; ++at)
            if (at[0] == '%' && at[1] == 's') {
                text_add(text, "%s", first ? in : other);
                first = false;
                ++at;
            } else {
                text_add(text, "%c", *at);
            }
    }
}

/* True if, by two runs with half of their elements the same, each output
 * depends on the element at its place alone. */
static bool depends_on_own(const ResultRuns *runs)
{
    enum { LEAST = 16, LEAST_SHARE = 8 };
    uint32_t half = 0, others = 0, changed = 0, n = runs->end;

    while (half < runs->runs && runs->style[half] != RUN_HALF)
        ++half;
    if (half == runs->runs)
        return false;
    for (uint32_t i = runs->first; i < n; ++i) {
        bool same = given_at(runs, 0, i).bits == given_at(runs, half, i).bits;
        bool alike = left_at(runs, 0, i).bits == left_at(runs, half, i).bits;
        if (!is_stored(runs, i) || (same && !alike))
            return false;
        others += !same;
        changed += !same && !alike;
    }
    return runs->apart && changed * LEAST_SHARE > others &&
           n - runs->first >= LEAST;
}

static bool find_map(const ResultRuns *runs, SumResult *result)
{
    Map best = {.form = MAP_FORMS};
    Fit best_fit = {0};
    uint32_t n = runs->end;

    if (runs->parts > 1 || n < runs->first + 2 || runs->outputs < n ||
        runs->runs < 2)
        return false;
    for (MapForm form = 0; form < MAP_FORMS; ++form) {
        bool two = form >= MAP_PLUS && form <= MAP_GREATER;
        /* one of three lines does not begin at a wrong output */
        for (uint32_t k = 0; k < (two ? 3 * runs->kept_count : 3); ++k) {
            Map map = {.form = form, .other = two ? &runs->kept[k / 3] : NULL};
            uint32_t from = runs->first + k % 3 * ((n - runs->first) / 3);
            if (two &&
                (map.other->count < n || map.other->element != runs->element))
                continue;
            if ((form == MAP_LINE || form == MAP_SCALED) &&
                !find_line(runs, from, &map))
                continue;
            if (form == MAP_LINE && map.a.bits == 0)
                continue; /* 0, or a floating-point 0 */
            Fit fit = fit_map(runs, &map);
            if (fit.fits > best_fit.fits) {
                best = map;
                best_fit = fit;
            }
        }
    }
    uint32_t all = n - runs->first;
    bool named = best.form != MAP_FORMS && 2 * best_fit.fits > all;
    bool nearly = named && 10 * (uint64_t)best_fit.wrong <= all;
    if (!nearly && depends_on_own(runs))
        named = false;
    else if (!named)
        return false;
    Text text = {0};
    if (named)
        add_map(&best, runs->element, result->input, &text);
    else
        best_fit = (Fit){.fits = n - runs->first};
    free(result->form);
    result->form = printable_name(text.text ? text.text : "", "", LIMITS_NAME);
    text_free(&text);
    result->nearest = SUM_MAP;
    result->kind = best_fit.wrong ? SUM_OTHER : SUM_MAP;
    result->wrong = best_fit.wrong;
    result->first_wrong = best_fit.first_wrong;
    result->segment = result->n;
    result->first_output = 0;
    result->is =
        input_span(best_fit.wrong && is_stored(runs, best_fit.first_wrong)
                       ? INTERVAL_TOP
                       : INTERVAL_UNSET);
    result->wanted = (InputSpan){best_fit.first_wrong, best_fit.first_wrong};
    return true;
}

/* ---- Histograms -----------------------------------------------------------*/

static bool is_plain(const ResultRuns *runs, uint32_t t)
{
    return runs->style[t] == RUN_PLAIN || runs->style[t] == RUN_RECORDED;
}

/* The bin of the number X is (X - FIRST) / WIDTH, or X modulo BINS if WIDTH is
 * 0; numbers without a bin are not counted. */
typedef struct {
    int64_t first;
    uint64_t width;
    uint32_t bins;
} Bins;

static bool bin_of(const Bins *bins, int64_t x, uint32_t *bin)
{
    if (bins->width == 0) {
        *bin = (uint32_t)((uint64_t)x % bins->bins);
        return x >= 0;
    }
    if (x < bins->first ||
        ((uint64_t)x - (uint64_t)bins->first) / bins->width >= bins->bins)
        return false;
    *bin = (uint32_t)(((uint64_t)x - (uint64_t)bins->first) / bins->width);
    return true;
}

static Fit fit_bins(const ResultRuns *runs, const Bins *bins)
{
    uint64_t *wanted = base_alloc((size_t)bins->bins + 1, sizeof *wanted);
    uint8_t *wrong = base_alloc((size_t)bins->bins + 1, 1);
    uint8_t *counts = base_alloc((size_t)bins->bins + 1, 1);
    Fit fit = {.first_wrong = bins->bins};

    for (uint32_t t = 0; t < runs->runs; ++t) {
        uint32_t bin;
        if (!is_plain(runs, t))
            continue;
        memset(wanted, 0, bins->bins * sizeof *wanted);
        for (uint32_t i = runs->first; i < runs->end; ++i)
            if (bin_of(bins, (int64_t)given_at(runs, t, i).bits, &bin))
                counts[bin] = ++wanted[bin] > 0;
        for (uint32_t b = 0; b < bins->bins; ++b)
            wrong[b] |= !is_equal(runs->element, (Number){.bits = wanted[b]},
                                  left_at(runs, t, b), 0);
    }
    for (uint32_t b = 0; b < bins->bins; ++b) {
        fit.wrong += wrong[b];
        fit.fits += counts[b] && !wrong[b];
        if (wrong[b] && fit.first_wrong == bins->bins)
            fit.first_wrong = b;
    }
    free(counts);
    free(wanted);
    free(wrong);
    return fit;
}

static void try_bins(const ResultRuns *runs, Bins bins, Bins *best,
                     Fit *best_fit)
{
    if (bins.width == 0 && bins.first != 0)
        return;
    Fit fit = fit_bins(runs, &bins);
    if (best->bins == 0 || fit.wrong < best_fit->wrong) {
        *best = bins;
        *best_fit = fit;
    }
}

/* The bins are all elements of the output, or those up to the last that was
 * stored if these are few. */
static uint32_t count_bins(const ResultRuns *runs)
{
    uint32_t count = runs->outputs;

    while (count > 0 && !is_stored(runs, count - 1))
        --count;
    return 2 * (uint64_t)count > runs->outputs ? runs->outputs : count;
}

/* The numbers that plain runs were given: how many there may be, from *FIRST
 * on. */
static uint64_t range_of(const ResultRuns *runs, int64_t *first)
{
    int64_t least = INT64_MAX, most = INT64_MIN;

    for (uint32_t t = 0; t < runs->runs; ++t)
        for (uint32_t i = runs->first; i < runs->end && is_plain(runs, t);
             ++i) {
            int64_t x = (int64_t)given_at(runs, t, i).bits;
            least = x < least ? x : least;
            most = x > most ? x : most;
        }
    *first = least;
    return least > most ? 0 : (uint64_t)most - (uint64_t)least + 1;
}

static void add_bin(const Bins *bins, Text *text)
{
    if (bins->width == 0)
        text_add(text, "x %% %u", bins->bins);
    else if (bins->first == 0 && bins->width == 1)
        text_add(text, "x");
    else if (bins->first == 0)
        text_add(text, "x / %llu", (unsigned long long)bins->width);
    else if (bins->width == 1)
        text_add(text, "x - %lld", (long long)bins->first);
    else
        text_add(text, "(x - %lld) / %llu", (long long)bins->first,
                 (unsigned long long)bins->width);
}

static bool find_histogram(const ResultRuns *runs, SumResult *result)
{
    enum { MOST_BINS = 1 << 16 };
    static const int64_t firsts[] = {0, 'a', 'A', '0', 1};
    uint32_t bins = count_bins(runs);
    int64_t least;
    uint64_t values = range_of(runs, &least);
    Bins best = {0};
    Fit fit = {0};

    if (runs->parts > 1 || element_is_float(runs->element) || bins < 2 ||
        bins > MOST_BINS || values < 2)
        return false;
    uint64_t each = values / bins + (values % bins != 0), width = 1;
    while (width < each)
        width *= 2;
    try_bins(runs, (Bins){0, each, bins}, &best, &fit);
    try_bins(runs, (Bins){0, width, bins}, &best, &fit);
    try_bins(runs, (Bins){least, each, bins}, &best, &fit);
    for (width = 1; width <= 64; width *= 2)
        for (size_t f = 0; f < sizeof firsts / sizeof *firsts; ++f)
            try_bins(runs, (Bins){firsts[f], width, bins}, &best, &fit);
    try_bins(runs, (Bins){0, 0, bins}, &best, &fit);
    if (fit.fits <= fit.wrong || fit.fits < 2)
        return false;
    Text text = {0};
    add_bin(&best, &text);
    free(result->form);
    result->form = printable_name(text.text, "", LIMITS_NAME);
    text_free(&text);
    result->nearest = SUM_HISTOGRAM;
    result->kind = fit.wrong ? SUM_OTHER : SUM_HISTOGRAM;
    result->wrong = fit.wrong;
    result->first_wrong = fit.first_wrong;
    result->count = bins;
    result->segment = result->n;
    result->first_output = 0;
    result->bits = 0;
    while (result->bits < 63 && values > UINT64_C(1) << result->bits)
        ++result->bits;
    result->is = input_span(INTERVAL_TOP);
    result->wanted = input_span(INTERVAL_TOP);
    return true;
}

/* ---- All of it ------------------------------------------------------------*/

bool result_form_find(const ResultRuns *runs, SumResult *result)
{
    SumResult best = *result, other = *result;
    char *form = base_strdup("");
    bool found = false;

    if (runs->runs < 2 || runs->end <= runs->first ||
        (runs->end - runs->first) % runs->parts)
        return free(form), false;
    best.form = form;
    found = find_operators(runs, &best);
    if (!found || best.wrong > 0) {
        other.form = base_strdup("");
        if ((find_histogram(runs, &other) || find_map(runs, &other)) &&
            (!found ||
             other.wrong * (uint64_t)best.n < best.wrong * (uint64_t)other.n)) {
            free(best.form);
            best = other;
            found = true;
        } else {
            free(other.form);
        }
    }
    if (!found) {
        free(best.form);
        guess_operator(runs, result);
        return false;
    }
    free(result->form);
    *result = best;
    return true;
}
