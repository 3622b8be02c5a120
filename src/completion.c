/* SPDX-License-Identifier: MIT
 *
 * completion - what a shell offers at the Tab key, from the program's tables.
 *
 *     upsweep --complete record --device c      cpu
 *                                               cpu,gpu
 *
 * The files of assets/completions call it.  The last word is the one to be
 * completed.  Each line has a word and, after a tab, its help; or a pattern of
 * files, "*.cu", which the shell looks for itself.
 */
#include "cmd.h"

#include "catalog/catalog.h"
#include "chart/chart.h"
#include "config.h"
#include "lesson/lesson_list.h"
#include "record/input.h"
#include "trace/value.h"

#ifdef HAVE_PICTURES
#include "export/formats.h"
#endif

#include <string.h>

typedef struct {
    const char *typed;  /* of the word to be completed */
    const char *before; /* "--device=", which stays before each offer */
    int before_length;
    Text *text;
} Offers;

static void offer(const Offers *offers, const char *word, const char *help)
{
    if (strncmp(word, offers->typed, strlen(offers->typed)) == 0)
        text_add(offers->text, "%.*s%s\t%s\n", offers->before_length,
                 offers->before, word, help);
}

static void offer_files(const Offers *offers, const char *endings)
{
    for (const char *at = endings; *at; at += strcspn(at, " ")) {
        at += *at == ' ';
        text_add(offers->text, "*%.*s\n", (int)strcspn(at, " "), at);
    }
}

static void offer_commands(const Offers *offers,
                           const Subcommand *const commands[], int count)
{
    for (int i = 0; i < count; ++i)
        offer(offers, commands[i]->name, commands[i]->help);
}

static void offer_lessons(const Offers *offers)
{
    LessonList list = lesson_list();

    for (size_t i = 0; i < list.lessons_count; ++i)
        offer(offers, list.lessons[i]->name, list.lessons[i]->title);
    lesson_list_free(&list);
    offer_files(offers, ".lesson");
}

static void offer_operands(const Offers *offers, const Subcommand *command)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    if (command == &cmd_lesson)
        offer_lessons(offers);
    for (size_t i = 0; strstr(command->operands, "ALGO") && i < count; ++i)
        offer(offers, all[i]->name, all[i]->summary);
    if (command == &cmd_export)
        offer(offers, "chart", "a chart over n");
    for (int i = CHART_NONE + 1; command == &cmd_export && i < CHART_KINDS; ++i)
        offer(offers, chart_kinds[i].name, "a kind of chart");
    if (strstr(command->operands, "TRACE"))
        offer_files(offers, ".upsweep");
    if (strstr(command->operands, "FILE.cu"))
        offer_files(offers, ".cu .cpp .cc .cxx .c");
}

/* What can follow option KEY, whose values are WORDS or NULL. */
static void offer_values(const Offers *offers, OptionKey key, const char *words)
{
    for (const char *at = words; at && *at; at += *at == '|') {
        Text word = {0};
        text_add(&word, "%.*s", (int)strcspn(at, "|"), at);
        at += word.length;
        offer(offers, word.text, "");
        text_free(&word);
    }
    for (int op = 0; key == OPTION_OP && op < OP_COUNT; ++op)
        offer(offers, op_name((Op)op), "");
    for (int i = 0; key == OPTION_INPUT && input_words[i]; ++i)
        offer(offers, input_words[i], "");
#ifdef HAVE_PICTURES
    for (int i = 0; key == OPTION_FORMAT && i < EXPORT_FORMATS; ++i)
        if (!export_formats[i].slides)
            offer(offers, export_formats[i].name, "");
#endif
    if (key == OPTION_LESSON)
        offer_lessons(offers);
    if (key == OPTION_TABLE)
        offer_files(offers, ".csv");
    if (key == OPTION_INPUT || key == OPTION_OUTPUT)
        text_add(offers->text, "*\n");
}

static void offer_options(const Offers *offers, OptionSet options)
{
    for (OptionKey key = 0; key < OPTION_COUNT; ++key) {
        OptionFacts facts = options_facts(key);
        char name[OPTIONS_MAX_NAME];
        if (!(options >> key & 1))
            continue;
        snprintf(name, sizeof name, "--%s", facts.name);
        offer(offers, name, facts.help);
        if (facts.letter)
            offer(offers, options_name(key, name), facts.help);
    }
}

/* Offers the values of the option of OPTIONS that the word OPTION is, LENGTH
 * bytes long; false if it is none that has values. */
static bool follow(const Offers *offers, OptionSet options, const char *option,
                   size_t length)
{
    for (OptionKey key = 0; key < OPTION_COUNT; ++key) {
        OptionFacts facts = options_facts(key);
        bool same = length == 2 && option[0] == '-'
                        ? option[1] == facts.letter
                        : length == strlen(facts.name) + 2 &&
                              strncmp(option, "--", 2) == 0 &&
                              strncmp(option + 2, facts.name, length - 2) == 0;
        if (!same || !facts.argument || !(options >> key & 1))
            continue;
        offer_values(offers, key, facts.words);
        return true;
    }
    return false;
}

void completion_offer(const Subcommand *const commands[], int count,
                      const char *const words[], int words_count, Text *text)
{
    const Subcommand *command = NULL;
    int last = words_count - 1;
    const char *typed = last >= 0 ? words[last] : "", *value;
    const char *previous = last > 0 ? words[last - 1] : "";
    Offers offers = {.typed = typed, .before = typed, .text = text};

    /* bash makes three words of --device=cpu, and of random:1 */
    if (strcmp(typed, ":") == 0 || strcmp(previous, ":") == 0)
        return;
    if (strcmp(typed, "=") == 0)
        offers.typed = "";
    else if (strcmp(previous, "=") == 0 && last > 1)
        previous = words[last - 2];
    for (int i = 1; i < last; ++i)
        if (strcmp(words[i], "--") == 0) { /* what follows is the program's */
            text_add(text, "*\n");
            return;
        }
    if (last <= 0 || strcmp(words[0], "help") == 0) {
        offer_commands(&offers, commands, count);
        if (last <= 0)
            offer(&offers, "help", "what a command does");
        if (last <= 0 && *typed == '-') {
            offer(&offers, "--help", "the commands");
            offer(&offers, "--version", "the version");
        }
        return;
    }
    for (int i = 0; i < count; ++i)
        if (strcmp(commands[i]->name, words[0]) == 0)
            command = commands[i];
    if (!command ||
        follow(&offers, command->options, previous, strlen(previous)))
        return;
    value = strncmp(typed, "--", 2) == 0 ? strchr(typed, '=') : NULL;
    if (value) {
        offers.typed = value + 1;
        offers.before_length = (int)(value + 1 - typed);
        follow(&offers, command->options, typed, (size_t)(value - typed));
    } else if (*typed == '-') {
        offer_options(&offers, command->options | OPTION(HELP));
    } else {
        offer_operands(&offers, command);
    }
}
