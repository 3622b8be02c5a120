/* SPDX-License-Identifier: MIT
 *
 * vector_functions - make_char1 to make_double4.
 */
#ifndef UPSWEEP_VECTOR_FUNCTIONS_H
#define UPSWEEP_VECTOR_FUNCTIONS_H
#define __VECTOR_FUNCTIONS_H__ /* other headers look for it */

#include "vector_types.h"

UPSWEEP_BOTH_BEGIN

#define UPSWEEP_MAKE_OF(vector, make, parameters, ...)                         \
    UPSWEEP_RETURNS(__attribute__((                                            \
                        always_inline)) static inline vector make parameters,  \
                    (vector){__VA_ARGS__})
#define UPSWEEP_MAKE(name, type)                                               \
    UPSWEEP_MAKE_OF(name##1, make_##name##1, (type x), x)                      \
    UPSWEEP_MAKE_OF(name##2, make_##name##2, (type x, type y), x, y)           \
    UPSWEEP_MAKE_OF(name##3, make_##name##3, (type x, type y, type z), x, y,   \
                    z)                                                         \
    UPSWEEP_MAKE_OF(name##4, make_##name##4, (type x, type y, type z, type w), \
                    x, y, z, w)

UPSWEEP_MAKE(char, signed char)
UPSWEEP_MAKE(uchar, unsigned char)
UPSWEEP_MAKE(short, short)
UPSWEEP_MAKE(ushort, unsigned short)
UPSWEEP_MAKE(int, int)
UPSWEEP_MAKE(uint, unsigned)
UPSWEEP_MAKE(long, long)
UPSWEEP_MAKE(ulong, unsigned long)
UPSWEEP_MAKE(longlong, long long)
UPSWEEP_MAKE(ulonglong, unsigned long long)
UPSWEEP_MAKE(float, float)
UPSWEEP_MAKE(double, double)

UPSWEEP_BOTH_END

#endif
