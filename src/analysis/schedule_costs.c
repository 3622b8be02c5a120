/* SPDX-License-Identifier: MIT */
#include "analysis/schedule_costs.h"

#include <string.h>

const ScheduleCosts schedule_costs = {.dram = 24,
                                      .word = 10,
                                      .launch = 133,
                                      .start = 0};

bool schedule_costs_same(const ScheduleCosts *a, const ScheduleCosts *b)
{
    return a->dram == b->dram && a->word == b->word && a->launch == b->launch &&
           a->start == b->start;
}

static uint32_t *cost_named(ScheduleCosts *costs, const char *name,
                            size_t length)
{
    const struct {
        const char *name;
        uint32_t *cost;
    } all[] = {{"dram", &costs->dram},
               {"word", &costs->word},
               {"launch", &costs->launch},
               {"start", &costs->start}};

    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        if (strlen(all[i].name) == length &&
            strncmp(name, all[i].name, length) == 0)
            return all[i].cost;
    return NULL;
}

/* Reads "dram=24" up to END. */
static bool read_cost(const char *text, const char *end, ScheduleCosts *costs,
                      Error *error)
{
    const char *equals = memchr(text, '=', (size_t)(end - text));
    size_t length = (size_t)((equals ? equals : end) - text);
    uint32_t *cost = cost_named(costs, text, length), value = 0;

    if (!cost)
        return error_set(
            error, ERROR_USAGE,
            "--costs %.*s: unknown name; write dram, word, launch or start",
            (int)(length > 40 ? 40 : length), text);
    const char *digit = equals ? equals + 1 : end;
    bool good = digit < end;
    for (; good && digit < end; ++digit) {
        good = *digit >= '0' && *digit <= '9';
        value = 10 * value + (uint32_t)(*digit - '0');
        good &= value <= SCHEDULE_MOST_COST;
    }
    if (!good)
        return error_set(error, ERROR_USAGE,
                         "--costs %.*s: invalid value; write model cycles from "
                         "0 to %d, as in %.*s=%u",
                         (int)(end - text > 60 ? 60 : end - text), text,
                         SCHEDULE_MOST_COST, (int)length, text, *cost);
    *cost = value;
    return true;
}

bool schedule_costs_read(const char *text, ScheduleCosts *costs, Error *error)
{
    for (;; ++text) {
        const char *end = text + strcspn(text, ",");
        if (!read_cost(text, end, costs, error))
            return false;
        if (!*end)
            return true;
        text = end;
    }
}
