import Diagnostics
import TimelineModel

/// Reads what a track is seen through.
enum MatteReader {
  static let track = Key(
    "track", Shape<String>.text("the id of a track", example: "\"shape\""), required: true,
    "The `id` of the matte track, which is not seen itself.", examples: ["\"shape\""])
  static let by = Key(
    "by", Shape<TrackMatte.Channel>.name("what of a picture counts"),
    "What of the matte track counts.",
    default: "\"alpha\"", examples: ["\"luma\""])
  static let invert = Key(
    "invert", Shape<Bool>.boolean, "Inverts the matte.", default: "false",
    examples: ["true"])
  static let description = ObjectDescription(
    "matte", "a matte", "A track matte.",
    keys: [track.description, by.description, invert.description])

  static let shape = Shape.object(description, example: "{ \"track\": \"shape\" }") {
    value, reading -> MatteDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let channel = fields.read(by, &reading)
    let isInverted = fields.read(invert, &reading)
    return fields.read(track, &reading).map {
      MatteDocument(
        track: $0, channel: channel?.value ?? .alpha, isInverted: isInverted?.value ?? false)
    }
  }
}
