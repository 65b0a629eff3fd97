package import Diagnostics

/// A value that is one of some kinds, each with numbers that have names: where the parts of a plan
/// end. It says what it is once, and keys and JSON are made from that; it can be made from it again.
package protocol PlanLeaf: PlanValue {
  static var kinds: [LeafKind] { get }
  var code: LeafCode { get }
  /// `nil` for a kind that there is not, for another count of numbers and for numbers that the kind
  /// does not have.
  init?(_ code: LeafCode)
}

/// A leaf in numbers: a place among its type's kinds, and as many numbers as the kind has.
package struct LeafCode: Hashable, Sendable {
  package var kind: Int
  package var numbers: [Int64]

  package init(_ kind: Int, _ numbers: [Int64] = []) {
    self.kind = kind
    self.numbers = numbers
  }

  package init(_ kind: Int, _ numbers: [Int]) {
    self.init(kind, numbers.map(Int64.init))
  }
}

/// A kind of leaf.
package struct LeafKind: Sendable {
  package var name: String
  package var numbers: [LeafNumber]

  init(_ name: String, _ numbers: [LeafNumber] = []) {
    self.name = name
    self.numbers = numbers
  }
}

/// What one number of a leaf is called, and what it means to a key.
package struct LeafNumber: Sendable, ExpressibleByStringLiteral {
  enum Meaning {
    case number
    /// Seldom another in the next frame.
    case fixed
    /// A place in the plan's list: what counts is the entry.
    case conform, text, mask
    /// A picture of the source that a conform before it names.
    case sourceFrame
  }

  package var name: String
  var meaning: Meaning

  init(_ name: String, _ meaning: Meaning = .number) {
    self.name = name
    self.meaning = meaning
  }

  package init(stringLiteral name: String) { self.init(name) }
}

extension PlanLeaf {
  package func describe(to description: inout PartDescriber) {
    description.add(code, of: Self.kinds)
  }

  package func write(to json: inout JSONWriter, count: Int) {
    PerFrame.constant(self).write(to: &json, count: count)
  }
}

extension PerFrame: PlanValue where Value: PlanLeaf {
  package func slice(_ offsets: Range<Int>) -> PerFrame {
    switch self {
    case .constant: self
    case .varying(let values):
      if offsets == values.indices {
        self
      } else if offsets.count == 1 {
        .constant(values[offsets.lowerBound])
      } else {
        PerFrame(Array(values[offsets]))
      }
    }
  }

  package var isConstant: Bool {
    if case .constant = self { true } else { false }
  }

  package func describe(to description: inout PartDescriber) {
    self[0].describe(to: &description)
  }

  /// Lists of runs `[first, step, count]`: of values that are numbers one, of others one for each
  /// number, for each stretch of frames of one kind.
  package func write(to json: inout JSONWriter, count: Int) {
    let codes =
      switch self {
      case .constant(let value): [value.code]
      case .varying(let values): values.map(\.code)
      }
    func column(_ place: Int, _ frames: Range<Int>) -> PerFrame<Int> {
      isConstant
        ? .constant(Int(codes[0].numbers[place]))
        : PerFrame<Int>(codes[frames].map { Int($0.numbers[place]) })
    }
    if Value.kinds.count == 1, Value.kinds[0].numbers.count == 1 {
      return json.runs(column(0, codes.indices), count: count)
    }
    json.array(inline: isConstant) { json in
      var first = 0
      for index in 1...codes.count
      where index == codes.count || codes[index].kind != codes[first].kind {
        let kind = Value.kinds[codes[first].kind]
        let frames = isConstant ? count : index - first
        json.object(inline: true) { json in
          if Value.kinds.count > 1 { json.member("kind", kind.name) }
          json.member("frames", frames)
          for (place, number) in kind.numbers.enumerated() {
            json.key(number.name)
            json.runs(column(place, first..<index), count: frames)
          }
        }
        first = index
      }
    }
  }
}

extension JSONWriter {
  /// `[[first, step, count], …]`
  fileprivate mutating func runs(_ values: PerFrame<Int>, count: Int) {
    array(inline: true) { json in
      for run in PlanRun.runs(values, count: count) {
        json.array(inline: true) { json in
          for number in [run.first, run.step, run.count] { json.integer(number) }
        }
      }
    }
  }
}
