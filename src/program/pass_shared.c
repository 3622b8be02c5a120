/* SPDX-License-Identifier: MIT
 *
 * pass_shared - shared variables lie where a call says.
 *
 * A use of a shared variable may be deep within a constant: the constant is
 * built again with instructions. clang makes constants with such addresses to
 * initialise a local array of pointers; a function that uses one gets a copy.
 */
#include "program/pass_work.h"

#include <stdlib.h>
#include <string.h>

/* Where FUNCTION has a variable, or its copy of a constant; FIRST is the
 * function's first instruction that clang wrote. */
typedef struct {
    LLVMValueRef function, variable, value, first;
} Found;

typedef struct {
    Pass *pass;
    LLVMValueRef *users; /* instructions that use a shared variable */
    size_t users_count, users_capacity;
    LLVMValueRef *globals; /* shared variables, and constants with addresses */
    size_t globals_count, globals_capacity;
    Found *found;
    size_t found_count, found_capacity;
} Shared;

/* clang leaves only shared variables without a value; `extern __shared__` ones
 * are arrays of unknown length. */
static bool is_dynamic(LLVMValueRef variable)
{
    LLVMTypeRef type = llvm.GlobalGetValueType(variable);

    return llvm.IsDeclaration(variable) && !pass_begins(variable, "upsweep_") &&
           llvm.GetTypeKind(type) == LLVMArrayTypeKind &&
           llvm.GetArrayLength(type) == 0;
}

bool pass_is_shared(LLVMValueRef variable)
{
    return !llvm.IsDeclaration(variable) && !pass_begins(variable, "llvm.") &&
           llvm.IsUndef(llvm.GetInitializer(variable));
}

static bool is_listed(const Shared *shared, LLVMValueRef global)
{
    for (size_t i = 0; i < shared->globals_count; ++i)
        if (shared->globals[i] == global)
            return true;
    return false;
}

/* Lists the instructions that use CONSTANT, and the constants that do. */
static void list_users(Shared *shared, LLVMValueRef constant)
{
    for (LLVMUseRef use = llvm.GetFirstUse(constant); use;
         use = llvm.GetNextUse(use)) {
        LLVMValueRef user = llvm.GetUser(use);
        int kind = llvm.GetValueKind(user);
        if (kind == LLVMInstructionValueKind) {
            base_push(shared, users, user);
        } else if (kind != LLVMGlobalVariableValueKind) {
            list_users(shared, user);
        } else if (llvm.IsGlobalConstant(user) && !is_listed(shared, user)) {
            base_push(shared, globals, user);
            list_users(shared, user);
        }
    }
}

/* True if VALUE is one of the listed variables, or a constant made of them. */
static bool depends(const Shared *shared, LLVMValueRef value)
{
    int kind = llvm.GetValueKind(value);

    if (kind == LLVMGlobalVariableValueKind)
        return is_listed(shared, value);
    if (kind < LLVMConstantExprValueKind || kind > LLVMConstantVectorValueKind)
        return false;
    int count = llvm.GetNumOperands(value);
    for (int i = 0; i < count; ++i)
        if (depends(shared, llvm.GetOperand(value, (unsigned)i)))
            return true;
    return false;
}

/* ---- Where a variable is --------------------------------------------------*/

static uint64_t alignment_of(const Pass *pass, LLVMValueRef variable)
{
    unsigned set = llvm.GetAlignment(variable);

    return set > 0 ? set
                   : llvm.ABIAlignmentOfType(pass->layout,
                                             llvm.GlobalGetValueType(variable));
}

static LLVMValueRef call_dynamic(const Pass *pass, LLVMValueRef variable)
{
    size_t length;
    LLVMValueRef name = pass_text(pass, llvm.GetValueName2(variable, &length));

    return pass_call(pass, "upsweep_dynamic", "pp", &name);
}

static LLVMValueRef call_static(const Pass *pass, LLVMValueRef variable)
{
    LLVMTypeRef type = llvm.GlobalGetValueType(variable);
    LLVMValueRef arguments[] = {variable,
                                pass_i64(pass, llvm.ABISizeOfType(pass->layout,
                                                                  type)),
                                pass_i64(pass, alignment_of(pass, variable))};

    return pass_call(pass, "upsweep_shared", "ppll", arguments);
}

/* ---- Constants as instructions --------------------------------------------*/

static LLVMValueRef build(Shared *shared, LLVMValueRef at, LLVMValueRef value);

/* A copy of the constant VARIABLE that has this block's addresses. */
static LLVMValueRef copy_constant(Shared *shared, LLVMValueRef at,
                                  LLVMValueRef variable)
{
    const Pass *pass = shared->pass;
    LLVMTypeRef type = llvm.GlobalGetValueType(variable);
    LLVMValueRef value = build(shared, at, llvm.GetInitializer(variable));
    LLVMValueRef copy = pass_variable(pass, at, type);

    llvm.SetAlignment(copy, (unsigned)alignment_of(pass, variable));
    llvm.BuildStore(pass->builder, value, copy);
    return copy;
}

