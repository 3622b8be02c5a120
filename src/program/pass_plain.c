/* SPDX-License-Identifier: MIT
 *
 * pass_plain - the version of device code that runs blocks which nobody
 * watches.
 */
#include "program/pass_work.h"

#include <stdio.h>
#include <string.h>

/* Lets the compiler optimise FUNCTION, which it compiled without. */
static void allow_optimising(LLVMValueRef function)
{
    static const char *const names[] = {"optnone", "noinline"};

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        llvm.RemoveEnumAttributeAtIndex(
            function, LLVMAttributeFunctionIndex,
            llvm.GetEnumAttributeKindForName(names[i], strlen(names[i])));
}

static void handle(const Pass *pass, LLVMValueRef at)
{
    switch (llvm.GetInstructionOpcode(at)) {
    case LLVMLoad:
    case LLVMStore:
        if (llvm.GetVolatile(at))
            pass_access(pass, at);
        break;
    case LLVMCall:
        pass_device_call(pass, at);
        break;
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
        pass_host_atomic(pass, at);
        break;
    default:
        pass_arithmetic(pass, at);
    }
}

void pass_plain(const Pass *pass, LLVMValueRef function)
{
    allow_optimising(function);
    for (LLVMValueRef at = pass_begin(function), next; at; at = next) {
        next = pass_next(at);
        handle(pass, at);
    }
}

/* ---- Variables ------------------------------------------------------------*/

/* True if VARIABLE has no name for other files, and is more than a constant of
 * the compiler's. */
static bool is_static(LLVMValueRef variable)
{
    return !llvm.IsDeclaration(variable) &&
           llvm.GetLinkage(variable) == LLVMInternalLinkage &&
           llvm.GetFirstUse(variable) && !pass_begins(variable, "upsweep_") &&
           !pass_begins(variable, "llvm.");
}

void pass_find_statics(Pass *pass)
{
    for (LLVMValueRef at = llvm.GetFirstGlobal(pass->module); at;
         at = llvm.GetNextGlobal(at))
        if (is_static(at))
            base_push(pass, statics, at);
}

/* VARIABLE, which this version defines, is the one called NAME. */
static void borrow(const Pass *pass, LLVMValueRef variable, const char *name)
{
    LLVMTypeRef type = llvm.GlobalGetValueType(variable);

    llvm.SetValueName2(variable, "", 0);
    LLVMValueRef other = llvm.AddGlobal(pass->module, type, name);
    llvm.SetAlignment(other, llvm.GetAlignment(variable));
    llvm.ReplaceAllUsesWith(variable, other);
    llvm.DeleteGlobal(variable);
}

void pass_name_statics(const Pass *pass)
{
    char name[96];

    for (size_t i = 0; i < pass->statics_count; ++i) {
        LLVMValueRef variable = pass->statics[i];
        LLVMTypeRef type = llvm.GlobalGetValueType(variable);
        snprintf(name, sizeof name, "upsweep_static.%.40s.%zu", pass->unit, i);
        if (pass->plain)
            borrow(pass, variable, name);
        else
            llvm.AddAlias2(pass->module, type, 0, variable, name);
    }
    for (LLVMValueRef at = llvm.GetFirstGlobal(pass->module), next;
         at && pass->plain; at = next) {
        size_t length;
        Text own = {0};
        next = llvm.GetNextGlobal(at);
        int linkage = llvm.GetLinkage(at);
        if (llvm.IsDeclaration(at) || linkage == LLVMPrivateLinkage ||
            linkage == LLVMInternalLinkage || linkage == LLVMAppendingLinkage ||
            pass_begins(at, "upsweep_"))
            continue;
        text_add(&own, "%s", llvm.GetValueName2(at, &length));
        borrow(pass, at, own.text);
        text_free(&own);
    }
}
