/* SPDX-License-Identifier: MIT
 *
 * command - what the window can be told, by key, button or mouse: one table,
 * from which come the keys, the toolbar, the help, the key table of README and
 * the manual page.
 *
 *     key "Shift+Right" ─┐
 *     button             ├─► Command ─► act on a CommandState
 *     wheel              ─┘
 *
 * A command changes a CommandState and nothing else; the window looks at it
 * afterwards and follows.  So commands need no display to be tested.
 *
 * Keys are named in words, as SDL names them: "Right", "PageDown", "F11", "T",
 * with "Ctrl+", "Alt+" and "Shift+" before them in this order.  A single sign
 * that is neither a letter nor a digit ("+", "?") is what the key types, for it
 * lies under other keys on other keyboards.
 */
#ifndef UPSWEEP_COMMAND_H
#define UPSWEEP_COMMAND_H

#include "chart/chart_kind.h"
#include "window/chrome.h"
#include "window/dialogs.h"

/* What commands change. */
typedef struct {
    Player *player;
    Bookmarks *bookmarks;
    Theme theme;
    double scale; /* of text and all lengths; 0: 1 */
    bool toolbar, help, full_screen;
    bool blank;       /* nothing is to be seen */
    bool labels;      /* sums of inputs in place of numbers */
    ChartKind chart;  /* that is shown in place of the frame */
    PanelKind panel;  /* the form that is open */
    double zoom, pan; /* asked for: octaves closer; shares of what is seen; the
                         window does it, and clears them */
    bool whole;       /* asked for: all of everything */
    bool save, quit;  /* asked for; the window does it, and clears save */
} CommandState;

typedef struct Command Command;
struct Command {
    const char *name;
    const char *help;                  /* what it does, a clause */
    const char *keys[CHROME_MAX_KEYS]; /* NULL after the last */
    const char *mouse; /* how the mouse does it, other than by its button */
    Icon icon;
    ChromeGroup group;
    bool repeats; /* while its key is held */
    /* NULL for what only the pointer's place can say. */
    void (*act)(const Command *command, CommandState *state);
    /* True if it would change nothing now; NULL: never. */
    bool (*is_idle)(const Command *command, const CommandState *state);
    int direction; /* of moves and of speed */
    PlayerUnit unit;
    PlayerMark mark; /* of jumps */
};

/* All commands, in the order of toolbar and help; their number in *COUNT. */
const Command *command_all(size_t *count);
/* The one that KEY stands for, or that has ICON; NULL if there is none. */
const Command *command_by_key(const char *key);
const Command *command_by_icon(Icon icon);

void command_run(const Command *command, CommandState *state);

/* The table as the chrome wants it, in this state: command_all's count items,
 * to be freed. */
ChromeItem *command_items(const CommandState *state);

/* Adds the key table in Markdown, as it stands in README. */
void command_help_text(Text *text);
/* The same as a section of a manual page. */
void command_manual(Text *text);

#endif
