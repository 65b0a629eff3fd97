#ifndef CUTLIST_SAMPLE_SUMS_H
#define CUTLIST_SAMPLE_SUMS_H

#include <stddef.h>

/// The sums of products of two rows with the weights.
struct cutlist_sums {
  double first, second;
};

/// The sum of `row[i] * weights[i]`: eight sums of every eighth product, added as
/// ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7)). `count` is a multiple of 8; the rows need not be aligned.
double cutlist_sum(const double *_Nonnull row, const double *_Nonnull weights, ptrdiff_t count);

/// The same for two rows at once.
struct cutlist_sums cutlist_sum_pair(
  const double *_Nonnull first, const double *_Nonnull second, const double *_Nonnull weights,
  ptrdiff_t count);

#endif
