/* SPDX-License-Identifier: MIT
 *
 * hostile NUMBER FILE - writes a trace that was made to take long, one of the
 * table in worst.c, and prints what is large in it; run.sh reads it.
 */
#include "worst.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    Error error = {ERROR_USAGE, "usage: hostile NUMBER FILE"};
    size_t i = argc > 2 ? strtoul(argv[1], NULL, 10) : worst_count;

    if (i >= worst_count)
        return ERROR_NO;
    Forge *forge = worst_forge(i);
    Trace *trace = forge_read(forge, argv[2], &error);
    if (!trace)
        fprintf(stderr, "%s: %s\n", worst_name(i), error.text);
    printf("%s\n", worst_name(i));
    forge_close(forge);
    int status = trace ? 0 : ERROR_FAILED;
    trace_free(trace);
    return status;
}
