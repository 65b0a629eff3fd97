/// Which pictures of a source go through a chain of filters together.
///
/// Counted from `first`, they are cut into blocks. A chain is made anew for each block, is fed with
/// some pictures before it, and with as many behind it as it needs until the last one of the block
/// comes out:
/// ```
///        memory ├──────── length ────────┤ memory
///   ────────┼───┼────────────────────────┼───┼──▶ pictures as they are stored
///   fed     ├─────────────────────────────···┤
///   shown       ├────────────────────────┤
/// ```
/// So what a picture looks like depends on its number alone.
package struct FilterBlocks: Hashable, Sendable {
  /// Pictures of a block where little has to be remembered.
  package static let leastLength = 16
  /// A block is so many times as long as what is fed before it.
  package static let lengthFactor = 4
  /// Pictures that may be remembered.
  package static let mostMemory = 100_000

  /// The stored picture that the first block begins with; nothing before it is fed for what comes
  /// after it.
  package var first: Int
  /// Pictures fed before a block, and at most behind it; 0 where each is treated by itself.
  package var memory: Int
  /// Whether all from `first` on is one block.
  package var isEndless: Bool

  /// Blocks; with `isEndless`, `memory` does not count.
  package init(first: Int, memory: Int, isEndless: Bool = false) {
    self.first = first
    self.memory = isEndless ? 0 : memory
    self.isEndless = isEndless
  }

  /// Each picture by itself.
  package static let alone = FilterBlocks(first: 0, memory: 0)

  /// Whether each picture is treated by itself.
  package var isAlone: Bool { memory == 0 && !isEndless }

  /// Pictures of a block; 1 where each is treated by itself.
  package var length: Int {
    isAlone ? 1 : max(Self.leastLength, memory * Self.lengthFactor)
  }

  /// The block that a picture belongs to.
  package func block(of picture: Int) -> Range<Int> {
    if isAlone { return picture..<picture + 1 }
    if isEndless, picture >= first { return first..<Int.max }
    let offset = picture - first
    let number = offset >= 0 ? offset / length : -((length - 1 - offset) / length)
    let start = first + number * length
    return max(0, start)..<start + length
  }

  /// The pictures that may be fed for a block.
  ///
  /// - Parameter count: of the source.
  package func fed(for block: Range<Int>, of count: Int) -> Range<Int> {
    let start = max(block.lowerBound >= first ? first : 0, block.lowerBound - memory)
    let (end, isTooMuch) = block.upperBound.addingReportingOverflow(memory)
    return min(start, count)..<max(min(start, count), isTooMuch ? count : min(count, end))
  }
}
