/* SPDX-License-Identifier: MIT
 *
 * With the heights of the items before subtracted, wanted places must not fall.
 * Neighbours whose places fall are pooled and take their mean, repeatedly.
 */
#include "util/label_layout.h"

#include <stdlib.h>

typedef struct {
    double sum; /* of the wanted places of its items */
    size_t count;
} Pool;

static double mean(const Pool *pool)
{
    return pool->sum / (double)pool->count;
}

void label_layout(LabelItem items[], size_t count, double low, double high)
{
    Pool *pools = base_alloc(count + 1, sizeof *pools);
    size_t used = 0, at = 0;
    double before = 0;

    for (size_t i = 0; i < count; ++i) {
        double place = items[i].wanted - items[i].height / 2 - before;
        before += items[i].height;
        pools[used++] = (Pool){place, 1};
        for (; used > 1 && mean(pools + used - 2) > mean(pools + used - 1);
             --used) {
            pools[used - 2].sum += pools[used - 1].sum;
            pools[used - 2].count += pools[used - 1].count;
        }
    }
    double most = high - before;
    before = 0;
    for (size_t p = 0; p < used; ++p) {
        double place = mean(pools + p);
        place = place > most ? most : place;
        place = place < low ? low : place;
        for (size_t i = 0; i < pools[p].count; ++i, ++at) {
            items[at].top = place + before;
            before += items[at].height;
        }
    }
    free(pools);
}
