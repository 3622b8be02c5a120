/* SPDX-License-Identifier: MIT */
#include "sim/convergence.h"

#include <string.h>

void convergence_reset(Convergence *state)
{
    state->sites = 0;
}

static int site_find(const Convergence *state, uint16_t line)
{
    for (int s = 0; s < state->sites; ++s)
        if (state->lines[s] == line)
            return s;
    return -1;
}

bool convergence_knows(const Convergence *state, uint16_t line)
{
    return site_find(state, line) >= 0;
}

static uint32_t *visits_at(Convergence *state, uint16_t line)
{
    int s = site_find(state, line);

    if (s < 0) {
        BASE_CHECK(state->sites < CONVERGENCE_MAX_SITES);
        s = state->sites++;
        state->lines[s] = line;
        memset(state->visits[s], 0, sizeof state->visits[s]);
    }
    return state->visits[s];
}

uint64_t convergence_next(Convergence *state, const Event *const heads[],
                          uint64_t lanes, uint32_t *occurrence)
{
    uint32_t line = UINT32_MAX;
    uint32_t least = UINT32_MAX;
    uint64_t there = 0, chosen = 0; /* lanes that wait at LINE; those to go */

    if (!lanes)
        return 0;
    for (uint64_t rest = lanes; rest; rest &= rest - 1) {
        int i = __builtin_ctzll(rest);
        if (heads[i]->site > line)
            continue;
        there = heads[i]->site < line ? 0 : there;
        line = heads[i]->site;
        there |= UINT64_C(1) << i;
    }
    uint32_t *visits = visits_at(state, (uint16_t)line);
    for (uint64_t rest = there; rest; rest &= rest - 1) {
        int i = __builtin_ctzll(rest);
        if (visits[i] > least)
            continue;
        chosen = visits[i] < least ? 0 : chosen;
        least = visits[i];
        chosen |= UINT64_C(1) << i;
    }
    for (uint64_t rest = chosen; rest; rest &= rest - 1)
        ++visits[__builtin_ctzll(rest)];
    *occurrence = least;
    return chosen;
}
