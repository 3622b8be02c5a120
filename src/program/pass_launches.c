/* SPDX-License-Identifier: MIT
 *
 * How a launch reaches its kernel.  clang makes a stub of each kernel, with the
 * kernel's parameters, which shows the runtime where each argument lies:
 *
 *     void __device_stub__scan(int *out, Pair by)   <- the host calls this
 *     {
 *         cudaSetupArgument(&out, 8, 0);
 *         cudaSetupArgument(&by, 16, 8);
 *         cudaLaunch(__device_stub__scan);
 *     }
 *
 * The compiler may have split Pair into registers; but the stub begins with
 * stores of these to its variables.  So it shows which part of which argument
 * each parameter is, and a function is made that calls the kernel with
 * arguments that lie one behind the other:
 *
 *     void scan.call(char *arguments)
 *     {
 *         scan(*(int **)arguments, *(double *)(arguments + 8), ...);
 *     }
 *
 * Section upsweep_kernels has {name, stub, call, kernel, plain, arguments,
 * count} of each, where PLAIN calls the kernel's plain version, and an argument
 * is {uint32_t offset, bytes}.
 *
 * A __managed__ variable, in the section of that name, is on the host's side
 * the device's own.
 */
#include "program/pass_work.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 256 };

/* An argument: the variable of the stub, or the parameter that points to it. */
typedef struct {
    LLVMValueRef at;
    uint64_t offset, bytes;
} Argument;

typedef struct {
    const Pass *pass;
    LLVMValueRef stub;
    Argument arguments[MOST_ARGUMENTS];
    unsigned count;
} Stub;

static bool is_call_of(LLVMValueRef at, const char *name)
{
    return llvm.GetInstructionOpcode(at) == LLVMCall &&
           pass_begins(llvm.GetCalledValue(at), name);
}

/* Calls TAKE for each instruction of the stub. */
static void each_instruction(Stub *stub, void (*take)(Stub *, LLVMValueRef))
{
    for (LLVMValueRef at = pass_begin(stub->stub); at; at = pass_next(at))
        take(stub, at);
}

/* The variable that ADDRESS points into, and in *OFFSET how far from its begin.
 */
static LLVMValueRef base_of(const Stub *stub, LLVMValueRef address,
                            uint64_t *offset)
{
    *offset = 0;
    return pass_object(stub->pass, address, offset);
}

static void take_argument(Stub *stub, LLVMValueRef at)
{
    uint64_t offset;

    if (!is_call_of(at, "cudaSetupArgument") || stub->count == MOST_ARGUMENTS)
        return;
    stub->arguments[stub->count++] =
        (Argument){base_of(stub, llvm.GetOperand(at, 0), &offset),
                   llvm.ConstIntGetZExtValue(llvm.GetOperand(at, 2)),
                   llvm.ConstIntGetZExtValue(llvm.GetOperand(at, 1))};
}

/* A copy from a variable that only takes registers, to an argument. */
static void take_copy(Stub *stub, LLVMValueRef at)
{
    uint64_t offset;

    if (!is_call_of(at, "llvm.memcpy") || stub->count == MOST_ARGUMENTS)
        return;
    LLVMValueRef to = base_of(stub, llvm.GetOperand(at, 0), &offset);
    for (unsigned i = 0; i < stub->count; ++i)
        if (stub->arguments[i].at == to) {
            stub->arguments[stub->count] = stub->arguments[i];
            stub->arguments[stub->count++].at =
                base_of(stub, llvm.GetOperand(at, 1), &offset);
            return;
        }
}

static const Argument *argument_at(const Stub *stub, LLVMValueRef variable)
{
    for (unsigned i = 0; i < stub->count; ++i)
        if (stub->arguments[i].at == variable)
            return &stub->arguments[i];
    return NULL;
}

/* The type of what PARAMETER is stored as, and its *PLACE among the arguments;
 * NULL: it is not stored. */
static LLVMTypeRef stored_as(const Stub *stub, LLVMValueRef parameter,
                             uint64_t *place)
{
    for (LLVMUseRef use = llvm.GetFirstUse(parameter); use;
         use = llvm.GetNextUse(use)) {
        LLVMValueRef user = llvm.GetUser(use);
        int opcode = llvm.GetInstructionOpcode(user);
        if (opcode == LLVMStore && llvm.GetOperand(user, 0) == parameter) {
            LLVMValueRef to = base_of(stub, llvm.GetOperand(user, 1), place);
            const Argument *argument = argument_at(stub, to);
            if (!argument)
                continue;
            *place += argument->offset;
            return llvm.TypeOf(parameter);
        }
        if (opcode == LLVMZExt) /* of a bool */
            return stored_as(stub, user, place);
    }
    return NULL;
}

