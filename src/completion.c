/* SPDX-License-Identifier: MIT
 *
 * completion - what a shell offers at the Tab key, from the program's tables of
 * commands, options, algorithms, lessons, charts and formats.
 *
 *     eval "$(upsweep --completion bash)"
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

#define MADE "Made by `upsweep --completion %s`; do not edit."

/* What can stand in one place of a command line. */
typedef struct {
    Text words;        /* separated by blanks */
    const char *files; /* endings of files, separated by blanks; "any"; "" */
} Choice;

static const char trace_files[] = ".upsweep", lesson_files[] = ".lesson",
                  source_files[] = ".cu .cpp .cc .cxx .c",
                  trace_and_source_files[] = ".upsweep .cu .cpp .cc .cxx .c";

static void add_word(Text *words, const char *word)
{
    text_add(words, "%s%s", words->length ? " " : "", word);
}

static void add_algorithms(Text *words)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    for (size_t i = 0; i < count; ++i)
        add_word(words, all[i]->name);
}

static void add_lessons(Text *words)
{
    LessonList list = lesson_list();

    for (size_t i = 0; i < list.lessons_count; ++i)
        add_word(words, list.lessons[i]->name);
    lesson_list_free(&list);
}

static void add_charts(Text *words)
{
    add_word(words, "chart");
    for (int i = CHART_NONE + 1; i < CHART_KINDS; ++i)
        add_word(words, chart_kinds[i].name);
}

static void add_operators(Text *words)
{
    for (int op = 0; op < OP_COUNT; ++op)
        add_word(words, op_name((Op)op));
}

static void add_inputs(Text *words)
{
    for (int i = 0; input_words[i]; ++i)
        add_word(words, input_words[i]);
}

static void add_formats(Text *words)
{
#ifdef HAVE_PICTURES
    for (int i = 0; i < EXPORT_FORMATS; ++i)
        if (!export_formats[i].slides)
            add_word(words, export_formats[i].name);
#else
    (void)words;
#endif
}

/* The values of options that are no choice of a few words. */
static const struct {
    OptionKey key;
    void (*add)(Text *words); /* NULL: files alone */
    const char *files;
} values[] = {
    {OPTION_OP, add_operators, ""},
    {OPTION_INPUT, add_inputs, "any"},
    {OPTION_OUTPUT, NULL, "any"},
    {OPTION_TABLE, NULL, ".csv"},
    {OPTION_FORMAT, add_formats, ""},
    {OPTION_LESSON, add_lessons, lesson_files},
};

/* What can follow option KEY; free its words. */
static Choice choice_of_value(OptionKey key)
{
    Choice choice = {.files = ""};

    for (const char *at = options_facts(key).words; at && *at;) {
        size_t length = strcspn(at, "|");
        text_add(&choice.words, "%s%.*s", choice.words.length ? " " : "",
                 (int)length, at);
        at += length + (at[length] == '|');
    }
    for (size_t i = 0; i < sizeof values / sizeof values[0]; ++i) {
        if (values[i].key != key)
            continue;
        choice.files = values[i].files;
        if (values[i].add)
            values[i].add(&choice.words);
    }
    return choice;
}

/* What can be an operand of COMMAND; free its words. */
static Choice choice_of_operand(const Subcommand *command)
{
    bool traces = strstr(command->operands, "TRACE") != NULL;
    bool sources = strstr(command->operands, "FILE.cu") != NULL;
    Choice choice = {.files = traces && sources ? trace_and_source_files
                              : traces          ? trace_files
                              : sources         ? source_files
                                                : ""};

    if (command == &cmd_lesson) {
        choice.files = lesson_files;
        add_lessons(&choice.words);
    }
    if (strstr(command->operands, "ALGO"))
        add_algorithms(&choice.words);
    if (command == &cmd_export)
        add_charts(&choice.words);
    return choice;
}

/* Appends PLAIN, in which each of the characters of SPECIAL has BEFORE in front
 * of it. */
static void add_escaped(Text *text, const char *plain, const char *special,
                        const char *before)
{
    for (; *plain; ++plain)
        text_add(text, "%s%c", strchr(special, *plain) ? before : "", *plain);
}

/* Appends PLAIN for single quotes of a shell that has no escapes in them. */
static void add_in_quotes(Text *text, const char *plain)
{
    add_escaped(text, plain, "'", "'\\'");
}

