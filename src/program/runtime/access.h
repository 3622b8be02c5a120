/* SPDX-License-Identifier: MIT
 *
 * access - the records of the accesses of a user's kernels; announce.c has what
 * the compiler calls before each (-fsanitize=thread).
 */
#ifndef UPSWEEP_RUNTIME_ACCESS_H
#define UPSWEEP_RUNTIME_ACCESS_H

#include "program/runtime/machine.h"
#include "program/runtime/memory.h"

/* Writes the record of an access that the COUNT threads of LANES are about to
 * make, all at one site.  What a store leaves is filled in by access_stored.
 * OCCURRENCE: how often the site was passed in this step. */
void access_log(const Warp *warp, Thread *const lanes[], uint32_t count,
                uint32_t occurrence);

/* The same in a run on random inputs, of one thread that is about to access
 * ARRAY (NULL: shared memory) at PC: only its values are wanted. */
void access_values(Thread *thread, const Request *request, uint64_t pc,
                   GlobalArray *array);

/* The array that the access of a stopped thread goes to; NULL: shared memory.
 */
GlobalArray *access_array(const Thread *thread);

/* THREAD has made the store of thread->stored: completes its record. */
void access_stored(Thread *thread);

/* THREAD is about to update the BYTES bytes at ADDRESS: tells the log what they
 * are, which is what the lane before it has left there. */
void access_update(Thread *thread, const char *address, size_t bytes);

/* Keeps thread->stored, a further piece of the store that THREAD announces. */
void access_keep(Thread *thread);

/* THREAD has announced the store, at TO, of a copy: it stores what was loaded
 * when all lanes loaded. */
void access_copies(Thread *thread, const char *to);

/* Writes the record of a shuffle: FROM[i] is the lane that the value VALUES[i]
 * of lanes[i] came from; its own where the lane that it asks for is none of
 * them. */
void access_shuffle(const Warp *warp, Thread *const lanes[], uint32_t count,
                    uint32_t occurrence, const int from[],
                    const uint64_t values[], int width);

/* The same in a run on random inputs. */
void access_shuffle_values(Thread *const lanes[], uint32_t count,
                           const int from[], const uint64_t values[],
                           int width);

/* The number of SITE in the log; writes its record if it has none. */
uint32_t access_site(const Site *site);

/* The bytes that the log would take more if all lanes were logged as
 * ProgramLane. */
uint64_t access_spared(void);

/* How much was logged so far. */
typedef struct {
    uint64_t used, spared, locals; /* bytes */
    uint32_t sites;
} AccessMark;

AccessMark access_mark(void);
/* Takes back all that was logged since MARK. */
void access_take_back(const AccessMark *mark);

/* Begins a launch: no array was touched in it so far. */
void access_begin(uint32_t launch);

/* Ends a launch: writes the contents of the arrays that it touched, as they are
 * now and as they were at the moment BEFORE. */
void access_contents(uint32_t launch, MemoryMoment before);

/* True if ADDRESS lies where shared memory of THREAD's block may be. */
static inline bool access_is_shared(const Thread *thread, const char *address)
{
    const char *shared = thread->block->shared;

    return address >= shared && address < shared + SHARED_LIMIT;
}

#endif