/* ---- The function that calls the kernel -----------------------------------*/

/* The address of the byte PLACE of the arguments. */
static LLVMValueRef address_of(const Pass *pass, LLVMValueRef arguments,
                               uint64_t place)
{
    LLVMValueRef index = pass_i64(pass, place);
    LLVMTypeRef byte = llvm.IntTypeInContext(pass->context, 8);

    return llvm.BuildGEP2(pass->builder, byte, arguments, &index, 1, "");
}

/* What the kernel gets for PARAMETER; NULL: the stub does not show it. */
static LLVMValueRef given(const Stub *stub, LLVMValueRef parameter,
                          LLVMValueRef arguments)
{
    const Pass *pass = stub->pass;
    const Argument *whole = argument_at(stub, parameter);
    LLVMTypeRef type = llvm.TypeOf(parameter), stored;
    uint64_t place;

    if (whole) { /* it points to the argument: to a copy of the thread's own */
        LLVMTypeRef bytes =
            llvm.ArrayType(llvm.IntTypeInContext(pass->context, 8),
                           (unsigned)whole->bytes);
        LLVMValueRef own = llvm.BuildAlloca(pass->builder, bytes, "");
        llvm.SetAlignment(own, 16);
        LLVMValueRef words[] = {own, address_of(pass, arguments, whole->offset),
                                pass_i64(pass, whole->bytes)};
        pass_call(pass, "memcpy", "pppl", words);
        return llvm.BuildPointerCast(pass->builder, own, type, "");
    }
    stored = stored_as(stub, parameter, &place);
    if (!stored)
        return NULL;
    LLVMValueRef at =
        llvm.BuildPointerCast(pass->builder, address_of(pass, arguments, place),
                              llvm.PointerType(stored, 0), "");
    LLVMValueRef value = llvm.BuildLoad2(pass->builder, stored, at, "");
    llvm.SetAlignment(value, 1);
    return stored == type
               ? value
               : llvm.BuildCast(pass->builder, LLVMTrunc, value, type, "");
}

/* Gives the call AT what the stub has of attributes: whether a parameter is a
 * struct of which a copy is passed. */
static void copy_attributes(const Stub *stub, LLVMValueRef at, unsigned index)
{
    LLVMAttributeRef attributes[64];
    unsigned count = llvm.GetAttributeCountAtIndex(stub->stub, index);

    if (count > sizeof attributes / sizeof *attributes)
        return;
    llvm.GetAttributesAtIndex(stub->stub, index, attributes);
    for (unsigned i = 0; i < count; ++i)
        llvm.AddCallSiteAttribute(at, index, attributes[i]);
}

/* The function that calls KERNEL; NULL: how it is called is not known. */
static LLVMValueRef make_caller(const Stub *stub, LLVMValueRef kernel,
                                const char *name)
{
    const Pass *pass = stub->pass;
    LLVMTypeRef pointer = pass->pointer, type = llvm.GlobalGetValueType(kernel);
    unsigned count = llvm.CountParams(stub->stub);
    LLVMValueRef *values = base_alloc(count + 1, sizeof *values);
    Text called = {0};

    text_add(&called, "%s.call", name);
    LLVMValueRef caller =
        llvm.AddFunction(pass->module, called.text,
                         llvm.FunctionType(llvm.VoidTypeInContext(
                                               pass->context),
                                           &pointer, 1, 0));
    llvm.SetLinkage(caller, LLVMInternalLinkage);
    llvm.PositionBuilderAtEnd(pass->builder,
                              llvm.AppendBasicBlockInContext(pass->context,
                                                             caller, ""));
    llvm.SetCurrentDebugLocation2(pass->builder, NULL);
    bool known = true;
    for (unsigned i = 0; known && i < count; ++i) {
        values[i] =
            given(stub, llvm.GetParam(stub->stub, i), llvm.GetParam(caller, 0));
        known = values[i] != NULL;
    }
    if (known) {
        LLVMValueRef call =
            llvm.BuildCall2(pass->builder, type, kernel, values, count, "");
        for (unsigned i = 0; i < count; ++i)
            copy_attributes(stub, call, i + 1);
    }
    llvm.BuildRetVoid(pass->builder);
    free(values);
    text_free(&called);
    return known ? caller : NULL;
}

