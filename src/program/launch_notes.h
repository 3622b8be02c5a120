/* SPDX-License-Identifier: MIT
 *
 * launch_notes - the launches that a program's log holds, runs on random
 * inputs among them: their arrays, with the contents before and after, and how
 * each ended.  What the kernels did is left out, see program_trace.h.
 */
#ifndef UPSWEEP_LAUNCH_NOTES_H
#define UPSWEEP_LAUNCH_NOTES_H

#include "program/program_log.h"
#include "util/base.h"

/* Bytes within the log; NULL: there are none. */
typedef struct {
    const unsigned char *at;
    uint64_t bytes;
} NoteBytes;

typedef struct {
    ProgramArray array;
    NoteBytes before, after;
} NoteArray;

typedef struct {
    uint32_t number;  /* of the launch in the program, from 1 */
    uint32_t trial;   /* ProgramLaunch.trial */
    uint32_t group;   /* ProgramGroup.number */
    bool replayed;    /* ProgramLaunch.replayed */
    ProgramEnd end;   /* zeros if the log ends before */
    NoteBytes values; /* of a trial */
    NoteArray *arrays;
    size_t arrays_count, arrays_capacity;
} LaunchNote;

typedef struct {
    ProgramWhole array;
    uint32_t group;
    NoteBytes contents;
} WholeNote;

typedef struct {
    const void *log;
    size_t bytes; /* of it */
    ProgramLog head;
    LaunchNote *launches;
    size_t launches_count, launches_capacity;
    WholeNote *wholes;
    size_t wholes_count, wholes_capacity;
    ProgramGroup *groups;
    size_t groups_count, groups_capacity;
} LaunchNotes;

/* Reads the BYTES bytes at LOG, which must outlive the notes; free them with
 * launch_notes_free.  False and ERROR_FAILED if the log is damaged. */
bool launch_notes_read(LaunchNotes *notes, const void *log, size_t bytes,
                       Error *error);
void launch_notes_free(LaunchNotes *notes);

/* Takes the runs of group 0 from FROM instead, which has them of a run of the
 * whole program; FIRST: those that NOTES has are forgotten. */
void launch_notes_take(LaunchNotes *notes, const LaunchNotes *from, bool first);

/* Group 0: launches from the first one that is recorded and takes random
 * elements to the last.  If nothing was replayed it is a GROUP_HOSTED that says
 * so in WHY, with no trials if there is no such launch, or no other one. */
ProgramGroup launch_notes_main(const LaunchNotes *notes);
/* True if launches of the program outside of GROUP have its input, too, and
 * were recorded. */
bool launch_notes_share(const LaunchNotes *notes, const ProgramGroup *group);
/* True if the launches of GROUP are some that the program made. */
bool launch_notes_hold(const LaunchNotes *notes, const ProgramGroup *group);

/* The run number TRIAL, from 1, of LAUNCH by itself or, REPLAYED, of its group.
 * NULL: there is none. */
const LaunchNote *launch_notes_run(const LaunchNotes *notes,
                                   const LaunchNote *launch, uint32_t trial,
                                   bool replayed);
/* What KIND says of array NUMBER in run number TRIAL of GROUP; NULL: nothing.
 */
const WholeNote *launch_notes_whole(const LaunchNotes *notes, uint32_t group,
                                    ProgramWholeKind kind, uint32_t number,
                                    uint32_t trial);

/* The array of a launch that is number NUMBER of the program; NULL: none. */
const NoteArray *launch_note_array(const LaunchNote *launch, uint32_t number);
/* The array that trials make random; NULL: none. */
const NoteArray *launch_note_input(const LaunchNote *launch);

#endif
