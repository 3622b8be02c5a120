/* SPDX-License-Identifier: MIT
 *
 * manual - the manual page.
 *
 *     upsweep --man >doc/upsweep.1     after an option, say, has changed
 *     upsweep --man | man -l -         to read what is not installed
 */
#include "cmd.h"

#include "util/base.h"
#include "config.h"

#ifdef HAVE_PICTURES
#include "window/command.h"
#endif

static const char head[] =
    ".\\\" SPDX-License-Identifier: MIT\n"
    ".\\\" Made by `upsweep --man`; do not edit.\n"
    ".TH UPSWEEP 1 \"\" \"Upsweep " PACKAGE_VERSION "\" \"User Commands\"\n"
    ".SH NAME\n"
    "upsweep \\- step through parallel prefix sums on GPUs, one bank access at "
    "a time\n"
    ".SH SYNOPSIS\n"
    ".nf\n";

static const char description[] =
    ".fi\n"
    ".SH DESCRIPTION\n"
    "Upsweep runs a scan (a parallel prefix sum) on a GPU, or on a CPU "
    "machine\n"
    "that is built in, records what every thread does to shared memory, and\n"
    "steps through it: in a window, in the terminal, or as pictures.\n"
    ".PP\n"
    "A TRACE is a file that ends in .upsweep; ALGO is an algorithm, as\n"
    ".B upsweep list\n"
    "shows them, and is run on the spot.\n"
    ".PP\n"
    "Each option is given once.  A file that is read is an ordinary one; in "
    "place\n"
    "of a list or a table, \\- is standard input.  A file that is written "
    "appears\n"
    "whole or not at all, in folders that are made if they are missing; none "
    "goes to\n"
    "standard output.\n"
    ".SH COMMANDS\n";

static const char tail[] =
    ".SH EXIT STATUS\n"
    ".TP\n.B 0\ndone\n"
    ".TP\n.B 1\nthe answer is no: a proof failed, two traces differ, or a "
    "program has\na fault or was not verified\n"
    ".TP\n.B 2\nwrong usage or wrong input\n"
    ".TP\n.B 3\na machine or a file failed\n"
    ".SH ENVIRONMENT\n"
    ".TP\n.B UPSWEEP_SANDBOX\n"
    "If this is\n"
    ".BR optional ,\n"
    "programs of users run on a system that has no sandbox for them, too, with "
    "all\n"
    "rights of the user; else they are not run there.\n"
    ".TP\n.B CLANG\n"
    "the compiler of programs: clang 14 to 19 (clang++, or the newest in "
    "PATH)\n"
    ".TP\n.B XDG_STATE_HOME\n"
    "the folder of the lists of recent files and of accepted programs "
    "(~/.local/state)\n"
    ".TP\n.B TMPDIR\n"
    "the folder in which programs are built and run (/tmp)\n"
    ".SH SEE ALSO\n"
    "README.md lists the documents: doc/tutorial.md has the first steps,\n"
    "doc/reference.md the words and the algorithms.\n";

#ifdef HAVE_PICTURES
static const char keys[] =
    ".SH KEYS AND MOUSE\n"
    "In the window of\n"
    ".BR \"upsweep view\" .\n"
    "Each command with a sign on the toolbar can be clicked, too.\n"
    "In a form, Up, Down and Tab go from field to field, Left and Right "
    "change\n"
    "one, Return does what the form says, and Escape leaves it.\n"
    ".PP\n"
    "When a source file of a program that is shown is saved, the program is "
    "built\n"
    "and recorded again, and shown at the same place.  If it does not compile, "
    "the\n"
    "compiler's message lies over the last picture, until Escape or a click "
    "closes\n"
    "it, or the next version compiles.\n";
#endif

static void add_command(Text *text, const Subcommand *command)
{
    text_add(text, ".SS \"upsweep %s ", command->name);
    text_add_roff(text, command->operands);
    text_add(text, "\"\n");
    text_add_roff(text, command->help);
    text_add(text, ".\n");
    options_manual(command->options, text);
}

void manual_text(const Subcommand *const commands[], int count, Text *text)
{
    text_add(text, "%s", head);
    for (int i = 0; i < count; ++i) {
        text_add(text, "\\fBupsweep %s\\fR [options] ", commands[i]->name);
        text_add_roff(text, commands[i]->operands);
        text_add(text, "\n");
    }
    text_add(text, "%s", description);
    for (int i = 0; i < count; ++i)
        add_command(text, commands[i]);
#ifdef HAVE_PICTURES
    text_add(text, "%s", keys);
    command_manual(text);
#endif
    text_add(text, "%s", tail);
}
