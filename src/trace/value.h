/* SPDX-License-Identifier: MIT
 *
 * value - names of operators, printing of words and of numbers in their types,
 * and the serial scan that every result is compared with.
 */
#ifndef UPSWEEP_VALUE_H
#define UPSWEEP_VALUE_H

#include "trace/element.h"
#include "trace/op.h"
#include "util/base.h"

#define VALUE_TEXT 32 /* enough characters for any word printed, with NUL */

/* "add", "max", "min", "fadd", "affine", "interval". */
const char *op_name(Op op);
/* "sum", "maximum", ...: the noun in "exclusive sum". */
const char *op_noun(Op op);
/* "add", "maximum", ...: what a thread does with two operands, for a caption.
 */
const char *op_verb(Op op);
/* "+", "max", ...: the sign between two operands. */
const char *op_sign(Op op);
/* Sets *OP to the operator called NAME; false and ERROR, with the nearest name,
 * if there is none. */
bool op_parse(const char *name, Op *op, Error *error);

/* Prints VALUE into TEXT in OP's notation and returns TEXT: 42, 3.5, 2x+3,
 * x0..x3. */
const char *value_format(Op op, Word value, char text[VALUE_TEXT]);

/* Prints INTERVAL into TEXT and returns TEXT: "Σx0..x3", "x5", "identity",
 * "nothing" (a cell never written) or "?" (not a sum of neighbours). */
const char *value_format_interval(Word interval, char text[VALUE_TEXT]);

/* The serial scan, left to right: out[i] = in[0] + ... + in[i] (inclusive), or
 * without in[i] (exclusive).  In and out may be the same. */
void value_scan(Op op, bool inclusive, const Word *in, Word *out, uint32_t n);

/* The first i in 0..n where RESULT is not the scan of IN, or n if it is.  Exact
 * for every operator but fadd, where every order of adding is accepted: there
 * the bound is the largest error that any order can make, n u sum|x| (u =
 * 2^-24). */
uint32_t value_check(Op op, bool inclusive, const Word *in, const Word *result,
                     uint32_t n);

/* A number of a program. */
typedef struct {
    uint64_t bits;   /* from the lowest one on */
    uint8_t element; /* ElementKind; ELEMENT_OTHER: bits of no known type */
} Number;

/* A + B in their type; of ELEMENT_OTHER, if they have none, or not the same. */
Number number_sum(Number a, Number b);
/* Prints the number into TEXT and returns TEXT; with BRIEF fractions in four
 * digits, if that is shorter, and large ones as whole numbers. */
const char *number_text(Number number, bool brief, char text[VALUE_TEXT]);
/* The number as a double, exactly unless it has more than 53 bits. */
double number_value(Number number);

#endif
