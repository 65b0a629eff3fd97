import Diagnostics
import BaseValues
import TimelineModel

/// Reads the list `output.renditions`: the movie's pictures again, in other sizes and qualities, for players that take
/// what their connection carries.
///
/// What a rendition says stands in place of what the output says; so it is read as an output is, after that.
enum RenditionsReader {
  static let size = Key(
    "size", Shape<Size>.pictureSize,
    "Width and height of its pixels, both even, 2 to 8192. Lengths without a unit are scaled to it. Left out, those of "
      + "the output.",
    examples: ["\"640x360\""], since: "0.2.0")

  /// All but where key frames are, which is the same in all renditions.
  private static let videoDescription = ObjectDescription(
    "renditionVideo", "an encoding of a rendition",
    "What differs in how pictures are encoded. Key frames are where those of the output are.",
    keys: VideoEncodingReader.description.keys.filter { $0.name != "gop" }.map {
      $0.appearing(in: "0.2.0")
    }, exclusive: VideoEncodingReader.description.exclusive)

  static let video = Key(
    "video",
    Shape<JSONValue>(
      expected: "an object", example: "{ \"crf\": 30 }", schema: .object(videoDescription)
    ) { value, reading in ObjectFields(value, videoDescription, &reading) == nil ? nil : value },
    "What differs in how its pictures are encoded.", examples: ["{\"bitRate\": \"800k\"}"],
    since: "0.2.0")

  static let description = ObjectDescription(
    "rendition", "a rendition", "The movie's pictures in another size or quality.",
    keys: [size.description, video.description])

  private static let item = Shape.object(description) { value, reading -> RenditionDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let size = fields.read(size, &reading)
    _ = fields.read(video, &reading)
    return RenditionDocument(size: size?.value, value: value)
  }

  /// So many there are at most.
  private static let most = 16

  private static let list = Shape<[Located<RenditionDocument>]>.list(
    of: item, "a list of renditions", example: "[{ \"size\": \"640x360\" }]")

  static let all = Key(
    "renditions",
    Shape<[Located<RenditionDocument>]>(
      expected: list.expected, example: list.example,
      schema: .array(item.schema, atLeast: 0, atMost: most)
    ) { value, reading in
      if case .array(let items) = value.kind, items.count > most {
        reading.report(
          ProjectMessages.wrongCount(
            items.count, expected: "at most \(most) renditions", range: value.range))
        return nil
      }
      return list.read(value, &reading)
    },
    "Beside the containers `hls` and `dash`: the same pictures in other sizes and qualities, so that players take what "
      + "their connection carries. Each says what differs from the output.",
    examples: ["[{\"size\": \"640x360\", \"video\": {\"bitRate\": \"800k\"}}]"], since: "0.2.0")

  /// Findings about renditions that are not about the output, too.
  ///
  /// - Parameter output: as it is written.
  static func check(
    _ renditions: [Located<RenditionDocument>], of output: JSONValue, _ reading: inout Reading
  ) {
    let plain = output.without(all.description.name)
    for rendition in renditions {
      var trial = Reading()
      trial.expressions = reading.expressions
      _ = OutputReader.shape.read(plain.pictures(differingAs: rendition.value.value), &trial)
      for finding in trial.diagnostics where !reading.diagnostics.contains(where: finding.isSame) {
        reading.report(finding)
      }
    }
  }
}

/// The movie's pictures again.
struct RenditionDocument: Sendable {
  /// `nil` for the output's.
  var size: Size?
  /// As it is written.
  var value: JSONValue
}

extension JSONValue {
  /// An output of the pictures alone, where another value says what differs from it; of the same size.
  func pictures(differingAs rendition: JSONValue) -> JSONValue {
    let silent = JSONMember(
      key: OutputReader.audio.description.name, keyRange: .none,
      value: JSONValue(range: .none, kind: .bool(false)))
    return overridden(by: rendition.without(RenditionsReader.size.description.name))
      .overridden(by: JSONValue(range: range, kind: .object([silent])))
  }

  /// A project whose output is one of the renditions that it names; as it is where there is none of that number.
  func withOutput(ofRendition number: Int) -> JSONValue {
    let key = RenditionsReader.all.description.name
    guard case .object(let members) = kind, let output = self["output"],
      case .array(let renditions)? = output[key]?.kind, renditions.indices.contains(number)
    else { return self }
    // It stays in the list alone, for the size that it says.
    let alone = JSONValue(
      range: .none,
      kind: .object([
        JSONMember(
          key: key, keyRange: .none,
          value: JSONValue(range: .none, kind: .array([renditions[number]])))
      ]))
    let own = output.without(key).pictures(differingAs: renditions[number]).overridden(by: alone)
    // The other outputs differ from the movie, not from this.
    let others = members.filter { $0.key != OutputsReader.all.description.name }
    return JSONValue(
      range: range,
      kind: .object(
        others.map {
          $0.key == "output" ? JSONMember(key: $0.key, keyRange: $0.keyRange, value: own) : $0
        }))
  }
}