/* ---- The table ------------------------------------------------------------*/

/* The name of the kernel that the stub NAME is of, to be freed: without the
 * prefix, and in a mangled name with the length that remains. */
static char *kernel_name(const char *name, size_t length)
{
    static const char prefix[] = "__device_stub__";
    const char *at = memmem(name, length, prefix, sizeof prefix - 1);
    size_t head = at ? (size_t)(at - name) : 0, digits = head;
    Text kernel = {0};

    if (!at)
        return NULL;
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
        --digits;
    text_add(&kernel, "%.*s", (int)digits, name);
    if (digits < head)
        text_add(&kernel, "%ld",
                 strtol(name + digits, NULL, 10) - (long)sizeof prefix + 1);
    text_add(&kernel, "%.*s", (int)(length - head - sizeof prefix + 1),
             at + sizeof prefix - 1);
    return kernel.text;
}

/* The table of the stub's first COUNT arguments. */
static LLVMValueRef make_arguments(const Stub *stub, unsigned count)
{
    const Pass *pass = stub->pass;
    LLVMValueRef words[2 * MOST_ARGUMENTS];

    for (unsigned i = 0; i < count; ++i) {
        words[2 * i] = pass_i32(pass, stub->arguments[i].offset);
        words[2 * i + 1] = pass_i32(pass, stub->arguments[i].bytes);
    }
    return pass_constant(pass, llvm.ConstArray(pass->i32, words, 2 * count));
}

static void add_kernel(Pass *pass, LLVMValueRef function, const char *name)
{
    Stub stub = {.pass = pass, .stub = function};

    each_instruction(&stub, take_argument);
    unsigned count = stub.count;
    each_instruction(&stub, take_copy);
    LLVMValueRef kernels[2], callers[2];
    for (int plain = 0; plain < 2; ++plain) {
        Text device = {0};
        pass_device_name(pass, name, plain, &device);
        kernels[plain] = llvm.AddFunction(pass->module, device.text,
                                          llvm.GlobalGetValueType(function));
        callers[plain] = make_caller(&stub, kernels[plain], device.text);
        if (!callers[plain])
            callers[plain] = llvm.ConstNull(pass->pointer);
        text_free(&device);
    }
    LLVMValueRef row[] = {pass_text(pass, name),
                          function,
                          callers[0],
                          kernels[0],
                          callers[1],
                          NULL,
                          pass_i64(pass, count)};
    row[5] = make_arguments(&stub, count);
    for (size_t i = 0; i < 6; ++i)
        row[i] = llvm.ConstPointerCast(row[i], pass->pointer);
    pass_keep(pass, llvm.ConstStructInContext(pass->context, row, 7, 0),
              "upsweep_kernels");
}

/* ---- Managed variables ----------------------------------------------------*/

static void share(const Pass *pass, LLVMValueRef variable)
{
    size_t length;
    Text device = {0};

    pass_device_name(pass, llvm.GetValueName2(variable, &length), false,
                     &device);
    LLVMValueRef other =
        llvm.AddGlobal(pass->module, llvm.GlobalGetValueType(variable),
                       device.text);
    llvm.ReplaceAllUsesWith(variable, other);
    text_free(&device);
}

void pass_launches(Pass *pass)
{
    for (LLVMValueRef v = llvm.GetFirstGlobal(pass->module); v;
         v = llvm.GetNextGlobal(v)) {
        const char *section = llvm.GetSection(v);
        if (section && strcmp(section, "upsweep_managed") == 0 &&
            !llvm.IsDeclaration(v))
            share(pass, v);
    }
    for (LLVMValueRef f = llvm.GetFirstFunction(pass->module); f;
         f = llvm.GetNextFunction(f)) {
        size_t length;
        const char *name = llvm.GetValueName2(f, &length);
        char *kernel = llvm.IsDeclaration(f) ? NULL : kernel_name(name, length);
        if (kernel)
            add_kernel(pass, f, kernel);
        free(kernel);
    }
}
