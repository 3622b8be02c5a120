/* SPDX-License-Identifier: MIT
 *
 * scan_word - what a kernel calls Word (kernels/scan_cpu.h): which 32 bits a
 * reference stands for, and of which class they are.
 *
 * LINE is the source line that uses the word.
 */
#ifndef UPSWEEP_SCAN_WORD_H
#define UPSWEEP_SCAN_WORD_H

#include "kernels/scan_cpu.h"
#include "sim/thread.h"

/* A word of THREAD of CLASS; AT is its event or, if it is plain, the number. */
static inline ScanWord scan_word_new(const Thread *thread, WordClass class,
                                     uint32_t at)
{
    return (ScanWord){at, thread->seal * WORD_CLASSES + class};
}

/* A reference, of CLASS, to the word of event AT of the thread. */
static inline ScanWord scan_word_of(const Thread *thread, WordClass class,
                                    size_t at)
{
    return scan_word_new(thread, class,
                         class == WORD_PLAIN ? thread->log->events[at].value
                                             : (uint32_t)at);
}

/* The same of the thread's last event. */
static inline ScanWord scan_word_of_last(const Thread *thread, WordClass class)
{
    return scan_word_of(thread, class, thread->log->events_count - 1);
}

/* The class of WORD. */
static inline WordClass scan_word_class(ScanWord word)
{
    return (WordClass)(word.seal % WORD_CLASSES);
}

/* The class of x (+) y: flags if both are; the identity goes with either. */
static inline WordClass scan_word_class_of_sum(WordClass x, WordClass y)
{
    if (x == WORD_IDENTITY && y == WORD_IDENTITY)
        return WORD_IDENTITY;
    bool flags = (x == WORD_FLAG || x == WORD_IDENTITY) &&
                 (y == WORD_FLAG || y == WORD_IDENTITY);

    return flags ? WORD_FLAG : WORD_SUM;
}

/* Dies because THREAD uses a WORD that it did not obtain; names the owner. */
_Noreturn void scan_word_die(Thread *thread, ScanWord word, int line);
/* Dies unless WORD is of CLASS, or the identity. */
void scan_word_check_class(Thread *thread, ScanWord word, WordClass class,
                           int line);

/* The sum that EVENT logs. */
Word scan_word_apply(const Thread *thread, const Event *event);

/* The 32 bits of WORD. */
BASE_INLINE Word scan_word_value(Thread *thread, ScanWord word, int line)
{
    WordClass class = scan_word_class(word);

    if (word.seal / WORD_CLASSES != thread->seal)
        scan_word_die(thread, word, line);
    if (class == WORD_PLAIN)
        return word.at;
    if (class == WORD_IDENTITY)
        return op_identity(thread->shared->launch->op);
    if (word.at >= thread->log->events_count)
        scan_word_die(thread, (ScanWord){0, 0}, line);
    const Event *event = &thread->log->events[word.at];
    return event->kind == EVENT_OP ? scan_word_apply(thread, event)
                                   : event->value;
}

/* The same for a word that must be a sum: in a shadow run a plain number or a
 * flag has no interval. */
Word scan_word_sum_value(Thread *thread, ScanWord word, int line);

/* What WORD, which is valid, is in the shadow that is run with the launch; a
 * SUM has an interval. */
Word scan_word_shadow(const Thread *thread, ScanWord word, bool sum);

/* Gives EVENT, of a word, the value that it has in the shadow. */
static inline void scan_word_give_shadow(const Thread *thread,
                                         const Event *event, ScanWord word,
                                         bool sum)
{
    if (thread->shadow)
        thread_shadow_of(thread, event)->value =
            scan_word_shadow(thread, word, sum);
}

#endif
