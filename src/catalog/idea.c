/* SPDX-License-Identifier: MIT */
#include "catalog/idea.h"

#include <string.h>

static const struct {
    const char *title, *text;
} ideas[IDEA_COUNT] = {
    [IDEA_CONFLICTS] = {"Trees with bank conflicts",
                        "sums go up a tree and down again; few banks hold "
                        "their cells"},
    [IDEA_TREES] = {"Trees without conflicts",
                    "the same sums, spread over the banks"},
    [IDEA_ROWS] = {"Without a tree",
                   "one thread alone, or Hillis-Steele (Horn, Kogge-Stone)"},
    [IDEA_REGISTERS] = {"Registers and shuffles",
                        "lanes of a warp exchange sums without memory"},
    [IDEA_BLOCKS] = {"Several blocks",
                     "arrays too large for the shared memory of one block"},
    [IDEA_SELECTION] = {"Applications", "what scans are good for"},
    [IDEA_OTHERS] = {"Others", "algorithms of other kinds"},
    [IDEA_MISTAKES] = {"Mistakes worth teaching",
                       "wrong sums, races, avoidable conflicts; D: go there"},
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
