import Diagnostics
import BaseValues
import TimelineModel

/// Reads `channelMap`.
enum ChannelMapReader {
  private static let expected = "a channel: its number from 1, or the name of its loudspeaker"
  private static let number = Shape<Int>.integer("a number of a channel", in: 1...64, example: "1")
  private static let name = Shape<SpeakerName>.name("a loudspeaker")

  /// A channel of the source.
  private static let source = Shape<ChannelMap.Source>(
    expected: expected, example: "1", schema: .any([number.schema, name.schema])
  ) { value, reading in
    switch value.kind {
    case .number: number.read(value, &reading).map { .number($0) }
    case .string: name.read(value, &reading).map { .speaker($0) }
    default: reading.wrong(value, expected, "1")
    }
  }

  private static let from = Key(
    "from", source, required: true, "The channel, by its number or its loudspeaker.",
    examples: ["2", "\"center\""])
  private static let gain = Key(
    "gain", Shape<Rational>.gain, "How loud it is there.", default: "1", examples: ["\"-3dB\""])
  private static let share = ObjectDescription(
    "channelShare", "a share of a channel", "A channel, and how loud it is.",
    keys: [from.description, gain.description])

  /// A channel, or a share of it.
  private static let one = Shape<ChannelMap.Route>(
    expected: expected, example: "1", schema: .any([source.schema, .object(share)])
  ) { value, reading in
    // The loudspeaker is known one level further out.
    func route(_ source: Located<ChannelMap.Source>, _ gain: Rational) -> ChannelMap.Route {
      ChannelMap.Route(output: Located(value: .left), source: source, gain: gain)
    }
    guard case .object = value.kind else {
      return source.read(value, &reading).map {
        route(Located(value: $0, range: value.range), .one)
      }
    }
    guard let fields = ObjectFields(value, share, &reading) else { return nil }
    let channel = fields.read(from, &reading)
    let factor = fields.read(gain, &reading)
    return channel.map { route($0, factor?.value ?? .one) }
  }

  private static let several = Shape<[Located<ChannelMap.Route>]>.list(
    of: one, "a channel, or an array of channels", example: "[1, 2]", atLeast: 1)

  /// What is heard from a loudspeaker.
  private static let sum = Shape<[ChannelMap.Route]>(
    expected: several.expected, example: "1", schema: .any([one.schema, several.schema])
  ) { value, reading in
    if case .array = value.kind { return several.read(value, &reading)?.map(\.value) }
    return one.read(value, &reading).map { [$0] }
  }

  private static let keys: [(speaker: SpeakerName, key: Key<[ChannelMap.Route]>)] =
    SpeakerName.allCases.map { speaker in
      (
        speaker,
        Key(
          speaker.rawValue, sum, "What is heard \(words(speaker)).",
          examples: ["1", "[\"left\", { \"from\": \"right\", \"gain\": \"-3dB\" }]"])
      )
    }

  private static func words(_ speaker: SpeakerName) -> String {
    switch speaker {
    case .left: "from the left"
    case .right: "from the right"
    case .center: "from the centre, or from the one loudspeaker of mono"
    case .lfe: "as low-frequency effects (5.1 and 7.1)"
    case .backLeft: "from behind on the left; the left surround of 5.1"
    case .backRight: "from behind on the right; the right surround of 5.1"
    case .sideLeft: "from the side on the left (7.1)"
    case .sideRight: "from the side on the right (7.1)"
    }
  }

  static let description = ObjectDescription(
    "channelMap", "a map of channels",
    "Which channels are heard from which loudspeaker. Loudspeakers that are not named are silent.",
    keys: keys.map(\.key.description))

  static let shape = Shape.object(description, example: "{ \"left\": 1, \"right\": 1 }") {
    value, reading -> ChannelMap? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    var map = ChannelMap(routes: [], range: value.range)
    for (speaker, key) in keys {
      guard let member = fields.member(key.description.name), let sum = fields.read(key, &reading)
      else {
        continue
      }
      for var route in sum.value {
        route.output = Located(value: speaker, range: member.keyRange)
        map.routes.append(route)
      }
    }
    return map
  }
}

extension Shape where Value == Rational {
  /// How far the sides are apart.
  static var width: Shape {
    .number("a width", minimum: .zero, maximum: Rational(2), example: "0.5")
  }
}

extension Shape where Value == Int {
  private static let layouts = [
    ("mono", 1, "1 channel"), ("stereo", 2, "2 channels"), ("5.1", 6, "6 channels, surround"),
    ("7.1", 8, "8 channels, surround"),
  ]

  /// A number of channels, or the name of its layout.
  static var channelLayout: Shape {
    let expected = "a number of channels, or the name of a layout"
    let names = Shape<String>.name(
      "a layout of channels", of: layouts.map { NamedValue($0.0, $0.2) })
    let counts = layouts.map(\.1)
    return Shape(
      expected: expected, example: "2",
      schema: .any([names.schema] + counts.map { .constant("\($0)") })
    ) { value, reading in
      switch value.kind {
      case .string:
        return names.read(value, &reading).flatMap { name in layouts.first { $0.0 == name }?.1 }
      case .number(let digits):
        if let count = counts.first(where: { Rational.decimal(digits) == Rational(Int64($0)) }) {
          return count
        }
        reading.report(
          ProjectMessages.numberOutOfRange(
            shortened(digits), expected: "a number of channels", range: value.range,
            limits: "1 (mono), 2 (stereo), 6 (5.1) or 8 (7.1)",
            respelling: ["5.1": .certain("\"5.1\""), "7.1": .certain("\"7.1\"")][digits]))
        return nil
      default: return reading.wrong(value, expected, "2")
      }
    }
  }
}
