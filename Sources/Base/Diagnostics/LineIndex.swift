/// Finds lines and columns in a text of any shape in constant time.
///
/// The text is cut into blocks; each block knows how many lines and Unicode scalars came before it.
/// A list of line starts would be as large as the text when lines are short, and of no help for
/// columns when one line is very long.
struct LineIndex: Sendable {
  private static let blockSize = 4096

  private struct Block: Sendable {
    /// Line feeds before the block.
    var lineFeeds: Int
    /// Where the line begins that the block's first byte is on.
    var lineStart: Int
    /// Unicode scalars before the block.
    var scalars: Int
  }

  /// One for each started block, and one for the end of the text.
  private let blocks: [Block]
  /// Number of lines, at least 1.
  let lineCount: Int

  init(_ bytes: [UInt8]) {
    var blocks: [Block] = []
    blocks.reserveCapacity(bytes.count / Self.blockSize + 2)
    var next = Block(lineFeeds: 0, lineStart: 0, scalars: 0)
    let span = bytes.span
    var start = 0
    while start < span.count {
      blocks.append(next)
      let end = min(start + Self.blockSize, span.count)
      var lineFeeds = 0
      var scalars = 0
      for i in start..<end {
        lineFeeds &+= span[i] == 0x0A ? 1 : 0
        scalars &+= span[i] & 0xC0 != 0x80 ? 1 : 0
      }
      next.lineFeeds += lineFeeds
      next.scalars += scalars
      if lineFeeds > 0 {
        var last = end - 1
        while span[last] != 0x0A { last -= 1 }
        next.lineStart = last + 1
      }
      start = end
    }
    blocks.append(next)
    self.blocks = blocks
    self.lineCount = next.lineFeeds + 1
  }

  /// The block that `offset` is in, and where that block begins.
  private func block(at offset: Int, in bytes: [UInt8]) -> (block: Block, start: Int) {
    if offset >= bytes.count { return (blocks[blocks.count - 1], bytes.count) }
    let number = offset / Self.blockSize
    return (blocks[number], number * Self.blockSize)
  }

  /// The number, from 1, of the line that `offset` is on.
  func lineNumber(at offset: Int, in bytes: [UInt8]) -> Int {
    let (block, start) = block(at: offset, in: bytes)
    var line = block.lineFeeds + 1
    for i in start..<max(start, min(offset, bytes.count)) where bytes[i] == 0x0A { line += 1 }
    return line
  }

  /// Where the line begins that `offset` is on.
  func lineStart(before offset: Int, in bytes: [UInt8]) -> Int {
    let (block, start) = block(at: offset, in: bytes)
    var i = min(offset, bytes.count)
    while i > start {
      if bytes[i - 1] == 0x0A { return i }
      i -= 1
    }
    return block.lineStart
  }

  /// The number of Unicode scalars before `offset`.
  func scalars(before offset: Int, in bytes: [UInt8]) -> Int {
    let (block, start) = block(at: offset, in: bytes)
    var count = block.scalars
    for i in start..<max(start, min(offset, bytes.count)) where bytes[i] & 0xC0 != 0x80 {
      count += 1
    }
    return count
  }

  /// The first line feed at or after `offset`, or the end of the text.
  func nextLineFeed(from offset: Int, in bytes: [UInt8]) -> Int {
    if offset >= bytes.count { return bytes.count }
    let first = offset / Self.blockSize
    var i = offset
    let end = min((first + 1) * Self.blockSize, bytes.count)
    while i < end {
      if bytes[i] == 0x0A { return i }
      i += 1
    }
    return lineFeed(after: blocks[first + 1].lineFeeds, in: bytes)
  }

  /// Where `line`, counted from 1, begins; nil when there is no such line.
  func start(ofLine line: Int, in bytes: [UInt8]) -> Int? {
    if line < 1 || line > lineCount { return nil }
    return line == 1 ? 0 : lineFeed(after: line - 2, in: bytes) + 1
  }

  /// The line feed that has `count` others before it, or the end of the text.
  private func lineFeed(after count: Int, in bytes: [UInt8]) -> Int {
    // The first block with more than `count` before it; the wanted one is in the block before that.
    var low = 0
    var high = blocks.count
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].lineFeeds > count { high = middle } else { low = middle + 1 }
    }
    if low == 0 || low == blocks.count { return bytes.count }
    var seen = blocks[low - 1].lineFeeds
    for i in ((low - 1) * Self.blockSize)..<bytes.count where bytes[i] == 0x0A {
      if seen == count { return i }
      seen += 1
    }
    return bytes.count
  }
}
