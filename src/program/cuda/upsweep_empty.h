/* SPDX-License-Identifier: MIT
 *
 * upsweep_empty - stands for the headers of libraries that are not supported.
 */
#ifdef __cplusplus
namespace cuda /* so that clang names what a program uses of it */
{
}
#endif
