/* SPDX-License-Identifier: MIT
 *
 * known_sizes - kernels whose blocks have sizes that the compiler knows, as
 * src/gpu/kernels.cu launches them: blocks that are full, and one that is not.
 */
#include "../../kernels/scan.h"

namespace look_back_file
{
#include "../../kernels/look-back.cu"
}
namespace vector_look_back_file
{
#include "../../kernels/vector-look-back.cu"
}
namespace vector_shuffle_file
{
#include "../../kernels/vector-shuffle.cu"
}

enum { THREADS = 64 };

typedef void LookBack(int *out, const int *in, int n, int block_n,
                      bool inclusive, int *tickets, Pair *tiles, Add op);

static int look_back(LookBack *kernel, int items, int words)
{
    int block_n = THREADS * items, n = 2 * block_n + 77;
    int *in = device_input(n), *out = device_array<int>(n);

    kernel<<<3, THREADS, words * sizeof(int)>>>(
        out, in, n, block_n, false, device_array<int>(1), device_array<Pair>(3),
        Add());
    return check(out, in, n, false);
}

int main()
{
    int n = 5 * THREADS, *in = device_input(n), *out = device_array<int>(n);

    vector_shuffle_file::vector_shuffle<int, Add, THREADS, 8>
        <<<1, THREADS, 3 * sizeof(int)>>>(out, in, n, n, true, Add());
    int wrong =
        check(out, in, n, true) |
        look_back(look_back_file::look_back<int, Add, THREADS, 7>, 7,
                  7 * THREADS + 4) |
        look_back(vector_look_back_file::vector_look_back<int, Add, THREADS, 16>,
                  16, 4);
    if (!wrong)
        printf("known_sizes: ok\n");
    return wrong;
}
