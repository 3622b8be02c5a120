/* SPDX-License-Identifier: MIT */
#include "sim/ahead.h"

#include <stdlib.h>
#include <string.h>

enum { SEVERAL = UINT16_MAX }; /* threads */

/* Who touched a word last, and since which barrier. */
typedef struct Touch {
    uint32_t stored_at, loaded_at; /* Ahead.stamp */
    uint16_t storer, loader;       /* loader: or SEVERAL */
} Touch;

bool ahead_may(const Launch *launch)
{
    return launch->blocks == 1 && !launch->replay &&
           !launch->algorithm->shuffles && !launch->algorithm->waits;
}

/* Where the words of each array begin among the touches; their number. */
static size_t lay_out(Ahead *ahead, const Launch *launch)
{
    size_t count = 0;

    for (int a = 0; a < launch->arrays_count; ++a) {
        ahead->first[a] = count;
        count += launch->arrays[a].words;
    }
    ahead->first[LAUNCH_MAX_ARRAYS] = count;
    return count;
}

void ahead_begin(Ahead *ahead, const Launch *launch, Word *memory,
                 uint8_t *classes)
{
    size_t words = lay_out(ahead, launch), all = words + launch->words;

    if (all > ahead->touches_capacity || ahead->stamp > UINT32_MAX / 2) {
        free(ahead->touches);
        ahead->touches = base_alloc(all, sizeof *ahead->touches);
        ahead->touches_capacity = all;
        ahead->stamp = 0;
    }
    ++ahead->stamp;
    ahead->memory = memory;
    ahead->classes = classes;
    ahead->before = base_alloc(words + 1, sizeof(Word));
    for (int a = 0; a < launch->arrays_count; ++a)
        memcpy(ahead->before + ahead->first[a], launch->arrays[a].data,
               launch->arrays[a].words * sizeof(Word));
}

void ahead_undo(const Ahead *ahead, const Launch *launch)
{
    for (int a = 0; a < launch->arrays_count; ++a)
        memcpy(launch->arrays[a].data, ahead->before + ahead->first[a],
               launch->arrays[a].words * sizeof(Word));
}

void ahead_end(Ahead *ahead)
{
    free(ahead->before);
    ahead->before = NULL;
}

void ahead_free(Ahead *ahead)
{
    free(ahead->touches);
    free(ahead->before);
}

/* Notes that THREAD loads the word of TOUCH. */
static void touch_load(Thread *thread, Touch *touch)
{
    uint32_t stamp = thread->shared->ahead->stamp;

    if (touch->stored_at == stamp && touch->storer != thread->index)
        thread_give_up(thread);
    if (touch->loaded_at != stamp)
        touch->loader = (uint16_t)thread->index;
    else if (touch->loader != thread->index)
        touch->loader = SEVERAL;
    touch->loaded_at = stamp;
}

static void touch_store(Thread *thread, Touch *touch)
{
    uint32_t stamp = thread->shared->ahead->stamp;

    if ((touch->stored_at == stamp && touch->storer != thread->index) ||
        (touch->loaded_at == stamp && touch->loader != thread->index))
        thread_give_up(thread);
    touch->stored_at = stamp;
    touch->storer = (uint16_t)thread->index;
}

/* Executes an access of KIND, or the WORD that belongs to it. */
static void execute_word(Thread *thread, int kind, Event *event)
{
    const Launch *launch = thread->shared->launch;
    Ahead *ahead = thread->shared->ahead;
    Touch *memory = ahead->touches + ahead->first[LAUNCH_MAX_ARRAYS];

    switch (kind) {
    case ACCESS_LOAD:
        touch_load(thread, &memory[event->cell]);
        event->value = ahead->memory[event->cell];
        event->array = ahead->classes[event->cell];
        break;
    case ACCESS_STORE:
        touch_store(thread, &memory[event->cell]);
        ahead->memory[event->cell] = event->value;
        ahead->classes[event->cell] = event->array;
        event->array = 0;
        break;
    case ACCESS_GLOAD:
        touch_load(thread,
                   &ahead->touches[ahead->first[event->array] + event->cell]);
        event->value = launch->arrays[event->array].data[event->cell];
        break;
    case ACCESS_GSTORE:
        touch_store(thread,
                    &ahead->touches[ahead->first[event->array] + event->cell]);
        launch->arrays[event->array].data[event->cell] = event->value;
        break;
    default:
        thread_give_up(thread);
    }
}

void ahead_execute(Thread *thread, Event *event)
{
    const ThreadLog *log = thread->log;
    size_t at = (size_t)(event - log->events);
    uint32_t words = at + 1 == log->events_count ? 1 : log_words(log, at);

    for (uint32_t w = 0; w < words; ++w)
        execute_word(thread, event->kind, event + w);
}
