/* SPDX-License-Identifier: MIT
 *
 * main - the program upsweep: finds the subcommand, runs it, and is the one
 * place that prints errors and exits.
 *
 *     exit 0  done            1  the answer is no (verify found a fault)
 *          2  wrong usage or input              3  a machine or a file failed
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
    fputs("upsweep - steps through parallel prefix sums on GPUs, one bank "
          "access at a time\n\n",
          out);
    for (int i = 0; i < COMMANDS; ++i)
        fprintf(out, "  upsweep %-7s %-31s %s\n", commands[i]->name,
                commands[i]->operands, commands[i]->help);
    fputs("\n`upsweep COMMAND --help` shows the options of a command; "
          "`upsweep --version` the version, `upsweep --man` the manual page.\n",
          out);
}

static void print_manual(FILE *out)
{
    Text text = {0};

    manual_text(commands, COMMANDS, &text);
    fputs(text.text, out);
    text_free(&text);
}

static bool print_completion(FILE *out, const char *shell, Error *error)
{
    Text text = {0};
    bool good = completion_text(shell, commands, COMMANDS, &text, error);

    if (good)
        fputs(text.text, out);
    text_free(&text);
    return good;
}

static void print_command_help(FILE *out, const Subcommand *command)
{
    Text text = {0};

    text_add(&text, "upsweep %s %s\n%s\n\n", command->name, command->operands,
             command->help);
    options_help(command->options, &text);
    fputs(text.text, out);
    text_free(&text);
}

static const Subcommand *find(const char *name, Error *error)
{
    const char *names[COMMANDS + 5] = {"--help", "--version", "--man",
                                       "--completion"};

    for (int i = 0; i < COMMANDS; ++i) {
        names[4 + i] = commands[i]->name;
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    }
    if (strcmp(name, cmd_plain.name) == 0)
        return &cmd_plain;
    const char *near = nearest_name(name, names);
    if (near)
        error_set(error, ERROR_USAGE,
                  "no command is called \"%.60s\"; did you mean \"%s\"?", name,
                  near);
    else
        error_set(
            error, ERROR_USAGE,
            "no command is called \"%.60s\"; %s`upsweep --help` shows them",
            name, *name == '-' ? "the command comes first: " : "");
    return NULL;
}

/* With --device auto, prints a note if no GPU was usable, so that the CPU
 * machine ran. */
static void tell_of_fallback(const Options *options)
{
    Error why;

    if (options_given(options, OPTION(DEVICE)) &&
        options->device == DEVICE_AUTO && !options->quiet && !cuda_ready(&why))
        fputs("upsweep: no GPU here that this build can use: the CPU machine "
              "takes its place\n",
              stderr);
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
    tell_of_fallback(&options);
    return true;
}

/* `upsweep help`, `upsweep help record`. */
static bool help(const char *name, Error *error)
{
    const Subcommand *command = name ? find(name, error) : NULL;

    if (name && !command)
        return false;
    if (command)
        print_command_help(stdout, command);
    else
        print_help(stdout);
    return true;
}

static bool dispatch(int argc, char **argv, Error *error)
{
    if (argc < 2)
        return error_set(error, ERROR_USAGE,
                         "say what to do; `upsweep --help` shows the commands");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0)
        return help(argc > 2 ? argv[2] : NULL, error);
    if (strcmp(argv[1], "--version") == 0) {
        printf("upsweep %s\n", PACKAGE_VERSION);
        return true;
    }
    if (strcmp(argv[1], "--man") == 0) {
        print_manual(stdout);
        return true;
    }
    if (strcmp(argv[1], "--completion") == 0)
        return print_completion(stdout, argc > 2 ? argv[2] : NULL, error);
    const Subcommand *command = find(argv[1], error);
    return command && catalog_check(error) &&
           run(command, argc - 1, argv + 1, error);
}

/* Libraries allocate memory while the program ends; the error is already
 * printed. */
static void say_nothing(void)
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
        good =
            error_set(&error, ERROR_FAILED, "cannot write the output: %s; %s",
                      errno ? strerror(errno) : "it was cut short",
                      errno == ENOSPC ? "is the disk full?"
                                      : "send it elsewhere");
    }
    if (good)
        return 0;
    if (error.text[0])
        fprintf(stderr, "upsweep: %s\n", error.text);
    base_tell_out_of_memory(say_nothing);
    interrupt_obey();
    return (int)error.kind;
}
