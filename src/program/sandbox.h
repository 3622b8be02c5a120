/* SPDX-License-Identifier: MIT
 *
 * sandbox - which files the compiler and a user's program see, and the private
 * folder in which the program runs.
 *
 *     /home/me/hw/prescan.cu     the program: its folder may be read
 *     /usr, /lib, ...            and so may the system, and the compiler
 *     /tmp/upsweep-a1b2c3/own/   the private folder: all that it may change
 *         home/me/hw/            in which it begins: copies of small files of
 *                                the current folder, and links to the others
 *
 * A folder that holds much else, as a home or /tmp does, is not seen as a
 * whole: of it only the ordinary files directly in it whose names do not begin
 * with a dot.  Put a program into a separate folder, with its data.
 */
#ifndef UPSWEEP_SANDBOX_H
#define UPSWEEP_SANDBOX_H

#include "program/rights.h"
#include "util/base.h"

typedef struct {
    char **reads; /* ended by NULL */
    size_t reads_count, reads_capacity;
    char *folder; /* the private one; NULL: there is none yet */
    char *begin;  /* where the program begins; NULL: in the current folder */
} Sandbox;

/* For the program of the COUNT source files FILES; free it with sandbox_free.
 */
void sandbox_new(Sandbox *sandbox, const char *const files[], int count);
void sandbox_free(Sandbox *sandbox);

/* For a compiler that lies at TOOL: the system, the libraries that the
 * environment names, and what is installed beside it. */
void sandbox_new_tools(Sandbox *sandbox, const char *tool);
/* For what lists the files that the FILES include: all but
 * devices, and what the system says of processes. */
void sandbox_new_disk(Sandbox *sandbox, const char *const files[], int count);

/* One more file, or folder, that may be read.  One that is not there is left
 * out. */
void sandbox_add(Sandbox *sandbox, const char *path);

/* The same for a compiler that lies at PATH: what is installed beside it. */
void sandbox_add_tool(Sandbox *sandbox, const char *path);

/* True if the program may have the file PATH read: it lies where the sandbox
 * allows it, links followed. */
bool sandbox_has(const Sandbox *sandbox, const char *path);

/* Makes the private folder in PLACE, once.  Files that the COUNT ARGUMENTS
 * name, one each or several with commas between, may be read, too.  False and
 * ERROR_FAILED. */
bool sandbox_furnish(Sandbox *sandbox, const char *place,
                     const char *const arguments[], int count, Error *error);

/* False, with ERROR_FAILED and what to do, if this system has nothing to take a
 * right by and the user does not allow PROGRAM to run without (rights.h); with
 * ERROR_USAGE if what the user allows is not understood. */
bool sandbox_check(const char *program, Error *error);

/* What there is to say of a program that runs here: "It can use no network ..."
 * Do not free. */
const char *sandbox_says(void);

#endif
