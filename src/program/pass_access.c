/* SPDX-License-Identifier: MIT
 *
 * pass_access - calls for loads, stores, copies and fills; and of functions
 * that have a GPU's results, for shifts, integer divisions and conversions that
 * C++ leaves undefined.
 */
#include "program/pass.h"
#include "program/pass_work.h"

#include <string.h>

/* The opcode of an instruction or of a constant expression; 0: neither. */
static int opcode_of(LLVMValueRef value)
{
    switch (llvm.GetValueKind(value)) {
    case LLVMConstantExprValueKind:
        return llvm.GetConstOpcode(value);
    case LLVMInstructionValueKind:
        return llvm.GetInstructionOpcode(value);
    default:
        return 0;
    }
}

static bool has_constant_indices(LLVMValueRef element)
{
    int count = llvm.GetNumOperands(element);

    for (int i = 1; i < count; ++i)
        if (!llvm.IsAConstantInt(llvm.GetOperand(element, (unsigned)i)))
            return false;
    return true;
}

LLVMValueRef pass_object(const Pass *pass, LLVMValueRef address,
                         uint64_t *offset)
{
    for (;;) {
        int opcode = opcode_of(address);
        if (opcode == LLVMGetElementPtr && offset &&
            has_constant_indices(address)) {
            LLVMTypeRef type = llvm.GetGEPSourceElementType(address);
            if (llvm.GetNumOperands(address) == 3 &&
                llvm.GetTypeKind(type) == LLVMStructTypeKind)
                *offset +=
                    llvm.OffsetOfElement(pass->layout, type,
                                         (unsigned)llvm.ConstIntGetZExtValue(
                                             llvm.GetOperand(address, 2)));
        } else if (opcode != LLVMBitCast && opcode != LLVMAddrSpaceCast) {
            return address;
        }
        address = llvm.GetOperand(address, 0);
    }
}

static bool is_local(LLVMValueRef object)
{
    return opcode_of(object) == LLVMAlloca;
}

/* True if OBJECT is a variable of the runtime, such as threadIdx. */
static bool is_built_in(LLVMValueRef object)
{
    return llvm.GetValueKind(object) == LLVMGlobalVariableValueKind &&
           pass_begins(object, "upsweep_");
}

static LLVMValueRef spill(const Pass *pass, LLVMValueRef at, LLVMValueRef value,
                          LLVMTypeRef type)
{
    LLVMValueRef variable = pass_variable(pass, at, type);
    LLVMTypeRef to = llvm.PointerType(llvm.TypeOf(value), 0);

    if (type == pass->i64)
        llvm.BuildStore(pass->builder, pass_i64(pass, 0), variable);
    llvm.BuildStore(pass->builder, value,
                    llvm.BuildPointerCast(pass->builder, variable, to, ""));
    return variable;
}

/* The bits of VALUE, of at most 8 bytes, as an integer; AT stores it. */
static LLVMValueRef bits_of(const Pass *pass, LLVMValueRef at,
                            LLVMValueRef value)
{
    LLVMTypeRef type = llvm.TypeOf(value);
    unsigned width = 0;

    switch (llvm.GetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        return value;
    case LLVMPointerTypeKind:
        return llvm.BuildCast(pass->builder, LLVMPtrToInt, value, pass->i64,
                              "");
    case LLVMHalfTypeKind:
        width = 16;
        break;
    case LLVMFloatTypeKind:
        width = 32;
        break;
    case LLVMDoubleTypeKind:
        width = 64;
        break;
    default: {
        LLVMValueRef variable = spill(pass, at, value, pass->i64);
        return llvm.BuildLoad2(pass->builder, pass->i64, variable, "");
    }
    }
    return llvm.BuildCast(pass->builder, LLVMBitCast, value,
                          llvm.IntTypeInContext(pass->context, width), "");
}

void pass_access(const Pass *pass, LLVMValueRef at)
{
    bool store = llvm.GetInstructionOpcode(at) == LLVMStore;
    LLVMValueRef value = store ? llvm.GetOperand(at, 0) : NULL;
    LLVMValueRef address = llvm.GetOperand(at, store);
    uint64_t offset = 0;
    LLVMValueRef object = pass_object(pass, address, &offset);
    LLVMTypeRef type = llvm.TypeOf(store ? value : at);
    uint64_t bytes = llvm.StoreSizeOfType(pass->layout, type);

    if (llvm.GetOrdering(at) != 0 || is_built_in(object) || is_local(object))
        return;
    pass_place(pass, at);
    LLVMValueRef arguments[] = {
        address,
        pass_i32(pass, bytes | (llvm.GetVolatile(at) ? UPSWEEP_VOLATILE : 0)),
        NULL};
    if (!store) {
        pass_call(pass, "upsweep_load", "vpi", arguments);
    } else if (bytes > 8) {
        arguments[2] = spill(pass, at, value, type);
        pass_call(pass, "upsweep_store_wide", "vpip", arguments);
    } else {
        arguments[2] = bits_of(pass, at, value);
        pass_call(pass, "upsweep_store", "vpil", arguments);
    }
}

/* ---- Copies and fills -----------------------------------------------------*/

