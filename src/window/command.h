/* SPDX-License-Identifier: MIT
 *
 * command - the commands of the window, run by key, button or mouse: one table
 * for the keys, the bar, the menu, the help and the manual page.
 *
 *     key "Right" ─┐
 *     button       ├─► Command ─► act on a CommandState
 *     wheel        ─┘
 *
 * A command changes only a CommandState; the window then does what that state
 * requests.  So commands can be tested without a display.
 *
 * Keys have the names that SDL gives them: "Right", "PageDown", "F11", "T",
 * with "Ctrl+", "Alt+" and "Shift+" before them in this order.  A punctuation
 * key ("+", "?") is named by the character typed, because keyboards differ in
 * the key that types it.
 */
#ifndef UPSWEEP_COMMAND_H
#define UPSWEEP_COMMAND_H

#include "chart/chart.h"
#include "playback/player.h"
#include "window/dialog.h"

enum { COMMAND_KEYS = 3 };

/* Where a command can be seen. */
typedef enum {
    COMMAND_HIDDEN, /* it has keys, or the mouse, alone */
    COMMAND_BAR,
    COMMAND_MENU
} CommandPlace;

/* The state that commands change. */
typedef struct {
    Player *player;
    Theme theme;
    double scale;    /* of text and all lengths; 0: 1 */
    uint32_t thread; /* 1 + the one whose locals are shown; see Scene */
    bool projector;  /* larger text */
    bool details;    /* show code, totals, global memory and locals */
    bool full_screen;
    bool menu;         /* the menu is open */
    bool help;         /* the keys are shown */
    bool words;        /* the glossary is shown */
    bool setup;        /* the set-up panel is beside the picture */
    bool start;        /* show the start page instead of the frame */
    bool blank;        /* the screen is black */
    bool labels;       /* show sums of inputs instead of numbers */
    bool time;         /* show the timeline of warps instead of the views */
    ChartKind chart;   /* shown instead of the frame */
    DialogKind dialog; /* the open one */
    bool fault;        /* the fault panel is shown, if there is a fault */
    bool card;         /* something is chosen, and its card is open */
    bool arrows;       /* the arrows move the choice, and not time */
    bool choose;       /* request: choose a thing */
    bool asking;       /* a question is open */
    bool ask;          /* request: begin or end predict mode */
    bool save, quit;   /* requests */
    bool lesson;       /* one is played; cleared to leave it */
    int stops;         /* request: by how many stops to move */
    bool note;         /* speaker notes are shown */
} CommandState;

typedef struct Command Command;
struct Command {
    const char *name;               /* below its button, and in the menu */
    const char *help;               /* a noun phrase or a verb: "next step" */
    const char *keys[COMMAND_KEYS]; /* NULL after the last */
    const char *mouse; /* mouse action other than the button, or NULL */
    CommandPlace place;
    bool repeats;     /* while its key is held */
    bool keeps_blank; /* leaves a blank screen blank; others show the frame */
    bool while_asked; /* does something while a question is open */
    bool at_start;    /* does something on the start page, too */
    /* Changes STATE; NULL for actions that need the pointer's position. */
    void (*act)(const Command *command, CommandState *state);
    /* True if the command would change nothing now; NULL: never. */
    bool (*is_idle)(const Command *command, const CommandState *state);
    /* True if what it switches on is on; NULL: see FLAG. */
    bool (*is_on)(const CommandState *state);
    int direction; /* of moves and of speed */
    PlayerUnit unit;
    DialogKind dialog; /* the one that opens */
    size_t flag;       /* the offset of a bool in CommandState, or 0 */
};

/* All commands, in the order of bar, menu and help; sets *COUNT to their
 * number. */
const Command *command_all(size_t *count);
/* The command that KEY runs; the one of that name; NULL if there is none. */
const Command *command_by_key(const char *key);
const Command *command_by_name(const char *name);

/* Runs a command on STATE. */
void command_run(const Command *command, CommandState *state);
/* True if running the command would change nothing now. */
bool command_is_idle(const Command *command, const CommandState *state);
/* True if what the command switches is on. */
bool command_is_on(const Command *command, const CommandState *state);

/* The tick of the next problem, a bank conflict or a fault, or, with a
 * DIRECTION below 0, of the one before; behind the last one, of the first one.
 * The current tick if there is no other. */
uint32_t command_problem(const Player *player, int direction);

/* Appends the key table as a section of the manual page. */
void command_manual(Text *text);

#endif
