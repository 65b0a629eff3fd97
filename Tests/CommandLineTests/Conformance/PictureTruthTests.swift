import Foundation
import BaseValues
import Raster
import Testing

@testable import CommandLineInterface

/// One picture of one file, composed.
private func composed(
  _ file: String, size: String, at time: String = "0", below: String = "", fit: String = "contain"
) throws -> Raster.Image {
  try composed(item: "\"\(file)\"", size: size, at: time, below: below, fit: fit)
}

/// - Parameter item: as it stands in a project's `media`.
private func composed(
  item: String, size: String, at time: String = "0", below: String = "", fit: String = "contain"
) throws -> Raster.Image {
  let sandbox = try Sandbox()
  try sandbox.write(
    "edit.json",
    """
    { "cutlist": 1, "output": { "size": "\(size)", "frameRate": 25 },
      "media": { "m": \(item), "below": { "color": "\(below.isEmpty ? "black" : below)" } },
      "tracks": [
        { "video": [ { "clip": "below", "duration": "1f" } ] },
        { "video": [
          { "clip": "m", "in": "\(time)", "duration": "1f", "fit": "\(fit)", "audio": false } ] } ] }
    """)
  return try ComposedEdit(sandbox.file("edit.json")).image(0)
}

extension Raster.Image {
  /// Mean and greatest absolute difference of luma over every `step`-th pixel of a row and row.
  fileprivate func difference(to other: Raster.Image, step: Int = 1) -> (mean: Double, worst: Int) {
    var sum = 0
    var count = 0
    var worst = 0
    for y in Swift.stride(from: 0, to: size.height, by: step) {
      let one = row(0, y)
      let two = other.row(0, y)
      for x in Swift.stride(from: 0, to: size.width, by: step) {
        let apart = abs(Int(one[x]) - Int(two[x]))
        sum += apart
        count += 1
        worst = max(worst, apart)
      }
    }
    return (Double(sum) / Double(max(1, count)), worst)
  }

  /// R′G′B′ of a pixel by ITU-R BT.709-6, item 3.5, from narrow-range codes; 0…255.
  fileprivate func color(_ x: Int, _ y: Int) -> [Double] {
    let luma = (Double(row(0, y)[x]) - 16) / 219
    let blue = (Double(row(1, y / 2)[x / 2]) - 128) / 224
    let red = (Double(row(2, y / 2)[x / 2]) - 128) / 224
    let b = luma + 1.8556 * blue
    let r = luma + 1.5748 * red
    return [r, (luma - 0.2126 * r - 0.0722 * b) / 0.7152, b].map { $0 * 255 }
  }
}

/// What real files show, against what they are known to show.
@Suite("pictures of real files", .enabled(if: RealMedia.real != nil, "\(RealMedia.absence)"))
struct RealPictureTruthTests {
  private let folder = RealMedia.real ?? ""

  @Test("the eight orientations of EXIF look alike", arguments: [1, 3, 4, 5, 6, 7, 8])
  func orientations(number: Int) throws {
    let second = try composed(
      folder + "image/landscape_2.jpg", size: "150x112", fit: "stretch")
    let other = try composed(
      folder + "image/landscape_\(number).jpg", size: "150x112", fit: "stretch")
    // Each was encoded anew, with its number on it; the first is brighter by 13 codes. Turned in any
    // other way they differ by more than 40.
    #expect(second.difference(to: other).mean < (number == 1 ? 14 : 2))
  }

