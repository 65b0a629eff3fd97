/// What a chunk is stored under.
struct ChunkKeys: Hashable, Sendable {
  /// Of a chunk without damage: the same whatever is done about damage.
  let whole: String
  /// Of one in which damage was concealed; `nil` where it is not to be.
  let concealed: String?

  /// Where a chunk may be found.
  var both: [String] { [whole] + (concealed.map { [$0] } ?? []) }

  /// What is found under the first of them that something is found under.
  ///
  /// Each is asked for once: another program may take away what was there. (The first of a lazy map is asked
  /// for twice.)
  func first<Found>(_ find: (String) -> Found?) -> Found? {
    find(whole) ?? concealed.flatMap(find)
  }

  /// The key that says most about how the chunk came about.
  var last: String { concealed ?? whole }

  /// By what chunks of the same quality are told apart: 0…1023, evenly spread.
  var share: Int { (Int(whole.prefix(8), radix: 16) ?? 0) & 1023 }

  /// The same with other keys.
  func map(_ body: (String) -> String) -> ChunkKeys {
    ChunkKeys(whole: body(whole), concealed: concealed.map(body))
  }

  func key(of chunk: EncodedChunk) -> String { chunk.damage.isEmpty ? whole : last }

  static func pairs(_ whole: [String], _ concealed: [String]?) -> [ChunkKeys] {
    whole.indices.map { index in
      let other = concealed?[index]
      return ChunkKeys(whole: whole[index], concealed: other == whole[index] ? nil : other)
    }
  }
}
