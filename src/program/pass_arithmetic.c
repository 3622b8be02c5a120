/* SPDX-License-Identifier: MIT
 *
 * pass_arithmetic - calls of functions that have a GPU's results, for shifts,
 * integer divisions and conversions that C++ leaves undefined.
 */
#include "program/pass_work.h"

#include <string.h>

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
