/* SPDX-License-Identifier: MIT
 *
 * upsweep_element - what the elements of an array are, from its type (C++).
 */
#ifndef UPSWEEP_ELEMENT_H
#define UPSWEEP_ELEMENT_H

#include "vector_types.h"

#include <type_traits>

namespace upsweep
{

/* As ElementKind of program_log.h. */
enum { OTHER, I8, U8, I16, U16, I32, U32, I64, U64, F32, F64 };

/* The kind of T, its bytes, how many of them a vector type has, and the
 * alignment of a struct. */
template <class T> struct Element {
    enum : unsigned {
        kind = OTHER,
        bytes = sizeof(T),
        count = 0,
        align = alignof(T)
    };
};
template <> struct Element<void> {
    enum : unsigned { kind = OTHER, bytes = 1, count = 0, align = 0 };
};
template <class T> struct Element<T *> {
    enum : unsigned { kind = U64, bytes = 8, count = 0, align = 0 };
};
template <class T> struct Element<const T> : Element<T> {
};
template <class T> struct Element<volatile T> : Element<T> {
};
template <class T> struct Element<const volatile T> : Element<T> {
};

/* A number is a vector of one. */
#define UPSWEEP_ELEMENT(type, its_kind, its_count)                             \
    template <> struct Element<type> {                                         \
        enum : unsigned {                                                      \
            kind = its_kind,                                                   \
            bytes = sizeof(type) / its_count,                                  \
            count = its_count == 1 ? 0 : its_count,                            \
            align = 0                                                          \
        };                                                                     \
    };
#define UPSWEEP_ELEMENTS(name, type, its_kind)                                 \
    UPSWEEP_ELEMENT(type, its_kind, 1)                                         \
    UPSWEEP_ELEMENT(name##1, its_kind, 1)                                      \
    UPSWEEP_ELEMENT(name##2, its_kind, 2)                                      \
    UPSWEEP_ELEMENT(name##3, its_kind, 3)                                      \
    UPSWEEP_ELEMENT(name##4, its_kind, 4)

UPSWEEP_ELEMENT(bool, U8, 1)
UPSWEEP_ELEMENT(char, I8, 1)
UPSWEEP_ELEMENTS(char, signed char, I8)
UPSWEEP_ELEMENTS(uchar, unsigned char, U8)
UPSWEEP_ELEMENTS(short, short, I16)
UPSWEEP_ELEMENTS(ushort, unsigned short, U16)
UPSWEEP_ELEMENTS(int, int, I32)
UPSWEEP_ELEMENTS(uint, unsigned, U32)
UPSWEEP_ELEMENTS(long, long, I64)
UPSWEEP_ELEMENTS(ulong, unsigned long, U64)
UPSWEEP_ELEMENTS(longlong, long long, I64)
UPSWEEP_ELEMENTS(ulonglong, unsigned long long, U64)
UPSWEEP_ELEMENTS(float, float, F32)
UPSWEEP_ELEMENTS(double, double, F64)

#undef UPSWEEP_ELEMENT
#undef UPSWEEP_ELEMENTS

/* An enumeration is shown as its integer. */
template <class T, bool = std::is_enum<T>::value> struct Shown : Element<T> {
};
template <class T>
struct Shown<T, true> : Element<typename std::underlying_type<T>::type> {
};

/* The variable of UpsweepElement.structure: of a struct, or of a vector, whose
 * components are members. */
template <class T> struct Structure {
    static T *upsweep_structure;
};
template <class T> T *Structure<T>::upsweep_structure;

/* Its address. */
template <class T,
          bool = std::is_class<T>::value &&
                 (unsigned(Shown<T>::kind) == OTHER || Shown<T>::count > 0)>
struct StructureOf {
    static constexpr const void *find()
    {
        return nullptr;
    }
};
template <class T> struct StructureOf<T, true> {
    static constexpr const void *find()
    {
        return &Structure<typename std::remove_cv<T>::type>::upsweep_structure;
    }
};

template <class T> constexpr UpsweepElement element_of()
{
    return UpsweepElement{Shown<T>::kind, Shown<T>::bytes, Shown<T>::align,
                          Shown<T>::count, StructureOf<T>::find()};
}

} // namespace upsweep

#endif
