/* SPDX-License-Identifier: MIT */
#include "trace/thing.h"

/* In the order of ThingKind. */
static const char *const names[] = {
    "",      "thread",      "node",   "cell",   "bank",   "queue",
    "line",  "instruction", "step",   "block",  "launch", "word",
    "lane",  "queue",       "locals", "frame",  "words",  "total",
    "chart", "finding",     "light",  "motion", "widget", "choice",
    "answer",
};
_Static_assert(sizeof names / sizeof *names == THING_KINDS,
               "each kind of thing has a name");

const char *thing_name(ThingKind kind)
{
    BASE_CHECK((size_t)kind < THING_KINDS);
    return names[kind];
}

bool thing_is_pair(ThingKind kind)
{
    return kind == THING_NODE || kind == THING_PLACE || kind == THING_LINE ||
           kind == THING_BLOCK || kind == THING_WORD || kind == THING_LANE ||
           kind == THING_FINDING;
}

bool thing_same(const Thing *a, const Thing *b)
{
    return a->kind == b->kind && a->a == b->a && a->b == b->b &&
           a->trace == b->trace;
}

uint64_t thing_hash(const Thing *thing)
{
    uint64_t state = (uint64_t)thing->a << 32 | thing->b;

    state = base_random(&state) ^
            ((uint64_t)thing->kind << 32 | (uint32_t)thing->trace);
    return base_random(&state);
}

bool thing_is_of(const Thing *thing, int t)
{
    return thing->trace == 0 || thing->trace == t + 1;
}
