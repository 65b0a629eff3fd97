import Diagnostics
import BaseValues
import Testing
import TimelineModel

@testable import ProjectFormat

@Suite("lengths")
struct LengthTests {
  private let wide = LengthScale(
    size: Size(width: 640, height: 360), design: Size(width: 1280, height: 720))
  private let tall = LengthScale(
    size: Size(width: 360, height: 640), design: Size(width: 1280, height: 720))

  /// By hand: 640/1280 = 1/2, 360/1280 = 9/32, 640/720 = 8/9.
  @Test("bare numbers are pixels of the design, scaled along their direction, sizes by what fits")
  func design() throws {
    let length = Length(amount: Rational(64))
    #expect(try wide.pixels(length, .across) == Rational(32))
    #expect(try wide.pixels(length, .both) == Rational(32))
    #expect(try tall.pixels(length, .across) == Rational(18))
    #expect(try tall.pixels(length, .down) == Rational(512, 9))
    #expect(try tall.pixels(length, .both) == Rational(18))
    #expect(try tall.pixels(.number(Rational(64)), .across) == Rational(64))
  }

  @Test("units are hundredths of the canvas, or sizes of the text")
  func units() throws {
    func of(_ unit: Length.Unit, _ direction: LengthScale.Direction) throws -> Rational {
      try tall.pixels(Length(amount: Rational(5), unit: unit), direction, em: Rational(20))
    }
    #expect(try of(.percent, .across) == Rational(18) && of(.percent, .down) == Rational(32))
    #expect(try of(.percent, .both) == Rational(32))
    #expect(try of(.width, .down) == Rational(18) && of(.height, .across) == Rational(32))
    #expect(try of(.em, .both) == Rational(100))
  }

  private func title(_ keys: String, output: String) throws -> Title {
    let compiled = compile(
      """
      { "cutlist": 1, "output": { \(output) },
        "tracks": [ { "titles": [ { "duration": "1s", "text": "x", \(keys) } ] } ] }
      """)
    return try #require(compiled.timeline?.tracks[0].titles[0], "\(compiled.diagnostics)")
  }

  @Test("a title has its lengths in pixels of the canvas, whatever they are written in")
  func resolved() throws {
    let title = try title(
      #""size": 40, "width": "50vw", "position": [320, "10%"], "perspective": 800, "shadow": { "offset": [4, "0.5em"], "blur": 8 }, "box": { "padding": "0.25em" }"#,
      output: #""size": "640x360", "design": "1280x720""#)
    guard case .text(let style) = title.layers[0].content else {
      Issue.record("no text")
      return
    }
    #expect(style.size == Rational(20) && style.maximumWidth == 320)
    #expect(style.shadowOffset == Point(x: Rational(2), y: Rational(10)))
    #expect(style.shadowBlur == Rational(4) && style.boxPadding == Rational(5))
    #expect(title.layers[0].placement.position == Point(x: Rational(160), y: Rational(36)))
    #expect(title.perspective == Rational(400))
  }

  @Test(
    "places are corners, sides and the middle, a margin away from the edges",
    arguments: [
      ("top-left", 5, 9, 0, 0), ("top", 50, 9, 1, 0), ("top-right", 95, 9, 2, 0),
      ("left", 5, 90, 0, 1), ("center", 50, 90, 1, 1), ("right", 95, 90, 2, 1),
      ("bottom-left", 5, 171, 0, 2), ("bottom", 50, 171, 1, 2), ("bottom-right", 95, 171, 2, 2),
    ])
  func places(_ place: (name: String, x: Int, y: Int, anchorX: Int, anchorY: Int)) throws {
    let title = try title("\"place\": \"\(place.name)\"", output: #""size": "100x180""#)
    let placement = title.layers[0].placement
    #expect(placement.position == Point(x: Rational(Int64(place.x)), y: Rational(Int64(place.y))))
    let half = Rational(1, 2)!
    #expect(
      try placement.anchor
        == Point(x: Rational(Int64(place.anchorX)) * half, y: Rational(Int64(place.anchorY)) * half)
    )
    let near = try self.title(
      "\"place\": \"\(place.name)\", \"margin\": [5, \"5%\"]", output: #""size": "100x180""#)
    #expect(near.layers[0].placement == placement)
  }

  @Test("what says nothing, or the same twice, is told")
  func mistakes() {
    func ids(_ keys: String) -> [String] {
      compile(
        """
        { "cutlist": 1, "tracks": [ { "titles": [ { "duration": "1s", "text": "x", \(keys) } ] } ] }
        """
      ).diagnostics.map(\.id.rawValue)
    }
    #expect(ids(#""margin": 4"#) == ["margin-without-place"])
    #expect(ids(#""place": "top", "position": [1, 1]"#) == ["conflicting-keys"])
    #expect(ids(#""place": "top", "anchor": [0, 0]"#) == ["conflicting-keys"])
    #expect(ids(#""size": "2em""#) == ["wrong-type"])
    #expect(ids(#""size": "-5vh""#) == ["wrong-type"])
    #expect(ids(#""position": ["5em", 0]"#) == ["wrong-type"])
  }
}
