import BaseValues
package import Raster

/// Scopes as one picture, in BT.709 limited range.
///
/// ```
/// waveform of luma, 255 at the top       Cb to the right, Cr upwards
/// histograms of luma, Cb and Cr, each as high as its highest column
/// loudness over time, 0 to −60 LUFS: short-term bright, momentary dark, integrated a line
/// ```
/// Lines in the waveform are black and white of limited range.
package struct ScopeDrawing {
  var scopes: FrameScopes
  var loudness: LoudnessCurve?
  /// Stands at the top.
  var frame: Int

  /// - Parameters:
  ///   - loudness: `nil` leaves the curve out.
  ///   - frame: the number of the frame.
  package init(_ scopes: FrameScopes, loudness: LoudnessCurve?, frame: Int) {
    self.scopes = scopes
    self.loudness = loudness
    self.frame = frame
  }

  private static let gap = 16
  private static let caption = 24
  private static let panel = 256
  private static let curve = 160
  private static let ink: UInt8 = 190
  private static let quiet: UInt8 = 70

  private var width: Int { 3 * Self.gap + FrameScopes.columns + Self.panel }
  private var height: Int {
    Self.caption + 2 * (Self.panel + Self.gap) + Self.gap
      + (loudness == nil ? 0 : Self.curve + Self.gap)
  }

  /// Draws them.
  package var image: Image {
    var image = MutableImage(format: .yuv420p8, size: Size(width: width, height: height))
    image.fill(y: 28, u: 128, v: 128)
    let (left, top) = (Self.gap, Self.gap + Self.caption)
    image.stamp("\(frame)", x: left, y: Self.gap - 4, dot: 2, luma: Self.ink)
    drawWaveform(&image, left, top)
    drawVectors(&image, 2 * Self.gap + FrameScopes.columns, top)
    let second = top + Self.panel + Self.gap
    drawHistograms(&image, left, second)
    if let loudness { drawCurve(loudness, &image, left, second + Self.panel + Self.gap) }
    return image.freeze()
  }

  // MARK: - Panels

  private func drawWaveform(_ image: inout MutableImage, _ left: Int, _ top: Int) {
    outline(&image, left, top, FrameScopes.columns, Self.panel)
    // Black and white of limited range.
    for level in [16, 235] { line(&image, left, top + 255 - level, FrameScopes.columns) }
    let most = Double(max(1, scopes.waveform.max() ?? 1))
    for column in 0..<FrameScopes.columns {
      for level in 0..<FrameScopes.levels {
        let count = scopes.waveform[column * FrameScopes.levels + level]
        if count > 0 {
          dot(&image, left + column, top + 255 - level, Self.shade(Double(count) / most))
        }
      }
    }
  }

  private func drawVectors(_ image: inout MutableImage, _ left: Int, _ top: Int) {
    outline(&image, left, top, Self.panel, Self.panel)
    line(&image, left, top + 127, Self.panel)
    for y in 0..<Self.panel { dot(&image, left + 128, top + y, Self.quiet) }
    let most = Double(max(1, scopes.vectors.max() ?? 1))
    for cr in 0..<FrameScopes.levels {
      for cb in 0..<FrameScopes.levels {
        let count = scopes.vectors[cr * FrameScopes.levels + cb]
        if count > 0 {
          dot(&image, left + cb, top + 255 - cr, Self.shade(Double(count) / most))
        }
      }
    }
  }

  /// Three histograms side by side, each as high as its highest column.
  private func drawHistograms(_ image: inout MutableImage, _ left: Int, _ top: Int) {
    let each = (width - 2 * Self.gap) / 3
    for plane in 0..<3 {
      let start = left + plane * each
      outline(&image, start, top, Self.panel, Self.panel)
      let shift = max(0, scopes.depth - 8)
      var counts = [Int](repeating: 0, count: 256)
      for (code, count) in scopes.histograms[plane].enumerated() { counts[code >> shift] += count }
      let most = max(1, counts.max() ?? 1)
      for (code, count) in counts.enumerated() where count > 0 {
        let height = max(1, count * (Self.panel - 2) / most)
        for y in 0..<height { dot(&image, start + code, top + Self.panel - 1 - y, 150) }
      }
    }
  }

  private func drawCurve(
    _ loudness: LoudnessCurve, _ image: inout MutableImage, _ left: Int, _ top: Int
  ) {
    let wide = width - 2 * Self.gap
    outline(&image, left, top, wide, Self.curve)
    if let integrated = loudness.integrated {
      line(&image, left, top + Self.height(of: integrated), wide)
    }
    for (points, luma) in [(loudness.momentary, UInt8(110)), (loudness.shortTerm, UInt8(220))] {
      for x in 0..<wide {
        // The loudest of the tenths of a second that a column stands for.
        let first = x * points.count / wide
        let last = max(first, (x + 1) * points.count / wide - 1)
        guard first < points.count else { continue }
        let loud = points[first...min(last, points.count - 1)].compactMap(\.self).max()
        if let loud {
          let y = top + Self.height(of: loud)
          dot(&image, left + x, y, luma)
          dot(&image, left + x, min(y + 1, top + Self.curve - 1), luma)
        }
      }
    }
  }

  /// Rows below 0 LUFS; the lowest row is −60 and less.
  private static func height(of loudness: Double) -> Int {
    let share = min(max(-loudness / 60, 0), 1)
    return Int((share * Double(curve - 2)).rounded())
  }

  /// Few samples are seen, too: the fourth root of their share.
  private static func shade(_ share: Double) -> UInt8 {
    UInt8(min(235, 60 + 175 * share.squareRoot().squareRoot()))
  }

  // MARK: - Lines

  private func dot(_ image: inout MutableImage, _ x: Int, _ y: Int, _ luma: UInt8) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    var row = image.mutableRow(0, y, as: UInt8.self)
    row[x] = luma
  }

  private func line(_ image: inout MutableImage, _ x: Int, _ y: Int, _ length: Int) {
    for offset in 0..<length { dot(&image, x + offset, y, Self.quiet) }
  }

  private func outline(
    _ image: inout MutableImage, _ x: Int, _ y: Int, _ width: Int, _ height: Int
  ) {
    line(&image, x, y - 1, width)
    line(&image, x, y + height, width)
    for offset in -1...height {
      dot(&image, x - 1, y + offset, Self.quiet)
      dot(&image, x + width, y + offset, Self.quiet)
    }
  }
}
