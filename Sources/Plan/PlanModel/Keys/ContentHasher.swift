internal import BaseValues
package import TimelineModel

/// Feeds values to a hash, each in a form that tells where it ends.
struct ContentHasher {
  private var hash = SHA256()
  /// Bytes on their way to the hash.
  private var pending: [UInt8] = []

  /// 32 bytes as 64 hexadecimal digits.
  var text: String { SHA256.hexadecimal(digest) }

  /// The hash of everything so far, 32 bytes.
  var digest: [UInt8] {
    var hash = hash
    hash.update(pending)
    return hash.finalized()
  }

  /// The same as four numbers.
  var words: [Int64] {
    let bytes = digest
    return stride(from: 0, to: bytes.count, by: 8).map { first in
      bytes[first..<first + 8].reduce(0) { $0 << 8 | Int64($1) }
    }
  }

  mutating func add(_ number: Int) { add(Int64(number)) }

  /// Seven bits a byte, lowest first, the sign in the lowest bit: most numbers are small.
  mutating func add(_ number: Int64) {
    var rest = UInt64(bitPattern: (number &<< 1) ^ (number &>> 63))
    while rest >= 0x80 {
      pending.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest &>>= 7
    }
    pending.append(UInt8(truncatingIfNeeded: rest))
    if pending.count >= 4096 { pass() }
  }

  mutating func add(_ numbers: [Int64]) {
    add(numbers.count)
    for number in numbers { add(number) }
  }

  mutating func add(_ text: String) {
    add(text.utf8.count)
    pending.append(contentsOf: text.utf8)
  }

  mutating func add(_ color: Color) { add(color.packed) }

  mutating func add(_ number: Rational) {
    add(number.numerator)
    add(number.denominator)
  }

  private mutating func pass() {
    hash.update(pending)
    pending.removeAll(keepingCapacity: true)
  }
}

extension ContentHasher {
  /// The content of a media item and which of its streams, but not its name or path.
  mutating func add(_ media: MediaID, of plan: RenderPlan, wantsVideo: Bool) {
    guard let source = plan.source(of: media) else { return add(-1) }
    // Where pictures have hashes of their own, these stand in place of their numbers.
    add(wantsVideo && !source.frameHashes.isEmpty ? "pictures" : source.contentHash)
    var content = source.content
    if case .filtered(let filtered) = content { content = filtered.source }
    if case .file(_, let video, let audio) = content {
      // The default stream need not be the first.
      if wantsVideo { add(video ?? -1) } else { add(audio) }
    }
    if case .look(_, let id?) = source.content { add(id) }
    if wantsVideo { add(PlanText.reading(source.reading) + PlanText.unit(source)) }
  }

  private mutating func add(_ selection: AudioSelection?) {
    switch selection {
    case nil: add(-1)
    case .streams(let numbers):
      add(numbers.count)
      for number in numbers { add(number) }
    case .language(let code):
      add(-2)
      add(code)
    case .all: add(-3)
    }
  }
}

extension RenderPlan {
  /// The source that a media item is in the plan; `nil` for one that it does not use.
  ///
  /// - Complexity: O(log n).
  package func source(of media: MediaID) -> PlannedSource? {
    var low = 0
    var high = sources.count
    while low < high {
      let middle = low + (high - low) / 2
      if sources[middle].media < media { low = middle + 1 } else { high = middle }
    }
    return low < sources.count && sources[low].media == media ? sources[low] : nil
  }
}

extension Color {
  /// The colour of a number that `packed` gives; `nil` for any other.
  init?(packed: Int64) {
    guard let packed = UInt32(exactly: packed) else { return nil }
    func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: packed >> shift) }
    self.init(red: byte(24), green: byte(16), blue: byte(8), alpha: byte(0))
  }

  /// The four components as one number, red in the highest byte.
  var packed: Int64 {
    Int64(red) << 24 | Int64(green) << 16 | Int64(blue) << 8 | Int64(alpha)
  }
}
