/* SPDX-License-Identifier: MIT
 *
 * compiler - clang, which programs are built with, and commands, which it and
 * nvcc are given.  They work in the private folder, and see that folder and the
 * system.
 */
#ifndef UPSWEEP_COMPILER_H
#define UPSWEEP_COMPILER_H

#include "program/sandbox.h"
#include "util/base.h"

#include <limits.h>

enum { TOOL_MOST_ARGUMENTS = 1024 };

/* A command under way; the words in OWNED are freed with it. */
typedef struct {
    const char *does;       /* "compile" or "link" */
    const char *speaker;    /* who says why it fails; NULL: it does */
    const char *folder;     /* where it works, all that it writes to */
    const Sandbox *sandbox; /* what it reads */
    const char *words[TOOL_MOST_ARGUMENTS + 1];
    int count;
    char *owned[TOOL_MOST_ARGUMENTS];
    int owned_count;
    bool lists;  /* it lists what a source includes, in the file "list" */
    bool silent; /* what it says is not printed */
    bool of_gpu; /* it is nvcc */
} ToolCommand;

void tool_add(ToolCommand *command, const char *word);
void tool_add_own(ToolCommand *command, char *word);
/* Adds the WORDS, which blanks separate. */
void tool_add_all(ToolCommand *command, const char *words);
/* Runs COMMAND for the file WHAT, and frees its words.  What it says goes to
 * standard error.  False and ERROR_USAGE if it fails: the error ends in
 * TOOL_SAID_WHY, or names the limit that it met.  One that lists fails if it
 * lists nothing. */
bool tool_run(ToolCommand *command, const char *what, Error *error);

/* The end of the error of a command that has printed its reasons before. */
#define TOOL_SAID_WHY "says why above"

typedef struct {
    char file[PATH_MAX];                     /* where it lies */
    char llvm[PATH_MAX], libclang[PATH_MAX]; /* its libraries */
} Compiler;

/* What a source is compiled for. */
typedef enum { COMPILER_HOST, COMPILER_DEVICE } CompilerSide;

/* Finds clang++ 14 to 19: what the environment calls CLANG, or the newest in
 * the full paths of PATH.  False and ERROR_FAILED: there is none. */
bool compiler_find(Compiler *compiler, Error *error);
/* Finds its libraries, too. */
bool compiler_find_libraries(Compiler *compiler, Error *error);
/* Finds nvcc there, or where the CUDA Toolkit usually is, for the file WHAT. */
bool compiler_find_nvcc(Compiler *compiler, const char *what, Error *error);
/* The path of a program of the toolkit, to be freed; NULL: there is none. */
char *compiler_find_tool(const char *name);
/* Writes what stands in for CUDA's headers into FOLDER/cuda. */
bool compiler_unpack(const char *folder, Error *error);
/* Adds what clang reads the source NAME with for SIDE: C++, or C, of CUDA or
 * not, by its ending.  Its headers lie in the folder BESIDE, and in FOLDER/cuda
 * of the command.  FIRST: a header that a CUDA source includes first, or one
 * that is precompiled; NULL: none. */
void compiler_add_flags(ToolCommand *command, const char *name,
                        CompilerSide side, const char *beside,
                        const char *first);
/* True if NAME names a CUDA source, which has a device's side, too. */
bool compiler_is_cuda(const char *name);
/* True if NAME names a header, which is no program by itself. */
bool compiler_skips(const char *name);

/* Calls TAKE for each file that the list of dependencies TEXT, a make rule,
 * names, until it returns false; returns that. */
bool compiler_read_list(const char *text,
                        bool (*take)(void *user, const char *path), void *user);

/* cuda_headers.c: the path of what all CUDA sources include first, with STREAMS
 * also <iostream>, as clang has read it for SIDE, to be freed.  It is kept in
 * the user's cache, and made if it is not there; NULL: there is no place to
 * keep it, or the user's flags choose another language.  COMMAND has clang's
 * folder and rights, and no words; SANDBOX, which has these rights, may read
 * the file from now on. */
char *compiler_precompile(const Compiler *compiler, CompilerSide side,
                          bool streams, const ToolCommand *command,
                          Sandbox *sandbox);

/* The file of a FOLDER that maps names of CUDA's headers
 * to headers of FOLDER/cuda, for clang, and what writes it.
 * False and ERROR_FAILED. */
#define CUDA_HEADERS_LIST "headers.json"
bool cuda_headers_write(const char *folder, Error *error);
/* The library of a header or an identifier, as "Thrust", of which not all is
 * supported; NULL: NAME is of none. */
const char *cuda_headers_library(const char *name);
/* Prints, after clang has failed in FOLDER, what to do about the header
 * MISSING, unless it is NULL, and which library the first unknown name is of,
 * if it is of one. */
void cuda_headers_explain(const char *missing, const char *folder);
/* True if TEXT includes <iostream> in any case, and nothing that could change
 * it comes before. */
bool cuda_headers_has_streams(const char *text);

/* ---- Flags ----------------------------------------------------------------*/

/* program_name.c: the flags that this process's programs are compiled with, as
 * the user gives them after --cxxflags: definitions, folders of headers, and
 * the language.  No flag reads a file or starts a program. */

/* Checks the flags in TEXT, which blanks separate, and keeps them; folders of
 * -I go to CPATH.  Flags that change neither meaning nor result, as -O3 and
 * -Wall, are left out; OpenMP's pragmas are ignored anyway.  False and
 * ERROR_USAGE, with the first flag that is not allowed. */
bool source_flags_take(const char *text, Error *error);

/* What the user gave; "": nothing. */
const char *source_flags_given(void);
/* What a compiler gets for the source NAME, with blanks between. */
const char *source_flags_for(const char *name);

#endif
