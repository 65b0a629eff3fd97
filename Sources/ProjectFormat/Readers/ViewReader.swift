import Diagnostics
import MediaTime
import TimelineModel

/// Reads what of a picture fills the canvas.
enum ViewReader {
  private static let share = Shape<Rational>.share("a share of the picture", example: "0.25")
  static let x = Key(
    "x", share, "Where the part begins from the left, in widths of the picture.", default: "0",
    examples: ["0.25"])
  static let y = Key(
    "y", share, "Where it begins from the top, in heights.", default: "0", examples: ["0.1"])
  static let width = Key(
    "width", share, required: true, "How wide it is, in widths.", examples: ["0.5"])
  static let height = Key(
    "height", share,
    "How high it is, in heights; left out, as high as the canvas's shape makes it. Where the part has "
      + "another shape than the canvas, what is beside it is shown too.", examples: ["0.5"])

  static let description = ObjectDescription(
    "view", "a part of the picture",
    "A part of a picture that fills the canvas; it never shows what lies beyond the picture.",
    keys: [x.description, y.description, width.description, height.description])

  static let rectangle = Shape.object(
    description, example: "{ \"x\": 0.25, \"y\": 0.25, \"width\": 0.5 }"
  ) { value, reading -> PictureView? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let view = PictureView(
      x: fields.read(x, &reading)?.value ?? .zero, y: fields.read(y, &reading)?.value ?? .zero,
      width: fields.read(width, &reading)?.value ?? .zero,
      height: fields.read(height, &reading)?.value)
    for (name, place, extent) in [
      ("width", view.x, view.width), ("height", view.y, view.height ?? .one),
    ] {
      guard let member = fields.member(name) else { continue }
      let rest = (try? .one - place) ?? .zero
      if extent <= .zero {
        reading.report(ProjectMessages.viewEmpty(name, range: member.value.range))
        return nil
      }
      if extent > rest {
        reading.report(
          ProjectMessages.viewBeyondPicture(
            name, end: name == "width" ? "right" : "lower",
            rest: rest.decimalApproximation(places: 6), range: member.value.range))
        return nil
      }
    }
    return fields.member("width") == nil ? nil : view
  }

  /// A part, or parts from one to the next.
  static let shape = Shape<[PictureView]>(
    expected: "a part of the picture, or parts from one to the next",
    example: rectangle.example,
    schema: .any([rectangle.schema, .array(rectangle.schema, atLeast: 2, atMost: 64)])
  ) { value, reading in
    guard case .array(let items) = value.kind else {
      return rectangle.read(value, &reading).map { [$0] }
    }
    guard (2...64).contains(items.count) else {
      reading.report(
        ProjectMessages.wrongCount(
          items.count, expected: "2 to 64 parts of the picture", range: value.range))
      return nil
    }
    let views = items.compactMap { rectangle.read($0, &reading) }
    return views.count == items.count ? views : nil
  }
}
