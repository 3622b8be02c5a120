// SPDX-License-Identifier: MIT
// Code from more files than a trace holds, as its #line directives say.
__global__ void fill(int *a) { a[threadIdx.x] = 1; }
#line 1 "part1.h"
static inline int part1(int x) { return x + 1; }
#line 1 "part2.h"
static inline int part2(int x) { return x + 2; }
#line 1 "part3.h"
static inline int part3(int x) { return x + 3; }
#line 1 "part4.h"
static inline int part4(int x) { return x + 4; }
#line 1 "part5.h"
static inline int part5(int x) { return x + 5; }
#line 1 "part6.h"
static inline int part6(int x) { return x + 6; }
#line 1 "part7.h"
static inline int part7(int x) { return x + 7; }
#line 1 "part8.h"
static inline int part8(int x) { return x + 8; }
#line 1 "part9.h"
static inline int part9(int x) { return x + 9; }
#line 1 "part10.h"
static inline int part10(int x) { return x + 10; }
#line 1 "part11.h"
static inline int part11(int x) { return x + 11; }
#line 1 "part12.h"
static inline int part12(int x) { return x + 12; }
#line 1 "part13.h"
static inline int part13(int x) { return x + 13; }
#line 1 "part14.h"
static inline int part14(int x) { return x + 14; }
#line 1 "part15.h"
static inline int part15(int x) { return x + 15; }
#line 1 "part16.h"
static inline int part16(int x) { return x + 16; }
#line 1 "part17.h"
static inline int part17(int x) { return x + 17; }
#line 1 "part18.h"
static inline int part18(int x) { return x + 18; }
#line 1 "part19.h"
static inline int part19(int x) { return x + 19; }
#line 1 "part20.h"
static inline int part20(int x) { return x + 20; }
#line 1 "part21.h"
static inline int part21(int x) { return x + 21; }
#line 1 "part22.h"
static inline int part22(int x) { return x + 22; }
#line 1 "part23.h"
static inline int part23(int x) { return x + 23; }
#line 1 "part24.h"
static inline int part24(int x) { return x + 24; }
#line 1 "part25.h"
static inline int part25(int x) { return x + 25; }
#line 1 "part26.h"
static inline int part26(int x) { return x + 26; }
#line 1 "part27.h"
static inline int part27(int x) { return x + 27; }
#line 1 "part28.h"
static inline int part28(int x) { return x + 28; }
#line 1 "part29.h"
static inline int part29(int x) { return x + 29; }
#line 1 "part30.h"
static inline int part30(int x) { return x + 30; }
#line 1 "part31.h"
static inline int part31(int x) { return x + 31; }
#line 1 "part32.h"
static inline int part32(int x) { return x + 32; }
#line 1 "part33.h"
static inline int part33(int x) { return x + 33; }
#line 1 "part34.h"
static inline int part34(int x) { return x + 34; }
#line 73 "several_files.cu"
int main()
{
    int *a;

    cudaMalloc(&a, 32 * sizeof *a);
    fill<<<1, 32>>>(a);
    return part1(part34(-35));
}
