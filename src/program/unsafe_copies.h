/* SPDX-License-Identifier: MIT
 *
 * unsafe_copies - classes of a program whose objects must not be copied where a
 * compiler could leave that out:
 *
 *     struct Buffer {                       Buffer make()
 *         float *data;                      {
 *         Buffer() { data = new float; }        Buffer made;
 *         ~Buffer() { delete data; }            return made;
 *     };                                    }
 *
 * The object that is returned is MADE itself where constructors are elided.
 * Else it is a copy with the same DATA, which is freed twice, as the class has
 * no copy constructor.
 */
#ifndef UPSWEEP_UNSAFE_COPIES_H
#define UPSWEEP_UNSAFE_COPIES_H

#include "program/program_facts.h"
#include "util/base.h"

/* True if the PROGRAM of the COUNT files SOURCES, whose constructors are not
 * elided, has such a class in one of them.  WARNING gets one line if a function
 * takes objects of another class by value, or returns them, which g++ does not
 * tell of if they are elided. */
bool unsafe_copies_find(const char *program, const ProgramSource sources[],
                        size_t count, Text *warning);

#endif
