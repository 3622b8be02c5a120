/* SPDX-License-Identifier: MIT
 *
 * Tests of kernels/: every algorithm is right and proved at each n from 1 to
 * 200 and every thirteenth to 1100, with some k, threads and operator.  With
 * UPSWEEP_SLOW set, as in the deep check, at each n to 1100.
 */
#include "catalog/catalog.h"
#include "slow.h"
#include "trial.h"

#include <glib.h>

enum { EACH = 200, MOST = 1100 };

static const uint32_t ks[] = {2, 4, 8, 16, 32, 64};

static Recorder *recorder;

/* Each n; every other time with the operator that does not commute.  Few
 * threads take many steps, so they get only small n. */
static void test_every(const void *argument)
{
    const Algorithm *algorithm = argument;
    uint32_t stride = slow_is_asked() ? 1 : 13;

    for (uint32_t n = 1; n <= MOST; n += n < EACH ? 1 : stride) {
        uint32_t k = ks[n % G_N_ELEMENTS(ks)];
        const uint32_t threads[] = {0, n / 2 + 1, n / 3 + 1, k, 2 * k + 1};
        size_t t = n % (n <= 128 ? G_N_ELEMENTS(threads) : 3);
        int c = n % 2 ? 2 * OP_AFFINE + (int)n % 4 / 2
                      : (int)(n / 2) % (TRIAL_COMBINATIONS);
        trial_combination(recorder,
                          (RecordOptions){.algorithm = algorithm,
                                          .n = n,
                                          .k = k,
                                          .threads = threads[t]},
                          c, n);
    }
}

int main(int argc, char **argv)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    for (size_t i = 0; i < count; ++i) {
        if (all[i]->fault != FAULT_NONE || all[i]->result != RESULT_SCAN)
            continue;
        char *path = g_strdup_printf("/every_n/%s", all[i]->name);
        g_test_add_data_func(path, all[i], test_every);
        g_free(path);
    }
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
