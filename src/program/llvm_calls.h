/* SPDX-License-Identifier: MIT
 *
 * llvm_calls - the functions of libLLVM that the pass calls.
 *
 * upsweep is linked with no LLVM: it loads the library of the user's clang, 14
 * to 19, when it changes a program. `llvm.BuildCall2` is LLVMBuildCall2 of
 * LLVM's C API. All these versions share the functions and the numbers below.
 */
#ifndef UPSWEEP_LLVM_CALLS_H
#define UPSWEEP_LLVM_CALLS_H

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
    CALL(LLVMTypeRef, GetElementType, (LLVMTypeRef))                           \
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
    CALL(LLVMValueRef, AddAlias2,                                              \
         (LLVMModuleRef, LLVMTypeRef, unsigned, LLVMValueRef, const char *))   \
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

#endif
