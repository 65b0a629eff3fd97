import Diagnostics
import BaseValues
import TimelineModel

/// Reads what of a picture fills the canvas.
enum ViewReader {
  private static let share = Shape<Rational>.share(
    "a share of the picture", example: "0.25", mayMeasure: true)
  static let x = Key(
    "x", share,
    "Left edge of the part, in widths of the picture. Left out, the part is in the middle.",
    examples: ["0.25"])
  static let y = Key(
    "y", share,
    "Top edge of the part, in heights of the picture. Left out, the part is in the middle.",
    examples: ["0.1"])
  static let width = Key(
    "width", share,
    "Width of the part, in widths of the picture. Left out, it follows from the height and the "
      + "canvas's shape.",
    examples: ["0.5"])
  static let height = Key(
    "height", share,
    "Height of the part, in heights of the picture. Left out, it follows from the width and the "
      + "canvas's shape. A part of another shape than the canvas shows what is beside it too.",
    examples: ["0.5"]
  )

  static let description = ObjectDescription(
    "view", "a part of the picture",
    "A part of a picture that fills the canvas, and never shows what lies beyond the picture.",
    keys: [x.description, y.description, width.description, height.description],
    oneRequired: [["width", "height"]])

  static let rectangle = Shape.object(
    description, example: "{ \"x\": 0.25, \"y\": 0.25, \"width\": 0.5 }"
  ) { value, reading -> PictureView? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let errors = reading.errorCount
    let view = PictureView(
      x: fields.read(x, &reading)?.value, y: fields.read(y, &reading)?.value,
      width: fields.read(width, &reading)?.value, height: fields.read(height, &reading)?.value)
    // Of what could not be read there is nothing more to say.
    guard reading.errorCount == errors, view.width != nil || view.height != nil else { return nil }
    for (name, place, extent) in [
      ("width", view.x, view.width), ("height", view.y, view.height),
    ] {
      guard let extent, let member = fields.member(name) else { continue }
      let rest = (try? .one - (place ?? .zero)) ?? .zero
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
    return view
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
        ProjectMessages.viewCount(items.count, range: value.range))
      return nil
    }
    let views = items.compactMap { rectangle.read($0, &reading) }
    return views.count == items.count ? views : nil
  }
}
