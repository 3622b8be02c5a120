/* SPDX-License-Identifier: MIT
 *
 * main - the program upsweep: finds the subcommand, runs it, and is the one
 * place that prints errors and exits.
 *
 *     exit 0  done            1  a check failed, or traces differ
 *          2  wrong usage or input              3  a device or a file failed
 */
#include "util/interrupt.h"
#include "cmd.h"
#include "config.h"
#include "catalog/catalog.h"
#include "cli/command_line.h"
#include "gpu/cuda.h"
#include "report/answer.h"
#include "trace/value.h"
#include "util/nearest.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Subcommand *const commands[] = {
    &cmd_list, &cmd_record, &cmd_show,   &cmd_report, &cmd_verify,
    &cmd_view, &cmd_lesson, &cmd_export, &cmd_diff,   &cmd_bench,
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *out)
{
    fputs("Upsweep runs CUDA scans (parallel prefix sums) on a GPU simulator "
          "and shows\nevery memory access, bank conflict and race.\n\n"
          "Usage: upsweep COMMAND [OPTION ...] [TRACE|ALGORITHM|FILE.cu ...]\n"
          "\nCommands\n",
          out);
    for (int i = 0; i < COMMANDS; ++i)
        fprintf(out, "  %-8s%s\n", commands[i]->name, commands[i]->help);
    fputs("\nExamples\n"
          "  upsweep view leftright padding    # compare two scans, step by "
          "step\n"
          "  upsweep verify scan.cu            # check your CUDA program\n"
          "  upsweep lesson banks              # learn about bank conflicts\n"
          "\nMore\n"
          "  upsweep COMMAND --help            options and examples of a "
          "command\n"
          "  upsweep help run                  options that say what to run\n"
          "  upsweep --man, --version          the manual page, the version\n"
          "  doc/tutorial.md                   first steps\n",
          out);
}

static void print_manual(FILE *out)
{
    Text text = {0};

    manual_text(commands, COMMANDS, &text);
    fputs(text.text, out);
    text_free(&text);
}

static void print_completion(FILE *out, int count, char **words)
{
    Text text = {0};

    completion_offer(commands, COMMANDS, (const char *const *)words, count,
                     &text);
    fputs(text.length ? text.text : "", out);
    text_free(&text);
}

static void print_command_help(FILE *out, const Subcommand *command)
{
    Text text = {0};
    int width = 0;

    text_add(&text, "Usage: upsweep %s [OPTION ...] %s\n", command->name,
             command->operands);
    options_wrap(command->about, &text);
    for (int i = 0; i < CMD_EXAMPLES && command->help; ++i) {
        int own = (int)strlen(command->examples[i].command);
        width = own > width ? own : width;
    }
    for (int i = 0; i < CMD_EXAMPLES && command->help; ++i)
        text_add(&text, "%s  %-*s   # %s\n", i ? "" : "\nExamples\n", width,
                 command->examples[i].command, command->examples[i].comment);
    options_help(command->options | OPTION(HELP), command == &cmd_record,
                 &text);
    fputs(text.text, out);
    text_free(&text);
}

static void print_run_help(FILE *out)
{
    Text text = {0};

    options_wrap("These options say what a command runs. Without them, an "
                 "algorithm scans 64 numbers on a small GPU with 4 banks. "
                 "Only verify differs: it tries many sizes, up to 2048 "
                 "numbers on 32 banks.",
                 &text);
    options_help(OPTIONS_RUN, true, &text);
    fputs(text.text, out);
    text_free(&text);
}

static const Subcommand *find(const char *name, Error *error)
{
    const char *names[COMMANDS + 4] = {"--help", "--version", "--man"};

    for (int i = 0; i < COMMANDS; ++i) {
        names[3 + i] = commands[i]->name;
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    }
    if (strcmp(name, cmd_plain.name) == 0)
        return &cmd_plain;
    const char *near = nearest_name(name, names);
    if (near)
        error_set(error, ERROR_USAGE,
                  "unknown command \"%.60s\"; did you mean \"%s\"?", name,
                  near);
    else
        error_set(error, ERROR_USAGE,
                  "%s \"%.60s\"; `upsweep --help` lists the commands",
                  *name == '-' ? "missing command before" : "unknown command",
                  name);
    return NULL;
}

/* With --device auto, prints a note if no GPU was usable, so that the simulator
 * ran. */
static void print_fallback(const Options *options)
{
    Error why;

    if (options_given(options, OPTION(DEVICE)) &&
        options->device == DEVICE_AUTO && !options->quiet && !cuda_ready(&why))
        fputs("upsweep: no usable GPU; the simulator ran\n", stderr);
}

static bool run(const Subcommand *command, int argc, char **argv, Error *error)
{
    Options options;

    if (!command_line_read(&options, command->options, argc, argv, error))
        return false;
    if (options.help) {
        print_command_help(stdout, command);
        return true;
    }
    if (!command->run)
        return error_set(error, ERROR_FAILED, "%s", command->missing);
    if (!command->run(&options, stdout, stderr, error))
        return false;
    print_fallback(&options);
    return true;
}

/* `upsweep help`, `upsweep help record`, `upsweep help run`. */
static bool help(const char *name, Error *error)
{
    bool is_run = name && strcmp(name, "run") == 0;
    const Subcommand *command = name && !is_run ? find(name, error) : NULL;

    if (is_run)
        print_run_help(stdout);
    else if (command)
        print_command_help(stdout, command);
    else if (!name)
        print_help(stdout);
    return !name || is_run || command;
}

static bool dispatch(int argc, char **argv, Error *error)
{
    if (argc < 2 || strcmp(argv[1], "--help") == 0 ||
        strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
        return help(argc > 2 ? argv[2] : NULL, error);
    if (strcmp(argv[1], "--version") == 0) {
        printf("upsweep %s\n", PACKAGE_VERSION);
        return true;
    }
    if (strcmp(argv[1], "--man") == 0) {
        print_manual(stdout);
        return true;
    }
    if (strcmp(argv[1], "--complete") == 0) {
        print_completion(stdout, argc - 2, argv + 2);
        return true;
    }
    const Subcommand *command = find(argv[1], error);
    return command && catalog_check(error) &&
           run(command, argc - 1, argv + 1, error);
}

/* Libraries allocate memory while the program ends; the error is already
 * printed. */
static void print_nothing(void)
{
}

int main(int argc, char **argv)
{
    Error error = {ERROR_NONE, ""};

    /* A file that grows too large must give a write error, not a signal. */
    signal(SIGXFSZ, SIG_IGN);
    answer_begin();
    bool good = dispatch(argc, argv, &error);

    /* A full disk shows only here, when what was printed is flushed. */
    bool written = !ferror(stdout);
    if ((fclose(stdout) != 0 || !written) && (good || error.kind == ERROR_NO)) {
        good = error_set(&error, ERROR_FAILED,
                         "standard output: cannot write: %s; %s",
                         errno ? strerror(errno) : "it was cut short",
                         errno == ENOSPC ? "free some space on the disk"
                                         : "redirect it elsewhere");
    }
    if (good)
        return 0;
    if (error.text[0])
        fprintf(stderr, "upsweep: %s\n", error.text);
    base_tell_out_of_memory(print_nothing);
    interrupt_obey();
    return (int)error.kind;
}
