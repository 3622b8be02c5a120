/* SPDX-License-Identifier: MIT
 *
 * vector_types - char1 to double4 and dim3, as CUDA lays them out, and the
 * functions that make them.
 */
#ifndef UPSWEEP_VECTOR_TYPES_H
#define UPSWEEP_VECTOR_TYPES_H
#define __VECTOR_TYPES_H__ /* other headers look for them */
#define __VECTOR_FUNCTIONS_H__

#include "host_defines.h"
#include "upsweep_device.h"

/* The types NAME1 to NAME4 of TYPE; NAME2 and NAME4 are aligned as the hardware
 * loads them. */
#define UPSWEEP_VECTORS(name, type, align2, align4)                            \
    typedef struct name##1                                                     \
    {                                                                          \
        type x;                                                                \
    }                                                                          \
    name##1;                                                                   \
    typedef struct __align__(align2) name##2                                   \
    {                                                                          \
        type x, y;                                                             \
    }                                                                          \
    name##2;                                                                   \
    typedef struct __align__(align4) name##4                                   \
    {                                                                          \
        type x, y, z, w;                                                       \
    }                                                                          \
    name##4;
#define UPSWEEP_VECTOR3(name, type)                                            \
    typedef struct name##3                                                     \
    {                                                                          \
        type x, y, z;                                                          \
    }                                                                          \
    name##3;

UPSWEEP_VECTORS(char, signed char, 2, 4)
UPSWEEP_VECTORS(uchar, unsigned char, 2, 4)
UPSWEEP_VECTORS(short, short, 4, 8)
UPSWEEP_VECTORS(ushort, unsigned short, 4, 8)
UPSWEEP_VECTORS(int, int, 8, 16)
UPSWEEP_VECTORS(uint, unsigned, 8, 16)
UPSWEEP_VECTORS(long, long, 16, 16)
UPSWEEP_VECTORS(ulong, unsigned long, 16, 16)
UPSWEEP_VECTORS(longlong, long long, 16, 16)
UPSWEEP_VECTORS(ulonglong, unsigned long long, 16, 16)
UPSWEEP_VECTORS(float, float, 8, 16)
UPSWEEP_VECTORS(double, double, 16, 16)
UPSWEEP_VECTOR3(char, signed char)
UPSWEEP_VECTOR3(uchar, unsigned char)
UPSWEEP_VECTOR3(short, short)
UPSWEEP_VECTOR3(ushort, unsigned short)
UPSWEEP_VECTOR3(int, int)
UPSWEEP_VECTOR3(long, long)
UPSWEEP_VECTOR3(ulong, unsigned long)
UPSWEEP_VECTOR3(longlong, long long)
UPSWEEP_VECTOR3(ulonglong, unsigned long long)
UPSWEEP_VECTOR3(float, float)
UPSWEEP_VECTOR3(double, double)
typedef struct uint3 uint3;

#ifdef __cplusplus
struct dim3 {
    unsigned x, y, z;
    __host__ __device__ constexpr dim3(unsigned width = 1, unsigned height = 1,
                                       unsigned depth = 1)
        : x(width), y(height), z(depth)
    {
    }
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
    {
    }
    __host__ __device__ constexpr operator uint3() const
    {
        return uint3{x, y, z};
    }
};
#else
typedef struct dim3 {
    unsigned x, y, z;
} dim3;
#endif

/* ---- make_char1 to make_double4 -------------------------------------------*/

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
