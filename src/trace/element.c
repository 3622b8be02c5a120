/* SPDX-License-Identifier: MIT */
#include "trace/element.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    uint32_t kind, bytes;
} types[] = {
    {"bool", ELEMENT_U8, 1},
    {"char", ELEMENT_I8, 1},
    {"signed char", ELEMENT_I8, 1},
    {"unsigned char", ELEMENT_U8, 1},
    {"uint8_t", ELEMENT_U8, 1},
    {"short", ELEMENT_I16, 2},
    {"unsigned short", ELEMENT_U16, 2},
    {"int", ELEMENT_I32, 4},
    {"int32_t", ELEMENT_I32, 4},
    {"unsigned", ELEMENT_U32, 4},
    {"unsigned int", ELEMENT_U32, 4},
    {"uint32_t", ELEMENT_U32, 4},
    {"size_t", ELEMENT_U64, 8},
    {"long", ELEMENT_I64, 8},
    {"long long", ELEMENT_I64, 8},
    {"unsigned long", ELEMENT_U64, 8},
    {"unsigned long long", ELEMENT_U64, 8},
    {"float", ELEMENT_F32, 4},
    {"double", ELEMENT_F64, 8},
    {"int2", ELEMENT_I32, 8},
    {"int4", ELEMENT_I32, 16},
    {"float2", ELEMENT_F32, 8},
    {"float4", ELEMENT_F32, 16},
};

bool element_of_type(const char *name, uint32_t *kind, uint32_t *bytes)
{
    for (size_t t = 0; t < sizeof types / sizeof *types; ++t)
        if (strcmp(types[t].name, name) == 0) {
            *kind = types[t].kind;
            *bytes = types[t].bytes;
            return true;
        }
    return false;
}

uint64_t element_extend(uint32_t element, const void *at)
{
    uint32_t width = element_width(element);
    uint64_t bits = 0, sign = width ? UINT64_C(1) << (8 * width - 1) : 0;
    bool is_signed = element == ELEMENT_I8 || element == ELEMENT_I16 ||
                     element == ELEMENT_I32 || element == ELEMENT_I64;

    memcpy(&bits, at, width);
    return is_signed ? (bits ^ sign) - sign : bits;
}
