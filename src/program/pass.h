/* SPDX-License-Identifier: MIT
 *
 * pass - puts calls of the simulator into the bitcode of a program.
 *
 *     program.cu ─clang─► bitcode ─pass_run─► bitcode ─clang─► program.o
 *
 * It writes these calls. Their return addresses are sites: DWARF has the line
 * and the column of the access.
 *
 *     upsweep_load(at, bytes)                   before a load
 *     upsweep_store(at, bytes, value)           before a store of 1 to 8 bytes
 *     upsweep_store_wide(at, bytes, &value)     before a store of more
 *     upsweep_copy(to, from, bytes)             instead of memcpy and memmove
 *     upsweep_fill(to, byte, bytes)             instead of memset
 *
 * and, in device code only:
 *
 *     upsweep_enter(caller), upsweep_leave()    first and last in a function
 *     upsweep_return()                          at a return before its end
 *     upsweep_shared(key, bytes, align)         where the block has the shared
 *                                               variable whose object is KEY
 *     upsweep_dynamic(name)                     where it has the array NAME of
 *                                               `extern __shared__`
 *     upsweep_shl32(x, by), upsweep_sdiv64(x, y), upsweep_f32_s32(x), ...
 *                                               what C++ leaves undefined
 *
 * `bytes` of an access has UPSWEEP_VOLATILE set if the access is volatile.
 * Loads and stores of local variables get no calls, and neither do copies and
 * fills of them alone in host code. Atomic instructions stay as they are.
 * Functions whose names begin with upsweep_, or that have the attribute
 * disable_sanitizer_instrumentation, get calls for shared variables only.
 *
 * Device functions and variables are renamed to NAME.device, and static ones to
 * NAME.device.UNIT, since a program has host and device code of one name. Two
 * arrays list them by NAME; a file without any has no array:
 *
 *     section upsweep_functions: {const char *name; void *function;} ...
 *     section upsweep_variables: {const char *name; void *variable;
 *                                 size_t bytes;} ...
 *
 * Of device code there is a second version, for blocks that nobody watches. It
 * has the calls for shared variables and for what C++ leaves undefined, but of
 * accesses only the volatile ones. Its functions are NAME.plain; it uses the
 * variables of the first version.
 */
#ifndef UPSWEEP_PASS_H
#define UPSWEEP_PASS_H

#include "util/base.h"

#define UPSWEEP_VOLATILE (UINT32_C(1) << 31)

/* Bits of `bytes` of upsweep_copy in device code: the logarithms of the
 * alignments that the types of both sides have. */
enum { UPSWEEP_ALIGN_FROM = 48, UPSWEEP_ALIGN_TO = 56 };

typedef enum { PASS_HOST, PASS_DEVICE, PASS_PLAIN } PassKind;

/* Changes the bitcode file IN to OUT: host code, or one version of device code.
 * UNIT: a short name of the source, which all have. LIBRARY: full path of the
 * libLLVM that clang uses; a process uses one. False, and why. */
bool pass_run(const char *library, const char *in, const char *out,
              PassKind kind, const char *unit, Error *error);

#endif
