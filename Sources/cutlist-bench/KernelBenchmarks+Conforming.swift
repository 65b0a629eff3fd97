import Raster

/// Kernels of sources that are not as the output.
extension KernelBenchmarks {
  /// Rows of noise that an interlaced picture lacks.
  static func fields(_ report: (String, Int, () -> Void) -> Void) {
    for (name, bytes, maximum) in [("8", 1, 255), ("10", 2, 1023), ("16", 2, 65535)] {
      var noise = Noise()
      let memory = FieldRows.Part.all.map { _ in noise.bytes(width * bytes) }
      var rows = FieldRows(bytesPerSample: bytes, maximum: maximum)
      var output = memory[0]
      report("missing field row, \(name) bits", 15 * width * bytes) {
        for first in stride(from: 0, to: width, by: FieldRows.capacity) {
          let piece = first..<min(first + FieldRows.capacity, width)
          for (part, row) in zip(FieldRows.Part.all, memory) { rows.load(part, row.span, piece) }
          var output = output.mutableSpan
          var result = output._mutatingExtracting(
            piece.lowerBound * bytes..<piece.upperBound * bytes)
          rows.interpolate(isBetweenFields: true, into: &result)
        }
      }
    }
  }

  /// A row of HDR in 10 bits, first noise, then much alike.
  static func light(_ report: (String, Int, () -> Void) -> Void) {
    let decoder = ComponentDecoder(.bt2020, isFullRange: false, bitDepth: 10)
    let transfers: [(String, TransferFunction)] = [
      ("PQ", .perceptualQuantizer(peak: 1000)), ("HLG", .hybridLogGamma),
    ]
    for (name, transfer) in transfers {
      let transform = LightTransform(.init(primaries: .bt2020, transfer: transfer))
      for (kind, spread) in [("noise", 6), ("calm", 1)] {
        var noise = Noise()
        let stored = (0..<3).map { _ in
          noise.bytes(width).map { (UInt16($0) << spread &+ 20_000) & 0xFFC0 }
        }
        var (red, green, blue) = (stored[0], stored[1], stored[2])
        report("\(name) to BT.709, \(kind)", 12 * width) {
          (red, green, blue) = (stored[0], stored[1], stored[2])
          var redRow = red.mutableSpan
          var greenRow = green.mutableSpan
          var blueRow = blue.mutableSpan
          decoder.apply(&redRow, &greenRow, &blueRow)
          transform.apply(red: &redRow, green: &greenRow, blue: &blueRow)
        }
      }
    }
  }
}
