/* SPDX-License-Identifier: MIT */
#include "program/pass.h"

#include "program/pass_work.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* ---- LLVM -----------------------------------------------------------------*/

LlvmCalls llvm;

/* Loads the library PATH.  A process uses one: later calls name the same. */
static bool load(const char *path, Error *error)
{
    static void *library;

    if (library)
        return true;
    void *opened = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!opened)
        return error_set(error, ERROR_FAILED, "%s: cannot load: %s", path,
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

/* ---- What the parts share -------------------------------------------------*/

LLVMValueRef pass_i32(const Pass *pass, uint64_t value)
{
    return llvm.ConstInt(pass->i32, value, 0);
}

LLVMValueRef pass_i64(const Pass *pass, uint64_t value)
{
    return llvm.ConstInt(pass->i64, value, 0);
}

LLVMValueRef pass_constant(const Pass *pass, LLVMValueRef initial)
{
    LLVMValueRef global =
        llvm.AddGlobal(pass->module, llvm.TypeOf(initial), "");

    llvm.SetInitializer(global, initial);
    llvm.SetGlobalConstant(global, 1);
    llvm.SetLinkage(global, LLVMPrivateLinkage);
    return global;
}

void pass_keep(Pass *pass, LLVMValueRef initial, const char *section)
{
    LLVMValueRef global = pass_constant(pass, initial);

    llvm.SetValueName2(global, section, strlen(section));
    llvm.SetSection(global, section);
    llvm.SetAlignment(global, 8);
    base_push(pass, kept, global);
}

LLVMValueRef pass_text(const Pass *pass, const char *text)
{
    LLVMValueRef constant =
        llvm.ConstStringInContext(pass->context, text, (unsigned)strlen(text),
                                  0);

    return llvm.ConstPointerCast(pass_constant(pass, constant), pass->pointer);
}

bool pass_begins(LLVMValueRef value, const char *prefix)
{
    size_t length;
    const char *name = llvm.GetValueName2(value, &length);

    return strncmp(name, prefix, strlen(prefix)) == 0;
}

static LLVMValueRef function_of(LLVMValueRef at)
{
    return llvm.GetBasicBlockParent(llvm.GetInstructionParent(at));
}

void pass_place(const Pass *pass, LLVMValueRef at)
{
    LLVMMetadataRef place = llvm.InstructionGetDebugLoc(at);
    LLVMMetadataRef scope = llvm.GetSubprogram(function_of(at));

    if (!place && scope)
        place =
            llvm.DIBuilderCreateDebugLocation(pass->context,
                                              llvm.DISubprogramGetLine(scope),
                                              0, scope, NULL);
    llvm.PositionBuilderBefore(pass->builder, at);
    llvm.SetCurrentDebugLocation2(pass->builder, place);
}

LLVMValueRef pass_variable(const Pass *pass, LLVMValueRef at, LLVMTypeRef type)
{
    pass_place(pass, pass_begin(function_of(at)));
    LLVMValueRef variable = llvm.BuildAlloca(pass->builder, type, "");
    pass_place(pass, at);
    return variable;
}

LLVMValueRef pass_begin(LLVMValueRef function)
{
    return llvm.GetFirstInstruction(llvm.GetFirstBasicBlock(function));
}

LLVMValueRef pass_next(LLVMValueRef at)
{
    LLVMValueRef next = llvm.GetNextInstruction(at);
    LLVMBasicBlockRef block =
        next ? NULL : llvm.GetNextBasicBlock(llvm.GetInstructionParent(at));

    return block ? llvm.GetFirstInstruction(block) : next;
}

LLVMValueRef pass_first(LLVMValueRef function)
{
    LLVMValueRef at = pass_begin(function);

    while (llvm.GetInstructionOpcode(at) == LLVMAlloca)
        at = llvm.GetNextInstruction(at);
    return at;
}

static LLVMTypeRef type_of(const Pass *pass, char letter)
{
    switch (letter) {
    case 'p':
        return pass->pointer;
    case 'i':
        return pass->i32;
    case 'l':
        return pass->i64;
    case 'f':
        return llvm.FloatTypeInContext(pass->context);
    case 'd':
        return llvm.DoubleTypeInContext(pass->context);
    default:
        return llvm.VoidTypeInContext(pass->context);
    }
}

LLVMValueRef pass_call(const Pass *pass, const char *name, const char *types,
                       LLVMValueRef *arguments)
{
    LLVMTypeRef parameters[8];
    LLVMValueRef values[8];
    unsigned count = (unsigned)strlen(types) - 1;

    for (unsigned i = 0; i < count; ++i) {
        parameters[i] = type_of(pass, types[i + 1]);
        values[i] = arguments[i];
        if (types[i + 1] == 'p')
            values[i] = llvm.BuildPointerCast(pass->builder, values[i],
                                              pass->pointer, "");
        else if (types[i + 1] == 'i' || types[i + 1] == 'l')
            values[i] = llvm.BuildIntCast2(pass->builder, values[i],
                                           parameters[i], 0, "");
    }
    LLVMTypeRef type =
        llvm.FunctionType(type_of(pass, types[0]), parameters, count, 0);
    LLVMValueRef function = llvm.GetNamedFunction(pass->module, name);
    if (!function)
        function = llvm.AddFunction(pass->module, name, type);
    else if (llvm.GlobalGetValueType(function) != type)
        function = llvm.ConstPointerCast(function, llvm.PointerType(type, 0));
    return llvm.BuildCall2(pass->builder, type, function, values, count, "");
}

void pass_replace(const Pass *pass, LLVMValueRef old, LLVMValueRef by)
{
    LLVMTypeRef type = llvm.TypeOf(old);

    if (llvm.GetFirstUse(old)) {
        if (llvm.GetTypeKind(type) == LLVMPointerTypeKind)
            by = llvm.BuildPointerCast(pass->builder, by, type, "");
        llvm.ReplaceAllUsesWith(old, by);
    }
    llvm.InstructionEraseFromParent(old);
}

/* ---- Functions ------------------------------------------------------------*/

static void enter(const Pass *pass, LLVMValueRef function)
{
    LLVMValueRef level = pass_i32(pass, 0);

    pass_place(pass, pass_first(function));
    LLVMValueRef caller = pass_call(pass, "llvm.returnaddress", "pi", &level);
    pass_call(pass, "upsweep_enter", "vp", &caller);
}

/* True if two instructions are of one place in the source. */
static bool is_of_place(LLVMValueRef one, LLVMValueRef other)
{
    LLVMMetadataRef a = llvm.InstructionGetDebugLoc(one);
    LLVMMetadataRef b = llvm.InstructionGetDebugLoc(other);

    return a && b && llvm.DILocationGetLine(a) == llvm.DILocationGetLine(b) &&
           llvm.DILocationGetColumn(a) == llvm.DILocationGetColumn(b);
}

/* True if AT jumps to the end of its function from a `return` before it: what
 * comes to the end has its place. */
static bool is_early_return(LLVMValueRef at)
{
    LLVMValueRef to = llvm.GetNumOperands(at) == 1
                          ? llvm.GetBasicBlockTerminator(
                                llvm.ValueAsBasicBlock(llvm.GetOperand(at, 0)))
                          : NULL;

    return to && llvm.GetInstructionOpcode(to) == LLVMRet &&
           !is_of_place(at, to);
}

/* In blocks that nobody watches only volatile accesses are of interest, and
 * nobody asks who called. */
static void handle(const Pass *pass, LLVMValueRef at)
{
    bool watched = pass->device && !pass->plain;

    switch (llvm.GetInstructionOpcode(at)) {
    case LLVMLoad:
    case LLVMStore:
        if (!pass->plain || llvm.GetVolatile(at))
            pass_access(pass, at);
        break;
    case LLVMCall:
        if ((pass->plain || !pass_copy(pass, at)) && pass->device)
            pass_device_call(pass, at);
        break;
    case LLVMRet:
        if (watched) {
            pass_place(pass, at);
            pass_call(pass, "upsweep_leave", "v", NULL);
        }
        break;
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
        if (pass->device)
            pass_host_atomic(pass, at);
        break;
    case LLVMBr:
        if (watched && is_early_return(at)) {
            pass_place(pass, at);
            pass_call(pass, "upsweep_return", "v", NULL);
        }
        break;
    default:
        if (pass->device)
            pass_arithmetic(pass, at);
    }
}

/* Lets the compiler optimise FUNCTION, which it compiled without. */
static void allow_optimising(LLVMValueRef function)
{
    static const char *const names[] = {"optnone", "noinline"};

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        llvm.RemoveEnumAttributeAtIndex(
            function, LLVMAttributeFunctionIndex,
            llvm.GetEnumAttributeKindForName(names[i], strlen(names[i])));
}

static void handle_function(const Pass *pass, LLVMValueRef function)
{
    if (pass->plain)
        allow_optimising(function);
    for (LLVMValueRef at = pass_begin(function), next; at; at = next) {
        next = pass_next(at);
        handle(pass, at);
    }
}

/* True if FUNCTION gets no calls: the runtime's functions, and those that clang
 * writes to register kernels. */
static bool is_left_alone(LLVMValueRef function)
{
    static const char name[] = "disable_sanitizer_instrumentation";
    unsigned kind = llvm.GetEnumAttributeKindForName(name, sizeof name - 1);

    return llvm.IsDeclaration(function) ||
           llvm.GetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                        kind) ||
           pass_begins(function, "upsweep_") ||
           pass_begins(function, "__cuda_");
}

