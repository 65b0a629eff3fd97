package import Diagnostics
package import BaseValues
package import TimelineModel

/// Single values of a project as its readers understand them; `nil` where they would report them.
package enum WrittenValue {
  // Made once: a project has many thousands of times.
  private static let time = Shape<TimeExpression>.time(.any)
  private static let frameRate = Shape<FrameRate>.frameRate
  private static let size = Shape<Size>.pictureSize
  private static let color = Shape<Color>.color

  /// A time in any spelling.
  package static func time(_ value: JSONValue) -> TimeExpression? {
    read(value, as: time)
  }

  /// A frame rate of the output or of a sequence.
  package static func frameRate(_ value: JSONValue) -> FrameRate? {
    read(value, as: frameRate)
  }

  /// The size of a canvas.
  static func size(_ value: JSONValue) -> Size? { read(value, as: size) }

  /// The speed of a clip that has one.
  package static func speed(_ value: JSONValue) -> Rational? {
    read(value, as: SpeedReader.constant)
  }

  /// A colour by its name or its codes.
  package static func color(_ value: JSONValue) -> Color? { read(value, as: color) }

  private static func read<Value>(_ value: JSONValue, as shape: Shape<Value>) -> Value? {
    var reading = Reading()
    let result = shape.read(value, &reading)
    // What other times say is not known here.
    return reading.formulas.isEmpty ? result : nil
  }
}
