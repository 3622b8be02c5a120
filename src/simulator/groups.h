/* SPDX-License-Identifier: MIT
 *
 * groups - which launches of a program work together: they read what others of
 * the group have stored, and the first one reads the input.
 *
 *     launch    1     2     3     4     5     6
 *               scan  sums  add   scan  sums  add     in -> out, twice
 *     groups    1 ........... 3   4 ........... 6
 *
 * Two questions are asked of arrays, and of the bytes of each that a launch
 * loads and stores:
 *
 *     forward    which launches does the input reach?   in  -> scan -> sums ...
 *     backward   what does the last one need?           add <- out, sums ...
 */
#ifndef UPSWEEP_SIMULATOR_GROUPS_H
#define UPSWEEP_SIMULATOR_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a group is given: random elements in ARRAY before launch FIRST. */
typedef struct {
    uint32_t first, array;
} GroupInput;

typedef struct {
    uint32_t first, last; /* launches, from 1 */
    uint32_t end; /* the last of the launches behind it that store nothing */
    bool read;    /* the host reads what the input reaches before LAST ends */
} LaunchGroup;

typedef struct {
    LaunchGroup *items; /* by rising first */
    size_t items_count, items_capacity;
    bool read; /* the host reads what the input reaches before the last launch
                  of all */
} LaunchGroups;

/* The groups that INPUT reaches, of launches that are not TAKEN, by number from
 * 0; free their items. */
LaunchGroups groups_find(GroupInput input, const bool *taken);

/* True if COUNT launches from A on make the calls of those from B on: the same
 * kernels of the same sizes with the same arguments. */
bool groups_same_calls(uint32_t a, uint32_t b, uint32_t count);

#endif
