/* SPDX-License-Identifier: MIT
 *
 * json_facts - the JSON of report and verify as short lines of text.
 *
 *     {"n":4,"counted":{"T":9,"W":6},"input":[3,1,7,0]}
 *
 *     counted.T=9 counted.W=6 input=4:1f0a77 n=4
 *
 * Keys stand in the order of the alphabet.  A list shrinks to its length and a
 * checksum, a path to its last part, and a sentence is left out, because
 * tests/said.txt records wording.
 */
#ifndef UPSWEEP_JSON_FACTS_H
#define UPSWEEP_JSON_FACTS_H

#include "util/base.h"

#include <jansson.h>
#include <stdint.h>

/* Appends the fields of RUN, a run of report --json, each after a blank. */
void json_facts(const json_t *run, Text *text);

/* Appends what verify found in RUN: the kind of fault, then the lines and the
 * elements that it names. */
void json_finding(const json_t *run, Text *text);

/* The same in few words, which many sizes have in common: the kind of fault,
 * and the lines of races. */
void json_verdict(const json_t *run, Text *text);

#endif
