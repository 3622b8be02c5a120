/* SPDX-License-Identifier: MIT
 *
 * pass_work - what the parts of the pass share, and the functions of libLLVM
 * that they call.
 *
 * upsweep is linked with no LLVM: it loads the library of the user's clang, 14
 * to 19, when it changes a program. `llvm.BuildCall2` is LLVMBuildCall2 of
 * LLVM's C API. All these versions share the functions and the numbers below.
 */
#ifndef UPSWEEP_PASS_WORK_H
#define UPSWEEP_PASS_WORK_H

#include "util/base.h"

typedef struct LLVMOpaqueAttributeRef *LLVMAttributeRef;
typedef struct LLVMOpaqueBasicBlock *LLVMBasicBlockRef;
typedef struct LLVMOpaqueBuilder *LLVMBuilderRef;
typedef struct LLVMOpaqueContext *LLVMContextRef;
typedef struct LLVMOpaqueDiagnosticInfo *LLVMDiagnosticInfoRef;
typedef struct LLVMOpaqueMemoryBuffer *LLVMMemoryBufferRef;
typedef struct LLVMOpaqueMetadata *LLVMMetadataRef;
typedef struct LLVMOpaqueModule *LLVMModuleRef;
typedef struct LLVMOpaqueTargetData *LLVMTargetDataRef;
typedef struct LLVMOpaqueType *LLVMTypeRef;
typedef struct LLVMOpaqueUse *LLVMUseRef;
typedef struct LLVMOpaqueValue *LLVMValueRef;
typedef struct LLVMComdat *LLVMComdatRef;

enum { /* kinds of instructions: LLVMOpcode */
       LLVMRet = 1,
       LLVMBr = 2,
       LLVMUDiv = 14,
       LLVMSDiv = 15,
       LLVMURem = 17,
       LLVMSRem = 18,
       LLVMShl = 20,
       LLVMLShr = 21,
       LLVMAShr = 22,
       LLVMAlloca = 26,
       LLVMLoad = 27,
       LLVMStore = 28,
       LLVMGetElementPtr = 29,
       LLVMTrunc = 30,
       LLVMZExt = 31,
       LLVMFPToUI = 33,
       LLVMFPToSI = 34,
       LLVMPtrToInt = 39,
       LLVMBitCast = 41,
       LLVMPHI = 44,
       LLVMCall = 45,
       LLVMAtomicCmpXchg = 56,
       LLVMAtomicRMW = 57,
       LLVMAddrSpaceCast = 60
};

enum { /* kinds of types: LLVMTypeKind */
       LLVMHalfTypeKind = 1,
       LLVMFloatTypeKind = 2,
       LLVMDoubleTypeKind = 3,
       LLVMIntegerTypeKind = 8,
       LLVMStructTypeKind = 10,
       LLVMArrayTypeKind = 11,
       LLVMPointerTypeKind = 12,
       LLVMVectorTypeKind = 13
};

enum { /* kinds of values: LLVMValueKind */
       LLVMFunctionValueKind = 5,
       LLVMGlobalVariableValueKind = 8,
       LLVMConstantExprValueKind = 10,
       LLVMConstantIntValueKind = 18,
       LLVMConstantVectorValueKind = 13,
       LLVMInlineAsmValueKind = 23,
       LLVMInstructionValueKind = 24
};

enum { /* LLVMLinkage, LLVMVisibility, LLVMAttributeIndex */
       LLVMExternalLinkage = 0,
       LLVMWeakODRLinkage = 5,
       LLVMAppendingLinkage = 7,
       LLVMInternalLinkage = 8,
       LLVMPrivateLinkage = 9,
       LLVMDefaultVisibility = 0
};
#define LLVMAttributeFunctionIndex (~0u)

