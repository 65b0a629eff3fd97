/// Bytes of a file, asked for by their place: what a kind of file needs to know its own again.
package struct FileBytes {
  /// How many there are.
  package let count: Int64
  private let read: (Int64, Int) -> [UInt8]?

  /// - Parameter read: `count` bytes from a place on; `nil` where there are not so many.
  package init(count: Int64, read: @escaping (Int64, Int) -> [UInt8]?) {
    self.count = count
    self.read = read
  }

  /// So many bytes from a place on; `nil` where there are not so many.
  package func bytes(at place: Int64, count: Int) -> [UInt8]? {
    place >= 0 && place <= self.count - Int64(count) ? read(place, count) : nil
  }

  /// Whether these bytes are at a place.
  package func has(_ bytes: [UInt8], at place: Int64) -> Bool {
    self.bytes(at: place, count: bytes.count) == bytes
  }
}

/// The mark that every file of ours carries, so that none of somebody else's is taken for one. It holds no
/// version: the same movie has the same bytes.
package enum OwnMark {
  /// What the mark says, in the place that each kind of file has for the program that wrote it.
  package static let text = "cutlist"
}

/// A kind of file that is written, and known again by a mark.
package protocol OutputFileKind: OutputKind {
  /// Extensions of names, without a dot, the usual one first; they are this kind's alone.
  var fileExtensions: [String] { get }
  /// Whether a file has our mark.
  var isOurs: @Sendable (FileBytes) -> Bool { get }
}

extension OutputFileKind {
  /// What a name should end with, with the dot.
  package var ending: String { ".\(fileExtensions.first ?? name)" }

  /// The extensions of all kinds, in their order.
  package static var fileExtensions: [String] { all.flatMap(\.fileExtensions) }

  /// All endings for people: `.mp4 or .m4v`.
  package static var endings: String { fileExtensions.map { ".\($0)" }.joined(separator: " or ") }

  /// The kind whose names end as this one; in any case of letters.
  package static func named(_ path: String) -> Self? {
    let path = path.lowercased()
    return all.first { $0.fileExtensions.contains { path.hasSuffix(".\($0)") } }
  }
}
