/* SPDX-License-Identifier: MIT
 *
 * kernels - the kernels of the catalog on integers, as fast as they can be.
 */

/* nvcc unrolls no loop up to CUDA's warpSize: it does not know the number. */
#define warpSize 32

#include "catalog/launch.h"
#include "gpu/kernels.h"

/* True if LAUNCH is one of the kernel NAME with these sizes. */
static bool has_sizes(const KernelLaunch &launch, const char *name, int threads,
                      int items)
{
    return is_launch_of(launch, name) && launch.threads == threads &&
           launch.block_n == threads * items;
}

/* Where loops are to be unrolled, the compiler knows the sizes of blocks. */
int kernel_start(const KernelLaunch *launch)
{
    Add op;

    if (has_sizes(*launch, "look-back", 256, 27))
        return start_look_back(*launch,
                               look_back_file::look_back<int, Add, 256, 27>,
                               op);
    if (has_sizes(*launch, "vector-look-back", 256, 16))
        return start_look_back(
            *launch, vector_look_back_file::vector_look_back<int, Add, 256, 16>,
            op);
    if (has_sizes(*launch, "vector-shuffle", 256, 8))
        return start_block_scan(
            *launch, vector_shuffle_file::vector_shuffle<int, Add, 256, 8>, op);
    return start_kernel<int, int>(*launch, op);
}