  @Test("the pictures of a movie are the stills that its owner took of it")
  func stills() throws {
    let numbers = RealMedia.isExhaustive ? Array(1...30) : [1, 2, 13, 30]
    var mean = 0.0
    var worst = 0
    for number in numbers {
      let name = "video/counter/frame" + String(format: "%03d", number) + ".png"
      // The middle of the frame's time: the file has 10 frames a second.
      // The stills were taken with BT.601, which the movie does not say.
      let movie =
        "{ \"file\": \"\(folder)video/counter.mp4\", \"colorSpace\": { \"matrix\": \"bt601\" } }"
      let shown = try composed(
        item: movie, size: "1920x1080", at: "\(number * 2 - 1)/20s")
      let still = try composed(folder + name, size: "1920x1080")
      let apart = shown.difference(to: still, step: 4)
      mean = max(mean, apart.mean)
      worst = max(worst, apart.worst)
      if number > 1 {
        let before = try composed(
          item: movie, size: "1920x1080", at: "\(number * 2 - 3)/20s")
        #expect(before.difference(to: still, step: 4).mean > 2 * apart.mean, "\(number)")
      }
    }
    if RealMedia.isExhaustive { print("STILLS mean \(mean), worst \(worst) of 255") }
    #expect(mean < 1.5)
    #expect(worst < 60)
  }
}

/// What the files in `CUTLIST_MEDIA` show, against the formulas they were made by.
@Suite(
  "pictures of generated files",
  .enabled(if: RealMedia.generated != nil, "\(RealMedia.noGenerated)"))
struct GeneratedPictureTruthTests {
  private let folder = RealMedia.generated ?? ""

  @Test("a turned clip is shown turned", arguments: [90, 180, 270])
  func turned(degrees: Int) throws {
    let image = try composed(
      folder + "geo_rot\(degrees).mp4", size: degrees == 180 ? "320x180" : "180x320", at: "1s")
    let code = FrameCode(width: 320, height: 180) { x, y in
      switch degrees {
      // FFmpeg's "rotate=90" becomes a matrix that turns counter-clockwise: what was on top is left.
      case 90: Int(image.row(0, 319 - x)[y])
      case 180: Int(image.row(0, 179 - y)[319 - x])
      default: Int(image.row(0, x)[179 - y])
      }
    }
    #expect(code == FrameCode(frame: 30, clip: 5, flash: true))
  }

  @Test(
    "colours are the same whatever matrix and range a file has",
    arguments: ["col_bt709_tv", "col_bt601_tv", "col_bt709_pc", "col_untagged_601"])
  func colors(name: String) throws {
    let patches: [[Double]] = [
      [0, 0, 0], [255, 255, 255], [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0],
      [128, 128, 128], [192, 96, 48],
    ]
    for (number, patch) in patches.enumerated() {
      let image = try composed(
        folder + name + ".mp4", size: "320x180", at: "\(number * 2 + 1)/4s")
      for (found, wanted) in zip(image.color(100, 100), patch) {
        #expect(
          abs(found.rounded() - wanted) <= 2, "\(name) patch \(number): \(image.color(100, 100))")
      }
    }
  }

  @Test(
    "a soft edge lies over any colour without a fringe",
    arguments: [
      ("alpha_qtrle.mov", 2.0), ("alpha_png.mov", 2), ("alpha_ffv1.mkv", 2), ("alpha.apng", 2),
      ("alpha_prores4444.mov", 4), ("alpha_vp9.webm", 24),
    ])
  func edges(name: String, tolerance: Double) throws {
    for (text, below) in [
      ("#ffffff", [255.0, 255, 255]), ("#000000", [0, 0, 0]), ("#ff0000", [255, 0, 0]),
    ] {
      let image = try composed(folder + name, size: "320x180", at: "1s", below: text)
      var worst = 0.0
      for y in 0..<180 {
        let row = image.row(0, y)
        for x in 0..<320 {
          // As `generate.sh` draws it at 1 s: a disc with an edge of 20 pixels.
          let distance = hypot(Double(x) - 120, Double(y) - 90)
          let alpha = (255 * min(max((60 - distance) / 20, 0), 1)).rounded(.down) / 255
          let over = zip([255.0, 160, 40], below).map { alpha * $0 + (1 - alpha) * $1 }
          let luma = 0.2126 * over[0] + 0.7152 * over[1] + 0.0722 * over[2]
          worst = max(worst, abs(Double(row[x]) - (16 + luma * 219 / 255)))
        }
      }
      if RealMedia.isExhaustive { print("EDGE \(name) over \(text): worst \(worst) of 219") }
      #expect(worst <= tolerance, "\(name) over \(text)")
    }
  }
}
