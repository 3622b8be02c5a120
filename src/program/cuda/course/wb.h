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
#include <time.h>

#include <algorithm>
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
    int each[] = {0, ((void)(std::cout << items), 0)...};
    std::cout << std::endl << (each[0] ? "" : "");
}
#define wbLog(level, ...) upsweep_wb_log(#level, __VA_ARGS__)

inline void upsweep_wb_time(const char *kind, bool starts)
{
    static std::vector<double> began;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double time = (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;

    if (starts) {
        began.push_back(time);
    } else if (!began.empty()) {
        printf("%s: %g ms\n", kind, time - began.back());
        began.pop_back();
    }
}
#define wbTime_start(kind, ...) upsweep_wb_time(#kind, true)
#define wbTime_stop(kind, ...)  upsweep_wb_time(#kind, false)

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

/* Vector I.  The first begins with its extents as a volume, 10 by 10 by 10, and
 * the second is a mask of 27, unless AGAIN has it as long.  With types they are
 * a sparse matrix of 250 rows with 4 elements each, and a vector. */
inline std::vector<double> upsweep_wb_make(int i, bool again, bool typed)
{
    int count = typed ? i == 1 ? 251 : i == 3 ? 250 : 1000
                      : i == 0 || again ? 1003 : 27;
    std::vector<double> all;

    for (int at = 0; at < count; ++at)
        all.push_back(typed && i == 0   ? at * 7 % 250
                      : typed && i == 1 ? 4 * at
                      : !typed && count > 27 && at < 3 ? 10
                                                       : (at * 7 + i * 3) % 10);
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
    std::vector<double> all =
        file ? upsweep_wb_read(file, &rows, &columns)
             : upsweep_wb_make(i, length == before, type != NULL);

    *length = (int)all.size();
    before = length;
    return upsweep_wb_data(all, type);
}
inline void *wbImport(const char *name, int *rows, int *columns,
                      const char *type = NULL)
{
    int i;
    FILE *file = upsweep_wb_open(name, &i);
    std::vector<double> all(64 * 64);

    for (size_t at = 0; at < all.size(); ++at)
        all[at] = (double)((at * 7 + (size_t)i * 3) % 10);
    *rows = *columns = 64;
    if (file)
        all = upsweep_wb_read(file, rows, columns);
    if (!*rows) {
        *rows = (int)all.size();
        *columns = 1;
    }
    return upsweep_wb_data(all, type);
}

/* ---- Images ---------------------------------------------------------------*/

struct upsweep_wb_Image {
    int width, height, channels;
    float *data; /* from 0 to 1, the channels of a pixel side by side */
};
typedef upsweep_wb_Image *wbImage_t;

inline wbImage_t wbImage_new(int width, int height, int channels = 3)
{
    return new upsweep_wb_Image{
        width, height, channels,
        (float *)calloc((size_t)width * (size_t)height * (size_t)channels,
                        sizeof(float))};
}
inline int wbImage_getWidth(wbImage_t image) { return image->width; }
inline int wbImage_getHeight(wbImage_t image) { return image->height; }
inline int wbImage_getChannels(wbImage_t image) { return image->channels; }
inline float *wbImage_getData(wbImage_t image) { return image->data; }
inline void wbImage_setData(wbImage_t to, float *data) { to->data = data; }
inline void wbImage_delete(wbImage_t image) { free(image->data); }
inline void wbExport(const char *, wbImage_t) {}

/* Reads a PPM file of bytes without comments. */
inline wbImage_t wbImport(const char *name)
{
    int i, width = 64, height = 48, most = 9;
    FILE *file = upsweep_wb_open(name, &i);

    if (file && (fscanf(file, "P6 %d %d %d%*c", &width, &height, &most) != 3 ||
                 width < 1 || height < 1 || width > 16384 || height > 16384)) {
        fprintf(stderr, "wb.h: %s is no PPM file (P6)\n", name);
        exit(1);
    }
    wbImage_t image = wbImage_new(width, height);
    for (i = 0; i < width * height * 3; ++i)
        image->data[i] =
            (float)(file ? fgetc(file) : i * 7 % 10) / (float)most;
    if (file)
        fclose(file);
    return image;
}

/* ---- Sparse matrices ------------------------------------------------------*/

/* Sorts the rows of a matrix by their lengths, the longest first, and stores
 * the first elements of all rows, then the second ones, and so on. */
inline void CSRToJDS(int rows, const int *row_starts, const int *columns,
                     const float *data, int **order, int **lengths,
                     int **starts, int **jds_columns, float **jds_data)
{
    size_t count = (size_t)row_starts[rows] + (size_t)rows + 1;
    auto length = [&](int row) { return row_starts[row + 1] - row_starts[row]; };

    for (int **to : {order, lengths, starts, jds_columns})
        *to = (int *)malloc(count * sizeof(int));
    *jds_data = (float *)malloc(count * sizeof(float));
    for (int row = 0; row < rows; ++row)
        (*order)[row] = row;
    std::stable_sort(*order, *order + rows,
                     [&](int a, int b) { return length(a) > length(b); });
    for (int i = 0; i < rows; ++i)
        (*lengths)[i] = length((*order)[i]);
    for (int k = 0, at = 0; rows > 0 && k < (*lengths)[0]; ++k) {
        (*starts)[k] = at;
        for (int i = 0; i < rows && (*lengths)[i] > k; ++i, ++at) {
            (*jds_columns)[at] = columns[row_starts[(*order)[i]] + k];
            (*jds_data)[at] = data[row_starts[(*order)[i]] + k];
        }
    }
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
               0.005 * std::max(1.0, fabs(wanted[at])))
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

inline bool upsweep_wb_lacks(wbArg_t args)
{
    if (!args.expected)
        printf("wbSolution: no -e names a file to compare with\n");
    return !args.expected;
}
template <class T>
inline bool wbSolution(wbArg_t args, const T *data, int rows, int columns = 1)
{
    size_t count = (size_t)rows * (size_t)columns;

    return upsweep_wb_lacks(args) ||
           upsweep_wb_same(data, count,
                           upsweep_wb_read(upsweep_wb_open(args.expected, &rows),
                                           &rows, &columns));
}
inline bool wbSolution(wbArg_t args, wbImage_t image)
{
    if (upsweep_wb_lacks(args))
        return true;
    auto end = [](wbImage_t of) {
        return of->data + (size_t)of->width * (size_t)of->height *
                              (size_t)of->channels;
    };
    wbImage_t wanted = wbImport(args.expected);
    return upsweep_wb_same(image->data, (size_t)(end(image) - image->data),
                           {wanted->data, end(wanted)});
}

#endif