/* Where VARIABLE is in the function of AT, found at the function's begin. */
static LLVMValueRef locate(Shared *shared, LLVMValueRef at,
                           LLVMValueRef variable)
{
    const Pass *pass = shared->pass;
    LLVMValueRef function =
        llvm.GetBasicBlockParent(llvm.GetInstructionParent(at));
    LLVMValueRef value, first = NULL;

    for (size_t i = 0; i < shared->found_count; ++i) {
        const Found *found = &shared->found[i];
        if (found->function == function && found->variable == variable)
            return found->value;
        if (found->function == function)
            first = found->first;
    }
    if (!first)
        first = pass_first(function);
    pass_place(pass, first);
    if (is_dynamic(variable))
        value = call_dynamic(pass, variable);
    else if (pass_is_shared(variable))
        value = call_static(pass, variable);
    else
        value = copy_constant(shared, first, variable);
    value =
        llvm.BuildPointerCast(pass->builder, value, llvm.TypeOf(variable), "");
    base_push(shared, found, ((Found){function, variable, value, first}));
    pass_place(pass, at);
    return value;
}

/* Builds the constant expression VALUE from its operands OPERANDS. */
static LLVMValueRef build_expression(const Pass *pass, LLVMValueRef value,
                                     LLVMValueRef *operands, unsigned count)
{
    int opcode = llvm.GetConstOpcode(value);

    if (opcode == LLVMGetElementPtr)
        return llvm.BuildGEP2(pass->builder,
                              llvm.GetGEPSourceElementType(value), operands[0],
                              operands + 1, count - 1, "");
    if (count == 1)
        return llvm.BuildCast(pass->builder, opcode, operands[0],
                              llvm.TypeOf(value), "");
    if (count == 2)
        return llvm.BuildBinOp(pass->builder, opcode, operands[0], operands[1],
                               "");
    return value;
}

static LLVMValueRef build_aggregate(const Pass *pass, LLVMValueRef value,
                                    LLVMValueRef *operands, unsigned count)
{
    LLVMTypeRef type = llvm.TypeOf(value);
    bool vector = llvm.GetTypeKind(type) == LLVMVectorTypeKind;
    LLVMValueRef result = llvm.GetUndef(type);

    for (unsigned i = 0; i < count; ++i)
        result =
            vector ? llvm.BuildInsertElement(pass->builder, result, operands[i],
                                             pass_i32(pass, i), "")
                   : llvm.BuildInsertValue(pass->builder, result, operands[i],
                                           i, "");
    return result;
}

/* The constant VALUE with this block's addresses, before AT. */
static LLVMValueRef build(Shared *shared, LLVMValueRef at, LLVMValueRef value)
{
    if (!depends(shared, value))
        return value;
    if (llvm.GetValueKind(value) == LLVMGlobalVariableValueKind)
        return locate(shared, at, value);
    unsigned count = (unsigned)llvm.GetNumOperands(value);
    LLVMValueRef *operands = base_alloc(count, sizeof *operands);
    for (unsigned i = 0; i < count; ++i)
        operands[i] = build(shared, at, llvm.GetOperand(value, i));
    LLVMValueRef result =
        (llvm.GetValueKind(value) == LLVMConstantExprValueKind
             ? build_expression
             : build_aggregate)(shared->pass, value, operands, count);
    free(operands);
    return result;
}

static void change_user(Shared *shared, LLVMValueRef user)
{
    bool choice = llvm.GetInstructionOpcode(user) == LLVMPHI;
    unsigned count = (unsigned)llvm.GetNumOperands(user);

    for (unsigned i = 0; i < count; ++i) {
        LLVMValueRef operand = llvm.GetOperand(user, i);
        if (!depends(shared, operand))
            continue;
        LLVMValueRef at =
            choice
                ? llvm.GetBasicBlockTerminator(llvm.GetIncomingBlock(user, i))
                : user;
        pass_place(shared->pass, at);
        llvm.SetOperand(user, i, build(shared, at, operand));
    }
}

void pass_shared(Pass *pass)
{
    Shared shared = {.pass = pass};

    for (LLVMValueRef at = llvm.GetFirstGlobal(pass->module), next; at;
         at = next) {
        next = llvm.GetNextGlobal(at);
        /* clang 14 leaves some twice; the debugging information is of one */
        if (pass_is_shared(at) && !llvm.GetFirstUse(at)) {
            llvm.DeleteGlobal(at);
            continue;
        }
        if (is_dynamic(at) || pass_is_shared(at))
            base_push(&shared, globals, at);
        if (pass_is_shared(at)) {
            llvm.SetSection(at, "upsweep_shared_keys");
            base_push(pass, kept, at);
        }
    }
    size_t variables = shared.globals_count;
    for (size_t i = 0; i < variables; ++i)
        list_users(&shared, shared.globals[i]);
    for (size_t i = 0; i < shared.users_count; ++i)
        change_user(&shared, shared.users[i]);
    free(shared.users);
    free(shared.globals);
    free(shared.found);
}
