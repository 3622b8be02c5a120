/* SPDX-License-Identifier: MIT
 *
 * manual - the manual page, from the same tables as everything else: commands,
 * options, keys.
 *
 *     upsweep --man >doc/upsweep.1     after one of them has changed
 *     upsweep --man | man -l -         to read what is not installed
 */
#ifndef UPSWEEP_MANUAL_H
#define UPSWEEP_MANUAL_H

#include "cmd.h"

/* Adds the page, for man(7). */
void manual_text(const Cli *const commands[], int count, Text *text);

#endif
