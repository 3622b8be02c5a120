/* SPDX-License-Identifier: MIT
 *
 * upsweep_solve - calls a function solve(input, output, N) for a program that
 * has no main.  Sizes follow the names of its parameters: one alone is 1000,
 * several are small and differ.  It needs nothing but CUDA.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <type_traits>
#include <utility>

struct UpsweepParameter {
    bool counts, constant; /* an integer; an array of constants */
    char name[64];
    int value;
    void *array;
};

/* Copies the names from "const float * input , int N" to the parameters. */
inline void upsweep_name(UpsweepParameter *all, int count, const char *text)
{
    for (int i = 0; i < count; ++i) {
        size_t length = strcspn(text, ",");
        for (size_t at = 0; at < length; at += strcspn(text + at, " ") + 1)
            if (text[at] == '_' || (text[at] | 32) >= 'a')
                snprintf(all[i].name, sizeof all[i].name, "%.*s",
                         (int)strcspn(text + at, " "), text + at);
        text += length + (text[length] == ',' ? 2 : 0);
    }
}

/* The value that the NAME of an integer asks for; 0: it is a size. */
inline int upsweep_known(const char *name)
{
    static const struct {
        const char *names; /* that begin so; s is S alone */
        int value;
    } all[] = {{"s s_ start stride pad zero ", 1},
               {"b batch ", 2},
               {"p r kernel window mask filter max_ iter step power round pass ",
                3},
               {"target ", 5},
               {"e e_ end ", 9},
               {"num_ tile ", 16}};

    for (const auto &one : all)
        for (const char *at = one.names; *at; at += strcspn(at, " ") + 1) {
            size_t length = strcspn(at, " ");
            if (strncasecmp(name, at, length) == 0 &&
                (length > 1 || !name[1]))
                return one.value;
        }
    return 0;
}

/* Gives each integer a value; returns how many elements arrays have.  SQUARE:
 * arrays of one size N have N x N elements.  WIDE: an element may have 4 parts.
 */
inline size_t upsweep_size(UpsweepParameter *all, int count, bool square,
                           bool wide)
{
    static const int few[] = {48, 32, 16}, many[] = {4, 6, 16, 24, 3, 2, 5, 7};
    size_t elements = wide ? 4 : 1;
    int sizes = 0, number = 0;

    for (int i = 0; i < count; ++i)
        sizes += all[i].counts && !upsweep_known(all[i].name);
    for (int i = 0; i < count; ++i) {
        int known = upsweep_known(all[i].name), one = square ? 32 : 1000;
        if (!all[i].counts)
            continue;
        all[i].value = known       ? known
                       : sizes > 3 ? many[number++ % 8]
                       : sizes > 1 ? few[number++]
                                   : one;
        if (!known || known == 2)
            elements *= (size_t)all[i].value;
        if (!known && sizes == 1 && square)
            elements *= (size_t)all[i].value;
    }
    return elements < 64 ? 64 : elements;
}

/* What a parameter is given: a number, or an array.  One of constants, or each
 * if none is, has 1 to 9; the others have 0. */
struct UpsweepGiven {
    UpsweepParameter *parameter;
    int number;
    size_t count;
    bool filled;

    template <class T> operator T() const
    {
        return T(parameter->counts ? parameter->value : 1.5 + number);
    }
    template <class T> operator T *() const
    {
        using Item = std::remove_cv_t<
            std::conditional_t<std::is_void<T>::value, char, T>>;
        Item *host = (Item *)calloc(count, sizeof(Item));

        if constexpr (std::is_constructible<Item, int>::value)
            for (size_t i = 0; filled && i < count; ++i)
                host[i] = Item(1 + (int)(i * 7 + (size_t)number) % 9);
        cudaMalloc(&parameter->array, count * sizeof(Item));
        cudaMemcpy(parameter->array, host, count * sizeof(Item),
                   cudaMemcpyHostToDevice);
        free(host);
        return (T *)parameter->array;
    }
};

template <class... Types, size_t... I>
inline void upsweep_call(void (*function)(Types...), UpsweepParameter *all,
                         size_t count, bool no_input, std::index_sequence<I...>)
{
    function(
        UpsweepGiven{all + I, int(I), count, all[I].constant || no_input}...);
}

/* Calls FUNCTION with PARAMETERS as they are written, and returns 0. */
template <class... Types>
inline int upsweep_solve(void (*function)(Types...), const char *parameters,
                         bool square, bool wide)
{
    const int count = sizeof...(Types);
    UpsweepParameter all[] = {
        {std::is_integral<Types>::value && sizeof(Types) > 1,
         std::is_const<std::remove_pointer_t<Types>>::value}...};
    bool any = false;

    upsweep_name(all, count, parameters);
    size_t elements = upsweep_size(all, count, square, wide);
    for (int i = 0; i < count; ++i) {
        printf("%s%s", i ? ", " : "solve(", all[i].name);
        any |= all[i].constant;
    }
    printf("): no main; called with ");
    for (int i = 0; i < count; ++i)
        if (all[i].counts)
            printf("%s = %d, ", all[i].name, all[i].value);
    printf("arrays of %zu elements\n", elements);
    upsweep_call(function, all, elements, !any,
                 std::index_sequence_for<Types...>());
    cudaDeviceSynchronize();
    return 0;
}
