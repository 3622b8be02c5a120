/* SPDX-License-Identifier: MIT
 *
 * manual - the manual page, made from the program's tables of commands, options
 * and keys.
 *
 *     upsweep --man >doc/upsweep.1     after one of them has changed
 *     upsweep --man | man -l -         to read what is not installed
 */
#ifndef UPSWEEP_MANUAL_H
#define UPSWEEP_MANUAL_H

#include "cmd.h"

/* Appends the page for COUNT commands, in man(7) format. */
void manual_text(const Cli *const commands[], int count, Text *text);

#endif
