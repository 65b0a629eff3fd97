package import BaseValues
internal import TimelineModel

// The order of the fields is that of files and of keys.

extension Conform: PlanRecord {
  package static var blank: Conform { Conform(media: MediaID(0), crop: .blank, size: .blank) }

  package static let fields: [RecordField<Conform>] = [
    RecordField("media", \.media, limits: .known), RecordField("crop", \.crop, limits: cropLimits),
    RecordField("size", \.size, limits: .size(within: PlanInspector.largestDrawn)),
    RecordField(optional: "filter", \.filter) { _, filter, key in
      key.add(filter)
      key.add(filter.length)
    },
  ]

  private static let cropLimits = PlanLimits<Rect> { name, crop, inspector in
    let sides = PlanInspector.sides
    inspector.at(.name(name)) { inspector in
      for (name, place) in [("x", crop.x), ("y", crop.y)] {
        inspector.check(name, place, in: 0...sides.upperBound)
      }
      for (name, length) in [("width", crop.width), ("height", crop.height)] {
        inspector.check(name, length, in: sides)
      }
    }
  }
}

extension FilterBlocks: PlanRecord {
  package static var blank: FilterBlocks { .alone }
  package static let fields: [RecordField<FilterBlocks>] = [
    RecordField("first", \.first, limits: .range(0...1 << 40)),
    RecordField("memory", \.memory, limits: .range(0...mostMemory)),
    RecordField("isEndless", \.isEndless),
  ]
  package static var isInline: Bool { true }
}

extension Rect: PlanRecord {
  package static var blank: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }
  package static let fields: [RecordField<Rect>] = [
    RecordField("x", \.x), RecordField("y", \.y), RecordField("width", \.width),
    RecordField("height", \.height),
  ]
  package static var isInline: Bool { true }
}

extension PlanLimits<MediaID> {
  /// One of the plan's sources.
  static let known = PlanLimits { $2.check($0, $1) }
}

extension PlanLimits<Size> {
  static func size(within limit: Size) -> PlanLimits {
    PlanLimits { $2.check($0, $1, within: limit) }
  }
}
