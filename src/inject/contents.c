/* SPDX-License-Identifier: MIT */
#include "inject/contents.h"

#include "simulator/log.h"
#include "program/random_elements.h"
#include "util/base.h"

#include <stdlib.h>
#include <string.h>

/* Of programs with more arrays, or larger ones, less is kept. */
enum { MOST_ARRAYS = 64 };

static bool whole;

/* Copies the first BYTES bytes of an array. */
static bool read_array(const Allocation *array, void *to, size_t bytes,
                       Sanitizer_StreamHandle stream)
{
    void *from = (void *)(uintptr_t)array->address;

    if (!array->managed)
        return api.MemcpyDeviceToHost(to, from, bytes, stream) ==
               SANITIZER_SUCCESS;
    memcpy(to, from, bytes);
    return true;
}

static void write_array(const Allocation *array, void *from,
                        Sanitizer_StreamHandle stream)
{
    void *to = (void *)(uintptr_t)array->address;

    if (!from)
        return;
    if (array->managed) {
        memcpy(to, from, array->kept);
        return;
    }
    api_check(api.MemcpyHostToDeviceAsync(to, from, array->kept, stream),
              "give arrays their contents");
    api_check(api.StreamSynchronize(stream), "give arrays their contents");
}

/* The first bytes of an array, to be freed; NULL: they cannot be read. */
static void *copy_of(const Allocation *array, size_t bytes,
                     Sanitizer_StreamHandle stream)
{
    void *copy = base_alloc(bytes + 1, 1);

    if (read_array(array, copy, bytes, stream))
        return copy;
    free(copy);
    return NULL;
}

static bool all_fit(void)
{
    const Allocation *array;
    uint64_t bytes = 0;
    size_t i = 0;

    for (; (array = allocations_at(i)); ++i)
        bytes += array->bytes;
    return i <= MOST_ARRAYS && bytes <= PROGRAM_TRIAL_MEMORY;
}

void contents_save(Sanitizer_StreamHandle stream)
{
    Allocation *array;

    whole = all_fit();
    for (size_t i = 0; (array = allocations_at(i)); ++i) {
        allocation_forget(array);
        array->argument = 0;
        array->element_bytes = array->bytes % 4 == 0 ? 4 : 1;
        array->element = array->bytes % 4 == 0 ? ELEMENT_U32 : ELEMENT_U8;
        array->kept = whole || array->bytes < PROGRAM_CONTENTS
                          ? array->bytes
                          : PROGRAM_CONTENTS;
        if (i < MOST_ARRAYS)
            array->before = copy_of(array, array->kept, stream);
        whole &= array->before != NULL;
    }
}

bool contents_are_whole(void)
{
    return whole;
}

static void log_contents(const Allocation *array, const void *data,
                         uint32_t after)
{
    size_t bytes =
        array->bytes < PROGRAM_CONTENTS ? array->bytes : PROGRAM_CONTENTS;
    ProgramContents *record = log_add(RECORD_CONTENTS, sizeof *record + bytes);

    record->array = array->id;
    record->after = after;
    record->bytes = bytes;
    memcpy(record + 1, data, bytes);
}

void contents_log(uint32_t run, Sanitizer_StreamHandle stream)
{
    const Allocation *array;

    for (size_t i = 0; (array = allocations_at(i)); ++i) {
        const void *before = array->given ? array->given : array->before;
        if (array->launch != run)
            continue;
        void *after =
            copy_of(array,
                    array->bytes < PROGRAM_CONTENTS ? array->bytes
                                                    : PROGRAM_CONTENTS,
                    stream);
        if (before)
            log_contents(array, before, 0);
        if (after)
            log_contents(array, after, 1);
        free(after);
    }
}

void contents_keep(Sanitizer_StreamHandle stream)
{
    Allocation *array;

    for (size_t i = 0; (array = allocations_at(i)); ++i)
        array->after = copy_of(array, array->kept, stream);
}

void contents_give_back(Sanitizer_StreamHandle stream)
{
    Allocation *array;

    for (size_t i = 0; (array = allocations_at(i)); ++i) {
        write_array(array, array->after, stream);
        allocation_forget(array);
    }
}

void contents_give(Allocation *input, uint64_t *random,
                   Sanitizer_StreamHandle stream)
{
    const Allocation *array;

    if (!input->given)
        input->given = base_alloc(input->kept + 1, 1);
    memcpy(input->given, input->before, input->kept);
    random_elements_fill(input->given, input->kept, input->element, random);
    for (size_t i = 0; (array = allocations_at(i)); ++i)
        write_array(array, array->given ? array->given : array->before, stream);
}
