import BaseValues
import Diagnostics
import Testing
import TimelineModel

@testable import ProjectFormat

@Suite struct ShapeReaderTests {
  private func layer(
    _ keys: String, defaults: String = ""
  ) throws -> TitleLayer {
    let compiled = compile(
      """
      { "cutlist": 1, "output": { "size": "640x360", "design": "1280x720" }, \(defaults)
        "tracks": [ { "titles": [ { "duration": "2s", \(keys) } ] } ] }
      """)
    return try #require(
      compiled.timeline?.tracks.first?.titles.first?.layers.first, "\(compiled.diagnostics)")
  }

  private func style(_ keys: String, defaults: String = "") throws -> ShapeStyle {
    let layer = try layer(keys, defaults: defaults)
    var shape: ShapeStyle?
    if case .shape(let style) = layer.content { shape = style }
    return try #require(shape)
  }

  private let unit = ShapePath.unit

  @Test("lengths are pixels of the design, and shares of the canvas")
  func lengths() throws {
    // The canvas is half as large as the design.
    let style = try style(
      #"""
      "shape": "rectangle", "width": 400, "height": "50%", "radius": 20, "fill": "#2266cc",
      "stroke": { "width": 4, "color": "white", "dash": [10, "1vw"], "dashOffset": 3 }
      """#)
    #expect(style.width == 200 * unit && style.height == 180 * unit)
    #expect(style.path == .rectangle(width: 200 * unit, height: 180 * unit, radius: 10 * unit))
    #expect(style.fill == Color(red: 0x22, green: 0x66, blue: 0xCC))
    #expect(style.stroke?.width == Rational(2) && style.stroke?.color == .white)
    #expect(style.stroke?.dashes == [Rational(5), Rational(32, over: 5)])
    #expect(style.stroke?.dashOffset == Rational(3, over: 2))
  }

  @Test("one side is both, and a path keeps its proportions")
  func sides() throws {
    let circle = try style(#""shape": "ellipse", "width": 100"#)
    #expect(circle.path == .ellipse(width: 50 * unit, height: 50 * unit))
    #expect(circle.height == 50 * unit)
    let tall = try style(#""shape": "star", "height": "50%", "sides": 7, "inner": "25%""#)
    #expect(tall.path == .star(points: 7, inner: unit / 4, width: 180 * unit, height: 180 * unit))
    let path = #""shape": "path", "path": "M 10 10 h 40 v 20 z""#
    let natural = try style(path)
    #expect(natural.width == 20 * unit && natural.height == 10 * unit)
    let large = try style(path + #", "width": 200"#)
    #expect(large.width == 100 * unit && large.height == 50 * unit)
    let stretched = try style(path + #", "width": 200, "height": 200"#)
    #expect(stretched.width == 100 * unit && stretched.height == 100 * unit)
  }

  @Test("points are places on the canvas, unless the shape has a place of its own")
  func points() throws {
    let line = #""shape": "line", "points": [[100, 100], ["50%", "75%"]]"#
    let layer = try layer(line)
    // From 50,50 to 320,270: the middle of the box is put at the middle between them.
    #expect(layer.placement.position == Point(x: Rational(185), y: Rational(160)))
    let style = try style(line)
    #expect(style.width == 270 * unit && style.height == 220 * unit)
    #expect(style.path.parts.flatMap(\.places)[0] == ShapePath.Place(x: 0, y: 0))
    #expect(style.fill == nil && style.stroke == ShapeStroke(width: Rational(2), color: .white))
    let placed = try self.layer(line + #", "position": ["50%", "50%"]"#)
    #expect(placed.placement.position == Point(x: Rational(320), y: Rational(180)))
    let cornered = try self.layer(line + #", "anchor": [0, 0]"#)
    #expect(cornered.placement.position == Point(x: Rational(50), y: Rational(50)))
  }

  @Test("the head of an arrow is four widths of its stroke long, or as it says")
  func arrows() throws {
    let arrow = #""shape": "arrow", "points": [[0, 0], [90, 90]]"#
    #expect(try style(arrow + #", "stroke": { "width": 10 }"#).headSize == Rational(20))
    let own = try style(arrow + #", "head": 36, "heads": "both""#)
    #expect(own.headSize == Rational(18) && own.heads == .both)
    #expect(try style(#""shape": "line", "points": [[0, 0], [90, 90]]"#).headSize == .zero)
  }

  @Test("what is drawn is a share or two, and moves from nothing to all")
  func drawn() throws {
    let shape = #""shape": "star", "width": 100, "stroke": {}"#
    #expect(try style(shape).drawnTo == ShapeStyle.wholeOutline)
    #expect(try style(shape + #", "drawn": "50%""#).drawnTo == ShapeStyle.wholeOutline / 2)
    #expect(try style(shape + #", "drawn": [0.25, 1]"#).drawnFrom == ShapeStyle.wholeOutline / 4)
    let moving = try layer(
      shape + #", "animate": [{ "property": "drawn", "from": 0, "duration": "1s" }]"#)
    #expect(moving.animations[0].values == [[.zero, .zero], [.zero, .one]])
  }

  @Test("a colour that moves is that of the fill, or of the stroke where there is none")
  func colors() throws {
    let color = #""animate": [{ "property": "color", "to": "red" }]"#
    let filled = try layer(#""shape": "star", "width": 9, "fill": "blue", "# + color)
    #expect(filled.animations[0].values[0] == [.zero, .zero, Rational(255), Rational(255)])
    let line = try layer(
      #""shape": "line", "points": [[0, 0], [9, 9]], "stroke": { "color": "lime" }, "# + color)
    #expect(line.animations[0].values[0] == [.zero, Rational(255), .zero, Rational(255)])
  }

  @Test("a path moves to another one where its own is")
  func paths() throws {
    let layer = try layer(
      #"""
      "shape": "path", "path": "M 20 20 L 60 20 L 60 60 Z",
      "animate": [{ "property": "path", "to": "M 20 20 L 100 20 L 60 60 Z" }]
      """#)
    // In pixels of a canvas half as large, from the corner of the path at rest.
    let numbers: [[Int64]] = [[0, 0, 20, 0, 20, 20], [0, 0, 40, 0, 20, 20]]
    #expect(layer.animations[0].values == numbers.map { $0.map { Rational($0) } })
  }

  @Test("defaults and styles give shapes what fits their kind")
  func defaults() throws {
    let defaults = #"""
      "defaults": { "title": { "size": 30, "radius": 8, "width": 60, "fill": "red", "stroke": {} } },
      """#
    let rectangle = try style(#""shape": "rectangle""#, defaults: defaults)
    #expect(rectangle.path == .rectangle(width: 30 * unit, height: 30 * unit, radius: 4 * unit))
    #expect(rectangle.fill == Color(red: 255, green: 0, blue: 0) && rectangle.stroke != nil)
    let line = try style(#""shape": "line", "points": [[0, 0], [9, 9]]"#, defaults: defaults)
    #expect(line.fill == nil)
    let styled = try style(
      #""style": "dot""#,
      defaults: #"""
        "styles": { "dot": { "shape": "ellipse", "width": 12, "fill": "none", "stroke": {} } },
        """#)
    #expect(styled.kind == .ellipse && styled.fill == nil && styled.width == 6 * unit)
    // A colour is no fill of a text.
    let text = try layer(#""text": "Hello""#, defaults: defaults)
    guard case .text(let style) = text.content else {
      Issue.record("no text")
      return
    }
    #expect(style.fill == nil && style.size == Rational(15))
  }
}
