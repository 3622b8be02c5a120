/* SPDX-License-Identifier: MIT
 *
 * finding_note - findings as a panel or a list shows them: made once for a
 * trace, and in the order in which they are shown.
 *
 *     title    35 bank conflicts
 *     said     line 12: a stride of 2, 4, 8 ... brings up to 16 lanes to one
 * bank remedy   index temp[i + i / 32] (predicted: no conflicts)
 */
#ifndef UPSWEEP_FINDING_NOTE_H
#define UPSWEEP_FINDING_NOTE_H

#include "findings/finding.h"
#include "say/statement.h"

typedef struct {
    uint32_t finding; /* index into the findings of the trace */
    Severity severity;
    FindingKind kind;
    Text title;       /* with a capital */
    Statement said;   /* where it is, and what; may be empty */
    Statement remedy; /* what helps, or else the evidence; may be empty */
    bool has_moment;
    size_t moment; /* position that runs the access it is about */
    bool pads;     /* an array laid out otherwise has fewer conflicts */
} FindingNote;

typedef struct {
    FindingNote *notes; /* the worst first */
    size_t notes_count, notes_capacity;
} FindingNotes;

/* The notes on ALL; free them with finding_notes_free. */
FindingNotes finding_notes_of(const Findings *all);
void finding_notes_free(FindingNotes *notes);

/* Where FINDING comes among those that are shown: the lowest first. */
int finding_order(const Finding *finding);
/* True if FINDING says only that there are no races, and nothing is left open.
 */
bool finding_is_plain(const Findings *all, const Finding *finding);

#endif