/* True if COMMAND takes the option KEY. */
static bool takes(const Subcommand *command, OptionKey key)
{
    return (command->options | OPTION(HELP)) >> key & 1;
}

/* "-n --elements" with BETWEEN instead of the blank. */
static void add_names(Text *text, OptionKey key, const char *between)
{
    OptionFacts facts = options_facts(key);

    if (facts.letter)
        text_add(text, "-%c%s", facts.letter, between);
    text_add(text, "--%s", facts.name);
}

/* Appends the names of the commands, separated by blanks. */
static void add_commands(const Subcommand *const commands[], int count,
                         Text *text)
{
    for (int i = 0; i < count; ++i)
        text_add(text, "%s%s", i ? " " : "", commands[i]->name);
}

/* ---- bash -----------------------------------------------------------------*/

static const char bash_head[] =
    "# SPDX-License-Identifier: MIT\n"
    "# " MADE "\n"
    "# shellcheck shell=bash\n"
    "\n"
    "_upsweep()\n"
    "{\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]}\n"
    "    local prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local command='' options='' words='' files='' ending file\n"
    "\n"
    "    COMPREPLY=()\n"
    "    # bash makes --device=cpu three words, and random:1 too\n"
    "    [[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    [[ $cur == = ]] && cur=''\n"
    "    [[ $cur == : || $prev == : ]] && return\n"
    "    ((COMP_CWORD == 1)) || command=${COMP_WORDS[1]}\n"
    "    case $command in\n";

static const char bash_tail[] =
    "        esac\n"
    "    fi\n"
    "    # what follows is for the program\n"
    "    [[ \" ${COMP_WORDS[*]:0:COMP_CWORD} \" == *' -- '* ]] &&\n"
    "        options='' words='' files=any\n"
    "    [[ $cur == -* ]] && words=$options files=''\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
    "    [[ $files ]] && compopt -o filenames 2>/dev/null\n"
    "    [[ $files && $files != any ]] && files=\"$files /\"\n"
    "    for ending in $files; do\n"
    "        while IFS='' read -r file; do\n"
    "            COMPREPLY+=(\"$file\")\n"
    "        done < <(case $ending in\n"
    "            any) compgen -f -- \"$cur\" ;;\n"
    "            /) compgen -d -- \"$cur\" ;;\n"
    "            *) compgen -f -X \"!*$ending\" -- \"$cur\" ;;\n"
    "            esac)\n"
    "    done\n"
    "}\n"
    "complete -F _upsweep upsweep\n";

static void bash_command(const Subcommand *command, Text *text)
{
    Choice choice = choice_of_operand(command);
    const char *between = "";

    text_add(text, "    %s)\n        options='", command->name);
    for (OptionKey key = 0; key < OPTION_COUNT; ++key) {
        if (!takes(command, key))
            continue;
        text_add(text, "%s", between);
        add_names(text, key, " ");
        between = " ";
    }
    text_add(text, "'\n        words='%s'\n        files='%s'\n        ;;\n",
             choice.words.length ? choice.words.text : "", choice.files);
    text_free(&choice.words);
}

/* A case for the option KEY, if it has a value. */
static void bash_value(OptionKey key, Text *text)
{
    Choice choice = choice_of_value(key);

    if (options_facts(key).argument) {
        text_add(text, "        ");
        add_names(text, key, " | ");
        text_add(text, ") options='' words='%s' files='%s' ;;\n",
                 choice.words.length ? choice.words.text : "", choice.files);
    }
    text_free(&choice.words);
}

static void bash_write(const Subcommand *const commands[], int count,
                       Text *text)
{
    text_add(text, bash_head, "bash");
    text_add(text, "    '' | help)\n        options='--help --version'\n"
                   "        words='");
    add_commands(commands, count, text);
    text_add(text, " help'\n        ;;\n");
    for (int i = 0; i < count; ++i)
        bash_command(commands[i], text);
    text_add(text, "    *) return ;;\n    esac\n"
                   "    if [[ \" $options \" == *\" $prev \"* ]]; then\n"
                   "        case $prev in\n");
    for (OptionKey key = 0; key < OPTION_COUNT; ++key)
        bash_value(key, text);
    text_add(text, "%s", bash_tail);
}

/* ---- zsh ------------------------------------------------------------------*/

static const char zsh_head[] = "#compdef upsweep\n"
                               "# SPDX-License-Identifier: MIT\n"
                               "# " MADE "\n"
                               "\n"
                               "_upsweep() {\n"
                               "    local -a commands\n"
                               "    commands=(\n";

