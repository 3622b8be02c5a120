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
    "upsweep \\- run CUDA scans on a GPU simulator and show every memory "
    "access\n"
    ".SH SYNOPSIS\n"
    ".nf\n";

static const char description[] =
    ".fi\n"
    ".SH DESCRIPTION\n"
    "Upsweep runs a scan (a parallel prefix sum) on its GPU simulator or on a\n"
    "GPU.  It records what every thread loads and stores, and shows it step "
    "by\n"
    "step: in a window, in the terminal, or as pictures.\n"
    ".PP\n"
    "A TRACE is a file that ends in .upsweep.  An ALGORITHM is one of those "
    "that\n"
    ".B upsweep list\n"
    "prints.  FILE.cu is your CUDA program; what follows \\-\\- are its "
    "arguments.\n"
    ".PP\n"
    "Give each option once.  Where an option takes a list or a table, \\- "
    "reads\n"
    "standard input.  Upsweep creates missing folders for its output.  An "
    "output\n"
    "file is written completely or not at all.\n"
    ".SH COMMANDS\n";

static const char run_head[] =
    ".SH OPTIONS OF A RUN\n"
    "These options say what a command runs.  Without them, an algorithm "
    "scans 64\n"
    "numbers on a small GPU with 4 banks.  Only verify differs: it tries many\n"
    "sizes, up to 2048 numbers on 32 banks.\n";

static const char tail[] =
    ".SH EXIT STATUS\n"
    ".TP\n.B 0\nsuccess\n"
    ".TP\n.B 1\na check failed, two traces differ, or a program has a fault "
    "or was not\nverified\n"
    ".TP\n.B 2\nwrong usage or wrong input\n"
    ".TP\n.B 3\na device or a file failed\n"
    ".SH ENVIRONMENT\n"
    ".TP\n.B UPSWEEP_SANDBOX\n"
    "Set this to\n"
    ".B optional\n"
    "to run programs without a sandbox, with all your rights, on a system "
    "that\n"
    "has none.  Otherwise Upsweep does not run them there.\n"
    ".TP\n.B CLANG\n"
    "the compiler of programs: clang 14 to 19 (default: clang++, or the "
    "newest in\nPATH)\n"
    ".TP\n.B XDG_STATE_HOME\n"
    "the folder for the lists of recent files and accepted programs "
    "(default:\n~/.local/state)\n"
    ".TP\n.B TMPDIR\n"
    "the folder in which programs are built and run (default: /tmp)\n"
    ".SH SEE ALSO\n"
    "README.md lists the documents.  doc/tutorial.md has the first steps,\n"
    "doc/reference.md commands and formats, doc/theory.md the terms.\n";

#ifdef HAVE_PICTURES
static const char keys[] =
    ".SH KEYS AND MOUSE\n"
    "These keys work in the window of\n"
    ".BR \"upsweep view\" .\n"
    "On the start page, arrow keys choose and Enter opens.  In the set-up "
    "panel,\n"
    "Tab moves between fields, Left and Right change a value, and Enter "
    "takes\n"
    "what was typed; the picture follows at once.\n"
    ".PP\n"
    "When you save a source file of a program, Upsweep builds and records it "
    "again\n"
    "and shows it at the same place.  If it does not compile, the last "
    "picture is\n"
    "pale, and the compiler\\(aqs message lies over it until you press "
    "Escape or\n"
    "save a version that compiles.\n";
#endif

static void add_command(Text *text, const Subcommand *command)
{
    text_add(text, ".SS \"upsweep %s ", command->name);
    text_add_roff(text, command->operands);
    text_add(text, "\"\n");
    text_add_roff(text, command->about);
    text_add(text, "\n.PP\n.nf\n");
    for (int i = 0; i < CMD_EXAMPLES; ++i) {
        text_add_roff_bold(text, command->examples[i].command);
        text_add(text, "  # ");
        text_add_roff(text, command->examples[i].comment);
        text_add(text, "\n");
    }
    text_add(text, ".fi\n");
    options_manual(command->options | OPTION(HELP), false, text);
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
    text_add(text, "%s", run_head);
    options_manual(OPTIONS_RUN, true, text);
#ifdef HAVE_PICTURES
    text_add(text, "%s", keys);
    command_manual(text);
#endif
    text_add(text, "%s", tail);
}
