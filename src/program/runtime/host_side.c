/* SPDX-License-Identifier: MIT
 *
 * Functions of one side that the other calls.  The rewritten source says when
 * one of them runs.
 */
#include "program/runtime/machine_state.h"

#include <string.h>

void upsweep_device_begin(const char *name); /* host_defines.h has it in C++ */

enum { HEAD_BYTES = 256 }; /* of a function, before what was added to it */

/* True if the function NAME, which the return address PC lies in, is the one
 * that is launched; another one may follow it closely. */
static bool is_launched(const char *name, const char *pc)
{
    const char *function = machine.launch->function;

    return function && pc > function && pc - function < HEAD_BYTES &&
           strcmp(name, machine.launch->kernel) == 0;
}

/* What the thread does before its kernel begins, and with takes_argument, is to
 * make the kernel's arguments: on a GPU the host does that.  What is launched
 * itself runs on the device. */
void upsweep_host_begin(const char *name, const char *file, int line)
{
    const Thread *thread = machine_thread;
    const char *pc = __builtin_return_address(0);

    if (!thread || thread->more->takes_argument)
        return;
    bool launched = !thread->more->began && is_launched(name, pc);
    if (!thread->more->began && !launched)
        return;
    machine_leave_out((uint64_t)(uintptr_t)pc);
    if (launched)
        machine_fault(0,
                      "executes %s, which is launched and no kernel (%s:%d); "
                      "write __global__ before its type",
                      name, file, line);
    machine_fault(0,
                  "calls %s, a function of the host (%s:%d); write __device__ "
                  "before its type",
                  name, file, line);
}

void upsweep_device_begin(const char *name)
{
    machine_leave_out((uint64_t)(uintptr_t)__builtin_return_address(0));
    machine_fault(0,
                  "the host calls %s, a function of the device; write __host__ "
                  "before __device__, or call it in a kernel",
                  name);
}
