/* SPDX-License-Identifier: MIT */
#include "sim/scan_word.h"

#include <stdio.h>

_Noreturn void scan_word_die(Thread *thread, ScanWord word, int line)
{
    const Launch *launch = thread->shared->launch;
    uint32_t seal = word.seal / WORD_CLASSES;
    uint32_t owner = seal - thread->shared->first_seal;
    char of[32] = "";

    if (launch->blocks > 1)
        snprintf(of, sizeof of, " of block %u", owner / launch->threads);
    if (seal >= thread->shared->first_seal &&
        owner < launch->threads * launch->blocks)
        thread_die(
            thread, line,
            "uses a word of thread %u%s; threads pass words by STORE and "
            "LOAD",
            owner % launch->threads, of);
    if (seal && seal < thread->shared->first_seal)
        thread_die(thread, line,
                   "uses a word of an earlier run; a kernel keeps words in "
                   "variables of its own block of code only");
    thread_die(thread, line,
               "uses a word that it has not obtained; begin with IDENTITY, or "
               "with what LOAD gives");
}

void scan_word_check_class(Thread *thread, ScanWord word, WordClass class,
                           int line)
{
    static const char *const is[WORD_CLASSES] = {
        [WORD_SUM] = "stands for elements",
        [WORD_FLAG] = "stands for flags: NUMBER counts them",
        [WORD_PLAIN] = "is a plain number: TO_INT gives it",
        [WORD_IDENTITY] = "is the identity",
    };
    WordClass found = scan_word_class(word);

    if (found == class || (found == WORD_IDENTITY && class == WORD_FLAG))
        return;
    thread_die(thread, line, "asks for the %s of a word that %s",
               class == WORD_FLAG ? "NUMBER" : "TO_INT", is[found]);
}

Word scan_word_apply(const Thread *thread, const Event *event)
{
    return op_apply(thread->shared->launch->op, event->cell, event->value);
}

Word scan_word_sum_value(Thread *thread, ScanWord word, int line)
{
    WordClass class = scan_word_class(word);
    Word value = scan_word_value(thread, word, line);

    if (thread->shared->launch->op == OP_INTERVAL &&
        (class == WORD_PLAIN || class == WORD_FLAG))
        return INTERVAL_TOP;
    return value;
}

Word scan_word_shadow(const Thread *thread, ScanWord word, bool sum)
{
    WordClass class = scan_word_class(word);

    if (sum && (class == WORD_PLAIN || class == WORD_FLAG))
        return INTERVAL_TOP;
    if (class == WORD_PLAIN)
        return word.at;
    if (class == WORD_IDENTITY)
        return INTERVAL_IDENTITY;
    const Event *event = &thread->shadow->events[word.at];
    return thread->log->events[word.at].kind == EVENT_OP
               ? interval_join(event->cell, event->value)
               : event->value;
}
