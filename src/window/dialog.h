/* SPDX-License-Identifier: MIT
 *
 * dialog - what lies over the window until it is answered: a question, or
 * a list to choose from.
 *
 *     ┌ Open ────────────────────────────────── × ┐
 *     │ ┌ part of a name, or a path ────────────┐ │   typed
 *     │ └───────────────────────────────────────┘ │
 *     │   ..                               folder │
 *     │ ▌ transpose.cu                    program │   Up, Down; Return
 *     │   run.upsweep                       trace │
 *     │ what is wrong, in one line      [  Open ] │
 *     └───────────────────────────────────────────┘
 *
 * What is typed chooses among the rows; in the list of files a path leads to
 * another folder.
 */
#ifndef UPSWEEP_DIALOG_H
#define UPSWEEP_DIALOG_H

#include "cli/consent.h"
#include "say/finding_note.h"
#include "ui/ui.h"

typedef enum {
    DIALOGS_NONE,
    DIALOGS_PROGRAM, /* a program is new: may it be built and run? */
    DIALOGS_FILE,    /* a program or a trace */
    DIALOGS_CATALOG, /* an algorithm */
    DIALOGS_SECOND,  /* an algorithm to compare with, or none */
    DIALOGS_EXAMPLE, /* a program that comes with Upsweep */
    DIALOGS_FINDING  /* what was found in a trace */
} DialogKind;

enum { DIALOG_TEXT = 512 };

typedef struct {
    char *value;       /* what choosing it means */
    char *name, *note; /* printable */
    bool is_folder;
} DialogRow;

typedef struct {
    DialogKind kind;
    char *title;
    char *message; /* instead of a list; or NULL */
    char *folder;  /* whose files the rows are; else NULL */
    DialogRow *rows;
    size_t rows_count, rows_capacity;
    char field[DIALOG_TEXT]; /* UTF-8 */
    char error[DIALOG_TEXT];
    int chosen, first; /* among the rows that the field leaves */
    bool fresh;        /* not shown yet */
    uint32_t before;   /* what had the focus */
} Dialog;

typedef enum { DIALOG_GOES_ON, DIALOG_IS_DONE, DIALOG_IS_LEFT } DialogAnswer;

/* Each is freed with dialog_free. */
/* Asks whether what is new of CONSENT may be built and run. */
Dialog *dialog_program(const Consent *consent);
/* The files of FOLDER. */
Dialog *dialog_files(const char *folder);
/* The algorithms of the catalog; of DIALOGS_SECOND, with none. */
Dialog *dialog_catalog(DialogKind kind);
Dialog *dialog_examples(void);
/* What was found in trace T of those that are shown; the value is "T INDEX". */
Dialog *dialog_findings(const FindingNotes *notes, int t);
void dialog_free(Dialog *dialog); /* NULL is fine */

/* Shows the dialog. */
DialogAnswer dialog_show(Ui *ui, Dialog *dialog);
/* The value of the row that was chosen, or what was typed, once it is done. */
const char *dialog_value(const Dialog *dialog);

#endif
