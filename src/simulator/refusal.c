/* SPDX-License-Identifier: MIT */
#include "simulator/refusal.h"

#include "simulator/machine.h"
#include "simulator/log.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- Copies and other calls -----------------------------------------------*/

static const char *const kinds[] = {"HostToHost", "HostToDevice",
                                    "DeviceToHost", "DeviceToDevice",
                                    "Default"};

/* What has freed ARRAY. */
static const char *freed_by(const GlobalArray *array)
{
    return array->reset ? "cudaDeviceReset has freed it before"
                        : "it was freed before";
}

/* True if an array is at POINTER, and fewer than BYTES bytes of it are. */
static bool is_too_long(const void *pointer, size_t bytes)
{
    return upsweep_is_global(pointer, 1) && !upsweep_is_global(pointer, bytes);
}

/* Logs a call that does nothing, with WHAT is wrong. */
__attribute__((format(printf, 1, 2))) static void note_call(const char *what,
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
    const GlobalArray *freed = memory_freed_array(to);

    freed = freed ? freed : memory_freed_array(from);
    if (!to || !from)
        note_call("nothing is copied: a pointer is null");
    else if ((unsigned)kind > cudaMemcpyDefault)
        note_call("nothing is copied: there is no direction of number %d",
                  (int)kind);
    else if (is_too_long(to, bytes) || is_too_long(from, bytes))
        note_call("nothing is copied: %zu bytes are more than the array has",
                  bytes);
    else if (kind != cudaMemcpyDefault && into != to_device)
        note_call("nothing is copied: cudaMemcpy%s is given memory of the %s "
                  "to copy to",
                  kinds[kind], to_device ? "device" : "host");
    else if (kind != cudaMemcpyDefault && out != from_device)
        note_call("nothing is copied: cudaMemcpy%s is given memory of the %s "
                  "to copy from",
                  kinds[kind], from_device ? "device" : "host");
    else if (freed)
        note_call("nothing is copied: the array is gone, %s", freed_by(freed));
    else
        note_call("nothing is copied: no array is there");
}

void refusal_of_symbol(const char *function, const void *symbol, size_t bytes,
                       size_t offset)
{
    if (!upsweep_is_global(symbol, 1))
        note_call("nothing is copied: %s is given no __device__ or "
                  "__constant__ variable",
                  function);
    else if (offset > 0)
        note_call("nothing is copied: %zu bytes from byte %zu on are more than "
                  "the variable has",
                  bytes, offset);
    else
        note_call("nothing is copied: %zu bytes are more than the variable has",
                  bytes);
}

void refusal_of_direction(const char *function, cudaMemcpyKind kind)
{
    if ((unsigned)kind > cudaMemcpyDefault)
        note_call("nothing is copied: there is no direction of number %d",
                  (int)kind);
    else
        note_call("nothing is copied: %s does not go in the direction "
                  "cudaMemcpy%s",
                  function, kinds[kind]);
}

void refusal_of_pitch(bool sets, size_t width, size_t pitch)
{
    note_call("nothing is %s: rows of %zu bytes are longer than the pitch of "
              "%zu",
              sets ? "set" : "copied", width, pitch);
}

void refusal_of_free(const char *function, const void *pointer)
{
    const GlobalArray *array = memory_array(pointer, true);
    const GlobalArray *freed = memory_freed_array(pointer);

    if (freed)
        note_call("nothing is freed: the array is gone, %s", freed_by(freed));
    else if (array && array->name)
        note_call("nothing is freed: %s is given %.60s, which is no memory of "
                  "cudaMalloc",
                  function, array->name);
    else if (upsweep_is_global(pointer, 1))
        note_call("nothing is freed: %s is given a pointer into an array, and "
                  "not to its begin",
                  function);
    else if (upsweep_in_global_space(pointer))
        note_call("nothing is freed: no array is there");
    else
        note_call("nothing is freed: %s is given memory of the host", function);
}

void refusal_of_device(int device)
{
    note_call("there is no device %d; the machine has one, which is device 0",
              device);
}

void refusal_of_set(const void *to, size_t bytes)
{
    if (is_too_long(to, bytes))
        note_call("nothing is set: %zu bytes are more than the array has",
                  bytes);
    else if (to && !upsweep_in_global_space(to))
        note_call("nothing is set: cudaMemset is given memory of the host");
    else if (memory_freed_array(to))
        note_call("nothing is set: the array is gone, %s",
                  freed_by(memory_freed_array(to)));
    else
        note_call("nothing is set: no array is there");
}

void refusal_asked(void)
{
    ProgramLog *head = log_head();

    if (head)
        head->unasked = head->uncopied = 0;
}
