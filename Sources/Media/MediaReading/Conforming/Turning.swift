import BaseValues
import Raster
import TimelineModel

extension Raster.Image {
  /// The picture as it is shown: turned and mirrored by whole quarter turns, sample by sample. Chroma
  /// that has come to lie elsewhere than at the left of its pixels is moved there.
  func turned(_ orientation: Orientation, pool: ImagePool) -> Raster.Image {
    guard orientation != .upright else { return self }
    let shown =
      orientation.swapsAxes
      ? Size(width: size.height, height: size.width) : size
    var result = MutableImage(format: format, size: shown, pool: pool)
    if format.depth == UInt8.depth {
      turn(orientation, into: &result, as: UInt8.self)
    } else {
      turn(orientation, into: &result, as: UInt16.self)
    }
    return result.freeze()
  }

  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  private func turn<Sample: PixelSample>(
    _ orientation: Orientation, into result: inout MutableImage, as sample: Sample.Type
  ) {
    for plane in 0..<planeCount {
      let width = self.width(of: plane)
      let height = self.height(of: plane)
      for y in 0..<result.height(of: plane) {
        var row = result.mutableRow(plane, y, as: sample)
        switch orientation {
        case .upright, .mirroredVertically:
          let source = self.row(
            plane, orientation == .upright ? y : height - 1 - y, as: sample)
          for x in row.indices { row[x] = source[x] }
        case .mirroredHorizontally, .rotated180:
          let source = self.row(
            plane, orientation == .rotated180 ? height - 1 - y : y, as: sample)
          for x in row.indices { row[x] = source[width - 1 - x] }
        case .transposed:
          for x in row.indices { row[x] = self.row(plane, x, as: sample)[y] }
        case .rotatedClockwise:
          for x in row.indices { row[x] = self.row(plane, height - 1 - x, as: sample)[y] }
        case .transversed:
          for x in row.indices {
            row[x] = self.row(plane, height - 1 - x, as: sample)[width - 1 - y]
          }
        case .rotatedCounterclockwise:
          for x in row.indices { row[x] = self.row(plane, x, as: sample)[width - 1 - y] }
        }
      }
    }
    let resiting = orientation.resiting(of: size)
    if !resiting.isNothing { result.resite(resiting, as: sample) }
  }
}

extension MutableImage {
  fileprivate mutating func resite<Sample: PixelSample>(
    _ resiting: ChromaResiting, as sample: Sample.Type
  ) {
    for plane in 0..<planeCount where format.isChroma(plane: plane) {
      let width = width(of: plane)
      // In all bits of a word, so that what overshoots is cut.
      let spare = Sample(Sample.bitWidth - Sample.depth)
      var samples: [Sample] = []
      samples.reserveCapacity(width * height(of: plane))
      for y in 0..<height(of: plane) {
        let row = row(plane, y, as: sample)
        for x in row.indices { samples.append(row[x] &<< spare) }
      }
      // Premultiplied colours stay below their alpha.
      resiting.apply(to: &samples, width: width, isLinear: format.hasAlpha)
      if spare > 0 {
        let half: UInt32 = 1 &<< (spare.code &- 1)
        for i in samples.indices {
          samples[i] = Sample(code: min((samples[i].code &+ half) &>> spare.code, Sample.maximum))
        }
      }
      for y in 0..<height(of: plane) {
        write(samples.span.extracting(y * width..<(y + 1) * width), plane: plane, row: y)
      }
    }
  }
}

extension Orientation {
  /// What brings chroma to the left, that was there before a picture of some size was turned.
  ///
  /// In halves of a luma sample chroma was at 0 across and at 1 down. Seen from the other end of n
  /// samples, what lay p behind the first of a pair lies 2 − p behind it where n is even, and −p where
  /// it is odd.
  fileprivate func resiting(of stored: Size) -> ChromaResiting {
    func flipped(_ place: Int, _ count: Int) -> Int { count % 2 == 0 ? 2 - place : -place }
    let (left, right) = (0, flipped(0, stored.width))
    let (top, bottom) = (1, flipped(1, stored.height))
    return switch self {
    case .upright: ChromaResiting(column: left, row: top)
    case .mirroredHorizontally: ChromaResiting(column: right, row: top)
    case .mirroredVertically: ChromaResiting(column: left, row: bottom)
    case .rotated180: ChromaResiting(column: right, row: bottom)
    case .transposed: ChromaResiting(column: top, row: left)
    case .rotatedClockwise: ChromaResiting(column: bottom, row: left)
    case .transversed: ChromaResiting(column: bottom, row: right)
    case .rotatedCounterclockwise: ChromaResiting(column: top, row: right)
    }
  }
}
