/* SPDX-License-Identifier: MIT
 *
 * values - the words that each thread of a launch loads and stores when the
 * launch is run again on random inputs.
 *
 * The launch itself gives how many there are, and a hash of what each thread
 * does, its course.  In a run on random inputs a thread's values are written
 * after the values of the thread before it, and mean something only if its
 * course is the same.
 *
 *     VALUES   block 0: thread 0 | thread 1 | ...   block 1: thread 0 | ...
 */
#ifndef UPSWEEP_SIMULATOR_VALUES_H
#define UPSWEEP_SIMULATOR_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Begins a launch of which THREADS threads are recorded. */
void values_launch(size_t threads);
/* Begins a run on random inputs of that launch. */
void values_trial(void);

typedef struct Course Course;

/* What the threads of a launch did, to be kept while others run. */
typedef struct {
    Course *launch;
    size_t threads;
} ValuesKept;

/* Of the launch that ran last; free it with values_free. */
ValuesKept values_keep(void);
/* values_trial begins a run of that launch from now on. */
void values_return(const ValuesKept *kept);
void values_free(ValuesKept *kept);

/* What a thread has done so far. */
struct Course {
    uint64_t course;
    uint32_t words, accesses;
};

typedef struct {
    Course *launch, *trial; /* of each thread */
    size_t *first;          /* of each thread: words of those before it */
    size_t threads;
    bool tries;
    bool fits;
    unsigned char *room; /* in the log */
} Values;

extern __attribute__((visibility("hidden"))) Values values_state;

/* COURSE continues with an access of WORDS words. */
static inline void values_go(Course *course, uint64_t pc, uint64_t where,
                             unsigned words)
{
    uint64_t mixed = (course->course ^ pc) * UINT64_C(0x9e3779b97f4a7c15);

    course->course =
        (mixed ^ mixed >> 29 ^ where) * UINT64_C(0xbf58476d1ce4e5b9);
    course->words += words;
    ++course->accesses;
}

/* Thread number THREAD of these makes an access of WORDS words at PC, of the
 * byte WHERE of an array, or in another place with that number.  The
 * place in the log for the words; NULL: there is none, or they are not to be
 * written. */
static inline unsigned char *values_add(size_t thread, uint64_t pc,
                                        uint64_t where, unsigned words)
{
    if (!values_state.tries) {
        values_go(&values_state.launch[thread], pc, where, words);
        return NULL;
    }
    Course *course = &values_state.trial[thread];
    const Course *most = &values_state.launch[thread];
    uint32_t at = course->words;

    values_go(course, pc, where, words);
    bool fits =
        course->words <= most->words && course->accesses <= most->accesses;
    values_state.fits &= fits;
    return fits && words > 0
               ? values_state.room +
                     (values_state.first[thread] + at) * sizeof(uint32_t)
               : NULL;
}

/* True unless a thread has made more accesses than in the launch. */
static inline bool values_fit(void)
{
    return values_state.fits;
}
/* True if all threads have made the same accesses as in the launch. */
bool values_agree(void);

#endif
