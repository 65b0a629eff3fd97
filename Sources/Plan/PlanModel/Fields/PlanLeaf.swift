package import Diagnostics

/// A value that is one of some kinds, each with numbers that have names: where the parts of a plan
/// end. It says what it is once, and keys and JSON are made from that; it can be made from it again.
package protocol PlanLeaf: PlanValue {
  static var kinds: [LeafKind] { get }
  /// Sets the kind where it is not the first, and adds the numbers to a code that has none.
  func encode(to code: inout LeafCode)
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

  mutating func add(_ number: Int) { numbers.append(Int64(number)) }

  mutating func clear() {
    kind = 0
    numbers.removeAll(keepingCapacity: true)
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
    /// The end of a window of such pictures, whose start is before it.
    case blendEnd
    /// A moment between frames of the source of the leaf's conform.
    case flowPosition
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
  package var code: LeafCode {
    var code = LeafCode(0)
    code.numbers.reserveCapacity(9)
    encode(to: &code)
    return code
  }

  package func describe(at offset: Int, to description: inout PartDescriber) {
    description.add(self)
  }

  package func write(to json: inout JSONWriter, count: Int) {
    let code = code
    if Self.isNumber { return json.integer(code.numbers[0]) }
    let kind = Self.kinds[code.kind]
    json.object(inline: true) { json in
      if Self.kinds.count > 1 { json.member("kind", kind.name) }
      for (number, value) in zip(kind.numbers, code.numbers) { json.member(number.name, value) }
    }
  }

  package static func read(_ value: JSONValue, count: Int, _ reader: inout PlanReader) -> Self? {
    if isNumber {
      guard let number: Int64 = reader.integer(value) else { return nil }
      return Self(LeafCode(0, [number]))
    }
    guard let kind = kind(of: value, &reader) else { return nil }
    var code = LeafCode(kind)
    for number in kinds[kind].numbers {
      guard let written = reader.member(number.name, of: value),
        let read: Int64 = reader.integer(written)
      else { return nil }
      code.numbers.append(read)
    }
    return Self(code) ?? reader.wrong(value, "numbers that '\(kinds[kind].name)' can have")
  }

  /// Whether it is nothing but one number.
  static var isNumber: Bool { kinds.count == 1 && kinds[0].numbers.count == 1 }

  /// The place of the kind that an object is of.
  static func kind(of value: JSONValue, _ reader: inout PlanReader) -> Int? {
    guard kinds.count > 1 else { return 0 }
    guard let written = reader.member("kind", of: value) else { return nil }
    guard case .string(let name) = written.kind,
      let kind = kinds.firstIndex(where: { $0.name == name })
    else {
      let names = kinds.map { "'\($0.name)'" }.joined(separator: ", ")
      return reader.wrong(written, "one of \(names)")
    }
    return kind
  }
}

extension PerFrame: PlanValue where Value: PlanLeaf {
  package mutating func cut(to offsets: FrameOffsets) {
    guard case .varying(let values) = self else { return }
    switch offsets {
    case .range(values.indices): return
    case .range(let range) where range.count == 1: self = .constant(values[range.lowerBound])
    case .range(let range): self = PerFrame(Array(values[range]))
    case .list(let list): self = PerFrame(list.map { values[$0] })
    }
  }

  package var isConstant: Bool {
    if case .constant = self { true } else { false }
  }

  package func describe(at offset: Int, to description: inout PartDescriber) {
    description.add(self[offset])
  }
}

extension PerFrame: PlanCodable where Value: PlanLeaf {
  /// What stays the same is written once; else lists of runs `[first, step, count]`: of values that
  /// are numbers one, of others one for each number, for each stretch of frames of one kind.
  package func write(to json: inout JSONWriter, count: Int) {
    guard case .varying(let values) = self else { return self[0].write(to: &json, count: count) }
    if Value.isNumber { return json.runs(values.map { $0.code.numbers[0] }) }
    let codes = values.map(\.code)
    json.array { json in
      var first = 0
      for index in 0...codes.count
      where index > first
        && (index == codes.count || codes[index].kind != codes[first].kind)
      {
        let kind = Value.kinds[codes[first].kind]
        json.object(inline: true) { json in
          if Value.kinds.count > 1 { json.member("kind", kind.name) }
          json.member("frames", index - first)
          for (column, number) in kind.numbers.enumerated() {
            json.key(number.name)
            json.runs(codes[first..<index].map { $0.numbers[column] })
          }
        }
        first = index
      }
    }
  }

  package static func read(
    _ value: JSONValue, count: Int, _ reader: inout PlanReader
  ) -> PerFrame? {
    guard case .array(let stretches) = value.kind else {
      return Value.read(value, count: count, &reader).map(PerFrame.constant)
    }
    guard count > 0 else { return reader.wrong(value, "one value, as there are no frames") }
    if Value.isNumber {
      guard let numbers = reader.runs(value, count: count) else { return nil }
      let values = numbers.compactMap { Value(LeafCode(0, [$0])) }
      return values.count == count ? .varying(values) : reader.wrong(value, "other numbers")
    }
    var values: [Value] = []
    for stretch in stretches {
      guard let kind = Value.kind(of: stretch, &reader),
        let written = reader.member("frames", of: stretch),
        let frames: Int = reader.integer(written)
      else { return nil }
      guard (1...max(1, count - values.count)).contains(frames) else {
        return reader.wrong(written, "1 to \(count - values.count) of the \(count) frames")
      }
      var columns: [[Int64]] = []
      for number in Value.kinds[kind].numbers {
        guard let runs = reader.member(number.name, of: stretch),
          let column = reader.runs(runs, count: frames)
        else { return nil }
        columns.append(column)
      }
      guard reader.reserve(frames, of: Value.self, stretch) else { return nil }
      for frame in 0..<frames {
        guard let next = Value(LeafCode(kind, columns.map { $0[frame] })) else {
          return reader.wrong(stretch, "numbers that '\(Value.kinds[kind].name)' can have")
        }
        values.append(next)
      }
    }
    guard values.count == count else {
      return reader.report(
        "\(count - values.count) of the \(count) frames are missing", value.range)
    }
    return .varying(values)
  }
}

extension JSONWriter {
  /// `[[first, step, count], …]`
  fileprivate mutating func runs(_ values: [Int64]) {
    array(inline: true) { json in
      for run in PlanRun.runs(values.map(Int.init)) {
        json.array(inline: true) { json in
          for number in [run.first, run.step, run.count] { json.integer(number) }
        }
      }
    }
  }
}
