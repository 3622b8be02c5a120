/* SPDX-License-Identifier: MIT */
#include "program/runtime/refusal.h"

#include "program/runtime/cuda_host.h"
#include "program/runtime/log.h"
#include "program/runtime/machine.h"

#include <stdarg.h>
#include <stdio.h>

/* What a launch asks for, and the most that it may. */
typedef struct {
    uint64_t asked, most;
    const char *what, *remedy;
} Demand;

static void note(const UpsweepLaunch *launch, const Demand *demand)
{
    ProgramLog *head = log_head();
    const char *bound = demand->asked ? "most" : "least";
    uint64_t limit = demand->asked ? demand->most : 1;

    if (!head)
        return;
    ++head->refused;
    if (head->unasked++ > 0)
        return;
    snprintf(head->refusal, sizeof head->refusal,
             "%.160s:%d: %.60s does not run: the launch asks for %llu %s, and "
             "the %s is %llu%s",
             launch->file, launch->line, launch->kernel,
             (unsigned long long)demand->asked, demand->what, bound,
             (unsigned long long)limit, demand->remedy);
}

/* The threads of a block, or the blocks of a grid; of very many some number
 * that is too large as well. */
static uint64_t count_of(const UpsweepDim *extent)
{
    uint64_t rows = (uint64_t)extent->x * extent->y;

    return rows > INT32_MAX ? rows : rows * extent->z;
}

/* The first of COUNT demands that cannot be met; NULL: there is none. */
static const Demand *first_excess(const Demand *demands, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (demands[i].asked < 1 || demands[i].asked > demands[i].most)
            return &demands[i];
    return NULL;
}

int refusal_of(const UpsweepLaunch *launch)
{
    const Demand sizes[] = {
        {count_of(&launch->block), 1024, "threads a block", ""},
        {launch->block.z, 64, "threads a block in z", ""},
        {count_of(&launch->grid), INT32_MAX, "blocks", ""},
        {launch->grid.y, 65535, "blocks in y", ""},
        {launch->grid.z, 65535, "blocks in z", ""},
    };
    const Demand shared = {launch->shared, upsweep_dynamic_limit(),
                           "bytes of dynamic shared memory",
                           " (cudaFuncSetAttribute raises that)"};
    const Demand *excess = first_excess(sizes, sizeof sizes / sizeof *sizes);

    if (excess) {
        note(launch, excess);
        return cudaErrorInvalidConfiguration;
    }
    if (shared.asked > shared.most) {
        note(launch, &shared);
        return cudaErrorInvalidValue;
    }
    return 0;
}

/* ---- Copies ---------------------------------------------------------------*/

static const char *const kinds[] = {"HostToHost", "HostToDevice",
                                    "DeviceToHost", "DeviceToDevice",
                                    "Default"};

/* True if an array is at POINTER, and fewer than BYTES bytes of it are. */
static bool is_too_long(const void *pointer, size_t bytes)
{
    return upsweep_is_global(pointer, 1) && !upsweep_is_global(pointer, bytes);
}

/* Logs a call that copies or sets nothing, with WHAT is wrong. */
__attribute__((format(printf, 1, 2))) static void note_copy(const char *what,
                                                            ...)
{
    ProgramLog *head = log_head();
    va_list arguments;

    if (!head || head->uncopied++ > 0)
        return;
    va_start(arguments, what);
    vsnprintf(head->copy, sizeof head->copy, what, arguments);
    va_end(arguments);
    machine_note_frames(head->copy_frames);
}

void refusal_of_copy(const void *to, const void *from, size_t bytes,
                     cudaMemcpyKind kind)
{
    bool into =
        kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool out =
        kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    bool to_device = upsweep_in_global_space(to) != 0;
    bool from_device = upsweep_in_global_space(from) != 0;

    if (!to || !from)
        note_copy("nothing is copied: a pointer is null");
    else if ((unsigned)kind > cudaMemcpyDefault)
        note_copy("nothing is copied: there is no direction of number %d",
                  (int)kind);
    else if (is_too_long(to, bytes) || is_too_long(from, bytes))
        note_copy("nothing is copied: %zu bytes are more than the array has",
                  bytes);
    else if (kind != cudaMemcpyDefault && into != to_device)
        note_copy("nothing is copied: cudaMemcpy%s is given memory of the %s "
                  "to copy to",
                  kinds[kind], to_device ? "device" : "host");
    else if (kind != cudaMemcpyDefault && out != from_device)
        note_copy("nothing is copied: cudaMemcpy%s is given memory of the %s "
                  "to copy from",
                  kinds[kind], from_device ? "device" : "host");
    else
        note_copy("nothing is copied: no array is there");
}

void refusal_of_set(const void *to, size_t bytes)
{
    if (is_too_long(to, bytes))
        note_copy("nothing is set: %zu bytes are more than the array has",
                  bytes);
    else if (to && !upsweep_in_global_space(to))
        note_copy("nothing is set: cudaMemset is given memory of the host");
    else
        note_copy("nothing is set: no array is there");
}

void refusal_asked(void)
{
    ProgramLog *head = log_head();

    if (head)
        head->unasked = head->uncopied = 0;
}
