import Foundation
import LookReading
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
}
