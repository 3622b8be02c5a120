/* SPDX-License-Identifier: MIT
 *
 * cuda_none - a build without CUDA has no GPU.
 */
#include "gpu/cuda.h"

static bool none(Error *error)
{
    return error_set(error, ERROR_FAILED,
                     "GPU: this build cannot use one; install the CUDA Toolkit "
                     "and configure again");
}

bool cuda_ready(Error *error)
{
    return none(error);
}

const char *cuda_device_name(void)
{
    return "no GPU";
}

int cuda_capability(Error *error)
{
    none(error);
    return 0;
}

bool cuda_bench(const CudaBench *bench, const Word *in, Word *out, int rounds,
                double times[], Error *error)
{
    (void)bench;
    (void)in;
    (void)out;
    (void)rounds;
    (void)times;
    return none(error);
}

bool cuda_plain(const Plan *plan, const Word *const arrays[], Error *error)
{
    (void)plan;
    (void)arrays;
    return cuda_ready(error);
}
