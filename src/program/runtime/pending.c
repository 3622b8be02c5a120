/* SPDX-License-Identifier: MIT */
#include "program/runtime/pending.h"

#include "program/runtime/frame.h"
#include "program/runtime/machine_state.h"

#include <stdlib.h>
#include <string.h>

enum { FEWEST = 8 };

void pending_reserve(uint32_t count)
{
    PendingList *list = &machine_thread->more->pending;

    if (list->count + count <= list->capacity)
        return;
    list->capacity = 2 * (list->count + count) + FEWEST;
    list->items =
        base_realloc(list->items, list->capacity, sizeof *list->items);
}

/* Keeps what has changed of the locals of a thread. */
static void add_changes(Thread *thread, PendingList *list)
{
    uint32_t count;
    const ProgramHalf *changes = frame_changes(thread, &count);

    if (list->changes_count + count > list->changes_capacity) {
        list->changes_capacity = 2 * (list->changes_count + count) + FEWEST;
        list->changes = base_realloc(list->changes, list->changes_capacity,
                                     sizeof *list->changes);
    }
    if (count)
        memcpy(list->changes + list->changes_count, changes,
               count * sizeof *changes);
    list->changes_count += count;
}

void pending_add(const Request *request)
{
    Thread *thread = machine_thread;
    PendingList *list = &thread->more->pending;

    thread->request = *request;
    pending_reserve(1);
    Pending *item = &list->items[list->count++];
    add_changes(thread, list);
    item->site = request->site;
    item->address = request->address;
    item->bytes = request->bytes;
    item->kind = request->kind;
    item->changes_end = list->changes_count;
    item->word = request->bytes < 4 ? memory_word(request->address) : 0;
    if (request->kind == PROGRAM_LOAD) {
        if (request->bytes == 4)
            memcpy(item->value, request->address, 4);
        else
            memcpy(item->value, request->address, request->bytes);
    } else {
        thread->stored =
            (Stored){.value = item->value,
                     .word = request->bytes < 4 ? &item->word : NULL,
                     .address = request->address,
                     .bytes = request->bytes};
    }
}

/* THREAD asks for its first pending access. */
static void ask(Thread *thread)
{
    const Pending *first = pending_first(thread);

    thread->request = (Request){.site = first->site,
                                .address = first->address,
                                .bytes = first->bytes,
                                .kind = first->kind};
}

void pending_stop(Thread *thread, ThreadState state)
{
    PendingList *list = &thread->more->pending;

    list->request = thread->request;
    list->state = state;
    ask(thread);
}

ThreadState pending_pop(Thread *thread)
{
    PendingList *list = &thread->more->pending;

    list->changes_at = list->items[list->at].changes_end;
    if (++list->at < list->count) {
        ask(thread);
        return THREAD_ACCESS;
    }
    list->at = list->count = 0;
    list->changes_at = list->changes_count = 0;
    thread->request = list->request;
    return list->state;
}

const ProgramHalf *pending_changes(const Thread *thread, uint32_t *count)
{
    const PendingList *list = &thread->more->pending;

    *count = list->items[list->at].changes_end - list->changes_at;
    return list->changes + list->changes_at;
}

void pending_free(PendingList *list)
{
    free(list->items);
    free(list->changes);
    *list = (PendingList){.items = NULL};
}
