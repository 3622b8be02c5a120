/* SPDX-License-Identifier: MIT
 *
 * number - the numbers of a program in their types, and which words move them.
 *
 *     double    two words of a lane, one behind the other; or of a shuffle the
 *               same lane's words of two instructions
 *     float     a word
 *     short     a half of a word
 */
#ifndef UPSWEEP_NUMBER_H
#define UPSWEEP_NUMBER_H

#include "trace/trace.h"
#include "trace/value.h"

typedef struct {
    uint64_t bits;   /* from the lowest one on */
    uint8_t element; /* ElementKind; ELEMENT_OTHER: bits of no known type */
} Number;

/* Which part of a number of 8 bytes a word is. */
typedef enum { HALF_NONE, HALF_LOW, HALF_HIGH } Half;

/* The bytes of a number of an array; those of a word, where it is not known
 * what the numbers are. */
uint32_t number_bytes(const Array *array);

/* The index in its array of the first number, of BYTES bytes, that ACCESS
 * touches.
 */
uint64_t number_index(const Access *access, uint32_t bytes);

/* Which part of a number of 8 bytes a cell of shared memory holds in the blocks
 * of grid GRID; which word INDEX of array ARRAY does, of which COUNT words are
 * there. */
Half number_cell_half(const Trace *trace, uint32_t grid, uint32_t cell);
Half number_word_half(const Trace *trace, uint8_t array, uint32_t index,
                      uint32_t count);
/* The kind of the number that a cell, or word INDEX of an array, is or has a
 * half of; ELEMENT_OTHER if that is not known, or if several share the word. */
uint8_t number_cell_element(const Trace *trace, uint32_t grid, uint32_t cell);
uint8_t number_word_element(const Trace *trace, uint8_t array, uint32_t index,
                            uint32_t count);
/* Which part of a number of 8 bytes ACCESS, one of AT's, moves; *OTHER becomes
 * the access that moves the other part, if there is one. */
Half number_half(const Trace *trace, const Instruction *at,
                 const Access *access, const Access **other);
/* True if two instructions, one behind the other, shuffle the lower and the
 * upper halves of the same numbers of 8 bytes. */
bool number_are_halves(const Instruction *low, const Instruction *high);
/* The number that ACCESS moves, or of which it moves a half; of ELEMENT_OTHER,
 * with the word as its bits, if it moves no number as a whole, if the type of
 * the number is not known, or if the words of the trace have no types. */
Number number_moved(const Trace *trace, const Instruction *at,
                    const Access *access);

/* A + B in their type; of ELEMENT_OTHER, if they have none, or not the same. */
Number number_sum(Number a, Number b);
/* Prints the number into TEXT and returns TEXT; with BRIEF fractions in four
 * digits, if that is shorter, and large ones as whole numbers. */
const char *number_text(Number number, bool brief, char text[VALUE_TEXT]);
/* Prints the number rounded to at most MOST characters: "1.1e12", "-0.07";
 * with two digits at least, but for fractions below 1: never as "1e4".  False,
 * with nothing printed, if there is no room for that, or its type is not known.
 */
bool number_shorten(Number number, size_t most, char text[VALUE_TEXT]);
/* Prints the number with DIGITS digits and a power of ten, "-1.0e6"; false,
 * with nothing printed, if it is below 1000, not finite, or of no known type.
 */
bool number_power(Number number, int digits, char text[VALUE_TEXT]);
/* Prints a float with so many digits after its point; false, with nothing
 * printed, if it is no float, not finite, or very large. */
bool number_fixed(Number number, int decimals, char text[VALUE_TEXT]);
/* True if TEXT, printed for the number, is farther from it than the four digits
 * are that number_text has in brief. */
bool number_is_rounded(Number number, const char *text);

#endif
