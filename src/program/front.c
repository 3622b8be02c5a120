/* SPDX-License-Identifier: MIT
 *
 * front - the part of Upsweep that works on what clang makes of a user's
 * program.  It runs by itself, with as few rights as the compiler (build.c):
 *
 *     front device CLANG IN.bc OUT.bc UNIT   pass.h, on code of the device
 *     front host CLANG IN.bc OUT.bc UNIT     the same of the host
 */
#include "program/llvm_calls.h"
#include "program/pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **words)
{
    Error error = {0};

    if (count != 6) {
        fputs("front device|host CLANG IN OUT UNIT\n", stderr);
        return 2;
    }
    char *library = llvm_find(words[2], &error);
    bool good = library && pass_run(library, words[3], words[4],
                                    strcmp(words[1], "device") == 0, words[5],
                                    &error);
    free(library);
    if (!good)
        fprintf(stderr, "%s\n", error.text);
    return !good;
}
