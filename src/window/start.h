/* SPDX-License-Identifier: MIT
 *
 * start - the start page: three doors side by side, or one below the other.
 *
 *     Upsweep   See what a GPU does with shared memory, one access at a time.
 *     ┌ Learn ─────────────┐ ┌ Compare ───────────┐ ┌ My program ────────┐
 *     │ ✓ What is a scan?  │ │ ▫▫▫ With and       │ │ Drop a .cu file    │
 *     │ ✓ One thread       │ │ ▪   without ...    │ │       [Open ...]   │
 *     │ 3 Hillis ...  next │ │ ▫▫▫ Two ways ...   │ │ Recent             │
 *     │ 4 Work ...         │ │ [All algorithms]   │ │ • a.cu race, line 3│
 *     └────────────────────┘ └────────────────────┘ └────────────────────┘
 *     Arrow keys and Enter, or the mouse · F1 help · Ctrl+O open
 *
 * A Start is a value that does not use the window and records nothing.
 * start_page.c shows it.
 */
#ifndef UPSWEEP_START_H
#define UPSWEEP_START_H

#include "cli/options.h"
#include "cli/recent.h"
#include "lesson/lesson_list.h"
#include "ui/ui.h"

/* A lesson, its title printable. */
typedef struct {
    char *name, *title;
    bool done; /* its end was seen */
} StartLesson;

/* A comparison that matters. */
typedef struct {
    const char *title, *text;
    const char *names[2]; /* of the algorithms */
    /* What is drawn of each: rows of things between slashes. "o" is accessed or
     * added, "!" waits, "w" is wrong, "s" is a spare cell, "." is idle. */
    const char *drawings[2];
} StartPair;

enum { START_PAIRS = 4 };
extern const StartPair start_pairs[START_PAIRS];

typedef struct {
    StartLesson *lessons;
    size_t lessons_count, lessons_capacity;
    size_t next; /* the first lesson that is not done */
    Recent recent;
    int lesson_first, pair_first, recent_first; /* at the top of each list */
    bool fresh;                                 /* not shown yet */
} Start;

typedef enum {
    START_NOTHING,
    START_LESSON,  /* lesson I */
    START_PAIR,    /* comparison I */
    START_RECENT,  /* recent file I */
    START_OPEN,    /* the file chooser */
    START_CATALOG, /* the list of algorithms */
    START_EXAMPLES /* the list of examples */
} StartKind;

typedef struct {
    StartKind kind;
    size_t i;
} StartChoice;

Start *start_new(void);
void start_free(Start *start); /* NULL is fine */

/* Shows the page in BOX; returns what was chosen. */
StartChoice start_show(Ui *ui, Start *start, Rect box);

/* The options that run COUNT algorithms: 64 elements on 4 banks, so that there
 * are conflicts to be seen and several blocks, in an order of blocks in which
 * mistakes show. */
Options start_options(const char *const names[], int count);

#endif
