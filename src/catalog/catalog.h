/* SPDX-License-Identifier: MIT
 *
 * catalog - the algorithms, and the kernels with a deliberate mistake: one
 * entry a kernel file.
 *
 * An entry is at the end of its kernel file, in C, behind #ifdef
 * UPSWEEP_CATALOG; nothing else in the file is C.  To add an algorithm, add the
 * file kernels/NAME.cu, and its name to the list KERNELS of Makefile.am;
 * everything else reads this table.
 *
 * Every entry needs .name (equal to the file's), .title, .summary, .origin,
 * .max_n, .words and .workers; a mistake (.fault) also .wrong and .wrong_from;
 * an entry with .accepts also .accepted.  If a field is missing, the program
 * names it and does not start.
 */
#ifndef UPSWEEP_CATALOG_H
#define UPSWEEP_CATALOG_H

#include "analysis/cost.h"

/* What verify must find in a mistake. */
typedef enum {
    FAULT_NONE,      /* an algorithm: it must be proved */
    FAULT_SUMS,      /* some output is not the sum that it should be */
    FAULT_RACE,      /* two threads access a cell without a barrier between */
    FAULT_CONFLICTS, /* right results, but avoidable bank conflicts */
    FAULT_OUTPUTS,   /* of a program: the output is no sum, or need be none, and
                        is not what was asked for */
    FAULT_UNCHECKED, /* of a program: what was asked for could not be checked */
    FAULT_REFUSED,  /* of a program: a launch was refused, and it did not ask */
    FAULT_UNCOPIED, /* the same of a copy */
    FAULT_UNDEFINED, /* of a program: it works on values that are not defined */
    FAULT_RETURNED,  /* of a program: its main returned another number than 0 */
    FAULT_ENDED,     /* of a program: it did not come to its end */
    FAULT_LIMITED    /* the same, as it is more than can be run or recorded */
} Fault;

/* A size that an algorithm computes from n and k. */
typedef uint32_t SizeOf(uint32_t n, uint32_t k);

/* True if an algorithm can scan N elements on K banks. */
typedef bool Accepts(uint32_t n, uint32_t k);

/* Fills in the grids and arrays of PLAN (plan.h), whose algorithm and sizes are
 * set. */
typedef struct Plan Plan;
typedef void PlanOf(Plan *plan);

/* What an algorithm computes. */
typedef enum {
    RESULT_SCAN,   /* out[i] is the sum of in[0..i], or in[0..i-1] */
    RESULT_COMPACT /* out has the elements of in that are kept, in order */
} Result;

/* What it teaches; mistakes have one group. */
typedef enum {
    IDEA_OTHERS,    /* no group */
    IDEA_CONFLICTS, /* trees with bank conflicts */
    IDEA_TREES,     /* trees that avoid them */
    IDEA_ROWS,      /* each iteration covers the whole array */
    IDEA_REGISTERS, /* shuffles in the registers of warps */
    IDEA_BLOCKS,    /* several blocks */
    IDEA_SELECTION, /* applications of scans */
    IDEA_MISTAKES,
    IDEA_COUNT
} Idea;

typedef struct Algorithm {
    const char *name;     /* "leftright": also the file's name */
    const char *title;    /* "LeftRight" */
    const char *summary;  /* one clause on the idea, for a panel's head */
    Idea idea;            /* of an algorithm; IDEA_OTHERS if it has none */
    const char *origin;   /* document and place: "S0 Alg. 3" */
    uint32_t max_n;       /* at most INTERVAL_MAX_N */
    Accepts *accepts;     /* NULL: every n up to max_n */
    const char *accepted; /* in words: "powers of two" */
    SizeOf *words;        /* shared memory of a block */
    SizeOf *workers;      /* threads that have work: the default, up to
                             CATALOG_MAX_THREADS */
    bool inclusive;       /* the default kind of scan */
    ClosedForm form;
    bool conflict_free; /* promises that there are no bank conflicts */
    Fault fault;
    const char *wrong;  /* of a mistake: what is wrong, a sentence */
    SizeOf *wrong_from; /* of a mistake: least n at which it shows; called with
                           k for both arguments */
    SizeOf *exclusive_from; /* the same for the exclusive scan, if it differs */
    Result result;
    PlanOf *plan; /* makes several launches or blocks; NULL: one block */
    const struct Algorithm *inner; /* the default algorithm that scans its
                                      blocks, see catalog_find; NULL: none */
    bool waits;     /* blocks wait for others: a run depends on their order */
    bool is_hybrid; /* has a number of reduce passes */
    bool shuffles;  /* uses shuffles: on a GPU, k is at most 32 */
} Algorithm;

#define CATALOG_MAX_THREADS 1024 /* of a block, as on every GPU since Fermi */
#define CATALOG_MAX_WORDS   (1u << 20) /* of a block's shared memory */

/* An entry: CATALOG_ENTRY(leftright, .name = "leftright", ...); */
#define CATALOG_ENTRY(id, ...)                                                 \
    extern const Algorithm algorithm_##id;                                     \
    const Algorithm algorithm_##id = {__VA_ARGS__}

/* All entries, algorithms first, then mistakes, each in the order of KERNELS;
 * *COUNT becomes their number.  Do not free. */
const Algorithm *const *catalog_all(size_t *count);

/* The entry called NAME; NULL and ERROR_USAGE, with the nearest name, if there
 * is none.  "three-phase:padding" is three-phase with padding as its inner
 * algorithm.  Do not free. */
const Algorithm *catalog_find(const char *name, Error *error);

/* The algorithm that was run; NULL: a command was, or none of this catalog. */
const Algorithm *catalog_of(const Trace *trace);

/* Checks that each entry has the fields it needs and the name of its file.
 * False and ERROR_FAILED, naming file and field, if one has not. */
bool catalog_check(Error *error);

/* True if ALGORITHM accepts N elements on K banks; else ERROR_USAGE. */
bool catalog_accepts(const Algorithm *algorithm, uint32_t n, uint32_t k,
                     Error *error);

/* True if ALGORITHM can be the inner algorithm of another: a scan by one block
 * of any size, without a fault. */
bool catalog_is_block_scan(const Algorithm *algorithm);

/* A seed for the order of blocks with which the mistake of an entry shows; 0:
 * it shows with any, or there is none. */
uint64_t catalog_seed(const Algorithm *algorithm);

/* The text of its kernel file, embedded in the program; do not free. */
const char *catalog_source(const Algorithm *algorithm);
/* Writes "kernels/NAME.cu" into NAME. */
void catalog_source_name(const Algorithm *algorithm, char name[64]);

/* Common sizes, for entries; N is n rounded up to a power of two. */
uint32_t catalog_none(uint32_t n, uint32_t k); /* 0 */
uint32_t catalog_n(uint32_t n, uint32_t k);
uint32_t catalog_padded_n(uint32_t n, uint32_t k); /* N */
uint32_t catalog_half_n(uint32_t n, uint32_t k);   /* N/2, at least 1 */
uint32_t catalog_one(uint32_t n, uint32_t k);      /* 1 */

#endif