static const struct {
    const char *name; /* an intrinsic's name ends in a dot */
    bool fill;
} copies[] = {{"llvm.memcpy.", false}, {"llvm.memmove.", false},
              {"llvm.memset.", true},  {"memcpy", false},
              {"memmove", false},      {"memset", true}};

/* The row of `copies` for the function CALLED; -1: none. */
static int copy_kind(LLVMValueRef called)
{
    size_t length;

    if (llvm.GetValueKind(called) != LLVMFunctionValueKind ||
        !llvm.IsDeclaration(called))
        return -1;
    const char *name = llvm.GetValueName2(called, &length);
    for (int i = 0; i < (int)(sizeof copies / sizeof *copies); ++i) {
        size_t known = strlen(copies[i].name);
        bool whole = copies[i].name[known - 1] != '.';
        if (strncmp(name, copies[i].name, known) == 0 &&
            (!whole || length == known))
            return i;
    }
    return -1;
}

/* The logarithm of the alignment that argument NUMBER of the call AT, an
 * address, is known to have. */
static uint64_t alignment_of(LLVMValueRef at, unsigned number)
{
    unsigned kind = llvm.GetEnumAttributeKindForName("align", 5);
    LLVMAttributeRef align =
        llvm.GetCallSiteEnumAttribute(at, number + 1, kind);
    uint64_t bytes = align ? llvm.GetEnumAttributeValue(align) : 1;

    return bytes > 1 ? (uint64_t)__builtin_ctzll(bytes) : 0;
}

/* How many bytes the call AT copies, with the alignments of both addresses. */
static LLVMValueRef bytes_of(const Pass *pass, LLVMValueRef at)
{
    LLVMValueRef bytes = llvm.GetOperand(at, 2);

    if (!pass->device || llvm.GetValueKind(bytes) != LLVMConstantIntValueKind)
        return bytes;
    return pass_i64(pass, llvm.ConstIntGetZExtValue(bytes) |
                              alignment_of(at, 0) << UPSWEEP_ALIGN_TO |
                              alignment_of(at, 1) << UPSWEEP_ALIGN_FROM);
}

bool pass_copy(const Pass *pass, LLVMValueRef at)
{
    int kind = copy_kind(llvm.GetCalledValue(at));

    if (kind < 0)
        return false;
    bool fill = copies[kind].fill;
    LLVMValueRef arguments[] = {llvm.GetOperand(at, 0), llvm.GetOperand(at, 1),
                                fill ? llvm.GetOperand(at, 2)
                                     : bytes_of(pass, at)};
    uint64_t offset = 0;
    bool local = is_local(pass_object(pass, arguments[0], &offset)) &&
                 (fill || is_local(pass_object(pass, arguments[1], &offset)));
    if (local && !pass->device)
        return true;
    pass_place(pass, at);
    pass_replace(pass, at,
                 pass_call(pass, fill ? "upsweep_fill" : "upsweep_copy",
                           fill ? "ppil" : "pppl", arguments));
    return true;
}

/* ---- Other calls ----------------------------------------------------------*/

/* True if FUNCTION is atomicAdd or one of its kin, with C++'s types. */
static bool adds_atomically(LLVMValueRef function)
{
    static const char *const names[] = {"_Z9atomicAdd", "_ZL9atomicAdd",
                                        "_ZL15atomicAdd_block",
                                        "_ZL16atomicAdd_system"};

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (pass_begins(function, names[i]))
            return true;
    return false;
}

/* The argument of upsweep_register for what CODE, of inline PTX, copies to an
 * integer; -1: it does something else. */
static int register_of(const char *code)
{
    static const char *const names[] = {"laneid",      "warpid",
                                        "smid",        "lanemask_eq",
                                        "lanemask_lt", "lanemask_le",
                                        "lanemask_gt", "lanemask_ge",
                                        "clock",       "clock64",
                                        "globaltimer"};
    const char *name = strncmp(code, "mov.", 4) == 0 ? strchr(code, '%') : NULL;
    size_t length = name ? strcspn(++name, " ;\"") : 0;

    for (int i = 0; name && i < (int)(sizeof names / sizeof *names); ++i)
        if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0)
            return i;
    return -1;
}

/* Handles inline PTX: copies of some special registers, and fences; all else is
 * missing. */
static void handle_asm(const Pass *pass, LLVMValueRef at)
{
    LLVMTypeRef type = llvm.TypeOf(at);
    char *text = llvm.PrintValueToString(llvm.GetCalledValue(at));
    const char *code = strchr(text, '"');
    Text why = {0};

    code = code ? code + 1 : "";
    code += strspn(code, " ");
    int number =
        llvm.GetTypeKind(type) == LLVMIntegerTypeKind ? register_of(code) : -1;
    LLVMValueRef result = llvm.GetUndef(type),
                 argument = pass_i32(pass, (uint64_t)number);
    pass_place(pass, at);
    if (number >= 0) {
        result = pass_call(pass, "upsweep_register", "li", &argument);
        result = llvm.BuildIntCast2(pass->builder, result, type, 0, "");
    } else if (strncmp(code, "membar", 6) == 0 ||
               strncmp(code, "fence", 5) == 0) {
        pass_call(pass, "upsweep_fence", "v", NULL);
    } else {
        int length =
            (int)strspn(code, "abcdefghijklmnopqrstuvwxyz0123456789_.");
        text_add(&why, "inline PTX (%.*s) is not supported",
                 length ? length : 3, length ? code : "asm");
        argument = pass_text(pass, why.text);
        pass_call(pass, "upsweep_missing", "vp", &argument);
    }
    pass_replace(pass, at, result);
    text_free(&why);
    llvm.DisposeMessage(text);
}

