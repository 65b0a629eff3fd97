// Sums of products in the widest registers that the processor has, which Swift cannot choose while it runs.
//
// Every product and every sum is rounded by itself (nothing is fused), and all widths add in one order: the
// results are the same bits on every machine.
#include "CSampleSums.h"

#pragma STDC FP_CONTRACT OFF

typedef double eight __attribute__((vector_size(64), aligned(8)));

#define ADDED(s) (((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7])))

#define ONE_ROW(row, weights, count)                                   \
  eight sums = {0};                                                    \
  for (ptrdiff_t i = 0; i < count; i += 8) {                           \
    sums += *(const eight *)(row + i) * *(const eight *)(weights + i); \
  }                                                                    \
  return ADDED(sums);

#define TWO_ROWS(first, second, weights, count)          \
  eight a = {0}, b = {0};                                \
  for (ptrdiff_t i = 0; i < count; i += 8) {             \
    const eight weight = *(const eight *)(weights + i);  \
    a += *(const eight *)(first + i) * weight;           \
    b += *(const eight *)(second + i) * weight;          \
  }                                                      \
  return (struct cutlist_sums){ADDED(a), ADDED(b)};

#ifdef __x86_64__
__attribute__((target("avx2"))) static double wide_sum(
  const double *row, const double *weights, ptrdiff_t count) {
  ONE_ROW(row, weights, count)
}

__attribute__((target("avx2"))) static struct cutlist_sums wide_pair(
  const double *first, const double *second, const double *weights, ptrdiff_t count) {
  TWO_ROWS(first, second, weights, count)
}
#define IS_WIDE __builtin_cpu_supports("avx2")
#else
#define IS_WIDE 0
#define wide_sum plain_sum
#define wide_pair plain_pair
#endif

static double plain_sum(const double *row, const double *weights, ptrdiff_t count) {
  ONE_ROW(row, weights, count)
}

static struct cutlist_sums plain_pair(
  const double *first, const double *second, const double *weights, ptrdiff_t count) {
  TWO_ROWS(first, second, weights, count)
}

double cutlist_sum(const double *row, const double *weights, ptrdiff_t count) {
  return IS_WIDE ? wide_sum(row, weights, count) : plain_sum(row, weights, count);
}

struct cutlist_sums cutlist_sum_pair(
  const double *first, const double *second, const double *weights, ptrdiff_t count) {
  return IS_WIDE ? wide_pair(first, second, weights, count)
                 : plain_pair(first, second, weights, count);
}
