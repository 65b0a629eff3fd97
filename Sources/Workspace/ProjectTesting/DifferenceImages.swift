package import GoldenTesting
import MovieWriting
import BaseValues
package import Raster
package import Rendering
package import Reports

/// The pictures of a page of differences.
package struct DifferenceImages {
  /// The picture that was expected, and the one that is, in the same form; `nil` where there is none.
  package var expected: (FrameDifference) throws(RenderError) -> ExpectedPicture
  package var actual: (Int) throws(RenderError) -> Image?

  package init(
    expected: @escaping (FrameDifference) throws(RenderError) -> ExpectedPicture,
    actual: @escaping (Int) throws(RenderError) -> Image?
  ) {
    (self.expected, self.actual) = (expected, actual)
  }

  /// Pictures up to this width are kept as they are, wider ones made smaller.
  private static let plainWidth = 640
  private static let shownWidth = 960

  package func row(
    _ run: FrameRun, of frameCount: Int
  ) throws(RenderError) -> DifferenceSection.Row? {
    guard let example = run.example else { return nil }
    var row = try Self.row(
      run.heading(of: frameCount), example.frame, expected: try expected(example),
      actual: example.actual == nil ? nil : try actual(example.frame))
    row.measures = example.measures
    return row
  }

  /// Both pictures of a frame, and where they differ.
  package static func row(
    _ title: String, _ frame: Int, expected: ExpectedPicture, actual new: Image?
  ) throws(RenderError) -> DifferenceSection.Row {
    var row = DifferenceSection.Row(title: title, frame: frame)
    let old = expected.image
    row.expectedNote = expected.note
    if let old { row.expected = try picture(old) }
    if let new { row.actual = try picture(new) }
    if let old, let new, old.size == new.size {
      // What was kept has 8 bits.
      let depth = max(old.format.depth, new.format.depth)
      func deep(_ image: Image) -> Image {
        let image = image.laid(on: .checkerboard)
        return image.format.depth < depth ? image.widened() : image
      }
      let map = HeatMap.image(deep(old), deep(new), size: shownSize(old.size))
      row.heatMap = DifferenceSection.Picture(
        bytes: try StillWriter.png(map), type: "image/png")
    }
    return row
  }

  private static func picture(_ image: Image) throws(RenderError) -> DifferenceSection.Picture {
    if image.size.width <= plainWidth {
      return DifferenceSection.Picture(bytes: try StillWriter.png(image), type: "image/png")
    }
    return DifferenceSection.Picture(
      bytes: try StillWriter.jpeg(image, size: shownSize(image.size)), type: "image/jpeg")
  }

  private static func shownSize(_ size: Size) -> Size {
    guard size.width > plainWidth else { return size }
    let width = min(size.width, shownWidth)
    return Size(width: width & ~1, height: max(2, size.height * width / size.width) & ~1)
  }
}

extension FrameDifference {
  /// What was measured, as names and values.
  fileprivate var measures: [(name: String, value: String)] {
    var measures: [(name: String, value: String)] = [
      ("hash", "\(expected) before, \(actual.map { "\($0)" } ?? "none") now")
    ]
    for area in areas {
      let place = area.region.map { "region \($0.rect): " } ?? ""
      for (name, value) in area.measures { measures.append((place + name, value)) }
    }
    if !shows.isEmpty { measures.append(("shows", shows.joined(separator: ", "))) }
    return measures
  }
}
