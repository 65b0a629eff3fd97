package import BaseValues
package import TimelineModel

/// Writes values of a plan into a key, each in a form that tells where it ends.
package struct KeyWriter {
  let plan: RenderPlan
  /// Whether the pictures of sources count, or their sound.
  let wantsVideo: Bool
  var hasher = ContentHasher()
  /// Of sound: the samples from whose first one all others are counted.
  var samples: Range<Int64> = 0..<0
  /// Of sound: those of them, or before and behind them, in which a span or bus is heard.
  var heard: Range<Int64> = 0..<0
  /// Of sound: those that what comes out of a bus is heard in.
  var outer: Range<Int64> = 0..<0
  /// Of sound: the sample that points of envelopes are counted from.
  private(set) var start: Int64 = 0

  init(_ plan: RenderPlan, wantsVideo: Bool) {
    self.plan = plan
    self.wantsVideo = wantsVideo
  }

  mutating func add(_ value: some KeyValue) { value.add(to: &self) }

  // MARK: - Gains

  /// Adds what of gains is heard, without those that change nothing.
  mutating func add(gains: [GainEnvelope], within samples: Range<Int64>, from start: Int64) {
    self.start = start
    add(gains.compactMap { $0.trimmed(to: samples) })
  }

  /// Adds what of pans is heard; nothing where there are none, or one channel.
  mutating func add(panning: [GainEnvelope], within samples: Range<Int64>, from start: Int64) {
    if panning.isEmpty || channels < 2 { return }
    self.start = start
    add("panning")
    add(panning.compactMap { $0.part(samples) })
  }

  /// Adds a pan that one channel has not.
  mutating func add(pan: Int) { add(channels > 1 ? pan : 0) }

  private var channels: Int { plan.audio?.channels ?? 0 }
}

/// What can be said in a key.
package protocol KeyValue: PlanCodable {
  func add(to key: inout KeyWriter)
  /// Reports what of it cannot be executed, whatever has it.
  func inspect(_ inspector: inout PlanInspector)
}

extension KeyValue {
  package func inspect(_ inspector: inout PlanInspector) {}
}

extension Int: KeyValue {
  package func add(to key: inout KeyWriter) { key.hasher.add(self) }
}

extension Int64: KeyValue {
  package func add(to key: inout KeyWriter) { key.hasher.add(self) }
}

extension Bool: KeyValue {
  package func add(to key: inout KeyWriter) { key.hasher.add(self ? 1 : 0) }
}

extension String: KeyValue {
  package func add(to key: inout KeyWriter) { key.hasher.add(self) }
}

extension Rational: KeyValue {
  package func add(to key: inout KeyWriter) { key.hasher.add(self) }
}

extension Color: KeyValue {
  package func add(to key: inout KeyWriter) { key.hasher.add(self) }
}

extension Optional: KeyValue where Wrapped: KeyValue {
  /// Nothing is −1.
  package func add(to key: inout KeyWriter) {
    if let self { self.add(to: &key) } else { key.hasher.add(-1) }
  }

  package func inspect(_ inspector: inout PlanInspector) { self?.inspect(&inspector) }
}

extension Array: KeyValue where Element: KeyValue {
  package func add(to key: inout KeyWriter) {
    key.hasher.add(count)
    for element in self { element.add(to: &key) }
  }

  package func inspect(_ inspector: inout PlanInspector) {
    for (index, element) in enumerated() { inspector.at(.index(index)) { element.inspect(&$0) } }
  }
}

extension KeyValue where Self: RawRepresentable<String> {
  package func add(to key: inout KeyWriter) { key.hasher.add(rawValue) }
}

extension TextStyle.Alignment: KeyValue {}

/// What counts is the content of the source.
extension MediaID: KeyValue {
  package func add(to key: inout KeyWriter) {
    key.hasher.add(self, of: key.plan, wantsVideo: key.wantsVideo)
  }
}

extension FontChoice: KeyValue {
  package func add(to key: inout KeyWriter) {
    switch self {
    case .family(let name):
      key.add(0)
      key.add(name)
    case .file(let path):
      key.add(1)
      key.add(path)
    }
  }
}