static const char zsh_middle[] =
    "        'help:what a command does'\n"
    "    )\n"
    "    if ((CURRENT == 2)); then\n"
    "        if [[ $PREFIX == -* ]]; then\n"
    "            compadd -- --help --version\n"
    "        else\n"
    "            _describe -t commands command commands\n"
    "        fi\n"
    "        return\n"
    "    fi\n"
    "    local command=$words[2]\n"
    "    shift words\n"
    "    ((CURRENT -= 1))\n"
    "    # what follows is for the program\n"
    "    if ((${words[(I)--]} && ${words[(I)--]} < CURRENT)); then\n"
    "        _files\n"
    "        return\n"
    "    fi\n"
    "    case $command in\n"
    "    help) _describe -t commands command commands ;;\n";

static const char zsh_tail[] = "    esac\n"
                               "}\n"
                               "\n"
                               "_upsweep \"$@\"\n";

/* Appends the patterns "*.cu *.c" of files with such ENDINGS. */
static void add_patterns(Text *text, const char *endings)
{
    for (const char *at = endings; *at;) {
        size_t length = strcspn(at, " ");
        text_add(text, "%s*%.*s", at == endings ? "" : " ", (int)length, at);
        at += length + (at[length] == ' ');
    }
}

/* What zsh does to complete one of CHOICE: "{_alternative 'words:word:(a b)'
 * 'files:file:_files -g "*.csv"'}", with the quotes that go into others. */
static void zsh_action(const Choice *choice, Text *action)
{
    text_add(action, "{_alternative");
    if (choice->words.length)
        text_add(action, " \"words:word:(%s)\"", choice->words.text);
    if (strcmp(choice->files, "any") == 0)
        text_add(action, " \"files:file:_files\"");
    else if (*choice->files) {
        text_add(action, " \"files:file:_files -g \\\"");
        add_patterns(action, choice->files);
        text_add(action, "\\\"\"");
    }
    text_add(action, "}");
}

/* Appends ":ARGUMENT:ACTION", in which a colon of the action has a backslash.
 */
static void zsh_value(const OptionFacts *facts, OptionKey key, Text *text)
{
    Choice choice = choice_of_value(key);
    Text action = {0};

    text_add(text, ":%s:", facts->argument);
    if (choice.words.length || *choice.files) {
        zsh_action(&choice, &action);
        add_escaped(text, action.text, ":", "\\");
    }
    text_free(&action);
    text_free(&choice.words);
}

/* '(-o --output)'{-o,--output=}'[where to write]:FILE:{...}' */
static void zsh_option(OptionKey key, Text *text)
{
    OptionFacts facts = options_facts(key);
    const char *many = key == OPTION_POINT ? "*" : "";
    Text help = {0};

    text_add(text, " \\\n            ");
    if (facts.letter)
        text_add(text, "'(-%c --%s)'{-%c%s,--%s%s}'[", facts.letter, facts.name,
                 facts.letter, facts.argument ? "+" : "", facts.name,
                 facts.argument ? "=" : "");
    else
        text_add(text, "'%s--%s%s[", many, facts.name,
                 facts.argument ? "=" : "");
    add_escaped(&help, facts.help, "\\[]", "\\");
    add_in_quotes(text, help.text);
    text_add(text, "]");
    if (facts.argument)
        zsh_value(&facts, key, text);
    text_add(text, "'");
    text_free(&help);
}

static void zsh_command(const Subcommand *command, Text *text)
{
    Choice choice = choice_of_operand(command);

    text_add(text, "    %s)\n        _arguments -s -S :", command->name);
    for (OptionKey key = 0; key < OPTION_COUNT; ++key)
        if (takes(command, key))
            zsh_option(key, text);
    if (choice.words.length || *choice.files) {
        text_add(text, " \\\n            '*:operand:");
        zsh_action(&choice, text);
        text_add(text, "'");
    }
    text_add(text, "\n        ;;\n");
    text_free(&choice.words);
}

static void zsh_write(const Subcommand *const commands[], int count, Text *text)
{
    text_add(text, zsh_head, "zsh");
    for (int i = 0; i < count; ++i) {
        text_add(text, "        '%s:", commands[i]->name);
        add_in_quotes(text, commands[i]->help);
        text_add(text, "'\n");
    }
    text_add(text, "%s", zsh_middle);
    for (int i = 0; i < count; ++i)
        zsh_command(commands[i], text);
    text_add(text, "%s", zsh_tail);
}

