package import BaseValues
package import Raster
package import Rendering
package import TimelineModel

/// Makes the pictures of a tested movie, one at a time. Used by one thread only; frames in rising
/// order are fast.
package final class TestImages {
  private let subject: TestSubject
  private let frames: ComposedFrames
  private let ignored: [Rect]

  init(_ subject: TestSubject) {
    self.subject = subject
    frames = ComposedFrames(plan: subject.plan, sources: subject.sources)
    ignored = (subject.expectations?.regions ?? []).filter { $0.treatment == .ignored }
      .map(\.rect)
  }

  /// The composed frame, with the ignored regions painted over.
  package func actual(_ frame: Int) throws(RenderError) -> Image {
    try frames.frame(frame).painted(over: ignored)
  }

  /// The composed frame as it comes back from a PNG file, to be compared with `expected`.
  package func actualAsKept(_ frame: Int) throws(RenderError) -> Image {
    try subject.storage.asKept(try actual(frame))
  }

  /// The kept picture of a frame; `nil` where there is none.
  package func expected(_ frame: Int) throws(RenderError) -> Image? {
    let path = subject.names.picture(frame)
    guard try subject.storage.read(path) != nil else { return nil }
    return try subject.storage.picture(at: path)
  }
}

extension ExpectedRegion {
  /// Where it lies, in pixels of the output.
  package var rect: Rect { Rect(x: x, y: y, width: width, height: height) }
}

extension Image {
  /// A copy that is grey within the rectangles; itself where there are none.
  func painted(over rects: [Rect]) -> Image {
    guard !rects.isEmpty else { return self }
    var result = MutableImage(format: format, size: size)
    result.copy(from: self)
    for rect in rects.map({ $0.intersection(size.bounds) }) where !rect.isEmpty {
      for plane in 0..<planeCount {
        let isChroma = format.isChroma(plane: plane)
        let columns =
          isChroma ? rect.x / 2..<(rect.columns.upperBound + 1) / 2 : rect.columns
        let rows = isChroma ? rect.y / 2..<(rect.rows.upperBound + 1) / 2 : rect.rows
        for y in rows {
          if format.depth == UInt8.depth {
            var row = result.mutableRow(plane, y)
            for x in columns { row[x] = 128 }
          } else {
            var row = result.mutableRow(plane, y, as: UInt16.self)
            for x in columns { row[x] = 512 }
          }
        }
      }
    }
    return result.freeze()
  }
}
