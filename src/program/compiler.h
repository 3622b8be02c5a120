/* SPDX-License-Identifier: MIT
 *
 * compiler - the C++ compiler that programs are built with, and commands, which
 * it and nvcc are given: they see no more than the program will.
 */
#ifndef UPSWEEP_COMPILER_H
#define UPSWEEP_COMPILER_H

#include "program/sandbox.h"
#include "util/base.h"

#include <limits.h>

enum { TOOL_MOST_ARGUMENTS = 64 };

/* A command under way; the words in OWNED are freed with it. */
typedef struct {
    const char *does;       /* "compile" or "link" */
    const char *folder;     /* the only one that it writes to */
    const Sandbox *sandbox; /* what it reads */
    const char *words[TOOL_MOST_ARGUMENTS + 1];
    int count;
    char *owned[TOOL_MOST_ARGUMENTS];
    int owned_count;
} ToolCommand;

void tool_add(ToolCommand *command, const char *word);
void tool_add_own(ToolCommand *command, char *word);
/* Runs COMMAND for the file WHAT, and frees its words.  What it says goes to
 * standard error.  False and ERROR_USAGE, which ends in TOOL_SAID_WHY, if it
 * fails. */
bool tool_run(ToolCommand *command, const char *what, Error *error);

/* The end of the error of a command that has printed its reasons before. */
#define TOOL_SAID_WHY "says why above"

typedef struct {
    const char *name;    /* "c++" */
    char file[PATH_MAX]; /* where it lies */
    bool clang;          /* it is clang++, else g++ */
    bool elides; /* it leaves out copies that g++ else makes, which are then not
                    instrumented */
} Compiler;

/* Finds a C++ compiler in PATH.  False and ERROR_FAILED: there is none. */
bool compiler_find(Compiler *compiler, Error *error);
/* Finds out which one it is; COMMAND, which is empty, says where it may run. */
void compiler_identify(Compiler *compiler, const ToolCommand *command);
/* Adds what makes the compiler instrument a source: C++, or C if IS_C is set,
 * of CUDA if IS_CUDA is; beside it, in FOLDER, lie its headers. */
void compiler_add_flags(const Compiler *compiler, ToolCommand *command,
                        bool is_c, bool is_cuda, const char *folder);

#endif
