/* SPDX-License-Identifier: MIT
 *
 * proof - runs of twins (program/twins.h) on intervals: what a launch, or
 * launches that work together, compute with every associative operator.
 */
#include "simulator/history.h"

#include "simulator/launch.h"

#include <string.h>

enum {
    MOST_ELEMENTS = 65535, /* of an input: what an interval can name */
    ELEMENT_BYTES = 4
};

/* Elements as upsweep_opaque.h has them: input I, and what is no sum. */
#define INPUT(i) ((uint32_t)(i)*0x10001u ^ 0xffff0000u)
#define NO_SUM   1u

/* What twins.c has added to the program's sources. */
extern const struct {
    const void *stub, *twin;
} __start_upsweep_twins[] __attribute__((weak)),
    __stop_upsweep_twins[] __attribute__((weak));

bool proof_commuted;

void upsweep_commute(void);
void upsweep_commute(void)
{
    proof_commuted = true;
}

static Kernel *twin_of(const Kernel *kernel)
{
    for (size_t i = 0; __start_upsweep_twins + i < __stop_upsweep_twins; ++i)
        if (__start_upsweep_twins[i].stub == kernel->stub)
            return launch_kernel(__start_upsweep_twins[i].twin);
    return NULL;
}

/* True if what is a number for argument NUMBER of the kernel, from 1, is an
 * element for its twin. */
static bool is_element(const Launch *launch, const Launch *twin,
                       uint32_t number)
{
    const ProgramParameter *is = launch_parameter(launch->entry, number);
    const ProgramParameter *as = launch_parameter(twin->entry, number);

    return is && as && is->element.kind != ELEMENT_OTHER &&
           as->element.kind == ELEMENT_OTHER &&
           as->element.bytes == ELEMENT_BYTES &&
           is->element.bytes == ELEMENT_BYTES;
}

bool proof_twin(const Launch *launch, Launch *twin)
{
    const Kernel *kernel = launch->entry;

    *twin = *launch;
    twin->entry = twin_of(kernel);
    if (!twin->entry || twin->entry->count != kernel->count)
        return false;
    for (uint32_t i = 0; i < kernel->count; ++i) {
        LaunchArgument at = kernel->arguments[i];
        LaunchArgument other = twin->entry->arguments[i];
        uint32_t value;
        if (at.offset != other.offset || at.bytes != other.bytes)
            return false;
        if (at.bytes != ELEMENT_BYTES || !is_element(launch, twin, i + 1))
            continue;
        memcpy(&value, launch->bytes + at.offset, sizeof value);
        if (value != 0) /* 0 is the identity, and other numbers are nothing */
            return false;
    }
    return true;
}

/* What is in ARRAY are no sums, but for the identity. */
static void blank(const GlobalArray *array)
{
    for (size_t at = 0; at + ELEMENT_BYTES <= array->bytes;
         at += ELEMENT_BYTES) {
        uint32_t value;
        memcpy(&value, array->address + at, sizeof value);
        value = value ? NO_SUM : 0;
        memcpy(array->address + at, &value, sizeof value);
    }
}

void proof_blank(const Launch *launch, const Launch *twin)
{
    uint32_t count;
    const LaunchPointer *pointers = launch_pointers(launch, &count);

    for (uint32_t i = 0; i < count; ++i) {
        const GlobalArray *array = memory_array(pointers[i].pointer, false);
        if (array && is_element(launch, twin, pointers[i].argument))
            blank(array);
    }
}

bool proof_fill(const Launch *launch, const Launch *twin,
                const GlobalArray *input)
{
    uint32_t count;
    const LaunchPointer *pointers = launch_pointers(launch, &count);
    bool found = false;

    for (uint32_t i = 0; i < count; ++i)
        found |= memory_array(pointers[i].pointer, false) == input &&
                 is_element(launch, twin, pointers[i].argument);
    if (!found || input->bytes > MOST_ELEMENTS * ELEMENT_BYTES)
        return false;
    for (size_t i = 0; i < input->bytes / ELEMENT_BYTES; ++i) {
        uint32_t value = INPUT(i);
        memcpy(input->address + i * ELEMENT_BYTES, &value, sizeof value);
    }
    return true;
}
