/* SPDX-License-Identifier: MIT
 *
 * catalog - the algorithms and the mistakes: one entry a kernel file.
 *
 * An entry stands at the end of its kernel file (CATALOG_ENTRY).  Adding an
 * algorithm is one file, kernels/NAME.cu, and one line, its name in the list
 * KERNELS of Makefile.am; everything else reads this table.
 *
 * Every entry needs .name, which is the file's, .title, .summary, .origin,
 * .max_n, .words and .workers; a mistake (.fault) also .wrong and .wrong_from;
 * and where .accepts is, .accepted.  The program does not start with an entry
 * that lacks one, and names it.
 */
#ifndef UPSWEEP_CATALOG_H
#define UPSWEEP_CATALOG_H

#include "analysis/cost.h"
#include "catalog/plan.h"

typedef struct Thread Thread; /* a thread of the CPU machine */
typedef void ScanKernel(Thread *lane, int n, int N, int log2n, int k, int log2k,
                        int block, int blocks, int thread, int threads,
                        int inclusive, int in, int out, int block_n, int total,
                        int part, int passes);

/* How a kernel names a global array on the CPU machine: 0 and 1 are what its
 * launch calls in and out, CATALOG_SCRATCH + j is its own j-th; with
 * CATALOG_OF_BLOCK, index 0 is the block's first element. */
enum { CATALOG_SCRATCH = 2, CATALOG_OF_BLOCK = 256 };

/* What verify must find in a mistake. */
typedef enum {
    FAULT_NONE,     /* an algorithm: it must be proved */
    FAULT_SUMS,     /* some output is not the sum that it should be */
    FAULT_RACE,     /* two threads meet at a cell without a barrier */
    FAULT_CONFLICTS /* right results, but lanes wait that need not */
} Fault;

/* A size that an algorithm works out from n and k. */
typedef uint32_t SizeOf(uint32_t n, uint32_t k);

/* Can an algorithm scan N elements on K banks? */
typedef bool Accepts(uint32_t n, uint32_t k);

/* What comes out. */
typedef enum {
    RESULT_SCAN,   /* out[i] is the sum of in[0..i], or in[0..i-1] */
    RESULT_COMPACT /* out is what of in is kept, in order */
} Result;

typedef struct Algorithm {
    const char *name;     /* "leftright": also the file's name */
    const char *title;    /* "LeftRight" */
    const char *summary;  /* one clause on the idea, for a panel's head */
    const char *origin;   /* document and place: "S0 Alg. 3" */
    uint32_t max_n;       /* at most INTERVAL_MAX_N */
    Accepts *accepts;     /* NULL: every n up to max_n */
    const char *accepted; /* in words: "powers of two" */
    SizeOf *words;        /* shared memory of a block */
    SizeOf *workers; /* threads that have work; the default, up to the most */
    bool inclusive;  /* what it gives when nothing is asked for */
    ClosedForm form;
    bool conflict_free; /* promises that no lane ever waits */
    Fault fault;
    const char *wrong;  /* of a mistake: what is wrong, a sentence */
    SizeOf *wrong_from; /* of a mistake: least n at which it shows; gets k in
                           both places */
    SizeOf *exclusive_from; /* the same for the exclusive scan, if it differs */
    ScanKernel *run;
    Result result;
    PlanOf *plan; /* of several launches or blocks; NULL: one block does all */
    const struct Algorithm *inner; /* what scans its blocks, unless it is called
                                      "name:other"; NULL if nothing does */
    bool waits;     /* for other blocks: its course depends on their order */
    bool is_hybrid; /* has a number of reduce passes */
    bool shuffles;  /* which a GPU does within 32 lanes and no more */
} Algorithm;

#define CATALOG_MAX_THREADS 1024 /* of a block, as on every GPU since Fermi */
#define CATALOG_MAX_WORDS   (1u << 20) /* of a block's shared memory */

/* All entries, algorithms first, each in the order of the list; the number of
 * them goes to *COUNT. */
const Algorithm *const *catalog_all(size_t *count);

/* The entry called NAME; NULL and ERROR_USAGE, with the nearest name, if there
 * is none.  "three-phase:padding" is three-phase with padding as its inner
 * algorithm. */
const Algorithm *catalog_find(const char *name, Error *error);

/* Has each entry what it needs, and the name of its file?  False and
 * ERROR_FAILED, naming file and field, if one has not. */
bool catalog_check(Error *error);
/* The same for one, whose file is NAME, in letters that are good for C. */
bool catalog_check_entry(const Algorithm *entry, const char *name,
                         Error *error);

/* Does ALGORITHM take N elements on K banks?  False and ERROR_USAGE if not. */
bool catalog_accepts(const Algorithm *algorithm, uint32_t n, uint32_t k,
                     Error *error);

/* Can it be the inner algorithm of another: one block of any size, a scan, no
 * fault? */
bool catalog_is_block_scan(const Algorithm *algorithm);

/* The launches of ALGORITHM at these sizes, and the arrays it needs; false and
 * ERROR_USAGE if they do not fit.  See plan.h. */
bool catalog_plan(const Algorithm *algorithm, const Sizes *sizes, Plan *plan,
                  Error *error);

/* Does it cut its input into blocks, of as many elements as is asked for? */
bool catalog_cuts(const Algorithm *algorithm);

/* The text of its kernel file, held in the program; and "kernels/NAME.cu". */
const char *catalog_source(const Algorithm *algorithm);
void catalog_source_name(const Algorithm *algorithm, char name[64]);

/* Common sizes, for entries: N = n up to a power of two. */
uint32_t catalog_none(uint32_t n, uint32_t k); /* 0 */
uint32_t catalog_n(uint32_t n, uint32_t k);
uint32_t catalog_padded_n(uint32_t n, uint32_t k); /* N */
uint32_t catalog_half_n(uint32_t n, uint32_t k);   /* N/2, at least 1 */
uint32_t catalog_one(uint32_t n, uint32_t k);      /* 1 */

#endif
