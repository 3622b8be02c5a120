/* SPDX-License-Identifier: MIT
 *
 * fuzz - what a fuzz target is: two functions that libFuzzer and AFL++ call,
 * and a name, which is the folder of its corpus.  fuzz_main.c calls them where
 * there is no fuzzer.
 */
#ifndef UPSWEEP_FUZZ_H
#define UPSWEEP_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern const char *const fuzz_name;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The last input was refused where it is read.  A target sets this if its
 * corpus was made of what programs wrote: such files, all but those that are
 * named crash-..., are read as long as they have the format of this day. */
extern bool fuzz_refused;

/* A temporary folder, which is the current one from now on, and which is
 * removed with all its files when the program ends. */
void fuzz_enter_folder(void);
/* Removes all files in it but KEEP. */
void fuzz_clear_folder(const char *keep);

/* Dies, so that the fuzzer keeps the input, with WHAT went wrong. */
_Noreturn void fuzz_fail(const char *what, const char *detail);

#endif
