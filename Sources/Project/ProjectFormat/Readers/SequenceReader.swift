import Diagnostics
import BaseValues
import TimelineModel

/// Reads a sequence of numbered pictures.
enum SequenceReader {
  static let path = Key(
    "sequence", Shape<NumberedPath>.numberedPath, required: true,
    "Path of an image sequence, relative to the project file. `%04d` or `####` in its last part "
      + "stands for a number of at least four digits; `%d` for one without leading zeros.",
    examples: ["\"shots/frame-%04d.png\"", "\"shots/frame-####.png\""])
  static let frameRate = Key(
    "frameRate", Shape<FrameRate>.frameRate,
    "Pictures a second. Left out, the output's frame rate.", examples: ["\"24000/1001\""])
  static let first = Key(
    "first",
    Shape<Int>.integer("the number of a picture", in: 0...NumberedPath.greatestNumber),
    "The number of the first picture. Left out, the lowest that is there.", examples: ["1001"])
  static let missing = Key(
    "missing", Shape<MissingFrames>.name("a way to treat missing pictures"),
    "What happens if a number between the first and the last is missing.", default: "\"error\"",
    examples: ["\"hold\""])
  static let description = ObjectDescription(
    "mediaSequence", "a sequence", "An image sequence: numbered pictures as one moving picture.",
    keys: [path.description, frameRate.description, first.description, missing.description]
      + InterpretationReader.keys + [NoteReader.key.description])

  static func read(_ value: JSONValue, _ reading: inout Reading) -> MediaReader.Entry? {
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let path = fields.read(path, &reading)
    let rate = fields.read(frameRate, &reading)
    let first = fields.read(first, &reading)
    let missing = fields.read(missing, &reading)
    let pictures = InterpretationReader.read(fields, &reading)
    return path.map {
      MediaReader.Entry(
        content: .sequence(
          ImageSequence(
            path: $0.value, rate: rate?.value, first: first?.value,
            missing: missing?.value ?? .error)), reading: pictures, pathRange: $0.range)
    }
  }
}

extension Shape where Value == NumberedPath {
  /// A path with a place for a number in its last part.
  fileprivate static var numberedPath: Shape {
    let text = Shape<String>.text(
      "the path of numbered pictures", example: "\"shots/frame-%04d.png\"", isPath: true)
    return Shape(
      expected: text.expected, example: text.example,
      schema: .path(pattern: #"^(.*/)?[^/]*(%(0[1-9])?d|#+)[^/]*$"#)
    ) { value, reading in
      guard let written = text.read(value, &reading) else { return nil }
      guard let path = NumberedPath(written) else {
        reading.report(
          ProjectMessages.sequencePath(
            shortened(written), suggestion: suggestion(for: written), range: value.range))
        return nil
      }
      return path
    }
  }

  /// What is meant by the path of a single picture: the same with a place for the last number of
  /// its name, for example `shot1-%04d.png` for `shot1-0001.png`.
  private static func suggestion(for path: String) -> String? {
    let bytes = Array(path.utf8)
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    // A digit may belong to the ending, as in `.jp2`.
    let end = bytes[start...].lastIndex(of: UInt8(ascii: ".")) ?? bytes.count
    guard let last = bytes[start..<end].lastIndex(where: isDigit) else { return nil }
    let lower = (bytes[start..<last].lastIndex { !isDigit($0) } ?? start - 1) + 1
    guard last - lower < 9 else { return nil }
    let place = last > lower ? "%0\(last - lower + 1)d" : "%d"
    let made =
      String(decoding: bytes[..<lower], as: UTF8.self) + place
      + String(decoding: bytes[(last + 1)...], as: UTF8.self)
    return NumberedPath(made) == nil ? nil : made
  }
}
