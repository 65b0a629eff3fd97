import BaseValues
import OutputKinds
import PlanModel
import TimelineModel

/// Pictures of sizes for which a pixel costs about the same.
enum PictureClass: String, CaseIterable {
  case small, hd, uhd

  init(_ size: Size) {
    let (pixels, isTooMuch) = size.width.multipliedReportingOverflow(by: size.height)
    self = isTooMuch || pixels > 1920 * 1152 ? .uhd : pixels > 1024 * 576 ? .hd : .small
  }
}

extension WorkCounter {
  /// `h264 medium crf-20`, `h264 veryfast pilot`, `h264 medium shared 10-bit`.
  static func name(of video: VideoEncoding, _ quality: ChunkQuality) -> String {
    let depth = video.bitDepth == video.codec.usualBitDepth ? "" : " \(video.bitDepth)-bit"
    return plainName(of: video, quality) + depth
  }

  private static func plainName(of video: VideoEncoding, _ quality: ChunkQuality) -> String {
    let codec = video.codec
    switch quality {
    case .pilot: return "\(codec.name) \(codec.pilotPreset(for: video.preset)) pilot"
    case .level: return "\(codec.name) \(video.preset) shared"
    case .planned:
      guard case .crf(let tenths) = video.rateControl, !video.sharesBits else {
        return "\(codec.name) \(video.preset) shared"
      }
      let rest = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
      return "\(codec.name) \(video.preset) crf-\(tenths / 10)\(rest)"
    }
  }
}

extension TextRaster {
  /// About how large the text is, without the font: a letter is half as wide as it is high. A shape is as
  /// large as its box.
  func extent(within canvas: Size) -> Size {
    if let shape {
      func side(_ length: Int, _ most: Int) -> Int {
        min(max(length / ShapePath.unit, 1) * min(max(scale, 1), 8), max(most, 1))
      }
      return Size(width: side(shape.width, canvas.width), height: side(shape.height, canvas.height))
    }
    let em =
      min(max(Double(style.size.numerator) / Double(style.size.denominator), 1), 8192)
      * Double(min(max(scale, 1), 8))
    let lines = style.text.split(separator: "\n", omittingEmptySubsequences: false)
    let longest = Double(lines.map(\.count).max() ?? 0) * em / 2
    let limit = style.maximumWidth.map { Double(max($0, 1)) } ?? .infinity
    // What does not fit into the width goes on below.
    let rows = lines.reduce(0) { $0 + max(1, (Double($1.count) * em / 2 / limit).rounded(.up)) }
    func pixels(_ length: Double, _ most: Int) -> Int {
      Int(min(max(length.isFinite ? length : 0, 1), Double(max(most, 1))))
    }
    return Size(
      width: pixels(min(longest, limit), canvas.width),
      height: pixels(rows * em * 1.2, canvas.height))
  }
}

extension Projection {
  /// About how many pixels of the output a picture takes up.
  func area(of size: Size) -> Double {
    let scale = Double(i) * Double(i)
    let change = abs(Double(a) * Double(e) - Double(b) * Double(d))
    guard scale > 0, change > 0 else { return .infinity }
    return Double(size.width) * Double(size.height) * scale / change
  }
}
