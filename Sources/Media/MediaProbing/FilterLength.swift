import LibAV

/// How much a source graph gives before it ends.
enum FilterLength {
  /// Pictures that are made to find the end, in pixels of all of them together: some 200 pictures of
  /// 1920 × 1080.
  private static let pixelLimit = 400_000_000
  /// The same for sound: 46 minutes at 48 kHz.
  private static let sampleLimit = 1 << 27

  /// Pictures or samples of sound; `nil` for a graph without an end, and where finding the end would
  /// take too long.
  ///
  /// - Throws: `LibAVError` when a filter fails.
  static func of(_ graph: consuming FilterGraph) throws(LibAVError) -> Int? {
    let output = graph.output
    switch graph.length {
    case .unknown:
      return nil
    case .stated(let microseconds):
      return pictures(in: microseconds, output)
    case .finite:
      let pixels = max(1, output.width * output.height)
      return try graph.count(
        limit: output.kind == .audio ? sampleLimit : max(1, pixelLimit / pixels))
    }
  }

  /// libav's sources of pictures end before the first one whose time, rounded to a microsecond, is
  /// not below their duration.
  private static func pictures(in microseconds: Int64, _ output: FilterGraph.Output) -> Int? {
    let rate = Int128(output.frameRate.numerator)
    let unit = 1_000_000 * Int128(output.frameRate.denominator)
    guard rate > 0, unit > 0 else { return nil }
    func time(_ number: Int128) -> Int128 { (2 * number * unit + rate) / (2 * rate) }
    var count = max(0, Int128(microseconds) * rate / unit - 1)
    while time(count) < Int128(microseconds) { count += 1 }
    return Int(exactly: count)
  }
}
