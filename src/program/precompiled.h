/* SPDX-License-Identifier: MIT
 *
 * precompiled - what all CUDA sources include first, as clang has read it once:
 * to read it takes longer than to compile a program of 100 lines.
 *
 *     $XDG_CACHE_HOME/upsweep/5f0c.../    or ~/.cache/upsweep
 *         cuda/        our headers
 *         host.pch     what clang made of them
 *         host.list    the system's headers that they include
 *
 * The number stands for the version of clang, and of our headers.  What is kept
 * holds as long as no header of the system has changed.
 */
#ifndef UPSWEEP_PRECOMPILED_H
#define UPSWEEP_PRECOMPILED_H

#include "program/compiler.h"

/* The path of the file for SIDE, to be freed, which is made if it is not there;
 * NULL: there is no place to keep it.  COMMAND tells where and with which
 * rights clang works, and has no words; SANDBOX, which has these rights, may
 * read the file from now on. */
char *precompiled_find(const Compiler *compiler, CompilerSide side,
                       const ToolCommand *command, Sandbox *sandbox);

#endif
