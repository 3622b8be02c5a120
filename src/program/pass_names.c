/* SPDX-License-Identifier: MIT
 *
 * pass_names - renames device functions and variables, so that host code may
 * have the same names, and writes the tables that list them.  The version of
 * device code for blocks that nobody watches uses the variables of the other.
 */
#include "program/pass_work.h"

#include <stdlib.h>
#include <string.h>

/* The rows of a table. */
typedef struct {
    LLVMValueRef *rows;
    size_t rows_count, rows_capacity;
} Table;

typedef struct {
    Pass *pass;
    Table functions, variables;
} Names;

static const char *name_of(LLVMValueRef value)
{
    size_t length;

    return llvm.GetValueName2(value, &length);
}

/* True if a mangled NAME belongs to a static function or variable, of which
 * each file may have its own. */
static bool is_of_file(const char *name)
{
    return strncmp(name, "_ZL", 3) == 0 || strncmp(name, "_ZZL", 4) == 0 ||
           strstr(name, "_GLOBAL__N_");
}

void pass_device_name(const Pass *pass, const char *name, bool plain, Text *out)
{
    text_add(out, plain ? "%s.plain" : "%s.device", name);
    if (is_of_file(name))
        text_add(out, ".%s", pass->unit);
}

/* Static variables get a new name, by which both versions know them.
 */
static void change_name(const Pass *pass, LLVMValueRef value, bool plain)
{
    Text name = {0};
    bool is_static = llvm.GetValueKind(value) == LLVMGlobalVariableValueKind &&
                     llvm.GetLinkage(value) == LLVMInternalLinkage;

    pass_device_name(pass, name_of(value), plain, &name);
    if (is_static && !is_of_file(name.text))
        text_add(&name, ".%s", pass->unit);
    if (is_static)
        llvm.SetLinkage(value, LLVMExternalLinkage);
    if (is_static || (is_of_file(name.text) && !llvm.IsDeclaration(value)))
        llvm.SetVisibility(value, LLVMDefaultVisibility);
    llvm.SetValueName2(value, name.text, name.length);
    text_free(&name);
}

/* ---- Tables ---------------------------------------------------------------*/

/* Adds the name of VALUE and its address; its BYTES if it is a variable. */
static void add_row(const Pass *pass, Table *table, LLVMValueRef value,
                    LLVMValueRef bytes)
{
    LLVMValueRef fields[] = {pass_text(pass, name_of(value)),
                             llvm.ConstPointerCast(value, pass->pointer),
                             bytes};

    base_push(table, rows,
              llvm.ConstStructInContext(pass->context, fields, bytes ? 3 : 2,
                                        0));
}

static void write_table(Pass *pass, const char *section, Table *table)
{
    if (table->rows_count == 0 || pass->plain) {
        free(table->rows);
        return;
    }
    LLVMValueRef array =
        llvm.ConstArray(llvm.TypeOf(table->rows[0]), table->rows,
                        (unsigned)table->rows_count);
    pass_keep(pass, array, section);
    free(table->rows);
}

/* ---- All names ------------------------------------------------------------*/

static void change_function(Names *names, LLVMValueRef function)
{
    bool declared = llvm.IsDeclaration(function);

    if (pass_begins(function, "upsweep_") || pass_begins(function, "llvm.") ||
        (declared && !pass_begins(function, "_Z")))
        return;
    if (!declared)
        add_row(names->pass, &names->functions, function, NULL);
    change_name(names->pass, function, names->pass->plain && !declared);
}

static void change_variable(Names *names, LLVMValueRef variable)
{
    const Pass *pass = names->pass;
    LLVMTypeRef type = llvm.GlobalGetValueType(variable);

    if (llvm.GetLinkage(variable) == LLVMPrivateLinkage ||
        pass_begins(variable, "upsweep_") || pass_begins(variable, "llvm.") ||
        pass_begins(variable, "_ZTVN10__cxxabiv1"))
        return;
    if (!llvm.IsDeclaration(variable) && !pass_is_shared(variable) &&
        !pass_begins(variable, "_ZTV"))
        add_row(pass, &names->variables, variable,
                pass_i64(pass, llvm.ABISizeOfType(pass->layout, type)));
    change_name(pass, variable, false);
}

/* Takes VALUE out of the group of which the linker keeps one copy: a group has
 * the name of before.  Weak symbols do the same. */
static void leave_group(LLVMValueRef value)
{
    if (llvm.GetComdat(value) && llvm.GetLinkage(value) == LLVMExternalLinkage)
        llvm.SetLinkage(value, LLVMWeakODRLinkage);
    llvm.SetComdat(value, NULL);
}

void pass_names(Pass *pass)
{
    Names names = {.pass = pass};

    for (LLVMValueRef at = llvm.GetFirstFunction(pass->module); at;
         at = llvm.GetNextFunction(at)) {
        leave_group(at);
        change_function(&names, at);
    }
    for (LLVMValueRef at = llvm.GetFirstGlobal(pass->module); at;
         at = llvm.GetNextGlobal(at)) {
        leave_group(at);
        change_variable(&names, at);
    }
    for (LLVMValueRef at = llvm.GetFirstGlobalAlias(pass->module); at;
         at = llvm.GetNextGlobalAlias(at))
        change_function(&names, at);
    write_table(pass, "upsweep_functions", &names.functions);
    write_table(pass, "upsweep_variables", &names.variables);
}

/* ---- Variables of both versions -------------------------------------------*/

/* The plain version uses the variables that the other one defines, by their
 * names. */
void pass_borrow(const Pass *pass)
{
    for (LLVMValueRef at = llvm.GetFirstGlobal(pass->module), next; at;
         at = next) {
        LLVMTypeRef type = llvm.GlobalGetValueType(at);
        int linkage = llvm.GetLinkage(at);
        Text name = {0};
        size_t length;
        next = llvm.GetNextGlobal(at);
        if (llvm.IsDeclaration(at) || linkage == LLVMPrivateLinkage ||
            linkage == LLVMAppendingLinkage || pass_begins(at, "upsweep_") ||
            pass_begins(at, "llvm."))
            continue;
        text_add(&name, "%s", llvm.GetValueName2(at, &length));
        llvm.SetValueName2(at, "", 0);
        LLVMValueRef other = llvm.AddGlobal(pass->module, type, name.text);
        llvm.SetAlignment(other, llvm.GetAlignment(at));
        llvm.ReplaceAllUsesWith(at, other);
        llvm.DeleteGlobal(at);
        text_free(&name);
    }
}
