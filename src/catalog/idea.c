/* SPDX-License-Identifier: MIT */
#include "catalog/idea.h"

#include <string.h>

static const struct {
    const char *title, *text;
} ideas[IDEA_COUNT] = {
    [IDEA_CONFLICTS] = {"Trees, and lanes that wait",
                        "sums go up a tree and down again; their cells pile up "
                        "in few banks"},
    [IDEA_TREES] = {"Trees that avoid waiting",
                    "the same sums, with cells spread over the banks"},
    [IDEA_ROWS] = {"Row after row",
                   "no tree: one thread alone, or all of them in every round"},
    [IDEA_REGISTERS] = {"Registers and shuffles",
                        "a warp's lanes hand sums to each other, without "
                        "memory"},
    [IDEA_BLOCKS] = {"Many blocks",
                     "arrays too large for one block's shared memory"},
    [IDEA_SELECTION] = {"Selection", "what scans are for"},
    [IDEA_OTHERS] = {"Others", "of no kind above"},
    [IDEA_MISTAKES] = {"Mistakes worth teaching",
                       "wrong sums, races, needless conflicts: D goes there"},
};

static const struct {
    const char *name;
    Idea idea;
} places[] = {
    {"sequential", IDEA_ROWS},
    {"hillis-steele", IDEA_ROWS},
    {"ping-pong", IDEA_ROWS},
    {"brent-kung", IDEA_CONFLICTS},
    {"nopadding", IDEA_CONFLICTS},
    {"hybrid", IDEA_CONFLICTS},
    {"padding", IDEA_TREES},
    {"leftright", IDEA_TREES},
    {"reduce-downsweep", IDEA_CONFLICTS},
    {"vector-padding", IDEA_TREES},
    {"vector-leftright", IDEA_TREES},
    {"warp-shuffle", IDEA_REGISTERS},
    {"block-shuffle", IDEA_REGISTERS},
    {"vector-shuffle", IDEA_REGISTERS},
    {"three-phase", IDEA_BLOCKS},
    {"look-back", IDEA_BLOCKS},
    {"vector-look-back", IDEA_BLOCKS},
    {"compact", IDEA_SELECTION},
};

const char *idea_title(Idea idea)
{
    return ideas[idea].title;
}

const char *idea_text(Idea idea)
{
    return ideas[idea].text;
}

Idea idea_of(const Algorithm *algorithm)
{
    size_t length = strcspn(algorithm->name, ":");

    if (algorithm->fault != FAULT_NONE)
        return IDEA_MISTAKES;
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i)
        if (strlen(places[i].name) == length &&
            memcmp(places[i].name, algorithm->name, length) == 0)
            return places[i].idea;
    return IDEA_OTHERS;
}

uint64_t idea_seed(const Algorithm *algorithm)
{
    return algorithm->fault != FAULT_NONE && algorithm->waits ? 1 : 0;
}
