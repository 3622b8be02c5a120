/* SPDX-License-Identifier: MIT
 *
 * pass_work - what the parts of the pass share.
 */
#ifndef UPSWEEP_PASS_WORK_H
#define UPSWEEP_PASS_WORK_H

#include "program/llvm_calls.h"

typedef struct {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    LLVMTypeRef i32, i64, pointer;
    LLVMValueRef *kept; /* variables that the object file must keep */
    size_t kept_count, kept_capacity;
    LLVMValueRef *statics; /* variables that both versions of device code have
                              by a name of its own */
    size_t statics_count, statics_capacity;
    const char *unit; /* a short name of the file, of its static things */
    bool device, plain;
} Pass;

/* A constant of 32 or 64 bits. */
LLVMValueRef pass_i32(const Pass *pass, uint64_t value);
LLVMValueRef pass_i64(const Pass *pass, uint64_t value);
/* The address of a constant that is TEXT. */
LLVMValueRef pass_text(const Pass *pass, const char *text);

/* A private variable with the value INITIAL, which nothing changes. */
LLVMValueRef pass_constant(const Pass *pass, LLVMValueRef initial);
/* Puts one into SECTION, and keeps it there. */
void pass_keep(Pass *pass, LLVMValueRef initial, const char *section);

/* True if the name of VALUE begins with PREFIX. */
bool pass_begins(LLVMValueRef value, const char *prefix);

/* The builder's next instructions come before AT, with its place in the source;
 * with the function's line if AT has none. */
void pass_place(const Pass *pass, LLVMValueRef at);

/* A new variable of the function that has the instruction AT. The builder stays
 * before AT. */
LLVMValueRef pass_variable(const Pass *pass, LLVMValueRef at, LLVMTypeRef type);

/* The first instruction of FUNCTION, which has some; and the one after AT, also
 * in another block; NULL: there is none. */
LLVMValueRef pass_begin(LLVMValueRef function);
LLVMValueRef pass_next(LLVMValueRef at);

/* The first instruction of FUNCTION after its variables. */
LLVMValueRef pass_first(LLVMValueRef function);

/* Calls the function NAME. TYPES has a letter for its result and each argument:
 * v nothing, p pointer, i 32 bits, l 64 bits, f float, d double. Pointers and
 * integers are converted. */
LLVMValueRef pass_call(const Pass *pass, const char *name, const char *types,
                       LLVMValueRef *arguments);

/* Replaces the instruction OLD. */
void pass_replace(const Pass *pass, LLVMValueRef old, LLVMValueRef by);

/* pass_access.c: what ADDRESS is an address in, through casts; with OFFSET also
 * through constant indices, and the bytes of members are added to it. */
LLVMValueRef pass_object(const Pass *pass, LLVMValueRef address,
                         uint64_t *offset);
/* Handles a load, a store or a call. */
void pass_access(const Pass *pass, LLVMValueRef at);
/* Handles a call that copies or fills memory; false: AT is none. */
bool pass_copy(const Pass *pass, LLVMValueRef at);
/* Handles an atomic instruction in device code: CUDA has functions for it. */
void pass_host_atomic(const Pass *pass, LLVMValueRef at);
/* Handles a call in device code: of an atomic addition whose result nobody
 * uses, which the runtime learns before; of inline PTX. */
void pass_device_call(const Pass *pass, LLVMValueRef at);
/* pass_arithmetic.c: handles an operation that C++ leaves undefined. */
void pass_arithmetic(const Pass *pass, LLVMValueRef at);
/* pass_shared.c: handles the uses of shared variables, of all functions. */
void pass_shared(Pass *pass);
/* True if VARIABLE is the object that stands for a shared variable. */
bool pass_is_shared(LLVMValueRef variable);
/* pass_launches.c: makes what calls a kernel with the bytes of a launch, and
 * the table of kernels; of the host's code. */
void pass_launches(Pass *pass);
/* pass_names.c: renames functions and variables, and writes the tables. */
void pass_names(Pass *pass);
/* Appends to OUT what NAME is called in device code, or, if PLAIN, what the
 * function NAME is called in its plain version. */
void pass_device_name(const Pass *pass, const char *name, bool plain,
                      Text *out);
/* pass_plain.c: finds the statics, before anything else, and names them, after
 * everything else.  The plain version then uses the variables of the other. */
void pass_find_statics(Pass *pass);
void pass_name_statics(const Pass *pass);
/* Handles the plain version of FUNCTION. */
void pass_plain(const Pass *pass, LLVMValueRef function);

#endif