/* CALL(result, name, (parameters)) */
#define LLVM_CALLS(CALL)                                                       \
    /* contexts, files and modules */                                          \
    CALL(LLVMContextRef, ContextCreate, (void))                                \
    CALL(void, ContextDispose, (LLVMContextRef))                               \
    CALL(void, ContextSetDiagnosticHandler,                                    \
         (LLVMContextRef, void (*)(LLVMDiagnosticInfoRef, void *), void *))    \
    CALL(char *, GetDiagInfoDescription, (LLVMDiagnosticInfoRef))              \
    CALL(void, DisposeMessage, (char *))                                       \
    CALL(int, CreateMemoryBufferWithContentsOfFile,                            \
         (const char *, LLVMMemoryBufferRef *, char **))                       \
    CALL(void, DisposeMemoryBuffer, (LLVMMemoryBufferRef))                     \
    CALL(int, ParseBitcodeInContext2,                                          \
         (LLVMContextRef, LLVMMemoryBufferRef, LLVMModuleRef *))               \
    CALL(int, WriteBitcodeToFile, (LLVMModuleRef, const char *))               \
    CALL(void, DisposeModule, (LLVMModuleRef))                                 \
    CALL(LLVMTargetDataRef, GetModuleDataLayout, (LLVMModuleRef))              \
    CALL(unsigned long long, StoreSizeOfType,                                  \
         (LLVMTargetDataRef, LLVMTypeRef))                                     \
    CALL(unsigned long long, ABISizeOfType, (LLVMTargetDataRef, LLVMTypeRef))  \
    CALL(unsigned, ABIAlignmentOfType, (LLVMTargetDataRef, LLVMTypeRef))       \
    /* types */                                                                \
    CALL(LLVMTypeRef, VoidTypeInContext, (LLVMContextRef))                     \
    CALL(LLVMTypeRef, IntTypeInContext, (LLVMContextRef, unsigned))            \
    CALL(LLVMTypeRef, FloatTypeInContext, (LLVMContextRef))                    \
    CALL(LLVMTypeRef, DoubleTypeInContext, (LLVMContextRef))                   \
    CALL(LLVMTypeRef, PointerType, (LLVMTypeRef, unsigned))                    \
    CALL(LLVMTypeRef, FunctionType,                                            \
         (LLVMTypeRef, LLVMTypeRef *, unsigned, int))                          \
    CALL(char *, PrintValueToString, (LLVMValueRef))                           \
    CALL(LLVMTypeRef, TypeOf, (LLVMValueRef))                                  \
    CALL(int, GetTypeKind, (LLVMTypeRef))                                      \
    CALL(unsigned, GetIntTypeWidth, (LLVMTypeRef))                             \
    CALL(unsigned, GetArrayLength, (LLVMTypeRef))                              \
    CALL(LLVMTypeRef, ArrayType, (LLVMTypeRef, unsigned))                      \
    CALL(unsigned long long, OffsetOfElement,                                  \
         (LLVMTargetDataRef, LLVMTypeRef, unsigned))                           \
    /* values, constants */                                                    \
    CALL(int, GetValueKind, (LLVMValueRef))                                    \
    CALL(const char *, GetValueName2, (LLVMValueRef, size_t *))                \
    CALL(void, SetValueName2, (LLVMValueRef, const char *, size_t))            \
    CALL(void, ReplaceAllUsesWith, (LLVMValueRef, LLVMValueRef))               \
    CALL(LLVMUseRef, GetFirstUse, (LLVMValueRef))                              \
    CALL(LLVMUseRef, GetNextUse, (LLVMUseRef))                                 \
    CALL(LLVMValueRef, GetUser, (LLVMUseRef))                                  \
    CALL(int, GetNumOperands, (LLVMValueRef))                                  \
    CALL(LLVMValueRef, GetOperand, (LLVMValueRef, unsigned))                   \
    CALL(void, SetOperand, (LLVMValueRef, unsigned, LLVMValueRef))             \
    CALL(int, IsUndef, (LLVMValueRef))                                         \
    CALL(LLVMValueRef, IsAConstantInt, (LLVMValueRef))                         \
    CALL(LLVMValueRef, GetUndef, (LLVMTypeRef))                                \
    CALL(LLVMValueRef, ConstInt, (LLVMTypeRef, unsigned long long, int))       \
    CALL(unsigned long long, ConstIntGetZExtValue, (LLVMValueRef))             \
    CALL(long long, ConstIntGetSExtValue, (LLVMValueRef))                      \
    CALL(LLVMValueRef, ConstNull, (LLVMTypeRef))                               \
    CALL(LLVMValueRef, ConstStringInContext,                                   \
         (LLVMContextRef, const char *, unsigned, int))                        \
    CALL(LLVMValueRef, ConstArray, (LLVMTypeRef, LLVMValueRef *, unsigned))    \
    CALL(LLVMValueRef, ConstStructInContext,                                   \
         (LLVMContextRef, LLVMValueRef *, unsigned, int))                      \
    CALL(LLVMValueRef, ConstPointerCast, (LLVMValueRef, LLVMTypeRef))          \
    CALL(int, GetConstOpcode, (LLVMValueRef))                                  \
    CALL(LLVMTypeRef, GetGEPSourceElementType, (LLVMValueRef))                 \
    /* functions and variables */                                              \
    CALL(LLVMValueRef, GetFirstFunction, (LLVMModuleRef))                      \
    CALL(LLVMValueRef, GetNextFunction, (LLVMValueRef))                        \
    CALL(LLVMValueRef, GetNamedFunction, (LLVMModuleRef, const char *))        \
    CALL(LLVMValueRef, AddFunction,                                            \
         (LLVMModuleRef, const char *, LLVMTypeRef))                           \
    CALL(LLVMAttributeRef, GetCallSiteEnumAttribute,                           \
         (LLVMValueRef, unsigned, unsigned))                                   \
    CALL(uint64_t, GetEnumAttributeValue, (LLVMAttributeRef))                  \
    CALL(unsigned, GetEnumAttributeKindForName, (const char *, size_t))        \
    CALL(LLVMAttributeRef, GetEnumAttributeAtIndex,                            \
         (LLVMValueRef, unsigned, unsigned))                                   \
    CALL(unsigned, GetAttributeCountAtIndex, (LLVMValueRef, unsigned))         \
    CALL(void, GetAttributesAtIndex,                                           \
         (LLVMValueRef, unsigned, LLVMAttributeRef *))                         \
    CALL(void, AddCallSiteAttribute,                                           \
         (LLVMValueRef, unsigned, LLVMAttributeRef))                           \
    CALL(unsigned, CountParams, (LLVMValueRef))                                \
    CALL(LLVMValueRef, GetParam, (LLVMValueRef, unsigned))                     \
    CALL(LLVMValueRef, GetFirstGlobal, (LLVMModuleRef))                        \
    CALL(LLVMValueRef, GetNextGlobal, (LLVMValueRef))                          \
    CALL(LLVMValueRef, GetNamedGlobal, (LLVMModuleRef, const char *))          \
    CALL(LLVMValueRef, AddGlobal, (LLVMModuleRef, LLVMTypeRef, const char *))  \
    CALL(void, DeleteGlobal, (LLVMValueRef))                                   \
    CALL(LLVMValueRef, GetFirstGlobalAlias, (LLVMModuleRef))                   \
    CALL(LLVMValueRef, GetNextGlobalAlias, (LLVMValueRef))                     \
    CALL(void, RemoveEnumAttributeAtIndex, (LLVMValueRef, unsigned, unsigned)) \
    CALL(LLVMTypeRef, GlobalGetValueType, (LLVMValueRef))                      \
    CALL(LLVMValueRef, GetInitializer, (LLVMValueRef))                         \
    CALL(void, SetInitializer, (LLVMValueRef, LLVMValueRef))                   \
    CALL(int, IsGlobalConstant, (LLVMValueRef))                                \
    CALL(void, SetGlobalConstant, (LLVMValueRef, int))                         \
    CALL(int, IsDeclaration, (LLVMValueRef))                                   \
    CALL(int, GetLinkage, (LLVMValueRef))                                      \
    CALL(void, SetLinkage, (LLVMValueRef, int))                                \
    CALL(void, SetVisibility, (LLVMValueRef, int))                             \
    CALL(const char *, GetSection, (LLVMValueRef))                             \
    CALL(void, SetSection, (LLVMValueRef, const char *))                       \
    CALL(unsigned, GetAlignment, (LLVMValueRef))                               \
    CALL(void, SetAlignment, (LLVMValueRef, unsigned))                         \
    CALL(LLVMComdatRef, GetComdat, (LLVMValueRef))                             \
    CALL(void, SetComdat, (LLVMValueRef, LLVMComdatRef))                       \
    /* blocks and instructions */                                              \
    CALL(LLVMBasicBlockRef, GetFirstBasicBlock, (LLVMValueRef))                \
    CALL(LLVMBasicBlockRef, GetNextBasicBlock, (LLVMBasicBlockRef))            \
    CALL(LLVMValueRef, GetBasicBlockParent, (LLVMBasicBlockRef))               \
    CALL(LLVMValueRef, GetBasicBlockTerminator, (LLVMBasicBlockRef))           \
    CALL(LLVMBasicBlockRef, ValueAsBasicBlock, (LLVMValueRef))                 \
    CALL(LLVMBasicBlockRef, GetInstructionParent, (LLVMValueRef))              \
    CALL(LLVMValueRef, GetFirstInstruction, (LLVMBasicBlockRef))               \
    CALL(LLVMValueRef, GetNextInstruction, (LLVMValueRef))                     \
    CALL(void, InstructionEraseFromParent, (LLVMValueRef))                     \
    CALL(int, GetInstructionOpcode, (LLVMValueRef))                            \
    CALL(LLVMValueRef, GetCalledValue, (LLVMValueRef))                         \
    CALL(LLVMBasicBlockRef, GetIncomingBlock, (LLVMValueRef, unsigned))        \
    CALL(int, GetVolatile, (LLVMValueRef))                                     \
    CALL(int, GetOrdering, (LLVMValueRef))                                     \
    CALL(LLVMMetadataRef, InstructionGetDebugLoc, (LLVMValueRef))              \
    CALL(unsigned, DILocationGetLine, (LLVMMetadataRef))                       \
    CALL(unsigned, DILocationGetColumn, (LLVMMetadataRef))                     \
    CALL(LLVMMetadataRef, GetSubprogram, (LLVMValueRef))                       \
    CALL(unsigned, DISubprogramGetLine, (LLVMMetadataRef))                     \
    CALL(LLVMMetadataRef, DIBuilderCreateDebugLocation,                        \
         (LLVMContextRef, unsigned, unsigned, LLVMMetadataRef,                 \
          LLVMMetadataRef))                                                    \
    /* the builder */                                                          \
    CALL(LLVMBuilderRef, CreateBuilderInContext, (LLVMContextRef))             \
    CALL(void, DisposeBuilder, (LLVMBuilderRef))                               \
    CALL(void, PositionBuilderBefore, (LLVMBuilderRef, LLVMValueRef))          \
    CALL(LLVMBasicBlockRef, AppendBasicBlockInContext,                         \
         (LLVMContextRef, LLVMValueRef, const char *))                         \
    CALL(void, PositionBuilderAtEnd, (LLVMBuilderRef, LLVMBasicBlockRef))      \
    CALL(LLVMValueRef, BuildRetVoid, (LLVMBuilderRef))                         \
    CALL(void, SetCurrentDebugLocation2, (LLVMBuilderRef, LLVMMetadataRef))    \
    CALL(LLVMValueRef, BuildCall2,                                             \
         (LLVMBuilderRef, LLVMTypeRef, LLVMValueRef, LLVMValueRef *, unsigned, \
          const char *))                                                       \
    CALL(LLVMValueRef, BuildAlloca,                                            \
         (LLVMBuilderRef, LLVMTypeRef, const char *))                          \
    CALL(LLVMValueRef, BuildStore,                                             \
         (LLVMBuilderRef, LLVMValueRef, LLVMValueRef))                         \
    CALL(LLVMValueRef, BuildLoad2,                                             \
         (LLVMBuilderRef, LLVMTypeRef, LLVMValueRef, const char *))            \
    CALL(LLVMValueRef, BuildGEP2,                                              \
         (LLVMBuilderRef, LLVMTypeRef, LLVMValueRef, LLVMValueRef *, unsigned, \
          const char *))                                                       \
    CALL(LLVMValueRef, BuildBinOp,                                             \
         (LLVMBuilderRef, int, LLVMValueRef, LLVMValueRef, const char *))      \
    CALL(LLVMValueRef, BuildCast,                                              \
         (LLVMBuilderRef, int, LLVMValueRef, LLVMTypeRef, const char *))       \
    CALL(LLVMValueRef, BuildPointerCast,                                       \
         (LLVMBuilderRef, LLVMValueRef, LLVMTypeRef, const char *))            \
    CALL(LLVMValueRef, BuildIntCast2,                                          \
         (LLVMBuilderRef, LLVMValueRef, LLVMTypeRef, int, const char *))       \
    CALL(LLVMValueRef, BuildInsertValue,                                       \
         (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, unsigned, const char *)) \
    CALL(LLVMValueRef, BuildInsertElement,                                     \
         (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, LLVMValueRef,            \
          const char *))

typedef struct {
#define LLVM_FIELD(result, name, parameters) result(*name) parameters;
    LLVM_CALLS(LLVM_FIELD)
#undef LLVM_FIELD
} LlvmCalls;

extern LlvmCalls llvm;

/* ---- The parts of the pass ------------------------------------------------*/

typedef struct {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    LLVMTypeRef i32, i64, pointer;
    LLVMValueRef *kept; /* variables that the object file must keep */
    size_t kept_count, kept_capacity;
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
/* Handles an operation that C++ leaves undefined. */
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
/* Lets the plain version, with its names, use the variables of the other. */
void pass_borrow(const Pass *pass);

#endif
