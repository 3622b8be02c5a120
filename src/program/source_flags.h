/* SPDX-License-Identifier: MIT
 *
 * source_flags - the flags that this process's programs are compiled with, as
 * the user gives them after --cxxflags: definitions, folders of headers, and
 * the language.  No flag reads a file or starts a program.
 */
#ifndef UPSWEEP_SOURCE_FLAGS_H
#define UPSWEEP_SOURCE_FLAGS_H

#include "util/base.h"

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