/* ---- The module -----------------------------------------------------------*/

/* Adds what the object file must keep to llvm.compiler.used. */
static void keep(const Pass *pass)
{
    static const char name[] = "llvm.compiler.used";
    LLVMValueRef old = llvm.GetNamedGlobal(pass->module, name);
    LLVMValueRef list = old ? llvm.GetInitializer(old) : NULL;
    size_t count = 0;

    if (pass->kept_count == 0)
        return;
    size_t before = list ? (size_t)llvm.GetNumOperands(list) : 0;
    LLVMValueRef *all =
        base_alloc(before + pass->kept_count, sizeof(LLVMValueRef));
    for (size_t i = 0; i < before; ++i)
        all[count++] = llvm.GetOperand(list, (unsigned)i);
    for (size_t i = 0; i < pass->kept_count; ++i)
        all[count++] = llvm.ConstPointerCast(pass->kept[i], pass->pointer);
    if (old)
        llvm.DeleteGlobal(old);
    LLVMValueRef array = llvm.ConstArray(pass->pointer, all, (unsigned)count);
    LLVMValueRef used = llvm.AddGlobal(pass->module, llvm.TypeOf(array), name);
    llvm.SetInitializer(used, array);
    llvm.SetLinkage(used, LLVMAppendingLinkage);
    llvm.SetSection(used, "llvm.metadata");
    free(all);
}

