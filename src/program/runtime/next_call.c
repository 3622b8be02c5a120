/* SPDX-License-Identifier: MIT */
#include "program/runtime/next_call.h"

#include <string.h>

enum { MOST_STEPS = 64 }; /* instructions that are looked at */

#if defined(__x86_64__)

/* Bytes of an operand whose ModRM byte is at CODE, without a constant. */
static unsigned operand_bytes(const unsigned char *code)
{
    unsigned mode = code[0] >> 6, base = code[0] & 7;
    unsigned index = mode < 3 && base == 4;

    if (mode == 3)
        return 1;
    if (mode == 0 && base == 5)
        return 5;
    if (mode == 0 && index && (code[1] & 7) == 5)
        return 6;
    return 1 + index + (mode == 1 ? 1 : mode == 2 ? 4 : 0);
}

/* What computes an address: an opcode, and the bytes of its constant. */
typedef struct {
    unsigned char opcode, constant;
    unsigned char registers; /* 1: only with a register as its ModRM operand,
                                which the instruction changes */
} Computes;

/* The bytes of the instruction with the opcode at CODE if it is in TABLE, else
 * 0. */
static unsigned table_bytes(const Computes *table, unsigned count,
                            const unsigned char *code)
{
    for (unsigned i = 0; i < count; ++i)
        if (table[i].opcode == code[0] &&
            (!table[i].registers || code[1] >> 6 == 3))
            return 1 + operand_bytes(code + 1) + table[i].constant;
    return 0;
}

/* The bytes of the instruction at CODE, behind a REX prefix, if it computes an
 * address; else 0. */
static unsigned computing_bytes(const unsigned char *code)
{
    static const Computes all[] = {
        {0x8b, 0, 0},               /* MOV from memory */
        {0x89, 0, 1},               /* MOV between registers */
        {0x8d, 0, 0},               /* LEA */
        {0x63, 0, 0},               /* MOVSXD */
        {0x03, 0, 0},               /* ADD */
        {0x01, 0, 1}, {0x2b, 0, 0}, /* SUB */
        {0x29, 0, 1}, {0x81, 4, 1}, /* ADD, SUB ... of a constant */
        {0x83, 1, 1}, {0x69, 4, 0}, /* IMUL by a constant */
        {0x6b, 1, 0}, {0xc1, 1, 1}, /* SHL, SAR ... */
        {0xd1, 0, 1},
    };
    static const Computes behind_0f[] = {
        {0xaf, 0, 0},               /* IMUL */
        {0xb6, 0, 0}, {0xb7, 0, 0}, /* MOVZX */
        {0xbe, 0, 0}, {0xbf, 0, 0}, /* MOVSX */
    };

    if (code[0] >= 0xb8 && code[0] <= 0xbf) /* a constant of 4 bytes */
        return 5;
    if (code[0] == 0x98) /* CLTQ */
        return 1;
    if (code[0] == 0x0f) {
        unsigned bytes =
            table_bytes(behind_0f, sizeof behind_0f / sizeof *behind_0f,
                        code + 1);
        return bytes ? 1 + bytes : 0;
    }
    return table_bytes(all, sizeof all / sizeof *all, code);
}

uint64_t next_call(const unsigned char *code)
{
    for (int steps = 0; steps < MOST_STEPS; ++steps) {
        int32_t distance;
        if (code[0] == 0xe8) {
            memcpy(&distance, code + 1, sizeof distance);
            return (uint64_t)(uintptr_t)code + 5 + (uint64_t)(int64_t)distance;
        }
        unsigned prefix = (code[0] & 0xf0) == 0x40; /* REX */
        if (prefix && (code[0] & 8) && (code[1] & 0xf8) == 0xb8)
            return 0; /* a constant of 8 bytes */
        unsigned bytes = computing_bytes(code + prefix);
        if (!bytes)
            return 0;
        code += prefix + bytes;
    }
    return 0;
}

#elif defined(__aarch64__)

uint64_t next_call(const unsigned char *code)
{
    for (int steps = 0; steps < MOST_STEPS; ++steps, code += 4) {
        uint32_t word;
        memcpy(&word, code, sizeof word);
        if (word >> 26 == 0x25)
            return (uint64_t)(uintptr_t)code +
                   (uint64_t)((int64_t)(int32_t)(word << 6) >> 4);
        bool memory = (word & 0x0a000000) == 0x08000000;
        if (memory && !(word >> 22 & 1))
            return 0; /* a store */
    }
    return 0;
}

#else

uint64_t next_call(const unsigned char *code)
{
    (void)code;
    return 0;
}

#endif
