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
    ProgramEnd end;   /* zeros if the log ends before */
    NoteBytes values; /* of a trial */
    NoteArray *arrays;
    size_t arrays_count, arrays_capacity;
} LaunchNote;

typedef struct {
    ProgramWhole array;
    NoteBytes contents;
} WholeNote;

typedef struct {
    ProgramLog head;
    LaunchNote *launches;
    size_t launches_count, launches_capacity;
    WholeNote *wholes;
    size_t wholes_count, wholes_capacity;
    ProgramCall *calls; /* of the first launches, by their numbers */
    size_t calls_count, calls_capacity;
} LaunchNotes;

/* Reads the BYTES bytes at LOG, which must outlive the notes; free them with
 * launch_notes_free.  False and ERROR_FAILED if the log is damaged. */
bool launch_notes_read(LaunchNotes *notes, const void *log, size_t bytes,
                       Error *error);
void launch_notes_free(LaunchNotes *notes);

/* The launch behind grid G of a trace of the log: the G-th that is no trial;
 * and its run number TRIAL, from 1.  NULL: there is none. */
const LaunchNote *launch_notes_grid(const LaunchNotes *notes, uint32_t g);
const LaunchNote *launch_notes_trial(const LaunchNotes *notes, uint32_t g,
                                     uint32_t trial);

/* The array of a launch that is number NUMBER of the program; NULL: none. */
const NoteArray *launch_note_array(const LaunchNote *launch, uint32_t number);
/* The array that trials make random; NULL: none. */
const NoteArray *launch_note_input(const LaunchNote *launch);

#endif
