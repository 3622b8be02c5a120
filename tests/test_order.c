/* SPDX-License-Identifier: MIT
 *
 * Tests of src/simulator/order.h: which lanes make an instruction together, fed
 * by hand.
 */
#include "simulator/order.h"

#include <glib.h>
#include <string.h>

enum { MOST = 32 };

/* What each lane does: sites, one after the other, ended by NULL. */
typedef struct {
    const Site *does[MACHINE_LANES][MOST];
    const Site *next[MACHINE_LANES];
    uint32_t at[MACHINE_LANES];
    Visits visits;
    unsigned lanes;
} Warp;

static void begin(Warp *warp, unsigned lanes)
{
    memset(warp, 0, sizeof *warp);
    warp->lanes = lanes;
}

static void add(Warp *warp, unsigned lane, const Site *site)
{
    const Site **at = warp->does[lane];

    while (*at)
        ++at;
    *at = site;
}

/* The lanes of the next instruction, which go on; 0: all have ended. */
static LaneSet go(Warp *warp, const Site **site)
{
    LaneSet left = 0;
    uint32_t occurrence;

    for (unsigned i = 0; i < warp->lanes; ++i) {
        warp->next[i] = warp->does[i][warp->at[i]];
        left |= warp->next[i] ? (LaneSet)1 << i : 0;
    }
    if (!left)
        return 0;
    LaneSet set = order_lowest(warp->next, left);
    *site = warp->next[__builtin_ctzll(set)];
    set = order_go(&warp->visits, set, *site, &occurrence);
    for (LaneSet rest = set; rest; rest &= rest - 1)
        ++warp->at[__builtin_ctzll(rest)];
    return set;
}

static void check(Warp *warp, const Site *wanted, LaneSet lanes)
{
    const Site *site = NULL;
    LaneSet set = go(warp, &site);

    g_assert_cmphex(set, ==, lanes);
    g_assert_true(site == wanted);
}

static LaneSet all_of(unsigned lanes)
{
    return UINT64_MAX >> (64 - lanes);
}

/* Lanes that take a branch go first; all meet again behind it. */
static void branch(unsigned lanes)
{
    const Site *inside = site_find(NULL, 10), *behind = site_find(NULL, 20);
    LaneSet even = all_of(lanes) & UINT64_C(0x5555555555555555);
    Warp warp;

    begin(&warp, lanes);
    for (unsigned i = 0; i < lanes; ++i) {
        if (i % 2 == 0)
            add(&warp, i, inside);
        add(&warp, i, behind);
    }
    check(&warp, inside, even);
    check(&warp, behind, all_of(lanes));
    check(&warp, NULL, 0);
    order_free(&warp.visits);
}

static void branches(void)
{
    for (unsigned lanes = 2; lanes <= MACHINE_LANES; ++lanes)
        branch(lanes);
}

/* Lane I is in a loop I times; those that left it wait behind it. */
static void loops(void)
{
    const Site *inside = site_find(NULL, 10), *behind = site_find(NULL, 20);
    Warp warp;

    begin(&warp, 4);
    for (unsigned i = 0; i < 4; ++i) {
        for (unsigned times = 0; times < i; ++times)
            add(&warp, i, inside);
        add(&warp, i, behind);
    }
    check(&warp, inside, 0xe);
    check(&warp, inside, 0xc);
    check(&warp, inside, 0x8);
    check(&warp, behind, 0xf);
    order_free(&warp.visits);
}

/* Of lanes at one site those in an earlier round go. */
static void rounds(void)
{
    const Site *first = site_find(NULL, 10), *second = site_find(NULL, 20);
    Warp warp;

    begin(&warp, 2);
    add(&warp, 0, first);
    add(&warp, 0, first);
    add(&warp, 1, second);
    add(&warp, 1, first);
    check(&warp, first, 1);
    check(&warp, first, 1);
    check(&warp, second, 2);
    check(&warp, first, 2);
    order_reset(&warp.visits);
    memset(warp.at, 0, sizeof warp.at);
    warp.at[1] = 1;
    check(&warp, first, 3);
    order_free(&warp.visits);
}

/* A site in a function counts by the call of the outermost one, wherever the
 * function lies. */
static void calls(void)
{
    const Site *early = site_find(site_find(NULL, 10), 900);
    const Site *late = site_find(site_find(NULL, 30), 100);
    const Site *between = site_find(NULL, 20);
    Warp warp;

    begin(&warp, 3);
    add(&warp, 0, late);
    add(&warp, 1, between);
    add(&warp, 2, early);
    check(&warp, early, 4);
    check(&warp, between, 2);
    check(&warp, late, 1);
    order_free(&warp.visits);
}

static void occurrences(void)
{
    const Site *site = site_find(NULL, 10);
    Visits visits = {0};
    uint32_t occurrence;

    g_assert_cmphex(order_go(&visits, 1, site, &occurrence), ==, 1);
    g_assert_cmpuint(occurrence, ==, 0);
    g_assert_cmphex(order_go(&visits, 3, site, &occurrence), ==, 2);
    g_assert_cmpuint(occurrence, ==, 0);
    g_assert_cmphex(order_go(&visits, 3, site, &occurrence), ==, 3);
    g_assert_cmpuint(occurrence, ==, 1);
    order_reset(&visits);
    g_assert_cmphex(order_go(&visits, 3, site, &occurrence), ==, 3);
    g_assert_cmpuint(occurrence, ==, 0);
    order_free(&visits);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/order/branch-lanes-meet-behind-it", branches);
    g_test_add_func("/order/loop-lanes-wait-behind-it", loops);
    g_test_add_func("/order/earlier-round-first", rounds);
    g_test_add_func("/order/outermost-call-decides", calls);
    g_test_add_func("/order/occurrences", occurrences);
    return g_test_run();
}
