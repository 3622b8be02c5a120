/* SPDX-License-Identifier: MIT
 *
 * record - what the log says of a launch that is recorded: arrays, sites, warp
 * instructions, contents of memory.
 */
#ifndef UPSWEEP_SIMULATOR_RECORD_H
#define UPSWEEP_SIMULATOR_RECORD_H

#include "simulator/machine.h"
#include "simulator/memory.h"

/* Logs the first accesses of the lists of COUNT threads, LANES, which make them
 * together.  OCCURRENCE: how often the site was passed in this step. */
void record_access(const Warp *warp, Thread *const lanes[], uint32_t count,
                   uint32_t occurrence);

/* The same of a run on random inputs, of one thread's access: only its values
 * are wanted.  VALUE: of a store. */
void record_value(Thread *thread, uint64_t pc, const char *address,
                  size_t bytes, ProgramAccessKind kind, const void *value,
                  GlobalArray *array);

/* Logs a shuffle: FROM[i] is the lane that the value VALUES[i] of lanes[i] came
 * from; its own where the lane that it asks for is none of them. */
void record_shuffle(const Warp *warp, Thread *const lanes[], uint32_t count,
                    uint32_t occurrence, const int from[],
                    const uint64_t values[], int width);

/* The number of SITE in the log; writes its record if it has none. */
uint32_t record_site(const Site *site);
/* That of the access that was recorded last; NULL: none. */
const Site *record_last_site(void);

/* The bytes that the log would take more if all lanes were logged as
 * ProgramLane. */
uint64_t record_spared(void);

/* How much was logged so far. */
typedef struct {
    uint64_t used, spared, locals; /* bytes */
    uint32_t sites;
} RecordMark;

RecordMark record_mark(void);
/* Takes back all that was logged since MARK. */
void record_take_back(const RecordMark *mark);

/* Begins a run of a launch: no array was touched in it so far. */
void record_begin(uint32_t run);
/* Nothing is in the log. */
void record_restart(void);

/* Ends it: writes the contents of the arrays that it touched, as they are now
 * and as they were at the moment BEFORE. */
void record_contents(uint32_t run, MemoryMoment before);

#endif
