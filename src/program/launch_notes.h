/* SPDX-License-Identifier: MIT
 *
 * launch_notes - the launches that a program's log tells of, runs on random
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
    ProgramLog head;
    uint32_t group; /* that is asked for below: 0, or as the user sets it */
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

/* The launch behind grid G of a trace of the group: the G-th that is no trial;
 * and its run number TRIAL, from 1.  NULL: there is none. */
const LaunchNote *launch_notes_grid(const LaunchNotes *notes, uint32_t g);
const LaunchNote *launch_notes_trial(const LaunchNotes *notes, uint32_t g,
                                     uint32_t trial);

/* The launch NUMBER of the program in run number TRIAL of the group; NULL: its
 * values are not known. */
const LaunchNote *launch_notes_replayed(const LaunchNotes *notes,
                                        uint32_t number, uint32_t trial);
/* What KIND says of array NUMBER in run number TRIAL of the group; NULL:
 * nothing. */
const WholeNote *launch_notes_whole(const LaunchNotes *notes,
                                    ProgramWholeKind kind, uint32_t number,
                                    uint32_t trial);

/* The array of a launch that is number NUMBER of the program; NULL: none. */
const NoteArray *launch_note_array(const LaunchNote *launch, uint32_t number);
/* The array that trials make random; NULL: none. */
const NoteArray *launch_note_input(const LaunchNote *launch);

#endif
