/* SPDX-License-Identifier: MIT
 *
 * variable - names and values of a program's memory, as its source has them.
 *
 *     cell 17 of float temp[64] at byte 0      temp[17]      0.5
 *     cell 37 of int tile[32][33]              tile[1][4]    12
 *     cell 1 of char c[64]                     c[4..7]       1 2 3 4
 *     cell 5 of double d[8]                    d[2] high     0x40080000
 *     cell 3 of a struct s[4] of 8 bytes       s[1].value    0.5
 *     of one whose members are not known       s[1]+4        0x0000002a
 *     cell 20 of float4 f[8]                   f[5].x        0.25
 *     word 5 of the array d_in of int          d_in[5]       12
 *
 * The two cells of a number of 8 bytes are one value in variable_memory_value:
 *
 *     cells 4 and 5 of double d[8]             3.0625        (upper half)
 *
 * What is no variable has the name "cell 17" and a value by the operator.
 *
 * Members of structs give the bytes of an element their names:
 *
 *     struct Pair { char flag; double value; } s[64];
 *
 *     byte of an element     0      1 to 7    8 to 15
 *     what it is of          flag   nothing   value
 *
 * Accesses move words.  A double is two words of a lane, one behind the other;
 * or of a shuffle the same lane's words of two instructions.
 */
#ifndef UPSWEEP_VARIABLE_H
#define UPSWEEP_VARIABLE_H

#include "trace/trace.h"
#include "trace/value.h"

/* Lets each variable and array know its members, which are in their order.
 * Those of a vector become its parts: its numbers, one after the other, are
 * the array's, and parts only name them. */
void member_link(Trace *trace);

/* ---- Numbers that words hold
 * -----------------------------------------------*/

/* Which part of a number of 8 bytes a word is. */
typedef enum { HALF_NONE, HALF_LOW, HALF_HIGH } Half;

/* The bytes of a number of an array; the bytes of a word, if it is not known
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

/* ---- Names and values -----------------------------------------------------*/

/* Appends the name of a cell in the blocks of grid GRID. */
void variable_cell_name(const Trace *trace, uint32_t grid, uint32_t cell,
                        Text *text);
/* Prints WORD, which that cell holds, into VALUE and returns VALUE. */
const char *variable_cell_value(const Trace *trace, uint32_t grid,
                                uint32_t cell, Word word,
                                char value[VALUE_TEXT]);

/* Prints what CELL holds where shared memory holds WORDS: a number of 8 bytes
 * whole for its low half, and "" for the high one.  BRIEF cuts fractions to few
 * digits. */
const char *variable_memory_value(const Trace *trace, uint32_t grid,
                                  uint32_t cell, const Word *words, bool brief,
                                  char value[VALUE_TEXT]);
enum { VARIABLE_NUMBERS = sizeof(Word) }; /* in a cell, at most */

/* The numbers that begin in a cell, each in its type; returns how many, 0 if
 * that is not known.  That of two cells is in the first one. */
int variable_cell_numbers(const Trace *trace, uint32_t grid, uint32_t cell,
                          const Word *words, Number numbers[VARIABLE_NUMBERS]);
/* Appends number INDEX of the array that is called ARRAY, where short integers
 * are numbers, too: "in[8]", and of one of vectors "in[2].x". */
void variable_number_name(const Trace *trace, const char *array, uint32_t index,
                          Text *text);
/* Appends "float tile[32][33]". */
void variable_declaration(const Variable *variable, Text *text);

/* Name and value of a word of array ARRAY of global memory. */
void variable_word_name(const Trace *trace, uint8_t array, uint32_t index,
                        Text *text);
const char *variable_word_value(const Trace *trace, uint8_t array,
                                uint32_t index, Word word,
                                char value[VALUE_TEXT]);
/* As variable_memory_value is, for word INDEX of array ARRAY, of which COUNT
 * words are there; AT has that word, and the next one, if it is of the same
 * number. */
const char *variable_words_value(const Trace *trace, uint8_t array,
                                 uint32_t index, const Word *at, uint32_t count,
                                 bool brief, char value[VALUE_TEXT]);

/* Name and value of the number that ACCESS, one of AT's, moves or moves a half
 * of: "d[2]", "c[5]"; of the whole word, where it is not known which number
 * that is.  A shuffled number has no name. */
void variable_access_name(const Trace *trace, const Instruction *at,
                          const Access *access, Text *text);
const char *variable_access_value(const Trace *trace, const Instruction *at,
                                  const Access *access, char value[VALUE_TEXT]);

/* Appends what a pointer points to, as C writes it: "temp", "&temp[3]",
 * "&tile[1][4]", "&total", "&in[2] + 1" (byte). */
void variable_shared_pointer(const Trace *trace, uint32_t grid, uint64_t byte,
                             Text *text);
void variable_array_pointer(const Trace *trace, uint8_t array, uint64_t byte,
                            Text *text);

#endif