void pass_device_call(const Pass *pass, LLVMValueRef at)
{
    LLVMValueRef called = llvm.GetCalledValue(at);

    if (llvm.GetValueKind(called) == LLVMInlineAsmValueKind) {
        handle_asm(pass, at);
        return;
    }
    if (!adds_atomically(called) || llvm.GetFirstUse(at))
        return;
    LLVMValueRef added = llvm.GetOperand(at, 1);
    LLVMValueRef one =
        pass_i32(pass, llvm.IsAConstantInt(added) &&
                           llvm.ConstIntGetZExtValue(added) == 1);
    pass_place(pass, at);
    pass_call(pass, "upsweep_count_next", "vi", &one);
}

void pass_host_atomic(const Pass *pass, LLVMValueRef at)
{
    LLVMValueRef what =
        pass_text(pass, "uses a host atomic operation, such as std::atomic; "
                        "use CUDA's, such as atomicAdd");

    pass_place(pass, at);
    pass_call(pass, "upsweep_fault", "vp", &what);
}

/* ---- Arithmetic -----------------------------------------------------------*/

static const struct {
    int opcode;
    const char *name;
} operations[] = {
    {LLVMShl, "shl"},   {LLVMLShr, "lshr"}, {LLVMAShr, "ashr"},
    {LLVMSDiv, "sdiv"}, {LLVMUDiv, "udiv"}, {LLVMSRem, "srem"},
    {LLVMURem, "urem"}, {LLVMFPToSI, "s"},  {LLVMFPToUI, "u"},
};

/* True if the right operand of an operation on WIDTH bits makes it defined. */
static bool is_harmless(int opcode, LLVMValueRef right, unsigned width)
{
    if (!llvm.IsAConstantInt(right))
        return false;
    switch (opcode) {
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return llvm.ConstIntGetZExtValue(right) < width;
    case LLVMSDiv:
    case LLVMSRem:
        return llvm.ConstIntGetSExtValue(right) != 0 &&
               llvm.ConstIntGetSExtValue(right) != -1;
    default:
        return llvm.ConstIntGetZExtValue(right) != 0;
    }
}

/* A result of fewer than 32 bits is the low bits of one of 32. */
static void convert(const Pass *pass, LLVMValueRef at, const char *name)
{
    LLVMValueRef value = llvm.GetOperand(at, 0);
    LLVMTypeRef type = llvm.TypeOf(at);
    int from = llvm.GetTypeKind(llvm.TypeOf(value));
    bool wide = from == LLVMDoubleTypeKind;
    Text function = {0};

    if (llvm.GetTypeKind(type) != LLVMIntegerTypeKind ||
        (from != LLVMFloatTypeKind && !wide))
        return;
    unsigned width = llvm.GetIntTypeWidth(type);
    if (width > 64)
        return;
    char types[] = {width > 32 ? 'l' : 'i', wide ? 'd' : 'f', 0};
    text_add(&function, "upsweep_%s_%s%d", wide ? "f64" : "f32", name,
             width > 32 ? 64 : 32);
    pass_place(pass, at);
    LLVMValueRef result = pass_call(pass, function.text, types, &value);
    result = llvm.BuildIntCast2(pass->builder, result, type, 0, "");
    pass_replace(pass, at, result);
    text_free(&function);
}

static void operate(const Pass *pass, LLVMValueRef at, const char *name)
{
    LLVMValueRef operands[] = {llvm.GetOperand(at, 0), llvm.GetOperand(at, 1)};
    LLVMTypeRef type = llvm.TypeOf(at);
    Text function = {0};

    if (llvm.GetTypeKind(type) != LLVMIntegerTypeKind)
        return;
    unsigned width = llvm.GetIntTypeWidth(type);
    if ((width != 32 && width != 64) ||
        is_harmless(llvm.GetInstructionOpcode(at), operands[1], width))
        return;
    text_add(&function, "upsweep_%s%u", name, width);
    pass_place(pass, at);
    pass_replace(pass, at,
                 pass_call(pass, function.text, width == 32 ? "iii" : "lll",
                           operands));
    text_free(&function);
}

void pass_arithmetic(const Pass *pass, LLVMValueRef at)
{
    int opcode = llvm.GetInstructionOpcode(at);

    for (size_t i = 0; i < sizeof operations / sizeof *operations; ++i) {
        if (operations[i].opcode != opcode)
            continue;
        if (opcode == LLVMFPToSI || opcode == LLVMFPToUI)
            convert(pass, at, operations[i].name);
        else
            operate(pass, at, operations[i].name);
        return;
    }
}
