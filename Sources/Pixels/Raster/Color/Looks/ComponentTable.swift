/// A table for each component (a 1-D LUT), with straight lines between its entries.
public struct ComponentTable: Sendable {
  /// Most entries of a component.
  public static let largestSize = 65_536

  /// Entries of a component.
  public let size: Int
  let domain: ColorDomain
  /// Red's entries, green's, blue's.
  let entries: [Float]

  /// - Parameter colors: from the domain's lowest to its highest.
  /// - Precondition: 2…`largestSize` colours.
  public init(_ colors: [SIMD4<Float>], domain: ColorDomain) {
    precondition((2...Self.largestSize).contains(colors.count), "\(colors.count) entries")
    size = colors.count
    self.domain = domain
    entries = colors.map(\.x) + colors.map(\.y) + colors.map(\.z)
  }

  /// Changes the first `count` colours of a block.
  ///
  /// - Note: bit-exact with `Reference.apply`.
  func apply(to block: inout ColorBlock, _ count: Int) {
    for component in 0..<3 {
      Self.look(
        entries, component &* size, domain.axis(component, of: size), Int32(size),
        &block.components, component &* ColorBlock.stride, count)
    }
  }

  private static func look(
    _ entries: [Float], _ firstEntry: Int, _ axis: ColorDomain.Axis, _ size: Int32,
    _ components: inout [Float], _ first: Int, _ count: Int
  ) {
    let entries = entries.span.extracting(firstEntry..<firstEntry &+ Int(size))
    var whole = components.mutableSpan
    var row = whole._mutatingExtracting(first..<first &+ count)
    // On its own: that is done by vectors.
    for x in row.indices { row[x] = axis.place(row[x]) }
    for x in row.indices {
      let place = row[x]
      let index = ColorDomain.Axis.index(before: place, cells: size &- 1)
      let part = place - Float(index)
      // Safe: the index is from 0 to the last entry's but one.
      let (low, high) = unsafe (
        entries[unchecked: Int(index)], entries[unchecked: Int(index) &+ 1]
      )
      row[x] = low + (high - low) * part
    }
  }
}
