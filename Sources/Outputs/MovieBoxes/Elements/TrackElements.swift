/// The list of tracks of Matroska (RFC 9559, 5.1.4), which gets what libav does not write: where sound
/// begins, and languages by BCP 47.
///
/// The list keeps its size, so that nothing else moves. What is added takes the room of numbers that were
/// written in more bytes than they need, and of spaces after a track's name: see `room`.
package enum TrackElements {
  /// What is said of a track.
  package struct Facts: Hashable, Sendable {
    /// What decoders put out before the sound begins, in nanoseconds.
    package var codecDelay: Int?
    /// By BCP 47.
    package var language: String?
    /// What the track is called, without spaces that keep room.
    package var name: String?

    /// Facts; left out is what is not to be changed.
    package init(codecDelay: Int? = nil, language: String? = nil, name: String? = nil) {
      self.codecDelay = codecDelay
      self.language = language
      self.name = name
    }

    /// Whether there is more to say than libav does.
    package var isEmpty: Bool { codecDelay == nil && language == nil }
  }

  /// The element of the list.
  package static let id: UInt32 = 0x1654_AE6B
  /// The element in which it lies.
  package static let segmentID: UInt32 = 0x1853_8067

  // TrackEntry, CRC-32, TrackUID, Name, CodecDelay, LanguageBCP47.
  private static let entryID: UInt32 = 0xAE
  private static let checksumID: UInt32 = 0xBF
  private static let numberID: UInt32 = 0x73C5
  private static let nameID: UInt32 = 0x536E
  private static let delayID: UInt32 = 0x56AA
  private static let languageID: UInt32 = 0x22B59D

  /// Spaces that keep room after a track's name for a language.
  package static func room(for language: String) -> String {
    String(repeating: " ", count: language.utf8.count + 16)
  }

  /// The list with more facts.
  ///
  /// - Parameters:
  ///   - list: the whole element.
  ///   - facts: of its tracks, in their order; tracks beyond them stay as they are.
  /// - Returns: as many bytes.
  /// - Throws: `BoxError` for what is no such list, and where the room is not enough.
  package static func described(_ list: [UInt8], _ facts: [Facts]) throws(BoxError) -> [UInt8] {
    guard let header = ElementHeader(list[...], rest: list.count), header.id == id,
      header.length + header.contentSize == list.count
    else { throw BoxError("there is no list of tracks") }
    var content: [UInt8] = []
    var hasChecksum = false
    var number = 0
    for element in try Element.elements(in: Array(list[header.length...])) {
      switch element.id {
      case checksumID: hasChecksum = true
      case entryID:
        let entry =
          facts.indices.contains(number) ? try described(element, facts[number]) : element
        content += entry.data
        number += 1
      default: content += element.data
      }
    }
    let room = header.contentSize - content.count - (hasChecksum ? 6 : 0)
    guard room == 0 || room >= 2 else { throw BoxError("the list of tracks has no room") }
    if room > 0 { content += Element.void(room) }
    if hasChecksum {
      var checksum = CRC32.checksum(content)
      var bytes: [UInt8] = []
      for _ in 0..<4 {
        bytes.append(UInt8(truncatingIfNeeded: checksum))
        checksum >>= 8
      }
      content = Element(checksumID, bytes).data + content
    }
    return Array(list[..<header.length]) + content
  }

  private static func described(_ entry: Element, _ facts: Facts) throws(BoxError) -> Element {
    var children = try Element.elements(in: entry.content)
    for place in children.indices where children[place].id == numberID {
      let zeros = children[place].content.prefix { $0 == 0 }.count
      children[place].content.removeFirst(min(zeros, max(0, children[place].content.count - 1)))
    }
    func set(_ id: UInt32, _ element: Element?) {
      let place = children.firstIndex { $0.id == id } ?? children.count
      children.removeAll { $0.id == id }
      if let element { children.insert(element, at: min(place, children.count)) }
    }
    if let name = facts.name {
      set(nameID, name.isEmpty ? nil : Element(nameID, Array(name.utf8)))
    }
    if let language = facts.language {
      // Beside the language of three letters, which old players read.
      set(languageID, Element(languageID, Array(language.utf8)))
    }
    if let delay = facts.codecDelay { set(delayID, Element(delayID, number: delay)) }
    return Element(entryID, children.flatMap(\.data))
  }
}

/// The checksum of elements: that of ISO 3309, its lowest byte first (RFC 8794, 11.3.1).
enum CRC32 {
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
        value & 1 != 0 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
  }
}
