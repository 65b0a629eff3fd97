package import Rendering

/// How loud stretches of sound are, as they were measured.
///
/// ```
/// FOLDER/loudness/7c/7c02…b1.loudness     named by the key of the stretch
/// ```
package struct LoudnessRecords: LoudnessStore {
  private let folder: CacheFolder?

  /// What files of loudness begin with.
  static let mark = Array("cutloud1".utf8)

  /// - Parameter folder: the cache folder; `nil` remembers nothing.
  package init(folder: String?) { self.folder = folder.map { CacheFolder($0) } }

  /// `nil` where nothing is known; a damaged record is removed.
  package func loudness(for key: String) -> LoudnessPiece? {
    guard let folder, let bytes = folder.read(.loudness, key) else { return nil }
    if let piece = Self.decode(bytes, key: key) { return piece }
    folder.drop(.loudness, key)
    return nil
  }

  /// A cache that cannot be written to is no failure.
  package func keep(_ piece: LoudnessPiece, for key: String) {
    _ = folder?.write(Self.encode(piece, key: key), .loudness, key)
  }

  /// The 8 bytes `cutloud1`, XXH64 of everything after it, length of the key and the key, the bits of the
  /// true peak, the number of tenths of a second and the bits of the power of each.
  static func encode(_ piece: LoudnessPiece, key: String) -> [UInt8] {
    let numbers =
      [Int64(piece.truePeak.bitPattern), Int64(piece.powers.count)]
      + piece.powers.map { Int64(bitPattern: $0.bitPattern) }
    return ChunkFile.encode(numbers, mark: mark, key: key)
  }

  /// What was measured, or `nil` when the bytes are not exactly what was written under `key`.
  static func decode(_ bytes: [UInt8], key: String) -> LoudnessPiece? {
    guard let numbers = ChunkFile.decodeNumbers(bytes, mark: mark, key: key), numbers.count >= 2,
      let peak = UInt32(exactly: numbers[0]), numbers[1] == numbers.count - 2
    else { return nil }
    let powers = numbers.dropFirst(2).map { Double(bitPattern: UInt64(bitPattern: $0)) }
    guard powers.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
    return LoudnessPiece(powers: powers, truePeak: Float(bitPattern: peak))
  }
}
