/* SPDX-License-Identifier: MIT
 *
 * upsweep_of_host - what rewrite.c adds to functions of the host: called in a
 * kernel, they end the program.  C and C++; every source of a
 * program sees this file before its first line.
 */
#ifndef UPSWEEP_OF_HOST_H
#define UPSWEEP_OF_HOST_H

#ifdef __cplusplus
extern "C" {
#endif

/* The function NAME runs, whose body begins on line LINE of FILE. */
void upsweep_host_begin(const char *name, const char *file, int line);

#ifdef __cplusplus
}
#endif

#define UPSWEEP_OF_HOST upsweep_host_begin(__func__, __FILE__, __LINE__)

#endif
