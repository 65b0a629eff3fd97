#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.cpuid
#endif

/// What the processor can do.
public enum Processor {
  /// Whether it has registers of 32 bytes with arithmetic of whole numbers (AVX2), and the system saves them
  /// when it lets another program run.
  public static var hasWideVectors: Bool {
    #if arch(x86_64)
      var (a, b, c, d): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
      let savesState: UInt32 = 1 << 27
      let avx: UInt32 = 1 << 28
      guard unsafe __get_cpuid(1, &a, &b, &c, &d) != 0,
        c & (savesState | avx) == savesState | avx
      else { return false }
      let avx2: UInt32 = 1 << 5
      guard unsafe __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0, b & avx2 != 0 else { return false }
      // The bytes that the system saves: 576 without these registers, of which there are sixteen halves.
      return unsafe __get_cpuid_count(13, 0, &a, &b, &c, &d) != 0 && b >= 576 + 16 * 16
    #else
      return false
    #endif
  }
}
