/* SPDX-License-Identifier: MIT
 *
 * upsweep plain: runs the plain kernels of an algorithm once on the GPU, for
 * `upsweep record ALGO --device gpu --plain`, which records them from outside.
 * Not meant for people, and not in the help.
 */
#include "catalog/catalog.h"
#include "cli/request.h"
#include "cmd.h"

#include <stdlib.h>

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    RecordOptions wanted;

    (void)out;
    (void)notes;
    if (options->operands_count != 1)
        return error_set(error, ERROR_USAGE, "plain takes one algorithm");
    const Algorithm *algorithm = catalog_find(options->operands[0], error);
    if (!algorithm || !request_options(options, algorithm, &wanted, error))
        return false;
    bool good = record_plain(&wanted, error);
    free(wanted.input);
    return good;
}

const Subcommand cmd_plain = {"plain", "ALGO", "", OPTIONS_RUN, run, NULL};
