/* SPDX-License-Identifier: MIT
 *
 * locals - the local variables of threads at an access: reads them in the
 * frames of their functions, where Upsweep said that they are, and notes what
 * changed since the access before.
 *
 * A function that was compiled with -O0 keeps a frame pointer, which it gives
 * to upsweep_enter:
 *
 *     frames[0]  kernel       thid ai d          callers[1]: where it continues
 *     frames[1]  scan_warp    lane value         the access: where that does
 */
#ifndef UPSWEEP_SIMULATOR_LOCALS_H
#define UPSWEEP_SIMULATOR_LOCALS_H

#include "simulator/machine.h"

/* The running thread is about to make an access at PC: adds what changed of its
 * locals to thread->list.changes. */
void locals_note(Thread *thread, uint64_t pc);

/* A function of the running thread begins, PC is an address in it, and FRAME
 * its frame pointer: marks its variables without an initial value, so that they
 * are known to have none until they are stored to. */
void locals_enter(uint64_t pc, const char *frame);

/* What the functions of THREAD, which has stopped, have on the stack; *BYTES
 * becomes their number.  NULL: it is not known. */
const char *locals_stack(const Thread *thread, size_t *bytes);

/* Begins a record of changes, adds COUNT changes to it, and logs it, if there
 * are any, for lanes of WARP in block number BLOCK. */
void locals_begin(void);
void locals_add(const ProgramHalf *changes, size_t count);
void locals_end(const Warp *warp, uint32_t block);

/* True if the log takes no more of locals. */
bool locals_are_full(void);
/* Takes back all that was logged behind the first BYTES bytes. */
void locals_cut(uint64_t bytes);
/* The bytes of the log that locals have taken so far. */
uint64_t locals_bytes(void);

/* The line of the instruction before PC, a return address; 0: it is not known.
 */
uint32_t locals_line(uint64_t pc);

#endif
