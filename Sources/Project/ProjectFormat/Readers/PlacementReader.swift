import Diagnostics
import BaseValues
import TimelineModel

/// The keys about place and movement that clips, titles and layers share.
enum PlacementReader {
  static let position = Key(
    "position", Shape<LengthPair>.position,
    "Where the anchor is put, from the canvas's top left: pixels, `%` of its width or height, or "
      + "`vw` and `vh`, hundredths of its width and height.",
    default: "[\"50%\", \"50%\"]", examples: ["[640, 470]", "[\"50%\", \"65%\"]"])
  static let place = Key(
    "place", Shape<CanvasPlace>.name("a place"),
    "The side or corner of the canvas at which the picture stands, in place of `position` and `anchor`.",
    examples: ["\"bottom-left\"", "\"top\""])
  static let margin = Key(
    "margin", Margin.shape,
    "Distance of `place` from the edges: a length, or `[across, down]`. Left out, the title-safe "
      + "area of EBU R 95.", default: "\"5%\"", examples: ["40", "[\"10%\", \"4vh\"]"])
  static let anchor = Key(
    "anchor", Shape<Point>.anchor,
    "Anchor point: the point of the picture that is put at `position`, and about which it scales "
      + "and turns, in shares of its width and height.",
    default: "[0.5, 0.5]", examples: ["[0, 0]", "[\"100%\", \"100%\"]"])
  static let scale = Key(
    "scale", Shape<Point>.scale,
    "Scale factor, or factors for width and height. Below 0 the picture is mirrored.", default: "1",
    examples: ["0.5", "[1.2, 1]", "[-1, 1]"])
  static let skew = Key(
    "skew", Shape<Point>.skew,
    "Degrees by which vertical edges lean to the left, or `[x, y]` with those by which "
      + "horizontal edges fall to the right.", default: "0", examples: ["10", "[-12, 3]"])
  static let rotation = Key(
    "rotation", RotationReader.shape, "Degrees clockwise, or degrees about each axis.",
    default: "0", examples: ["90", "{\"y\": 180}"])
  static let opacity = Key(
    "opacity", Shape<Rational>.share("an opacity", example: "0.5"),
    "0 is invisible, 1 opaque.", default: "1", examples: ["0.5", "\"80%\""])
  static let perspective = Key(
    "perspective",
    Shape<Rational>.number(
      "a distance in pixels", minimum: .one, maximum: maximumPixels, example: "1000"),
    "Distance of the eye from the picture in pixels, for rotation about x and y.",
    default: "1000", examples: ["800"])
  static let motionBlur = Key(
    "motionBlur", MotionBlurReader.shape,
    "Motion blur as of a camera: each frame is the mean of several moments while the shutter is "
      + "open. `true` takes as many as the movement needs and a shutter of 180 degrees.",
    default: "false", examples: ["true", "{\"samples\": 16, \"shutter\": 360}"])
  /// Of pictures only: texts are drawn in the size in which they are shown.
  static let scaling = Key(
    "scaling", Shape<Scaling>.name("a way to scale the picture"),
    "How the picture is resampled when it gets another size, moves or turns.",
    default: "\"smooth\"", examples: ["\"nearest\""])
  static let animate = Key(
    "animate", AnimationReader.list(of: AnimationReader.shape),
    "Animations, in time from the start of the clip or title.",
    examples: ["[{\"property\": \"opacity\", \"values\": [0, 1], \"duration\": \"1s\"}]"])

  private static let pose = [
    position.description, place.description, margin.description, anchor.description,
    scale.description, skew.description, rotation.description,
    opacity.description,
  ]
  /// A layer has no perspective of its own; it is its title's.
  static let layerKeys = pose + [animate.description]
  static let keys =
    pose + [perspective.description, motionBlur.description, animate.description]

  /// Keys that say where a picture stands in ways that exclude each other.
  static let exclusive = [["position", "place"], ["anchor", "place"]]

  static func read(_ fields: ObjectFields, _ reading: inout Reading) -> PlacementDocument {
    if let margin = fields.member(margin.description.name), fields.member("place") == nil {
      reading.report(ProjectMessages.marginWithoutPlace(range: margin.keyRange))
    }
    return PlacementDocument(
      position: fields.read(position, &reading), place: fields.read(place, &reading),
      margin: fields.read(margin, &reading), anchor: fields.read(anchor, &reading),
      scale: fields.read(scale, &reading), skew: fields.read(skew, &reading),
      rotation: fields.read(rotation, &reading),
      opacity: fields.read(opacity, &reading), perspective: fields.read(perspective, &reading),
      motionBlur: fields.read(motionBlur, &reading)?.value ?? nil,
      scaling: fields.read(scaling, &reading),
      animations: fields.read(animate, &reading)?.value ?? [])
  }
}

