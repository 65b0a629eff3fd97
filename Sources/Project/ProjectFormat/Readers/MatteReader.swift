import Diagnostics
import TimelineModel

/// Reads what a track is seen through.
enum MatteReader {
  static let track = Key(
    "track", Shape<String>.text("the id of a track", example: "\"shape\""), required: true,
    "The `id` of the track that is looked through.", examples: ["\"shape\""])
  static let by = Key(
    "by", Shape<TrackMatte.Channel>.name("what of a picture counts"),
    "Whether its `alpha` counts, or its `luma`: all is seen where it is white, nothing where it is black.",
    default: "\"alpha\"", examples: ["\"luma\""])
  static let invert = Key(
    "invert", Shape<Bool>.boolean, "Whether what it leaves is seen.", default: "false",
    examples: ["true"])
  static let description = ObjectDescription(
    "matte", "a matte", "A track that another one is seen through.",
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
