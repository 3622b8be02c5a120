/* SPDX-License-Identifier: MIT
 *
 * upsweep plain: runs the plain kernels of algorithms on the GPU, one after the
 * other, for those who record or measure them from outside: `upsweep record
 * ALGO
 * --device gpu --plain`, and tests.  Not meant for people, and not in the help.
 */
#include "catalog/catalog.h"
#include "cli/request.h"
#include "cmd.h"

#include <stdlib.h>

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    bool good = true;

    (void)out;
    (void)notes;
    for (int i = 0; good && i < options->operands_count; ++i) {
        const Algorithm *algorithm = catalog_find(options->operands[i], error);
        RecordOptions wanted;

        if (!algorithm || !request_options(options, algorithm, &wanted, error))
            return false;
        good = record_plain(&wanted, error);
        free(wanted.input);
    }
    return good;
}

const Subcommand cmd_plain = {.name = "plain",
                              .operands = "ALGORITHM ...",
                              .about = "Runs the timed kernel of an algorithm "
                                       "on the GPU, for others to measure.",
                              .options = OPTIONS_RUN,
                              .run = run};
