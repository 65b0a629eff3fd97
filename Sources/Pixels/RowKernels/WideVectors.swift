#if !WIDE
  internal import Synchronization

  /// Whether rows are computed in registers of 32 bytes (AVX2), which give the same bits as narrower ones.
  ///
  /// Global because a processor is.
  public enum WideVectors {
    private static let areAllowed = Atomic<Bool>(true)

    /// Whether the processor has them.
    public static let areThere = Processor.hasWideVectors

    /// Whether they are used.
    @inline(__always)
    public static var areUsed: Bool { areThere && areAllowed.load(ordering: .relaxed) }

    /// Uses them no longer, as if there were none.
    public static func avoid() { areAllowed.store(false, ordering: .relaxed) }
  }
#endif
