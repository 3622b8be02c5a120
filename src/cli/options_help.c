/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include "util/wrap.h"

#include <stdio.h>
#include <string.h>

enum { COLUMN = 24, WIDTH = 80 };

/* The options that a command shares with all that run something. */
static const OptionSet run_options = (OPTION(HELP) - OPTION(N)) & OPTIONS_RUN;

static bool folds(OptionSet allowed, bool every)
{
    return !every && (allowed & run_options) == run_options;
}

void options_wrap(const char *plain, Text *text)
{
    wrap_add(text, WIDTH, 0, "", 0, plain);
}

static void add_option(Text *text, OptionFacts facts)
{
    char left[64];
    size_t before = text->length;

    snprintf(left, sizeof left, facts.letter ? "-%c, " : "    ", facts.letter);
    text_add(text, "  %s--%s%s%s", left, facts.name, facts.argument ? " " : "",
             facts.argument ? facts.argument : "");
    int used = (int)(text->length - before);
    text_add(text, "%s%*s", used < COLUMN - 1 ? "" : "\n",
             used < COLUMN - 1 ? COLUMN - used : COLUMN, "");
    wrap_add(text, WIDTH, COLUMN, "", COLUMN, facts.help);
}

static void add_run_options(Text *text)
{
    char name[OPTIONS_MAX_NAME];
    Text names = {0};

    for (OptionKey key = 0; key < OPTION_COUNT; ++key)
        if (run_options >> key & 1)
            text_add(&names, "%s%s", names.length ? " " : "",
                     options_name(key, name));
    text_add(text, "\nRun (`upsweep help run` explains these)\n  ");
    wrap_add(text, WIDTH, 2, "", 2, names.text);
    text_free(&names);
}

void options_help(OptionSet allowed, bool every, Text *text)
{
    const char *group = NULL;
    bool folded = folds(allowed, every);

    for (OptionKey key = 0; key < OPTION_COUNT; ++key) {
        OptionFacts facts = options_facts(key);
        if (folded && key == OPTION_N)
            add_run_options(text);
        if (!(allowed >> key & 1) || (folded && run_options >> key & 1))
            continue;
        if (facts.group != group)
            text_add(text, "\n%s\n", facts.group);
        group = facts.group;
        add_option(text, facts);
    }
}

static void add_roff_option(Text *text, OptionFacts facts)
{
    const char letter[] = {'-', facts.letter, '\0'};

    text_add(text, ".TP\n");
    if (facts.letter) {
        text_add_roff_bold(text, letter);
        text_add(text, ", ");
    }
    text_add(text, "\\fB\\-\\-");
    text_add_roff(text, facts.name);
    text_add(text, "\\fR");
    if (facts.argument)
        text_add(text, " \\fI%s\\fR", facts.argument);
    text_add(text, "\n");
    text_add_roff(text, facts.help);
    text_add(text, "\n");
}

void options_manual(OptionSet allowed, bool every, Text *text)
{
    bool folded = folds(allowed, every);

    for (OptionKey key = 0; key < OPTION_COUNT; ++key)
        if (allowed >> key & 1 && !(folded && run_options >> key & 1))
            add_roff_option(text, options_facts(key));
    if (folded)
        text_add(text, ".PP\nThe options of a run (below) apply, too.\n");
}