/* ---- fish -----------------------------------------------------------------*/

static const char fish_head[] =
    "function __upsweep_does --description 'is it this command, before any "
    "--?'\n"
    "    set -l words (commandline -opc)\n"
    "    test \"$words[2]\" = $argv[1]; and not contains -- -- $words\n"
    "end\n"
    "complete -c upsweep -f\n"
    "complete -c upsweep -n 'contains -- -- (commandline -opc)' -F\n";

/* Appends " -d 'HELP'". */
static void fish_help(const char *help, Text *text)
{
    text_add(text, " -d '");
    add_escaped(text, help, "\\'", "\\");
    text_add(text, "'\n");
}

/* Appends " -k -a '(__fish_complete_suffix .csv)'" for each ending, after
 * START. */
static void fish_files(const char *start, const char *files, Text *text)
{
    for (const char *at = files; *at;) {
        size_t length = strcspn(at, " ");
        text_add(text, "%s -k -a '(__fish_complete_suffix %.*s)'\n", start,
                 (int)length, at);
        at += length + (at[length] == ' ');
    }
}

/* Appends the lines of option KEY; START is "complete ... -n 'CONDITION'". */
static void fish_option(const char *start, OptionKey key, Text *text)
{
    OptionFacts facts = options_facts(key);
    Choice choice = choice_of_value(key);
    bool any = strcmp(choice.files, "any") == 0;
    Text option = {0};

    text_add(&option, "%s", start);
    if (facts.letter)
        text_add(&option, " -s %c", facts.letter);
    text_add(&option, " -l %s", facts.name);
    text_add(text, "%s%s", option.text,
             !facts.argument ? ""
             : any           ? " -r -F"
                             : " -x");
    if (choice.words.length)
        text_add(text, " -a '%s'", choice.words.text);
    fish_help(facts.help, text);
    if (!any && *choice.files) {
        text_add(&option, " -x");
        fish_files(option.text, choice.files, text);
    }
    text_free(&option);
    text_free(&choice.words);
}

static void fish_command(const Subcommand *command, Text *text)
{
    Choice choice = choice_of_operand(command);
    Text start = {0};

    text_add(&start, "complete -c upsweep -n '__upsweep_does %s'",
             command->name);
    if (choice.words.length)
        text_add(text, "%s -a '%s'\n", start.text, choice.words.text);
    fish_files(start.text, choice.files, text);
    for (OptionKey key = 0; key < OPTION_COUNT; ++key)
        if (takes(command, key))
            fish_option(start.text, key, text);
    text_free(&start);
    text_free(&choice.words);
}

static void fish_write(const Subcommand *const commands[], int count,
                       Text *text)
{
    static const char first[] = "complete -c upsweep -n __fish_use_subcommand";

    text_add(text, "# SPDX-License-Identifier: MIT\n# " MADE "\n", "fish");
    text_add(text, "%s", fish_head);
    for (int i = 0; i < count; ++i) {
        text_add(text, "%s -a %s", first, commands[i]->name);
        fish_help(commands[i]->help, text);
    }
    text_add(text, "%s -a help -d 'what a command does'\n", first);
    text_add(text, "%s -l help -d 'the commands'\n", first);
    text_add(text, "%s -l version -d 'the version'\n", first);
    text_add(text, "complete -c upsweep -n '__upsweep_does help' "
                   "-a '");
    add_commands(commands, count, text);
    text_add(text, "'\n");
    for (int i = 0; i < count; ++i)
        fish_command(commands[i], text);
}

/* ---------------------------------------------------------------------------*/

bool completion_text(const char *shell, const Subcommand *const commands[],
                     int count, Text *text, Error *error)
{
    static const struct {
        const char *name;
        void (*write)(const Subcommand *const commands[], int count,
                      Text *text);
    } shells[] = {{"bash", bash_write},
                  {"zsh", zsh_write},
                  {"fish", fish_write}};

    for (size_t i = 0; shell && i < sizeof shells / sizeof shells[0]; ++i)
        if (strcmp(shells[i].name, shell) == 0) {
            shells[i].write(commands, count, text);
            return true;
        }
    return error_set(error, ERROR_USAGE,
                     "--completion %.40s: write bash, zsh or fish",
                     shell ? shell : "needs a value");
}
