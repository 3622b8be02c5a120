/* SPDX-License-Identifier: MIT */
#include "program/llvm_calls.h"

#include <dlfcn.h>
#include <string.h>

LlvmCalls llvm;

bool llvm_load(const char *path, Error *error)
{
    static void *library;

    if (library)
        return true;
    void *opened = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!opened)
        return error_set(error, ERROR_FAILED, "cannot load %s: %s", path,
                         dlerror());
    void *symbol;
#define LLVM_FIND(result, name, parameters)                                    \
    symbol = dlsym(opened, "LLVM" #name);                                      \
    if (!symbol)                                                               \
        return error_set(error, ERROR_FAILED,                                  \
                         "%s has no function LLVM" #name                       \
                         ": use clang 14 to 19",                               \
                         path);                                                \
    memcpy(&llvm.name, &symbol, sizeof symbol);
    LLVM_CALLS(LLVM_FIND)
#undef LLVM_FIND
    library = opened;
    return true;
}
