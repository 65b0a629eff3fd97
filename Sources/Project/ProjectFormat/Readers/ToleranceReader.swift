import Diagnostics
import BaseValues
import TimelineModel

/// What `tolerance` says of pictures and of sound.
struct ToleranceDocument: Sendable {
  var picture: FrameTolerance?
  var sound: AudioTolerance?
}

/// Reads `expect.tolerance`.
enum ToleranceReader {
  static let level = Key(
    "level", Shape<Rational>.levelDifference("a number of decibels"),
    "The greatest difference of the level and of the peak in any second.",
    examples: ["\"0.5dB\""])
  static let loudness = Key(
    "loudness",
    Shape<Rational>.number(
      "a difference of loudness", minimum: .zero, maximum: Rational(120), example: "0.5"),
    "The greatest difference of the movie's integrated loudness, in LU.", examples: ["0.5"])
  private static let keys =
    FrameToleranceReader.description.keys + [level.description, loudness.description]
  static let description = ObjectDescription(
    "tolerance", "a tolerance", "How much may differ; all limits that are given have to hold.",
    keys: keys,
    oneRequired: [keys.map(\.name)])

  static let shape = Shape.object(description) { value, reading -> ToleranceDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let picture = FrameToleranceReader.read(fields, &reading)
    let level = fields.read(level, &reading)?.value
    let loudness = fields.read(loudness, &reading)?.value
    var document = ToleranceDocument()
    if picture != FrameTolerance() { document.picture = picture }
    if level != nil || loudness != nil {
      document.sound = AudioTolerance(level: level, loudness: loudness)
    }
    return document
  }
}

/// Reads the tolerance of a region.
enum FrameToleranceReader {
  static let psnr = Key(
    "psnr",
    Shape<Rational>.number(
      "a number of decibels", minimum: .zero, maximum: Rational(120), example: "45"),
    "The least peak signal-to-noise ratio of all planes together, in dB.", examples: ["45"])
  static let ssim = Key(
    "ssim",
    Shape<Rational>.number(
      "a structural similarity", minimum: .zero, maximum: .one, example: "0.995"),
    "The least structural similarity of luma (SSIM).", examples: ["0.995"])
  static let maxDifference = Key(
    "maxDifference", Shape<Int>.integer("a difference of samples", in: 0...255, example: "4"),
    "The greatest difference of any sample, out of 255.", examples: ["4"])
  static let description = ObjectDescription(
    "pictureTolerance", "a tolerance of pictures",
    "How much pictures may differ; all limits that are given have to hold.",
    keys: [psnr.description, ssim.description, maxDifference.description],
    oneRequired: [["psnr", "ssim", "maxDifference"]])

  static let shape = Shape.object(description) { value, reading -> FrameTolerance? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    return read(fields, &reading)
  }

  static func read(_ fields: ObjectFields, _ reading: inout Reading) -> FrameTolerance {
    FrameTolerance(
      psnr: fields.read(psnr, &reading)?.value, ssim: fields.read(ssim, &reading)?.value,
      maximumDifference: fields.read(maxDifference, &reading)?.value)
  }
}

/// Reads a region of `expect`.
enum RegionReader {
  static let rect = Key(
    "rect", Shape<[Int]>.rect, required: true,
    "Left, top, width and height in pixels of the project's own size; `--size` and `--scale` scale them.",
    examples: ["[1100, 20, 160, 60]"])
  static let tolerance = Key(
    "tolerance", FrameToleranceReader.shape,
    "How much may differ within the region; outside, the picture's own tolerance holds.",
    examples: ["{\"psnr\": 30}"])
  static let ignore = Key(
    "ignore", Shape<Bool>.onlyTrue, "The region is not compared: it is painted over.",
    examples: ["true"])
  static let description = ObjectDescription(
    "region", "a region",
    "A part of the picture with its own tolerance, or one that is not compared.",
    keys: [rect.description, tolerance.description, ignore.description],
    exclusive: [["tolerance", "ignore"]], oneRequired: [["tolerance", "ignore"]])

  static let shape = Shape.object(
    description, example: "{ \"rect\": [0, 0, 100, 40], \"ignore\": true }"
  ) { value, reading -> ExpectedRegion? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let rect = fields.read(rect, &reading)?.value
    let tolerance = fields.read(tolerance, &reading)?.value
    _ = fields.read(ignore, &reading)
    guard let rect else { return nil }
    return ExpectedRegion(
      x: rect[0], y: rect[1], width: rect[2], height: rect[3],
      treatment: tolerance.map { .compared($0) } ?? .ignored, range: value.range)
  }
}

extension Shape where Value == [Int] {
  /// `[left, top, width, height]` of something that is not empty.
  fileprivate static var rect: Shape {
    let corner = Shape<Int>.integer("a number of pixels", in: 0...8192)
    let side = Shape<Int>.integer("a number of pixels", in: 1...8192)
    let sides = [corner, corner, side, side]
    let expected = "a rectangle [left, top, width, height]"
    let example = "[0, 0, 100, 40]"
    return Shape(
      expected: expected, example: example, schema: .tuple(sides.map(\.schema))
    ) { value, reading in
      guard case .array(let items) = value.kind else {
        return reading.wrong(value, expected, example)
      }
      guard items.count == sides.count else {
        reading.report(
          ProjectMessages.wrongCount(
            items.count, expected: "four numbers, as in \(example)", range: value.range))
        return nil
      }
      let numbers = zip(sides, items).map { $0.read($1, &reading) }.compactMap(\.self)
      return numbers.count == sides.count ? numbers : nil
    }
  }
}

extension Shape where Value == Bool {
  /// `true`: leaving the key out says the other.
  fileprivate static var onlyTrue: Shape {
    Shape(expected: "true", example: "true", schema: .constant("true")) { value, reading in
      guard case .bool(true) = value.kind else { return reading.wrong(value, "true", "true") }
      return true
    }
  }
}

extension Shape where Value == Rational {
  /// A distance of levels, `"0.5dB"` or a number of decibels, 0…120.
  fileprivate static func levelDifference(_ expected: String) -> Shape {
    let number = Shape.number(
      expected, minimum: .zero, maximum: Rational(120), example: "\"0.5dB\"")
    return Shape(
      expected: expected, example: number.example,
      schema: .any([number.schema, .string(pattern: #"^[0-9]+(\.[0-9]+)? ?dB$"#)])
    ) { value, reading in
      guard case .string(let text) = value.kind else { return number.read(value, &reading) }
      guard let decibels = decibels(text) else {
        return reading.wrong(value, expected, number.example)
      }
      guard decibels >= .zero, decibels <= Rational(120) else {
        reading.report(
          ProjectMessages.numberOutOfRange(
            shortened(text), expected: expected, range: value.range,
            limits: "from \"0dB\" to \"120dB\""))
        return nil
      }
      return decibels
    }
  }
}
