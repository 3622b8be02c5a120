/* SPDX-License-Identifier: MIT
 *
 * finding - what is worth saying about a run: the one source of verdicts,
 * reports, badges, cards and JSON.
 *
 *     trace ──► analysis ──► Findings ──┬─ race             line 16
 *                                       ├─ bank conflicts   line 12, predicted
 *                                       └─ result           checked
 *
 * A finding is data: a kind, where it shows, numbers, and what would help.
 * Sentences are made last, by say/finding.h.  A new kind has a row of the table
 * in findings.c, a finder, and a row of the table in say/finding.c.
 */
#ifndef UPSWEEP_FINDING_H
#define UPSWEEP_FINDING_H

#include "analysis/line_costs.h"
#include "analysis/proof.h"
#include "analysis/what_if.h"
#include "catalog/catalog.h"

/* In the order of a report. */
typedef enum {
    FINDING_REFUSED,     /* a launch was refused */
    FINDING_UNCOPIED,    /* another call was */
    FINDING_RACE,        /* race; count: how many words more */
    FINDING_RACE_CUT,    /* too many words to check, of the catalog */
    FINDING_ENDED,       /* the program did not come to its end */
    FINDING_UNEXPECTED,  /* it computes something else than is expected */
    FINDING_WRONG,       /* outputs are wrong */
    FINDING_UNKNOWN,     /* what is expected could not be checked */
    FINDING_UNDEFINED,   /* an atomic operation on what was never stored */
    FINDING_ABSENT_LANE, /* a shuffle asks a lane that takes no part */
    FINDING_RETURNED,    /* main did not return 0; count: what it did return */
    FINDING_PROMISE,     /* conflicts of an algorithm that promises none */
    FINDING_PROVED,      /* of the catalog */
    FINDING_NO_RACE,     /* in the launches and blocks that are recorded */
    FINDING_SAME_STORE,  /* threads store the same value; count: at how many
                            words */
    FINDING_UNSET_LOAD,  /* loads of what was never stored */
    FINDING_RESULT,      /* result: what a launch computes */
    FINDING_ARITHMETIC,  /* operation: C++ leaves it undefined */
    FINDING_LEFT_OUT,    /* what is not recorded */
    FINDING_CONFLICTS,   /* cost, array, remedy */
    FINDING_UNCOALESCED, /* cost: sectors moved that nobody needs */
    FINDING_IDLE_LANES,  /* cost */
    FINDING_KINDS
} FindingKind;

typedef enum {
    SEVERITY_FAULT, /* the exit status is 1 */
    SEVERITY_COST,
    SEVERITY_NOTE,
    SEVERITY_GOOD,
    SEVERITY_COUNT
} Severity;

typedef enum {
    EVIDENCE_COUNTED, /* in this run */
    EVIDENCE_CHECKED, /* by runs on random inputs, with odds */
    EVIDENCE_PROVED,
    EVIDENCE_COUNT
} Evidence;

enum { FINDING_NOWHERE = UINT32_MAX };

/* A line, and the access there; all are FINDING_NOWHERE if not known. */
typedef struct {
    uint32_t instruction; /* index into the trace */
    uint32_t source, line;
    uint32_t thread;
} FindingPlace;

/* How a result is printed: with the title of its launch, or as one of launches
 * that the trace does not have. */
typedef enum { TOLD_PLAIN, TOLD_TITLED, TOLD_FURTHER, TOLD_ALIKE } ResultTold;

typedef struct {
    FindingKind kind;
    Severity severity;
    Evidence evidence;
    Fault fault;            /* of SEVERITY_FAULT */
    FindingPlace at, other; /* of a race both sides */
    uint64_t count;
    const Race *race;
    const SumResult *result;
    Operation operation;
    ResultTold told;
    uint32_t grid;        /* of its launch, TOLD_TITLED */
    const LineCost *cost; /* of a line */
    const WhatIf *array;  /* at which lanes wait; NULL: not known */
    LayoutRemedy remedy;  /* of ARRAY, REMEDY_LAYOUTS: none helps */
    Conflicts predicted;  /* of this line, with the remedy */
} Finding;

/* Races and a proof that findings own. */
typedef struct {
    RaceList races;
    Proof proof;
} Judgement;

typedef struct {
    const Trace *trace;
    const RaceList *races;
    const Proof *proof;
    Judgement *own;    /* both of these; NULL: they are another's */
    Finding *findings; /* by rising kind; costs of a kind by falling amount */
    size_t findings_count, findings_capacity;
    LineCost *lines; /* of all lines, and all arrays at which lanes wait */
    size_t lines_count;
    WhatIf *arrays;
    size_t arrays_count;
} Findings;

/* What is worth saying of TRACE, which must outlive the result.  Free it with
 * findings_free. */
Findings findings_new(const Trace *trace);
/* The same where RACES and PROOF are known; they must outlive it, too. */
Findings findings_of(const Trace *trace, const RaceList *races,
                     const Proof *proof);
void findings_free(Findings *findings);

/* The first finding of KIND, or NULL. */
const Finding *findings_first(const Findings *findings, FindingKind kind);
/* The fault that decides: the first that has the fault PREFERRED, else the
 * worst; NULL: there is none. */
const Finding *findings_fault(const Findings *findings, Fault preferred);

/* The bank conflicts of all lines. */
uint64_t findings_conflicts(const Findings *findings);

/* The place in the playing order where FINDING shows; false: it shows nowhere.
 */
bool finding_moment(const Findings *findings, const Finding *finding,
                    size_t *place);

/* "race", "bank-conflicts"; "fault", "cost"; "counted", "proved": as JSON has
 * them. */
const char *finding_kind_name(FindingKind kind);
const char *severity_name(Severity severity);
const char *evidence_name(Evidence evidence);

#endif
