import Foundation
import LookReading
import BaseValues
import Raster
import Testing

/// `truth.txt` is what OpenColorIO 2.6 makes of some colours: `FileTransform` with tetrahedral
/// interpolation, `CDLTransform` in the style `CDL_ASC`. Lines of a name begin the colours of a file,
/// each as red, green and blue before and after.
@Suite("files of colours") struct LookTruthTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Files")

  struct Case: Sendable, CustomStringConvertible {
    var file: String
    var id: String?
    var colors: [(before: [Float], after: [Float])] = []
    var description: String { file + (id.map { " \($0)" } ?? "") }
  }

  static let cases: [Case] = {
    let text = (try? String(contentsOf: folder.appending(path: "truth.txt"), encoding: .utf8)) ?? ""
    var cases: [Case] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let numbers = words.compactMap(Float.init)
      if numbers.count == 6 {
        cases[cases.count - 1].colors.append((Array(numbers[..<3]), Array(numbers[3...])))
      } else {
        cases.append(Case(file: words[0], id: words.count > 1 ? words[1] : nil))
      }
    }
    return cases
  }()

  @Test("all of them are there") func count() { #expect(Self.cases.count == 13) }

  @Test("colours are OpenColorIO's within a tenth of a 10-bit code", arguments: cases)
  func truth(_ file: Case) throws {
    let bytes = try Data(contentsOf: Self.folder.appending(path: file.file))
    let look = try LookFileReader.read(Array(bytes), name: file.file, id: file.id)
    var block = ColorBlock()
    for (place, color) in file.colors.enumerated() {
      block[place] = (color.before[0], color.before[1], color.before[2])
    }
    look.change(amount: 1).prepared()(&block, file.colors.count)
    for (place, color) in file.colors.enumerated() {
      let made = block[place]
      for (own, other) in zip([made.red, made.green, made.blue], color.after) {
        // What lies outside of 0…1 is cut when it becomes a code.
        let difference = abs(min(max(own, 0), 1) - min(max(other, 0), 1))
        #expect(difference < 0.1 / 1023, "\(color.before) becomes \(made), not \(color.after)")
      }
    }
  }

  // MARK: - Pictures

  /// A file, a depth, and codes of BT.709 in limited range before and after, these not rounded.
  struct PictureCase: Sendable, CustomStringConvertible {
    var file: String
    var depth: Int
    var codes: [(before: [UInt16], after: [Double])] = []
    var description: String { "\(file) \(depth)" }
  }

  static let pictureCases: [PictureCase] = {
    let text = (try? String(contentsOf: folder.appending(path: "codes.txt"), encoding: .utf8)) ?? ""
    var cases: [PictureCase] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if words.count == 2 {
        cases.append(PictureCase(file: words[0], depth: Int(words[1]) ?? 0))
      } else {
        cases[cases.count - 1].codes.append(
          (words[..<3].compactMap(UInt16.init), words[3...].compactMap(Double.init)))
      }
    }
    return cases
  }()

  @Test("codes of pictures are those nearest to OpenColorIO's", arguments: pictureCases)
  func pictures(_ file: PictureCase) throws {
    try #require(file.codes.count == 12)
    let bytes = try Data(contentsOf: Self.folder.appending(path: file.file))
    let change = try LookFileReader.read(Array(bytes), name: file.file, id: nil).change(amount: 1)
    for (before, after) in file.codes {
      let found =
        file.depth == 8
        ? Self.codes(change, before.map { UInt8($0) }, .yuv420p8)
        : Self.codes(change, before, .yuv420p10)
      for (code, wanted) in zip(found, after) {
        #expect(abs(Double(code) - wanted) < 0.51, "\(before) becomes \(found), not \(after)")
      }
    }
  }

  /// What becomes of a picture of one colour.
  private static func codes<Sample: PixelSample>(
    _ change: ColorChange, _ codes: [Sample], _ format: PixelFormat
  ) -> [Int] {
    var picture = MutableImage(format: format, size: Size(width: 4, height: 2))
    for plane in 0..<3 {
      for y in 0..<picture.height(of: plane) {
        let row = Array(repeating: codes[plane], count: picture.width(of: plane))
        picture.write(row.span, plane: plane, row: y)
      }
    }
    let changed = change.applied(to: picture.freeze())
    return (0..<3).map { Int(changed.row($0, 0, as: Sample.self)[0]) }
  }
}
