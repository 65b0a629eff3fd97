/// What a part of a plan holds over the frames of a segment. All that is done with a plan's picture
/// whatever it shows is done with these: cutting it to some frames, keys, JSON.
package protocol PlanValue: PlanCodable {
  /// Keeps the value in some of the frames. - Precondition: within the frames.
  mutating func cut(to offsets: FrameOffsets)
  /// Whether it is the same in all frames.
  var isConstant: Bool { get }
  /// Adds what decides what is seen in a frame. - Precondition: within the frames.
  func describe(at offset: Int, to description: inout PartDescriber)
  /// Hands over the parts within, from the outside in.
  func forEachPart(_ body: (any PlanPart) -> Void)
}

/// Frames of a segment, counted from its first one.
package enum FrameOffsets {
  case range(Range<Int>)
  /// In any order, some perhaps more than once.
  case list([Int])
}

extension PlanValue {
  /// The value in some of the frames. - Precondition: within the frames.
  package func slice(_ offsets: Range<Int>) -> Self {
    var value = self
    value.cut(to: .range(offsets))
    return value
  }

  /// The value in some of the frames in any order, some of them perhaps more than once.
  package func picked(_ offsets: [Int]) -> Self {
    var value = self
    value.cut(to: .list(offsets))
    return value
  }

  package mutating func cut(to offsets: FrameOffsets) {}
  package var isConstant: Bool { true }
  package func forEachPart(_ body: (any PlanPart) -> Void) {}
}

extension Array: PlanValue where Element: PlanValue {
  package mutating func cut(to offsets: FrameOffsets) {
    for index in indices { self[index].cut(to: offsets) }
  }

  package var isConstant: Bool { allSatisfy(\.isConstant) }

  package func describe(at offset: Int, to description: inout PartDescriber) {
    description.shape.append(Int64(count))
    for element in self { element.describe(at: offset, to: &description) }
  }

  package func forEachPart(_ body: (any PlanPart) -> Void) {
    for element in self { element.forEachPart(body) }
  }
}

extension String: PlanValue {
  package func describe(at offset: Int, to description: inout PartDescriber) {
    description.shape.append(Int64(utf8.count))
    description.shape += utf8.map(Int64.init)
  }
}