/// Reads how movements are seen.
enum MotionBlurReader {
  static let samples = Key(
    "samples", Shape<Int>.integer("2, 4, 8, 16 or 32", in: 2...32),
    "How many moments of a frame are mixed: 2, 4, 8, 16 or 32. Left out, as many as the movement "
      + "needs, 8 to 64.", examples: ["16"])
  static let shutter = Key(
    "shutter",
    Shape<Rational>.number(
      "an angle in degrees", minimum: .one, maximum: Rational(720), example: "180"),
    "Shutter angle: how long the shutter is open around the time of the frame; 360 is a whole frame.",
    default: "180", examples: ["360"])
  static let description = ObjectDescription(
    "motionBlur", "motion blur", "Motion blur as of a camera.",
    keys: [samples.description, shutter.description])

  /// `nil` stands for `false`.
  static let shape = Shape<MotionBlur?>(
    expected: "motion blur", example: "true", schema: .any([.boolean, .object(description)])
  ) { value, reading in
    if case .bool(let isOn) = value.kind { return .some(isOn ? MotionBlur() : nil) }
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    var blur = MotionBlur()
    if let samples = fields.read(samples, &reading) {
      guard MotionBlur.sampleCounts.contains(samples.value) else {
        reading.report(ProjectMessages.motionBlurSamples(samples.value, range: samples.range))
        return nil
      }
      blur.samples = samples.value
    }
    if let shutter = fields.read(shutter, &reading) { blur.shutter = shutter.value }
    return .some(blur)
  }
}

/// Reads a rotation.
enum RotationReader {
  static let degrees = Shape<Rational>.number(
    "an angle in degrees", minimum: Rational(-1_000_000), maximum: Rational(1_000_000),
    example: "90")
  static let x = Key(
    "x", degrees, "Degrees about the horizontal axis; a positive angle turns the upper edge away.",
    default: "0", examples: ["45"])
  static let y = Key(
    "y", degrees, "Degrees about the vertical axis; a positive angle turns the right edge away.",
    default: "0", examples: ["180"])
  static let z = Key("z", degrees, "Degrees clockwise.", default: "0", examples: ["90"])
  static let description = ObjectDescription(
    "rotation", "a rotation", "Degrees about each axis.",
    keys: [x.description, y.description, z.description])

  static let shape = Shape<RotationDocument>(
    expected: "an angle in degrees", example: "90",
    schema: .any([degrees.schema, .object(description)])
  ) { value, reading in
    guard case .object = value.kind else {
      return degrees.read(value, &reading).map { RotationDocument(z: $0) }
    }
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    return RotationDocument(
      x: fields.read(x, &reading)?.value ?? .zero, y: fields.read(y, &reading)?.value ?? .zero,
      z: fields.read(z, &reading)?.value ?? .zero)
  }
}

/// Reads a crop.
enum CropReader {
  static let side = Shape<Rational>.share(
    "a share of the picture", example: "0.1", mayMeasure: true)
  static let left = Key(
    "left", side, "Share cut off at the left.", default: "0", examples: ["0.1"])
  static let top = Key("top", side, "Share cut off at the top.", default: "0", examples: ["0.1"])
  static let right = Key(
    "right", side, "Share cut off at the right.", default: "0", examples: ["\"10%\""])
  static let bottom = Key(
    "bottom", side, "Share cut off at the bottom.", default: "0", examples: ["\"10%\""])
  static let description = ObjectDescription(
    "crop", "a crop",
    "How much is cut off at each edge, in shares of the picture's width and height.",
    keys: [left.description, top.description, right.description, bottom.description])

  static let shape = Shape.object(description, example: "{ \"left\": 0.1 }") {
    value, reading -> Crop? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let crop = Crop(
      left: fields.read(left, &reading)?.value ?? .zero,
      top: fields.read(top, &reading)?.value ?? .zero,
      right: fields.read(right, &reading)?.value ?? .zero,
      bottom: fields.read(bottom, &reading)?.value ?? .zero)
    for (name, first, second) in [
      ("left\" and \"right", crop.left, crop.right), ("top\" and \"bottom", crop.top, crop.bottom),
    ] {
      guard let rest = try? .one - first - second, rest > .zero else {
        reading.report(ProjectMessages.cropLeavesNothing(name, range: value.range))
        return nil
      }
    }
    return crop
  }
}
