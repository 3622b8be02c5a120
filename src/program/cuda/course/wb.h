/* SPDX-License-Identifier: MIT
 *
 * wb - what the labs of UIUC's courses include, as libwb has it (C++):
 *
 *     lab -e expected.raw -i input0.raw,input1.raw -t vector
 *
 * An input that no argument names is made here, of moderate size.
 */
#ifndef UPSWEEP_WB_H
#define UPSWEEP_WB_H

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <iostream>
#include <string>
#include <vector>

#include "cuda_runtime.h"

/* ---- Arguments ------------------------------------------------------------*/

enum { UPSWEEP_WB_INPUTS = 16 };

struct wbArg_t {
    int inputs;
    char *input[UPSWEEP_WB_INPUTS], *expected; /* or NULL */
};

inline wbArg_t wbArg_read(int count, char **words)
{
    wbArg_t args = {};

    for (int i = 1; i + 1 < count; ++i)
        if (strcmp(words[i], "-e") == 0)
            args.expected = words[i + 1];
        else if (strcmp(words[i], "-i") == 0)
            for (char *at = strtok(strdup(words[i + 1]), ",");
                 at && args.inputs < UPSWEEP_WB_INPUTS; at = strtok(NULL, ","))
                args.input[args.inputs++] = at;
    return args;
}
inline int wbArg_getInputCount(wbArg_t args) { return args.inputs; }

/* The name of an input; "(input 1)": it is to be made. */
inline char *wbArg_getInputFile(wbArg_t args, int i)
{
    static char names[UPSWEEP_WB_INPUTS][16];

    snprintf(names[i], sizeof names[i], "(input %d)", i);
    return i < args.inputs ? args.input[i] : names[i];
}

/* ---- Messages and timers --------------------------------------------------*/

template <class... Items>
inline void upsweep_wb_log(const char *level, const Items &...items)
{
    std::cout << level << ": ";
    (std::cout << ... << items) << std::endl;
}
#define wbLog(level, ...) upsweep_wb_log(#level, __VA_ARGS__)

#define wbTime_start(...) (void)0
#define wbTime_stop(...)  (void)0

/* ---- Files ----------------------------------------------------------------*/

/* Sets *I to the number of an input that is to be made; else opens the file. */
inline FILE *upsweep_wb_open(const char *name, int *i)
{
    *i = 0;
    if (!name || sscanf(name, "(input %d)", i) == 1) {
        printf("wb.h: no -i names input %d: it is made\n", *i);
        return NULL;
    }
    FILE *file = fopen(name, "rb");
    if (!file) {
        fprintf(stderr, "wb.h: cannot read %s; check the name\n", name);
        exit(1);
    }
    return file;
}

/* Reads the numbers of a vector, ROWS = 0, or of a matrix. */
inline std::vector<double> upsweep_wb_read(FILE *file, int *rows, int *columns)
{
    std::vector<double> all;
    char head[256] = "";
    double item;

    *rows = 0;
    if (fgets(head, sizeof head, file) &&
        sscanf(head, "%d %d", rows, columns) < 2)
        *rows = 0;
    while (fscanf(file, "%lf%*[ ,\t\r\n]", &item) == 1)
        all.push_back(item);
    fclose(file);
    return all;
}

/* COUNT numbers for input I.  1003 begin with the extents of a volume, 10 by 10
 * by 10. */
inline std::vector<double> upsweep_wb_make(int i, int count)
{
    std::vector<double> all;

    for (int at = 0; at < count; ++at)
        all.push_back(count == 1003 && at < 3 ? 10 : (at * 7 + i * 3) % 10);
    return all;
}

inline void *upsweep_wb_data(const std::vector<double> &all, const char *type)
{
    void *data = malloc((all.size() + 1) * sizeof(float));

    for (size_t i = 0; i < all.size(); ++i)
        if (type && strcmp(type, "Integer") == 0)
            ((int *)data)[i] = (int)all[i];
        else
            ((float *)data)[i] = (float)all[i];
    return data;
}

inline void *wbImport(const char *name, int *length, const char *type = NULL)
{
    static const int *before = NULL;
    int i, rows, columns;
    FILE *file = upsweep_wb_open(name, &i);
    int made = i == 0 || length == before ? 1003 : 27; /* a volume, or a mask */
    std::vector<double> all = file ? upsweep_wb_read(file, &rows, &columns)
                                   : upsweep_wb_make(i, made);

    *length = (int)all.size();
    before = length;
    return upsweep_wb_data(all, type);
}
inline void *wbImport(const char *name, int *rows, int *columns,
                      const char *type = NULL)
{
    int i;
    FILE *file = upsweep_wb_open(name, &i);
    *rows = *columns = 64;
    std::vector<double> all = file ? upsweep_wb_read(file, rows, columns)
                                   : upsweep_wb_make(i, 64 * 64);

    if (!*rows)
        *rows = (int)all.size(), *columns = 1;
    return upsweep_wb_data(all, type);
}

/* ---- The solution ---------------------------------------------------------*/

/* A program with a wrong solution does not end with 0. */
inline void upsweep_wb_end(int status, void *)
{
    if (status == 0)
        exit(1);
}

/* Compares COUNT elements with those that are WANTED. */
template <class T>
inline bool upsweep_wb_same(const T *data, size_t count,
                            const std::vector<double> &wanted)
{
    size_t at = 0;

    while (at < count && at < wanted.size() &&
           fabs((double)data[at] - wanted[at]) <=
               0.005 * fmax(1, fabs(wanted[at])))
        ++at;
    if (at == count && count == wanted.size())
        return true;
    if (at < count && at < wanted.size())
        printf("wbSolution: element %zu is %g, and %g is expected\n", at,
               (double)data[at], wanted[at]);
    else
        printf("wbSolution: %zu elements, and %zu are expected\n", count,
               wanted.size());
    on_exit(upsweep_wb_end, NULL);
    return false;
}

template <class T>
inline bool wbSolution(wbArg_t args, const T *data, int rows, int columns = 1)
{
    size_t count = (size_t)rows * (size_t)columns;

    if (args.expected)
        return upsweep_wb_same(
            data, count,
            upsweep_wb_read(upsweep_wb_open(args.expected, &rows), &rows,
                            &columns));
    printf("wbSolution: no -e names a file to compare with\n");
    return true;
}

#endif
