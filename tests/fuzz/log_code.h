/* SPDX-License-Identifier: MIT
 *
 * log_code - the log of a user's program in few bytes, for fuzz_log: each
 * record is written as its difference from the last one of its kind.
 *
 *     byte        kind + 16 * patches; 15 patches: their number follows
 *     a record    of a kind whose size varies, the number of its parts; then
 *                 patches.  Its size is right, and so are the numbers that
 *                 count sites and arrays, as long as no patch changes them
 *     CODE_MORE   one of the codes below follows: its number modulo 3
 *     MORE_HEAD   patches of the log's head
 *     MORE_MODULE the length of its contents in two bytes, the contents, and
 *                 patches
 *     MORE_CODE   the length of the function's name, the name, and patches
 *     CODE_LINE   a line of the source, the length of its text, and the text
 *     CODE_AGAIN  so many records before once more, so often
 *
 * A patch is a number of words of 32 bits to continue by (255: nothing else),
 * how the word changes + 4 * how many times more, each eight words later as in
 * the next lane, and a number.
 */
#ifndef UPSWEEP_LOG_CODE_H
#define UPSWEEP_LOG_CODE_H

#include "util/base.h"

enum { CODE_MORE = 13, CODE_LINE, CODE_AGAIN }; /* no kinds of records */
enum { MORE_HEAD, MORE_MODULE, MORE_CODE, MORE_CODES };

/* The most bytes of a log. */
enum { CODE_MOST = 1 << 20 };

/* Appends the log that the SIZE bytes at CODE encode, whatever they are, to
 * LOG, and the lines of its source, each with its number in two bytes and a NUL
 * behind, to LINES. */
void log_decode(const uint8_t *code, size_t size, Text *log, Text *lines);

/* Appends to CODE what gives the BYTES bytes at LOG, a log without faults; long
 * contents of arrays are cut off. */
void log_encode(const void *log, size_t bytes, Text *code);

/* The record RECORD_MODULE with the text CONTENTS, and RECORD_CODE of the
 * function NAME in it, whose instructions are those from LOW to HIGH - 1. */
void log_encode_module(const Text *contents, Text *code);
void log_encode_function(const char *name, uint32_t low, uint32_t high,
                         Text *code);

#endif
