/* SPDX-License-Identifier: MIT
 *
 * start - the start page: what there is to see, each with a small picture.
 *
 *     ┌ Upsweep    a prefix sum gives each place ... ───────────────────┐
 *     │ Trees, and lanes that wait        Trees that avoid ... │ Recent │
 *     │ ┌────────┐ ┌────────┐ ┌────────┐  ┌────────┐           │ ▫ a    │
 *     │ │ picture│ │        │ │        │  │        │           │ ▫ b    │
 *     │ └────────┘ └────────┘ └────────┘  └────────┘           │ Files  │
 *     │ NoPadding  ...                                         │ ▫ c.cu │
 *     │ a tree in place                                        │ Words  │
 *     └─────────────────────────────────────────────────────────────────┘
 *
 * A Start is a value that does not use the window.  Its pictures are made one
 * by one, those that are seen first, each in some milliseconds, so that the
 * page is there at once.  Where the page is narrow, what is at its right comes
 * first, and words are left to their own key.
 */
#ifndef UPSWEEP_START_H
#define UPSWEEP_START_H

#include "catalog/idea.h"
#include "cli/options.h"
#include "window/chrome.h"

/* A small picture of what could be opened, without words: the frame of a trace
 * at a typical moment, or the lines of a source file. */

/* Width over height. */
#define MINIATURE_SHAPE (16.0 / 9)

typedef struct {
    DisplayList list; /* empty: there is no picture */
} Miniature;

/* A frame of TRACE: where a mistake shows, else where lanes wait, else half way
 * through. */
void miniature_of_trace(Miniature *miniature, const Trace *trace);
/* The lines of a text, as bars. */
void miniature_of_text(Miniature *miniature, const char *text);
void miniature_free(Miniature *miniature);

/* Draws the picture in BOX, as the thing that LIST has now. */
void miniature_draw(DisplayList *list, const Miniature *miniature, Rect box);

typedef enum {
    START_RUN,     /* an algorithm of the catalog */
    START_TRACE,   /* a file with a trace */
    START_PROGRAM, /* a source file */
    START_LESSON,  /* a lesson, by its name */
    START_FORM     /* the dialog of what runs */
} StartKind;

/* The sections of the page. */
enum {
    START_RECENT,
    START_FILES,
    START_LESSONS,
    START_IDEAS, /* one for each */
    START_SECTIONS = START_IDEAS + IDEA_COUNT
};

enum { START_MOST_LINES = 128 }; /* of cards */

typedef struct {
    StartKind kind;
    int section;
    char *what;  /* the name of an algorithm, or a file's path */
    char *title; /* printable, as is the text */
    char *text;
    Miniature picture;
    bool pictured;
    bool done; /* of a lesson: its end has been seen */
    bool side; /* a line at the right, not a card */
    Rect box;  /* empty: there is no room; else in the page as if unscrolled */
} StartEntry;

typedef struct Start {
    StartEntry *entries;
    size_t entries_count, entries_capacity;
    size_t focus;
    int hover;  /* the entry under the pointer, or -1 */
    double top; /* how far the cards are scrolled */

    /* Where everything is, as last laid out. */
    ChromeSize size;
    double unit, least;
    Rect head, content, side, foot; /* side: empty if there is none */
    Rect headings[START_SECTIONS];
    double lines[START_MOST_LINES]; /* where lines of cards start */
    int lines_count;
    double height;    /* of all cards */
    double highest;   /* the height of the highest line */
    bool brief;       /* without a text at the head */
    size_t left_over; /* files that have no room */
} Start;

/* The page with the catalog, and the files of the current folder. */
Start *start_new(void);
void start_free(Start *start); /* NULL is fine */

/* Clears LIST and draws the page.  What can be pressed carries THING_ENTRY and
 * the number of its entry. */
void start_draw(DisplayList *list, Start *start, const ChromeSize *size);

typedef enum { START_IGNORES, START_MOVES, START_OPENS } StartAnswer;
/* Handles a key, named as commands name it; START_OPENS: the entry in focus. */
StartAnswer start_key(Start *start, const char *key);
/* Scrolls by so many lines of cards; true if it did. */
bool start_scroll(Start *start, int lines);
/* The entry of a page drawn in LIST at a point, or -1. */
int start_at(const DisplayList *list, double x, double y);

/* True if an entry that is seen has no picture yet; makes the next one. */
bool start_lacks_picture(const Start *start);
void start_make_picture(Start *start);

/* The options that run an entry of kind START_RUN: 64 elements on 4 banks, so
 * that there are conflicts to be seen and several blocks. */
Options start_options(const StartEntry *entry);

#endif