static void change(Pass *pass)
{
    LLVMTypeRef byte = llvm.IntTypeInContext(pass->context, 8);

    pass->layout = llvm.GetModuleDataLayout(pass->module);
    pass->builder = llvm.CreateBuilderInContext(pass->context);
    pass->i32 = llvm.IntTypeInContext(pass->context, 32);
    pass->i64 = llvm.IntTypeInContext(pass->context, 64);
    pass->pointer = llvm.PointerType(byte, 0);
    for (LLVMValueRef f = llvm.GetFirstFunction(pass->module); f;
         f = llvm.GetNextFunction(f))
        if (!is_left_alone(f))
            handle_function(pass, f);
    if (pass->device) {
        pass_shared(pass);
        for (LLVMValueRef f = llvm.GetFirstFunction(pass->module); f;
             f = llvm.GetNextFunction(f))
            if (!is_left_alone(f) && !pass->plain)
                enter(pass, f);
        pass_names(pass);
        if (pass->plain) {
            pass_borrow(pass);
            pass->kept_count = 0;
        }
    } else {
        pass_launches(pass);
    }
    keep(pass);
    llvm.DisposeBuilder(pass->builder);
    free(pass->kept);
}

/* LLVM's own messages, the last of which says why a file cannot be read. */
static void take_message(LLVMDiagnosticInfoRef message, void *to)
{
    char *text = llvm.GetDiagInfoDescription(message);

    text_free(to);
    *(Text *)to = (Text){0};
    text_add(to, "%s", text);
    llvm.DisposeMessage(text);
}

static bool read_module(Pass *pass, const char *path, Text *why)
{
    LLVMMemoryBufferRef file;
    char *message = NULL;

    if (llvm.CreateMemoryBufferWithContentsOfFile(path, &file, &message)) {
        text_add(why, "%s", message);
        llvm.DisposeMessage(message);
        return false;
    }
    int failed =
        llvm.ParseBitcodeInContext2(pass->context, file, &pass->module);
    llvm.DisposeMemoryBuffer(file);
    return !failed;
}

bool pass_run(const char *library, const char *in, const char *out,
              PassKind kind, const char *unit, Error *error)
{
    Pass pass = {.unit = unit,
                 .device = kind != PASS_HOST,
                 .plain = kind == PASS_PLAIN};
    Text why = {0};

    if (!load(library, error))
        return false;
    pass.context = llvm.ContextCreate();
    llvm.ContextSetDiagnosticHandler(pass.context, take_message, &why);
    bool done = read_module(&pass, in, &why);
    if (!done) {
        error_set(error, ERROR_FAILED, "%s: cannot read the bitcode: %s", in,
                  why.text ? why.text : "not LLVM's");
    } else {
        change(&pass);
        done = llvm.WriteBitcodeToFile(pass.module, out) == 0;
        if (!done)
            error_set(error, ERROR_FAILED, "%s: cannot write", out);
        llvm.DisposeModule(pass.module);
    }
    llvm.ContextDispose(pass.context);
    text_free(&why);
    return done;
}
