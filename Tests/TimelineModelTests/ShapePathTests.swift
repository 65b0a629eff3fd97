import BaseValues
import Testing

@testable import TimelineModel

@Suite struct ShapePathTests {
  private func path(_ data: String) throws -> String { try ShapePath(data: data).words }

  @Test("every command of path data is read, absolute and relative")
  func commands() throws {
    #expect(try path("M10 20 L30 40 l5 5") == "M10,20 L30,40 L35,45")
    #expect(try path("m10 20 h5 H40 v-5 V30 z") == "M10,20 L15,20 L40,20 L40,15 L40,30 Z")
    #expect(try path("M0 0 C1 2 3 4 5 6 c1 1 2 2 3 3") == "M0,0 C1,2;3,4;5,6 C6,7;7,8;8,9")
    // The first control point of a smooth curve mirrors the one before, or is where it begins.
    #expect(try path("M0 0 C1 2 3 4 5 6 S9 9 10 10") == "M0,0 C1,2;3,4;5,6 C7,8;9,9;10,10")
    #expect(try path("M2 3 S9 9 10 10") == "M2,3 C2,3;9,9;10,10")
    // A quadratic curve as a cubic one: two thirds of the way to its control point from both ends.
    #expect(try path("M0 0 Q3 6 6 0") == "M0,0 C2,4;4,4;6,0")
    #expect(try path("M0 0 Q3 6 6 0 T12 0") == "M0,0 C2,4;4,4;6,0 C8,-4;10,-4;12,0")
    #expect(try path("M0 0 q3 6 6 0 t6 0") == "M0,0 C2,4;4,4;6,0 C8,-4;10,-4;12,0")
  }

  @Test("commands are repeated by more numbers, and after M they are lines")
  func repetition() throws {
    #expect(try path("M0 0 10 0 10 10") == "M0,0 L10,0 L10,10")
    #expect(try path("m5 5 10 0 0 10z") == "M5,5 L15,5 L15,15 Z")
    #expect(try path("M0 0h1 2 3") == "M0,0 L1,0 L3,0 L6,0")
  }

  @Test("numbers need no more between them than they must")
  func numbers() throws {
    #expect(try path("M10-20L.5.5,1e1,-2E-1") == "M10,-20 L0.5,0.5 L10,-0.2")
    #expect(try path("M+1,2\tL\n3 , 4") == "M1,2 L3,4")
    #expect(try path("M0 0 L 0.0000000000000000000000000000001 1") == "M0,0 L0,1")
    #expect(try path("M0 0 L 999999.999999999999999999999 1e-30") == "M0,0 L1000000,0")
  }

  @Test("what follows Z begins where the contour before began")
  func contours() throws {
    #expect(try path("M5 5 h10 v10 z l-3 -3") == "M5,5 L15,5 L15,15 Z M5,5 L2,2")
    #expect(try path("M5 5 h10 z m1 1 h1") == "M5,5 L15,5 Z M6,6 L7,6")
  }

