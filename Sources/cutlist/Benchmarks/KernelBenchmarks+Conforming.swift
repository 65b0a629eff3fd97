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
      let cube = LightCube(.init(primaries: .bt2020, transfer: transfer))
      var block = LightCube.Block()
      for (kind, spread) in [("noise", 6), ("calm", 1)] {
        var noise = Noise()
        let stored = (0..<3).map { _ in
          noise.bytes(width).map { (UInt16($0) << spread &+ 20_000) & 0xFFC0 }
        }
        var (red, green, blue) = (stored[0], stored[1], stored[2])
        var (luma, cb, cr) = (stored[0], stored[1], stored[2])
        report("\(name) to BT.709, \(kind)", 12 * width) {
          decode(decoder, stored, &red, &green, &blue)
          convert(cube, &block, (red, green, blue), &luma, &cb, &cr)
        }
      }
    }
  }

  private static func decode(
    _ decoder: ComponentDecoder, _ stored: [[UInt16]], _ red: inout [UInt16],
    _ green: inout [UInt16], _ blue: inout [UInt16]
  ) {
    var redRow = red.mutableSpan
    var greenRow = green.mutableSpan
    var blueRow = blue.mutableSpan
    let (first, second, third) = (stored[0], stored[1], stored[2])
    unsafe decoder.read(
      first.span.bytes, second.span.bytes, third.span.bytes, red: &redRow, green: &greenRow,
      blue: &blueRow)
  }

  private static func convert(
    _ cube: LightCube, _ block: inout LightCube.Block,
    _ rows: (red: [UInt16], green: [UInt16], blue: [UInt16]), _ luma: inout [UInt16],
    _ cb: inout [UInt16], _ cr: inout [UInt16]
  ) {
    var lumaRow = luma.mutableSpan
    var cbRow = cb.mutableSpan
    var crRow = cr.mutableSpan
    cube.convert(
      red: rows.red.span, green: rows.green.span, blue: rows.blue.span, through: &block,
      luma: &lumaRow, cb: &cbRow, cr: &crRow)
  }
}
