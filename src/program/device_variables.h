/* SPDX-License-Identifier: MIT
 *
 * device_variables - what follows a declaration of __device__, __constant__ or
 * __managed__ variables in the C++ that program/rewrite.h makes: each variable
 * is registered, so that the host can name it to cudaMemcpyToSymbol.
 */
#ifndef UPSWEEP_DEVICE_VARIABLES_H
#define UPSWEEP_DEVICE_VARIABLES_H

#include "program/rewriter.h"

/* Registers the variables that __device__, __constant__ or __managed__ at I
 * declares, if it does, and none in shared memory; *NEXT is then the token to
 * go on with. */
void device_variables_rewrite(Rewriter *r, size_t i, size_t *next);

#endif