  @Test("arcs become curves through the points that the ellipse has")
  func arcs() throws {
    // A quarter of a circle of 100 pixels: its middle is at 45°, its control points at 0.5523 radii.
    let quarter = try ShapePath(data: "M100 0 A100 100 0 0 1 0 100")
    guard case .curve(let first, let second, let end) = quarter.parts[1] else {
      Issue.record("no curve")
      return
    }
    #expect(first.isNear(100, 55.2285) && second.isNear(55.2285, 100) && end.isNear(0, 100))
    // Half circles go the way of their flag; three quarters of one are three curves.
    let (over, under) = (
      try ShapePath(data: "M0 0 A50 50 0 0 1 100 0"), try ShapePath(data: "M0 0 A50 50 0 0 0 100 0")
    )
    #expect(over.extent.corner.y < -49 * ShapePath.unit && over.parts.count == 3)
    #expect(under.extent.corner.y == 0 && under.extent.height > 49 * ShapePath.unit)
    let most = try ShapePath(data: "M100 0 A100 100 0 1 1 0 -100")
    #expect(most.parts.count == 4 && most.extent.corner.isNear(-100, -100))
    // Radii that do not reach grow, and one of 0 makes a line.
    #expect(try path("M0 0 A0 50 0 0 1 10 10") == "M0,0 L10,10")
    let grown = try ShapePath(data: "M0 0 A1 1 0 0 1 100 0")
    #expect(abs(grown.extent.height - 50 * ShapePath.unit) < ShapePath.unit / 50)
    #expect(try path("M3 3 A5 5 0 0 1 3 3 L4 4") == "M3,3 L4,4")
    // The example of SVG 1.1, 8.3.8, without spaces between its flags.
    #expect(
      try ShapePath(data: "M300 200 h-150 a150 150 0 1 0 150 -150 z")
        == ShapePath(data: "M300 200h-150a150 150 0 10150-150z"))
  }

  @Test(
    "what is no path data is told with its place",
    arguments: [
      ("", 0, "begins with M"), ("L 1 2", 0, "begins with M"), ("M 1", 3, "before the end"),
      ("M 1 2 L 3 x", 10, "before 'x'"), ("M 1 2 B 3 4", 6, "no command 'B'"),
      ("M 1 2 L 3 4%", 11, "in pixels"), ("M 1 2 3 4 5", 11, "before the end"),
      ("M 0 0 A 5 5 0 2 0 9 9", 14, "0 or 1"), ("M 0 0 M 1 1", 11, "leads nowhere"),
      ("M 0 0 L 9 9 Z 3", 14, "command is missing"), ("M 0 0 L 1e 4", 10, "behind 'e'"),
      ("M 0 0 L 2000000 0", 8, "million"), ("M 0 0 L 1e99 0", 8, "million"),
      ("M 0 0 L ä 0", 8, "do not have"),
    ])
  func errors(data: String, offset: Int, words: String) {
    do throws(PathDataError) {
      Issue.record("\(try ShapePath(data: data).parts.count) parts")
    } catch {
      #expect(error.reason.contains(words), "\(error.reason)")
      #expect(error.offset == offset)
    }
  }

  @Test("a path of more than 2,000 parts is refused")
  func limit() throws {
    let steps = String(repeating: "h1", count: ShapePath.mostParts - 1)
    #expect(try ShapePath(data: "M0 0" + steps).parts.count == ShapePath.mostParts)
    #expect(throws: PathDataError.self) { try ShapePath(data: "M0 0" + steps + "h1") }
  }

  @Test("corners of polygons lie where sines and cosines put them")
  func corners() {
    // cos 72° = 0.309017, sin 72° = 0.951057, sin 36° = 0.587785, cos 36° = 0.809017.
    let pentagon = ShapePath.polygon(
      sides: 5, width: 200 * ShapePath.unit, height: 200 * ShapePath.unit)
    let places = pentagon.parts.flatMap(\.places)
    #expect(places.count == 5 && places[0].isNear(100, 0))
    #expect(places[1].isNear(195.1057, 69.0983) && places[2].isNear(158.7785, 180.9017))
    #expect(places[3].isNear(41.2215, 180.9017) && places[4].isNear(4.8943, 69.0983))
  }

  @Test("paths that differ in a command are told by the first one")
  func differences() throws {
    let path = try ShapePath(data: "M0 0 L9 9 L0 9 Z")
    #expect(try path.firstDifference(from: ShapePath(data: "M5 5 H6 V7 Z")) == nil)
    #expect(try path.firstDifference(from: ShapePath(data: "M5 5 H6 Q1 1 2 2 Z")) == 2)
    #expect(try path.firstDifference(from: ShapePath(data: "M5 5 H6 V7")) == 3)
    #expect(path.replacing([1, 2, 3, 4, 5, 6]).parts.flatMap(\.places).map(\.x) == [1, 3, 5])
  }
}

extension ShapePath {
  /// `M0,0 C1,2;3,4;5,6 Z`, in pixels to a thousandth.
  fileprivate var words: String {
    func pixels(_ length: Int) -> String {
      let thousandths = (Double(length) / Double(Self.unit) * 1000).rounded() / 1000
      return thousandths == thousandths.rounded() ? "\(Int(thousandths))" : "\(thousandths)"
    }
    return parts.map { part in
      part.letter + part.places.map { "\(pixels($0.x)),\(pixels($0.y))" }.joined(separator: ";")
    }.joined(separator: " ")
  }
}

extension ShapePath.Place {
  fileprivate func isNear(_ x: Double, _ y: Double) -> Bool {
    let unit = Double(ShapePath.unit)
    return abs(Double(self.x) / unit - x) < 0.001 && abs(Double(self.y) / unit - y) < 0.001
  }
}
