/* SPDX-License-Identifier: MIT
 *
 * sum_result - what a launch of a user's program computes, or all its launches
 * together: which inputs the words of the output are sums of, and which scan
 * that makes.
 *
 *     in   5 3 9 2        exclusive   inclusive   reduce    permute
 *     out                 0 5 8 17    5 8 17 19   19        2 9 3 5
 *
 * Found by runs on random inputs when the program was recorded, see
 * analysis/sum_check.h; a trace holds what was found.
 */
#ifndef UPSWEEP_SUM_RESULT_H
#define UPSWEEP_SUM_RESULT_H

#include "trace/op.h"
#include "util/base.h"

typedef enum {
    SUM_UNKNOWN,   /* not checked */
    SUM_EXCLUSIVE, /* out[i] is the sum of what lies before in[i] */
    SUM_INCLUSIVE, /* ... and of in[i] */
    SUM_REDUCE,    /* the sum of all, or sums of parts */
    SUM_COPY,      /* out[i] is in[i] */
    SUM_PERMUTE,   /* every element once, at other places */
    SUM_OTHER,     /* none of these */
    /* Every element once, in an order that depends on the elements: sorted, */
    SUM_ASCENDING,
    SUM_DESCENDING,
    SUM_REORDERED, /* or not, as after a step of a sort */
    SUM_HISTOGRAM, /* out[b] is how many elements are in bin b */
    SUM_MAP,       /* out[i] is a function of in[i] */
    SUM_KINDS
} SumKind;

/* What joins the elements of a scan or a reduction. */
typedef enum {
    SUM_ADD,
    SUM_MAX,
    SUM_MIN,
    SUM_PRODUCT,
    SUM_AND,
    SUM_OR,
    SUM_XOR,
    SUM_OPERATORS
} SumOperator;

/* Numbers of an element, of which each has its operator, at most. */
enum { SUM_PARTS = 4 };

/* What a result was proved for, with elements that only an operator can join;
 * the others are checked by runs on random inputs. */
typedef enum {
    PROVED_NOT,
    PROVED_ASSOCIATIVE, /* for every associative operator */
    PROVED_COMMUTATIVE, /* that is commutative, too */
    PROVED_KINDS
} SumProof;

/* The inputs FIRST to LAST, as an interval has them (op.h), of any
 * number; FIRST > LAST: what that interval is. */
typedef struct {
    uint32_t first, last;
} InputSpan;

/* The inputs of an interval; of COUNT intervals, freed by the caller; and the
 * interval of inputs, INTERVAL_TOP if they have no name. */
static inline InputSpan input_span(Word interval)
{
    return (InputSpan){interval_first(interval), interval_last(interval)};
}
InputSpan *input_spans(const Word *intervals, uint32_t count);
Word input_span_name(InputSpan span);

static inline bool input_span_equal(InputSpan x, InputSpan y)
{
    return x.first == y.first && x.last == y.last;
}

/* True if SPAN and INTERVAL are the same inputs. */
static inline bool input_span_is(InputSpan span, Word interval)
{
    return input_span_equal(span, input_span(interval));
}

/* True if SPAN is the sum of one input or more. */
static inline bool input_span_is_range(InputSpan span)
{
    return span.first <= span.last;
}

typedef struct {
    char *input, *output; /* the arrays as the launch calls them, or "" */
    char *unchecked;      /* why it was not checked, a clause: "launch 2 loads
                             no array"; "" if it was */
    uint32_t first, last; /* launches of the program, from 1: before the first
                             the input was given, behind the last the output
                             was looked at */
    uint32_t kind;        /* SumKind */
    uint32_t nearest;     /* of SUM_OTHER: what most outputs are, or SUM_OTHER
                           */
    uint32_t trials;      /* runs on random inputs */
    uint32_t bits;        /* of a random element */
    uint32_t n;           /* elements of the input that the launch uses ... */
    uint32_t first_input; /* ... from this one on */
    uint32_t count;       /* outputs that were stored */
    uint32_t proved;      /* SumProof */
    uint32_t cut; /* 1: there are more, and sums of these are not judged */
    uint32_t first_output; /* of NEAREST: where the first output is */
    uint32_t segment;      /* elements that are scanned apart from others; of
                              SUM_REDUCE, that are added to one output; 0:
                              each output is the sum of some elements, and
                              all of them together are the sum of all */
    uint32_t unexplained;  /* of a launch by itself: words that it stored which
                              are  no sums of neighbours, or whose sums were not
                              found */
    uint32_t wrong;        /* outputs that are not as NEAREST has them */
    uint32_t first_wrong;  /* the first of these ... */
    InputSpan is, wanted;  /* ... what it is the sum of, and should be */
    /* Set for results other than sums of numbers; see Run.forms. */
    uint32_t op;        /* of each number of an element, from the lowest four
                           bits on, a SumOperator */
    uint32_t parts;     /* numbers of an element, or 0 for one */
    uint32_t segments;  /* of a scan of parts of different lengths: how many */
    uint32_t from_zero; /* 1: 0 is joined in, too */
    char *form; /* the array with the beginnings of segments; the bin of x; of
                   SUM_MAP what out[i] is, or ""; NULL: none of these */
    /* What follows is in no file. */
    uint32_t guess;       /* the kind that most outputs fit, or SUM_OTHER ... */
    uint32_t guess_op;    /* ... by these operators, see OP ... */
    uint32_t guess_fits;  /* ... and how many do ... */
    uint32_t guess_wrong; /* ... and the first that does not */
    bool segmented;       /* a scan of parts of different lengths */
    bool unfinished;      /* the last rounds of the scan are missing */
    bool has_twice;  /* the first wrong output is WANTED and, once more, ...
                      */
    InputSpan twice; /* ... the elements that it adds twice */
} SumResult;

/* Outputs of a launch that are reported besides the first one, at most. */
enum { SUM_RESULT_OTHERS = 4 };
/* Results of launches that are not in the trace, at most. */
enum { SUM_RESULT_FURTHER = 64 };

/* "exclusive", "inclusive", "reduce", "copy", "permute", "other", "unknown",
 * "ascending", "descending", "reordered" */
const char *sum_kind_name(SumKind kind);
/* "associative", "associative and commutative"; NULL for PROVED_NOT. */
const char *sum_proof_name(SumProof proof);

/* True if the elements of the input are there, each once, in an order that is
 * not the input's. */
bool sum_kind_permutes(SumKind kind);

/* "sum", "max", "min", "product", "and", "or", "xor" */
const char *sum_operator_name(SumOperator op);
static inline SumOperator sum_result_operator(const SumResult *result,
                                              uint32_t part)
{
    return (SumOperator)(result->op >> 4 * part & 15);
}
/* True if RESULT is of numbers that are added. */
static inline bool sum_result_adds(const SumResult *result)
{
    return result->op == SUM_ADD && result->parts < 2;
}
/* Appends the name of KIND as RESULT has it: "exclusive", "max-exclusive", or
 * "sum+max-exclusive" of pairs. */
void sum_result_name(const SumResult *result, SumKind kind, Text *text);

/* Gives COUNT results what FORMS, Run.forms or NULL, says of them; false if it
 * is damaged. */
bool sum_results_read_forms(SumResult *results, size_t count,
                            const char *forms);

void sum_result_free(SumResult *result);

#endif
