/* SPDX-License-Identifier: MIT */
#include "util/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum { NAME_MAX_LENGTH = 63 };

static int min_int(int x, int y)
{
    return x < y ? x : y;
}

static bool same_letter(char x, char y)
{
    return tolower((unsigned char)x) == tolower((unsigned char)y);
}

/* Letters to insert, drop, change or swap with their neighbour (Damerau and
 * Levenshtein, each stretch edited once) to get from A to B. */
static int edit_distance(const char *a, const char *b)
{
    int rows[3][NAME_MAX_LENGTH + 1];
    int *before_last = rows[0], *last = rows[1], *row = rows[2];
    int a_length = (int)strlen(a), b_length = (int)strlen(b);

    for (int j = 0; j <= b_length; ++j)
        row[j] = j;
    for (int i = 1; i <= a_length; ++i) {
        int *oldest = before_last;
        before_last = last;
        last = row;
        row = oldest;
        row[0] = i;
        for (int j = 1; j <= b_length; ++j) {
            int change = !same_letter(a[i - 1], b[j - 1]);
            row[j] =
                min_int(min_int(last[j], row[j - 1]) + 1, last[j - 1] + change);
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                same_letter(a[i - 2], b[j - 1]))
                row[j] = min_int(row[j], before_last[j - 2] + 1);
        }
    }
    return row[b_length];
}

const char *nearest_name(const char *typed, const char *const *names)
{
    const char *best = NULL;
    size_t length = strlen(typed);
    int best_distance = 1 + (int)length / 3; /* a typing slip in 3 letters */

    if (length == 0 || length > NAME_MAX_LENGTH)
        return NULL;
    if (best_distance < 2)
        best_distance = 2;
    for (; *names; ++names) {
        if (strlen(*names) > NAME_MAX_LENGTH)
            continue;
        int distance = edit_distance(typed, *names);
        /* a prefix of a name is an abbreviation, not a typing error */
        if (length >= 3 && strncasecmp(typed, *names, length) == 0)
            distance = min_int(distance, 1);
        if (distance < best_distance) {
            best_distance = distance;
            best = *names;
        }
    }
    return best;
}
