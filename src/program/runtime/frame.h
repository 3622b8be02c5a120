/* SPDX-License-Identifier: MIT
 *
 * frame - the local variables of threads that stopped at an access: reads them
 * in their frames, where Upsweep said that they are, and logs what changed.
 *
 * A function that was compiled with -O0 keeps a frame pointer, which points to
 * that of its caller; the address to return to lies behind it:
 *
 *     kernel's frame       scan_warp's frame       __tsan_read4
 *     thid  ai  d          lane  value
 *     caller's, return ◄── caller's, return ◄───── caller's, return
 *
 * The machine keeps them, too (-fno-omit-frame-pointer).
 */
#ifndef UPSWEEP_RUNTIME_FRAME_H
#define UPSWEEP_RUNTIME_FRAME_H

#include "program/program_log.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The locals of a thread as they were logged, by rising depth. */
typedef struct {
    struct FrameLocal *items;
    uint32_t count, capacity;
} FrameLocals;

/* The outermost of the user's functions that a thread was found in. */
typedef struct {
    const char *frame; /* NULL: none was found */
    uint64_t pc;       /* the address to return to */
    uint32_t bytes;    /* from its frame pointer to its caller's */
    uint32_t above;    /* the frames above it */
} FrameOuter;

struct Thread;
struct Warp;

/* The frame pointer of the function of the running thread that PC is a return
 * address to, a few calls up; NULL: it is not found. */
const char *frame_find(uint64_t pc);

/* What the functions of THREAD, which has stopped, have on the stack, from the
 * innermost one of the user on; *BYTES becomes their number.  NULL: it is not
 * found. */
const char *frame_stack(const struct Thread *thread, size_t *bytes);

/* A function of the running thread begins, PC is an address in it: marks its
 * variables without an initial value, so that they are known to have none until
 * they are stored to. */
void frame_enter(uint64_t pc);

/* The line of the instruction before PC, a return address, and in *BEGIN that
 * on which the assignment begins that it ends; 0: it is not known. */
uint32_t frame_line(uint64_t pc, uint32_t *begin);

/* Logs what changed of the locals of the COUNT threads LANES, which are about
 * to make an access. */
void frame_log(const struct Warp *warp, struct Thread *const lanes[],
               uint32_t count);

/* The same in two steps.  What changed of the locals of THREAD, which is about
 * to make an access; *COUNT becomes their number.  Valid until the next call.
 */
const ProgramHalf *frame_changes(struct Thread *thread, uint32_t *count);
/* Begins a record of changes, adds COUNT changes to it, and logs it, if there
 * are any, for lanes of WARP in block number BLOCK. */
void frame_begin(void);
void frame_add(const ProgramHalf *changes, uint32_t count);
void frame_end(const struct Warp *warp, uint32_t block);
/* True if the log takes no more of locals. */
bool frame_is_full(void);
/* Takes back all that was logged behind the first BYTES bytes. */
void frame_cut(uint64_t bytes);
/* The bytes of the log that locals have taken so far. */
uint64_t frame_bytes(void);

#endif
